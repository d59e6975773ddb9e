//! Mates that were announced and have to come.
//!
//! Mostly the next search finds what is left of one in the table at once. But entries are overwritten, scores on which a
//! repetition has a bearing are not kept, and a short search may not prove again what a longer one has proven.

use super::decided;
use super::mate::Mate;
use super::pv::Line;
use crate::board::Board;
use crate::rules::QuietCount;
use crate::rules::Rules;
use crate::types::Key;
use crate::types::Move;
use crate::types::Score;

/// A mate that the last search announced.
pub(super) struct Announced {
    /// The position behind the move that was played.
    after: Key,
    /// How the line goes on from there, the opponent's answer first.
    line: Line,
}

/// What an announced mate means for the search of the position that came of it.
#[derive(Default)]
pub(super) struct Owed {
    /// The rest of its line, when the opponent's answer was the one expected.
    pub(super) mate: Option<Mate>,
    /// There must be a mate, known or not.
    pub(super) is_due: bool,
}

impl Announced {
    /// What a search of `board` that ended with this score and line announces, if the game goes on behind it.
    pub(super) fn of(board: &Board, score: Score, line: &[Move]) -> Option<Self> {
        let (&mv, rest) = line.split_first().filter(|(_, rest)| score.is_mate_given() && !rest.is_empty())?;
        Some(Self { after: board.key_after(mv), line: rest.iter().copied().collect() })
    }

    /// What is owed when `board` is searched next: nothing, unless it came of the announced move and one answer.
    pub(super) fn owed(&self, board: &Board, rules: &Rules) -> Owed {
        let Some(answer) = board.last_move() else { return Owed::default() };
        let mut before = board.clone();
        before.unmake();
        if before.key() != self.after {
            return Owed::default();
        }
        let rest = self.line.split_first().filter(|&(&expected, _)| expected == answer);
        Owed { mate: rest.and_then(|(_, rest)| mate_at_the_end(board, rest, rules)), is_due: true }
    }
}

/// The mate that `line` ends with, if it does: all its moves are legal and no rule ends the game before.
fn mate_at_the_end(board: &Board, line: &[Move], rules: &Rules) -> Option<Mate> {
    let quiet = QuietCount::of(board);
    let mut board = board.clone();
    for (ply, &mv) in line.iter().enumerate() {
        if decided::by_rule(&board, ply, rules, true, &quiet).is_some() || !board.is_legal_move(mv) {
            return None;
        }
        board.make(mv);
    }
    let is_ours = line.len() % 2 == 1;
    if is_ours && !board.has_legal_move() { Mate::along(line) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Red mates in three plies by either king move: one rook takes the second rank, the other one mates on the last.
    const START: &str = "4k4/9/9/R8/1R7/9/4P4/9/9/4K4 w";

    fn moves(words: &str) -> Vec<Move> {
        words.split(' ').map(|word| word.parse().unwrap()).collect()
    }

    fn after(words: &str) -> Board {
        let mut board = Board::from_fen(START).unwrap();
        for mv in moves(words) {
            assert!(board.is_legal_move(mv), "{mv}");
            board.make(mv);
        }
        board
    }

    fn announced(score: Score, line: &str) -> Option<Announced> {
        Announced::of(&Board::from_fen(START).unwrap(), score, &moves(line))
    }

    /// Whether a mate is due, and the line of it that is known, when `line` was announced and `played` was played.
    fn owed(line: &str, played: &str, rules: &Rules) -> (bool, Option<Mate>) {
        let owed = announced(Score::mate_in(3), line).expect("a mate to come").owed(&after(played), rules);
        (owed.is_due, owed.mate)
    }

    #[test]
    fn the_rest_of_the_line_is_owed() {
        let rules = Rules::default();
        let line = "a6a8 e9d9 b5b9";
        assert_eq!(owed(line, "a6a8 e9d9", &rules), (true, Mate::along(&moves("b5b9"))));
        assert_eq!(owed(line, "a6a8 e9f9", &rules), (true, None), "another answer");
        assert_eq!(owed(line, "b5b8 e9d9", &rules), (false, None), "another move");
        let owed = announced(Score::mate_in(3), line).unwrap().owed(&after("a6a8 e9d9").without_history(), &rules);
        assert!(!owed.is_due, "nobody knows how the game came here");
    }

    #[test]
    fn a_line_that_does_not_mate_is_not_followed() {
        let rules = Rules::default();
        let early = Rules { natural_limit: Some(1), ..rules };
        for (line, rules) in
            [("a6a8 e9d9 b5b8", &rules), ("a6a8 e9d9", &rules), ("a6a8 e9d9 b5h9", &rules), ("a6a8 e9d9 b5b9", &early)]
        {
            assert_eq!(owed(line, "a6a8 e9d9", rules), (true, None), "{line}");
        }
    }

    #[test]
    fn only_mates_to_come_are_announced() {
        let line = "a6a8 e9d9 b5b9";
        assert!(announced(Score::new(2_000), line).is_none());
        assert!(announced(Score::mated_in(4), line).is_none());
        assert!(announced(Score::mate_in(1), "b5b9").is_none(), "the game is over");
    }
}
