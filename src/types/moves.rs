//! Moves and move lists.

use super::Square;
use arrayvec::ArrayVec;
use std::fmt;
use std::str::FromStr;

/// A move: from-square and to-square.
///
/// Xiangqi has no promotion, castling or en passant, so two squares identify a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    from: Square,
    to: Square,
}

/// Maximum number of moves in a list. A position has at most 119: 4 × 17 of rooks and cannons, 2 × 8 of knights, 5 × 3
/// of pawns, 4 × 4 of advisors and bishops, 4 of the king. Generation writes up to nine more and cuts them off.
pub const MAX_MOVES: usize = 128;

/// Moves of one position.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;

/// Text that is not a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseMoveError(pub String);

impl Move {
    /// A move from `from` to `to`.
    pub const fn new(from: Square, to: Square) -> Self {
        Self { from, to }
    }

    /// The from-square.
    pub const fn from(self) -> Square {
        self.from
    }

    /// The to-square.
    pub const fn to(self) -> Square {
        self.to
    }

    /// Fourteen bits that identify the move; not zero, since the two squares differ.
    pub const fn bits(self) -> u16 {
        (self.from.index() as u16) << 7 | self.to.index() as u16
    }

    /// The move of `bits`; `None` unless they encode two different squares.
    pub const fn from_bits(bits: u16) -> Option<Self> {
        match (Square::new((bits >> 7) as u8), Square::new((bits & 127) as u8)) {
            (Some(from), Some(to)) if bits >> 7 < 90 && from.index() != to.index() => Some(Self::new(from, to)),
            _ => None,
        }
    }

    /// The same move with left and right exchanged.
    pub const fn mirror_files(self) -> Self {
        Self::new(self.from().mirror_files(), self.to().mirror_files())
    }

    /// The same move with the two sides of the board exchanged.
    pub const fn flip_ranks(self) -> Self {
        Self::new(self.from().flip_ranks(), self.to().flip_ranks())
    }
}

impl FromStr for Move {
    type Err = ParseMoveError;

    /// Reads `h2e2` and ICCS `H2-E2`, in either case.
    fn from_str(text: &str) -> Result<Self, ParseMoveError> {
        let squares = match text.as_bytes() {
            [a, b, c, d] | [a, b, b'-', c, d] => (Square::from_bytes(*a, *b), Square::from_bytes(*c, *d)),
            _ => (None, None),
        };
        match squares {
            (Some(from), Some(to)) if from != to => Ok(Self::new(from, to)),
            _ => Err(ParseMoveError(text.to_owned())),
        }
    }
}

impl fmt::Display for ParseMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' is not a move such as h2e2", self.0)
    }
}

impl std::error::Error for ParseMoveError {}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_forms() {
        let expected = Move::new(Square::parse("h2").unwrap(), Square::parse("e2").unwrap());
        for text in ["h2e2", "H2E2", "h2-e2", "H2-E2"] {
            assert_eq!(text.parse(), Ok(expected), "{text}");
        }
        assert_eq!(expected.to_string(), "h2e2");
        for text in ["", "h2", "h2e", "h2h2", "h2e2q", "h2_e2", "j2e2", "h:e2", "炮二平"] {
            assert!(text.parse::<Move>().is_err(), "{text}");
        }
    }

    #[test]
    fn bits_read_back_and_nonsense_is_refused() {
        for from in Square::all() {
            for to in Square::all().filter(|&to| to != from) {
                let mv = Move::new(from, to);
                assert_eq!(Move::from_bits(mv.bits()), Some(mv));
            }
        }
        for bits in [0, 90, 127, 90 << 7, u16::MAX, 1 << 15 | 1] {
            assert_eq!(Move::from_bits(bits), None, "{bits}");
        }
    }
}
