//! The content of a square, internal to `board`.

use crate::types::{Color, Kind, Piece};

/// The content of a square: empty, or one of the 32 pieces: a colour bit (16 Red, 32 Black) and, in the low four bits,
/// the piece number, which determines the kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Cell(u8);

/// Kind by piece number.
const KINDS: [Kind; 16] = {
    use Kind::{Advisor as A, Bishop as B, Cannon as C, King as K, Knight as N, Pawn as P, Rook as R};
    [K, A, A, B, B, N, N, R, R, C, C, P, P, P, P, P]
};

/// By cell; `None` for an empty one.
const PIECES: [Option<Piece>; 64] = {
    let mut table = [None; 64];
    let mut number = 0;
    while number < Cell::PIECES_PER_SIDE {
        let kind = KINDS[number as usize];
        table[Cell::of(Color::Red, number).index()] = Some(Piece::new(Color::Red, kind));
        table[Cell::of(Color::Black, number).index()] = Some(Piece::new(Color::Black, kind));
        number += 1;
    }
    table
};

impl Cell {
    pub(super) const EMPTY: Self = Self(0);
    /// Piece numbers of a side run from 0 to this, exclusive.
    pub(super) const PIECES_PER_SIDE: u8 = 16;

    /// The bit that is set in every piece of `color`.
    #[inline]
    const fn color_bit(color: Color) -> u8 {
        16 << color as u8
    }

    /// The numbers of a side's pieces of `kind`.
    #[inline]
    pub(super) const fn numbers(kind: Kind) -> std::ops::Range<u8> {
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

    /// Piece `number` of `color`.
    #[inline]
    pub(super) const fn of(color: Color, number: u8) -> Self {
        Self(Self::color_bit(color) | number)
    }

    #[inline]
    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub(super) const fn belongs_to(self, color: Color) -> bool {
        self.0 & Self::color_bit(color) != 0
    }

    /// Meaningful for pieces only.
    #[inline]
    pub(super) const fn number(self) -> u8 {
        self.0 & 15
    }

    /// Meaningful for pieces only.
    #[inline]
    pub(super) const fn kind(self) -> Kind {
        KINDS[self.number() as usize]
    }

    /// Whether this is `color`'s piece of `kind`.
    #[inline(always)]
    pub(super) const fn is(self, color: Color, kind: Kind) -> bool {
        let numbers = Self::numbers(kind);
        // For any other cell the subtraction wraps around or exceeds all numbers.
        self.0.wrapping_sub(Self::color_bit(color) + numbers.start) < numbers.end - numbers.start
    }

    /// Meaningful for pieces only.
    #[inline]
    pub(super) const fn color(self) -> Color {
        if self.0 & Self::color_bit(Color::Black) == 0 { Color::Red } else { Color::Black }
    }

    #[inline]
    pub(super) const fn piece(self) -> Option<Piece> {
        PIECES[self.0 as usize & 63]
    }

    /// Meaningful for pieces only; 0..=47.
    #[inline]
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }
}
