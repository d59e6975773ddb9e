//! Tests whether moves are legal and whether they give check.

use super::attacks::Change;
use super::geometry::{Direction, KNIGHT_ORIGINS, PAWN_STEPS, Relation, relation};
use super::position::Position;
use crate::types::{Color, Kind, Move, MoveList, Square};

impl Position {
    /// Whether `by` attacks `king` after `change` along the line through `square`, or over it as a knight's leg. The
    /// piece that arrives on `square` may attack itself or be a cannon's screen.
    #[inline]
    fn is_attacked_through(&self, square: Square, king: Square, by: Color, change: Change) -> bool {
        match relation(square, king) {
            Relation::Unaligned => false,
            // Separate branches, so that each is specialised for its lines.
            Relation::Line(direction @ (Direction::Up | Direction::Down)) => {
                self.ray_attacks(king, direction, by, change)
            }
            Relation::Line(direction) => self.ray_attacks(king, direction, by, change),
            Relation::Leg(leg) => self.knights_through(KNIGHT_ORIGINS[king][leg as usize & 3], by, change),
        }
    }

    /// Whether a pseudo-legal move leaves the mover's king unattacked and not facing the enemy king.
    #[inline]
    pub fn is_legal(&self, mv: Move) -> bool {
        self.is_legal_given(mv, self.in_check())
    }

    /// [`Position::is_legal`] when it is known whether the side to move is in check.
    #[inline]
    pub fn is_legal_given(&self, mv: Move, in_check: bool) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let piece = self.cell(from);
        let change = Change { from, to, piece };
        let enemy = !self.side();
        let king = self.king(self.side());
        let legal = if from == king {
            !self.king_attacked_after(to, enemy, change)
        } else if in_check {
            !self.king_attacked_after(king, enemy, change)
        } else {
            // The piece that leaves may open a line or a leg, or leave a cannon with a single screen.
            !self.is_attacked_through(from, king, enemy, change) && !self.is_attacked_through(to, king, enemy, change)
        };
        debug_assert_eq!(
            legal,
            !self.king_attacked_after(if from == king { to } else { king }, enemy, change),
            "{mv} in {self:?}"
        );
        legal
    }

    /// Whether a legal move gives check, directly or by discovery.
    #[inline]
    pub fn gives_check(&self, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let piece = self.cell(from);
        let change = Change { from, to, piece };
        let king = self.king(!self.side());
        let direct = match piece.kind() {
            Kind::Knight => self.knight_reaches(to, king, change),
            Kind::Pawn => PAWN_STEPS[self.side().index()][to].contains(&king),
            // The line through `to` shows checks by rooks and cannons, and new screens.
            _ => false,
        };
        let gives = direct
            || self.is_attacked_through(from, king, self.side(), change)
            || self.is_attacked_through(to, king, self.side(), change);
        debug_assert_eq!(gives, self.king_attacked_after(king, self.side(), change), "{mv} in {self:?}");
        gives
    }

    /// Whether a knight that stands on `from` after `change` attacks `target`.
    #[inline]
    fn knight_reaches(&self, from: Square, target: Square, change: Change) -> bool {
        KNIGHT_ORIGINS[target]
            .iter()
            .any(|(leg, origins)| origins.contains(&from) && self.cell_after(*leg, change).is_empty())
    }

    /// Whether `mv` is legal. Any move may be passed, also from the TT, a file or a front end.
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

    /// Whether the side to move has a legal move. Without one it has lost, also when it is not in check.
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
        let piece = self.cell(from);
        let king = self.king(piece.color());
        let change = Change { from, to, piece };
        !self.king_attacked_after(if from == king { to } else { king }, !piece.color(), change)
    }
}
