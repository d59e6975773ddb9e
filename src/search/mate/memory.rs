//! Remembers mates reported by recent searches, which the next search is expected to find again.
//!
//! Mostly the next search finds what is left of one in the table at once. But entries are overwritten, scores on which
//! a repetition has a bearing are not kept, and a short search may not prove again what a longer one has proven.

use super::line;
use super::proof::Mate;
use crate::board::Board;
use crate::rules::{self, Rules};
use crate::search::pv::Line;
use crate::types::{Key, Move, Score};
use arrayvec::ArrayVec;

/// Announcements that are remembered. Between two moves of a game there may be one that pondered on an answer
/// which did not come, and those of a person who asked for a hint.
const REMEMBERED: usize = 4;

/// A mate that a search has announced.
struct Announcement {
    /// The position after the move that was to be played.
    after: Board,
    /// How the line goes on from there, the opponent's answer first. It may break off.
    line: Line,
    /// Plies from there to the mate.
    plies: usize,
}

/// What an announced mate means for the search of the position that came of it.
#[derive(Default)]
pub(in crate::search) struct ExpectedMate {
    /// The rest of its line, when the opponent's answer was the one expected.
    pub(in crate::search) mate: Option<Mate>,
    /// There must be a mate, known or not.
    pub(in crate::search) is_expected: bool,
}

/// The last mates that searches have announced.
#[derive(Default)]
pub(in crate::search) struct MateMemory {
    /// The newest last.
    mates: ArrayVec<Announcement, REMEMBERED>,
}

impl MateMemory {
    /// A search of `board` has ended with this score and line: remembers the mate, if it is one and not given by the
    /// first move.
    pub(in crate::search) fn record(&mut self, board: &Board, score: Score, line: &[Move]) {
        let plies = score.mate_distance().filter(|&plies| score.is_mate_given() && plies > 1);
        let (Some(plies), Some((&mv, rest))) = (plies, line.split_first()) else { return };
        let mut after = board.clone();
        after.make(mv);
        let mut new = Announcement { after, line: rest.iter().copied().collect(), plies: plies as usize - 1 };
        // The mate is known already, as when a user asks for hints again. Of two lines the longer one is kept.
        if let Some(index) = self.mates.iter().position(|old| old.after.key() == new.after.key()) {
            let old = self.mates.remove(index);
            if old.plies <= new.plies && old.line.len() > new.line.len() {
                new = old;
            }
        }
        if self.mates.is_full() {
            self.mates.remove(0);
        }
        self.mates.push(new);
    }

    /// What is owed when `board` is searched next: nothing, unless it is one answer away from an announced move. A
    /// board that comes without its history, as front ends send it after a capture, is known by its pieces.
    pub(in crate::search) fn expected(&self, board: &Board, rules: &Rules) -> ExpectedMate {
        let answered = self.mates.iter().rev().find_map(|mate| Some((mate, mate.answer_to(board.key())?)));
        let Some((announcement, answer)) = answered else { return ExpectedMate::default() };
        // By another path to this position the repetitions may be judged otherwise.
        let is_continued = board.reversible_plies() <= announcement.after.reversible_plies() + 1;
        let rest = announcement.line.split_first().filter(|&(&expected, _)| is_continued && expected == answer);
        let plies = announcement.plies - 1;
        ExpectedMate { mate: rest.and_then(|(_, rest)| mate_along(board, rest, plies, rules)), is_expected: true }
    }
}

impl Announcement {
    /// The opponent's move that leads to the position of this key.
    fn answer_to(&self, key: Key) -> Option<Move> {
        self.after.legal_moves().into_iter().find(|&mv| self.after.key_after(mv) == key)
    }
}

