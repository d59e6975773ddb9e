//! The network while it learns: the engine's shape in floating point.

mod rounding;

use super::data::{Blend, Inputs, Position, sigmoid};
use super::kernel;
use guohe::eval::nnue::{HIDDEN_SCALE, MAX_INPUT_WEIGHT, MAX_OUTPUT_WEIGHT, OUTPUT_SCALES, Shape, features};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{RngCore, SeedableRng};
use std::ops::Range;

/// Weights stay within this, so that they fit the engine's integers.
const CLIP: f32 = 1.98;

const _: () = assert!(CLIP * HIDDEN_SCALE as f32 <= MAX_INPUT_WEIGHT as f32);
const _: () = assert!(CLIP * OUTPUT_SCALES[0] as f32 <= MAX_OUTPUT_WEIGHT as f32);

/// The bias of a fresh neuron: most begin within the activation's range.
const FIRST_BIAS: f32 = 0.3;

/// Weights of a network. An input's weight is the sum of one of the king bucket and one that all king buckets share: it
/// tells a bucket what it has seen too rarely to know. Only the sums reach the engine.
pub struct Net {
    shape: Shape,
    layout: Layout,
    parameters: Vec<f32>,
    /// The king buckets' weights with the shared ones added.
    sums: Vec<f32>,
}

/// Where the parts lie in the flat list.
#[derive(Clone)]
struct Layout {
    /// By king bucket, input, neuron.
    input: Range<usize>,
    /// By neuron.
    bias: Range<usize>,
    /// By output, side, neuron.
    output: Range<usize>,
    /// By output.
    output_bias: Range<usize>,
    /// By input, neuron. Last, as it has no gradient of its own.
    shared: Range<usize>,
}

impl Layout {
    fn new(shape: Shape) -> Self {
        let mut end = 0;
        let mut next = |len| {
            end += len;
            end - len..end
        };
        Self {
            input: next(shape.input_weights()),
            bias: next(shape.hidden),
            output: next(shape.output_weights()),
            output_bias: next(Shape::OUTPUTS),
            shared: next(features::COUNT * shape.hidden),
        }
    }
}

impl Net {
    /// A network of `hidden` neurons a side with random weights.
    pub fn new(hidden: usize, seed: u64) -> Self {
        let shape = Shape { hidden };
        let layout = Layout::new(shape);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut fill = |part: &mut [f32], bound: f32| {
            for weight in part {
                let unit = (rng.next_u64() >> 40) as f32 / (1_u64 << 24) as f32;
                *weight = (2.0 * unit - 1.0) * bound;
            }
        };
        let mut parameters = vec![0.0; layout.shared.end];
        // So that the sums over some thirty inputs begin within the activation's range.
        let spread = 1.0 / (features::MAX_PIECES as f32).sqrt();
        fill(&mut parameters[layout.shared.clone()], spread);
        fill(&mut parameters[layout.output.clone()], 1.0 / (2.0 * shape.hidden as f32).sqrt());
        parameters[layout.bias.clone()].fill(FIRST_BIAS);
        let mut net = Self { shape, layout, parameters, sums: vec![0.0; shape.input_weights()] };
        net.changed();
        net
    }

    /// The value of a position before the sigmoid, leaving the hidden sums of both sides in `hidden`.
    #[inline(always)]
    fn forward(&self, views: &[Inputs; 2], output: usize, hidden: &mut [Vec<f32>; 2]) -> f32 {
        let bias = &self.parameters[self.layout.bias.clone()];
        let mut value = self.parameters[self.layout.output_bias.start + output];
        for (side, inputs) in views.iter().enumerate() {
            let weights = &self.sums[self.bucket(inputs.king)];
            kernel::sum_columns(&mut hidden[side], bias, weights, inputs);
            value += kernel::activate(&hidden[side], &self.parameters[self.output_row(output, side)]);
        }
        value
    }

    /// Where the weights of a king bucket lie among the input weights.
    #[inline(always)]
    fn bucket(&self, king: usize) -> Range<usize> {
        let size = features::COUNT * self.shape.hidden;
        king * size..(king + 1) * size
    }

