//! What is not searched, or not as deep: pruning and reductions, and its opposite, extensions. Each decision is a named
//! function of a `Node`; `negamax` calls it.

pub(super) mod extend;
pub(super) mod prune;
pub(super) mod reduce;
