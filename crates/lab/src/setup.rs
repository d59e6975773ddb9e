//! What an experiment may vary: ordering, learning, use of the table. Plain data; the search reads it.

use clap::ValueEnum;

/// A value as the command line has it.
pub fn name(value: &impl ValueEnum) -> String {
    value.to_possible_value().expect("no value is hidden").get_name().to_owned()
}

/// How a node sorts its moves, after the table's moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, ValueEnum)]
pub enum Ordering {
    /// By the square left, then by the square reached: what a generator that scans the board yields.
    Generated,
    /// By the history table.
    History,
    /// Captures by the victim, the cheapest taker first; then by the history table.
    Captures,
    /// By the static evaluation of the position that each move leads to.
    Static,
}

/// How the history table learns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Learning {
    /// Schaeffer's: a move that cuts, or raises alpha, gains 2^depth. One table for all pieces.
    Doubling,
    /// The same with a table for each piece of each colour.
    PerPiece,
    /// The same as a post on xiangqi prints it: written by one index of a square and read by another.
    Misindexed,
    /// As in the playing engine: bounded by gravity, and the moves tried before lose as much.
    Gravity,
}

/// Which stored depths may be read, so that the entry may cut.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reading {
    /// At least the depth asked for: how tables are usually programmed.
    Deeper,
    /// Exactly the depth asked for: then the table never changes a score, which the program checks.
    Equal,
    /// Only deeper than asked for: the 2010 paper's words on depth priority.
    Strict,
    /// Any depth: the 2010 paper's words on replacing always.
    Any,
    /// Level 1 as [`Reading::Strict`], level 2 as [`Reading::Any`].
    StrictThenAny,
}

impl Reading {
    /// Whether an entry of depth `stored` at `level` (0 or 1) may answer a search of depth `asked`.
    pub const fn accepts(self, stored: i32, asked: i32, level: usize) -> bool {
        match self {
            Self::Deeper => stored >= asked,
            Self::Equal => stored == asked,
            Self::Strict => stored > asked,
            Self::Any => true,
            Self::StrictThenAny => level == 1 || stored > asked,
        }
    }
}

/// How the key that the table sees is put together from random numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Hashing {
    /// By exclusive or: the engine's.
    Xor,
    /// By addition. Computed anew at each node: for counts, not for the clock.
    Sum,
}

/// What the search does with a table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TableUse {
    /// Stored bounds may cut; otherwise only the stored moves are used.
    pub cuts: bool,
    /// Stored moves are tried first; otherwise only the stored scores are used.
    pub moves: bool,
    /// Only exact scores may cut, no bounds.
    pub exact_only: bool,
    /// A node that fails low is stored with its best move.
    pub fail_low_moves: bool,
    /// Which stored depths may cut.
    pub reading: Reading,
    /// The least remaining depth that is stored: 0 stores the leaves too.
    pub min_depth: u8,
    /// An entry whose move is impossible in the position is not believed.
    pub legality: bool,
    /// Bits of the key that are compared beyond the index; 64 compares the whole key.
    pub check_bits: u8,
    pub hashing: Hashing,
}

impl TableUse {
    /// As tables are usually programmed: every node is stored, a deeper entry is welcome, whole keys, moves checked.
    pub const USUAL: Self = Self {
        cuts: true,
        moves: true,
        exact_only: false,
        fail_low_moves: true,
        reading: Reading::Deeper,
        min_depth: 0,
        legality: true,
        check_bits: 64,
        hashing: Hashing::Xor,
    };
}

/// Everything about a search but the position, the depth and the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Setup {
    pub ordering: Ordering,
    pub learning: Learning,
    /// The history credits the best move of a node that fails low as well.
    pub credit_fail_low: bool,
    /// The next best move is picked when it is needed; otherwise all are sorted at once. Never changes a count.
    pub lazy: bool,
    /// Two quiet moves a ply that cut in a sibling are tried before the rest.
    pub killers: bool,
    /// Depth 1, 2, ... up to the depth asked for; nodes are those of all iterations.
    pub iterative: bool,
    pub table: TableUse,
    /// Scrambles the keys that the table is shown, so that other positions meet in a bucket; 0 leaves them alone.
    pub seed: u64,
}

impl Setup {
    /// The base of the table studies.
    pub const fn of(ordering: Ordering) -> Self {
        Self {
            ordering,
            learning: Learning::Doubling,
            credit_fail_low: false,
            lazy: false,
            killers: false,
            iterative: false,
            table: TableUse::USUAL,
            seed: 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readings_differ_where_they_should() {
        // Stored depth 2, 3 and 4 where 3 is asked for, at level 1 and at level 2.
        let accepted = |reading: Reading, level| [2, 3, 4].map(|stored| reading.accepts(stored, 3, level));
        for level in [0, 1] {
            assert_eq!(accepted(Reading::Deeper, level), [false, true, true]);
            assert_eq!(accepted(Reading::Equal, level), [false, true, false]);
            assert_eq!(accepted(Reading::Strict, level), [false, false, true]);
            assert_eq!(accepted(Reading::Any, level), [true; 3]);
        }
        assert_eq!(accepted(Reading::StrictThenAny, 0), [false, false, true]);
        assert_eq!(accepted(Reading::StrictThenAny, 1), [true; 3]);
    }
}
