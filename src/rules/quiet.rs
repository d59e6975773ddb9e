//! Draws for lack of progress: by the natural limit (60 moves without a capture, like the 50-move rule of chess) or by
//! dead material (no piece left that can attack).

use super::gave_check::checks;
use super::rule_set::Rules;
use crate::board::Board;
use crate::types::{Color, Kind};

/// Checks of each side since the last capture that count towards the natural limit; further ones, and the replies to
/// them, do not.
const COUNTED_CHECKS: u32 = 10;

/// Whether the natural limit is reached: `rules.natural_limit` moves by each side since the last capture. A mate by the
/// move that reaches it takes precedence; the caller must test this.
pub fn natural_limit_reached(board: &Board, rules: &Rules) -> bool {
    natural_limit_reached_after(board, rules, &QuietCount::default(), board.quiet_plies())
}

/// [`natural_limit_reached`], given the count `before` of all moves but the last `plies`. It saves the search a walk
/// through the whole game at every node.
pub fn natural_limit_reached_after(board: &Board, rules: &Rules, before: &QuietCount, plies: usize) -> bool {
    let Some(limit) = rules.natural_limit else { return false };
    let limit = limit as usize * 2;
    let quiet_plies = board.quiet_plies();
    // `quiet_plies` is an upper bound of the count, so the first comparison settles nearly every call. If a capture
    // lies within the last `plies` moves, `before` is out of date and the count starts anew.
    if quiet_plies < limit {
        return false;
    }
    let count = if quiet_plies < plies { QuietCount::of(board) } else { before.after(board, plies) };
    count.plies >= limit
}

/// Plies since the last capture, without each side's checks after the tenth and the replies to them.
pub fn counted_quiet_plies(board: &Board) -> usize {
    QuietCount::of(board).plies
}

/// The count towards the natural limit, and the state to continue it move by move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct QuietCount {
    /// Plies that count.
    plies: usize,
    /// Checks given by each side.
    checks: [u32; 2],
    /// The last move was a check that does not count, so its reply does not count either.
    is_last_uncounted: bool,
}

impl QuietCount {
    /// The count of all moves since the last capture.
    pub fn of(board: &Board) -> Self {
        Self::default().after(board, board.quiet_plies())
    }

    /// This count after the last `plies` moves of `board`, of which none is a capture.
    fn after(mut self, board: &Board, plies: usize) -> Self {
        // Newest first: whether the move made `back` plies ago gave check.
        for (back, &gives_check) in checks(board, plies).iter().enumerate().rev() {
            let mover = if back % 2 == 0 { !board.side() } else { board.side() };
            let mut is_uncounted = false;
            if gives_check {
                self.checks[mover.index()] += 1;
                is_uncounted = self.checks[mover.index()] > COUNTED_CHECKS;
            }
            if !is_uncounted && !self.is_last_uncounted {
                self.plies += 1;
            }
            self.is_last_uncounted = is_uncounted;
        }
        self
    }
}

/// Whether neither side has a rook, cannon, knight or pawn left, so that mate is impossible.
pub fn is_dead(board: &Board) -> bool {
    Color::ALL.iter().all(|&color| {
        [Kind::Rook, Kind::Cannon, Kind::Knight, Kind::Pawn].iter().all(|&kind| board.count(color, kind) == 0)
    })
}
