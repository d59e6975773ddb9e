//! Fits a network's weights: batches of shuffled samples, Adam, a learning rate that falls along a cosine, threads that
//! each take a fixed part of a batch, a mean of the last weights, and a checkpoint after each pass. The same input
//! gives the same bytes.

use super::data::{Blend, Position, seed_of, shuffle};
use super::kernel;
use super::net::Net;
use anyhow::{Context, ensure};
use guohe_common::interrupt;
use guohe_common::place::write_whole;
use guohe_common::progress::Progress;
use guohe_common::say::say;
use indicatif::HumanCount;
use rayon::prelude::*;
use sha2::{Digest, Sha256};
use std::path::Path;
use std::time::Instant;

/// What is learnt from. Each pass consists of portions, which are made when their turn comes.
pub trait Samples {
    /// The number of portions of each pass, of about the same size.
    fn portions(&self) -> usize;

    /// The samples of portion `index` of a pass, in any order.
    ///
    /// # Errors
    /// When they cannot be made.
    fn portion(&self, pass: u64, index: usize) -> anyhow::Result<Vec<Position>>;
}

/// How to fit.
#[derive(Clone, Debug)]
pub struct Settings {
    /// What else the result depends on, in any words: a checkpoint of another origin is refused.
    pub origin: String,
    /// Passes over the data.
    pub epochs: u32,
    /// Samples a step, at most.
    pub batch: usize,
    /// Learning rate at the start.
    pub rate: f32,
    /// Learning rate at the end.
    pub last_rate: f32,
    /// How targets are mixed.
    pub blend: Blend,
    /// Orders the samples.
    pub seed: u64,
    /// Each takes a fixed part of a batch.
    pub threads: usize,
    /// Decoupled weight decay of the weights that belong to one king bucket, as a share of the learning rate.
    pub zone_decay: f32,
}

/// Mean squared errors after a pass.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Loss {
    /// On the games that were learnt from, as they were seen during the pass.
    pub training: f64,
    /// On the lessons, likewise; 0 without lessons.
    pub lessons: f64,
    /// On held-out games, after the pass.
    pub held_out: f64,
}

/// Adam (D. Kingma, J. Ba, 2014).
struct Adam {
    first: Vec<f32>,
    second: Vec<f32>,
    steps: u64,
}

impl Adam {
    const DECAY: (f32, f32) = (0.9, 0.999);
    const EPSILON: f32 = 1e-8;

    fn new(len: usize) -> Self {
        Self { first: vec![0.0; len], second: vec![0.0; len], steps: 0 }
    }

    fn step(&mut self, parameters: &mut [f32], gradient: &[f32], rate: f32) {
        self.steps += 1;
        let correction = |decay: f32| (1.0 - f64::from(decay).powi(self.steps.min(1 << 20) as i32)) as f32;
        let (fade1, fade2) = (correction(Self::DECAY.0), correction(Self::DECAY.1));
        kernel::with_best_instructions(
            #[inline(always)]
            || {
                let moments = self.first.iter_mut().zip(&mut self.second);
                for ((parameter, slope), (first, second)) in parameters.iter_mut().zip(gradient).zip(moments) {
                    *first += (1.0 - Self::DECAY.0) * (slope - *first);
                    *second += (1.0 - Self::DECAY.1) * (slope * slope - *second);
                    *parameter -= rate * (*first / fade1) / ((*second / fade2).sqrt() + Self::EPSILON);
                }
            },
        );
    }
}

/// The mean of the weights over the last part of a run. It has less noise than the last weights, which depend on the
/// last batches most (B. Polyak, A. Juditsky, 1992).
struct Mean {
    weights: Vec<f32>,
    count: u64,
}

impl Mean {
    /// The share of the run after which weights count.
    const FROM: f64 = 2.0 / 3.0;
    /// One step in so many counts: those between are nearly the same.
    const EVERY: u64 = 16;

    fn add(&mut self, weights: &[f32]) {
        self.count += 1;
        let share = 1.0 / self.count as f32;
        for (mean, weight) in self.weights.iter_mut().zip(weights) {
            *mean += (weight - *mean) * share;
        }
    }
}

/// What a checkpoint holds besides the weights.
struct State {
    adam: Adam,
    mean: Mean,
    losses: Vec<Loss>,
}

/// The outcome of a fit.
#[derive(Clone, PartialEq, Debug)]
pub struct Fitted {
    /// Of all passes.
    pub losses: Vec<Loss>,
    /// On held-out games with the mean of the weights, which the network has now; `None` if the run was too short.
    pub mean_held_out: Option<f64>,
}

