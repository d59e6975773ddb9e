//! Late move reductions (as in F. Letouzey's Fruit, 2005).

use crate::params;
use crate::search::node::Node;

/// One ply in thousandths, the unit of all reductions here.
const PLY: i32 = 1000;

/// Size of the table in depth and move number; larger values use the last entry.
const SIZE: usize = 64;

/// Base reductions by depth and move number, thousandths of a ply.
pub(in crate::search) struct Reductions(Box<[[i32; SIZE]; SIZE]>);

impl Reductions {
    pub(in crate::search) fn new() -> Self {
        let mut table = Box::new([[0; SIZE]; SIZE]);
        for (depth, row) in table.iter_mut().enumerate().skip(1) {
            for (number, entry) in row.iter_mut().enumerate().skip(1) {
                let product = (depth as f64).ln() * (number as f64).ln();
                let base = f64::from(params::lmr_base()) / f64::from(PLY);
                let divisor = f64::from(params::lmr_divisor()) / f64::from(PLY);
                *entry = ((base + product / divisor) * f64::from(PLY)) as i32;
            }
        }
        Self(table)
    }

    /// Thousandths of a ply for the `number`-th move at `depth`.
    #[inline]
    pub(in crate::search) fn base(&self, depth: i32, number: usize) -> i32 {
        self.0[(depth.max(0) as usize).min(SIZE - 1)][number.min(SIZE - 1)]
    }
}

/// Facts of a move before it is made.
#[derive(Clone, Copy)]
pub(in crate::search) struct MoveContext {
    /// Its number in the node, from 1.
    pub(in crate::search) number: usize,
    /// Whether it captures.
    pub(in crate::search) is_capture: bool,
    /// Whether it gives check.
    pub(in crate::search) gives_check: bool,
    /// Its history, quiet or capture; 0 for the first move, which is neither pruned nor reduced.
    pub(in crate::search) history: i32,
    /// Number of fail highs so far at the next ply, below this node and its siblings: `Frame::cuts` of that ply.
    pub(in crate::search) child_cuts: u32,
    /// Its late move reduction, plies; 0 for the first move.
    pub(in crate::search) reduction: i32,
}

/// Whether a move may be reduced. The first moves of a node are not; their number depends on the type of the move, and
/// is one more in PV nodes.
#[inline]
pub(in crate::search) fn may_reduce(node: &Node, context: MoveContext) -> bool {
    let full = if context.is_capture { params::lmr_full_captures() } else { params::lmr_full_quiets() };
    node.depth >= params::lmr_min_depth() && context.number > full as usize + usize::from(node.is_pv)
}

/// The late move reduction in plies, at least 0.
#[inline]
pub(in crate::search) fn reduction(reductions: &Reductions, node: &Node, context: MoveContext) -> i32 {
    let mut thousandths = reductions.base(node.depth, context.number);
    if node.is_pv {
        thousandths -= params::lmr_pv();
    } else if node.was_pv {
        thousandths -= params::lmr_tt_pv();
    }
    if context.gives_check {
        thousandths -= params::lmr_check();
    }
    if !node.improving {
        thousandths += params::lmr_not_improving();
    }
    if node.is_cut_node {
        thousandths += params::lmr_cut_node();
    }
    if context.child_cuts >= params::lmr_many_cuts() as u32 {
        thousandths += params::lmr_child_cuts();
    }
    if node.tt_move_is_capture {
        thousandths += params::lmr_tt_capture();
    }
    thousandths -= context.history * PLY / params::lmr_history_divisor();
    (thousandths / PLY).max(0)
}
