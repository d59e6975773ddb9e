//! What a position is worth without search. Knows nothing of repetition or of the search that asks.

pub mod classic;

use crate::board::Board;
use crate::board::Delta;
use crate::types::Score;

/// One thread's evaluator, kept in step with its board.
///
/// Call [`Evaluator::made`] after each [`Board::make`] and [`Evaluator::unmade`] before each [`Board::unmake`]; null moves
/// change nothing here.
pub struct Evaluator {
    classic: classic::Accumulator,
}

impl Evaluator {
    /// An evaluator for `board`.
    pub fn new(board: &Board) -> Self {
        Self { classic: classic::Accumulator::new(board) }
    }

    /// Starts anew from `board`.
    pub fn reset(&mut self, board: &Board) {
        self.classic.reset(board);
    }

    /// Follows a move.
    #[inline]
    pub fn made(&mut self, delta: &Delta) {
        self.classic.push(delta);
    }

    /// Follows a move taken back.
    #[inline]
    pub fn unmade(&mut self) {
        self.classic.pop();
    }

    /// The value of `board`, the side to move's view, within the ordinary band.
    #[inline]
    pub fn evaluate(&mut self, board: &Board) -> Score {
        Score::from_evaluation(self.classic.evaluate(board))
    }
}

/// The value of `board` computed from scratch.
pub fn evaluate(board: &Board) -> Score {
    Evaluator::new(board).evaluate(board)
}
