//! A game: where it began, its moves, and how it ended. The one place that decides whether a game is over. The search
//! has a faster form, and a test compares the two.
//!
//! The files stand in reading order, each looks only at those below it.

/// What the console prints about the rules.
mod explain;

/// A game that is being played or replayed.
mod record;

/// Whether an offer of a draw is accepted.
mod offer;

/// Whether the rules have ended a game, and how.
mod outcome;

/// The list of ways in which a game ends.
mod reason;

pub use explain::{explain, verdict_line};
pub use offer::accepts_draw;
pub use outcome::{Outcome, outcome};
pub use reason::{Reason, UnknownReason};
pub use record::{Game, IllegalMove};
