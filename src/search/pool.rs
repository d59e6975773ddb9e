//! The threads of a search (Lazy SMP): all search the same root and share nothing but the table.

use super::level::Level;
use super::limiter::{Limiter, Shared};
use super::limits::{Limits, Options};
use super::mate::{Mate, ReportedMate, line};
use super::path::SearchPath;
use super::report::{Choice, Report};
use super::root_moves::{Root, RootMove, root_moves};
use super::signals::Signals;
use super::worker::{ThreadState, Worker};
use crate::board::Board;
use crate::eval::Evaluator;
use crate::eval::nnue::{self, Network};
use crate::rules::{self, Rules};
use crate::tt::{Bound, Table};
use crate::types::{Move, Score};
use crate::{params, time};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

/// Stack of a search thread, bytes: a few kilobytes a ply, with room for builds without optimisation.
pub const STACK: usize = 32 << 20;

/// Megabytes of a level's table: a few entries for each node of its longest search.
const LEVEL_HASH: usize = 4;

/// The search threads' lasting state and the transposition table that they share.
pub struct Pool {
    table: Arc<Table>,
    thread_states: Vec<ThreadState>,
    network: Arc<Network>,
    /// The last mate that a search at full strength reported.
    reported_mate: Option<ReportedMate>,
    /// Created by the first search of a level.
    level_state: Option<Box<LevelState>>,
}

/// The table and histories of a level. They are separate, so that a level's noise never reaches analysis, and
/// full-strength results never the level.
struct LevelState {
    level: Level,
    table: Table,
    state: ThreadState,
}

impl LevelState {
    /// The state of `level`: the existing one if the level is the same, else a new one.
    fn get_or_create<'a>(before: &'a mut Option<Box<Self>>, level: Level, network: &Arc<Network>) -> &'a mut Self {
        if before.as_ref().is_some_and(|level_state| level_state.level != level) {
            *before = None;
        }
        before.get_or_insert_with(|| {
            Box::new(Self { level, table: Table::new(LEVEL_HASH), state: ThreadState::new(network) })
        })
    }
}

/// The result of one thread.
struct ThreadResult {
    depth: i32,
    nodes: u64,
    best: RootMove,
}

/// The input of a search, the same for all threads.
struct SearchInput<'a> {
    board: &'a Board,
    moves: &'a [RootMove],
    options: &'a Options,
    shared: &'a Shared<'a>,
    /// A mate that an earlier search reported or proved: what is left of it.
    mate: Option<Mate>,
}

impl SearchInput<'_> {
    /// Searches on the calling thread.
    fn search(&self, limiter: Limiter, state: &mut ThreadState) -> ThreadResult {
        state.proofs.reset(self.board.side());
        // The main thread keeps to the known mate; the helpers look for a better score.
        let mate = self.mate.clone().filter(|_| limiter.is_main());
        let mut worker = Worker {
            path: SearchPath::new(self.board, &mut state.buffers, &self.options.rules, self.options.level),
            limiter,
            history: &mut state.history,
            table: self.shared.table,
            reductions: &state.reductions,
            proofs: self.options.mate_search.then_some(&mut state.proofs),
            root: Root::new(self.moves.to_vec()),
            mate,
            null_from_ply: 0,
        };
        let depth = worker.iterate();
        ThreadResult { depth, nodes: worker.limiter.nodes(), best: worker.root.moves.swap_remove(0) }
    }
}

impl Pool {
    /// `threads` workers (at least one), a table of `hash` megabytes, or the largest that can be allocated, and the
    /// built-in network.
    pub fn new(threads: usize, hash: usize) -> Self {
        Self::from_parts(threads, Table::new(hash), nnue::embedded())
    }

    /// `threads` workers (at least one) with `table` and `network`. A program that calls only this constructor does not
    /// contain the built-in network.
    pub fn from_parts(threads: usize, table: Table, network: Arc<Network>) -> Self {
        let mut pool =
            Self { table: Arc::new(table), thread_states: Vec::new(), network, reported_mate: None, level_state: None };
        pool.set_threads(threads);
        pool
    }

    /// Changes the number of workers; at least one stays.
    pub fn set_threads(&mut self, threads: usize) {
        let network = &self.network;
        self.thread_states.resize_with(threads.max(1), || ThreadState::new(network));
    }

    /// Changes the network and clears everything, since the table holds scores of the old one.
    pub fn set_network(&mut self, network: Arc<Network>) {
        self.network = network;
        self.clear();
    }

    /// The network that evaluates positions.
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// Number of workers.
    pub fn threads(&self) -> usize {
        self.thread_states.len()
    }

    /// Changes the size of the table, which clears it; the histories stay. Returns its actual megabytes.
    pub fn set_hash(&mut self, megabytes: usize) -> usize {
        // The old table is freed first, so that the two never exist at the same time.
        self.table = Arc::new(Table::with_buckets(1));
        self.table = Arc::new(Table::new(megabytes));
        self.table.megabytes()
    }

