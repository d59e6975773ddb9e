//! When a game is over and who won it, by guohe's own rules and never by an engine's word.

use guohe::board::Board;
use guohe::board::FenError;
use guohe::rules::Judgement;
use guohe::rules::Rules;
use guohe::rules::is_dead;
use guohe::rules::natural_limit_reached;
use guohe::rules::verdict;
use guohe::types::Color;
use guohe::types::Move;
use serde::Deserialize;
use serde::Serialize;

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// The side to move stands in check and has no move.
    Mate,
    /// The side to move has no move and is not in check, which loses too.
    Stalemate,
    /// A repetition for which one side is to blame.
    RepetitionRuling,
    /// A repetition for which neither or both are to blame.
    Repetition,
    /// Too many moves without a capture.
    NaturalLimit,
    /// Nothing is left that could cross the river.
    DeadMaterial,
    /// The match's own bound on the length of a game.
    Length,
    /// Both engines agreed for long enough on who wins.
    AdjudicatedWin,
    /// Both engines agreed for long enough that nobody does.
    AdjudicatedDraw,
    /// An engine gave up.
    Resignation,
    /// An engine overstepped its time.
    Time,
    /// An engine made a move that is not legal or not readable.
    IllegalMove,
    /// An engine made no move where there is one.
    NoMove,
    /// An engine's process ended.
    Crash,
    /// An engine's process fell silent.
    Hang,
}

impl Reason {
    /// The words of the summary.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mate => "mate",
            Self::Stalemate => "stalemate",
            Self::RepetitionRuling => "repetition ruling",
            Self::Repetition => "repetition",
            Self::NaturalLimit => "natural limit",
            Self::DeadMaterial => "dead material",
            Self::Length => "length",
            Self::AdjudicatedWin => "adjudicated win",
            Self::AdjudicatedDraw => "adjudicated draw",
            Self::Resignation => "resignation",
            Self::Time => "time",
            Self::IllegalMove => "illegal move",
            Self::NoMove => "no move",
            Self::Crash => "crash",
            Self::Hang => "hang",
        }
    }

    /// Whether an engine did what no engine may do.
    pub const fn is_fault(self) -> bool {
        matches!(self, Self::Time | Self::IllegalMove | Self::NoMove | Self::Crash | Self::Hang)
    }

    /// Whether the rules of the game ended it.
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
}

/// The end of a game.
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

/// A game under the referee's eyes.
#[derive(Clone)]
pub struct Referee {
    board: Board,
    rules: Rules,
    /// Plies after which a game is called a draw.
    max_plies: usize,
    moves: Vec<Move>,
}

impl Referee {
    /// A game that begins at `fen`.
    ///
    /// # Errors
    /// When `fen` is no legal position.
    pub fn new(fen: &str, rules: Rules, max_plies: usize) -> Result<Self, FenError> {
        Ok(Self { board: Board::from_fen(fen)?, rules, max_plies, moves: Vec::new() })
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
        let legal = self.board.is_legal_move(mv);
        if legal {
            self.board.make(mv);
            self.moves.push(mv);
        }
        legal
    }

