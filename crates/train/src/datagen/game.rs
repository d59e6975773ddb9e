//! A game of self-play and its bytes: the moves with the search's scores, two bytes each.

use super::ending;
use guohe::board::Board;
use guohe::game::Outcome;
use guohe::rules;
use guohe::types::{Color, Move, Score};
use guohe_arena::openings;
use sha2::{Digest, Sha256};
use std::fmt;

/// A move of the game with the score that its search gave.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ply {
    /// The move.
    pub mv: Move,
    /// Centipawns from the mover's view, mate and rule bands included.
    pub score: i16,
}

/// A finished game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    /// The position it began from; `None` for the start position.
    pub start: Option<String>,
    /// Moves that were not searched: drawn at random, in games that begin from an earlier game after that game's.
    pub opening: Vec<Move>,
    /// Moves that were searched.
    pub plies: Vec<Ply>,
    /// Who won, and how it ended, as [`ending::as_stored`] tells it.
    pub outcome: Outcome,
    /// Whether only the rules could end it, whatever the scores said.
    pub played_out: bool,
}

/// The bit of a game's first byte that says that it was played out.
const PLAYED_OUT: u8 = 1 << 4;

/// Bytes that are no game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BadGame;

impl fmt::Display for BadGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the bytes of a game are malformed")
    }
}

impl std::error::Error for BadGame {}

impl Game {
    /// Adds the game's bytes: winner, played out and ending in one, length of the start's FEN (0 for the start
    /// position), opening plies, searched plies (u16), the FEN, the opening's moves, the searched moves with their
    /// scores.
    ///
    /// # Panics
    /// When the start or the opening is longer than 255, the game longer than 65535, or the end one that
    /// [`ending::number`] does not know: the generator makes none such.
    pub fn encode(&self, bytes: &mut Vec<u8>) {
        let winner = self.outcome.winner.map_or(2, Color::index) as u8;
        let number = ending::number(&self.outcome).expect("the generator ends games in these ways only");
        let played_out = u8::from(self.played_out) * PLAYED_OUT;
        bytes.push((winner << 5) | played_out | number);
        let start = self.start.as_deref().unwrap_or_default();
        bytes.push(u8::try_from(start.len()).expect("a FEN has less than 256 letters"));
        bytes.push(u8::try_from(self.opening.len()).expect("an opening has less than 256 plies"));
        bytes.extend(u16::try_from(self.plies.len()).expect("a game has less than 65536 plies").to_le_bytes());
        bytes.extend(start.as_bytes());
        bytes.extend(self.opening.iter().flat_map(|mv| mv.bits().to_le_bytes()));
        for ply in &self.plies {
            bytes.extend(ply.mv.bits().to_le_bytes());
            bytes.extend(ply.score.to_le_bytes());
        }
    }

    /// Takes a game off the front of `bytes`. Whether its moves are legal is not looked at.
    ///
    /// # Errors
    /// When the bytes end early or say something that no game says.
    pub fn decode(bytes: &mut &[u8]) -> Result<Self, BadGame> {
        let [end, start_len, opening_len] = take(bytes)?;
        let winner = match end >> 5 {
            0 => Some(Color::Red),
            1 => Some(Color::Black),
            2 => None,
            _ => return Err(BadGame),
        };
        let outcome = ending::from_number(end & (PLAYED_OUT - 1), winner).ok_or(BadGame)?;
        let plies = u16::from_le_bytes(take(bytes)?);
        let (start, rest) = bytes.split_at_checked(start_len.into()).ok_or(BadGame)?;
        *bytes = rest;
        let start = match std::str::from_utf8(start).map_err(|_| BadGame)? {
            "" => None,
            fen => Some(fen.to_owned()),
        };
        let mut take_move = || Move::from_bits(u16::from_le_bytes(take(bytes)?)).ok_or(BadGame);
        let mut opening = (0..opening_len).map(|_| take_move()).collect::<Result<Vec<_>, _>>()?;
        let mut plies = (0..plies)
            .map(|_| {
                let mv = Move::from_bits(u16::from_le_bytes(take(bytes)?)).ok_or(BadGame)?;
                Ok(Ply { mv, score: i16::from_le_bytes(take(bytes)?) })
            })
            .collect::<Result<Vec<_>, _>>()?;
        // Millions of games are kept in memory, and a list that grows takes up to twice what it holds.
        opening.shrink_to_fit();
        plies.shrink_to_fit();
        Ok(Self { start, opening, plies, outcome, played_out: end & PLAYED_OUT != 0 })
    }

