//! Reports of a search: each iteration while it runs, and the result.

use crate::tt::Bound;
use crate::types::{Move, Score};
use std::time::Duration;

/// One line of an iteration, as an `info` line shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineInfo {
    /// Depth of this iteration, plies.
    pub depth: u32,
    /// Selective depth: the longest line searched, plies.
    pub seldepth: u32,
    /// MultiPV rank of the line, from 1.
    pub multipv: usize,
    /// From the side to move's view, in centipawns of the search, which `wdl` converts to the scores shown.
    pub score: Score,
    /// Exact, or a bound when the search failed high or low.
    pub bound: Bound,
    /// Time since the search began.
    pub time: Duration,
    /// Nodes searched by all threads.
    pub nodes: u64,
    /// Fullness of the table in thousandths.
    pub hashfull: u32,
    /// The principal variation, legal from the root on; never empty.
    pub line: Vec<Move>,
}

/// Receives the results of the main thread. Called on the search thread.
pub trait Report: Sync {
    /// An iteration is complete: all its lines, of one depth, the best first. In a long search with one line also after
    /// a fail high or low: that line with its bound.
    fn iteration(&self, lines: &[LineInfo]);

    /// A root move, the `number`-th, is about to be searched. Only in long searches.
    fn current_move(&self, _depth: u32, _mv: Move, _number: usize) {}
}

/// Ignores all reports.
pub struct Silent;

impl Report for Silent {
    fn iteration(&self, _: &[LineInfo]) {}
}

/// The result of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// The move to play; `None` when there is none.
    pub best: Option<Move>,
    /// The expected reply.
    pub ponder: Option<Move>,
    /// From the side to move's view, in centipawns of the search, which `wdl` converts to the scores shown. If the
    /// search was stopped before its first score, the static evaluation.
    pub score: Score,
    /// Exact, or a bound if the search was stopped within an iteration.
    pub bound: Bound,
    /// Depth of the last completed iteration.
    pub depth: u32,
    /// Nodes searched by all threads.
    pub nodes: u64,
    /// Fullness of the table in thousandths.
    pub hashfull: u32,
    /// The PV, which begins with `best`.
    pub line: Vec<Move>,
}
