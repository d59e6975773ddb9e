//! Finds the best move. Start here, then read `iterate`, `root`, `negamax`; the other files answer their questions.
//!
//! State is cut by how long it lives: [`Pool`] (all searches) → `Shared` (all threads of one search) → `Worker` (one
//! thread) → `Frame` (one ply) → `Node` (one call). Nothing here writes to the outside: a [`Report`] is told.

mod frame;
pub mod history;
mod iterate;
mod known;
mod learn;
mod mate;
mod negamax;
mod order;
pub mod params;
mod pool;
mod prune;
mod pv;
mod quiesce;
mod reduce;
mod repetition;
mod root;
mod shortcuts;
mod signals;
mod worker;

use crate::board::Board;
use crate::rules::Rules;
use crate::time::Clock;
use crate::tt::Bound;
use crate::types::Move;
use crate::types::MoveList;
use crate::types::Score;
pub use pool::Pool;
pub use signals::Signals;
use std::time::Duration;

/// When to stop. Several limits combine; the first reached ends the search. Without any it runs until stopped.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Iterations, in plies.
    pub depth: Option<u32>,
    /// Nodes of all threads; a single thread keeps it to the node.
    pub nodes: Option<u64>,
    /// No iteration begins beyond so many nodes.
    pub soft_nodes: Option<u64>,
    /// Our clock.
    pub clock: Option<Clock>,
    /// Stop when a mate in so many moves is found.
    pub mate: Option<u32>,
    /// The root moves allowed; `None` for all. Moves that are not legal are ignored.
    pub root_moves: Option<MoveList>,
    /// Number of best lines wanted; 0 counts as 1.
    pub multipv: usize,
    /// Neither a clock nor a proven mate ends the search.
    pub infinite: bool,
}

/// How to search, as the user set it.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The rules of repetition and of games without captures.
    pub rules: Rules,
    /// Time lost between the answer and the front end's clock.
    pub move_overhead: Duration,
    /// The front end lets the engine think on the opponent's time.
    pub ponder: bool,
    /// Mates by checks are looked for beside the iterations. Very short searches have better use for the time.
    pub hunt_mates: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { rules: Rules::default(), move_overhead: Duration::from_millis(30), ponder: false, hunt_mates: true }
    }
}

/// Plies without a capture from which the static score fades towards a draw.
const FADE_FROM: i32 = 60;
/// How far the fading would go.
const FADE_TO: i32 = 200;

impl Options {
    /// The static score of a position `quiet_plies` after the last capture: linearly less from ply 60 to
    /// ply 180, so that a winning side makes progress before the natural limit; whole where there is none.
    #[inline]
    fn fade(&self, centipawns: i32, quiet_plies: usize) -> i32 {
        let quiet = quiet_plies as i32;
        if self.rules.natural_limit.is_none() || quiet <= FADE_FROM {
            return centipawns;
        }
        centipawns * (FADE_TO - quiet.min(FADE_TO - 20)) / (FADE_TO - FADE_FROM)
    }

    /// Whether fewer than `plies` are left until the natural limit.
    #[inline]
    fn is_limit_near(&self, quiet_plies: usize, plies: usize) -> bool {
        self.rules.natural_limit.is_some_and(|limit| quiet_plies + plies > 2 * limit as usize)
    }
}

/// What an iteration found.
#[derive(Clone, Copy, Debug)]
pub struct Iteration<'a> {
    /// Plies of this iteration.
    pub depth: u32,
    /// The longest line looked at, in plies.
    pub seldepth: u32,
    /// Number of the line, from 1.
    pub multipv: usize,
    /// From the side to move's view.
    pub score: Score,
    /// Exact, or a bound when the window failed.
    pub bound: Bound,
    /// Since the clock began to run.
    pub time: Duration,
    /// By all threads.
    pub nodes: u64,
    /// Fullness of the table in thousandths.
    pub hashfull: u32,
    /// The principal variation, legal from the root on; never empty.
    pub line: &'a [Move],
}

/// Hears what the main thread finds. Called on the thread that searches.
pub trait Report: Sync {
    /// A line was searched to the end of an iteration, or its window failed in a long search.
    fn iteration(&self, iteration: &Iteration);

    /// An iteration begins.
    fn depth_started(&self, _depth: u32, _elapsed: Duration) {}

    /// A root move, the `number`-th, is about to be searched.
    fn current_move(&self, _depth: u32, _mv: Move, _number: usize, _elapsed: Duration) {}
}

/// Hears nothing.
pub struct Silent;

impl Report for Silent {
    fn iteration(&self, _: &Iteration) {}
}

/// The result of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct Outcome {
    /// The move to play; `None` when there is none.
    pub best: Option<Move>,
    /// The expected reply.
    pub ponder: Option<Move>,
    /// From the side to move's view.
    pub score: Score,
    /// The last iteration that was finished.
    pub depth: u32,
    /// By all threads.
    pub nodes: u64,
    /// The line behind `best`, itself first.
    pub line: Vec<Move>,
}

impl Outcome {
    fn without_move(board: &Board) -> Self {
        let score = if board.has_legal_move() { crate::eval::evaluate(board) } else { Score::mated_in(0) };
        Self { best: None, ponder: None, score, depth: 0, nodes: 0, line: Vec::new() }
    }
}
