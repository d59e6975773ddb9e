//! UBB, the marks with which forums show games (`[DhtmlXQ_movelist]7747…`), made known by 东萍象棋网.

mod names;

mod scan;

mod read;

mod write;

pub use names::move_of;
pub use read::{is_ubb, read};
pub use write::write;
