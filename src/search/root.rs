//! The root node: searches the root moves with a given window.

use super::limiter::Stopped;
use super::node::{NON_PV, PV};
use super::tt_access::NodeScore;
use super::worker::Worker;
use crate::params;
use crate::tt::Bound;
use crate::types::{Score, Window};

impl Worker<'_> {
    /// Searches the root moves that are not yet lines of a MultiPV search.
    ///
    /// # Errors
    /// When the search was stopped. Moves searched until then keep their scores.
    pub(super) fn search_root(&mut self, mut window: Window, depth: i32) -> Result<Score, Stopped> {
        self.limiter.count_node(0)?;
        let in_check = self.path.in_check_cached();
        let raw = (!in_check).then(|| self.path.evaluate());
        let static_score = raw.map(|raw| self.corrected(raw));
        self.path.prepare_frames(0, static_score);
        let full_window = window;
        let mut best = -Score::INFINITE;
        let mut best_move = None;
        for index in self.root.first..self.root.moves.len() {
            let mv = self.root.moves[index].mv;
            let number = index - self.root.first + 1;
            self.limiter.report_move(depth, mv, number);
            let nodes_before = self.limiter.nodes();
            self.limiter.take_seldepth();
            self.prefetch(mv);
            let gives_check = self.path.board().gives_check(mv);
            self.path.make_with_check(mv, 0, gives_check);
            let result = self.search_root_child(window, depth, number);
            self.path.unmake();
            let root_move = &mut self.root.moves[index];
            root_move.nodes += self.limiter.nodes() - nodes_before;
            let score = result?;
            root_move.iteration = self.limiter.root_depth;
            if number == 1 || score > window.alpha {
                root_move.score = score;
                root_move.bound = Bound::of(score, window);
                root_move.seldepth = self.limiter.take_seldepth();
                self.path.extend_pv(0, mv);
                root_move.line = self.path.pv().clone();
            } else {
                // It failed low: its score is only an upper bound.
                root_move.score = -Score::INFINITE;
            }
            if score > best {
                best = score;
                if score > window.alpha {
                    best_move = Some(mv);
                    if score >= window.beta {
                        break;
                    }
                    window.alpha = score;
                }
            }
        }
        // With root moves left out, by the caller, by MultiPV or because they lose by repetition in this game, the
        // score is not that of the position.
        if self.root.first == 0 && self.root.moves.len() == self.path.board().legal_moves().len() {
            let found = NodeScore { score: best, bound: Bound::of(best, full_window), mv: best_move };
            self.store(0, found, raw, depth, true);
        }
        Ok(best)
    }

    fn search_root_child(&mut self, window: Window, depth: i32, number: usize) -> Result<Score, Stopped> {
        if number > 1 {
            let null_window = -Window::null(window.alpha);
            // Late root moves are reduced by one ply only: there are few, and they matter most.
            let is_late = number > params::root_full_moves() as usize && depth >= params::root_lmr_min_depth();
            let reduced = if is_late { depth - 2 } else { depth - 1 };
            let mut score = -self.negamax::<NON_PV>(null_window, reduced, 1, true)?;
            if score > window.alpha && reduced < depth - 1 {
                score = -self.negamax::<NON_PV>(null_window, depth - 1, 1, false)?;
            }
            if score <= window.alpha {
                return Ok(score);
            }
        }
        Ok(-self.negamax::<PV>(-window, depth - 1, 1, false)?)
    }
}
