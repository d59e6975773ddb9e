//! The root: its moves, and one search of them with a given window.

use super::negamax::Closed;
use super::negamax::Open;
use super::pv::Line;
use super::worker::Stopped;
use super::worker::Worker;
use crate::board::Board;
use crate::rules;
use crate::rules::Judgement;
use crate::rules::Rules;
use crate::tt::Bound;
use crate::tt::Entry;
use crate::types::Move;
use crate::types::MoveList;
use crate::types::Score;
use crate::types::Window;

/// A move of the root and what is known of it.
#[derive(Clone)]
pub(super) struct RootMove {
    pub(super) mv: Move,
    /// Of the iteration under way; below every score until searched.
    pub(super) score: Score,
    /// Of the iteration before.
    pub(super) previous: Score,
    /// Nodes spent on it in the whole search.
    pub(super) nodes: u64,
    pub(super) seldepth: usize,
    /// Its line, itself first.
    pub(super) line: Line,
}

impl RootMove {
    fn new(mv: Move) -> Self {
        let mut line = Line::new();
        line.push(mv);
        Self { mv, score: -Score::INFINITE, previous: -Score::INFINITE, nodes: 0, seldepth: 0, line }
    }

    /// The last score that it has: of the iteration under way, or if that has not reached it, of the one before.
    pub(super) fn last_score(&self) -> Score {
        if self.score > -Score::INFINITE { self.score } else { self.previous }
    }
}

/// The moves to search: legal, among the `allowed` if given, and none that loses by rule at once while another exists.
pub(super) fn root_moves(board: &Board, allowed: Option<&MoveList>, rules: &Rules) -> Vec<RootMove> {
    let legal = board.legal_moves();
    let wanted: MoveList = legal.into_iter().filter(|mv| allowed.is_none_or(|allowed| allowed.contains(mv))).collect();
    let mut trial = board.clone();
    let safe: MoveList = wanted.iter().copied().filter(|&mv| !loses_by_rule(&mut trial, mv, rules)).collect();
    let moves = if safe.is_empty() { wanted } else { safe };
    moves.into_iter().map(RootMove::new).collect()
}

/// Whether `mv` completes a repetition in the game that the rules blame on the mover.
fn loses_by_rule(board: &mut Board, mv: Move, rules: &Rules) -> bool {
    let mover = board.side();
    board.make(mv);
    let judgement =
        super::repetition::decisive_repetition(board, 0, rules.fold).map(|back| rules::judge(board, back, rules.set));
    board.unmake();
    judgement == Some(Judgement::Loses(mover))
}

impl Worker<'_> {
    /// Searches the root moves from the current MultiPV line on.
    ///
    /// # Errors
    /// When the search was stopped. Moves searched until then keep their scores.
    pub(super) fn search_root(&mut self, mut window: Window, depth: i32) -> Result<Score, Stopped> {
        self.count_node(0)?;
        let in_check = self.board.refresh_check();
        let raw = (!in_check).then(|| self.evaluate());
        let static_score = raw.map(|raw| self.corrected(raw));
        self.frame(0).static_score = static_score;
        self.frame(1).killers = [None; 2];
        self.frame(1).cuts = 0;
        let asked = window;
        let mut best = -Score::INFINITE;
        let mut best_move = None;
        for index in self.line..self.root_moves.len() {
            let mv = self.root_moves[index].mv;
            let number = index - self.line + 1;
            self.announce(depth, mv, number);
            let nodes_before = self.nodes;
            self.seldepth = 0;
            self.make(mv, 0);
            let result = self.search_root_child(window, depth, number);
            self.unmake();
            let seldepth = self.seldepth;
            let root_move = &mut self.root_moves[index];
            root_move.nodes += self.nodes - nodes_before;
            let score = result?;
            let root_move = &mut self.root_moves[index];
            if number == 1 || score > window.alpha {
                root_move.score = score;
                root_move.seldepth = seldepth;
                self.extend_line(0, mv);
                self.root_moves[index].line = self.frame(0).line.clone();
            } else {
                // Only known not to be better: it must not pass for a second best.
                root_move.score = -Score::INFINITE;
            }
            if score > best {
                best = score;
                if score > window.alpha {
                    best_move = Some(mv);
                    if score >= window.beta {
                        break;
                    }
                    window.alpha = score;
                }
            }
        }
        let bound = Bound::of(best, asked);
        self.store_root(best, bound, best_move, raw, depth);
        Ok(best)
    }

    fn search_root_child(&mut self, window: Window, depth: i32, number: usize) -> Result<Score, Stopped> {
        let closed = -Window::zero(window.alpha);
        if number > 1 {
            // Late root moves are reduced a little: the root has few of them and they matter most.
            let reduced = if number > 4 && depth > 3 { depth - 2 } else { depth - 1 };
            let mut score = -self.negamax::<Closed>(closed, reduced, 1, true)?;
            if score > window.alpha && reduced < depth - 1 {
                score = -self.negamax::<Closed>(closed, depth - 1, 1, false)?;
            }
            if score <= window.alpha {
                return Ok(score);
            }
        }
        Ok(-self.negamax::<Open>(-window, depth - 1, 1, false)?)
    }

    fn store_root(&self, score: Score, bound: Bound, mv: Option<Move>, eval: Option<Score>, depth: i32) {
        // With moves left out the score is not the position's.
        if self.line > 0 || self.limits.root_moves.is_some() {
            return;
        }
        let bound = (!score.is_path_dependent()).then_some(bound);
        let depth = depth.min(127) as i8;
        self.shared.table.store(self.board.key(), 0, Entry { mv, score, eval, depth, bound, pv: true, age: 0 });
    }
}
