//! What a position is worth without search. Knows nothing of repetition or of the search that asks.

pub mod nnue;

pub use nnue::Evaluator;
