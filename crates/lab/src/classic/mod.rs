//! The leaves' values in the studies: a weighted sum of countable features, tapered between middle game and end game.
//! It was the engine's evaluation before the engine had a network, and stays as it was so that no figure changes.

mod layout;
mod reach;
mod squares;
mod tapered;
mod terms;
mod weights;

use guohe::board::{Board, Delta};
use guohe::types::{Color, Kind, Score};
use tapered::Tapered;
use weights::{Sum, WEIGHTS};

/// The phase of the start position: rooks count two, knights and cannons one.
pub const PHASE_MAX: i32 = 16;

/// The evaluator of a line of play: follow each [`Board::make`] with [`Evaluator::made`], each [`Board::unmake`] with
/// [`Evaluator::unmade`].
pub struct Evaluator {
    /// The piece-square sums of the positions on the path.
    sums: Vec<Tapered>,
}

impl Evaluator {
    /// For `board`.
    pub fn new(board: &Board) -> Self {
        Self { sums: vec![WEIGHTS.psq_sum(board)] }
    }

    #[inline]
    fn top(&self) -> Tapered {
        *self.sums.last().expect("the sum of the first position is never popped")
    }

    /// Follows a move.
    #[inline]
    pub fn made(&mut self, delta: &Delta) {
        let mut sum = self.top() - WEIGHTS.psq(delta.piece, delta.from) + WEIGHTS.psq(delta.piece, delta.to);
        if let Some(captured) = delta.captured {
            sum = sum - WEIGHTS.psq(captured, delta.to);
        }
        self.sums.push(sum);
    }

    /// Follows a move taken back.
    #[inline]
    pub fn unmade(&mut self) {
        self.sums.pop();
        debug_assert!(!self.sums.is_empty());
    }

    /// The value of `board` from the side to move's view.
    pub fn evaluate(&self, board: &Board) -> Score {
        debug_assert_eq!(self.top(), WEIGHTS.psq_sum(board));
        let context = terms::EvalContext::new(board);
        let mut sides = [Sum(Tapered::ZERO), Sum(Tapered::ZERO)];
        terms::side(&context, Color::Red, &mut sides[0]);
        terms::side(&context, Color::Black, &mut sides[1]);
        let total = self.top() + sides[0].0 - sides[1].0;
        let tempo = WEIGHTS.terms[layout::TEMPO];
        let (total, sign) = if board.side() == Color::Red { (total + tempo, 1) } else { (total - tempo, -1) };
        let value = total.at(phase(board), PHASE_MAX);
        Score::from_evaluation(sign * value * terms::winning_chances(board, value > 0) / terms::FULL_CHANCES)
    }
}

/// How much of the middle game is left, 0 to [`PHASE_MAX`].
pub fn phase(board: &Board) -> i32 {
    Color::ALL
        .into_iter()
        .map(|color| {
            2 * board.count(color, Kind::Rook) + board.count(color, Kind::Knight) + board.count(color, Kind::Cannon)
        })
        .sum::<usize>() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(board: &Board) -> Score {
        Evaluator::new(board).evaluate(board)
    }

    fn positions() -> impl Iterator<Item = Board> {
        include_str!("../../../../tests/data/perft.txt")
            .lines()
            .filter(|line| !line.starts_with('#') && !line.trim().is_empty())
            .map(|line| Board::from_fen(line.split(';').next().unwrap_or_default()).unwrap())
    }

    #[test]
    fn colours_and_wings_do_not_matter() {
        for board in positions() {
            for mv in board.legal_moves() {
                let mut board = board.clone();
                board.make(mv);
                assert_eq!(value(&board.flip_colors()), value(&board), "{board:?}");
                assert_eq!(value(&board.mirror_files()), value(&board), "{board:?}");
            }
        }
    }

    #[test]
    fn running_sum_keeps_in_step() {
        for mut board in positions() {
            let mut running = Evaluator::new(&board);
            for mv in board.legal_moves() {
                let delta = board.make(mv);
                running.made(&delta);
                assert_eq!(running.evaluate(&board), value(&board));
                running.unmade();
                board.unmake();
            }
        }
    }
}
