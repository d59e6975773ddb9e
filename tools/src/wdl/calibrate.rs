//! Whether a model is right: of the positions to which it gives so much, so much must come true.

use super::bins::Bins;
use super::bins::right_aligned;
use super::fit::Shares;
use super::fit::chances;
use super::fit::log_chance;
use super::samples::Sample;
use comfy_table::Table;
use guohe::wdl::Model;

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

    /// The largest difference between what was told and what came true in any part with positions: of points, and of won,
    /// drawn or lost games.
    pub fn worst(&self) -> (f64, f64) {
        let bins = || self.bins.iter().filter(|bin| bin.positions > 0.0);
        let largest = |differences: &mut dyn Iterator<Item = f64>| differences.map(f64::abs).fold(0.0, f64::max);
        (largest(&mut bins().map(|bin| bin.differences()[0])), largest(&mut bins().flat_map(Bin::differences)))
    }

    /// The table for people, and the losses.
    pub fn table(&self) -> String {
        let mut table = Table::new();
        table.set_header(["points told", "positions", "points", "won", "drawn", "lost"]);
        for (range, bin) in self.bins.told() {
            let mean = |sum: f64| 100.0 * sum / bin.positions;
            let pair = |told: f64, came: f64| format!("{:.1} → {:.1} %", mean(told), mean(came));
            let cells = if bin.positions > 0.0 {
                let ends = (0..3).map(|end| pair(bin.predicted[end], bin.observed[end]));
                [pair(points(bin.predicted), points(bin.observed))].into_iter().chain(ends).collect()
            } else {
                vec![String::new(); 4]
            };
            table.add_row([range, format!("{}", bin.positions)].into_iter().chain(cells));
        }
        let table = right_aligned(table);
        let (loss, plain) = self.losses();
        let (points, ends) = self.worst();
        format!(
            "{table}\nlog loss {loss:.4}, without scores {plain:.4}; the largest difference is {:.1} % of the points, {:.1} % of \
             the won, drawn or lost",
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
        let model = Model { half: [100.0, 0.0, 0.0, 0.0], spread: [50.0, 0.0, 0.0, 0.0] };
        let sample = |score, end| Sample { material: 65, score, end };
        // Half of the games with a lead of 100 are won; half of the others must be drawn, nearly.
        let samples = [sample(100.0, End::Won), sample(100.0, End::Drawn)];
        let mut right = Calibration::default();
        right.add(&model, [0.5, 0.5, 0.0], samples.into_iter());
        assert!(right.worst().1 < 0.02, "{}", right.table());
        assert!((right.losses().0 - 2.0_f64.ln()).abs() < 0.02 && (right.losses().1 - 2.0_f64.ln()).abs() < 1e-12);
        let mut wrong = Calibration::default();
        wrong.add(&model, [0.5, 0.5, 0.0], [sample(100.0, End::Lost)].into_iter());
        assert!(wrong.worst().0 > 0.7 && wrong.worst().1 > 0.9 && wrong.losses().0 > 3.0);
    }
}
