//! The model that makes the ends of games most likely. For a given knee that is a multinomial logit, whose likelihood
//! has one maximum: Newton's method finds it, with steps halved that go too far. The knee is found by golden sections.

use super::samples::{End, Sample};
use guohe::wdl::{Model, TERMS};
use std::collections::BTreeMap;

/// Coefficients: those of the level, then those of the rise.
const COUNT: usize = 2 * TERMS;
/// Enough for any data: a few steps do as a rule.
const MOST_STEPS: usize = 100;
/// An improvement of the mean log loss that is none.
const NO_GAIN: f64 = 1e-10;
/// Added to the second derivatives, so that data of few kinds of material can be fitted, too.
const DAMPING: f64 = 1e-9;
/// Between these the knee is sought, in centipawns: half a pawn, and more than any lead that games are fitted to.
const KNEES: [f64; 2] = [50.0, 2_000.0];
/// The knee is found when what is left is smaller than this part of it.
const KNEE_ERROR: f64 = 0.02;

/// The chances of winning, drawing and losing.
pub type Shares = [f64; 3];

/// Fits a model.
pub fn fit(samples: impl Iterator<Item = Sample>) -> Model {
    let counts = count(samples);
    let mut model = Model { level: [0.0; TERMS], rise: [0.0; TERMS], knee: KNEES[0] };
    // Each knee begins with the coefficients of the one before, which are near.
    let mut with_knee = |logarithm: f64| {
        let (next, loss) = coefficients(Model { knee: logarithm.exp(), ..model }, &counts);
        model = next;
        (next, loss)
    };
    let [mut low, mut high] = KNEES.map(f64::ln);
    let golden = (5.0_f64.sqrt() - 1.0) / 2.0;
    let inner = |low: f64, high: f64| (high - golden * (high - low), low + golden * (high - low));
    let (mut left, mut right) = inner(low, high);
    let (mut at_left, mut at_right) = (with_knee(left), with_knee(right));
    while high - low > KNEE_ERROR {
        if at_left.1 < at_right.1 {
            (high, right, at_right) = (right, left, at_left);
            left = inner(low, high).0;
            at_left = with_knee(left);
        } else {
            (low, left, at_left) = (left, right, at_right);
            right = inner(low, high).1;
            at_right = with_knee(right);
        }
    }
    if at_left.1 < at_right.1 { at_left.0 } else { at_right.0 }
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
    model.curve(sample.material).shares(f64::from(sample.score))
}

/// The logarithm of the chance given to an end.
pub fn log_chance(chances: Shares, end: End) -> f64 {
    chances[end as usize].max(f64::MIN_POSITIVE).ln()
}

/// What became of leads of each size with each amount of material: how often the side with the lead won, drew and lost.
/// That is all that a model sees, and far less than the positions.
type Counts = BTreeMap<u32, BTreeMap<u16, [f64; 3]>>;

fn count(samples: impl Iterator<Item = Sample>) -> Counts {
    let mut counts = Counts::new();
    for Sample { material, score, end } in samples {
        let end = if score < 0 { 2 - end as usize } else { end as usize };
        counts.entry(material).or_default().entry(score.unsigned_abs()).or_default()[end] += 1.0;
    }
    counts
}

/// Fits the coefficients for the knee of a model, beginning with those that it has. Returns the mean log loss as well.
fn coefficients(mut model: Model, counts: &Counts) -> (Model, f64) {
    let mut here = Surface::at(&model, counts);
    for _ in 0..MOST_STEPS {
        let Some(direction) = solve(here.curvature, here.slope) else { break };
        // What the whole step would gain if the surface were a paraboloid.
        let gain: f64 = here.slope.iter().zip(&direction).map(|(slope, change)| slope * change / 2.0).sum();
        if gain < NO_GAIN {
            break;
        }
        let tries = (0..20).map(|halvings| moved(&model, &direction, 0.5_f64.powi(halvings)));
        let mut tried = tries.map(|model| (model, Surface::at(&model, counts)));
        let Some((next, there)) = tried.find(|(_, there)| there.loss < here.loss) else { break };
        (model, here) = (next, there);
    }
    (model, here.loss)
}

fn moved(model: &Model, direction: &[f64; COUNT], step: f64) -> Model {
    let mut next = *model;
    for (coefficient, change) in next.level.iter_mut().chain(&mut next.rise).zip(direction) {
        *coefficient += step * change;
    }
    next
}

/// The mean log loss of a model and how it changes with the coefficients.
struct Surface {
    loss: f64,
    /// The first derivatives with the sign changed: where the loss falls.
    slope: [f64; COUNT],
    /// The second derivatives.
    curvature: [[f64; COUNT]; COUNT],
}

