//! The network's inner loops, compiled for several instruction sets and chosen at start.
//!
//! Each loop has one source, in `kernels`. The macro `kernel` compiles it for every processor of the target, and on
//! x86-64 also with AVX2 and with AVX-512, whose instructions for sums of pairs are in `x86`. All arithmetic is on
//! integers and wraps, so the order of a sum does not matter and every path gives the same result. On aarch64 the
//! portable path uses NEON, which all processors there have.

mod kernels;
#[cfg(target_arch = "x86_64")]
mod x86;

pub(super) use kernels::Block;
pub use kernels::HIDDEN_SCALE;
#[cfg(test)]
pub(super) use tests::random_parameters;

use std::sync::OnceLock;

/// An instruction set that this machine supports. Values other than [`Simd::PORTABLE`] are only created after a check
/// that the machine supports them, which the unsafe calls in this file rely on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Simd(InstructionSet);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum InstructionSet {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl InstructionSet {
    /// The best one last.
    const ALL: &[Self] = &[
        Self::Portable,
        #[cfg(target_arch = "x86_64")]
        Self::Avx2,
        #[cfg(target_arch = "x86_64")]
        Self::Avx512,
    ];

    /// Whether this machine supports it.
    fn is_supported(self) -> bool {
        match self {
            Self::Portable => true,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => is_x86_feature_detected!("avx2"),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw"),
        }
    }
}

/// Set to `portable`, `avx2` or `avx512`, this environment variable forces a path, for tests.
const VARIABLE: &str = "GUOHE_SIMD";