    /// Where the weights of an output for one side lie.
    #[inline(always)]
    fn output_row(&self, output: usize, side: usize) -> Range<usize> {
        let start = self.layout.output.start + (output * 2 + side) * self.shape.hidden;
        start..start + self.shape.hidden
    }

    fn hidden(&self) -> [Vec<f32>; 2] {
        [vec![0.0; self.shape.hidden], vec![0.0; self.shape.hidden]]
    }

    #[inline(always)]
    fn learn_one(&self, position: &Position, blend: Blend, hidden: &mut [Vec<f32>; 2], gradient: &mut [f32]) -> f64 {
        let views = position.inputs();
        let output = Shape::output(position.count());
        let share = sigmoid(self.forward(&views, output, hidden));
        let error = share - position.target.value(blend);
        let slope = 2.0 * error * share * (1.0 - share);
        gradient[self.layout.output_bias.start + output] += slope;
        for (side, inputs) in views.iter().enumerate() {
            let row = self.output_row(output, side);
            kernel::activate_back(&mut hidden[side], &self.parameters[row.clone()], &mut gradient[row], slope);
            let (weights, rest) = gradient.split_at_mut(self.layout.input.end);
            let bias = &mut rest[..self.shape.hidden];
            kernel::add_to_columns(&mut weights[self.bucket(inputs.king)], bias, inputs, &hidden[side]);
        }
        f64::from(error * error)
    }

    /// Its shape.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// All parameters.
    pub fn parameters(&self) -> &[f32] {
        &self.parameters
    }

    /// All parameters, to change them. [`Net::changed`] must be called afterwards.
    pub fn parameters_mut(&mut self) -> &mut [f32] {
        &mut self.parameters
    }

    /// Moves all parameters by a `share` of the way to those of a network of the same shape.
    pub fn move_towards(&mut self, other: &Self, share: f32) {
        for (parameter, other) in self.parameters.iter_mut().zip(&other.parameters) {
            *parameter += (other - *parameter) * share;
        }
        self.changed();
    }

    /// Keeps the weights within their bounds and the sums up to date.
    pub fn changed(&mut self) {
        let Self { shape, layout, parameters, sums } = self;
        let clip = |part: &mut [f32], bound: f32| {
            part.iter_mut().for_each(|weight| *weight = weight.clamp(-bound, bound));
        };
        clip(&mut parameters[layout.bias.clone()], CLIP);
        clip(&mut parameters[layout.output.clone()], CLIP);
        let size = features::COUNT * shape.hidden;
        let (own, shared) = parameters.split_at_mut(layout.shared.start);
        for (own, sums) in own[layout.input.clone()].chunks_mut(size).zip(sums.chunks_mut(size)) {
            for ((own, shared), sum) in own.iter_mut().zip(&*shared).zip(sums) {
                // Only the sum is bounded. The bucket's own weight gives way; within the bound it stays to the bit.
                let free = *own + shared;
                *sum = free.clamp(-CLIP, CLIP);
                *own += *sum - free;
            }
        }
    }

    /// Takes `share` of the king buckets' own weights away (decoupled weight decay: I. Loshchilov, F. Hutter, 2017), so
    /// that what few games have shown stays with what all king buckets share.
    pub fn decay(&mut self, share: f32) {
        self.parameters[self.layout.input.clone()].iter_mut().for_each(|weight| *weight *= 1.0 - share);
    }

    /// Room for the gradients that [`Net::learn`] adds to.
    pub fn gradient_len(&self) -> usize {
        self.layout.shared.start
    }

    /// Adds the gradients of the squared errors of `samples`, and returns the sums of these: of positions and of
    /// lessons.
    pub fn learn(&self, samples: &[Position], blend: Blend, gradient: &mut [f32]) -> [f64; 2] {
        let mut hidden = self.hidden();
        kernel::with_best_instructions(
            #[inline(always)]
            || {
                let mut errors = [0.0; 2];
                for position in samples {
                    let error = self.learn_one(position, blend, &mut hidden, gradient);
                    errors[usize::from(position.target.is_lesson())] += error;
                }
                errors
            },
        )
    }

