//! What one thread owns during a search, and the steps that every node takes.

use super::Limits;
use super::Options;
use super::Report;
use super::frame::Frame;
use super::history::Arrival;
use super::history::CONTINUATIONS;
use super::history::Histories;
use super::mate::Mate;
use super::mate::Proofs;
use super::order::mover;
use super::reduce::Reductions;
use super::repetition::Filter;
use super::root::RootMove;
use super::signals::Signals;
use crate::board::Board;
use crate::eval::Evaluation;
use crate::eval::Evaluator;
use crate::tt::Table;
use crate::types::Move;
use crate::types::Score;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

/// The search was told to stop: whatever was being computed is worth nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stopped;

/// Nodes between two looks at the clock and the stop flag.
const POLL_INTERVAL: u64 = 1024;

/// Plies beyond the longest line that helpers may look at.
const SPARE_FRAMES: usize = 4;

/// Frames before the root, so that "two plies ago" always exists.
pub(super) const FRAMES_BEFORE_ROOT: usize = 2;

/// What all threads of one search share.
pub(super) struct Shared<'a> {
    pub(super) table: &'a Table,
    pub(super) signals: &'a Signals,
    /// Ends the helpers when the main thread is done, without touching the signals of the outside world.
    pub(super) finished: AtomicBool,
    /// Nodes of all threads, as of their last look at the clock.
    pub(super) nodes: AtomicU64,
}

/// What a thread keeps from one search to the next.
pub(super) struct Memory {
    pub(super) histories: Histories,
    pub(super) reductions: Reductions,
    evaluator: Evaluator,
    frames: Vec<Frame>,
    filter: Filter,
    proofs: Proofs,
}

impl Memory {
    pub(super) fn new(evaluation: &Evaluation) -> Self {
        Self {
            // Every search starts anew from its own root.
            evaluator: Evaluator::with(evaluation, &Board::startpos()),
            histories: Histories::new(),
            reductions: Reductions::new(),
            frames: vec![Frame::default(); FRAMES_BEFORE_ROOT + Score::MAX_PLY + SPARE_FRAMES],
            filter: Filter::new(),
            proofs: Proofs::new(),
        }
    }
}

/// One thread at work.
pub(super) struct Worker<'a> {
    pub(super) shared: &'a Shared<'a>,
    pub(super) limits: &'a Limits,
    pub(super) options: &'a Options,
    /// 0 is the main thread: only it reads the clock. A limit of nodes is for all threads together.
    pub(super) id: usize,
    pub(super) board: Board,
    pub(super) evaluator: &'a mut Evaluator,
    pub(super) histories: &'a mut Histories,
    pub(super) reductions: &'a Reductions,
    pub(super) filter: &'a mut Filter,
    pub(super) proofs: &'a mut Proofs,
    frames: &'a mut [Frame],
    pub(super) nodes: u64,
    /// Nodes already added to the shared count.
    reported: u64,
    next_poll: u64,
    pub(super) seldepth: usize,
    pub(super) root_depth: i32,
    pub(super) root_moves: Vec<RootMove>,
    /// A mate by checks from the root, once one is proven.
    pub(super) mate: Option<Mate>,
    /// The line of a MultiPV search that is being worked on.
    pub(super) line: usize,
    /// No null move before this ply: a verification search is under way.
    pub(super) null_from_ply: usize,
    /// The search ends here at the latest, on the clock of the signals.
    pub(super) hard_limit: Option<Duration>,
    /// Who hears of root moves; `None` for helpers.
    pub(super) report: Option<&'a dyn Report>,
}

impl<'a> Worker<'a> {
    pub(super) fn new(
        id: usize,
        board: &Board,
        root_moves: Vec<RootMove>,
        memory: &'a mut Memory,
        shared: &'a Shared<'a>,
        limits: &'a Limits,
        options: &'a Options,
    ) -> Self {
        memory.filter.reset(board);
        memory.evaluator.reset(board);
        memory.proofs.reset(board.side());
        for frame in &mut memory.frames {
            *frame = Frame::default();
        }
        Self {
            shared,
            limits,
            options,
            id,
            board: board.clone(),
            evaluator: &mut memory.evaluator,
            histories: &mut memory.histories,
            reductions: &memory.reductions,
            filter: &mut memory.filter,
            proofs: &mut memory.proofs,
            frames: &mut memory.frames,
            nodes: 0,
            reported: 0,
            next_poll: 0,
            seldepth: 0,
            root_depth: 0,
            root_moves,
            mate: None,
            line: 0,
            null_from_ply: 0,
            hard_limit: None,
            report: None,
        }
    }

