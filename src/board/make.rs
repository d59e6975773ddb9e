//! The board: a position together with the moves that led to it. Makes and unmakes moves; `rules` judges repetitions
//! from the history.

use super::cell::Cell;
use super::move_stack::{FenCounters, MoveStack, Played};
use super::position::Position;
use crate::types::{Move, Piece, Square};
use std::ops::Deref;

/// The changes by a move, for incrementally updated evaluators.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Delta {
    /// The piece that moved.
    pub piece: Piece,
    /// Its square before the move.
    pub from: Square,
    /// Its square after the move.
    pub to: Square,
    /// The captured piece.
    pub captured: Option<Piece>,
}

/// A position together with the moves that led to it. Queries of the position alone are methods of [`Position`].
#[derive(Clone)]
pub struct Board {
    position: Position,
    move_stack: MoveStack,
}

impl Deref for Board {
    type Target = Position;

    #[inline]
    fn deref(&self) -> &Position {
        &self.position
    }
}

impl Board {
    /// A board without moves. The caller guarantees that `position` is legal.
    pub(super) fn new(position: Position, start: FenCounters) -> Self {
        Self { position, move_stack: MoveStack::new(start) }
    }

    /// The position alone.
    #[inline]
    pub fn position(&self) -> &Position {
        &self.position
    }

    #[inline]
    pub(super) fn move_stack(&self) -> &MoveStack {
        &self.move_stack
    }

    /// Plays a legal move.
    ///
    /// # Panics
    /// In debug builds, when no piece of the side to move stands on the from-square, or one of them stands on the
    /// to-square.
    #[inline]
    pub fn make(&mut self, mv: Move) -> Delta {
        let (from, to) = (mv.from(), mv.to());
        let position = &mut self.position;
        debug_assert!(position.cell(from).belongs_to(position.side()));
        debug_assert!(!position.cell(to).belongs_to(position.side()));
        let captured = position.cell(to);
        self.move_stack.push(position.key(), position.cached_check(), Some(mv), captured);
        if !captured.is_empty() {
            position.take(to);
        }
        let piece = position.take(from);
        position.put(piece, to);
        position.toggle_side();
        let piece = Piece::new(piece.color(), piece.kind());
        Delta { piece, from: mv.from(), to: mv.to(), captured: captured.piece() }
    }

    /// Caches whether the side to move is in check, for a caller that knows it from [`Position::gives_check`].
    #[inline]
    pub fn remember_check(&mut self, in_check: bool) {
        debug_assert_eq!(in_check, self.position.in_check(), "{self:?}");
        self.position.remember_check(Some(in_check));
    }

    /// Takes the last move back.
    ///
    /// # Panics
    /// When no move was made, or the last one was a null move.
    #[inline]
    pub fn unmake(&mut self) {
        let undo = self.move_stack.pop().expect("a move was made before it is taken back");
        let mv = undo.mv.expect("a null move is taken back by unmake_null");
        let (from, to) = (mv.from(), mv.to());
        let position = &mut self.position;
        position.toggle_side();
        let piece = position.take(to);
        position.put(piece, from);
        if !undo.captured.is_empty() {
            position.put(undo.captured, to);
        }
        debug_assert_eq!(position.key(), undo.key);
        position.remember_check(undo.check);
    }

    /// Whether the legal move `mv` leaves the opponent without a legal move, and so wins.
    pub(crate) fn is_mating(&mut self, mv: Move) -> bool {
        self.make(mv);
        let mates = !self.has_legal_move();
        self.unmake();
        mates
    }

    /// Makes a null move. Only the search does so.
    #[inline]
    pub fn make_null(&mut self) {
        self.move_stack.push(self.position.key(), self.position.cached_check(), None, Cell::EMPTY);
        self.position.toggle_side();
        // The opponent made the move before the null move, so its king is not in check.
        self.remember_check(false);
    }

    /// Takes a null move back.
    ///
    /// # Panics
    /// When no move was made; in debug builds also when the last move was not a null move.
    #[inline]
    pub fn unmake_null(&mut self) {
        let undo = self.move_stack.pop().expect("a null move was made before it is taken back");
        debug_assert!(undo.mv.is_none());
        self.position.toggle_side();
        self.position.remember_check(undo.check);
    }

    /// Number of moves made since the FEN that the board was read from, null moves included.
    #[inline]
    pub fn plies_played(&self) -> usize {
        self.move_stack.len()
    }

    /// The move made `back` plies ago: 0 is the last one. `None` before the start of the history.
    #[inline]
    pub fn played(&self, back: usize) -> Option<Played> {
        self.move_stack.back(back).map(Played::from)
    }

    /// The last move made, unless it was a null move.
    #[inline]
    pub fn last_move(&self) -> Option<Move> {
        self.move_stack.back(0)?.mv
    }

    /// Plies since the last capture, counted over the moves made on this board only: front ends may send the FEN of a
    /// position in mid-game with a counter that is not reliable.
    #[inline]
    pub fn quiet_plies(&self) -> usize {
        self.move_stack.quiet_plies()
    }

    /// An earlier occurrence of the current position lies at most this many plies back.
    #[inline]
    pub fn reversible_plies(&self) -> usize {
        self.move_stack.reversible_plies()
    }

    /// [`Position::in_check`], which is then cached while the position is on the board or in its history.
    #[inline]
    pub fn in_check_cached(&mut self) -> bool {
        let in_check = self.position.in_check();
        self.position.remember_check(Some(in_check));
        in_check
    }

    /// Whether the side that moved `back` plies ago was in check before that move; `None` if that was not computed
    /// then.
    #[inline]
    pub fn was_in_check(&self, back: usize) -> Option<bool> {
        self.move_stack.back(back)?.check
    }

    /// The same position with the colours exchanged and the board turned, without its history.
    pub fn flip_colors(&self) -> Self {
        Self::fresh(self.position.transformed(Square::flip_ranks, |color| !color))
    }

    /// The same position with left and right exchanged, without its history.
    pub fn mirror_files(&self) -> Self {
        Self::fresh(self.position.transformed(Square::mirror_files, |color| color))
    }

    fn fresh(position: Position) -> Self {
        Self::new(position, FenCounters { side: position.side(), halfmoves: 0, fullmoves: 1 })
    }
}

impl PartialEq for Board {
    /// Same pieces on the same squares, same side to move; the history does not matter.
    fn eq(&self, other: &Self) -> bool {
        self.position == other.position
    }
}
