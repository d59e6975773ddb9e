//! The legal moves of a side in check.

use super::point::KNIGHT_ORIGINS;
use super::point::Point;
use super::point::RIGHT;
use super::point::forward;
use super::point::is_vertical;
use super::position::Position;
use crate::types::Kind;
use crate::types::MoveList;
use arrayvec::ArrayVec;

impl Position {
    /// Appends the legal moves of a side that stands in check.
    ///
    /// Only a king's move, a capture of the checker, a piece put in its way, or the departure of the piece that serves a
    /// cannon as its screen can help, so the rest is never tested.
    pub fn evasions(&self, moves: &mut MoveList) {
        debug_assert!(self.in_check());
        let start = moves.len();
        self.pseudo_legal_moves(moves);
        let king = self.king_point(self.side());
        let evasion = self.first_checker().map_or(Evasion::NONE, |checker| Evasion::for_checker(self, king, checker));
        let mut kept = start;
        for index in start..moves.len() {
            let mv = moves[index];
            let (from, to) = (Point::of(mv.from()), Point::of(mv.to()));
            // Against two checkers it is enough to look at the first: what helps against both helps against it.
            if (from == king || evasion.may_resolve(from, to)) && self.is_legal_given(mv, true) {
                moves[kept] = mv;
                kept += 1;
            }
        }
        moves.truncate(kept);
    }

    /// A piece that gives check to the side to move.
    fn first_checker(&self) -> Option<Point> {
        let (king, enemy) = (self.king_point(self.side()), !self.side());
        for (step, [near, far]) in self.lines().first_two_each_way(king) {
            let first = self.cell(near);
            if first.is(enemy, Kind::Rook) || (first.is(enemy, Kind::King) && is_vertical(step)) {
                return Some(near);
            }
            if self.cell(far).is(enemy, Kind::Cannon) {
                return Some(far);
            }
        }
        let is = |step, kind| self.cell(king.step(step)).is(enemy, kind);
        let knight = KNIGHT_ORIGINS
            .iter()
            .filter(|&&(leg, _)| self.cell(king.step(leg)).is_empty())
            .find_map(|(_, origins)| origins.iter().find(|&&origin| is(origin, Kind::Knight)));
        let pawn = || [-forward(enemy), RIGHT, -RIGHT].into_iter().find(|&step| is(step, Kind::Pawn));
        knight.copied().or_else(pawn).map(|step| king.step(step))
    }
}

/// What stops one checker without moving the king.
struct Evasion {
    checker: Point,
    /// Where a piece arrives in time: between a line checker and the king, or on a knight's leg.
    blocks: ArrayVec<Point, 9>,
    /// The piece between a cannon and the king, which may leave.
    screen: Point,
}

impl Evasion {
    const NONE: Self = Self { checker: Point::NOWHERE, blocks: ArrayVec::new_const(), screen: Point::NOWHERE };

    fn for_checker(position: &Position, king: Point, checker: Point) -> Self {
        let mut evasion = Self { checker, ..Self::NONE };
        match position.cell(checker).kind() {
            Kind::Knight => {
                let leg = KNIGHT_ORIGINS
                    .iter()
                    .find(|(_, origins)| origins.iter().any(|&origin| king.step(origin) == checker))
                    .map(|&(leg, _)| king.step(leg));
                evasion.blocks.extend(leg);
            }
            Kind::Rook | Kind::Cannon | Kind::King => {
                for point in king.until(checker) {
                    if position.cell(point).is_empty() {
                        evasion.blocks.push(point);
                    } else {
                        evasion.screen = point;
                    }
                }
            }
            Kind::Pawn | Kind::Advisor | Kind::Bishop => {}
        }
        evasion
    }

    fn may_resolve(&self, from: Point, to: Point) -> bool {
        to == self.checker || from == self.screen || self.blocks.contains(&to)
    }
}
