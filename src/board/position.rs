//! A position: pieces on squares, the side to move, and the keys that follow from them.
//!
//! The fields are private to this file, and only [`Position::put`], [`Position::take`] and [`Position::toggle_side`]
//! change pieces, side or keys: unmake uses them, too, so keys always match the pieces.

use super::cell::Cell;
use super::geometry::BySquare;
use super::line_occupancy::LineOccupancy;
use super::zobrist;
use crate::types::{Color, Key, Kind, Move, Piece, Square};

/// Groups of pieces that have keys of their own, for correction and pawn history.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KeyGroup {
    /// Pawns of both sides.
    Pawns = 0,
    /// Kings, advisors and bishops of both sides.
    Defence = 1,
    /// Red's heavy pieces: rooks, cannons and knights.
    RedAttack = 2,
    /// Black's heavy pieces.
    BlackAttack = 3,
}

impl KeyGroup {
    const COUNT: usize = 4;

    /// The group that `piece` belongs to.
    pub const fn of(piece: Piece) -> Self {
        match (piece.kind, piece.color) {
            (Kind::Pawn, _) => Self::Pawns,
            (Kind::King | Kind::Advisor | Kind::Bishop, _) => Self::Defence,
            (_, Color::Red) => Self::RedAttack,
            (_, Color::Black) => Self::BlackAttack,
        }
    }
}

/// Pieces on their squares and the side to move, without the moves that led here. Cheap to copy.
///
/// Outside this crate it is always part of a [`super::Board`], and so legal.
#[derive(Clone, Copy)]
pub struct Position {
    cells: BySquare<Cell>,
    /// By [`list_index`].
    list: PieceList,
    /// The occupied squares of each line; follows `cells`.
    lines: LineOccupancy,
    side: Color,
    key: Key,
    group_keys: [Key; KeyGroup::COUNT],
    /// Whether the side to move is in check; `None` until it is computed.
    check: Option<bool>,
}

/// By cell: [`KeyGroup::of`] its piece.
static GROUPS: [KeyGroup; 64] = {
    let mut table = [KeyGroup::Pawns; 64];
    let mut index = 0;
    while index < 32 {
        let cell = Cell::of(Color::ALL[index / 16], index as u8 % 16);
        table[cell.index()] = KeyGroup::of(Piece::new(cell.color(), cell.kind()));
        index += 1;
    }
    table
};

/// The square of each piece; `None` when it is off the board.
pub(crate) type PieceList = [Option<Square>; 32];

/// The index of a piece in the piece list.
#[inline(always)]
const fn list_index(piece: Cell) -> usize {
    piece.index() & 31
}

impl Position {
    /// An empty board with Red to move, from which the FEN reader builds.
    pub(super) fn empty() -> Self {
        Self {
            cells: BySquare::filled(Cell::EMPTY),
            list: PieceList::default(),
            lines: LineOccupancy::EMPTY,
            side: Color::Red,
            key: Key::default(),
            group_keys: [Key::default(); KeyGroup::COUNT],
            check: None,
        }
    }

    // The three mutators. Each resets the cached check state.

    /// Sets a piece that is off the board on an empty square.
    #[inline]
    pub(super) fn put(&mut self, piece: Cell, square: Square) {
        debug_assert!(self.cells[square].is_empty());
        self.cells[square] = piece;
        self.list[list_index(piece)] = Some(square);
        self.toggle_piece(piece, square);
    }

    /// Takes the piece on a square off the board.
    #[inline]
    pub(super) fn take(&mut self, square: Square) -> Cell {
        let piece = self.cells[square];
        debug_assert!(!piece.is_empty());
        self.cells[square] = Cell::EMPTY;
        self.list[list_index(piece)] = None;
        self.toggle_piece(piece, square);
        piece
    }

    /// Changes the side to move.
    #[inline]
    pub(super) fn toggle_side(&mut self) {
        self.side = !self.side;
        self.key ^= zobrist::side();
        self.check = None;
    }

    #[inline]
    fn toggle_piece(&mut self, piece: Cell, square: Square) {
        self.lines.toggle(square);
        let number = zobrist::piece(piece, square);
        self.key ^= number;
        self.group_keys[GROUPS[piece.index() & 63] as usize & 3] ^= number;
        self.check = None;
    }

