//! The board's inner form: padded points and what stands on them. Nothing outside `board` sees either.

use crate::types::Color;
use crate::types::Kind;
use crate::types::Piece;
use crate::types::Square;

/// A point of the padded 16 × 16 array: the 90 real points lie in a border of sentinels at least three wide, so a horse,
/// an elephant or a ray can step off the board without a range test. As an index into `[T; 256]` it needs no bounds check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Point(pub(super) u8);

/// A step between points.
pub(super) type Step = i8;

pub(super) const UP: Step = 16;
pub(super) const RIGHT: Step = 1;
pub(super) const ORTHOGONAL: [Step; 4] = [UP, RIGHT, -RIGHT, -UP];
pub(super) const DIAGONAL: [Step; 4] = [UP + RIGHT, UP - RIGHT, -UP + RIGHT, -UP - RIGHT];

/// Width of the border before the first file and the first rank.
pub(super) const BORDER: usize = 3;

const fn point_of(square: usize) -> u8 {
    ((square / 9 + BORDER) * 16 + square % 9 + BORDER) as u8
}

/// Padded to 128 entries so that a masked index needs no bounds check.
const POINTS: [u8; 128] = {
    let mut table = [0; 128];
    let mut square = 0;
    while square < Square::COUNT {
        table[square] = point_of(square);
        square += 1;
    }
    table
};

/// The square of each padded point; sentinels hold `a0` and are never asked for.
const SQUARES: [Square; 256] = {
    let Some(corner) = Square::new(0) else { panic!() };
    let mut table = [corner; 256];
    let mut index = 0;
    while index < Square::COUNT {
        if let Some(square) = Square::new(index as u8) {
            table[point_of(index) as usize] = square;
        }
        index += 1;
    }
    table
};

impl Point {
    /// The absent place of a captured man: a corner of the border.
    pub(super) const NOWHERE: Self = Self(0);

    #[inline]
    pub(super) const fn of(square: Square) -> Self {
        Self(POINTS[square.index() & 127])
    }

    #[inline]
    pub(super) const fn square(self) -> Square {
        debug_assert!(self.0 == POINTS[SQUARES[self.0 as usize].index()]);
        SQUARES[self.0 as usize]
    }

    #[inline]
    pub(super) const fn step(self, step: Step) -> Self {
        Self(self.0.wrapping_add_signed(step))
    }

    #[inline]
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    /// The difference `self - other`, for tables that depend on the relation of two points only.
    #[inline]
    pub(super) const fn minus(self, other: Self) -> usize {
        self.0.wrapping_sub(other.0) as usize
    }

    /// Whether this point lies on Red's side of the river.
    #[inline]
    pub(super) const fn is_red_half(self) -> bool {
        self.0 < 8 << 4
    }
}

/// What stands on a point: nothing, the border, or one of the 32 men, each known by its place in the piece list.
/// 16..=31 are Red's, 32..=47 Black's; the low four bits tell the kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Cell(pub(super) u8);

/// Kind by the low four bits of a man's number.
const KINDS: [Kind; 16] = {
    use Kind::{Advisor as A, Bishop as B, Cannon as C, King as K, Knight as N, Pawn as P, Rook as R};
    [K, A, A, B, B, N, N, R, R, C, C, P, P, P, P, P]
};

impl Cell {
    pub(super) const EMPTY: Self = Self(0);
    pub(super) const BORDER: Self = Self(64);
    /// Length of a table indexed by any cell that is a man.
    pub(super) const COUNT: usize = 48;

    /// The bit that is set in every man of `color`.
    #[inline]
    pub(super) const fn color_bit(color: Color) -> u8 {
        16 << color as u8
    }

    /// Numbers of the men of `kind` within a side, as low four bits.
    #[inline]
    pub(super) const fn slots(kind: Kind) -> std::ops::Range<u8> {
        match kind {
            Kind::King => 0..1,
            Kind::Advisor => 1..3,
            Kind::Bishop => 3..5,
            Kind::Knight => 5..7,
            Kind::Rook => 7..9,
            Kind::Cannon => 9..11,
            Kind::Pawn => 11..16,
        }
    }

    #[inline]
    pub(super) const fn man(color: Color, slot: u8) -> Self {
        Self(Self::color_bit(color) | slot)
    }

    #[inline]
    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub(super) const fn is_border(self) -> bool {
        self.0 == Self::BORDER.0
    }

    #[inline]
    pub(super) const fn belongs_to(self, color: Color) -> bool {
        self.0 & Self::color_bit(color) != 0
    }

    /// Meaningful for men only.
    #[inline]
    pub(super) const fn kind(self) -> Kind {
        KINDS[(self.0 & 15) as usize]
    }

    /// Whether this is `color`'s man of `kind`.
    #[inline]
    pub(super) fn is(self, color: Color, kind: Kind) -> bool {
        self.belongs_to(color) && self.kind() == kind
    }

    /// Meaningful for men only.
    #[inline]
    pub(super) const fn color(self) -> Color {
        if self.0 & Self::color_bit(Color::Black) == 0 { Color::Red } else { Color::Black }
    }

    #[inline]
    pub(super) const fn piece(self) -> Option<Piece> {
        if self.is_empty() || self.is_border() { None } else { Some(Piece::new(self.color(), self.kind())) }
    }

    /// Meaningful for men only; 0..=47.
    #[inline]
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }
}
