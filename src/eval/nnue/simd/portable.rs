//! The loops of `kernels` for every processor of the target: with SSE2 on x86-64, with NEON on aarch64.
//!
//! They must not be inlined into their callers: there LLVM does not know that the slices do not overlap and does not
//! vectorise.

use super::kernels::{self, Block};

#[inline(never)]
pub fn add_sub(to: &mut [Block], from: &[Block], added: &[Block], removed: &[Block]) {
    kernels::add_sub(to, from, added, removed);
}

#[inline(never)]
pub fn add_sub_sub(to: &mut [Block], from: &[Block], added: &[Block], removed: &[Block], taken: &[Block]) {
    kernels::add_sub_sub(to, from, added, removed, taken);
}

#[inline(never)]
pub fn accumulate(sum: &mut [Block], weights: &[Block], removed: bool) {
    kernels::accumulate(sum, weights, removed);
}

#[inline(never)]
pub fn output(sums: &[Block], weights: &[Block]) -> i32 {
    kernels::output(sums, weights, kernels::pair_sums)
}
