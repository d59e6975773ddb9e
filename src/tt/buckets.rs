//! The memory of the table: buckets of two slots (32 bytes), two buckets to a cache line. Their number is a power of
//! two, and the low bits of the key are the index.

use super::slot::{self, Record, Slot};
use crate::memory;
use crate::types::Key;
use zerocopy::FromZeros;

/// The table's name in the log.
const NAME: &str = "transposition table";

/// Bytes of a cache line.
const LINE_BYTES: usize = 64;

/// Memory that must be left for the rest of the program: the stack and histories of another thread.
///
/// 0 in WebAssembly, whose memory never shrinks: a trial allocation would grow it for good.
const SPARE_BYTES: usize = if cfg!(target_family = "wasm") { 0 } else { 48 << 20 };

/// Slots sampled for `hashfull`.
const SAMPLE: usize = 1000;

/// The buckets, all empty at first.
pub struct Buckets {
    /// All slots; the buckets begin at `start`.
    slots: Vec<Slot>,
    /// Slots skipped so that the first bucket begins a cache line.
    start: usize,
    /// Number of buckets minus one.
    mask: usize,
}

impl Buckets {
    /// Bytes of one bucket.
    pub const BYTES: usize = 2 * size_of::<Slot>();

    /// `count` buckets, rounded down to a power of two, at least one. `None` when the memory cannot be allocated.
    pub fn new(count: usize) -> Option<Self> {
        let count = 1 << count.max(1).ilog2();
        let (slots, start) = allocate(count)?;
        Some(Self { slots, start, mask: count - 1 })
    }

    /// `count` buckets, or half, a quarter, ... of it: as many as can be allocated with [`SPARE_BYTES`] left.
    ///
    /// # Panics
    /// When not even one can be allocated.
    pub fn largest(mut count: usize) -> Self {
        while count > 1 {
            match Self::new(count) {
                Some(buckets) if memory::can_allocate(SPARE_BYTES) => return buckets,
                _ => count /= 2,
            }
        }
        Self::new(1).expect("memory for one bucket of the transposition table")
    }

    /// Number of buckets.
    #[inline]
    pub fn count(&self) -> usize {
        self.mask + 1
    }

    /// Index of the bucket of `key`.
    #[inline]
    fn index(&self, key: Key) -> usize {
        key.0 as usize & self.mask
    }

    /// The two slots of the bucket of `key`.
    #[inline]
    pub fn of(&self, key: Key) -> (&Slot, &Slot) {
        let first = self.start + 2 * self.index(key);
        (&self.slots[first], &self.slots[first + 1])
    }

    /// Empties all slots.
    pub fn clear(&self) {
        for slot in &self.slots[self.start..][..2 * self.count()] {
            slot::save(slot, Record::default());
        }
    }

    /// The slots sampled for `hashfull`.
    pub fn sample(&self) -> &[Slot] {
        &self.slots[self.start..][..SAMPLE.min(2 * self.count())]
    }
}

/// Zeroed slots for `count` buckets, and how many to skip to reach the start of a cache line, of a huge page where the
/// buckets fill one.
///
/// A type aligned to 64 bytes would be simpler, but for it the allocator writes the zeroes itself: a table of many
/// gigabytes would take seconds and all its memory before the first move.
fn allocate(count: usize) -> Option<(Vec<Slot>, usize)> {
    let fills_pages = cfg!(target_os = "linux") && count >= memory::HUGE_PAGE / Buckets::BYTES;
    let align = if fills_pages { memory::HUGE_PAGE } else { LINE_BYTES };
    // The allocator aligns to one slot.
    let spare = align / size_of::<Slot>() - 1;
    let length = count.checked_mul(2)?.checked_add(spare)?;
    let slots = Slot::new_vec_zeroed(length).ok()?;
    memory::prefer_huge_pages(&slots, NAME);
    let past = slots.as_ptr().addr() % align;
    // If the allocator aligns to less than a slot, the buckets stay unaligned.
    let start = if past.is_multiple_of(size_of::<Slot>()) && past > 0 { (align - past) / size_of::<Slot>() } else { 0 };
    Some((slots, start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_begin_cache_lines_and_huge_pages() {
        for count in [2, 1 << 10, 1 << 16, 1 << 20] {
            let buckets = Buckets::new(count).unwrap();
            let first: *const Slot = buckets.of(Key(0)).0;
            let fills_pages = cfg!(target_os = "linux") && count * Buckets::BYTES >= memory::HUGE_PAGE;
            let align = if fills_pages { memory::HUGE_PAGE } else { LINE_BYTES };
            assert_eq!((first.addr() % align, buckets.count()), (0, count));
            // The last one lies within the memory.
            let last: *const Slot = buckets.of(Key(u64::MAX)).1;
            assert_eq!(last.addr() - first.addr(), count * Buckets::BYTES - size_of::<Slot>());
        }
    }

    #[test]
    fn too_large_an_allocation_is_refused_or_made_smaller() {
        let absurd = usize::MAX / Buckets::BYTES;
        assert!(Buckets::new(absurd).is_none());
        assert!(Buckets::largest(absurd).count() < absurd);
    }
}
