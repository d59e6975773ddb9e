//! Lines of moves in a notation.

use guohe::board::Board;
use guohe::notation::{self, Style};
use guohe::types::Move;

/// The moves of a line, written one after the other from `board` on, `most` of them.
pub fn line(board: &Board, moves: &[Move], style: Style, most: usize) -> Vec<String> {
    let mut board = board.clone();
    moves
        .iter()
        .take(most)
        .map(|&mv| {
            let text = notation::write(&board, mv, style);
            board.make(mv);
            text
        })
        .collect()
}
