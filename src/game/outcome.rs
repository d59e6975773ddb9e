//! Whether the rules have ended a game, and how.

use super::reason::Reason;
use crate::board::Board;
use crate::rules::{self, Judgement, Rules, Ruling};
use crate::types::Color;
use std::fmt;

/// The end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// The winner; `None` for a draw.
    pub winner: Option<Color>,
    /// The reason.
    pub reason: Reason,
    /// The ruling, if a repetition ended the game.
    pub ruling: Option<Ruling>,
}

impl Outcome {
    /// A draw.
    pub const fn draw(reason: Reason) -> Self {
        Self { winner: None, reason, ruling: None }
    }

    /// A loss for `loser`.
    pub fn loss(loser: Color, reason: Reason) -> Self {
        Self { winner: Some(!loser), reason, ruling: None }
    }

    /// The side that lost.
    pub fn loser(&self) -> Option<Color> {
        self.winner.map(|winner| !winner)
    }

    /// The end of a game by a judged repetition; `None` if the verdict has no judgement yet.
    fn of_verdict(verdict: &rules::Verdict) -> Option<Self> {
        let end = match verdict.judgement? {
            Judgement::Draw => Self::draw(Reason::Repetition),
            Judgement::Loses(side) => Self::loss(side, Reason::RepetitionRuling),
        };
        Some(Self { ruling: Some(verdict.ruling), ..end })
    }
}

impl fmt::Display for Outcome {
    /// `Red wins: mate`, `draw: natural limit`, `Black wins: repetition ruling, perpetual-check`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner {
            Some(color) => write!(f, "{color:?} wins: {}", self.reason)?,
            None => write!(f, "draw: {}", self.reason)?,
        }
        self.ruling.map_or(Ok(()), |ruling| write!(f, ", {}", ruling.name()))
    }
}

/// How the rules have ended the game on `board`; `None` while it goes on.
///
/// Tested in this order: mate and stalemate (a side without a legal move has lost), repetition, the natural limit, dead
/// material.
pub fn outcome(board: &Board, rules: &Rules) -> Option<Outcome> {
    without_moves(board).or_else(|| by_repetition(board, rules)).or_else(|| by_lack_of_progress(board, rules))
}

/// Mate and stalemate.
fn without_moves(board: &Board) -> Option<Outcome> {
    let reason = if board.in_check() { Reason::Mate } else { Reason::Stalemate };
    (!board.has_legal_move()).then(|| Outcome::loss(board.side(), reason))
}

fn by_repetition(board: &Board, rules: &Rules) -> Option<Outcome> {
    // Counting occurrences is cheap; the verdict is computed only if the repetition is to be judged.
    let is_due = rules::occurrences(board) >= usize::from(rules.fold);
    if is_due { Outcome::of_verdict(&rules::verdict(board, rules)) } else { None }
}

fn by_lack_of_progress(board: &Board, rules: &Rules) -> Option<Outcome> {
    if rules::natural_limit_reached(board, rules) {
        Some(Outcome::draw(Reason::NaturalLimit))
    } else if rules::is_dead(board) {
        Some(Outcome::draw(Reason::DeadMaterial))
    } else {
        None
    }
}
