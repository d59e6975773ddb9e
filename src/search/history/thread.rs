//! One thread's histories and correction history, and how a finished node updates them.

use super::correction::Corrections;
use super::tables::{self, Histories, PriorMoves, mover};
use crate::board::Board;
use crate::params;
use crate::search::node::Node;
use crate::tt::Bound;
use crate::types::{Move, Score};

/// One thread's histories. They are kept between the searches of a game, see [`ThreadHistory::age`].
pub(in crate::search) struct ThreadHistory {
    pub(in crate::search) tables: Histories,
    corrections: Corrections,
}

impl ThreadHistory {
    pub(in crate::search) fn new() -> Self {
        Self { tables: Histories::new(), corrections: Corrections::new() }
    }

    /// Ages the butterfly history before the next search of the same game.
    pub(in crate::search) fn age(&mut self) {
        self.tables.quiet.age();
    }

    /// The correction of the static score, centipawns.
    #[inline]
    pub(in crate::search) fn correction(&self, board: &Board) -> i32 {
        self.corrections.get(board)
    }

    /// The history of a move, quiet or capture.
    #[inline]
    pub(in crate::search) fn history(&self, board: &Board, mv: Move, prior: PriorMoves) -> i32 {
        let piece = mover(board, mv);
        match board.piece_at(mv.to()) {
            Some(victim) => self.tables.capture(piece, mv.to(), victim.kind),
            None => self.tables.quiet_scores(board, prior).get(piece, mv),
        }
    }

    /// Bonus for the move that failed high at `depth`. The captures tried before it get a malus; the quiet moves only
    /// if it is quiet itself.
    pub(in crate::search) fn learn_cut(
        &mut self,
        board: &Board,
        depth: i32,
        mv: Move,
        prior: PriorMoves,
        (quiets, captures): (&[Move], &[Move]),
    ) {
        let bonus = tables::bonus(depth);
        let malus = bonus * params::history_malus() / 100;
        let piece = mover(board, mv);
        if let Some(victim) = board.piece_at(mv.to()) {
            self.tables.update_capture(piece, mv.to(), victim.kind, bonus);
        } else {
            self.tables.update_quiet(piece, mv, prior, bonus);
            self.tables.update_pawn_history(board, piece, mv, bonus);
            for &other in quiets {
                let piece = mover(board, other);
                self.tables.update_quiet(piece, other, prior, -malus);
                self.tables.update_pawn_history(board, piece, other, -malus);
            }
        }
        for &other in captures {
            if let Some(victim) = board.piece_at(other.to()) {
                self.tables.update_capture(mover(board, other), other.to(), victim.kind, -malus);
            }
        }
    }

    /// Prior-countermove bonus: the node failed low, so the opponent's last quiet move `mv` was good. `prior` holds
    /// the moves before `mv`.
    pub(in crate::search) fn reward_prior_move(&mut self, board: &Board, depth: i32, mv: Move, prior: PriorMoves) {
        if let Some(piece) = board.piece_at(mv.to()) {
            let bonus = tables::bonus(depth) * params::history_prior_move() / 100;
            self.tables.update_quiet(piece, mv, prior, bonus);
        }
    }

    /// Bonus or malus for the opponent's last quiet move `mv` by its gain in static score, centipawns.
    #[inline]
    pub(in crate::search) fn learn_static_gain(&mut self, board: &Board, mv: Move, gain: i32) {
        let max = params::history_gain_max();
        let bonus = (params::history_gain() * gain).clamp(-max, max);
        self.tables.quiet.update(!board.side(), mv, bonus);
    }

    /// Updates the correction history, unless a capture decided the node, the score is decisive, or the bound says
    /// nothing about the error.
    pub(in crate::search) fn learn_correction(
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
