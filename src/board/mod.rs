//! What a position is and how a move changes it. Says nothing of repetition, which `rules` reads off the history.
//!
//! A 10 × 9 mailbox kept in a padded array with a sentinel border, a piece list, and keys that are changed only by
//! `put`, `take` and `toggle_side`. A `Board` is always a legal position: the FEN reader admits nothing else, and
//! [`Board::make`] asks for a legal move.

mod attacks;
mod cell;
mod fen;
mod legality;
mod movegen;
mod perft;
mod reach;
mod scratch;
mod see;
mod zobrist;

use crate::types::Color;
use crate::types::Key;
use crate::types::Kind;
use crate::types::Move;
use crate::types::MoveList;
use crate::types::Piece;
use crate::types::Square;
use cell::Cell;
use cell::Point;
pub use fen::FenError;
pub use fen::STARTPOS;
pub use perft::{divide, perft};
pub use reach::{Lines, Occupancy};
pub use see::exchange_value;

/// Groups of men that have a key of their own, for tables that learn about a part of the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// Pawns of both sides.
    Pawns = 0,
    /// Kings, advisors and elephants of both sides.
    Defence = 1,
    /// Red's rooks, cannons and horses.
    RedAttack = 2,
    /// Black's rooks, cannons and horses.
    BlackAttack = 3,
}

impl Part {
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

/// Whether the side to move stands in check, as far as it is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Check {
    Unknown,
    No,
    Yes,
}

/// What a move changed, for evaluators that keep running sums.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Delta {
    /// The man that moved.
    pub piece: Piece,
    /// Where it stood.
    pub from: Square,
    /// Where it stands now.
    pub to: Square,
    /// The man it took there.
    pub captured: Option<Piece>,
}

/// What cannot be recomputed when a move is taken back.
#[derive(Clone, Copy, Debug)]
struct Undo {
    key: Key,
    /// `None` for a null move.
    mv: Option<Move>,
    captured: Cell,
    check: Check,
    quiet: u16,
    reversible: u16,
}

/// A move of the past, as the repetition rules want to see it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played {
    /// Key of the position before the move.
    pub key: Key,
    /// The move; `None` for a null move.
    pub mv: Option<Move>,
    /// Whether it took a man.
    pub is_capture: bool,
}

/// A position together with the moves that led to it.
#[derive(Clone)]
pub struct Board {
    cells: [Cell; 256],
    /// Where each man stands, by cell; [`Point::NOWHERE`] when it is off the board.
    list: [Point; Cell::COUNT],
    side: Color,
    key: Key,
    parts: [Key; Part::COUNT],
    check: Check,
    /// Plies since the last capture or the start of the history, null moves included.
    quiet: u16,
    /// Plies since the last capture, null move or start of the history: no repetition can reach further back.
    reversible: u16,
    undo: Vec<Undo>,
    /// The counters as the FEN gave them.
    fen_halfmoves: u16,
    fen_fullmoves: u32,
    fen_side: Color,
}

/// Room for a long game and a search on top of it without a new allocation.
const HISTORY_CAPACITY: usize = 1024;

impl Board {
    /// The start position.
    pub fn startpos() -> Self {
        Self::from_fen(STARTPOS).expect("the start position is a legal position")
    }

    /// An empty board, from which the FEN reader builds.
    fn empty() -> Self {
        let mut cells = [Cell::BORDER; 256];
        for square in Square::all() {
            cells[Point::of(square).index()] = Cell::EMPTY;
        }
        Self {
            cells,
            list: [Point::NOWHERE; Cell::COUNT],
            side: Color::Red,
            key: Key::default(),
            parts: [Key::default(); Part::COUNT],
            check: Check::Unknown,
            quiet: 0,
            reversible: 0,
            undo: Vec::with_capacity(HISTORY_CAPACITY),
            fen_halfmoves: 0,
            fen_fullmoves: 1,
            fen_side: Color::Red,
        }
    }

    // The only three functions that change cells, side or keys going forward; `unmake` alone restores them.

    #[inline]
    fn put(&mut self, cell: Cell, point: Point) {
        debug_assert!(self.cells[point.index()].is_empty());
        self.cells[point.index()] = cell;
        self.list[cell.index()] = point;
        self.toggle_man(cell, point);
    }

    #[inline]
    fn take(&mut self, point: Point) -> Cell {
        let cell = self.cells[point.index()];
        debug_assert!(!cell.is_empty() && !cell.is_border());
        self.cells[point.index()] = Cell::EMPTY;
        self.list[cell.index()] = Point::NOWHERE;
        self.toggle_man(cell, point);
        cell
    }

    #[inline]
    fn toggle_side(&mut self) {
        self.side = !self.side;
        self.key ^= zobrist::side();
    }

    #[inline]
    fn toggle_man(&mut self, cell: Cell, point: Point) {
        let number = zobrist::man(cell, point.square());
        self.key ^= number;
        self.parts[Part::of(Piece::new(cell.color(), cell.kind())) as usize] ^= number;
    }

