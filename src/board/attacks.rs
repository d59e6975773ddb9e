//! Who attacks a point, seen from the point.

use super::cell::Cell;
use super::point::KNIGHT_ORIGINS;
use super::point::Point;
use super::point::RIGHT;
use super::point::Step;
use super::point::UP;
use super::point::forward;
use super::point::is_vertical;
use super::position::Check;
use super::position::Position;
use crate::types::Color;
use crate::types::Kind;

/// A change of the board that has not been made: `from` is left and `to` is taken by `piece`.
#[derive(Clone, Copy)]
pub(super) struct Change {
    pub(super) from: Point,
    pub(super) to: Point,
    pub(super) piece: Cell,
}

impl Change {
    /// No change: both points are the corner of the border, which no ray passes.
    pub(super) const NONE: Self = Self { from: Point::NOWHERE, to: Point::NOWHERE, piece: Cell::BORDER };
}

impl Position {
    /// Whether the side to move stands in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        match self.check() {
            Check::Yes => true,
            Check::No => false,
            Check::Unknown => self.is_king_attacked(self.side()),
        }
    }

    /// [`Position::in_check`], remembered until the position changes.
    #[inline]
    pub(super) fn refresh_check(&mut self) -> bool {
        let in_check = self.in_check();
        self.remember_check(if in_check { Check::Yes } else { Check::No });
        in_check
    }

    /// What stands on `point` after `change`.
    #[inline]
    pub(super) fn cell_after(&self, point: Point, change: Change) -> Cell {
        if point == change.to {
            change.piece
        } else if point == change.from {
            Cell::EMPTY
        } else {
            self.cell(point)
        }
    }

    /// The first piece met from `point` in the direction of `step`, or the border.
    #[inline]
    pub(super) fn first(&self, point: Point, step: Step) -> Cell {
        self.cell(self.lines().first_two(point, step)[0])
    }

    /// Whether a rook, a cannon or the facing king of `by` hits `target` along `step` after `change`. A king counts
    /// as far as it sees: on a king it is the flying general, next to any point in the palace it is an ordinary attack.
    #[inline(always)]
    pub(super) fn ray_attacks(&self, target: Point, step: Step, by: Color, change: Change) -> bool {
        let met = self.lines().first_two_after(target, step, change.from, change.to);
        let [first, second] = met.map(|point| if point == change.to { change.piece } else { self.cell(point) });
        first.is(by, Kind::Rook) || second.is(by, Kind::Cannon) || (is_vertical(step) && first.is(by, Kind::King))
    }

    /// Whether a knight of `by` whose leg is the neighbour `leg` of `target` attacks it.
    #[inline]
    pub(super) fn knights_through(
        &self,
        target: Point,
        (leg, origins): (Step, [Step; 2]),
        by: Color,
        change: Change,
    ) -> bool {
        self.cell_after(target.step(leg), change).is_empty()
            && origins.iter().any(|&origin| self.cell_after(target.step(origin), change).is(by, Kind::Knight))
    }

    /// Whether a pawn of `by` attacks `target`, which must lie in the half of the board where its pawns go sideways
    /// for those beside it to count.
    #[inline]
    pub(super) fn pawns_attack(&self, target: Point, by: Color, change: Change) -> bool {
        let behind = target.step(-forward(by));
        if self.cell_after(behind, change).is(by, Kind::Pawn) {
            return true;
        }
        !target.is_home_of(by)
            && (self.cell_after(target.step(RIGHT), change).is(by, Kind::Pawn)
                || self.cell_after(target.step(-RIGHT), change).is(by, Kind::Pawn))
    }

    /// Whether the king on `target` would be attacked by `by` after `change`: every piece but advisors and bishops,
    /// which never reach the enemy palace. The flying general counts.
    #[inline]
    pub(super) fn king_attacked_after(&self, target: Point, by: Color, change: Change) -> bool {
        // Written out, so that each is compiled for its step.
        self.ray_attacks(target, UP, by, change)
            || self.ray_attacks(target, -UP, by, change)
            || self.ray_attacks(target, RIGHT, by, change)
            || self.ray_attacks(target, -RIGHT, by, change)
            || KNIGHT_ORIGINS.iter().any(|&knights| self.knights_through(target, knights, by, change))
            || self.pawns_attack(target, by, change)
    }

    /// Whether the king of `color` is attacked, whoever is to move. Facing kings count.
    pub(super) fn is_king_attacked(&self, color: Color) -> bool {
        self.king_attacked_after(self.king_point(color), !color, Change::NONE)
    }
}
