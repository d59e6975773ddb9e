//! Who gives way to whom when a bucket is full: each policy is a pure function of (bucket, newcomer, age). Touches no
//! memory.
//!
//! The schemes are those that the literature on xiangqi programs compares: always replace and depth-preferred
//! (B. Moreland, "Transposition table"), Ken Thompson's pair of tables, and the two-level table of Jiao Shangbin and
//! Liu Ding (Computer Engineering and Applications 2010, 46(6)). The playing table calls [`TwoLevel`] directly; another
//! policy is called through its table.

use super::slot::Entry;
use super::slot::Record;

/// The two entries of a bucket, level 1 first.
pub type Bucket = [Record; 2];

/// What to do with the newcomer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Placement {
    /// It is dropped.
    Dropped,
    /// It takes the first entry.
    First,
    /// It takes the second entry.
    Second,
    /// It takes the first entry, whose old content moves to the second.
    StepDown,
    /// It takes both entries.
    Both,
}

impl Placement {
    /// The bucket afterwards.
    pub fn apply<T: Copy>(self, bucket: [T; 2], newcomer: T) -> [T; 2] {
        match self {
            Self::Dropped => bucket,
            Self::First => [newcomer, bucket[1]],
            Self::Second => [bucket[0], newcomer],
            Self::StepDown => [newcomer, bucket[0]],
            Self::Both => [newcomer, newcomer],
        }
    }
}

/// A replacement scheme.
pub trait Policy: Sync {
    /// The name that experiments print.
    fn name(&self) -> &'static str;

    /// Where `newcomer`, stored in the search numbered `age`, goes.
    fn place(&self, bucket: &Bucket, newcomer: &Record, age: u8) -> Placement;
}

/// The single entry that belongs to the newcomer in a directly mapped table. The bit is the highest of the key, which
/// no bucket index reaches.
#[inline]
fn own_entry(newcomer: &Record) -> (usize, Placement) {
    if newcomer.key.0 >> 63 == 0 { (0, Placement::First) } else { (1, Placement::Second) }
}

/// The newest wins.
pub struct Always;

impl Policy for Always {
    fn name(&self) -> &'static str {
        "always"
    }

    #[inline]
    fn place(&self, _: &Bucket, newcomer: &Record, _: u8) -> Placement {
        own_entry(newcomer).1
    }
}

/// The newcomer wins when it is at least as deep. No ageing.
pub struct DepthPreferred;

impl Policy for DepthPreferred {
    fn name(&self) -> &'static str {
        "depth"
    }

    #[inline]
    fn place(&self, bucket: &Bucket, newcomer: &Record, _: u8) -> Placement {
        let (index, placement) = own_entry(newcomer);
        let held = bucket[index].packed;
        if held.is_empty() || newcomer.packed.depth() >= held.depth() { placement } else { Placement::Dropped }
    }
}

/// The newcomer wins only when it is deeper: the 2010 paper's wording of depth priority. No ageing.
pub struct DepthStrict;

impl Policy for DepthStrict {
    fn name(&self) -> &'static str {
        "depth-strict"
    }

    #[inline]
    fn place(&self, bucket: &Bucket, newcomer: &Record, _: u8) -> Placement {
        let (index, placement) = own_entry(newcomer);
        let held = bucket[index].packed;
        if held.is_empty() || newcomer.packed.depth() > held.depth() { placement } else { Placement::Dropped }
    }
}

/// Ken Thompson's pair: two tables side by side that do not know of each other, the first depth-preferred, the second
/// always replaced. A deep newcomer is written to both. No ageing.
pub struct Thompson;

impl Policy for Thompson {
    fn name(&self) -> &'static str {
        "thompson"
    }

    #[inline]
    fn place(&self, bucket: &Bucket, newcomer: &Record, _: u8) -> Placement {
        let held = bucket[0].packed;
        if held.is_empty() || newcomer.packed.depth() >= held.depth() { Placement::Both } else { Placement::Second }
    }
}

/// The playing table: two levels, of which the first prefers depth and hands what it gives up to the second, which is
/// always replaced.
///
/// Beyond the paper it ages (a search later costs an entry four plies), and it knows a position that is already
/// present: that one is replaced where it lies, unless it is of this search, more than three plies deeper, and the
/// newcomer is only a bound.
pub struct TwoLevel;

/// Plies that an entry is worth less for each search since it was stored.
const DEPTH_PER_AGE: i32 = 4;

/// An entry this many plies deeper than a mere bound for the same position is not given up for it.
const MUCH_DEEPER: i32 = 3;

impl TwoLevel {
    /// The newcomer is entitled to level 1 when `held` lies there.
    #[inline]
    fn earns_level_one(held: &Record, newcomer: &Record, age: u8) -> bool {
        let searches_ago = i32::from(age.wrapping_sub(held.packed.age()) % Entry::AGES);
        held.packed.depth() - DEPTH_PER_AGE * searches_ago <= newcomer.packed.depth()
    }

    /// What is known of the same position is worth more than the newcomer.
    #[inline]
    fn is_better_known(held: &Record, newcomer: &Record, age: u8) -> bool {
        held.packed.age() == age
            && held.packed.depth() > newcomer.packed.depth() + MUCH_DEEPER
            && !newcomer.packed.is_exact()
    }
}

