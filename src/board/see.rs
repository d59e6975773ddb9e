//! Static exchange evaluation on one square, with cannons and pins.

use super::Board;
use crate::types::Kind;
use crate::types::Move;

/// What a man is worth in an exchange, in centipawns.
pub const fn exchange_value(kind: Kind) -> i32 {
    match kind {
        Kind::King => 10_000,
        Kind::Advisor | Kind::Bishop => 200,
        Kind::Knight => 400,
        Kind::Rook => 900,
        Kind::Cannon => 450,
        Kind::Pawn => 100,
    }
}

impl Board {
    /// placeholder
    pub fn exchange_at_least(&self, _mv: Move, _threshold: i32) -> bool {
        true
    }
}
