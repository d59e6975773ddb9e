//! A board taken apart for questions that the turn order forbids. Nothing done here is recorded, and what it leaves
//! behind need not be a position, so it is for copies; `rules` takes games apart with it.

use super::Board;
use super::Check;
use super::attacks::Change;
use super::attacks::KNIGHTS_BEHIND;
use super::attacks::forward;
use super::cell::Cell;
use super::cell::Point;
use crate::types::Color;
use crate::types::Kind;
use crate::types::Move;
use crate::types::Square;

/// A capture played on a scratch board, with what it takes to undo it.
#[must_use]
pub(crate) struct Seizure {
    from: Point,
    to: Point,
    taken: Cell,
}

impl Board {
    /// A copy of the men and the turn without the history, so that it costs no allocation.
    pub(crate) fn detached(&self) -> Self {
        Self {
            cells: self.cells,
            list: self.list,
            side: self.side,
            key: self.key,
            parts: self.parts,
            check: self.check,
            quiet: self.quiet,
            reversible: self.reversible,
            undo: Vec::new(),
            fen_halfmoves: self.fen_halfmoves,
            fen_fullmoves: self.fen_fullmoves,
            fen_side: self.fen_side,
        }
    }

    /// Sets back a move that took nothing, or a null move, without asking the history.
    pub(crate) fn set_back(&mut self, mv: Option<Move>) {
        if let Some(mv) = mv {
            let man = self.take(Point::of(mv.to()));
            self.put(man, Point::of(mv.from()));
        }
        self.toggle_side();
        self.check = Check::Unknown;
    }

    /// Gives the turn to `side`.
    pub(crate) fn give_turn(&mut self, side: Color) {
        if self.side != side {
            self.toggle_side();
            self.check = Check::Unknown;
        }
    }

    /// Lets the man on `from` take the man on `to`, whoever is to move. Both squares must be occupied.
    pub(crate) fn seize(&mut self, from: Square, to: Square) -> Seizure {
        let (from, to) = (Point::of(from), Point::of(to));
        let taken = self.take(to);
        let man = self.take(from);
        self.put(man, to);
        self.check = Check::Unknown;
        Seizure { from, to, taken }
    }

    /// Undoes [`Board::seize`].
    pub(crate) fn release(&mut self, seizure: Seizure) {
        let man = self.take(seizure.to);
        self.put(man, seizure.from);
        self.put(seizure.taken, seizure.to);
        self.check = Check::Unknown;
    }

    /// The men of `color` that stand on the board, by [`Board::man_id`], with their squares.
    pub(crate) fn men(&self, color: Color) -> impl Iterator<Item = (u8, Square)> + '_ {
        (0..16).filter_map(move |slot| {
            let man = Cell::man(color, slot);
            let point = self.list[man.index()];
            (point != Point::NOWHERE).then(|| (man.0, point.square()))
        })
    }

    /// The men that attack the king of `color`, facing kings included: bit `n` for the enemy whose
    /// [`Board::man_id`] ends in the four bits `n`.
    pub(crate) fn king_attackers(&self, color: Color) -> u16 {
        let king = self.king_point(color);
        let mut found = 0;
        for slot in 1..16 {
            let man = Cell::man(!color, slot);
            let from = self.list[man.index()];
            if from != Point::NOWHERE && self.man_reaches(man, from, king) {
                found |= 1 << slot;
            }
        }
        let (first, _) = self.first_after(king, forward(color), Change::NONE);
        if first.is(!color, Kind::King) {
            found |= 1;
        }
        found
    }

    /// Whether the man on `square` pins itself by standing on the leg of a horse that would otherwise attack its king.
    pub(crate) fn is_pinned_by_knight(&self, square: Square) -> bool {
        let point = Point::of(square);
        let color = self.cell(point).color();
        let king = self.king_point(color);
        KNIGHTS_BEHIND.iter().any(|&(leg, origins)| {
            king.step(leg) == point
                && origins.iter().any(|&origin| self.cell(king.step(origin)).is(!color, Kind::Knight))
        })
    }

    /// Whether the man on `from` would take back on `to`, where a man of its own side stands, by the way it moves.
    pub(crate) fn guards(&self, from: Square, to: Square) -> bool {
        let (from, to) = (Point::of(from), Point::of(to));
        let man = self.cell(from);
        from != to && !man.is_empty() && self.man_reaches(man, from, to)
    }
}
