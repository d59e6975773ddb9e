//! Perft: leaf counts of the move tree, to check the move generator.

use super::make::Board;
use crate::types::MoveList;

/// Number of legal move sequences of `depth` plies. Every leaf is made and unmade (no bulk counting).
pub fn perft(board: &mut Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = MoveList::new();
    board.pseudo_legal_moves(&mut moves);
    let in_check = board.in_check();
    let mut count = 0;
    for &mv in &moves {
        if board.is_legal_given(mv, in_check) {
            board.make(mv);
            count += perft(board, depth - 1);
            board.unmake();
        }
    }
    count
}
