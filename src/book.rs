//! The opening book: readable text in, weighted moves of a position out. Knows nothing of options, clocks or search.
//!
//! The format is described at the head of `book/openings.txt`, the book inside the binary. Positions are found by their
//! key, so transpositions meet, and every line is entered together with its mirror image.

use crate::board::Board;
use crate::types::Color;
use crate::types::Key;
use crate::types::Move;
use rand::Rng;
use rand::seq::IndexedRandom;
use std::collections::HashMap;
use std::fmt;
use std::fs::File;
use std::io;
use std::io::Read;
use std::path::Path;
use std::path::PathBuf;
use std::str::FromStr;

/// The book inside the binary, and the name its errors would carry.
const EMBEDDED: &str = include_str!("../book/openings.txt");
const EMBEDDED_NAME: &str = "book/openings.txt";

/// A book is written by people. A longer file is something else, a binary book perhaps, and is refused unread.
const MAX_FILE_BYTES: u64 = 16 << 20;
/// The greatest weight a line may give.
const MAX_WEIGHT: u32 = 10_000;
/// Offending text longer than this many characters is cut in error messages.
const MAX_QUOTED: usize = 40;

/// How freely a book move is chosen.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Randomness {
    /// Always the greatest weight.
    #[default]
    None,
    /// Seldom a lesser weight.
    Tiny,
    /// Now and then a lesser weight.
    Small,
    /// As often as the weights say.
    Medium,
    /// Lesser weights more often than they say.
    Large,
    /// Every move of the book alike.
    Huge,
}

impl Randomness {
    /// All values, from none to huge.
    pub const ALL: [Self; 6] = [Self::None, Self::Tiny, Self::Small, Self::Medium, Self::Large, Self::Huge];

    /// The power of a weight that a move is chosen in proportion to; `None` when there is no choice.
    const fn exponent(self) -> Option<f64> {
        match self {
            Self::None => None,
            Self::Tiny => Some(4.0),
            Self::Small => Some(2.0),
            Self::Medium => Some(1.0),
            Self::Large => Some(0.5),
            Self::Huge => Some(0.0),
        }
    }

    /// The word for it in options.
    const fn word(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Tiny => "tiny",
            Self::Small => "small",
            Self::Medium => "medium",
            Self::Large => "large",
            Self::Huge => "huge",
        }
    }
}

impl fmt::Display for Randomness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// Text that names no [`Randomness`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseRandomnessError(pub String);

impl fmt::Display for ParseRandomnessError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' is not one of none, tiny, small, medium, large, huge", self.0)
    }
}

impl std::error::Error for ParseRandomnessError {}

impl FromStr for Randomness {
    type Err = ParseRandomnessError;

    /// Reads the words in any letter case.
    fn from_str(text: &str) -> Result<Self, ParseRandomnessError> {
        Self::ALL
            .into_iter()
            .find(|value| value.word().eq_ignore_ascii_case(text))
            .ok_or_else(|| ParseRandomnessError(quoted(text)))
    }
}

/// A named line of the book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// Code in the Encyclopedia of Chinese Chess Openings, such as `C45`.
    pub code: String,
    /// Chinese name.
    pub chinese: String,
    /// English name.
    pub english: String,
    /// Weight of Red's moves, 0 to 10000.
    pub red_weight: u32,
    /// Weight of Black's moves, 0 to 10000.
    pub black_weight: u32,
    /// The moves from the start position, all legal.
    pub moves: Vec<Move>,
}

impl Opening {
    /// The weight of `side`'s moves.
    fn weight(&self, side: Color) -> u32 {
        match side {
            Color::Red => self.red_weight,
            Color::Black => self.black_weight,
        }
    }
}

/// A move that the book offers in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookMove<'book> {
    /// The move, legal in the position asked for.
    pub mv: Move,
    /// The sum of the weights of the lines that play it; at least 1.
    pub weight: u32,
    /// The line of greatest weight that plays it.
    pub opening: &'book Opening,
}

/// What the book knows of one move in one position.
#[derive(Clone, Copy, Debug)]
struct Entry {
    mv: Move,
    weight: u32,
    /// Index of the heaviest line that plays the move, and its weight there.
    opening: usize,
    opening_weight: u32,
}

/// Lines of opening theory, and the positions they pass through.
#[derive(Clone, Default, Debug)]
pub struct Book {
    openings: Vec<Opening>,
    positions: HashMap<Key, Vec<Entry>>,
}

impl Book {
    /// The book inside the binary.
    pub fn embedded() -> Self {
        let mut book = Self::default();
        book.read(Path::new(EMBEDDED_NAME), EMBEDDED.as_bytes()).expect("tests/book.rs reads the embedded book");
        book
    }

