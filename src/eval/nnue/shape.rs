//! What kind of network it is: how many neurons, how it looks at a position, and which of its outputs speaks.

use super::features;
use super::lean::Lean;
use super::simd::Block;
use crate::board::Board;
use crate::types::Kind;
use crate::types::Piece;
use crate::types::Square;
use std::fmt;

/// By what a view with the own king on file e is mirrored.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Mirror {
    /// By nothing: a position and its mirror image may have different values.
    #[default]
    King,
    /// By the way the pieces lean, which gives both the same value.
    Lean,
}

/// What is counted to choose the output that values a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Counted {
    /// All pieces.
    #[default]
    All,
    /// The heavy pieces, see [`Kind::HEAVY`].
    Heavy,
}

impl Counted {
    /// The most that can be counted.
    const fn most(self) -> usize {
        match self {
            Self::All => features::MAX_PIECES,
            Self::Heavy => 12,
        }
    }

    /// Whether `kind` counts.
    #[inline]
    pub fn counts(self, kind: Kind) -> bool {
        match self {
            Self::All => true,
            Self::Heavy => Kind::HEAVY.contains(&kind),
        }
    }

    /// How many of `pieces` count.
    pub fn count(self, pieces: impl Iterator<Item = (Piece, Square)>) -> usize {
        pieces.filter(|(piece, _)| self.counts(piece.kind)).count()
    }
}

/// Sizes of a network's layers, and how it looks at a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Shape {
    /// Hidden neurons a side: a multiple of 32 up to [`Shape::MAX_HIDDEN`].
    pub hidden: usize,
    /// Sets of input weights chosen by the own king's point: 1 or [`features::KING_POINTS`].
    pub king_buckets: usize,
    /// Outputs, one of which values a position: 1 to 8.
    pub outputs: usize,
    /// How a view with the king in the middle is mirrored.
    pub mirror: Mirror,
    /// What chooses the output.
    pub counted: Counted,
}

impl Shape {
    /// The widest hidden layer.
    pub const MAX_HIDDEN: usize = 1024;

    /// Whether the engine can use such a network.
    pub const fn is_supported(self) -> bool {
        self.hidden > 0
            && self.hidden.is_multiple_of(Block::LEN)
            && self.hidden <= Self::MAX_HIDDEN
            && (self.king_buckets == 1 || self.king_buckets == features::KING_POINTS)
            && 1 <= self.outputs
            && self.outputs <= 8
    }

    /// The output that values a position in which `count` pieces count: they share the counts 1 to 32 of all pieces, or
    /// 0 to 12 of heavy ones, equally.
    #[inline]
    pub const fn output(self, count: usize) -> usize {
        match self.counted {
            Counted::All => count.saturating_sub(1) * self.outputs / self.counted.most(),
            Counted::Heavy => count * self.outputs / (self.counted.most() + 1),
        }
    }

    /// How the pieces of `board` lean, as far as this network looks at it.
    pub fn lean(self, board: &Board) -> Lean {
        match self.mirror {
            Mirror::King => Lean::default(),
            Mirror::Lean => Lean::of(features::pieces(board)),
        }
    }

    /// Number of input weights.
    pub const fn input_weights(self) -> usize {
        self.king_buckets * features::COUNT * self.hidden
    }

    /// Number of output weights.
    pub const fn output_weights(self) -> usize {
        self.outputs * 2 * self.hidden
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}x{} -> {})x2 -> {}", self.king_buckets, features::COUNT, self.hidden, self.outputs)?;
        if self.mirror == Mirror::Lean {
            write!(f, ", mirrored by the pieces")?;
        }
        if self.counted == Counted::Heavy {
            write!(f, ", output by heavy pieces")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outputs_share_the_pieces_equally() {
        let shape = Shape { hidden: 32, king_buckets: 1, outputs: 8, ..Shape::default() };
        let outputs: Vec<_> = (1..=32).map(|pieces| shape.output(pieces)).collect();
        assert_eq!(outputs, (0..32).map(|n| n / 4).collect::<Vec<_>>());
        assert_eq!(Shape { outputs: 1, ..shape }.output(32), 0);
    }

    #[test]
    fn outputs_share_the_heavy_pieces_equally() {
        let shape = Shape { hidden: 32, king_buckets: 1, outputs: 8, counted: Counted::Heavy, ..Shape::default() };
        let outputs: Vec<_> = (0..=12).map(|heavy| shape.output(heavy)).collect();
        assert_eq!(outputs, [0, 0, 1, 1, 2, 3, 3, 4, 4, 5, 6, 6, 7]);
        let count = |fen| shape.counted.count(features::pieces(&Board::from_fen(fen).unwrap()));
        assert_eq!([crate::board::STARTPOS, "3k5/4a4/4b4/9/2p6/P8/9/4B4/4A4/4KR3 w"].map(count), [12, 1]);
    }

    #[test]
    fn shapes_outside_the_engines_range_are_refused() {
        let good = Shape { hidden: 128, king_buckets: 6, outputs: 8, ..Shape::default() };
        assert!(good.is_supported());
        for bad in [
            Shape { hidden: 0, ..good },
            Shape { hidden: 100, ..good },
            Shape { hidden: 2048, ..good },
            Shape { king_buckets: 2, ..good },
            Shape { king_buckets: 0, ..good },
            Shape { outputs: 0, ..good },
            Shape { outputs: 9, ..good },
        ] {
            assert!(!bad.is_supported(), "{bad}");
        }
    }
}
