//! The squares that a piece reaches, as sets, for evaluators. The move generator does not use them.

use super::cell::Cell;
use super::geometry::{ADVISOR_STEPS, BISHOP_LEAPS, KING_STEPS, KNIGHT_LEAPS, KNIGHT_ORIGINS, PAWN_STEPS};
use super::position::Position;
use crate::types::{Color, Kind, Piece, Square, SquareSet};

/// Those of `squares` that are not `square` itself, by which the step tables mark what leads nowhere.
#[inline]
fn real(square: Square, squares: &[Square]) -> SquareSet {
    let squares = squares.iter().filter(|&&other| other != square);
    squares.fold(SquareSet::EMPTY, |set, &other| set | SquareSet::of(other))
}

/// What a line piece sees from a square.
#[derive(Clone, Copy, Default)]
pub struct Lines {
    /// Empty squares up to the first piece each way.
    pub open: SquareSet,
    /// The first pieces themselves.
    pub first: SquareSet,
    /// Beyond the first piece: squares up to and including the second, which a cannon hits over its screen.
    pub jumped: SquareSet,
}

/// The same within one rank or file, one bit a point.
#[derive(Clone, Copy)]
struct Line {
    open: u16,
    first: u16,
    jumped: u16,
}

/// What a piece on `place` of a line of `length` points sees when `pieces` stand on it.
const fn see(length: usize, place: usize, pieces: usize) -> Line {
    let mut line = Line { open: 0, first: 0, jumped: 0 };
    let mut forward = true;
    loop {
        let mut met = 0;
        let mut point = place;
        loop {
            let is_end = if forward { point + 1 == length } else { point == 0 };
            if is_end || met == 2 {
                break;
            }
            point = if forward { point + 1 } else { point - 1 };
            let is_piece = pieces >> point & 1 == 1;
            match (met, is_piece) {
                (0, false) => line.open |= 1 << point,
                (0, true) => line.first |= 1 << point,
                _ => line.jumped |= 1 << point,
            }
            met += is_piece as usize;
        }
        if !forward {
            return line;
        }
        forward = false;
    }
}

const fn lines_of<const POINTS: usize, const MASKS: usize>() -> [[Line; MASKS]; POINTS] {
    let mut table = [[Line { open: 0, first: 0, jumped: 0 }; MASKS]; POINTS];
    let mut place = 0;
    while place < POINTS {
        let mut pieces = 0;
        while pieces < MASKS {
            table[place][pieces] = see(POINTS, place, pieces);
            pieces += 1;
        }
        place += 1;
    }
    table
}

static RANK_LINES: [[Line; 512]; 9] = lines_of();
static FILE_LINES: [[Line; 1024]; 10] = lines_of();

/// The points of file `a` whose ranks are set.
static FILE_A: [SquareSet; 1024] = {
    let mut table = [SquareSet::EMPTY; 1024];
    let mut ranks = 0;
    while ranks < 1024 {
        let mut bits = 0;
        let mut rank = 0;
        while rank < 10 {
            bits |= (ranks as u128 >> rank & 1) << (9 * rank);
            rank += 1;
        }
        table[ranks] = SquareSet::from_bits(bits);
        ranks += 1;
    }
    table
};

/// Where pieces stand, in the forms that looking along lines needs.
pub struct Occupancy {
    /// By side and kind.
    pieces: [[SquareSet; Kind::COUNT]; 2],
    sides: [SquareSet; 2],
    ranks: [u16; 10],
    files: [u16; 9],
}

impl Occupancy {
    /// The squares held by `color`'s pieces.
    #[inline]
    pub fn pieces_of(&self, color: Color) -> SquareSet {
        self.sides[color.index()]
    }

    /// The squares held by `color`'s pieces of `kind`.
    #[inline]
    pub fn pieces(&self, color: Color, kind: Kind) -> SquareSet {
        self.pieces[color.index()][kind.index()]
    }

    /// How many pieces of `kind` the side has.
    #[inline]
    pub fn count(&self, color: Color, kind: Kind) -> usize {
        self.pieces(color, kind).count()
    }

    /// What a rook or cannon on `square` sees along its rank and file.
    #[inline]
    pub fn lines(&self, square: Square) -> Lines {
        let (file, rank) = (square.file().index(), square.rank().index());
        let along_rank = &RANK_LINES[file][self.ranks[rank] as usize & 511];
        let along_file = &FILE_LINES[rank][self.files[file] as usize & 1023];
        let join = |rank_bits: u16, file_bits: u16| {
            SquareSet::from_bits(u128::from(rank_bits) << (9 * rank)) | FILE_A[file_bits as usize & 1023].shifted(file)
        };
        Lines {
            open: join(along_rank.open, along_file.open),
            first: join(along_rank.first, along_file.first),
            jumped: join(along_rank.jumped, along_file.jumped),
        }
    }
}