    /// Reads book files, which add up. No files give an empty book.
    ///
    /// # Errors
    /// The first file that cannot be read, or the first line that is not a line of a book: see [`BookError`].
    pub fn load(paths: &[PathBuf]) -> Result<Self, BookError> {
        let mut book = Self::default();
        for path in paths {
            let bytes =
                read_file(path).map_err(|error| BookError { path: path.clone(), line: None, problem: error })?;
            book.read(path, &bytes)?;
        }
        Ok(book)
    }

    /// Adds the lines of one book file, given as its bytes; `path` is for the error only.
    ///
    /// # Errors
    /// The first line that is not a line of a book. The lines before it have been added.
    pub fn read(&mut self, path: &Path, bytes: &[u8]) -> Result<(), BookError> {
        let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
        for (index, line) in bytes.split(|&byte| byte == b'\n').enumerate() {
            let at_line = |problem| BookError { path: path.to_owned(), line: Some(index + 1), problem };
            let line = str::from_utf8(line).map_err(|_| at_line(Problem::NotUtf8))?.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            self.add(read_line(line).map_err(at_line)?);
        }
        Ok(())
    }

    /// Enters a line, and its mirror image, at every position it passes through.
    fn add(&mut self, opening: Opening) {
        let index = self.openings.len();
        let mut board = Board::startpos();
        for &mv in &opening.moves {
            let weight = opening.weight(board.side());
            if weight > 0 {
                self.enter(board.key(), mv, weight, index);
                self.enter(board.mirror_files().key(), mv.mirror_files(), weight, index);
            }
            board.make(mv);
        }
        self.openings.push(opening);
    }

    fn enter(&mut self, key: Key, mv: Move, weight: u32, opening: usize) {
        let entries = self.positions.entry(key).or_default();
        match entries.iter_mut().find(|entry| entry.mv == mv) {
            Some(entry) => {
                entry.weight = entry.weight.saturating_add(weight);
                if weight > entry.opening_weight {
                    entry.opening = opening;
                    entry.opening_weight = weight;
                }
            }
            None => entries.push(Entry { mv, weight, opening, opening_weight: weight }),
        }
    }

    /// The book's moves in a position, greatest weight first; those of equal weight in the order of the book.
    ///
    /// Every move is legal there, even if two positions should ever share a key.
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

    /// Chooses one of [`Book::moves`]. `None` out of book.
    pub fn pick(&self, board: &Board, randomness: Randomness, rng: &mut impl Rng) -> Option<BookMove<'_>> {
        choose(&self.moves(board), randomness, rng)
    }

    /// The lines, in the order of the files.
    pub fn openings(&self) -> &[Opening] {
        &self.openings
    }

    /// Whether the book has no line.
    pub fn is_empty(&self) -> bool {
        self.openings.is_empty()
    }
}

/// Chooses one of `moves`, which stand in the order of [`Book::moves`]: for callers that strike moves out first.
pub fn choose<'book>(moves: &[BookMove<'book>], randomness: Randomness, rng: &mut impl Rng) -> Option<BookMove<'book>> {
    match randomness.exponent() {
        None => moves.first().copied(),
        Some(exponent) => {
            moves.choose_weighted(rng, |book_move| f64::from(book_move.weight).powf(exponent)).ok().copied()
        }
    }
}

/// Why a book was refused.
#[derive(Debug)]
pub struct BookError {
    /// The file.
    pub path: PathBuf,
    /// The line, counted from 1; `None` when the file as a whole is at fault.
    pub line: Option<usize>,
    /// What is wrong there.
    pub problem: Problem,
}

/// What can be wrong with a book file.
#[derive(Debug)]
pub enum Problem {
    /// The file cannot be read.
    Io(io::Error),
    /// A folder or a device.
    NotAFile,
    /// Too long to be a book: more than 16 MiB.
    TooLong,
    /// Bytes that are not UTF-8: another encoding, GBK perhaps, or no text at all.
    NotUtf8,
    /// Not five fields; the number found.
    FieldCount(usize),
    /// A field that must not be empty: its name.
    EmptyField(&'static str),
    /// Not two numbers from 0 to 10000 with a slash between them.
    BadWeights(String),
    /// A word that is not a move.
    BadMove(String),
    /// A move that is not legal where it stands; the ply counts from 1.
    IllegalMove {
        /// The move.
        mv: Move,
        /// Its place in the line.
        ply: usize,
    },
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.path.display())?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        write!(f, ": {}", self.problem)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => write!(f, "{error}"),
            Self::NotAFile => write!(f, "not a file"),
            Self::TooLong => write!(f, "longer than {} MiB, so it is no book of this engine", MAX_FILE_BYTES >> 20),
            Self::NotUtf8 => {
                write!(f, "not UTF-8 text; a book in another encoding, such as GBK, must be saved as UTF-8")
            }
            Self::FieldCount(count) => write!(
                f,
                "{count} fields instead of the 5 of 'code ; Chinese name ; English name ; red/black weights ; moves'"
            ),
            Self::EmptyField(name) => write!(f, "the {name} is missing"),
            Self::BadWeights(text) => write!(f, "'{text}' is not two weights from 0 to {MAX_WEIGHT} such as 8/5"),
            Self::BadMove(text) => write!(f, "'{text}' is not a move such as h2e2"),
            Self::IllegalMove { mv, ply } => write!(f, "move {ply}, {mv}, is not legal there"),
        }
    }
}

