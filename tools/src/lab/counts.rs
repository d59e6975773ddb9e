//! What a search of the studies counts.

use serde::Deserialize;
use serde::Serialize;

/// What a search counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Counts {
    /// Entries of the recursion.
    pub nodes: u64,
    /// Of these, at depth 0: whether evaluated or answered by the table.
    pub leaves: u64,
    /// Static evaluations.
    pub evaluations: u64,
    /// Entries of the table that answered for a position.
    pub hits: u64,
    /// Nodes that the table cut; the others are those it left unanswered.
    pub cuts: u64,
    /// Hits on entries of another position; counted only with a [`Shadow`].
    pub wrong_hits: u64,
    /// Nodes that such an entry cut.
    pub wrong_cuts: u64,
    /// Hits that were not believed because the stored move is impossible.
    pub refused: u64,
}

impl std::ops::AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.nodes += other.nodes;
        self.leaves += other.leaves;
        self.evaluations += other.evaluations;
        self.hits += other.hits;
        self.cuts += other.cuts;
        self.wrong_hits += other.wrong_hits;
        self.wrong_cuts += other.wrong_cuts;
        self.refused += other.refused;
    }
}
