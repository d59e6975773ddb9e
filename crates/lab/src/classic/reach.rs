//! The squares that a piece reaches, as sets.

use super::squares::SquareSet;
use guohe::board::Board;
use guohe::types::{Color, File, Kind, Piece, Rank, Square};

/// The square `files` to the right of `square` and `ranks` above it, if it is on the board.
fn offset(square: Square, files: i8, ranks: i8) -> Option<Square> {
    let file = File::new((square.file().index() as u8).checked_add_signed(files)?)?;
    let rank = Rank::new((square.rank().index() as u8).checked_add_signed(ranks)?)?;
    Some(Square::at(file, rank))
}

/// Files to the right and ranks up.
type Step = (i8, i8);

const ORTHOGONAL: [Step; 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [Step; 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

/// By leg, as steps from the knight: the leg and the two targets that it blocks.
const KNIGHT_LEAPS: [(Step, [Step; 2]); 4] = [
    ((1, 0), [(2, 1), (2, -1)]),
    ((-1, 0), [(-2, 1), (-2, -1)]),
    ((0, 1), [(1, 2), (-1, 2)]),
    ((0, -1), [(1, -2), (-1, -2)]),
];

/// By leg, as steps from the target: the leg and the two knights that it blocks.
const KNIGHT_ORIGINS: [(Step, [Step; 2]); 4] = [
    ((1, 1), [(2, 1), (1, 2)]),
    ((1, -1), [(2, -1), (1, -2)]),
    ((-1, 1), [(-2, 1), (-1, 2)]),
    ((-1, -1), [(-2, -1), (-1, -2)]),
];

/// The squares at the given steps from `square` that are on the board.
fn at_steps(square: Square, steps: impl IntoIterator<Item = Step>) -> SquareSet {
    let squares = steps.into_iter().filter_map(|(files, ranks)| offset(square, files, ranks));
    squares.fold(SquareSet::EMPTY, |set, square| set | SquareSet::of(square))
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

/// [`Lines`] within one rank or file, one bit a point.
#[derive(Clone, Copy)]
struct OneLine {
    open: u16,
    first: u16,
    jumped: u16,
}

/// What a piece on `place` of a line of `length` points sees when `pieces` stand on it.
const fn see(length: usize, place: usize, pieces: usize) -> OneLine {
    let mut line = OneLine { open: 0, first: 0, jumped: 0 };
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

const fn lines_of<const POINTS: usize, const MASKS: usize>() -> [[OneLine; MASKS]; POINTS] {
    let mut table = [[OneLine { open: 0, first: 0, jumped: 0 }; MASKS]; POINTS];
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

static RANK_LINES: [[OneLine; 512]; 9] = lines_of();
static FILE_LINES: [[OneLine; 1024]; 10] = lines_of();

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
    /// Where the pieces of `board` stand.
    pub fn new(board: &Board) -> Self {
        let mut pieces = [[SquareSet::EMPTY; Kind::COUNT]; 2];
        let (mut ranks, mut files) = ([0; 10], [0; 9]);
        for color in Color::ALL {
            for kind in Kind::ALL {
                for square in board.squares(color, kind) {
                    pieces[color.index()][kind.index()] |= SquareSet::of(square);
                    ranks[square.rank().index()] |= 1 << square.file().index();
                    files[square.file().index()] |= 1 << square.rank().index();
                }
            }
        }
        let sides = pieces.map(|kinds| kinds.into_iter().fold(SquareSet::EMPTY, |all, set| all | set));
        Self { pieces, sides, ranks, files }
    }

    fn is_empty_at(&self, square: Square) -> bool {
        self.ranks[square.rank().index()] >> square.file().index() & 1 == 0
    }

    /// The targets whose leg is on the board and empty.
    fn over_free_legs(&self, square: Square, legs: [(Step, [Step; 2]); 4]) -> SquareSet {
        let is_free = |(files, ranks)| offset(square, files, ranks).is_some_and(|leg| self.is_empty_at(leg));
        at_steps(square, legs.into_iter().filter(|&(leg, _)| is_free(leg)).flat_map(|(_, targets)| targets))
    }

    /// Squares that a knight on `square` reaches, whoever stands there.
    pub fn knight_reach(&self, square: Square) -> SquareSet {
        self.over_free_legs(square, KNIGHT_LEAPS)
    }

    /// Squares from which a knight would reach `square`.
    pub fn knight_origins(&self, square: Square) -> SquareSet {
        self.over_free_legs(square, KNIGHT_ORIGINS)
    }

    /// Squares that `color`'s pawn on `square` reaches.
    pub fn pawn_reach(square: Square, color: Color) -> SquareSet {
        let ahead = (0, if color == Color::Red { 1 } else { -1 });
        let sideways = if square.is_home_of(color) { &[][..] } else { &ORTHOGONAL[..2] };
        at_steps(square, sideways.iter().copied().chain([ahead]))
    }

    /// Squares that `piece`, a king, advisor or bishop, reaches from `square`, whoever stands there.
    pub fn defender_reach(&self, square: Square, piece: Piece) -> SquareSet {
        let steps = if piece.kind == Kind::King { ORTHOGONAL } else { DIAGONAL };
        let mut set = SquareSet::EMPTY;
        for (files, ranks) in steps {
            let Some(next) = offset(square, files, ranks) else { continue };
            let target = if piece.kind != Kind::Bishop {
                Some(next)
            } else if self.is_empty_at(next) {
                offset(next, files, ranks)
            } else {
                None
            };
            if let Some(target) = target.filter(|target| target.is_in_region_of(piece)) {
                set |= SquareSet::of(target);
            }
        }
        set
    }

    /// How many pieces stand strictly between two squares of one file or rank; `None` when they share neither.
    pub fn pieces_between(&self, one: Square, other: Square) -> Option<usize> {
        let (line, from, to) = if one.file() == other.file() {
            (self.files[one.file().index()], one.rank().index(), other.rank().index())
        } else if one.rank() == other.rank() {
            (self.ranks[one.rank().index()], one.file().index(), other.file().index())
        } else {
            return None;
        };
        let between = (from.min(to) + 1)..from.max(to);
        Some(between.filter(|&place| line >> place & 1 != 0).count())
    }

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

#[cfg(test)]
mod tests {
    use super::*;
    use guohe::types::{Move, MoveList};

    #[test]
    fn sets_agree_with_the_generator() {
        let fens = include_str!("../../../../tests/data/perft.txt").lines().filter(|line| line.contains('/'));
        for fen in fens {
            let board = Board::from_fen(fen.split(';').next().unwrap_or_default()).unwrap();
            let occupancy = Occupancy::new(&board);
            let side = board.side();
            let (own, enemy) = (occupancy.pieces_of(side), occupancy.pieces_of(!side));
            let mut expected = MoveList::new();
            board.pseudo_legal_moves(&mut expected);
            for kind in Kind::ALL {
                for from in board.squares(side, kind) {
                    let reach = match kind {
                        Kind::Rook => occupancy.lines(from).open | occupancy.lines(from).first,
                        Kind::Cannon => occupancy.lines(from).open | occupancy.lines(from).jumped & enemy,
                        Kind::Knight => occupancy.knight_reach(from),
                        Kind::Pawn => Occupancy::pawn_reach(from, side),
                        Kind::King | Kind::Advisor | Kind::Bishop => {
                            occupancy.defender_reach(from, Piece::new(side, kind))
                        }
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