    /// The shared table.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// A handle to the shared table, to probe it while a search runs. After [`Pool::set_hash`] it may hold the
    /// old table.
    pub fn table_handle(&self) -> Arc<Table> {
        Arc::clone(&self.table)
    }

    /// Clears table and histories for a new game.
    pub fn clear(&mut self) {
        self.table.clear();
        self.reported_mate = None;
        self.level_state = None;
        for state in &mut self.thread_states {
            *state = ThreadState::new(&self.network);
        }
    }

    /// Searches `board` until a limit is reached or the signals stop it. Blocks: the caller's thread is the main
    /// thread.
    ///
    /// `Choice::best` is `None` only when there is no legal move among those allowed.
    pub fn search(
        &mut self,
        board: &Board,
        limits: &Limits,
        options: &Options,
        signals: &Signals,
        report: &dyn Report,
    ) -> Choice {
        let level = options.level.filter(|_| !limits.infinite);
        // Past the natural limit we ignore it; otherwise every quiet move would score as a draw.
        let is_past_limit = rules::natural_limit_reached(board, &options.rules);
        let natural_limit = options.rules.natural_limit.filter(|_| !is_past_limit);
        let options = &Options {
            level,
            mate_search: options.mate_search && level.is_none(),
            rules: Rules { natural_limit, ..options.rules },
            ..*options
        };
        let bounded = level.map(|level| limits.within(level));
        let limits = bounded.as_ref().unwrap_or(limits);
        let moves = root_moves(board, limits.root_moves.as_ref(), &options.rules, level);
        if moves.is_empty() {
            return self.without_move(board);
        }
        // A level uses one thread, so that its strength does not depend on the machine.
        let (table, thread_states) = match level {
            Some(level) => {
                let level_state = LevelState::get_or_create(&mut self.level_state, level, &self.network);
                (&level_state.table, std::slice::from_mut(&mut level_state.state))
            }
            None => (&*self.table, &mut self.thread_states[..]),
        };
        table.new_search();
        for state in &mut *thread_states {
            state.history.age();
        }
        let budget = limits
            .clock
            .as_ref()
            .filter(|_| !limits.infinite)
            .and_then(|clock| time::budget(clock, options.move_overhead, options.ponder));
        let shared = Shared::new(table, signals);
        let mates = [
            self.reported_mate.as_ref().and_then(|reported| reported.rest_from(board, &options.rules)),
            Mate::in_table(table, board, &options.rules),
        ];
        let is_allowed = |mate: &Mate| moves.iter().any(|root_move| Some(&root_move.mv) == mate.line.first());
        let mates = mates.into_iter().flatten().filter(|mate| level.is_none() && is_allowed(mate));
        let mate = mates.min_by_key(|mate| mate.plies);
        let input = SearchInput { board, moves: &moves, options, shared: &shared, mate };
        let (first, helpers) = thread_states.split_first_mut().expect("a pool has at least one worker");
        let limiter = Limiter::main(&shared, limits, budget, report);
        let mut found = Vec::with_capacity(1 + helpers.len());
        if helpers.is_empty() {
            found.push(input.search(limiter, first));
        } else {
            std::thread::scope(|scope| {
                let mut handles = Vec::with_capacity(helpers.len());
                for (index, state) in helpers.iter_mut().enumerate() {
                    let limiter = Limiter::helper(index + 1, &shared, limits);
                    let input = &input;
                    let thread = std::thread::Builder::new().stack_size(STACK);
                    let started = thread.spawn_scoped(scope, move || input.search(limiter, state));
                    match started {
                        Ok(handle) => handles.push(handle),
                        Err(error) => {
                            log::warn!("only {index} helper threads could be started: {error}");
                            break;
                        }
                    }
                }
                found.push(input.search(limiter, first));
                shared.finished.store(true, Relaxed);
                found.extend(handles.into_iter().map(|handle| handle.join().expect("a search thread does not panic")));
            });
        }
        let nodes = found.iter().map(|found| found.nodes).sum();
        let chosen = if limits.multipv > 1 { 0 } else { vote(&found) };
        let ThreadResult { depth, mut best, .. } = found.swap_remove(chosen);
        let (score, bound) = best.last_result();
        line::complete(&mut best.line, score, board, &options.rules, table);
        if level.is_none() {
            self.reported_mate = ReportedMate::new(board, score, &best.line).or(self.reported_mate.take());
        }
        let is_scored = score > -Score::INFINITE;
        let ponder = best.line.get(1).copied().or_else(|| reply_in_table(table, board, best.mv));
        Choice {
            best: Some(best.mv),
            ponder,
            score: if is_scored { score } else { evaluate(&self.network, board) },
            bound,
            depth: depth.max(0) as u32,
            nodes,
            hashfull: table.hashfull(),
            line: best.line.to_vec(),
        }
    }

