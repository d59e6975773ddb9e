//! The one engine behind the page: one search at a time, on a thread of its own. A move goes before analysis, which
//! pauses and goes on afterwards; of two analyses the one asked for last goes first.

use super::tabs::Tabs;
use super::terms::score_json;
use super::terms::texts;
use crate::analyse;
use crate::analyse::Language;
use crate::analyse::Student;
use guohe::board::Board;
use guohe::book;
use guohe::book::Book;
use guohe::book::Randomness;
use guohe::rules::Rules;
use guohe::search::Choice;
use guohe::search::Iteration;
use guohe::search::Level;
use guohe::search::Limits;
use guohe::search::Options;
use guohe::search::Pool;
use guohe::search::Report;
use guohe::search::Signals;
use guohe::search::Silent;
use guohe::tt::Bound;
use guohe::types::Color;
use guohe::types::Move;
use guohe::types::Score;
use guohe_games::GameTree;
use rand::SeedableRng;
use rand::rngs::SmallRng;
use serde_json::Value;
use serde_json::json;
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::Condvar;
use std::sync::Mutex;
use std::sync::MutexGuard;
use std::sync::PoisonError;
use std::time::Duration;
use std::time::Instant;

/// Stack of the thread that searches, as the engine's own.
const SEARCH_STACK: usize = 32 << 20;
/// Between two reports of an analysis.
const REPORT_INTERVAL: Duration = Duration::from_millis(100);
/// Table of an opponent with a level, MB.
const LEVEL_HASH: usize = 16;
/// A draw is accepted by an engine that sees so little in the position, in centipawns.
const DRAWISH: i32 = 20;
/// Nodes for each position of a report, and its table, MB.
const REPORT_NODES: u64 = 100_000;
const REPORT_HASH: usize = 64;
/// Reports that are kept.
const MOST_REPORTS: usize = 8;
/// Moves of a line that are shown.
const LONGEST_LINE: usize = 14;

/// What is wanted of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wish {
    /// The engine's own move in the game of this seed, at a level below full strength or at full strength.
    Move { level: Option<u8>, seed: u64 },
    /// A proposal for the player.
    Hint,
    /// Whether this side accepts a draw.
    Offer(Color),
    /// What the position is worth, until it is stopped.
    Analysis,
    /// The report of the whole game.
    Report(Language),
}

/// Searches of a tab that stand in each other's place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// What the game waits for.
    Play,
    /// A report.
    Report,
    /// What can wait and be taken up again.
    Analysis,
}

/// A search that a tab asked for.
pub struct Job {
    pub tab: String,
    /// The tab's own number for it.
    pub id: u64,
    pub wish: Wish,
    pub board: Board,
    pub rules: Rules,
    pub limits: Limits,
    /// The game to report on.
    pub game: Option<Box<GameTree>>,
}

impl Job {
    fn class(&self) -> Class {
        match self.wish {
            Wish::Analysis => Class::Analysis,
            Wish::Report(_) => Class::Report,
            Wish::Move { .. } | Wish::Hint | Wish::Offer(_) => Class::Play,
        }
    }
}

struct Running {
    tab: String,
    class: Class,
    signals: Arc<Signals>,
    /// Nobody waits for its answer any more.
    is_unwanted: bool,
}

#[derive(Default)]
struct Queue {
    urgent: VecDeque<Job>,
    /// The next one last.
    analyses: Vec<Job>,
    running: Option<Running>,
    is_closed: bool,
}

impl Queue {
    /// Drops what `tab` asked for of one class.
    fn drop_of(&mut self, tab: &str, class: Class) {
        self.analyses.retain(|job| job.tab != tab || job.class() != class);
        self.urgent.retain(|job| job.tab != tab || job.class() != class);
        if let Some(running) = &mut self.running
            && running.tab == tab
            && running.class == class
        {
            running.is_unwanted = true;
            running.signals.stop();
        }
    }
}

