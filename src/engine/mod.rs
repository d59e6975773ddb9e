//! The engine without a protocol: position, settings, book, network and the search thread. Prints nothing.

mod ladder;
mod machine;
mod settings;

use crate::board::Board;
use crate::book::Book;
use crate::config::{Config, DrawStyle};
use crate::eval::{
    self,
    nnue::{self, Network},
};
use crate::game::{self, Outcome, Reason};
use crate::search::{Choice, Level, Limits, Pool, Report, Signals};
use crate::tt::Table;
use crate::types::{Move, MoveList, Score};
use machine::max_hash;
pub use machine::{MIN_MEMORY, executable_folder, file_named, has_min_memory};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};

/// The engine.
pub struct Engine {
    config: Config,
    board: Board,
    /// Root moves that the front end has forbidden; a new position lifts them.
    banned: Vec<Move>,
    book: Book,
    /// The built-in network or the one of the settings.
    network: Arc<Network>,
    /// `None` while a search runs: the search thread has it.
    pool: Option<Pool>,
    /// Channel to the search thread.
    jobs: Sender<Job>,
    random: SmallRng,
    /// Seed of this game for the noise of levels.
    game_seed: u64,
    max_hash: u32,
    startup_errors: Vec<String>,
}

/// A finished search, to be passed to [`Engine::finished`].
pub struct Finished {
    pool: Pool,
    /// What it found.
    pub choice: Choice,
}

/// A running search. Dropping this stops it.
pub struct Running {
    /// To stop it and to start its clock.
    pub signals: Arc<Signals>,
    /// The table of the engine, which it fills unless it plays at a level.
    pub table: Arc<Table>,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.signals.stop();
    }
}

/// A book move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FromBook {
    /// The move.
    pub mv: Move,
    /// Its weight.
    pub weight: u32,
    /// The book's reply of greatest weight.
    pub reply: Option<Move>,
}

impl Engine {
    /// An engine at the start position. [`Engine::take_startup_errors`] says which settings could not be applied.
    ///
    /// # Errors
    /// When the system cannot start the search thread.
    pub fn new(config: Config) -> io::Result<Self> {
        let seed = rand::random();
        log::info!("seed of the book's choices: {seed}");
        let mut engine = Self {
            board: Board::startpos(),
            banned: Vec::new(),
            book: Book::embedded(),
            network: nnue::embedded(),
            pool: None,
            jobs: search_thread()?,
            random: SmallRng::seed_from_u64(seed),
            game_seed: rand::random(),
            max_hash: max_hash(),
            startup_errors: Vec::from_iter(nnue::Simd::complaint()),
            config: Config { hash: config.hash, threads: config.threads, ..Config::default() },
        };
        engine.start_pool();
        let errors = engine.configure(config);
        engine.startup_errors.extend(errors);
        Ok(engine)
    }

    /// The settings in force.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Takes the messages about initial settings that could not be applied.
    pub fn take_startup_errors(&mut self) -> Vec<String> {
        std::mem::take(&mut self.startup_errors)
    }

    /// The position.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Clears the transposition table and the histories. Does nothing while a search runs.
    pub fn forget(&mut self) {
        self.change_pool(Pool::clear);
    }

    /// Changes the pool. Does nothing while a search runs.
    fn change_pool(&mut self, change: impl FnOnce(&mut Pool)) {
        if let Some(pool) = &mut self.pool {
            change(pool);
        }
    }

    /// Starts a new game: clears table and histories and reads the book files again. Returns a message if they cannot
    /// be read; the old book then stays.
    pub fn new_game(&mut self) -> Option<String> {
        self.forget();
        self.game_seed = self.random.random();
        self.config.book.files.as_ref()?;
        self.load_book().err()
    }

    /// Sets the position and lifts all bans.
    pub fn set_position(&mut self, board: Board) {
        self.board = board;
        self.banned.clear();
    }

    /// Replaces the forbidden root moves. A new position lifts them.
    pub fn ban(&mut self, moves: &[Move]) {
        self.banned = moves.iter().copied().filter(|&mv| self.board.is_legal_move(mv)).collect();
    }

