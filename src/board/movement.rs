//! Pseudo-legality: whether a piece on one square reaches another.

use super::cell::Cell;
use super::geometry::{ADVISOR_STEPS, BISHOP_LEAPS, KING_STEPS, KNIGHT_LEAPS, PAWN_STEPS};
use super::position::Position;
use crate::types::{Kind, Move, Square};

impl Position {
    /// Whether `mv` is pseudo-legal for the side to move: it may expose its own king, see [`Position::is_legal`].
    pub fn is_pseudo_legal(&self, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let piece = self.cell(from);
        piece.belongs_to(self.side()) && !self.cell(to).belongs_to(self.side()) && self.reaches(piece, from, to)
    }

    /// Whether the piece on `from` attacks the piece on `to`, regardless of the side to move.
    pub fn attacks(&self, from: Square, to: Square) -> bool {
        let (piece, victim) = (self.cell(from), self.cell(to));
        !piece.is_empty() && !victim.is_empty() && piece.color() != victim.color() && self.reaches(piece, from, to)
    }

    /// Whether `piece` on `from` can move to `to`, or capture there if a piece of either side stands on it. The squares
    /// must differ.
    pub(super) fn reaches(&self, piece: Cell, from: Square, to: Square) -> bool {
        debug_assert!(from != to);
        let color = piece.color();
        match piece.kind() {
            Kind::King => KING_STEPS[color.index()][from].contains(&to),
            Kind::Advisor => ADVISOR_STEPS[color.index()][from].contains(&to),
            Kind::Bishop => {
                to.is_home_of(color)
                    && BISHOP_LEAPS[from].iter().any(|&(eye, end)| end == to && self.cell(eye).is_empty())
            }
            Kind::Knight => {
                KNIGHT_LEAPS[from].iter().any(|(leg, ends)| ends.contains(&to) && self.cell(*leg).is_empty())
            }
            Kind::Rook => self.lines().count_between(from, to) == Some(0),
            Kind::Cannon => self.lines().count_between(from, to) == Some(u32::from(!self.cell(to).is_empty())),
            Kind::Pawn => PAWN_STEPS[color.index()][from].contains(&to),
        }
    }
}
