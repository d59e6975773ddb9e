//! Iterative deepening: deeper and deeper, each iteration ordered by the last, until a limit is reached.

use super::Iteration;
use super::Report;
use super::params;
use super::worker::Stopped;
use super::worker::Worker;
use crate::time::Budget;
use crate::time::Settled;
use crate::tt::Bound;
use crate::types::Move;
use crate::types::Score;
use crate::types::Window;

/// No iteration goes deeper: lines must fit their arrays.
pub(super) const MAX_DEPTH: i32 = 127;

/// How settled the main thread's search is.
#[derive(Default)]
struct Progress {
    best: Option<Move>,
    unchanged: u32,
    last_score: Option<Score>,
}

impl Worker<'_> {
    /// Deepens until a limit is reached. Returns the last depth that was finished.
    pub(super) fn iterate(&mut self, budget: Option<Budget>, report: &dyn Report) -> i32 {
        self.hard_limit = budget.map(|budget| budget.hard);
        let most = self.limits.depth.map_or(MAX_DEPTH, |depth| depth.clamp(1, MAX_DEPTH as u32) as i32);
        let mut progress = Progress::default();
        let mut finished = 0;
        for depth in 1..=most {
            // Helpers spread over depths, so that they fill the table with what the main thread needs next.
            if self.id % 2 == 1 && depth > 2 && depth % 2 == 0 && depth < most {
                continue;
            }
            self.root_depth = depth;
            if self.id == 0 {
                report.depth_started(depth as u32, self.shared.signals.elapsed());
            }
            for root_move in &mut self.root_moves {
                root_move.previous = root_move.score;
            }
            if self.search_lines(depth, report).is_err() {
                break;
            }
            finished = depth;
            if self.id == 0 && self.is_enough(depth, budget, &mut progress) {
                break;
            }
            if self.id != 0 && self.must_stop() {
                break;
            }
        }
        self.put_mate_first();
        finished
    }

    /// A mate that is proven stands before what the iterations find as long as they find no better.
    fn put_mate_first(&mut self) {
        let Some(mate) = &self.mate else { return };
        let Some(index) = self.root_moves.iter().position(|root_move| Some(&root_move.mv) == mate.line.first()) else {
            return;
        };
        if self.root_moves[0].score < mate.score() {
            self.root_moves[..=index].rotate_right(1);
            let first = &mut self.root_moves[0];
            first.score = mate.score();
            first.line = mate.line.iter().copied().collect();
        }
    }

    /// One iteration: every line of a MultiPV search.
    fn search_lines(&mut self, depth: i32, report: &dyn Report) -> Result<(), Stopped> {
        let lines = self.limits.multipv.clamp(1, self.root_moves.len());
        for line in 0..lines {
            self.line = line;
            let result = self.aspire(depth, report);
            // What was searched before a stop counts: a better move found in a half-finished iteration is better.
            self.root_moves[line..].sort_by_key(|root_move| std::cmp::Reverse(root_move.score));
            self.line = 0;
            result?;
        }
        self.root_moves[..lines].sort_by_key(|root_move| std::cmp::Reverse(root_move.score));
        if self.id == 0 {
            let is_unproven = self.mate.is_none() && self.root_moves[0].score < Score::MATE - Score::MAX_PLY as i32;
            if is_unproven && self.options.hunt_mates {
                // The iteration is finished: a stop during the hunt does not undo it.
                self.mate = self.hunt_mate().unwrap_or(None);
            }
            self.put_mate_first();
            for line in 0..lines {
                self.report_line(report, line, depth, Bound::Exact);
            }
        }
        Ok(())
    }

    /// Searches the root with a narrow window around the last score, widened as often as it fails.
    fn aspire(&mut self, depth: i32, report: &dyn Report) -> Result<(), Stopped> {
        let last = self.root_moves[self.line].previous;
        let mut width = params::aspiration_window();
        let mut window = Window::FULL;
        if depth >= params::aspiration_min_depth() && !last.is_decisive() {
            window = Window::new(last - width, last + width);
        }
        let mut reduction = 0;
        loop {
            let score = self.search_root(window, (depth - reduction).max(1))?;
            let line = self.line;
            self.root_moves[line..].sort_by_key(|root_move| std::cmp::Reverse(root_move.score));
            if score <= window.alpha && window.alpha > -Score::INFINITE {
                window.beta = Score::new((window.alpha.get() + window.beta.get()) / 2);
                window.alpha = widened(score, -width);
                reduction = 0;
                self.report_slow(report, line, depth, Bound::Upper);
            } else if score >= window.beta && window.beta < Score::INFINITE {
                window.beta = widened(score, width);
                // It is good; how good is a matter of less depth.
                reduction = (reduction + 1).min(3);
                self.report_slow(report, line, depth, Bound::Lower);
            } else {
                return Ok(());
            }
            width *= 2;
        }
    }

    /// Whether the main thread has done enough after an iteration.
    fn is_enough(&self, depth: i32, budget: Option<Budget>, progress: &mut Progress) -> bool {
        let best = &self.root_moves[0];
        progress.unchanged = if progress.best == Some(best.mv) { progress.unchanged + 1 } else { 0 };
        progress.best = Some(best.mv);
        let fall = progress.last_score.map_or(0, |last| (last - best.score).max(0));
        progress.last_score = Some(best.score);
        if self.must_stop() {
            return true;
        }
        if self.limits.soft_nodes.is_some_and(|limit| self.total_nodes() >= limit) {
            return true;
        }
        if self.limits.infinite {
            return false;
        }
        if let Some(moves) = self.limits.mate
            && best.score > Score::DRAW
            && best.score.mate_distance().is_some_and(|plies| plies <= moves.saturating_mul(2))
        {
            return true;
        }
        let Some(budget) = budget.filter(|_| !self.shared.signals.is_pondering()) else {
            return false;
        };
        let elapsed = self.shared.signals.elapsed();
        // Pruning may have hidden a quicker mate, so it gets some plies to show; then the clock is not worth more.
        let is_proven_mate = best.score.mate_distance().is_some_and(|plies| plies as i32 + SHORTER_MATE <= depth);
        // Nor is it worth anything when there is no choice; but who asked for so much time a move wants the analysis.
        let wants_analysis = self.limits.clock.as_ref().is_some_and(|clock| clock.move_time.is_some());
        let is_forced = self.root_moves.len() == 1 && !wants_analysis && depth >= MIN_DEPTH_TO_SCALE;
        if is_proven_mate || is_forced {
            return true;
        }
        if depth < MIN_DEPTH_TO_SCALE {
            return elapsed >= budget.soft;
        }
        let share = best.nodes as f64 / self.nodes.max(1) as f64;
        let settled = Settled { best_share: share, unchanged: progress.unchanged, fall };
        elapsed >= budget.scaled_soft(settled)
    }

    /// Tells of the move being searched at the root.
    pub(super) fn announce(&self, depth: i32, mv: Move, number: usize) {
        if let Some(report) = self.report
            && self.id == 0
        {
            report.current_move(depth as u32, mv, number, self.shared.signals.elapsed());
        }
    }

    /// Reports a failed window, once a search lasts long enough for somebody to wonder.
    fn report_slow(&self, report: &dyn Report, line: usize, depth: i32, bound: Bound) {
        if self.id == 0 && self.shared.signals.elapsed() >= SLOW {
            self.report_line(report, line, depth, bound);
        }
    }

    fn report_line(&self, report: &dyn Report, line: usize, depth: i32, bound: Bound) {
        let root_move = &self.root_moves[line];
        let score = root_move.last_score();
        report.iteration(&Iteration {
            depth: depth as u32,
            seldepth: root_move.seldepth as u32,
            multipv: line + 1,
            score,
            bound,
            time: self.shared.signals.since_start(),
            nodes: self.total_nodes(),
            hashfull: self.shared.table.hashfull(),
            line: &root_move.line,
        });
    }
}

/// Iterations before the time is scaled by how settled the search is.
const MIN_DEPTH_TO_SCALE: i32 = 6;

/// Iterations beyond a mate's length before it is taken for the shortest.
const SHORTER_MATE: i32 = 6;

/// From then on failed windows are reported.
const SLOW: std::time::Duration = std::time::Duration::from_secs(3);

/// `score` moved by `width`, open when it leaves the ordinary band.
fn widened(score: Score, width: i32) -> Score {
    let moved = score + width;
    if moved.get().abs() > Score::EVAL_MAX.get() || width.abs() > 1000 {
        if width < 0 { -Score::INFINITE } else { Score::INFINITE }
    } else {
        moved
    }
}
