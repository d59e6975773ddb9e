//! Pruning decisions, pure functions of the node and the move.

use crate::params;
use crate::search::node::{Node, StaticEval};
use crate::types::{Move, Score};

/// Whether the side to move has so few heavy pieces (rooks, cannons and knights) that it may be stalemated, which
/// loses. Neither the static score nor a null move would show it.
#[inline]
pub(in crate::search) fn may_be_stalemated(heavy_pieces: usize) -> bool {
    heavy_pieces <= FEW_HEAVY_PIECES
}

/// With this many heavy pieces or fewer a side can run out of moves.
const FEW_HEAVY_PIECES: usize = 2;

/// Reverse futility pruning: the estimate exceeds beta by a margin. Not with a quiet TT move, which may show a threat
/// that the estimate misses. Returns the score of the pruned node.
#[inline]
pub(in crate::search) fn reverse_futility(node: &Node, estimate: Score) -> Option<Score> {
    let margin = params::rfp_margin() * (node.depth - i32::from(node.improving));
    let applies = node.depth <= params::rfp_max_depth()
        && !node.has_quiet_tt_move
        && !node.window.beta.is_decisive()
        && estimate - margin >= node.window.beta;
    applies.then(|| blend_with_beta(estimate, node.window.beta, params::rfp_beta_weight()))
}

/// The score of an unproven fail high: the weighted mean of `score` (weight 1) and beta (`weight`). Never exactly 0,
/// which is reserved for draws by the rules.
#[inline]
pub(in crate::search) fn blend_with_beta(score: Score, beta: Score, weight: i32) -> Score {
    Score::new((score.get() + weight * beta.get()) / (weight + 1)).as_evaluation()
}

/// Null move pruning (D. Beal, 1989) may be tried: the node is an expected cut node, the estimate is at least beta, the
/// static score (corrected and scaled) is at least beta plus a margin that falls with depth, and the side has heavy
/// pieces (without them zugzwang is likely).
#[inline]
pub(in crate::search) fn may_try_null_move(node: &Node, eval: StaticEval, heavy_pieces: usize) -> bool {
    let margin = params::null_static_margin() - params::null_static_slope() * node.depth;
    node.is_cut_node
        && node.depth >= params::null_min_depth()
        && eval.estimate >= node.window.beta
        && eval.scaled >= node.window.beta + margin
        && heavy_pieces > 0
        && !node.window.beta.is_decisive()
}

/// Null move reduction, plies, the ply of the null move included.
#[inline]
pub(in crate::search) fn null_reduction(node: &Node, estimate: Score) -> i32 {
    params::null_reduction()
        + node.depth / params::null_depth_divisor()
        + ((estimate - node.window.beta) / params::null_score_divisor()).min(params::null_score_max())
}

/// The ply before which no null move is made while a null move cutoff is verified by a search to `depth`.
#[inline]
pub(in crate::search) fn null_verified_to(node: &Node, depth: i32) -> usize {
    node.ply + (params::null_verify_quarters() * depth.max(1) / 4) as usize
}

/// Internal iterative reduction (E. Schröder): a PV node or expected cut node is reduced by this many plies when it has
/// no TT move.
#[inline]
pub(in crate::search) fn internal_iterative_reduction(node: &Node, tt_move: Option<Move>) -> i32 {
    i32::from((node.is_pv || node.is_cut_node) && tt_move.is_none() && node.depth >= params::iir_min_depth())
}

/// Late move pruning: after this many moves at this depth, further quiet moves are skipped.
#[inline]
pub(in crate::search) fn late_move_pruning(node: &Node, number: usize) -> bool {
    let moves = params::lmp_base() + node.depth * node.depth;
    let max_moves = if node.improving { moves } else { moves / params::lmp_not_improving_divisor() };
    node.depth <= params::lmp_max_depth() && number as i32 > max_moves
}

/// Futility pruning (J. Schaeffer, 1986): a quiet move with this history and reduced `depth` is not expected to lift
/// the estimate to alpha. Not if alpha is decisive: the estimate says nothing about a quicker mate.
#[inline]
pub(in crate::search) fn futility_pruning(node: &Node, estimate: Score, history: i32, depth: i32) -> bool {
    let margin =
        params::futility_base() + params::futility_margin() * depth + history / params::futility_history_divisor();
    depth <= params::futility_max_depth() && !node.window.alpha.is_decisive() && estimate + margin <= node.window.alpha
}

/// Pruning by static exchange evaluation: the SEE threshold of a capture with this history, centipawns, at most 0;
/// `None` at depths without this pruning.
#[inline]
pub(in crate::search) fn capture_see_threshold(node: &Node, history: i32) -> Option<i32> {
    let may_lose = params::see_capture_margin() * node.depth + history / params::see_capture_history_divisor();
    (node.depth <= params::see_capture_max_depth()).then(|| -may_lose.max(0))
}

/// The SEE threshold of a quiet move with reduced `depth`, centipawns, at most 0.
#[inline]
pub(in crate::search) fn quiet_see_threshold(depth: i32) -> i32 {
    -(params::see_quiet_margin() * depth + params::see_quiet_slope()) * depth
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_blended_score_is_never_a_draw() {
        for weight in 0..=3 {
            for score in 1..=90 {
                for beta in -90..=0 {
                    let mean = blend_with_beta(Score::new(score), Score::new(beta), weight);
                    assert!(!mean.is_path_dependent(), "{score} and {weight} times {beta}");
                }
            }
        }
    }
}
