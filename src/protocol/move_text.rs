//! Writing moves in replies and reading the moves of a `position`.

use super::command::Setup;
use super::parse::Words;
use crate::board::{Board, FenError};
use crate::notation::{self, Style};
use crate::types::Move;

/// Writes the moves of lines that begin at one position.
#[derive(Clone)]
pub struct MoveWriter {
    /// `None` for plain coordinates, which need no position.
    notation: Option<(Style, Box<Board>)>,
}

impl MoveWriter {
    /// Writes plain coordinates.
    #[cfg(test)]
    pub const PLAIN: Self = Self { notation: None };

    /// Writes moves from `board` on in `style`.
    pub fn new(style: Style, board: &Board) -> Self {
        Self { notation: (style != Style::Plain).then(|| (style, Box::new(board.clone()))) }
    }

    /// The moves of a line as text.
    pub fn line(&self, moves: &[Move]) -> Vec<String> {
        let Some((style, board)) = &self.notation else {
            return moves.iter().map(Move::to_string).collect();
        };
        let mut board = Board::clone(board);
        let mut words = Vec::with_capacity(moves.len());
        for (index, &mv) in moves.iter().enumerate() {
            if !board.is_legal_move(mv) {
                words.extend(moves[index..].iter().map(Move::to_string));
                break;
            }
            words.push(notation::write(&board, mv, *style));
            board.make(mv);
        }
        words
    }

    /// One move.
    pub fn one(&self, mv: Move) -> String {
        self.line(&[mv]).concat()
    }
}

/// The moves that led to `board`, at most the last `count` of them.
pub fn game(board: &Board, style: Style, count: usize) -> Vec<String> {
    let mut start = board.clone();
    let mut moves = Vec::new();
    while moves.len() < count
        && let Some(mv) = start.last_move()
    {
        start.unmake();
        moves.push(mv);
    }
    moves.reverse();
    MoveWriter::new(style, &start).line(&moves)
}

/// The position that `setup` describes, after its moves. Stops before the first move that cannot be played and returns
/// a message that names it and the reason.
///
/// # Errors
/// When the FEN is not a legal position.
pub fn set_up(setup: &Setup, read: ReadMove) -> Result<(Board, Option<String>), FenError> {
    let mut board = setup.fen.as_deref().map_or_else(|| Ok(Board::startpos()), Board::from_fen)?;
    let mut number = 0;
    for word in Words(&setup.moves) {
        let word = String::from_utf8_lossy(word);
        number += 1;
        match read(&board, &word) {
            Ok(Some(mv)) => {
                board.make(mv);
            }
            Ok(None) => number -= 1,
            Err(why) => return Ok((board, Some(format!("move {number}, {word}, cannot be played: {why}")))),
        }
    }
    Ok((board, None))
}

/// Reads the legal move that a word names in a position; `None` for a move number. The error is a message for the user.
pub type ReadMove = fn(&Board, &str) -> Result<Option<Move>, String>;

/// Reads a move as front ends send it: coordinates.
///
/// # Errors
/// When it is not a legal move.
pub fn read_sent(board: &Board, word: &str) -> Result<Option<Move>, String> {
    match word.parse::<Move>() {
        Ok(mv) if board.is_legal_move(mv) => Ok(Some(mv)),
        Ok(_) => Err(format!("it is not a legal move of {:?} in {}", board.side(), board.fen())),
        Err(_) => Err("it is not a move such as h2e2, with ranks from 0 to 9".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(fen: Option<&str>, moves: &str, played: usize, refused: Option<&str>) {
        let setup = Setup { fen: fen.map(str::to_owned), moves: moves.into(), stray: None };
        let (board, why) = set_up(&setup, read_sent).unwrap();
        assert_eq!(board.plies_played(), played, "{moves}");
        let why = why.map(|text| text.replace(&format!(" of {:?} in {}", board.side(), board.fen()), ""));
        assert_eq!(why.as_deref(), refused, "{moves}");
    }

    #[test]
    fn moves_are_played_up_to_the_first_that_cannot_be() {
        check(None, "", 0, None);
        check(None, "h2e2 H9-G7  h0g2", 3, None);
        check(None, "h2e2 h2e2 h9g7", 1, Some("move 2, h2e2, cannot be played: it is not a legal move"));
        check(None, "h2e2 b2c2", 1, Some("move 2, b2c2, cannot be played: it is not a legal move"));
        // Red's cannon keeps the kings from facing each other.
        let pinned = "3k5/9/9/9/9/9/9/3C5/9/3K5 w - - 0 1";
        check(Some(pinned), "d2e2", 0, Some("move 1, d2e2, cannot be played: it is not a legal move"));
        for word in ["zzzz", "h2h2", "h10g8", "炮二平五"] {
            let refused =
                format!("move 1, {word}, cannot be played: it is not a move such as h2e2, with ranks from 0 to 9");
            check(None, word, 0, Some(&refused));
        }
    }

    #[test]
    fn lines_are_written_move_by_move() {
        let board = Board::startpos();
        let moves: Vec<Move> = ["h2e2", "h9g7", "a0a5"].map(|text| text.parse().unwrap()).to_vec();
        let line = |style| MoveWriter::new(style, &board).line(&moves);
        assert_eq!(line(Style::Plain), ["h2e2", "h9g7", "a0a5"]);
        // An illegal move has no name in a notation and stays in coordinates.
        assert_eq!(line(Style::Wxf), ["C2.5", "H8+7", "a0a5"]);
        let mut after = board.clone();
        after.make(moves[0]);
        after.make(moves[1]);
        assert_eq!(game(&after, Style::Wxf, 9), ["C2.5", "H8+7"]);
        assert_eq!(game(&after, Style::Wxf, 1), ["H8+7"]);
    }
}
