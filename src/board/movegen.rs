//! Pseudo-legal captures and quiet moves.

use super::point::DIAGONAL;
use super::point::KNIGHT_LEAPS;
use super::point::ORTHOGONAL;
use super::point::Point;
use super::point::RIGHT;
use super::point::Step;
use super::point::forward;
use super::position::Position;
use crate::types::Color;
use crate::types::Kind;
use crate::types::Move;
use crate::types::MoveList;

/// What a pass over the pieces yields.
struct Pass<const CAPTURES: bool, const QUIETS: bool>;

impl<const CAPTURES: bool, const QUIETS: bool> Pass<CAPTURES, QUIETS> {
    /// Adds the move if what stands on `to` makes it one of those to be listed.
    #[inline]
    fn offer(position: &Position, from: Point, to: Point, enemy: Color, moves: &mut MoveList) {
        let cell = position.cell(to);
        if (CAPTURES && cell.belongs_to(enemy)) || (QUIETS && cell.is_empty()) {
            moves.push(Move::new(from.square(), to.square()));
        }
    }

    /// Adds the moves to the empty points before `end`.
    #[inline]
    fn walk(from: Point, step: Step, end: Point, moves: &mut MoveList) {
        let mut to = from.step(step);
        while to != end {
            moves.push(Move::new(from.square(), to.square()));
            to = to.step(step);
        }
    }

    fn generate(position: &Position, moves: &mut MoveList) {
        let side = position.side();
        let enemy = !side;
        for from in position.points(side, Kind::Rook) {
            for (step, [first, _]) in position.lines().first_two_each_way(from) {
                if QUIETS {
                    Self::walk(from, step, first, moves);
                }
                if CAPTURES && position.cell(first).belongs_to(enemy) {
                    moves.push(Move::new(from.square(), first.square()));
                }
            }
        }
        for from in position.points(side, Kind::Cannon) {
            for (step, [screen, second]) in position.lines().first_two_each_way(from) {
                if QUIETS {
                    Self::walk(from, step, screen, moves);
                }
                if CAPTURES && position.cell(second).belongs_to(enemy) {
                    moves.push(Move::new(from.square(), second.square()));
                }
            }
        }
        for from in position.points(side, Kind::Knight) {
            for (leg, leaps) in KNIGHT_LEAPS {
                if position.cell(from.step(leg)).is_empty() {
                    for leap in leaps {
                        Self::offer(position, from, from.step(leap), enemy, moves);
                    }
                }
            }
        }
        for from in position.points(side, Kind::Pawn) {
            Self::offer(position, from, from.step(forward(side)), enemy, moves);
            if !from.is_home_of(side) {
                Self::offer(position, from, from.step(RIGHT), enemy, moves);
                Self::offer(position, from, from.step(-RIGHT), enemy, moves);
            }
        }
        for from in position.points(side, Kind::Bishop) {
            for eye in DIAGONAL {
                let to = from.step(eye).step(eye);
                if to.is_open_to(side, Kind::Bishop) && position.cell(from.step(eye)).is_empty() {
                    Self::offer(position, from, to, enemy, moves);
                }
            }
        }
        for from in position.points(side, Kind::Advisor) {
            for step in DIAGONAL {
                if from.step(step).is_open_to(side, Kind::Advisor) {
                    Self::offer(position, from, from.step(step), enemy, moves);
                }
            }
        }
        let from = position.king_point(side);
        for step in ORTHOGONAL {
            if from.step(step).is_open_to(side, Kind::King) {
                Self::offer(position, from, from.step(step), enemy, moves);
            }
        }
    }
}

impl Position {
    /// Appends the pseudo-legal captures.
    pub fn captures(&self, moves: &mut MoveList) {
        Pass::<true, false>::generate(self, moves);
    }

    /// Appends the pseudo-legal moves that take nothing.
    pub fn quiets(&self, moves: &mut MoveList) {
        Pass::<false, true>::generate(self, moves);
    }

    /// Appends all pseudo-legal moves in one pass over the pieces.
    pub fn pseudo_legal_moves(&self, moves: &mut MoveList) {
        Pass::<true, true>::generate(self, moves);
    }
}
