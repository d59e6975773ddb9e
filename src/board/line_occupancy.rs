//! Occupancy bits of each file and rank: the first pieces along a line are found by counting zeroes.

use super::geometry::Direction;
use crate::types::{File, Rank, Square};

/// The occupied squares of each line; follows the cells of a position.
#[derive(Clone, Copy)]
pub(super) struct LineOccupancy {
    /// By file; rank `n` is bit `n`.
    files: [u16; 16],
    /// By rank; file `n` is bit `n`.
    ranks: [u16; 16],
}

/// The first and the second occupied square in one direction. A missing one is replaced by the origin square: its
/// piece never has the colour that the caller looks for.
pub(super) type FirstTwo = [Square; 2];

impl LineOccupancy {
    /// The empty board.
    pub(super) const EMPTY: Self = Self { files: [0; 16], ranks: [0; 16] };

    /// Toggles `square`.
    #[inline]
    pub(super) fn toggle(&mut self, square: Square) {
        let (file, rank) = (square.file().index(), square.rank().index());
        self.files[file & 15] ^= 1 << rank;
        self.ranks[rank & 15] ^= 1 << file;
    }

    /// The bits of a file: rank `n` is bit `n`.
    #[inline]
    pub(super) fn file(&self, file: usize) -> u16 {
        self.files[file & 15]
    }

    /// The bits of a rank: file `n` is bit `n`.
    #[inline]
    pub(super) fn rank(&self, rank: usize) -> u16 {
        self.ranks[rank & 15]
    }

    /// The bits of the line through `square` that `direction` follows, and the number of the bit of `square` on it.
    #[inline(always)]
    fn line(&self, square: Square, direction: Direction) -> (u32, usize) {
        let (file, rank) = (square.file().index(), square.rank().index());
        if direction.is_vertical() { (self.file(file).into(), rank) } else { (self.rank(rank).into(), file) }
    }

    /// The first two occupied squares from `square`.
    #[inline(always)]
    pub(super) fn first_two(&self, square: Square, direction: Direction) -> FirstTwo {
        let (line, bit) = self.line(square, direction);
        first_two_on(line, square, bit, direction)
    }

    /// [`LineOccupancy::first_two`] in each direction, in the order in which moves are generated. Unrolled, so that
    /// each call is specialised for its direction.
    #[inline(always)]
    pub(super) fn first_two_each_way(&self, square: Square) -> [(Direction, FirstTwo); 4] {
        let of = |direction| (direction, self.first_two(square, direction));
        [of(Direction::Up), of(Direction::Right), of(Direction::Left), of(Direction::Down)]
    }

    /// [`LineOccupancy::first_two`] after a move from `from` to `to`, which may be a capture.
    #[inline(always)]
    pub(super) fn first_two_after(&self, square: Square, direction: Direction, from: Square, to: Square) -> FirstTwo {
        let (line, bit) = self.line(square, direction);
        let mask = |other: Square| {
            if direction.is_vertical() {
                u32::from(other.file() == square.file()) << other.rank().index()
            } else {
                u32::from(other.rank() == square.rank()) << other.file().index()
            }
        };
        first_two_on(line & !mask(from) | mask(to), square, bit, direction)
    }

    /// Number of empty squares from `square` up to a piece or the edge.
    #[inline(always)]
    pub(super) fn count_empty(&self, square: Square, direction: Direction) -> usize {
        let (line, bit) = self.line(square, direction);
        if direction.is_ascending() {
            let length = if direction.is_vertical() { Rank::COUNT } else { File::COUNT };
            ((line | 1 << length) >> 1 >> bit).trailing_zeros() as usize
        } else {
            let before = (line & ((1 << bit) - 1)) << 1 | 1;
            bit - before.ilog2() as usize
        }
    }

    /// The empty squares from `square` up to a piece or the edge, nearest first.
    #[inline(always)]
    pub(super) fn empty_run(&self, square: Square, direction: Direction) -> impl Iterator<Item = Square> {
        let count = self.count_empty(square, direction);
        let mut index = square.index();
        (0..count).map(move |_| {
            index = index.wrapping_add_signed(direction.step());
            Square::from_index(index)
        })
    }