impl Surface {
    fn at(model: &Model, counts: &Counts) -> Self {
        let mut sum = Self { loss: 0.0, slope: [0.0; COUNT], curvature: [[0.0; COUNT]; COUNT] };
        let mut all = 0.0;
        for (&material, leads) in counts {
            let curve = model.curve(material);
            // By the level, which wins and losses share, and by the rise, which wins have alone.
            let mut first = [0.0; 2];
            let mut second = [[0.0; 2]; 2];
            for (&lead, ends) in leads {
                let shares @ [won, drawn, lost] = curve.shares(f64::from(lead));
                let count: f64 = ends.iter().sum();
                all += count;
                let log_chances = ends.iter().zip(shares).map(|(end, share)| end * share.max(f64::MIN_POSITIVE).ln());
                sum.loss -= log_chances.sum::<f64>();
                let bent = (f64::from(lead) / curve.knee).asinh();
                first[0] += ends[0] + ends[2] - count * (won + lost);
                first[1] += bent * (ends[0] - count * won);
                second[0][0] += count * drawn * (won + lost);
                second[0][1] += count * bent * won * drawn;
                second[1][1] += count * bent * bent * won * (drawn + lost);
            }
            second[1][0] = second[0][1];
            sum.add(Model::powers(material), first, second);
        }
        sum.divided_by(all.max(1.0))
    }

    /// Adds derivatives by the level and the rise, for which the coefficients stand with `powers` of the material.
    fn add(&mut self, powers: [f64; TERMS], first: [f64; 2], second: [[f64; 2]; 2]) {
        for row in 0..COUNT {
            let (number, power) = (row / TERMS, powers[row % TERMS]);
            self.slope[row] += power * first[number];
            for column in 0..COUNT {
                self.curvature[row][column] += power * powers[column % TERMS] * second[number][column / TERMS];
            }
        }
    }

    fn divided_by(self, all: f64) -> Self {
        let mean = |sum: f64| sum / all;
        Self { loss: mean(self.loss), slope: self.slope.map(mean), curvature: self.curvature.map(|row| row.map(mean)) }
    }
}

/// The solution of a system of linear equations with a symmetric positive matrix, by Cholesky's method.
#[allow(clippy::needless_range_loop, reason = "indices as in the formula")]
fn solve(matrix: [[f64; COUNT]; COUNT], right: [f64; COUNT]) -> Option<[f64; COUNT]> {
    let mut root = [[0.0; COUNT]; COUNT];
    for row in 0..COUNT {
        for column in 0..=row {
            let known: f64 = (0..column).map(|index| root[row][index] * root[column][index]).sum();
            let damping = if row == column { DAMPING } else { 0.0 };
            let rest = matrix[row][column] + damping - known;
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

    const TRUTH: Model = Model { level: [-7.0, 6.0, -1.0], rise: [5.0, -1.0, -0.5], knee: 300.0 };

    /// Positions whose ends are as often as `truth` says, to a thousandth.
    fn drawn_from(truth: &Model) -> Vec<Sample> {
        let mut samples = Vec::new();
        for material in (20..=110).step_by(10) {
            for score in (-1_200..=1_200).step_by(40) {
                let sample = |end| Sample { material, score, end };
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
        let samples = drawn_from(&TRUTH);
        let found = fit(samples.iter().copied());
        assert!((found.knee / TRUTH.knee).ln().abs() < 0.05, "{found:?}");
        for material in [20, 50, 80, 110] {
            for score in (-1_200..=1_200).step_by(60) {
                let sample = Sample { material, score, end: End::Drawn };
                let (found, truth) = (chances(&found, &sample), chances(&TRUTH, &sample));
                let largest = found.iter().zip(truth).map(|(found, truth)| (found - truth).abs()).fold(0.0, f64::max);
                assert!(largest < 0.003, "{sample:?}: {found:?} {truth:?}");
            }
        }
    }

    #[test]
    fn data_of_one_kind_can_be_fitted() {
        let samples = |ends: [End; 3]| {
            let scores = [-150, 50, 300].into_iter();
            let sample = move |(score, end)| Sample { material: 65, score, end };
            (0..100).flat_map(move |_| scores.clone().zip(ends)).map(sample)
        };
        for ends in [[End::Drawn; 3], [End::Lost, End::Drawn, End::Won], [End::Won, End::Drawn, End::Lost]] {
            let model = fit(samples(ends));
            let told = chances(&model, &Sample { material: 65, score: 100, end: End::Drawn });
            assert!((told.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{ends:?}: {model:?}");
        }
    }

    #[test]
    fn derivatives_are_right() {
        let samples = [(80, 130, End::Drawn), (40, -300, End::Won), (110, 20, End::Won), (65, 700, End::Lost)];
        let counts = count(samples.into_iter().map(|(material, score, end)| Sample { material, score, end }));
        let here = Surface::at(&TRUTH, &counts);
        for index in 0..COUNT {
            let mut direction = [0.0; COUNT];
            direction[index] = 1.0;
            let [up, down] = [1e-5, -1e-5].map(|step| Surface::at(&moved(&TRUTH, &direction, step), &counts));
            assert!((here.slope[index] - (down.loss - up.loss) / 2e-5).abs() < 1e-6, "{index}");
            for other in 0..COUNT {
                let change = (down.slope[other] - up.slope[other]) / 2e-5;
                assert!((here.curvature[index][other] - change).abs() < 1e-6, "{index} {other}");
            }
        }
    }

    #[test]
    fn what_a_model_cannot_tell_apart_is_counted_together() {
        let sample = |score, end| Sample { material: 50, score, end };
        let samples = [sample(40, End::Won), sample(-40, End::Lost), sample(-40, End::Drawn), sample(41, End::Lost)];
        let leads = BTreeMap::from([(40, [2.0, 1.0, 0.0]), (41, [0.0, 0.0, 1.0])]);
        assert_eq!(count(samples.into_iter()), Counts::from([(50, leads)]));
    }
}
