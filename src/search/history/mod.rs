//! Histories: how moves have done, and how far static scores were off.

mod correction;
mod tables;
mod thread;

pub use tables::QuietHistory;
pub(super) use tables::{Histories, PieceTo, PriorMoves, mover};
pub(super) use thread::ThreadHistory;
