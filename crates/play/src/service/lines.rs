//! What a search tells of itself while it runs, on its way to the page.

use super::events::Events;
use super::job::Job;
use super::terms::{score_json, texts};
use guohe::eval::nnue::Network;
use guohe::search::{LineInfo, Report};
use guohe::tt::Bound;
use serde_json::{Value, json};
use std::sync::Arc;

/// Moves of a line that are shown.
const LONGEST_LINE: usize = 14;

/// The lines of an analysis on their way to the tab, each time that an iteration is complete.
pub struct Lines<'a> {
    job: &'a Job,
    network: Arc<Network>,
    events: &'a dyn Events,
}

impl<'a> Lines<'a> {
    /// On their way to the tab of the job, from a search with this network.
    pub fn new(job: &'a Job, network: Arc<Network>, events: &'a dyn Events) -> Self {
        Self { job, network, events }
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

impl Report for Lines<'_> {
    fn iteration(&self, lines: &[LineInfo]) {
        // The line of a bound is one or two moves, not a whole variation.
        if lines.iter().all(|line| line.bound == Bound::Exact) {
            self.send(lines);
        }
    }
}

/// How deep the engine has come with its own move. What it sees is not told: it is the opponent.
pub struct Progress<'a> {
    job: &'a Job,
    events: &'a dyn Events,
}

impl<'a> Progress<'a> {
    /// On its way to the tab of the job.
    pub fn new(job: &'a Job, events: &'a dyn Events) -> Self {
        Self { job, events }
    }
}

impl Report for Progress<'_> {
    fn iteration(&self, lines: &[LineInfo]) {
        if let Some(best) = lines.first() {
            self.events.tell(&self.job.tab, "depth", json!({ "id": self.job.id, "depth": best.depth }));
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
    use std::time::Duration;

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
    fn lines_are_sent_in_whole_sets_and_none_of_a_bound() {
        let (sent, job) = (Sent::default(), job(Wish::Analysis, Limits { multipv: 2, ..Limits::default() }));
        let network = guohe::eval::nnue::embedded();
        let lines = Lines::new(&job, network, &sent);
        for depth in 1..=2 {
            let second = line_of(depth, 2, Bound::Exact, "c3c4 c6c5");
            lines.iteration(&[line_of(depth, 1, Bound::Exact, "h2e2 h9g7"), second]);
        }
        lines.iteration(&[line_of(3, 1, Bound::Lower, "h2e2")]);
        assert_eq!(sets(&sent), [(1, 2), (2, 2)]);
    }
}