impl std::error::Error for BookError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.problem {
            Problem::Io(error) => Some(error),
            _ => None,
        }
    }
}

/// Reads a whole file, but never more than a book can have, and nothing that might block or never end.
fn read_file(path: &Path) -> Result<Vec<u8>, Problem> {
    if !std::fs::metadata(path).map_err(Problem::Io)?.is_file() {
        return Err(Problem::NotAFile);
    }
    let mut bytes = Vec::new();
    File::open(path).and_then(|file| file.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes)).map_err(Problem::Io)?;
    if bytes.len() as u64 > MAX_FILE_BYTES { Err(Problem::TooLong) } else { Ok(bytes) }
}

/// Reads one line of a book, already trimmed and neither empty nor a comment.
fn read_line(line: &str) -> Result<Opening, Problem> {
    let fields: Vec<&str> = line.split(';').map(str::trim).collect();
    let [code, chinese, english, weights, moves] = fields[..] else {
        return Err(Problem::FieldCount(fields.len()));
    };
    for (name, field) in
        [("code", code), ("Chinese name", chinese), ("English name", english), ("list of moves", moves)]
    {
        if field.is_empty() {
            return Err(Problem::EmptyField(name));
        }
    }
    let (red_weight, black_weight) = weights
        .split_once('/')
        .and_then(|(red, black)| Some((read_weight(red)?, read_weight(black)?)))
        .ok_or_else(|| Problem::BadWeights(quoted(weights)))?;
    Ok(Opening {
        code: code.to_owned(),
        chinese: chinese.to_owned(),
        english: english.to_owned(),
        red_weight,
        black_weight,
        moves: read_moves(moves)?,
    })
}

fn read_weight(text: &str) -> Option<u32> {
    text.trim().parse().ok().filter(|&weight| weight <= MAX_WEIGHT)
}

fn read_moves(text: &str) -> Result<Vec<Move>, Problem> {
    let mut board = Board::startpos();
    let mut moves = Vec::new();
    for word in text.split_whitespace() {
        let mv: Move = word.parse().map_err(|_| Problem::BadMove(quoted(word)))?;
        if !board.is_legal_move(mv) {
            return Err(Problem::IllegalMove { mv, ply: moves.len() + 1 });
        }
        board.make(mv);
        moves.push(mv);
    }
    Ok(moves)
}

