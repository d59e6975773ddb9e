//! PGN as Chinese programs write it, as XBoard does, and moves without any tags. In reading order:
//!
//! | file | what it is for |
//! |---|---|
//! | `words` | numbers, results and marks between the moves |
//! | `scan` | from text to tags, comments, brackets and words |
//! | `header` | the tags before a game |
//! | `moves` | the moves of one game |
//! | `read` | from those to games |
//! | `write` | from a game to text |

mod words;

mod scan;

mod header;

mod moves;

mod read;

mod write;

pub use read::{begins_with_tag, read, read_moves};
pub use write::write;
