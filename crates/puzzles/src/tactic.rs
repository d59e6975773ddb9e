//! Proves wins of material by the engine's search: one move alone wins at every ply of the solver.

use crate::grid::Grid;
use guohe::board::Board;
use guohe::search::{Limits, LineInfo, Options, Pool, Signals};
use guohe::types::{Move, Score};
use guohe::wdl;
use guohe_common::last_lines::LastLines;

/// Chances after the best move at least.
const WON: f64 = 0.75;
/// By so much the best move's chances exceed the second's.
const MARGIN: f64 = 0.30;
/// Nodes of the first look, at which most candidates fail, by a smaller margin.
const FIRST_LOOK: u64 = 12_000;
/// The margin of the first look.
const FIRST_MARGIN: f64 = 0.20;
/// Nodes of the search of each ply.
const NODES: u64 = 100_000;
/// Nodes of the search that confirms it.
const CONFIRMING_NODES: u64 = 1_000_000;
/// The most moves of the solver.
const MOST_MOVES: usize = 7;
/// What a tactic gains at least, in half points.
const GAIN: i32 = 4;
/// Plies after the solution within which the exchanges must end.
const QUIET_WITHIN: usize = 8;
/// Shown centipawns for which the logistic curve of chances falls to 1 / (1 + e^-1).
const SCALE: f64 = 111.0;
/// Megabytes of the table.
const HASH: usize = 16;

/// A proven win of material.
pub struct Tactic {
    /// The solver's moves and the opponent's answers.
    pub solution: Vec<Move>,
    /// The line after that to where the exchanges end.
    pub rest: Vec<Move>,
}

/// The best move of a position and how much better it is.
pub struct BestOfTwo {
    /// Chances after the best move, 0 to 1.
    pub best: f64,
    /// Those after the second; 0 where there is but one move.
    pub second: f64,
    /// The score of the best.
    pub score: Score,
    /// The best line.
    pub line: Vec<Move>,
}

/// The engine, forgetting all before each search.
pub struct Prover {
    pool: Pool,
}

impl Default for Prover {
    fn default() -> Self {
        Self { pool: Pool::new(1, HASH) }
    }
}

impl Prover {
    /// The best move and the second, by a search of `nodes` nodes; `None` where there is no move.
    pub fn best_of_two(&mut self, board: &Board, nodes: u64) -> Option<BestOfTwo> {
        self.pool.clear();
        let lines = LastLines::default();
        let limits = Limits { nodes: Some(nodes), multipv: 2, ..Limits::default() };
        self.pool.search(board, &limits, &Options::default(), &Signals::new(), &lines);
        let whole = lines.into_lines();
        let first = whole.first()?;
        let chances = |iteration: &LineInfo| self.chances(iteration.score, board);
        Some(BestOfTwo {
            best: chances(first),
            second: whole.get(1).map_or(0.0, chances),
            score: first.score,
            line: first.line.clone(),
        })
    }

    /// The chances of a score of the search, 0 to 1.
    fn chances(&self, score: Score, board: &Board) -> f64 {
        let shown = wdl::curve(self.pool.network(), board).map_or(score, |curve| curve.shown(score));
        1.0 / (1.0 + (-f64::from(shown.get()) / SCALE).exp())
    }

    /// The win of material that the side to move has on `board`; `None` where there is none that one move alone keeps,
    /// at least two moves long. A first move that `is_obvious` is none.
    pub fn prove(&mut self, board: &Board, is_obvious: &dyn Fn(Move) -> bool) -> Option<Tactic> {
        let first = self.best_of_two(board, FIRST_LOOK)?;
        let fails = first.best < WON || first.second > first.best - FIRST_MARGIN || first.score.is_mate();
        if fails || first.line.first().is_none_or(|&mv| is_obvious(mv)) {
            return None;
        }
        let line = self.line(board)?;
        if is_obvious(line[0]) {
            return None;
        }
        let proposed = self.with_gain(board, line)?;
        // The long searches come last: most candidates have failed by now.
        let confirmed = self.confirmed(board, &proposed.solution)?;
        if confirmed.len() == proposed.solution.len() { Some(proposed) } else { self.with_gain(board, confirmed) }
    }

    /// A line as far as there is a choice, where it is long enough and wins enough.
    fn with_gain(&mut self, board: &Board, mut line: Vec<Move>) -> Option<Tactic> {
        line.truncate(line.len() - usize::from(line.len().is_multiple_of(2)));
        let solution = without_sole_replies(board, line);
        if solution.len() < 3 {
            return None;
        }
        let rest = self.quiet_end(board, &solution)?;
        let (solver, mut grid) = (board.side(), Grid::of(board.position()));
        let before = grid.balance(solver);
        for &mv in solution.iter().chain(&rest) {
            grid = grid.after(mv);
        }
        (grid.balance(solver) - before >= GAIN).then_some(Tactic { solution, rest })
    }

    /// The solution as far as long searches find each of its moves to be the only win.
    fn confirmed(&mut self, board: &Board, solution: &[Move]) -> Option<Vec<Move>> {
        let mut at = board.clone();
        for (ply, &mv) in solution.iter().enumerate() {
            if ply.is_multiple_of(2) {
                let found = self.best_of_two(&at, CONFIRMING_NODES)?;
                if found.line.first() != Some(&mv) || !is_only_win(&found) {
                    return (ply >= 3).then(|| solution[..ply - 1].to_vec());
                }
            }
            at.make(mv);
        }
        Some(solution.to_vec())
    }