    /// Plays a legal move.
    ///
    /// # Panics
    /// In debug builds, when no man of the side to move stands on the square left or one of them on the square reached.
    #[inline]
    pub fn make(&mut self, mv: Move) -> Delta {
        let (from, to) = (Point::of(mv.from()), Point::of(mv.to()));
        debug_assert!(self.cells[from.index()].belongs_to(self.side));
        debug_assert!(!self.cells[to.index()].belongs_to(self.side));
        let captured = self.cells[to.index()];
        self.undo.push(Undo {
            key: self.key,
            mv: Some(mv),
            captured,
            check: self.check,
            quiet: self.quiet,
            reversible: self.reversible,
        });
        if captured.is_empty() {
            // A front end may send a game of any length.
            self.quiet = self.quiet.saturating_add(1);
            self.reversible = self.reversible.saturating_add(1);
        } else {
            self.take(to);
            self.quiet = 0;
            self.reversible = 0;
        }
        let man = self.take(from);
        self.put(man, to);
        self.toggle_side();
        self.check = Check::Unknown;
        let piece = Piece::new(man.color(), man.kind());
        Delta { piece, from: mv.from(), to: mv.to(), captured: captured.piece() }
    }

    /// Takes the last move back.
    ///
    /// # Panics
    /// When there is none, or it was a null move.
    #[inline]
    pub fn unmake(&mut self) {
        let undo = self.undo.pop().expect("a move was made before it is taken back");
        let mv = undo.mv.expect("a null move is taken back by unmake_null");
        let (from, to) = (Point::of(mv.from()), Point::of(mv.to()));
        self.side = !self.side;
        // The keys come back from what the move changed in the whole key, without looking their numbers up again.
        let man = self.cells[to.index()];
        let mut changed = self.key ^ undo.key ^ zobrist::side();
        self.key = undo.key;
        self.cells[from.index()] = man;
        self.list[man.index()] = from;
        self.cells[to.index()] = undo.captured;
        if !undo.captured.is_empty() {
            self.list[undo.captured.index()] = to;
            let number = zobrist::man(undo.captured, mv.to());
            self.parts[Part::of(Piece::new(undo.captured.color(), undo.captured.kind())) as usize] ^= number;
            changed ^= number;
        }
        self.parts[Part::of(Piece::new(man.color(), man.kind())) as usize] ^= changed;
        self.check = undo.check;
        self.quiet = undo.quiet;
        self.reversible = undo.reversible;
    }

    /// Passes the turn, which only search does.
    #[inline]
    pub fn make_null(&mut self) {
        self.undo.push(Undo {
            key: self.key,
            mv: None,
            captured: Cell::EMPTY,
            check: self.check,
            quiet: self.quiet,
            reversible: self.reversible,
        });
        self.quiet = self.quiet.saturating_add(1);
        self.reversible = 0;
        self.toggle_side();
        self.check = Check::Unknown;
    }

    /// Takes a null move back.
    ///
    /// # Panics
    /// When the last move was none.
    #[inline]
    pub fn unmake_null(&mut self) {
        let undo = self.undo.pop().expect("a null move was made before it is taken back");
        debug_assert!(undo.mv.is_none());
        self.toggle_side();
        self.check = undo.check;
        self.quiet = undo.quiet;
        self.reversible = undo.reversible;
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

    /// The key of a group of men, without the side to move.
    #[inline]
    pub fn part_key(&self, part: Part) -> Key {
        self.parts[part as usize]
    }

    /// The key that the position after `mv` will have; lets the caller fetch its table line early.
    #[inline]
    pub fn key_after(&self, mv: Move) -> Key {
        let (from, to) = (mv.from(), mv.to());
        let man = self.cells[Point::of(from).index()];
        let taken = self.cells[Point::of(to).index()];
        let mut key = self.key ^ zobrist::side() ^ zobrist::man(man, from) ^ zobrist::man(man, to);
        if !taken.is_empty() {
            key ^= zobrist::man(taken, to);
        }
        key
    }

    /// The key computed anew from the men on the board: a check on the incremental one.
    pub fn key_from_scratch(&self) -> Key {
        let mut key = if self.side == Color::Black { zobrist::side() } else { Key::default() };
        for square in Square::all() {
            let cell = self.cells[Point::of(square).index()];
            if !cell.is_empty() {
                key ^= zobrist::man(cell, square);
            }
        }
        key
    }

    /// The man on `square`.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.cells[Point::of(square).index()].piece()
    }

    /// Whether `mv` takes a man.
    #[inline]
    pub fn is_capture(&self, mv: Move) -> bool {
        !self.cells[Point::of(mv.to()).index()].is_empty()
    }

    /// Where the king of `color` stands.
    #[inline]
    pub fn king(&self, color: Color) -> Square {
        self.king_point(color).square()
    }

    #[inline]
    fn king_point(&self, color: Color) -> Point {
        self.list[Cell::man(color, 0).index()]
    }

