//! The truth beside the table: which position each entry really came from, square by square. Only the collision
//! study pays for it.

use super::placement::Placement;
use guohe::board::Board;
use guohe::types::{Color, Square};

/// A whole position: four bits a square, and the side to move.
type Position = [u64; 6];

/// For every bucket, the positions of its two entries.
pub struct Shadow(Vec<[Position; 2]>);

impl Shadow {
    /// Beside an empty table.
    pub fn new(buckets: usize) -> Self {
        Self(vec![[[0; 6]; 2]; buckets])
    }

    /// Follows a store.
    pub fn follow(&mut self, bucket: usize, placement: Placement, board: &Board) {
        self.0[bucket] = placement.apply(self.0[bucket], pack(board));
    }

    /// Whether the entry at `level` of `bucket` is of the position on `board`.
    pub fn holds(&self, bucket: usize, level: usize, board: &Board) -> bool {
        self.0[bucket][level] == pack(board)
    }
}

fn pack(board: &Board) -> Position {
    let mut words = [0; 6];
    for square in Square::all() {
        let index = square.index();
        let code = board.piece_at(square).map_or(0, |piece| piece.index() as u64 + 1);
        words[index / 16] |= code << (index % 16 * 4);
    }
    // Ninety squares leave six of the last word's nibbles free.
    words[5] |= u64::from(board.side() == Color::Black) << 63;
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_told_apart() {
        let mut board = Board::startpos();
        let start = pack(&board);
        board.make("h2e2".parse().unwrap());
        let moved = pack(&board);
        assert_ne!(start, moved);
        board.make("h9g7".parse().unwrap());
        board.make("e2h2".parse().unwrap());
        board.make("g7h9".parse().unwrap());
        assert_eq!(pack(&board), start);
        board.make_null();
        assert_ne!(pack(&board), start);
    }

    #[test]
    fn entries_are_followed() {
        let mut shadow = Shadow::new(1);
        let mut board = Board::startpos();
        shadow.follow(0, Placement::First, &board);
        let first = board.clone();
        board.make("h2e2".parse().unwrap());
        shadow.follow(0, Placement::StepDown, &board);
        assert!(shadow.holds(0, 0, &board) && shadow.holds(0, 1, &first));
        assert!(!shadow.holds(0, 0, &first));
    }
}
