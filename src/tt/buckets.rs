//! The memory of the table: buckets of two slots (32 bytes), two of which share a line of the processor's cache. Their
//! number is a power of two, and the low bits of the key are the index. Knows nothing of what the slots hold.

use super::slot::Slot;
use crate::memory;
use crate::types::Key;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::thread::{self, ScopedJoinHandle};
use std::{fmt, io};
use zerocopy::FromZeros;

/// The table's name in the log.
const NAME: &str = "transposition table";

/// Bytes of a cache line, to which the buckets are aligned.
const LINE_BYTES: usize = 64;

/// Extra slots for alignment: the allocator aligns to one slot.
const SPARE_SLOTS: usize = LINE_BYTES / size_of::<Slot>() - 1;

/// Memory up to this size is cleared by writing zeroes; more is cheaper to allocate anew.
const CLEAR_IN_PLACE_BYTES: usize = 8 << 20;

/// Bytes of the smallest pages that systems have.
const PAGE_BYTES: usize = 4 << 10;

/// Memory left for the rest of the program: the stack and histories of another thread.
///
/// None in WebAssembly, whose memory never shrinks: a trial allocation would keep it.
const SPARE_BYTES: usize = if cfg!(target_family = "wasm") { 0 } else { 48 << 20 };

/// Slots sampled for `hashfull`.
const SAMPLE: usize = 1000;

/// Memory of this size could not be had.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OutOfMemory {
    /// The buckets that were asked for.
    count: usize,
}

impl fmt::Display for OutOfMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no memory for a table of {} buckets of {} bytes", self.count, Buckets::BYTES)
    }
}

impl std::error::Error for OutOfMemory {}

/// The buckets, all empty at first.
pub struct Buckets {
    /// All slots in a row, from `start` on.
    slots: Vec<Slot>,
    /// Slots skipped so that the first bucket begins a cache line.
    start: usize,
    /// Their number, less one.
    mask: usize,
    /// All of the memory has been brought in.
    is_prefaulted: AtomicBool,
}

impl Buckets {
    /// Bytes of one bucket.
    pub const BYTES: usize = 2 * size_of::<Slot>();

    /// `count` buckets, rounded down to a power of two, at least one.
    ///
    /// # Errors
    /// When that much memory cannot be had.
    pub fn new(count: usize) -> Result<Self, OutOfMemory> {
        let count = 1 << count.max(1).ilog2();
        let (slots, start) = allocate(count).ok_or(OutOfMemory { count })?;
        Ok(Self { slots, start, mask: count - 1, is_prefaulted: AtomicBool::new(false) })
    }

    /// `count` buckets, or the largest half, quarter ... for which there is memory, and some left for all else.
    ///
    /// # Panics
    /// When there is not even memory for one.
    pub fn largest(mut count: usize) -> Self {
        while count > 1 {
            match Self::new(count) {
                Ok(buckets) if memory::is_left(SPARE_BYTES) => return buckets,
                Ok(_) | Err(_) => count /= 2,
            }
        }
        Self::new(1).unwrap_or_else(|error| panic!("{error}"))
    }

    /// How many there are.
    #[inline]
    pub fn count(&self) -> usize {
        self.mask + 1
    }

    /// Which bucket the position of `key` belongs to.
    #[inline]
    fn index(&self, key: Key) -> usize {
        key.0 as usize & self.mask
    }

    /// That bucket's slots.
    #[inline]
    pub fn of(&self, key: Key) -> (&Slot, &Slot) {
        let first = self.start + 2 * self.index(key);
        (&self.slots[first], &self.slots[first + 1])
    }

    /// The slots sampled for `hashfull`.
    pub fn sample(&self) -> &[Slot] {
        &self.slots[self.start..][..SAMPLE.min(2 * self.count())]
    }

