//! Reading and writing FEN, where Red is `w`.

use super::cell::Cell;
use super::make::Board;
use super::move_stack::FenCounters;
use super::position::Position;
use crate::types::{Color, File, Kind, Piece, Rank, Square};
use std::fmt::{self, Write};

/// The start position.
pub const STARTPOS: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/// Larger half-move counts are clamped to this.
const MAX_HALFMOVES: u32 = 999;

/// Why a FEN was refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FenError {
    /// An empty FEN.
    Empty,
    /// Not ten ranks.
    RankCount(usize),
    /// A rank, as written (shortened), that does not describe nine squares.
    RankLength(String),
    /// A letter that is not a piece.
    BadPiece(char),
    /// A king outside its palace.
    KingOutside(Color, Square),
    /// A side without a king.
    NoKing(Color),
    /// More pieces of a kind than the side starts with.
    TooMany(Piece),
    /// A side to move that is neither `w`, `r` nor `b`.
    BadSide(String),
    /// The side to move could capture the king on the second square with its piece on the first. Facing kings count.
    KingCapturable(Piece, Square, Square),
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(f, "the FEN is empty"),
            Self::RankCount(count) => write!(f, "the FEN must have 10 ranks, not {count}"),
            Self::RankLength(rank) => write!(f, "the rank '{}' does not have 9 points", rank.escape_debug()),
            Self::BadPiece(letter) => write!(f, "'{}' is not a piece", letter.escape_default()),
            Self::KingOutside(color, square) => write!(f, "the {color:?} king on {square} is outside its palace"),
            Self::NoKing(color) => write!(f, "{color:?} has no king"),
            Self::TooMany(piece) => {
                let (max, kind) = (piece.kind.max_count(), format!("{:?}", piece.kind).to_lowercase());
                write!(f, "{:?} has more than {max} {kind}{}", piece.color, if max == 1 { "" } else { "s" })
            }
            Self::BadSide(side) => write!(f, "the side to move '{}' is not w, r or b", side.escape_debug()),
            Self::KingCapturable(Piece { kind: Kind::King, .. }, from, king) => {
                write!(f, "the kings on {from} and {king} face each other")
            }
            Self::KingCapturable(piece, from, king) => {
                let kind = format!("{:?}", piece.kind).to_lowercase();
                write!(f, "{:?} is to move and its {kind} on {from} could take the king on {king}", piece.color)
            }
        }
    }
}

impl std::error::Error for FenError {}

impl Board {
    /// The start position.
    pub fn startpos() -> Self {
        Self::from_fen(STARTPOS).expect("the start position is a legal position")
    }

    /// Reads a FEN: `<board> <side> - - <halfmoves> <fullmoves>`.
    ///
    /// Everything but the board may be missing; without a side Red is to move. `E` and `H` are read as `B` and `N`, `r`
    /// as `w`. After the side any fields of dashes are skipped and up to two numbers are read; the rest is ignored,
    /// since front ends append fields of their own.
    ///
    /// # Errors
    /// Anything that is not a legal position: see [`FenError`].
    pub fn from_fen(fen: &str) -> Result<Self, FenError> {
        let is_dashes = |field: &str| field.bytes().all(|byte| byte == b'-');
        let mut fields = fen.split_ascii_whitespace().peekable();
        let mut position = Position::empty();
        position.read_pieces(fields.next().ok_or(FenError::Empty)?)?;
        match fields.next_if(|field| !is_dashes(field) && field.parse::<u32>().is_err()) {
            None | Some("w" | "W" | "r" | "R") => {}
            Some("b" | "B") => position.toggle_side(),
            Some(other) => return Err(FenError::BadSide(other.chars().take(20).collect())),
        }
        let side = position.side();
        let mut numbers = fields.skip_while(|field| is_dashes(field)).map_while(|field| field.parse::<u32>().ok());
        let halfmoves = numbers.next().unwrap_or(0).min(MAX_HALFMOVES) as u16;
        let fullmoves = numbers.next().unwrap_or(1).max(1);
        let king = position.king(!side);
        if let Some((number, from)) =
            position.pieces(side).find(|&(number, _)| position.king_attackers(!side) >> number & 1 == 1)
        {
            return Err(FenError::KingCapturable(Piece::new(side, Cell::of(side, number).kind()), from, king));
        }
        Ok(Self::new(position, FenCounters { side, halfmoves, fullmoves }))
    }

    /// Writes the position as a FEN of six fields, with the counters carried on from the FEN that was read.
    pub fn fen(&self) -> String {
        let mut fen = String::new();
        // Writing into a string does not fail.
        let _ = self.position().write_fen(&mut fen);
        let _ = write!(fen, " - - {} {}", self.halfmoves(), self.move_number());
        fen
    }

