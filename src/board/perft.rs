//! Leaf counts of the move tree, the classic check on a move generator.

use super::make::Board;
use crate::types::Move;
use crate::types::MoveList;

/// Number of legal move sequences of `depth` plies. Every leaf is made and unmade: no counting in bulk.
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

/// [`perft`] split by root move, in the order of generation. Empty when `depth` is 0.
pub fn divide(board: &mut Board, depth: u32) -> Vec<(Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    let moves = board.legal_moves();
    moves
        .into_iter()
        .map(|mv| {
            board.make(mv);
            let count = perft(board, depth - 1);
            board.unmake();
            (mv, count)
        })
        .collect()
}
