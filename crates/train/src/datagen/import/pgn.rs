//! Games from PGN whose comments begin with `score/depth`.

use super::error::{Fault, ImportError};
use super::open_game::{Imported, begin, winner};
use crate::datagen::game::Game;
use guohe::board::Board;
use guohe::eval::nnue::Network;
use guohe::types::{Color, Score};
use guohe::wdl;
use guohe_games::{Class, GameTree, Place};
use std::sync::Arc;

/// Reads PGN, each game when its last line has come.
pub struct PgnReader {
    /// The network whose calibrated scores the comments have; `None` for centipawns.
    shown_by: Option<Arc<Network>>,
    /// The line that the game begins with.
    first: usize,
    /// In the encoding of the file.
    text: Vec<u8>,
    has_moves: bool,
}

/// Tags that name a player.
const PLAYERS: [&str; 5] = ["Red", "White", "Black", "RedVersion", "BlackVersion"];

/// What `Termination` says of games that a player lost by time, a crash or an illegal move, whatever the position was:
/// the words of PGN and fastchess, then those of `guohe-tools arena`.
const FAULTS: [&str; 10] = [
    "time forfeit",
    "abandoned",
    "stalled connection",
    "illegal move",
    "rules infraction",
    "time",
    "crash",
    "hang",
    "illegal-move",
    "no-move",
];

fn is_fault(termination: &str) -> bool {
    // Behind the words of the arena stand details.
    let reason = termination.split(':').next().unwrap_or_default();
    FAULTS.iter().any(|fault| fault.eq_ignore_ascii_case(reason))
}

impl PgnReader {
    pub fn new(shown_by: Option<Arc<Network>>) -> Self {
        Self { shown_by, first: 0, text: Vec::new(), has_moves: false }
    }

    pub fn line(&mut self, number: usize, line: &[u8], imported: &mut Imported) -> Result<(), ImportError> {
        // A comment may have a line such as `[%clk 1:00]`.
        let is_tag = matches!(line, [b'[', letter, ..] if letter.is_ascii_alphabetic());
        if is_tag && self.has_moves {
            self.end_game(imported)?;
        }
        if self.text.is_empty() {
            self.first = number;
        }
        self.has_moves |= !is_tag && !line.trim_ascii().is_empty();
        self.text.extend(line);
        self.text.push(b'\n');
        Ok(())
    }

    pub fn end_game(&mut self, imported: &mut Imported) -> Result<(), ImportError> {
        let text = std::mem::take(&mut self.text);
        self.has_moves = false;
        let first = self.first;
        if text.trim_ascii().is_empty() {
            return Ok(());
        }
        let reading = guohe_games::read(&text);
        if let Some(note) = reading.notes.iter().find(|note| note.class != Class::Changed) {
            let line = match note.place {
                Place::Line(line) | Place::LineOf(line, _) => first + line - 1,
                _ => first,
            };
            return Err(ImportError { line, fault: Fault::Pgn(note.text.english.clone()) });
        }
        for game in &reading.games {
            let Some(winner) = winner(game.result()) else {
                imported.without_result += 1;
                continue;
            };
            if game.tag("Termination").is_some_and(is_fault) {
                imported.by_fault += 1;
                continue;
            }
            let is_guohe = |tag| game.tag(tag).is_some_and(|name| name.to_ascii_lowercase().starts_with("guohe"));
            imported.by_guohe += u64::from(PLAYERS.into_iter().any(is_guohe));
            match self.of_tree(game, winner).map_err(|fault| ImportError { line: first, fault })? {
                Some(game) => imported.games.push(game),
                None => imported.without_score += 1,
            }
        }
        Ok(())
    }

    /// The main line of a game: moves without a score before the first that has one are the opening. `None` if a later
    /// move, or no move, has a score.
    fn of_tree(&self, tree: &GameTree, winner: Option<Color>) -> Result<Option<Game>, Fault> {
        if !tree.main_nodes().any(|node| score_of(tree.comment(node)).is_some()) {
            return Ok(None);
        }
        let mut game = begin((!tree.is_from_startpos()).then(|| tree.board().fen()))?;
        game.game.outcome.winner = winner;
        for node in tree.main_nodes() {
            let Some(mv) = tree.mv(node) else { continue };
            match score_of(tree.comment(node)) {
                Some(score) => {
                    let score = self.in_centipawns(&game.board, score);
                    game.play(mv, score)?;
                }
                None if game.game.plies.is_empty() => game.play_unsearched(mv)?,
                None => return Ok(None),
            }
        }
        Ok(Some(game.finish()))
    }

    /// A score that was shown in the position `board`.
    fn in_centipawns(&self, board: &Board, score: i16) -> i16 {
        let curve = self.shown_by.as_ref().and_then(|network| wdl::curve(network, board));
        let Some(curve) = curve else { return score };
        let max = Score::MATE.get();
        // Both are 16-bit numbers, as mates are the largest scores.
        curve.searched(Score::new(i32::from(score).clamp(-max, max))).get() as i16
    }
}

/// The score that a comment begins with, for the mover: `+0.35/12` in pawns, `+35/12` in centipawns, `-M4/12` for mate
/// in four plies. A score of more than 16 bits becomes the largest. Depth 0 is no search: programs write it for a book
/// move or where an engine gave no score. The arena writes `+35/0.012s` where an engine gave no depth.
fn score_of(comment: &str) -> Option<i16> {
    let (score, rest) = comment.trim_start().split_once('/')?;
    if rest.split(|c: char| !c.is_ascii_digit() && c != '.').next() == Some("0") {
        return None;
    }
    let (is_loss, size) = match score.strip_prefix('-') {
        Some(size) => (true, size),
        None => (false, score.strip_prefix('+').unwrap_or(score)),
    };
    let size = if let Some(plies) = size.strip_prefix('M') {
        let plies: usize = plies.parse().ok()?;
        Score::mate_in(plies.min(Score::MAX_PLY)).get().into()
    } else if size.contains('.') {
        let pawns: f64 = size.parse().ok()?;
        (pawns * 100.0).round() as i64
    } else {
        size.parse().ok()?
    };
    let size = size.clamp((-i16::MAX).into(), i16::MAX.into()) as i16;
    Some(if is_loss { -size } else { size })
}
