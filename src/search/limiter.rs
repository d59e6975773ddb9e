//! Keeps a thread within its limits: counts nodes, polls clock and stop flag, and reports iterations.

use super::limits::Limits;
use super::report::{LineInfo, Report};
use super::root_moves::RootMove;
use super::signals::Signals;
use crate::time::Budget;
use crate::tt::{Bound, Table};
use crate::types::{Move, Score};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::Duration;

/// The search was stopped, or a mate search used up its nodes: the result of the interrupted node is invalid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stopped;

/// Maximum number of nodes between two polls of clock and stop flag: about a millisecond.
const POLL_INTERVAL: u64 = 1024;

/// After a poll interval that took longer than this, every node polls, and the interval grows again by one node at a
/// time. Page faults make the first nodes with a new table slow: one takes 5 ms if the system is itself a guest.
const POLL_TIME: Duration = Duration::from_millis(2);

/// The clock does not end the first iteration before this: it usually takes microseconds, and before its end the best
/// move is just the best of those searched so far. `stop` never ends it, a limit of nodes does.
const FIRST_ITERATION: Duration = Duration::from_millis(10);

/// Whether the main thread's best move could be played now.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) enum Readiness {
    /// More time may find a better move.
    #[default]
    Searching,
    /// The answer is ready; the engine ponders and waits for `ponderhit`.
    Ready,
    /// The best move failed low: ponder time does not count towards the budget.
    Unsure,
}

/// Failed aspiration windows and the move under search are reported once a search has taken this long.
const SLOW: Duration = Duration::from_secs(3);

/// What all threads of one search share.
pub(super) struct Shared<'a> {
    pub(super) table: &'a Table,
    pub(super) signals: &'a Signals,
    /// Stops the helpers when the main thread is done. The caller's signals stay unchanged.
    pub(super) finished: AtomicBool,
    /// Nodes of all threads, as of their last polls.
    pub(super) nodes: AtomicU64,
}

impl<'a> Shared<'a> {
    pub(super) fn new(table: &'a Table, signals: &'a Signals) -> Self {
        Self { table, signals, finished: AtomicBool::new(false), nodes: AtomicU64::new(0) }
    }
}

/// One thread's limits and counts.
pub(super) struct Limiter<'a> {
    pub(super) limits: &'a Limits,
    shared: &'a Shared<'a>,
    /// 0 is the main thread: only it has a time budget and reports.
    id: usize,
    /// Time budget; `None` for helpers and without a clock.
    budget: Option<Budget>,
    /// Receives root moves and iterations; `None` for helpers.
    report: Option<&'a dyn Report>,
    nodes: u64,
    /// Nodes already added to the shared count.
    shared_nodes: u64,
    next_poll: u64,
    /// Number of nodes between the last poll and the next.
    interval: u64,
    /// Time of the last poll since the search began.
    last_poll: Duration,
    seldepth: usize,
    /// Depth of the current iteration.
    pub(super) root_depth: i32,
    pub(super) readiness: Readiness,
}

impl<'a> Limiter<'a> {
    /// For the main thread.
    pub(super) fn main(
        shared: &'a Shared<'a>,
        limits: &'a Limits,
        budget: Option<Budget>,
        report: &'a dyn Report,
    ) -> Self {
        Self { budget, report: Some(report), ..Self::helper(0, shared, limits) }
    }

    /// For a helper; `id` counts from 1.
    pub(super) fn helper(id: usize, shared: &'a Shared<'a>, limits: &'a Limits) -> Self {
        Self {
            limits,
            shared,
            id,
            budget: None,
            report: None,
            nodes: 0,
            shared_nodes: 0,
            next_poll: 0,
            interval: 1,
            last_poll: Duration::ZERO,
            seldepth: 0,
            root_depth: 0,
            readiness: Readiness::default(),
        }
    }

    pub(super) fn is_main(&self) -> bool {
        self.id == 0
    }

    /// Whether this thread skips the iteration to `depth`: helpers spread over depths, so that they fill the table
    /// ahead of the main thread.
    pub(super) fn skips_depth(&self, depth: i32) -> bool {
        self.id % 2 == 1 && depth > 2 && depth % 2 == 0
    }

    /// Counts a node and polls from time to time.
    ///
    /// # Errors
    /// When the search must end.
    #[inline]
    pub(super) fn count_node(&mut self, ply: usize) -> Result<(), Stopped> {
        self.nodes += 1;
        self.seldepth = self.seldepth.max(ply);
        if self.nodes >= self.next_poll { self.poll() } else { Ok(()) }
    }

