//! A network's weights, as the engine uses them: integers, laid out in blocks of 32.

use super::features;
use super::shape::Shape;
use super::simd::{Block, HIDDEN_SCALE};
use std::fmt;

/// Possible fixed-point scales of the output weights: the smaller the largest weight, the finer the scale.
pub const OUTPUT_SCALES: [u16; 4] = [64, 128, 256, 512];
/// Bound of an input weight; training clips at ±1.98. The sum of 32 active inputs and the bias fits i16.
pub const MAX_INPUT_WEIGHT: i16 = 505;
/// Bound of an output weight: its product with an activation of 255 fits i16.
pub const MAX_OUTPUT_WEIGHT: i16 = 127;
/// Bound of an output bias.
pub const MAX_OUTPUT_BIAS: u32 = 1 << 24;
/// Bound of the sum of the absolute weights of an output: with all activations at 1.0 the sum fits i32.
pub const MAX_OUTPUT_SUM: u32 = i32::MAX as u32 / (HIDDEN_SCALE * HIDDEN_SCALE) as u32;

const _: () = assert!(MAX_INPUT_WEIGHT as i32 * (features::MAX_PIECES as i32 + 1) <= i16::MAX as i32);
const _: () = assert!(MAX_OUTPUT_WEIGHT as i32 * HIDDEN_SCALE <= i16::MAX as i32);

/// A network's parameters in the order of the file, before they are laid out in blocks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parameters {
    /// Sizes of the layers.
    pub shape: Shape,
    /// Centipawns for an output of 1.0.
    pub scale: u16,
    /// 1.0 in the output weights: one of [`OUTPUT_SCALES`].
    pub output_scale: u16,
    /// By king bucket, input and neuron; 255 is 1.0.
    pub input_weights: Vec<i16>,
    /// By neuron; 255 is 1.0.
    pub input_bias: Vec<i16>,
    /// By output, side (the side to move first) and neuron; `output_scale` is 1.0.
    pub output_weights: Vec<i16>,
    /// By output; 255 × `output_scale` is 1.0.
    pub output_bias: Vec<i32>,
    /// SHA-256 of the text that says how the network was made.
    pub manifest: [u8; 32],
}

#[cfg(test)]
impl Parameters {
    /// A small network without bias whose input weights are all `input`, and whose output weights are `output` for each
    /// neuron of the side to move and of the other side: its values can be computed by hand.
    pub fn uniform(input: i16, output: [i16; 2]) -> Self {
        let shape = Shape { hidden: 32 };
        let [mover, other] = output.map(|weight| vec![weight; shape.hidden]);
        Self {
            shape,
            scale: 400,
            output_scale: 64,
            input_weights: vec![input; shape.input_weights()],
            input_bias: vec![0; shape.hidden],
            output_weights: [mover, other].concat().repeat(Shape::OUTPUTS),
            output_bias: vec![0; Shape::OUTPUTS],
            manifest: [0; 32],
        }
    }
}

/// A network ready to be evaluated.
pub struct Network {
    shape: Shape,
    scale: u16,
    output_scale: u16,
    input_weights: Box<[Block]>,
    input_bias: Box<[Block]>,
    output_weights: Box<[Block]>,
    output_bias: Box<[i32]>,
    hash: [u8; 32],
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Network {} {}", self.shape, self.name())
    }
}

impl Network {
    /// Lays out checked parameters; `hash` identifies them.
    pub(super) fn new(parameters: &Parameters, hash: [u8; 32]) -> Self {
        Self {
            shape: parameters.shape,
            scale: parameters.scale,
            output_scale: parameters.output_scale,
            input_weights: Block::pack(&parameters.input_weights),
            input_bias: Block::pack(&parameters.input_bias),
            output_weights: Block::pack(&parameters.output_weights),
            output_bias: parameters.output_bias.clone().into(),
            hash,
        }
    }

    /// Centipawns of an output of 1.0.
    pub fn scale(&self) -> u16 {
        self.scale
    }

    /// Sizes of the layers.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// SHA-256 of the file without the hash itself: header, manifest digest and payload.
    pub fn hash(&self) -> &[u8; 32] {
        &self.hash
    }

    /// [`Network::hash`] as 64 hexadecimal digits.
    pub fn digest(&self) -> String {
        self.hash.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// The first eight digits of the digest: the network's name.
    pub fn name(&self) -> String {
        self.digest()[..8].to_owned()
    }

    /// Blocks of 32 neurons in a hidden layer.
    #[inline]
    pub(super) fn blocks(&self) -> usize {
        self.input_bias.len()
    }

    /// The weights of one input, in the king bucket `king_bucket`.
    #[inline]
    pub(super) fn feature_weights(&self, king_bucket: usize, input: usize) -> &[Block] {
        let start = (king_bucket * features::COUNT + input) * self.blocks();
        &self.input_weights[start..start + self.blocks()]
    }

    #[inline]
    pub(super) fn bias(&self) -> &[Block] {
        &self.input_bias
    }

    /// The weights of one output for the side to move and for its opponent.
    #[inline]
    pub(super) fn output(&self, output: usize) -> (&[Block], &[Block]) {
        let blocks = self.blocks();
        self.output_weights[output * 2 * blocks..(output + 1) * 2 * blocks].split_at(blocks)
    }

    /// Centipawns for the `sum` of weighted, squared activations at `output`.
    #[inline]
    pub(super) fn centipawns(&self, output: usize, sum: i32) -> i32 {
        // A squared activation has the scale 255²: one factor is divided out here, the other with the output scale.
        let value = i64::from(sum / HIDDEN_SCALE) + i64::from(self.output_bias[output]);
        compress((value * i64::from(self.scale) / (i64::from(HIDDEN_SCALE) * i64::from(self.output_scale))) as i32)
    }
}

/// Values up to this are not compressed, centipawns. Training omits positions beyond ±2,000 centipawns, where the
/// network extrapolates; the bound was tried on mates (`docs/log/nnue.md`, "Extreme scores are compressed").
const UNCOMPRESSED_MAX: i32 = 1_500;
/// Compression factor beyond [`UNCOMPRESSED_MAX`].
const COMPRESSION: i32 = 8;

/// Compresses extreme values, where the network extrapolates: differences between them shrink, their order stays.
/// Without this, pruning hid mates in two.
const fn compress(centipawns: i32) -> i32 {
    let size = centipawns.abs();
    if size <= UNCOMPRESSED_MAX {
        centipawns
    } else {
        centipawns.signum() * (UNCOMPRESSED_MAX + (size - UNCOMPRESSED_MAX) / COMPRESSION)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extreme_values_are_compressed_and_keep_their_order() {
        assert_eq!([0, 20, -1500, 1508, -2300].map(compress), [0, 20, -1500, 1501, -1600]);
        assert!((-9000..9000).all(|value| compress(value) <= compress(value + 1)));
    }
}
