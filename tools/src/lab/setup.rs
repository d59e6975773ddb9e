//! What an experiment may vary: ordering, use of the table, replacement scheme. Plain data; the search reads it.

use clap::ValueEnum;
use guohe::tt;
use guohe::tt::Policy;
use serde::Serialize;

/// How a node sorts its moves, after the table's moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, ValueEnum, Serialize)]
#[serde(rename_all = "kebab-case")]
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

impl Ordering {
    /// As the command line says it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Generated => "generated",
            Self::History => "history",
            Self::Captures => "captures",
            Self::Static => "static",
        }
    }
}

/// How the history table learns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Learning {
    /// Schaeffer's: a move that cuts, or raises alpha, gains 2^depth.
    Doubling,
    /// The playing engine's: bounded by gravity, and the moves tried before lose as much.
    Gravity,
}

/// Which stored depths may cut.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, ValueEnum, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum DepthMatch {
    /// At least the depth asked for, as in the papers.
    Deeper,
    /// Exactly the depth asked for: then the table never changes a score, which the program checks.
    Equal,
}

/// What the search does with a table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct TableUse {
    /// Stored bounds may cut; otherwise only the stored moves are used.
    pub cuts: bool,
    /// Which stored depths may cut.
    pub depth_match: DepthMatch,
    /// The least remaining depth that is stored: 0 stores the leaves too.
    pub min_depth: u8,
    /// An entry whose move is impossible in the position is not believed.
    pub legality: bool,
    /// Bits of the key that are compared beyond the index; 64 compares the whole key.
    pub check_bits: u8,
}

impl TableUse {
    /// As the papers have it: every node is stored, a deeper entry is welcome, whole keys, moves checked.
    pub const PAPER: Self =
        Self { cuts: true, depth_match: DepthMatch::Deeper, min_depth: 0, legality: true, check_bits: 64 };
}

/// Everything about a search but the position, the depth and the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Setup {
    pub ordering: Ordering,
    pub learning: Learning,
    /// Two quiet moves a ply that cut in a sibling are tried before the rest.
    pub killers: bool,
    /// Captures are played out at the leaves.
    pub quiescence: bool,
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
            killers: false,
            quiescence: false,
            iterative: false,
            table: TableUse::PAPER,
            seed: 0,
        }
    }
}

/// A row of the table studies: no table, or a replacement scheme.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, ValueEnum, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scheme {
    #[value(skip)]
    None,
    Always,
    Depth,
    DepthStrict,
    Thompson,
    TwoLevel,
    /// The paper's own rule without the playing table's additions.
    #[value(name = "two-level-plain")]
    PlainTwoLevel,
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
            Self::Always => &tt::Always,
            Self::Depth => &tt::DepthPreferred,
            Self::DepthStrict => &tt::DepthStrict,
            Self::Thompson => &tt::Thompson,
            Self::TwoLevel => &tt::TwoLevel,
            Self::PlainTwoLevel => &PlainTwoLevel,
        })
    }

    /// Buckets of a table with `indexes` indexes. An index holds two entries for two of the schemes and one for the
    /// others, for which a bucket is two indexes.
    pub const fn buckets(self, indexes: usize) -> usize {
        match self {
            Self::None => 0,
            Self::Always | Self::Depth | Self::DepthStrict => indexes / 2,
            Self::Thompson | Self::TwoLevel | Self::PlainTwoLevel => indexes,
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

/// The two-level table word for word as the 2010 paper describes it: new depth >= depth in level 1: step down;
/// otherwise level 2. It does not look whether the position is there already, and has no age.
pub struct PlainTwoLevel;

impl Policy for PlainTwoLevel {
    fn name(&self) -> &'static str {
        "two-level-plain"
    }

    fn place(&self, bucket: &tt::Bucket, newcomer: &tt::Record, _: u8) -> tt::Placement {
        let held = bucket[0].packed;
        if held.is_empty() {
            tt::Placement::First
        } else if newcomer.packed.depth() >= held.depth() {
            tt::Placement::StepDown
        } else {
            tt::Placement::Second
        }
    }
}
