//! Writing a book file, which the engine must be able to read.

use anyhow::ensure;
use guohe::book::Book;
use guohe_common::place;
use std::path::Path;

/// Bytes of a file from which on the engine takes it for no book.
const LONGEST_BOOK: usize = 16 << 20;

/// Whether `path` may be written: it is new, or `force` was said. Asked before the work.
///
/// # Errors
/// When it may not.
pub fn check(path: &Path, force: bool) -> anyhow::Result<()> {
    place::check_free(path, force)?;
    place::check_folder_of(path)
}

/// Writes the book `text`.
///
/// # Errors
/// When it is longer than the engine reads, or the file cannot be written.
///
/// # Panics
/// When the engine would not take a line of it, which is our own mistake.
pub fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    let (found, most) = (text.len().div_ceil(1 << 20), LONGEST_BOOK >> 20);
    ensure!(
        text.len() <= LONGEST_BOOK,
        "the book would have {found} MiB, and the engine reads {most} MiB: a greater --min or fewer --plies make it shorter"
    );
    let mut book = Book::default();
    book.read(path, text.as_bytes()).expect("a book that is written here can be read");
    place::write_whole(path, text.as_bytes())
}

/// A comment: each line behind a `#`.
pub fn comment(text: &str) -> String {
    text.lines().map(|line| format!("# {line}").trim_end().to_owned() + "\n").collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_no_longer_than_the_engine_reads() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("book.txt");
        let longest = "#".repeat(LONGEST_BOOK);
        write(&path, &longest).unwrap();
        assert!(Book::load(std::slice::from_ref(&path)).is_ok());
        let said = write(&path, &(longest + "#")).unwrap_err().to_string();
        assert!(said.contains("17 MiB") && said.contains("16 MiB"), "{said}");
        assert_eq!(std::fs::metadata(&path).unwrap().len(), LONGEST_BOOK as u64, "a refused book leaves the old one");
        std::fs::write(&path, "#".repeat(LONGEST_BOOK + 1)).unwrap();
        assert!(Book::load(&[path]).is_err());
    }
}
