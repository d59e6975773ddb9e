//! The same loops with AVX2 and with AVX-512. Safe in themselves; only the caller must know that the machine can.

use super::kernels;
use super::kernels::Line;

#[target_feature(enable = "avx2")]
pub fn shift_avx2(to: &mut [Line], from: &[Line], added: &[Line], removed: &[Line]) {
    kernels::shift(to, from, added, removed);
}

#[target_feature(enable = "avx512f,avx512bw")]
pub fn shift_avx512(to: &mut [Line], from: &[Line], added: &[Line], removed: &[Line]) {
    kernels::shift(to, from, added, removed);
}

#[target_feature(enable = "avx2")]
pub fn shift_taking_avx2(to: &mut [Line], from: &[Line], added: &[Line], removed: &[Line], taken: &[Line]) {
    kernels::shift_taking(to, from, added, removed, taken);
}

#[target_feature(enable = "avx512f,avx512bw")]
pub fn shift_taking_avx512(to: &mut [Line], from: &[Line], added: &[Line], removed: &[Line], taken: &[Line]) {
    kernels::shift_taking(to, from, added, removed, taken);
}

#[target_feature(enable = "avx2")]
pub fn accumulate_avx2(sum: &mut [Line], column: &[Line], removed: bool) {
    kernels::accumulate(sum, column, removed);
}

#[target_feature(enable = "avx512f,avx512bw")]
pub fn accumulate_avx512(sum: &mut [Line], column: &[Line], removed: bool) {
    kernels::accumulate(sum, column, removed);
}

#[target_feature(enable = "avx2")]
pub fn output_avx2(sums: &[Line], weights: &[Line]) -> i32 {
    kernels::output(sums, weights)
}

#[target_feature(enable = "avx512f,avx512bw")]
pub fn output_avx512(sums: &[Line], weights: &[Line]) -> i32 {
    kernels::output(sums, weights)
}
