//! The vocabulary: squares, pieces, moves, keys, scores and names. Imports nothing from the rest of the crate.

mod key;
mod moves;
mod named;
mod piece;
mod regions;
mod score;
mod square;

pub use key::{Key, SplitMix64, mix};
pub use moves::{MAX_MOVES, Move, MoveList, ParseMoveError};
pub(crate) use named::named;
pub use named::{Named, UnknownName};
pub use piece::{Color, Kind, Piece};
pub use score::{Score, Window};
pub use square::{File, Rank, Square};
