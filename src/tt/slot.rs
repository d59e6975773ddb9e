//! One entry of the table and its packing into two atomic words.

use crate::types::{Key, Move, Score, Window};
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

/// What a stored score says about the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The true score is at most the stored one: every move failed low.
    Upper = 1,
    /// The true score is at least the stored one: a move failed high.
    Lower = 2,
    /// The stored score is the true one.
    Exact = 3,
}

impl Bound {
    /// The bound of a `score` that a search with `window` returned.
    #[inline]
    pub fn of(score: Score, window: Window) -> Self {
        if score >= window.beta {
            Self::Lower
        } else if score > window.alpha {
            Self::Exact
        } else {
            Self::Upper
        }
    }
}

/// An entry of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The best move known: the one that failed high or raised alpha. `None` when every visit failed low, or failed
    /// high without a move (stand pat). May be another position's move (key collision): check it with
    /// `Board::is_legal_move`.
    pub mv: Option<Move>,
    /// The score in centipawns, with mate distances counted from the root (the table counts them from the node).
    pub score: Score,
    /// The raw static evaluation, before any correction.
    pub eval: Option<Score>,
    /// Remaining depth in plies that the score was searched to, [`Entry::MIN_DEPTH`] or more.
    pub depth: i8,
    /// The type of the score. `None` if the score must not be used, because it depended on the path or was never
    /// searched; the entry is kept for its move and static evaluation.
    pub bound: Option<Bound>,
    /// Whether the position was searched with an open window.
    pub pv: bool,
    /// Number of the search that stored the entry, modulo [`Entry::AGES`]. Ignored when storing: the table sets it.
    pub age: u8,
}

impl Entry {
    /// The smallest depth that can be stored; smaller ones are stored as this.
    pub const MIN_DEPTH: i8 = -63;
    /// The largest depth that can be stored.
    pub const MAX_DEPTH: i8 = i8::MAX;
    /// Ages run from 0 to this, exclusive, and start again.
    pub const AGES: u8 = 32;

    /// An entry that carries a move and nothing else, at [`Entry::MIN_DEPTH`].
    pub const fn of_move(mv: Move) -> Self {
        Self { mv: Some(mv), score: Score::DRAW, eval: None, depth: Self::MIN_DEPTH, bound: None, pv: false, age: 0 }
    }

    /// Whether the score proves a mate: a mate score that is exact, a lower bound for a win, or an upper bound for a
    /// loss.
    #[inline]
    pub fn is_proven_mate(&self) -> bool {
        let is_proven = match self.bound {
            Some(Bound::Exact) => true,
            Some(Bound::Lower) => self.score > Score::DRAW,
            Some(Bound::Upper) => self.score < Score::DRAW,
            None => false,
        };
        is_proven && self.score.is_mate()
    }
}

/// An [`Entry`] in one word: from the low end move 16, score 16, static evaluation 16, depth 8, bound 2, PV 1, age 5.
///
/// The depth is stored with an offset that keeps it above zero, so a zero word, as in fresh memory, is an empty slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Packed(u64);

const SCORE: u32 = 16;
const EVAL: u32 = 32;
const DEPTH: u32 = 48;
const BOUND: u32 = 56;
const PV: u32 = 58;
const AGE: u32 = 59;

/// Means "no static evaluation"; no score is that low.
const NO_EVAL: i16 = i16::MIN;

/// Added to a depth so that the least one is stored as 1.
const DEPTH_OFFSET: i16 = 1 - Entry::MIN_DEPTH as i16;

impl Packed {
    /// Packs `entry`.
    #[inline]
    pub fn new(entry: &Entry) -> Self {
        let mv = entry.mv.map_or(0, Move::bits);
        let eval = entry.eval.map_or(NO_EVAL, |eval| eval.get() as i16);
        let depth = entry.depth.max(Entry::MIN_DEPTH) as i16 + DEPTH_OFFSET;
        let bound = entry.bound.map_or(0, |bound| bound as u64);
        Self(
            u64::from(mv)
                | u64::from(entry.score.get() as i16 as u16) << SCORE
                | u64::from(eval as u16) << EVAL
                | (depth as u64) << DEPTH
                | bound << BOUND
                | u64::from(entry.pv) << PV
                | u64::from(entry.age % Entry::AGES) << AGE,
        )
    }

    /// The unpacked entry; meaningless when [`Packed::is_empty`].
    #[inline]
    pub fn unpack(self) -> Entry {
        let eval = (self.0 >> EVAL) as i16;
        Entry {
            mv: self.mv(),
            score: Score::new(i32::from((self.0 >> SCORE) as i16)),
            eval: (eval != NO_EVAL).then_some(Score::new(i32::from(eval))),
            depth: self.depth() as i8,
            bound: match self.0 >> BOUND & 3 {
                1 => Some(Bound::Upper),
                2 => Some(Bound::Lower),
                3 => Some(Bound::Exact),
                _ => None,
            },
            pv: self.0 >> PV & 1 != 0,
            age: self.age(),
        }
    }

