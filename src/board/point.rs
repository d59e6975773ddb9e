//! The geometry of the padded board: points, steps between them, and what lies between two of them. Nothing outside
//! `board` sees it; there a point is a [`Square`].

use crate::types::Color;
use crate::types::Kind;
use crate::types::Piece;
use crate::types::Square;

/// A point of the padded 16 × 16 array: the 90 real points lie in a border of sentinels at least three wide, so a knight,
/// a bishop or a ray can step off the board without a range test. As an index into `[T; 256]` it needs no bounds check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Point(u8);

/// A step between points.
pub(super) type Step = i8;

pub(super) const UP: Step = 16;
pub(super) const RIGHT: Step = 1;
pub(super) const ORTHOGONAL: [Step; 4] = [UP, RIGHT, -RIGHT, -UP];
pub(super) const DIAGONAL: [Step; 4] = [UP + RIGHT, UP - RIGHT, -UP + RIGHT, -UP - RIGHT];

/// A knight's legs, and the two points that each opens.
pub(super) const KNIGHT_LEAPS: [(Step, [Step; 2]); 4] = {
    let mut table = [(0, [0, 0]); 4];
    let mut index = 0;
    while index < 4 {
        let leg = ORTHOGONAL[index];
        let side = if is_vertical(leg) { RIGHT } else { UP };
        table[index] = (leg, [2 * leg + side, 2 * leg - side]);
        index += 1;
    }
    table
};

/// Where a knight stands that reaches a point through each diagonal neighbour of it: the leg is that neighbour, next to
/// the knight and not next to the target.
pub(super) const KNIGHT_ORIGINS: [(Step, [Step; 2]); 4] = {
    let mut table = [(0, [0, 0]); 4];
    let mut index = 0;
    while index < 4 {
        let leg = DIAGONAL[index];
        let up = if leg > 0 { UP } else { -UP };
        let side = leg - up;
        table[index] = (leg, [leg + up, leg + side]);
        index += 1;
    }
    table
};

/// One step towards the enemy.
#[inline]
pub(super) const fn forward(color: Color) -> Step {
    match color {
        Color::Red => UP,
        Color::Black => -UP,
    }
}

/// Whether a step along a line leads along a file.
#[inline]
pub(super) const fn is_vertical(step: Step) -> bool {
    step == UP || step == -UP
}

/// Width of the border before the first file and the first rank.
const BORDER: usize = 3;

const fn point_of(square: Square) -> Point {
    Point(((square.rank().index() + BORDER) * 16 + square.file().index() + BORDER) as u8)
}

/// Padded to 128 entries so that a masked index needs no bounds check.
const POINTS: [Point; 128] = {
    let mut table = [Point::NOWHERE; 128];
    let mut index = 0;
    while let (true, Some(square)) = (index < Square::COUNT, Square::new(index as u8)) {
        table[index] = point_of(square);
        index += 1;
    }
    table
};

/// The square of each padded point; sentinels hold `a0` and are never asked for.
const SQUARES: [Square; 256] = {
    let Some(corner) = Square::new(0) else { panic!() };
    let mut table = [corner; 256];
    let mut index = 0;
    while let (true, Some(square)) = (index < Square::COUNT, Square::new(index as u8)) {
        table[point_of(square).index()] = square;
        index += 1;
    }
    table
};

/// By colour: on which points moves of each kind may end, as the bit `1 << kind`. None ends on the border.
const REGIONS: [[u8; 256]; 2] = {
    let mut table = [[0; 256]; 2];
    let mut index = 0;
    while index < Square::COUNT * Piece::COUNT {
        let (number, color, kind) = (index / Piece::COUNT, index % 2, index % Piece::COUNT / 2);
        if let Some(square) = Square::new(number as u8)
            && square.is_open_to(Piece::new(Color::ALL[color], Kind::ALL[kind]))
        {
            table[color][point_of(square).index()] |= 1 << kind;
        }
        index += 1;
    }
    table
};

impl Point {
    /// The absent place of a captured piece: a corner of the border.
    pub(super) const NOWHERE: Self = Self(0);

    #[inline]
    pub(super) const fn of(square: Square) -> Self {
        POINTS[square.index() & 127]
    }