    /// The full-move number, continued from the FEN: it increases after each move by Black.
    pub fn move_number(&self) -> usize {
        let (plies, start) = (self.move_stack().len(), self.move_stack().start);
        start.fullmoves as usize + (plies + usize::from(start.side == Color::Black)) / 2
    }

    /// Plies since the game began, by the move number.
    pub fn game_ply(&self) -> usize {
        2 * (self.move_number() - 1) + self.side().index()
    }

    /// The half-move count of the FEN: plies since the last capture, continued from the FEN that was read.
    fn halfmoves(&self) -> usize {
        let (plies, quiet) = (self.move_stack().len(), self.move_stack().quiet_plies());
        let before = if plies == quiet { self.move_stack().start.halfmoves as usize } else { 0 };
        (before + quiet).min(MAX_HALFMOVES as usize)
    }

    /// The same position without its moves; the counters of its FEN stay.
    pub fn without_history(&self) -> Self {
        let start = FenCounters {
            side: self.side(),
            halfmoves: self.halfmoves() as u16,
            fullmoves: u32::try_from(self.move_number()).unwrap_or(u32::MAX),
        };
        Self::new(*self.position(), start)
    }
}

impl Position {
    fn read_pieces(&mut self, text: &str) -> Result<(), FenError> {
        let count = text.split('/').count();
        if count != Rank::COUNT {
            return Err(FenError::RankCount(count));
        }
        for (row, rank) in text.split('/').zip((0..Rank::COUNT as u8).rev().filter_map(Rank::new)) {
            self.read_rank(row, rank)?;
        }
        for color in Color::ALL {
            if self.count(color, Kind::King) == 0 {
                return Err(FenError::NoKing(color));
            }
        }
        Ok(())
    }

    fn read_rank(&mut self, row: &str, rank: Rank) -> Result<(), FenError> {
        let too_long = || FenError::RankLength(row.chars().take(20).collect());
        let mut file = 0;
        for letter in row.chars() {
            if let Some(digit @ 1..=9) = letter.to_digit(10) {
                file = (file + digit as u8).min(File::COUNT as u8 + 1);
                continue;
            }
            let piece = Piece::from_letter(letter).ok_or(FenError::BadPiece(letter))?;
            let square = Square::at(File::new(file).ok_or_else(too_long)?, rank);
            self.add(piece, square)?;
            file += 1;
        }
        if file as usize == File::COUNT { Ok(()) } else { Err(too_long()) }
    }

    fn add(&mut self, piece: Piece, square: Square) -> Result<(), FenError> {
        if piece.kind == Kind::King && !square.is_in_region_of(piece) {
            return Err(FenError::KingOutside(piece.color, square));
        }
        let mut cells = Cell::numbers(piece.kind).map(|number| Cell::of(piece.color, number));
        let free = cells.find(|&cell| self.square_of(cell).is_none());
        self.put(free.ok_or(FenError::TooMany(piece))?, square);
        Ok(())
    }
}

impl Position {
    /// Writes the first two fields of the FEN: pieces and side.
    fn write_fen(&self, f: &mut impl Write) -> fmt::Result {
        for rank in (0..Rank::COUNT as u8).rev().filter_map(Rank::new) {
            let mut gap = 0;
            for file in (0..File::COUNT as u8).filter_map(File::new) {
                let Some(piece) = self.piece_at(Square::at(file, rank)) else {
                    gap += 1;
                    continue;
                };
                if gap > 0 {
                    write!(f, "{gap}")?;
                    gap = 0;
                }
                write!(f, "{}", piece.letter())?;
            }
            if gap > 0 {
                write!(f, "{gap}")?;
            }
            if rank.index() > 0 {
                f.write_str("/")?;
            }
        }
        f.write_str(match self.side() {
            Color::Red => " w",
            Color::Black => " b",
        })
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_fen(f)
    }
}

impl fmt::Display for Position {
    /// A diagram with coordinates, Red at the bottom.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..Rank::COUNT as u8).rev().filter_map(Rank::new) {
            write!(f, "{} ", rank.index())?;
            for file in (0..File::COUNT as u8).filter_map(File::new) {
                let letter = self.piece_at(Square::at(file, rank)).map_or('.', Piece::letter);
                write!(f, " {letter}")?;
            }
            writeln!(f)?;
        }
        write!(f, "   a b c d e f g h i")
    }
}

