//! What one ply of the current line remembers.

use super::history::PieceTo;
use super::pv::Line;
use crate::types::{Move, Score};

/// One ply.
#[derive(Clone, Default)]
pub(super) struct Frame {
    /// Static score of the position, corrected; `None` in check.
    pub(super) static_score: Option<Score>,
    /// The move being searched from here, as continuation history knows it; `None` for a null move.
    pub(super) piece_to: Option<PieceTo>,
    /// Whether the move being searched is a null move.
    pub(super) is_null: bool,
    /// A move left out, while the others are asked whether it is singular.
    pub(super) excluded: Option<Move>,
    /// Quiet moves that cut at this ply lately.
    pub(super) killers: [Option<Move>; 2],
    /// How often nodes at this ply have cut since the parent was entered.
    pub(super) cuts: u32,
    /// Best line from here.
    pub(super) line: Line,
}

impl Frame {
    /// Puts a quiet move that cut in front of the killers.
    pub(super) fn add_killer(&mut self, mv: Move) {
        if self.killers[0] != Some(mv) {
            self.killers = [Some(mv), self.killers[0]];
        }
    }
}