    /// The point in a row and a column of the padded array, both below 16.
    #[inline]
    pub(super) const fn at(row: usize, column: usize) -> Self {
        Self((row << 4 | column) as u8)
    }

    #[inline]
    pub(super) const fn square(self) -> Square {
        debug_assert!(self.0 == POINTS[SQUARES[self.0 as usize].index()].0);
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

    /// The row of the padded array, border included.
    #[inline]
    pub(super) const fn row(self) -> usize {
        (self.0 >> 4) as usize
    }

    /// The column of the padded array, border included.
    #[inline]
    pub(super) const fn column(self) -> usize {
        (self.0 & 15) as usize
    }

    /// The row or column in which the first rank or file lies.
    #[cfg(test)]
    pub(super) const FIRST: usize = BORDER;

    /// The difference `self - other`, for tables that depend on the relation of two points only.
    #[inline]
    pub(super) const fn minus(self, other: Self) -> usize {
        self.0.wrapping_sub(other.0) as usize
    }

    /// The step from `other` to here, when one step leads there.
    #[inline]
    pub(super) const fn step_from(self, other: Self) -> Step {
        self.0.wrapping_sub(other.0) as Step
    }

    /// The step that leads from here along a file or rank towards `other`; `None` when they share neither or are the
    /// same point.
    #[inline]
    pub(super) const fn towards(self, other: Self) -> Option<Step> {
        let line = if self.column() == other.column() {
            UP
        } else if self.row() == other.row() {
            RIGHT
        } else {
            return None;
        };
        if other.0 > self.0 {
            Some(line)
        } else if other.0 < self.0 {
            Some(-line)
        } else {
            None
        }
    }

    /// The step from here towards `other`, which lies on the file or rank of `line`.
    #[inline]
    pub(super) const fn towards_on(self, other: Self, line: Step) -> Step {
        if other.0 > self.0 { line } else { -line }
    }

    /// The points strictly between here and `other`, nearest first; none unless they share a file or rank.
    #[inline]
    pub(super) fn until(self, other: Self) -> impl Iterator<Item = Self> {
        let step = self.towards(other).unwrap_or(0);
        let mut point = self;
        std::iter::from_fn(move || {
            point = point.step(step);
            (step != 0 && point != other).then_some(point)
        })
    }

    /// Whether this point lies on Red's side of the river.
    #[inline]
    pub(super) const fn is_red_half(self) -> bool {
        self.row() < BORDER + 5
    }

    /// Whether this point lies on `color`'s side of the river.
    #[inline]
    pub(super) const fn is_home_of(self, color: Color) -> bool {
        self.is_red_half() == matches!(color, Color::Red)
    }

    /// Whether a move of `color`'s piece of `kind` may end here; false on the border.
    #[inline]
    pub(super) const fn is_open_to(self, color: Color, kind: Kind) -> bool {
        REGIONS[color as usize][self.index()] & (1 << kind as u8) != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points() -> impl Iterator<Item = Point> {
        Square::all().map(Point::of)
    }

    #[test]
    fn points_and_squares_say_the_same() {
        for square in Square::all() {
            let point = Point::of(square);
            assert_eq!(point.square(), square);
            assert_eq!(point.row(), square.rank().index() + Point::FIRST);
            assert_eq!(point.column(), square.file().index() + Point::FIRST);
            for color in Color::ALL {
                assert_eq!(point.is_home_of(color), square.is_home_of(color));
            }
        }
    }

    #[test]
    fn what_lies_between_is_the_way_there_without_its_ends() {
        for from in points() {
            for to in points() {
                let between: Vec<Point> = from.until(to).collect();
                let Some(step) = from.towards(to) else {
                    assert!(from == to || (from.row() != to.row() && from.column() != to.column()));
                    assert!(between.is_empty());
                    continue;
                };
                assert_eq!(
                    between
                        .iter()
                        .fold(from, |point, &next| {
                            assert_eq!(point.step(step), next);
                            next
                        })
                        .step(step),
                    to
                );
                assert_eq!(to.until(from).collect::<Vec<_>>(), between.iter().rev().copied().collect::<Vec<_>>());
            }
        }
    }
}
