//! The loops of `kernels` with what every processor of the target has: SSE2 on x86-64, NEON on aarch64.
//!
//! They are functions of their own. Inlined into their callers, LLVM no longer knows that the slices do not overlap,
//! and adds one number at a time.

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