    /// Number of pieces strictly between two squares of one file or rank; `None` when they share neither.
    pub(super) fn count_between(&self, from: Square, to: Square) -> Option<u32> {
        let direction = Direction::between(from, to)?;
        let ((line, one), (_, other)) = (self.line(from, direction), self.line(to, direction));
        let (low, high) = if one < other { (one, other) } else { (other, one) };
        Some((line & ((1 << high) - (2 << low))).count_ones())
    }
}

/// By file and rank: the square. Each is stored twice, 16 entries apart.
static FILE_SQUARES: [[Square; 32]; 16] = line_squares(true);
/// By rank and file: the square. Each is stored twice, 16 entries apart.
static RANK_SQUARES: [[Square; 32]; 16] = line_squares(false);

const fn line_squares(is_file: bool) -> [[Square; 32]; 16] {
    let mut table = [[Square::A0; 32]; 16];
    let mut index = 0;
    while index < Square::COUNT {
        let square = Square::ALL[index];
        let (file, rank) = (square.file().index(), square.rank().index());
        let (line, bit) = if is_file { (file, rank) } else { (rank, file) };
        table[line][bit] = square;
        table[line][bit + 16] = square;
        index += 1;
    }
    table
}

/// The first two occupied squares of `line` from `square`, which is bit `bit` of it.
#[inline(always)]
fn first_two_on(line: u32, square: Square, bit: usize, direction: Direction) -> FirstTwo {
    let own = 1u32 << bit;
    // A sentinel bit 16 places beyond the square's own bit stops the zero count if there is no further piece. The table
    // maps it to the square itself.
    let (first, second) = if direction.is_ascending() {
        let own = own << 16;
        let ahead = line & (2u32 << bit).wrapping_neg() | own;
        (ahead.trailing_zeros(), (ahead & (ahead - 1) | own).trailing_zeros())
    } else {
        let ahead = (line & (own - 1)) << 16 | own;
        let first = ahead.ilog2();
        (first, (ahead & !(1 << first) | own).ilog2())
    };
    let squares = if direction.is_vertical() {
        &FILE_SQUARES[square.file().index() & 15]
    } else {
        &RANK_SQUARES[square.rank().index() & 15]
    };
    [squares[first as usize & 31], squares[second as usize & 31]]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, geometry::squares_between};

    /// The occupied squares from `square`, by walking to the edge.
    fn walk(holds: impl Fn(Square) -> bool, square: Square, direction: Direction) -> FirstTwo {
        let ahead = Square::all().filter(|&other| Direction::between(square, other) == Some(direction));
        let mut met: Vec<Square> = ahead.filter(|&other| holds(other)).collect();
        if !direction.is_ascending() {
            met.reverse();
        }
        [met.first().copied().unwrap_or(square), met.get(1).copied().unwrap_or(square)]
    }

    #[test]
    fn lookups_agree_with_a_walk_along_the_line() {
        let suite = include_str!("../../tests/data/perft.txt").lines().filter(|line| line.contains('/'));
        for fen in suite.map(|line| line.split(';').next().unwrap_or_default()) {
            let board = Board::from_fen(fen).unwrap();
            let holds = |square| board.piece_at(square).is_some();
            let moves = board.legal_moves();
            for from in Square::all() {
                for (direction, met) in board.lines().first_two_each_way(from) {
                    assert_eq!(met, walk(holds, from, direction), "{fen}");
                    let ahead = Square::all().filter(|&other| Direction::between(from, other) == Some(direction));
                    let is_open = |other: &Square| !holds(*other) && squares_between(from, *other).all(|sq| !holds(sq));
                    let mut run: Vec<Square> = board.lines().empty_run(from, direction).collect();
                    run.sort();
                    assert_eq!(run, ahead.filter(is_open).collect::<Vec<_>>(), "{fen}");
                    for mv in &moves {
                        let (left, taken) = (mv.from(), mv.to());
                        let holds_after = |square| square == taken || (square != left && holds(square));
                        let met = board.lines().first_two_after(from, direction, left, taken);
                        assert_eq!(met, walk(holds_after, from, direction), "{mv} in {fen}");
                    }
                }
                for to in Square::all() {
                    let expected = Direction::between(from, to)
                        .map(|_| squares_between(from, to).filter(|&square| holds(square)).count() as u32);
                    assert_eq!(board.lines().count_between(from, to), expected, "{from} {to} in {fen}");
                }
            }
        }
    }
}
