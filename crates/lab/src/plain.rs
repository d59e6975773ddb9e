//! The plain alpha-beta that the studies count: fixed depth, one thread, no quiescence, no null move, no reductions,
//! no repetition, unless a study asks for one of them. A position's value then depends on nothing but the position and
//! the depth, so every setup must find the same score, and only the number of nodes may differ.
//!
//! The evaluation is the classical one of [`super::classic`], so a new network does not change the figures.
//!
//! It follows the papers: fail-soft; every entry of the recursion is a node; the table is asked at every node, leaves
//! included, before anything else.

use super::classic::Evaluator;
use super::counts::Counts;
use super::order::Sorter;
use super::scheme;
use super::setup::{Hashing, Setup};
use super::shadow::Shadow;
use super::table::Table;
use super::values::{self, Values};
use guohe::board::Board;
use guohe::tt::{Bound, Entry};
use guohe::types::{Key, Move, MoveList, Piece, Score, SplitMix64, Square, Window};

/// What a search found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The best move; `None` only when there is no legal one.
    pub best: Option<Move>,
    /// Its score, the side to move's view.
    pub score: Score,
    /// What it took.
    pub counts: Counts,
}

/// Searches `board` to `depth` as `setup` says, with the table as it is.
pub fn search(board: &Board, depth: u32, setup: &Setup, table: Option<&Table>) -> Finding {
    Plain::new(board, setup, table).run_remembering(depth).0
}

/// The same, with every evaluation made anew: for those who look at the clock.
pub fn search_from_scratch(board: &Board, depth: u32, setup: &Setup, table: Option<&Table>) -> Finding {
    Plain::new(board, setup, table).run(depth).0
}

/// The same on an empty table, which is empty again afterwards.
pub fn search_and_clear(board: &Board, depth: u32, setup: &Setup, table: &mut Table) -> Finding {
    let mut plain = Plain::new(board, setup, Some(&*table));
    // Up to here it is quicker to visit the buckets written than to go over all.
    plain.log = Some(Vec::with_capacity(table.buckets() / 16));
    let (outcome, log) = plain.run_remembering(depth);
    match log {
        Some(keys) => keys.into_iter().for_each(|key| table.forget(key)),
        None => table.clear(),
    }
    outcome
}

/// The same, with every hit verified against the full position.
pub fn search_verified(board: &Board, depth: u32, setup: &Setup, table: &Table) -> Finding {
    let shadow = Some(Shadow::new(table.buckets()));
    Plain { shadow, ..Plain::new(board, setup, Some(table)) }.run_remembering(depth).0
}

struct Plain<'a> {
    board: Board,
    evaluator: Evaluator,
    /// Evaluations that need not be made again.
    values: Option<&'a mut Values>,
    table: Option<&'a Table>,
    /// The part of the key that the table is shown.
    key_mask: u64,
    shadow: Option<Shadow>,
    /// The keys stored under, as long as there is room for them.
    log: Option<Vec<Key>>,
    setup: Setup,
    sorter: Sorter,
    counts: Counts,
    best: Option<Move>,
}

/// What the table had to say about a node.
#[derive(Default)]
struct Advice {
    /// A score that ends the node.
    score: Option<Score>,
    /// The moves to try first.
    moves: [Option<Move>; 2],
}

impl<'a> Plain<'a> {
    fn new(board: &Board, setup: &Setup, table: Option<&'a Table>) -> Self {
        let index_bits = table.map_or(0, |table| table.buckets().ilog2());
        let compared = index_bits + u32::from(setup.table.check_bits);
        Self {
            board: board.clone(),
            evaluator: Evaluator::new(board),
            values: None,
            table,
            key_mask: if compared >= 64 { u64::MAX } else { (1 << compared) - 1 },
            shadow: None,
            log: None,
            setup: *setup,
            sorter: Sorter::new(setup),
            counts: Counts::default(),
            best: None,
        }
    }

    /// With the evaluations that this thread made before.
    fn run_remembering(self, depth: u32) -> (Finding, Option<Vec<Key>>) {
        values::with(|values| Plain { values: Some(values), ..self }.run(depth))
    }

