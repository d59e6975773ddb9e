//! Results of games by opening move: a small text table, written by `guohe-tools book count` and read by the board's
//! opening explorer.
//!
//! A position and its mirror image are one, and all orders of moves that lead to a position are counted together.

use guohe::board::Board;
use guohe::types::{Key, Move};
#[cfg(not(target_family = "wasm"))]
use std::collections::BTreeMap;
use std::collections::HashMap;
#[cfg(not(target_family = "wasm"))]
use std::fmt::Write;

/// The same key for a position and its mirror image.
#[cfg(not(target_family = "wasm"))]
pub fn identity(board: &Board) -> Key {
    let (key, mirrored) = (board.key(), board.mirror_files().key());
    if mirrored.0 < key.0 { mirrored } else { key }
}

/// A move of a position, the same for the mirror images of both.
pub fn identity_of_move(board: &Board, mv: Move) -> (Key, Move) {
    let (key, mirrored) = (board.key(), board.mirror_files().key());
    match key.0.cmp(&mirrored.0) {
        std::cmp::Ordering::Less => (key, mv),
        std::cmp::Ordering::Greater => (mirrored, mv.mirror_files()),
        std::cmp::Ordering::Equal => (key, to_the_right(mv)),
    }
}

/// Of a move and its mirror image the one on Red's right.
pub fn to_the_right(mv: Move) -> Move {
    let files = |mv: Move| (mv.from().file(), mv.to().file());
    if files(mv.mirror_files()) > files(mv) { mv.mirror_files() } else { mv }
}

/// Results of the games in which a move was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Results {
    /// Games that Red won.
    pub red: u32,
    pub draws: u32,
    /// Games that Black won.
    pub black: u32,
}

#[cfg(not(target_family = "wasm"))]
impl Results {
    /// Adds one game, by Red's points: 2 for a win, 1 for a draw, 0 for a loss.
    pub fn add_points(&mut self, red_points: u32) {
        match red_points {
            0 => self.black += 1,
            1 => self.draws += 1,
            _ => self.red += 1,
        }
    }
}

/// Writes lines of moves from the start with the results of their games, each after the line that it continues: ply,
/// move, games that Red won, draws, games that Black won.
#[cfg(not(target_family = "wasm"))]
pub fn write(lines: &BTreeMap<Vec<u16>, Results>) -> String {
    let mut text = String::new();
    for (moves, Results { red, draws, black }) in lines {
        if let Some(mv) = moves.last().and_then(|&bits| Move::from_bits(bits)) {
            let _ = writeln!(text, "{} {mv} {red} {draws} {black}", moves.len());
        }
    }
    text
}

/// The number of the line of a table that cannot be read, counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BadLine(pub usize);

/// A table of results, by position.
#[derive(Debug, Default)]
pub struct Statistics {
    by_move: HashMap<(Key, Move), Results>,
}

impl Statistics {
    /// Reads a table that [`write`] has written; empty lines and lines that begin with `#` are skipped.
    ///
    /// # Errors
    /// The first line that does not continue an earlier one by a legal move.
    pub fn read(text: &str) -> Result<Self, BadLine> {
        let mut found = Self::default();
        let mut board = Board::startpos();
        for (at, line) in text.lines().enumerate() {
            if !line.is_empty() && !line.starts_with('#') {
                found.add(&mut board, line).ok_or(BadLine(at + 1))?;
            }
        }
        Ok(found)
    }

    /// Adds one line; `board` stands at the end of the line before.
    fn add(&mut self, board: &mut Board, line: &str) -> Option<()> {
        let mut words = line.split(' ');
        let ply: usize = words.next()?.parse().ok()?;
        let mv: Move = words.next()?.parse().ok()?;
        let mut number = || words.next()?.parse::<u32>().ok();
        let (red, draws, black) = (number()?, number()?, number()?);
        if ply == 0 || ply > board.plies_played() + 1 {
            return None;
        }
        while board.plies_played() >= ply {
            board.unmake();
        }
        if !board.is_legal_move(mv) {
            return None;
        }
        let results = self.by_move.entry(identity_of_move(board, mv)).or_default();
        results.red += red;
        results.draws += draws;
        results.black += black;
        board.make(mv);
        Some(())
    }

    /// The results of the games in which `mv` was played in the position on `board`, or in its mirror image.
    pub fn results(&self, board: &Board, mv: Move) -> Option<Results> {
        self.by_move.get(&identity_of_move(board, mv)).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(moves: &str) -> Board {
        let mut board = Board::startpos();
        for mv in moves.split_whitespace() {
            board.make(mv.parse().unwrap());
        }
        board
    }

    fn results(table: &Statistics, moves: &str, mv: &str) -> Option<[u32; 3]> {
        table.results(&at(moves), mv.parse().unwrap()).map(|found| [found.red, found.draws, found.black])
    }

    #[test]
    fn mirror_images_and_orders_of_moves_are_counted_together() {
        let text = "# a comment\n1 h2e2 3 2 1\n2 h9g7 2 2 0\n3 g3g4 1 0 0\n1 g3g4 1 1 0\n2 h9g7 1 1 0\n3 h2e2 0 1 0\n";
        let table = Statistics::read(text).unwrap();
        assert_eq!(results(&table, "", "h2e2"), Some([3, 2, 1]));
        assert_eq!(results(&table, "", "b2e2"), Some([3, 2, 1]));
        assert_eq!(results(&table, "b2e2", "b9c7"), Some([2, 2, 0]));
        assert_eq!(results(&table, "h2e2 h9g7", "g3g4"), Some([1, 0, 0]));
        assert_eq!(results(&table, "h2e2", "b9c7"), None);
        let meet = "1 h2e2 1 0 0\n2 h9g7 1 0 0\n3 g3g4 1 0 0\n4 i9h9 1 0 0\n\
                    1 g3g4 0 0 1\n2 h9g7 0 0 1\n3 h2e2 0 0 1\n4 i9h9 0 0 1\n";
        let table = Statistics::read(meet).unwrap();
        assert_eq!(results(&table, "h2e2 h9g7 g3g4", "i9h9"), Some([1, 0, 1]));
    }

    #[test]
    fn lines_that_cannot_be_played_are_refused() {
        for (text, line) in [
            ("1 h2e2 1 0 0\n3 h9g7 1 0 0\n", 2),
            ("1 h2e2 1 0 0\n\n2 h2e2 1 0 0\n", 3),
            ("0 h2e2 1 0 0\n", 1),
            ("1 h2e2 1 0\n", 1),
            ("1 h2e2 -1 0 0\n", 1),
        ] {
            assert_eq!(Statistics::read(text).unwrap_err(), BadLine(line), "{text}");
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let bits = |moves: &str| moves.split(' ').map(|mv| mv.parse::<Move>().unwrap().bits()).collect::<Vec<u16>>();
        let mut points = Results::default();
        [2, 1, 1, 0].into_iter().for_each(|red| points.add_points(red));
        let lines =
            BTreeMap::from([(bits("h2e2"), points), (bits("h2e2 h9g7"), Results { red: 1, draws: 0, black: 1 })]);
        let text = write(&lines);
        assert_eq!(text, "1 h2e2 1 2 1\n2 h9g7 1 0 1\n");
        let table = Statistics::read(&text).unwrap();
        assert_eq!(results(&table, "", "h2e2"), Some([1, 2, 1]));
    }
}
