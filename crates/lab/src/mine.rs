//! A replacement policy to begin with. Edit `place`, then hold it against the others:
//!
//! ```text
//! cargo run --release -p guohe-lab -- compare --policy mine
//! ```

use super::placement::Placement;
use guohe::tt::{Bucket, Packed, Record};

/// The example: level 1 keeps exact scores before bounds, then the deeper entry; level 2 takes everything else.
///
/// `bucket` holds two entries, empty or not; `newcomer` wants in; `age` is the number of the search. The answer is
/// where the newcomer goes: nowhere (`Dropped`), to the first entry, to the second, to the first with the old one
/// stepping down, or to both.
pub fn place(bucket: &Bucket, newcomer: &Record, _age: u8) -> Placement {
    let held = &bucket[0].packed;
    let worth = |packed: &Packed| (packed.is_exact(), packed.depth());
    if held.is_empty() {
        return Placement::First;
    }
    if worth(&newcomer.packed) >= worth(held) { Placement::StepDown } else { Placement::Second }
}
