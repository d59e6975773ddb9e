//! Where a replacement scheme puts a new entry.

use guohe::tt;

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
            tt::Placement::LevelOne => Self::First,
            tt::Placement::LevelTwo => Self::Second,
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
