//! Sums of pairs with AVX2 and with AVX-512.

use super::kernels::{Block, LANES};
use std::arch::x86_64::{__m256i, __m512i, _mm256_madd_epi16, _mm512_madd_epi16};
use std::mem::transmute;

#[target_feature(enable = "avx2")]
#[inline]
pub fn pair_sums_avx2(numbers: &Block, weights: &Block) -> [i32; LANES] {
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
pub fn pair_sums_avx512(numbers: &Block, weights: &Block) -> [i32; LANES] {
    #[allow(unsafe_code)]
    // SAFETY: the types have the same size, and any bits are valid in each.
    unsafe {
        let numbers = transmute::<Block, __m512i>(*numbers);
        let weights = transmute::<Block, __m512i>(*weights);
        transmute(_mm512_madd_epi16(numbers, weights))
    }
}
