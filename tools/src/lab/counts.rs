//! What a search of the studies counts.

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
