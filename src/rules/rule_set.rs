//! The rule sets, the rules of a game, and the judgement on a repetition.

use crate::types::Color;
use std::fmt;
use std::str::FromStr;

/// Which rule book judges a repetition.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum RuleSet {
    /// The Asian and World Xiangqi Federation rules.
    #[default]
    Asian,
    /// As [`RuleSet::Asian`], but chases have no degrees and a check anywhere in the cycle excludes them; Pikafish's
    /// rule.
    Computer,
    /// The UCCI league's simple test: direct attacks by the moved piece only.
    League,
    /// Perpetual check loses, everything else draws.
    CheckOnly,
    /// Every repetition is a draw.
    Off,
}

impl RuleSet {
    /// All of them, the default first.
    pub const ALL: [Self; 5] = [Self::Asian, Self::Computer, Self::League, Self::CheckOnly, Self::Off];

    /// The lower-case name that options and files use.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Asian => "asian",
            Self::Computer => "computer",
            Self::League => "league",
            Self::CheckOnly => "checkonly",
            Self::Off => "off",
        }
    }
}

impl fmt::Display for RuleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Text that is not the name of a rule set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseRuleSetError(pub String);

impl fmt::Display for ParseRuleSetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' is not one of asian, computer, league, checkonly, off", self.0)
    }
}

impl std::error::Error for ParseRuleSetError {}

impl FromStr for RuleSet {
    type Err = ParseRuleSetError;

    /// Reads a name in either case.
    fn from_str(text: &str) -> Result<Self, ParseRuleSetError> {
        Self::ALL
            .into_iter()
            .find(|set| text.eq_ignore_ascii_case(set.name()))
            .ok_or_else(|| ParseRuleSetError(text.to_owned()))
    }
}

/// The rules a game is played by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// The rules that judge repetitions.
    pub set: RuleSet,
    /// The occurrence of a position at which the game is judged: 3 or 4.
    pub fold: u8,
    /// Moves by each side without a capture after which the game is a draw; `None` for no limit.
    pub natural_limit: Option<u32>,
}

impl Rules {
    /// The occurrence of a position at which it is judged, at least the second.
    pub fn occurrences_judged(&self) -> usize {
        usize::from(self.fold.max(2))
    }
}

impl Default for Rules {
    fn default() -> Self {
        Self { set: RuleSet::Asian, fold: 3, natural_limit: Some(60) }
    }
}

/// The judgement on a repetition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Judgement {
    /// Neither side is to blame, or both are.
    Draw,
    /// This side is to blame.
    Loses(Color),
}
