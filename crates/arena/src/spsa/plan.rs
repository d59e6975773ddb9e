//! The parameters, what a pair of games tries of them, and what they learn from it. Knows no engine and no file.
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

/// A parameter to be fitted.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Parameter {
    /// As the engine announces it.
    pub(super) name: String,
    /// The least that the engine takes.
    pub(super) min: f64,
    /// The most that the engine takes.
    pub(super) max: f64,
    /// A change that should be felt, and the perturbation at the end of the run: c_end.
    pub(super) step: f64,
    /// The parameter as fitted so far.
    pub(super) value: f64,
}

/// The plan of a run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    /// All pairs of the run.
    pub(super) pairs: u64,
    /// How far a game won carries a parameter at the end, as a share of its step: R_end.
    pub(super) gain: f64,
    /// Of the perturbations.
    pub(super) seed: u64,
}

/// What one pair tries.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Trial {
    /// The number of the pair, from 0.
    pub(super) pair: u64,
    /// By parameter: the direction in which the first engine's is moved.
    directions: Vec<f64>,
    /// By engine and parameter: what is tried.
    pub(super) values: [Vec<i64>; 2],
}

impl Plan {
    /// How far `parameter` is moved for a pair: c_k.
    fn perturbation(&self, parameter: &Parameter, pair: u64) -> f64 {
        parameter.step * ((self.pairs as f64) / (pair as f64 + 1.0)).powf(PERTURBATION_DECAY)
    }

    /// How far `parameter` follows the winner of a game of a pair: a_k / c_k.
    fn follow(&self, parameter: &Parameter, pair: u64) -> f64 {
        let start = SLOW_START * self.pairs as f64;
        let decay = ((start + self.pairs as f64) / (start + pair as f64 + 1.0)).powf(STEP_DECAY);
        self.gain * parameter.step * parameter.step * decay / self.perturbation(parameter, pair)
    }

    /// What pair number `pair` tries around the values of `parameters`. The directions hang on nothing but the seed.
    pub(super) fn trial(&self, parameters: &[Parameter], pair: u64) -> Trial {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(self.seed ^ pair.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let directions: Vec<f64> =
            parameters.iter().map(|_| if below(&mut dice, 2) == 0 { 1.0 } else { -1.0 }).collect();
        // Whole numbers only; the rounding is thrown as well, so that on average nothing is lost by it.
        let mut round = |parameter: &Parameter, value: f64| {
            let thrown = below(&mut dice, 1 << 20) as f64 / f64::from(1 << 20);
            (value + thrown).floor().clamp(parameter.min, parameter.max) as i64
        };
        let values = [1.0, -1.0].map(|sign| {
            let moved = |(parameter, direction): (&Parameter, &f64)| {
                round(parameter, parameter.value + sign * direction * self.perturbation(parameter, pair))
            };
            parameters.iter().zip(&directions).map(moved).collect()
        });
        Trial { pair, directions, values }
    }

    /// Moves the parameters by what a pair showed: `score` is the wins of its first engine less those of its second.
    pub(super) fn learn(&self, parameters: &mut [Parameter], trial: &Trial, score: i64) {
        for (parameter, direction) in parameters.iter_mut().zip(&trial.directions) {
            let step = self.follow(parameter, trial.pair) * score as f64 * direction;
            parameter.value = (parameter.value + step).clamp(parameter.min, parameter.max);
        }
    }
}

/// Two parameters for tests.
#[cfg(test)]
pub(super) fn two_parameters() -> Vec<Parameter> {
    let parameter = |name: &str, value| Parameter { name: name.to_owned(), min: 0.0, max: 200.0, step: 5.0, value };
    vec![parameter("one", 60.0), parameter("two", 140.0)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_find_a_hidden_best() {
        // A game is won by whose parameters are nearer to (100, 100), as a rule.
        let plan = Plan { pairs: 4_000, gain: 0.05, seed: 3 };
        let mut parameters = two_parameters();
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(9);
        for pair in 0..plan.pairs {
            let trial = plan.trial(&parameters, pair);
            let distance = |values: &[i64]| values.iter().map(|&value| (value - 100).pow(2)).sum::<i64>();
            let noise = below(&mut dice, 400) as i64 - 200;
            let score = (distance(&trial.values[1]) - distance(&trial.values[0]) + noise).signum();
            plan.learn(&mut parameters, &trial, score);
        }
        for parameter in parameters {
            assert!((parameter.value - 100.0).abs() < 8.0, "{parameter:?}");
        }
    }

    #[test]
    fn a_game_won_at_the_end_carries_a_parameter_by_gain_and_step() {
        let plan = Plan { pairs: 1000, gain: 0.004, seed: 1 };
        let mut parameters = two_parameters();
        let trial = plan.trial(&parameters, plan.pairs - 1);
        plan.learn(&mut parameters, &trial, 1);
        for (parameter, before) in parameters.iter().zip([60.0, 140.0]) {
            assert!(((parameter.value - before).abs() - 0.004 * parameter.step).abs() < 1e-9, "{parameter:?}");
        }
    }

    #[test]
    fn trials_turn_round_and_stay_in_range() {
        let plan = Plan { pairs: 10, gain: 0.01, seed: 1 };
        let mut parameters = two_parameters();
        parameters[0].value = 0.0;
        for pair in 0..10 {
            let trial = plan.trial(&parameters, pair);
            assert_eq!(trial, plan.trial(&parameters, pair));
            assert!(trial.values.iter().flatten().all(|value| (0..=200).contains(value)), "{trial:?}");
            let [up, down] = [trial.values[0][1] - 140, trial.values[1][1] - 140];
            assert!(up * down < 0, "{trial:?}");
        }
    }
}
