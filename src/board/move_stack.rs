//! The moves that led to a position, with the state to undo them.

use super::cell::Cell;
use crate::types::{Color, Key, Move};

/// A move with the state before it that unmake cannot recompute.
#[derive(Clone, Copy, Debug)]
pub(super) struct Undo {
    /// The key before the move.
    pub(super) key: Key,
    /// `None` for a null move.
    pub(super) mv: Option<Move>,
    pub(super) captured: Cell,
    /// Whether the side to move was in check; `None` if that was not computed.
    pub(super) check: Option<bool>,
    quiet: u16,
    reversible: u16,
}

/// A past move, for the repetition rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played {
    /// Key of the position before the move.
    pub key: Key,
    /// The move; `None` for a null move.
    pub mv: Option<Move>,
    /// Whether it was a capture.
    pub is_capture: bool,
}

/// The counters of the FEN at the start of the history.
#[derive(Clone, Copy, Debug)]
pub(super) struct FenCounters {
    pub(super) side: Color,
    pub(super) halfmoves: u16,
    pub(super) fullmoves: u32,
}

/// The moves since the FEN that a board was read from.
#[derive(Clone)]
pub(super) struct MoveStack {
    undo: Vec<Undo>,
    /// Plies since the last capture or the start of the history, null moves included.
    quiet: u16,
    /// Plies since the last capture, null move or start of the history: repetitions cannot lie further back.
    reversible: u16,
    pub(super) start: FenCounters,
}

impl MoveStack {
    pub(super) fn new(start: FenCounters) -> Self {
        Self { undo: Vec::new(), quiet: 0, reversible: 0, start }
    }

    /// Pushes a move with the `key` and `check` before it, and the captured piece.
    #[inline]
    pub(super) fn push(&mut self, key: Key, check: Option<bool>, mv: Option<Move>, captured: Cell) {
        self.undo.push(Undo { key, mv, captured, check, quiet: self.quiet, reversible: self.reversible });
        if !captured.is_empty() {
            self.quiet = 0;
            self.reversible = 0;
        } else {
            // Saturating, since a game may have any length.
            self.quiet = self.quiet.saturating_add(1);
            self.reversible = if mv.is_some() { self.reversible.saturating_add(1) } else { 0 };
        }
    }

    /// Pops the last move, if there is one, with its undo state.
    ///
    /// Copied field by field: a wider load would miss store forwarding.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<Undo> {
        let &Undo { key, mv, captured, check, quiet, reversible } = self.undo.last()?;
        self.undo.truncate(self.undo.len() - 1);
        self.quiet = quiet;
        self.reversible = reversible;
        Some(Undo { key, mv, captured, check, quiet, reversible })
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.undo.len()
    }

    #[inline]
    pub(super) fn quiet_plies(&self) -> usize {
        self.quiet as usize
    }

    #[inline]
    pub(super) fn reversible_plies(&self) -> usize {
        self.reversible as usize
    }

    /// The move made `back` plies ago: 0 is the last one.
    #[inline]
    pub(super) fn back(&self, back: usize) -> Option<&Undo> {
        self.undo.get(self.undo.len().checked_sub(back + 1)?)
    }
}

impl From<&Undo> for Played {
    #[inline]
    fn from(undo: &Undo) -> Self {
        Self { key: undo.key, mv: undo.mv, is_capture: !undo.captured.is_empty() }
    }
}
