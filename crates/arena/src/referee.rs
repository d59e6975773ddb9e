//! A match game under the referee's eyes: the rules end it, never an engine's word, and a match may bound its length.

use guohe::board::{Board, FenError};
use guohe::game::{self, Outcome, Reason};
use guohe::rules::Rules;
use guohe::types::{Color, Move};

/// The end of a match game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    /// Who won; `None` for a draw.
    pub winner: Option<Color>,
    /// Why.
    pub reason: Reason,
    /// More about it, for people; may be empty.
    pub detail: String,
}

impl Ending {
    /// A draw.
    pub fn draw(reason: Reason) -> Self {
        Self { winner: None, reason, detail: String::new() }
    }

    /// A loss for `loser`.
    pub fn loss(loser: Color, reason: Reason, detail: impl Into<String>) -> Self {
        Self { winner: Some(!loser), reason, detail: detail.into() }
    }
}

impl From<Outcome> for Ending {
    /// What the rules say; of a lost repetition the detail names the rule.
    fn from(outcome: Outcome) -> Self {
        let ruling = outcome.ruling.filter(|_| outcome.winner.is_some());
        let detail = ruling.map_or("", |ruling| ruling.name()).to_owned();
        Self { winner: outcome.winner, reason: outcome.reason, detail }
    }
}

/// A game under the referee's eyes.
#[derive(Clone)]
pub struct Referee {
    board: Board,
    moves: Vec<Move>,
    rules: Rules,
    /// Plies after which a game is drawn.
    max_plies: usize,
}

impl Referee {
    /// A game that begins at `fen`.
    ///
    /// # Errors
    /// When `fen` is no legal position.
    pub fn new(fen: &str, rules: Rules, max_plies: usize) -> Result<Self, FenError> {
        Ok(Self { board: Board::from_fen(fen)?, moves: Vec::new(), rules, max_plies })
    }

    /// The position now.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The side to move.
    pub fn side(&self) -> Color {
        self.board.side()
    }

    /// The moves so far.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Plays a move; false, and nothing happens, when it is not legal.
    #[must_use]
    pub fn play(&mut self, mv: Move) -> bool {
        let is_legal = self.board.is_legal_move(mv);
        if is_legal {
            self.board.make(mv);
            self.moves.push(mv);
        }
        is_legal
    }

    /// How the game ended with the last move, if it did: by the rules, or because it is as long as games may be.
    pub fn ending(&self) -> Option<Ending> {
        let too_long = || (self.moves().len() >= self.max_plies).then(|| Ending::draw(Reason::Length));
        game::outcome(&self.board, &self.rules).map(Ending::from).or_else(too_long)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use guohe::board::STARTPOS;

    #[test]
    fn a_match_bounds_the_length_of_its_games() {
        let mut referee = Referee::new(STARTPOS, Rules::default(), 2).unwrap();
        assert!(!referee.play("e0e2".parse().unwrap()), "not legal");
        assert!(referee.moves().is_empty() && referee.board().plies_played() == 0);
        assert!(referee.play("a0a1".parse().unwrap()));
        assert_eq!(referee.ending(), None);
        assert!(referee.play("a9a8".parse().unwrap()));
        assert_eq!(referee.ending(), Some(Ending::draw(Reason::Length)));
    }

    #[test]
    fn the_rules_come_before_the_length() {
        let perpetual = "5k3/9/9/9/9/9/9/5R3/9/3K5 b";
        let mut referee = Referee::new(perpetual, Rules::default(), 8).unwrap();
        for word in "f9e9 f2e2 e9f9 e2f2 f9e9 f2e2 e9f9 e2f2".split(' ') {
            assert_eq!(referee.ending(), None);
            assert!(referee.play(word.parse().unwrap()));
        }
        let expected = Ending::loss(Color::Red, Reason::RepetitionRuling, "perpetual-check");
        assert_eq!(referee.ending(), Some(expected));
    }
}
