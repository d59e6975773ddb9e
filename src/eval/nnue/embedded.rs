//! The network that is built into the program.

use super::Network;
use sha2::{Digest, Sha256};
use std::sync::{Arc, LazyLock};

/// The contents of the file that `build.rs` chose.
const BYTES: &[u8] = include_bytes!(env!("GUOHE_NETWORK"));

/// The first eight hexadecimal digits of the SHA-256 of the built-in network's file: its name in test frameworks.
/// The network's own name begins its [`Network::hash`].
pub fn embedded_digest() -> String {
    format!("{:.8x}", Sha256::digest(BYTES))
}

/// The built-in network, read once for the whole process.
static NETWORK: LazyLock<Arc<Network>> = LazyLock::new(|| {
    Arc::new(
        Network::from_bytes(BYTES).expect("the built-in network was checked by a test or by the build with EVALFILE"),
    )
});

/// The built-in network.
pub fn embedded() -> Arc<Network> {
    Arc::clone(&NETWORK)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn the_built_in_network_loads() {
        let stem = Path::new(env!("GUOHE_NETWORK")).file_stem().and_then(|stem| stem.to_str());
        assert_eq!(Some(embedded().name().as_str()), stem);
    }
}
