//! The match file: one JSON object a line, first the match, then its games in the order in which they ended.
//!
//! [`lines`] is what a match file holds, [`journal`] how it lies on the disk.

mod journal;
mod lines;

pub use journal::Journal;
pub use journal::MatchFile;
pub use lines::Extra;
pub use lines::FORMAT;
pub use lines::GameRecord;
pub use lines::Header;
pub use lines::MOST_SHARDS;
pub use lines::difference;
pub use lines::result_text;
#[cfg(test)]
pub use lines::tests;
