//! Finds the best move.
//!
//! The list goes from the top down. Each file uses only files listed below it. To start with the basics, begin at the
//! end.
//!
//! State is divided by its lifetime: [`Pool`] (all searches) → `Shared` (all threads of one search) → `Worker` (one
//! thread, with its `SearchPath`, `Limiter` and `ThreadHistory`) → `Frame` (one ply) → `Node` (one call). Nothing here
//! prints: a [`Report`] receives the iterations.

/// Which threads search, and whose move is played.
mod pool;

/// Iterative deepening with aspiration windows.
mod iterate;

/// The root node.
mod root;

/// The recursive alpha-beta search.
mod negamax;

/// Quiescence search.
mod quiesce;

/// TT probe, cutoff and store.
mod tt_access;

/// One search thread.
mod worker;

/// Mates: proof-number search, mating lines, and the mate reported last.
mod mate;

/// Move picker.
mod order;

/// Pruning, late move reductions and extensions.
mod pruning;

/// A thread's board and the plies that led to it.
mod path;

/// State of one ply.
mod frame;

/// Histories of moves and corrections of the static score.
pub mod history;

/// Kinds and state of a node.
mod node;

/// Node and time limits, and reports of the main thread.
mod limiter;

/// The list of root moves with their scores and PVs.
mod root_moves;

/// The principal variation.
mod pv;

/// Scores of nodes that the rules decide.
mod decided;

/// A filter in front of the test for repetition.
mod repetition_filter;

/// The result of a search and its reports.
mod report;

/// Limits and options of a search.
mod limits;

/// Levels below full strength.
mod level;

/// The stop flag and `ponderhit`.
mod signals;

pub use level::Level;
pub use limits::{Limits, Options};
pub use pool::{Pool, STACK};
pub use report::{Choice, LineInfo, Report, Silent};
pub use signals::Signals;