    /// Empties all. If the memory cannot be allocated again, there are fewer afterwards.
    pub fn clear(&mut self) {
        if self.slots.len() * size_of::<Slot>() <= CLEAR_IN_PLACE_BYTES {
            for [check, data] in &mut self.slots {
                (*check.get_mut(), *data.get_mut()) = (0, 0);
            }
            return;
        }
        // The old memory goes first, so that the two never exist side by side.
        self.slots = Vec::new();
        *self = Self::largest(self.count());
    }

    /// Prefaults the memory: has the system bring it in, page by page, on `threads` threads and only while `is_wanted`.
    /// What the slots hold stays.
    pub fn prefault(&self, threads: usize, is_wanted: impl Fn() -> bool + Sync) {
        let part = self.slots.len().div_ceil(threads.max(1));
        let is_wanted = &is_wanted;
        let is_complete = thread::scope(|scope| {
            let touch_all = |slots| move || touch(slots, is_wanted);
            let spawn = |slots| (slots, thread::Builder::new().spawn_scoped(scope, touch_all(slots)));
            let threads: Vec<_> = self.slots.chunks(part).map(spawn).collect();
            let is_touched = |(slots, thread): (_, io::Result<ScopedJoinHandle<_>>)| match thread {
                Ok(thread) => thread.join().unwrap_or(false),
                // The system gives no thread.
                Err(_) => touch(slots, is_wanted),
            };
            threads.into_iter().map(is_touched).fold(true, |all, one| all & one)
        });
        self.is_prefaulted.store(is_complete, Relaxed);
    }

    /// Whether [`Buckets::prefault`] has brought all the memory in.
    pub fn is_prefaulted(&self) -> bool {
        self.is_prefaulted.load(Relaxed)
    }
}

/// Has the system bring the memory of `slots` in. Returns whether it was wanted to the end.
fn touch(slots: &[Slot], is_wanted: impl Fn() -> bool) -> bool {
    for page in slots.chunks(PAGE_BYTES / size_of::<Slot>()) {
        if !is_wanted() {
            return false;
        }
        // The first write to a page faults it in. This write changes nothing: zero is replaced by zero.
        let _ = page[0][0].compare_exchange(0, 0, Relaxed, Relaxed);
    }
    true
}

/// Zeroed slots for `count` buckets, and how many to skip to reach the start of a cache line.
///
/// A type aligned to 64 bytes would say the same, but the system allocator zeroes such memory by hand, and a table
/// of many gigabytes would take seconds and all its memory before the first move.
fn allocate(count: usize) -> Option<(Vec<Slot>, usize)> {
    let length = count.checked_mul(2)?.checked_add(SPARE_SLOTS)?;
    let slots = Slot::new_vec_zeroed(length).ok()?;
    memory::prefer_huge_pages(&slots, NAME);
    let past = slots.as_ptr().addr() % LINE_BYTES;
    // If the allocator aligns to less than a slot, the buckets stay unaligned.
    let start =
        if past.is_multiple_of(size_of::<Slot>()) && past > 0 { (LINE_BYTES - past) / size_of::<Slot>() } else { 0 };
    Some((slots, start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_begin_cache_lines() {
        for count in [2, 1 << 10, 1 << 16, 1 << 20] {
            let buckets = Buckets::new(count).unwrap();
            let first: *const Slot = buckets.of(Key(0)).0;
            assert_eq!((first.addr() % LINE_BYTES, buckets.count()), (0, count));
        }
    }

    #[test]
    fn memory_that_cannot_be_had_is_refused_or_made_smaller() {
        let absurd = usize::MAX / Buckets::BYTES;
        assert!(Buckets::new(absurd).is_err());
        assert!(Buckets::largest(absurd).count() < absurd);
    }

    /// That memory is resident afterwards is tested with a whole engine, in `tests/ucci/thinking.rs`.
    #[test]
    fn prefaulting_is_noted_once_it_is_complete() {
        let buckets = Buckets::new((32 << 20) / Buckets::BYTES).unwrap();
        buckets.prefault(2, || false);
        assert!(!buckets.is_prefaulted());
        buckets.prefault(2, || true);
        assert!(buckets.is_prefaulted());
    }
}
