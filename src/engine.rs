//! The engine behind any front end: the position, the settings, and what is searched with them. Speaks no protocol and
//! writes nothing.

use crate::board::Board;
use crate::board::FenError;
use crate::book::Book;
use crate::book::Randomness;
use crate::config;
use crate::config::Config;
use crate::config::EvaluationKind;
use crate::config::RepetitionRule;
use crate::config::Style;
use crate::eval;
use crate::eval::Evaluation;
use crate::eval::nnue;
use crate::eval::nnue::Network;
use crate::rules::RuleSet;
use crate::rules::Rules;
use crate::search::Limits;
use crate::search::Options;
use crate::search::Outcome;
use crate::search::Pool;
use crate::search::Report;
use crate::search::Signals;
use crate::tt::Bound;
use crate::tt::Table;
use crate::types::Move;
use crate::types::MoveList;
use crate::types::Score;
use rand::SeedableRng;
use rand::rngs::SmallRng;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// Stack of the thread that searches: a few kilobytes a ply, and room for builds without optimisation.
const SEARCH_STACK: usize = 32 << 20;
/// Memory that is assumed where the system does not say, in megabytes.
const ASSUMED_MEMORY: u32 = 4096;

/// The engine.
pub struct Engine {
    config: Config,
    board: Board,
    /// Root moves that the front end forbids, until the next position.
    banned: Vec<Move>,
    book: Book,
    /// The built-in network or the one of the settings.
    network: Option<Arc<Network>>,
    /// Away while a search runs.
    pool: Option<Pool>,
    random: SmallRng,
    max_hash: u32,
}

/// A search that has ended, on its way back to [`Engine::finished`].
pub struct Finished {
    pool: Pool,
    /// What it found.
    pub outcome: Outcome,
}

/// A running search.
pub struct Running {
    /// To stop it and to start its clock.
    pub signals: Arc<Signals>,
    /// The table it fills.
    pub table: Arc<Table>,
}

/// A book move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FromBook {
    /// The move.
    pub mv: Move,
    /// Its weight.
    pub weight: u32,
    /// The heaviest answer that the book has to it.
    pub reply: Option<Move>,
}

/// What the table knows of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Knowledge {
    /// A legal move.
    pub best: Option<Move>,
    /// The score is at least this, searched to this depth.
    pub lower: Option<(Score, i32)>,
    /// The score is at most this, searched to this depth.
    pub upper: Option<(Score, i32)>,
}

impl Engine {
    /// An engine at the start position.
    pub fn new(config: Config) -> Self {
        let seed = rand::random();
        log::info!("seed of the book's choices: {seed}");
        let mut engine = Self {
            board: Board::startpos(),
            banned: Vec::new(),
            book: Book::embedded(),
            network: nnue::embedded(),
            pool: None,
            random: SmallRng::seed_from_u64(seed),
            max_hash: max_hash(),
            config,
        };
        if engine.config.book.files.is_some() {
            engine.load_book();
        }
        if engine.config.evalfile.is_some() && engine.load_network().is_err() {
            engine.config.evalfile = None;
        }
        let mut pool = Pool::new(engine.threads(), engine.hash() as usize);
        pool.set_evaluation(engine.evaluation());
        engine.pool = Some(pool);
        engine
    }

    /// The settings in force.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The position.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The largest table that may be asked for: half of the machine's memory, in megabytes.
    pub fn max_hash(&self) -> u32 {
        self.max_hash
    }

    /// The table's size that 0 stands for, in megabytes.
    pub fn auto_hash(&self) -> u32 {
        config::DEFAULT_HASH.min(self.max_hash)
    }

    fn hash(&self) -> u32 {
        match self.config.hash {
            0 => self.auto_hash(),
            megabytes => megabytes.min(self.max_hash),
        }
    }

    fn threads(&self) -> usize {
        match self.config.threads {
            0 => std::thread::available_parallelism().map_or(1, |count| count.get().min(config::MAX_THREADS as usize)),
            count => count as usize,
        }
    }

