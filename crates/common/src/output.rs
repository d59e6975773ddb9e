//! Files that grow while a match runs: the games as PGN, the engines' talk.

use anyhow::Context;
use std::fs::File;
use std::fs::OpenOptions;
use std::path::Path;

/// Opens a file to write to: behind what it holds when `append` is set, anew otherwise.
///
/// # Errors
/// When it cannot be written.
pub fn open(path: &Path, append: bool) -> anyhow::Result<File> {
    let mut options = OpenOptions::new();
    options.create(true).write(true).append(append).truncate(!append);
    options.open(path).with_context(|| format!("opening {}", path.display()))
}
