//! Who gives way to whom in the tables of the studies: each policy is a function of (bucket, newcomer, age).
//!
//! The schemes are those that the literature on xiangqi programs compares: always replace and depth-preferred
//! (B. Moreland, "Transposition table"), Ken Thompson's pair of tables, the two-level table that plays, and others.

use super::mine::Mine;
use super::policy::{Placement, Policy};
use clap::ValueEnum;
use guohe::tt::{self, Bucket, Record};
use guohe::types::Score;
use std::cell::Cell;

/// The newest wins.
pub struct Always;

impl Policy for Always {
    fn name(&self) -> &'static str {
        "always"
    }

    fn place(&self, _: &Bucket, newcomer: &Record, _: u8) -> Placement {
        own(newcomer).1
    }
}

/// The newcomer wins when it is at least as deep. No ageing.
pub struct DepthPreferred;

impl Policy for DepthPreferred {
    fn name(&self) -> &'static str {
        "depth"
    }

    fn place(&self, bucket: &Bucket, newcomer: &Record, _: u8) -> Placement {
        let (index, placement) = own(newcomer);
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

    fn place(&self, bucket: &Bucket, newcomer: &Record, _: u8) -> Placement {
        let (index, placement) = own(newcomer);
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

    fn place(&self, bucket: &Bucket, newcomer: &Record, _: u8) -> Placement {
        let held = bucket[0].packed;
        if held.is_empty() || newcomer.packed.depth() >= held.depth() { Placement::Both } else { Placement::Second }
    }
}

/// The playing table's two levels, see [`tt::choose_slot`].
pub struct TwoLevel;

impl Policy for TwoLevel {
    fn name(&self) -> &'static str {
        "two-level"
    }

    fn place(&self, bucket: &Bucket, newcomer: &Record, age: u8) -> Placement {
        tt::choose_slot(bucket, newcomer, age).into()
    }
}

/// A row of the table studies: no table, or a replacement scheme.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, ValueEnum)]
pub enum Scheme {
    #[value(skip)]
    None,
    Always,
    Depth,
    DepthStrict,
    Thompson,
    TwoLevel,
    /// The 2010 paper's own rule without the playing table's additions.
    #[value(name = "two-level-plain")]
    PlainTwoLevel,
    /// The larger subtree stays (Breuker).
    #[value(name = "big1")]
    Big,
    /// Two levels, of which the first keeps the larger subtree (Breuker).
    #[value(name = "two-big1")]
    TwoBig,
    /// What gives way is the shallower, older entry of the bucket.
    #[value(name = "aged-bucket")]
    AgedBucket,
    /// The example in `mine.rs`, to be edited.
    Mine,
}

impl Scheme {
    /// The rows of the table studies, in the paper's order.
    pub const ROWS: [Self; 6] =
        [Self::None, Self::Always, Self::Depth, Self::DepthStrict, Self::Thompson, Self::TwoLevel];

    /// The row's label.
    pub fn name(self) -> &'static str {
        self.policy().map_or("none", Policy::name)
    }

    /// Who gives way to whom; `None` without a table.
    pub fn policy(self) -> Option<&'static dyn Policy> {
        Some(match self {
            Self::None => return None,
            Self::Always => &Always,
            Self::Depth => &DepthPreferred,
            Self::DepthStrict => &DepthStrict,
            Self::Thompson => &Thompson,
            Self::TwoLevel => &TwoLevel,
            Self::PlainTwoLevel => &PlainTwoLevel,
            Self::Big => &Big,
            Self::TwoBig => &TwoBig,
            Self::AgedBucket => &AgedBucket,
            Self::Mine => &Mine,
        })
    }

    /// The same, counting what is pushed out: see [`take_evictions`].
    pub fn counted(self) -> Option<&'static dyn Policy> {
        self.policy()?;
        Some(COUNTED.iter().find(|counted| counted.0 == self).expect("every scheme with a policy is listed"))
    }

    /// Buckets of a table with `indexes` indexes. An index holds one entry for some of the schemes, for which a bucket is
    /// two indexes, and two for the others.
    pub const fn buckets(self, indexes: usize) -> usize {
        match self {
            Self::None => 0,
            Self::Always | Self::Depth | Self::DepthStrict | Self::Big => indexes / 2,
            _ => indexes,
        }
    }

    /// Buckets of a table as large as one of `indexes` single entries.
    pub const fn buckets_at_equal_bytes(self, indexes: usize) -> usize {
        match self {
            Self::None => 0,
            _ => indexes / 2,
        }
    }
}

static COUNTED: [Counted; 10] = [
    Counted(Scheme::Always),
    Counted(Scheme::Depth),
    Counted(Scheme::DepthStrict),
    Counted(Scheme::Thompson),
    Counted(Scheme::TwoLevel),
    Counted(Scheme::PlainTwoLevel),
    Counted(Scheme::Big),
    Counted(Scheme::TwoBig),
    Counted(Scheme::AgedBucket),
    Counted(Scheme::Mine),
];