    /// The position before the first random move.
    ///
    /// # Errors
    /// When the FEN is none.
    pub fn board(&self) -> anyhow::Result<Board> {
        Ok(match &self.start {
            Some(fen) => Board::from_fen(fen)?,
            None => Board::startpos(),
        })
    }

    /// Whether it begins from a position of an earlier game, if it was made by `datagen`: then it has more unsearched
    /// moves than others. An imported game can have as many.
    pub fn is_continued(&self) -> bool {
        self.opening.len() as u64 > *openings::PLIES.end()
    }

    /// Shows each position that is fit for training, with the score of its search and the result (1 won, 0 lost, ½
    /// drawn), both from the view of the side to move. A position that stands again is shown the first time only:
    /// the search's scores of it differ, and it would count twice.
    ///
    /// # Errors
    /// When a move is not legal.
    pub fn for_each_quiet(&self, mut visit: impl FnMut(&Board, i16, f32)) -> anyhow::Result<()> {
        self.for_each_ply(|board, ply, is_quiet| {
            if is_quiet {
                visit(board, ply.score, self.result(board.side()));
            }
        })
    }

    /// The result from the view of `side`: 1 won, 0 lost, ½ drawn.
    pub fn result(&self, side: Color) -> f32 {
        match self.outcome.winner {
            None => 0.5,
            Some(winner) if winner == side => 1.0,
            Some(_) => 0.0,
        }
    }

    /// Shows each searched position with the move played in it, and whether it is fit for training.
    ///
    /// # Errors
    /// When a move is not legal.
    pub fn for_each_ply(&self, mut visit: impl FnMut(&Board, Ply, bool)) -> anyhow::Result<()> {
        let mut board = self.board()?;
        let play = |board: &mut Board, mv| {
            anyhow::ensure!(board.is_legal_move(mv), "{mv} is not legal in {}", board.fen());
            board.make(mv);
            Ok(())
        };
        for &mv in &self.opening {
            play(&mut board, mv)?;
        }
        for &ply in &self.plies {
            let is_quiet = rules::occurrences(&board) == 1 && self.is_quiet(&board, ply);
            visit(&board, ply, is_quiet);
            play(&mut board, ply.mv)?;
        }
        Ok(())
    }

    /// Whether a game is kept from training, to measure on. Depends on the game alone: copies fall on the same side.
    pub fn is_held_out(&self) -> bool {
        let mut bytes = Vec::new();
        self.encode(&mut bytes);
        Sha256::digest(&bytes)[0].is_multiple_of(HELD_OUT_EVERY)
    }

    /// Whether so many plies have passed without a capture that a search's score fades towards the draw.
    pub fn is_near_limit(board: &Board) -> bool {
        board.quiet_plies() >= LAST_QUIET_PLY
    }

    /// Whether `score` says that the game is decided: no network has to learn it from a search.
    pub fn is_decided(score: Score) -> bool {
        score.get().unsigned_abs() >= LARGEST_SCORE.into()
    }

    /// Whether a static evaluation can be expected to know the score of the position: nothing hangs in the air.
    fn is_quiet(&self, board: &Board, ply: Ply) -> bool {
        let largest = if self.played_out { LARGEST_SCORE_PLAYED_OUT } else { LARGEST_SCORE };
        // Games that begin from a position of their own were not begun by random moves.
        (self.start.is_some() || board.plies_played() >= FIRST_PLY)
            && ply.score.unsigned_abs() < largest
            && !board.is_capture(ply.mv)
            && !Self::is_near_limit(board)
            && !board.in_check()
    }
}

/// One game of this many is held out.
const HELD_OUT_EVERY: u8 = 32;

