//! The static evaluation of a position. It does not depend on the history of the game.

pub mod nnue;

pub use nnue::Evaluator;
