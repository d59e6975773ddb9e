//! Squares as the side of a piece counts them: files 1 to 9 from its right, ranks from its back rank.

use crate::board::Board;
use crate::types::{Color, Kind, Move, Piece, Square};
use arrayvec::ArrayVec;
use std::cmp::Ordering;

/// Pieces of the same kind and side; at most five, the pawns.
pub(super) type Alike = ArrayVec<Square, 5>;

/// The file of `square`, 1 to 9 from `color`'s right hand.
pub(super) fn file(color: Color, square: Square) -> u8 {
    let index = square.file().index() as u8;
    match color {
        Color::Red => 9 - index,
        Color::Black => index + 1,
    }
}

/// The rank of `square`, 0 to 9 from `color`'s back rank.
pub(super) fn advance(color: Color, square: Square) -> u8 {
    square.rank_for(color).index() as u8
}

/// `color`'s pieces of `kind` from its right hand to its left, on each file from front to back.
fn in_order(board: &Board, color: Color, kind: Kind) -> Alike {
    let mut alike: Alike = board.squares(color, kind).collect();
    alike.sort_unstable_by_key(|&square| (file(color, square), 9 - advance(color, square)));
    alike
}

/// `color`'s pieces of `kind` on its file `number`, front first.
pub(super) fn on_file(board: &Board, color: Color, kind: Kind, number: u8) -> Alike {
    let mut alike = in_order(board, color, kind);
    alike.retain(|square| file(color, *square) == number);
    alike
}

/// `color`'s pieces of `kind` that share their file with another one, in the order in which they are numbered: from the
/// right hand to the left, on each file from front to back.
pub(super) fn sharing(board: &Board, color: Color, kind: Kind) -> Alike {
    let mut alike = in_order(board, color, kind);
    let mut count = [0u8; 10];
    for &square in &alike {
        count[file(color, square) as usize] += 1;
    }
    alike.retain(|square| count[file(color, *square) as usize] > 1);
    alike
}

/// The direction of a move from its side's view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Course {
    Forward,
    Back,
    Sideways,
}

/// The direction of a move of `piece` and the number that follows it: the number of steps along a file, else the target
/// file.
pub(super) fn course(piece: Piece, mv: Move) -> (Course, u8) {
    let (from, to) = (advance(piece.color, mv.from()), advance(piece.color, mv.to()));
    let reached = file(piece.color, mv.to());
    let straight = !matches!(piece.kind, Kind::Advisor | Kind::Bishop | Kind::Knight);
    let number = if straight { from.abs_diff(to) } else { reached };
    match from.cmp(&to) {
        Ordering::Less => (Course::Forward, number),
        Ordering::Greater => (Course::Back, number),
        Ordering::Equal => (Course::Sideways, reached),
    }
}
