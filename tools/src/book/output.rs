//! Writing a book file, which the engine must be able to read.

use anyhow::Context;
use anyhow::ensure;
use guohe::book::Book;
use std::path::Path;

/// Whether `path` may be written: it is new, or `force` was said. Asked before the work.
///
/// # Errors
/// When it may not.
pub fn check(path: &Path, force: bool) -> anyhow::Result<()> {
    ensure!(force || !path.exists(), "{} exists; --force overwrites it", path.display());
    crate::place::check_folder_of(path)
}

/// Writes the book `text`.
///
/// # Errors
/// When the file cannot be written.
///
/// # Panics
/// When the engine would not take it, which is our own mistake.
pub fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    let mut book = Book::default();
    book.read(path, text.as_bytes()).expect("a book that is written here can be read");
    std::fs::write(path, text).with_context(|| format!("writing {}", path.display()))
}

/// A comment: each line behind a `#`.
pub fn comment(text: &str) -> String {
    text.lines().map(|line| format!("# {line}").trim_end().to_owned() + "\n").collect()
}