    /// The squares of `color`'s men of `kind`, in no particular order.
    #[inline]
    pub fn squares(&self, color: Color, kind: Kind) -> impl Iterator<Item = Square> + '_ {
        self.points(color, kind).map(|(_, point)| point.square())
    }

    #[inline]
    fn points(&self, color: Color, kind: Kind) -> impl Iterator<Item = (Cell, Point)> + '_ {
        Cell::slots(kind).filter_map(move |slot| {
            let cell = Cell::man(color, slot);
            let point = self.list[cell.index()];
            (point != Point::NOWHERE).then_some((cell, point))
        })
    }

    /// How many men of `kind` the side has.
    #[inline]
    pub fn count(&self, color: Color, kind: Kind) -> usize {
        self.points(color, kind).count()
    }

    /// A number from 16 to 47 that stays with the man on `square` as long as it lives, whichever way it moves.
    /// `None` on an empty square.
    pub fn man_id(&self, square: Square) -> Option<u8> {
        let cell = self.cells[Point::of(square).index()];
        (!cell.is_empty()).then_some(cell.0)
    }

    /// Where the man that [`Board::man_id`] numbered stands now. `None` when it was taken.
    ///
    /// # Panics
    /// When `id` is 48 or more.
    pub fn man_square(&self, id: u8) -> Option<Square> {
        let point = self.list[id as usize];
        (point != Point::NOWHERE).then(|| point.square())
    }

    /// Number of moves made since the FEN that the board was read from, null moves included.
    #[inline]
    pub fn plies_played(&self) -> usize {
        self.undo.len()
    }

    /// The move made `back` plies ago: 0 is the last one. `None` before the start of the history.
    #[inline]
    pub fn played(&self, back: usize) -> Option<Played> {
        let undo = self.undo.get(self.undo.len().checked_sub(back + 1)?)?;
        Some(Played { key: undo.key, mv: undo.mv, is_capture: !undo.captured.is_empty() })
    }

    /// The last move made, unless it was a null move.
    #[inline]
    pub fn last_move(&self) -> Option<Move> {
        self.undo.last()?.mv
    }

    /// Plies since the last capture, counted over the moves made on this board only: front ends restart their FEN in
    /// the middle of a game, so its counter is no evidence.
    #[inline]
    pub fn quiet_plies(&self) -> usize {
        self.quiet as usize
    }

    /// How many plies back a repetition of the current position can lie.
    #[inline]
    pub fn reversible_plies(&self) -> usize {
        self.reversible as usize
    }

    /// Whether the side to move stands in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        match self.check {
            Check::Yes => true,
            Check::No => false,
            Check::Unknown => self.is_attacked(self.king(self.side), !self.side),
        }
    }

    /// [`Board::in_check`], remembered for as long as the position is on the board or in its history.
    #[inline]
    pub fn refresh_check(&mut self) -> bool {
        let in_check = self.in_check();
        self.check = if in_check { Check::Yes } else { Check::No };
        in_check
    }

    /// Whether the mover of `back` plies ago was in check, if [`Board::refresh_check`] was asked then.
    #[inline]
    pub fn was_in_check(&self, back: usize) -> Option<bool> {
        match self.undo.get(self.undo.len().checked_sub(back + 1)?)?.check {
            Check::Unknown => None,
            Check::No => Some(false),
            Check::Yes => Some(true),
        }
    }

    /// All legal moves, captures first.
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.captures(&mut moves);
        self.quiets(&mut moves);
        moves.retain(|mv| self.is_legal(*mv));
        moves
    }

    /// Whether the side to move has a legal move; without one it has lost, in check or not.
    pub fn has_legal_move(&self) -> bool {
        let mut moves = MoveList::new();
        self.captures(&mut moves);
        self.quiets(&mut moves);
        moves.iter().any(|mv| self.is_legal(*mv))
    }

    /// The same position with the colours exchanged and the board turned, without its history.
    pub fn flip_colors(&self) -> Self {
        self.transformed(Square::flip_ranks, |color| !color)
    }

    /// The same position with left and right exchanged, without its history.
    pub fn mirror_files(&self) -> Self {
        self.transformed(Square::mirror_files, |color| color)
    }

    fn transformed(&self, square_to: fn(Square) -> Square, color_to: fn(Color) -> Color) -> Self {
        let mut board = Self::empty();
        for color in Color::ALL {
            for slot in 0..16 {
                let point = self.list[Cell::man(color, slot).index()];
                if point != Point::NOWHERE {
                    board.put(Cell::man(color_to(color), slot), Point::of(square_to(point.square())));
                }
            }
        }
        if color_to(self.side) == Color::Black {
            board.toggle_side();
        }
        board.fen_side = board.side;
        board
    }
}

impl PartialEq for Board {
    /// Same men on the same squares, same side to move; the history does not matter.
    fn eq(&self, other: &Self) -> bool {
        self.side == other.side && Square::all().all(|square| self.piece_at(square) == other.piece_at(square))
    }
}
