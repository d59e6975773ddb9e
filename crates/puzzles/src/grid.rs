//! Who reaches what on a board that need not be a legal position: a king stepped into an attack, a piece taken off.

use guohe::board::Position;
use guohe::types::{Color, Kind, Move, Piece, Square};

/// Pieces on squares, and nothing else.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grid {
    cells: [Option<Piece>; Square::COUNT],
}

/// Files and ranks between two squares.
fn apart(from: Square, to: Square) -> (i32, i32) {
    let distance = |a: usize, b: usize| b as i32 - a as i32;
    (distance(from.file().index(), to.file().index()), distance(from.rank().index(), to.rank().index()))
}

/// What a piece on `square` is worth, in half points: rook 9 points, cannon 4.5, horse 4, advisor and elephant 2, pawn
/// 1, and 2 across the river.
pub fn worth(piece: Piece, square: Square) -> i32 {
    match piece.kind {
        Kind::King => 1_000,
        Kind::Rook => 18,
        Kind::Cannon => 9,
        Kind::Knight => 8,
        Kind::Advisor | Kind::Bishop => 4,
        Kind::Pawn if square.is_home_of(piece.color) => 2,
        Kind::Pawn => 4,
    }
}

/// Whether `square` lies strictly between two squares of one file or rank.
pub fn is_between(from: Square, square: Square, to: Square) -> bool {
    between(from, to).is_some_and(|squares| squares.contains(&square))
}

/// The square at this offset in files and ranks; `None` off the board.
fn step(from: Square, files: i32, ranks: i32) -> Option<Square> {
    let (file, rank) = (from.file().index() as i32 + files, from.rank().index() as i32 + ranks);
    let is_inside = (0..9).contains(&file) && (0..10).contains(&rank);
    if is_inside { Square::new((rank * 9 + file) as u8) } else { None }
}

/// The squares between two squares of one file or rank; `None` where they share neither.
pub fn between(from: Square, to: Square) -> Option<Vec<Square>> {
    let (files, ranks) = apart(from, to);
    if from == to || (files != 0 && ranks != 0) {
        return None;
    }
    let steps = files.abs().max(ranks.abs());
    (1..steps).map(|each| step(from, files.signum() * each, ranks.signum() * each)).collect()
}

impl Grid {
    /// The pieces of a position.
    pub fn of(position: &Position) -> Self {
        Self { cells: Square::ALL.map(|square| position.piece_at(square)) }
    }

    /// The piece on `square`.
    pub fn at(&self, square: Square) -> Option<Piece> {
        self.cells[square.index()]
    }

    /// Whether a piece of `color` and `kind` stands on `square`.
    pub fn is(&self, square: Square, color: Color, kind: Kind) -> bool {
        self.at(square) == Some(Piece::new(color, kind))
    }

    /// The same without the piece on `square`.
    pub fn without(mut self, square: Square) -> Self {
        self.cells[square.index()] = None;
        self
    }

    /// The same after a move, which need not be legal.
    pub fn after(mut self, mv: Move) -> Self {
        self.cells[mv.to().index()] = self.cells[mv.from().index()].take();
        self
    }

    /// The same with the colours exchanged and the board turned.
    pub fn turned(&self) -> Self {
        let mut cells = [None; Square::COUNT];
        for square in Square::all() {
            let piece = self.at(square).map(|piece| Piece::new(!piece.color, piece.kind));
            cells[square.flip_ranks().index()] = piece;
        }
        Self { cells }
    }