    #[cold]
    fn poll(&mut self) -> Result<(), Stopped> {
        let total =
            self.shared.nodes.fetch_add(self.nodes - self.shared_nodes, Relaxed) + self.nodes - self.shared_nodes;
        self.shared_nodes = self.nodes;
        let now = self.elapsed();
        let is_slow = now.saturating_sub(self.last_poll) > POLL_TIME;
        self.last_poll = now;
        self.interval = if is_slow { 1 } else { (self.interval + 1).min(POLL_INTERVAL) };
        self.next_poll = self.nodes + self.interval;
        if let Some(limit) = self.limits.nodes {
            self.next_poll = self.next_poll.min(self.nodes + limit.saturating_sub(total));
            if total >= limit {
                return Err(Stopped);
            }
        }
        let is_over = |budget: Budget| self.readiness == Readiness::Ready || self.time_spent(&budget) >= budget.hard;
        let is_late = self.budget.is_some_and(|budget| !self.is_pondering() && is_over(budget));
        let ends = if self.root_depth > 1 {
            is_late || self.is_ended()
        } else {
            // The main thread does not wait for the first iteration of a helper.
            is_late && now >= FIRST_ITERATION || self.shared.finished.load(Relaxed)
        };
        if ends { Err(Stopped) } else { Ok(()) }
    }

    /// Nodes of this thread so far.
    #[inline]
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Nodes of all threads so far.
    pub(super) fn total_nodes(&self) -> u64 {
        self.shared.nodes.load(Relaxed) + self.nodes - self.shared_nodes
    }

    /// Whether the hard or the soft node limit is reached.
    pub(super) fn is_out_of_nodes(&self) -> bool {
        let limits = [self.limits.nodes, self.limits.soft_nodes];
        limits.into_iter().flatten().any(|limit| self.total_nodes() >= limit)
    }

    /// The selective depth since the last call, which resets it.
    pub(super) fn take_seldepth(&mut self) -> usize {
        std::mem::take(&mut self.seldepth)
    }

    /// Whether the main thread or the caller ended the search.
    pub(super) fn is_ended(&self) -> bool {
        self.shared.signals.is_stopped() || self.shared.finished.load(Relaxed)
    }

    /// The time budget, also while pondering.
    pub(super) fn budget(&self) -> Option<Budget> {
        self.budget
    }

    /// The time that counts towards `budget`. Ponder time counts, except for a fixed time per move and after a fail low
    /// at the root.
    pub(super) fn time_spent(&self, budget: &Budget) -> Duration {
        let excludes_ponder_time = budget.fixed || self.readiness == Readiness::Unsure;
        if excludes_ponder_time { self.shared.signals.on_clock().unwrap_or_default() } else { self.elapsed() }
    }

    /// Whether the engine searches on the opponent's time.
    pub(super) fn is_pondering(&self) -> bool {
        self.shared.signals.on_clock().is_none()
    }

    /// Time since the search began.
    pub(super) fn elapsed(&self) -> Duration {
        self.shared.signals.since_start()
    }

    /// Reports that a root move is about to be searched, the `number`-th of this root search, in a long search.
    pub(super) fn report_move(&self, depth: i32, mv: Move, number: usize) {
        if let Some(report) = self.report.filter(|_| self.elapsed() >= SLOW) {
            report.current_move(depth as u32, mv, number);
        }
    }

    /// Reports a complete iteration: the best root moves in order.
    pub(super) fn report_lines(&self, best: &[RootMove]) {
        let Some(report) = self.report else { return };
        let lines: Vec<_> = best
            .iter()
            .zip(1..)
            .map(|(root_move, rank)| self.line(root_move, rank, root_move.last_score(), Bound::Exact))
            .collect();
        report.iteration(&lines);
    }

    /// Reports the root move that failed high or low, in a long search.
    pub(super) fn report_bound(&self, root_move: &RootMove, bound: Bound) {
        if let Some(report) = self.report.filter(|_| self.elapsed() >= SLOW) {
            report.iteration(&[self.line(root_move, 1, root_move.score, bound)]);
        }
    }