    /// Puts other settings in force. Returns what the user should know, if anything went otherwise than asked. Without
    /// effect on table and threads while a search runs.
    pub fn configure(&mut self, config: Config) -> Option<String> {
        let (hash, threads) = (self.hash(), self.threads());
        let old = std::mem::replace(&mut self.config, config);
        if self.config.book.files != old.book.files && !self.load_book() {
            self.config.book.files = old.book.files;
        }
        let mut refusal = None;
        if self.config.evalfile != old.evalfile
            && let Err(text) = self.load_network()
        {
            refusal = Some(text);
            self.config.evalfile = old.evalfile.clone();
        }
        let (new_hash, new_threads) = (self.hash(), self.threads());
        let evaluation = self.evaluation();
        let Some(pool) = self.pool.as_mut() else { return refusal };
        if (self.config.evaluation, &self.config.evalfile) != (old.evaluation, &old.evalfile) {
            pool.set_evaluation(evaluation);
        }
        if new_threads != threads {
            pool.set_threads(new_threads);
        }
        if new_hash == hash {
            return refusal;
        }
        if new_hash < self.config.hash {
            log::warn!("hash table limited to {new_hash} MB, half of the memory");
        }
        let actual = pool.set_hash(new_hash as usize);
        // A power of two is what a table has; less than that means that the memory was not there.
        let is_fallback = actual.saturating_mul(2) <= new_hash as usize;
        is_fallback.then(|| {
            let text = format!("no memory for a hash table of {new_hash} MB, using {actual} MB");
            log::warn!("{text}");
            text
        })
    }

    /// Loads the book files of the settings, or the built-in book. Keeps the old book and returns false when that fails.
    fn load_book(&mut self) -> bool {
        let Some(files) = &self.config.book.files else {
            self.book = Book::embedded();
            return true;
        };
        match Book::load(files) {
            Ok(book) => {
                log::info!("book with {} lines loaded", book.openings().len());
                self.book = book;
                true
            }
            Err(error) => {
                log::warn!("book not loaded: {error}");
                false
            }
        }
    }

    /// Loads the network of the settings, or takes the built-in one.
    ///
    /// # Errors
    /// Why the file cannot be used, for people. The old network stays.
    fn load_network(&mut self) -> Result<(), String> {
        let Some(file) = &self.config.evalfile else {
            self.network = nnue::embedded();
            return Ok(());
        };
        match Network::load(file) {
            Ok(network) => {
                log::info!("{network:?} loaded, {}", nnue::Simd::chosen().name());
                self.network = Some(Arc::new(network));
                Ok(())
            }
            Err(error) => {
                let text = format!("network refused: {} {error}", file.display());
                log::warn!("{text}");
                Err(text)
            }
        }
    }

    /// What gives positions their values.
    pub fn evaluation(&self) -> Evaluation {
        match (self.config.evaluation, &self.network) {
            (EvaluationKind::Net, Some(network)) => Evaluation::Net(Arc::clone(network)),
            (EvaluationKind::Net, None) | (EvaluationKind::Classical, _) => Evaluation::Classical,
        }
    }

    /// A new game begins: forgets everything learned and reads the book files again.
    pub fn new_game(&mut self) {
        if let Some(pool) = &mut self.pool {
            pool.clear();
        }
        if self.config.book.files.is_some() {
            self.load_book();
        }
    }

    /// Sets the position up and lifts all bans. Of the moves those before the first illegal one are played; returns
    /// how many.
    ///
    /// # Errors
    /// When the FEN is no legal position; the old position stays.
    pub fn set_position(&mut self, fen: Option<&str>, moves: &[Move]) -> Result<usize, FenError> {
        let (board, played) = position(fen, moves)?;
        self.board = board;
        self.banned.clear();
        Ok(played)
    }

    /// Forbids root moves until the next position, in place of those forbidden before.
    pub fn ban(&mut self, moves: &[Move]) {
        self.banned = moves.iter().copied().filter(|&mv| self.board.is_legal_move(mv)).collect();
    }

