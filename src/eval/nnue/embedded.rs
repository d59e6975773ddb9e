//! The network that is built into the program, so that one file is the whole engine.

use super::Network;
use std::sync::Arc;

/// The contents of the chosen network's file. `docs/nnue.md` says how it was made and what it is worth.
const BYTES: &[u8] = include_bytes!("../../../nets/25c012e3.nnue");

/// The built-in network.
pub fn embedded() -> Arc<Network> {
    Arc::new(Network::from_bytes(BYTES).expect("a test loads the built-in network"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_network_loads() {
        assert_eq!(embedded().name(), "25c012e3");
    }
}
