//! The board's geometry: directions along lines, and for each square the squares that one step or leap leads to.
//!
//! Every square has the same number of entries in a table. A step off the board or out of the piece's region is stored
//! as the square itself. The piece stands there, so the entry fails every test.

use crate::types::{Color, Kind, Move, Piece, Rank, Square};
use std::ops::{Index, IndexMut};

/// A value for each square. Padded so that a masked index needs no bounds check.
#[derive(Clone, Copy)]
pub(super) struct BySquare<T>([T; 128]);

impl<T: Copy> BySquare<T> {
    /// The same value for each square.
    pub(super) const fn filled(value: T) -> Self {
        Self([value; 128])
    }

    /// [`BySquare::index_mut`] for constants.
    pub(super) const fn set(&mut self, square: Square, value: T) {
        self.0[square.index()] = value;
    }
}

impl<T> Index<Square> for BySquare<T> {
    type Output = T;

    #[inline(always)]
    fn index(&self, square: Square) -> &T {
        &self.0[square.index() & 127]
    }
}

impl<T> IndexMut<Square> for BySquare<T> {
    #[inline(always)]
    fn index_mut(&mut self, square: Square) -> &mut T {
        &mut self.0[square.index() & 127]
    }
}

/// A constant [`BySquare`] from an expression that names the square.
macro_rules! by_square {
    ($square:ident => $value:expr) => {{
        let $square = Square::A0;
        let mut table = BySquare::filled($value);
        let mut index = 1;
        while index < Square::COUNT {
            let $square = Square::ALL[index];
            table.set($square, $value);
            index += 1;
        }
        table
    }};
}

/// A direction along a file or a rank, as Red sees the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Direction {
    Up,
    Down,
    Right,
    Left,
}

impl Direction {
    /// Whether it leads along a file.
    #[inline(always)]
    pub(super) const fn is_vertical(self) -> bool {
        matches!(self, Self::Up | Self::Down)
    }

    /// Whether it leads to higher ranks or files.
    #[inline(always)]
    pub(super) const fn is_ascending(self) -> bool {
        matches!(self, Self::Up | Self::Right)
    }

    /// The number that one step adds to the index of a square.
    #[inline(always)]
    pub(super) const fn step(self) -> isize {
        match self {
            Self::Up => 9,
            Self::Right => 1,
            Self::Left => -1,
            Self::Down => -9,
        }
    }

    /// The direction from one square to another on the same file or rank; `None` when they share neither or are equal.
    pub(super) const fn between(from: Square, to: Square) -> Option<Self> {
        let (file, rank) = (from.file().index(), from.rank().index());
        let (to_file, to_rank) = (to.file().index(), to.rank().index());
        match (file == to_file, rank == to_rank) {
            (true, false) => Some(if to_rank > rank { Self::Up } else { Self::Down }),
            (false, true) => Some(if to_file > file { Self::Right } else { Self::Left }),
            _ => None,
        }
    }
}

/// The squares strictly between two squares of one file or rank, nearest to `from` first; none when they share neither.
pub(super) fn squares_between(from: Square, to: Square) -> impl Iterator<Item = Square> {
    let step = Direction::between(from, to).map(Direction::step);
    let mut index = from.index();
    std::iter::from_fn(move || {
        index = index.wrapping_add_signed(step?);
        (index != to.index()).then(|| Square::from_index(index))
    })
}

/// Difference in files and ranks; ranks count from Red's side.
type Offset = (i8, i8);

const ORTHOGONAL: [Offset; 4] = [(0, 1), (1, 0), (-1, 0), (0, -1)];
const DIAGONAL: [Offset; 4] = [(1, 1), (-1, 1), (1, -1), (-1, -1)];

/// The square at `offset`, or `square` itself where that lies off the board.
const fn at(square: Square, (files, ranks): Offset) -> Square {
    match square.offset(files, ranks) {
        Some(to) => to,
        None => square,
    }
}

/// The squares at four offsets.
const fn all_at(square: Square, offsets: [Offset; 4]) -> [Square; 4] {
    [at(square, offsets[0]), at(square, offsets[1]), at(square, offsets[2]), at(square, offsets[3])]
}

/// Replaces those of `squares` on which a move of `piece` must not end by `square`.
const fn open_to(piece: Piece, square: Square, mut squares: [Square; 4]) -> [Square; 4] {
    let mut index = 0;
    while index < squares.len() {
        if !squares[index].is_in_region_of(piece) {
            squares[index] = square;
        }
        index += 1;
    }
    squares
}

/// The longest way along a line: from one end of a file to the other.
const MAX_STEPS: usize = Rank::COUNT - 1;

/// By direction, in the order of [`Direction`], and square: the moves to the edge, nearest first. The rest of an entry
/// leads to the square itself and is always cut off.
pub(super) static LINE_MOVES: [BySquare<[Move; MAX_STEPS]>; 4] = [
    by_square!(square => line_moves(square, (0, 1))),
    by_square!(square => line_moves(square, (0, -1))),
    by_square!(square => line_moves(square, (1, 0))),
    by_square!(square => line_moves(square, (-1, 0))),
];