    /// The cached check state.
    #[inline]
    pub(super) fn cached_check(&self) -> Option<bool> {
        self.check
    }

    /// Sets the cached check state, just computed or restored by unmake.
    #[inline]
    pub(super) fn remember_check(&mut self, check: Option<bool>) {
        self.check = check;
    }

    /// The side to move.
    #[inline]
    pub fn side(&self) -> Color {
        self.side
    }

    /// The position's Zobrist key, side to move included.
    #[inline]
    pub fn key(&self) -> Key {
        self.key
    }

    /// The key of a group of pieces, without the side to move.
    #[inline]
    pub fn group_key(&self, group: KeyGroup) -> Key {
        self.group_keys[group as usize]
    }

    /// The key that the position after `mv` will have; for prefetching its TT bucket.
    #[inline]
    pub fn key_after(&self, mv: Move) -> Key {
        let (from, to) = (mv.from(), mv.to());
        let (piece, taken) = (self.cell(from), self.cell(to));
        let mut key = self.key ^ zobrist::side() ^ zobrist::piece(piece, from) ^ zobrist::piece(piece, to);
        if !taken.is_empty() {
            key ^= zobrist::piece(taken, to);
        }
        key
    }

    #[inline]
    pub(super) fn cell(&self, square: Square) -> Cell {
        self.cells[square]
    }

    /// All cells, for static exchange evaluation on a copy.
    #[inline]
    pub(super) fn cells(&self) -> &BySquare<Cell> {
        &self.cells
    }

    /// The occupied squares of each line.
    #[inline]
    pub(super) fn lines(&self) -> &LineOccupancy {
        &self.lines
    }

    /// The square of `piece`; `None` when it is off the board.
    #[inline]
    pub(super) fn square_of(&self, piece: Cell) -> Option<Square> {
        self.list[list_index(piece)]
    }

    /// The square of each piece. An index belongs to one kind and colour in every position, so the lists of different
    /// games can be compared; which of two like pieces has which index depends on the FEN.
    #[inline]
    pub(crate) fn piece_list(&self) -> &PieceList {
        &self.list
    }

    /// The kind and colour at `index` of the piece list, below 32: the inverse of [`list_index`].
    #[inline]
    pub(crate) fn listed_piece(index: usize) -> Piece {
        let color = if index < 16 { Color::Black } else { Color::Red };
        Piece::new(color, Cell::of(color, index as u8 & 15).kind())
    }

    /// The piece on `square`.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.cell(square).piece()
    }

    /// Whether `mv` is a capture.
    #[inline]
    pub fn is_capture(&self, mv: Move) -> bool {
        !self.cell(mv.to()).is_empty()
    }

    /// Where the king of `color` stands.
    #[inline]
    pub fn king(&self, color: Color) -> Square {
        self.square_of(Cell::of(color, 0)).expect("a position has both kings")
    }

    /// The squares of `color`'s pieces of `kind`, in no particular order.
    #[inline]
    pub fn squares(&self, color: Color, kind: Kind) -> impl Iterator<Item = Square> + '_ {
        Cell::numbers(kind).filter_map(move |number| self.square_of(Cell::of(color, number)))
    }

    /// Number of `color`'s pieces of `kind`.
    #[inline]
    pub fn count(&self, color: Color, kind: Kind) -> usize {
        self.squares(color, kind).count()
    }

    /// The position with squares and colours mapped.
    pub(super) fn transformed(&self, square_to: fn(Square) -> Square, color_to: fn(Color) -> Color) -> Self {
        let mut position = Self::empty();
        for color in Color::ALL {
            for (number, square) in self.pieces(color) {
                position.put(Cell::of(color_to(color), number), square_to(square));
            }
        }
        if color_to(self.side) == Color::Black {
            position.toggle_side();
        }
        position
    }
}

impl PartialEq for Position {
    /// Same pieces on the same squares, same side to move.
    fn eq(&self, other: &Self) -> bool {
        self.side == other.side && Square::all().all(|square| self.piece_at(square) == other.piece_at(square))
    }
}

impl Eq for Position {}
