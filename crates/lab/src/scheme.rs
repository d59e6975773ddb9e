//! The replacement schemes of the studies: each is a function of (bucket, newcomer, age).
//!
//! The schemes are those that the literature on xiangqi programs compares: always replace and depth-preferred
//! (B. Moreland, "Transposition table"), Ken Thompson's pair of tables, the two-level table that plays, and others.

use super::mine;
use super::placement::Placement;
use clap::ValueEnum;
use guohe::tt::{self, Bucket, Record};
use guohe::types::Score;

/// A row of the table studies: no table, or a replacement scheme.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, ValueEnum)]
pub enum Scheme {
    #[value(skip)]
    None,
    /// The newest wins.
    Always,
    /// The newcomer wins when it is at least as deep. No ageing.
    Depth,
    /// The newcomer wins only when it is deeper: the 2010 paper's wording of depth priority. No ageing.
    DepthStrict,
    /// Ken Thompson's pair: two tables that do not know of each other, the first depth-preferred, the second always
    /// replaced. A deep newcomer is written to both. No ageing.
    Thompson,
    /// The playing table's two levels.
    TwoLevel,
    /// The two-level table word for word as the 2010 paper describes it: new depth >= depth in level 1: step down;
    /// otherwise level 2. It does not look whether the position is there already, and has no age.
    #[value(name = "two-level-plain")]
    PlainTwoLevel,
    /// One entry an index, the larger subtree stays (D. Breuker, J. Uiterwijk, J. van den Herik, "Replacement schemes
    /// for transposition tables", 1994).
    #[value(name = "big1")]
    Big,
    /// Two levels by the size of the subtree (the same paper, and "Replacement schemes and two-level tables", 1996).
    #[value(name = "two-big1")]
    TwoBig,
    /// What today's engines do with the entries of a bucket: the shallower, older one gives way.
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
    pub fn name(self) -> String {
        self.to_possible_value().map_or_else(|| "none".to_owned(), |value| value.get_name().to_owned())
    }

    /// Where `newcomer`, stored in the search numbered `age`, goes.
    pub fn place(self, bucket: &Bucket, newcomer: &Record, age: u8) -> Placement {
        let depth = newcomer.packed.depth();
        let (index, entry) = own(newcomer);
        let (own, first) = (&bucket[index], &bucket[0]);
        let own_if = |wins: bool| if own.packed.is_empty() || wins { entry } else { Placement::Dropped };
        let step_down_if = |wins: bool| match wins {
            _ if first.packed.is_empty() => Placement::First,
            true => Placement::StepDown,
            false => Placement::Second,
        };
        match self {
            Self::None => Placement::Dropped,
            Self::Always => entry,
            Self::Depth => own_if(depth >= own.packed.depth()),
            Self::DepthStrict => own_if(depth > own.packed.depth()),
            Self::Thompson if first.packed.is_empty() || depth >= first.packed.depth() => Placement::Both,
            Self::Thompson => Placement::Second,
            Self::TwoLevel => tt::choose_slot(bucket, newcomer, age).into(),
            Self::PlainTwoLevel => step_down_if(depth >= first.packed.depth()),
            Self::Big => own_if(size_of(newcomer) >= size_of(own)),
            Self::TwoBig => step_down_if(size_of(newcomer) >= size_of(first)),
            Self::AgedBucket => aged_bucket(bucket, newcomer, age),
            Self::Mine => mine::place(bucket, newcomer, age),
        }
    }

    /// Buckets of a table with `indexes` indexes. An index holds one entry for some of the schemes, for which a bucket
    /// is two indexes, and two for the others.
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

/// The entry of a bucket that belongs to the newcomer in a directly mapped table. The bit is the highest of the key,
/// which no bucket index reaches.
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

/// The number of nodes below an entry, as the plain search leaves it in the field of the static evaluation, which it
/// does not need.
pub fn subtree(nodes: u64) -> Score {
    Score::new(((nodes.max(1) as f64).log2() * STEPS_A_DOUBLING).round() as i32)
}

fn size_of(record: &Record) -> i32 {
    record.packed.unpack().eval.map_or(0, Score::get)
}

/// Plies that an entry is worth less for each search since it was stored.
const DEPTH_PER_AGE: i32 = 8;

/// An entry this many plies deeper than a mere bound for the same position is not given up for it.
const MUCH_DEEPER: i32 = 4;

/// The same position is written over unless it is much deeper and the newcomer is only a bound; otherwise the entry
/// that is worth least gives way, depth counting against age.
fn aged_bucket(bucket: &Bucket, newcomer: &Record, age: u8) -> Placement {
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
    fn larger_subtrees_stay() {
        let (small, large) = (entry(2, 9, 10, 0), entry(4, 1, 1000, 0));
        assert_eq!(Scheme::Big.place(&[large, Record::default()], &small, 0), Placement::Dropped);
        assert_eq!(Scheme::Big.place(&[small, Record::default()], &large, 0), Placement::First);
        assert_eq!(Scheme::TwoBig.place(&[large, Record::default()], &small, 0), Placement::Second);
        assert_eq!(Scheme::TwoBig.place(&[small, Record::default()], &large, 0), Placement::StepDown);
        assert!(subtree(1) < subtree(2) && subtree(1_000_000_000).get() < 1000);
    }

    #[test]
    fn old_entries_of_a_bucket_give_way() {
        let (old, deep, new) = (entry(2, 9, 1, 0), entry(4, 5, 1, 1), entry(6, 1, 1, 1));
        assert_eq!(Scheme::AgedBucket.place(&[old, deep], &new, 1), Placement::First);
        assert_eq!(Scheme::AgedBucket.place(&[deep, old], &new, 1), Placement::Second);
        assert_eq!(Scheme::AgedBucket.place(&[old, deep], &new, 0), Placement::Second);
        // The same position: written over, unless it is much deeper.
        assert_eq!(Scheme::AgedBucket.place(&[old, deep], &entry(4, 2, 1, 1), 1), Placement::Second);
        assert_eq!(Scheme::AgedBucket.place(&[old, deep], &entry(4, 1, 1, 1), 1), Placement::Dropped);
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

    fn check(scheme: Scheme, cases: &[Case]) {
        for (number, &(first, second, newcomer, expected)) in cases.iter().enumerate() {
            let [first, second, newcomer] = [first, second, newcomer].map(Option::unwrap_or_default);
            assert_eq!(scheme.place(&[first, second], &newcomer, 7), expected, "{scheme:?} case {number}");
        }
    }

    #[test]
    fn always_replaces_its_own_entry() {
        check(
            Scheme::Always,
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
            Scheme::Depth,
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
            Scheme::DepthStrict,
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
            Scheme::Thompson,
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
