//! The numbers, what a pair of games tries of them, and what they learn from it. Knows no engine and no file.
//!
//! In the letters of SPSA, a_k = a / (A + k)^alpha and c_k = c / k^gamma for pair k, counted from 1. As in OpenBench, a
//! and c follow from their values at the end of the run: c_end is the step, and a_end is R_end · c_end², where R_end is
//! the gain.

use guohe_common::dice::below;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

/// By which power of the pairs played the steps fall: alpha.
const STEP_DECAY: f64 = 0.602;
/// By which power of the pairs played the perturbations fall: gamma.
const PERTURBATION_DECAY: f64 = 0.101;
/// A, the stability constant, as a share of all pairs: the steps fall slowly at first.
const SLOW_START: f64 = 0.1;

/// A number to be fitted.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Number {
    /// As the engine announces it.
    pub(super) name: String,
    /// The least that the engine takes.
    pub(super) min: f64,
    /// The most that the engine takes.
    pub(super) max: f64,
    /// A change that should be felt, and the perturbation at the end of the run: c_end.
    pub(super) step: f64,
    /// The number as fitted so far.
    pub(super) value: f64,
}

/// The plan of a run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    /// All pairs of the run.
    pub(super) pairs: u64,
    /// How far a game won carries a number at the end, as a share of its step: R_end.
    pub(super) gain: f64,
    /// Of the perturbations.
    pub(super) seed: u64,
}

/// What one pair tries.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Trial {
    /// The number of the pair, from 0.
    pub(super) pair: u64,
    /// By number: the direction in which the first engine's is moved.
    directions: Vec<f64>,
    /// By engine and number: what is tried.
    pub(super) values: [Vec<i64>; 2],
}

impl Plan {
    /// How far `number` is moved for a pair: c_k.
    fn perturbation(&self, number: &Number, pair: u64) -> f64 {
        number.step * ((self.pairs as f64) / (pair as f64 + 1.0)).powf(PERTURBATION_DECAY)
    }

    /// How far `number` follows the winner of a game of a pair: a_k / c_k.
    fn follow(&self, number: &Number, pair: u64) -> f64 {
        let start = SLOW_START * self.pairs as f64;
        let decay = ((start + self.pairs as f64) / (start + pair as f64 + 1.0)).powf(STEP_DECAY);
        self.gain * number.step * number.step * decay / self.perturbation(number, pair)
    }

    /// What pair number `pair` tries around the values of `numbers`. The directions hang on nothing but the seed.
    pub(super) fn trial(&self, numbers: &[Number], pair: u64) -> Trial {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(self.seed ^ pair.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let directions: Vec<f64> = numbers.iter().map(|_| if below(&mut dice, 2) == 0 { 1.0 } else { -1.0 }).collect();
        // Whole numbers only; the rounding is thrown as well, so that on average nothing is lost by it.
        let mut round = |number: &Number, value: f64| {
            let thrown = below(&mut dice, 1 << 20) as f64 / f64::from(1 << 20);
            (value + thrown).floor().clamp(number.min, number.max) as i64
        };
        let values = [1.0, -1.0].map(|sign| {
            let moved = |(number, direction): (&Number, &f64)| {
                round(number, number.value + sign * direction * self.perturbation(number, pair))
            };
            numbers.iter().zip(&directions).map(moved).collect()
        });
        Trial { pair, directions, values }
    }

    /// Moves the numbers by what a pair showed: `score` is the wins of its first engine less those of its second.
    pub(super) fn learn(&self, numbers: &mut [Number], trial: &Trial, score: i64) {
        for (number, direction) in numbers.iter_mut().zip(&trial.directions) {
            let step = self.follow(number, trial.pair) * score as f64 * direction;
            number.value = (number.value + step).clamp(number.min, number.max);
        }
    }
}

/// Two numbers for tests.
#[cfg(test)]
pub(super) fn two_numbers() -> Vec<Number> {
    let number = |name: &str, value| Number { name: name.to_owned(), min: 0.0, max: 200.0, step: 5.0, value };
    vec![number("one", 60.0), number("two", 140.0)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_find_a_hidden_best() {
        // A game is won by whose numbers are nearer to (100, 100), as a rule.
        let plan = Plan { pairs: 4_000, gain: 0.05, seed: 3 };
        let mut numbers = two_numbers();
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(9);
        for pair in 0..plan.pairs {
            let trial = plan.trial(&numbers, pair);
            let distance = |values: &[i64]| values.iter().map(|&value| (value - 100).pow(2)).sum::<i64>();
            let noise = below(&mut dice, 400) as i64 - 200;
            let score = (distance(&trial.values[1]) - distance(&trial.values[0]) + noise).signum();
            plan.learn(&mut numbers, &trial, score);
        }
        for number in numbers {
            assert!((number.value - 100.0).abs() < 8.0, "{number:?}");
        }
    }

    #[test]
    fn a_game_won_at_the_end_carries_a_number_by_gain_and_step() {
        let plan = Plan { pairs: 1000, gain: 0.004, seed: 1 };
        let mut numbers = two_numbers();
        let trial = plan.trial(&numbers, plan.pairs - 1);
        plan.learn(&mut numbers, &trial, 1);
        for (number, before) in numbers.iter().zip([60.0, 140.0]) {
            assert!(((number.value - before).abs() - 0.004 * number.step).abs() < 1e-9, "{number:?}");
        }
    }

    #[test]
    fn trials_turn_round_and_stay_in_range() {
        let plan = Plan { pairs: 10, gain: 0.01, seed: 1 };
        let mut numbers = two_numbers();
        numbers[0].value = 0.0;
        for pair in 0..10 {
            let trial = plan.trial(&numbers, pair);
            assert_eq!(trial, plan.trial(&numbers, pair));
            assert!(trial.values.iter().flatten().all(|value| (0..=200).contains(value)), "{trial:?}");
            let [up, down] = [trial.values[0][1] - 140, trial.values[1][1] - 140];
            assert!(up * down < 0, "{trial:?}");
        }
    }
}
