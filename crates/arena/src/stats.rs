//! Elo, its error and the sequential test, from games counted in pairs.
//!
//! A pair is one start played twice with colours exchanged. Its two results depend on each other, so the variance is
//! taken over pairs (five outcomes) and not over games (three). The test is the generalised sequential probability
//! ratio test on those five counts: both hypotheses are fitted to the counts by maximum likelihood.
//!
//! A hypothesis is an Elo difference in one of two models. *Logistic*: the mean score is that of the difference.
//! *Normalised* (M. Van den Bergh, "Normalized Elo"): the difference is the mean score above one half in standard
//! deviations of one game, so that a number of games needed does not depend on how many of them are drawn.

use anyhow::Context;

/// Results of complete pairs, by the points of the first engine: 0, ½, 1, 1½, 2.
pub type Pentanomial = [u64; 5];

/// An Elo difference with its 95 % interval; the difference is infinite where every point went one way.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The difference that the score stands for.
    pub elo: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
    /// Likelihood of superiority: that the first engine is the stronger one, 0 to 1.
    pub los: f64,
}

impl Estimate {
    /// Half the width of the interval.
    pub fn error(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

/// 95 % of a normal distribution lie within so many standard deviations.
const TWO_SIDED_95: f64 = 1.959_963_984_540_054;

/// The Elo difference that an expected score of 0 to 1 stands for.
pub fn elo_of(score: f64) -> f64 {
    let elo = -400.0 * (1.0 / score.clamp(0.0, 1.0) - 1.0).log10();
    // Not -0, which would be written so.
    elo + 0.0
}

/// The expected score at an Elo difference.
pub fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Mean and variance of one observation whose outcomes are spread evenly from 0 to 1.
fn moments(counts: &[u64]) -> Option<(f64, f64, f64)> {
    let total = counts.iter().sum::<u64>() as f64;
    let value = |index: usize| index as f64 / (counts.len() - 1) as f64;
    let mean = counts.iter().enumerate().map(|(index, &count)| count as f64 * value(index)).sum::<f64>() / total;
    let spread = |(index, &count): (usize, &u64)| count as f64 * (value(index) - mean).powi(2);
    let variance = counts.iter().enumerate().map(spread).sum::<f64>() / total;
    (total > 0.0).then_some((total, mean, variance))
}

/// Normalised Elo of a mean score that lies one standard deviation of a game above one half: the factor by which it
/// equals logistic Elo when no game is drawn.
const NORMALISED_UNIT: f64 = 800.0 / std::f64::consts::LN_10;

/// A difference in normalised Elo with half of its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Normalised {
    /// The difference.
    pub elo: f64,
    /// Half the width of the interval.
    pub error: f64,
}

/// The difference in normalised Elo from the same counts as [`estimate`] takes. `None` without any, or when all ended
/// alike.
///
/// The error is that of a ratio of mean and deviation, to first order (delta method), and never below that near zero: a
/// few pairs can make it vanish.
pub fn normalised(counts: &[u64]) -> Option<Normalised> {
    let (total, mean, variance) = moments(counts)?;
    // A pair's score is the mean of two games: the deviation of one game is larger by the root of two.
    let games = (counts.len() / 2) as f64;
    let standardised = |index: usize| (index as f64 / (counts.len() - 1) as f64 - mean) / variance.sqrt();
    let moment = |power| {
        let sum: f64 =
            counts.iter().enumerate().map(|(index, &count)| count as f64 * standardised(index).powi(power)).sum();
        sum / total
    };
    let ratio = (mean - 0.5) / variance.sqrt();
    let spread = (1.0 - moment(3) * ratio + (moment(4) - 1.0) / 4.0 * ratio * ratio).max(1.0).sqrt();
    (variance > 0.0).then_some(Normalised {
        elo: ratio / games.sqrt() * NORMALISED_UNIT + 0.0,
        error: error_near_zero(counts) * spread,
    })
}

/// Half the width of the 95 % interval of a difference near 0 in normalised Elo. Fastchess shows it for any difference.
pub fn error_near_zero(counts: &[u64]) -> f64 {
    let games = counts.iter().sum::<u64>() * (counts.len() / 2) as u64;
    TWO_SIDED_95 / (games as f64).sqrt() * NORMALISED_UNIT
}

/// The estimate from outcomes of equal spacing, worst first: five counts of pairs, or three of single games. `None`
/// without any.
pub fn estimate(counts: &[u64]) -> Option<Estimate> {
    let (total, mean, variance) = moments(counts)?;
    let error = (variance / total).sqrt();
    let los = if error > 0.0 {
        normal((mean - 0.5) / error)
    } else if mean > 0.5 {
        1.0
    } else if mean < 0.5 {
        0.0
    } else {
        0.5
    };
    let (low, high) = if error > 0.0 {
        (mean - TWO_SIDED_95 * error, mean + TWO_SIDED_95 * error)
    } else {
        // Without spread the normal approximation says nothing. If other outcomes had a chance above `rare` together,
        // all would end alike in fewer than 5 % of such matches. The bounds are the means when that chance goes to the
        // worst or to the best outcome.
        let rare = 1.0 - 0.05_f64.powf(1.0 / total);
        (mean * (1.0 - rare), mean + (1.0 - mean) * rare)
    };
    Some(Estimate { elo: elo_of(mean), low: elo_of(low), high: elo_of(high), los })
}

/// The standard normal distribution function.
fn normal(x: f64) -> f64 {
    0.5 * libm::erfc(-x / std::f64::consts::SQRT_2)
}

/// What the Elo differences of a sequential test mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Model {
    /// Standard deviations of a game, on the scale of Elo.
    #[default]
    Normalised,
    /// The usual expected score.
    Logistic,
}

