//! Draws for want of progress: too long without a capture, or nobody left who can attack. Repetitions are judged
//! elsewhere.

use super::checks::checks;
use super::set::Rules;
use crate::board::Board;
use crate::types::Color;
use crate::types::Kind;

/// Checks of each side since the last capture that count towards the natural limit; further ones, and the replies to
/// them, do not.
const COUNTED_CHECKS: u32 = 10;

/// Whether the natural limit is reached: `rules.natural_limit` moves by each side since the last capture. A mate given
/// by the very move that reaches it takes precedence, which is for the caller to test.
pub fn natural_limit_reached(board: &Board, rules: &Rules) -> bool {
    match rules.natural_limit {
        // Nothing can shorten the count below the plies played, so this settles nearly every call.
        Some(limit) => {
            let limit = limit as usize * 2;
            board.quiet_plies() >= limit && counted_quiet_plies(board) >= limit
        }
        None => false,
    }
}

/// Plies since the last capture, less each side's checks beyond the tenth and the replies to them.
pub fn counted_quiet_plies(board: &Board) -> usize {
    let plies = board.quiet_plies();
    // Newest first: whether the move made `back` plies ago gave check.
    let checks = checks(board, plies);
    let mut given = [0; 2];
    let mut counted = 0;
    let mut replies_to_uncounted = false;
    for (back, &gives_check) in checks.iter().enumerate().rev() {
        let mover = if back % 2 == 0 { !board.side() } else { board.side() };
        let mut is_uncounted = false;
        if gives_check {
            given[mover.index()] += 1;
            is_uncounted = given[mover.index()] > COUNTED_CHECKS;
        }
        if !is_uncounted && !replies_to_uncounted {
            counted += 1;
        }
        replies_to_uncounted = is_uncounted;
    }
    counted
}

/// Whether neither side has a rook, cannon, knight or pawn left, so that nobody can ever be mated.
pub fn is_dead(board: &Board) -> bool {
    Color::ALL.iter().all(|&color| {
        [Kind::Rook, Kind::Cannon, Kind::Knight, Kind::Pawn].iter().all(|&kind| board.count(color, kind) == 0)
    })
}
