//! Iterative deepening with aspiration windows, until a limit is reached.

use super::limiter::{Readiness, Stopped};
use super::mate::{self, line};
use super::root_moves::RootMove;
use super::worker::Worker;
use crate::params;
use crate::time::{Budget, Stability};
use crate::tt::{Bound, Entry};
use crate::types::{Move, Score, Window};

/// Maximum depth of an iteration: the largest that a TT entry can store.
const MAX_DEPTH: i32 = Entry::MAX_DEPTH as i32;

/// First iteration after which the soft limit is scaled or a forced move played: earlier ones say little.
const MIN_DEPTH_TO_SCALE: i32 = 6;

/// Iterations beyond a mate's length after which the search stops: before that, pruning may hide a quicker mate.
const SHORTER_MATE: i32 = 6;

/// The state of the main thread from which stability is computed.
#[derive(Default)]
struct Progress {
    best: Option<Move>,
    unchanged: u32,
    last_score: Option<Score>,
}

impl Progress {
    /// The stability after an iteration. `fall`: centipawns by which its score is below that of the iteration before;
    /// `nodes`: nodes of the main thread in this search.
    fn stability(&self, best: &RootMove, nodes: u64, fall: i32) -> Stability {
        Stability { best_share: best.nodes as f64 / nodes.max(1) as f64, unchanged: self.unchanged, fall }
    }
}

