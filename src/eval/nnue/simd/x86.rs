//! The loops of `kernels` with AVX2 and with AVX-512. Safe functions; the caller must have checked that the processor
//! supports them.

use super::kernels::{self, Block, LANES};
use std::arch::x86_64::{__m256i, __m512i, _mm256_madd_epi16, _mm512_madd_epi16};
use std::mem::transmute;

#[target_feature(enable = "avx2")]
pub fn add_sub_avx2(to: &mut [Block], from: &[Block], added: &[Block], removed: &[Block]) {
    kernels::add_sub(to, from, added, removed);
}

#[target_feature(enable = "avx512f,avx512bw")]
pub fn add_sub_avx512(to: &mut [Block], from: &[Block], added: &[Block], removed: &[Block]) {
    kernels::add_sub(to, from, added, removed);
}

#[target_feature(enable = "avx2")]
pub fn add_sub_sub_avx2(to: &mut [Block], from: &[Block], added: &[Block], removed: &[Block], taken: &[Block]) {
    kernels::add_sub_sub(to, from, added, removed, taken);
}

#[target_feature(enable = "avx512f,avx512bw")]
pub fn add_sub_sub_avx512(to: &mut [Block], from: &[Block], added: &[Block], removed: &[Block], taken: &[Block]) {
    kernels::add_sub_sub(to, from, added, removed, taken);
}

#[target_feature(enable = "avx2")]
pub fn accumulate_avx2(sum: &mut [Block], weights: &[Block], removed: bool) {
    kernels::accumulate(sum, weights, removed);
}

#[target_feature(enable = "avx512f,avx512bw")]
pub fn accumulate_avx512(sum: &mut [Block], weights: &[Block], removed: bool) {
    kernels::accumulate(sum, weights, removed);
}

#[target_feature(enable = "avx2")]
pub fn output_avx2(sums: &[Block], weights: &[Block]) -> i32 {
    kernels::output(sums, weights, |numbers, weights| pair_sums_avx2(numbers, weights))
}

#[target_feature(enable = "avx512f,avx512bw")]
pub fn output_avx512(sums: &[Block], weights: &[Block]) -> i32 {
    kernels::output(sums, weights, |numbers, weights| pair_sums_avx512(numbers, weights))
}

#[target_feature(enable = "avx2")]
#[inline]
fn pair_sums_avx2(numbers: &Block, weights: &Block) -> [i32; LANES] {
    #[allow(unsafe_code)]
    // SAFETY: the types have the same size, and any bits are valid in each.
    unsafe {
        let numbers = transmute::<Block, [__m256i; 2]>(*numbers);
        let weights = transmute::<Block, [__m256i; 2]>(*weights);
        transmute([_mm256_madd_epi16(numbers[0], weights[0]), _mm256_madd_epi16(numbers[1], weights[1])])
    }
}

#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn pair_sums_avx512(numbers: &Block, weights: &Block) -> [i32; LANES] {
    #[allow(unsafe_code)]
    // SAFETY: the types have the same size, and any bits are valid in each.
    unsafe {
        let numbers = transmute::<Block, __m512i>(*numbers);
        let weights = transmute::<Block, __m512i>(*weights);
        transmute(_mm512_madd_epi16(numbers, weights))
    }
}
