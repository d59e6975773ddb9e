//! Applies settings to the engine.

use super::machine::processors;
use super::{Engine, ladder};
use crate::book::Book;
use crate::config::{self, Config};
use crate::eval::nnue::{self, Network};
use crate::rules::Rules;
use crate::search::{Level, Options, Pool};
use std::sync::Arc;
use std::time::Duration;

impl Engine {
    /// The largest permitted table: half of the machine's memory, in megabytes.
    pub fn max_hash(&self) -> u32 {
        self.max_hash
    }

    /// The size of the table in megabytes; `hash 0` chooses the default.
    fn hash(&self) -> u32 {
        let asked = if self.config.hash == 0 { config::DEFAULT_HASH } else { self.config.hash };
        asked.min(self.max_hash)
    }

    /// Number of search threads, at most the number of processors: more would only wait for each other.
    fn threads(&self) -> usize {
        let processors = processors();
        match self.config.threads {
            0 => processors.min(config::MAX_THREADS as usize),
            count => processors.min(count as usize),
        }
    }

    /// Applies new settings. Returns messages about settings that could not be applied. While a search runs nothing
    /// changes, and the message says so.
    pub fn configure(&mut self, config: Config) -> Vec<String> {
        if self.pool.is_none() {
            return vec!["settings refused: a search runs".to_owned()];
        }
        let (hash, threads) = (self.hash(), self.threads());
        let old = std::mem::replace(&mut self.config, config);
        let mut complaints = Vec::new();
        if self.config.book.files != old.book.files
            && let Err(text) = self.load_book()
        {
            complaints.push(text);
            self.config.book.files.clone_from(&old.book.files);
        }
        if self.config.evalfile != old.evalfile
            && let Err(text) = self.load_network()
        {
            complaints.push(text);
            self.config.evalfile = old.evalfile.clone();
        }
        // Scores by the old rules must not be found again.
        if self.config.rules != old.rules {
            self.forget();
        }
        let (new_hash, new_threads) = (self.hash(), self.threads());
        let network = self.network.clone();
        if self.config.evalfile != old.evalfile {
            self.change_pool(|pool| pool.set_network(network));
        }
        let pool = self.pool.as_mut().expect("no search runs");
        if new_threads != threads {
            pool.set_threads(new_threads);
        }
        if (self.config.threads, self.config.hash) != (old.threads, old.hash) {
            self.log_limits();
        }
        if new_hash != hash {
            self.change_pool(|pool| complaints.extend(shortage(new_hash, pool.set_hash(new_hash as usize))));
        }
        complaints
    }

    /// Warns in the log if the machine has fewer processors or less memory than the settings ask for.
    fn log_limits(&self) {
        let (threads, hash) = (self.threads(), self.hash());
        if threads < self.config.threads as usize {
            log::warn!("{threads} threads search, one for each processor");
        }
        if hash < self.config.hash {
            log::warn!("hash table limited to {hash} MB");
        }
    }

    /// Reads the network file again, between searches. Returns an error message if it cannot be used; the old network
    /// then stays. The table is cleared only if the file has changed.
    pub fn reload_network(&mut self) -> Option<String> {
        let old = Arc::clone(&self.network);
        let refusal = self.load_network().err();
        let network = self.network.clone();
        if old.hash() != network.hash() {
            self.change_pool(|pool| pool.set_network(network));
        }
        refusal
    }

    /// Creates the pool: the state of each thread, and the table. Helper threads start with each search.
    pub(super) fn start_pool(&mut self) {
        self.log_limits();
        let pool = Pool::new(self.threads(), self.hash() as usize);
        // A smaller table is only logged.
        let _ = shortage(self.hash(), pool.table().megabytes());
        self.pool = Some(pool);
    }

    /// Loads the book files of the settings, or the built-in book.
    ///
    /// # Errors
    /// Why a file cannot be used, as a message for the user. The old book stays.
    pub(super) fn load_book(&mut self) -> Result<(), String> {
        let book = self.config.book.files.as_deref().map_or_else(|| Ok(Book::embedded()), Book::load);
        match book {
            Ok(book) => {
                log::info!("book with {} lines loaded", book.openings().len());
                self.book = book;
                Ok(())
            }
            Err(error) => {
                let text = format!("book refused: {error}");
                log::warn!("{text}");
                Err(text)
            }
        }
    }

    /// Loads the network of the settings, or takes the built-in one.
    ///
    /// # Errors
    /// Why the file cannot be used, as a message for the user. The old network stays.
    fn load_network(&mut self) -> Result<(), String> {
        let Some(file) = &self.config.evalfile else {
            self.network = nnue::embedded();
            return Ok(());
        };
        match Network::load(file) {
            Ok(network) => {
                log::info!("{network:?} loaded, {}", nnue::Simd::chosen().name());
                self.network = Arc::new(network);
                Ok(())
            }
            Err(error) => {
                let text = format!("network refused: {}: {error}", file.display());
                log::warn!("{text}");
                Err(text)
            }
        }
    }

