//! The efficiently updatable network (NNUE): inputs, weights, accumulators and the network file. `guohe-tools train`
//! trains networks with the same numbering of inputs.
//!
//! The idea of sums that a move updates instead of recomputing them is Y. Nasu's ("Efficiently Updatable
//! Neural-Network-based Evaluation Functions for Computer Shogi", 2018). Shape: 689 inputs per side → hidden neurons,
//! once for each side with shared weights → clamp to 0..1 and square → one of eight outputs, chosen by the heavy pieces
//! on the board.

mod accumulator;
mod embedded;
pub mod features;
mod flank_balance;
mod network;
mod network_file;
mod shape;
mod simd;
mod trace;

pub use accumulator::Evaluator;
pub use embedded::{embedded, embedded_digest};
pub use flank_balance::FlankBalance;
pub use network::{MAX_INPUT_WEIGHT, MAX_OUTPUT_WEIGHT, Network, OUTPUT_SCALES, Parameters};
pub use shape::Shape;
pub use simd::{HIDDEN_SCALE, Simd};
pub use trace::{Trace, trace};

/// A small network with random weights, for tests that must not depend on the built-in one.
#[cfg(test)]
pub fn random_network() -> std::sync::Arc<Network> {
    let parameters = simd::random_parameters(Shape { hidden: 32 }, 1);
    std::sync::Arc::new(Network::from_bytes(&parameters.to_bytes()).expect("a network that was just written loads"))
}
