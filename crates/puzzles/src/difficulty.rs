//! How hard a puzzle is: the first level of the engine that solves it, and what may mislead.
//!
//! The formula is a proposal that was not fitted to people's results.

use crate::puzzle::RATINGS;
use crate::theme::Theme;
use guohe::board::Board;
use guohe::search::{Level, Limits, Options, Pool, Signals, Silent};
use guohe::types::Move;

/// Games of a level, and how many of them it must solve.
const SEEDS: u64 = 5;
const SOLVED: u64 = 3;
/// Failing tries that count.
const MOST_TRIES: usize = 4;

/// The levels as solvers.
pub struct Solvers {
    pool: Pool,
}

impl Default for Solvers {
    fn default() -> Self {
        Self { pool: Pool::new(1, 1) }
    }
}

impl Solvers {
    /// The first of the levels 0, 2 … 18 that solves at least three of five times; [`Level::FULL`] where none does.
    pub fn level(&mut self, board: &Board, solution: &[Move], is_mate: bool) -> u8 {
        let mut solves = |&level: &u8| {
            let mut solved = 0;
            for seed in 0..SEEDS {
                solved += u64::from(self.solves(board, solution, is_mate, level, seed));
                if solved >= SOLVED || solved + SEEDS - seed - 1 < SOLVED {
                    break;
                }
            }
            solved >= SOLVED
        };
        (0..Level::FULL).step_by(2).find(|level| solves(level)).unwrap_or(Level::FULL)
    }

    fn solves(&mut self, board: &Board, solution: &[Move], is_mate: bool, level: u8, seed: u64) -> bool {
        let options = Options { level: Level::new(level, seed), ..Options::default() };
        let mut at = board.clone();
        for (ply, &mv) in solution.iter().enumerate() {
            if ply % 2 == 0 {
                let choice = self.pool.search(&at, &Limits::default(), &options, &Signals::new(), &Silent);
                if choice.best != Some(mv) {
                    let mates = choice.best.is_some_and(|other| {
                        at.make(other);
                        !at.has_legal_move()
                    });
                    return is_mate && mates;
                }
            }
            at.make(mv);
        }
        true
    }
}

/// The rating of a puzzle that `level` solves first.
pub fn rating(level: u8, board: &Board, solution: &[Move], themes: &[Theme]) -> u32 {
    let first = solution.first().copied();
    let tries = board.legal_moves().into_iter().filter(|&mv| Some(mv) != first);
    let tries = tries.filter(|&mv| board.gives_check(mv) || board.is_capture(mv)).take(MOST_TRIES).count();
    let moves = solution.len().div_ceil(2);
    let is_hidden = themes.contains(&Theme::Quiet) || themes.contains(&Theme::Sacrifice);
    let is_check = first.is_some_and(|mv| board.gives_check(mv));
    let bias = if is_hidden {
        60
    } else if is_check {
        -60
    } else {
        0
    };
    let points = 700 + 80 * i64::from(level) + 60 * (moves as i64 - 1) + 25 * tries as i64 + bias;
    points.clamp((*RATINGS.start()).into(), (*RATINGS.end()).into()) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mate_in_one_is_for_beginners() {
        let board = Board::from_fen("4k4/1R7/R8/8p/9/9/9/4B4/9/4K4 w").unwrap();
        let solution = ["a7a9".parse().unwrap()];
        assert_eq!(Solvers::default().level(&board, &solution, true), 0);
        assert_eq!(rating(0, &board, &solution, &[Theme::Mate]), 700 - 60 + 25 * 3);
        assert_eq!(rating(20, &board, &solution, &[Theme::Mate, Theme::Quiet]), 700 + 1600 + 60 + 25 * 3);
    }
}