const fn line_moves(from: Square, (files, ranks): Offset) -> [Move; MAX_STEPS] {
    let mut moves = [Move::new(from, from); MAX_STEPS];
    let mut number = 0;
    while number < MAX_STEPS {
        let steps = number as i8 + 1;
        moves[number] = Move::new(from, at(from, (files * steps, ranks * steps)));
        number += 1;
    }
    moves
}

/// A square that must be empty, a knight's leg, and the two squares that it opens.
pub(super) type KnightLeaps = (Square, [Square; 2]);

/// The targets of a knight on the square, by leg.
pub(super) static KNIGHT_LEAPS: BySquare<[KnightLeaps; 4]> = by_square!(square => [
    (at(square, (0, 1)), [at(square, (1, 2)), at(square, (-1, 2))]),
    (at(square, (1, 0)), [at(square, (2, 1)), at(square, (2, -1))]),
    (at(square, (-1, 0)), [at(square, (-2, 1)), at(square, (-2, -1))]),
    (at(square, (0, -1)), [at(square, (1, -2)), at(square, (-1, -2))]),
]);

/// The origins of a knight that reaches the square: the leg is a diagonal neighbour of the square, next to the knight.
pub(super) static KNIGHT_ORIGINS: BySquare<[KnightLeaps; 4]> = by_square!(square => [
    (at(square, (1, 1)), [at(square, (1, 2)), at(square, (2, 1))]),
    (at(square, (-1, 1)), [at(square, (-1, 2)), at(square, (-2, 1))]),
    (at(square, (1, -1)), [at(square, (1, -2)), at(square, (2, -1))]),
    (at(square, (-1, -1)), [at(square, (-1, -2)), at(square, (-2, -1))]),
]);

/// A bishop's eyes, which must be empty, each with the square at the end of the leap. The table serves moves from the
/// square and to it. The caller tests that the leap ends on the bishop's side of the river.
pub(super) static BISHOP_LEAPS: BySquare<[(Square, Square); 4]> = by_square!(square => [
    (at(square, (1, 1)), at(square, (2, 2))),
    (at(square, (-1, 1)), at(square, (-2, 2))),
    (at(square, (1, -1)), at(square, (2, -2))),
    (at(square, (-1, -1)), at(square, (-2, -2))),
]);

/// By colour: the targets of an advisor on the square.
pub(super) static ADVISOR_STEPS: [BySquare<[Square; 4]>; 2] = {
    const fn of(color: Color) -> BySquare<[Square; 4]> {
        by_square!(square => open_to(Piece::new(color, Kind::Advisor), square, all_at(square, DIAGONAL)))
    }
    [of(Color::Red), of(Color::Black)]
};

/// By colour: the origins of an advisor that reaches the square, also outside the palace (composed positions).
pub(super) static ADVISOR_ORIGINS: [BySquare<[Square; 4]>; 2] = {
    const fn of(color: Color) -> BySquare<[Square; 4]> {
        by_square!(square => {
            let is_open = square.is_in_region_of(Piece::new(color, Kind::Advisor));
            if is_open { all_at(square, DIAGONAL) } else { [square; 4] }
        })
    }
    [of(Color::Red), of(Color::Black)]
};

/// By colour: the targets of a king on the square.
pub(super) static KING_STEPS: [BySquare<[Square; 4]>; 2] = {
    const fn of(color: Color) -> BySquare<[Square; 4]> {
        by_square!(square => open_to(Piece::new(color, Kind::King), square, all_at(square, ORTHOGONAL)))
    }
    [of(Color::Red), of(Color::Black)]
};

/// The change of rank by a forward step of `color`.
const fn forward(color: Color) -> i8 {
    match color {
        Color::Red => 1,
        Color::Black => -1,
    }
}

/// The square `ranks` ahead of `square`, and beyond the river the two squares beside it.
const fn pawn_squares(square: Square, color: Color, ranks: i8) -> [Square; 3] {
    let ahead = at(square, (0, ranks));
    if square.is_home_of(color) { [ahead, square, square] } else { [ahead, at(square, (1, 0)), at(square, (-1, 0))] }
}

/// By colour: the targets of a pawn on the square.
pub(super) static PAWN_STEPS: [BySquare<[Square; 3]>; 2] = [
    by_square!(square => pawn_squares(square, Color::Red, forward(Color::Red))),
    by_square!(square => pawn_squares(square, Color::Black, forward(Color::Black))),
];

/// By colour: the origins of a pawn that reaches the square.
pub(super) static PAWN_ORIGINS: [BySquare<[Square; 3]>; 2] = [
    by_square!(square => pawn_squares(square, Color::Red, -forward(Color::Red))),
    by_square!(square => pawn_squares(square, Color::Black, -forward(Color::Black))),
];

