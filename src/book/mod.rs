//! The opening book: weighted moves by position, read from text files with lines and positions.
//!
//! The head of `book/openings.txt`, the built-in book, describes the format. Positions are looked up by key, so
//! transpositions share moves. Every line is added with its mirror image.

mod book_file;
mod randomness;

use crate::board::Board;
use crate::files::{self, FileError};
use crate::types::{Key, Move};
use book_file::BookLine;
pub use book_file::Opening;
use rand::Rng;
use rand::seq::IndexedRandom;
pub use randomness::Randomness;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// The text of the built-in book.
const EMBEDDED: &str = include_str!("../../book/openings.txt");
/// The name of the built-in book in errors.
const EMBEDDED_NAME: &str = "book/openings.txt";

/// A move that the book offers in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookMove<'book> {
    /// The move, legal in the position.
    pub mv: Move,
    /// The sum of the weights of the lines that play it; at least 1.
    pub weight: u32,
    /// The line of greatest weight that plays it.
    pub opening: &'book Opening,
}

/// A move of one position in the book.
#[derive(Clone, Copy, Debug)]
struct MoveEntry {
    mv: Move,
    weight: u32,
    /// Index of the line of greatest weight that plays the move.
    opening: usize,
    /// The weight of that line.
    opening_weight: u32,
}

/// Lines of opening theory, and the moves of all positions on them.
#[derive(Clone, Default, Debug)]
pub struct Book {
    openings: Vec<Opening>,
    positions: HashMap<Key, Vec<MoveEntry>>,
}

impl Book {
    /// The built-in book.
    pub fn embedded() -> Self {
        let mut book = Self::default();
        book.read(Path::new(EMBEDDED_NAME), EMBEDDED.as_bytes()).expect("tests/book.rs reads the embedded book");
        book
    }

    /// Reads book files into one book. Without files it is empty.
    ///
    /// # Errors
    /// If a file cannot be read, or a line is invalid: see [`FileError`].
    pub fn load(paths: &[PathBuf]) -> Result<Self, FileError> {
        let refused = |path: &PathBuf, message| FileError { path: path.clone(), line: None, message };
        let mut book = Self::default();
        for path in paths {
            let bytes =
                files::read_whole(path, book_file::MAX_FILE_BYTES).map_err(|error| refused(path, error.to_string()))?;
            book.read(path, &bytes)?;
        }
        Ok(book)
    }

    /// Adds the lines of one book file, given as its bytes; `path` is for the error only.
    ///
    /// # Errors
    /// The first invalid line. The lines before it have been added.
    pub fn read(&mut self, path: &Path, bytes: &[u8]) -> Result<(), FileError> {
        let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
        for (index, line) in bytes.split(|&byte| byte == b'\n').enumerate() {
            let at_line = |message| FileError { path: path.to_owned(), line: Some(index + 1), message };
            let not_utf8 = "not UTF-8 text; a book in another encoding, such as GBK, must be saved as UTF-8";
            let line = str::from_utf8(line).map_err(|_| at_line(not_utf8.to_owned()))?.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            match book_file::read_line(line).map_err(at_line)? {
                BookLine::Opening(opening) => self.add(opening),
                BookLine::Position(board, moves) => self.add_position(&board, &moves),
            }
        }
        Ok(())
    }

    /// Adds a line and its mirror image to the moves of every position on them.
    fn add(&mut self, opening: Opening) {
        let index = self.openings.len();
        let mut board = Board::startpos();
        for &mv in &opening.moves {
            let weight = opening.weight(board.side());
            if weight > 0 {
                self.add_move(board.key(), mv, weight, index);
                let (mirrored, image) = (board.mirror_files().key(), mv.mirror_files());
                // In a symmetric position a move on the middle file is its own mirror image.
                if (mirrored, image) != (board.key(), mv) {
                    self.add_move(mirrored, image, weight, index);
                }
            }
            board.make(mv);
        }
        self.openings.push(opening);
    }