    /// The legal moves that are not banned, and of these only the `wanted` ones where there are any.
    pub fn root_moves(&self, wanted: Option<&[Move]>) -> MoveList {
        let mut moves = self.board.legal_moves();
        moves.retain(|mv| !self.banned.contains(mv));
        if let Some(wanted) = wanted
            && moves.iter().any(|mv| wanted.contains(mv))
        {
            moves.retain(|mv| wanted.contains(mv));
        }
        moves
    }

    /// A move that the book plays here, among `allowed`.
    pub fn book_move(&mut self, allowed: &[Move]) -> Option<FromBook> {
        let mut moves = self.book.moves(&self.board);
        moves.retain(|book_move| allowed.contains(&book_move.mv));
        let chosen = crate::book::choose(&moves, randomness(self.config.book.randomness), &mut self.random)?;
        let mut after = self.board.clone();
        after.make(chosen.mv);
        let reply = self.book.moves(&after).first().map(|reply| reply.mv);
        log::debug!("book: {} {} {}", chosen.opening.code, chosen.opening.english, chosen.opening.chinese);
        Some(FromBook { mv: chosen.mv, weight: chosen.weight, reply })
    }

    /// What the position is worth without search, from the side to move's view.
    pub fn static_value(&self) -> Score {
        if self.board.has_legal_move() {
            eval::Evaluator::with(&self.evaluation(), &self.board).evaluate(&self.board)
        } else {
            Score::mated_in(0)
        }
    }

    /// The rules in force.
    pub fn rules(&self) -> Rules {
        let rules = &self.config.rules;
        Rules {
            set: rule_set(rules.repetition),
            fold: if rules.fold >= 4 { 4 } else { 3 },
            natural_limit: (rules.natural_limit > 0).then_some(rules.natural_limit),
        }
    }

    /// How the settings want the search to be.
    pub fn options(&self) -> Options {
        Options {
            rules: self.rules(),
            move_overhead: Duration::from_millis(u64::from(self.config.move_overhead)),
            ponder: self.config.ponder,
        }
    }

    /// Starts a search of the position on a thread of its own. When it ends, `done` is called there, and what it gets
    /// must come back to [`Engine::finished`]. `None` while another search runs.
    pub fn start(
        &mut self,
        limits: Limits,
        signals: Signals,
        report: impl Report + Send + 'static,
        done: impl FnOnce(Finished) + Send + 'static,
    ) -> Option<Running> {
        let mut pool = self.pool.take()?;
        let running = Running { signals: Arc::new(signals), table: pool.table_handle() };
        let signals = Arc::clone(&running.signals);
        let (board, options) = (self.board.clone(), self.options());
        let search = move || {
            let outcome = pool.search(&board, &limits, &options, &signals, &report);
            done(Finished { pool, outcome });
        };
        std::thread::Builder::new()
            .name("search".to_owned())
            .stack_size(SEARCH_STACK)
            .spawn(search)
            .expect("the system has room for one more thread");
        Some(running)
    }

    /// Takes back what a search used, so that the next can start.
    pub fn finished(&mut self, finished: Finished) -> Outcome {
        self.pool = Some(finished.pool);
        finished.outcome
    }

    /// Whether an offer to split the point is welcome when the position is worth `score` to us.
    pub fn accepts_draw(&self, score: Score) -> bool {
        let most = match self.config.style {
            Style::Solid => 20,
            Style::Normal => -40,
            Style::Risky => -200,
        };
        score.get() <= most
    }

    /// The table of the engine at rest; `None` while a search runs, which then has it.
    pub fn table(&self) -> Option<&Table> {
        self.pool.as_ref().map(Pool::table)
    }
}

/// The position after those of `moves` that come before the first illegal one, and their number.
///
/// # Errors
/// When the FEN is no legal position.
pub fn position(fen: Option<&str>, moves: &[Move]) -> Result<(Board, usize), FenError> {
    let mut board = fen.map_or_else(|| Ok(Board::startpos()), Board::from_fen)?;
    let mut played = 0;
    for &mv in moves {
        if !board.is_legal_move(mv) {
            break;
        }
        board.make(mv);
        played += 1;
    }
    Ok((board, played))
}

