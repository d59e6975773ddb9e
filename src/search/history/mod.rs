//! Histories of moves, and the correction history of static scores.

mod correction;
mod tables;
mod thread;

pub use tables::QuietHistory;
pub(super) use tables::{Histories, PieceTo, PriorMoves, mover};
pub(super) use thread::ThreadHistory;
