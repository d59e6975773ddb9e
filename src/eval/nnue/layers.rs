//! The small layers of a deep network: what follows the products of its hidden neurons.
//!
//! Products of pairs of neurons and two more layers before the value are Stockfish's (SFNNv5 and after); sizes and
//! fixed points are our own. Only the first of these layers is on integers, as its inputs come from integers; the rest is
//! little work, and 32-bit floats added in a fixed order give the same bits on every machine.

use super::fixed::HIDDEN_SCALE;
use super::fixed::PRODUCT_SHIFT;

/// Neurons of the first layer.
pub const FIRST: usize = 16;
/// What the second layer sees of them: each clamped to 0..1, then each squared, at most 1.
pub const SIGNALS: usize = 2 * FIRST;
/// Neurons of the second layer.
pub const SECOND: usize = 32;

/// Fixed-point value of 1.0 in the first layer's weights.
pub const WEIGHT_SCALE: u16 = 1024;
/// Bound of such a weight, just below 2.0.
pub const MAX_WEIGHT: i16 = 2047;
/// Bound of every float in the layers: far more than training reaches, and no sum becomes infinite.
pub const MAX_FLOAT: f32 = 10_000.0;

/// The numbers of the layers for one output, all but the first layer's weights.
#[derive(Clone, PartialEq, Debug)]
pub struct Layers {
    /// By neuron of the first layer.
    pub first_bias: [f32; FIRST],
    /// By signal, then by neuron of the second layer.
    pub second: [[f32; SECOND]; SIGNALS],
    /// By neuron of the second layer.
    pub second_bias: [f32; SECOND],
    /// From each neuron of the second layer to the value.
    pub last: [f32; SECOND],
    /// From each neuron of the first layer, not clamped, past the second to the value.
    pub direct: [f32; FIRST],
    /// The value's bias.
    pub last_bias: f32,
}

impl Layers {
    /// How many numbers these are.
    pub const LEN: usize = FIRST + SIGNALS * SECOND + SECOND + SECOND + FIRST + 1;

    /// Takes them from a list of [`Layers::LEN`] in the order of the fields.
    pub fn from_list(list: &[f32]) -> Self {
        let mut rest = list;
        let second_at = |rest: &mut &[f32]| take::<SECOND>(rest);
        Self {
            first_bias: take(&mut rest),
            second: std::array::from_fn(|_| second_at(&mut rest)),
            second_bias: take(&mut rest),
            last: take(&mut rest),
            direct: take(&mut rest),
            last_bias: take::<1>(&mut rest)[0],
        }
    }

    /// The value for what the first layer's neurons have summed up, without their biases; 1.0 is the network's scale.
    ///
    /// Sums of floats depend on their order, so that is the same however it is compiled.
    #[inline(always)]
    pub fn value(&self, sums: &[i32; FIRST]) -> f32 {
        let mut signals = [0.0; SIGNALS];
        let mut direct = [0.0; FIRST];
        for i in 0..FIRST {
            let neuron = sums[i] as f32 * UNIT + self.first_bias[i];
            direct[i] = self.direct[i] * neuron;
            signals[i] = neuron.clamp(0.0, 1.0);
            signals[FIRST + i] = (neuron * neuron).min(1.0);
        }
        // The signals in two parts, so that one need not wait for the other.
        let (mut clamped, mut squared) = (self.second_bias, [0.0; SECOND]);
        for j in 0..FIRST {
            clamped = std::array::from_fn(|i| clamped[i] + signals[j] * self.second[j][i]);
            squared = std::array::from_fn(|i| squared[i] + signals[FIRST + j] * self.second[FIRST + j][i]);
        }
        let last: [f32; SECOND] = std::array::from_fn(|i| self.last[i] * (clamped[i] + squared[i]).clamp(0.0, 1.0));
        self.last_bias + (sum(direct) + sum(fold(last)))
    }
}

/// The sum of sixteen lanes: those of a register are added to each other, not one after the other.
#[inline(always)]
pub fn sum(lanes: [f32; 16]) -> f32 {
    let [left, right] = fold::<4, 2>(fold::<8, 4>(fold::<16, 8>(lanes)));
    left + right
}

/// The upper half of some lanes added to the lower.
#[inline(always)]
pub fn fold<const N: usize, const HALF: usize>(lanes: [f32; N]) -> [f32; HALF] {
    std::array::from_fn(|i| lanes[i] + lanes[HALF + i])
}

/// What one is worth in the sum of a first layer's neuron.
pub const UNIT: f32 = (1 << PRODUCT_SHIFT) as f32 / (HIDDEN_SCALE * HIDDEN_SCALE) as f32 / WEIGHT_SCALE as f32;

/// Takes numbers off the front of a list that is long enough.
fn take<const N: usize>(list: &mut &[f32]) -> [f32; N] {
    let (head, rest) = list.split_first_chunk().expect("the list was made for these layers");
    *list = rest;
    *head
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::KeyStream;

    #[test]
    fn the_value_is_the_sum_that_it_says() {
        let mut stream = KeyStream::new(4);
        let mut draw = |bound: i64| (stream.draw() % (2 * bound as u64 + 1)) as i64 - bound;
        let list: Vec<f32> = (0..Layers::LEN).map(|_| draw(1000) as f32 / 1000.0).collect();
        let sums: [i32; FIRST] = std::array::from_fn(|_| draw(2_000_000) as i32);
        let layers = Layers::from_list(&list);

        let number = |place: usize| f64::from(list[place]);
        let first: Vec<f64> =
            (0..FIRST).map(|i| f64::from(sums[i]) * 64.0 / (255.0 * 255.0) / 1024.0 + number(i)).collect();
        let signal = |j: usize| if j < FIRST { first[j].clamp(0.0, 1.0) } else { first[j - FIRST].powi(2).min(1.0) };
        let weights = FIRST;
        let (bias, last) = (weights + SIGNALS * SECOND, weights + SIGNALS * SECOND + SECOND);
        let direct = last + SECOND;
        let second = |k: usize| -> f64 {
            number(bias + k) + (0..SIGNALS).map(|j| signal(j) * number(weights + j * SECOND + k)).sum::<f64>()
        };
        let expected = number(Layers::LEN - 1)
            + (0..FIRST).map(|i| first[i] * number(direct + i)).sum::<f64>()
            + (0..SECOND).map(|k| second(k).clamp(0.0, 1.0) * number(last + k)).sum::<f64>();
        assert!((0..SECOND).any(|k| (0.0..1.0).contains(&second(k))) && first.iter().any(|neuron| neuron.abs() > 1.0));
        assert!((f64::from(layers.value(&sums)) - expected).abs() < 1e-4, "{expected}");
    }

    #[test]
    fn lanes_are_summed() {
        assert_eq!(sum(std::array::from_fn(|i| i as f32)), 120.0);
        assert_eq!(fold([1.0, 2.0, 4.0, 8.0]), [5.0, 10.0]);
    }
}
