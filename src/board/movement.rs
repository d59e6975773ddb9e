//! How each kind moves: whether a piece on one point reaches another. Knows nothing of checks.

use super::cell::Cell;
use super::point::DIAGONAL;
use super::point::KNIGHT_LEAPS;
use super::point::ORTHOGONAL;
use super::point::Point;
use super::point::RIGHT;
use super::point::forward;
use super::position::Position;
use crate::types::Kind;
use crate::types::Move;
use crate::types::Square;

impl Position {
    /// Whether the side to move has a piece that makes `mv` by the way its kind moves. Leaves out what the move does to
    /// the own king; see [`Position::is_legal`].
    pub fn is_pseudo_legal(&self, mv: Move) -> bool {
        let (from, to) = (Point::of(mv.from()), Point::of(mv.to()));
        let piece = self.cell(from);
        piece.belongs_to(self.side()) && !self.cell(to).belongs_to(self.side()) && self.reaches(piece, from, to)
    }

    /// Whether the piece on `from` could take the piece on `to` by the way it moves, whoever is to move.
    pub fn attacks(&self, from: Square, to: Square) -> bool {
        let (from, to) = (Point::of(from), Point::of(to));
        let (piece, victim) = (self.cell(from), self.cell(to));
        !piece.is_empty() && !victim.is_empty() && piece.color() != victim.color() && self.reaches(piece, from, to)
    }

    /// Whether `piece` on `from` moves to `to`, or captures there if a piece stands on it; whose it is is not asked.
    pub(super) fn reaches(&self, piece: Cell, from: Point, to: Point) -> bool {
        let step = to.step_from(from);
        match piece.kind() {
            Kind::King => ORTHOGONAL.contains(&step) && to.is_open_to(piece.color(), Kind::King),
            Kind::Advisor => DIAGONAL.contains(&step) && to.is_open_to(piece.color(), Kind::Advisor),
            Kind::Bishop => {
                to.is_open_to(piece.color(), Kind::Bishop)
                    && DIAGONAL
                        .iter()
                        .any(|&eye| from.step(eye).step(eye) == to && self.cell(from.step(eye)).is_empty())
            }
            Kind::Knight => {
                KNIGHT_LEAPS.iter().any(|&(leg, leaps)| leaps.contains(&step) && self.cell(from.step(leg)).is_empty())
            }
            Kind::Rook => self.count_between(from, to) == Some(0),
            Kind::Cannon => self.count_between(from, to) == Some(usize::from(!self.cell(to).is_empty())),
            Kind::Pawn => {
                let color = piece.color();
                step == forward(color) || (!from.is_home_of(color) && (step == RIGHT || step == -RIGHT))
            }
        }
    }

    /// How many pieces stand strictly between two points of one rank or file; `None` when they share neither.
    pub(super) fn count_between(&self, from: Point, to: Point) -> Option<usize> {
        from.towards(to)?;
        Some(from.until(to).filter(|&point| !self.cell(point).is_empty()).count())
    }
}
