//! What a node of the search is: its kind, known when the code is compiled, and what is known of it when it is entered.

use crate::types::{Score, Window};

/// The kind of a node, known when the code is compiled.
pub(super) trait NodeKind {
    /// The window is open: the line found here may be the principal variation.
    const PV: bool;
}

/// A node with an open window.
pub(super) struct PvNode;

/// A node with a null window.
pub(super) struct NonPvNode;

impl NodeKind for PvNode {
    const PV: bool = true;
}

impl NodeKind for NonPvNode {
    const PV: bool = false;
}

/// What the helpers of one call need to know.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) ply: usize,
    pub(super) depth: i32,
    pub(super) window: Window,
    pub(super) in_check: bool,
    pub(super) is_pv: bool,
    /// By the table, the position once stood in an open window.
    pub(super) was_pv: bool,
    /// The parent expects this node to fail high.
    pub(super) is_cut_node: bool,
    /// The table's move is a capture: what else there is to do here is less likely to matter.
    pub(super) tt_move_is_capture: bool,
    /// The static score rose since the side's last turn.
    pub(super) improving: bool,
}

impl Node {
    #[inline]
    pub(super) fn alpha(&self) -> Score {
        self.window.alpha
    }

    #[inline]
    pub(super) fn beta(&self) -> Score {
        self.window.beta
    }
}

/// What a position that is not in check is worth as it stands, to the side to move.
#[derive(Clone, Copy)]
pub(super) struct StaticEval {
    /// By the evaluation alone.
    pub(super) raw: Score,
    /// With what was learnt of such positions.
    pub(super) corrected: Score,
    /// The best guess: the table's score where it says more.
    pub(super) estimate: Score,
}

/// No line from `ply` can be better than mating at once or worse than being mated at once (mate distance pruning).
#[inline]
pub(super) fn within_mate_distance(window: Window, ply: usize) -> Window {
    Window::new(window.alpha.max(Score::mated_in(ply)), window.beta.min(Score::mate_in(ply + 1)))
}
