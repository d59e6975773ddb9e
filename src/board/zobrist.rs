//! Zobrist numbers by piece and square, and the side-to-move key.

use super::cell::Cell;
use crate::types::{Color, Key, Piece, SplitMix64, Square};

/// Seed: "guohe" in ASCII, and 2010.
const SEED: u64 = 0x0067_756F_6865_2010;

struct Tables {
    pieces: [[Key; 128]; Piece::COUNT],
    side: Key,
}

const fn build() -> Tables {
    let mut pieces = [[Key(0); 128]; Piece::COUNT];
    let mut stream = SplitMix64::new(SEED);
    let mut piece = 0;
    while piece < Piece::COUNT {
        let mut square = 0;
        while square < Square::COUNT {
            pieces[piece][square] = Key(stream.draw());
            square += 1;
        }
        piece += 1;
    }
    Tables { pieces, side: Key(stream.draw()) }
}

static TABLES: Tables = build();

/// Row of [`Tables::pieces`] by cell.
const ROW: [u8; 64] = {
    let mut table = [0; 64];
    let mut color = 0;
    while color < 2 {
        let mut number = 0;
        while number < Cell::PIECES_PER_SIDE {
            let cell = Cell::of(Color::ALL[color], number);
            if let Some(piece) = cell.piece() {
                table[cell.index()] = piece.index() as u8;
            }
            number += 1;
        }
        color += 1;
    }
    table
};

/// The Zobrist number of a piece on a square.
#[inline]
pub(super) fn piece(cell: Cell, square: Square) -> Key {
    TABLES.pieces[ROW[cell.index() & 63] as usize][square.index() & 127]
}

/// The Zobrist number of the side to move, included when Black is to move.
#[inline]
pub(super) fn side() -> Key {
    TABLES.side
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn all_numbers_differ() {
        let mut seen = HashSet::from([side().0]);
        for row in &TABLES.pieces {
            for key in &row[..Square::COUNT] {
                assert!(seen.insert(key.0));
            }
        }
    }
}
