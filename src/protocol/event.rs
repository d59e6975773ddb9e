//! What the thread that writes hears from the others.

use super::gate::Line;
use crate::engine::Finished;
use crate::search::Iteration;
use crate::types::Move;

/// What happens to the loop.
pub enum Event {
    /// A line arrived.
    Line(Line),
    /// A line arrived that is too long to be one; nothing of it was kept.
    LineDropped,
    /// No more lines will.
    InputEnded,
    /// The search finished an iteration.
    Iteration(Iteration),
    /// The search turns to another root move, after it has lasted for a while.
    CurrentMove {
        /// Of the iteration.
        depth: u32,
        /// The move.
        mv: Move,
        /// Its place among the root moves, from 1.
        number: usize,
    },
    /// The search has ended.
    Finished(Box<Finished>),
}