    /// The squares of a side's pieces with their kinds.
    pub fn pieces(&self, color: Color) -> impl Iterator<Item = (Square, Kind)> + '_ {
        Square::all().filter_map(move |square| {
            let piece = self.at(square)?;
            (piece.color == color).then_some((square, piece.kind))
        })
    }

    /// Where the king of `color` stands; `None` when it is off the board.
    pub fn king(&self, color: Color) -> Option<Square> {
        self.pieces(color).find(|&(_, kind)| kind == Kind::King).map(|(square, _)| square)
    }

    /// How many pieces stand between two squares; `None` where they share neither file nor rank.
    pub fn screens(&self, from: Square, to: Square) -> Option<usize> {
        Some(between(from, to)?.into_iter().filter(|&square| self.at(square).is_some()).count())
    }

    /// Whether the piece on `from` moves or takes on `to`, whatever its colour and whatever becomes of its king.
    pub fn reaches(&self, from: Square, to: Square) -> bool {
        let Some(piece) = self.at(from) else { return false };
        let (files, ranks) = apart(from, to);
        let lengths = [files.abs().min(ranks.abs()), files.abs().max(ranks.abs())];
        match piece.kind {
            Kind::King => {
                let faces = self.is(to, !piece.color, Kind::King) && files == 0 && self.screens(from, to) == Some(0);
                faces || (lengths == [0, 1] && to.is_in_region_of(piece))
            }
            Kind::Advisor => lengths == [1, 1] && to.is_in_region_of(piece),
            Kind::Bishop => {
                lengths == [2, 2]
                    && to.is_in_region_of(piece)
                    && step(from, files / 2, ranks / 2).is_some_and(|eye| self.at(eye).is_none())
            }
            Kind::Knight => {
                lengths == [1, 2] && step(from, files / 2, ranks / 2).is_some_and(|leg| self.at(leg).is_none())
            }
            Kind::Rook => self.screens(from, to) == Some(0),
            Kind::Cannon => self.screens(from, to) == Some(usize::from(self.at(to).is_some())),
            Kind::Pawn => {
                let forward = if piece.color == Color::Red { 1 } else { -1 };
                let sideways = !from.is_home_of(piece.color) && lengths == [0, 1] && ranks == 0;
                sideways || (files, ranks) == (0, forward)
            }
        }
    }

    /// The squares from which pieces of `by` take what stands on `target`.
    pub fn attackers(&self, target: Square, by: Color) -> Vec<Square> {
        self.pieces(by).map(|(square, _)| square).filter(|&square| self.reaches(square, target)).collect()
    }

    /// Whether the king of `color` is attacked. A king off the board is not.
    pub fn in_check(&self, color: Color) -> bool {
        self.king(color).is_some_and(|king| !self.attackers(king, !color).is_empty())
    }

    /// Whether a side has a move that leaves its king unattacked.
    pub fn has_move(&self, color: Color) -> bool {
        self.pieces(color).any(|(from, _)| {
            Square::all().any(|to| {
                self.at(to).is_none_or(|piece| piece.color != color)
                    && self.reaches(from, to)
                    && !self.after(Move::new(from, to)).in_check(color)
            })
        })
    }

    /// Whether `square` is guarded by its own side: somebody would retake there.
    pub fn is_guarded(&self, square: Square) -> bool {
        let Some(piece) = self.at(square) else { return false };
        let mut taken = *self;
        taken.cells[square.index()] = Some(Piece::new(!piece.color, piece.kind));
        !taken.attackers(square, piece.color).is_empty()
    }

    /// The [`worth`] of the piece on `square`, in half points; 0 without one.
    pub fn half_points(&self, square: Square) -> i32 {
        self.at(square).map_or(0, |piece| worth(piece, square))
    }

    /// What `color` has more than the other side, in half points.
    pub fn balance(&self, color: Color) -> i32 {
        let sum = |side| -> i32 { self.pieces(side).map(|(square, _)| self.half_points(square)).sum() };
        sum(color) - sum(!color)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use guohe::board::{Board, perft};

    /// The grid's moves are the board's, on positions reached by a walk.
    #[test]
    fn the_grid_moves_as_the_board_does() {
        assert_eq!(perft(&mut Board::startpos(), 1), 44);
        let mut board = Board::startpos();
        for walk in 0..200_usize {
            let legal = board.legal_moves();
            if legal.is_empty() {
                break;
            }
            let (grid, side) = (Grid::of(board.position()), board.side());
            assert_eq!(grid.in_check(side), board.in_check(), "{}", board.fen());
            let mut found: Vec<String> = Vec::new();
            for (from, _) in grid.pieces(side) {
                for to in Square::all().filter(|&to| grid.at(to).is_none_or(|piece| piece.color != side)) {
                    let mv = Move::new(from, to);
                    if grid.reaches(from, to) && !grid.after(mv).in_check(side) {
                        found.push(mv.to_string());
                    }
                }
            }
            let mut wanted: Vec<String> = legal.iter().map(Move::to_string).collect();
            found.sort();
            wanted.sort();
            assert_eq!(found, wanted, "{}", board.fen());
            assert!(grid.has_move(side));
            board.make(legal[(walk * 31 + 7) % legal.len()]);
        }
    }

    #[test]
    fn pieces_are_guarded_by_their_own_side() {
        let board = Board::from_fen("3k5/9/9/4c4/9/4p4/9/4R4/4R4/4K4 w").unwrap();
        let grid = Grid::of(board.position());
        assert!(grid.is_guarded(Square::E2) && grid.is_guarded(Square::E1));
        assert!(!grid.is_guarded(Square::E6), "the cannon takes over a screen, and the rook is not its own");
        assert_eq!(grid.half_points(Square::E4), 4);
        assert_eq!(grid.balance(Color::Red), 36 - 9 - 4);
    }
}
