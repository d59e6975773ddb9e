//! Static exchange evaluation: who gains when both sides capture on one square, the least valuable piece first.
//!
//! Unlike in chess the attackers cannot be listed once: a cannon wins or loses its screen with every capture, a knight
//! its leg, a king its sight. So they are looked up anew after each capture, on a copy of the cells and lines.

use super::cell::Cell;
use super::line_occupancy::LineOccupancy;
use super::point::DIAGONAL;
use super::point::KNIGHT_ORIGINS;
use super::point::ORTHOGONAL;
use super::point::Point;
use super::point::RIGHT;
use super::point::forward;
use super::point::is_vertical;
use super::position::Position;
use crate::types::Color;
use crate::types::Kind;
use crate::types::Move;

/// What a piece is worth in an exchange, in centipawns. Fixed here, since move ordering is no place for tuned fractions.
pub const fn exchange_value(kind: Kind) -> i32 {
    match kind {
        Kind::King => 10_000,
        Kind::Advisor | Kind::Bishop => 150,
        Kind::Knight => 420,
        Kind::Rook => 950,
        Kind::Cannon => 450,
        Kind::Pawn => 100,
    }
}

/// Asks for a piece of a side that may take on a target.
#[derive(Clone, Copy)]
struct Attacker<'a> {
    exchange: &'a Exchange,
    target: Point,
    color: Color,
}

impl Attacker<'_> {
    /// Whether one of this `kind` stands on `point` and is not pinned there. Always in line: with the kind known it is a
    /// subtraction and a comparison.
    #[inline(always)]
    fn on(self, kind: Kind, point: Point) -> bool {
        self.exchange.cell(point).is(self.color, kind) && !self.exchange.is_pinned(point, self.target, self.color)
    }
}

/// The cells and lines during an exchange.
struct Exchange {
    cells: [Cell; 256],
    lines: LineOccupancy,
    kings: [Point; 2],
}

impl Exchange {
    #[inline]
    fn cell(&self, point: Point) -> Cell {
        self.cells[point.index()]
    }

    /// The least valuable piece of `color` that may take on `target`, not counting pieces pinned to their king.
    fn least_attacker(&self, target: Point, color: Color) -> Option<Point> {
        let stands = Attacker { exchange: self, target, color };
        let pawn_steps = [-forward(color), RIGHT, -RIGHT];
        let pawn_steps = if target.is_home_of(color) { &pawn_steps[..1] } else { &pawn_steps[..] };
        if let Some(&step) = pawn_steps.iter().find(|&&step| stands.on(Kind::Pawn, target.step(step))) {
            return Some(target.step(step));
        }
        if target.is_home_of(color) {
            for eye in DIAGONAL {
                if self.cell(target.step(eye)).is_empty() && stands.on(Kind::Bishop, target.step(eye).step(eye)) {
                    return Some(target.step(eye).step(eye));
                }
            }
            if target.is_open_to(color, Kind::Advisor) {
                for step in DIAGONAL {
                    if stands.on(Kind::Advisor, target.step(step)) {
                        return Some(target.step(step));
                    }
                }
            }
        }
        for (leg, origins) in KNIGHT_ORIGINS {
            if self.cell(target.step(leg)).is_empty() {
                for origin in origins {
                    if stands.on(Kind::Knight, target.step(origin)) {
                        return Some(target.step(origin));
                    }
                }
            }
        }
        let mut rook = None;
        for (_, [first, second]) in self.lines.first_two_each_way(target) {
            if stands.on(Kind::Rook, first) {
                rook = Some(first);
            }
            if stands.on(Kind::Cannon, second) {
                return Some(second);
            }
        }
        if rook.is_some() {
            return rook;
        }
        let king = self.kings[color.index()];
        let is_beside = ORTHOGONAL.iter().any(|&step| target.step(step) == king);
        (is_beside && target.is_open_to(color, Kind::King)).then_some(king)
    }

    /// The piece on `point` leaves the board or takes on the target, where a piece stands before and after.
    #[inline]
    fn leave(&mut self, point: Point) -> Cell {
        let piece = std::mem::replace(&mut self.cells[point.index()], Cell::EMPTY);
        self.lines.toggle(point);
        piece
    }

    /// Whether the piece on `from` must not go to `target`, because a rook or the enemy king stands behind it, or a cannon
    /// with exactly one more piece between, and it would leave the line.
    fn is_pinned(&self, from: Point, target: Point, color: Color) -> bool {
        let king = self.kings[color.index()];
        let Some(step) = king.towards(from) else { return false };
        let stays = if is_vertical(step) { target.column() == king.column() } else { target.row() == king.row() };
        if stays {
            return false;
        }
        let before = match self.lines.first_two(king, step) {
            [first, _] if first == from => 0,
            [_, second] if second == from => 1,
            _ => return false,
        };
        let [first, second] = self.lines.first_two(from, step).map(|point| self.cell(point));
        if before == 1 {
            return first.is(!color, Kind::Cannon);
        }
        first.is(!color, Kind::Rook)
            || second.is(!color, Kind::Cannon)
            || (is_vertical(step) && first.is(!color, Kind::King))
    }
}