impl fmt::Display for Board {
    /// The diagram of the position.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.position(), f)
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.fen())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(fen: &str, expected: FenError) {
        assert_eq!(Board::from_fen(fen).err(), Some(expected), "{fen}");
    }

    #[test]
    fn start_position_reads_back() {
        assert_eq!(Board::startpos().fen(), STARTPOS);
        let short = Board::from_fen(STARTPOS.split(' ').next().unwrap()).unwrap();
        assert_eq!(short.fen(), STARTPOS);
    }

    #[test]
    fn variants_of_front_ends_are_read() {
        let pieces = "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR";
        for tail in [
            "",
            " w",
            " r",
            " - - 0 1",
            " 0 1",
            " W - - 0 1",
            " w -- 0 1",
            " w - - 0 1 - - 0 1",
            " r - - 0 1 ;\u{fffd} x",
        ] {
            assert_eq!(Board::from_fen(&format!("{pieces}{tail}")).unwrap().fen(), STARTPOS, "{tail}");
        }
        let board = Board::from_fen(&format!("{pieces} b - - 7000 12")).unwrap();
        assert_eq!(board.fen(), STARTPOS.replace("w - - 0 1", "b - - 999 12"));
    }

    #[test]
    fn illegal_positions_are_refused() {
        let red = |kind| Piece::new(Color::Red, kind);
        let square = |name| Square::parse(name).unwrap();
        check("", FenError::Empty);
        check("9/9", FenError::RankCount(2));
        check("4k4/9/9/9/9/9/9/9/9/5K4 w", FenError::RankLength("5K4".into()));
        check("4k4/9/9/9/9/9/9/9/9/5K2 w", FenError::RankLength("5K2".into()));
        // Long enough that a sum of gaps would overflow a byte; in the second rank it would wrap around to nine.
        let nines = "9".repeat(30);
        check(&format!("4k4/9/9/9/9/9/9/9/9/{nines} w"), FenError::RankLength(nines[..20].into()));
        let round = format!("4K4{}4", "9".repeat(28));
        check(&format!("4k4/9/9/9/9/9/9/9/9/{round} w"), FenError::RankLength(round[..20].into()));
        check("4k4/9/9/9/9/9/9/9/9/5x3 w", FenError::BadPiece('x'));
        check("4k4/9/9/9/9/9/9/9/9/0K8 w", FenError::BadPiece('0'));
        check("9/9/9/9/9/9/9/9/9/5K3 w", FenError::NoKing(Color::Black));
        check("4k4/9/9/9/9/9/9/9/9/KK7 w", FenError::KingOutside(Color::Red, square("a0")));
        check("4k4/9/9/9/9/9/9/9/9/3KK4 w", FenError::TooMany(red(Kind::King)));
        check("3k5/9/9/9/9/9/9/9/RRR6/4K4 w", FenError::TooMany(red(Kind::Rook)));
        check("3k5/9/9/9/9/9/9/9/9/4K4 x", FenError::BadSide("x".into()));
        check("3k5/9/9/9/9/9/9/9/9/4K4 4k4", FenError::BadSide("4k4".into()));
        let capturable = |kind, from, king| FenError::KingCapturable(red(kind), square(from), square(king));
        check("4k4/9/9/9/9/9/9/9/9/4K4 w", capturable(Kind::King, "e0", "e9"));
        check("3k5/9/9/9/9/9/3R5/9/9/4K4 w", capturable(Kind::Rook, "d3", "d9"));
    }

    #[test]
    fn refusals_name_the_piece_the_square_and_the_count() {
        for (fen, text) in [
            ("4k4/9/9/9/9/9/K8/9/9/9 w", "the Red king on a3 is outside its palace"),
            ("3k5/9/9/9/9/9/9/9/RRR6/4K4 w", "Red has more than 2 rooks"),
            ("3k1k3/9/9/9/9/9/9/9/9/4K4 w", "Black has more than 1 king"),
            ("3k5/9/9/9/9/9/3R5/9/9/4K4 w", "Red is to move and its rook on d3 could take the king on d9"),
            ("4k4/9/9/9/9/9/9/9/9/4K4 b", "the kings on e9 and e0 face each other"),
        ] {
            assert_eq!(Board::from_fen(fen).err().map(|error| error.to_string()).as_deref(), Some(text), "{fen}");
        }
    }

    #[test]
    fn counters_follow_the_moves() {
        let mut board = Board::startpos();
        for (text, tail) in [("h2e2", "b - - 1 1"), ("h9g7", "w - - 2 2"), ("e2e6", "b - - 0 2")] {
            board.make(text.parse().unwrap());
            assert!(board.fen().ends_with(tail), "{}", board.fen());
        }
    }
}