    /// The legal moves that are not banned; of these only the `wanted` ones, if any of them is left.
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
        let limit = self.config.book.plies as usize;
        let limits = [(limit > 0).then_some(limit), self.level().map(Level::book_plies)];
        if limits.into_iter().flatten().any(|limit| self.board.game_ply() >= limit) {
            return None;
        }
        let mut moves = self.book.moves(&self.board);
        moves.retain(|book_move| allowed.contains(&book_move.mv));
        let chosen = crate::book::choose(&moves, self.config.book.randomness, &mut self.random)?;
        let mut after = self.board.clone();
        after.make(chosen.mv);
        let reply = self.book.moves(&after).first().map(|reply| reply.mv);
        log::debug!("book: {} {} {}", chosen.opening.code, chosen.opening.english, chosen.opening.chinese);
        Some(FromBook { mv: chosen.mv, weight: chosen.weight, reply })
    }

    /// The value of the position without search, from the side to move's view.
    pub fn static_value(&self) -> Score {
        match game::outcome(&self.board, &self.rules()) {
            None => eval::Evaluator::new(self.network.clone(), &self.board).evaluate(&self.board),
            Some(Outcome { winner: None, .. }) => Score::DRAW,
            Some(Outcome { winner: Some(winner), reason: Reason::RepetitionRuling, .. }) => {
                if winner == self.board.side() { Score::rule_win(0) } else { Score::rule_loss(0) }
            }
            Some(_) => Score::mated_in(0),
        }
    }

    /// Starts a search of the position on the search thread. At its end that thread calls `done`, whose argument must
    /// be passed to [`Engine::finished`]. `None` while another search runs.
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
            let choice = pool.search(&board, &limits, &options, &signals, &report);
            done(Finished { pool, choice });
        };
        self.jobs.send(Box::new(search)).ok()?;
        Some(running)
    }

    /// Takes back the pool from a finished search, so that the next can start.
    pub fn finished(&mut self, finished: Finished) -> Choice {
        self.pool = Some(finished.pool);
        finished.choice
    }

    /// Whether a draw offer is accepted at this `score` from our view: by the style when level, slightly worse or
    /// clearly worse. The bounds in centipawns are our choice, not measured.
    pub fn accepts_draw(&self, score: Score) -> bool {
        let most = match self.config.style {
            DrawStyle::Solid => 20,
            DrawStyle::Normal => -40,
            DrawStyle::Risky => -200,
        };
        game::accepts_draw(&self.board, &self.rules(), score, most)
    }

    /// The transposition table; `None` while a search runs.
    pub fn table(&self) -> Option<&Table> {
        self.pool.as_ref().map(Pool::table)
    }
}

/// A task for the search thread.
type Job = Box<dyn FnOnce() + Send>;

/// Starts the search thread. It runs one job after the other and ends with the engine.
fn search_thread() -> io::Result<Sender<Job>> {
    let (jobs, work) = channel::<Job>();
    std::thread::Builder::new()
        .name("search".to_owned())
        .stack_size(crate::search::STACK)
        .spawn(move || work.into_iter().for_each(|job| job()))?;
    Ok(jobs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tt::Entry;

    fn engine() -> Engine {
        Engine::new(Config { hash: 1, ..Config::default() }).unwrap()
    }

    fn moves(text: &str) -> Vec<Move> {
        text.split_whitespace().map(|word| word.parse().unwrap()).collect()
    }

    #[test]
    fn a_new_position_lifts_bans() {
        let mut engine = engine();
        engine.ban(&moves("h2e2"));
        assert_eq!(engine.root_moves(None).len(), 43);
        engine.set_position(Board::startpos());
        assert_eq!(engine.root_moves(None).len(), 44);
    }

    #[test]
    fn dropping_the_handle_stops_the_search() {
        let mut engine = engine();
        let (send, receive) = std::sync::mpsc::channel();
        let limits = Limits { infinite: true, ..Limits::default() };
        let done = move |finished| send.send(finished).unwrap();
        drop(engine.start(limits, Signals::pondering(), crate::search::Silent, done));
        engine.finished(receive.recv().unwrap());
    }

    #[test]
    fn bans_and_wanted_moves() {
        let mut engine = engine();
        engine.ban(&moves("h2e2 a0a9"));
        assert_eq!(engine.root_moves(None).len(), 43);
        engine.ban(&moves("b2e2"));
        assert!(engine.root_moves(None).contains(&moves("h2e2")[0]));
        assert_eq!(engine.root_moves(Some(&moves("h2e2 b2e2 a0a9")))[..], moves("h2e2")[..]);
        // If no wanted move is left, all moves are searched.
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

    /// Searches the position. Returns the answer.
    fn search(engine: &mut Engine) -> Choice {
        let (send, receive) = std::sync::mpsc::channel();
        let limits = Limits { depth: Some(4), ..Limits::default() };
        let done = move |finished| send.send(finished).unwrap();
        let running = engine.start(limits, Signals::new(), crate::search::Silent, done);
        assert!(running.is_some() && engine.table().is_none());
        let refused = engine.configure(Config { threads: 2, ..engine.config().clone() });
        assert_eq!((refused.len(), engine.config().threads), (1, 1), "{refused:?}");
        engine.finished(receive.recv().unwrap())
    }

    /// What the table stores about the engine's position.
    fn stored(engine: &Engine) -> Option<Entry> {
        engine.table().unwrap().probe(engine.board().key(), 0)
    }

    #[test]
    fn the_table_answers_what_a_search_stored() {
        let mut engine = engine();
        assert_eq!(stored(&engine), None);
        let choice = search(&mut engine);
        let entry = stored(&engine).unwrap();
        assert_eq!(entry.mv, choice.best);
        assert!(entry.bound.is_some());
        assert_eq!(engine.new_game(), None);
        assert_eq!(stored(&engine), None);
    }

    #[test]
    fn other_rules_clear_the_table() {
        let mut engine = engine();
        search(&mut engine);
        engine.configure(engine.config().clone());
        assert_ne!(stored(&engine), None);
        let mut config = engine.config().clone();
        config.rules.natural_limit = 20;
        engine.configure(config);
        assert_eq!(stored(&engine), None);
    }
}