/// Positions of a game from the start position are thrown away before this ply: the random moves are still felt.
const FIRST_PLY: usize = 8;
/// Scores from here on say that the game is decided, which no network has to learn.
const LARGEST_SCORE: u16 = 2_000;
/// In games that are played out it has to: they show how a won game is won.
const LARGEST_SCORE_PLAYED_OUT: u16 = 3_000;
/// Positions after so many plies without a capture are thrown away.
const LAST_QUIET_PLY: usize = 60;

fn take<const N: usize>(bytes: &mut &[u8]) -> Result<[u8; N], BadGame> {
    let (head, rest) = bytes.split_first_chunk().ok_or(BadGame)?;
    *bytes = rest;
    Ok(*head)
}

#[cfg(test)]
mod tests {
    use super::*;
    use guohe::game::Reason;
    use guohe::rules::Ruling;

    fn mv(text: &str) -> Move {
        text.parse().unwrap()
    }

    fn samples() -> Vec<Game> {
        let ply = |text, score| Ply { mv: mv(text), score };
        vec![
            Game {
                start: None,
                opening: vec![mv("h2e2"), mv("h9g7")],
                plies: vec![ply("h0g2", 35), ply("i9h9", -9990)],
                outcome: Outcome {
                    ruling: Some(Ruling::GraverChase),
                    ..Outcome::loss(Color::Red, Reason::RepetitionRuling)
                },
                played_out: true,
            },
            Game {
                start: Some("3k5/9/9/9/9/9/9/9/9/4KR3 w".to_owned()),
                opening: vec![],
                plies: vec![],
                outcome: Outcome::draw(Reason::DeadMaterial),
                played_out: false,
            },
        ]
    }

    #[test]
    fn games_read_back_one_after_the_other() {
        let mut bytes = Vec::new();
        samples().iter().for_each(|game| game.encode(&mut bytes));
        assert_eq!(bytes.len(), 5 + 2 * 2 + 2 * 4 + 5 + 26);
        let mut rest = &bytes[..];
        for game in samples() {
            assert_eq!(Game::decode(&mut rest), Ok(game));
        }
        assert!(rest.is_empty());
    }

    #[test]
    fn broken_bytes_are_refused() {
        let mut bytes = Vec::new();
        samples()[0].encode(&mut bytes);
        for len in 0..bytes.len() {
            assert_eq!(Game::decode(&mut &bytes[..len]), Err(BadGame));
        }
        bytes[0] = 0xff;
        assert_eq!(Game::decode(&mut &bytes[..]), Err(BadGame));
    }

    fn ply(text: &str, score: i16) -> Ply {
        Ply { mv: mv(text), score }
    }

    /// The boards and scores of a game's quiet positions, after eight plies to and fro.
    fn shown(plies: Vec<Ply>, played_out: bool) -> Vec<(String, i16, f32)> {
        let game = Game {
            start: None,
            opening: ["b0c2", "b9c7", "a0a1", "a9a8", "c2b0", "c7b9", "a1a0", "a8a9"].map(mv).to_vec(),
            plies,
            outcome: Outcome::loss(Color::Black, Reason::Mate),
            played_out,
        };
        let mut shown = Vec::new();
        game.for_each_quiet(|board, score, result| shown.push((board.fen(), score, result))).unwrap();
        shown
    }

    #[test]
    fn only_quiet_positions_are_shown() {
        // A position that stood before, a quiet one, a decided one, and a capture.
        let plies = vec![ply("i0i1", 20), ply("i9i8", -30), ply("i1i2", 2000), ply("h7h0", 30)];
        let found = shown(plies, false);
        assert_eq!(found.iter().map(|(_, score, result)| (*score, *result)).collect::<Vec<_>>(), [(-30, 0.0)]);
    }

    #[test]
    fn games_that_are_played_out_teach_more_decided_positions() {
        let moves = [("i0i1", 0), ("i9i8", 2000), ("i1i2", -2999), ("i8i7", 3000), ("i2i1", -9990)];
        // The first position stood before.
        let plies = moves.map(|(text, score)| ply(text, score)).to_vec();
        let scores = |played_out| -> Vec<i16> {
            shown(plies.clone(), played_out).into_iter().map(|(_, score, _)| score).collect()
        };
        assert_eq!((scores(false), scores(true)), (vec![], vec![2000, -2999]));
    }
}
