//! The evaluation that a command is asked to use, and what manifests call it.

use anyhow::Context;
use guohe::eval::Evaluation;
use guohe::eval::nnue::Network;
use std::path::Path;
use std::sync::Arc;

/// The network at `path`; the classical evaluation without one.
///
/// # Errors
/// When the file cannot be read or holds no network.
pub fn load(path: Option<&Path>) -> anyhow::Result<Evaluation> {
    let Some(path) = path else { return Ok(Evaluation::CLASSICAL) };
    let network = Network::load(path).with_context(|| format!("the network {}", path.display()))?;
    Ok(Evaluation::Net(Arc::new(network)))
}

/// A name that belongs to this evaluation alone.
pub fn name(evaluation: &Evaluation) -> String {
    match evaluation {
        Evaluation::Classical(_) => "classical".to_owned(),
        Evaluation::Net(network) => format!("net {}", network.digest()),
    }
}
