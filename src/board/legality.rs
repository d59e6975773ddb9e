//! Legal moves and checking moves, tested only where they can matter.

use super::attacks::Change;
use super::point::KNIGHT_ORIGINS;
use super::point::Point;
use super::point::RIGHT;
use super::point::UP;
use super::point::forward;
use super::position::Position;
use crate::types::Color;
use crate::types::Kind;
use crate::types::Move;
use crate::types::MoveList;
use crate::types::Square;

/// How a point lies to a king.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Relation {
    /// A piece that comes or goes there changes no line and no leg of the king's.
    Unaligned,
    /// On the king's file.
    File,
    /// On the king's rank.
    Rank,
    /// A diagonal neighbour, the leg of two knights: index into [`KNIGHT_ORIGINS`].
    Leg(u8),
}

/// By the padded difference `point - king`, modulo 256.
const RELATIONS: [Relation; 256] = {
    let mut table = [Relation::Unaligned; 256];
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
        table[KNIGHT_ORIGINS[leg].0 as u8 as usize] = Relation::Leg(leg as u8);
        leg += 1;
    }
    table
};

#[inline]
fn relation(point: Point, king: Point) -> Relation {
    RELATIONS[point.minus(king)]
}

impl Position {
    /// Whether the line or leg that `point` lies on lets `by` attack `king` after `change`.
    #[inline]
    fn attacked_by_way_of(&self, point: Point, king: Point, by: Color, change: Change) -> bool {
        match relation(point, king) {
            Relation::Unaligned => false,
            Relation::File => self.ray_attacks(king, king.towards_on(point, UP), by, change),
            Relation::Rank => self.ray_attacks(king, king.towards_on(point, RIGHT), by, change),
            Relation::Leg(leg) => self.knights_through(king, KNIGHT_ORIGINS[leg as usize], by, change),
        }
    }

    /// Whether a pseudo-legal move leaves the mover's king safe and out of the enemy king's sight.
    #[inline]
    pub fn is_legal(&self, mv: Move) -> bool {
        self.is_legal_given(mv, self.in_check())
    }

    /// [`Position::is_legal`] for a caller that knows whether the side to move stands in check.
    #[inline]
    pub fn is_legal_given(&self, mv: Move, in_check: bool) -> bool {
        let (from, to) = (Point::of(mv.from()), Point::of(mv.to()));
        let piece = self.cell(from);
        let change = Change { from, to, piece };
        let enemy = !self.side();
        let king = self.king_point(self.side());
        let legal = if from == king {
            !self.king_attacked_after(to, enemy, change)
        } else if in_check {
            !self.king_attacked_after(king, enemy, change)
        } else {
            // A piece that leaves opens a line, a leg or a cannon's view; one that arrives may be a cannon's screen. It
            // can never unblock a leg by arriving.
            !self.attacked_by_way_of(from, king, enemy, change) && !self.lands_as_screen(to, king, enemy, change)
        };
        debug_assert_eq!(
            legal,
            !self.king_attacked_after(if from == king { to } else { king }, enemy, change),
            "{mv} in {self:?}"
        );
        legal
    }

    /// Whether a piece arriving on `to` gives a cannon of `by` the screen it lacked.
    #[inline]
    fn lands_as_screen(&self, to: Point, king: Point, by: Color, change: Change) -> bool {
        match relation(to, king) {
            Relation::File => self.ray_attacks(king, king.towards_on(to, UP), by, change),
            Relation::Rank => self.ray_attacks(king, king.towards_on(to, RIGHT), by, change),
            Relation::Unaligned | Relation::Leg(_) => false,
        }
    }

    /// Whether a legal move gives check, by the piece that moves or by one that it uncovers.
    #[inline]
    pub fn gives_check(&self, mv: Move) -> bool {
        let (from, to) = (Point::of(mv.from()), Point::of(mv.to()));
        let piece = self.cell(from);
        let change = Change { from, to, piece };
        let king = self.king_point(!self.side());
        let direct = match piece.kind() {
            Kind::Knight => self.knight_reaches(to, king, change),
            Kind::Pawn => to.step(forward(self.side())) == king || to.step(RIGHT) == king || to.step(-RIGHT) == king,
            // Rooks, cannons and screens all show on the line that `to` lies on.
            _ => false,
        };
        let gives = direct
            || self.attacked_by_way_of(from, king, self.side(), change)
            || self.lands_as_screen(to, king, self.side(), change);
        debug_assert_eq!(gives, self.king_attacked_after(king, self.side(), change), "{mv} in {self:?}");
        gives
    }

    /// Whether a knight that stands on `from` after `change` attacks `target`.
    #[inline]
    fn knight_reaches(&self, from: Point, target: Point, change: Change) -> bool {
        KNIGHT_ORIGINS.iter().any(|&(leg, origins)| {
            origins.iter().any(|&origin| target.step(origin) == from)
                && self.cell_after(target.step(leg), change).is_empty()
        })
    }

    /// Whether `mv` is legal; nothing is asked of it, so it may come from a table, a file or a front end.
    pub fn is_legal_move(&self, mv: Move) -> bool {
        self.is_pseudo_legal(mv) && self.is_legal(mv)
    }

    /// All legal moves, captures first.
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = self.captures_then_quiets();
        let in_check = self.in_check();
        moves.retain(|mv| self.is_legal_given(*mv, in_check));
        moves
    }

    /// Whether the side to move has a legal move; without one it has lost, in check or not.
    pub fn has_legal_move(&self) -> bool {
        let in_check = self.in_check();
        self.captures_then_quiets().iter().any(|&mv| self.is_legal_given(mv, in_check))
    }

    fn captures_then_quiets(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.captures(&mut moves);
        self.quiets(&mut moves);
        moves
    }

    /// Whether a capture on the board, by either side, leaves the capturing side's king unattacked.
    pub fn capture_is_safe(&self, from: Square, to: Square) -> bool {
        let (from, to) = (Point::of(from), Point::of(to));
        let piece = self.cell(from);
        let king = self.king_point(piece.color());
        let change = Change { from, to, piece };
        !self.king_attacked_after(if from == king { to } else { king }, !piece.color(), change)
    }
}
