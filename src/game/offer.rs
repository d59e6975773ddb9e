//! Whether a draw offer is accepted.

use super::outcome::outcome;
use crate::board::Board;
use crate::rules::{self, Rules};
use crate::types::{Color, Score};

/// No draw is accepted in the opening: before this ply with more than [`OPENING_PIECES`] on the board.
const OPENING_PLIES: usize = 20;

/// With this many pieces or fewer, of 32, a game is past the opening, also when it began as an endgame.
const OPENING_PIECES: usize = 16;

/// The highest score that counts as level, in centipawns of the search.
const LEVEL: i32 = 20;

/// Whether the side for which `board` is worth `score` accepts a draw. `most` is the highest score in centipawns at
/// which it does so.
///
/// If the game is drawn by the rules, the offer is accepted. In a repeated position a level score is accepted even
/// if it is above `most`.
pub fn accepts_draw(board: &Board, rules: &Rules, score: Score, most: i32) -> bool {
    if let Some(outcome) = outcome(board, rules) {
        return outcome.winner.is_none();
    }
    if rules::occurrences(board) > 1 && score.get() <= most.max(LEVEL) {
        return true;
    }
    !is_opening(board) && score.get() <= most
}

fn is_opening(board: &Board) -> bool {
    let pieces = board.pieces(Color::Red).count() + board.pieces(Color::Black).count();
    board.game_ply() < OPENING_PLIES && pieces > OPENING_PIECES
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nineteen plies.
    const OPENING: &str = "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5 b0c2 c9e7 d0e1 d9e8 g0i2 a9b9 a0b0 a6a5 a3a4 e6e5 \
                           e3e4";

    fn check(start: &str, moves: &str, score: i32, most: i32, expected: bool) {
        let mut board = Board::from_fen(start).unwrap();
        for word in moves.split_whitespace() {
            let mv = word.parse().unwrap();
            assert!(board.is_legal_move(mv), "{word} after {}", board.fen());
            board.make(mv);
        }
        let found = accepts_draw(&board, &Rules::default(), Score::new(score), most);
        assert_eq!(found, expected, "{} worth {score}, most {most}", board.fen());
    }

    #[test]
    fn no_draw_is_agreed_in_the_opening() {
        let start = crate::board::STARTPOS;
        for most in [20, -40, -200] {
            check(start, "h2e2 h9g7", 0, most, false);
            check(start, OPENING, -300, most, false);
        }
        check(start, &format!("{OPENING} i6i5"), -45, -40, true);
        check(start, &format!("{OPENING} i6i5"), -35, -40, false);
        // The number of the move counts, not the moves since the FEN.
        check(&start.replace("0 1", "0 11"), "", 0, 20, true);
        check(&start.replace("0 1", "0 10"), "", 0, 20, false);
    }

    #[test]
    fn an_endgame_that_was_set_up_is_no_opening() {
        let behind = "3k5/4a4/9/9/9/9/9/4B4/4A4/R2AK4 b - - 0 1";
        check(behind, "", -900, -40, true);
        check(behind, "", -900, -1000, false);
    }

    #[test]
    fn a_level_repetition_is_a_draw() {
        let start = crate::board::STARTPOS;
        check(start, "a0a1 a9a8 a1a0 a8a9", 0, -200, true);
        check(start, "a0a1 a9a8 a1a0 a8a9", 60, -200, false);
    }

    #[test]
    fn an_end_by_the_rules_takes_precedence_over_the_score() {
        check("3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1", "", 500, -200, true);
        // Mated: the game is lost.
        check("R2k5/1R7/9/9/9/9/9/9/9/4K4 b - - 0 1", "", -30_000, 20, false);
    }
}
