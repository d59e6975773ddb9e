//! What a search of the studies counts.

use std::ops::AddAssign;

/// What a search counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
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
    /// Positions that a store pushed out of the table.
    pub evictions: u64,
    /// Hits on entries of another position; counted only with a shadow of the table.
    pub wrong_hits: u64,
    /// Nodes that such an entry cut.
    pub wrong_cuts: u64,
    /// Hits that were not believed because the stored move is impossible.
    pub refused: u64,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        let Self { nodes, leaves, evaluations, hits, cuts, evictions, wrong_hits, wrong_cuts, refused } = other;
        self.nodes += nodes;
        self.leaves += leaves;
        self.evaluations += evaluations;
        self.hits += hits;
        self.cuts += cuts;
        self.evictions += evictions;
        self.wrong_hits += wrong_hits;
        self.wrong_cuts += wrong_cuts;
        self.refused += refused;
    }
}
