//! Finds the best move. The files stand in reading order, each looks only at those below it.
//!
//! State is cut by how long it lives: [`Pool`] (all searches) → `Shared` (all threads of one search) → `Worker` (one
//! thread: its `Path`, its `Control`, what it has `ThreadHistory`) → `Frame` (one ply) → `Node` (one call). Nothing here writes
//! to the outside: a [`Report`] is told.

/// Which threads search, and whose move is played.
mod pool;

/// How deep to go, and when that is enough.
mod iterate;

/// Which of the root's moves is best, given a window.
mod root;

/// What a position is worth, searched to a depth: the recursion.
mod negamax;

/// What it is worth once the captures are over.
mod quiesce;

/// TT probe, cutoff and store.
mod tt_access;

/// What one thread is made of.
mod worker;

/// Which mates the last searches have promised.
mod announced;

/// How a line that begins a mate ends.
mod mate_line;

/// Whether checks alone mate.
mod mate;

/// One thread's histories, and how a finished node updates them.
mod thread_history;

/// Which move comes next.
mod order;

/// Which moves are searched longer.
mod extend;

/// Which moves are searched less deeply.
mod reduce;

/// Which nodes and moves are not searched.
mod prune;

/// What a node is.
mod node;

/// Where a thread stands on the board, and how it came there.
mod path;

/// What one ply of the path remembers.
mod frame;

/// How far static scores were off.
mod correction;

/// How moves have done.
pub mod history;

/// When to stop, and who is told what.
mod control;

/// What is known of each move of the root.
mod root_moves;

/// The line of best play.
mod pv;

/// Which nodes the rules decide.
mod decided;

/// Whether a position may have stood before.
mod repetition;

/// What a search answers.
mod report;

/// What it is asked.
mod limits;

/// How a weaker player sees it.
mod level;

/// What is called out to it while it runs.
mod signals;

pub use level::Level;
pub use limits::Limits;
pub use limits::Options;
pub use pool::Pool;
pub use report::Choice;
pub use report::Iteration;
pub use report::Report;
pub use report::Silent;
pub use signals::Signals;
