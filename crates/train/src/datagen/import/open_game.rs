//! The games that were imported, and the one being read: its moves are played as they come, and its end is found.

use super::error::Fault;
use crate::datagen::game::{Game, Ply};
use crate::datagen::{ending, play};
use guohe::board::Board;
use guohe::game::{Outcome, Reason};
use guohe::rules::Rules;
use guohe::types::{Color, Move};
use guohe_games::GameResult;

/// Games that were read, and how many were left out.
#[derive(Debug, Default)]
pub struct Imported {
    /// The games.
    pub games: Vec<Game>,
    /// Games left out, since their file gives no result.
    pub without_result: u64,
    /// Games of PGN left out, since a fault ended them: their result says nothing of their positions.
    pub by_fault: u64,
    /// Games of PGN left out, since a move after the first score has none.
    pub without_score: u64,
    /// Games of PGN in which a player is guohe by its tags.
    pub by_guohe: u64,
}

/// What a game's `start`, `opening` and `ending` lines say, and its records so far.
pub struct OpenGame {
    pub game: Game,
    pub board: Board,
    /// Whether an `ending` line gave the outcome. Else it follows from the records' results.
    pub has_ending: bool,
    /// The first record's `ply`, in games without a `start` line.
    pub first_ply: Option<usize>,
}

pub fn begin(start: Option<String>) -> Result<OpenGame, Fault> {
    let board = match &start {
        Some(fen) if fen.len() > 255 => return Err(Fault::TooLong),
        Some(fen) => Board::from_fen(fen).map_err(Fault::BadFen)?,
        None => Board::startpos(),
    };
    let outcome = Outcome::draw(Reason::AdjudicatedDraw);
    let game = Game { start, opening: Vec::new(), plies: Vec::new(), outcome, played_out: false };
    Ok(OpenGame { game, board, has_ending: false, first_ply: None })
}

impl OpenGame {
    /// Whether a game that began with a `start` line has no `ending` line yet.
    pub fn lacks_ending(&self) -> bool {
        self.first_ply.is_none() && !self.has_ending
    }

    /// Plays the moves of an `opening` line.
    pub fn add_opening(&mut self, value: &str) -> Result<(), Fault> {
        for word in value.split_ascii_whitespace() {
            let mv = word.parse().map_err(|_| Fault::BadValue("opening", word.to_owned()))?;
            self.play_unsearched(mv)?;
        }
        Ok(())
    }

    pub fn play_unsearched(&mut self, mv: Move) -> Result<(), Fault> {
        self.make(mv)?;
        self.game.opening.push(mv);
        if self.game.opening.len() > usize::from(u8::MAX) { Err(Fault::TooLong) } else { Ok(()) }
    }

    pub fn play(&mut self, mv: Move, score: i16) -> Result<(), Fault> {
        self.make(mv)?;
        self.game.plies.push(Ply { mv, score });
        if self.game.plies.len() > usize::from(u16::MAX) { Err(Fault::TooLong) } else { Ok(()) }
    }

    fn make(&mut self, mv: Move) -> Result<(), Fault> {
        if !self.board.is_legal_move(mv) {
            return Err(Fault::IllegalMove(mv));
        }
        self.board.make(mv);
        Ok(())
    }

    /// Takes in an `ending` line: result, what ended the game, and perhaps `played-out`.
    pub fn set_ending(&mut self, value: &str) -> Result<(), Fault> {
        let bad = || Fault::BadValue("ending", value.chars().take(60).collect());
        let (result, words) = value.split_once(' ').ok_or_else(bad)?;
        let winner = winner(GameResult::read(result).ok_or_else(bad)?).ok_or_else(bad)?;
        let (words, played_out) = words.strip_suffix(" played-out").map_or((words, false), |words| (words, true));
        self.game.outcome = ending::from_text(words, winner).ok_or_else(bad)?;
        self.game.played_out = played_out;
        self.has_ending = true;
        Ok(())
    }

    /// The game. Without an `ending` line the rules say what ended it, if they agree with the result; else it counts as
    /// adjudicated.
    pub fn finish(mut self) -> Game {
        if !self.has_ending {
            let winner = self.game.outcome.winner;
            let by_rules = play::outcome(&self.board, &Rules::default()).filter(|outcome| outcome.winner == winner);
            self.game.outcome = by_rules.unwrap_or(match winner {
                Some(winner) => Outcome::loss(!winner, Reason::AdjudicatedWin),
                None => Outcome::draw(Reason::AdjudicatedDraw),
            });
        }
        self.game
    }
}

/// The winner that a result names; the outer `None` when it names no result.
pub fn winner(result: GameResult) -> Option<Option<Color>> {
    match result {
        GameResult::Red => Some(Some(Color::Red)),
        GameResult::Black => Some(Some(Color::Black)),
        GameResult::Draw => Some(None),
        GameResult::Unknown => None,
    }
}