impl Model {
    /// Its name on the command line and in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Normalised => "normalized",
            Self::Logistic => "logistic",
        }
    }
}

/// The bounds of a sequential test.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// What the two differences mean.
    pub model: Model,
    /// Elo difference of H0.
    pub elo0: f64,
    /// Elo difference of H1.
    pub elo1: f64,
    /// Chance of accepting H1 when H0 is true.
    pub alpha: f64,
    /// Chance of accepting H0 when H1 is true.
    pub beta: f64,
}

/// What a sequential test says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// More games are needed.
    Continue,
    /// H1, that the difference is `elo1`, is accepted.
    H1,
    /// H0, that the difference is `elo0`, is accepted.
    H0,
}

/// The bounds of a test lie no further from 0. There one point in 100,000 is lost; far beyond it the score is no longer
/// told from 1.
const MOST_ELO: f64 = 2000.0;

/// Pairs before which no end of a sequential test is guessed.
const FEWEST_PAIRS: u64 = 20;

impl Sprt {
    /// Reads `elo0=0 elo1=10 alpha=0.05 beta=0.05 model=normalized`, the last three of which may be missing; commas
    /// part words, too.
    ///
    /// # Errors
    /// A word that is none of these, a missing bound, bounds in the wrong order or beyond ±2000, chances outside 0 to
    /// ½.
    pub fn parse(words: &[String]) -> anyhow::Result<Self> {
        let (mut elo0, mut elo1, mut alpha, mut beta, mut model) = (None, None, 0.05, 0.05, Model::default());
        for word in words.iter().flat_map(|word| word.split([' ', '\t', ','])).filter(|word| !word.is_empty()) {
            let pair = word.split_once('=');
            let (key, value) = pair.with_context(|| format!("'{word}' is not key=value; write elo0=0 elo1=10"))?;
            if key == "model" {
                model = match value {
                    "normalized" | "normalised" => Model::Normalised,
                    "logistic" => Model::Logistic,
                    _ => anyhow::bail!("'{word}': the models are normalized and logistic"),
                };
                continue;
            }
            let number = value.parse::<f64>().ok().filter(|number| number.is_finite());
            let number = || number.with_context(|| format!("'{word}': '{value}' is no number"));
            match key {
                "elo0" => elo0 = Some(number()?),
                "elo1" => elo1 = Some(number()?),
                "alpha" => alpha = number()?,
                "beta" => beta = number()?,
                _ => anyhow::bail!("unknown key '{key}'; the keys are elo0 elo1 alpha beta model"),
            }
        }
        let (elo0, elo1) = (elo0.context("elo0= is missing")?, elo1.context("elo1= is missing")?);
        let sprt = Self { model, elo0, elo1, alpha, beta };
        anyhow::ensure!(elo0 < elo1, "elo0 must be below elo1");
        anyhow::ensure!(elo0 >= -MOST_ELO && elo1 <= MOST_ELO, "elo0 and elo1 must be from -{MOST_ELO} to {MOST_ELO}");
        let chance = |value: f64| value > 0.0 && value < 0.5;
        anyhow::ensure!(chance(alpha) && chance(beta), "alpha and beta must be between 0 and 0.5");
        Ok(sprt)
    }

