//! What the moves of a player show: how often it gives a piece away, and how long it thinks.

use guohe::board::{Board, exchange_value};
use guohe::types::{Kind, Move};
use std::cmp::Reverse;

/// What counts as a piece: a knight or more, in centipawns.
const PIECE: i32 = exchange_value(Kind::Knight);
/// Captures that are looked at in a row; checks are answered in whatever way.
const PLIES: u32 = 8;
/// The side to move has lost.
const MATED: i32 = 20_000;

/// What was seen of a player.
#[derive(Clone, Debug, Default)]
pub struct Habits {
    /// Moves that were looked at.
    pub moves: u64,
    /// Of these, the ones that lose a rook, cannon or knight at once to captures, though another move would not have.
    pub given_away: u64,
    /// Milliseconds of each move.
    times: Vec<u32>,
}

impl Habits {
    /// A move that the player made on `board`, in so many milliseconds.
    pub fn add(&mut self, board: &Board, mv: Move, ms: u32) {
        self.moves += 1;
        self.given_away += u64::from(gives_away(board, mv));
        self.times.push(ms);
    }

    /// The share of moves that gave a piece away, in percent.
    pub fn percent_given_away(&self) -> f64 {
        100.0 * self.given_away as f64 / self.moves.max(1) as f64
    }

    /// The time within which `share` of the moves were made, 0 to 1, in milliseconds.
    pub fn time(&self, share: f64) -> u32 {
        let mut times = self.times.clone();
        times.sort_unstable();
        let at = (share * times.len() as f64).ceil() as usize;
        times.get(at.max(1) - 1).copied().unwrap_or(0)
    }
}

/// Whether `mv` loses a piece at once, and another move would have kept that much.
fn gives_away(board: &Board, mv: Move) -> bool {
    let mut board = board.clone();
    let value = worth(&mut board, mv);
    value <= -PIECE && board.legal_moves().into_iter().any(|other| worth(&mut board, other) >= value + PIECE)
}

/// What `mv` wins when nothing but captures follows.
fn worth(board: &mut Board, mv: Move) -> i32 {
    let taken = value_on(board, mv);
    board.make(mv);
    let worth = taken - captures(board, PLIES, -MATED, MATED);
    board.unmake();
    worth
}

/// What the side to move wins by captures, each side free to stop where it is not in check; within the bounds given.
fn captures(board: &mut Board, plies: u32, alpha: i32, beta: i32) -> i32 {
    let mut moves = board.legal_moves();
    if moves.is_empty() {
        return -MATED;
    }
    if plies == 0 {
        return 0;
    }
    let mut best = -MATED;
    if !board.in_check() {
        best = 0;
        moves.retain(|mv| board.piece_at(mv.to()).is_some());
        moves.sort_by_key(|&mv| Reverse(value_on(board, mv)));
    }
    for mv in moves {
        if best >= beta {
            break;
        }
        let taken = value_on(board, mv);
        let low = alpha.max(best);
        board.make(mv);
        best = best.max(taken - captures(board, plies - 1, taken - beta, taken - low));
        board.unmake();
    }
    best
}

/// The value of what `mv` takes.
fn value_on(board: &Board, mv: Move) -> i32 {
    board.piece_at(mv.to()).map_or(0, |piece| exchange_value(piece.kind))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(fen: &str, mv: &str, expected: bool) {
        let board = Board::from_fen(fen).unwrap();
        let mv = mv.parse().unwrap();
        assert!(board.is_legal_move(mv), "{mv}");
        assert_eq!(gives_away(&board, mv), expected, "{fen} {mv}");
    }

    #[test]
    fn a_piece_put_where_it_is_taken_for_nothing_is_given_away() {
        let fen = "3k5/9/9/4p4/9/9/9/4R4/9/4K4 w";
        check(fen, "e2e6", false);
        check("3k5/9/4r4/9/9/9/9/R8/9/4K4 w", "a2e2", true);
        check("3k5/9/5r3/9/9/9/9/R8/9/4K4 w", "a2a7", true);
        // Guarded: a rook for a rook.
        check("3k5/9/5r3/9/9/4N4/9/R8/9/4K4 w", "a2f2", false);
    }

    #[test]
    fn a_piece_left_hanging_is_given_away_and_a_guarded_one_is_not() {
        check("3k5/9/5r3/9/9/8P/9/9/5C3/4K4 w", "i4i5", true);
        check("3k5/9/5r3/9/9/8P/9/9/R4C3/4K4 w", "i4i5", false);
    }

    #[test]
    fn what_the_move_took_is_counted() {
        // The rook takes a guarded rook.
        check("3k5/9/4r4/4p4/9/9/9/4R4/9/5K3 w", "e2e6", true);
        check("4k4/4a4/4r4/9/9/9/9/4R4/9/5K3 w", "e2e7", false);
    }

    #[test]
    fn no_move_gives_away_what_every_move_loses() {
        // In check, and the rook on a0 falls whatever Red does.
        check("3k5/9/9/9/9/9/9/4r4/r8/R3K4 w", "e0f0", false);
    }

    #[test]
    fn times_are_ranked() {
        let board = Board::startpos();
        let mv = "h2e2".parse().unwrap();
        let mut habits = Habits::default();
        assert_eq!((habits.time(0.5), habits.percent_given_away()), (0, 0.0));
        (1..=100).rev().for_each(|ms| habits.add(&board, mv, ms));
        assert_eq!((habits.time(0.5), habits.time(0.99), habits.time(1.0)), (50, 99, 100));
        assert_eq!((habits.moves, habits.given_away), (100, 0));
    }
}
