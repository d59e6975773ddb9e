//! Start positions as lists of pieces, which is how the board programs keep them.

use crate::bilingual::{self, Bilingual};
use guohe::board::Board;
use guohe::types::{Color, Kind, Piece, Square};

/// The order of a side's pieces in XQF and UBB: the back rank from Red's left, cannons, pawns.
const ORDER: [Kind; 16] = [
    Kind::Rook,
    Kind::Knight,
    Kind::Bishop,
    Kind::Advisor,
    Kind::King,
    Kind::Advisor,
    Kind::Bishop,
    Kind::Knight,
    Kind::Rook,
    Kind::Cannon,
    Kind::Cannon,
    Kind::Pawn,
    Kind::Pawn,
    Kind::Pawn,
    Kind::Pawn,
    Kind::Pawn,
];

/// The 32 places of XQF and UBB and who stands there, Red first.
pub fn places() -> impl Iterator<Item = Piece> {
    Color::ALL.into_iter().flat_map(|color| ORDER.map(|kind| Piece::new(color, kind)))
}

/// Where the pieces of XQF's and UBB's list stand on `board`. Pieces of a kind are taken from the lowest square up,
/// except that the places of the start position are kept where the same kind stands there.
pub fn squares_of(board: &Board) -> Vec<Option<Square>> {
    let start = Board::startpos();
    let mut left: Vec<(Piece, Square)> =
        Square::all().filter_map(|square| Some((board.piece_at(square)?, square))).collect();
    let homes = homes(&start);
    let mut found: Vec<Option<Square>> = vec![None; homes.len()];
    for (place, (piece, home)) in found.iter_mut().zip(&homes) {
        if let Some(at) = left.iter().position(|other| other == &(*piece, *home)) {
            *place = Some(left.swap_remove(at).1);
        }
    }
    left.sort_by_key(|&(_, square)| square);
    for (place, (piece, _)) in found.iter_mut().zip(&homes).filter(|(place, _)| place.is_none()) {
        if let Some(at) = left.iter().position(|(other, _)| other == piece) {
            *place = Some(left.remove(at).1);
        }
    }
    found
}

/// Where the pieces of the list stand at the start of a game.
fn homes(start: &Board) -> Vec<(Piece, Square)> {
    let mut left: Vec<(Piece, Square)> =
        Square::all().filter_map(|square| Some((start.piece_at(square)?, square))).collect();
    places()
        .filter_map(|piece| {
            let at = left.iter().position(|(other, _)| *other == piece)?;
            Some(left.remove(at))
        })
        .collect()
}

/// The position in which `pieces` stand.
///
/// # Errors
/// When two of them stand on one point or the position is not legal.
pub fn board_of(pieces: &[(Piece, Square)], side: Color, number: u32) -> Result<Board, Bilingual> {
    let mut cells = [None; Square::COUNT];
    for &(piece, square) in pieces {
        if cells[square.index()].replace(piece).is_some() {
            let text = Bilingual::new(format!("{square} 上有两个棋子"), format!("two pieces stand on {square}"));
            return Err(text);
        }
    }
    let mut fen = String::new();
    for rank in (0..10).rev() {
        for cell in &cells[rank * 9..rank * 9 + 9] {
            // A row of ones is as good a FEN as one of sums.
            fen.push(cell.map_or('1', Piece::letter));
        }
        fen.push(if rank > 0 { '/' } else { ' ' });
    }
    fen.push_str(if side == Color::Red { "w" } else { "b" });
    Board::from_fen(&format!("{fen} - - 0 {number}")).map_err(|error| bilingual::of_fen(&error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_position_in_the_order_of_the_files() {
        let squares: Vec<String> =
            squares_of(&Board::startpos()).into_iter().map(|square| square.unwrap().to_string()).collect();
        assert_eq!(squares[..16].join(""), "a0b0c0d0e0f0g0h0i0b2h2a3c3e3g3i3");
        assert_eq!(squares[16..].join(""), "a9b9c9d9e9f9g9h9i9b7h7a6c6e6g6i6");
    }

    #[test]
    fn pieces_go_out_and_come_back() {
        for fen in ["3k5/9/9/9/9/2B6/9/3A5/9/2BAK4 w - - 0 1", "1R1cka3/4a4/9/9/p8/p8/p8/p8/9/4K4 b - - 0 7"] {
            let board = Board::from_fen(fen).unwrap();
            let pieces: Vec<(Piece, Square)> =
                places().zip(squares_of(&board)).filter_map(|(piece, square)| Some((piece, square?))).collect();
            let number = fen.rsplit(' ').next().unwrap().parse().unwrap();
            assert_eq!(board_of(&pieces, board.side(), number).unwrap().fen(), fen);
        }
        let king = (Piece::new(Color::Red, Kind::King), Square::parse("e0").unwrap());
        assert!(board_of(&[king, king], Color::Red, 1).unwrap_err().english.contains("e0"));
        assert!(board_of(&[king], Color::Red, 1).unwrap_err().english.contains("no king"));
    }
}
