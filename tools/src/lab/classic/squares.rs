//! Sets of squares.

use guohe::types::{File, Square};
use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

/// A set of squares, one bit each; bit `n` is the square of index `n`.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct SquareSet(u128);

/// The bits of file `a`.
const FILE_A: u128 = {
    let mut bits = 0;
    let mut square = 0;
    while square < Square::COUNT {
        bits |= 1 << square;
        square += File::COUNT;
    }
    bits
};

impl SquareSet {
    /// No square.
    pub const EMPTY: Self = Self(0);

    /// The one square.
    pub const fn of(square: Square) -> Self {
        Self(1 << square.index())
    }

    /// The squares whose bits are set; bits beyond 89 are dropped.
    pub const fn from_bits(bits: u128) -> Self {
        Self(bits & ((1 << Square::COUNT) - 1))
    }

    /// Number of squares.
    #[inline]
    pub const fn count(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `square` is one of them.
    #[cfg(test)]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// Whether a square lies in both sets.
    #[inline]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Every square moved up by `squares` in the order of their index; those pushed off the end are dropped.
    #[inline]
    pub const fn shifted(self, squares: usize) -> Self {
        Self::from_bits(self.0 << squares)
    }

    /// The squares of `file`.
    #[inline]
    pub const fn of_file(file: File) -> Self {
        Self(FILE_A << file.index())
    }

    /// The squares that are not on file `i`, which have a neighbour with the next index.
    #[inline]
    pub const fn without_last_file(self) -> Self {
        Self(self.0 & !(FILE_A << (File::COUNT - 1)))
    }
}

impl BitAnd for SquareSet {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for SquareSet {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for SquareSet {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl Not for SquareSet {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self::from_bits(!self.0)
    }
}