impl Position {
    /// Whether the exchange that `mv` begins gains at least `threshold` centipawns for the mover, both sides free to
    /// stop at any point. A quiet move begins an exchange too: the piece that moved may be taken.
    pub fn exchange_at_least(&self, mv: Move, threshold: i32) -> bool {
        let (from, to) = (Point::of(mv.from()), Point::of(mv.to()));
        let taken = self.cell(to);
        let gain = if taken.is_empty() { 0 } else { exchange_value(taken.kind()) };
        // `balance` is what the side that has just moved is ahead of the threshold.
        let mut balance = gain - threshold;
        if balance < 0 {
            return false;
        }
        balance -= exchange_value(self.cell(from).kind());
        if balance >= 0 {
            return true;
        }
        let mut exchange = Exchange {
            cells: *self.cells(),
            lines: *self.lines(),
            kings: [self.king_point(Color::Red), self.king_point(Color::Black)],
        };
        if taken.is_empty() {
            exchange.lines.toggle(to);
        }
        let piece = exchange.leave(from);
        exchange.cells[to.index()] = piece;
        if piece.kind() == Kind::King {
            exchange.kings[self.side().index()] = to;
        }
        let mut side = !self.side();
        // The mover of the last capture is winning the argument while the other side finds no answer.
        while let Some(next) = exchange.least_attacker(to, side) {
            let piece = exchange.leave(next);
            if piece.kind() == Kind::King {
                // A king takes last: only where no enemy takes back.
                if exchange.least_attacker(to, !side).is_some() {
                    break;
                }
                side = !side;
                break;
            }
            exchange.cells[to.index()] = piece;
            side = !side;
            balance = -balance - 1 - exchange_value(piece.kind());
            if balance >= 0 {
                break;
            }
        }
        // The side that cannot or need not go on has lost the argument.
        side != self.side()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;

    /// The exchange is worth exactly `value`.
    fn check(fen: &str, mv: &str, value: i32) {
        let board = Board::from_fen(fen).unwrap();
        let mv: Move = mv.parse().unwrap();
        assert!(board.is_legal_move(mv), "{mv} in {fen}");
        assert!(board.exchange_at_least(mv, value), "{mv} gains {value} in {fen}");
        assert!(!board.exchange_at_least(mv, value + 1), "{mv} gains no more than {value} in {fen}");
    }

    #[test]
    fn exchanges() {
        let (rook, knight, cannon, pawn) = (950, 420, 450, 100);
        // A free pawn, and one guarded by a rook.
        check("3k5/9/9/4p4/9/9/9/4R4/9/5K3 w", "e2e6", pawn);
        check("3k5/9/4r4/4p4/9/9/9/4R4/9/5K3 w", "e2e6", pawn - rook);
        // Two rooks against one guard: pawn and rook for a rook.
        check("3k5/9/4r4/4p4/9/9/4R4/4R4/9/5K3 w", "e3e6", pawn);
        // A cannon behind the capturing rook finds its screen gone, but the recapturing rook is a new one only with
        // another piece between.
        check("3k5/9/4r4/4p4/9/9/4R4/4C4/9/5K3 w", "e3e6", pawn - rook);
        // The same cannon takes over its own pawn.
        check("3k5/9/4r4/4p4/9/9/4P4/4C4/9/5K3 w", "e2e6", pawn - cannon);
        // A knight whose leg is blocked guards nothing.
        check("3k5/9/3n5/9/4p4/4R4/9/9/9/5K3 w", "e4e5", pawn - rook);
        check("3k5/9/3n5/3c5/4p4/4R4/9/9/9/5K3 w", "e4e5", pawn);
        // A quiet move onto an attacked point.
        check("3k5/9/9/4p4/9/3N5/9/9/9/5K3 w", "d4e6", pawn);
        check("3k5/9/4r4/9/9/3N5/9/9/9/5K3 w", "d4e6", -knight);
    }

    #[test]
    fn pinned_guards_do_not_take_part() {
        // The advisor on e8 would guard d7 but stands between the kings.
        check("4k4/4a4/3n5/9/9/9/3R5/9/9/4K4 w", "d3d7", 420);
        check("3ak4/4a4/3n5/9/9/9/3R5/9/9/5K3 w", "d3d7", 420 - 950);
    }
}
