//! A match in the words of fastchess: what is played, and how it is reported.

use crate::plan::Plan;

/// Whose lines results are printed in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Output {
    /// Those of fastchess.
    #[default]
    Fastchess,
    /// Those of cutechess.
    Cutechess,
}

/// How results are printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Report {
    /// Whose lines.
    pub output: Output,
    /// With the counts of pairs by their points.
    pub penta: bool,
    /// Rounds between two blocks of results; 0 for one block at the end.
    pub rating_interval: u64,
    /// Games between two lines with the score in the output of cutechess; 0 for none.
    pub score_interval: u64,
}

/// A match.
#[derive(Clone, Debug)]
pub struct Job {
    /// What is played.
    pub plan: Plan,
    /// Whether the match goes on after an engine has crashed or hung.
    pub recover: bool,
    /// How results are printed.
    pub report: Report,
}
