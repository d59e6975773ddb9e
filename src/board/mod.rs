//! Positions, moves and their effects. `rules` judges repetitions from the history.
//!
//! A 10 × 9 mailbox with a piece list, the occupancy of each file and rank, and keys.
//!
//! The list goes from the top down. Each file uses only files listed below it. To start with the basics, begin at the
//! end.

/// Leaf counts of the move tree.
mod perft;

/// FEN in and out.
mod fen;

/// The board: a position and its history; make and unmake.
mod make;

/// The moves so far.
mod move_stack;

/// A position that may be illegal, for `rules`.
mod scratch;

/// Static exchange evaluation.
mod see;

/// The legal moves of a side in check.
mod evasions;

/// The squares from which pieces give check, for many moves at once.
mod check_squares;

/// Legal moves and checking moves.
mod legality;

/// Pseudo-legal moves.
mod movegen;

/// Whether a piece reaches a square.
mod movement;

/// Attacks on a square.
mod attacks;

/// Pieces, side and keys, changed by three functions only.
mod position;

/// The occupied squares of each file and rank, as bits.
mod line_occupancy;

/// Zobrist numbers.
mod zobrist;

/// The content of a square.
mod cell;

/// Directions, and the steps from each square.
mod geometry;

pub use check_squares::CheckSquares;
pub use fen::{FenError, STARTPOS};
pub use make::{Board, Delta};
pub use move_stack::Played;
pub use perft::perft;
pub(crate) use position::PieceList;
pub use position::{KeyGroup, Position};
pub(crate) use scratch::Scratch;
pub use see::exchange_value;
