//! Randomness of book moves.

use super::book_file::quoted;
use std::fmt;
use std::str::FromStr;

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
    /// All values, from none to huge.
    pub const ALL: [Self; 6] = [Self::None, Self::Tiny, Self::Small, Self::Medium, Self::Large, Self::Huge];

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

    /// Its name in options.
    pub const fn word(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Tiny => "tiny",
            Self::Small => "small",
            Self::Medium => "medium",
            Self::Large => "large",
            Self::Huge => "huge",
        }
    }
}

impl fmt::Display for Randomness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// Text that is not the name of a [`Randomness`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseRandomnessError(pub String);

impl fmt::Display for ParseRandomnessError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' is not one of none, tiny, small, medium, large, huge", self.0)
    }
}

impl std::error::Error for ParseRandomnessError {}

impl FromStr for Randomness {
    type Err = ParseRandomnessError;

    /// Reads the words in any letter case.
    fn from_str(text: &str) -> Result<Self, ParseRandomnessError> {
        Self::ALL
            .into_iter()
            .find(|value| value.word().eq_ignore_ascii_case(text))
            .ok_or_else(|| ParseRandomnessError(quoted(text)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn randomness_reads_back() {
        for value in Randomness::ALL {
            assert_eq!(value.to_string().parse(), Ok(value));
            assert_eq!(value.to_string().to_uppercase().parse(), Ok(value));
        }
        assert!("".parse::<Randomness>().is_err());
    }
}
