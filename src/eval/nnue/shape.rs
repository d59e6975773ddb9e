//! Sizes of the layers, and the choice of the output.

use super::features;
use super::simd::Block;
use std::fmt;

/// Sizes of a network's layers. All networks have one set of input weights for each point of the own king, and eight
/// outputs, one of which evaluates a position. Only the width of the hidden layer varies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Hidden neurons per side: a multiple of 32 up to [`Shape::MAX_HIDDEN`].
    pub hidden: usize,
}

impl Shape {
    /// The widest hidden layer.
    pub const MAX_HIDDEN: usize = 1024;

    /// Number of sets of input weights, chosen by the own king's point.
    pub const KING_BUCKETS: usize = features::KING_BUCKETS;

    /// Number of outputs, chosen by the number of heavy pieces on the board.
    pub const OUTPUTS: usize = 8;

    /// Whether the engine can use such a network.
    pub const fn is_supported(self) -> bool {
        self.hidden > 0 && self.hidden.is_multiple_of(Block::LEN) && self.hidden <= Self::MAX_HIDDEN
    }

    /// The output for positions with `heavy` heavy pieces: the counts 0 to 12 are divided equally among the outputs.
    #[inline]
    pub const fn output(heavy: usize) -> usize {
        heavy * Self::OUTPUTS / (features::MAX_HEAVY + 1)
    }

    /// Number of input weights.
    pub const fn input_weights(self) -> usize {
        Self::KING_BUCKETS * features::COUNT * self.hidden
    }

    /// Number of output weights.
    pub const fn output_weights(self) -> usize {
        Self::OUTPUTS * 2 * self.hidden
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (buckets, outputs) = (Self::KING_BUCKETS, Self::OUTPUTS);
        write!(f, "({buckets}x{} -> {})x2 -> {outputs}", features::COUNT, self.hidden)?;
        write!(f, ", mirrored by the pieces, output by heavy pieces")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, STARTPOS};

    #[test]
    fn heavy_pieces_are_divided_equally_among_the_outputs() {
        let outputs: Vec<_> = (0..=12).map(Shape::output).collect();
        assert_eq!(outputs, [0, 0, 1, 1, 2, 3, 3, 4, 4, 5, 6, 6, 7]);
        let count = |fen| features::heavy(features::pieces(&Board::from_fen(fen).unwrap()));
        assert_eq!([STARTPOS, "3k5/4a4/4b4/9/2p6/P8/9/4B4/4A4/4KR3 w"].map(count), [12, 1]);
    }

    #[test]
    fn shapes_outside_the_engines_range_are_refused() {
        assert!([32, 512, 1024].into_iter().all(|hidden| Shape { hidden }.is_supported()));
        assert!(![0, 100, 2048].into_iter().any(|hidden| Shape { hidden }.is_supported()));
    }
}
