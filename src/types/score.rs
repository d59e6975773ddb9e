//! Scores in centipawns, their bands, and the search window.

use std::fmt;
use std::ops::{Add, Neg, Sub};

/// A value in centipawns from the side to move's view.
///
/// Three bands: evaluations within ±[`Score::EVAL_MAX`]; wins and losses by the repetition rules near
/// ±[`Score::RULE`]; mates near ±[`Score::MATE`]. Inside the last two the distance in plies is taken off, so a
/// quicker win is larger. The bands are those that UCCI front ends expect.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(i32);

impl Score {
    /// A draw. Reserved: evaluations avoid it, so an exact zero comes from a rule and depends on the path.
    pub const DRAW: Self = Self(0);
    /// Mate in 0 plies, from the winner's view.
    pub const MATE: Self = Self(10_000);
    /// A win by the repetition rules in 0 plies.
    pub const RULE: Self = Self(9_000);
    /// Above every score.
    pub const INFINITE: Self = Self(20_000);
    /// The largest evaluation.
    pub const EVAL_MAX: Self = Self(8_000);
    /// Maximum number of plies from the root, which the mate and rule bands leave room for.
    pub const MAX_PLY: usize = 256;

    /// A score of `centipawns`.
    pub const fn new(centipawns: i32) -> Self {
        Self(centipawns)
    }

    /// The plain number.
    pub const fn get(self) -> i32 {
        self.0
    }

    /// An evaluation, clamped to its band and never zero, which is reserved for draws.
    pub const fn from_evaluation(centipawns: i32) -> Self {
        let max = Self::EVAL_MAX.0;
        if centipawns > max {
            Self(max)
        } else if centipawns < -max {
            Self(-max)
        } else if centipawns == 0 {
            Self(1)
        } else {
            Self(centipawns)
        }
    }

    /// The side to move is mated `ply` plies from the root.
    pub const fn mated_in(ply: usize) -> Self {
        Self(-Self::MATE.0 + ply as i32)
    }

    /// The side to move mates `ply` plies from the root.
    pub const fn mate_in(ply: usize) -> Self {
        Self(Self::MATE.0 - ply as i32)
    }

    /// The side to move has lost by the rules `ply` plies from the root.
    pub const fn rule_loss(ply: usize) -> Self {
        Self(-Self::RULE.0 + ply as i32)
    }

    /// The side to move has won by the rules `ply` plies from the root.
    pub const fn rule_win(ply: usize) -> Self {
        Self(Self::RULE.0 - ply as i32)
    }

    /// Whether it is in the mate band, for either side.
    pub const fn is_mate(self) -> bool {
        self.0.abs() >= Self::MATE.0 - Self::MAX_PLY as i32
    }

    /// Whether it is in the band of wins and losses by rule, for either side.
    pub const fn is_rule(self) -> bool {
        self.0.abs() >= Self::RULE.0 - Self::MAX_PLY as i32 && self.0.abs() <= Self::RULE.0
    }

    /// Whether it is a win or a loss that is proven on this path, by mate or by rule.
    pub const fn is_decisive(self) -> bool {
        self.0.abs() >= Self::RULE.0 - Self::MAX_PLY as i32
    }

    /// Clamps to the evaluation band and away from 0: for sums and means of scores.
    pub const fn as_evaluation(self) -> Self {
        Self::from_evaluation(self.0)
    }

    /// Whether it is in the evaluation band or a draw.
    pub const fn is_ordinary(self) -> bool {
        self.0.abs() <= Self::EVAL_MAX.0
    }

    /// Whether it is a loss that is proven on this path, by mate or by rule.
    pub const fn is_loss(self) -> bool {
        self.0 < 0 && self.is_decisive()
    }

    /// Whether the side to move mates.
    pub const fn is_winning_mate(self) -> bool {
        self.0 > 0 && self.is_mate()
    }