/// A method of [`Simd`] that runs a loop of [`kernels`], compiled for each instruction set. After `by` stand the
/// functions that a loop takes for sums of pairs: portable, with AVX2, with AVX-512.
macro_rules! kernel {
    (
        $(#[$doc:meta])*
        $name:ident($($argument:ident: $type:ty),*) $(-> $result:ty)?
        $(, by $portable:path, $avx2:path, $avx512:path)?
    ) => {
        $(#[$doc])*
        #[inline]
        pub(super) fn $name(self, $($argument: $type),*) $(-> $result)? {
            // Not inlined: in its callers LLVM does not know that the slices do not overlap and does not vectorise.
            #[inline(never)]
            fn portable($($argument: $type),*) $(-> $result)? {
                kernels::$name($($argument,)* $($portable)?)
            }

            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2")]
            fn avx2($($argument: $type),*) $(-> $result)? {
                kernels::$name($($argument,)* $(|numbers, weights| $avx2(numbers, weights))?)
            }

            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx512f,avx512bw")]
            fn avx512($($argument: $type),*) $(-> $result)? {
                kernels::$name($($argument,)* $(|numbers, weights| $avx512(numbers, weights))?)
            }

            match self.0 {
                InstructionSet::Portable => portable($($argument),*),
                #[cfg(target_arch = "x86_64")]
                #[allow(unsafe_code)]
                // SAFETY: this value exists only after a check that the machine supports AVX2, which the callee
                // requires.
                InstructionSet::Avx2 => unsafe { avx2($($argument),*) },
                #[cfg(target_arch = "x86_64")]
                #[allow(unsafe_code)]
                // SAFETY: as above, with AVX-512 F and BW.
                InstructionSet::Avx512 => unsafe { avx512($($argument),*) },
            }
        }
    };
}

impl Simd {
    /// The instruction set of every machine of the target.
    pub const PORTABLE: Self = Self(InstructionSet::Portable);

    /// The instruction sets that this machine supports, the best one last.
    pub fn available() -> Vec<Self> {
        InstructionSet::ALL.iter().copied().filter(|path| path.is_supported()).map(Self).collect()
    }

    /// The instruction set in use: the best one, or the one that the environment variable `GUOHE_SIMD` names if the
    /// machine supports it.
    pub fn chosen() -> Self {
        static CHOSEN: OnceLock<Simd> = OnceLock::new();
        *CHOSEN.get_or_init(|| {
            let best = Self::available().last().copied().unwrap_or(Self::PORTABLE);
            Self::wanted().and_then(|name| Self::named(&name)).unwrap_or(best)
        })
    }

    /// What the environment variable `GUOHE_SIMD` asks for.
    fn wanted() -> Option<String> {
        Some(std::env::var_os(VARIABLE)?.to_string_lossy().trim().to_ascii_lowercase())
    }

    fn named(name: &str) -> Option<Self> {
        Self::available().into_iter().find(|path| path.name() == name)
    }

    /// A message if `GUOHE_SIMD` names an instruction set that this machine or build does not support.
    pub fn complaint() -> Option<String> {
        let name = Self::wanted().filter(|name| Self::named(name).is_none())?;
        let names: Vec<_> = Self::available().into_iter().map(Self::name).collect();
        Some(format!("{VARIABLE}={name} is not available, only {}; using {}", names.join(", "), Self::chosen().name()))
    }

    /// `portable`, `avx2` or `avx512`.
    pub const fn name(self) -> &'static str {
        match self.0 {
            InstructionSet::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx2 => "avx2",
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx512 => "avx512",
        }
    }

    kernel! {
        /// `to = from + added - removed`: a piece moves.
        add_sub(to: &mut [Block], from: &[Block], added: &[Block], removed: &[Block])
    }

    kernel! {
        /// `to = from + added - removed - taken`: a piece takes another.
        add_sub_sub(to: &mut [Block], from: &[Block], added: &[Block], removed: &[Block], taken: &[Block])
    }

    kernel! {
        /// `sums += all of added - all of removed`: many pieces stand elsewhere. Rows have the length of `sums`.
        change_all(sums: &mut [Block], added: &[&[Block]], removed: &[&[Block]])
    }

    kernel! {
        /// The sum over all neurons of weight × activation², activations being sums clamped to 0..=255 (the squared
        /// clipped ReLU, SCReLU).
        output(sums: &[Block], weights: &[Block]) -> i32,
        by kernels::pair_sums, x86::pair_sums_avx2, x86::pair_sums_avx512
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::nnue::{Parameters, Shape};
    use crate::types::SplitMix64;

    /// Weights drawn evenly from what training can reach, at most `bound` in size.
    fn draw(stream: &mut SplitMix64, bound: i64, count: usize) -> Vec<i16> {
        (0..count).map(|_| ((stream.draw() % (2 * bound as u64 + 1)) as i64 - bound) as i16).collect()
    }

    /// A network of random weights, for tests. Input weights are small, or all neurons would be clamped.
    pub fn random_parameters(shape: Shape, seed: u64) -> Parameters {
        let stream = &mut SplitMix64::new(seed);
        Parameters {
            shape,
            scale: 400,
            output_scale: 64,
            input_weights: draw(stream, 60, shape.input_weights()),
            input_bias: draw(stream, 100, shape.hidden),
            output_weights: draw(stream, 90, shape.output_weights()),
            output_bias: draw(stream, 3000, Shape::OUTPUTS).into_iter().map(i32::from).collect(),
            manifest: [9; 32],
        }
    }

    #[test]
    fn every_path_gives_the_portable_result() {
        let stream = &mut SplitMix64::new(11);
        for blocks in [1, 4, 8, 12] {
            let mut rows = || Block::pack(&draw(stream, 400, blocks * Block::LEN));
            let (from, added, removed, taken) = (rows(), rows(), rows(), rows());
            let weights = Block::pack(&draw(stream, 127, blocks * Block::LEN));
            let run = |path: Simd| {
                let mut moved = from.clone();
                path.add_sub(&mut moved, &from, &added, &removed);
                let mut took = from.clone();
                path.add_sub_sub(&mut took, &moved, &added, &removed, &taken);
                path.change_all(&mut took, &[&added, &from, &added], &[&taken, &removed]);
                path.change_all(&mut took, &[], &[&removed]);
                (path.output(&took, &weights), moved, took)
            };
            let expected = run(Simd::PORTABLE);
            for path in Simd::available() {
                assert!(run(path) == expected, "{} with {blocks} blocks", path.name());
            }
        }
    }

    #[test]
    fn the_output_is_the_sum_that_it_says() {
        let stream = &mut SplitMix64::new(5);
        let sums = draw(stream, 600, 64);
        let weights = draw(stream, 127, 64);
        let expected: i64 = sums
            .iter()
            .zip(&weights)
            .map(|(&sum, &weight)| i64::from(sum.clamp(0, 255)).pow(2) * i64::from(weight))
            .sum();
        assert_eq!(i64::from(Simd::PORTABLE.output(&Block::pack(&sums), &Block::pack(&weights))), expected);
    }
}
