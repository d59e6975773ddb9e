//! From the floating point that a network learns in to the engine's integers, and back.

use super::Net;
use crate::train::kernel;
use guohe::eval::nnue::{HIDDEN_SCALE, MAX_INPUT_WEIGHT, MAX_OUTPUT_WEIGHT, Parameters, Shape};
use std::ops::Range;

impl Net {
    /// The network in the engine's integers, for an output of 1.0 at `scale` centipawns. Output weights beyond what
    /// `output_scale` can hold are brought back to it. The manifest's hash is left for the caller to set.
    pub fn quantise(&self, scale: f32, output_scale: u16) -> Parameters {
        let round = |weights: &[f32], scale: i32, bound: i16| -> Vec<i16> {
            weights.iter().map(|weight| ((weight * scale as f32).round() as i16).clamp(-bound, bound)).collect()
        };
        let output_weights = &self.parameters[self.layout.output.clone()];
        let bias_scale = (HIDDEN_SCALE * i32::from(output_scale)) as f32;
        let output_bias = &self.parameters[self.layout.output_bias.clone()];
        Parameters {
            shape: self.shape,
            scale: scale.round() as u16,
            output_scale,
            input_weights: round(&self.sums, HIDDEN_SCALE, MAX_INPUT_WEIGHT),
            input_bias: round(&self.parameters[self.layout.bias.clone()], HIDDEN_SCALE, MAX_INPUT_WEIGHT),
            output_weights: round(output_weights, output_scale.into(), MAX_OUTPUT_WEIGHT),
            output_bias: output_bias.iter().map(|bias| (bias * bias_scale).round() as i32).collect(),
            manifest: [0; 32],
        }
    }

    /// By how much the output weights of `rounded`, which was made from this network, differ from its own: the sum of
    /// the squares.
    pub fn output_error(&self, rounded: &Parameters) -> f32 {
        let scale = f32::from(rounded.output_scale);
        let weights = self.parameters[self.layout.output.clone()].iter().zip(&rounded.output_weights);
        weights.map(|(weight, &integer)| (weight - f32::from(integer) / scale).powi(2)).sum()
    }

    /// A network of the engine in floating point, to learn more or to measure what rounding costs. What all
    /// king buckets share is the mean of their weights.
    pub fn of_engine(parameters: &Parameters) -> Self {
        let mut net = Self::new(parameters.shape.hidden, 0);
        let layout = net.layout.clone();
        let mut set = |part: Range<usize>, integers: &mut dyn Iterator<Item = i32>, scale: i32| {
            for (weight, integer) in net.parameters[part].iter_mut().zip(integers) {
                *weight = integer as f32 / scale as f32;
            }
        };
        let output_scale = i32::from(parameters.output_scale);
        set(layout.input.clone(), &mut parameters.input_weights.iter().copied().map(i32::from), HIDDEN_SCALE);
        set(layout.bias, &mut parameters.input_bias.iter().copied().map(i32::from), HIDDEN_SCALE);
        set(layout.output, &mut parameters.output_weights.iter().copied().map(i32::from), output_scale);
        set(layout.output_bias, &mut parameters.output_bias.iter().copied(), HIDDEN_SCALE * output_scale);
        let (own, shared) = net.parameters.split_at_mut(layout.shared.start);
        let own = &mut own[layout.input];
        shared.fill(0.0);
        for bucket in own.chunks(shared.len()) {
            kernel::add(shared, bucket);
        }
        shared.iter_mut().for_each(|weight| *weight /= Shape::KING_BUCKETS as f32);
        for bucket in own.chunks_mut(shared.len()) {
            bucket.iter_mut().zip(&*shared).for_each(|(weight, mean)| *weight -= mean);
        }
        net.changed();
        net
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::SMALL;
    use super::*;
    use std::path::Path;

    #[test]
    fn large_output_weights_are_brought_back_to_what_a_fine_scale_holds() {
        let mut net = Net::new(SMALL, 3);
        net.parameters[net.layout.output.start] = -1.5;
        let first = |output_scale| net.quantise(400.0, output_scale).output_weights[0];
        assert_eq!([64, 128, 512].map(first), [-96, -127, -127]);
        let error = |output_scale| net.output_error(&net.quantise(400.0, output_scale));
        assert!(error(64) < error(128) && error(128) < error(512), "a weight brought back is the larger error");
    }

    #[test]
    fn a_network_of_the_engine_comes_back_to_the_bit() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../nets");
        let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let path = files.into_iter().find(|path| path.extension().is_some_and(|ending| ending == "nnue")).unwrap();
        let (parameters, _) = Parameters::from_bytes(&std::fs::read(path).unwrap()).unwrap();
        let net = Net::of_engine(&parameters);
        let again = net.quantise(f32::from(parameters.scale), parameters.output_scale);
        assert_eq!(again.to_bytes(), Parameters { manifest: [0; 32], ..parameters.clone() }.to_bytes());
        assert_eq!(net.output_error(&again), 0.0);
        // What is shared is the mean, so the king buckets' own weights cancel.
        let (layout, size) = (&net.layout, net.layout.shared.len());
        let of_buckets = |input: usize| -> f32 {
            let own = &net.parameters[layout.input.clone()];
            (0..Shape::KING_BUCKETS).map(|bucket| own[bucket * size + input]).sum()
        };
        assert!((0..size).step_by(97).all(|input| of_buckets(input).abs() < 1e-4));
        assert!(net.parameters[layout.shared.clone()].iter().any(|&weight| weight != 0.0));
    }

    #[test]
    fn weights_at_the_bound_in_one_king_bucket_alone_come_back() {
        let mut parameters = Net::new(SMALL, 3).quantise(400.0, 64);
        parameters.input_weights[0] = MAX_INPUT_WEIGHT;
        parameters.input_weights[1] = -MAX_INPUT_WEIGHT;
        parameters.output_weights[0] = MAX_OUTPUT_WEIGHT;
        assert_eq!(Net::of_engine(&parameters).quantise(400.0, 64).to_bytes(), parameters.to_bytes());
    }
}
