//! Singular extensions (T. Anantharaman, M. Campbell and F. Hsu, 1988): the table's move is searched deeper when a
//! search without it finds every other move worse.

use crate::params;
use crate::search::node::Node;
use crate::tt::{Bound, Entry};
use crate::types::Score;

/// What the singular search said of the table move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::search) enum Singular {
    /// Search it this number of plies deeper; negative: shallower.
    Extend(i32),
    /// The node fails high without it (multi-cut, Y. Björnsson and T. Marsland, 1998).
    Cut(Score),
}

/// No extension in lines longer than this many times the depth of the iteration, or they would never end.
const LONGEST_LINE: usize = 2;

/// The table's entry is deep and high enough to ask whether its move stands alone.
#[inline]
pub(in crate::search) fn may_be_singular(node: &Node, entry: &Entry, root_depth: i32) -> bool {
    node.depth >= params::singular_min_depth()
        && i32::from(entry.depth) >= node.depth - params::singular_table_slack()
        && matches!(entry.bound, Some(Bound::Lower | Bound::Exact))
        && !entry.score.is_decisive()
        && node.ply < LONGEST_LINE * root_depth as usize
}

/// The score that another move must reach for the table's not to stand alone.
#[inline]
pub(in crate::search) fn singular_beta(node: &Node, entry: &Entry) -> Score {
    (entry.score - params::singular_margin() * node.depth).as_evaluation()
}

/// Plies to which the other moves are searched.
#[inline]
pub(in crate::search) fn singular_depth(node: &Node) -> i32 {
    (node.depth - 1) / params::singular_depth_divisor()
}

/// What follows when the best of the other moves has `score`.
#[inline]
pub(in crate::search) fn singular_verdict(node: &Node, entry: &Entry, score: Score) -> Singular {
    let singular_beta = singular_beta(node, entry);
    if score < singular_beta {
        let stands_far_apart = !node.is_pv && score < singular_beta - params::singular_double_margin();
        Singular::Extend(if stands_far_apart { 2 } else { 1 })
    } else if singular_beta >= node.beta() {
        // Several moves beat beta even at less depth.
        Singular::Cut(singular_beta)
    } else if entry.score >= node.beta() {
        Singular::Extend(-params::singular_reduction())
    } else if node.is_cut_node {
        Singular::Extend(-params::singular_cut_node_reduction())
    } else {
        Singular::Extend(0)
    }
}
