//! What a tab may ask the engine for.

use guohe::board::Board;
use guohe::rules::Rules;
use guohe::search::Limits;
use guohe::types::{Color, Move};
use guohe_common::language::Language;
use guohe_games::GameTree;

/// What is wanted of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wish {
    /// The engine's own move in the game of this seed, at a level below full strength or at full strength.
    Move { level: Option<u8>, seed: u64 },
    /// A proposal for the player.
    Hint,
    /// Whether this side, an engine of this level, accepts a draw.
    Offer { color: Color, level: u8 },
    /// Whether `mv` is as good as `best`, or nearly: somebody who has gone wrong here tries again.
    Try { mv: Move, best: Move },
    /// What the position is worth, until it is stopped.
    Analysis,
    /// The report of the whole game.
    Report(Language),
}

/// Searches of a tab that stand in each other's place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// What the game waits for.
    Play,
    /// A report.
    Report,
    /// What can wait and be taken up again.
    Analysis,
}

/// A search that a tab asked for.
pub struct Job {
    pub tab: String,
    /// The tab's own number for it.
    pub id: u64,
    pub wish: Wish,
    pub board: Board,
    pub rules: Rules,
    pub limits: Limits,
    /// The game to report on.
    pub game: Option<Box<GameTree>>,
}

impl Job {
    /// Of which other searches of its tab it takes the place.
    pub fn class(&self) -> Class {
        match self.wish {
            Wish::Analysis => Class::Analysis,
            Wish::Report(_) => Class::Report,
            Wish::Move { .. } | Wish::Hint | Wish::Offer { .. } | Wish::Try { .. } => Class::Play,
        }
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// A job of the tab `a`, with a game of one move.
    pub fn job(wish: Wish, limits: Limits) -> Job {
        let mut game = GameTree::new();
        let mv = "h2e2".parse().expect("a move");
        game.add(guohe_games::NodeId::ROOT, mv).expect("it is legal");
        let (board, rules) = (Board::startpos(), Rules::default());
        Job { tab: "a".to_owned(), id: 1, wish, board, rules, limits, game: Some(Box::new(game)) }
    }
}
