//! The model that makes the ends of games most likely: Fisher scoring, that is Newton's method with the expected second
//! derivatives, which always point uphill; steps that do not help are shortened.

use super::samples::End;
use super::samples::Sample;
use guohe::wdl::Curve;
use guohe::wdl::Model;

/// Coefficients: those of the half, then those of the spread.
const COUNT: usize = 8;
/// Enough for any data: a few steps do as a rule.
const MOST_STEPS: usize = 100;
/// An improvement of the mean log loss that is none.
const NO_GAIN: f64 = 1e-10;
/// Added to the second derivatives, so that data of few kinds of material can be fitted, too.
const DAMPING: f64 = 1e-9;

/// The chances of winning, drawing and losing.
pub type Shares = [f64; 3];

/// Fits a model.
pub fn fit(samples: impl Iterator<Item = Sample> + Clone) -> Model {
    let mut model = Model { half: [150.0, 0.0, 0.0, 0.0], spread: [60.0, 0.0, 0.0, 0.0] };
    let mut best = log_loss(&model, samples.clone());
    for _ in 0..MOST_STEPS {
        let Some(direction) = direction(&model, samples.clone()) else { break };
        let tries = (0..20).map(|halvings| moved(&model, &direction, 0.5_f64.powi(halvings)));
        let better = tries.filter(Model::is_sound).find_map(|model| {
            let loss = log_loss(&model, samples.clone());
            (loss < best - NO_GAIN).then_some((model, loss))
        });
        let Some((next, loss)) = better else { break };
        (model, best) = (next, loss);
    }
    model
}

/// The shares of won, drawn and lost positions: the model that knows nothing.
pub fn shares(samples: impl Iterator<Item = Sample>) -> Shares {
    let (mut counts, mut all) = ([0.0; 3], 0.0);
    for sample in samples {
        counts[sample.end as usize] += 1.0;
        all += 1.0;
    }
    counts.map(|count| count / f64::max(all, 1.0))
}

/// The chances that a model gives to a position.
pub fn chances(model: &Model, sample: &Sample) -> Shares {
    let curve = model.curve(sample.material);
    let [won, lost] = [sample.score, -sample.score].map(|score| curve.win(score));
    [won, drawn(curve, sample.score), lost]
}

/// Exact for large scores too, where one minus the others has no digits left.
fn drawn(curve: Curve, score: f64) -> f64 {
    let lead = score.abs();
    1.0 / (1.0 + ((lead - curve.half) / curve.spread).exp()) - curve.win(-lead)
}

/// The mean of the logarithms of the chances given to what happened, without their sign.
fn log_loss(model: &Model, samples: impl Iterator<Item = Sample>) -> f64 {
    let (mut sum, mut all) = (0.0, 0.0);
    for sample in samples {
        sum -= log_chance(chances(model, &sample), sample.end);
        all += 1.0;
    }
    sum / f64::max(all, 1.0)
}

/// The logarithm of the chance given to an end.
pub fn log_chance(chances: Shares, end: End) -> f64 {
    chances[end as usize].max(f64::MIN_POSITIVE).ln()
}

fn moved(model: &Model, direction: &[f64; COUNT], step: f64) -> Model {
    let mut next = *model;
    for (coefficient, change) in next.half.iter_mut().chain(&mut next.spread).zip(direction) {
        *coefficient += step * change;
    }
    next
}

/// The derivatives of the three chances by half and by spread.
fn slopes(curve: Curve, sample: &Sample) -> [[f64; 2]; 3] {
    let slope = |score: f64| {
        let win = curve.win(score);
        let steep = win * (1.0 - win) / curve.spread;
        [-steep, -steep * (score - curve.half) / curve.spread]
    };
    let (won, lost) = (slope(sample.score), slope(-sample.score));
    [won, [-won[0] - lost[0], -won[1] - lost[1]], lost]
}

