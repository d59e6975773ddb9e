//! Fits a network's weights: batches over shuffled samples, Adam, a learning rate that falls along a cosine, threads that
//! each take a fixed part of a batch, and a checkpoint after each pass. The same input gives the same bytes.

use super::data::Blend;
use super::data::Position;
use super::data::shuffled;
use super::kernel;
use super::net::Net;
use crate::interrupt;
use crate::place::write_whole;
use crate::progress::Progress;
use crate::say::say;
use anyhow::Context;
use anyhow::ensure;
use sha2::Digest;
use sha2::Sha256;
use std::path::Path;
use std::time::Instant;

/// How to fit.
#[derive(Clone, Debug)]
pub struct Settings {
    /// What else the result depends on, in any words: a checkpoint of another origin is refused.
    pub origin: String,
    /// Passes over the data.
    pub epochs: u32,
    /// Samples a step.
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
    /// How much of the king zones' own weights each step takes away, as a share of the learning rate.
    pub zone_decay: f32,
}

/// Mean squared errors after a pass.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Loss {
    /// On what was learnt from, as it was seen during the pass.
    pub training: f64,
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

/// Fits `net` and returns the losses of all passes. With a `checkpoint` path the state is saved there after each pass
/// and, with `resume`, taken up from there.
///
/// # Errors
/// When a checkpoint cannot be written or is not of this run.
pub fn fit(
    net: &mut Net,
    training: &[Position],
    held_out: &[Position],
    settings: &Settings,
    checkpoint: Option<&Path>,
    resume: bool,
) -> anyhow::Result<Vec<Loss>> {
    ensure!(settings.batch > 0 && settings.threads > 0 && settings.epochs > 0, "nothing to do");
    let mut adam = Adam::new(net.parameters().len());
    let mut losses = Vec::new();
    let identity = identity(settings, training.len(), net.parameters().len());
    if resume {
        let path = checkpoint.context("there is no checkpoint to resume from")?;
        (adam, losses) = load(path, net, &identity).with_context(|| path.display().to_string())?;
        net.changed();
    }
    let mut gradients = vec![vec![0.0; net.gradient_len()]; settings.threads];
    let mut gathered = vec![0.0; net.parameters().len()];
    let all_steps = training.len().div_ceil(settings.batch) as u64 * u64::from(settings.epochs);
    for epoch in losses.len() as u32..settings.epochs {
        let seed = settings.seed.wrapping_add(u64::from(epoch).wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let order = shuffled(training.len(), seed);
        let progress = Progress::new(&format!("pass {}/{}", epoch + 1, settings.epochs), training.len() as u64);
        let started = Instant::now();
        let mut error = 0.0;
        for batch in order.chunks(settings.batch) {
            ensure!(!interrupt::is_asked(), "ended in pass {}; {}", epoch + 1, way_back(checkpoint, losses.len()));
            let share = adam.steps as f32 / all_steps as f32;
            let rate = cosine(settings.rate, settings.last_rate, share);
            error += learn(net, training, batch, settings.blend, &mut gradients);
            ensure!(error.is_finite(), "pass {}: the loss is no number any more; try a lower rate", epoch + 1);
            let (first, rest) = gradients.split_first_mut().expect("there is at least one thread");
            for other in rest {
                kernel::add(first, other);
            }
            net.gather(first, batch.len(), &mut gathered);
            adam.step(net.parameters_mut(), &gathered, rate);
            if settings.zone_decay > 0.0 {
                net.decay(settings.zone_decay * rate);
            }
            net.changed();
            progress.advance(batch.len() as u64);
        }
        progress.end();
        let rate = training.len() as f64 / started.elapsed().as_secs_f64();
        let loss = Loss {
            training: error / training.len() as f64,
            held_out: measure(net, held_out, settings.blend, settings.threads),
        };
        ensure!(loss.held_out.is_finite(), "pass {}: the loss is no number any more; try a lower rate", epoch + 1);
        losses.push(loss);
        say!(
            "pass {:3}: training {:.6}, held out {:.6}, {rate:.0} positions/s",
            epoch + 1,
            loss.training,
            loss.held_out
        );
        if let Some(path) = checkpoint {
            write_whole(path, &save(net, &adam, &losses, &identity))?;
        }
    }
    Ok(losses)
}

/// What is left of a run that ends now.
fn way_back(checkpoint: Option<&Path>, passes: usize) -> String {
    match checkpoint {
        Some(_) if passes > 0 => format!("--resume goes on after pass {passes}"),
        _ => "nothing was kept".to_owned(),
    }
}

/// From `start` to `end` along half a cosine.
fn cosine(start: f32, end: f32, progress: f32) -> f32 {
    end + (start - end) * 0.5 * (1.0 + (std::f32::consts::PI * progress.min(1.0)).cos())
}

/// Gradients of a batch, one buffer a thread; each thread takes a fixed part.
fn learn(net: &Net, samples: &[Position], batch: &[u32], blend: Blend, gradients: &mut [Vec<f32>]) -> f64 {
    let part = batch.len().div_ceil(gradients.len());
    let work = |part: &[u32], gradient: &mut Vec<f32>| {
        gradient.fill(0.0);
        net.learn(samples, part, blend, gradient)
    };
    let mut parts = batch.chunks(part);
    let (first, rest) = gradients.split_first_mut().expect("there is at least one thread");
    let own = parts.next().unwrap_or_default();
    std::thread::scope(|scope| {
        let handles: Vec<_> = rest
            .iter_mut()
            .map(|gradient| {
                let part = parts.next().unwrap_or_default();
                scope.spawn(move || work(part, gradient))
            })
            .collect();
        let mut error = work(own, first);
        for handle in handles {
            error += handle.join().expect("a training thread does not panic");
        }
        error
    })
}

/// The mean squared error.
pub fn measure(net: &Net, samples: &[Position], blend: Blend, threads: usize) -> f64 {
    let part = samples.len().div_ceil(threads).max(1);
    let sum: f64 = std::thread::scope(|scope| {
        let handles: Vec<_> = samples.chunks(part).map(|part| scope.spawn(move || net.measure(part, blend))).collect();
        handles.into_iter().map(|handle| handle.join().expect("a measuring thread does not panic")).sum()
    });
    sum / samples.len() as f64
}

/// What a checkpoint must agree with.
fn identity(settings: &Settings, samples: usize, parameters: usize) -> [u8; 32] {
    Sha256::digest(format!("{} {settings:?} {samples} {parameters}", settings.origin)).into()
}

/// How every checkpoint begins, with the version of what follows: identity, numbers, and a hash of all before it.
const BEGINNING: &[u8] = b"guohe checkpoint 2\n";
/// Bytes of the hash at the end.
const HASH: usize = 32;

fn save(net: &Net, adam: &Adam, losses: &[Loss], identity: &[u8; 32]) -> Vec<u8> {
    let mut bytes = BEGINNING.to_vec();
    bytes.extend(identity);
    bytes.extend(adam.steps.to_le_bytes());
    bytes.extend((losses.len() as u64).to_le_bytes());
    for loss in losses {
        bytes.extend(loss.training.to_le_bytes());
        bytes.extend(loss.held_out.to_le_bytes());
    }
    for numbers in [net.parameters(), &adam.first, &adam.second] {
        bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
    }
    let hash = Sha256::digest(&bytes);
    bytes.extend(hash);
    bytes
}

fn load(path: &Path, net: &mut Net, identity: &[u8; 32]) -> anyhow::Result<(Adam, Vec<Loss>)> {
    let bytes = std::fs::read(path)?;
    ensure!(bytes.starts_with(BEGINNING), "the checkpoint is of another version of this program; begin anew");
    let (contents, hash) = bytes.split_last_chunk::<HASH>().context("the checkpoint ends early")?;
    ensure!(Sha256::digest(contents)[..] == hash[..], "the checkpoint is damaged");
    let rest = contents.strip_prefix(BEGINNING).context("the checkpoint ends early")?;
    let rest = rest.strip_prefix(identity).context("the checkpoint is of another run")?;
    let mut words = rest.as_chunks::<8>().0.iter();
    let mut word = || words.next().copied().context("the checkpoint ends early");
    let steps = u64::from_le_bytes(word()?);
    let count = u64::from_le_bytes(word()?) as usize;
    let mut losses = Vec::new();
    for _ in 0..count {
        losses.push(Loss { training: f64::from_le_bytes(word()?), held_out: f64::from_le_bytes(word()?) });
    }
    let len = net.parameters().len();
    let numbers = rest[8 * (2 + 2 * count)..].as_chunks::<4>().0;
    ensure!(numbers.len() == 3 * len, "the checkpoint has the wrong length");
    let mut numbers = numbers.iter().map(|bytes| f32::from_le_bytes(*bytes));
    let mut adam = Adam { steps, ..Adam::new(len) };
    for target in [net.parameters_mut(), &mut adam.first, &mut adam.second] {
        for (slot, number) in target.iter_mut().zip(&mut numbers) {
            *slot = number;
        }
    }
    Ok((adam, losses))
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
    fn a_loss_that_is_no_number_ends_the_training() {
        let samples = samples();
        let fit = |rate| fit(&mut Net::new(32, 1), &samples, &samples, &settings(rate), None, false);
        assert_eq!(fit(0.1).unwrap().len(), 2);
        assert!(fit(f32::NAN).unwrap_err().to_string().contains("the loss is no number"));
    }

    #[test]
    fn only_a_whole_checkpoint_is_resumed() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("x.checkpoint");
        let samples = samples();
        let fit = |resume| fit(&mut Net::new(32, 1), &samples, &samples, &settings(0.1), Some(&path), resume);
        let losses = fit(false).unwrap();
        assert_eq!(fit(true).unwrap(), losses);
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
}
