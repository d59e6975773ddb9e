//! The layers after the hidden neurons' products while they learn: forward and back for one position.
//!
//! Most products are 0, as one of the two neurons is off; what belongs to such a product is neither read nor written. So the
//! first layer's weights lie by product here, and by neuron in the engine.

use guohe::eval::nnue::Layers;
use guohe::eval::nnue::layers::FIRST;
use guohe::eval::nnue::layers::SECOND;
use guohe::eval::nnue::layers::SIGNALS;
use guohe::eval::nnue::layers::fold;
use guohe::eval::nnue::layers::sum;
use std::ops::Range;

/// Bound of the first layer's weights at the start, by the root of the number of products.
pub const FIRST_SPREAD: f32 = 2.0;
/// Bounds of the weights of the second layer and of the value at the start.
const SECOND_SPREAD: f32 = 0.18;
const LAST_SPREAD: f32 = 0.18;
const DIRECT_SPREAD: f32 = 0.25;

/// Where the parts lie in the list of an output's floats, in the order of the fields of [`Layers`].
const FIRST_BIAS: Range<usize> = 0..FIRST;
const SECOND_WEIGHTS: Range<usize> = FIRST_BIAS.end..FIRST_BIAS.end + SIGNALS * SECOND;
const SECOND_BIAS: Range<usize> = SECOND_WEIGHTS.end..SECOND_WEIGHTS.end + SECOND;
const LAST: Range<usize> = SECOND_BIAS.end..SECOND_BIAS.end + SECOND;
const DIRECT: Range<usize> = LAST.end..LAST.end + FIRST;
const LAST_BIAS: usize = DIRECT.end;

const _: () = assert!(LAST_BIAS + 1 == Layers::LEN);

/// Fills the floats of an output for the start; `fill` draws numbers up to a bound.
pub fn begin(list: &mut [f32], fill: &mut impl FnMut(&mut [f32], f32)) {
    fill(&mut list[SECOND_WEIGHTS], SECOND_SPREAD);
    fill(&mut list[LAST], LAST_SPREAD);
    fill(&mut list[DIRECT], DIRECT_SPREAD);
}

/// A first layer's weights by product, brought into the order by neuron.
pub fn by_neuron<T: Copy>(weights: &[T]) -> Vec<T> {
    let products = weights.as_chunks::<FIRST>().0;
    (0..FIRST).flat_map(|neuron| products.iter().map(move |weights| weights[neuron])).collect()
}

/// The way back from [`by_neuron`].
pub fn by_product<T: Copy>(weights: &[T]) -> Vec<T> {
    let products = weights.len() / FIRST;
    (0..products).flat_map(|product| (0..FIRST).map(move |neuron| weights[neuron * products + product])).collect()
}

/// What one position was on its way through the layers.
pub struct Course {
    products: Vec<f32>,
    /// The products that are not 0.
    active: Vec<u16>,
    /// Gradients of the two sums that each of these is made of.
    slopes: Vec<[f32; 2]>,
    first: [f32; FIRST],
    signals: [f32; SIGNALS],
    second: [f32; SECOND],
}

impl Course {
    /// Room for a network of so many hidden neurons a side.
    pub fn new(hidden: usize) -> Self {
        let products = vec![0.0; hidden];
        Self {
            products,
            active: Vec::new(),
            slopes: Vec::new(),
            first: [0.0; FIRST],
            signals: [0.0; SIGNALS],
            second: [0.0; SECOND],
        }
    }

    /// The value of the hidden sums of both sides.
    #[inline(always)]
    pub fn forward(&mut self, hidden: &[Vec<f32>; 2], weights: &[f32], floats: &[f32]) -> f32 {
        let half = self.products.len() / 2;
        for (sums, products) in hidden.iter().zip(self.products.chunks_exact_mut(half)) {
            let (left, right) = sums.split_at(half);
            for ((left, right), product) in left.iter().zip(right).zip(products) {
                *product = left.clamp(0.0, 1.0) * right.clamp(0.0, 1.0);
            }
        }
        self.list_active();
        let weights = weights.as_chunks::<FIRST>().0;
        // Arrays by value stay in registers.
        let mut first = [0.0; FIRST];
        for &place in &self.active {
            let (product, weights) = (self.products[usize::from(place)], weights[usize::from(place)]);
            first = std::array::from_fn(|i| first[i] + product * weights[i]);
        }
        let bias = &floats[FIRST_BIAS];
        self.first = std::array::from_fn(|i| bias[i] + first[i]);
        let mut value = floats[LAST_BIAS];
        for (i, (&neuron, direct)) in self.first.iter().zip(&floats[DIRECT]).enumerate() {
            value += direct * neuron;
            self.signals[i] = neuron.clamp(0.0, 1.0);
            self.signals[FIRST + i] = (neuron * neuron).min(1.0);
        }
        let mut second = [0.0; SECOND];
        for (signal, weights) in self.signals.iter().zip(floats[SECOND_WEIGHTS].as_chunks::<SECOND>().0) {
            second = std::array::from_fn(|i| second[i] + signal * weights[i]);
        }
        let bias = &floats[SECOND_BIAS];
        self.second = std::array::from_fn(|i| bias[i] + second[i]);
        value + self.second.iter().zip(&floats[LAST]).map(|(neuron, last)| last * neuron.clamp(0.0, 1.0)).sum::<f32>()
    }

