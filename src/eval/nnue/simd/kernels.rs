//! The loops in plain Rust, always inlined into a function compiled for an instruction set.

use crate::memory;

/// Fixed-point value of 1.0 in a hidden neuron's sum.
pub const HIDDEN_SCALE: i32 = 255;

/// Thirty-two neurons: a cache line, which is also an AVX-512 register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub struct Block(pub [i16; Self::LEN]);

impl Block {
    /// Neurons of a block.
    pub const LEN: usize = 32;
    /// All zero.
    pub const ZERO: Self = Self([0; Self::LEN]);

    /// Numbers, whose count is a multiple of [`Block::LEN`], as blocks, on huge pages if they fill some.
    pub fn pack(numbers: &[i16]) -> Box<[Self]> {
        let mut blocks = Vec::with_capacity(numbers.len() / Self::LEN);
        // Before the first write, which takes the pages.
        memory::prefer_huge_pages(blocks.spare_capacity_mut(), "network");
        blocks.extend(numbers.as_chunks().0.iter().map(|chunk| Self(*chunk)));
        blocks.into()
    }
}

const _: () = assert!(size_of::<Block>() == 64);

#[inline(always)]
pub fn add_sub(to: &mut [Block], from: &[Block], added: &[Block], removed: &[Block]) {
    for (((to, from), added), removed) in to.iter_mut().zip(from).zip(added).zip(removed) {
        for i in 0..Block::LEN {
            to.0[i] = from.0[i].wrapping_add(added.0[i]).wrapping_sub(removed.0[i]);
        }
    }
}

#[inline(always)]
pub fn add_sub_sub(to: &mut [Block], from: &[Block], added: &[Block], removed: &[Block], taken: &[Block]) {
    for ((((to, from), added), removed), taken) in to.iter_mut().zip(from).zip(added).zip(removed).zip(taken) {
        for i in 0..Block::LEN {
            to.0[i] = from.0[i].wrapping_add(added.0[i]).wrapping_sub(removed.0[i]).wrapping_sub(taken.0[i]);
        }
    }
}

#[inline(always)]
pub fn change_all(sums: &mut [Block], added: &[&[Block]], removed: &[&[Block]]) {
    for (index, sum) in sums.iter_mut().enumerate() {
        let mut total = *sum;
        for weights in added {
            for i in 0..Block::LEN {
                total.0[i] = total.0[i].wrapping_add(weights[index].0[i]);
            }
        }
        for weights in removed {
            for i in 0..Block::LEN {
                total.0[i] = total.0[i].wrapping_sub(weights[index].0[i]);
            }
        }
        *sum = total;
    }
}

#[inline(always)]
pub fn output(sums: &[Block], weights: &[Block], pair_sums: impl Fn(&Block, &Block) -> [i32; LANES]) -> i32 {
    let mut lanes = [0; LANES];
    for (sums, weights) in sums.iter().zip(weights) {
        let mut activations = Block::ZERO;
        let mut weighted = Block::ZERO;
        for i in 0..Block::LEN {
            activations.0[i] = sums.0[i].clamp(0, HIDDEN_SCALE as i16);
            // Fits i16: at most 255 × 127.
            weighted.0[i] = activations.0[i].wrapping_mul(weights.0[i]);
        }
        add(&mut lanes, pair_sums(&activations, &weighted));
    }
    lanes.into_iter().fold(0, i32::wrapping_add)
}

/// Number of lanes, of two neurons each. Sums are kept in lanes to the end: a horizontal sum after each block would
/// dominate the cost.
pub const LANES: usize = Block::LEN / 2;

/// Products of numbers and weights, added in pairs: each of the first half with its counterpart in the second, which
/// compilers vectorise well. The instructions in `x86` add neighbours instead; the sum over all lanes is the same.
#[inline(always)]
pub fn pair_sums(numbers: &Block, weights: &Block) -> [i32; LANES] {
    std::array::from_fn(|i| {
        let product = |index: usize| i32::from(numbers.0[index]) * i32::from(weights.0[index]);
        product(i).wrapping_add(product(i + LANES))
    })
}

#[inline(always)]
fn add(lanes: &mut [i32; LANES], more: [i32; LANES]) {
    for i in 0..LANES {
        lanes[i] = lanes[i].wrapping_add(more[i]);
    }
}