    fn line(&self, root_move: &RootMove, multipv: usize, score: Score, bound: Bound) -> LineInfo {
        LineInfo {
            depth: self.root_depth as u32,
            seldepth: root_move.seldepth as u32,
            multipv,
            score,
            bound,
            time: self.elapsed(),
            nodes: self.total_nodes(),
            hashfull: self.shared.table.hashfull(),
            line: root_move.line.to_vec(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Silent;

    /// Whether the clock ends a search that ponders until more than `budget` has passed, before and after the
    /// ponderhit.
    fn is_ended(budget: Budget, readiness: Readiness) -> (bool, bool) {
        let (table, signals, limits) = (Table::new(1), Signals::pondering(), Limits::default());
        let shared = Shared::new(&table, &signals);
        let mut limiter = Limiter::main(&shared, &limits, Some(budget), &Silent);
        limiter.root_depth = 2;
        limiter.readiness = readiness;
        std::thread::sleep(Duration::from_millis(20));
        let before = limiter.poll().is_err();
        signals.ponderhit();
        (before, limiter.poll().is_err())
    }

    #[test]
    fn pondered_time_counts_once_the_clock_runs() {
        let budget = |hard, fixed| {
            let hard = Duration::from_millis(hard);
            Budget { soft: hard, hard, fixed }
        };
        assert_eq!(is_ended(budget(10, false), Readiness::Searching), (false, true), "it has passed");
        assert_eq!(is_ended(budget(100_000, false), Readiness::Searching), (false, false), "it has not");
        assert_eq!(
            is_ended(budget(10_000, true), Readiness::Searching),
            (false, false),
            "the time is for this move alone"
        );
        assert_eq!(is_ended(budget(100_000, false), Readiness::Ready), (false, true), "there is an answer");
    }

    #[test]
    fn a_short_search_does_not_report_each_move() {
        struct Nothing;
        impl Report for Nothing {
            fn iteration(&self, _: &[LineInfo]) {}

            fn current_move(&self, _: u32, _: Move, _: usize) {
                panic!("a move was reported");
            }
        }
        let (table, signals, limits) = (Table::new(1), Signals::new(), Limits::default());
        let shared = Shared::new(&table, &signals);
        let limiter = Limiter::main(&shared, &limits, None, &Nothing);
        limiter.report_move(1, "h2e2".parse().unwrap(), 1);
    }

    #[test]
    fn nodes_that_take_long_do_not_hold_up_the_clock() {
        let (table, limits) = (Table::new(1), Limits::default());
        let hard = Duration::from_millis(30);
        let budget = Budget { soft: hard, hard, fixed: true };
        for depth in [1, 2] {
            let signals = Signals::new();
            let shared = Shared::new(&table, &signals);
            let mut limiter = Limiter::main(&shared, &limits, None, &Silent);
            limiter.root_depth = depth;
            // Fast nodes first.
            while limiter.nodes() < 60 {
                assert_eq!(limiter.count_node(0), Ok(()), "depth {depth}");
            }
            limiter.budget = Some(budget);
            let mut nodes = 0;
            while limiter.count_node(0).is_ok() {
                nodes += 1;
                std::thread::sleep(Duration::from_millis(3));
            }
            assert!(nodes <= 20, "depth {depth}: {nodes} nodes of 3 ms each in 30 ms");
        }
    }

    #[test]
    fn the_clock_ends_the_first_iteration_only_if_it_takes_long() {
        let (table, signals, limits) = (Table::new(1), Signals::new(), Limits::default());
        let shared = Shared::new(&table, &signals);
        let budget = Budget { soft: Duration::ZERO, hard: Duration::ZERO, fixed: true };
        let mut limiter = Limiter::main(&shared, &limits, Some(budget), &Silent);
        limiter.root_depth = 1;
        let early = limiter.poll();
        assert!(early.is_ok() || limiter.elapsed() >= FIRST_ITERATION);
        std::thread::sleep(FIRST_ITERATION);
        assert_eq!(limiter.poll(), Err(Stopped));
        limiter.budget = None;
        signals.stop();
        assert_eq!(limiter.poll(), Ok(()), "an answer to `stop` is that of a whole iteration");
        limiter.root_depth = 2;
        assert_eq!(limiter.poll(), Err(Stopped));
    }

    #[test]
    fn ponder_time_does_not_count_for_an_unsure_answer() {
        let (table, signals, limits) = (Table::new(1), Signals::pondering(), Limits::default());
        let shared = Shared::new(&table, &signals);
        let budget = Budget { soft: Duration::ZERO, hard: Duration::ZERO, fixed: false };
        let mut limiter = Limiter::main(&shared, &limits, Some(budget), &Silent);
        std::thread::sleep(Duration::from_millis(1));
        assert!(limiter.time_spent(&budget) > Duration::ZERO);
        limiter.readiness = Readiness::Unsure;
        assert_eq!(limiter.time_spent(&budget), Duration::ZERO, "the clock has not begun to run");
    }
}
