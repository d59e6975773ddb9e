//! The value of a position piece by piece, for the console command `eval`. Too slow for the search.

use super::features::{self, Orientation};
use super::flank_balance::FlankBalance;
use super::network::Network;
use super::shape::Shape;
use super::simd::{Block, Simd};
use crate::board::Board;
use crate::types::{Color, Kind, Piece, Square};

/// The value of a position and the part of each piece in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trace {
    /// Centipawns from the side to move's view, not clamped to the evaluation band.
    pub value: i32,
    /// The output bucket, chosen by the heavy pieces on the board.
    pub output: usize,
    /// For each piece but the kings: the value with it minus the value without it, from its owner's view.
    pub pieces: Vec<(Square, Piece, i32)>,
}

/// The trace of `board`.
pub fn trace(network: &Network, board: &Board) -> Trace {
    let (output, value) = from_scratch(network, board, None);
    let pieces = features::pieces(board)
        .filter(|(piece, _)| piece.kind != Kind::King)
        .map(|(piece, square)| {
            let gain = value - from_scratch(network, board, Some(square)).1;
            (square, piece, if piece.color == board.side() { gain } else { -gain })
        })
        .collect();
    Trace { value, output, pieces }
}

/// The output bucket and the value of `board`, computed from scratch, as if `removed` were empty.
pub(super) fn from_scratch(network: &Network, board: &Board, removed: Option<Square>) -> (usize, i32) {
    let pieces = || features::pieces(board).filter(|&(_, square)| Some(square) != removed);
    // The balance includes removed pieces, so that removing one does not mirror the view.
    let balance = FlankBalance::of(features::pieces(board));
    let sums = |viewer: Color| -> Vec<Block> {
        let orientation = Orientation::of(viewer, board.king(viewer), balance);
        let mut sums = network.bias().to_vec();
        for (piece, square) in pieces() {
            let weights = network.feature_weights(orientation.king_bucket(), orientation.input(piece, square));
            Simd::PORTABLE.change_all(&mut sums, &[weights], &[]);
        }
        sums
    };
    let output = Shape::output(features::heavy(pieces()));
    let (mover, other) = network.output(output);
    let total = Simd::PORTABLE
        .output(&sums(board.side()), mover)
        .wrapping_add(Simd::PORTABLE.output(&sums(!board.side()), other));
    (output, network.centipawns(output, total))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::nnue::Evaluator;
    use crate::eval::nnue::simd::random_parameters;
    use crate::types::Score;
    use std::sync::Arc;

    #[test]
    fn every_piece_but_the_kings_is_named_once() {
        let shape = Shape { hidden: 32 };
        let network = Network::from_bytes(&random_parameters(shape, 2).to_bytes()).unwrap();
        let trace = super::trace(&network, &Board::startpos());
        assert_eq!((trace.pieces.len(), trace.output), (30, 7));
        // It is the value that the search uses, which other code computes.
        let mut evaluator = Evaluator::new(Arc::new(network), &Board::startpos());
        assert_eq!(Score::from_evaluation(trace.value), evaluator.evaluate(&Board::startpos()));
    }

    #[test]
    fn a_piece_adds_what_the_value_loses_without_it() {
        let shape = Shape { hidden: 32 };
        let network = Network::from_bytes(&random_parameters(shape, 2).to_bytes()).unwrap();
        let [with, without] = ["3k5/9/9/9/9/2n6/9/4R4/9/5K3 b", "3k5/9/9/9/9/2n6/9/9/9/5K3 b"]
            .map(|fen| trace(&network, &Board::from_fen(fen).unwrap()));
        let (_, _, gain) = with.pieces.into_iter().find(|(_, piece, _)| piece.kind == Kind::Rook).unwrap();
        // Black is to move, the rook is Red's: what it adds for Red, Black loses by it.
        assert_eq!(gain, without.value - with.value);
        assert_ne!(gain, 0);
    }
}
