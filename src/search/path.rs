//! The current line of one thread: the board, and the accumulators, frames and repetition filter that follow it. Moves
//! are made and unmade only here, so that board and accumulators stay in step.

use super::decided;
use super::frame::Frame;
use super::history::{PieceTo, PriorMoves};
use super::level::Level;
use super::pv::{self, Line};
use super::repetition_filter::RepetitionFilter;
use crate::board::Board;
use crate::eval::Evaluator;
use crate::eval::nnue::Network;
use crate::params;
use crate::rules::{QuietCount, Rules};
use crate::types::{Move, Score};
use std::sync::Arc;

/// The scale of static scores stops falling this many plies before it would reach 0, so that scores keep their sign.
const SCALE_FLOOR: i32 = 20;

/// Frames beyond the longest line, for access to later plies.
const SPARE_FRAMES: usize = 4;

/// Frames before the root, so that "two plies ago" always exists.
const FRAMES_BEFORE_ROOT: usize = 2;

/// Buffers that a thread reuses in the next search. All are reset but the lines, each of which a PV node clears first.
pub(super) struct PathBuffers {
    evaluator: Evaluator,
    frames: Vec<Frame>,
    lines: Vec<Line>,
    filter: RepetitionFilter,
}

impl PathBuffers {
    pub(super) fn new(network: &Arc<Network>) -> Self {
        Self {
            // Each search resets it to its own root.
            evaluator: Evaluator::new(network.clone(), &Board::startpos()),
            frames: vec![Frame::default(); FRAMES_BEFORE_ROOT + Score::MAX_PLY + SPARE_FRAMES],
            lines: vec![Line::new(); Score::MAX_PLY + 1],
            filter: RepetitionFilter::new(),
        }
    }
}

/// The position under search and the plies that led to it.
pub(super) struct SearchPath<'a> {
    board: Board,
    evaluator: &'a mut Evaluator,
    filter: &'a mut RepetitionFilter,
    frames: &'a mut [Frame],
    /// By ply: the PV from there, valid after a PV node of that ply was searched.
    lines: &'a mut [Line],
    /// The rules that end the game.
    pub(super) rules: &'a Rules,
    /// The count towards the natural limit at the root. [`Board::quiet_plies`] is an upper bound of that count: it
    /// includes the checks that the limit does not count.
    quiet_at_root: QuietCount,
    /// The level whose noise is added to static scores; `None` at full strength.
    level: Option<Level>,
}

impl<'a> SearchPath<'a> {
    /// At the root `board`.
    pub(super) fn new(board: &Board, buffers: &'a mut PathBuffers, rules: &'a Rules, level: Option<Level>) -> Self {
        buffers.filter.reset(board);
        buffers.evaluator.reset(board);
        buffers.frames.fill(Frame::default());
        Self {
            board: board.clone(),
            evaluator: &mut buffers.evaluator,
            filter: &mut buffers.filter,
            frames: &mut buffers.frames,
            lines: &mut buffers.lines,
            rules,
            quiet_at_root: QuietCount::of(board),
            level,
        }
    }

    /// The position.
    #[inline]
    pub(super) fn board(&self) -> &Board {
        &self.board
    }

    /// Whether the side to move is in check. The answer is cached.
    #[inline]
    pub(super) fn in_check_cached(&mut self) -> bool {
        self.board.in_check_cached()
    }

    #[inline]
    pub(super) fn frame_mut(&mut self, ply: usize) -> &mut Frame {
        &mut self.frames[FRAMES_BEFORE_ROOT + ply]
    }

    /// The frame of `ply`.
    #[inline]
    pub(super) fn frame(&self, ply: usize) -> &Frame {
        &self.frames[FRAMES_BEFORE_ROOT + ply]
    }

    /// The frame `back` plies before `ply`; empty ones stand before the root.
    #[inline]
    pub(super) fn frame_before(&self, ply: usize, back: usize) -> &Frame {
        &self.frames[FRAMES_BEFORE_ROOT + ply - back]
    }

    /// The moves that continuation history looks back at from `ply`.
    #[inline]
    pub(super) fn prior_moves(&self, ply: usize) -> PriorMoves {
        [self.frame_before(ply, 1).piece_to, self.frame_before(ply, 2).piece_to]
    }

    /// The quiet move that led to `ply` from within the search; `None` for a capture or a null move.
    #[inline]
    pub(super) fn quiet_move_before(&self, ply: usize) -> Option<Move> {
        let played = self.board.played(0).filter(|played| ply > 0 && !played.is_capture)?;
        played.mv
    }

    /// The gain in static score by the move that led to `ply`, from its mover's view, centipawns. `None` if one of the
    /// two scores is missing. The move must not be a null move.
    #[inline]
    pub(super) fn gain_before(&self, ply: usize) -> Option<i32> {
        let (before, now) = (self.frame_before(ply, 1).static_score?, self.frame(ply).static_score?);
        Some(-now.get() - before.get())
    }

