//! Legal moves and checking moves, tested only where they can matter.

use super::Board;
use super::attacks::Change;
use super::attacks::KNIGHTS_BEHIND;
use super::attacks::forward;
use super::cell::Cell;
use super::cell::ORTHOGONAL;
use super::cell::Point;
use super::cell::RIGHT;
use super::cell::Step;
use super::cell::UP;
use crate::types::Color;
use crate::types::Kind;
use crate::types::Move;
use crate::types::Square;

/// How a point lies to a king.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Relation {
    /// A man that comes or goes there changes no line and no leg of the king's.
    Apart,
    /// On the king's file.
    File,
    /// On the king's rank.
    Rank,
    /// A diagonal neighbour, the leg of two horses: index into [`KNIGHTS_BEHIND`].
    Leg(u8),
}

/// By the padded difference `point - king`, modulo 256.
const RELATIONS: [Relation; 256] = {
    let mut table = [Relation::Apart; 256];
    let mut ranks = 1;
    while ranks < 16 {
        table[ranks * 16] = Relation::File;
        ranks += 1;
    }
    // A king stands on the files d to f, so its rank ends five files away at most, and the ranks beside it begin at
    // differences of 16 - 5: nothing is mistaken for anything else.
    let mut files: i8 = 1;
    while files <= 5 {
        table[files as u8 as usize] = Relation::Rank;
        table[-files as u8 as usize] = Relation::Rank;
        files += 1;
    }
    let mut leg = 0;
    while leg < 4 {
        table[KNIGHTS_BEHIND[leg].0 as u8 as usize] = Relation::Leg(leg as u8);
        leg += 1;
    }
    table
};

#[inline]
fn relation(point: Point, king: Point) -> Relation {
    RELATIONS[point.minus(king)]
}

/// The step from `king` towards `point`, which lies on its file or rank.
#[inline]
fn towards(point: Point, king: Point, line: Step) -> Step {
    if point.0 > king.0 { line } else { -line }
}

impl Board {
    /// Whether the line or leg that `point` lies on lets `by` attack `king` after `change`.
    #[inline]
    fn attacked_by_way_of(&self, point: Point, king: Point, by: Color, change: Change) -> bool {
        match relation(point, king) {
            Relation::Apart => false,
            Relation::File => self.ray_attacks(king, towards(point, king, UP), by, change),
            Relation::Rank => self.ray_attacks(king, towards(point, king, RIGHT), by, change),
            Relation::Leg(leg) => self.knights_through(king, KNIGHTS_BEHIND[leg as usize], by, change),
        }
    }

    /// Whether a pseudo-legal move leaves the mover's king safe and out of the enemy king's sight.
    #[inline]
    pub fn is_legal(&self, mv: Move) -> bool {
        self.is_legal_given(mv, self.in_check())
    }

    /// [`Board::is_legal`] for a caller that knows whether the side to move stands in check.
    #[inline]
    pub fn is_legal_given(&self, mv: Move, in_check: bool) -> bool {
        let (from, to) = (Point::of(mv.from()), Point::of(mv.to()));
        let man = self.cell(from);
        let change = Change { from, to, man };
        let enemy = !self.side;
        let king = self.king_point(self.side);
        let legal = if from == king {
            !self.king_attacked_after(to, enemy, change)
        } else if in_check {
            !self.king_attacked_after(king, enemy, change)
        } else {
            // A man that leaves opens a line, a leg or a cannon's view; one that arrives may be a cannon's screen. It
            // can never unblock a leg by arriving.
            !self.attacked_by_way_of(from, king, enemy, change) && !self.lands_as_screen(to, king, enemy, change)
        };
        debug_assert_eq!(
            legal,
            !self.king_attacked_after(if from == king { to } else { king }, enemy, change),
            "{mv} in {}",
            self.fen()
        );
        legal
    }

    /// Whether a man arriving on `to` gives a cannon of `by` the screen it lacked.
    #[inline]
    fn lands_as_screen(&self, to: Point, king: Point, by: Color, change: Change) -> bool {
        match relation(to, king) {
            Relation::File => self.ray_attacks(king, towards(to, king, UP), by, change),
            Relation::Rank => self.ray_attacks(king, towards(to, king, RIGHT), by, change),
            Relation::Apart | Relation::Leg(_) => false,
        }
    }

