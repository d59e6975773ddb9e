//! The list of root moves with their scores and PVs.

use super::decided;
use super::level::Level;
use super::pv::Line;
use crate::board::Board;
use crate::rules::{self, Judgement, Rules};
use crate::tt::Bound;
use crate::types::{Move, MoveList, Score};
use std::cmp::Reverse;

/// A root move with its score and PV.
#[derive(Clone)]
pub(super) struct RootMove {
    pub(super) mv: Move,
    /// Score of its last search; −INFINITE if that search failed low, unless it was the first move.
    pub(super) score: Score,
    /// Whether `score` is exact or a bound: after a stop the first move may have failed low, or a move failed high.
    pub(super) bound: Bound,
    /// `score` at the start of the current iteration.
    pub(super) previous: Score,
    /// The last iteration that searched it.
    pub(super) iteration: i32,
    /// Nodes spent on it in the whole search.
    pub(super) nodes: u64,
    pub(super) seldepth: usize,
    /// Its PV, which begins with the move itself.
    pub(super) line: Line,
}

impl RootMove {
    fn new(mv: Move) -> Self {
        let mut line = Line::new();
        line.push(mv);
        let unknown = -Score::INFINITE;
        Self { mv, score: unknown, bound: Bound::Exact, previous: unknown, iteration: 0, nodes: 0, seldepth: 0, line }
    }

    /// Its score and what it is. After a fail low the score at the start of the iteration, unless the bound proves a
    /// loss or there was no score.
    pub(super) fn last_result(&self) -> (Score, Bound) {
        let failed_low = self.bound == Bound::Upper && !self.score.is_loss();
        let is_replaced = self.score == -Score::INFINITE || failed_low && self.previous > -Score::INFINITE;
        if is_replaced { (self.previous, Bound::Exact) } else { (self.score, self.bound) }
    }

    /// The score of [`Self::last_result`].
    pub(super) fn last_score(&self) -> Score {
        self.last_result().0
    }
}

/// The moves to search: legal and `allowed`. Moves that lose at once by the repetition rules are left out if others
/// exist, then those that `level` does not consider.
pub(super) fn root_moves(
    board: &Board,
    allowed: Option<&MoveList>,
    rules: &Rules,
    level: Option<Level>,
) -> Vec<RootMove> {
    let legal = board.legal_moves();
    let wanted: MoveList = legal.into_iter().filter(|mv| allowed.is_none_or(|allowed| allowed.contains(mv))).collect();
    let mut trial = board.clone();
    let safe: MoveList = wanted.iter().copied().filter(|&mv| !loses_by_rule(&mut trial, mv, rules)).collect();
    let moves = if safe.is_empty() { wanted } else { safe };
    let moves = match level {
        Some(level) => level.considered(board, moves),
        None => moves,
    };
    moves.into_iter().map(RootMove::new).collect()
}

/// Whether `mv` completes a repetition in the game that the mover loses.
fn loses_by_rule(board: &mut Board, mv: Move, rules: &Rules) -> bool {
    board.make(mv);
    let ruling = decided::repetition(board, 0, rules.fold).map(|back| rules::judge(board, back, rules.set));
    board.unmake();
    ruling == Some(Judgement::Loses(board.side()))
}

/// The root of one thread's search.
pub(super) struct Root {
    /// Sorted, best first, as far as searched.
    pub(super) moves: Vec<RootMove>,
    /// Index of the current line of a MultiPV search; the lines before it are complete.
    pub(super) first: usize,
}

impl Root {
    pub(super) fn new(moves: Vec<RootMove>) -> Self {
        Self { moves, first: 0 }
    }

    /// Starts an iteration.
    pub(super) fn begin_iteration(&mut self) {
        for root_move in &mut self.moves {
            root_move.previous = root_move.score;
        }
    }

    /// Sorts the moves from `first` on.
    pub(super) fn sort_rest(&mut self) {
        self.moves[self.first..].sort_by_key(|root_move| Reverse(root_move.score));
    }

    /// Sorts the moves from `first` on after a stop in `iteration`: scores of this iteration come before older ones.
    pub(super) fn sort_after_stop(&mut self, iteration: i32) {
        self.moves[self.first..].sort_by_key(|root_move| {
            let is_new = root_move.iteration == iteration && root_move.score > -Score::INFINITE;
            Reverse((is_new, root_move.score))
        });
    }

    /// Sorts the first `lines` moves.
    pub(super) fn sort_lines(&mut self, lines: usize) {
        self.moves[..lines].sort_by_key(|root_move| Reverse(root_move.score));
    }

    /// Puts the first move of `line` first with `score`, unless the first move has that score or a better one. If it is
    /// first already with the same score, the longer line is kept.
    pub(super) fn put_first(&mut self, line: &[Move], score: Score) {
        let Some(index) = self.moves.iter().position(|root_move| Some(&root_move.mv) == line.first()) else { return };
        let front = &self.moves[0];
        let is_longer = index == 0 && front.score == score && front.line.len() < line.len();
        if front.score < score || is_longer {
            self.moves[..=index].rotate_right(1);
            let first = &mut self.moves[0];
            first.score = score;
            first.bound = Bound::Exact;
            first.line = line.iter().copied().collect();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_of_the_iteration_before_does_not_beat_one_of_this() {
        let mut root = Root::new(root_moves(&Board::startpos(), None, &Rules::default(), None));
        let names: Vec<Move> = root.moves.iter().map(|root_move| root_move.mv).collect();
        // The first move fell in this iteration; the second and third have higher scores of the iteration before.
        for (root_move, (score, iteration)) in root.moves.iter_mut().zip([(20, 9), (30, 8), (25, 8), (24, 9)]) {
            root_move.score = Score::new(score);
            root_move.iteration = iteration;
        }
        root.moves[4].iteration = 9;
        root.sort_after_stop(9);
        let sorted: Vec<Move> = root.moves.iter().map(|root_move| root_move.mv).collect();
        assert_eq!(sorted[..5], [names[3], names[0], names[1], names[2], names[4]]);
        // Nothing was searched: the order of the iteration before stays.
        root.sort_after_stop(10);
        assert_eq!(root.moves[0].mv, names[1]);
    }
}
