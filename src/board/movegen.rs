//! Pseudo-legal captures and quiet moves.

use super::cell::Cell;
use super::geometry::{ADVISOR_STEPS, BISHOP_LEAPS, Direction, KING_STEPS, KNIGHT_LEAPS, LINE_MOVES, PAWN_STEPS};
use super::position::Position;
use crate::types::{Color, Kind, Move, MoveList, Square};

/// Adds the move if it is wanted, without a branch, which would often be mispredicted.
#[inline(always)]
fn add_if(is_wanted: bool, mv: Move, moves: &mut MoveList) {
    let length = moves.len() + usize::from(is_wanted);
    moves.push(mv);
    moves.truncate(length);
}

/// A pass over the pieces that generates captures, quiet moves, or both.
struct Pass<const CAPTURES: bool, const QUIETS: bool>;

impl<const CAPTURES: bool, const QUIETS: bool> Pass<CAPTURES, QUIETS> {
    /// Adds the move if it is a capture or a quiet move, as wanted. `over`: the leg or eye, which must be empty;
    /// [`Cell::EMPTY`] for a step. If only captures are wanted, the target is tested first, since its result is easier
    /// to predict.
    #[inline]
    fn offer(position: &Position, from: Square, to: Square, over: Cell, enemy: Color, moves: &mut MoveList) {
        let cell = position.cell(to);
        let is_wanted = (CAPTURES && cell.belongs_to(enemy)) | (QUIETS && cell.is_empty());
        if QUIETS {
            add_if(is_wanted & over.is_empty(), Move::new(from, to), moves);
        } else if is_wanted && over.is_empty() {
            moves.push(Move::new(from, to));
        }
    }

    /// Adds the quiet moves along a line. All moves to the edge are copied and then cut off at the first piece: the end
    /// of a loop of varying length would often be mispredicted.
    #[inline(always)]
    fn slide(position: &Position, from: Square, direction: Direction, moves: &mut MoveList) {
        let length = moves.len() + position.lines().count_empty(from, direction);
        moves.try_extend_from_slice(&LINE_MOVES[direction as usize][from]).expect("a list has room for a line");
        moves.truncate(length);
    }

    fn generate(position: &Position, moves: &mut MoveList) {
        let side = position.side();
        let enemy = !side;
        for from in position.squares(side, Kind::Rook) {
            for (direction, [first, _]) in position.lines().first_two_each_way(from) {
                if QUIETS {
                    Self::slide(position, from, direction, moves);
                }
                if CAPTURES && position.cell(first).belongs_to(enemy) {
                    moves.push(Move::new(from, first));
                }
            }
        }
        for from in position.squares(side, Kind::Cannon) {
            for (direction, [_, second]) in position.lines().first_two_each_way(from) {
                if QUIETS {
                    Self::slide(position, from, direction, moves);
                }
                if CAPTURES && position.cell(second).belongs_to(enemy) {
                    moves.push(Move::new(from, second));
                }
            }
        }
        for from in position.squares(side, Kind::Knight) {
            for (leg, ends) in KNIGHT_LEAPS[from] {
                for to in ends {
                    Self::offer(position, from, to, position.cell(leg), enemy, moves);
                }
            }
        }
        for from in position.squares(side, Kind::Pawn) {
            for to in PAWN_STEPS[side.index()][from] {
                Self::offer(position, from, to, Cell::EMPTY, enemy, moves);
            }
        }
        for from in position.squares(side, Kind::Bishop) {
            for (eye, to) in BISHOP_LEAPS[from] {
                if to.is_home_of(side) {
                    Self::offer(position, from, to, position.cell(eye), enemy, moves);
                }
            }
        }
        for from in position.squares(side, Kind::Advisor) {
            for to in ADVISOR_STEPS[side.index()][from] {
                Self::offer(position, from, to, Cell::EMPTY, enemy, moves);
            }
        }
        let king = position.king(side);
        for to in KING_STEPS[side.index()][king] {
            Self::offer(position, king, to, Cell::EMPTY, enemy, moves);
        }
    }
}

impl Position {
    /// Appends the pseudo-legal captures.
    pub fn captures(&self, moves: &mut MoveList) {
        Pass::<true, false>::generate(self, moves);
    }

    /// Appends the pseudo-legal quiet moves.
    pub fn quiets(&self, moves: &mut MoveList) {
        Pass::<false, true>::generate(self, moves);
    }

    /// Appends all pseudo-legal moves in one pass over the pieces.
    pub fn pseudo_legal_moves(&self, moves: &mut MoveList) {
        Pass::<true, true>::generate(self, moves);
    }
}
