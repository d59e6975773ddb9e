//! The same loops with AVX2 and with AVX-512. Safe in themselves; only the caller must know that the machine can.

use super::kernels;
use super::kernels::Block;

#[target_feature(enable = "avx2")]
pub fn shift_avx2(to: &mut [Block], from: &[Block], added: &[Block], removed: &[Block]) {
    kernels::shift(to, from, added, removed);
}

#[target_feature(enable = "avx512f,avx512bw")]
pub fn shift_avx512(to: &mut [Block], from: &[Block], added: &[Block], removed: &[Block]) {
    kernels::shift(to, from, added, removed);
}

#[target_feature(enable = "avx2")]
pub fn shift_taking_avx2(to: &mut [Block], from: &[Block], added: &[Block], removed: &[Block], taken: &[Block]) {
    kernels::shift_taking(to, from, added, removed, taken);
}

#[target_feature(enable = "avx512f,avx512bw")]
pub fn shift_taking_avx512(to: &mut [Block], from: &[Block], added: &[Block], removed: &[Block], taken: &[Block]) {
    kernels::shift_taking(to, from, added, removed, taken);
}

#[target_feature(enable = "avx2")]
pub fn accumulate_avx2(sum: &mut [Block], column: &[Block], removed: bool) {
    kernels::accumulate(sum, column, removed);
}

#[target_feature(enable = "avx512f,avx512bw")]
pub fn accumulate_avx512(sum: &mut [Block], column: &[Block], removed: bool) {
    kernels::accumulate(sum, column, removed);
}

#[target_feature(enable = "avx2")]
pub fn output_avx2(sums: &[Block], weights: &[Block]) -> i32 {
    kernels::output(sums, weights)
}

#[target_feature(enable = "avx512f,avx512bw")]
pub fn output_avx512(sums: &[Block], weights: &[Block]) -> i32 {
    kernels::output(sums, weights)
}
