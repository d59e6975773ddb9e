//! The search stack: the state of one ply of the current line.

use super::history::PieceTo;
use crate::types::{Move, Score};

/// One ply.
#[derive(Clone, Default)]
pub(super) struct Frame {
    /// Corrected static score of the position, not scaled near the natural limit, so that scores of different plies can
    /// be compared; `None` in check.
    pub(super) static_score: Option<Score>,
    /// The move being searched from here, as index of the continuation history; `None` for a null move and
    /// before the root.
    pub(super) piece_to: Option<PieceTo>,
    /// The move excluded by a singular search.
    pub(super) excluded: Option<Move>,
    /// Killers: quiet moves that recently failed high at this ply.
    pub(super) killers: [Option<Move>; 2],
    /// Number of fail highs at this ply since the node two plies above was entered.
    pub(super) cuts: u32,
}

impl Frame {
    /// Puts a quiet move that failed high in front of the killers.
    pub(super) fn add_killer(&mut self, mv: Move) {
        if self.killers[0] != Some(mv) {
            self.killers = [Some(mv), self.killers[0]];
        }
    }
}