    /// How the game ended with the last move, if it did. Mate comes before repetition, repetition before the natural
    /// limit, the limit before dead material.
    pub fn ending(&self) -> Option<Ending> {
        let side = self.side();
        if !self.board.has_legal_move() {
            let reason = if self.board.in_check() { Reason::Mate } else { Reason::Stalemate };
            return Some(Ending::loss(side, reason, ""));
        }
        let verdict = verdict(&self.board, &self.rules);
        match verdict.judgement {
            Some(Judgement::Loses(loser)) => {
                return Some(Ending::loss(loser, Reason::RepetitionRuling, verdict.reason.name()));
            }
            Some(Judgement::Draw) => return Some(Ending::draw(Reason::Repetition)),
            None => {}
        }
        if natural_limit_reached(&self.board, &self.rules) {
            return Some(Ending::draw(Reason::NaturalLimit));
        }
        if is_dead(&self.board) {
            return Some(Ending::draw(Reason::DeadMaterial));
        }
        (self.moves.len() >= self.max_plies).then(|| Ending::draw(Reason::Length))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use guohe::board::STARTPOS;
    use guohe::rules::RuleSet;

    /// Plays the moves, which must not end the game before the last, and compares the ending.
    fn check(fen: &str, moves: &str, rules: Rules, expected: Option<(Option<Color>, Reason)>) {
        let mut referee = Referee::new(fen, rules, 10_000).unwrap();
        for word in moves.split_ascii_whitespace() {
            assert_eq!(referee.ending(), None, "{fen}: over before {word}");
            assert!(referee.play(word.parse().unwrap()), "{fen}: {word} is not legal");
        }
        let ending = referee.ending().map(|ending| (ending.winner, ending.reason));
        assert_eq!(ending, expected, "{fen} moves {moves}");
    }

    #[test]
    fn mate_and_stalemate_lose() {
        let rules = Rules::default();
        check("4k4/9/1R7/9/9/9/9/R8/9/3K5 w", "a2a9", rules, None);
        check("4k4/1R7/9/9/9/9/9/R8/9/3K5 w", "a2a9", rules, Some((Some(Color::Red), Reason::Mate)));
        check("3k5/9/9/9/9/9/9/9/4R4/5K3 w", "e1e0", rules, None);
        check("3k5/9/4P4/9/9/9/9/9/9/4K4 w", "e7e8", rules, Some((Some(Color::Red), Reason::Stalemate)));
    }

    #[test]
    fn repetitions_are_judged_by_the_rule_set() {
        // Red's rook checks on two files for ever; the king steps to and fro.
        let perpetual = "5k3/9/9/9/9/9/9/5R3/9/3K5 b";
        let round = "f9e9 f2e2 e9f9 e2f2 ";
        let once = |set| Rules { set, ..Rules::default() };
        let two = round.repeat(2);
        check(perpetual, &two, once(RuleSet::Asian), Some((Some(Color::Black), Reason::RepetitionRuling)));
        check(perpetual, &two, once(RuleSet::CheckOnly), Some((Some(Color::Black), Reason::RepetitionRuling)));
        check(perpetual, round, once(RuleSet::Asian), None);
        let fourth = Rules { fold: 4, ..Rules::default() };
        check(perpetual, &two, fourth, None);
        check(perpetual, &round.repeat(3), fourth, Some((Some(Color::Black), Reason::RepetitionRuling)));
        // Rooks that do nothing.
        let idle = "a0a1 a9a8 a1a0 a8a9 ".repeat(2);
        check(STARTPOS, &idle, Rules::default(), Some((None, Reason::Repetition)));
    }

    #[test]
    fn limits_and_dead_material_draw() {
        let limit = Rules { natural_limit: Some(2), ..Rules::default() };
        check(STARTPOS, "a0a1 a9a8 a1a2 a8a7", limit, Some((None, Reason::NaturalLimit)));
        check(STARTPOS, "a0a1 a9a8 a1a2 a8a7", Rules { natural_limit: None, ..limit }, None);
        // A mate on the move that reaches the limit counts.
        let mates = "3k5/1R7/9/9/9/9/9/R8/9/5K3 b";
        check(mates, "d9e9 a2a3 e9d9 a3a9", limit, Some((Some(Color::Red), Reason::Mate)));
        check("4k4/9/9/9/9/9/9/9/3p5/3K5 w", "d0d1", Rules::default(), Some((None, Reason::DeadMaterial)));
    }

    #[test]
    fn illegal_moves_change_nothing() {
        let mut referee = Referee::new(STARTPOS, Rules::default(), 2).unwrap();
        for text in ["e0e2", "a9a8", "d4d5", "a0b0"] {
            assert!(!referee.play(text.parse().unwrap()), "{text}");
        }
        assert!(referee.moves().is_empty() && referee.board().plies_played() == 0);
        assert!(referee.play("a0a1".parse().unwrap()));
        assert_eq!(referee.ending(), None);
        assert!(referee.play("a9a8".parse().unwrap()));
        assert_eq!(referee.ending(), Some(Ending::draw(Reason::Length)));
    }
}