    /// The test that the words of `--sprt` describe; `None` without any.
    ///
    /// # Errors
    /// When they describe none.
    pub fn of_flag(words: &[String]) -> anyhow::Result<Option<Self>> {
        (!words.is_empty()).then(|| Self::parse(words).context("in --sprt")).transpose()
    }

    /// The ratios at which the test rejects and accepts.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The logarithm of the likelihood ratio of the two hypotheses.
    pub fn llr(&self, pairs: &Pentanomial) -> f64 {
        // An outcome never seen is given a trace of weight, or the first pairs could fit no hypothesis.
        let counts = pairs.map(|count| if count == 0 { 1e-3 } else { count as f64 });
        if pairs.iter().all(|&count| count == 0) {
            return 0.0;
        }
        let total: f64 = counts.iter().sum();
        let shares = counts.map(|count| count / total);
        let hypothesis = |elo: f64| match self.model {
            Model::Logistic => fit_mean(&shares, score_of(elo)),
            Model::Normalised => fit_normalised(&shares, elo / NORMALISED_UNIT * std::f64::consts::SQRT_2),
        };
        let (low, high) = (hypothesis(self.elo0), hypothesis(self.elo1));
        (0..5).map(|index| counts[index] * (high[index] / low[index]).ln()).sum()
    }

    /// About how many more games the test needs if they go on as these did. `None` when it is decided, and while
    /// nothing can be said: too few pairs, or a ratio that has not left 0.
    pub fn games_left(&self, pairs: &Pentanomial) -> Option<u64> {
        let (played, ratio) = (pairs.iter().sum::<u64>(), self.llr(pairs));
        if self.decide(pairs) != Decision::Continue || played < FEWEST_PAIRS || ratio.abs() < 0.05 {
            return None;
        }
        let (lower, upper) = self.bounds();
        let bound = if ratio > 0.0 { upper } else { lower };
        // The ratio grows by the same amount a pair on average.
        Some((2.0 * (bound / ratio - 1.0) * played as f64).ceil() as u64)
    }

    /// What the test says after these pairs.
    pub fn decide(&self, pairs: &Pentanomial) -> Decision {
        let ((lower, upper), ratio) = (self.bounds(), self.llr(pairs));
        if ratio >= upper {
            Decision::H1
        } else if ratio <= lower {
            Decision::H0
        } else {
            Decision::Continue
        }
    }
}

/// The share of the points in each of the five outcomes of a pair.
fn points(index: usize) -> f64 {
    index as f64 / 4.0
}

/// The most likely distribution over the five outcomes that has mean `score`, given the observed shares.
fn fit_mean(shares: &[f64; 5], score: f64) -> [f64; 5] {
    fit(shares, &std::array::from_fn(|index| points(index) - score))
}

/// The most likely distribution of which the mean lies `ratio` of its own standard deviations above one half.
///
/// The deviation depends on the distribution, so the condition is not linear. It is replaced by the linear one that
/// touches it at the last distribution found, until that one fulfils both.
fn fit_normalised(shares: &[f64; 5], ratio: f64) -> [f64; 5] {
    // For a large ratio the start has to fulfil the condition, or the linear one may admit nothing at all.
    let share = ratio * ratio / (1.0 + ratio * ratio);
    let mut found = match ratio {
        0.3.. => [0.0, 0.0, 1.0 - share, 0.0, share],
        ..=-0.3 => [share, 0.0, 1.0 - share, 0.0, 0.0],
        _ => [0.2; 5],
    };
    for _ in 0..100 {
        let mean: f64 = (0..5).map(|index| found[index] * points(index)).sum();
        let variance: f64 = (0..5).map(|index| found[index] * (points(index) - mean).powi(2)).sum();
        let deviation = variance.sqrt();
        let values = std::array::from_fn(|index| {
            let away = (points(index) - mean) / deviation;
            points(index) - 0.5 - ratio * deviation * (1.0 + away * away) / 2.0
        });
        let next = fit(shares, &values);
        let moved = (0..5).map(|index| (next[index] - found[index]).abs()).fold(0.0, f64::max);
        found = next;
        if moved < 1e-13 {
            break;
        }
    }
    found
}

