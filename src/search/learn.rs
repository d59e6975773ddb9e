//! What a finished node teaches the histories.

use super::history;
use super::negamax::Node;
use super::order::mover;
use super::worker::Worker;
use crate::tt::Bound;
use crate::types::Move;
use crate::types::Score;

impl Worker<'_> {
    /// Rewards the move that cut and blames those tried before it.
    pub(super) fn learn_cut(&mut self, node: &Node, mv: Move, quiets: &[Move], captures: &[Move]) {
        let bonus = history::bonus(node.depth);
        let piece = mover(&self.board, mv);
        let before = self.arrivals_before(node.ply);
        if let Some(victim) = self.board.piece_at(mv.to()) {
            self.histories.update_capture(piece, mv.to(), victim.kind, bonus);
        } else {
            self.frame(node.ply).add_killer(mv);
            self.histories.update_quiet(piece, mv, before, bonus);
            for &other in quiets {
                self.histories.update_quiet(mover(&self.board, other), other, before, -bonus);
            }
        }
        for &other in captures {
            if let Some(victim) = self.board.piece_at(other.to()) {
                self.histories.update_capture(mover(&self.board, other), other.to(), victim.kind, -bonus);
            }
        }
    }

    /// Learns by how much the static score was off, where quiet play decided the node.
    pub(super) fn learn_correction(
        &mut self,
        node: &Node,
        best: Score,
        bound: Bound,
        mv: Option<Move>,
        expected: Score,
    ) {
        let is_quiet = mv.is_none_or(|mv| !self.board.is_capture(mv));
        let contradicts = match bound {
            Bound::Lower => best <= expected,
            Bound::Upper => best >= expected,
            Bound::Exact => false,
        };
        if is_quiet && !contradicts && !best.is_decisive() {
            self.histories.update_correction(&self.board, node.depth, best, expected);
        }
    }
}