/// What `table` knows of `board`.
pub fn probe(table: &Table, board: &Board) -> Knowledge {
    let mut known = Knowledge::default();
    let mut entries: Vec<_> = table.probe(board.key(), 0).entries().collect();
    entries.sort_by_key(|entry| std::cmp::Reverse(entry.depth));
    for entry in entries {
        // The key may belong to another position as well.
        known.best = known.best.or(entry.mv.filter(|&mv| board.is_legal_move(mv)));
        let value = Some((entry.score, i32::from(entry.depth.max(0))));
        if matches!(entry.bound, Some(Bound::Lower | Bound::Exact)) {
            known.lower = known.lower.or(value);
        }
        if matches!(entry.bound, Some(Bound::Upper | Bound::Exact)) {
            known.upper = known.upper.or(value);
        }
    }
    known
}

const fn rule_set(rule: RepetitionRule) -> RuleSet {
    match rule {
        RepetitionRule::Asian => RuleSet::Asian,
        RepetitionRule::Computer => RuleSet::Computer,
        RepetitionRule::League => RuleSet::League,
        RepetitionRule::CheckOnly => RuleSet::CheckOnly,
        RepetitionRule::Off => RuleSet::Off,
    }
}

const fn randomness(value: config::Randomness) -> Randomness {
    match value {
        config::Randomness::None => Randomness::None,
        config::Randomness::Tiny => Randomness::Tiny,
        config::Randomness::Small => Randomness::Small,
        config::Randomness::Medium => Randomness::Medium,
        config::Randomness::Large => Randomness::Large,
        config::Randomness::Huge => Randomness::Huge,
    }
}

/// Half of the machine's memory in megabytes, at least 16.
fn max_hash() -> u32 {
    let text = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    (total_memory(&text).unwrap_or(ASSUMED_MEMORY) / 2).clamp(16, config::MAX_HASH)
}

/// `MemTotal` of Linux's `/proc/meminfo`, in megabytes.
fn total_memory(meminfo: &str) -> Option<u32> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kilobytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    u32::try_from(kilobytes / 1024).ok()
}

/// The files of an option's value: separated by `;`, relative ones looked up beside the executable, whatever the
/// working directory is.
pub fn book_files(value: &[u8]) -> Vec<PathBuf> {
    let folder = executable_folder();
    let parts = value.split(|&byte| byte == b';').map(<[u8]>::trim_ascii).filter(|part| !part.is_empty());
    parts.map(|part| folder.join(path_of(part))).collect()
}

/// The file of an option's value. A relative one is looked up beside the executable, and if it is not there, in the
/// working directory.
pub fn network_file(value: &[u8]) -> PathBuf {
    let file = path_of(value.trim_ascii());
    let beside = executable_folder().join(&file);
    if beside.exists() { beside } else { file }
}

/// The folder of the executable; empty when the system does not say.
pub fn executable_folder() -> PathBuf {
    let file = std::env::current_exe().unwrap_or_default();
    file.parent().map(PathBuf::from).unwrap_or_default()
}

#[cfg(unix)]
fn path_of(bytes: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStrExt;
    PathBuf::from(std::ffi::OsStr::from_bytes(bytes))
}

