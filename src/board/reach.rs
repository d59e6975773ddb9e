//! The squares that a man reaches, as sets, for evaluators. The move generator does not use them.

use super::Board;
use super::attacks::KNIGHTS_BEHIND;
use super::attacks::forward;
use super::cell::DIAGONAL;
use super::cell::ORTHOGONAL;
use super::cell::Point;
use super::cell::RIGHT;
use super::movegen::KNIGHT_LEAPS;
use super::movegen::is_place_of;
use crate::types::Color;
use crate::types::Kind;
use crate::types::Square;
use crate::types::SquareSet;

/// The set of one point; empty for the border.
const ONE: [SquareSet; 256] = {
    let mut table = [SquareSet::EMPTY; 256];
    let mut index = 0;
    while index < Square::COUNT {
        if let Some(square) = Square::new(index as u8) {
            table[Point::of(square).index()] = SquareSet::of(square);
        }
        index += 1;
    }
    table
};

#[inline]
fn one(point: Point) -> SquareSet {
    ONE[point.index()]
}

/// What a line piece sees from a square.
#[derive(Clone, Copy, Default)]
pub struct Lines {
    /// Empty squares up to the first man each way.
    pub open: SquareSet,
    /// The first men themselves.
    pub first: SquareSet,
    /// Beyond the first man: squares up to and including the second, which a cannon hits over its screen.
    pub jumped: SquareSet,
}

impl Board {
    /// What a rook or cannon on `square` sees along its rank and file.
    #[inline]
    pub fn lines(&self, square: Square) -> Lines {
        let mut lines = Lines::default();
        for step in ORTHOGONAL {
            let mut point = Point::of(square).step(step);
            while self.cell(point).is_empty() {
                lines.open |= one(point);
                point = point.step(step);
            }
            if self.cell(point).is_border() {
                continue;
            }
            lines.first |= one(point);
            point = point.step(step);
            while self.cell(point).is_empty() {
                lines.jumped |= one(point);
                point = point.step(step);
            }
            lines.jumped |= one(point);
        }
        lines
    }

    /// Squares that a horse on `square` reaches, whoever stands there.
    #[inline]
    pub fn knight_reach(&self, square: Square) -> SquareSet {
        let from = Point::of(square);
        let mut set = SquareSet::EMPTY;
        for (leg, leaps) in KNIGHT_LEAPS {
            if self.cell(from.step(leg)).is_empty() {
                set |= one(from.step(leaps[0])) | one(from.step(leaps[1]));
            }
        }
        set
    }

    /// Squares from which a horse would reach `square`.
    #[inline]
    pub fn knight_origins(&self, square: Square) -> SquareSet {
        let target = Point::of(square);
        let mut set = SquareSet::EMPTY;
        for (leg, origins) in KNIGHTS_BEHIND {
            if self.cell(target.step(leg)).is_empty() {
                set |= one(target.step(origins[0])) | one(target.step(origins[1]));
            }
        }
        set
    }

    /// Squares that `color`'s pawn on `square` reaches.
    #[inline]
    pub fn pawn_reach(&self, square: Square, color: Color) -> SquareSet {
        let from = Point::of(square);
        let ahead = one(from.step(forward(color)));
        if from.is_red_half() == (color == Color::Black) {
            ahead | one(from.step(RIGHT)) | one(from.step(-RIGHT))
        } else {
            ahead
        }
    }

    /// Squares that a king, advisor or elephant on `square` reaches, whoever stands there.
    #[inline]
    pub fn defender_reach(&self, square: Square, kind: Kind) -> SquareSet {
        let from = Point::of(square);
        let mut set = SquareSet::EMPTY;
        match kind {
            Kind::Bishop => {
                for eye in DIAGONAL {
                    let to = from.step(eye).step(eye);
                    if is_place_of(kind, to)
                        && to.is_red_half() == from.is_red_half()
                        && self.cell(from.step(eye)).is_empty()
                    {
                        set |= one(to);
                    }
                }
            }
            _ => {
                let steps = if kind == Kind::King { ORTHOGONAL } else { DIAGONAL };
                for step in steps {
                    if is_place_of(kind, from.step(step)) {
                        set |= one(from.step(step));
                    }
                }
            }
        }
        set
    }

    /// How many men stand between the king of `color` and the man on `square`, when they share a file or rank.
    #[inline]
    pub fn men_between_king(&self, color: Color, square: Square) -> Option<usize> {
        super::movegen::men_between(self, self.king_point(color), Point::of(square))
    }

    /// Squares held by `color`'s men, as a set.
    #[inline]
    pub fn men_of(&self, color: Color) -> SquareSet {
        let mut set = SquareSet::EMPTY;
        for slot in 0..16 {
            let point = self.list[super::cell::Cell::man(color, slot).index()];
            set |= one(point);
        }
        set
    }
}