    /// Whether the slot is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 >> DEPTH & 0xff == 0
    }

    /// The stored move.
    #[inline]
    pub const fn mv(self) -> Option<Move> {
        Move::from_bits(self.0 as u16)
    }

    /// The stored depth in plies.
    #[inline]
    pub const fn depth(self) -> i32 {
        (self.0 >> DEPTH & 0xff) as i32 - DEPTH_OFFSET as i32
    }

    /// The number of the search that stored it.
    #[inline]
    pub const fn age(self) -> u8 {
        (self.0 >> AGE) as u8
    }

    /// Whether the score is exact.
    #[inline]
    pub const fn is_exact(self) -> bool {
        self.0 >> BOUND & 3 == Bound::Exact as u64
    }

    /// Fills in the move and the static evaluation of `older`, an entry for the same position, where this one has
    /// none.
    #[inline]
    pub fn inherit(self, older: Self) -> Self {
        const MOVE_BITS: u64 = 0xffff;
        const EVAL_BITS: u64 = 0xffff << EVAL;
        let mut bits = self.0;
        if bits & MOVE_BITS == 0 {
            bits |= older.0 & MOVE_BITS;
        }
        if (bits >> EVAL) as i16 == NO_EVAL {
            bits = bits & !EVAL_BITS | older.0 & EVAL_BITS;
        }
        Self(bits)
    }
}

/// A packed entry with the key of its position, as the replacement policy uses it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Record {
    /// The position's key.
    pub key: Key,
    /// The packed entry.
    pub packed: Packed,
}

impl Record {
    /// Whether this is an entry for the position of `key`.
    #[inline]
    pub fn is_of(&self, key: Key) -> bool {
        self.key == key && !self.packed.is_empty()
    }
}

/// Two atomic words, `key ^ data` and `data`.
///
/// Two threads that write at the same time may leave one word of each. Such a pair decodes to another key and reads as
/// a miss (R. Hyatt and T. Mann, "A lock-less transposition-table implementation for parallel search", 2002).
pub(super) type Slot = [AtomicU64; 2];

const _: () = assert!(size_of::<Slot>() == 16);

/// Reads a slot.
#[inline]
pub(super) fn load(slot: &Slot) -> Record {
    let check = slot[0].load(Relaxed);
    let data = slot[1].load(Relaxed);
    Record { key: Key(check ^ data), packed: Packed(data) }
}

/// Writes a slot.
#[inline]
pub(super) fn save(slot: &Slot, record: Record) {
    slot[0].store(record.key.0 ^ record.packed.0, Relaxed);
    slot[1].store(record.packed.0, Relaxed);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_survive_packing() {
        let mv = "h2e2".parse().unwrap();
        for mv in [None, Some(mv)] {
            for score in [-10_000, -1, 0, 1, 9_999] {
                for eval in [None, Some(-8_000), Some(0), Some(8_000)] {
                    for depth in [Entry::MIN_DEPTH, -1, 0, 1, 64, 127] {
                        for bound in [None, Some(Bound::Upper), Some(Bound::Lower), Some(Bound::Exact)] {
                            for (pv, age) in [(false, 0), (true, 31)] {
                                let score = Score::new(score);
                                let eval = eval.map(Score::new);
                                let entry = Entry { mv, score, eval, depth, bound, pv, age };
                                let packed = Packed::new(&entry);
                                assert_eq!(packed.unpack(), entry);
                                assert!(!packed.is_empty());
                                assert_eq!(packed.is_exact(), bound == Some(Bound::Exact));
                            }
                        }
                    }
                }
            }
        }
        assert!(Packed::default().is_empty());
    }

    #[test]
    fn depth_out_of_range_is_stored_as_the_least() {
        let mut entry = Entry::of_move("h2e2".parse().unwrap());
        entry.depth = i8::MIN;
        assert_eq!(Packed::new(&entry).unpack().depth, Entry::MIN_DEPTH);
    }

    #[test]
    fn torn_pair_matches_neither_key() {
        let entry = Entry::of_move("h2e2".parse().unwrap());
        let ours = Record { key: Key(0x1234_5678_9abc_def0), packed: Packed::new(&entry) };
        let theirs = Record { key: Key(0x0fed_cba9_8765_4321), packed: Packed::new(&Entry { depth: 9, ..entry }) };
        let (slot, other) = (Slot::default(), Slot::default());
        save(&slot, ours);
        save(&other, theirs);
        slot[1].store(other[1].load(Relaxed), Relaxed);
        let torn = load(&slot);
        assert!(!torn.is_of(ours.key) && !torn.is_of(theirs.key));
    }
}
