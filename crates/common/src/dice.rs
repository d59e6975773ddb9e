//! Seeded random choices whose outcome depends on nothing but the generator: a library's way of drawing from a range
//! may change between versions, and files that name their seed would not come out the same any more.

use guohe::board::Board;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::RngCore;
use std::ops::RangeInclusive;

/// A number below `bound`, which is above 0.
pub fn below(dice: &mut Xoshiro256PlusPlus, bound: u64) -> u64 {
    ((u128::from(dice.next_u64()) * u128::from(bound)) >> 64) as u64
}

/// A number from 0 to below 1.
pub fn unit(dice: &mut Xoshiro256PlusPlus) -> f64 {
    // 53 bits are what a double holds.
    (dice.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}

/// True with a chance of `percent`.
pub fn chance(dice: &mut Xoshiro256PlusPlus, percent: f64) -> bool {
    unit(dice) < percent / 100.0
}

/// Puts the items into a random order.
pub fn shuffle<T>(dice: &mut Xoshiro256PlusPlus, items: &mut [T]) {
    for last in (1..items.len()).rev() {
        items.swap(last, below(dice, last as u64 + 1) as usize);
    }
}

/// A number of the range.
pub fn within(dice: &mut Xoshiro256PlusPlus, range: &RangeInclusive<u64>) -> u64 {
    range.start() + below(dice, range.end() - range.start() + 1)
}

/// Plays so many random moves as the range says. False when they end in check or end the game.
pub fn random_moves(dice: &mut Xoshiro256PlusPlus, board: &mut Board, plies: &RangeInclusive<u64>) -> bool {
    for _ in 0..within(dice, plies) {
        let moves = board.legal_moves();
        if moves.is_empty() {
            return false;
        }
        board.make(moves[below(dice, moves.len() as u64) as usize]);
    }
    !board.in_check() && board.has_legal_move()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_xoshiro::rand_core::SeedableRng;

    #[test]
    fn random_moves_are_as_many_as_asked_for() {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(2);
        for _ in 0..50 {
            let mut board = Board::startpos();
            let calm = random_moves(&mut dice, &mut board, &(2..=4));
            assert!((2..=4).contains(&board.plies_played()));
            assert_eq!(calm, !board.in_check() && board.has_legal_move());
        }
    }

    /// Expected values: from an independent xoshiro256++ seeded by SplitMix64.
    #[test]
    fn draws_stay_what_they_are() {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(7);
        let mut items: Vec<u8> = (0..8).collect();
        shuffle(&mut dice, &mut items);
        assert_eq!(items, [7, 5, 6, 3, 2, 4, 1, 0]);
        let drawn: Vec<u64> = (0..8).map(|_| below(&mut dice, 100)).collect();
        assert_eq!(drawn, [32, 98, 7, 11, 17, 73, 11, 49]);
    }

    #[test]
    fn draws_are_even() {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut counts = [0; 10];
        let mut hits = 0;
        for _ in 0..10_000 {
            counts[below(&mut dice, 10) as usize] += 1;
            hits += u32::from(chance(&mut dice, 5.0));
        }
        assert!(counts.iter().all(|count| (850..1150).contains(count)), "{counts:?}");
        assert!((400..600).contains(&hits), "{hits}");
        assert!(chance(&mut dice, 100.0) && !chance(&mut dice, 0.0));
    }
}
