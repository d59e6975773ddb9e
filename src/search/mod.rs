//! Finds the best move. The files stand in reading order, each looks only at those below it.
//!
//! State is cut by how long it lives: [`Pool`] (all searches) → `Shared` (all threads of one search) → `Worker` (one
//! thread: its `Path`, its `Limiter`, its `ThreadHistory`) → `Frame` (one ply) → `Node` (one call). Nothing here
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

/// Mates: proof-number search, their lines, and the last one reported.
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

/// Limits of nodes and time, and reports.
mod limiter;

/// The list of root moves with their scores and PVs.
mod root_moves;

/// The principal variation.
mod pv;

/// Which nodes the rules decide.
mod decided;

/// Whether a position may have stood before.
mod repetition_filter;

/// The result of a search and its reports.
mod report;

/// Limits and options of a search.
mod limits;

/// Levels below full strength.
mod level;

/// Stop and ponderhit.
mod signals;

pub use level::Level;
pub use limits::Limits;
pub use limits::Options;
pub use pool::Pool;
pub use report::Choice;
pub use report::Iteration;
pub use report::LastLines;
pub use report::LineSets;
pub use report::Report;
pub use report::Silent;
pub use signals::Signals;