    /// The sum of the squared errors of `samples`.
    pub fn measure(&self, samples: &[Position], blend: Blend) -> f64 {
        let mut hidden = self.hidden();
        kernel::with_best_instructions(
            #[inline(always)]
            || {
                let mut error = 0.0;
                for position in samples {
                    let output = Shape::output(position.count());
                    let value = self.forward(&position.inputs(), output, &mut hidden);
                    error += f64::from(sigmoid(value) - position.target.value(blend)).powi(2);
                }
                error
            },
        )
    }

    /// Makes the gradient of the parameters from the summed gradients of `count` samples.
    pub fn gather(&self, gradient: &[f32], count: usize, gathered: &mut [f32]) {
        let share = 1.0 / count as f32;
        let (own, shared) = gathered.split_at_mut(self.layout.shared.start);
        for (gathered, gradient) in own.iter_mut().zip(gradient) {
            *gathered = gradient * share;
        }
        shared.fill(0.0);
        for bucket in own[self.layout.input.clone()].chunks(shared.len()) {
            kernel::add(shared, bucket);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::data::Target;
    use super::super::fit::{Samples, Settings, fit};
    use super::*;
    use guohe::board::Board;
    use guohe::eval::nnue::{Evaluator, Network};
    use std::sync::Arc;

    /// Positions of random games with arbitrary targets.
    fn positions(count: usize) -> Vec<(Board, Position)> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut board = Board::startpos();
        let mut positions = Vec::new();
        while positions.len() < count {
            let moves = board.legal_moves();
            if moves.is_empty() || board.plies_played() > 60 {
                board = Board::startpos();
                continue;
            }
            board.make(moves[rng.next_u64() as usize % moves.len()]);
            let target = Target { score: (rng.next_u64() % 1000) as i16 - 500, result: (rng.next_u64() % 3) as u8 };
            positions.push((board.clone(), Position::new(&board, target)));
        }
        positions
    }

    fn samples(count: usize) -> Vec<Position> {
        positions(count).into_iter().map(|(_, position)| position).collect()
    }

    fn settings(epochs: u32, batch: usize) -> Settings {
        Settings {
            origin: String::new(),
            epochs,
            batch,
            rate: 0.02,
            last_rate: 0.001,
            blend: BLEND,
            seed: 1,
            threads: 2,
            zone_decay: 0.0,
        }
    }

    /// Neurons of a network that learns fast.
    pub const SMALL: usize = 32;
    const BLEND: Blend = Blend { score_share: 0.7, scale: 300.0 };

    #[test]
    fn gradients_are_finite_differences() {
        const STEP: f32 = 1.0 / 512.0;
        let samples = samples(20);
        // With other weights a neuron may stand so near a bound that the step crosses it.
        let mut net = Net::new(SMALL, 1);
        let mut gradient = vec![0.0; net.gradient_len()];
        net.learn(&samples, BLEND, &mut gradient);
        let mut gathered = vec![0.0; net.parameters.len()];
        net.gather(&gradient, 1, &mut gathered);
        let mut error_at = |place: usize, weight: f32| {
            let before = std::mem::replace(&mut net.parameters[place], weight);
            net.changed();
            gradient.fill(0.0);
            let [error, _] = net.learn(&samples, BLEND, &mut gradient);
            net.parameters[place] = before;
            (error, before)
        };
        let layout = Layout::new(Shape { hidden: SMALL });
        for part in [layout.input, layout.bias, layout.output, layout.output_bias, layout.shared] {
            // The steepest parameters of each part: flat ones drown in rounding.
            let mut places: Vec<usize> = part.collect();
            places.sort_by(|&a, &b| gathered[b].abs().total_cmp(&gathered[a].abs()));
            for &place in places.iter().take(10) {
                let (_, weight) = error_at(place, 0.0);
                let difference = error_at(place, weight + STEP).0 - error_at(place, weight - STEP).0;
                let slope = difference / f64::from(2.0 * STEP);
                let expected = f64::from(gathered[place]);
                assert!((slope - expected).abs() <= 0.02 * expected.abs() + 1e-3, "{place}: {slope} {expected}");
            }
        }
    }

    #[test]
    fn decay_draws_the_king_buckets_to_what_they_share_and_leaves_that_alone() {
        let mut net = Net::new(SMALL, 3);
        let layout = net.layout.clone();
        net.parameters[layout.input.clone()].fill(0.5);
        net.changed();
        let before = net.parameters.clone();
        net.decay(0.25);
        net.changed();
        assert!(net.parameters[layout.input.clone()].iter().all(|&weight| weight == 0.375));
        assert_eq!(net.parameters[layout.input.end..], before[layout.input.end..]);
    }

    #[test]
    fn a_few_positions_are_learnt_by_heart() {
        let samples = samples(50);
        let mut net = Net::new(64, 3);
        let losses = fit(&mut net, &samples, &samples, &settings(300, 50), None, false).unwrap().losses;
        assert!(losses[0].held_out > 0.03, "{:?}", losses[0]);
        assert!(losses[299].held_out < 0.001, "{:?}", losses[299]);
    }

    /// Trains a little, and gives the most that the engine's values of some positions differ, in centipawns, from those
    /// of the network as trained and as rounded for the engine.
    fn largest_differences() -> [f32; 2] {
        let positions = positions(300);
        let samples = samples(300);
        let mut trained = Net::new(SMALL, 3);
        fit(&mut trained, &samples, &samples, &settings(10, 50), None, false).unwrap();
        let parameters = trained.quantise(400.0, 64);
        let network = Arc::new(Network::from_bytes(&parameters.to_bytes()).unwrap());
        let mut hidden = trained.hidden();
        [&trained, &Net::of_engine(&parameters)].map(|net| {
            let difference = |(board, position): &(Board, Position)| {
                let output = Shape::output(position.count());
                let told = 400.0 * net.forward(&position.inputs(), output, &mut hidden);
                (Evaluator::new(network.clone(), board).evaluate(board).get() as f32 - told).abs()
            };
            positions.iter().map(difference).fold(0.0, f32::max)
        })
    }

    #[test]
    fn the_engine_computes_what_was_trained_and_exactly_what_was_rounded() {
        let [trained, rounded] = largest_differences();
        assert!(trained < 30.0 && rounded < 2.0, "{trained} {rounded}");
    }

    #[test]
    fn the_same_input_gives_the_same_bytes_and_a_resumed_run_too() {
        let samples = samples(200);
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("checkpoint");
        let run = |settings: &Settings, seed, checkpoint: Option<&std::path::Path>, resume| {
            let mut net = Net::new(SMALL, seed);
            let fitted = fit(&mut net, &samples, &samples[..50], settings, checkpoint, resume)?;
            anyhow::Ok((net.quantise(400.0, 64).to_bytes(), fitted))
        };
        let whole = run(&settings(4, 32), 3, None, false).unwrap();
        assert_eq!(run(&settings(4, 32), 3, Some(&path), false).unwrap(), whole);
        assert!(run(&settings(4, 64), 9, Some(&path), true).is_err(), "a checkpoint of other settings");
        let other = Settings { origin: "other games".to_owned(), ..settings(4, 32) };
        assert!(run(&other, 9, Some(&path), true).is_err(), "a checkpoint of other games");
        // Interrupted when the mean has begun, and resumed in a fresh model.
        let settings = settings(8, 8);
        let whole = run(&settings, 3, None, false).unwrap();
        let interrupted = EndsEarly { samples: &samples, passes: 6 };
        let error = fit(&mut Net::new(SMALL, 3), &interrupted, &samples[..50], &settings, Some(&path), false);
        assert!(format!("{:#}", error.unwrap_err()).contains("--resume continues after pass 6"));
        assert_eq!(run(&settings, 9, Some(&path), true).unwrap(), whole);
    }

    /// Samples that fail after some passes.
    struct EndsEarly<'a> {
        samples: &'a Vec<Position>,
        passes: u64,
    }

    impl Samples for EndsEarly<'_> {
        fn portions(&self) -> usize {
            self.samples.portions()
        }

        fn portion(&self, pass: u64, index: usize) -> anyhow::Result<Vec<Position>> {
            anyhow::ensure!(pass < self.passes, "interrupted");
            self.samples.portion(pass, index)
        }
    }
}
