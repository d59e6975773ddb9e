//! Mates known from earlier searches: the one that was reported, so that the next search continues its line, and the
//! one that the transposition table proves at the root.
//!
//! Usually the transposition table still holds that line. But entries are overwritten, and near the natural limit TT
//! mates are not used, even if a capture in the line would reset the count.

use super::line;
use super::proof::{Mate, has_occurred};
use crate::board::Board;
use crate::rules::Rules;
use crate::tt::Table;
use crate::types::{Move, Score};

/// A mate with its whole line.
pub(in crate::search) struct ReportedMate {
    /// The position that was searched.
    board: Board,
    mate: Mate,
}

impl Mate {
    /// The mate by the side to move that the table proves for `board`, before the natural limit. Its line is the first
    /// move. The entries below may have been replaced, and then a search may find a longer mate only.
    pub(in crate::search) fn in_table(table: &Table, board: &Board, rules: &Rules) -> Option<Self> {
        let entry =
            table.probe(board.key(), 0).filter(|entry| entry.is_proven_mate() && entry.score.is_winning_mate())?;
        let plies = entry.score.mate_distance()? as usize;
        let is_in_time = rules.natural_limit.is_none_or(|limit| board.quiet_plies() + plies <= 2 * limit as usize);
        let mv = entry.mv.filter(|&mv| is_in_time && board.is_legal_move(mv))?;
        // The proof does not know the moves of the game.
        let is_repeated = !board.is_capture(mv) && has_occurred(board, board.key_after(mv));
        if is_repeated { None } else { Self::along(&[mv], plies) }
    }
}

impl ReportedMate {
    /// The mate that a search of `board` reports by `score`; `None` unless the side to move mates and `line` leads to
    /// the end.
    pub(in crate::search) fn new(board: &Board, score: Score, line: &[Move]) -> Option<Self> {
        let plies = score.mate_distance().filter(|_| score.is_winning_mate())? as usize;
        let mate = Mate::along(line, plies).filter(|_| line.len() == plies)?;
        Some(Self { board: board.clone(), mate })
    }

    /// The rest of the mate from `board`, if that position is on the line with the mating side to move. Front ends may
    /// send it without its history, so it is recognized by its key, and the rest is replayed under `rules`.
    pub(in crate::search) fn rest_from(&self, board: &Board, rules: &Rules) -> Option<Mate> {
        let mut on_line = self.board.clone();
        let mut rest = &self.mate.line[..];
        while on_line.key() != board.key() {
            let (&[mv, reply], after) = rest.split_first_chunk()?;
            on_line.make(mv);
            on_line.make(reply);
            rest = after;
        }
        Mate::along(rest, rest.len()).filter(|_| line::ends_in_mate(board, rest, rules))
    }
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

    /// What is left of the mate in three along `line` after `played`.
    fn rest(line: &str, played: &str, rules: &Rules) -> Option<Mate> {
        let start = Board::from_fen(START).unwrap();
        ReportedMate::new(&start, Score::mate_in(3), &moves(line))?.rest_from(&after(played), rules)
    }

    #[test]
    fn the_rest_of_the_line_is_kept() {
        let rules = Rules::default();
        assert_eq!(rest(LINE, "a6a8 e9d9", &rules), Mate::along(&moves("b5b9"), 1));
        assert_eq!(rest(LINE, "a6a8 e9f9", &rules), None, "another answer");
        assert_eq!(rest(LINE, "b5b8 e9d9", &rules), None, "another move");
        assert_eq!(rest("a6a8", "a6a8 e9d9", &rules), None, "the line breaks off");
        let start = Board::from_fen(START).unwrap();
        let reported = ReportedMate::new(&start, Score::mate_in(3), &moves(LINE)).unwrap();
        assert_eq!(
            reported.rest_from(&start, &rules),
            Mate::along(&moves(LINE), 3),
            "the same position is searched again"
        );
        let board = after("a6a8 e9d9").without_history();
        assert!(reported.rest_from(&board, &rules).is_some(), "a front end need not send the moves");
    }

    #[test]
    fn a_line_that_does_not_mate_is_not_followed() {
        let rules = Rules::default();
        let early = Rules { natural_limit: Some(1), ..rules };
        for (line, rules) in [("a6a8 e9d9 b5b8", &rules), ("a6a8 e9d9 b5h9", &rules), (LINE, &early)] {
            assert_eq!(rest(line, "a6a8 e9d9", rules), None, "{line}");
        }
    }

    /// A mate in 19 plies with 16 left before the limit: the capture at its 13th ply resets the count.
    #[test]
    fn a_capture_in_the_line_resets_the_limit() {
        let rules = Rules { natural_limit: Some(11), ..Rules::default() };
        let mut board = Board::from_fen("5a3/3k5/9/9/1N7/9/9/9/9/4K4 w").unwrap();
        for mv in moves("b5c7 d8d7 c7d9 d7d8") {
            board.make(mv);
        }
        let line = moves(
            "d9f8 f9e8 f8e6 d8d7 e6g7 e8f7 g7f5 f7e8 f5d6 e8f9 d6b7 f9e8 b7c9 d7d8 c9e8 d8d9 e8c7 d9d8 e0e1 d8d7 c7b9",
        );
        let reported = ReportedMate::new(&board, Score::mate_in(21), &line).unwrap();
        for &mv in &line[..2] {
            board.make(mv);
        }
        assert_eq!(reported.rest_from(&board, &rules), Mate::along(&line[2..], 19));
        let shorter = Rules { natural_limit: Some(9), ..rules };
        assert_eq!(reported.rest_from(&board, &shorter), None, "the limit comes before the capture");
    }

    #[test]
    fn only_whole_mates_of_the_side_to_move_are_kept() {
        let start = Board::from_fen(START).unwrap();
        for (score, line) in [(Score::new(2_000), LINE), (Score::mated_in(4), LINE), (Score::mate_in(5), LINE)] {
            assert!(ReportedMate::new(&start, score, &moves(line)).is_none(), "{score:?}");
        }
    }
}
