//! The rules of repetition and of draws. Callers map verdicts to scores.
//!
//! The list goes from the top down. Each file uses only files listed below it. To start with the basics, begin at the
//! end.

/// The verdict on a repetition, with its reasons.
mod verdict;

/// What each side did throughout a cycle, and which side loses by it.
mod repetition;

/// Draws by the natural limit and by dead material.
mod quiet;

/// Which moves gave check.
mod gave_check;

/// Which pieces a move chases.
mod chase;

/// The rule sets.
mod rule_set;

pub use quiet::{QuietCount, counted_quiet_plies, is_dead, natural_limit_reached, natural_limit_reached_after};
pub use repetition::{judge, occurrences, occurrences_back};
pub use rule_set::{Judgement, RuleSet, Rules};
pub use verdict::{Action, Chase, Conduct, Cycle, Grade, PlacedPiece, Ruling, Step, Verdict, verdict};