    /// The network that evaluates positions: the built-in one or that of the settings.
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// The rules in force.
    pub fn rules(&self) -> Rules {
        let rules = &self.config.rules;
        Rules {
            set: rules.repetition,
            fold: if rules.fold >= 4 { 4 } else { 3 },
            natural_limit: (rules.natural_limit > 0).then_some(rules.natural_limit),
        }
    }

    /// The search options of the settings.
    pub fn options(&self) -> Options {
        Options {
            rules: self.rules(),
            move_overhead: Duration::from_millis(u64::from(self.config.move_overhead)),
            ponder: self.config.ponder,
            level: self.level(),
            ..Options::default()
        }
    }

    /// The level of the settings; `None` at full strength.
    pub fn level(&self) -> Option<Level> {
        let strength = &self.config.strength;
        let level = if strength.limit { ladder::level_of(strength.elo) } else { strength.level as u8 };
        let seed = if strength.seed == 0 { self.game_seed } else { u64::from(strength.seed) };
        Level::new(level, seed)
    }
}

/// A message if the table is smaller than `asked`, in megabytes. Sizes are rounded down to powers of two, so `actual`
/// is too small when its double would still fit into `asked`.
fn shortage(asked: u32, actual: usize) -> Option<String> {
    let is_short = actual.saturating_mul(2) <= asked as usize;
    is_short.then(|| {
        let text = format!("no memory for a hash table of {asked} MB, using {actual} MB");
        log::warn!("{text}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, STARTPOS};
    use std::path::PathBuf;

    fn engine() -> Engine {
        Engine::new(Config { hash: 1, ..Config::default() }).unwrap()
    }

    #[test]
    fn the_rules_have_the_same_defaults_everywhere() {
        assert_eq!(engine().rules(), Rules::default());
    }

    #[test]
    fn book_files_that_fail_leave_the_book() {
        let mut engine = engine();
        let mut config = engine.config().clone();
        config.book.files = Some(["no such file.txt", "neither this"].map(PathBuf::from).to_vec());
        let complaints = engine.configure(config);
        assert!(matches!(&complaints[..], [one] if one.contains("no such file.txt: ")), "{complaints:?}");
        assert_eq!(engine.config().book.files, None);
        let all = engine.board().legal_moves();
        assert!(engine.book_move(&all).is_some());
        let mut config = engine.config().clone();
        config.book.files = Some(Vec::new());
        engine.configure(config);
        assert!(engine.book_move(&all).is_none());
    }

    /// The book's move after `moves`, as text.
    fn book_move(engine: &mut Engine, moves: &str) -> Option<String> {
        let mut board = Board::startpos();
        for word in moves.split_whitespace() {
            board.make(word.parse().unwrap());
        }
        engine.set_position(board);
        let all = engine.board().legal_moves();
        engine.book_move(&all).map(|found| found.mv.to_string())
    }

    #[test]
    fn the_book_is_left_after_bookplies() {
        let mut engine = engine();
        let mut limit = |plies| {
            let mut config = engine.config().clone();
            config.book.plies = plies;
            engine.configure(config);
            ["", "h2e2", "h2e2 h9g7"].map(|moves| book_move(&mut engine, moves).is_some())
        };
        assert_eq!(limit(0), [true, true, true]);
        assert_eq!(limit(2), [true, true, false]);
        assert_eq!(limit(1), [true, false, false]);
        // The move number of the FEN counts.
        let mut config = engine.config().clone();
        config.book.plies = 9;
        engine.configure(config);
        let fen = |number| STARTPOS.replace(" 0 1", &format!(" 0 {number}"));
        for (number, expected) in [(1, true), (5, true), (6, false)] {
            engine.set_position(Board::from_fen(&fen(number)).unwrap());
            let all = engine.board().legal_moves();
            assert_eq!(engine.book_move(&all).is_some(), expected, "{number}");
        }
    }

    #[test]
    fn the_table_keeps_to_its_bounds() {
        let mut engine = engine();
        let config = Config { hash: 3, ..engine.config().clone() };
        assert!(engine.configure(config).is_empty());
        assert_eq!(engine.table().unwrap().megabytes(), 2);
        let config = Config { hash: 0, threads: 0, ..engine.config().clone() };
        assert!(engine.configure(config).is_empty());
        assert!(engine.table().unwrap().megabytes() >= 16);
    }
}
