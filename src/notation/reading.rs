//! A reading of a text, and whether a move matches it.

use super::place::{self, Course};
use crate::board::Board;
use crate::types::{File, Kind, Move, Piece, Rank, Square};

/// A description of a move, parsed from the text alone. Which legal move fits depends on the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reading {
    /// From one square to another.
    Squares(Move),
    /// A kind of piece that reaches a square: `Ch2-e2`, `H1c2`, `exe5`.
    Lettered { kind: Kind, file: Option<File>, rank: Option<Rank>, to: Square },
    /// A kind of piece, its origin, its direction, and steps or target file: 炮二平五, `C2.5`.
    Numbered { kind: Kind, origin: Origin, course: Course, number: u8 },
}

/// Where a piece stands among those like it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Origin {
    /// On a file.
    File(u8),
    /// On a file; of three or five like pieces there the middle one, which WXF writes as if it were alone; of two or
    /// four any.
    MiddleOf(u8),
    /// At a place among the two or more on one file. The text may name the file.
    Place(Place, Option<u8>),
    /// The n-th, from 1, of those that share their file with another.
    Ordinal(u8),
    /// WXF's two digits for a pawn. Officially the file twice, for the middle pawn of three when another file holds
    /// two; in other usage the place from the front, then the file.
    Digits(u8, u8),
}

/// A place on a file that holds two or more like pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    First,
    Middle,
    Last,
    /// WXF's letter and `+`: the first of two or three, the second of more.
    Plus,
    /// WXF's letter and `-`: the last of two or three, the last but one of more.
    Minus,
    /// WXF's `++`: the first of four or five.
    PlusPlus,
    /// WXF's `--`: the last of four or five.
    MinusMinus,
}

impl Place {
    /// Whether it is the place of the piece at `index` from the front among `count` on a file.
    fn is(self, index: usize, count: usize) -> bool {
        let from_back = count - 1 - index;
        count >= 2
            && match self {
                Self::First => index == 0,
                Self::Last => from_back == 0,
                Self::Middle => index == from_back,
                Self::Plus => index == usize::from(count >= 4),
                Self::Minus => from_back == usize::from(count >= 4),
                Self::PlusPlus => count >= 4 && index == 0,
                Self::MinusMinus => count >= 4 && from_back == 0,
            }
    }
}

impl Origin {
    /// Whether `piece` on `square` has this origin.
    fn is(self, board: &Board, piece: Piece, square: Square) -> bool {
        let file = place::file(piece.color, square);
        let on_file = place::on_file(board, piece.color, piece.kind, file);
        let sharing = || place::sharing(board, piece.color, piece.kind);
        let count = on_file.len();
        let index = on_file.iter().position(|&other| other == square).unwrap_or(0);
        match self {
            Self::File(number) => file == number,
            Self::MiddleOf(number) => {
                file == number && (count.is_multiple_of(2) || Place::Middle.is(index, count) || count == 1)
            }
            Self::Place(place, number) => number.is_none_or(|number| file == number) && place.is(index, count),
            Self::Ordinal(number) => sharing().get((number as usize).wrapping_sub(1)) == Some(&square),
            Self::Digits(first, number) => {
                let middle = first == number && count == 3 && sharing().len() > count;
                let expected = if middle { 2 } else { first as usize };
                file == number && count >= 2 && index + 1 == expected
            }
        }
    }
}

impl Reading {
    /// Whether `mv` moves the described piece.
    pub(super) fn fits_piece(&self, board: &Board, mv: Move) -> bool {
        let Some(piece) = board.piece_at(mv.from()) else { return false };
        match *self {
            Self::Squares(described) => described.from() == mv.from(),
            Self::Lettered { kind, file, rank, .. } => {
                piece.kind == kind
                    && file.is_none_or(|file| file == mv.from().file())
                    && rank.is_none_or(|rank| rank == mv.from().rank())
            }
            Self::Numbered { kind, origin, .. } => piece.kind == kind && origin.is(board, piece, mv.from()),
        }
    }

    /// Whether `mv` has the described direction or target, with a piece of the described kind.
    pub(super) fn fits_course(&self, board: &Board, mv: Move) -> bool {
        let Some(piece) = board.piece_at(mv.from()) else { return false };
        match *self {
            Self::Squares(described) => described.to() == mv.to(),
            Self::Lettered { kind, to, .. } => piece.kind == kind && to == mv.to(),
            Self::Numbered { kind, course, number, .. } => {
                piece.kind == kind && place::course(piece, mv) == (course, number)
            }
        }
    }

    /// A less strict reading, for texts that no move fits: any piece of the file instead of the middle one.
    pub(super) fn loosened(self) -> Option<Self> {
        match self {
            Self::Numbered { kind, origin: Origin::MiddleOf(file), course, number } => {
                Some(Self::Numbered { kind, origin: Origin::File(file), course, number })
            }
            _ => None,
        }
    }
}
