//! Pruning, reductions and extensions. Each decision is a pure function of a `Node` and facts of a move; `negamax`
//! calls it.

pub(super) mod extend;
pub(super) mod prune;
pub(super) mod reduce;