    /// Adds the moves of one position and their mirror images.
    fn add_position(&mut self, board: &Board, moves: &[(Move, u32)]) {
        let known = self.openings.iter().position(|opening| opening.moves.is_empty());
        let index = known.unwrap_or(self.openings.len());
        if known.is_none() {
            self.openings.push(Opening::of_positions());
        }
        let mirrored = board.mirror_files().key();
        for &(mv, weight) in moves.iter().filter(|(_, weight)| *weight > 0) {
            self.add_move(board.key(), mv, weight, index);
            // A symmetric position may list a move and its mirror image.
            let image = mv.mirror_files();
            if mirrored != board.key() || moves.iter().all(|&(other, _)| other != image) {
                self.add_move(mirrored, image, weight, index);
            }
        }
    }

    /// Adds a move to a position.
    fn add_move(&mut self, key: Key, mv: Move, weight: u32, opening: usize) {
        let entries = self.positions.entry(key).or_default();
        match entries.iter_mut().find(|entry| entry.mv == mv) {
            Some(entry) => {
                entry.weight = entry.weight.saturating_add(weight);
                if weight > entry.opening_weight {
                    entry.opening = opening;
                    entry.opening_weight = weight;
                }
            }
            None => entries.push(MoveEntry { mv, weight, opening, opening_weight: weight }),
        }
    }

    /// The book's moves in a position, greatest weight first; those of equal weight in the order of the book.
    ///
    /// All are legal, even after a key collision.
    pub fn moves(&self, board: &Board) -> Vec<BookMove<'_>> {
        let entries = self.positions.get(&board.key()).map_or(&[][..], Vec::as_slice);
        let mut moves: Vec<_> = entries
            .iter()
            .filter(|entry| board.is_legal_move(entry.mv))
            .map(|entry| BookMove { mv: entry.mv, weight: entry.weight, opening: &self.openings[entry.opening] })
            .collect();
        moves.sort_by_key(|book_move| std::cmp::Reverse(book_move.weight));
        moves
    }

    /// The lines, in the order of the files.
    pub fn openings(&self) -> &[Opening] {
        &self.openings
    }

    /// Whether the book is empty.
    pub fn is_empty(&self) -> bool {
        self.openings.is_empty()
    }
}

