//! Mates: a search for them by checks, their lines, and the memory of those that were reported.

pub(super) mod line;
mod memory;
mod proof;

pub(super) use memory::{ExpectedMate, MateMemory};
pub(super) use proof::{Mate, Proofs, mate_search};