thread_local! {
    static EVICTIONS: Cell<u64> = const { Cell::new(0) };
}

/// Positions that stores of this thread have pushed out of a table since the last call: type II collisions that cost an
/// entry.
pub fn take_evictions() -> u64 {
    EVICTIONS.take()
}

/// A scheme's policy that counts on the side.
struct Counted(Scheme);

impl Policy for Counted {
    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn place(&self, bucket: &Bucket, newcomer: &Record, age: u8) -> Placement {
        let policy = self.0.policy().expect("only schemes with a policy are counted");
        let placement = policy.place(bucket, newcomer, age);
        let after = placement.apply(*bucket, *newcomer);
        let [first, second] = bucket;
        let is_lost = |held: &Record| !held.packed.is_empty() && after.iter().all(|kept| !kept.is_of(held.key));
        // A position that lies in both entries is lost once.
        let is_twin = !second.packed.is_empty() && first.is_of(second.key);
        let lost = u64::from(is_lost(first)) + u64::from(is_lost(second) && !is_twin);
        EVICTIONS.set(EVICTIONS.get() + lost);
        placement
    }
}

/// The entry of a bucket that belongs to the newcomer in a directly mapped table. The bit is the highest of the key, which
/// no bucket index reaches.
fn own(newcomer: &Record) -> (usize, Placement) {
    if newcomer.key.0 >> 63 == 0 { (0, Placement::First) } else { (1, Placement::Second) }
}

/// The colour of a scheme in all pictures, from its name; `None` when it is no scheme's.
pub fn color_of(name: &str) -> Option<usize> {
    let is_named = |scheme: &Scheme| scheme.name() == name;
    if is_named(&Scheme::None) { Some(0) } else { Some(1 + Scheme::value_variants().iter().position(is_named)?) }
}

/// How [`subtree`] is written into an entry: in steps of a sixteenth of a doubling, so that any count fits.
const STEPS_A_DOUBLING: f64 = 16.0;

/// The number of nodes below an entry, as the plain search leaves it in the field of the static evaluation, which it does
/// not need.
pub fn subtree(nodes: u64) -> Score {
    Score::new(((nodes.max(1) as f64).log2() * STEPS_A_DOUBLING).round() as i32)
}

fn size_of(record: &Record) -> i32 {
    record.packed.unpack().eval.map_or(0, Score::get)
}

/// The two-level table word for word as the 2010 paper describes it: new depth >= depth in level 1: step down;
/// otherwise level 2. It does not look whether the position is there already, and has no age.
struct PlainTwoLevel;

impl Policy for PlainTwoLevel {
    fn name(&self) -> &'static str {
        "two-level-plain"
    }

    fn place(&self, bucket: &Bucket, newcomer: &Record, _: u8) -> Placement {
        let held = bucket[0].packed;
        if held.is_empty() {
            Placement::First
        } else if newcomer.packed.depth() >= held.depth() {
            Placement::StepDown
        } else {
            Placement::Second
        }
    }
}

/// One entry an index, the larger subtree stays (D. Breuker, J. Uiterwijk, J. van den Herik, "Replacement schemes for
/// transposition tables", 1994).
struct Big;

impl Policy for Big {
    fn name(&self) -> &'static str {
        "big1"
    }

    fn place(&self, bucket: &Bucket, newcomer: &Record, _: u8) -> Placement {
        let (index, placement) = own(newcomer);
        let held = &bucket[index];
        if held.packed.is_empty() || size_of(newcomer) >= size_of(held) { placement } else { Placement::Dropped }
    }
}

/// Two levels by the size of the subtree (the same paper, and "Replacement schemes and two-level tables", 1996).
struct TwoBig;

impl Policy for TwoBig {
    fn name(&self) -> &'static str {
        "two-big1"
    }

    fn place(&self, bucket: &Bucket, newcomer: &Record, _: u8) -> Placement {
        if bucket[0].packed.is_empty() {
            Placement::First
        } else if size_of(newcomer) >= size_of(&bucket[0]) {
            Placement::StepDown
        } else {
            Placement::Second
        }
    }
}

/// What today's engines do with the entries of a bucket: the same position is written over unless it is much deeper and
/// the newcomer is only a bound; otherwise the entry that is worth least gives way, depth counting against age.
struct AgedBucket;

/// Plies that an entry is worth less for each search since it was stored.
const DEPTH_PER_AGE: i32 = 8;

/// An entry this many plies deeper than a mere bound for the same position is not given up for it.
const MUCH_DEEPER: i32 = 4;

