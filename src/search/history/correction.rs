//! Correction history: running errors of the static score by pawn structure and other keys.

use super::tables::zeroed;
use crate::board::{Board, KeyGroup};
use crate::params;
use crate::types::Score;

/// Entries of each correction table and side.
const CORRECTION_SIZE: usize = 1 << 14;
/// Entries are in 1/256 of a centipawn.
const CORRECTION_SCALE: i32 = 256;
/// Denominator of the weight of an update.
const LEARNING_SCALE: i32 = 256;
/// Clamp of the entries, centipawns.
const CORRECTION_MAX: i32 = 96;

/// Denominator of the weights of the tables.
const WEIGHT_SCALE: i32 = 64;
/// Number of correction tables, one for each kind of key.
const TABLES: usize = 6;

/// One thread's running errors of the static score, by table, side and key.
pub(in crate::search) struct Corrections(Box<[[[i16; CORRECTION_SIZE]; 2]; TABLES]>);

impl Corrections {
    pub(in crate::search) fn new() -> Self {
        Self(zeroed())
    }

    /// The correction of the static score, centipawns.
    #[inline]
    pub(in crate::search) fn get(&self, board: &Board) -> i32 {
        let side = board.side().index();
        let entries = self.0.iter().zip(indices(board)).map(|(table, index)| i32::from(table[side][index]));
        let sum: i32 = entries.zip(weights()).map(|(entry, weight)| weight * entry).sum();
        sum / (WEIGHT_SCALE * CORRECTION_SCALE)
    }

    /// Moves the entries towards the error `found - expected`. `found` is the score of a search to `depth`, `expected`
    /// the corrected static score.
    pub(in crate::search) fn update(&mut self, board: &Board, depth: i32, found: Score, expected: Score) {
        let error = (found - expected).clamp(-2 * CORRECTION_MAX, 2 * CORRECTION_MAX);
        let weight = (depth + 1).min(params::correction_depth_max());
        let bound = CORRECTION_MAX * CORRECTION_SCALE;
        for (table, index) in self.0.iter_mut().zip(indices(board)) {
            let entry = &mut table[board.side().index()][index];
            let old = i32::from(*entry);
            let new = old + (error * CORRECTION_SCALE - old) * weight / LEARNING_SCALE;
            *entry = new.clamp(-bound, bound) as i16;
        }
    }
}

/// The index of the position in each table.
#[inline]
fn indices(board: &Board) -> [usize; TABLES] {
    let keys = [
        board.group_key(KeyGroup::Pawns).0,
        board.group_key(KeyGroup::Defence).0,
        board.group_key(KeyGroup::RedAttack).0,
        board.group_key(KeyGroup::BlackAttack).0,
        move_key(board, 0),
        last_two_moves_key(board),
    ];
    keys.map(|key| key as usize % CORRECTION_SIZE)
}

/// The weight of each table, in the order of [`indices`].
#[inline]
fn weights() -> [i32; TABLES] {
    [
        params::correction_pawns(),
        params::correction_defence(),
        params::correction_attack(),
        params::correction_attack(),
        params::correction_last_move(),
        params::correction_last_two_moves(),
    ]
}

/// A key of the move made `back` plies before the last; the same for all null moves.
#[inline]
fn move_key(board: &Board, back: usize) -> u64 {
    board.played(back).and_then(|played| played.mv).map_or(0, |mv| u64::from(mv.bits()))
}

/// A key of the last two moves, spread over the whole table.
#[inline]
fn last_two_moves_key(board: &Board) -> u64 {
    let spread = |back, odd: u64| move_key(board, back).wrapping_mul(odd);
    (spread(0, 0x9E37_79B9_7F4A_7C15) ^ spread(1, 0xC2B2_AE3D_27D4_EB4F)) >> 40
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taught(error: i32, depth: i32) -> Corrections {
        let mut corrections = Corrections::new();
        for _ in 0..500 {
            corrections.update(&Board::startpos(), depth, Score::new(20 + error), Score::new(20));
        }
        corrections
    }

    /// The correction when each table holds `error`, rounded towards zero as the search does.
    fn sum_of_tables(error: i32) -> i32 {
        weights().iter().sum::<i32>() * error / WEIGHT_SCALE
    }

    #[test]
    fn each_table_converges_to_a_constant_error() {
        let board = Board::startpos();
        assert_eq!(Corrections::new().get(&board), 0);
        for error in [-60, -40, 7, 40, 90] {
            for depth in [3, 10, 30] {
                let corrections = taught(error, depth);
                let pawns = i32::from(corrections.0[0][board.side().index()][indices(&board)[0]]);
                // An integer step that rounds towards zero ends a quarter of a centipawn short.
                assert!((error * CORRECTION_SCALE - pawns).abs() <= CORRECTION_SCALE / 4, "{error}: {pawns}");
                let short = 1 + sum_of_tables(1) / 4;
                assert!((corrections.get(&board) - sum_of_tables(error)).abs() <= short, "{error}");
            }
        }
    }

    #[test]
    fn corrections_are_clamped() {
        let board = Board::startpos();
        for sign in [-1, 1] {
            let got = taught(sign * 5_000, 10).get(&board);
            assert_eq!(got, sign * sum_of_tables(CORRECTION_MAX));
        }
    }

    #[test]
    fn the_other_side_learns_nothing() {
        let mut board = Board::startpos();
        let corrections = taught(40, 10);
        board.make_null();
        assert_eq!(corrections.get(&board), 0);
    }
}
