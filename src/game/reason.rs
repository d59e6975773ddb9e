//! The reasons for the end of a game: by the rules, by adjudication, or by a fault of a player.

use crate::types::named;
use std::fmt;

/// The reason for the end of a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Reason {
    /// The side to move stands in check and has no legal move. It has lost.
    Mate,
    /// The side to move has no legal move and is not in check. It has lost, too.
    Stalemate,
    /// A repetition for which one side is to blame. That side has lost.
    RepetitionRuling,
    /// A repetition for which neither side is to blame, or both are: a draw.
    Repetition,
    /// Too many moves without a capture: a draw.
    NaturalLimit,
    /// Neither side has a piece left that could cross the river: a draw.
    DeadMaterial,
    /// The maximum length of a match game was reached: a draw.
    Length,
    /// Adjudication: both players' scores have long agreed on the winner.
    AdjudicatedWin,
    /// Adjudication: both players' scores have long been level.
    AdjudicatedDraw,
    /// A player resigned.
    Resignation,
    /// A player lost on time.
    Time,
    /// A player made a move that is not legal or not readable.
    IllegalMove,
    /// A player gave no move in a position with legal moves.
    NoMove,
    /// A player's program exited.
    Crash,
    /// A player's program did not respond.
    Hang,
}

named!(Reason:
    Mate = "mate",
    Stalemate = "stalemate",
    RepetitionRuling = "repetition-ruling",
    Repetition = "repetition",
    NaturalLimit = "natural-limit",
    DeadMaterial = "dead-material",
    Length = "length",
    AdjudicatedWin = "adjudicated-win",
    AdjudicatedDraw = "adjudicated-draw",
    Resignation = "resignation",
    Time = "time",
    IllegalMove = "illegal-move",
    NoMove = "no-move",
    Crash = "crash",
    Hang = "hang",
);

impl Reason {
    /// Whether the rules ended the game.
    pub const fn is_by_rule(self) -> bool {
        matches!(
            self,
            Self::Mate
                | Self::Stalemate
                | Self::RepetitionRuling
                | Self::Repetition
                | Self::NaturalLimit
                | Self::DeadMaterial
        )
    }

    /// Whether a fault of a player ended the game.
    pub const fn is_fault(self) -> bool {
        matches!(self, Self::Time | Self::IllegalMove | Self::NoMove | Self::Crash | Self::Hang)
    }
}

impl fmt::Display for Reason {
    /// The name with blanks: `natural limit`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.name().split('-').enumerate().try_for_each(|(index, word)| {
            let gap = if index > 0 { " " } else { "" };
            write!(f, "{gap}{word}")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shown_without_dashes() {
        assert_eq!(Reason::NaturalLimit.to_string(), "natural limit");
        assert_eq!(Reason::Mate.to_string(), "mate");
    }
}
