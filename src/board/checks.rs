//! Where the side to move gives check, worked out once for all moves of a position.

use super::point::KNIGHT_ORIGINS;
use super::point::Point;
use super::point::RIGHT;
use super::point::Step;
use super::point::UP;
use super::point::forward;
use super::point::is_vertical;
use super::position::Position;
use crate::types::Color;
use crate::types::Kind;
use crate::types::Move;

/// For one position: the points on which each kind of piece gives check, and those whose piece may uncover one by leaving.
#[derive(Clone)]
pub struct CheckSquares {
    /// By point: a bit for each kind that gives check there, and [`UNCOVERS`].
    marks: [u8; 256],
}

/// The piece on this point may open a line or a leg, or is a cannon that may find another screen on its own line.
const UNCOVERS: u8 = 1 << 7;

/// Every kind of piece.
const ANY: u8 = (1 << Kind::COUNT) - 1;

const fn bit(kind: Kind) -> u8 {
    1 << kind as u8
}

impl CheckSquares {
    #[inline]
    fn mark(&mut self, point: Point, bits: u8) {
        self.marks[point.index()] |= bits;
    }

    #[inline]
    fn at(&self, point: Point) -> u8 {
        self.marks[point.index()]
    }
}

impl Position {
    /// Where the side to move gives check. It must not be giving check already, which no legal position has.
    pub fn check_squares(&self) -> CheckSquares {
        let mut squares = CheckSquares { marks: [0; 256] };
        let side = self.side();
        let king = self.king_point(!side);
        // Written out, so that each is compiled for its step.
        self.mark_line(&mut squares, king, UP, side);
        self.mark_line(&mut squares, king, -UP, side);
        self.mark_line(&mut squares, king, RIGHT, side);
        self.mark_line(&mut squares, king, -RIGHT, side);
        for (leg, origins) in KNIGHT_ORIGINS {
            let leg_cell = self.cell(king.step(leg));
            if leg_cell.is_empty() {
                origins.iter().for_each(|&origin| squares.mark(king.step(origin), bit(Kind::Knight)));
            } else if origins.iter().any(|&origin| self.cell(king.step(origin)).is(side, Kind::Knight)) {
                squares.mark(king.step(leg), UNCOVERS);
            }
        }
        for step in [-forward(side), RIGHT, -RIGHT] {
            squares.mark(king.step(step), bit(Kind::Pawn));
        }
        squares
    }

    /// The line from the enemy `king` along `step`: up to its first piece a rook gives check, from there to the second a
    /// cannon does, and a cannon that stands first wants a screen before it.
    #[inline(always)]
    fn mark_line(&self, squares: &mut CheckSquares, king: Point, step: Step, side: Color) {
        let [first_point, second_point] = self.lines().first_two(king, step);
        let (first, second) = (self.cell(first_point), self.cell(second_point));
        // A king that steps into sight of the other is no legal move, but it may be asked of pseudo-legal ones too.
        let along = if is_vertical(step) { bit(Kind::Rook) | bit(Kind::King) } else { bit(Kind::Rook) };
        let before = if first.is(side, Kind::Cannon) { ANY } else { along };
        let mut point = king.step(step);
        while point != first_point {
            squares.mark(point, before);
            point = point.step(step);
        }
        if first.is_border() {
            return;
        }
        squares.mark(first_point, along);
        while point != second_point {
            point = point.step(step);
            squares.mark(point, bit(Kind::Cannon));
        }
        if first.is(side, Kind::Cannon) {
            squares.mark(first_point, UNCOVERS);
        }
        if second.is_border() {
            return;
        }
        if self.first(second_point, step).is(side, Kind::Cannon) {
            squares.mark(first_point, UNCOVERS);
            squares.mark(second_point, UNCOVERS);
        }
        if second.is(side, Kind::Rook) || (is_vertical(step) && second.is(side, Kind::King)) {
            squares.mark(first_point, UNCOVERS);
        }
    }

    /// [`Position::gives_check`] for a caller that asks it of many pseudo-legal moves of this position.
    #[inline]
    pub fn gives_check_by(&self, squares: &CheckSquares, mv: Move) -> bool {
        let (from, to) = (Point::of(mv.from()), Point::of(mv.to()));
        let gives = if squares.at(from) & UNCOVERS != 0 {
            // Whether it leaves the line or stays on it decides.
            self.gives_check(mv)
        } else {
            squares.at(to) & bit(self.cell(from).kind()) != 0
        };
        debug_assert_eq!(gives, self.gives_check(mv), "{mv} in {self:?}");
        gives
    }
}

#[cfg(test)]
mod tests {
    use crate::board::Board;

    /// Lines with every piece in every place, legs, and cannons that jump along their own line.
    const CASES: [&str; 9] = [
        "3k5/9/9/9/3c5/3p5/9/3C5/9/4K4 w",
        "3k5/9/3C5/9/3n5/9/3p5/9/9/4K4 w",
        "3k5/9/3N5/9/3R5/9/9/9/9/4K4 w",
        "3k5/9/3n5/3N5/3C5/9/9/9/9/4K4 w",
        "3k5/4P4/4N4/9/9/9/9/9/9/4K4 w",
        "4k4/9/9/9/4N4/9/9/9/4A4/4K4 w",
        "3P1k3/4P4/9/9/9/5C3/5R3/9/9/4K4 w",
        "4k4/9/9/3n5/9/9/3r5/3c5/9/3K5 b",
        "C1NN1k3/9/9/9/9/5C3/9/5R3/9/4K4 w",
    ];

    #[test]
    fn checks_are_those_of_the_single_test() {
        let suite = include_str!("../../tests/data/perft.txt").lines().filter(|line| line.contains('/'));
        let fens = suite.map(|line| line.split(';').next().unwrap_or_default()).chain(CASES);
        let mut checks = 0;
        for fen in fens {
            let board = Board::from_fen(fen).unwrap();
            for first in board.legal_moves() {
                let mut board = board.clone();
                board.make(first);
                for position in [Board::from_fen(fen).unwrap(), board] {
                    let squares = position.check_squares();
                    for mv in position.legal_moves() {
                        let mut after = position.clone();
                        after.make(mv);
                        assert_eq!(position.gives_check_by(&squares, mv), after.in_check(), "{mv} in {position:?}");
                        checks += usize::from(after.in_check());
                    }
                }
            }
        }
        assert!(checks > 1_000, "the positions have too few checks: {checks}");
    }
}