/// The most likely distribution over five outcomes in which `values` have mean 0, given the observed shares:
/// pᵢ = sᵢ / (1 + θvᵢ) with the θ that makes the mean right. Some value has to be above 0 and another below.
fn fit(shares: &[f64; 5], values: &[f64; 5]) -> [f64; 5] {
    let excess =
        |theta: f64| -> f64 { (0..5).map(|index| shares[index] * values[index] / (1.0 + theta * values[index])).sum() };
    // The excess falls steadily between the two poles, where all weights are positive.
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let largest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let (mut low, mut high) = (-1.0 / largest, -1.0 / least);
    for _ in 0..200 {
        let middle = (low + high) / 2.0;
        if excess(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let theta = (low + high) / 2.0;
    std::array::from_fn(|index| shares[index] / (1.0 + theta * values[index]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, expected: f64, tolerance: f64) {
        assert!((found - expected).abs() <= tolerance, "{found} is not {expected} ± {tolerance}");
    }

    #[test]
    fn normal_distribution() {
        for (x, expected) in [
            (0.0, 0.5),
            (1.0, 0.841_344_746_068_543),
            (-1.959_963_984_540_054, 0.025),
            (2.5, 0.993_790_334_674_224),
            (3.5, 0.999_767_370_920_964),
            (-6.0, 9.865_876_450_377e-10),
        ] {
            near(normal(x), expected, 1e-13);
        }
    }

    #[test]
    fn elo_and_score() {
        near(elo_of(0.75), 190.848_501_887_865, 1e-9);
        near(score_of(100.0), 0.640_064_999_802_886, 1e-12);
        near(elo_of(score_of(-37.0)), -37.0, 1e-9);
        assert_eq!(elo_of(1.0), f64::INFINITY);
        assert_eq!(elo_of(0.0), f64::NEG_INFINITY);
    }

    /// Expected values: computed apart, in 60 digits, with the two-multiplier form pᵢ = nᵢ / (N + μ(aᵢ − score)).
    #[test]
    fn ratios_of_known_counts() {
        for (pairs, elo0, elo1, expected) in [
            ([10, 60, 150, 90, 20], 0.0, 10.0, 2.861_393_240_704_07),
            ([3, 20, 40, 20, 3], 0.0, 10.0, -0.190_999_438_672_469),
            ([0, 5, 30, 12, 0], 0.0, 20.0, 1.404_381_126_132_68),
            ([120, 700, 1500, 760, 140], 0.0, 5.0, 1.990_347_309_740_70),
            ([40, 30, 10, 5, 0], -10.0, 0.0, -2.411_222_047_380_05),
            ([0, 0, 0, 0, 7], 0.0, 10.0, 0.198_632_991_687_676),
        ] {
            let sprt = Sprt { model: Model::Logistic, elo0, elo1, alpha: 0.05, beta: 0.05 };
            near(sprt.llr(&pairs), expected, 1e-9);
        }
        // With many pairs the ratio approaches (s₁ − s₀)(2m − s₀ − s₁) N / 2σ², here 1.9917.
        let sprt = Sprt { model: Model::Logistic, elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05 };
        near(sprt.llr(&[120, 700, 1500, 760, 140]), 1.991_736_2, 0.002);
    }

    #[test]
    fn estimates_of_known_counts() {
        for (counts, elo, low, high, los) in [
            (
                &[10, 60, 150, 90, 20][..],
                26.371_405_483_323,
                9.609_325_951_398,
                43.257_013_116_787,
                0.998_987_402_555_095,
            ),
            (&[3, 20, 40, 20, 3], 0.0, -31.760_792_478_999, 31.760_792_478_999, 0.5),
            (&[70, 180, 150], 70.436_503_622_272, 45.429_079_052_444, 96.186_615_322_876, 0.999_999_989_351_459),
        ] {
            let found = estimate(counts).unwrap();
            near(found.elo, elo, 1e-9);
            near(found.low, low, 1e-9);
            near(found.high, high, 1e-9);
            near(found.los, los, 1e-12);
        }
        assert_eq!(estimate(&[0; 5]), None);
        let all = estimate(&[0, 0, 0, 0, 9]).unwrap();
        assert_eq!((all.elo, all.los), (f64::INFINITY, 1.0));
    }

    /// 9 outcomes that are all alike have a chance of 5 % when each has one of 0.05^(1/9) = 0.716871.
    #[test]
    fn outcomes_that_are_all_alike_have_an_interval() {
        let level = estimate(&[0, 0, 9, 0, 0]).unwrap();
        near(level.high, elo_of(0.5 + 0.283_129 / 2.0), 1e-3);
        near(level.low, -level.high, 1e-9);
        let all_won = estimate(&[0, 0, 0, 0, 9]).unwrap();
        near(all_won.low, elo_of(0.716_871), 1e-3);
        assert_eq!(all_won.high, f64::INFINITY);
        let one = estimate(&[0, 1, 0, 0, 0]).unwrap();
        near(one.low, elo_of(0.25 * 0.05), 1e-9);
        near(one.high, elo_of(0.25 + 0.75 * 0.95), 1e-9);
        let width = |pairs| estimate(&[0, 0, pairs, 0, 0]).unwrap().error();
        assert!(width(1) > width(2) && width(2) > width(100) && width(100) > 0.0);
    }

    /// What OpenBench's server says of these counts, and the older model.
    #[test]
    fn normalised_ratios_of_known_counts() {
        for (pairs, elo0, elo1, normalised, logistic) in
            [([30, 260, 900, 290, 40], 0.0, 5.0, 1.06, 1.48), ([0, 1, 6, 3, 6], 0.0, 100.0, 3.23, 3.88)]
        {
            let sprt = |model| Sprt { model, elo0, elo1, alpha: 0.05, beta: 0.05 };
            near(sprt(Model::Normalised).llr(&pairs), normalised, 0.005);
            near(sprt(Model::Logistic).llr(&pairs), logistic, 0.005);
        }
    }

    #[test]
    fn normalised_hypotheses_hold_what_they_say() {
        for (pairs, elo) in [([30, 260, 900, 290, 40], 5.0), ([3, 1, 6, 3, 6], -80.0), ([1, 0, 0, 0, 900], 300.0)] {
            let counts = pairs.map(|count: u64| count as f64 + 1e-3);
            let total: f64 = counts.iter().sum();
            let ratio = elo / NORMALISED_UNIT * std::f64::consts::SQRT_2;
            let found = fit_normalised(&counts.map(|count| count / total), ratio);
            let mean: f64 = (0..5).map(|index| found[index] * points(index)).sum();
            let variance: f64 = (0..5).map(|index| found[index] * (points(index) - mean).powi(2)).sum();
            near(found.iter().sum(), 1.0, 1e-9);
            near((mean - 0.5) / variance.sqrt(), ratio, 1e-6);
        }
    }

    #[test]
    fn normalised_differences() {
        // Without draws, and with games of a pair that do not depend on each other, both scales agree near zero.
        let undrawn = [2475, 0, 5000, 0, 2525];
        near(normalised(&undrawn).unwrap().elo, estimate(&undrawn).unwrap().elo, 0.001);
        // Draws: the same score is more standard deviations.
        near(normalised(&[30, 260, 900, 290, 40]).unwrap().elo, 10.947_102_710_171, 1e-9);
        near(normalised(&[30, 260, 900, 290, 40]).unwrap().error, 12.350_530_073_187, 1e-9);
        near(error_near_zero(&[30, 260, 900, 290, 40]), 12.350_530_073_187, 1e-9);
        near(normalised(&[3, 6, 0, 0, 0]).unwrap().error, error_near_zero(&[3, 6, 0, 0, 0]), 1e-9);
        // Far from zero the deviation is uncertain, too.
        near(normalised(&[9, 0, 1, 0, 0]).unwrap().error, 761.337_805_272_457, 1e-9);
        // Single games: the mean score 0.6 lies 0.1 / √0.19 deviations above one half.
        let single = normalised(&[30, 20, 50]).unwrap();
        near(single.elo, 0.1 / 0.19_f64.sqrt() * NORMALISED_UNIT, 1e-9);
        near(error_near_zero(&[30, 20, 50]), 1.959_963_984_540_054 / 10.0 * NORMALISED_UNIT, 1e-9);
        assert_eq!(normalised(&[0; 5]), None);
        assert_eq!(normalised(&[0, 0, 9, 0, 0]), None);
    }

    #[test]
    fn the_test_decides_at_its_bounds() {
        let sprt = Sprt { model: Model::Logistic, elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 };
        near(sprt.bounds().0, -2.944_438_979_166_44, 1e-12);
        near(sprt.bounds().1, 2.944_438_979_166_44, 1e-12);
        assert_eq!(sprt.decide(&[0; 5]), Decision::Continue);
        assert_eq!(sprt.decide(&[10, 60, 150, 90, 20]), Decision::Continue);
        assert_eq!(sprt.decide(&[10, 60, 150, 100, 20]), Decision::H1);
        assert_eq!(sprt.decide(&[20, 100, 150, 60, 10]), Decision::H0);
    }

    #[test]
    fn games_that_a_test_still_needs() {
        let sprt = Sprt { model: Model::Logistic, elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 };
        assert_eq!(sprt.games_left(&[0, 0, 0, 0, 5]), None, "too few pairs");
        let pairs = [5, 20, 40, 30, 5];
        let left = sprt.games_left(&pairs).unwrap();
        // Whole multiples of these pairs: the first one with as many games as were guessed decides.
        let times = |factor: u64| pairs.map(|count| count * factor);
        let decided = (200 + left).div_ceil(200);
        assert_eq!(sprt.decide(&times(decided)), Decision::H1);
        assert_eq!(sprt.decide(&times(decided - 1)), Decision::Continue);
        assert_eq!(sprt.games_left(&times(decided)), None);
        let worse = sprt.games_left(&[5, 30, 40, 20, 5]).unwrap();
        assert!(
            worse < left,
            "{worse} {left}: a loss of as much lies further from both hypotheses, so it is seen sooner"
        );
    }

    #[test]
    fn the_widest_bounds_give_a_number() {
        for model in [Model::Logistic, Model::Normalised] {
            for (elo0, elo1) in [(0.0, MOST_ELO), (-MOST_ELO, 0.0), (-MOST_ELO, MOST_ELO)] {
                let sprt = Sprt { model, elo0, elo1, alpha: 0.05, beta: 0.05 };
                for pairs in
                    [[1, 0, 0, 0, 0], [0, 0, 0, 0, 1], [0, 0, 0, 0, 1_000_000], [9, 5, 7, 1, 2], [0, 0, 3, 0, 0]]
                {
                    assert!(sprt.llr(&pairs).is_finite(), "{sprt:?} {pairs:?}");
                }
            }
        }
    }

    #[test]
    fn sprt_words() {
        let parse = |text: &str| Sprt::parse(&text.split(' ').map(str::to_owned).collect::<Vec<_>>());
        let sprt = parse("elo0=-10 elo1=0 alpha=0.1").unwrap();
        assert_eq!(sprt, Sprt { model: Model::Normalised, elo0: -10.0, elo1: 0.0, alpha: 0.1, beta: 0.05 });
        assert_eq!(parse("elo0=0 elo1=5 model=logistic").unwrap().model, Model::Logistic);
        assert!(Sprt::parse(&["elo0=0 elo1=10".to_owned()]).is_ok());
        assert_eq!(parse("elo0=0,elo1=5").unwrap(), parse("elo0=0 elo1=5").unwrap());
        assert_eq!(parse("elo0=x elo1=5").unwrap_err().to_string(), "'elo0=x': 'x' is no number");
        assert_eq!(parse("elo0=0 elo1=inf").unwrap_err().to_string(), "'elo1=inf': 'inf' is no number");
        for (text, key) in [("elo0=0 elo1=10 modle=logistic", "modle"), ("elo0=0 elo1=1 gamma=1", "gamma")] {
            let error = parse(text).unwrap_err().to_string();
            assert_eq!(error, format!("unknown key '{key}'; the keys are elo0 elo1 alpha beta model"));
        }
        for text in [
            "",
            "elo0=0",
            "elo0=5 elo1=5",
            "elo0=x elo1=1",
            "elo0=0 elo1=1 gamma=1",
            "elo0=0 elo1=1 beta=0.6",
            "elo0=nan elo1=1",
            "elo0=0 elo1=1 model=bayesian",
            "elo0=0 elo1=2001",
            "elo0=-2001 elo1=0",
        ] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