impl Worker<'_> {
    /// Deepens until a limit is reached. Returns the last completed depth.
    pub(super) fn iterate(&mut self) -> i32 {
        let max_depth = self.limiter.limits.depth.map_or(MAX_DEPTH, |depth| depth.clamp(1, MAX_DEPTH as u32) as i32);
        let mut progress = Progress::default();
        let mut finished = 0;
        let mut reported = None;
        for depth in 1..=max_depth {
            if depth < max_depth && self.limiter.skips_depth(depth) {
                continue;
            }
            self.limiter.root_depth = depth;
            self.root.begin_iteration();
            if self.search_multipv(depth).is_err() {
                // In MultiPV the answer is the first line of the last completed iteration.
                if let Some(reported) = reported {
                    self.root.moves = reported;
                }
                break;
            }
            finished = depth;
            if self.multipv() > 1 {
                reported = Some(self.root.moves.clone());
            }
            let is_enough = if self.limiter.is_main() {
                self.finish_iteration(depth, &mut progress)
            } else {
                self.limiter.is_ended()
            };
            if is_enough {
                break;
            }
        }
        self.put_mate_first();
        finished
    }

    /// One iteration: every line of a MultiPV search.
    fn search_multipv(&mut self, depth: i32) -> Result<(), Stopped> {
        let lines = self.multipv();
        for first in 0..lines {
            self.root.first = first;
            let result = self.aspire(depth);
            if result.is_err() {
                // Root moves searched before the stop count: a better move in an incomplete iteration is played.
                self.root.sort_after_stop(depth);
            }
            self.root.first = 0;
            result?;
        }
        self.root.sort_lines(lines);
        if self.limiter.is_main() {
            // Iteration 1 runs the mate search even if a mate is known: an earlier search may have proven a shorter
            // one.
            let knows_mate = self.mate.is_some() || self.root.moves[0].score.is_winning_mate();
            if let Some(proofs) = self.proofs.as_deref_mut().filter(|_| depth == 1 || !knows_mate) {
                let moves = self.root.moves.iter().map(|root_move| root_move.mv).collect();
                let proven = mate::mate_search(&mut self.path, &mut self.limiter, proofs, moves);
                self.mate = self.mate.take().into_iter().chain(proven).min_by_key(|mate| mate.plies);
            }
            self.put_mate_first();
            self.complete_mates(lines);
            self.limiter.report_lines(&self.root.moves[..lines]);
        }
        Ok(())
    }

    /// Extends the PVs of mates among the first `lines` root moves to the mate, from the table.
    fn complete_mates(&mut self, lines: usize) {
        let (board, rules) = (self.path.board(), self.path.rules);
        for root_move in &mut self.root.moves[..lines] {
            let score = root_move.last_score();
            line::complete(&mut root_move.line, score, board, rules, self.table);
        }
    }

    /// Number of lines of every iteration.
    fn multipv(&self) -> usize {
        self.limiter.limits.multipv.clamp(1, self.root.moves.len())
    }

    /// Puts the proven mate in front of the root moves, unless the iterations found a better score.
    fn put_mate_first(&mut self) {
        if let Some(mate) = &self.mate {
            self.root.put_first(&mate.line, mate.score());
        }
    }

    /// Searches the root with a narrow window around the last score (an aspiration window, G. Baudet, 1978), widened as
    /// often as it fails.
    fn aspire(&mut self, depth: i32) -> Result<(), Stopped> {
        let first = self.root.first;
        let last = self.root.moves[first].previous;
        let mut width = params::aspiration_window();
        let mut window = Window::FULL;
        if depth >= params::aspiration_min_depth() && !last.is_decisive() {
            window = Window::new(last - width, last + width);
        }
        let mut reduction = 0;
        loop {
            let score = self.search_root(window, (depth - reduction).max(1))?;
            self.root.sort_rest();
            let failed = if score <= window.alpha && window.alpha > -Score::INFINITE {
                // Only the first line of a MultiPV search is the answer.
                if first == 0 {
                    self.limiter.readiness = Readiness::Unsure;
                }
                window.beta = Score::new((window.alpha.get() + window.beta.get()) / 2);
                window.alpha = widened(score, -width);
                reduction = 0;
                Bound::Upper
            } else if score >= window.beta && window.beta < Score::INFINITE {
                window.beta = widened(score, width);
                // A fail high is searched again at reduced depth.
                reduction = (reduction + 1).min(params::aspiration_reduction_max());
                Bound::Lower
            } else {
                return Ok(());
            };
            // In MultiPV a bound would mix with scores of the iteration before.
            if self.multipv() == 1 {
                self.limiter.report_bound(&self.root.moves[first], failed);
            }
            width *= 2;
        }
    }

    /// Whether the main thread stops after an iteration. While pondering it never stops, but the answer may become
    /// ready to be given at `ponderhit`.
    fn finish_iteration(&mut self, depth: i32, progress: &mut Progress) -> bool {
        let limits = self.limiter.limits;
        let best = &self.root.moves[0];
        progress.unchanged = if progress.best == Some(best.mv) { progress.unchanged + 1 } else { 0 };
        progress.best = Some(best.mv);
        let fall = progress.last_score.map_or(0, |last| (last - best.score).max(0));
        progress.last_score = Some(best.score);
        self.limiter.readiness = Readiness::Searching;
        if self.limiter.is_ended() || self.limiter.is_out_of_nodes() {
            return true;
        }
        if limits.infinite {
            return false;
        }
        if let Some(moves) = limits.mate
            && best.score > Score::DRAW
            && best.score.mate_distance().is_some_and(|plies| plies <= moves.saturating_mul(2))
        {
            return true;
        }
        let Some(budget) = self.limiter.budget() else { return false };
        let is_answer = self.should_play(depth, progress.stability(best, self.limiter.nodes(), fall), budget);
        let is_pondering = self.limiter.is_pondering();
        if is_pondering && is_answer {
            self.limiter.readiness = Readiness::Ready;
        }
        is_answer && !is_pondering
    }

    /// Whether the main thread should play its move after the iteration to `depth`: the mate is proven, the move is
    /// forced, or the soft limit is reached.
    fn should_play(&self, depth: i32, stability: Stability, budget: Budget) -> bool {
        let limits = self.limiter.limits;
        let best = &self.root.moves[0];
        let elapsed = self.limiter.time_spent(&budget);
        // A proven mate gets some more iterations to find a quicker one.
        let is_proven_mate = best.score.mate_distance().is_some_and(|plies| plies as i32 + SHORTER_MATE <= depth);
        // A single legal move needs no time, but `movetime` asks for analysis.
        let wants_analysis = limits.clock.as_ref().is_some_and(|clock| clock.move_time.is_some());
        let is_forced = self.root.moves.len() == 1 && !wants_analysis && depth >= MIN_DEPTH_TO_SCALE;
        if is_proven_mate || is_forced {
            return true;
        }
        if depth < MIN_DEPTH_TO_SCALE {
            return elapsed >= budget.soft;
        }
        elapsed >= budget.scaled_soft(stability)
    }
}

