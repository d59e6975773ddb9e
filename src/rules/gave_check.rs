//! Which moves of a game gave check.

use crate::board::{Board, Position, Scratch};

/// Whether each of the last `plies` moves gave check, newest first.
pub(super) fn checks(board: &Board, plies: usize) -> Vec<bool> {
    let mut past = Scratch::of(board);
    (0..plies)
        .map(|back| {
            let gave_check = gave_check(board, &past, back);
            past.unmake(board.played(back).and_then(|played| played.mv));
            gave_check
        })
        .collect()
}

/// Whether the move made `back` plies ago gave check; `past` is the position after it.
pub(super) fn gave_check(board: &Board, past: &Position, back: usize) -> bool {
    let known = if back == 0 { None } else { board.was_in_check(back - 1) };
    known.unwrap_or_else(|| past.in_check())
}
