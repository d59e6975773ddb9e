//! Mates: a proof-number search by checks, mating lines, and the mate that the last search reported.

pub(super) mod line;
mod proof;
mod reported;

pub(super) use proof::{Mate, Proofs, mate_search};
pub(super) use reported::ReportedMate;
