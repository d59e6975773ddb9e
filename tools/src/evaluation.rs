//! The network that a command is asked to use, and what manifests call it.

use anyhow::Context;
use guohe::eval::nnue::{self, Network};
use std::path::Path;
use std::sync::Arc;

/// The network at `path`; the built-in one without a path.
///
/// # Errors
/// When the file cannot be read or holds no network.
pub fn load(path: Option<&Path>) -> anyhow::Result<Arc<Network>> {
    let Some(path) = path else { return Ok(nnue::embedded()) };
    let network = Network::load(path).with_context(|| format!("the network {}", path.display()))?;
    Ok(Arc::new(network))
}

/// A name that belongs to this network alone.
pub fn name(network: &Network) -> String {
    format!("net {}", network.digest())
}
