//! What a position is and how a move changes it. Says nothing of repetition, which `rules` reads off the history.
//!
//! A 10 × 9 mailbox kept in a padded array with a sentinel border, a piece list, and keys. The files in reading order;
//! each uses only those before it:
//!
//! | file | what it is for |
//! |---|---|
//! | `point` | the padded board's geometry: points, steps, what lies between |
//! | `cell` | what stands on a point |
//! | `zobrist` | the numbers that keys are made of |
//! | `position` | pieces, side and keys, behind three doors |
//! | `attacks` | who attacks a point |
//! | `movement` | whether a piece reaches a point |
//! | `movegen` | pseudo-legal moves |
//! | `legality` | legal moves and checking moves |
//! | `checks` | where checks are given, for many moves at once |
//! | `evasions` | the legal moves of a side in check |
//! | `see` | static exchange evaluation |
//! | `reach` | the squares that pieces reach, as sets |
//! | `scratch` | a position that may be changed against the rules |
//! | `history` | the moves so far |
//! | `make` | the board: a position and its history; make and unmake |
//! | `fen` | FEN in and out |
//! | `perft` | leaf counts |

mod attacks;
mod cell;
mod checks;
mod evasions;
mod fen;
mod history;
mod legality;
mod make;
mod movegen;
mod movement;
mod perft;
mod point;
mod position;
mod reach;
mod scratch;
mod see;
mod zobrist;

pub use checks::CheckSquares;
pub use fen::FenError;
pub use fen::STARTPOS;
pub use history::Played;
pub use make::Board;
pub use make::Delta;
pub use perft::{divide, perft};
pub use position::Part;
pub use position::Position;
pub use reach::{Lines, Occupancy};
pub(crate) use scratch::Scratch;
pub use see::exchange_value;
