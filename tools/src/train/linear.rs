//! The classical evaluation as a network without a hidden layer: its weights are fitted to the same targets.

use super::data::Target;
use super::data::sigmoid;
use super::fit::Blend;
use super::fit::Model;
use guohe::board::Board;
use guohe::eval::classic;
use guohe::eval::classic::PHASE_MAX;
use guohe::eval::classic::layout;
use guohe::types::Color;
use std::fmt::Write;

/// A position as counts of the evaluation's features.
pub struct Traced {
    /// Index and count of each feature that occurs, from the side to move's view.
    counts: Box<[(u16, i16)]>,
    /// Share of the middle game, 0 to 1.
    middle_game: f32,
    /// Scaling of a positive and of a negative value, from the side to move's view.
    chances: (f32, f32),
    target: Target,
}

impl Traced {
    /// Traces a position.
    pub fn new(board: &Board, target: Target) -> Self {
        let trace = classic::trace(board);
        let sign = if board.side() == Color::Red { 1 } else { -1 };
        let (red, black) = trace.scale;
        Self {
            counts: (0_u16..)
                .zip(trace.counts)
                .filter(|&(_, count)| count != 0)
                .map(|(index, count)| (index, (sign * count) as i16))
                .collect(),
            middle_game: trace.phase.min(PHASE_MAX) as f32 / PHASE_MAX as f32,
            chances: if sign > 0 { (red, black) } else { (black, red) },
            target,
        }
    }
}

/// Centipawns of a parameter of 1.0: parameters then move at the pace of a network's.
const UNIT: f32 = 100.0;

/// How strongly weights are drawn to where they began. Only those feel it that the data hardly ever shows.
const PULL: f32 = 1e-6;

/// The weights: middle game and end game of each feature.
pub struct Linear {
    parameters: Vec<f32>,
    start: Vec<f32>,
}

impl Linear {
    /// Begins at the weights in use.
    pub fn new() -> Self {
        let flat = classic::weights().into_iter().flat_map(|(mg, eg)| [mg, eg]);
        let parameters: Vec<f32> = flat.map(|weight| weight as f32 / UNIT).collect();
        Self { start: parameters.clone(), parameters }
    }

    /// Centipawns from the side to move's view, and the scaling by winning chances in them.
    fn value(&self, traced: &Traced) -> (f32, f32) {
        let mut sum = 0.0;
        for &(index, count) in &traced.counts {
            let place = 2 * usize::from(index);
            let weight =
                self.parameters[place] * traced.middle_game + self.parameters[place + 1] * (1.0 - traced.middle_game);
            sum += f32::from(count) * weight;
        }
        let chances = if sum > 0.0 { traced.chances.0 } else { traced.chances.1 };
        (UNIT * chances * sum, chances)
    }

    /// The weights as the evaluation's source file.
    pub fn source(&self) -> String {
        let mut text = HEAD.to_owned();
        let round = |weight: f32| (weight * UNIT).round() as i32;
        for term in layout::TERMS {
            let _ = writeln!(text, "    // {}", term.name);
            let weights: Vec<_> = (term.start..term.start + term.len)
                .map(|index| {
                    format!("({}, {}),", round(self.parameters[2 * index]), round(self.parameters[2 * index + 1]))
                })
                .collect();
            for row in weights.chunks(5) {
                let _ = writeln!(text, "    {}", row.join(" "));
            }
        }
        text + "];\n"
    }
}

/// The source file up to the weights.
const HEAD: &str = "\
//! Every weight of the classical evaluation, as (middle game, end game) centipawns in the order of `layout`.
//! Fitted to games of self-play by `guohe-tools train --arch linear`, which writes the whole file.

use super::layout;