/// Fits `net`; in the end it has the mean of its weights over the last third of the run, or its last weights if no step
/// of that third counts. With a `checkpoint` path the state is saved there after each pass and, with `resume`, taken up
/// from there.
///
/// # Errors
/// When samples cannot be made, or a checkpoint cannot be written or is not of this run.
pub fn fit(
    net: &mut Net,
    samples: &impl Samples,
    held_out: &[Position],
    settings: &Settings,
    checkpoint: Option<&Path>,
    resume: bool,
) -> anyhow::Result<Fitted> {
    ensure!(
        settings.batch > 0 && settings.threads > 0 && settings.epochs > 0,
        "batch, threads and passes must be at least 1"
    );
    let len = net.parameters().len();
    let mean = Mean { weights: vec![0.0; len], count: 0 };
    let mut state = State { adam: Adam::new(len), mean, losses: Vec::new() };
    let identity = identity(settings, samples.portions(), len);
    if resume {
        let path = checkpoint.context("there is no checkpoint to resume from")?;
        load(path, net, &mut state, &identity).with_context(|| path.display().to_string())?;
        net.changed();
    }
    let mut batches = Batches::new(net, settings);
    for pass in state.losses.len() as u32..settings.epochs {
        let started = Instant::now();
        let (error, counts) = learn_pass(net, samples, settings, pass, &mut state, &mut batches)
            .with_context(|| format!("pass {}: {}", pass + 1, way_back(checkpoint, state.losses.len())))?;
        let speed = counts.iter().sum::<usize>() as f64 / started.elapsed().as_secs_f64();
        let [training, lessons] = [0, 1].map(|kind| error[kind] / counts[kind].max(1) as f64);
        let loss = Loss { training, lessons, held_out: measure(net, held_out, settings.blend, settings.threads) };
        ensure!(loss.held_out.is_finite(), "pass {}: the loss is not finite; try a lower --rate", pass + 1);
        state.losses.push(loss);
        let [positions, of_lessons] = counts.map(|count| HumanCount(count as u64));
        say!(
            "pass {:3}: {positions} positions {training:.6}, {of_lessons} lessons {lessons:.6}, held out {:.6}, {speed:.0}/s",
            pass + 1,
            loss.held_out
        );
        if let Some(path) = checkpoint {
            write_whole(path, &save(net, &state, &identity))?;
        }
    }
    let mean_held_out = (state.mean.count > 0).then(|| {
        net.parameters_mut().copy_from_slice(&state.mean.weights);
        net.changed();
        measure(net, held_out, settings.blend, settings.threads)
    });
    Ok(Fitted { losses: state.losses, mean_held_out })
}

/// Learns all portions of a pass. Gives the sums of the squared errors and the numbers of positions and of lessons.
fn learn_pass(
    net: &mut Net,
    samples: &impl Samples,
    settings: &Settings,
    pass: u32,
    state: &mut State,
    batches: &mut Batches,
) -> anyhow::Result<([f64; 2], [usize; 2])> {
    let (mut error, mut counts) = ([0.0; 2], [0; 2]);
    // Thousandths of the pass.
    let progress = Progress::new(&format!("pass {}/{}", pass + 1, settings.epochs), 1000);
    for index in 0..samples.portions() {
        let mut portion = samples.portion(pass.into(), index)?;
        shuffle(&mut portion, seed_of(settings.seed, &[pass.into(), index as u64]));
        // Equal batches: a small last one would move the weights as far as the others do, with more noise.
        let count = portion.len().div_ceil(settings.batch);
        let size = portion.len().div_ceil(count.max(1)).max(1);
        for (number, batch) in portion.chunks(size).enumerate() {
            ensure!(!interrupt::is_asked(), "interrupted");
            let part = (index as f64 + number as f64 / count as f64) / samples.portions() as f64;
            let share = (f64::from(pass) + part) / f64::from(settings.epochs);
            progress.reach((1000.0 * part) as u64);
            let errors = batches.learn(net, batch, settings, share, &mut state.adam);
            for kind in [0, 1] {
                error[kind] += errors[kind];
            }
            ensure!(error.iter().sum::<f64>().is_finite(), "the loss is not finite; try a lower --rate");
            if share >= Mean::FROM && state.adam.steps.is_multiple_of(Mean::EVERY) {
                state.mean.add(net.parameters());
            }
        }
        let lessons = portion.iter().filter(|sample| sample.target.is_lesson()).count();
        counts[0] += portion.len() - lessons;
        counts[1] += lessons;
    }
    progress.end();
    Ok((error, counts))
}

/// Room for the gradients of a batch.
struct Batches {
    /// One a thread.
    gradients: Vec<Vec<f32>>,
    gathered: Vec<f32>,
}

impl Batches {
    fn new(net: &Net, settings: &Settings) -> Self {
        Self {
            gradients: vec![vec![0.0; net.gradient_len()]; settings.threads],
            gathered: vec![0.0; net.parameters().len()],
        }
    }

