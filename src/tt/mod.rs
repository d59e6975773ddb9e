//! The transposition table (TT). The search decides about cutoffs.
//!
//! An entry is two atomic words. A bucket is two entries (two levels): one prefers depth, the other is always replaced,
//! see [`choose_slot`]. `buckets` holds their memory. Threads read and write without locks, see `slot`.
//!
//! Mate scores are stored by their distance from the node and returned by their distance from the root:
//! [`Table::store`] and [`Table::probe`] convert them. A score that depends on the path must be stored without a bound;
//! then only its move, static evaluation and PV flag are used.

mod buckets;
mod prefetch;
mod replacement;
mod slot;

use crate::types::Key;
use buckets::Buckets;
pub use replacement::{Bucket, Placement, choose_slot};
use slot::Slot;
pub use slot::{Bound, Entry, Packed, Record};
use std::fmt;
use std::sync::atomic::AtomicU8;
use std::sync::atomic::Ordering::Relaxed;

/// The table. Shared by reference between the threads of a search.
pub struct Table {
    buckets: Buckets,
    age: AtomicU8,
}

impl Table {
    /// A table of at most `megabytes` (of 2^20 bytes) and at least one; the number of buckets is rounded down to a
    /// power of two. If the allocation fails, half, a quarter, ... of it: see [`Table::megabytes`].
    ///
    /// The system zeroes the memory lazily: a large table is allocated at once and takes memory as it fills, or all of
    /// it at the first [`Table::clear`].
    pub fn new(megabytes: usize) -> Self {
        Self::with_buckets(megabytes.max(1).saturating_mul(1 << 20) / Buckets::BYTES)
    }

    /// A table of `buckets`, rounded down to a power of two, at least one; smaller if the allocation fails.
    pub fn with_buckets(buckets: usize) -> Self {
        Self { buckets: Buckets::largest(buckets), age: AtomicU8::new(0) }
    }

    /// Number of buckets, a power of two.
    pub fn buckets(&self) -> usize {
        self.buckets.count()
    }

    /// The size in megabytes, rounded down.
    pub fn megabytes(&self) -> usize {
        (self.buckets() * Buckets::BYTES) >> 20
    }

    /// Empties the table in place. This touches all of its memory, so that the next search has no page faults.
    pub fn clear(&self) {
        self.buckets.clear();
        self.age.store(0, Relaxed);
    }

    /// Starts a new search, which ages all entries.
    pub fn new_search(&self) {
        self.age.store((self.age() + 1) % Entry::AGES, Relaxed);
    }

    /// Number of the current search, modulo [`Entry::AGES`].
    #[inline]
    pub fn age(&self) -> u8 {
        self.age.load(Relaxed)
    }

    /// Looks up a position `ply` plies from the root. Two threads that store a position at the same time may leave it
    /// in both slots; then the entry of level 1 is returned.
    #[inline]
    pub fn probe(&self, key: Key, ply: usize) -> Option<Entry> {
        let (first, second) = self.buckets.of(key);
        read(first, key, ply).or_else(|| read(second, key, ply))
    }

    /// Stores an entry for a position `ply` plies from the root, unless the replacement policy keeps a better one. A
    /// missing move or static evaluation is taken from an older entry for the same position.
    #[inline]
    pub fn store(&self, key: Key, ply: usize, entry: Entry) {
        let age = self.age();
        let slots = self.buckets.of(key);
        let bucket = [slot::load(slots.0), slot::load(slots.1)];
        let mut packed = Packed::new(&Entry { score: entry.score.to_table(ply), age, ..entry });
        for held in &bucket {
            if held.is_of(key) {
                packed = packed.inherit(held.packed);
            }
        }
        let newcomer = Record { key, packed };
        match choose_slot(&bucket, &newcomer, age) {
            Placement::Dropped => {}
            Placement::LevelOne => slot::save(slots.0, newcomer),
            Placement::LevelTwo => slot::save(slots.1, newcomer),
            Placement::StepDown => {
                slot::save(slots.1, bucket[0]);
                slot::save(slots.0, newcomer);
            }
        }
    }

    /// Starts fetching the bucket of `key`, for a probe that follows soon.
    #[inline]
    pub fn prefetch(&self, key: Key) {
        prefetch::prefetch(self.buckets.of(key).0);
    }

    /// Share of entries of the current search in thousandths, from a sample at the beginning of the table.
    pub fn hashfull(&self) -> u32 {
        let age = self.age();
        let sample = self.buckets.sample();
        let is_of_this_search = |slot: &&Slot| {
            let packed = slot::load(slot).packed;
            !packed.is_empty() && packed.age() == age
        };
        (sample.iter().filter(is_of_this_search).count() * 1000 / sample.len()) as u32
    }
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Table({} buckets)", self.buckets())
    }
}

