//! The match file: one JSON object a line, first the match, then its games in the order in which they ended.
//!
//! [`lines`] is what a match file holds, [`journal`] how it lies on the disk.

mod journal;
mod lines;

pub use journal::{Journal, MatchFile};
#[cfg(test)]
pub use lines::tests;
pub use lines::{Extra, FORMAT, GameRecord, Header, MOST_SHARDS, differences, result_text};
