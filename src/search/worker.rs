//! One search thread: its path, its limiter and its histories.

use super::history::ThreadHistory;
use super::limiter::Limiter;
use super::mate::{Mate, Proofs};
use super::path::{PathBuffers, SearchPath};
use super::pruning::reduce::Reductions;
use super::root_moves::Root;
use crate::eval::nnue::Network;
use crate::tt::Table;
use crate::types::{Move, Score};
use std::sync::Arc;

/// The state that a thread keeps from one search to the next.
pub(super) struct ThreadState {
    pub(super) history: ThreadHistory,
    pub(super) reductions: Reductions,
    pub(super) buffers: PathBuffers,
    pub(super) proofs: Proofs,
}

impl ThreadState {
    pub(super) fn new(network: &Arc<Network>) -> Self {
        Self {
            history: ThreadHistory::new(),
            reductions: Reductions::new(),
            buffers: PathBuffers::new(network),
            proofs: Proofs::new(),
        }
    }
}

/// One search thread at work.
pub(super) struct Worker<'a> {
    pub(super) path: SearchPath<'a>,
    pub(super) limiter: Limiter<'a>,
    pub(super) history: &'a mut ThreadHistory,
    pub(super) table: &'a Table,
    pub(super) reductions: &'a Reductions,
    /// The table of the mate search; `None` when the mate search is off.
    pub(super) proofs: Option<&'a mut Proofs>,
    pub(super) root: Root,
    /// A mate from the root: proven by the mate search, or the rest of one that an earlier search reported.
    pub(super) mate: Option<Mate>,
    /// No null move is made before this ply, while a null move cutoff is verified; else 0.
    pub(super) null_from_ply: usize,
}

impl Worker<'_> {
    /// Prefetches the TT bucket of the position after `mv`.
    #[inline]
    pub(super) fn prefetch(&self, mv: Move) {
        self.table.prefetch(self.path.board().key_after(mv));
    }

    /// Makes a null move at `ply`.
    pub(super) fn make_null(&mut self, ply: usize) {
        self.path.make_null(ply);
        self.table.prefetch(self.path.board().key());
    }

    /// The raw static score with the correction history added.
    #[inline]
    pub(super) fn corrected(&self, raw: Score) -> Score {
        Score::from_evaluation(raw.get() + self.history.correction(self.path.board()))
    }
}
