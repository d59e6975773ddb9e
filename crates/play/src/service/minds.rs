//! What the thinker thinks with: the engine at full strength and at a level, and the opening book.

use super::events::Events;
use super::job::{Job, Wish};
use super::lines::{Lines, Progress};
use super::terms::{score_json, texts};
use crate::analyse::{self, Analyser};
use guohe::book::{self, Book, Randomness};
use guohe::clock::Instant;
use guohe::eval::nnue::{self, Network};
use guohe::game;
use guohe::search::{Choice, Level, Limits, Options, Pool, Signals, Silent};
use guohe::tt::Table;
use guohe::types::Move;
use guohe_common::language::Language;
use rand::SeedableRng;
use rand::rngs::SmallRng;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

/// The highest score in centipawns at which level 0 accepts a draw: a level game ...
const MOST_FOR_DRAW: i32 = 20;
/// ... and by how much it falls from level to level: full strength accepts when slightly worse, as by default in UCCI.
const LESS_FOR_DRAW: i32 = 3;
/// Nodes for each position of a report: those of `guohe-tools analyse`, and half of them in a browser, which is slower.
const REPORT_NODES: u64 = if cfg!(target_family = "wasm") { analyse::NODES / 2 } else { analyse::NODES };
/// A move that loses no more than this share of the point is as good as the best one.
const MOST_LOST: f64 = 0.02;

/// How a job ended.
#[derive(PartialEq, Eq, Debug)]
pub enum Answer {
    /// The event that tells its tab.
    Event(&'static str, Value),
    /// The report of a whole game.
    Report(analyse::Report),
    /// The report was stopped.
    NoReport,
}

/// What the thinker thinks with.
pub struct Minds {
    pool: Pool,
    book: Book,
    /// MB of a report's table.
    report_hash: usize,
}

impl Minds {
    /// With `threads` for full strength, a table of `hash` MB, and the built-in network.
    pub fn new(threads: usize, hash: usize) -> Self {
        Self::with_network(threads, hash, nnue::embedded())
    }

    /// With `network` in place of the built-in network.
    pub fn with_network(threads: usize, hash: usize, network: Arc<Network>) -> Self {
        Self {
            pool: Pool::from_parts(threads, Table::new(hash), network),
            book: Book::embedded(),
            report_hash: analyse::HASH.min(hash),
        }
    }

    /// Does a job on the caller's thread until it is done or `signals` stops it. What is found on the way is told as it
    /// comes.
    pub fn think(&mut self, job: &Job, signals: &Signals, events: &dyn Events) -> Answer {
        let options = Options { rules: job.rules, ..Options::default() };
        let side = job.board.side();
        let began = Instant::now();
        match job.wish {
            Wish::Analysis => {
                let report = Lines::new(job, self.pool.network().clone(), events);
                self.pool.search(&job.board, &job.limits, &options, signals, &report);
                Answer::Event("done", json!({ "id": job.id }))
            }
            Wish::Report(language) => self.report(job, language, signals, events),
            Wish::Hint => {
                let choice = self.pool.search(&job.board, &job.limits, &options, signals, &Silent);
                Answer::Event("move", self.move_json(job, &choice, began.elapsed()))
            }
            Wish::Offer { color, level } => {
                let choice = self.pool.search(&job.board, &job.limits, &options, signals, &Silent);
                let score = if side == color { choice.score } else { -choice.score };
                let most = MOST_FOR_DRAW - LESS_FOR_DRAW * i32::from(level);
                let accepts = game::accepts_draw(&job.board, &job.rules, score, most);
                Answer::Event("offer", json!({ "id": job.id, "accepts": accepts }))
            }
            Wish::Try { mv, best } => Answer::Event("tried", self.compare(job, mv, best, signals)),
            Wish::Move { level, seed } => {
                if let Some(mv) = self.book_move(job, level, seed) {
                    return Answer::Event("move", json!({ "id": job.id, "move": texts(&job.board, mv) }));
                }
                let choice = match level {
                    None => {
                        let report = Progress::new(job, events);
                        self.pool.search(&job.board, &job.limits, &options, signals, &report)
                    }
                    Some(level) => {
                        let options = Options { level: Level::new(level, seed), ..options };
                        self.pool.search(&job.board, &job.limits, &options, signals, &Silent)
                    }
                };
                Answer::Event("move", self.move_json(job, &choice, began.elapsed()))
            }
        }
    }

    /// The report of the job's game.
    fn report(&self, job: &Job, language: Language, signals: &Signals, events: &dyn Events) -> Answer {
        let Some(game) = &job.game else { return Answer::NoReport };
        let positions = game.main_line().count() + 1;
        let pool = Pool::from_parts(1, Table::new(self.report_hash), self.pool.network().clone());
        let limits = Limits { nodes: Some(REPORT_NODES), multipv: analyse::LINES, ..Limits::default() };
        let mut analyser = Analyser::new(pool, job.rules, limits);
        let mut done = 0;
        let report = analyse::report(game, &mut analyser, language, signals, &mut || {
            done += 1;
            events.tell(&job.tab, "report", json!({ "id": job.id, "progress": done as f64 / positions as f64 }));
            !signals.is_stopped()
        });
        if signals.is_stopped() {
            // Nobody reads it, and it is not whole.
            return Answer::NoReport;
        }
        Answer::Report(report)
    }