    /// The line from `board` on as far as one move alone wins.
    fn line(&mut self, board: &Board) -> Option<Vec<Move>> {
        let (mut board, mut line) = (board.clone(), Vec::new());
        while line.len() < 2 * MOST_MOVES {
            let Some(found) = self.best_of_two(&board, NODES) else { break };
            if !is_only_win(&found) {
                break;
            }
            let &[mv, ..] = &found.line[..] else { break };
            line.push(mv);
            board.make(mv);
            let reply = match found.line.get(1) {
                Some(&reply) => Some(reply),
                None => self.best_of_two(&board, NODES).and_then(|found| found.line.first().copied()),
            };
            let Some(reply) = reply else { break };
            line.push(reply);
            board.make(reply);
        }
        (line.len() >= 3).then_some(line)
    }

    /// The best line after the solution until nothing is taken and nobody is in check.
    fn quiet_end(&mut self, board: &Board, solution: &[Move]) -> Option<Vec<Move>> {
        let mut board = board.clone();
        solution.iter().for_each(|&mv| {
            board.make(mv);
        });
        let line = self.best_of_two(&board, NODES).map(|found| found.line).unwrap_or_default();
        until_quiet(board, &line)
    }
}

/// The moves of `line`, which the opponent begins, until nothing is taken and nobody is in check; `None` if the line
/// does not get there. A last capture by the solver is left out: the opponent may take back.
fn until_quiet(mut board: Board, line: &[Move]) -> Option<Vec<Move>> {
    let mut rest = Vec::new();
    let mut is_unanswered = false;
    for &mv in line.iter().take(QUIET_WITHIN) {
        let is_solvers = rest.len() % 2 == 1;
        if is_solvers && !board.in_check() && !board.is_capture(mv) {
            break;
        }
        is_unanswered = is_solvers && board.is_capture(mv);
        rest.push(mv);
        board.make(mv);
    }
    if is_unanswered {
        rest.pop();
        board.unmake();
    }
    // The look ended at its limit, with or without such a capture, while somebody is in check.
    let is_open = rest.len() >= QUIET_WITHIN - 1 && board.in_check();
    (!is_open).then_some(rest)
}

/// Whether the best move alone wins.
pub fn is_only_win(found: &BestOfTwo) -> bool {
    found.best >= WON && found.second <= found.best - MARGIN
}

/// The solution without the moves at its end to which there was no choice.
fn without_sole_replies(board: &Board, mut solution: Vec<Move>) -> Vec<Move> {
    while solution.len() > 2 {
        let mut at = board.clone();
        for &mv in &solution[..solution.len() - 1] {
            at.make(mv);
        }
        if at.legal_moves().len() > 1 {
            break;
        }
        solution.truncate(solution.len() - 2);
    }
    solution
}

/// Whether the first move is no riddle: it takes back, or takes what nobody guards.
pub fn is_obvious(start: &Board, mistake: Move, first: Move) -> bool {
    let mut board = start.clone();
    let takes = board.is_capture(mistake);
    board.make(mistake);
    (takes && first.to() == mistake.to())
        || (board.is_capture(first) && !Grid::of(board.position()).is_guarded(first.to()))
}

/// Whether every move of the solver on `board` is the only legal one.
pub fn is_forced(board: &Board, solution: &[Move]) -> bool {
    let mut at = board.clone();
    solution.iter().enumerate().all(|(ply, &mv)| {
        let sole = ply % 2 == 1 || at.legal_moves().len() == 1;
        at.make(mv);
        sole
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rook_that_can_be_skewered_is_won() {
        let board = Board::from_fen("r3k4/9/9/9/9/9/9/4B4/7R1/4K4 w").unwrap();
        let found = Prover::default().best_of_two(&board, 20_000).unwrap();
        assert_eq!(found.line[0].to_string(), "h1h9");
        assert!(found.best > 0.9 && is_only_win(&found), "{} {}", found.best, found.second);
    }

    #[test]
    fn the_start_position_is_no_puzzle() {
        assert!(Prover::default().prove(&Board::startpos(), &|_| false).is_none());
    }

    #[test]
    fn a_capture_that_nobody_has_answered_wins_nothing() {
        let board = Board::from_fen("3k5/9/9/9/4p4/9/4R4/9/9/4K4 b").unwrap();
        let line = ["d9d8", "e3e5", "d8d9"].map(|mv| mv.parse().unwrap());
        let kept = |plies: usize| until_quiet(board.clone(), &line[..plies]).unwrap().len();
        assert_eq!((kept(1), kept(2), kept(3)), (1, 1, 3));
    }

    #[test]
    fn taking_back_is_obvious() {
        let start = Board::from_fen("4k4/9/9/4r4/4C4/9/9/4R4/9/3K5 b").unwrap();
        let [takes, back] = ["e6e5", "e2e5"].map(|mv| mv.parse().unwrap());
        assert!(is_obvious(&start, takes, back));
        assert!(!is_obvious(&start, takes, "d0d1".parse().unwrap()));
    }
}
