//! A game: where it began, its moves, and how it ended. Everybody who has to know whether a game is over asks here. The
//! search alone has a faster form of its own, built of the same functions and held to the same answers by a test.
//!
//! The files in reading order; each uses only those before it.
//!
//! | file | what it is for |
//! |---|---|
//! | `reason` | the list of ways in which a game ends |
//! | `outcome` | whether the rules have ended a game, and how |
//! | `record` | a game that is being played or replayed |
//! | `report` | an outcome in words, for the console |

mod outcome;
mod reason;
mod record;
mod report;

pub use outcome::{Outcome, outcome};
pub use reason::{Reason, UnknownReason};
pub use record::{Game, IllegalMove};
pub use report::{in_words, report, verdict_line};
