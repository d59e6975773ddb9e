//! Reports of a search: each iteration while it runs, and the result.

use crate::tt::Bound;
use crate::types::{Move, Score};
use std::sync::Mutex;
use std::sync::PoisonError;
use std::time::Duration;

/// The result of an iteration for one line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Iteration {
    /// Depth of this iteration, plies.
    pub depth: u32,
    /// Selective depth: the longest line searched, plies.
    pub seldepth: u32,
    /// MultiPV rank of the line, from 1.
    pub multipv: usize,
    /// Number of lines of this iteration: at most the number of root moves.
    pub lines: usize,
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
    /// A line was searched to the end of an iteration; in long searches also after a fail high or low.
    fn iteration(&self, iteration: &Iteration);

    /// A root move, the `number`-th, is about to be searched.
    fn current_move(&self, _depth: u32, _mv: Move, _number: usize, _elapsed: Duration) {}
}

/// Ignores all reports.
pub struct Silent;

impl Report for Silent {
    fn iteration(&self, _: &Iteration) {}
}

/// The lines of a search with several: those of the depth under way, and the last whole set, all of one depth.
#[derive(Default)]
pub struct LineSets {
    coming: Vec<Iteration>,
    whole: Vec<Iteration>,
}

impl LineSets {
    /// Takes a line in. Returns whether it completes the set of its depth. A bound is no line: its one move would stand in
    /// the place of a whole variation.
    pub fn take(&mut self, iteration: &Iteration) -> bool {
        let at = iteration.multipv.max(1) - 1;
        if iteration.bound != Bound::Exact || self.coming.len() < at {
            return false;
        }
        self.coming.truncate(at);
        self.coming.push(iteration.clone());
        let is_whole = self.coming.len() >= iteration.lines;
        if is_whole {
            self.whole = std::mem::take(&mut self.coming);
        }
        is_whole
    }

    /// The last whole set, the best line first; empty before there is one.
    pub fn whole(&self) -> &[Iteration] {
        &self.whole
    }
}

/// Keeps the last whole set of lines of a search.
#[derive(Default)]
pub struct LastLines(Mutex<LineSets>);

impl LastLines {
    /// The last whole set, the best line first; empty where the search ended before there was one.
    pub fn into_lines(self) -> Vec<Iteration> {
        self.0.into_inner().unwrap_or_else(PoisonError::into_inner).whole
    }
}

impl Report for LastLines {
    fn iteration(&self, iteration: &Iteration) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take(iteration);
    }
}

/// The result of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// The move to play; `None` when there is none.
    pub best: Option<Move>,
    /// The expected reply.
    pub ponder: Option<Move>,
    /// From the side to move's view, in centipawns of the search, which `wdl` converts to the scores shown.
    pub score: Score,
    /// Depth of the last completed iteration.
    pub depth: u32,
    /// Nodes searched by all threads.
    pub nodes: u64,
    /// The PV, which begins with `best`.
    pub line: Vec<Move>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(depth: u32, multipv: usize, bound: Bound) -> Iteration {
        let line = vec!["h2e2".parse().unwrap()];
        let (score, time) = (Score::new(20), Duration::ZERO);
        Iteration { depth, seldepth: depth, multipv, lines: 2, score, bound, time, nodes: 1, hashfull: 0, line }
    }

    #[test]
    fn a_set_is_of_one_depth() {
        let mut sets = LineSets::default();
        let mut shown = |line: Iteration| {
            let is_whole = sets.take(&line);
            let depths: Vec<u32> = sets.whole().iter().map(|line| line.depth).collect();
            (is_whole, depths)
        };
        assert_eq!(shown(line(1, 1, Bound::Exact)), (false, vec![]));
        assert_eq!(shown(line(1, 2, Bound::Exact)), (true, vec![1, 1]));
        assert_eq!(shown(line(2, 2, Bound::Exact)), (false, vec![1, 1]), "its first line is missing");
        assert_eq!(shown(line(2, 1, Bound::Lower)), (false, vec![1, 1]));
        assert_eq!(shown(line(2, 1, Bound::Exact)), (false, vec![1, 1]));
        assert_eq!(shown(line(2, 2, Bound::Upper)), (false, vec![1, 1]));
        assert_eq!(shown(line(2, 2, Bound::Exact)), (true, vec![2, 2]));
    }
}