/// Where the likelihood grows, and how far to go; `None` when there is nothing to be gained.
#[allow(clippy::needless_range_loop, reason = "indices as in the formula")]
fn direction(model: &Model, samples: impl Iterator<Item = Sample>) -> Option<[f64; COUNT]> {
    let mut gradient = [0.0; COUNT];
    let mut information = [[0.0; COUNT]; COUNT];
    let mut all = 0.0;
    for sample in samples {
        let powers = Model::powers(sample.material);
        let chances = chances(model, &sample).map(|chance| chance.max(f64::MIN_POSITIVE));
        let slopes = slopes(model.curve(sample.material), &sample);
        let happened = sample.end as usize;
        // The two numbers of a curve first, then the coefficients that they come from.
        let mut inner = [[0.0; 2]; 2];
        for (chance, slope) in chances.iter().zip(&slopes) {
            for row in 0..2 {
                for column in 0..2 {
                    inner[row][column] += slope[row] * slope[column] / chance;
                }
            }
        }
        for row in 0..COUNT {
            let (number, power) = (row / powers.len(), powers[row % powers.len()]);
            gradient[row] += power * slopes[happened][number] / chances[happened];
            for column in 0..COUNT {
                let other = (column / powers.len(), powers[column % powers.len()]);
                information[row][column] += inner[number][other.0] * power * other.1;
            }
        }
        all += 1.0;
    }
    for (index, row) in information.iter_mut().enumerate() {
        row[index] += DAMPING * all;
    }
    solve(information, gradient)
}

/// The solution of a system of linear equations with a symmetric positive matrix, by Cholesky's method.
#[allow(clippy::needless_range_loop, reason = "indices as in the formula")]
fn solve(matrix: [[f64; COUNT]; COUNT], right: [f64; COUNT]) -> Option<[f64; COUNT]> {
    let mut root = [[0.0; COUNT]; COUNT];
    for row in 0..COUNT {
        for column in 0..=row {
            let known: f64 = (0..column).map(|index| root[row][index] * root[column][index]).sum();
            let rest = matrix[row][column] - known;
            root[row][column] = if row != column {
                rest / root[column][column]
            } else if rest > 0.0 {
                rest.sqrt()
            } else {
                return None;
            };
        }
    }
    let mut solution = right;
    for row in 0..COUNT {
        let known: f64 = (0..row).map(|column| root[row][column] * solution[column]).sum();
        solution[row] = (solution[row] - known) / root[row][row];
    }
    for row in (0..COUNT).rev() {
        let known: f64 = (row + 1..COUNT).map(|column| root[column][row] * solution[column]).sum();
        solution[row] = (solution[row] - known) / root[row][row];
    }
    Some(solution)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Positions whose ends are as often as `truth` says, to a thousandth.
    fn drawn_from(truth: &Model) -> Vec<Sample> {
        let mut samples = Vec::new();
        for material in (20..=110).step_by(10) {
            for score in (-600..=600).step_by(25) {
                let sample = |end| Sample { material, score: f64::from(score), end };
                let chances = chances(truth, &sample(End::Won));
                for (end, chance) in [End::Won, End::Drawn, End::Lost].into_iter().zip(chances) {
                    samples.extend(vec![sample(end); (1000.0 * chance).round() as usize]);
                }
            }
        }
        samples
    }

    #[test]
    fn a_known_model_is_found_again() {
        let truth = Model { half: [90.0, 120.0, -60.0, 10.0], spread: [70.0, -10.0, 5.0, 0.0] };
        let samples = drawn_from(&truth);
        let found = fit(samples.iter().copied());
        for material in [20, 50, 80, 110] {
            let (found, truth) = (found.curve(material), truth.curve(material));
            assert!((found.half - truth.half).abs() < 1.5, "{material}: {found:?} {truth:?}");
            assert!((found.spread - truth.spread).abs() < 1.5, "{material}: {found:?} {truth:?}");
        }
    }

    #[test]
    fn derivatives_are_right() {
        let sample = Sample { material: 65, score: 130.0, end: End::Drawn };
        let at = |half, spread| Model { half: [half, 0.0, 0.0, 0.0], spread: [spread, 0.0, 0.0, 0.0] };
        let told = slopes(at(100.0, 40.0).curve(65), &sample);
        for (number, (up, down)) in
            [(at(100.01, 40.0), at(99.99, 40.0)), (at(100.0, 40.01), at(100.0, 39.99))].into_iter().enumerate()
        {
            let (up, down) = (chances(&up, &sample), chances(&down, &sample));
            for end in 0..3 {
                assert!((told[end][number] - (up[end] - down[end]) / 0.02).abs() < 1e-6, "{end} {number}");
            }
        }
    }

    #[test]
    fn chances_add_up() {
        let model = Model { half: [100.0, 50.0, 0.0, 0.0], spread: [40.0, 0.0, 0.0, 0.0] };
        for score in [-1999.0, -300.0, 0.0, 40.0, 1999.0] {
            let chances = chances(&model, &Sample { material: 80, score, end: End::Won });
            assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-12 && chances.iter().all(|&chance| chance > 0.0));
        }
    }
}
