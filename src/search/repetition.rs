//! Which repetitions decide a node of the search, and a cheap filter in front of that question.

use crate::board::Board;
use crate::rules::Judgement;
use crate::types::Key;
use crate::types::Score;

/// Number of counters; a power of two.
const COUNTERS: usize = 1 << 14;

/// Counts the positions of the game and of the current line by the low bits of their keys, so that one lookup says
/// "never seen" for nearly every node.
pub(super) struct Filter(Box<[u8; COUNTERS]>);

impl Filter {
    pub(super) fn new() -> Self {
        match vec![0; COUNTERS].into_boxed_slice().try_into() {
            Ok(counters) => Self(counters),
            Err(_) => unreachable!("the slice was made with this length"),
        }
    }

    /// Counts the positions of the history that can still be repeated.
    pub(super) fn reset(&mut self, board: &Board) {
        self.0.fill(0);
        for back in 0..board.reversible_plies() {
            if let Some(played) = board.played(back) {
                self.add(played.key);
            }
        }
    }

    #[inline]
    pub(super) fn add(&mut self, key: Key) {
        let counter = &mut self.0[key.0 as usize % COUNTERS];
        *counter = counter.wrapping_add(1);
    }

    #[inline]
    pub(super) fn remove(&mut self, key: Key) {
        let counter = &mut self.0[key.0 as usize % COUNTERS];
        *counter = counter.wrapping_sub(1);
    }

    /// Whether a position of this key may have stood before.
    #[inline]
    pub(super) fn may_contain(&self, key: Key) -> bool {
        self.0[key.0 as usize % COUNTERS] != 0
    }
}

/// Plies back to the earlier occurrence that decides a node `ply` plies from the root: the nearest one when it lies
/// after the root, since the line itself has come round; else the one that makes the current the `fold`-th in the game.
pub(super) fn decisive_repetition(board: &Board, ply: usize, fold: u8) -> Option<usize> {
    let mut seen = 1;
    for back in (4..=board.reversible_plies()).step_by(2) {
        if board.played(back - 1)?.key == board.key() {
            seen += 1;
            if back < ply || seen >= fold {
                return Some(back);
            }
        }
    }
    None
}

/// The score of a judged repetition for the side to move, `ply` plies from the root.
pub(super) fn score_of(judgement: Judgement, board: &Board, ply: usize) -> Score {
    match judgement {
        Judgement::Draw => Score::DRAW,
        Judgement::Loses(loser) if loser == board.side() => Score::rule_loss(ply),
        Judgement::Loses(_) => Score::rule_win(ply),
    }
}
