//! The rule sets, the rules of a game, and the judgement on a repetition.

use crate::types::{Color, named};
use std::fmt;

/// Which rule book judges a repetition.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum RuleSet {
    /// The Asian and World Xiangqi Federation rules.
    #[default]
    Asian,
    /// As [`RuleSet::Asian`], but chases have no degrees, attacks and removed protectors may mix, attackers that
    /// relieve each other do not chase, and a check anywhere in the cycle excludes chases; Pikafish's rule.
    Computer,
    /// The UCCI league's simple test: direct attacks by the moved piece only.
    League,
    /// Perpetual check loses, everything else draws.
    CheckOnly,
    /// Every repetition is a draw.
    Off,
}

named!(RuleSet:
    Asian = "asian",
    Computer = "computer",
    League = "league",
    CheckOnly = "checkonly",
    Off = "off",
);

impl fmt::Display for RuleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
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