    /// Whether `mv` is as good as `best` in the job's position, what it loses, and the answer to it.
    fn compare(&mut self, job: &Job, mv: Move, best: Move, signals: &Signals) -> Value {
        let mover = job.board.side();
        let (worth, reply) = self.worth_after(job, mv, signals);
        let lost = if mv == best {
            0.0
        } else {
            let (aim, _) = self.worth_after(job, best, signals);
            (aim.percent(mover) - worth.percent(mover)) / 100.0
        };
        let mut after = job.board.clone();
        after.make(mv);
        json!({
            "id": job.id,
            "isRight": mv == best || worth.mates() == Some(mover) || lost <= MOST_LOST,
            "score": analyse::worth(worth, &after, self.pool.network()),
            "reply": reply.map(|reply| texts(&after, reply)),
        })
    }

    /// What the position after `mv` is worth, and the best move there.
    fn worth_after(&mut self, job: &Job, mv: Move, signals: &Signals) -> (analyse::Value, Option<Move>) {
        let mut board = job.board.clone();
        board.make(mv);
        if let Some(value) = analyse::value_at_the_end(&board, &job.rules) {
            return (value, None);
        }
        let options = Options { rules: job.rules, ..Options::default() };
        let choice = self.pool.search(&board, &job.limits, &options, signals, &Silent);
        (analyse::value_of(choice.score, &board, self.pool.network()), choice.best)
    }

    /// A book move, different from game to game.
    fn book_move(&self, job: &Job, level: Option<u8>, seed: u64) -> Option<Move> {
        let plies = job.board.plies_played();
        if level.and_then(|level| Level::new(level, seed)).is_some_and(|level| plies >= level.book_plies()) {
            return None;
        }
        let mut random = SmallRng::seed_from_u64(seed ^ plies as u64);
        Some(book::choose(&self.book.moves(&job.board), Randomness::Medium, &mut random)?.mv)
    }

    /// A move, and the time that it took.
    fn move_json(&self, job: &Job, choice: &Choice, time: Duration) -> Value {
        json!({
            "id": job.id,
            "ms": u64::try_from(time.as_millis()).unwrap_or(u64::MAX),
            "move": choice.best.map(|mv| texts(&job.board, mv)),
            "score": score_json(choice.score, &job.board, self.pool.network()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::events::tests::Sent;
    use super::super::job::tests::job;
    use super::*;
    use guohe::types::Color;

    #[test]
    fn a_report_that_was_cancelled_is_none() {
        let (mut minds, signals) = (Minds::new(1, 1), Signals::new());
        signals.stop();
        let job = job(Wish::Report(Language::En), Limits::default());
        assert_eq!(minds.think(&job, &signals, &Sent::default()), Answer::NoReport);
    }

    #[test]
    fn a_report_goes_with_its_review() {
        let (mut minds, sent) = (Minds::new(1, 1), Sent::default());
        let job = job(Wish::Report(Language::En), Limits::default());
        let Answer::Report(report) = minds.think(&job, &Signals::new(), &sent) else {
            panic!("no report");
        };
        let told = sent.0.into_inner().expect("no thread holds it");
        assert_eq!(told.last(), Some(&("report", json!({ "id": 1, "progress": 1.0 }))));
        assert!(report.html.starts_with("<!DOCTYPE html>"));
        let numbers = report.review["sides"]["red"].as_object().expect("numbers");
        assert_eq!(numbers.len(), 4, "the board shows an accuracy and three counts");
        let moves = report.review["moves"].as_array().expect("moves");
        assert_eq!((moves.len(), moves[0]["mv"].as_str(), moves[0]["book"].as_bool()), (1, Some("h2e2"), Some(true)));
        let wdl: Vec<f64> =
            moves[0]["score"]["wdl"].as_array().expect("a model").iter().filter_map(Value::as_f64).collect();
        assert!((wdl.iter().sum::<f64>() - 1000.0).abs() <= 1.0, "{wdl:?}");
    }

    #[test]
    fn a_try_is_right_if_it_mates_or_is_nearly_as_good() {
        let mut minds = Minds::new(1, 1);
        let mut is_right = |fen: &str, mv: &str, best: &str| {
            let wish = Wish::Try { mv: mv.parse().expect("a move"), best: best.parse().expect("a move") };
            let mut job = job(wish, Limits { nodes: Some(5_000), ..Limits::default() });
            job.board = guohe::board::Board::from_fen(fen).expect("a position");
            let Answer::Event("tried", said) = minds.think(&job, &Signals::new(), &Sent::default()) else {
                panic!("no answer");
            };
            said["isRight"].as_bool().expect("a verdict")
        };
        // A slower mate is a mate.
        let rooks = "3k5/R8/1R7/9/9/9/9/9/9/4K4 w";
        assert!(is_right(rooks, "b7b9", "b7b9"));
        assert!(is_right(rooks, "e0e1", "b7b9"));
        let start = guohe::board::STARTPOS;
        assert!(is_right(start, "b2e2", "h2e2"));
        assert!(!is_right(start, "h2h9", "h2e2"));
    }

    #[test]
    fn no_level_agrees_to_a_draw_after_two_moves() {
        let mut minds = Minds::new(1, 1);
        for level in [0, 5, 20] {
            let mut job =
                job(Wish::Offer { color: Color::Black, level }, Limits { depth: Some(4), ..Limits::default() });
            for mv in ["h2e2", "h9g7"] {
                job.board.make(mv.parse().expect("a move"));
            }
            let answer = minds.think(&job, &Signals::new(), &Sent::default());
            assert_eq!(answer, Answer::Event("offer", json!({ "id": 1, "accepts": false })), "level {level}");
        }
    }
}
