//! A game: its start, its moves, and its end. This module alone decides whether a game is over. The search has a faster
//! form, and a test compares the two.
//!
//! The files stand in reading order, each uses only those below it.

/// What the console prints about the rules.
mod explain;

/// A game that is being played or replayed.
mod record;

/// Whether a draw offer is accepted.
mod offer;

/// Whether the rules have ended a game, and how.
mod outcome;

/// The reasons for the end of a game.
mod reason;

pub use explain::{explain, verdict_line};
pub use offer::accepts_draw;
pub use outcome::{Outcome, outcome};
pub use reason::{Reason, UnknownReason};
pub use record::{Game, IllegalMove};
