//! A game that is being played or replayed: its start and its legal moves.

use super::outcome::{Outcome, outcome};
use crate::board::{Board, Delta, FenError};
use crate::rules::Rules;
use crate::types::{Color, Move};
use std::fmt;

/// A game: its start position and the moves so far.
///
/// ```
/// use guohe::game::Game;
/// let mut game = Game::new();
/// game.push("h2e2".parse().unwrap()).unwrap();
/// assert!(game.push("h2e2".parse().unwrap()).is_err());
/// assert_eq!(game.outcome(&Default::default()), None);
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Game {
    start: Board,
    board: Board,
    moves: Vec<Move>,
}

/// A move that the position does not allow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IllegalMove(pub Move);

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is not a legal move here", self.0)
    }
}

impl std::error::Error for IllegalMove {}

impl Game {
    /// A game from the start position.
    pub fn new() -> Self {
        Self::from(Board::startpos())
    }

    /// A game from the position of `fen`.
    ///
    /// # Errors
    /// When `fen` is not a legal position.
    pub fn from_fen(fen: &str) -> Result<Self, FenError> {
        Board::from_fen(fen).map(Self::from)
    }

    /// The position before the first move.
    pub fn start(&self) -> &Board {
        &self.start
    }

    /// The position now, with the moves that led to it.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The side to move.
    pub fn side(&self) -> Color {
        self.board.side()
    }

    /// The full-move number, as in a FEN: it increases after each move by Black.
    pub fn move_number(&self) -> usize {
        self.board.move_number()
    }

    /// The moves so far.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Plays a move, also after the rules have ended the game: front ends may play on.
    ///
    /// # Errors
    /// When the move is not legal; then nothing changes.
    pub fn push(&mut self, mv: Move) -> Result<Delta, IllegalMove> {
        if !self.board.is_legal_move(mv) {
            return Err(IllegalMove(mv));
        }
        self.moves.push(mv);
        Ok(self.board.make(mv))
    }

    /// Takes the last move back; `None` when there is none.
    pub fn pop(&mut self) -> Option<Move> {
        let mv = self.moves.pop()?;
        self.board.unmake();
        Some(mv)
    }

    /// The end of the game by the rules; `None` while it goes on.
    pub fn outcome(&self, rules: &Rules) -> Option<Outcome> {
        outcome(&self.board, rules)
    }
}

impl Default for Game {
    fn default() -> Self {
        Self::new()
    }
}

impl From<Board> for Game {
    /// A game that begins at the position of `board`, whose own history is left out.
    fn from(board: Board) -> Self {
        let start = board.without_history();
        Self { board: start.clone(), start, moves: Vec::new() }
    }
}
