//! The end of a game. This module alone decides whether a game is over. The search has a faster form, and a test
//! compares the two.
//!
//! The list goes from the top down. Each file uses only files listed below it. To start with the basics, begin at the
//! end.

/// The output of the console command `rules`.
mod rules_report;

/// Whether a draw offer is accepted.
mod offer;

/// Whether the rules have ended a game, and how.
mod outcome;

/// The reasons for the end of a game.
mod reason;

pub use offer::accepts_draw;
pub use outcome::{Outcome, outcome};
pub use reason::Reason;
pub use rules_report::{rules_report, verdict_line};