    /// One step, after `share` of the run. Gives the sums of the squared errors of positions and of lessons.
    fn learn(
        &mut self,
        net: &mut Net,
        batch: &[Position],
        settings: &Settings,
        share: f64,
        adam: &mut Adam,
    ) -> [f64; 2] {
        let rate = cosine(settings.rate, settings.last_rate, share as f32);
        let errors = learn(net, batch, settings.blend, &mut self.gradients);
        let (first, rest) = self.gradients.split_first_mut().expect("there is at least one thread");
        for other in rest {
            kernel::add(first, other);
        }
        net.gather(first, batch.len(), &mut self.gathered);
        adam.step(net.parameters_mut(), &self.gathered, rate);
        if settings.zone_decay > 0.0 {
            net.decay(settings.zone_decay * rate);
        }
        net.changed();
        errors
    }
}

/// What is left of a run that ends now.
fn way_back(checkpoint: Option<&Path>, passes: usize) -> String {
    match checkpoint {
        Some(_) if passes > 0 => format!("--resume continues after pass {passes}"),
        _ => "nothing was kept".to_owned(),
    }
}

/// From `start` to `end` along half a cosine.
fn cosine(start: f32, end: f32, progress: f32) -> f32 {
    end + (start - end) * 0.5 * (1.0 + (std::f32::consts::PI * progress.min(1.0)).cos())
}

/// Gradients of a batch, one buffer a thread. Each buffer gets a fixed part, and errors are added in order, so that the
/// result depends on the number of buffers alone.
fn learn(net: &Net, batch: &[Position], blend: Blend, gradients: &mut [Vec<f32>]) -> [f64; 2] {
    let size = batch.len().div_ceil(gradients.len()).max(1);
    let parts: Vec<&[Position]> = batch.chunks(size).collect();
    let one = |(index, gradient): (usize, &mut Vec<f32>)| {
        gradient.fill(0.0);
        net.learn(parts.get(index).copied().unwrap_or_default(), blend, gradient)
    };
    let errors: Vec<[f64; 2]> = gradients.par_iter_mut().enumerate().map(one).collect();
    errors.into_iter().fold([0.0; 2], |sum, errors| [sum[0] + errors[0], sum[1] + errors[1]])
}

/// The mean squared error.
pub fn measure(net: &Net, samples: &[Position], blend: Blend, threads: usize) -> f64 {
    let size = samples.len().div_ceil(threads).max(1);
    let errors: Vec<f64> = samples.par_chunks(size).map(|part| net.measure(part, blend)).collect();
    errors.into_iter().sum::<f64>() / samples.len() as f64
}

/// What a checkpoint must agree with.
fn identity(settings: &Settings, portions: usize, parameters: usize) -> [u8; 32] {
    Sha256::digest(format!("{} {settings:?} {portions} {parameters}", settings.origin)).into()
}

/// How every checkpoint begins, with the version of what follows: identity, numbers, and a hash of all before it.
const BEGINNING: &[u8] = b"guohe checkpoint 3\n";
/// Bytes of the hash at the end.
const HASH: usize = 32;

fn save(net: &Net, state: &State, identity: &[u8; 32]) -> Vec<u8> {
    let mut bytes = BEGINNING.to_vec();
    bytes.extend(identity);
    for number in [state.adam.steps, state.mean.count, state.losses.len() as u64] {
        bytes.extend(number.to_le_bytes());
    }
    for loss in &state.losses {
        bytes.extend([loss.training, loss.lessons, loss.held_out].into_iter().flat_map(f64::to_le_bytes));
    }
    for numbers in [net.parameters(), &state.adam.first, &state.adam.second, &state.mean.weights] {
        bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
    }
    let hash = Sha256::digest(&bytes);
    bytes.extend(hash);
    bytes
}

fn load(path: &Path, net: &mut Net, state: &mut State, identity: &[u8; 32]) -> anyhow::Result<()> {
    let bytes = std::fs::read(path)?;
    ensure!(
        bytes.starts_with(BEGINNING),
        "the checkpoint was written by another version of this program; start again with --force"
    );
    let (contents, hash) = bytes.split_last_chunk::<HASH>().context("the checkpoint ends early")?;
    ensure!(Sha256::digest(contents)[..] == hash[..], "the checkpoint is damaged");
    let rest = contents.strip_prefix(BEGINNING).context("the checkpoint ends early")?;
    let rest = rest.strip_prefix(identity).context(
        "the checkpoint is of another run: build, settings, seed, threads and games must be the same, and so must the \
         chunks in the folders; --force starts again",
    )?;
    let mut words = rest.as_chunks::<8>().0.iter();
    let mut word = || words.next().copied().context("the checkpoint ends early");
    state.adam.steps = u64::from_le_bytes(word()?);
    state.mean.count = u64::from_le_bytes(word()?);
    let count = u64::from_le_bytes(word()?) as usize;
    for _ in 0..count {
        let [training, lessons, held_out] = [word()?, word()?, word()?].map(f64::from_le_bytes);
        state.losses.push(Loss { training, lessons, held_out });
    }
    let numbers = rest[8 * (3 + 3 * count)..].as_chunks::<4>().0;
    ensure!(numbers.len() == 4 * net.parameters().len(), "the checkpoint has the wrong length");
    let mut numbers = numbers.iter().map(|bytes| f32::from_le_bytes(*bytes));
    let State { adam, mean, .. } = state;
    for target in [net.parameters_mut(), &mut adam.first, &mut adam.second, &mut mean.weights] {
        for (slot, number) in target.iter_mut().zip(&mut numbers) {
            *slot = number;
        }
    }
    Ok(())
}

