//! Flank balance: on which flank a side's pieces weigh more. With the king on the middle file it decides whether the
//! view is mirrored, so that a position and its mirror image have the same inputs.

use crate::board::Delta;
use crate::types::{Color, Kind, Piece, Square, mix};

/// Weights of Red's and Black's pieces on files f to i minus those on files a to d. The mirror image of a position has
/// the negative balance.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FlankBalance([i32; 2]);

impl FlankBalance {
    /// The balance of a position with these pieces.
    pub fn of(pieces: impl Iterator<Item = (Piece, Square)>) -> Self {
        pieces.fold(Self::default(), |balance, (piece, square)| balance.with(piece, square))
    }

    /// The balance with one more piece.
    #[inline]
    #[must_use]
    pub const fn with(mut self, piece: Piece, square: Square) -> Self {
        self.0[piece.color.index()] += SQUARE_WEIGHTS[piece.index()][square.index()];
        self
    }

    /// The balance after a move.
    #[inline]
    #[must_use]
    pub fn after(mut self, delta: &Delta) -> Self {
        let weights = &SQUARE_WEIGHTS[delta.piece.index()];
        self.0[delta.piece.color.index()] += weights[delta.to.index()] - weights[delta.from.index()];
        if let Some(captured) = delta.captured {
            self.0[captured.color.index()] -= SQUARE_WEIGHTS[captured.index()][delta.to.index()];
        }
        self
    }

    /// Whether `viewer`, with its king on the middle file, mirrors its view: if its own balance is positive or, when it
    /// is 0, the opponent's.
    #[inline]
    pub const fn is_mirrored_for(self, viewer: Color) -> bool {
        let own = self.0[viewer.index()];
        let decisive = if own != 0 { own } else { self.0[1 - viewer.index()] };
        decisive > 0
    }
}

/// Weight of a piece on files f to i. Weights differ by powers of two, so the strongest kind that stands unevenly
/// decides, and whether the view is mirrored changes only when a piece of that kind or a stronger one crosses the
/// middle.
const fn weight(kind: Kind) -> i32 {
    match kind {
        Kind::King => 1 << 28,
        Kind::Rook => 1 << 25,
        Kind::Cannon => 1 << 22,
        Kind::Knight => 1 << 19,
        Kind::Pawn => 1 << 15,
        Kind::Bishop => 1 << 13,
        Kind::Advisor => 1 << 12,
    }
}

/// A pseudo-random tie-break by square, 0 to 127, so that few asymmetric positions have balance 0.
const fn tie_break(kind: Kind, row: usize, distance: usize) -> i32 {
    let number = ((kind as u64) * 10 + row as u64) * 5 + distance as u64;
    (mix(number.wrapping_mul(0x9E37_79B9_7F4A_7C15)) >> 57) as i32
}

/// By piece and square: the signed weight, 0 on the middle file.
static SQUARE_WEIGHTS: [[i32; Square::COUNT]; Piece::COUNT] = {
    let mut table = [[0; Square::COUNT]; Piece::COUNT];
    let mut color = 0;
    while color < 2 {
        let mut kind = 0;
        while kind < Kind::COUNT {
            let piece = Piece::new(Color::ALL[color], Kind::ALL[kind]);
            let mut index = 0;
            while let (true, Some(square)) = (index < Square::COUNT, Square::new(index as u8)) {
                let file = square.file().index();
                let row = square.rank_for(piece.color).index();
                table[piece.index()][index] = match file {
                    0..4 => -(weight(piece.kind) + tie_break(piece.kind, row, 4 - file)),
                    4 => 0,
                    _ => weight(piece.kind) + tie_break(piece.kind, row, file - 4),
                };
                index += 1;
            }
            kind += 1;
        }
        color += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::eval::nnue::features;
    use crate::types::SplitMix64;

    fn balance_of(board: &Board) -> FlankBalance {
        FlankBalance::of(features::pieces(board))
    }

    /// Positions of a random game.
    fn walk(seed: u64, mut visit: impl FnMut(&Board, &Delta)) {
        let mut stream = SplitMix64::new(seed);
        let mut board = Board::startpos();
        for _ in 0..200 {
            let moves = board.legal_moves();
            if moves.is_empty() {
                return;
            }
            let delta = board.make(moves[(stream.draw() % moves.len() as u64) as usize]);
            visit(&board, &delta);
        }
    }

    #[test]
    fn the_incremental_balance_is_that_of_the_position() {
        for seed in 0..10 {
            let mut balance = balance_of(&Board::startpos());
            assert_eq!(balance, FlankBalance::default(), "the start position is balanced");
            walk(seed, |board, delta| {
                balance = balance.after(delta);
                assert_eq!(balance, balance_of(board), "{}", board.fen());
            });
        }
    }

    #[test]
    fn a_mirror_image_has_the_negative_balance_and_exchanged_colours_the_same() {
        let mut uneven = 0;
        for seed in 0..10 {
            walk(seed, |board, _| {
                let [balance, mirrored] = [balance_of(board), balance_of(&board.mirror_files())];
                assert_eq!(balance.0.map(|weight| -weight), mirrored.0);
                let flipped = balance_of(&board.flip_colors());
                assert_eq!([balance.0[1], balance.0[0]], flipped.0);
                for viewer in Color::ALL {
                    uneven += usize::from(balance.is_mirrored_for(viewer) != mirrored.is_mirrored_for(viewer));
                }
            });
        }
        assert!(uneven > 3900, "{uneven} of 4000 views tell left from right");
    }

    #[test]
    fn the_sum_of_all_pieces_fits_its_type() {
        let max: i64 = Kind::ALL.iter().map(|&kind| kind.max_count() as i64 * i64::from(weight(kind) + 127)).sum();
        assert!(max <= i64::from(i32::MAX));
    }
}
