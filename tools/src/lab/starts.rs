//! Start positions of games: those that are kept for figures that are published.

use anyhow::Context;
use guohe::board::Board;
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

/// The first `count` of them, all of them at most.
pub fn first(count: usize) -> Vec<Board> {
    let fens = LIST.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    fens.take(count).map(|fen| Board::from_fen(fen).expect("the list is well-formed")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_read() {
        assert_eq!(first(3).len(), 3);
        assert_eq!(first(usize::MAX).len(), 600);
    }
}
