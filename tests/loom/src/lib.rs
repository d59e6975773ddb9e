//! Threads that read and write one slot of the transposition table at the same time, in every order with at most
//! three preemptions that the memory model allows.
#![cfg(test)]
#![allow(dead_code)]

use guohe::types;
use loom::sync::Arc;
use loom::sync::atomic::AtomicU64;
use loom::thread;
use slot::Entry;
use slot::Packed;
use slot::Record;
use slot::load;
use slot::save;
use types::Key;
use types::Move;

mod slot {
    include!(concat!(env!("OUT_DIR"), "/slot.rs"));

    impl Packed {
        pub fn bits(self) -> u64 {
            self.0
        }

        pub fn from_bits(bits: u64) -> Self {
            Self(bits)
        }
    }
}

fn record(key: u64, mv: &str) -> Record {
    let mv: Move = mv.parse().expect("a move");
    Record { key: Key(key), packed: Packed::new(&Entry::of_move(mv)) }
}

/// The functions that write and read a slot.
type Access = (fn(&[AtomicU64; 2], Record), fn(&[AtomicU64; 2]) -> Record);

/// Runs `writers` and a reader. An entry read for a position must be one that was stored for it.
fn what_is_read_was_stored((save, load): Access, writers: &'static [(u64, &'static str)]) {
    let mut model = loom::model::Builder::new();
    // At most three preemptions in each order of the three threads: more would take hours.
    model.preemption_bound = Some(3);
    model.check(move || {
        let slot = Arc::new([AtomicU64::new(0), AtomicU64::new(0)]);
        let threads: Vec<_> = writers
            .iter()
            .map(|&(key, mv)| {
                let slot = slot.clone();
                thread::spawn(move || save(&slot, record(key, mv)))
            })
            .collect();
        let read = load(&slot);
        let is_stored = |&(key, mv): &(u64, &str)| record(key, mv) == read;
        let is_found = |&(key, _): &(u64, &str)| read.is_of(Key(key));
        assert!(!writers.iter().any(is_found) || writers.iter().any(is_stored), "{read:?}");
        threads.into_iter().for_each(|thread| thread.join().expect("no writer panics"));
    });
}

const SLOT: Access = (save, load);

const ONE: u64 = 0x9e37_79b9_7f4a_7c15;
const OTHER: u64 = 0x1234_5678_9abc_def0;

#[test]
fn one_writer() {
    what_is_read_was_stored(SLOT, &[(ONE, "h2e2")]);
}

#[test]
fn two_positions_meet_in_a_slot() {
    what_is_read_was_stored(SLOT, &[(ONE, "h2e2"), (OTHER, "h9g7")]);
}

#[test]
fn two_threads_store_the_same_position() {
    what_is_read_was_stored(SLOT, &[(ONE, "h2e2"), (ONE, "b0c2")]);
}

/// With the plain key as first word instead of the key XOR the entry, the model must find a torn pair.
#[test]
#[should_panic]
fn a_torn_pair_would_be_seen() {
    use loom::sync::atomic::Ordering::Relaxed;
    fn save(slot: &[AtomicU64; 2], record: Record) {
        let [key, packed] = [record.key.0, record.packed.bits()];
        slot[0].store(key, Relaxed);
        slot[1].store(packed, Relaxed);
    }
    fn load(slot: &[AtomicU64; 2]) -> Record {
        let (key, packed) = (slot[0].load(Relaxed), slot[1].load(Relaxed));
        Record { key: Key(key), packed: Packed::from_bits(packed) }
    }
    what_is_read_was_stored((save, load), &[(ONE, "h2e2"), (OTHER, "h9g7")]);
}
