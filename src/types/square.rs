//! The 90 points of the board and their files and ranks.

use std::fmt;

/// One of the 90 points, counted along ranks from Red's left corner: `a0` is 0, `i0` is 8, `i9` is 89.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

/// A column, `a` (0) to `i` (8) from Red's left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct File(u8);

/// A row, 0 (Red's back rank) to 9 (Black's back rank).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Rank(u8);

impl File {
    /// Number of files.
    pub const COUNT: usize = 9;

    /// `None` when `index` is 9 or more.
    pub const fn new(index: u8) -> Option<Self> {
        if (index as usize) < Self::COUNT { Some(Self(index)) } else { None }
    }

    /// 0 for file `a` to 8 for file `i`.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl Rank {
    /// Number of ranks.
    pub const COUNT: usize = 10;

    /// `None` when `index` is 10 or more.
    pub const fn new(index: u8) -> Option<Self> {
        if (index as usize) < Self::COUNT { Some(Self(index)) } else { None }
    }

    /// 0 to 9, counted from Red's back rank.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl Square {
    /// Number of points on the board.
    pub const COUNT: usize = 90;

    /// `None` when `index` is off the board.
    pub const fn new(index: u8) -> Option<Self> {
        if (index as usize) < Self::COUNT { Some(Self(index)) } else { None }
    }

    /// The point where `file` and `rank` cross.
    pub const fn at(file: File, rank: Rank) -> Self {
        Self(rank.0 * 9 + file.0)
    }

    /// For [`super::Move`], whose constructors let only squares in.
    pub(super) const fn from_move_bits(bits: u16) -> Self {
        debug_assert!((bits as usize) < Self::COUNT);
        Self(bits as u8)
    }

    /// 0 to 89, for use as a table index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The column of this point.
    pub const fn file(self) -> File {
        File(self.0 % 9)
    }

    /// The row of this point.
    pub const fn rank(self) -> Rank {
        Rank(self.0 / 9)
    }

    /// The same point seen from the other side of the board: `h2` becomes `h7`.
    pub const fn flip_ranks(self) -> Self {
        Self((9 - self.0 / 9) * 9 + self.0 % 9)
    }

    /// The mirror image, left and right exchanged: `h2` becomes `b2`.
    pub const fn mirror_files(self) -> Self {
        Self(self.0 / 9 * 9 + 8 - self.0 % 9)
    }

    /// All 90 points, in the order of their index.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..Self::COUNT as u8).map(Self)
    }

    /// Reads `a0` to `i9`, in either case. `None` for anything else.
    pub fn parse(text: &str) -> Option<Self> {
        match text.as_bytes() {
            [file, rank] => Self::from_bytes(*file, *rank),
            _ => None,
        }
    }

    /// Reads a file letter in either case and a rank digit.
    pub(crate) const fn from_bytes(file: u8, rank: u8) -> Option<Self> {
        match (File::new(file.to_ascii_lowercase().wrapping_sub(b'a')), Rank::new(rank.wrapping_sub(b'0'))) {
            (Some(file), Some(rank)) => Some(Self::at(file, rank)),
            _ => None,
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.0 % 9) as char, self.0 / 9)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_reads_back_from_its_text() {
        for square in Square::all() {
            assert_eq!(Square::parse(&square.to_string()), Some(square));
            assert_eq!(Square::at(square.file(), square.rank()), square);
            assert_eq!(square.flip_ranks().flip_ranks(), square);
            assert_eq!(square.mirror_files().mirror_files(), square);
        }
    }

    #[test]
    fn text_off_the_board_is_refused() {
        for text in ["", "a", "j0", "a:", "a10", "`0", "A/"] {
            assert_eq!(Square::parse(text), None, "{text}");
        }
        assert_eq!(Square::parse("H2"), Square::parse("h2"));
        assert_eq!(Square::new(90), None);
    }
}
