//! What a search tells of itself while it runs, on its way to the page.

use super::events::Events;
use super::job::Job;
use super::terms::{score_json, texts};
use guohe::clock::Instant;
use guohe::eval::nnue::Network;
use guohe::search::{LineInfo, Report};
use guohe::tt::Bound;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Between two reports of an analysis.
const REPORT_INTERVAL: Duration = Duration::from_millis(100);
/// Moves of a line that are shown.
const LONGEST_LINE: usize = 14;

/// The lines of an analysis on their way to the tab: of complete iterations, and not too many a second.
pub struct Lines<'a> {
    job: &'a Job,
    network: Arc<Network>,
    events: &'a dyn Events,
    state: Mutex<LinesState>,
}

#[derive(Default)]
struct LinesState {
    /// The lines of the last iteration, while they wait for their time.
    held: Option<Vec<LineInfo>>,
    sent: Option<Instant>,
}

impl<'a> Lines<'a> {
    /// On their way to the tab of the job, from a search with this network.
    pub fn new(job: &'a Job, network: Arc<Network>, events: &'a dyn Events) -> Self {
        Self { job, network, events, state: Mutex::default() }
    }

    /// Sends what still waits for its time: after the search there is no later set to take its place.
    pub fn flush(&self) {
        let held = self.lock().held.take();
        if let Some(set) = held {
            self.send(&set);
        }
    }

    fn lock(&self) -> MutexGuard<'_, LinesState> {
        // The state is whole between any two of its calls.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn send(&self, set: &[LineInfo]) {
        let Some(last) = set.last() else { return };
        let board = &self.job.board;
        let lines: Vec<Value> = set
            .iter()
            .map(|LineInfo { score, line, .. }| {
                let mut at = board.clone();
                let pv: Vec<Value> = line
                    .iter()
                    .take(LONGEST_LINE)
                    .map(|&mv| {
                        let text = texts(&at, mv);
                        at.make(mv);
                        text
                    })
                    .collect();
                json!({ "score": score_json(*score, board, &self.network), "pv": pv })
            })
            .collect();
        let seconds = last.time.as_secs_f64().max(0.001);
        self.events.tell(
            &self.job.tab,
            "info",
            json!({
                "id": self.job.id,
                "depth": last.depth,
                "nodes": last.nodes,
                "nps": (last.nodes as f64 / seconds) as u64,
                "lines": lines,
            }),
        );
    }
}

/// How deep the engine has come with its own move, not too often. What it sees is not told: it is the opponent.
pub struct Progress<'a> {
    job: &'a Job,
    events: &'a dyn Events,
    sent: Mutex<Option<Instant>>,
}

impl<'a> Progress<'a> {
    /// On its way to the tab of the job.
    pub fn new(job: &'a Job, events: &'a dyn Events) -> Self {
        Self { job, events, sent: Mutex::default() }
    }
}

impl Report for Progress<'_> {
    fn iteration(&self, lines: &[LineInfo]) {
        let Some(best) = lines.first() else { return };
        let mut sent = self.sent.lock().unwrap_or_else(PoisonError::into_inner);
        if sent.is_none_or(|sent| sent.elapsed() >= REPORT_INTERVAL) {
            *sent = Some(Instant::now());
            self.events.tell(&self.job.tab, "depth", json!({ "id": self.job.id, "depth": best.depth }));
        }
    }
}

impl Report for Lines<'_> {
    fn iteration(&self, lines: &[LineInfo]) {
        // The line of a bound is one move, not a whole variation.
        if lines.iter().any(|line| line.bound != Bound::Exact) {
            return;
        }
        let mut state = self.lock();
        if state.sent.is_none_or(|sent| sent.elapsed() >= REPORT_INTERVAL) {
            state.sent = Some(Instant::now());
            state.held = None;
            self.send(lines);
        } else {
            state.held = Some(lines.to_vec());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::events::tests::Sent;
    use super::super::job::Wish;
    use super::super::job::tests::job;
    use super::*;
    use guohe::search::Limits;
    use guohe::types::Score;

    /// What a search of two lines tells of one.
    fn line_of(depth: u32, multipv: usize, bound: Bound, moves: &str) -> LineInfo {
        LineInfo {
            depth,
            seldepth: depth,
            multipv,
            score: Score::new(20),
            bound,
            time: Duration::ZERO,
            nodes: 1,
            hashfull: 0,
            line: moves.split(' ').map(|word| word.parse().expect("a move")).collect(),
        }
    }

    /// Depths and numbers of lines of the sets that were sent since the last call.
    fn sets(sent: &Sent) -> Vec<(u64, usize)> {
        let events = std::mem::take(&mut *sent.0.lock().unwrap());
        events
            .into_iter()
            .filter(|(kind, _)| *kind == "info")
            .map(|(_, data)| {
                let lines = data["lines"].as_array().expect("lines");
                (data["depth"].as_u64().expect("a depth"), lines.len())
            })
            .collect()
    }

    #[test]
    fn lines_are_sent_in_whole_sets_and_the_last_one_is_not_lost() {
        let (sent, job) = (Sent::default(), job(Wish::Analysis, Limits { multipv: 2, ..Limits::default() }));
        let network = guohe::eval::nnue::embedded();
        let lines = Lines::new(&job, network, &sent);
        for depth in 1..=5 {
            let second = line_of(depth, 2, Bound::Exact, "c3c4 c6c5");
            lines.iteration(&[line_of(depth, 1, Bound::Exact, "h2e2 h9g7"), second]);
        }
        lines.iteration(&[line_of(6, 1, Bound::Lower, "h2e2")]);
        assert_eq!(sets(&sent), [(1, 2)]);
        lines.flush();
        assert_eq!(sets(&sent), [(5, 2)]);
        lines.flush();
        assert_eq!(sets(&sent), []);
    }
}
