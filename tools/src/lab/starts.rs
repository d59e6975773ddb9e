//! Start positions of games: those that are kept for figures that are published.

use anyhow::Context;
use std::path::Path;

/// Where the list stands in the sources.
pub const FILE: &str = "tools/data/openings-heldout.txt";

const LIST: &str = include_str!("../../data/openings-heldout.txt");

/// Writes the list to a file, for programs that read one: this one may run where its sources are not.
///
/// # Errors
/// When the file cannot be written.
pub fn write(path: &Path) -> anyhow::Result<()> {
    std::fs::write(path, LIST).with_context(|| format!("cannot write {}", path.display()))
}
