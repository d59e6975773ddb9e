//! The replacement policy: a pure function of the bucket, the new entry and the age.
//!
//! Two levels: the first is depth-preferred, and an entry that it gives up moves to the second, which is always
//! replaced (Jiao Shangbin and Liu Ding, Computer Engineering and Applications 2010, 46(6)). Beyond the paper, entries
//! age. An entry of the same position is overwritten. Exception: it is from this search, more than three plies deeper,
//! and the new entry is only a bound. `crates/lab` simulates other schemes.

use super::slot::{Entry, Record};

/// The two entries of a bucket, level 1 first.
pub type Bucket = [Record; 2];

/// Where a new entry is stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Placement {
    /// Nowhere: the new entry is dropped.
    Dropped,
    /// In place of the entry in level 1.
    LevelOne,
    /// In place of the entry in level 2.
    LevelTwo,
    /// In place of the entry in level 1, which moves to level 2.
    StepDown,
}

/// Plies subtracted from an entry's depth for each search since it was stored.
const DEPTH_PER_AGE: i32 = 4;

/// An entry of this search is kept if it is more than this many plies deeper than a new bound for the same position.
const MUCH_DEEPER: i32 = 3;

/// Whether the new entry replaces `held` in level 1.
#[inline]
fn replaces_level_one(held: &Record, newcomer: &Record, age: u8) -> bool {
    let searches_ago = i32::from(age.wrapping_sub(held.packed.age()) % Entry::AGES);
    held.packed.depth() - DEPTH_PER_AGE * searches_ago <= newcomer.packed.depth()
}

/// Whether `held`, an entry for the same position, is kept instead of the new one.
#[inline]
fn is_kept(held: &Record, newcomer: &Record, age: u8) -> bool {
    held.packed.age() == age
        && held.packed.depth() > newcomer.packed.depth() + MUCH_DEEPER
        && !newcomer.packed.is_exact()
}

/// Where to store `newcomer` in the search numbered `age`.
#[inline]
pub fn choose_slot(bucket: &Bucket, newcomer: &Record, age: u8) -> Placement {
    let [first, second] = bucket;
    if first.packed.is_empty() {
        return Placement::LevelOne;
    }
    if first.key == newcomer.key {
        return if is_kept(first, newcomer, age) { Placement::Dropped } else { Placement::LevelOne };
    }
    if second.is_of(newcomer.key) && is_kept(second, newcomer, age) {
        return Placement::Dropped;
    }
    // If the old entry of the position is in level 2, the step down overwrites it. So one thread never stores a
    // position twice.
    if replaces_level_one(first, newcomer, age) { Placement::StepDown } else { Placement::LevelTwo }
}

#[cfg(test)]
mod tests {
    use super::super::slot::{Bound, Packed};
    use super::*;
    use crate::types::{Key, Score};
    use Placement::*;

    /// An entry as the tables of cases below write it: key, depth, age, exact.
    #[derive(Clone, Copy)]
    struct E(u64, i8, u8, bool);

    const NONE: Option<E> = None;
    const AGE: u8 = 7;

    const fn at(key: u64, depth: i8) -> Option<E> {
        Some(E(key, depth, AGE, false))
    }

    const fn aged(key: u64, depth: i8, age: u8) -> Option<E> {
        Some(E(key, depth, age, false))
    }

    const fn exact(key: u64, depth: i8) -> Option<E> {
        Some(E(key, depth, AGE, true))
    }

    fn record(case: Option<E>) -> Record {
        case.map_or(Record::default(), |E(key, depth, age, exact)| {
            let bound = Some(if exact { Bound::Exact } else { Bound::Lower });
            let entry = Entry { mv: None, score: Score::new(1), eval: None, depth, bound, pv: false, age };
            Record { key: Key(key), packed: Packed::new(&entry) }
        })
    }

    /// Level 1, level 2, the new entry, the expected placement.
    type Case = (Option<E>, Option<E>, Option<E>, Placement);

    fn check(cases: &[Case]) {
        for (number, &(first, second, newcomer, expected)) in cases.iter().enumerate() {
            let placement = choose_slot(&[record(first), record(second)], &record(newcomer), AGE);
            assert_eq!(placement, expected, "case {number}");
        }
    }

    #[test]
    fn the_two_level_policy() {
        check(&[
            // Level 1 empty, not deeper, deeper.
            (NONE, NONE, at(1, 0), LevelOne),
            (at(2, 5), NONE, at(1, 6), StepDown),
            (at(2, 5), at(3, 9), at(1, 5), StepDown),
            (at(2, 5), NONE, at(1, 4), LevelTwo),
            (at(2, 5), at(3, 9), at(1, 4), LevelTwo),
            // Each search since costs four plies.
            (aged(2, 9, AGE - 1), NONE, at(1, 5), StepDown),
            (aged(2, 9, AGE - 1), NONE, at(1, 4), LevelTwo),
            (aged(2, 9, AGE - 2), NONE, at(1, 1), StepDown),
            (aged(2, 127, 31), NONE, at(1, 95), StepDown),
            (aged(2, 127, 31), NONE, at(1, 94), LevelTwo),
            // The same position in level 1.
            (at(1, 5), at(3, 9), at(1, 6), LevelOne),
            (at(1, 5), at(3, 9), at(1, 2), LevelOne),
            (at(1, 5), at(3, 9), at(1, 1), Dropped),
            (at(1, 5), at(3, 9), exact(1, 1), LevelOne),
            (aged(1, 5, AGE - 1), at(3, 9), at(1, 1), LevelOne),
            // The same position in level 2: overwritten there, or it changes places with level 1.
            (at(2, 5), at(1, 3), at(1, 4), LevelTwo),
            (at(2, 5), at(1, 3), at(1, 5), StepDown),
            (at(2, 5), at(1, 9), at(1, 5), Dropped),
            (at(2, 5), at(1, 9), exact(1, 5), StepDown),
            (at(2, 9), at(1, 5), at(1, 1), Dropped),
            (at(2, 9), at(1, 5), at(1, 2), LevelTwo),
        ]);
    }
}