#[cfg(test)]
impl Samples for Vec<Position> {
    fn portions(&self) -> usize {
        1
    }

    fn portion(&self, _: u64, _: usize) -> anyhow::Result<Vec<Position>> {
        Ok(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::super::data::Target;
    use super::*;
    use guohe::board::Board;

    fn samples() -> Vec<Position> {
        [30, -80, 250, 0].map(|score| Position::new(&Board::startpos(), Target::without_result(score))).to_vec()
    }

    fn settings(rate: f32) -> Settings {
        Settings {
            origin: "test".to_owned(),
            epochs: 2,
            batch: 2,
            rate,
            last_rate: rate,
            blend: Blend { score_share: 0.5, scale: 400.0 },
            seed: 1,
            threads: 1,
            zone_decay: 0.0,
        }
    }

    #[test]
    fn a_loss_that_is_not_finite_ends_the_training() {
        let samples = samples();
        let fit = |rate| fit(&mut Net::new(32, 1), &samples, &samples, &settings(rate), None, false);
        let fitted = fit(0.1).unwrap();
        assert_eq!((fitted.losses.len(), fitted.mean_held_out), (2, None), "too short for a mean");
        assert!(format!("{:#}", fit(f32::NAN).unwrap_err()).contains("the loss is not finite"));
    }

    #[test]
    fn only_a_whole_checkpoint_is_resumed() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("x.checkpoint");
        let samples = samples();
        let fit = |resume| fit(&mut Net::new(32, 1), &samples, &samples, &settings(0.1), Some(&path), resume);
        let fitted = fit(false).unwrap();
        assert_eq!(fit(true).unwrap(), fitted);
        let good = std::fs::read(&path).unwrap();
        let refused = |bytes: &[u8], reason: &str| {
            std::fs::write(&path, bytes).unwrap();
            let error = format!("{:#}", fit(true).unwrap_err());
            assert!(error.contains(reason), "{error}");
        };
        let mut bytes = good.clone();
        // In a parameter, where nothing else would tell.
        let place = bytes.len() - HASH - 2;
        bytes[place] ^= 1;
        refused(&bytes, "is damaged");
        refused(&good[..good.len() - 4], "is damaged");
        // The first version had neither a beginning nor a hash.
        refused(&good[BEGINNING.len()..good.len() - HASH], "another version");
    }

    #[test]
    fn the_weights_of_the_last_third_are_averaged() {
        let samples: Vec<Position> = samples().into_iter().cycle().take(90 * 16).collect();
        let settings = Settings { epochs: 1, batch: 1, zone_decay: 0.0, ..settings(0.01) };
        let (mut net, mut twin) = (Net::new(32, 1), Net::new(32, 1));
        let fitted = fit(&mut net, &samples, &samples[..4], &settings, None, false).unwrap();
        assert_eq!(fitted.mean_held_out, Some(measure(&net, &samples[..4], settings.blend, settings.threads)));
        // By hand: the same order, the same steps, every sixteenth one of the last 480 kept.
        let mut order = samples;
        shuffle(&mut order, seed_of(settings.seed, &[0, 0]));
        let (mut batches, mut adam) = (Batches::new(&twin, &settings), Adam::new(twin.parameters().len()));
        let mut kept: Vec<Vec<f32>> = Vec::new();
        for (step, sample) in (1..).zip(&order) {
            batches.learn(&mut twin, &[*sample], &settings, 0.0, &mut adam);
            if step > 960 && step % 16 == 0 {
                kept.push(twin.parameters().to_vec());
            }
        }
        assert_eq!(kept.len(), 30);
        for (index, weight) in net.parameters().iter().enumerate() {
            let mean = kept.iter().map(|weights| f64::from(weights[index])).sum::<f64>() / 30.0;
            assert!((f64::from(*weight) - mean).abs() < 1e-6, "{index}: {weight} {mean}");
        }
        assert_ne!(net.parameters(), twin.parameters());
    }
}
