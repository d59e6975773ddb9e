//! Attacks on a square, looked up from the square.

use super::cell::Cell;
use super::geometry::{Direction, KNIGHT_ORIGINS, KnightLeaps, PAWN_ORIGINS};
use super::position::Position;
use crate::types::{Color, Kind, Square};

/// A move that has not been made: `piece` leaves `from` and occupies `to`.
#[derive(Clone, Copy)]
pub(super) struct Change {
    pub(super) from: Square,
    pub(super) to: Square,
    pub(super) piece: Cell,
}

impl Position {
    /// Whether the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        self.cached_check().unwrap_or_else(|| self.is_king_attacked(self.side()))
    }

    /// The cell of `square` after `change`.
    #[inline]
    pub(super) fn cell_after(&self, square: Square, change: Change) -> Cell {
        if square == change.to {
            change.piece
        } else if square == change.from {
            Cell::EMPTY
        } else {
            self.cell(square)
        }
    }

    /// The first piece from `square` in a direction; empty if there is none.
    #[inline]
    pub(super) fn first(&self, square: Square, direction: Direction) -> Cell {
        let [met, _] = self.lines().first_two(square, direction);
        if met == square { Cell::EMPTY } else { self.cell(met) }
    }

    /// Whether a rook, a cannon or the facing king of `by` hits the king on `target` from `direction` after `change`.
    #[inline(always)]
    pub(super) fn ray_attacks(&self, target: Square, direction: Direction, by: Color, change: Change) -> bool {
        let met = self.lines().first_two_after(target, direction, change.from, change.to);
        let [first, second] = met.map(|square| if square == change.to { change.piece } else { self.cell(square) });
        first.is(by, Kind::Rook) || second.is(by, Kind::Cannon) || (direction.is_vertical() && first.is(by, Kind::King))
    }

    /// Whether a knight of `by` attacks over a leg: one entry of [`KNIGHT_ORIGINS`] of the attacked square.
    #[inline]
    pub(super) fn knights_through(&self, (leg, origins): KnightLeaps, by: Color, change: Change) -> bool {
        self.cell_after(leg, change).is_empty()
            && origins.iter().any(|&origin| self.cell_after(origin, change).is(by, Kind::Knight))
    }

    /// Whether the king on `target` would be attacked by `by` after `change`. Advisors and bishops are not tested,
    /// since they never reach the enemy palace. Facing kings count as an attack.
    #[inline]
    pub(super) fn king_attacked_after(&self, target: Square, by: Color, change: Change) -> bool {
        // Unrolled, so that each call is specialised for its direction.
        self.ray_attacks(target, Direction::Up, by, change)
            || self.ray_attacks(target, Direction::Down, by, change)
            || self.ray_attacks(target, Direction::Right, by, change)
            || self.ray_attacks(target, Direction::Left, by, change)
            || KNIGHT_ORIGINS[target].iter().any(|&knights| self.knights_through(knights, by, change))
            || PAWN_ORIGINS[by.index()][target].iter().any(|&origin| self.cell_after(origin, change).is(by, Kind::Pawn))
    }

    /// Whether the king of `color` is attacked, also if `color` is not to move. Facing kings count.
    pub(super) fn is_king_attacked(&self, color: Color) -> bool {
        let king = self.king(color);
        let no_change = Change { from: king, to: king, piece: self.cell(king) };
        self.king_attacked_after(king, !color, no_change)
    }
}
