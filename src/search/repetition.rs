//! A cheap filter in front of the question whether a position has stood before.

use crate::board::Board;
use crate::types::Key;

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
