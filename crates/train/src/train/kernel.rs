//! The trainer's inner loops, compiled for the widest instructions that the machine has. Sums are kept in fixed lanes
//! and never contracted, so every instruction set gives the same bits.

/// Neurons that are worked on together: they fit the registers of AVX2.
const TILE: usize = 32;
/// Partial sums of a dot product.
const LANES: usize = 16;

/// Runs `work` compiled with the best instruction set found. Everything that it calls must be inlined into it to
/// profit.
#[inline]
pub fn with_best_instructions<R>(work: impl FnOnce() -> R) -> R {
    #[cfg(target_arch = "x86_64")]
    {
        if is_x86_feature_detected!("avx512f") {
            #[allow(unsafe_code)]
            // SAFETY: the machine was just seen to have AVX-512 F; the callee is safe but for that.
            return unsafe { avx512(work) };
        }
        if is_x86_feature_detected!("avx2") {
            #[allow(unsafe_code)]
            // SAFETY: as above, with AVX2.
            return unsafe { avx2(work) };
        }
    }
    work()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn avx2<R>(work: impl FnOnce() -> R) -> R {
    work()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
fn avx512<R>(work: impl FnOnce() -> R) -> R {
    work()
}

/// `sums = bias + Σ columns` of the inputs that are on; `weights` holds a column of `bias.len()` for each input.
#[inline(always)]
pub fn sum_columns(sums: &mut [f32], bias: &[f32], weights: &[f32], inputs: &[u16]) {
    let tiles = bias.len() / TILE;
    // Whole tiles by value stay in registers; slices would be written back after each column.
    let (bias, weights) = (bias.as_chunks::<TILE>().0, weights.as_chunks::<TILE>().0);
    for (tile, sums) in sums.as_chunks_mut::<TILE>().0.iter_mut().enumerate() {
        let mut partial = bias[tile];
        for &input in inputs {
            let column = weights[usize::from(input) * tiles + tile];
            partial = std::array::from_fn(|i| partial[i] + column[i]);
        }
        *sums = partial;
    }
}

/// Adds `change` to the columns of the inputs that are on, and to the bias.
#[inline(always)]
pub fn add_to_columns(weights: &mut [f32], bias: &mut [f32], inputs: &[u16], change: &[f32]) {
    let width = change.len();
    for &input in inputs {
        let start = usize::from(input) * width;
        add(&mut weights[start..start + width], change);
    }
    add(bias, change);
}

/// `sum += change`.
#[inline(always)]
pub fn add(sum: &mut [f32], change: &[f32]) {
    for (sum, change) in sum.iter_mut().zip(change) {
        *sum += change;
    }
}

/// Clamps to 0..=1 and squares, times the weights, summed.
#[inline(always)]
pub fn activate(sums: &[f32], weights: &[f32]) -> f32 {
    let mut lanes = [0.0; LANES];
    let (sums, weights) = (sums.as_chunks::<LANES>().0, weights.as_chunks::<LANES>().0);
    for (sums, weights) in sums.iter().zip(weights) {
        for i in 0..LANES {
            let value = sums[i].clamp(0.0, 1.0);
            lanes[i] += value * value * weights[i];
        }
    }
    lanes.iter().sum()
}

/// The way back through [`activate`] with the output's `slope`: adds to the weights' gradient, and replaces the sums by
/// their gradients.
#[inline(always)]
pub fn activate_back(sums: &mut [f32], weights: &[f32], weight_gradient: &mut [f32], slope: f32) {
    for ((sum, weight), gradient) in sums.iter_mut().zip(weights).zip(weight_gradient) {
        let value = sum.clamp(0.0, 1.0);
        *gradient += slope * value * value;
        // Clamped neurons learn nothing; at 0 the square's slope is 0 by itself.
        *sum = if *sum < 1.0 { slope * weight * 2.0 * value } else { 0.0 };
    }
}
