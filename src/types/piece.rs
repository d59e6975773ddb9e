//! Colours, kinds of pieces, and pieces of a colour.

use std::ops::Not;

/// A side. Red moves first and sits at ranks 0 to 4.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Color {
    /// The first player, written `w` in FEN.
    Red = 0,
    /// The second player.
    Black = 1,
}

impl Color {
    /// Both sides, Red first.
    pub const ALL: [Self; 2] = [Self::Red, Self::Black];

    /// 0 for Red, 1 for Black.
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl Not for Color {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::Red => Self::Black,
            Self::Black => Self::Red,
        }
    }
}

/// A kind of piece.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// 帅 / 将
    King = 0,
    /// 仕 / 士
    Advisor = 1,
    /// 相 / 象, the elephant
    Bishop = 2,
    /// 马, the horse
    Knight = 3,
    /// 车, the chariot
    Rook = 4,
    /// 炮
    Cannon = 5,
    /// 兵 / 卒
    Pawn = 6,
}

impl Kind {
    /// Number of kinds.
    pub const COUNT: usize = 7;

    /// All kinds, King first.
    pub const ALL: [Self; Self::COUNT] =
        [Self::King, Self::Advisor, Self::Bishop, Self::Knight, Self::Rook, Self::Cannon, Self::Pawn];

    /// The heavy pieces (大子): rook, cannon and knight.
    pub const HEAVY: [Self; 3] = [Self::Rook, Self::Cannon, Self::Knight];

    /// 0 to 6, for use as a table index.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Number of these pieces that a side starts with, and so the maximum.
    pub const fn max_count(self) -> usize {
        match self {
            Self::King => 1,
            Self::Pawn => 5,
            _ => 2,
        }
    }

    /// `K A B N R C P`.
    pub const fn letter(self) -> char {
        b"KABNRCP"[self as usize] as char
    }

    /// Reads `K A B N R C P`, and `E` (elephant) and `H` (horse), in either case.
    pub const fn from_letter(letter: char) -> Option<Self> {
        Some(match letter.to_ascii_uppercase() {
            'K' => Self::King,
            'A' => Self::Advisor,
            'B' | 'E' => Self::Bishop,
            'N' | 'H' => Self::Knight,
            'R' => Self::Rook,
            'C' => Self::Cannon,
            'P' => Self::Pawn,
            _ => return None,
        })
    }
}

/// A piece of one side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// Its side.
    pub color: Color,
    /// Its kind.
    pub kind: Kind,
}

impl Piece {
    /// Number of different pieces.
    pub const COUNT: usize = 14;

    /// A piece of `color`.
    pub const fn new(color: Color, kind: Kind) -> Self {
        Self { color, kind }
    }

    /// 0 to 13, Red's kinds first.
    pub const fn index(self) -> usize {
        self.color as usize * Kind::COUNT + self.kind as usize
    }

    /// The FEN letter: upper case for Red.
    pub const fn letter(self) -> char {
        match self.color {
            Color::Red => self.kind.letter(),
            Color::Black => self.kind.letter().to_ascii_lowercase(),
        }
    }

    /// Reads a FEN letter.
    pub const fn from_letter(letter: char) -> Option<Self> {
        let color = if letter.is_ascii_uppercase() { Color::Red } else { Color::Black };
        match Kind::from_letter(letter) {
            Some(kind) => Some(Self { color, kind }),
            None => None,
        }
    }

    /// The piece's Chinese name, which for most kinds differs between Red and Black.
    pub const fn chinese(self) -> char {
        const NAMES: [char; Piece::COUNT] =
            ['帅', '仕', '相', '马', '车', '炮', '兵', '将', '士', '象', '马', '车', '炮', '卒'];
        NAMES[self.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_read_back() {
        for color in Color::ALL {
            for kind in Kind::ALL {
                let piece = Piece::new(color, kind);
                assert_eq!(Piece::from_letter(piece.letter()), Some(piece));
            }
        }
        assert_eq!(Piece::from_letter('E'), Piece::from_letter('B'));
        assert_eq!(Piece::from_letter('h'), Piece::from_letter('n'));
        assert_eq!(Piece::from_letter('x'), None);
    }
}
