//! The 90 points of the board and their files and ranks.

use std::fmt;

/// Declares [`Square`] and the array of all its values.
macro_rules! squares {
    ($($name:ident)*) => {
        /// One of the 90 points, counted along ranks from Red's left corner: `a0` is 0, `i0` is 8, `i9` is 89.
        #[allow(missing_docs)]
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum Square {
            $($name,)*
        }

        impl Square {
            /// All points, in the order of their index.
            pub const ALL: [Self; Self::COUNT] = [$(Self::$name,)*];
        }
    };
}

squares! {
    A0 B0 C0 D0 E0 F0 G0 H0 I0
    A1 B1 C1 D1 E1 F1 G1 H1 I1
    A2 B2 C2 D2 E2 F2 G2 H2 I2
    A3 B3 C3 D3 E3 F3 G3 H3 I3
    A4 B4 C4 D4 E4 F4 G4 H4 I4
    A5 B5 C5 D5 E5 F5 G5 H5 I5
    A6 B6 C6 D6 E6 F6 G6 H6 I6
    A7 B7 C7 D7 E7 F7 G7 H7 I7
    A8 B8 C8 D8 E8 F8 G8 H8 I8
    A9 B9 C9 D9 E9 F9 G9 H9 I9
}

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
        if (index as usize) < Self::COUNT { Some(Self::ALL[index as usize]) } else { None }
    }

    /// The point where `file` and `rank` cross.
    pub const fn at(file: File, rank: Rank) -> Self {
        Self::ALL[rank.index() * File::COUNT + file.index()]
    }

    /// The square of an index, which must be below 90; debug builds check this.
    #[inline(always)]
    pub(crate) const fn from_index(index: usize) -> Self {
        // Padded, so that a masked index needs no bounds check.
        const PADDED: [Square; 128] = {
            let mut padded = [Square::A0; 128];
            padded.split_at_mut(Square::COUNT).0.copy_from_slice(&Square::ALL);
            padded
        };
        debug_assert!(index < Self::COUNT);
        PADDED[index & 127]
    }

    /// The square that lies `files` to the right and `ranks` up; `None` off the board.
    pub(crate) const fn offset(self, files: i8, ranks: i8) -> Option<Self> {
        let file = self.file().0.wrapping_add_signed(files);
        let rank = self.rank().0.wrapping_add_signed(ranks);
        match (File::new(file), Rank::new(rank)) {
            (Some(file), Some(rank)) => Some(Self::at(file, rank)),
            _ => None,
        }
    }

    /// 0 to 89, for use as a table index.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The column of this point.
    pub const fn file(self) -> File {
        File(self as u8 % 9)
    }

    /// The row of this point.
    pub const fn rank(self) -> Rank {
        Rank(self as u8 / 9)
    }

    /// The same point seen from the other side of the board: `h2` becomes `h7`.
    pub const fn flip_ranks(self) -> Self {
        Self::at(self.file(), Rank(9 - self.rank().0))
    }

    /// The mirror image, left and right exchanged: `h2` becomes `b2`.
    pub const fn mirror_files(self) -> Self {
        Self::at(File(8 - self.file().0), self.rank())
    }

    /// All 90 points, in the order of their index.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        Self::ALL.into_iter()
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
        write!(f, "{}{}", (b'a' + self.file().0) as char, self.rank().0)
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
