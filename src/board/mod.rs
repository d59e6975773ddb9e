//! What a position is and how a move changes it. Says nothing of repetition, which `rules` reads off the history.
//!
//! A 10 × 9 mailbox kept in a padded array with a sentinel border, a piece list, and keys. The files stand in reading
//! order, each looks only at those below it.

/// Leaf counts of the move tree.
mod perft;

/// FEN in and out.
mod fen;

/// The board: a position and its history; make and unmake.
mod make;

/// The moves so far.
mod history;

/// A position that may be changed against the rules.
mod scratch;

/// Static exchange evaluation.
mod see;

/// The legal moves of a side in check.
mod evasions;

/// Where checks are given, for many moves at once.
mod checks;

/// Legal moves and checking moves.
mod legality;

/// Pseudo-legal moves.
mod movegen;

/// Whether a piece reaches a point.
mod movement;

/// Who attacks a point.
mod attacks;

/// Pieces, side and keys, behind three doors.
mod position;

/// Where pieces stand along each line, as bits.
mod line_occupancy;

/// The numbers that keys are made of.
mod zobrist;

/// What stands on a point.
mod cell;

/// The padded board's geometry: points, steps, what lies between.
mod point;

pub use checks::CheckSquares;
pub use fen::FenError;
pub use fen::STARTPOS;
pub use history::Played;
pub use make::Board;
pub use make::Delta;
pub use perft::perft;
pub use position::KeyGroup;
pub use position::Position;
pub(crate) use scratch::Scratch;
pub use see::exchange_value;