/// The engine's desk.
pub struct Thinker {
    queue: Mutex<Queue>,
    bell: Condvar,
    tabs: Arc<Tabs>,
    /// The reports that were made last, by name.
    reports: Mutex<VecDeque<(String, String)>>,
}

impl Thinker {
    /// A thinker with its thread.
    ///
    /// # Errors
    /// When the system has no thread to give.
    pub fn start(tabs: Arc<Tabs>, threads: usize, hash: usize) -> std::io::Result<Arc<Self>> {
        let thinker = Arc::new(Self { queue: Mutex::default(), bell: Condvar::new(), tabs, reports: Mutex::default() });
        let at_work = Arc::clone(&thinker);
        std::thread::Builder::new().name("thinker".to_owned()).stack_size(SEARCH_STACK).spawn(move || {
            let mut minds = Minds::new(threads, hash);
            while let Some((job, signals)) = at_work.next() {
                let answer = minds.think(&job, &signals, &at_work);
                at_work.finish(job, &signals, answer);
            }
        })?;
        Ok(thinker)
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        // The queue is whole between any two of its calls.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts a job on the desk, in place of the tab's earlier one of its kind.
    pub fn ask(&self, job: Job) {
        let mut queue = self.lock();
        queue.drop_of(&job.tab, job.class());
        if let Some(running) = &queue.running
            && !running.is_unwanted
        {
            if running.class == Class::Analysis {
                running.signals.stop();
            } else {
                self.tabs.tell(&job.tab, "waiting", json!({ "id": job.id }));
            }
        }
        match job.class() {
            Class::Analysis => queue.analyses.push(job),
            Class::Report => queue.urgent.push_back(job),
            // A move goes before a report that has not begun.
            Class::Play => {
                let at = queue.urgent.iter().position(|other| other.class() == Class::Report);
                let at = at.unwrap_or(queue.urgent.len());
                queue.urgent.insert(at, job);
            }
        }
        self.bell.notify_one();
    }

    /// Drops what `tab` asked for of one class.
    pub fn stop(&self, tab: &str, class: Class) {
        self.lock().drop_of(tab, class);
    }

    /// A report that was made.
    pub fn report(&self, name: &str) -> Option<String> {
        let reports = self.reports.lock().unwrap_or_else(PoisonError::into_inner);
        reports.iter().find(|(made, _)| made == name).map(|(_, html)| html.clone())
    }

    /// Keeps a report for those who open it, and drops the oldest.
    fn keep(&self, html: String) -> String {
        let mut reports = self.reports.lock().unwrap_or_else(PoisonError::into_inner);
        let number =
            reports.back().and_then(|(name, _)| name.strip_suffix(".html")?.parse::<u64>().ok()).unwrap_or(0) + 1;
        let name = format!("{number}.html");
        reports.push_back((name.clone(), html));
        if reports.len() > MOST_REPORTS {
            reports.pop_front();
        }
        name
    }

    /// The tab is gone.
    pub fn forget(&self, tab: &str) {
        let mut queue = self.lock();
        for class in [Class::Play, Class::Report, Class::Analysis] {
            queue.drop_of(tab, class);
        }
    }

    /// Ends the thread as soon as its search has heard of it.
    pub fn close(&self) {
        let mut queue = self.lock();
        queue.is_closed = true;
        if let Some(running) = &queue.running {
            running.signals.stop();
        }
        self.bell.notify_all();
    }

    /// The next job, once there is one; `None` at the end.
    fn next(&self) -> Option<(Job, Arc<Signals>)> {
        let mut queue = self.lock();
        loop {
            if queue.is_closed {
                return None;
            }
            if let Some(job) = queue.urgent.pop_front().or_else(|| queue.analyses.pop()) {
                let signals = Arc::new(Signals::new());
                let running = Running {
                    tab: job.tab.clone(),
                    class: job.class(),
                    signals: Arc::clone(&signals),
                    is_unwanted: false,
                };
                queue.running = Some(running);
                if job.class() == Class::Play {
                    // A clock is running from here on, not while the job lay on the desk.
                    self.tabs.tell(&job.tab, "begun", json!({ "id": job.id }));
                }
                return Some((job, signals));
            }
            queue = self.bell.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn finish(&self, job: Job, signals: &Signals, (kind, data): (&'static str, Value)) {
        let mut queue = self.lock();
        let is_unwanted = queue.running.take().is_none_or(|running| running.is_unwanted);
        if is_unwanted || queue.is_closed {
            return;
        }
        if job.class() == Class::Analysis && signals.is_stopped() {
            // Somebody more urgent came: it goes on afterwards.
            self.tabs.tell(&job.tab, "waiting", json!({ "id": job.id }));
            queue.analyses.insert(0, job);
        } else {
            self.tabs.tell(&job.tab, kind, data);
        }
    }
}

/// What the thinker thinks with.
struct Minds {
    /// For full strength, analysis and hints.
    strong: Pool,
    /// For opponents with a level: one thread, and a table that lasts a game.
    level: Pool,
    /// The game that `level` remembers.
    game: Option<(String, u64)>,
    book: Book,
}

impl Minds {
    fn new(threads: usize, hash: usize) -> Self {
        Self { strong: Pool::new(threads, hash), level: Pool::new(1, LEVEL_HASH), game: None, book: Book::embedded() }
    }

    fn think(&mut self, job: &Job, signals: &Signals, thinker: &Thinker) -> (&'static str, Value) {
        let options = Options { rules: job.rules, ..Options::default() };
        let side = job.board.side();
        let began = Instant::now();
        match job.wish {
            Wish::Analysis => {
                let report = Lines::new(job, &thinker.tabs);
                self.strong.search(&job.board, &job.limits, &options, signals, &report);
                report.flush();
                ("done", json!({ "id": job.id }))
            }
            Wish::Report(language) => ("report", self.report(job, language, signals, thinker)),
            Wish::Hint => {
                let choice = self.strong.search(&job.board, &job.limits, &options, signals, &Silent);
                ("move", move_json(job, &choice, began.elapsed()))
            }
            Wish::Offer(color) => {
                let choice = self.strong.search(&job.board, &job.limits, &options, signals, &Silent);
                let score = if side == color { choice.score } else { -choice.score };
                ("offer", json!({ "id": job.id, "accepts": score.get() <= DRAWISH }))
            }
            Wish::Move { level, seed } => {
                if let Some(mv) = self.book_move(job, level, seed) {
                    return ("move", json!({ "id": job.id, "move": texts(&job.board, mv) }));
                }
                let choice = match level {
                    None => self.strong.search(&job.board, &job.limits, &options, signals, &Silent),
                    Some(level) => {
                        let game = Some((job.tab.clone(), seed));
                        if self.game != game {
                            self.level.clear();
                            self.game = game;
                        }
                        let options = Options { level: Level::new(level, seed), ..options };
                        self.level.search(&job.board, &job.limits, &options, signals, &Silent)
                    }
                };
                ("move", move_json(job, &choice, began.elapsed()))
            }
        }
    }

    /// The report of the job's game: where it can be read.
    fn report(&self, job: &Job, language: Language, signals: &Signals, thinker: &Thinker) -> Value {
        let Some(game) = &job.game else { return json!({}) };
        let positions = game.main_line().count() + 1;
        let pool = Pool::new(self.strong.threads(), REPORT_HASH);
        let limits = Limits { nodes: Some(REPORT_NODES), multipv: 2, ..Limits::default() };
        let mut student = Student::new(pool, job.rules, limits);
        let mut done = 0;
        let html = analyse::report(game, &mut student, language, signals, &mut || {
            done += 1;
            thinker.tabs.tell(&job.tab, "report", json!({ "progress": done as f64 / positions as f64 }));
            !signals.is_stopped()
        });
        if signals.is_stopped() {
            // Nobody reads it, and it is not whole: no finished report makes room for it.
            return json!({});
        }
        json!({ "address": format!("report/{}", thinker.keep(html)) })
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
}

/// A move, and the time that it took.
fn move_json(job: &Job, choice: &Choice, time: Duration) -> Value {
    json!({
        "id": job.id,
        "ms": u64::try_from(time.as_millis()).unwrap_or(u64::MAX),
        "move": choice.best.map(|mv| texts(&job.board, mv)),
        "score": score_json(choice.score, &job.board),
    })
}

/// The lines of an analysis on their way to the tab: whole sets only, each of one depth, and not too many a second.
struct Lines<'a> {
    job: &'a Job,
    tabs: &'a Tabs,
    state: Mutex<LinesState>,
}

#[derive(Default)]
struct LinesState {
    /// The set that comes in.
    lines: Vec<(Score, Vec<Move>)>,
    /// The last whole set, while it waits for its time.
    held: Option<LineSet>,
    sent: Option<Instant>,
}

/// All lines of one depth.
struct LineSet {
    depth: u32,
    nodes: u64,
    time: Duration,
    lines: Vec<(Score, Vec<Move>)>,
}

impl<'a> Lines<'a> {
    fn new(job: &'a Job, tabs: &'a Tabs) -> Self {
        Self { job, tabs, state: Mutex::default() }
    }

    /// Sends what still waits for its time: after the search there is no later set to take its place.
    fn flush(&self) {
        let held = self.lock().held.take();
        if let Some(set) = held {
            self.send(&set);
        }
    }

    fn lock(&self) -> MutexGuard<'_, LinesState> {
        // The state is whole between any two of its calls.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn send(&self, set: &LineSet) {
        let board = &self.job.board;
        let lines: Vec<Value> = set
            .lines
            .iter()
            .map(|(score, moves)| {
                let mut at = board.clone();
                let pv: Vec<Value> = moves
                    .iter()
                    .take(LONGEST_LINE)
                    .map(|&mv| {
                        let text = texts(&at, mv);
                        at.make(mv);
                        text
                    })
                    .collect();
                json!({ "score": score_json(*score, board), "pv": pv })
            })
            .collect();
        let seconds = set.time.as_secs_f64().max(0.001);
        self.tabs.tell(
            &self.job.tab,
            "info",
            json!({
                "id": self.job.id,
                "depth": set.depth,
                "nodes": set.nodes,
                "nps": (set.nodes as f64 / seconds) as u64,
                "lines": lines,
            }),
        );
    }
}

impl Report for Lines<'_> {
    fn iteration(&self, iteration: &Iteration) {
        // A bound is no line: its one move would stand in the place of a whole variation until a better value comes.
        if iteration.bound != Bound::Exact {
            return;
        }
        let mut state = self.lock();
        let at = iteration.multipv.max(1) - 1;
        if at < state.lines.len() {
            state.lines[at] = (iteration.score, iteration.line.to_vec());
        } else {
            state.lines.push((iteration.score, iteration.line.to_vec()));
        }
        if iteration.multipv < iteration.lines {
            return;
        }
        state.lines.truncate(iteration.lines.max(1));
        let set = LineSet {
            depth: iteration.depth,
            nodes: iteration.nodes,
            time: iteration.time,
            lines: state.lines.clone(),
        };
        if state.sent.is_none_or(|sent| sent.elapsed() >= REPORT_INTERVAL) {
            state.sent = Some(Instant::now());
            state.held = None;
            self.send(&set);
        } else {
            state.held = Some(set);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job(wish: Wish, limits: Limits) -> Job {
        let mut game = GameTree::new();
        let mv = "h2e2".parse().expect("a move");
        game.add(guohe_games::NodeId::ROOT, mv).expect("it is legal");
        let (board, rules) = (Board::startpos(), Rules::default());
        Job { tab: "a".to_owned(), id: 1, wish, board, rules, limits, game: Some(Box::new(game)) }
    }

    /// What a search of two lines tells of one.
    fn line_of(depth: u32, multipv: usize, bound: Bound, moves: &str) -> Iteration {
        Iteration {
            depth,
            seldepth: depth,
            multipv,
            lines: 2,
            score: Score::new(20),
            bound,
            time: Duration::ZERO,
            nodes: 1,
            hashfull: 0,
            line: moves.split(' ').map(|word| word.parse().expect("a move")).collect(),
        }
    }

    /// Depths and numbers of lines of the sets that the tab was sent.
    fn sets(receive: &mut tokio::sync::mpsc::Receiver<super::super::tabs::Event>) -> Vec<(u64, usize)> {
        std::iter::from_fn(|| receive.try_recv().ok())
            .filter(|event| event.kind == "info")
            .map(|event| {
                let lines = event.data["lines"].as_array().expect("lines");
                (event.data["depth"].as_u64().expect("a depth"), lines.len())
            })
            .collect()
    }

    #[test]
    fn lines_are_sent_in_whole_sets_and_the_last_one_is_not_lost() {
        let (tabs, job) = (Tabs::default(), job(Wish::Analysis, Limits { multipv: 2, ..Limits::default() }));
        let mut receive = tabs.open("a").unwrap().receive;
        let lines = Lines::new(&job, &tabs);
        for depth in 1..=5 {
            lines.iteration(&line_of(depth, 1, Bound::Exact, "h2e2 h9g7"));
            lines.iteration(&line_of(depth, 2, Bound::Exact, "c3c4 c6c5"));
        }
        lines.iteration(&line_of(6, 1, Bound::Exact, "h2e2 h9g7"));
        assert_eq!(sets(&mut receive), [(1, 2)]);
        lines.flush();
        assert_eq!(sets(&mut receive), [(5, 2)]);
        lines.flush();
        assert_eq!(sets(&mut receive), []);
    }

    #[test]
    fn an_engine_says_when_it_begins() {
        let tabs = Arc::new(Tabs::default());
        tabs.expect("a").unwrap();
        let mut receive = tabs.open("a").unwrap().receive;
        let thinker = Thinker { queue: Mutex::default(), bell: Condvar::new(), tabs, reports: Mutex::default() };
        thinker.ask(Job { tab: "b".to_owned(), ..job(Wish::Report(Language::En), Limits::default()) });
        let (report, signals) = thinker.next().unwrap();
        thinker.ask(job(Wish::Move { level: Some(0), seed: 1 }, Limits::default()));
        assert_eq!(receive.try_recv().unwrap().kind, "waiting");
        assert!(receive.try_recv().is_err());
        thinker.finish(report, &signals, ("report", json!({})));
        assert_eq!(thinker.next().unwrap().0.tab, "a");
        let event = receive.try_recv().unwrap();
        assert_eq!((event.kind, &event.data), ("begun", &json!({ "id": 1 })));
    }

    #[test]
    fn a_bound_takes_no_lines_place() {
        let (tabs, job) = (Tabs::default(), job(Wish::Analysis, Limits { multipv: 2, ..Limits::default() }));
        let lines = Lines::new(&job, &tabs);
        lines.iteration(&line_of(9, 1, Bound::Exact, "h2e2 h9g7"));
        lines.iteration(&line_of(9, 2, Bound::Exact, "c3c4 c6c5"));
        lines.iteration(&line_of(9, 1, Bound::Lower, "c3c4"));
        lines.iteration(&line_of(9, 2, Bound::Upper, "h2e2"));
        let state = lines.state.lock().unwrap();
        let first: Vec<(String, usize)> =
            state.lines.iter().map(|(_, line)| (line[0].to_string(), line.len())).collect();
        assert_eq!(first, [("h2e2".to_owned(), 2), ("c3c4".to_owned(), 2)]);
    }

    #[test]
    fn a_report_that_was_cancelled_is_not_kept() {
        let tabs = Arc::new(Tabs::default());
        let thinker = Thinker { queue: Mutex::default(), bell: Condvar::new(), tabs, reports: Mutex::default() };
        let (mut minds, signals) = (Minds::new(1, 1), Signals::new());
        signals.stop();
        let job = job(Wish::Report(Language::En), Limits::default());
        assert_eq!(minds.think(&job, &signals, &thinker), ("report", json!({})));
        assert!(thinker.report("1.html").is_none());
    }
}