    /// The result without a move: mate, stalemate, or no allowed move.
    fn without_move(&self, board: &Board) -> Choice {
        let score = if board.has_legal_move() { evaluate(&self.network, board) } else { Score::mated_in(0) };
        let line = Vec::new();
        Choice { best: None, ponder: None, score, bound: Bound::Exact, depth: 0, nodes: 0, hashfull: 0, line }
    }
}

/// The static evaluation of `board`.
fn evaluate(network: &Arc<Network>, board: &Board) -> Score {
    Evaluator::new(network.clone(), board).evaluate(board)
}

/// The TT move after `mv`, for a PV of one move.
fn reply_in_table(table: &Table, board: &Board, mv: Move) -> Option<Move> {
    let mut board = board.clone();
    board.make(mv);
    table.probe(board.key(), 1)?.mv.filter(|&reply| board.is_legal_move(reply))
}

/// The index of the thread whose move is played. Each thread votes for its move with a weight by depth and score.
fn vote(found: &[ThreadResult]) -> usize {
    let score_of = |found: &ThreadResult| found.best.last_score();
    // A thread that was stopped before its first score has no vote.
    let scored = || found.iter().filter(|found| score_of(found) > -Score::INFINITE);
    let Some(worst) = scored().map(score_of).min() else {
        return 0;
    };
    let weight =
        |found: &ThreadResult| i64::from(score_of(found) - worst + params::vote_base()) * i64::from(found.depth.max(1));
    let votes = |mv: Move| -> i64 { scored().filter(|found| found.best.mv == mv).map(weight).sum() };
    let mut chosen = 0;
    for (index, candidate) in found.iter().enumerate().skip(1) {
        let current = &found[chosen];
        let is_better = if score_of(current).is_mate() || score_of(candidate).is_mate() {
            // A better score decides, but a shallower thread that is merely not mated must not outvote a mate.
            let mates = score_of(candidate).is_winning_mate();
            score_of(candidate) > score_of(current) && (mates || candidate.depth >= current.depth)
        } else {
            candidate.depth > 0 && votes(candidate.best.mv) > votes(current.best.mv)
        };
        if is_better {
            chosen = index;
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Silent;
    use crate::tt::{Bound, Entry};
    use std::collections::HashSet;

    #[test]
    fn a_thread_without_a_score_does_not_change_the_vote() {
        let board = Board::startpos();
        let result = |mv: &str, depth, score| {
            let only = std::iter::once(mv.parse().unwrap()).collect();
            let mut moves = root_moves(&board, Some(&only), &Rules::default(), None);
            moves[0].score = score;
            ThreadResult { depth, nodes: 1, best: moves.swap_remove(0) }
        };
        let mut found = vec![result("h2e2", 10, Score::new(100)), result("a0a1", 11, Score::new(-200))];
        assert_eq!(vote(&found), 0);
        found.push(result("a0a1", 0, -Score::INFINITE));
        assert_eq!(vote(&found), 0);
    }

    /// The draw by the natural limit was not claimed. If the limit still applied, every quiet move would score as a
    /// draw and a capture would look best.
    #[test]
    fn a_game_past_the_natural_limit_is_searched_without_it() {
        let mut board = Board::from_fen("3akab2/9/4b4/p8/9/9/P8/4B4/4A4/R2AK1B2 w").unwrap();
        for text in ["a0b0", "e7g5", "b0a0", "g5e7"] {
            board.make(text.parse().unwrap());
        }
        let limits = Limits { depth: Some(8), ..Limits::default() };
        for natural_limit in [Some(1), Some(2)] {
            let options = Options { rules: Rules { natural_limit, ..Rules::default() }, ..Options::default() };
            let choice = Pool::new(1, 1).search(&board, &limits, &options, &Signals::new(), &Silent);
            assert!(choice.score > Score::new(200), "limit {natural_limit:?}: {choice:?}");
        }
    }

    /// A correction is shared by positions with the same pawns or attackers, so an error learnt while the score is
    /// scaled down would persist after a capture. In this position nothing can be captured within the search.
    #[test]
    fn scaling_by_the_natural_limit_is_not_learnt_as_an_error() {
        let correction_after = |quiet_plies: usize| {
            let mut board = Board::from_fen("3akab2/9/4b4/9/9/9/9/4B4/4A4/R2AK1B2 w").unwrap();
            let mut seen = HashSet::new();
            for _ in 0..quiet_plies {
                let moves = board.legal_moves();
                let is_new = |mv: &&Move| !board.is_capture(**mv) && !seen.contains(&board.key_after(**mv));
                let mv = *moves.iter().rev().find(is_new).unwrap();
                board.make(mv);
                seen.insert(board.key());
            }
            let mut pool = Pool::new(1, 1);
            let limits = Limits { depth: Some(3), ..Limits::default() };
            pool.search(&board, &limits, &Options::default(), &Signals::new(), &Silent);
            pool.thread_states[0].history.correction(&board)
        };
        assert_ne!(correction_after(0), 0, "nothing is learnt here at all");
        assert_eq!(correction_after(80), 0);
    }

    /// The table proves a mate at the root that the search does not find again: its entries below are gone.
    #[test]
    fn a_mate_that_the_table_proves_at_the_root_is_played() {
        let board = Board::startpos();
        let mv = "h2e2".parse().unwrap();
        let bound = Some(Bound::Lower);
        let proof = Entry { mv: Some(mv), score: Score::mate_in(9), eval: None, depth: 1, bound, pv: false, age: 0 };
        let mut pool = Pool::new(1, 1);
        pool.table().store(board.key(), 0, proof);
        let limits = Limits { depth: Some(6), ..Limits::default() };
        let choice = pool.search(&board, &limits, &Options::default(), &Signals::new(), &Silent);
        assert_eq!((choice.score, choice.best), (Score::mate_in(9), Some(mv)));
        // Not if the move is left out, or the natural limit comes first.
        let others = board.legal_moves().into_iter().filter(|&other| other != mv).collect();
        let without = Limits { root_moves: Some(others), ..limits.clone() };
        let early = Options { rules: Rules { natural_limit: Some(4), ..Rules::default() }, ..Options::default() };
        for (limits, options) in [(&without, &Options::default()), (&limits, &early)] {
            pool.table().store(board.key(), 0, proof);
            assert!(!pool.search(&board, limits, options, &Signals::new(), &Silent).score.is_mate());
        }
    }

    /// Red's only good move, a check, would lose by repetition in this game, and all others are mated. That is not what
    /// the position is worth.
    #[test]
    fn a_move_that_this_game_forbids_makes_no_mate_for_others() {
        let mut board = Board::from_fen("2r1k4/9/9/9/9/7R1/9/9/r8/3K5 w").unwrap();
        for mv in ["h4h9", "e9e8", "h9h8", "e8e9", "h8h9", "e9e8", "h9h8", "e8e9"] {
            board.make(mv.parse().unwrap());
        }
        let mut pool = Pool::new(1, 1);
        let mut score = |board: &Board, depth| {
            let limits = Limits { depth: Some(depth), ..Limits::default() };
            pool.search(board, &limits, &Options::default(), &Signals::new(), &Silent).score
        };
        assert!(score(&board, 10) == Score::mated_in(2), "the forbidden move is left out");
        assert!(!score(&Board::from_fen("2r6/4k2R1/9/9/9/9/9/9/r8/3K5 b").unwrap(), 8).is_mate());
    }

    /// Red mates in seven plies by checks. The table knows a longer mate, made up, with another first move.
    #[test]
    fn a_mate_search_finds_a_shorter_mate_than_the_table() {
        let board = Board::from_fen("3k1a3/9/3a5/3rRN2C/9/9/9/6n2/5r3/4K4 w").unwrap();
        let mut pool = Pool::new(1, 1);
        let mv = Some("i6i7".parse().unwrap());
        let bound = Some(Bound::Lower);
        let longer = Entry { mv, score: Score::mate_in(15), eval: None, depth: 1, bound, pv: false, age: 0 };
        pool.table().store(board.key(), 0, longer);
        let limits = Limits { depth: Some(1), ..Limits::default() };
        let choice = pool.search(&board, &limits, &Options::default(), &Signals::new(), &Silent);
        assert_eq!(choice.score, Score::mate_in(7));
    }

    /// The proof is made up, so that no search finds the mate.
    #[test]
    fn a_proven_mate_outlasts_searches_that_do_not_find_it() {
        let board = Board::startpos();
        let mut after = board.clone();
        after.make("h2e2".parse().unwrap());
        let proof = Entry {
            mv: Some("h9g7".parse().unwrap()),
            score: Score::mate_in(3),
            eval: None,
            depth: 1,
            bound: Some(Bound::Lower),
            pv: false,
            age: 0,
        };
        let mut pool = Pool::new(1, 1);
        pool.table().store(after.key(), 0, proof);
        let limits = Limits {
            depth: Some(7),
            root_moves: Some(["h2e2".parse().unwrap()].into_iter().collect()),
            ..Limits::default()
        };
        let choice = pool.search(&board, &limits, &Options::default(), &Signals::new(), &Silent);
        assert_eq!(choice.score, Score::mated_in(4));
        assert!(pool.table().probe(after.key(), 0).is_some_and(|entry| entry.is_proven_mate()));
    }
}
