//! The orders that the studies compare. Knows nothing of windows or of the table.

use super::classic::Evaluator;
use super::counts::Counts;
use super::setup::{Learning, Ordering, Setup};
use guohe::board::{Board, exchange_value};
use guohe::search::history::QuietHistory;
use guohe::types::{Move, MoveList, Piece, Score, Square};
use std::cmp::Reverse;

/// The base of a key: whatever the history says stays below.
const ABOVE_HISTORY: i64 = 1 << 40;

/// What a cut at `depth` is worth to [`Learning::Gravity`]. The studies keep their own numbers: what the playing engine
/// has learnt to prefer since must not change a published count.
fn bonus(depth: i32) -> i32 {
    (150 * depth - 60).clamp(0, 1600)
}

/// The victim decides, the taker breaks ties.
fn capture_value(board: &Board, mv: Move) -> i64 {
    let worth = |square| board.piece_at(square).map_or(0, |piece| i64::from(exchange_value(piece.kind)));
    worth(mv.to()) * 16_384 - worth(mv.from())
}

/// The moves of a node that are still to be tried: a stretch of the sorter's memory.
pub struct Waiting {
    start: usize,
    next: usize,
    end: usize,
}

/// Sorts the moves of a node and learns from what cut.
pub struct Sorter {
    ordering: Ordering,
    learning: Learning,
    use_killers: bool,
    lazy: bool,
    /// By the square left and the square reached, one table for both sides as in the post (or one for each piece behind
    /// the other): 2^depth a success.
    doubling: Vec<i64>,
    /// The playing engine's table, one for each side.
    gravity: QuietHistory,
    killers: Vec<[Option<Move>; 2]>,
    /// The moves of the nodes from the root to here, each node's behind its parent's.
    keyed: Vec<(Reverse<i64>, u16, Move)>,
}

/// Numbers of one history table.
const TABLE: usize = Square::COUNT * Square::COUNT;

/// The number of a square as the post's code computes it where it learns: y · 9 + x.
fn written(square: Square) -> usize {
    square.rank().index() * 9 + square.file().index()
}

/// The number of a square as the post's code computes it where it sorts: x · 10 + y.
fn read(square: Square) -> usize {
    square.file().index() * 10 + square.rank().index()
}

impl Sorter {
    /// Has learnt nothing yet.
    pub fn new(setup: &Setup) -> Self {
        Self {
            ordering: setup.ordering,
            learning: setup.learning,
            use_killers: setup.killers,
            lazy: setup.lazy,
            doubling: vec![0; if setup.learning == Learning::PerPiece { Piece::COUNT } else { 1 } * TABLE],
            gravity: QuietHistory::new(),
            killers: vec![[None; 2]; Score::MAX_PLY],
            keyed: Vec::new(),
        }
    }

    /// The pseudo-legal moves of the position, the most promising first; equal ones stay in the generated order.
    pub fn list(
        &mut self,
        board: &mut Board,
        evaluator: &mut Evaluator,
        ply: usize,
        table_moves: [Option<Move>; 2],
        counts: &mut Counts,
    ) -> Waiting {
        let mut moves = MoveList::new();
        board.pseudo_legal_moves(&mut moves);
        if self.ordering == Ordering::Static {
            moves.retain(|mv| board.is_legal(*mv));
        }
        let start = self.keyed.len();
        for &mv in &moves {
            let key = if Some(mv) == table_moves[0] {
                4 * ABOVE_HISTORY
            } else if Some(mv) == table_moves[1] {
                4 * ABOVE_HISTORY - 1
            } else {
                self.value(board, evaluator, ply, mv, counts)
            };
            self.keyed.push((Reverse(key), mv.bits(), mv));
        }
        if !self.lazy {
            self.keyed[start..].sort_unstable_by_key(|&(key, bits, _)| (key, bits));
        }
        Waiting { start, next: start, end: self.keyed.len() }
    }

    /// The next move of the node whose moves wait; `None` when there is none left.
    pub fn next(&mut self, waiting: &mut Waiting) -> Option<Move> {
        let left = &mut self.keyed[waiting.next..waiting.end];
        if self.lazy {
            let best = (0..left.len()).min_by_key(|&index| (left[index].0, left[index].1))?;
            left.swap(0, best);
        }
        let &(_, _, mv) = left.first()?;
        waiting.next += 1;
        Some(mv)
    }

    /// The node is done, and those below it are.
    pub fn done(&mut self, waiting: &Waiting) {
        self.keyed.truncate(waiting.start);
    }

    fn value(&self, board: &mut Board, evaluator: &mut Evaluator, ply: usize, mv: Move, counts: &mut Counts) -> i64 {
        match self.ordering {
            Ordering::Generated => 0,
            Ordering::Static => {
                counts.evaluations += 1;
                let delta = board.make(mv);
                evaluator.made(&delta);
                let score = -evaluator.evaluate(board);
                evaluator.unmade();
                board.unmake();
                i64::from(score.get())
            }
            Ordering::Captures if board.is_capture(mv) => 2 * ABOVE_HISTORY + capture_value(board, mv),
            Ordering::History | Ordering::Captures => {
                let killers = self.killers[ply];
                if self.use_killers && killers[0] == Some(mv) {
                    ABOVE_HISTORY + 1
                } else if self.use_killers && killers[1] == Some(mv) {
                    ABOVE_HISTORY
                } else {
                    self.history(board, mv)
                }
            }
        }
    }

    fn history(&self, board: &Board, mv: Move) -> i64 {
        match self.learning {
            Learning::Misindexed => self.doubling[read(mv.from()) * Square::COUNT + read(mv.to())],
            Learning::Gravity => i64::from(self.gravity.get(board.side(), mv)),
            Learning::Doubling | Learning::PerPiece => self.doubling[self.place(board, mv)],
        }
    }

    /// Where a move stands in the table of successes.
    fn place(&self, board: &Board, mv: Move) -> usize {
        let piece = board.piece_at(mv.from()).filter(|_| self.learning == Learning::PerPiece);
        let table = piece.map_or(0, Piece::index);
        table * TABLE + written(mv.from()) * Square::COUNT + written(mv.to())
    }

    /// `best`, the last of the moves `tried` that raised alpha, was worth it; `has_cut` when it ended the node.
    pub fn learn(&mut self, board: &Board, tried: &[Move], best: Move, has_cut: bool, depth: i32, ply: usize) {
        match self.learning {
            Learning::Gravity => {
                let bonus = bonus(depth);
                for &mv in tried {
                    self.gravity.update(board.side(), mv, if mv == best { bonus } else { -bonus });
                }
            }
            _ => self.credit(board, best, depth),
        }
        let killers = &mut self.killers[ply];
        if has_cut && !board.is_capture(best) && killers[0] != Some(best) {
            *killers = [Some(best), killers[0]];
        }
    }

    /// `best` is a success, whatever else is true of the node.
    pub fn credit(&mut self, board: &Board, best: Move, depth: i32) {
        match self.learning {
            Learning::Gravity => self.gravity.update(board.side(), best, bonus(depth)),
            _ => {
                let place = self.place(board, best);
                self.doubling[place] += 1 << depth.min(30);
            }
        }
    }
}
