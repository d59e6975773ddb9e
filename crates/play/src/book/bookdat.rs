//! ElephantEye's `BOOK.DAT`: eight bytes a move, found by a lock of the position. The file holds no positions, so that
//! they must be walked to from the start.

use guohe::board::Board;
use guohe::types::{Color, File, Kind, Move, Piece, Rank, Square};
use std::fmt;

/// Bytes of a record: lock, move, weight.
const RECORD: usize = 8;
/// Larger files are something else: known books have some 100 kB.
pub const MAX_BYTES: u64 = 64 << 20;

/// A move of one position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Record {
    lock: u32,
    /// The square left, and the square reached in the upper byte, on a board of 16 by 16.
    squares: u16,
    weight: u16,
}

/// A book that has been read.
#[derive(PartialEq, Eq, Debug)]
pub struct BookDat {
    /// In the order of the locks.
    records: Vec<Record>,
}

/// Why a file is no `BOOK.DAT`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoBook {
    /// It has no record, or a part of one.
    Length(usize),
    /// The records are in no order by lock, in which every reader needs them.
    Order,
    /// A record names a square that is none.
    Square,
}

impl fmt::Display for NoBook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length(length) => write!(f, "{length} bytes are no whole number of records of {RECORD}"),
            Self::Order => write!(f, "its records are not in order"),
            Self::Square => write!(f, "a record names a square that is not on the board"),
        }
    }
}

impl std::error::Error for NoBook {}

/// The point of the board behind a number of the 16 by 16 board, whose 0x33 is Black's right corner, `a9`.
fn square(number: u16) -> Option<Square> {
    let (file, row) = ((number & 15).checked_sub(3)?, (number >> 4).checked_sub(3)?);
    Some(Square::at(File::new(file as u8)?, Rank::new(9u16.checked_sub(row)? as u8)?))
}

/// The number of a point there.
fn number(square: Square) -> usize {
    (12 - square.rank().index()) * 16 + square.file().index() + 3
}

impl Record {
    fn mv(self) -> Option<Move> {
        let (from, to) = (square(self.squares & 0xff)?, square(self.squares >> 8)?);
        (from != to).then(|| Move::new(from, to))
    }
}

impl BookDat {
    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// When they are none of this format.
    pub fn read(bytes: &[u8]) -> Result<Self, NoBook> {
        if bytes.is_empty() || !bytes.len().is_multiple_of(RECORD) {
            return Err(NoBook::Length(bytes.len()));
        }
        let records: Vec<Record> = bytes
            .chunks_exact(RECORD)
            .map(|bytes| Record {
                lock: u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]),
                squares: u16::from_le_bytes([bytes[4], bytes[5]]),
                weight: u16::from_le_bytes([bytes[6], bytes[7]]),
            })
            .collect();
        if !records.is_sorted_by_key(|record| record.lock) {
            return Err(NoBook::Order);
        }
        if records.iter().any(|record| record.mv().is_none()) {
            return Err(NoBook::Square);
        }
        Ok(Self { records })
    }

    /// Number of records.
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// The moves of a position, or of its mirror image and then turned, with their weights. Numbers of the records come
    /// with them. Moves that are not legal are left out: another position may have the same lock.
    pub fn moves(&self, locks: &Locks, board: &Board) -> Vec<(usize, Move, u16)> {
        let found = self.at(locks.lock(board));
        let (found, turns) =
            if found.is_empty() { (self.at(locks.lock(&board.mirror_files())), true) } else { (found, false) };
        found
            .filter_map(|index| {
                let mv = self.records[index].mv()?;
                Some((index, if turns { mv.mirror_files() } else { mv }, self.records[index].weight))
            })
            .filter(|&(_, mv, _)| board.is_legal_move(mv))
            .collect()
    }

    /// The numbers of the records with a lock.
    fn at(&self, lock: u32) -> std::ops::Range<usize> {
        let first = self.records.partition_point(|record| record.lock < lock);
        let count = self.records[first..].partition_point(|record| record.lock == lock);
        first..first + count
    }
}

/// The numbers that make locks: the third word of each triple that RC4 gives for a key of zeros.
pub struct Locks {
    black: u32,
    pieces: Vec<u32>,
}

/// Points of the board of 16 by 16.
const POINTS: usize = 256;

impl Locks {
    /// The numbers.
    pub fn new() -> Self {
        let mut stream = Rc4::new();
        let mut third = || {
            stream.word();
            stream.word();
            stream.word()
        };
        let black = third();
        Self { black, pieces: (0..Piece::COUNT * POINTS).map(|_| third()).collect() }
    }

