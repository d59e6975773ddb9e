//! A counting filter that excludes nearly all positions from the test for repetition.

use crate::board::Board;
use crate::types::Key;

/// Number of counters. Up to some 2,000 plies without a capture, collisions, which cost a walk through the history, are
/// rare.
const COUNTERS: usize = 1 << 14;

/// Counts the positions of the game and of the current line by the low bits of their keys, so that one lookup rules
/// out a repetition at nearly every node.
pub(super) struct RepetitionFilter(Box<[u16; COUNTERS]>);

impl RepetitionFilter {
    pub(super) fn new() -> Self {
        Self(Box::new([0; COUNTERS]))
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
    fn counter(&mut self, key: Key) -> &mut u16 {
        &mut self.0[key.0 as usize % COUNTERS]
    }

    #[inline]
    pub(super) fn add(&mut self, key: Key) {
        let counter = self.counter(key);
        *counter = counter.wrapping_add(1);
    }

    #[inline]
    pub(super) fn remove(&mut self, key: Key) {
        let counter = self.counter(key);
        *counter = counter.wrapping_sub(1);
    }

    /// Whether a position with this key may have occurred before.
    #[inline]
    pub(super) fn may_contain(&self, key: Key) -> bool {
        self.0[key.0 as usize % COUNTERS] != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{Move, SplitMix64};

    /// A game of random moves without captures, checks and moves across the river.
    fn long_game(plies: usize) -> Board {
        let mut board = Board::from_fen("3aka3/6cc1/9/9/6rr1/RR7/9/9/CC2A4/3K1A3 w - - 0 1").unwrap();
        let mut stream = SplitMix64::new(1);
        while board.reversible_plies() < plies {
            let own_half = |mv: &Move| (mv.to().rank().index() < 5) == (board.side().index() == 0);
            let moves: Vec<Move> = board
                .legal_moves()
                .into_iter()
                .filter(|mv| !board.is_capture(*mv) && !board.gives_check(*mv) && own_half(mv))
                .collect();
            board.make(moves[(stream.draw() % moves.len() as u64) as usize]);
        }
        board
    }

    #[test]
    fn a_long_game_does_not_make_new_positions_look_old() {
        for (plies, bound) in [(100, 100), (2_000, 1_500)] {
            let board = long_game(plies);
            let mut filter = RepetitionFilter::new();
            filter.reset(&board);
            assert!((0..plies).all(|back| filter.may_contain(board.played(back).unwrap().key)));
            let mut stream = SplitMix64::new(2);
            let mut seen = 0;
            for _ in 0..10_000 {
                seen += usize::from(filter.may_contain(Key(stream.draw())));
            }
            assert!(seen < bound, "after {plies} plies {seen} of 10000 new positions look like old ones");
        }
    }

    #[test]
    fn counters_are_exact_for_any_number_of_occurrences() {
        let mut filter = RepetitionFilter::new();
        for count in [255, 256, 1000] {
            (0..count).for_each(|_| filter.add(Key(5)));
            assert!(filter.may_contain(Key(5)), "{count}");
            (0..count).for_each(|_| filter.remove(Key(5)));
            assert!(!filter.may_contain(Key(5)), "{count}");
        }
    }
}
