//! Singular extensions (T. Anantharaman, M. Campbell and F. Hsu, 1988): the TT move is extended when a reduced search
//! without it fails low.

use crate::params;
use crate::search::node::Node;
use crate::tt::{Bound, Entry};
use crate::types::Score;

/// Result of the singular search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::search) enum Singular {
    /// Extend the TT move by this many plies; negative reduces it.
    Extend(i32),
    /// The node fails high without it (multi-cut, Y. Björnsson and T. Marsland, 1998).
    Cut(Score),
}

/// Beyond this multiple of the iteration's depth, in plies from the root, nothing is extended, so that the search ends.
const MAX_PLY_FACTOR: usize = 2;

/// Whether the TT entry qualifies for a singular search.
#[inline]
pub(in crate::search) fn may_be_singular(node: &Node, entry: &Entry, root_depth: i32) -> bool {
    node.depth >= params::singular_min_depth()
        && i32::from(entry.depth) >= node.depth - params::singular_tt_slack()
        && matches!(entry.bound, Some(Bound::Lower | Bound::Exact))
        && !entry.score.is_decisive()
        && node.ply < MAX_PLY_FACTOR * root_depth as usize
}

/// The TT move is singular if all other moves score below this.
#[inline]
pub(in crate::search) fn singular_beta(node: &Node, entry: &Entry) -> Score {
    (entry.score - params::singular_margin() * node.depth).as_evaluation()
}

/// Depth of the singular search.
#[inline]
pub(in crate::search) fn singular_depth(node: &Node) -> i32 {
    ((node.depth - 1) / params::singular_depth_divisor()).max(1)
}

/// The decision when the best of the other moves has this `score`.
#[inline]
pub(in crate::search) fn singular_verdict(node: &Node, entry: &Entry, score: Score) -> Singular {
    let singular_beta = singular_beta(node, entry);
    if score < singular_beta {
        let is_double = !node.is_pv && score < singular_beta - params::singular_double_margin();
        Singular::Extend(if is_double { 2 } else { 1 })
    } else if singular_beta >= node.window.beta {
        // Another move beats beta, too (multi-cut).
        Singular::Cut(singular_beta)
    } else if entry.score >= node.window.beta {
        Singular::Extend(-params::singular_reduction())
    } else if node.is_cut_node {
        Singular::Extend(-params::singular_cut_node_reduction())
    } else {
        Singular::Extend(0)
    }
}