    /// The lock of a position.
    pub fn lock(&self, board: &Board) -> u32 {
        let mut lock = if board.side() == Color::Black { self.black } else { 0 };
        for color in Color::ALL {
            for kind in Kind::ALL {
                let first = Piece::new(color, kind).index() * POINTS;
                for square in board.squares(color, kind) {
                    lock ^= self.pieces[first + number(square)];
                }
            }
        }
        lock
    }
}

/// The stream cipher, for a key of zeros.
struct Rc4 {
    state: [u8; 256],
    x: u8,
    y: u8,
}

impl Rc4 {
    fn new() -> Self {
        let mut state: [u8; 256] = std::array::from_fn(|index| index as u8);
        let mut y = 0u8;
        for x in 0..256 {
            y = y.wrapping_add(state[x]);
            state.swap(x, y as usize);
        }
        Self { state, x: 0, y: 0 }
    }

    fn byte(&mut self) -> u8 {
        self.x = self.x.wrapping_add(1);
        self.y = self.y.wrapping_add(self.state[self.x as usize]);
        self.state.swap(self.x as usize, self.y as usize);
        let sum = self.state[self.x as usize].wrapping_add(self.state[self.y as usize]);
        self.state[sum as usize]
    }

    fn word(&mut self) -> u32 {
        u32::from_le_bytes([self.byte(), self.byte(), self.byte(), self.byte()])
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// A file of the moves of positions, which are given as moves from the start.
    pub fn file(entries: &[(&str, &str, u16)]) -> Vec<u8> {
        let locks = Locks::new();
        let mut records: Vec<Record> = entries
            .iter()
            .map(|(line, mv, weight)| {
                let mv: Move = mv.parse().unwrap();
                let squares = number(mv.from()) | number(mv.to()) << 8;
                Record { lock: locks.lock(&after(line)), squares: squares as u16, weight: *weight }
            })
            .collect();
        records.sort();
        records
            .into_iter()
            .flat_map(|record| {
                let (lock, squares) = (record.lock.to_le_bytes(), record.squares.to_le_bytes());
                [&lock[..], &squares, &record.weight.to_le_bytes()].concat()
            })
            .collect()
    }

    pub fn after(line: &str) -> Board {
        let mut board = Board::startpos();
        for word in line.split_whitespace() {
            board.make(word.parse().unwrap());
        }
        board
    }

    #[test]
    fn locks_are_those_of_elephanteye() {
        // Printed by ElephantEye's own code for the start, and for the mirror image of what follows h2e2.
        let locks = Locks::new();
        assert_eq!(locks.black, 0x671e_068a);
        assert_eq!(locks.lock(&Board::startpos()), 0x0526_56d5);
        assert_eq!(locks.lock(&after("h2e2").mirror_files()), 0x5396_644f);
    }

    #[test]
    fn numbers_are_of_the_large_board() {
        assert_eq!(square(0x33), Square::parse("a9"));
        assert_eq!(square(0xaa), Square::parse("h2"));
        assert_eq!(square(0xa7), Square::parse("e2"));
        for number in [0x00, 0x32, 0x3c, 0x23, 0xd3, 0xff] {
            assert_eq!(square(number), None, "{number:x}");
        }
        for point in Square::all() {
            assert_eq!(square(number(point) as u16), Some(point));
        }
    }

    #[test]
    fn moves_are_found_for_a_position_and_for_its_mirror_image() {
        let book = BookDat::read(&file(&[("", "h2e2", 9), ("", "g3g4", 3), ("b2e2", "h9g7", 5)])).unwrap();
        let locks = Locks::new();
        let moves = |line: &str| -> Vec<(String, u16)> {
            book.moves(&locks, &after(line)).iter().map(|(_, mv, weight)| (mv.to_string(), *weight)).collect()
        };
        let mut start = moves("");
        start.sort();
        assert_eq!(start, [("g3g4".to_owned(), 3), ("h2e2".to_owned(), 9)]);
        assert_eq!(moves("b2e2"), [("h9g7".to_owned(), 5)]);
        assert_eq!(moves("h2e2"), [("b9c7".to_owned(), 5)]);
        assert_eq!(moves("c3c4"), []);
    }

    #[test]
    fn other_files_are_refused() {
        let good = file(&[("", "h2e2", 9), ("", "g3g4", 3), ("b2e2", "h9g7", 5)]);
        assert_eq!(BookDat::read(&[]), Err(NoBook::Length(0)));
        assert_eq!(BookDat::read(&good[1..]), Err(NoBook::Length(23)));
        let mut swapped = good.clone();
        swapped.rotate_left(8);
        assert_eq!(BookDat::read(&swapped), Err(NoBook::Order));
        let mut elsewhere = good;
        elsewhere[4] = 0;
        assert_eq!(BookDat::read(&elsewhere), Err(NoBook::Square));
    }
}
