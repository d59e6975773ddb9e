//! A position to learn from, packed, and what an evaluation should say of it.

use guohe::board::Board;
use guohe::eval::nnue::FlankBalance;
use guohe::eval::nnue::features::Orientation;
use guohe::types::{Color, Kind, Piece, Square, mix};
use guohe_common::dice;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

/// What an evaluation should say of a position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Target {
    /// The search's score in centipawns, from the side to move's view.
    pub score: i16,
    /// 0 lost, 1 drawn, 2 won, from the same view; [`NO_RESULT`] when only the score counts.
    pub result: u8,
}

/// The result of a position that no game was played from.
const NO_RESULT: u8 = u8::MAX;

impl Target {
    /// What the search and the game say of a position: its score, and 0 lost, ½ drawn, 1 won, from the mover's view.
    pub fn new(score: i16, result: f32) -> Self {
        Self { score, result: (2.0 * result) as u8 }
    }

    /// A target that is a score alone.
    pub fn without_result(score: i16) -> Self {
        Self { score, result: NO_RESULT }
    }

    /// Whether no game says what became of the position.
    pub fn is_lesson(self) -> bool {
        self.result == NO_RESULT
    }

    /// The share of the point to expect: a mixture of the score's and the game's word.
    #[inline]
    pub fn value(self, blend: Blend) -> f32 {
        let by_score = sigmoid(f32::from(self.score) / blend.scale);
        if self.is_lesson() {
            return by_score;
        }
        blend.score_share * by_score + (1.0 - blend.score_share) * f32::from(self.result) / 2.0
    }
}

/// How targets are mixed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Blend {
    /// The score's share; the result has the rest.
    pub score_share: f32,
    /// Centipawns of the sigmoid.
    pub scale: f32,
}

/// The share of the point that an evaluation of `x` promises.
#[inline]
pub fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// The most pieces that a side has.
const SIDE_PIECES: usize = 16;

/// Marks a piece that is off the board.
const GONE: u8 = u8::MAX;

/// The kinds of a side's sixteen pieces in a sample.
const KINDS: [Kind; SIDE_PIECES] = {
    use Kind::{Advisor as A, Bishop as B, Cannon as C, King as K, Knight as N, Pawn as P, Rook as R};
    [K, A, A, B, B, N, N, R, R, C, C, P, P, P, P, P]
};

/// A position in 36 bytes, turned so that the side to move is Red.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Position {
    /// Squares of the mover's pieces and the opponent's, by [`KINDS`].
    pieces: [[u8; SIDE_PIECES]; 2],
    /// What to learn.
    pub target: Target,
}

/// The inputs that are on, for one side: at most 32 by the rules.
pub struct Inputs {
    list: [u16; 2 * SIDE_PIECES],
    len: usize,
    /// The own king's point.
    pub king: usize,
}

impl std::ops::Deref for Inputs {
    type Target = [u16];

    #[inline]
    fn deref(&self) -> &[u16] {
        &self.list[..self.len]
    }
}

impl Position {
    /// Packs a position.
    pub fn new(board: &Board, target: Target) -> Self {
        let mut pieces = [[GONE; SIDE_PIECES]; 2];
        for (own, color) in [board.side(), !board.side()].into_iter().enumerate() {
            let mut first = 0;
            for kind in Kind::ALL {
                for (slot, square) in (first..).zip(board.squares(color, kind)) {
                    let square = if board.side() == Color::Red { square } else { square.flip_ranks() };
                    pieces[own][slot] = square.index() as u8;
                }
                first += kind.max_count();
            }
        }
        Self { pieces, target }
    }

    /// Number of heavy pieces on the board, which choose the output.
    pub fn count(&self) -> usize {
        let count = |side: &[u8; SIDE_PIECES]| {
            KINDS.into_iter().zip(side).filter(|&(kind, &square)| square != GONE && Kind::HEAVY.contains(&kind)).count()
        };
        self.pieces.iter().map(count).sum()
    }

    /// The inputs that are on for the side to move and for its opponent.
    #[inline]
    pub fn inputs(&self) -> [Inputs; 2] {
        let pieces = self.pieces.map(|side| side.map(Square::new));
        let balance = balance(&pieces);
        Color::ALL.map(|viewer| {
            let king = pieces[viewer.index()][0].unwrap_or(CORNER);
            let orientation = Orientation::of(viewer, king, balance);
            let mut inputs = Inputs { list: [0; 2 * SIDE_PIECES], len: 0, king: orientation.king_bucket() };
            for (color, side) in Color::ALL.into_iter().zip(&pieces) {
                for (kind, square) in KINDS.into_iter().zip(side) {
                    if let Some(square) = square {
                        inputs.list[inputs.len] = orientation.input(Piece::new(color, kind), *square) as u16;
                        inputs.len += 1;
                    }
                }
            }
            inputs
        })
    }
}