    /// Whether a legal move gives check, by the man that moves or by one that it uncovers.
    #[inline]
    pub fn gives_check(&self, mv: Move) -> bool {
        let (from, to) = (Point::of(mv.from()), Point::of(mv.to()));
        let man = self.cell(from);
        let change = Change { from, to, man };
        let king = self.king_point(!self.side);
        let direct = match man.kind() {
            Kind::Knight => self.knight_reaches(to, king, change),
            Kind::Pawn => to.step(forward(self.side)) == king || to.step(RIGHT) == king || to.step(-RIGHT) == king,
            // Rooks, cannons and screens all show on the line that `to` lies on.
            _ => false,
        };
        let gives = direct
            || self.attacked_by_way_of(from, king, self.side, change)
            || self.lands_as_screen(to, king, self.side, change);
        debug_assert_eq!(gives, self.king_attacked_after(king, self.side, change), "{mv} in {}", self.fen());
        gives
    }

    /// Whether a horse that stands on `from` after `change` attacks `target`.
    #[inline]
    fn knight_reaches(&self, from: Point, target: Point, change: Change) -> bool {
        KNIGHTS_BEHIND.iter().any(|&(leg, origins)| {
            origins.iter().any(|&origin| target.step(origin) == from)
                && self.cell_after(target.step(leg), change).is_empty()
        })
    }

    /// Whether the side to move has a man that makes `mv` by the way its kind moves. Leaves out what the move does to
    /// the own king; see [`Board::is_legal`].
    pub fn is_pseudo_legal(&self, mv: Move) -> bool {
        let (from, to) = (Point::of(mv.from()), Point::of(mv.to()));
        let man = self.cell(from);
        if !man.belongs_to(self.side) || self.cell(to).belongs_to(self.side) {
            return false;
        }
        self.man_reaches(man, from, to)
    }

    /// Whether `man` on `from` moves to `to`, or captures there if an enemy stands on it.
    #[inline]
    pub(super) fn man_reaches(&self, man: Cell, from: Point, to: Point) -> bool {
        super::movegen::reaches(self, man, from, to)
    }

    /// Whether `mv` is legal; nothing is asked of it, so it may come from a table, a file or a front end.
    pub fn is_legal_move(&self, mv: Move) -> bool {
        self.is_pseudo_legal(mv) && self.is_legal(mv)
    }

    /// Whether the man on `from` could take the man on `to` by the way it moves, whoever is to move.
    pub fn attacks(&self, from: Square, to: Square) -> bool {
        let (from, to) = (Point::of(from), Point::of(to));
        let (man, victim) = (self.cell(from), self.cell(to));
        !man.is_empty() && !victim.is_empty() && man.color() != victim.color() && self.man_reaches(man, from, to)
    }

    /// Whether a capture on the board, by either side, leaves the capturing side's king unattacked.
    pub fn capture_is_safe(&self, from: Square, to: Square) -> bool {
        let (from, to) = (Point::of(from), Point::of(to));
        let man = self.cell(from);
        let king = self.king_point(man.color());
        let change = Change { from, to, man };
        !self.king_attacked_after(if from == king { to } else { king }, !man.color(), change)
    }

    /// Men that give check to the side to move, and how many there are; only the first two are named.
    pub(super) fn checkers(&self) -> ([Point; 2], usize) {
        let king = self.king_point(self.side);
        let enemy = !self.side;
        let mut found = [Point::NOWHERE; 2];
        let mut count = 0;
        let mut add = |point: Point| {
            if count < 2 {
                found[count] = point;
            }
            count += 1;
        };
        for step in ORTHOGONAL {
            let (first, place) = self.first_after(king, step, Change::NONE);
            if first.is_border() {
                continue;
            }
            let facing = first.is(enemy, Kind::King) && step.unsigned_abs() == UP.unsigned_abs();
            if first.is(enemy, Kind::Rook) || facing {
                add(place);
            }
            let (second, far) = self.first_after(place, step, Change::NONE);
            if !second.is_border() && second.is(enemy, Kind::Cannon) {
                add(far);
            }
        }
        for (leg, origins) in KNIGHTS_BEHIND {
            if self.cell(king.step(leg)).is_empty() {
                for origin in origins {
                    if self.cell(king.step(origin)).is(enemy, Kind::Knight) {
                        add(king.step(origin));
                    }
                }
            }
        }
        for step in [-forward(enemy), RIGHT, -RIGHT] {
            if self.cell(king.step(step)).is(enemy, Kind::Pawn) {
                add(king.step(step));
            }
        }
        (found, count)
    }
}