impl Position {
    /// Where pieces stand.
    #[inline]
    pub fn occupancy(&self) -> Occupancy {
        let mut pieces = [[SquareSet::EMPTY; Kind::COUNT]; 2];
        for color in Color::ALL {
            for (slot, square) in self.pieces(color) {
                pieces[color.index()][Cell::of(color, slot).kind().index()] |= SquareSet::of(square);
            }
        }
        let sides = pieces.map(|kinds| kinds.into_iter().fold(SquareSet::EMPTY, |all, set| all | set));
        Occupancy {
            pieces,
            sides,
            ranks: std::array::from_fn(|rank| self.lines().rank(rank)),
            files: std::array::from_fn(|file| self.lines().file(file)),
        }
    }

    /// Squares that a knight on `square` reaches, whoever stands there.
    #[inline]
    pub fn knight_reach(&self, square: Square) -> SquareSet {
        let free = KNIGHT_LEAPS[square].iter().filter(|&&(leg, _)| self.cell(leg).is_empty());
        free.fold(SquareSet::EMPTY, |set, (_, ends)| set | real(square, ends))
    }

    /// Squares from which a knight would reach `square`.
    #[inline]
    pub fn knight_origins(&self, square: Square) -> SquareSet {
        let free = KNIGHT_ORIGINS[square].iter().filter(|&&(leg, _)| leg != square && self.cell(leg).is_empty());
        free.fold(SquareSet::EMPTY, |set, (_, origins)| set | real(square, origins))
    }

    /// Squares that `color`'s pawn on `square` reaches.
    #[inline]
    pub fn pawn_reach(&self, square: Square, color: Color) -> SquareSet {
        real(square, &PAWN_STEPS[color.index()][square])
    }

    /// Squares that `piece`, a king, advisor or bishop, reaches from `square`, whoever stands there.
    #[inline]
    pub fn defender_reach(&self, square: Square, piece: Piece) -> SquareSet {
        let color = piece.color.index();
        match piece.kind {
            Kind::King => real(square, &KING_STEPS[color][square]),
            Kind::Advisor => real(square, &ADVISOR_STEPS[color][square]),
            _ => {
                let free = BISHOP_LEAPS[square]
                    .iter()
                    .filter(|&&(eye, to)| to.is_home_of(piece.color) && eye != square && self.cell(eye).is_empty());
                free.fold(SquareSet::EMPTY, |set, &(_, to)| set | real(square, &[to]))
            }
        }
    }

    /// How many pieces stand between the king of `color` and the piece on `square`, when they share a file or rank.
    #[inline]
    pub fn pieces_between_king(&self, color: Color, square: Square) -> Option<usize> {
        self.lines().count_between(self.king(color), square).map(|count| count as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::types::{Move, MoveList};

    #[test]
    fn sets_agree_with_the_generator() {
        let fens = include_str!("../../tests/data/perft.txt").lines().filter(|line| line.contains('/'));
        for fen in fens {
            let board = Board::from_fen(fen.split(';').next().unwrap_or_default()).unwrap();
            let occupancy = board.occupancy();
            let side = board.side();
            let (own, enemy) = (occupancy.pieces_of(side), occupancy.pieces_of(!side));
            let mut expected = MoveList::new();
            board.pseudo_legal_moves(&mut expected);
            for kind in Kind::ALL {
                for from in board.squares(side, kind) {
                    let reach = match kind {
                        Kind::Rook => occupancy.lines(from).open | occupancy.lines(from).first,
                        Kind::Cannon => occupancy.lines(from).open | occupancy.lines(from).jumped & enemy,
                        Kind::Knight => board.knight_reach(from),
                        Kind::Pawn => board.pawn_reach(from, side),
                        Kind::King | Kind::Advisor | Kind::Bishop => board.defender_reach(from, Piece::new(side, kind)),
                    };
                    for to in Square::all().filter(|&to| to != from) {
                        let moves = reach.contains(to) && !own.contains(to);
                        assert_eq!(moves, expected.contains(&Move::new(from, to)), "{from}{to} in {fen}");
                    }
                }
            }
        }
    }
}
