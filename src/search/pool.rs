//! The threads of a search (Lazy SMP): all search the same root and share nothing but the table.

use super::Limits;
use super::Options;
use super::Outcome;
use super::Report;
use super::root::RootMove;
use super::root::root_moves;
use super::signals::Signals;
use super::worker::Memory;
use super::worker::Shared;
use super::worker::Worker;
use crate::board::Board;
use crate::eval::Evaluation;
use crate::time;
use crate::tt::Table;
use crate::types::Move;
use crate::types::Score;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

/// The threads' lasting state and the table that they share.
pub struct Pool {
    table: Arc<Table>,
    memories: Vec<Memory>,
    evaluation: Evaluation,
}

/// What one thread brings home.
struct Found {
    depth: i32,
    best: RootMove,
}

impl Pool {
    /// `threads` workers (at least one) and a table of `hash` megabytes, or what can be had of it.
    pub fn new(threads: usize, hash: usize) -> Self {
        Self::with_table(threads, Table::new(hash))
    }

    /// `threads` workers (at least one) over `table`.
    pub fn with_table(threads: usize, table: Table) -> Self {
        let mut pool = Self { table: Arc::new(table), memories: Vec::new(), evaluation: Evaluation::default() };
        pool.set_threads(threads);
        pool
    }

    /// Changes the number of workers; at least one stays.
    pub fn set_threads(&mut self, threads: usize) {
        let evaluation = &self.evaluation;
        self.memories.resize_with(threads.max(1), || Memory::new(evaluation));
    }

    /// Changes what gives positions their values, which forgets everything: the table holds values of the old one.
    pub fn set_evaluation(&mut self, evaluation: Evaluation) {
        self.evaluation = evaluation;
        self.clear();
    }

    /// What gives positions their values.
    pub fn evaluation(&self) -> &Evaluation {
        &self.evaluation
    }

    /// Number of workers.
    pub fn threads(&self) -> usize {
        self.memories.len()
    }

    /// Changes the size of the table, which forgets everything. Returns the megabytes that it really has.
    pub fn set_hash(&mut self, megabytes: usize) -> usize {
        // The old one goes first, so that the two never exist side by side.
        self.table = Arc::new(Table::with_buckets(1));
        self.table = Arc::new(Table::new(megabytes));
        self.table.megabytes()
    }

    /// The shared table.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// A handle to the shared table, for looking into it while a search runs. [`Pool::set_hash`] and [`Pool::clear`]
    /// may leave it with an old table, so it is not to be kept longer than the search.
    pub fn table_handle(&self) -> Arc<Table> {
        Arc::clone(&self.table)
    }

    /// Forgets everything: a new game begins.
    pub fn clear(&mut self) {
        match Arc::get_mut(&mut self.table) {
            Some(table) => table.clear(),
            // Somebody still looks into the old one.
            None => self.table = Arc::new(self.table.anew()),
        }
        for memory in &mut self.memories {
            *memory = Memory::new(&self.evaluation);
        }
    }

    /// Searches `board` until a limit is reached or the signals say stop. Blocks; the caller's thread is the main one.
    ///
    /// `Outcome::best` is `None` only when there is no legal move among those allowed.
    pub fn search(
        &mut self,
        board: &Board,
        limits: &Limits,
        options: &Options,
        signals: &Signals,
        report: &dyn Report,
    ) -> Outcome {
        let moves = root_moves(board, limits.root_moves.as_ref(), &options.rules);
        if moves.is_empty() {
            return Outcome::without_move(board);
        }
        self.table.new_search();
        for memory in &mut self.memories {
            memory.histories.fade();
        }
        let budget = limits
            .clock
            .as_ref()
            .filter(|_| !limits.infinite)
            .and_then(|clock| time::budget(clock, options.move_overhead, options.ponder));
        let shared = Shared { table: &self.table, signals, finished: AtomicBool::new(false), nodes: AtomicU64::new(0) };
        let worker = |id, memory| Worker::new(id, board, moves.clone(), memory, &shared, limits, options);
        let (first, helpers) = self.memories.split_first_mut().expect("a pool has at least one worker");
        let mut found = Vec::with_capacity(1 + helpers.len());
        let mut nodes = 0;
        if helpers.is_empty() {
            let mut main = worker(0, first);
            main.report = Some(report);
            let depth = main.iterate(budget, report);
            nodes += main.nodes;
            found.push(Found { depth, best: main.root_moves.swap_remove(0) });
        } else {
            std::thread::scope(|scope| {
                let mut handles = Vec::with_capacity(helpers.len());
                for (index, memory) in helpers.iter_mut().enumerate() {
                    let worker = &worker;
                    let started = std::thread::Builder::new().spawn_scoped(scope, move || {
                        let mut helper = worker(index + 1, memory);
                        let depth = helper.iterate(None, &super::Silent);
                        (helper.nodes, Found { depth, best: helper.root_moves.swap_remove(0) })
                    });
                    match started {
                        Ok(handle) => handles.push(handle),
                        Err(error) => {
                            log::warn!("no more than {index} helpers: {error}");
                            break;
                        }
                    }
                }
                let mut main = worker(0, first);
                main.report = Some(report);
                let depth = main.iterate(budget, report);
                shared.finished.store(true, Relaxed);
                nodes += main.nodes;
                found.push(Found { depth, best: main.root_moves.swap_remove(0) });
                for handle in handles {
                    let (helper_nodes, helper_found) = handle.join().expect("a search thread does not panic");
                    nodes += helper_nodes;
                    found.push(helper_found);
                }
            });
        }
        let chosen = if limits.multipv > 1 { 0 } else { vote(&found) };
        let best = &found[chosen].best;
        let ponder = best.line.get(1).copied().or_else(|| self.reply_in_table(board, best.mv));
        Outcome {
            best: Some(best.mv),
            ponder,
            score: best.last_score(),
            depth: found[chosen].depth.max(0) as u32,
            nodes,
            line: best.line.to_vec(),
        }
    }

    /// The table's move after `mv`, when the line ended there.
    fn reply_in_table(&self, board: &Board, mv: Move) -> Option<Move> {
        let mut board = board.clone();
        board.make(mv);
        let probe = self.table.probe(board.key(), 1);
        probe.entries().filter_map(|entry| entry.mv).find(|&reply| board.is_legal_move(reply))
    }
}

/// The thread whose move to play: moves gather votes by depth and score of the threads that found them.
fn vote(found: &[Found]) -> usize {
    let score_of = |found: &Found| found.best.last_score();
    let Some(worst) = found.iter().map(score_of).min() else {
        return 0;
    };
    let weight = |found: &Found| i64::from(score_of(found) - worst + 10) * i64::from(found.depth.max(1));
    let votes = |mv: Move| -> i64 { found.iter().filter(|found| found.best.mv == mv).map(weight).sum() };
    let mut chosen = 0;
    for (index, candidate) in found.iter().enumerate().skip(1) {
        let current = &found[chosen];
        let is_mate = score_of(current).is_mate() || score_of(candidate).is_mate();
        let is_better = if is_mate {
            // Who has not looked as far does not deny a mate.
            let knows = score_of(candidate) > Score::DRAW && score_of(candidate).is_mate();
            score_of(candidate) > score_of(current) && (knows || candidate.depth >= current.depth)
        } else {
            candidate.depth > 0 && votes(candidate.best.mv) > votes(current.best.mv)
        };
        if is_better {
            chosen = index;
        }
    }
    chosen
}
