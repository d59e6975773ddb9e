//! From the floating point that a network learns in to the engine's integers, and back.

use super::Net;
use guohe::eval::nnue::HIDDEN_SCALE;
use guohe::eval::nnue::MAX_INPUT_WEIGHT;
use guohe::eval::nnue::MAX_OUTPUT_WEIGHT;
use guohe::eval::nnue::Parameters;
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

    /// The engine's integers in floating point again: the network as it will play, to measure what rounding costs.
    pub fn of_engine(parameters: &Parameters) -> Self {
        let mut net = Self::new(parameters.shape.hidden, 0);
        let layout = net.layout.clone();
        let mut set = |part: Range<usize>, integers: &mut dyn Iterator<Item = i32>, scale: i32| {
            for (weight, integer) in net.parameters[part].iter_mut().zip(integers) {
                *weight = integer as f32 / scale as f32;
            }
        };
        let output_scale = i32::from(parameters.output_scale);
        set(layout.input, &mut parameters.input_weights.iter().copied().map(i32::from), HIDDEN_SCALE);
        set(layout.bias, &mut parameters.input_bias.iter().copied().map(i32::from), HIDDEN_SCALE);
        set(layout.output, &mut parameters.output_weights.iter().copied().map(i32::from), output_scale);
        set(layout.output_bias, &mut parameters.output_bias.iter().copied(), HIDDEN_SCALE * output_scale);
        net.parameters[layout.shared].fill(0.0);
        // Not by `changed`, whose bound for each of two tables is half of that for their sums.
        net.sums.copy_from_slice(&net.parameters[net.layout.input.clone()]);
        net
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::SMALL;
    use super::*;

    #[test]
    fn large_output_weights_are_brought_back_to_what_a_fine_scale_holds() {
        let mut net = Net::new(SMALL, 3);
        net.parameters[net.layout.output.start] = -1.5;
        let first = |output_scale| net.quantise(400.0, output_scale).output_weights[0];
        assert_eq!([64, 128, 512].map(first), [-96, -127, -127]);
    }
}
