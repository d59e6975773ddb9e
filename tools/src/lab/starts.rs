//! Start positions of games: those that are kept for figures that are published.

use guohe::board::Board;

/// The list, for programs that read it themselves.
pub const FILE: &str = "tools/data/openings-heldout.txt";

const LIST: &str = include_str!("../../data/openings-heldout.txt");

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