#[inline]
fn read(slot: &Slot, key: Key, ply: usize) -> Option<Entry> {
    let record = slot::load(slot);
    if !record.is_of(key) {
        return None;
    }
    let entry = record.packed.unpack();
    Some(Entry { score: entry.score.from_table(ply), ..entry })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Score;

    fn entry(score: Score, depth: i8) -> Entry {
        Entry { mv: None, score, eval: None, depth, bound: Some(Bound::Exact), pv: false, age: 0 }
    }

    #[test]
    fn sizes_are_rounded_down() {
        for (megabytes, expected) in [(0, 1), (1, 1), (3, 2), (16, 16), (100, 64)] {
            let table = Table::new(megabytes);
            assert_eq!(table.megabytes(), expected);
            assert!(table.buckets().is_power_of_two());
        }
        assert_eq!(Table::with_buckets(1000).buckets(), 512);
        assert_eq!(Table::with_buckets(0).buckets(), 1);
    }

    #[test]
    fn a_gigabyte_can_be_allocated() {
        // tests/e2e/engine/latency.py measures the time that this takes.
        let table = Table::new(1024);
        assert_eq!(table.probe(Key(u64::MAX), 0), None);
        table.store(Key(u64::MAX), 0, entry(Score::new(5), 3));
        assert!(table.probe(Key(u64::MAX), 0).is_some());
        assert_eq!(table.megabytes(), 1024);
    }

    #[test]
    fn a_table_for_which_there_is_no_memory_is_smaller() {
        let absurd = usize::MAX >> 20;
        assert!(Table::new(absurd).megabytes() < absurd);
    }

    #[test]
    fn an_empty_table_misses_key_zero_too() {
        let table = Table::with_buckets(4);
        assert_eq!(table.probe(Key(0), 0), None);
        assert_eq!(table.hashfull(), 0);
    }

    #[test]
    fn a_cleared_table_is_as_a_new_one() {
        let table = Table::with_buckets(4);
        table.new_search();
        for key in 1..=8 {
            table.store(Key(key), 0, entry(Score::new(7), 3));
        }
        table.clear();
        assert!((1..=8).all(|key| table.probe(Key(key), 0).is_none()));
        assert_eq!((table.hashfull(), table.age()), (0, 0));
    }

    #[test]
    fn mate_distance_is_kept_from_the_node() {
        let table = Table::with_buckets(4);
        // Stored at ply 4 with a mate at ply 7, probed at ply 2: mate at ply 5.
        table.store(Key(1), 4, entry(Score::mate_in(7), 3));
        assert_eq!(table.probe(Key(1), 2).unwrap().score, Score::mate_in(5));
        table.store(Key(1), 4, entry(Score::mated_in(8), 3));
        assert_eq!(table.probe(Key(1), 0).unwrap().score, Score::mated_in(4));
    }

    #[test]
    fn a_missing_move_is_inherited() {
        let table = Table::with_buckets(4);
        let mv = "b0c2".parse().ok();
        let known = Entry { mv, eval: Some(Score::new(33)), ..entry(Score::new(12), 3) };
        table.store(Key(1), 0, known);
        table.store(Key(1), 0, entry(Score::new(20), 4));
        let found = table.probe(Key(1), 0).unwrap();
        assert_eq!((found.mv, found.eval, found.depth), (mv, known.eval, 4));
        // Another position of the same bucket inherits nothing.
        table.store(Key(5), 0, entry(Score::new(20), 4));
        assert_eq!(table.probe(Key(5), 0).unwrap().mv, None);
    }

    #[test]
    fn both_levels_are_found() {
        let table = Table::with_buckets(1);
        for (key, depth) in [(1, 3), (2, 5), (3, 1)] {
            table.store(Key(key), 0, entry(Score::new(7), depth));
        }
        // 2 pushed 1 down; 3 then took level 2.
        assert_eq!(table.probe(Key(1), 0), None);
        assert_eq!(table.probe(Key(2), 0).unwrap().depth, 5);
        assert_eq!(table.probe(Key(3), 0).unwrap().depth, 1);
        assert_eq!(table.hashfull(), 1000);
        table.new_search();
        assert_eq!(table.hashfull(), 0);
    }

    #[test]
    fn ages_wrap() {
        let table = Table::with_buckets(1);
        for _ in 0..Entry::AGES {
            table.new_search();
        }
        assert_eq!(table.age(), 0);
    }

    #[test]
    fn threads_share_it_without_false_hits() {
        let table = Table::with_buckets(2);
        std::thread::scope(|scope| {
            for thread in 0..4_u64 {
                let table = &table;
                scope.spawn(move || {
                    for round in 0..50_000_u64 {
                        // Score and depth are functions of the key, so a mixed-up entry shows.
                        let number = (round * 7 + thread) % 61 + 1;
                        let key = Key(number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
                        if let Some(found) = table.probe(key, 0) {
                            assert_eq!(found.score.get(), number as i32);
                            assert_eq!(i64::from(found.depth), number as i64);
                        }
                        table.store(key, 0, entry(Score::new(number as i32), number as i8));
                    }
                });
            }
        });
    }
}
