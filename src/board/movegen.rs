//! Pseudo-legal captures and quiet moves, and the evasions of a check.

use super::Board;
use super::attacks::KNIGHTS_BEHIND;
use super::attacks::forward;
use super::cell::Cell;
use super::cell::DIAGONAL;
use super::cell::ORTHOGONAL;
use super::cell::Point;
use super::cell::RIGHT;
use super::cell::Step;
use super::cell::UP;
use crate::types::Color;
use crate::types::Kind;
use crate::types::Move;
use crate::types::MoveList;

/// A horse's legs, and the two points that each opens.
pub(super) const KNIGHT_LEAPS: [(Step, [Step; 2]); 4] = {
    let mut table = [(0, [0, 0]); 4];
    let mut index = 0;
    while index < 4 {
        let leg = ORTHOGONAL[index];
        let side = if leg == UP || leg == -UP { RIGHT } else { UP };
        table[index] = (leg, [2 * leg + side, 2 * leg - side]);
        index += 1;
    }
    table
};

/// Where each kind may stand, by padded point: bit `1 << kind`, for the three kinds that keep to places of their own.
const PLACES: [u8; 256] = {
    let mut table = [0; 256];
    let mut rank = 0;
    while rank < 10 {
        let mut file = 0;
        while file < 9 {
            let index = (rank + 3) * 16 + file + 3;
            let own_rank = if rank < 5 { rank } else { 9 - rank };
            let in_palace = own_rank < 3 && file >= 3 && file <= 5;
            if in_palace {
                table[index] |= 1 << Kind::King as u8;
                if (own_rank + file) % 2 == 1 {
                    table[index] |= 1 << Kind::Advisor as u8;
                }
            }
            let is_elephant_point = match own_rank {
                0 | 4 => file == 2 || file == 6,
                2 => file == 0 || file == 4 || file == 8,
                _ => false,
            };
            if is_elephant_point {
                table[index] |= 1 << Kind::Bishop as u8;
            }
            file += 1;
        }
        rank += 1;
    }
    table
};

/// Whether `kind`, a king, advisor or elephant, of either colour, may stand on `point` at all.
#[inline]
pub(super) const fn is_place_of(kind: Kind, point: Point) -> bool {
    PLACES[point.index()] & (1 << kind as u8) != 0
}

/// Whether `color`'s man of `kind` can ever stand on `point`.
pub(super) fn may_stand(color: Color, kind: Kind, point: Point) -> bool {
    let at_home = point.is_red_half() == (color == Color::Red);
    match kind {
        Kind::King | Kind::Advisor | Kind::Bishop => at_home && is_place_of(kind, point),
        Kind::Knight | Kind::Rook | Kind::Cannon => true,
        Kind::Pawn => {
            let square = point.square();
            let rank = square.rank().index();
            let advanced = if color == Color::Red { rank } else { 9 - rank };
            advanced >= 5 || (advanced >= 3 && square.file().index().is_multiple_of(2))
        }
    }
}

/// Whether `man` on `from` reaches `to` by the way its kind moves; `to` is empty or holds an enemy.
pub(super) fn reaches(board: &Board, man: Cell, from: Point, to: Point) -> bool {
    let step = to.0.wrapping_sub(from.0) as Step;
    match man.kind() {
        Kind::King => ORTHOGONAL.contains(&step) && is_place_of(Kind::King, to),
        Kind::Advisor => DIAGONAL.contains(&step) && is_place_of(Kind::Advisor, to),
        Kind::Bishop => DIAGONAL.iter().any(|&eye| {
            from.step(eye).step(eye) == to
                && board.cell(from.step(eye)).is_empty()
                && to.is_red_half() == from.is_red_half()
        }),
        Kind::Knight => {
            KNIGHT_LEAPS.iter().any(|&(leg, leaps)| leaps.contains(&step) && board.cell(from.step(leg)).is_empty())
        }
        Kind::Rook => men_between(board, from, to) == Some(0),
        Kind::Cannon => men_between(board, from, to) == Some(usize::from(!board.cell(to).is_empty())),
        Kind::Pawn => {
            let crossed = from.is_red_half() == (man.color() == Color::Black);
            step == forward(man.color()) || (crossed && (step == RIGHT || step == -RIGHT))
        }
    }
}

/// How many men stand strictly between two points of one rank or file; `None` when they share neither.
pub(super) fn men_between(board: &Board, from: Point, to: Point) -> Option<usize> {
    let line = if from.0 & 15 == to.0 & 15 {
        UP
    } else if from.0 >> 4 == to.0 >> 4 {
        RIGHT
    } else {
        return None;
    };
    let step = if to.0 > from.0 { line } else { -line };
    let mut count = 0;
    let mut point = from.step(step);
    while point != to {
        count += usize::from(!board.cell(point).is_empty());
        point = point.step(step);
    }
    Some(count)
}

/// What a pass over the men should yield.
struct Wanted<const CAPTURES: bool, const QUIETS: bool>;

impl<const CAPTURES: bool, const QUIETS: bool> Wanted<CAPTURES, QUIETS> {
    /// Adds the move if what stands on `to` makes it one of the wanted.
    #[inline]
    fn offer(board: &Board, from: Point, to: Point, enemy: u8, moves: &mut MoveList) {
        let cell = board.cell(to);
        if (CAPTURES && cell.0 & enemy != 0) || (QUIETS && cell.is_empty()) {
            moves.push(Move::new(from.square(), to.square()));
        }
    }

