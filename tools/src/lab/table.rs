//! The tables of the studies: the engine's entries in buckets of two, with any replacement scheme. A scheme may hold a
//! position twice.

use super::policy::{Placement, Policy};
use super::scheme::TwoLevel;
use guohe::tt::{Bucket, Entry, Packed, Record};
use guohe::types::Key;
use std::cell::Cell;

/// A table for one thread.
pub struct Table {
    buckets: Vec<Cell<Bucket>>,
    age: Cell<u8>,
    policy: &'static dyn Policy,
}

impl Table {
    /// `buckets` of the engine's own scheme.
    pub fn with_buckets(buckets: usize) -> Self {
        Self::with_policy(buckets, &TwoLevel)
    }

    /// `buckets`, rounded down to a power of two, in which `policy` says who gives way to whom.
    pub fn with_policy(buckets: usize, policy: &'static dyn Policy) -> Self {
        let buckets = 1 << buckets.max(1).ilog2();
        Self { buckets: vec![Cell::default(); buckets], age: Cell::new(0), policy }
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

    /// Stores a position that stands `ply` plies from the root, as far as the policy lets it, and says where it went. A
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
        let placement = self.policy.place(&bucket, &newcomer, age);
        place.set(placement.apply(bucket, newcomer));
        placement
    }
}

#[cfg(test)]
mod tests {
    use super::super::scheme::Thompson;
    use super::*;
    use guohe::tt;
    use guohe::types::{KeyStream, Score};

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
        let table = Table::with_policy(1, &Thompson);
        table.store(Key(1), 0, entry(7, 5));
        table.store(Key(1), 0, entry(8, 2));
        assert_eq!(table.probe(Key(1), 0).map(|entry| entry.map(|entry| entry.depth)), [Some(5), Some(2)]);
        table.forget(Key(1));
        assert_eq!(table.probe(Key(1), 0), [None, None]);
    }

    #[test]
    fn by_the_engines_scheme_it_answers_as_the_engines_table() {
        let (ours, theirs) = (Table::with_buckets(16), tt::Table::with_buckets(16));
        let mut stream = KeyStream::new(1);
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
