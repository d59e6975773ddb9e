//! What one thread has learnt, and what a finished node teaches it.

use super::correction::Corrections;
use super::history;
use super::history::Histories;
use super::history::PriorMoves;
use super::history::mover;
use super::node::Node;
use crate::board::Board;
use crate::params;
use crate::tt::Bound;
use crate::types::Move;
use crate::types::Score;

/// One thread's memory of earlier nodes. It outlives a search: [`Learnt::fade`] between moves, a new one for a new game.
pub(super) struct Learnt {
    pub(super) histories: Histories,
    corrections: Corrections,
}

impl Learnt {
    pub(super) fn new() -> Self {
        Self { histories: Histories::new(), corrections: Corrections::new() }
    }

    /// Prepares for the next search of the same game.
    pub(super) fn fade(&mut self) {
        self.histories.fade();
    }

    /// What similar positions say the static score is off by, centipawns.
    #[inline]
    pub(super) fn correction(&self, board: &Board) -> i32 {
        self.corrections.get(board)
    }

    /// The history of a move, quiet or capture.
    #[inline]
    pub(super) fn history(&self, board: &Board, mv: Move, before: PriorMoves) -> i32 {
        let piece = mover(board, mv);
        match board.piece_at(mv.to()) {
            Some(victim) => self.histories.capture(piece, mv.to(), victim.kind),
            None => self.histories.of_quiets(board, before).get(piece, mv),
        }
    }

    /// Rewards the move that cut a node of `depth` and blames those tried before it.
    pub(super) fn learn_cut(
        &mut self,
        board: &Board,
        depth: i32,
        mv: Move,
        before: PriorMoves,
        (quiets, captures): (&[Move], &[Move]),
    ) {
        let bonus = history::bonus(depth);
        let malus = bonus * params::history_malus() / 100;
        let piece = mover(board, mv);
        if let Some(victim) = board.piece_at(mv.to()) {
            self.histories.update_capture(piece, mv.to(), victim.kind, bonus);
        } else {
            self.histories.update_quiet(piece, mv, before, bonus);
            self.histories.update_among_pawns(board, piece, mv, bonus);
            for &other in quiets {
                let piece = mover(board, other);
                self.histories.update_quiet(piece, other, before, -malus);
                self.histories.update_among_pawns(board, piece, other, -malus);
            }
        }
        for &other in captures {
            if let Some(victim) = board.piece_at(other.to()) {
                self.histories.update_capture(mover(board, other), other.to(), victim.kind, -malus);
            }
        }
    }

    /// Rewards the opponent's quiet move `mv`, just made, where a search to `depth` found no answer. `before` is what came
    /// before it.
    pub(super) fn learn_unanswered(&mut self, board: &Board, depth: i32, mv: Move, before: PriorMoves) {
        if let Some(piece) = board.piece_at(mv.to()) {
            let bonus = history::bonus(depth) * params::history_unanswered() / 100;
            self.histories.update_quiet(piece, mv, before, bonus);
        }
    }

    /// Rewards the opponent's quiet move `mv`, just made, by the centipawns that it gained him at first sight.
    #[inline]
    pub(super) fn learn_gain(&mut self, board: &Board, mv: Move, gain: i32) {
        let most = params::history_gain_max();
        self.histories.update_quiet_alone(!board.side(), mv, (params::history_gain() * gain).clamp(-most, most));
    }

    /// Learns by how much the static score was off, where quiet play decided the node.
    pub(super) fn learn_correction(
        &mut self,
        board: &Board,
        node: &Node,
        best: Score,
        bound: Bound,
        mv: Option<Move>,
        expected: Score,
    ) {
        let is_quiet = mv.is_none_or(|mv| !board.is_capture(mv));
        let contradicts = match bound {
            Bound::Lower => best <= expected,
            Bound::Upper => best >= expected,
            Bound::Exact => false,
        };
        if is_quiet && !contradicts && !best.is_decisive() {
            self.corrections.update(board, node.depth, best, expected);
        }
    }
}
