//! What a study may be told.

use super::scheme::Scheme;
use super::setup::{Ordering, Setup};
use clap::ValueEnum;

/// What is the same for all schemes at one column.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Equal {
    /// The number of indexes, as in the paper: the two-level table and Thompson's pair hold two entries an index.
    Indexes,
    /// The bytes: those two have half the indexes.
    Bytes,
}

/// What a study may be told.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The stem of the files.
    pub section: String,
    /// Positions asked for; the laboratory has no more, a study may take fewer when none were.
    pub count: Option<usize>,
    pub max_depth: Option<u32>,
    pub sizes: Option<Vec<usize>>,
    pub ordering: Ordering,
    pub equal: Equal,
    pub seed: u64,
    /// Whether the clock may be read where a study has times; not when it is only drawn anew.
    pub times: bool,
    /// What `compare` holds against the others.
    pub policy: Scheme,
}

impl Settings {
    /// The base of the table studies.
    pub fn setup(&self) -> Setup {
        Setup { seed: self.seed, ..Setup::of(self.ordering) }
    }

    /// The sizes asked for, or these.
    pub fn sizes_or(&self, default: &[usize]) -> Vec<usize> {
        self.sizes.clone().unwrap_or_else(|| default.to_vec())
    }
}