/// Text fit to stand in a message: not too long and without control characters.
fn quoted(text: &str) -> String {
    text.chars().take(MAX_QUOTED).map(|letter| if letter.is_control() { '?' } else { letter }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn book(text: &[u8]) -> Result<Book, BookError> {
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
    fn weights_of_the_mover_add_up_over_lines() {
        let book = book(
            "\u{feff}# a comment\r\n\r\n\
             A1 ; 一 ; One ; 5/1 ; h2e2 h9g7 h0g2\r\n\
             A2;二;Two;3/0;h2e2 b9c7\r\n\
             A3 ; 三 ; Three ; 7/4 ; G3-G4 b9c7 h2e2"
                .as_bytes(),
        )
        .unwrap();
        // The start position is its own mirror image, so each of its moves stands with its mirror image.
        assert_eq!(offered(&book, ""), ["h2e2 8 A1", "b2e2 8 A1", "g3g4 7 A3", "c3c4 7 A3"]);
        // A2 offers Black nothing: its weight there is 0.
        assert_eq!(offered(&book, "h2e2"), ["h9g7 1 A1"]);
        assert_eq!(offered(&book, "b2e2"), ["b9c7 1 A1"]);
        assert_eq!(offered(&book, "g3g4 b9c7"), ["h2e2 7 A3"]);
        assert_eq!(offered(&book, "c3c4 h9g7"), ["b2e2 7 A3"]);
        assert_eq!(offered(&book, "h2e2 b9c7"), [""; 0]);
        assert_eq!(book.openings().len(), 3);
        assert!(!book.is_empty());
    }

    #[test]
    fn transpositions_meet() {
        let book = book("A1 ; 一 ; One ; 5/5 ; h2e2 h9g7 g3g4 b9c7 h0g2 c6c5".as_bytes()).unwrap();
        assert_eq!(offered(&book, "g3g4 b9c7 h2e2 h9g7"), ["h0g2 5 A1"]);
        assert_eq!(offered(&book, "c3c4 h9g7 b2e2 b9c7"), ["b0c2 5 A1"]);
    }

    #[test]
    fn more_randomness_gives_more_to_lesser_weights() {
        let book = book("A1;一;One;9/0;h2e2\nA2;二;Two;1/0;h0g2".as_bytes()).unwrap();
        let board = Board::startpos();
        let mut rng = rand::rng();
        let mut lesser = |randomness: Randomness| {
            let mut picked = || book.pick(&board, randomness, &mut rng).unwrap();
            (0..4000).filter(|_| picked().weight == 1).count()
        };
        let [none, tiny, small, medium, large, huge] = Randomness::ALL.map(&mut lesser);
        assert_eq!(none, 0);
        // Expected: 0.6, 49, 400, 1000 and 2000, each with a margin of more than five standard deviations.
        assert!(tiny < 10 && (10..120).contains(&small) && (290..510).contains(&medium), "{tiny} {small} {medium}");
        assert!((850..1150).contains(&large) && (1800..2200).contains(&huge), "{large} {huge}");
        assert_eq!(book.pick(&board, Randomness::None, &mut rand::rng()).unwrap().mv.to_string(), "h2e2");
        assert!(book.pick(&after("h2e2"), Randomness::Huge, &mut rand::rng()).is_none());
        assert!(choose(&[], Randomness::None, &mut rand::rng()).is_none());
    }

    #[test]
    fn randomness_reads_back() {
        for value in Randomness::ALL {
            assert_eq!(value.to_string().parse(), Ok(value));
            assert_eq!(value.to_string().to_uppercase().parse(), Ok(value));
        }
        assert!("".parse::<Randomness>().is_err());
    }

    #[test]
    fn mistakes_are_named_with_file_and_line() {
        let cases: &[(&[u8], &str)] = &[
            (b"A1;x;y;1/1", "test.txt:1: 4 fields instead of the 5 of 'code ; Chinese"),
            (b"\n#\nA1;x;y;1/1;h2e2;z", "test.txt:3: 6 fields"),
            (b"A1;x;;1/1;h2e2", "test.txt:1: the English name is missing"),
            (b"A1;x;y;1/1;", "test.txt:1: the list of moves is missing"),
            (b"A1;x;y;1;h2e2", "test.txt:1: '1' is not two weights"),
            (b"A1;x;y;-1/1;h2e2", "test.txt:1: '-1/1' is not two weights"),
            (b"A1;x;y;1/10001;h2e2", "test.txt:1: '1/10001' is not two weights"),
            (b"A1;x;y;1/99999999999999999999;h2e2", "test.txt:1: '1/9999"),
            (b"A1;x;y;1/1;h2e2 h9", "test.txt:1: 'h9' is not a move"),
            (b"A1;x;y;1/1;h2e2 h0g2", "test.txt:1: move 2, h0g2, is not legal there"),
            // 中炮 in GBK, a UTF-16 file, and a binary book.
            (b"#\nA1;\xD6\xD0\xC5\xDA;y;1/1;h2e2", "test.txt:2: not UTF-8 text"),
            (b"\xFF\xFEA\x001\x00", "test.txt:1: not UTF-8 text"),
            (b"\x00\x01\x02\x03", "test.txt:1: 1 fields"),
        ];
        for (text, expected) in cases {
            let message = book(text).unwrap_err().to_string();
            assert!(message.starts_with(expected), "{message}");
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
        assert!(matches!(Book::load(&[path("none.txt")]).unwrap_err().problem, Problem::Io(_)));
        assert!(matches!(Book::load(&[folder.path().to_owned()]).unwrap_err().problem, Problem::NotAFile));
        File::create(path("huge.txt")).unwrap().set_len(MAX_FILE_BYTES + 1).unwrap();
        let error = Book::load(&[path("one.txt"), path("huge.txt")]).unwrap_err();
        assert!(matches!(error.problem, Problem::TooLong) && error.line.is_none());
        assert!(error.to_string().contains("huge.txt: longer than 16 MiB"), "{error}");
    }
}