/// The mate in `plies` plies that was announced, when `line` is one way to it and the natural limit does not come
/// before. A full-length line is replayed, so captures that reset the count are seen; a shorter one needs `quiet +
/// plies <= limit`.
fn mate_along(board: &Board, line: &[Move], plies: usize, rules: &Rules) -> Option<Mate> {
    let quiet = rules::counted_quiet_plies(board);
    let is_in_time = line.len() == plies || rules.natural_limit.is_none_or(|limit| quiet + plies <= 2 * limit as usize);
    let is_mate = line.len() % 2 == 1 && line.len() <= plies && line::ends_in_mate(board, line, rules);
    if is_in_time && is_mate { Mate::along(line, plies) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Red mates in three plies by either king move: one rook takes the second rank, the other one mates on the last.
    const START: &str = "4k4/9/9/R8/1R7/9/4P4/9/9/4K4 w";

    const LINE: &str = "a6a8 e9d9 b5b9";

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

    fn announced(score: Score, line: &str) -> MateMemory {
        let mut announced = MateMemory::default();
        announced.record(&Board::from_fen(START).unwrap(), score, &moves(line));
        announced
    }

    /// Whether a mate is due, and the line of it that is known, when `line` was announced and `played` was played.
    fn expected(line: &str, played: &str, rules: &Rules) -> (bool, Option<Mate>) {
        let expected = announced(Score::mate_in(3), line).expected(&after(played), rules);
        (expected.is_expected, expected.mate)
    }

    #[test]
    fn the_rest_of_the_line_is_owed() {
        let rules = Rules::default();
        assert_eq!(expected(LINE, "a6a8 e9d9", &rules), (true, Mate::along(&moves("b5b9"), 1)));
        assert_eq!(expected(LINE, "a6a8 e9f9", &rules), (true, None), "another answer");
        assert_eq!(expected(LINE, "b5b8 e9d9", &rules), (false, None), "another move");
        assert_eq!(expected("a6a8", "a6a8 e9d9", &rules), (true, None), "the line is not known, the mate is");
        let board = after("a6a8 e9d9").without_history();
        let expected = announced(Score::mate_in(3), LINE).expected(&board, &rules);
        assert_eq!(expected.mate, Mate::along(&moves("b5b9"), 1), "a front end need not send the moves");
    }

    /// As when the engine has pondered on another answer, or somebody wanted a hint.
    #[test]
    fn a_search_in_between_forgets_nothing() {
        let rules = Rules::default();
        let mut announced = announced(Score::mate_in(3), LINE);
        let other = after("a6a8 e9f9");
        announced.record(&other, Score::mate_in(3), &moves("b5b8 f9e9 b8b9"));
        announced.record(&Board::startpos(), Score::new(31), &moves("h2e2"));
        assert!(announced.expected(&after("a6a8 e9d9"), &rules).is_expected);
        // One of the others many times, and with less of the line.
        for _ in 0..REMEMBERED {
            announced.record(&Board::from_fen(START).unwrap(), Score::mate_in(3), &moves("a6a8"));
        }
        assert!(announced.expected(&after("a6a8 e9d9"), &rules).mate.is_some(), "the whole line is kept");
        // But not for ever.
        for first in ["h2e2", "b2e2", "h2d2", "h2f2"] {
            announced.record(&Board::startpos(), Score::mate_in(5), &moves(first));
        }
        assert!(!announced.expected(&after("a6a8 e9d9"), &rules).is_expected);
    }

    #[test]
    fn a_game_that_comes_back_must_prove_its_mate_again() {
        let announced = announced(Score::mate_in(3), LINE);
        let expected = announced.expected(&after("a6a7 e9f9 a7a6 f9e9 a6a8 e9d9"), &Rules::default());
        assert_eq!((expected.is_expected, expected.mate), (true, None));
    }

    #[test]
    fn a_line_that_does_not_mate_is_not_followed() {
        let rules = Rules::default();
        let early = Rules { natural_limit: Some(1), ..rules };
        for (line, rules) in
            [("a6a8 e9d9 b5b8", &rules), ("a6a8 e9d9", &rules), ("a6a8 e9d9 b5h9", &rules), (LINE, &early)]
        {
            assert_eq!(expected(line, "a6a8 e9d9", rules), (true, None), "{line}");
        }
    }

    /// A mate in 19 with 16 plies left before the limit: the capture at its 13th ply begins the count anew.
    #[test]
    fn a_capture_on_the_way_makes_time() {
        let rules = Rules { natural_limit: Some(11), ..Rules::default() };
        let mut board = Board::from_fen("5a3/3k5/9/9/1N7/9/9/9/9/4K4 w").unwrap();
        for mv in moves("b5c7 d8d7 c7d9 d7d8") {
            board.make(mv);
        }
        let line = moves(
            "d9f8 f9e8 f8e6 d8d7 e6g7 e8f7 g7f5 f7e8 f5d6 e8f9 d6b7 f9e8 b7c9 d7d8 c9e8 d8d9 e8c7 d9d8 e0e1 d8d7 c7b9",
        );
        let mut announced = MateMemory::default();
        announced.record(&board, Score::mate_in(21), &line);
        for &mv in &line[..2] {
            board.make(mv);
        }
        assert_eq!(announced.expected(&board, &rules).mate, Mate::along(&line[2..], 19));
        let shorter = Rules { natural_limit: Some(9), ..rules };
        assert_eq!(announced.expected(&board, &shorter).mate, None, "the limit comes before the capture");
    }

    /// The line may be one of a worse defence: what was announced is what holds.
    #[test]
    fn the_announced_distance_is_kept() {
        let expected = announced(Score::mate_in(7), LINE).expected(&after("a6a8 e9d9"), &Rules::default());
        assert_eq!(expected.mate.map(|mate| mate.score()), Some(Score::mate_in(5)));
        // The longer defence may reach the natural limit.
        let near = Rules { natural_limit: Some(2), ..Rules::default() };
        let expected = announced(Score::mate_in(7), LINE).expected(&after("a6a8 e9d9"), &near);
        assert_eq!((expected.is_expected, expected.mate), (true, None));
    }

    #[test]
    fn only_mates_to_come_are_announced() {
        for (score, line) in [(Score::new(2_000), LINE), (Score::mated_in(4), LINE), (Score::mate_in(1), "a6a8")] {
            assert!(!announced(score, line).expected(&after("a6a8 e9d9"), &Rules::default()).is_expected, "{score:?}");
        }
    }
}
