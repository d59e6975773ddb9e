//! A position without history that may be illegal. `rules` unmakes past moves on it and tries captures out of turn.

use super::cell::Cell;
use super::geometry::{Direction, KNIGHT_ORIGINS};
use super::position::Position;
use crate::types::{Color, Kind, Move, Square};
use std::ops::Deref;

/// A copy of a position that may become illegal.
#[derive(Clone, Copy)]
pub(crate) struct Scratch(Position);

/// A capture tried on a scratch position, with the state to undo it.
#[must_use]
pub(crate) struct TriedCapture {
    from: Square,
    to: Square,
    taken: Cell,
}

impl Deref for Scratch {
    type Target = Position;

    fn deref(&self) -> &Position {
        &self.0
    }
}

impl Scratch {
    /// A copy of `position`.
    pub(crate) fn of(position: &Position) -> Self {
        Self(*position)
    }

    /// Unmakes `mv`, a quiet move, or a null move if `None`.
    pub(crate) fn unmake(&mut self, mv: Option<Move>) {
        if let Some(mv) = mv {
            let piece = self.0.take(mv.to());
            self.0.put(piece, mv.from());
        }
        self.0.toggle_side();
    }

    /// Sets the side to move.
    pub(crate) fn set_side(&mut self, side: Color) {
        if self.0.side() != side {
            self.0.toggle_side();
        }
    }

    /// Captures the piece on `to` with the piece on `from`, regardless of the side to move. Both squares must be
    /// occupied.
    pub(crate) fn try_capture(&mut self, from: Square, to: Square) -> TriedCapture {
        let taken = self.0.take(to);
        let piece = self.0.take(from);
        self.0.put(piece, to);
        TriedCapture { from, to, taken }
    }

    /// Undoes [`Scratch::try_capture`].
    pub(crate) fn undo_capture(&mut self, tried: TriedCapture) {
        let piece = self.0.take(tried.to);
        self.0.put(piece, tried.from);
        self.0.put(tried.taken, tried.to);
    }
}

impl Position {
    /// The number of the piece on `square`: below 16, unique within its side. A piece keeps it for the whole game.
    pub(crate) fn piece_number(&self, square: Square) -> Option<u8> {
        let cell = self.cell(square);
        (!cell.is_empty()).then(|| cell.number())
    }

    /// The pieces of `color` that stand on the board, by number, with their squares.
    pub(crate) fn pieces(&self, color: Color) -> impl Iterator<Item = (u8, Square)> + '_ {
        (0..Cell::PIECES_PER_SIDE).filter_map(move |number| Some((number, self.square_of(Cell::of(color, number))?)))
    }

    /// The pieces that attack the king of `color`, a facing king included: bit `n` for the enemy's piece number `n`.
    pub(crate) fn king_attackers(&self, color: Color) -> u16 {
        let king = self.king(color);
        let mut found = 0;
        for (number, from) in self.pieces(!color) {
            if number != 0 && self.reaches(self.cell(from), from, king) {
                found |= 1 << number;
            }
        }
        let forward = if color == Color::Red { Direction::Up } else { Direction::Down };
        if self.first(king, forward).is(!color, Kind::King) {
            found |= 1;
        }
        found
    }

    /// Whether the piece on `square` is pinned by a knight: it stands on the leg of an enemy knight that would attack
    /// its king.
    pub(crate) fn is_pinned_by_knight(&self, square: Square) -> bool {
        let color = self.cell(square).color();
        KNIGHT_ORIGINS[self.king(color)].iter().any(|(leg, origins)| {
            *leg == square && origins.iter().any(|&origin| self.cell(origin).is(!color, Kind::Knight))
        })
    }

    /// Whether the piece on `from` protects `to`: it could pseudo-legally recapture there.
    pub(crate) fn guards(&self, from: Square, to: Square) -> bool {
        let piece = self.cell(from);
        from != to && !piece.is_empty() && self.reaches(piece, from, to)
    }
}
