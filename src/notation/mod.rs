//! Moves as people write them: 炮二平五, `C2.5`, `H2-E2`, `h2e2`. Knows nothing of files or games.
//!
//! Writing is strict: every legal move of a position has a text of its own, and in Chinese always four characters.
//! Reading is lenient and asks the position: a text is a description, and the one legal move that fits is the move.
//! A text that fits several is an error that names them; nothing is ever guessed.

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
pub use style::{Digits, Glyphs, Script, Style, UnknownStyle};
pub use write::write;