/// How the pieces of a packed position lean, seen by the mover as Red.
#[inline]
fn balance(pieces: &[[Option<Square>; SIDE_PIECES]; 2]) -> FlankBalance {
    let mut balance = FlankBalance::default();
    for (color, side) in Color::ALL.into_iter().zip(pieces) {
        for (kind, square) in KINDS.into_iter().zip(side) {
            if let Some(square) = square {
                balance = balance.with(Piece::new(color, kind), *square);
            }
        }
    }
    balance
}

const CORNER: Square = Square::new(0).expect("the board has a corner");

/// Puts `items` into an order that `seed` alone decides.
pub fn shuffle<T>(items: &mut [T], seed: u64) {
    dice::shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(seed), items);
}

/// A seed for each pass, game or the like: `numbers` mixed into `seed`.
pub fn seed_of(seed: u64, numbers: &[u64]) -> u64 {
    let mixed = |seed: u64, number: &u64| mix(seed.wrapping_add((number + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)));
    numbers.iter().fold(seed, mixed)
}

/// Centipawns of a sigmoid, given or fitted. Far above, scores of 16 bits would not reach its ends.
pub const SCALES: std::ops::RangeInclusive<u16> = 50..=2000;

/// The centipawns of the sigmoid with which the scores foretell the results best. `None` at an end of the range, where
/// the results have nothing to do with the scores, as in games that are all drawn.
pub fn fit_scale(targets: &[Target]) -> Option<f32> {
    let error = |scale: f32| -> f64 {
        let square = |target: &Target| {
            f64::from(sigmoid(f32::from(target.score) / scale) - f32::from(target.result) / 2.0).powi(2)
        };
        targets.iter().map(square).sum()
    };
    // The error has one valley; cut it into thirds.
    let [least, greatest] = [SCALES.start(), SCALES.end()].map(|&scale| f32::from(scale));
    let (mut low, mut high) = (least, greatest);
    while high - low > 1.0 {
        let (left, right) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if error(left) < error(right) {
            high = right;
        } else {
            low = left;
        }
    }
    (low > least && high < greatest).then(|| low.midpoint(high).round())
}

#[cfg(test)]
mod tests {
    use super::*;
    use guohe::eval::nnue::features;

    #[test]
    fn a_packed_position_has_the_boards_inputs() {
        let fens = [
            guohe::board::STARTPOS,
            "3k5/4a4/4b4/9/2p6/P8/9/4B4/4A4/4KR3 w - - 0 1",
            "5k3/9/3a5/8p/9/2r6/9/3A5/4N4/3K5 b - - 0 1",
        ];
        for fen in fens {
            let board = Board::from_fen(fen).unwrap();
            let position = Position::new(&board, Target { score: 5, result: 1 });
            assert_eq!(position.count(), features::heavy(features::pieces(&board)));
            let balance = FlankBalance::of(features::pieces(&board));
            for (inputs, viewer) in position.inputs().iter().zip([board.side(), !board.side()]) {
                let orientation = Orientation::of(viewer, board.king(viewer), balance);
                assert_eq!(inputs.king, orientation.king_bucket());
                let mut expected: Vec<_> =
                    features::pieces(&board).map(|(piece, square)| orientation.input(piece, square) as u16).collect();
                let mut inputs = inputs.to_vec();
                expected.sort_unstable();
                inputs.sort_unstable();
                assert_eq!(inputs, expected, "{fen} {viewer:?}");
            }
        }
    }

    #[test]
    fn the_scale_of_made_up_results_is_found() {
        // Scores of 300, of which the right share is won at a scale of 400.
        let share = sigmoid(300.0 / 400.0);
        let result = |i| if (i as f32) < share * 1000.0 { 2 } else { 0 };
        let targets: Vec<_> = (0..1000).map(|i| Target { score: 300, result: result(i) }).collect();
        assert!((fit_scale(&targets).unwrap() - 400.0).abs() < 3.0);
        let drawn: Vec<Target> = targets.iter().map(|target| Target { result: 1, ..*target }).collect();
        assert_eq!(fit_scale(&drawn), None);
    }
}