    fn generate(board: &Board, moves: &mut MoveList) {
        let side = board.side;
        let enemy = Cell::color_bit(!side);
        for (_, from) in board.points(side, Kind::Rook) {
            for step in ORTHOGONAL {
                let mut to = from.step(step);
                while board.cell(to).is_empty() {
                    if QUIETS {
                        moves.push(Move::new(from.square(), to.square()));
                    }
                    to = to.step(step);
                }
                if CAPTURES && board.cell(to).0 & enemy != 0 {
                    moves.push(Move::new(from.square(), to.square()));
                }
            }
        }
        for (_, from) in board.points(side, Kind::Cannon) {
            for step in ORTHOGONAL {
                let mut to = from.step(step);
                while board.cell(to).is_empty() {
                    if QUIETS {
                        moves.push(Move::new(from.square(), to.square()));
                    }
                    to = to.step(step);
                }
                if CAPTURES && !board.cell(to).is_border() {
                    to = to.step(step);
                    while board.cell(to).is_empty() {
                        to = to.step(step);
                    }
                    if board.cell(to).0 & enemy != 0 {
                        moves.push(Move::new(from.square(), to.square()));
                    }
                }
            }
        }
        for (_, from) in board.points(side, Kind::Knight) {
            for (leg, leaps) in KNIGHT_LEAPS {
                if board.cell(from.step(leg)).is_empty() {
                    for leap in leaps {
                        Self::offer(board, from, from.step(leap), enemy, moves);
                    }
                }
            }
        }
        for (_, from) in board.points(side, Kind::Pawn) {
            Self::offer(board, from, from.step(forward(side)), enemy, moves);
            if from.is_red_half() == (side == Color::Black) {
                Self::offer(board, from, from.step(RIGHT), enemy, moves);
                Self::offer(board, from, from.step(-RIGHT), enemy, moves);
            }
        }
        for (_, from) in board.points(side, Kind::Bishop) {
            for eye in DIAGONAL {
                let to = from.step(eye).step(eye);
                if is_place_of(Kind::Bishop, to)
                    && to.is_red_half() == from.is_red_half()
                    && board.cell(from.step(eye)).is_empty()
                {
                    Self::offer(board, from, to, enemy, moves);
                }
            }
        }
        for (_, from) in board.points(side, Kind::Advisor) {
            for step in DIAGONAL {
                if is_place_of(Kind::Advisor, from.step(step)) {
                    Self::offer(board, from, from.step(step), enemy, moves);
                }
            }
        }
        let from = board.king_point(side);
        for step in ORTHOGONAL {
            if is_place_of(Kind::King, from.step(step)) {
                Self::offer(board, from, from.step(step), enemy, moves);
            }
        }
    }
}

impl Board {
    /// Appends the pseudo-legal captures.
    pub fn captures(&self, moves: &mut MoveList) {
        Wanted::<true, false>::generate(self, moves);
    }

    /// Appends the pseudo-legal moves that take nothing.
    pub fn quiets(&self, moves: &mut MoveList) {
        Wanted::<false, true>::generate(self, moves);
    }

    /// Appends all pseudo-legal moves in one pass.
    pub fn pseudo_legal_moves(&self, moves: &mut MoveList) {
        Wanted::<true, true>::generate(self, moves);
    }

    /// Appends the legal moves of a side that stands in check.
    ///
    /// Only a king's move, a capture of the checker, a man put in its way, or the departure of the man that serves a
    /// cannon as its screen can help, so the rest is never tested.
    pub fn evasions(&self, moves: &mut MoveList) {
        debug_assert!(self.in_check());
        let start = moves.len();
        Wanted::<true, true>::generate(self, moves);
        let king = self.king_point(self.side);
        let (checkers, count) = self.checkers();
        let help = Help::against(self, king, checkers[0]);
        let mut kept = start;
        for index in start..moves.len() {
            let mv = moves[index];
            let (from, to) = (Point::of(mv.from()), Point::of(mv.to()));
            let may_help = from == king || help.is_offered(from, to);
            // Against two checkers the single test sees only the first; what helps against both helps against it.
            if may_help && self.is_legal_given(mv, true) {
                moves[kept] = mv;
                kept += 1;
            }
        }
        debug_assert!(count > 0);
        moves.truncate(kept);
    }
}

/// What stops one checker without moving the king.
struct Help {
    checker: Point,
    /// Where a man arrives in time: between a line checker and the king, or on a horse's leg.
    blocks: arrayvec::ArrayVec<Point, 9>,
    /// The man between a cannon and the king, which may leave.
    screen: Point,
}

impl Help {
    fn against(board: &Board, king: Point, checker: Point) -> Self {
        let mut help = Self { checker, blocks: arrayvec::ArrayVec::new(), screen: Point::NOWHERE };
        match board.cell(checker).kind() {
            Kind::Knight => {
                let leg = KNIGHTS_BEHIND
                    .iter()
                    .find(|(_, origins)| origins.iter().any(|&origin| king.step(origin) == checker))
                    .map(|&(leg, _)| king.step(leg));
                help.blocks.extend(leg);
            }
            Kind::Rook | Kind::Cannon | Kind::King => {
                let line = if king.0 & 15 == checker.0 & 15 { UP } else { RIGHT };
                let step = if checker.0 > king.0 { line } else { -line };
                let mut point = king.step(step);
                while point != checker {
                    if board.cell(point).is_empty() {
                        help.blocks.push(point);
                    } else {
                        help.screen = point;
                    }
                    point = point.step(step);
                }
            }
            Kind::Pawn | Kind::Advisor | Kind::Bishop => {}
        }
        help
    }

    fn is_offered(&self, from: Point, to: Point) -> bool {
        to == self.checker || from == self.screen || self.blocks.contains(&to)
    }
}
