//! Reports of a search: each iteration while it runs, and the result.

use crate::tt::Bound;
use crate::types::{Move, Score};
use std::sync::{Mutex, PoisonError};
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

/// Keeps the lines of the last complete iteration.
#[derive(Default)]
pub struct LastLines(Mutex<Vec<LineInfo>>);

impl LastLines {
    /// The lines, the best first; empty if the search ended before an iteration was complete.
    pub fn into_lines(self) -> Vec<LineInfo> {
        self.0.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Report for LastLines {
    fn iteration(&self, lines: &[LineInfo]) {
        // The line of a bound is one or two moves, not a whole variation.
        if lines.iter().all(|line| line.bound == Bound::Exact) {
            *self.0.lock().unwrap_or_else(PoisonError::into_inner) = lines.to_vec();
        }
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_of_the_last_iteration_stay() {
        let line = |depth, bound| {
            let line = vec!["h2e2".parse().unwrap()];
            let (score, time) = (Score::new(20), Duration::ZERO);
            LineInfo { depth, seldepth: depth, multipv: 1, score, bound, time, nodes: 1, hashfull: 0, line }
        };
        let last = LastLines::default();
        last.iteration(&[line(1, Bound::Exact), line(1, Bound::Exact)]);
        last.iteration(&[line(2, Bound::Exact), line(2, Bound::Exact)]);
        last.iteration(&[line(3, Bound::Lower)]);
        assert_eq!(last.into_lines(), [line(2, Bound::Exact), line(2, Bound::Exact)]);
    }
}
