//! Randomness of book moves.

use crate::types::named;

/// Randomness of a book move: the probability of a move is proportional to a power of its weight.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Randomness {
    /// Always the move of greatest weight.
    #[default]
    None,
    /// Seldom a move of lesser weight.
    Tiny,
    /// Sometimes a move of lesser weight.
    Small,
    /// In proportion to the weights.
    Medium,
    /// Moves of lesser weight more often than in proportion.
    Large,
    /// All moves equally likely.
    Huge,
}

impl Randomness {
    /// The exponent of the weights; `None` for always the greatest.
    pub(super) const fn exponent(self) -> Option<f64> {
        match self {
            Self::None => None,
            Self::Tiny => Some(4.0),
            Self::Small => Some(2.0),
            Self::Medium => Some(1.0),
            Self::Large => Some(0.5),
            Self::Huge => Some(0.0),
        }
    }
}

named!(Randomness:
    None = "none",
    Tiny = "tiny",
    Small = "small",
    Medium = "medium",
    Large = "large",
    Huge = "huge",
);