#[cfg(not(unix))]
fn path_of(bytes: &[u8]) -> PathBuf {
    PathBuf::from(String::from_utf8_lossy(bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::STARTPOS;

    fn engine() -> Engine {
        Engine::new(Config { hash: 1, ..Config::default() })
    }

    fn moves(text: &str) -> Vec<Move> {
        text.split_whitespace().map(|word| word.parse().unwrap()).collect()
    }

    #[test]
    fn names_of_rules_agree() {
        for (&word, set) in RepetitionRule::WORDS.iter().zip(RuleSet::ALL) {
            assert_eq!(RepetitionRule::from_word(word).map(rule_set), Some(set));
            assert_eq!(word, set.name());
        }
        let defaults = engine().rules();
        assert_eq!(defaults, Rules::default());
    }

    #[test]
    fn a_bad_position_changes_nothing() {
        let mut engine = engine();
        assert_eq!(engine.set_position(None, &moves("h2e2 h9g7 a0a5 a0a1")), Ok(2));
        let fen = engine.board().fen();
        engine.ban(&moves("h0g2"));
        assert!(engine.set_position(Some("9/9"), &[]).is_err());
        assert_eq!(engine.board().fen(), fen);
        assert!(!engine.root_moves(None).contains(&moves("h0g2")[0]));
        assert_eq!(engine.set_position(Some(STARTPOS), &[]), Ok(0));
        assert_eq!(engine.root_moves(None).len(), 44);
    }

    #[test]
    fn bans_and_wishes() {
        let mut engine = engine();
        engine.ban(&moves("h2e2 a0a9"));
        assert_eq!(engine.root_moves(None).len(), 43);
        engine.ban(&moves("b2e2"));
        assert!(engine.root_moves(None).contains(&moves("h2e2")[0]));
        assert_eq!(engine.root_moves(Some(&moves("h2e2 b2e2 a0a9")))[..], moves("h2e2")[..]);
        // A wish that nothing fulfils is none.
        assert_eq!(engine.root_moves(Some(&moves("b2e2"))).len(), 43);
        let all = engine.board().legal_moves();
        engine.ban(&all);
        assert!(engine.root_moves(None).is_empty());
    }

    #[test]
    fn book_keeps_to_what_is_allowed() {
        let mut engine = engine();
        let all = engine.board().legal_moves();
        let first = engine.book_move(&all).unwrap();
        assert!(first.weight > 0 && first.reply.is_some());
        let others: MoveList = all.into_iter().filter(|&mv| mv != first.mv).collect();
        assert_ne!(engine.book_move(&others).map(|found| found.mv), Some(first.mv));
        assert_eq!(engine.book_move(&[]), None);
    }

    #[test]
    fn book_files_that_fail_leave_the_book() {
        let mut engine = engine();
        let mut config = engine.config().clone();
        config.book.files = Some(book_files(b"no such file.txt; neither this ;"));
        assert_eq!(config.book.files.as_ref().map(Vec::len), Some(2));
        assert_eq!(engine.configure(config), None);
        assert_eq!(engine.config().book.files, None);
        let all = engine.board().legal_moves();
        assert!(engine.book_move(&all).is_some());
        let mut config = engine.config().clone();
        config.book.files = Some(book_files(b" ; "));
        engine.configure(config);
        assert!(engine.book_move(&all).is_none());
    }

    #[test]
    fn the_table_keeps_to_its_bounds() {
        let mut engine = engine();
        assert!(engine.max_hash() >= 16);
        assert_eq!(total_memory("MemFree: 1 kB\nMemTotal:       16384000 kB\n"), Some(16000));
        assert_eq!(total_memory("MemTotal: much"), None);
        let config = Config { hash: 3, ..engine.config().clone() };
        assert_eq!(engine.configure(config), None);
        assert_eq!(engine.table().unwrap().megabytes(), 2);
        let config = Config { hash: 0, threads: 0, ..engine.config().clone() };
        assert_eq!(engine.configure(config), None);
        assert!(engine.table().unwrap().megabytes() >= 16);
    }

    #[test]
    fn the_table_answers_what_a_search_stored() {
        let mut engine = engine();
        let (send, receive) = std::sync::mpsc::channel();
        let limits = Limits { depth: Some(4), ..Limits::default() };
        assert_eq!(probe(engine.table().unwrap(), engine.board()), Knowledge::default());
        let done = move |finished| send.send(finished).unwrap();
        assert!(engine.start(limits, Signals::new(), crate::search::Silent, done).is_some());
        assert!(engine.table().is_none());
        let outcome = engine.finished(receive.recv().unwrap());
        let known = probe(engine.table().unwrap(), engine.board());
        assert_eq!(known.best, outcome.best);
        assert!(known.lower.is_some() || known.upper.is_some());
        engine.new_game();
        assert_eq!(probe(engine.table().unwrap(), engine.board()), Knowledge::default());
    }
}