/// Chooses one of `moves`, a subset of [`Book::moves`] in its order; `None` if there is none.
pub fn choose<'book>(moves: &[BookMove<'book>], randomness: Randomness, rng: &mut impl Rng) -> Option<BookMove<'book>> {
    match randomness.exponent() {
        None => moves.first().copied(),
        Some(exponent) => {
            moves.choose_weighted(rng, |book_move| f64::from(book_move.weight).powf(exponent)).ok().copied()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand::rngs::SmallRng;
    use std::fs::File;

    pub(super) fn book(text: &[u8]) -> Result<Book, FileError> {
        let mut book = Book::default();
        book.read(Path::new("test.txt"), text)?;
        Ok(book)
    }

    fn after(moves: &str) -> Board {
        let mut board = Board::startpos();
        for mv in moves.split_whitespace() {
            board.make(mv.parse().unwrap());
        }
        board
    }

    /// The moves the book offers after `moves`, as `move weight code`.
    fn offered(book: &Book, moves: &str) -> Vec<String> {
        let offered = book.moves(&after(moves));
        offered.iter().map(|found| format!("{} {} {}", found.mv, found.weight, found.opening.code)).collect()
    }

    #[test]
    fn a_move_that_is_its_own_mirror_image_counts_once() {
        let book = book(b"A1 ; one ; One ; 5/1 ; e3e4 h9g7\nA2 ; two ; Two ; 7/1 ; h2e2\n").unwrap();
        assert_eq!(offered(&book, ""), ["h2e2 7 A2", "b2e2 7 A2", "e3e4 5 A1"]);
        assert_eq!(offered(&book, "e3e4"), ["h9g7 1 A1", "b9c7 1 A1"]);
    }

    #[test]
    fn weights_of_the_mover_add_up_over_lines() {
        let book = book(
            "\u{feff}# a comment\r\n\r\n\
             A1 ; 一 ; One ; 5/1 ; h2e2 h9g7 h0g2\r\n\
             A2;二;Two;3/0;h2e2 b9c7\r\n\
             A3 ; 三 ; Three ; 7/4 ; G3-G4 b9c7 h2e2"
                .as_bytes(),
        )
        .unwrap();
        // The start position is its own mirror image, so it has each move and its mirror image.
        assert_eq!(offered(&book, ""), ["h2e2 8 A1", "b2e2 8 A1", "g3g4 7 A3", "c3c4 7 A3"]);
        // A2 has no move for Black: its weight is 0.
        assert_eq!(offered(&book, "h2e2"), ["h9g7 1 A1"]);
        assert_eq!(offered(&book, "b2e2"), ["b9c7 1 A1"]);
        assert_eq!(offered(&book, "g3g4 b9c7"), ["h2e2 7 A3"]);
        assert_eq!(offered(&book, "c3c4 h9g7"), ["b2e2 7 A3"]);
        assert_eq!(offered(&book, "h2e2 b9c7"), [""; 0]);
        assert_eq!(book.openings().len(), 3);
        assert!(!book.is_empty());
    }

    #[test]
    fn single_positions_have_moves_with_weights_of_their_own() {
        let start = crate::board::STARTPOS;
        let after = after("h2e2").fen();
        let text = format!("{start} ; h2e2 30 b2e2 20 g3g4 7\n{after};h9g7 65535\nA1;一;One;5/0;h2e2");
        let book = book(text.as_bytes()).unwrap();
        assert_eq!(offered(&book, ""), ["h2e2 35 -", "b2e2 25 -", "g3g4 7 -", "c3c4 7 -"]);
        assert_eq!(offered(&book, "h2e2"), ["h9g7 65535 -"]);
        assert_eq!(offered(&book, "b2e2"), ["b9c7 65535 -"]);
        assert_eq!(book.openings().len(), 2);
    }

    #[test]
    fn transpositions_share_moves() {
        let book = book("A1 ; 一 ; One ; 5/5 ; h2e2 h9g7 g3g4 b9c7 h0g2 c6c5".as_bytes()).unwrap();
        assert_eq!(offered(&book, "g3g4 b9c7 h2e2 h9g7"), ["h0g2 5 A1"]);
        assert_eq!(offered(&book, "c3c4 h9g7 b2e2 b9c7"), ["b0c2 5 A1"]);
    }

    #[test]
    fn more_randomness_gives_more_to_lesser_weights() {
        let book = book("A1;一;One;9/0;h2e2\nA2;二;Two;1/0;h0g2".as_bytes()).unwrap();
        let board = Board::startpos();
        let mut rng = SmallRng::seed_from_u64(1);
        let mut lesser = |randomness: Randomness| {
            let mut picked = || choose(&book.moves(&board), randomness, &mut rng).unwrap();
            (0..4000).filter(|_| picked().weight == 1).count()
        };
        let [none, tiny, small, medium, large, huge] = Randomness::ALL.map(&mut lesser);
        assert_eq!(none, 0);
        // Expected: 0.6, 49, 400, 1000 and 2000, each with a margin of more than five standard deviations.
        assert!(tiny < 10 && (10..120).contains(&small) && (290..510).contains(&medium), "{tiny} {small} {medium}");
        assert!((850..1150).contains(&large) && (1800..2200).contains(&huge), "{large} {huge}");
        let best = choose(&book.moves(&board), Randomness::None, &mut rng).unwrap();
        assert_eq!(best.mv.to_string(), "h2e2");
        for randomness in [Randomness::None, Randomness::Huge] {
            assert!(choose(&book.moves(&after("h2e2")), randomness, &mut rng).is_none());
        }
    }

    #[test]
    fn files_add_up_and_bad_paths_are_errors() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        std::fs::write(path("one.txt"), "A1;一;One;5/5;h2e2").unwrap();
        std::fs::write(path("two.txt"), "A2;二;Two;2/5;h2e2 h9g7").unwrap();
        let book = Book::load(&[path("one.txt"), path("two.txt")]).unwrap();
        assert_eq!(offered(&book, "")[0], "h2e2 7 A1");
        assert!(Book::load(&[]).unwrap().is_empty());
        let error = Book::load(&[path("none.txt")]).unwrap_err();
        assert!(error.line.is_none() && error.to_string().contains("none.txt: "), "{error}");
        assert_eq!(Book::load(&[folder.path().to_owned()]).unwrap_err().message, "not a file");
        File::create(path("huge.txt")).unwrap().set_len(book_file::MAX_FILE_BYTES + 1).unwrap();
        let error = Book::load(&[path("one.txt"), path("huge.txt")]).unwrap_err();
        assert!(error.line.is_none());
        assert!(error.to_string().contains("huge.txt: longer than 16 MiB"), "{error}");
    }
}