    /// Whether the static score rose since the side to move's last turn; false in check, true when only the earlier one
    /// is missing.
    pub(super) fn is_improving(&self, ply: usize) -> bool {
        match (self.frame(ply).static_score, self.frame_before(ply, 2).static_score) {
            (Some(now), Some(before)) => now > before,
            (None, _) => false,
            (Some(_), None) => true,
        }
    }

    /// Prepares the frames of a node, of its children and of its grandchildren. A search with an excluded move keeps
    /// the frames of the node that it belongs to, but not the count of fail highs among the grandchildren.
    #[inline]
    pub(super) fn prepare_frames(&mut self, ply: usize, static_score: Option<Score>) {
        if self.frame_mut(ply).excluded.is_none() {
            self.frame_mut(ply).static_score = static_score;
            self.frame_mut(ply + 1).killers = [None; 2];
        }
        self.frame_mut(ply + 2).cuts = 0;
    }

    /// Sets the PV of `ply` to `mv` and the child's PV.
    pub(super) fn extend_pv(&mut self, ply: usize, mv: Move) {
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        pv::extend(&mut upper[ply], mv, &lower[0]);
    }

    /// Sets the PV of `ply` to `mv` alone, or to nothing.
    #[inline]
    pub(super) fn set_pv(&mut self, ply: usize, mv: Option<Move>) {
        self.lines[ply].clear();
        self.lines[ply].extend(mv);
    }

    /// The PV from the root.
    pub(super) fn pv(&self) -> &Line {
        &self.lines[0]
    }

    /// Plays a legal move found at `ply`.
    #[inline]
    pub(super) fn make(&mut self, mv: Move, ply: usize) {
        let piece_to = PieceTo::of(&self.board, mv);
        self.frame_mut(ply).piece_to = Some(piece_to);
        self.filter.add(self.board.key());
        let delta = self.board.make(mv);
        self.evaluator.made(&delta);
    }

    /// [`SearchPath::make`] when it is known whether the move gives check.
    #[inline]
    pub(super) fn make_with_check(&mut self, mv: Move, ply: usize, gives_check: bool) {
        self.make(mv, ply);
        self.board.remember_check(gives_check);
    }

    /// Takes the last move back.
    #[inline]
    pub(super) fn unmake(&mut self) {
        self.evaluator.unmade();
        self.board.unmake();
        self.filter.remove(self.board.key());
    }

    /// Makes a null move at `ply`.
    pub(super) fn make_null(&mut self, ply: usize) {
        self.frame_mut(ply).piece_to = None;
        // No repetition reaches across a null move, but the filter's counts must stay paired.
        self.filter.add(self.board.key());
        self.board.make_null();
    }

    /// Takes a null move back.
    pub(super) fn unmake_null(&mut self) {
        self.board.unmake_null();
        self.filter.remove(self.board.key());
    }

    /// The raw static score of the position.
    #[inline]
    pub(super) fn evaluate(&mut self) -> Score {
        let score = self.evaluator.evaluate(&self.board);
        self.level.map_or(score, |level| level.with_noise(score, self.board.key()))
    }

    /// Scales a static score down, linearly in the plies since the last capture, so that a winning side makes progress
    /// before the natural limit. Unchanged without a natural limit.
    #[inline]
    pub(super) fn scaled_by_natural_limit(&self, score: Score) -> Score {
        let Some(limit) = self.rules.natural_limit.filter(|_| self.is_scaled_by_natural_limit()) else {
            return score;
        };
        let (from, to) = (params::natural_limit_scale_from(), params::natural_limit_scale_to());
        let left = 2 * limit as i32 - self.board.quiet_plies() as i32;
        Score::from_evaluation(score.get() * (left + to).max(SCALE_FLOOR) / (from + to))
    }

    /// Whether [`SearchPath::scaled_by_natural_limit`] changes static scores here.
    #[inline]
    pub(super) fn is_scaled_by_natural_limit(&self) -> bool {
        let from = params::natural_limit_scale_from();
        self.rules.natural_limit.is_some_and(|limit| self.board.quiet_plies() as i32 + from > 2 * limit as i32)
    }

    /// Whether fewer than `plies` may be left until the natural limit, by the upper bound of its count.
    #[inline]
    pub(super) fn is_limit_near(&self, plies: usize) -> bool {
        self.rules.natural_limit.is_some_and(|limit| self.board.quiet_plies() + plies > 2 * limit as usize)
    }

    /// The score of the position if the rules decide it: by repetition, natural limit or dead material.
    #[inline]
    pub(super) fn decided_by_rule(&self, ply: usize) -> Option<Score> {
        let may_repeat = self.board.reversible_plies() >= 4 && self.filter.may_contain(self.board.key());
        decided::rule_score(&self.board, ply, self.rules, may_repeat, &self.quiet_at_root)
    }
}
