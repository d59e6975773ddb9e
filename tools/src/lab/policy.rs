//! What a replacement scheme of the studies is.

use guohe::tt::{self, Bucket, Record};

/// Where a newcomer goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Placement {
    /// Nowhere: it is dropped.
    Dropped,
    /// To the first entry.
    First,
    /// To the second entry.
    Second,
    /// To the first entry, whose old content moves to the second.
    StepDown,
    /// To both entries.
    Both,
}

impl From<tt::Placement> for Placement {
    fn from(placement: tt::Placement) -> Self {
        match placement {
            tt::Placement::Dropped => Self::Dropped,
            tt::Placement::First => Self::First,
            tt::Placement::Second => Self::Second,
            tt::Placement::StepDown => Self::StepDown,
        }
    }
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