/// The new bound of the aspiration window: `score` moved by `width`, or infinite if that leaves the evaluation band or
/// exceeds the maximum width, from which a window saves little.
fn widened(score: Score, width: i32) -> Score {
    let moved = score + width;
    if moved.is_ordinary() && width.abs() <= params::aspiration_width_max() {
        moved
    } else if width < 0 {
        -Score::INFINITE
    } else {
        Score::INFINITE
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, STARTPOS};
    use crate::eval::nnue;
    use crate::rules::Rules;
    use crate::search::limiter::{Limiter, Shared};
    use crate::search::path::SearchPath;
    use crate::search::root_moves::{Root, root_moves};
    use crate::search::worker::ThreadState;
    use crate::search::{Limits, Signals, Silent};
    use crate::time::Clock;
    use crate::tt::Table;
    use std::time::Duration;

    /// The readiness of the main thread after `act`, pondering with an hour on the clock.
    fn answer_after(fen: &str, act: impl FnOnce(&mut Worker)) -> Readiness {
        let (board, rules, table, signals) =
            (Board::from_fen(fen).unwrap(), Rules::default(), Table::new(1), Signals::pondering());
        let clock = Clock { time: Some(3_600_000), ..Clock::default() };
        let limits = Limits { clock: Some(clock), depth: Some(8), ..Limits::default() };
        let shared = Shared::new(&table, &signals);
        let hour = Duration::from_secs(3_600);
        let budget = Budget { soft: hour, hard: hour, fixed: false };
        let mut state = ThreadState::new(&nnue::embedded());
        let mut worker = Worker {
            path: SearchPath::new(&board, &mut state.buffers, &rules, None),
            limiter: Limiter::main(&shared, &limits, Some(budget), &Silent),
            history: &mut state.history,
            table: &table,
            reductions: &state.reductions,
            proofs: None,
            root: Root::new(root_moves(&board, None, &rules, None)),
            mate: None,
            null_from_ply: 0,
        };
        act(&mut worker);
        worker.limiter.readiness
    }

    fn iterate(worker: &mut Worker) {
        worker.iterate();
    }

    #[test]
    fn a_forced_move_is_ready_while_pondering() {
        let single = "r2aka1n1/3n5/b5c1b/4p1p2/2C6/P1P1P1P1C/8P/4Kr3/N3Rc2R/2BA1NB2 w";
        assert_eq!(answer_after(single, iterate), Readiness::Ready);
        assert_eq!(answer_after(STARTPOS, iterate), Readiness::Searching);
    }

    #[test]
    fn only_a_fail_low_of_the_first_line_makes_the_answer_unsure() {
        for (first, answer) in [(0, Readiness::Unsure), (1, Readiness::Ready)] {
            let search = |worker: &mut Worker| {
                worker.iterate();
                worker.root.begin_iteration();
                worker.limiter.readiness = Readiness::Ready;
                worker.root.first = first;
                worker.root.moves[first].previous = Score::new(3_000);
                worker.aspire(8).unwrap();
            };
            assert_eq!(answer_after(STARTPOS, search), answer, "line {first}");
        }
    }

    #[test]
    fn a_bound_of_an_unfinished_iteration_is_no_score() {
        let search = |worker: &mut Worker| {
            worker.iterate();
            worker.root.begin_iteration();
            let exact = worker.root.moves[0].score;
            worker.search_root(Window::new(Score::new(2_000), Score::new(2_010)), 3).unwrap();
            let first = &mut worker.root.moves[0];
            assert_eq!((first.bound, first.last_result()), (Bound::Upper, (exact, Bound::Exact)));
            assert!(first.score <= Score::new(2_000));
            // A new best move that failed high, and low when it was searched again, has no other score.
            let low = first.score;
            first.previous = -Score::INFINITE;
            assert_eq!(first.last_result(), (low, Bound::Upper));
            // A bound that proves a loss stays.
            first.previous = exact;
            first.score = Score::mated_in(4);
            assert_eq!(first.last_result(), (Score::mated_in(4), Bound::Upper));
            let score = worker.search_root(Window::new(Score::new(-2_010), Score::new(-2_000)), 3).unwrap();
            let first = &worker.root.moves[0];
            assert_eq!(first.last_result(), (score, Bound::Lower));
        };
        answer_after(STARTPOS, search);
    }
}