/// The relation of a square to a king's square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Relation {
    /// A piece there is on no line of the king and no leg towards it.
    Unaligned,
    /// On the king's file or rank, in this direction from the king.
    Line(Direction),
    /// A diagonal neighbour, the leg of two knights: index into the king's [`KNIGHT_ORIGINS`].
    Leg(u8),
}

/// By the king's square and the other.
static RELATIONS: BySquare<BySquare<Relation>> = by_square!(king => by_square!(square => relation_of(square, king)));

const fn relation_of(square: Square, king: Square) -> Relation {
    if let Some(direction) = Direction::between(king, square) {
        return Relation::Line(direction);
    }
    let mut leg = 0;
    while leg < DIAGONAL.len() {
        let beside = at(king, DIAGONAL[leg]);
        if beside.index() == square.index() && beside.index() != king.index() {
            return Relation::Leg(leg as u8);
        }
        leg += 1;
    }
    Relation::Unaligned
}

/// The relation of `square` to `king`.
#[inline(always)]
pub(super) fn relation(square: Square, king: Square) -> Relation {
    RELATIONS[king][square]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_squares_between_lead_from_one_end_to_the_other() {
        for from in Square::all() {
            for to in Square::all() {
                let between: Vec<Square> = squares_between(from, to).collect();
                let Some(direction) = Direction::between(from, to) else {
                    assert!(from == to || (from.file() != to.file() && from.rank() != to.rank()));
                    assert!(between.is_empty());
                    continue;
                };
                let mut last = from;
                for &square in between.iter().chain([&to]) {
                    assert_eq!(last.index().wrapping_add_signed(direction.step()), square.index());
                    last = square;
                }
                let mut back: Vec<Square> = squares_between(to, from).collect();
                back.reverse();
                assert_eq!(back, between);
            }
        }
    }

    /// Entries other than the square itself.
    fn real<const N: usize>(square: Square, entries: [Square; N]) -> impl Iterator<Item = Square> {
        entries.into_iter().filter(move |&entry| entry != square)
    }

    #[test]
    fn origins_are_the_reverse_of_steps() {
        let pairs = |table: &dyn Fn(Square) -> Vec<Square>| -> Vec<(Square, Square)> {
            Square::all().flat_map(|square| table(square).into_iter().map(move |other| (square, other))).collect()
        };
        let reversed = |table: &dyn Fn(Square) -> Vec<Square>| {
            let mut pairs: Vec<_> = pairs(table).into_iter().map(|(to, from)| (from, to)).collect();
            pairs.sort();
            pairs
        };
        let sorted = |table: &dyn Fn(Square) -> Vec<Square>| {
            let mut pairs = pairs(table);
            pairs.sort();
            pairs
        };
        for color in [0, 1] {
            assert_eq!(
                sorted(&|square| real(square, PAWN_STEPS[color][square]).collect()),
                reversed(&|square| real(square, PAWN_ORIGINS[color][square]).collect())
            );
            assert_eq!(
                sorted(&|square| real(square, ADVISOR_STEPS[color][square]).collect()),
                reversed(&|square| real(square, ADVISOR_ORIGINS[color][square]).collect())
            );
        }
        let leaps = |table: &BySquare<[KnightLeaps; 4]>, square| -> Vec<(Square, Square)> {
            let all = table[square].into_iter().flat_map(|(leg, others)| others.map(|other| (leg, other)));
            all.filter(|&(_, other)| other != square).collect()
        };
        for from in Square::all() {
            for (leg, to) in leaps(&KNIGHT_LEAPS, from) {
                assert!(leaps(&KNIGHT_ORIGINS, to).contains(&(leg, from)), "{from}{to}");
            }
            for (eye, to) in BISHOP_LEAPS[from].into_iter().filter(|&(_, to)| to != from) {
                assert!(BISHOP_LEAPS[to].contains(&(eye, from)), "{from}{to}");
            }
        }
        let count = |table| Square::all().map(|square| leaps(table, square).len()).sum::<usize>();
        assert_eq!(count(&KNIGHT_LEAPS), 508);
        assert_eq!(count(&KNIGHT_ORIGINS), 508);
    }

    #[test]
    fn steps_off_the_board_lead_to_the_square_itself() {
        let corner = Square::A0;
        assert_eq!(real(corner, PAWN_STEPS[0][corner]).count(), 1);
        assert_eq!(real(corner, PAWN_STEPS[1][corner]).count(), 1);
        assert_eq!(real(corner, PAWN_ORIGINS[0][corner]).count(), 0);
        assert_eq!(real(corner, KING_STEPS[0][corner]).count(), 0);
        assert_eq!(BISHOP_LEAPS[corner].into_iter().filter(|&(eye, _)| eye != corner).count(), 1);
        assert_eq!(KNIGHT_LEAPS[corner].into_iter().filter(|&(leg, _)| leg != corner).count(), 2);
    }
}
