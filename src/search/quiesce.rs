//! Quiescence search: captures, at its first ply also quiet checks that lose no material, and in check all evasions.
//! After a number of moves only checks and recaptures are searched. In check, once an evasion avoids a mate,
//! quiet evasions past a number of evasions are skipped.

use super::limiter::Stopped;
use super::order::{Hints, Picker, Quiets};
use super::pruning::prune;
use super::tt_access::NodeScore;
use super::worker::Worker;
use crate::board::{Board, exchange_value};
use crate::params;
use crate::tt::Bound;
use crate::types::{Move, Score, Window};

impl Worker<'_> {
    /// The score of the position after captures, checks and evasions.
    ///
    /// # Errors
    /// When the search was stopped.
    pub(super) fn quiesce<const IS_PV: bool>(
        &mut self,
        window: Window,
        ply: usize,
        quiets: Quiets,
    ) -> Result<Score, Stopped> {
        self.limiter.count_node(ply)?;
        if IS_PV {
            self.path.set_pv(ply, None);
        }
        if let Some(score) = self.path.decided_by_rule(ply) {
            return Ok(score);
        }
        let in_check = self.path.in_check_cached();
        if ply >= Score::MAX_PLY - 1 {
            return Ok(self.path.evaluate());
        }
        let hit = self.probe(ply);
        if let Some(score) = self.table_cutoff::<IS_PV>(hit, window, 0, ply) {
            return Ok(score);
        }

        // Stand pat: the side to move need not capture.
        let eval = (!in_check).then(|| self.static_eval(hit));
        let (raw, estimate) = (eval.map(|eval| eval.raw), eval.map(|eval| eval.estimate));
        let mut best = estimate.unwrap_or(Score::mated_in(ply));
        let mut alpha = window.alpha;
        if best >= window.beta {
            best = soften_fail_high(best, window.beta);
            if hit.is_none() {
                self.store(ply, NodeScore { score: best, bound: Bound::Lower, mv: None }, raw, 0, IS_PV);
            }
            return Ok(best);
        }
        alpha = alpha.max(best);

        let hints =
            Hints { tt_move: hit.and_then(|entry| entry.mv), killers: [None; 2], prior: self.path.prior_moves(ply) };
        let mut picker = Picker::for_quiescence(self.path.board(), hints, in_check, quiets);
        let mut best_move = None;
        let mut number = 0;
        while let Some(mv) = picker.next(self.path.board(), &self.history.tables) {
            let board = self.path.board();
            if in_check && number >= params::quiescence_evasions() && !best.is_decisive() && !board.is_capture(mv) {
                // Enough evasions were searched, and one of them avoids a mate.
                continue;
            }
            // Before the tests: the sooner the better, although some are wasted (docs/log/performance.md).
            self.prefetch(mv);
            let gives_check = picker.gives_check(board, mv);
            if let Some(estimate) = estimate.filter(|_| !gives_check) {
                let bound = delta_bound(board, mv, estimate);
                if bound <= alpha {
                    best = best.max(bound);
                    continue;
                }
                // After enough moves only checks, which do not come here, and recaptures are searched.
                if number >= params::quiescence_moves() && !is_recapture(board, mv) {
                    continue;
                }
            }
            if !in_check && !board.is_legal_given(mv, false) {
                continue;
            }
            number += 1;
            self.path.make_with_check(mv, ply, gives_check);
            let result = self.quiesce::<IS_PV>(Window::new(-window.beta, -alpha), ply + 1, Quiets::None);
            self.path.unmake();
            let score = -result?;
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(mv);
                    if IS_PV {
                        self.path.extend_pv(ply, mv);
                    }
                    if score >= window.beta {
                        break;
                    }
                }
            }
        }
        // Never exact, since quiet moves were not searched: a score within the window is stored as an upper bound, as
        // in Stockfish.
        let bound = if best >= window.beta { Bound::Lower } else { Bound::Upper };
        if bound == Bound::Lower {
            best = soften_fail_high(best, window.beta);
        }
        self.store(ply, NodeScore { score: best, bound, mv: best_move }, raw, 0, IS_PV);
        Ok(best)
    }
}

/// Delta pruning: upper bound of the score after the capture `mv`: the estimate plus the victim's value and a margin.
/// Not from the best score so far, which may be the bound of a pruned capture.
#[inline]
fn delta_bound(board: &Board, mv: Move, estimate: Score) -> Score {
    let victim = board.piece_at(mv.to()).map_or(0, |victim| exchange_value(victim.kind));
    (estimate + victim + params::quiescence_margin()).as_evaluation()
}

/// Whether `mv` captures the piece that moved last.
#[inline]
fn is_recapture(board: &Board, mv: Move) -> bool {
    board.last_move().is_some_and(|last| last.to() == mv.to())
}

/// Blends the score of a fail high with beta. Mates and scores decided by the rules stay as they are.
#[inline]
fn soften_fail_high(score: Score, beta: Score) -> Score {
    if score.is_decisive() || score.is_path_dependent() || beta.is_decisive() {
        return score;
    }
    prune::blend_with_beta(score, beta, params::quiescence_beta_weight())
}