    /// What was found, and the keys stored under if they were not too many.
    fn run(mut self, depth: u32) -> (Finding, Option<Vec<Key>>) {
        if let Some(table) = self.table {
            table.take_evictions();
        }
        let first = if self.setup.iterative { 1.min(depth) } else { depth };
        let mut score = Score::DRAW;
        for depth in first..=depth {
            score = self.negamax(depth as i32, 0, Window::FULL);
        }
        self.counts.evictions = self.table.map_or(0, Table::take_evictions);
        (Finding { best: self.best, score, counts: self.counts }, self.log)
    }

    /// The key that the table is shown.
    fn key(&self) -> Key {
        let mut key = match self.setup.table.hashing {
            Hashing::Xor => self.board.key().0,
            Hashing::Sum => sum_key(&self.board),
        };
        if self.setup.seed != 0 {
            // One to one, so that different positions stay different.
            key = SplitMix64::new(key ^ self.setup.seed).draw();
        }
        Key(key & self.key_mask)
    }

    fn negamax(&mut self, depth: i32, ply: usize, window: Window) -> Score {
        self.counts.nodes += 1;
        self.counts.leaves += u64::from(depth == 0);
        let before = self.counts.nodes;

        let advice = self.ask_table(depth, ply, window);
        if let Some(score) = advice.score {
            return score;
        }

        if depth == 0 {
            let score = self.evaluate();
            self.store(depth, ply, None, score, Bound::Exact, 1);
            return score;
        }

        let in_check = self.board.in_check_cached();
        let mut waiting = self.sorter.list(&mut self.board, &mut self.evaluator, ply, advice.moves, &mut self.counts);
        let mut best = None;
        let mut best_score = Score::mated_in(ply);
        let mut inner = window;
        let mut tried = MoveList::new();
        while let Some(mv) = self.sorter.next(&mut waiting) {
            if !self.board.is_legal_given(mv, in_check) {
                continue;
            }
            let delta = self.board.make(mv);
            self.evaluator.made(&delta);
            let score = -self.negamax(depth - 1, ply + 1, -inner);
            self.evaluator.unmade();
            self.board.unmake();

            tried.push(mv);
            if score > best_score || best.is_none() {
                best_score = score;
                best = Some(mv);
                if score >= inner.beta {
                    break;
                }
                if score > inner.alpha {
                    inner.alpha = score;
                }
            }
        }

        self.sorter.done(&waiting);

        let has_failed_low = best_score <= window.alpha;
        match best {
            Some(best) if !has_failed_low => {
                self.sorter.learn(&self.board, &tried, best, best_score >= window.beta, depth, ply);
            }
            Some(best) if self.setup.credit_fail_low => self.sorter.credit(&self.board, best, depth),
            _ => {}
        }
        if ply == 0 {
            self.best = best;
        }
        // Without a legal move the score is what the rules say, whatever the window.
        let bound = if best.is_none() { Bound::Exact } else { Bound::of(best_score, window) };
        let kept = best.filter(|_| !has_failed_low || self.setup.table.fail_low_moves);
        self.store(depth, ply, kept, best_score, bound, self.counts.nodes - before + 1);
        best_score
    }

    /// Counts as an evaluation whether the value was known or not.
    fn evaluate(&mut self) -> Score {
        self.counts.evaluations += 1;
        let make = || self.evaluator.evaluate(&self.board);
        match &mut self.values {
            Some(values) => values.get(self.board.key(), make),
            None => make(),
        }
    }

