//! The squares from which the side to move gives check, computed once for all moves of a position.

use super::geometry::{BySquare, Direction, KNIGHT_ORIGINS, PAWN_ORIGINS};
use super::position::Position;
use crate::types::{Color, Kind, Move, Square};

/// For one position: the squares on which each kind of piece gives check, and the squares whose piece may give a
/// discovered check.
#[derive(Clone)]
pub struct CheckSquares {
    /// A bit for each kind that gives check there, and [`DISCOVERS`].
    marks: BySquare<u8>,
}

/// Set if a move of the piece on this square may give a discovered check: by opening a line or a leg, or, for a cannon,
/// by moving along its line to another screen.
const DISCOVERS: u8 = 1 << 7;

/// Every kind of piece.
const ANY: u8 = (1 << Kind::COUNT) - 1;

const fn bit(kind: Kind) -> u8 {
    1 << kind as u8
}

impl CheckSquares {
    #[inline]
    fn mark(&mut self, square: Square, bits: u8) {
        self.marks[square] |= bits;
    }
}

impl Position {
    /// The squares on which the side to move gives check. The enemy king must not be in check already; in a legal
    /// position it never is.
    pub fn check_squares(&self) -> CheckSquares {
        let mut squares = CheckSquares { marks: BySquare::filled(0) };
        let side = self.side();
        let king = self.king(!side);
        // Unrolled, so that each call is specialised for its direction.
        self.mark_line(&mut squares, king, Direction::Up, side);
        self.mark_line(&mut squares, king, Direction::Down, side);
        self.mark_line(&mut squares, king, Direction::Right, side);
        self.mark_line(&mut squares, king, Direction::Left, side);
        for (leg, origins) in KNIGHT_ORIGINS[king] {
            if self.cell(leg).is_empty() {
                origins.iter().for_each(|&origin| squares.mark(origin, bit(Kind::Knight)));
            } else if origins.iter().any(|&origin| self.cell(origin).is(side, Kind::Knight)) {
                squares.mark(leg, DISCOVERS);
            }
        }
        for origin in PAWN_ORIGINS[side.index()][king] {
            squares.mark(origin, bit(Kind::Pawn));
        }
        squares
    }

    /// Marks the line from the enemy `king` in `direction`. A rook gives check up to the first piece, a cannon from
    /// there up to the second. If the first piece is a cannon, any piece before it becomes its screen.
    #[inline(always)]
    fn mark_line(&self, squares: &mut CheckSquares, king: Square, direction: Direction, side: Color) {
        let [first_square, second_square] = self.lines().first_two(king, direction);
        let (first, second) = (self.cell(first_square), self.cell(second_square));
        // A king that faces the other is illegal, but pseudo-legal moves are tested, too.
        let along = if direction.is_vertical() { bit(Kind::Rook) | bit(Kind::King) } else { bit(Kind::Rook) };
        let before = if first.is(side, Kind::Cannon) { ANY } else { along };
        let mut mark_run = |from: Square, bits: u8| {
            for square in self.lines().empty_run(from, direction) {
                squares.mark(square, bits);
            }
        };
        mark_run(king, before);
        if first_square == king {
            return;
        }
        mark_run(first_square, bit(Kind::Cannon));
        squares.mark(first_square, along);
        if first.is(side, Kind::Cannon) {
            squares.mark(first_square, DISCOVERS);
        }
        if second_square == king {
            return;
        }
        squares.mark(second_square, bit(Kind::Cannon));
        if self.first(second_square, direction).is(side, Kind::Cannon) {
            squares.mark(first_square, DISCOVERS);
            squares.mark(second_square, DISCOVERS);
        }
        if second.is(side, Kind::Rook) || (direction.is_vertical() && second.is(side, Kind::King)) {
            squares.mark(first_square, DISCOVERS);
        }
    }

    /// [`Position::gives_check`] with precomputed squares, for many pseudo-legal moves of this position.
    #[inline]
    pub fn gives_check_by(&self, squares: &CheckSquares, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let gives = if squares.marks[from] & DISCOVERS != 0 {
            // Whether it gives check depends on whether it stays on the line.
            self.gives_check(mv)
        } else {
            squares.marks[to] & bit(self.cell(from).kind()) != 0
        };
        debug_assert_eq!(gives, self.gives_check(mv), "{mv} in {self:?}");
        gives
    }
}

#[cfg(test)]
mod tests {
    use crate::board::Board;

    /// Positions with all kinds of pieces on lines and legs, and cannons that capture along their own line.
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
