//! Whether a model is right: of the positions to which it gives so much, so much must come true.

use super::bins::Bins;
use super::fit::{Shares, chances, log_chance};
use super::samples::Sample;
use guohe::wdl::Model;
use indicatif::HumanCount;

/// Positions with about the same expectation.
#[derive(Clone, Copy, Default)]
struct Bin {
    positions: f64,
    predicted: Shares,
    observed: Shares,
}

/// What a model said of positions, and what came of them.
#[derive(Clone, Default)]
pub struct Calibration {
    bins: Bins<Bin>,
    loss: f64,
    /// The log loss of the shares, which know nothing of scores.
    plain_loss: f64,
    positions: f64,
}

/// Expected points, a draw being half of one.
fn points([won, drawn, _]: Shares) -> f64 {
    won + drawn / 2.0
}

impl Calibration {
    /// Adds what `model` says of `samples`, and for comparison what the shares say.
    pub fn add(&mut self, model: &Model, shares: Shares, samples: impl Iterator<Item = Sample>) {
        for sample in samples {
            let told = chances(model, &sample);
            let bin = self.bins.of_share(points(told));
            bin.positions += 1.0;
            bin.observed[sample.end as usize] += 1.0;
            for (sum, chance) in bin.predicted.iter_mut().zip(told) {
                *sum += chance;
            }
            self.loss -= log_chance(told, sample.end);
            self.plain_loss -= log_chance(shares, sample.end);
            self.positions += 1.0;
        }
    }

    /// Mean log loss: of the model, and of the shares alone.
    pub fn losses(&self) -> (f64, f64) {
        let all = self.positions.max(1.0);
        (self.loss / all, self.plain_loss / all)
    }

    /// The largest difference between what was told and what came true in any part with positions: of points, and of
    /// won, drawn or lost games.
    pub fn worst(&self) -> (f64, f64) {
        let bins = || self.bins.iter().filter(|bin| bin.positions > 0.0);
        let largest = |differences: &mut dyn Iterator<Item = f64>| differences.map(f64::abs).fold(0.0, f64::max);
        (largest(&mut bins().map(|bin| bin.differences()[0])), largest(&mut bins().flat_map(Bin::differences)))
    }

    /// The table and what follows from it, as they stand in docs/log/analysis.md.
    pub fn table(&self) -> String {
        let mut lines = vec![
            "| predicted points | positions | observed | won | drawn | lost |".to_owned(),
            "| ---: | ---: | ---: | ---: | ---: | ---: |".to_owned(),
        ];
        for bin in self.bins.iter().filter(|bin| bin.positions > 0.0) {
            let mean = |sum: f64| 100.0 * sum / bin.positions;
            let ends = (0..3).map(|end| format!("{:.1} → {:.1} %", mean(bin.predicted[end]), mean(bin.observed[end])));
            lines.push(format!(
                "| {:.1} % | {} | {:.1} % | {} |",
                mean(points(bin.predicted)),
                HumanCount(bin.positions as u64),
                mean(points(bin.observed)),
                ends.collect::<Vec<_>>().join(" | ")
            ));
        }
        let (loss, plain) = self.losses();
        let (points, ends) = self.worst();
        format!(
            "{}\n\nPoints are within {:.1} % everywhere, won, drawn and lost games taken alone within {:.1} %. Log loss\n\
             {loss:.4}, without scores {plain:.4}.",
            lines.join("\n"),
            100.0 * points,
            100.0 * ends
        )
    }
}

impl Bin {
    /// What came true less what was told: points, won, drawn, lost.
    fn differences(&self) -> [f64; 4] {
        let difference = |end: usize| (self.observed[end] - self.predicted[end]) / self.positions;
        let points = (points(self.observed) - points(self.predicted)) / self.positions;
        [points, difference(0), difference(1), difference(2)]
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::End;
    use super::*;

    #[test]
    fn what_comes_true_as_told_has_no_difference() {
        // With a lead of 100 wins, draws and losses are as 4 : 1 : 1 / 2.
        let model =
            Model { level: [0.5_f64.ln(), 0.0, 0.0], rise: [8.0_f64.ln() / 1.0_f64.asinh(), 0.0, 0.0], knee: 100.0 };
        let sample = |score, end| Sample { material: 65, score, end };
        let ends = [End::Won; 8].into_iter().chain([End::Drawn; 2]).chain([End::Lost]);
        let samples: Vec<Sample> = ends.map(|end| sample(100, end)).collect();
        let loss = -(8.0 * (8.0_f64 / 11.0).ln() + 2.0 * (2.0_f64 / 11.0).ln() + (1.0_f64 / 11.0).ln()) / 11.0;
        let mut right = Calibration::default();
        right.add(&model, [8.0, 2.0, 1.0].map(|share| share / 11.0), samples.into_iter());
        assert!(right.worst().1 < 1e-12, "{}", right.table());
        assert!((right.losses().0 - loss).abs() < 1e-12 && (right.losses().1 - loss).abs() < 1e-12);
        assert_eq!(
            right.table(),
            "| predicted points | positions | observed | won | drawn | lost |\n\
             | ---: | ---: | ---: | ---: | ---: | ---: |\n\
             | 81.8 % | 11 | 81.8 % | 72.7 → 72.7 % | 18.2 → 18.2 % | 9.1 → 9.1 % |\n\n\
             Points are within 0.0 % everywhere, won, drawn and lost games taken alone within 0.0 %. Log loss\n\
             0.7595, without scores 0.7595."
        );
        let mut wrong = Calibration::default();
        wrong.add(&model, [0.5, 0.5, 0.0], [sample(100, End::Lost)].into_iter());
        assert!(wrong.worst().0 > 0.8 && wrong.worst().1 > 0.9 && wrong.losses().0 > 2.3);
    }
}
