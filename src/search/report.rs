//! What a search says: each iteration while it runs, the choice at its end.

use crate::tt::Bound;
use crate::types::{Move, Score};
use std::time::Duration;

/// What an iteration found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Iteration {
    /// Plies of this iteration.
    pub depth: u32,
    /// The longest line looked at, in plies.
    pub seldepth: u32,
    /// Place of the line among those asked for, from 1.
    pub multipv: usize,
    /// Lines of this iteration: as many as asked for, or as there are moves to choose from.
    pub lines: usize,
    /// From the side to move's view, in centipawns of the search; `wdl` turns them into what is shown.
    pub score: Score,
    /// Exact, or a bound when the window failed.
    pub bound: Bound,
    /// Since the search began.
    pub time: Duration,
    /// By all threads.
    pub nodes: u64,
    /// Fullness of the table in thousandths.
    pub hashfull: u32,
    /// The principal variation, legal from the root on; never empty.
    pub line: Vec<Move>,
}

/// Hears what the main thread finds. Called on the thread that searches.
pub trait Report: Sync {
    /// A line was searched to the end of an iteration, or its window failed in a long search.
    fn iteration(&self, iteration: &Iteration);

    /// A root move, the `number`-th, is about to be searched.
    fn current_move(&self, _depth: u32, _mv: Move, _number: usize, _elapsed: Duration) {}
}

/// Hears nothing.
pub struct Silent;

impl Report for Silent {
    fn iteration(&self, _: &Iteration) {}
}

/// What a search chose, and what it found on the way.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// The move to play; `None` when there is none.
    pub best: Option<Move>,
    /// The expected reply.
    pub ponder: Option<Move>,
    /// From the side to move's view, in centipawns of the search; `wdl` turns them into what is shown.
    pub score: Score,
    /// The last iteration that was finished.
    pub depth: u32,
    /// By all threads.
    pub nodes: u64,
    /// The PV, which begins with `best`.
    pub line: Vec<Move>,
}
