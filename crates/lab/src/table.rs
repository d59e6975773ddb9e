//! The tables of the studies: the engine's entries in buckets of two, with any replacement scheme. A scheme may hold a
//! position twice.

use super::placement::Placement;
use super::scheme::Scheme;
use guohe::tt::{Bucket, Entry, Packed, Record};
use guohe::types::Key;
use std::cell::Cell;

/// A table for one thread.
pub struct Table {
    buckets: Vec<Cell<Bucket>>,
    age: Cell<u8>,
    scheme: Scheme,
    evictions: Cell<u64>,
}

impl Table {
    /// `buckets` of the engine's own scheme.
    pub fn with_buckets(buckets: usize) -> Self {
        Self::with_scheme(buckets, Scheme::TwoLevel)
    }

    /// `buckets`, rounded down to a power of two, in which `scheme` says who gives way to whom.
    pub fn with_scheme(buckets: usize, scheme: Scheme) -> Self {
        let buckets = 1 << buckets.max(1).ilog2();
        Self { buckets: vec![Cell::default(); buckets], age: Cell::new(0), scheme, evictions: Cell::new(0) }
    }

    /// Positions that stores have pushed out since the last call: type II collisions that cost an entry.
    pub fn take_evictions(&self) -> u64 {
        self.evictions.take()
    }

    /// Number of buckets, a power of two.
    pub fn buckets(&self) -> usize {
        self.buckets.len()
    }

    /// The bucket that the position of `key` belongs to.
    pub fn index(&self, key: Key) -> usize {
        key.0 as usize & (self.buckets.len() - 1)
    }

    /// Forgets everything, the age included.
    pub fn clear(&mut self) {
        self.age.set(0);
        self.buckets.fill(Cell::default());
    }

    /// Forgets the bucket that the position of `key` belongs to.
    pub fn forget(&self, key: Key) {
        self.buckets[self.index(key)].set(Bucket::default());
    }

    /// A new search begins: what is in the table grows older.
    pub fn new_search(&self) {
        self.age.set((self.age.get() + 1) % Entry::AGES);
    }

    /// The entries for a position that stands `ply` plies from the root, by level.
    pub fn probe(&self, key: Key, ply: usize) -> [Option<Entry>; 2] {
        self.buckets[self.index(key)].get().map(|record| {
            let entry = record.packed.unpack();
            record.is_of(key).then_some(Entry { score: entry.score.from_table(ply), ..entry })
        })
    }

    /// Stores a position that stands `ply` plies from the root, as far as the scheme lets it, and says where it went. A
    /// move or static evaluation that `entry` lacks is taken over from an older entry for the same position.
    pub fn store(&self, key: Key, ply: usize, entry: Entry) -> Placement {
        let age = self.age.get();
        let place = &self.buckets[self.index(key)];
        let bucket = place.get();
        let mut packed = Packed::new(&Entry { score: entry.score.to_table(ply), age, ..entry });
        for held in bucket.iter().filter(|held| held.is_of(key)) {
            packed = packed.inherit(held.packed);
        }
        let newcomer = Record { key, packed };
        let placement = self.scheme.place(&bucket, &newcomer, age);
        let after = placement.apply(bucket, newcomer);
        place.set(after);
        self.evictions.set(self.evictions.get() + lost(&bucket, &after));
        placement
    }
}

/// Positions of a bucket that it does not hold afterwards. A position that lies in both entries is lost once.
fn lost(before: &Bucket, after: &Bucket) -> u64 {
    let [first, second] = before;
    let is_lost = |held: &Record| !held.packed.is_empty() && after.iter().all(|kept| !kept.is_of(held.key));
    let is_twin = !second.packed.is_empty() && first.is_of(second.key);
    u64::from(is_lost(first)) + u64::from(is_lost(second) && !is_twin)
}

#[cfg(test)]
mod tests {
    use super::*;
    use guohe::tt;
    use guohe::types::{Score, SplitMix64};

    fn entry(score: i32, depth: i8) -> Entry {
        Entry {
            score: Score::new(score),
            depth,
            bound: Some(tt::Bound::Exact),
            ..Entry::of_move("h2e2".parse().unwrap())
        }
    }

    #[test]
    fn thompson_hands_out_two_entries() {
        let table = Table::with_scheme(1, Scheme::Thompson);
        table.store(Key(1), 0, entry(7, 5));
        table.store(Key(1), 0, entry(8, 2));
        assert_eq!(table.probe(Key(1), 0).map(|entry| entry.map(|entry| entry.depth)), [Some(5), Some(2)]);
        table.forget(Key(1));
        assert_eq!(table.probe(Key(1), 0), [None, None]);
    }

    #[test]
    fn evictions_are_counted_once() {
        let table = Table::with_buckets(1);
        table.store(Key(2), 0, entry(1, 5));
        table.store(Key(4), 0, entry(1, 5));
        assert_eq!(table.take_evictions(), 0);
        table.store(Key(6), 0, entry(1, 5));
        assert_eq!(table.take_evictions(), 1);
        // Thompson's pair holds the position twice and loses it once; the newcomer's own entry is no loss.
        let table = Table::with_scheme(1, Scheme::Thompson);
        for (key, evictions) in [(2, 0), (4, 1), (4, 0)] {
            table.store(Key(key), 0, entry(1, 5));
            assert_eq!(table.take_evictions(), evictions, "{key}");
        }
    }

    #[test]
    fn by_the_engines_scheme_it_answers_as_the_engines_table() {
        let (ours, theirs) = (Table::with_buckets(16), tt::Table::with_buckets(16));
        let mut stream = SplitMix64::new(1);
        for round in 0..5_000 {
            let (key, depth, ply) =
                (Key(stream.draw() % 97 + 1), (stream.draw() % 20) as i8, (stream.draw() % 9) as usize);
            if round % 500 == 0 {
                ours.new_search();
                theirs.new_search();
            }
            let [first, second] = ours.probe(key, ply);
            assert_eq!(first.or(second), theirs.probe(key, ply));
            let entry = entry((stream.draw() % 100) as i32 + 1, depth);
            ours.store(key, ply, entry);
            theirs.store(key, ply, entry);
        }
    }
}
