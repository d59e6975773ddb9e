//! The orders that the studies compare. Knows nothing of windows or of the table.

use super::counts::Counts;
use super::setup::Learning;
use super::setup::Ordering;
use super::setup::Setup;
use guohe::board::Board;
use guohe::board::exchange_value;
use guohe::eval::Evaluator;
use guohe::search::history;
use guohe::search::history::QuietHistory;
use guohe::types::Move;
use guohe::types::MoveList;
use guohe::types::Score;
use std::cmp::Reverse;

/// The base of a key: whatever the history says stays below.
const ABOVE_HISTORY: i64 = 1 << 40;

/// The pseudo-legal captures, by the victim, the cheapest taker first.
pub fn captures(board: &Board) -> MoveList {
    let mut moves = MoveList::new();
    board.captures(&mut moves);
    moves.sort_unstable_by_key(|&mv| (Reverse(capture_value(board, mv)), mv.bits()));
    moves
}

/// The victim decides, the taker breaks ties; a king is worth the most but takes at no risk.
fn capture_value(board: &Board, mv: Move) -> i64 {
    let worth = |square| board.piece_at(square).map_or(0, |piece| i64::from(exchange_value(piece.kind)));
    worth(mv.to()) * 16_384 - worth(mv.from())
}

/// Sorts the moves of a node and learns from what cut.
pub struct Sorter {
    ordering: Ordering,
    learning: Learning,
    use_killers: bool,
    /// By the square left and the square reached, one table for both sides as in the post: 2^depth a success.
    doubling: Vec<[i64; 128]>,
    /// The playing engine's table, one for each side.
    gravity: QuietHistory,
    killers: Vec<[Option<Move>; 2]>,
    /// Where moves are sorted, kept for its memory.
    keyed: Vec<(Reverse<i64>, u16, Move)>,
}

impl Sorter {
    /// Has learnt nothing yet.
    pub fn new(setup: &Setup) -> Self {
        Self {
            ordering: setup.ordering,
            learning: setup.learning,
            use_killers: setup.killers,
            doubling: vec![[0; 128]; 128],
            gravity: QuietHistory::new(),
            killers: vec![[None; 2]; Score::MAX_PLY],
            keyed: Vec::new(),
        }
    }

    /// The pseudo-legal moves of the position, the most promising first; equal ones stay in the generated order.
    pub fn sort(
        &mut self,
        board: &mut Board,
        evaluator: &mut Evaluator,
        ply: usize,
        table_moves: [Option<Move>; 2],
        counts: &mut Counts,
    ) -> MoveList {
        let mut moves = MoveList::new();
        board.pseudo_legal_moves(&mut moves);
        if self.ordering == Ordering::Static {
            moves.retain(|mv| board.is_legal(*mv));
        }
        let mut keyed = std::mem::take(&mut self.keyed);
        keyed.clear();
        for &mv in &moves {
            let key = if Some(mv) == table_moves[0] {
                4 * ABOVE_HISTORY
            } else if Some(mv) == table_moves[1] {
                4 * ABOVE_HISTORY - 1
            } else {
                self.value(board, evaluator, ply, mv, counts)
            };
            keyed.push((Reverse(key), mv.bits(), mv));
        }
        keyed.sort_unstable_by_key(|&(key, bits, _)| (key, bits));
        for (place, &(_, _, mv)) in moves.iter_mut().zip(&keyed) {
            *place = mv;
        }
        self.keyed = keyed;
        moves
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
            Learning::Doubling => self.doubling[mv.from().index()][mv.to().index()],
            Learning::Gravity => i64::from(self.gravity.get(board.side(), mv)),
        }
    }

    /// `best`, the last of the moves `tried` that raised alpha, was worth it; `has_cut` when it ended the node.
    pub fn learn(&mut self, board: &Board, tried: &[Move], best: Move, has_cut: bool, depth: i32, ply: usize) {
        match self.learning {
            Learning::Doubling => self.doubling[best.from().index()][best.to().index()] += 1 << depth.min(30),
            Learning::Gravity => {
                let bonus = history::bonus(depth);
                for &mv in tried {
                    self.gravity.update(board.side(), mv, if mv == best { bonus } else { -bonus });
                }
            }
        }
        let killers = &mut self.killers[ply];
        if has_cut && !board.is_capture(best) && killers[0] != Some(best) {
            *killers = [Some(best), killers[0]];
        }
    }
}
