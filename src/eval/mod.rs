//! What a position is worth without search. Knows nothing of repetition or of the search that asks.

pub mod classic;
pub mod nnue;

use crate::board::Board;
use crate::board::Delta;
use crate::types::Score;
use std::sync::Arc;

/// Which evaluation gives a position its value.
#[derive(Clone, Debug)]
pub enum Evaluation {
    /// The hand-made one, with the weights of the engine or of an experiment.
    Classical(&'static classic::Weights),
    /// A network.
    Net(Arc<nnue::Network>),
}

impl Evaluation {
    /// The hand-made one with the engine's weights.
    pub const CLASSICAL: Self = Self::Classical(&classic::FITTED);
}

impl Default for Evaluation {
    /// The built-in network.
    fn default() -> Self {
        Self::Net(nnue::embedded())
    }
}

/// One thread's evaluator, kept in step with its board.
///
/// Call [`Evaluator::made`] after each [`Board::make`] and [`Evaluator::unmade`] before each [`Board::unmake`]; null moves
/// change nothing here.
pub struct Evaluator {
    state: State,
}

enum State {
    Classical(classic::Accumulator),
    Net(Box<nnue::Accumulators>),
}

impl Evaluator {
    /// An evaluator of the given kind for `board`.
    pub fn with(evaluation: &Evaluation, board: &Board) -> Self {
        let state = match evaluation {
            Evaluation::Classical(weights) => State::Classical(classic::Accumulator::new(weights, board)),
            Evaluation::Net(network) => State::Net(Box::new(nnue::Accumulators::new(network.clone(), board))),
        };
        Self { state }
    }

    /// Starts anew from `board`.
    pub fn reset(&mut self, board: &Board) {
        match &mut self.state {
            State::Classical(classic) => classic.reset(board),
            State::Net(net) => net.reset(board),
        }
    }

    /// Follows a move.
    #[inline]
    pub fn made(&mut self, delta: &Delta) {
        match &mut self.state {
            State::Classical(classic) => classic.push(delta),
            State::Net(net) => net.made(delta),
        }
    }

    /// Follows a move taken back.
    #[inline]
    pub fn unmade(&mut self) {
        match &mut self.state {
            State::Classical(classic) => classic.pop(),
            State::Net(net) => net.unmade(),
        }
    }

    /// The value of `board`, the side to move's view, within the ordinary band.
    #[inline]
    pub fn evaluate(&mut self, board: &Board) -> Score {
        Score::from_evaluation(match &mut self.state {
            State::Classical(classic) => classic.evaluate(board),
            State::Net(net) => net.evaluate(board),
        })
    }
}

/// The classical value of `board`, the side to move's view, computed from scratch. The engine plays by a network.
pub fn classical_score(board: &Board) -> Score {
    Evaluator::with(&Evaluation::CLASSICAL, board).evaluate(board)
}
