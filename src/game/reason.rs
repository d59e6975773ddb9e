//! The reasons for the end of a game: by the rules, by adjudication, or by a fault of a player.

use std::fmt;
use std::str::FromStr;

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

impl Reason {
    /// All of them.
    pub const ALL: [Self; 15] = [
        Self::Mate,
        Self::Stalemate,
        Self::RepetitionRuling,
        Self::Repetition,
        Self::NaturalLimit,
        Self::DeadMaterial,
        Self::Length,
        Self::AdjudicatedWin,
        Self::AdjudicatedDraw,
        Self::Resignation,
        Self::Time,
        Self::IllegalMove,
        Self::NoMove,
        Self::Crash,
        Self::Hang,
    ];

    /// The word that files and programs use, such as `natural-limit`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mate => "mate",
            Self::Stalemate => "stalemate",
            Self::RepetitionRuling => "repetition-ruling",
            Self::Repetition => "repetition",
            Self::NaturalLimit => "natural-limit",
            Self::DeadMaterial => "dead-material",
            Self::Length => "length",
            Self::AdjudicatedWin => "adjudicated-win",
            Self::AdjudicatedDraw => "adjudicated-draw",
            Self::Resignation => "resignation",
            Self::Time => "time",
            Self::IllegalMove => "illegal-move",
            Self::NoMove => "no-move",
            Self::Crash => "crash",
            Self::Hang => "hang",
        }
    }

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

/// Text that is not the name of a reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownReason(pub String);

impl fmt::Display for UnknownReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' is not a reason for the end of a game", self.0)
    }
}

impl std::error::Error for UnknownReason {}

impl FromStr for Reason {
    type Err = UnknownReason;

    /// Reads a [`Reason::name`].
    fn from_str(text: &str) -> Result<Self, UnknownReason> {
        Self::ALL.into_iter().find(|reason| reason.name() == text).ok_or_else(|| UnknownReason(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for reason in Reason::ALL {
            assert_eq!(reason.name().parse(), Ok(reason));
        }
        assert_eq!(Reason::NaturalLimit.to_string(), "natural limit");
        assert!("checkmate".parse::<Reason>().is_err());
    }
}