impl Policy for TwoLevel {
    fn name(&self) -> &'static str {
        "two-level"
    }

    #[inline]
    fn place(&self, bucket: &Bucket, newcomer: &Record, age: u8) -> Placement {
        let [first, second] = bucket;
        if first.packed.is_empty() {
            return Placement::First;
        }
        if first.key == newcomer.key {
            return if Self::is_better_known(first, newcomer, age) { Placement::Dropped } else { Placement::First };
        }
        if second.is_of(newcomer.key) && Self::is_better_known(second, newcomer, age) {
            return Placement::Dropped;
        }
        // A position that was in level 2 and earns level 1 changes places with what lies there: that is a step down
        // as well, onto its own old entry.
        if Self::earns_level_one(first, newcomer, age) { Placement::StepDown } else { Placement::Second }
    }
}

#[cfg(test)]
mod tests {
    use super::super::slot::Bound;
    use super::super::slot::Packed;
    use super::*;
    use crate::types::Key;
    use crate::types::Score;
    use Placement::*;

    /// An entry as the tables of cases below write it: key, depth, age, exact.
    #[derive(Clone, Copy)]
    struct E(u64, i8, u8, bool);

    const NONE: Option<E> = None;
    const AGE: u8 = 7;
    /// The bit that directly mapped policies look at.
    const HIGH: u64 = 1 << 63;

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

    /// Level 1, level 2, the newcomer, what must come of it.
    type Case = (Option<E>, Option<E>, Option<E>, Placement);

    fn check(policy: &dyn Policy, cases: &[Case]) {
        for (number, &(first, second, newcomer, expected)) in cases.iter().enumerate() {
            let placement = policy.place(&[record(first), record(second)], &record(newcomer), AGE);
            assert_eq!(placement, expected, "{} case {number}", policy.name());
        }
    }

    #[test]
    fn always_replaces_its_own_entry() {
        check(
            &Always,
            &[
                (NONE, NONE, at(1, 0), First),
                (NONE, NONE, at(HIGH | 1, 0), Second),
                (at(2, 9), at(HIGH | 2, 9), at(1, 0), First),
                (at(2, 9), at(HIGH | 2, 9), at(HIGH | 1, 0), Second),
            ],
        );
    }

    #[test]
    fn depth_preferred_keeps_the_deeper() {
        check(
            &DepthPreferred,
            &[
                (NONE, NONE, at(1, -9), First),
                (NONE, NONE, at(HIGH | 1, -9), Second),
                (at(2, 5), NONE, at(1, 5), First),
                (at(2, 5), NONE, at(1, 4), Dropped),
                (at(2, 5), NONE, at(HIGH | 1, 4), Second),
                (NONE, at(HIGH | 2, 5), at(HIGH | 1, 4), Dropped),
                // Nor does it look at the age or at whose entry it is.
                (aged(2, 5, 0), NONE, at(1, 4), Dropped),
                (at(1, 5), NONE, at(1, 4), Dropped),
            ],
        );
    }

    #[test]
    fn depth_strict_keeps_the_equal_too() {
        check(
            &DepthStrict,
            &[
                (NONE, NONE, at(1, -9), First),
                (at(2, 5), NONE, at(1, 6), First),
                (at(2, 5), NONE, at(1, 5), Dropped),
                (at(2, 5), NONE, at(1, 4), Dropped),
            ],
        );
    }

    #[test]
    fn thompson_is_two_independent_tables() {
        check(
            &Thompson,
            &[
                (NONE, NONE, at(1, 0), Both),
                (at(2, 5), at(3, 9), at(1, 5), Both),
                (at(2, 5), at(3, 9), at(1, 4), Second),
                (at(1, 5), at(1, 5), at(1, 4), Second),
            ],
        );
    }

    #[test]
    fn two_level_steps_down() {
        check(
            &TwoLevel,
            &[
                // Level 1 empty, not deeper, deeper.
                (NONE, NONE, at(1, 0), First),
                (at(2, 5), NONE, at(1, 6), StepDown),
                (at(2, 5), at(3, 9), at(1, 5), StepDown),
                (at(2, 5), NONE, at(1, 4), Second),
                (at(2, 5), at(3, 9), at(1, 4), Second),
                // Each search since costs four plies.
                (aged(2, 9, AGE - 1), NONE, at(1, 5), StepDown),
                (aged(2, 9, AGE - 1), NONE, at(1, 4), Second),
                (aged(2, 9, AGE - 2), NONE, at(1, 1), StepDown),
                (aged(2, 127, 31), NONE, at(1, 95), StepDown),
                (aged(2, 127, 31), NONE, at(1, 94), Second),
                // The same position in level 1.
                (at(1, 5), at(3, 9), at(1, 6), First),
                (at(1, 5), at(3, 9), at(1, 2), First),
                (at(1, 5), at(3, 9), at(1, 1), Dropped),
                (at(1, 5), at(3, 9), exact(1, 1), First),
                (aged(1, 5, AGE - 1), at(3, 9), at(1, 1), First),
                // The same position in level 2: overwritten there, or it changes places with level 1.
                (at(2, 5), at(1, 3), at(1, 4), Second),
                (at(2, 5), at(1, 3), at(1, 5), StepDown),
                (at(2, 5), at(1, 9), at(1, 5), Dropped),
                (at(2, 5), at(1, 9), exact(1, 5), StepDown),
                (at(2, 9), at(1, 5), at(1, 1), Dropped),
                (at(2, 9), at(1, 5), at(1, 2), Second),
            ],
        );
    }

    #[test]
    fn placements_move_entries() {
        for (placement, expected) in [
            (Dropped, ['a', 'b']),
            (First, ['n', 'b']),
            (Second, ['a', 'n']),
            (StepDown, ['n', 'a']),
            (Both, ['n', 'n']),
        ] {
            assert_eq!(placement.apply(['a', 'b'], 'n'), expected);
        }
    }
}
