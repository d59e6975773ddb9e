//! The legal moves of a side in check.

use super::geometry::{KNIGHT_ORIGINS, PAWN_ORIGINS, squares_between};
use super::position::Position;
use crate::types::{Kind, MoveList, Square};
use arrayvec::ArrayVec;

impl Position {
    /// Appends the legal moves of a side that stands in check.
    ///
    /// Only a king move, a capture of the checker, an interposition, or a move by the screen of a checking cannon can
    /// resolve a check, so other moves are not tested.
    pub fn evasions(&self, moves: &mut MoveList) {
        debug_assert!(self.in_check());
        let start = moves.len();
        self.pseudo_legal_moves(moves);
        let king = self.king(self.side());
        let evasion = self.first_checker().map(|checker| Evasion::for_checker(self, king, checker));
        let mut kept = start;
        for index in start..moves.len() {
            let mv = moves[index];
            let (from, to) = (mv.from(), mv.to());
            // With two checkers the first is enough: a move that resolves both checks also resolves this one.
            let may_resolve = from == king || evasion.as_ref().is_some_and(|evasion| evasion.may_resolve(from, to));
            if may_resolve && self.is_legal_given(mv, true) {
                moves[kept] = mv;
                kept += 1;
            }
        }
        moves.truncate(kept);
    }

    /// A piece that gives check to the side to move.
    fn first_checker(&self) -> Option<Square> {
        let (king, enemy) = (self.king(self.side()), !self.side());
        for (direction, [near, far]) in self.lines().first_two_each_way(king) {
            let first = self.cell(near);
            if first.is(enemy, Kind::Rook) || (first.is(enemy, Kind::King) && direction.is_vertical()) {
                return Some(near);
            }
            if self.cell(far).is(enemy, Kind::Cannon) {
                return Some(far);
            }
        }
        let is = |square, kind| self.cell(square).is(enemy, kind);
        let knight = KNIGHT_ORIGINS[king]
            .iter()
            .filter(|&&(leg, _)| self.cell(leg).is_empty())
            .find_map(|(_, origins)| origins.iter().copied().find(|&origin| is(origin, Kind::Knight)));
        let pawn = || PAWN_ORIGINS[enemy.index()][king].into_iter().find(|&origin| is(origin, Kind::Pawn));
        knight.or_else(pawn)
    }
}

/// The moves that resolve the check of one checker without moving the king.
struct Evasion {
    checker: Square,
    /// The squares to interpose on: between a line checker and the king, or a knight's leg.
    blocks: ArrayVec<Square, 9>,
    /// The piece between a cannon and the king, which may leave.
    screen: Option<Square>,
}

impl Evasion {
    fn for_checker(position: &Position, king: Square, checker: Square) -> Self {
        let mut evasion = Self { checker, blocks: ArrayVec::new(), screen: None };
        match position.cell(checker).kind() {
            Kind::Knight => {
                let over = KNIGHT_ORIGINS[king].iter().find(|(_, origins)| origins.contains(&checker));
                evasion.blocks.extend(over.map(|&(leg, _)| leg));
            }
            Kind::Rook | Kind::Cannon | Kind::King => {
                for square in squares_between(king, checker) {
                    if position.cell(square).is_empty() {
                        evasion.blocks.push(square);
                    } else {
                        evasion.screen = Some(square);
                    }
                }
            }
            Kind::Pawn | Kind::Advisor | Kind::Bishop => {}
        }
        evasion
    }

    fn may_resolve(&self, from: Square, to: Square) -> bool {
        to == self.checker || Some(from) == self.screen || self.blocks.contains(&to)
    }
}