#[rustfmt::skip]
pub(super) const WEIGHTS: [(i32, i32); layout::COUNT] = [
";

impl Model for Linear {
    type Sample = Traced;

    fn parameters(&self) -> &[f32] {
        &self.parameters
    }

    fn parameters_mut(&mut self) -> &mut [f32] {
        &mut self.parameters
    }

    fn changed(&mut self) {}

    fn gradient_len(&self) -> usize {
        self.parameters.len()
    }

    fn learn(&self, samples: &[Traced], part: &[u32], blend: Blend, _seed: u64, gradient: &mut [f32]) -> f64 {
        let mut errors = 0.0;
        for &index in part {
            let traced = &samples[index as usize];
            let (value, chances) = self.value(traced);
            let share = sigmoid(value / blend.scale);
            let error = share - blend.of(traced.target);
            let slope = 2.0 * error * share * (1.0 - share) * UNIT * chances / blend.scale;
            for &(index, count) in &traced.counts {
                let place = 2 * usize::from(index);
                let slope = slope * f32::from(count);
                gradient[place] += slope * traced.middle_game;
                gradient[place + 1] += slope * (1.0 - traced.middle_game);
            }
            errors += f64::from(error * error);
        }
        errors
    }

    fn measure(&self, samples: &[Traced], blend: Blend) -> f64 {
        let error = |traced: &Traced| sigmoid(self.value(traced).0 / blend.scale) - blend.of(traced.target);
        samples.iter().map(|traced| f64::from(error(traced)).powi(2)).sum()
    }

    fn gather(&self, gradient: &[f32], count: usize, gathered: &mut [f32]) {
        let weights = self.parameters.iter().zip(&self.start);
        for ((gathered, gradient), (weight, start)) in gathered.iter_mut().zip(gradient).zip(weights) {
            *gathered = gradient / count as f32 + PULL * (weight - start);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TARGET: Target = Target { score: 120, result: 2 };

    fn boards() -> Vec<Board> {
        [
            guohe::board::STARTPOS,
            "r1bakabnr/9/1cn4c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R b - - 0 1",
            "3k5/4a4/4b4/9/2p6/P8/9/4B4/4A4/4KR3 w - - 0 1",
            "5k3/9/3a5/8p/9/2r6/9/3A5/4N4/3K5 b - - 0 1",
        ]
        .map(|fen| Board::from_fen(fen).unwrap())
        .into()
    }

    #[test]
    fn a_trace_has_the_evaluations_value() {
        let model = Linear::new();
        for board in boards() {
            let traced = model.value(&Traced::new(&board, TARGET)).0;
            let value = guohe::eval::classical_score(&board).get() as f32;
            // The engine rounds towards zero, once for the mixture and once for the chances.
            assert!((traced - value).abs() <= 3.0, "{traced} {value} {}", board.fen());
        }
    }

    #[test]
    fn gradients_are_finite_differences() {
        const STEP: f32 = 1.0 / 64.0;
        let samples: Vec<_> = boards().iter().map(|board| Traced::new(board, TARGET)).collect();
        let blend = Blend { score_share: 0.5, scale: 300.0, power: 2.0 };
        let part: Vec<u32> = (0..samples.len() as u32).collect();
        let mut model = Linear::new();
        let mut gradient = vec![0.0; model.gradient_len()];
        model.learn(&samples, &part, blend, 0, &mut gradient);
        let mut places: Vec<usize> = (0..gradient.len()).collect();
        places.sort_by(|&a, &b| gradient[b].abs().total_cmp(&gradient[a].abs()));
        for &place in places.iter().take(20) {
            let mut error_at = |change: f32| {
                model.parameters[place] += change;
                let error = model.measure(&samples, blend);
                model.parameters[place] -= change;
                error
            };
            let slope = (error_at(STEP) - error_at(-STEP)) / f64::from(2.0 * STEP);
            let expected = f64::from(gradient[place]);
            assert!((slope - expected).abs() <= 0.02 * expected.abs() + 1e-3, "{place}: {slope} {expected}");
        }
    }

    #[test]
    fn the_source_holds_the_weights_in_use() {
        let source = Linear::new().source();
        let weights: Vec<_> = classic::weights().iter().map(|(mg, eg)| format!("({mg}, {eg}),")).collect();
        let written: Vec<_> = source
            .lines()
            .filter(|line| line.starts_with("    ("))
            .flat_map(|line| line.trim().split_inclusive("),").map(|weight| weight.trim().to_owned()))
            .collect();
        assert_eq!(written, weights);
    }
}
