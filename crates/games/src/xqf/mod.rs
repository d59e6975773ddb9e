//! XQF, the files of 象棋演播室 (XQStudio): a header, then the nodes of the tree.

mod keys;

mod read;

mod write;

pub use read::{is_xqf, read};
pub use write::write;