    /// The way back of the position that went forward last, from the `slope` of its value: adds to the gradients of weights
    /// and floats, and replaces the hidden sums by their gradients.
    #[inline(always)]
    pub fn back(
        &mut self,
        hidden: &mut [Vec<f32>; 2],
        (weights, floats): (&[f32], &[f32]),
        (weight_gradient, float_gradient): (&mut [f32], &mut [f32]),
        slope: f32,
    ) {
        let first = self.back_to_first(floats, float_gradient, slope);
        let half = self.products.len() / 2;
        let (weights, weight_gradient) = (weights.as_chunks::<FIRST>().0, weight_gradient.as_chunks_mut::<FIRST>().0);
        self.slopes.resize(self.active.len(), [0.0; 2]);
        for (&place, slopes) in self.active.iter().zip(&mut self.slopes) {
            let place = usize::from(place);
            let (product, weights, gradient) = (self.products[place], weights[place], weight_gradient[place]);
            weight_gradient[place] = std::array::from_fn(|i| gradient[i] + product * first[i]);
            let slope = sum(std::array::from_fn(|i| weights[i] * first[i]));
            let sums = &hidden[place / half];
            let (left, right) = (sums[place % half], sums[place % half + half]);
            // Clamped neurons learn nothing.
            let reached = |sum: f32, other: f32| if sum < 1.0 { slope * other.min(1.0) } else { 0.0 };
            *slopes = [reached(left, right), reached(right, left)];
        }
        // Nor does what a product of 0 comes from.
        hidden.iter_mut().for_each(|sums| sums.fill(0.0));
        for (&place, &[left, right]) in self.active.iter().zip(&self.slopes) {
            let place = usize::from(place);
            let sums = &mut hidden[place / half];
            (sums[place % half], sums[place % half + half]) = (left, right);
        }
    }

    /// Lists the products that are not 0, without a branch that could be guessed wrongly.
    #[inline(always)]
    fn list_active(&mut self) {
        self.active.resize(self.products.len(), 0);
        let mut len = 0;
        for (place, &product) in self.products.iter().enumerate() {
            self.active[len] = place as u16;
            len += usize::from(product > 0.0);
        }
        self.active.truncate(len);
    }

    /// From the value back to the first layer's neurons, whose gradients are returned.
    #[inline(always)]
    fn back_to_first(&self, floats: &[f32], gradient: &mut [f32], slope: f32) -> [f32; FIRST] {
        gradient[LAST_BIAS] += slope;
        let mut second = [0.0; SECOND];
        for i in 0..SECOND {
            let neuron = self.second[i];
            gradient[LAST.start + i] += slope * neuron.clamp(0.0, 1.0);
            second[i] = if 0.0 < neuron && neuron < 1.0 { slope * floats[LAST.start + i] } else { 0.0 };
            gradient[SECOND_BIAS.start + i] += second[i];
        }
        let mut signals = [0.0; SIGNALS];
        let rows = floats[SECOND_WEIGHTS].as_chunks::<SECOND>().0.iter();
        for (j, (weights, gradient)) in rows.zip(gradient[SECOND_WEIGHTS].as_chunks_mut::<SECOND>().0).enumerate() {
            let (before, signal) = (*gradient, self.signals[j]);
            *gradient = std::array::from_fn(|i| before[i] + signal * second[i]);
            let lanes: [f32; SECOND] = std::array::from_fn(|i| weights[i] * second[i]);
            signals[j] = sum(fold(lanes));
        }
        let mut first = [0.0; FIRST];
        for (i, first) in first.iter_mut().enumerate() {
            let neuron = self.first[i];
            gradient[DIRECT.start + i] += slope * neuron;
            *first = slope * floats[DIRECT.start + i];
            if 0.0 < neuron && neuron < 1.0 {
                *first += signals[i];
            }
            if neuron.abs() < 1.0 {
                *first += signals[FIRST + i] * 2.0 * neuron;
            }
            gradient[FIRST_BIAS.start + i] += *first;
        }
        first
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_of_weights_are_each_others_way_back() {
        let weights: Vec<usize> = (0..FIRST * 5).collect();
        assert_eq!(by_neuron(&weights)[..6], [0, 16, 32, 48, 64, 1]);
        assert_eq!(by_product(&by_neuron(&weights)), weights);
    }
}
