//! Where pieces stand along each row and each column of the padded board, one bit a point: what a look along a line meets
//! is found by counting zeroes instead of walking. The cells stay what the board is; these bits follow them.

use super::point::Point;
use super::point::RIGHT;
use super::point::Step;
use super::point::UP;
use super::point::is_vertical;
use crate::types::Square;

/// Which points of each line hold something. The border does, so a look along a line always meets something, and beyond
/// the border more border.
#[derive(Clone, Copy)]
pub(super) struct LineOccupancy {
    rows: [u16; 16],
    columns: [u16; 16],
}

/// The first and the second point that hold something, in one direction.
pub(super) type FirstTwo = [Point; 2];

impl LineOccupancy {
    /// Of a board without pieces.
    pub(super) const EMPTY: Self = {
        let mut lines = Self { rows: [u16::MAX; 16], columns: [u16::MAX; 16] };
        let mut index = 0;
        while let (true, Some(square)) = (index < Square::COUNT, Square::new(index as u8)) {
            let point = Point::of(square);
            lines.rows[point.row()] ^= 1 << point.column();
            lines.columns[point.column()] ^= 1 << point.row();
            index += 1;
        }
        lines
    };

    /// A piece comes to `point`, or goes.
    #[inline]
    pub(super) fn toggle(&mut self, point: Point) {
        self.rows[point.row()] ^= 1 << point.column();
        self.columns[point.column()] ^= 1 << point.row();
    }

    /// The bits of a row: column `n` is bit `n`.
    #[inline]
    pub(super) fn row(&self, row: usize) -> u16 {
        self.rows[row & 15]
    }

    /// The bits of a column: row `n` is bit `n`.
    #[inline]
    pub(super) fn column(&self, column: usize) -> u16 {
        self.columns[column & 15]
    }

    /// What is met first and second from `point`, a point of the board, in the direction of `step`.
    #[inline(always)]
    pub(super) fn first_two(&self, point: Point, step: Step) -> FirstTwo {
        self.first_two_after(point, step, Point::NOWHERE, Point::NOWHERE)
    }

    /// The same in each direction, in the order of `ORTHOGONAL`; written out, so that each is compiled for its step.
    #[inline(always)]
    pub(super) fn first_two_each_way(&self, point: Point) -> [(Step, FirstTwo); 4] {
        let of = |step| (step, self.first_two(point, step));
        [of(UP), of(RIGHT), of(-RIGHT), of(-UP)]
    }

    /// The same after what stands on `left` has gone to `taken`, where something may stand already.
    #[inline(always)]
    pub(super) fn first_two_after(&self, point: Point, step: Step, left: Point, taken: Point) -> FirstTwo {
        let (row, column) = (point.row(), point.column());
        let at = |place: u32| {
            if is_vertical(step) { Point::at(place as usize, column) } else { Point::at(row, place as usize) }
        };
        let (mut line, place) = if is_vertical(step) {
            let leaves = u32::from(left.column() == column) << left.row();
            let arrives = u32::from(taken.column() == column) << taken.row();
            (u32::from(self.column(column)) & !leaves | arrives, row)
        } else {
            let leaves = u32::from(left.row() == row) << left.column();
            let arrives = u32::from(taken.row() == row) << taken.column();
            (u32::from(self.row(row)) & !leaves | arrives, column)
        };
        if step > 0 {
            line &= u32::MAX << 1 << place;
            let first = line.trailing_zeros();
            line &= line.wrapping_sub(1);
            [at(first), at(line.trailing_zeros())]
        } else {
            // The corner's bit keeps what was not to be asked from having no answer.
            line = line & !(u32::MAX << place) | 1;
            let first = line.ilog2();
            line = line & !(1 << first) | 1;
            [at(first), at(line.ilog2())]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::board::point::ORTHOGONAL;

    /// What a walk meets.
    fn walk(holds: impl Fn(Point) -> bool, mut point: Point, step: Step) -> FirstTwo {
        let mut next = || {
            loop {
                point = point.step(step);
                if holds(point) {
                    return point;
                }
            }
        };
        [next(), next()]
    }

    #[test]
    fn a_look_meets_what_a_walk_meets() {
        let suite = include_str!("../../tests/data/perft.txt").lines().filter(|line| line.contains('/'));
        for fen in suite.map(|line| line.split(';').next().unwrap_or_default()) {
            let board = Board::from_fen(fen).unwrap();
            let holds = |point| !board.cell(point).is_empty();
            let moves = board.legal_moves();
            for from in Square::all().map(Point::of) {
                for (step, pair) in ORTHOGONAL.into_iter().zip(board.lines().first_two_each_way(from)) {
                    assert_eq!(pair, (step, walk(holds, from, step)), "{fen}");
                    for mv in &moves {
                        let (left, taken) = (Point::of(mv.from()), Point::of(mv.to()));
                        let holds_after = |point| point == taken || (point != left && holds(point));
                        let pair = board.lines().first_two_after(from, step, left, taken);
                        assert_eq!(pair, walk(holds_after, from, step), "{mv} in {fen}");
                    }
                }
            }
        }
    }
}
