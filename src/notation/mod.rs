//! Moves as people write them: 炮二平五, `C2.5`, `H2-E2`, `h2e2`.
//!
//! Writing is strict: no two legal moves of a position have the same text, and in Chinese it always has four
//! characters. Reading is lenient: a text describes a move, and the only legal move that fits is meant. If several fit,
//! the error names them.

mod style;

mod place;

mod write;

mod normal;

mod reading;

mod chinese;

mod wxf;

mod letters;

mod read;

pub use read::{Candidates, Unread, read};
pub use style::Style;
pub use write::write;