impl Policy for AgedBucket {
    fn name(&self) -> &'static str {
        "aged-bucket"
    }

    fn place(&self, bucket: &Bucket, newcomer: &Record, age: u8) -> Placement {
        let worth = |held: &Record| {
            let searches_ago = i32::from(age.wrapping_sub(held.packed.age()) % tt::Entry::AGES);
            held.packed.depth() - DEPTH_PER_AGE * searches_ago
        };
        let [first, second] = bucket;
        for (held, placement) in [(first, Placement::First), (second, Placement::Second)] {
            if held.is_of(newcomer.key) {
                let is_kept = !newcomer.packed.is_exact()
                    && held.packed.age() == age
                    && held.packed.depth() >= newcomer.packed.depth() + MUCH_DEEPER;
                return if is_kept { Placement::Dropped } else { placement };
            }
        }
        if first.packed.is_empty() {
            Placement::First
        } else if second.packed.is_empty() || worth(second) <= worth(first) {
            Placement::Second
        } else {
            Placement::First
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Placement::{Both, Dropped, First, Second, StepDown};
    use guohe::tt::{Bound, Entry, Packed};
    use guohe::types::Key;

    /// An entry of `key` with a depth, a subtree and an age.
    fn entry(key: u64, depth: i8, nodes: u64, age: u8) -> Record {
        let bound = Some(Bound::Lower);
        let entry = Entry { mv: None, score: Score::new(1), eval: Some(subtree(nodes)), depth, bound, pv: false, age };
        Record { key: Key(key), packed: Packed::new(&entry) }
    }

    #[test]
    fn every_scheme_is_counted() {
        for scheme in Scheme::value_variants() {
            assert_eq!(scheme.counted().map(Policy::name), scheme.policy().map(Policy::name));
        }
    }

    #[test]
    fn larger_subtrees_stay() {
        let (small, large) = (entry(2, 9, 10, 0), entry(4, 1, 1000, 0));
        assert_eq!(Big.place(&[large, Record::default()], &small, 0), Placement::Dropped);
        assert_eq!(Big.place(&[small, Record::default()], &large, 0), Placement::First);
        assert_eq!(TwoBig.place(&[large, Record::default()], &small, 0), Placement::Second);
        assert_eq!(TwoBig.place(&[small, Record::default()], &large, 0), Placement::StepDown);
        assert!(subtree(1) < subtree(2) && subtree(1_000_000_000).get() < 1000);
    }

    #[test]
    fn old_entries_of_a_bucket_give_way() {
        let (old, deep, new) = (entry(2, 9, 1, 0), entry(4, 5, 1, 1), entry(6, 1, 1, 1));
        assert_eq!(AgedBucket.place(&[old, deep], &new, 1), Placement::First);
        assert_eq!(AgedBucket.place(&[deep, old], &new, 1), Placement::Second);
        assert_eq!(AgedBucket.place(&[old, deep], &new, 0), Placement::Second);
        // The same position: written over, unless it is much deeper.
        assert_eq!(AgedBucket.place(&[old, deep], &entry(4, 2, 1, 1), 1), Placement::Second);
        assert_eq!(AgedBucket.place(&[old, deep], &entry(4, 1, 1, 1), 1), Placement::Dropped);
    }

    #[test]
    fn evictions_are_counted_once() {
        take_evictions();
        let (one, two, new) = (entry(2, 5, 1, 0), entry(4, 5, 1, 0), entry(6, 5, 1, 0));
        let place = |scheme: Scheme, bucket| scheme.counted().expect("it has a policy").place(&bucket, &new, 0);
        place(Scheme::TwoLevel, [Record::default(); 2]);
        place(Scheme::TwoLevel, [one, Record::default()]);
        assert_eq!(take_evictions(), 0);
        place(Scheme::TwoLevel, [one, two]);
        assert_eq!(take_evictions(), 1);
        // Thompson's pair holds the position twice and loses it once; the newcomer's own entry is no loss.
        place(Scheme::Thompson, [one, one]);
        assert_eq!(take_evictions(), 1);
        place(Scheme::Always, [new, Record::default()]);
        assert_eq!(take_evictions(), 0);
    }

    const NONE: Option<Record> = None;
    /// The bit that directly mapped policies look at.
    const HIGH: u64 = 1 << 63;

    fn at(key: u64, depth: i8) -> Option<Record> {
        at_age(key, depth, 7)
    }

    fn at_age(key: u64, depth: i8, age: u8) -> Option<Record> {
        Some(entry(key, depth, 1, age))
    }

    /// Level 1, level 2, the newcomer, what must come of it.
    type Case = (Option<Record>, Option<Record>, Option<Record>, Placement);

    fn check(policy: &dyn Policy, cases: &[Case]) {
        for (number, &(first, second, newcomer, expected)) in cases.iter().enumerate() {
            let [first, second, newcomer] = [first, second, newcomer].map(Option::unwrap_or_default);
            assert_eq!(policy.place(&[first, second], &newcomer, 7), expected, "{} case {number}", policy.name());
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
                (at_age(2, 5, 0), NONE, at(1, 4), Dropped),
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
