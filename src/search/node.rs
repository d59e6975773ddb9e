//! PV and non-PV nodes, and the facts of a node that pruning needs.

use crate::types::{Score, Window};

/// `IS_PV` of a node with an open window.
pub(super) const PV: bool = true;
/// `IS_PV` of a node with a null window.
pub(super) const NON_PV: bool = false;

/// The facts of one node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) ply: usize,
    pub(super) depth: i32,
    pub(super) window: Window,
    pub(super) in_check: bool,
    pub(super) is_pv: bool,
    /// The node is a PV node, or its TT entry has the PV flag, which is passed on when the node is stored.
    pub(super) was_pv: bool,
    /// The parent expects this node to fail high.
    pub(super) is_cut_node: bool,
    /// The TT move is a capture, so quiet moves are less likely to be best.
    pub(super) tt_move_is_capture: bool,
    /// The TT move is quiet.
    pub(super) has_quiet_tt_move: bool,
    /// The static score rose since the side's last turn: see `SearchPath::is_improving`.
    pub(super) improving: bool,
}

/// The static scores of a position not in check, for the side to move.
#[derive(Clone, Copy)]
pub(super) struct StaticEval {
    /// The network's output, plus the noise of a level.
    pub(super) raw: Score,
    /// With correction history.
    pub(super) corrected: Score,
    /// `corrected`, scaled down near the natural limit.
    pub(super) scaled: Score,
    /// The TT score if its bound makes it a better estimate, else `scaled`.
    pub(super) estimate: Score,
}

/// Mate distance pruning: no score at `ply` is better than a mate with the next move, or worse than being mated now.
#[inline]
pub(super) fn within_mate_distance(window: Window, ply: usize) -> Window {
    Window::new(window.alpha.max(Score::mated_in(ply)), window.beta.min(Score::mate_in(ply + 1)))
}