    #[inline]
    pub(super) fn frame(&mut self, ply: usize) -> &mut Frame {
        &mut self.frames[FRAMES_BEFORE_ROOT + ply]
    }

    /// The frame `back` plies before `ply`; empty ones stand before the root.
    #[inline]
    pub(super) fn frame_before(&self, ply: usize, back: usize) -> &Frame {
        &self.frames[FRAMES_BEFORE_ROOT + ply - back]
    }

    /// The arrivals that continuation history looks at from `ply`.
    #[inline]
    pub(super) fn arrivals_before(&self, ply: usize) -> [Option<Arrival>; CONTINUATIONS] {
        [self.frame_before(ply, 1).arrival, self.frame_before(ply, 2).arrival]
    }

    /// Puts `mv` and the child's line into the line of `ply`.
    pub(super) fn extend_line(&mut self, ply: usize, mv: Move) {
        let (upper, lower) = self.frames.split_at_mut(FRAMES_BEFORE_ROOT + ply + 1);
        if let (Some(frame), Some(child)) = (upper.last_mut(), lower.first()) {
            super::pv::extend(&mut frame.line, mv, &child.line);
        }
    }

    /// Plays a legal move found at `ply`.
    #[inline]
    pub(super) fn make(&mut self, mv: Move, ply: usize) {
        self.shared.table.prefetch(self.board.key_after(mv));
        let arrival = Arrival::new(mover(&self.board, mv), mv.to());
        let frame = self.frame(ply);
        frame.arrival = Some(arrival);
        frame.is_null = false;
        self.filter.add(self.board.key());
        let delta = self.board.make(mv);
        self.evaluator.made(&delta);
    }

    /// Takes the last move back.
    #[inline]
    pub(super) fn unmake(&mut self) {
        self.evaluator.unmade();
        self.board.unmake();
        self.filter.remove(self.board.key());
    }

    /// Passes the turn at `ply`.
    pub(super) fn make_null(&mut self, ply: usize) {
        let frame = self.frame(ply);
        frame.arrival = None;
        frame.is_null = true;
        // No repetition reaches across a null move, but the filter's counts must stay paired.
        self.filter.add(self.board.key());
        self.board.make_null();
        self.shared.table.prefetch(self.board.key());
    }

    /// Takes a null move back.
    pub(super) fn unmake_null(&mut self) {
        self.board.unmake_null();
        self.filter.remove(self.board.key());
    }

    /// Counts a node and looks at the clock from time to time.
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
        let total = self.shared.nodes.fetch_add(self.nodes - self.reported, Relaxed) + self.nodes - self.reported;
        self.reported = self.nodes;
        self.next_poll = self.nodes + POLL_INTERVAL;
        if let Some(limit) = self.limits.nodes {
            if total >= limit {
                return Err(Stopped);
            }
            self.next_poll = self.next_poll.min(self.nodes + (limit - total));
        }
        let is_late = self.id == 0
            && !self.shared.signals.is_pondering()
            && self.hard_limit.is_some_and(|limit| self.shared.signals.elapsed() >= limit);
        let must_stop = is_late || self.shared.signals.is_stopped() || self.shared.finished.load(Relaxed);
        // The first iteration is always finished: an answer must be better than none, and it takes microseconds.
        if must_stop && self.root_depth > 1 { Err(Stopped) } else { Ok(()) }
    }

    /// Nodes of all threads so far.
    pub(super) fn total_nodes(&self) -> u64 {
        self.shared.nodes.load(Relaxed) + self.nodes - self.reported
    }

    /// Whether the helpers or the outside world ended the search.
    pub(super) fn must_stop(&self) -> bool {
        self.shared.signals.is_stopped() || self.shared.finished.load(Relaxed)
    }

    /// The raw static score of the position.
    #[inline]
    pub(super) fn evaluate(&mut self) -> Score {
        self.evaluator.evaluate(&self.board)
    }

    /// The raw static score with what was learnt of such positions, faded when there has been no capture for long.
    #[inline]
    pub(super) fn corrected(&self, raw: Score) -> Score {
        let value = raw.get() + self.histories.correction(&self.board);
        Score::from_evaluation(self.options.fade(value, self.board.quiet_plies()))
    }
}