    /// Whether it is a draw or a win or loss by rule. Such a score depends on the moves that led to the position, so it
    /// must not cause a TT cutoff.
    pub const fn is_path_dependent(self) -> bool {
        self.0 == 0 || self.is_rule()
    }

    /// Plies to mate when this is a mate score.
    pub const fn mate_distance(self) -> Option<u32> {
        if self.is_mate() { Some((Self::MATE.0 - self.0.abs()) as u32) } else { None }
    }

    /// Converts a mate distance from the root to one from a node at `ply`, to be stored in the TT.
    pub const fn to_table(self, ply: usize) -> Self {
        if !self.is_mate() {
            self
        } else if self.0 > 0 {
            Self(self.0 + ply as i32)
        } else {
            Self(self.0 - ply as i32)
        }
    }

    /// The reverse of [`Score::to_table`].
    pub const fn from_table(self, ply: usize) -> Self {
        if !self.is_mate() {
            self
        } else if self.0 > 0 {
            Self(self.0 - ply as i32)
        } else {
            Self(self.0 + ply as i32)
        }
    }
}

impl Neg for Score {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Self;

    fn add(self, centipawns: i32) -> Self {
        Self(self.0 + centipawns)
    }
}

impl Sub<i32> for Score {
    type Output = Self;

    fn sub(self, centipawns: i32) -> Self {
        Self(self.0 - centipawns)
    }
}

impl Sub for Score {
    type Output = i32;

    /// The difference in centipawns.
    fn sub(self, other: Self) -> i32 {
        self.0 - other.0
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

/// The open interval of scores that still matter to a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// Lower bound: the side to move already has at least this.
    pub alpha: Score,
    /// Upper bound: the opponent already has a line that avoids more.
    pub beta: Score,
}

impl Window {
    /// The full window.
    pub const FULL: Self = Self { alpha: Score(-Score::INFINITE.0), beta: Score::INFINITE };

    /// From `alpha` to `beta`.
    pub const fn new(alpha: Score, beta: Score) -> Self {
        Self { alpha, beta }
    }

    /// The null window that asks whether a score exceeds `alpha`.
    pub const fn null(alpha: Score) -> Self {
        Self { alpha, beta: Score(alpha.0 + 1) }
    }

    /// Whether no score lies between the bounds.
    pub fn is_empty(self) -> bool {
        self.alpha >= self.beta
    }
}

impl Neg for Window {
    type Output = Self;

    /// The same window from the opponent's view.
    fn neg(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evaluations_are_neither_draws_nor_decisive() {
        assert!(Score::DRAW.is_path_dependent() && !Score::DRAW.as_evaluation().is_path_dependent());
        assert_eq!(Score::new(-37).as_evaluation(), Score::new(-37));
        assert_eq!((Score::EVAL_MAX + 500).as_evaluation(), Score::EVAL_MAX);
        assert_eq!((-Score::EVAL_MAX - 500).as_evaluation(), -Score::EVAL_MAX);
    }

    #[test]
    fn bands_do_not_overlap() {
        assert!(Score::mate_in(255).is_mate() && !Score::mate_in(255).is_rule());
        assert!(Score::rule_win(0).is_rule() && !Score::rule_win(0).is_mate());
        assert!(Score::rule_loss(255).is_rule() && Score::rule_loss(255).is_decisive());
        assert!(!Score::EVAL_MAX.is_decisive() && !Score::EVAL_MAX.is_path_dependent());
        assert!(Score::DRAW.is_path_dependent() && !Score::from_evaluation(0).is_path_dependent());
    }

    #[test]
    fn distance_survives_the_table() {
        for score in [Score::mate_in(7), Score::mated_in(8), Score::rule_win(3), Score::new(55), Score::new(-55)] {
            assert_eq!(score.to_table(5).from_table(5), score);
        }
        // Mate in three plies from a node at ply 4 is mate in seven from the root.
        assert_eq!(Score::mate_in(7).to_table(4), Score::mate_in(3));
        assert_eq!(Score::mate_in(7).mate_distance(), Some(7));
    }
}