    /// Where a position may lie twice, as in Thompson's pair, either entry may cut, and when neither does, both moves
    /// are tried first. The root is always searched: it owes a move.
    fn ask_table(&mut self, depth: i32, ply: usize, window: Window) -> Advice {
        let Some(table) = self.table else { return Advice::default() };
        let key = self.key();
        let mut advice = Advice::default();
        for (level, entry) in table.probe(key, ply).into_iter().enumerate() {
            let Some(entry) = entry else { continue };
            self.counts.hits += 1;
            let is_wrong =
                self.shadow.as_ref().is_some_and(|shadow| !shadow.holds(table.index(key), level, &self.board));
            self.counts.wrong_hits += u64::from(is_wrong);
            if self.setup.table.legality && entry.mv.is_some_and(|mv| !self.board.is_legal_move(mv)) {
                self.counts.refused += 1;
                continue;
            }
            if ply > 0 && self.setup.table.cuts && self.may_cut(&entry, level, depth, window) {
                self.counts.cuts += 1;
                self.counts.wrong_cuts += u64::from(is_wrong);
                advice.score = Some(entry.score);
                return advice;
            }
            advice.moves[level] = entry.mv.filter(|_| self.setup.table.moves);
        }
        advice
    }

    fn may_cut(&self, entry: &Entry, level: usize, depth: i32, window: Window) -> bool {
        self.setup.table.reading.accepts(i32::from(entry.depth), depth, level)
            && match entry.bound {
                Some(Bound::Exact) => true,
                Some(_) if self.setup.table.exact_only => false,
                Some(Bound::Lower) => entry.score >= window.beta,
                Some(Bound::Upper) => entry.score <= window.alpha,
                None => false,
            }
    }

    /// `nodes` are those of the subtree, which some replacement schemes go by.
    fn store(&mut self, depth: i32, ply: usize, mv: Option<Move>, score: Score, bound: Bound, nodes: u64) {
        let Some(table) = self.table else { return };
        if depth < i32::from(self.setup.table.min_depth) {
            return;
        }
        let key = self.key();
        let entry = Entry {
            mv,
            score,
            eval: Some(scheme::subtree(nodes)),
            depth: depth as i8,
            bound: Some(bound),
            pv: false,
            age: 0,
        };
        let placement = table.store(key, ply, entry);
        if let Some(log) = &mut self.log {
            if log.len() < log.capacity() {
                log.push(key);
            } else {
                self.log = None;
            }
        }
        if let Some(shadow) = &mut self.shadow {
            shadow.follow(table.index(key), placement, &self.board);
        }
    }
}

/// A key made by addition: the sum of a random number for each piece on its square, and one for the side to move.
fn sum_key(board: &Board) -> u64 {
    let number = |index: u64| SplitMix64::new(SUM_SEED + index).draw();
    let pieces = Square::all().filter_map(|square| {
        let piece = board.piece_at(square)?;
        Some(number((piece.index() * Square::COUNT + square.index()) as u64))
    });
    let side = number((Piece::COUNT * Square::COUNT + board.side().index()) as u64);
    pieces.fold(side, u64::wrapping_add)
}

/// Begins the numbers that [`sum_key`] adds up.
const SUM_SEED: u64 = 0x5355_4d00_0000_0000;

/// Nodes of plain minimax, counted one by one: every entry of the recursion, without any cut.
pub fn minimax(board: &Board, depth: u32) -> Finding {
    fn visit(board: &mut Board, evaluator: &mut Evaluator, depth: u32, ply: usize, outcome: &mut Finding) -> Score {
        outcome.counts.nodes += 1;
        if depth == 0 {
            outcome.counts.leaves += 1;
            outcome.counts.evaluations += 1;
            return evaluator.evaluate(board);
        }
        let mut best_score = Score::mated_in(ply);
        let mut best = None;
        for mv in board.legal_moves() {
            let delta = board.make(mv);
            evaluator.made(&delta);
            let score = -visit(board, evaluator, depth - 1, ply + 1, outcome);
            evaluator.unmade();
            board.unmake();
            if score > best_score || best.is_none() {
                (best_score, best) = (score, Some(mv));
            }
        }
        if ply == 0 {
            outcome.best = best;
        }
        best_score
    }
    let mut outcome = Finding { best: None, score: Score::DRAW, counts: Counts::default() };
    let mut evaluator = Evaluator::new(board);
    outcome.score = visit(&mut board.clone(), &mut evaluator, depth, 0, &mut outcome);
    outcome
}
