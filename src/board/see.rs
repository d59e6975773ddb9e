//! Static exchange evaluation (SEE): the gain when both sides capture on one square, each with its least valuable
//! piece.
//!
//! Unlike in chess the attackers cannot be listed once: each capture changes cannon screens, knight legs and lines
//! between kings. So they are searched again after each capture, on a copy of cells and lines.

use super::cell::Cell;
use super::geometry::{
    ADVISOR_ORIGINS, BISHOP_LEAPS, BySquare, KING_STEPS, KNIGHT_ORIGINS, PAWN_ORIGINS, Relation, relation,
};
use super::line_occupancy::LineOccupancy;
use super::position::Position;
use crate::types::{Color, Kind, Move, Square};

/// Value of a piece in an exchange, centipawns. Not tuned.
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

/// A query for an attacker of a target.
#[derive(Clone, Copy)]
struct Attacker<'a> {
    exchange: &'a Exchange,
    target: Square,
    color: Color,
}

impl Attacker<'_> {
    /// Whether an unpinned piece of this `kind` stands on `square`. Inlined: with a constant kind it is a subtraction
    /// and a comparison.
    #[inline(always)]
    fn on(self, kind: Kind, square: Square) -> bool {
        self.exchange.cells[square].is(self.color, kind) && !self.exchange.is_pinned(square, self.target, self.color)
    }
}

/// The cells and lines during an exchange.
struct Exchange {
    cells: BySquare<Cell>,
    lines: LineOccupancy,
    kings: [Square; 2],
}

impl Exchange {
    /// The square of the least valuable piece of `color` that may capture on `target`, where an enemy piece stands.
    /// Pieces pinned to their king do not count.
    fn least_attacker(&self, target: Square, color: Color) -> Option<Square> {
        let stands = Attacker { exchange: self, target, color };
        for origin in PAWN_ORIGINS[color.index()][target] {
            if stands.on(Kind::Pawn, origin) {
                return Some(origin);
            }
        }
        // Here and below the piece is tested before its eye or leg: that it is absent is easier to predict.
        if target.is_home_of(color) {
            for (eye, origin) in BISHOP_LEAPS[target] {
                if stands.on(Kind::Bishop, origin) && self.cells[eye].is_empty() {
                    return Some(origin);
                }
            }
            for origin in ADVISOR_ORIGINS[color.index()][target] {
                if stands.on(Kind::Advisor, origin) {
                    return Some(origin);
                }
            }
        }
        for (leg, origins) in KNIGHT_ORIGINS[target] {
            for origin in origins {
                if stands.on(Kind::Knight, origin) && self.cells[leg].is_empty() {
                    return Some(origin);
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
        (king != target && KING_STEPS[color.index()][king].contains(&target)).then_some(king)
    }

    /// Removes the piece on `square` from its cell and line.
    #[inline]
    fn leave(&mut self, square: Square) -> Cell {
        let piece = std::mem::replace(&mut self.cells[square], Cell::EMPTY);
        self.lines.toggle(square);
        piece
    }

    /// Whether the piece on `from` is pinned to its king and would leave the line of the pin by moving to `target`.
    /// Pins are by a rook, the enemy king, or a cannon with exactly one other piece in between.
    fn is_pinned(&self, from: Square, target: Square, color: Color) -> bool {
        let king = self.kings[color.index()];
        let Relation::Line(direction) = relation(from, king) else { return false };
        let is_vertical = direction.is_vertical();
        let stays = if is_vertical { target.file() == king.file() } else { target.rank() == king.rank() };
        if stays {
            return false;
        }
        let before = match self.lines.first_two(king, direction) {
            [first, _] if first == from => 0,
            [_, second] if second == from => 1,
            _ => return false,
        };
        let [first, second] = self.lines.first_two(from, direction).map(|square| self.cells[square]);
        if before == 1 {
            return first.is(!color, Kind::Cannon);
        }
        first.is(!color, Kind::Rook) || second.is(!color, Kind::Cannon) || (is_vertical && first.is(!color, Kind::King))
    }
}

impl Position {
    /// Whether the exchange that `mv` begins gains at least `threshold` centipawns for the mover, when each side may
    /// stop at any point. A quiet move begins an exchange, too: the moved piece may be captured.
    pub fn see_ge(&self, mv: Move, threshold: i32) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let taken = self.cell(to);
        let gain = if taken.is_empty() { 0 } else { exchange_value(taken.kind()) };
        // `balance` is the gain above the threshold of the side that has just moved.
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
            kings: [self.king(Color::Red), self.king(Color::Black)],
        };
        if taken.is_empty() {
            exchange.lines.toggle(to);
        }
        let piece = exchange.leave(from);
        exchange.cells[to] = piece;
        if piece.kind() == Kind::King {
            exchange.kings[self.side().index()] = to;
        }
        let mut side = !self.side();
        // The side that captured last wins the exchange unless the other side recaptures.
        while let Some(next) = exchange.least_attacker(to, side) {
            let piece = exchange.leave(next);
            // The line needs no toggle, since the target stays occupied.
            exchange.cells[to] = piece;
            if piece.kind() == Kind::King {
                // A king captures only if no enemy piece recaptures.
                if exchange.least_attacker(to, !side).is_some() {
                    break;
                }
                side = !side;
                break;
            }
            side = !side;
            balance = -balance - 1 - exchange_value(piece.kind());
            if balance >= 0 {
                break;
            }
        }
        // The side that does not continue loses the exchange.
        side != self.side()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;

    /// Checks that the exchange gains exactly `value`.
    fn check(fen: &str, mv: &str, value: i32) {
        let board = Board::from_fen(fen).unwrap();
        let mv: Move = mv.parse().unwrap();
        assert!(board.is_legal_move(mv), "{mv} in {fen}");
        assert!(board.see_ge(mv, value), "{mv} gains {value} in {fen}");
        assert!(!board.see_ge(mv, value + 1), "{mv} gains no more than {value} in {fen}");
    }

    #[test]
    fn exchanges() {
        let (rook, knight, cannon, pawn) = (950, 420, 450, 100);
        // A free pawn, and one guarded by a rook.
        check("3k5/9/9/4p4/9/9/9/4R4/9/5K3 w", "e2e6", pawn);
        check("3k5/9/4r4/4p4/9/9/9/4R4/9/5K3 w", "e2e6", pawn - rook);
        // Two rooks against one guard: pawn and rook for a rook.
        check("3k5/9/4r4/4p4/9/9/4R4/4R4/9/5K3 w", "e3e6", pawn);
        // The cannon behind the capturing rook loses its screen, and the recapturing rook is the target, not a screen.
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
