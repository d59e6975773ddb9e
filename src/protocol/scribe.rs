//! Moves in replies: plain coordinates for front ends, any notation for people at the console.

use crate::board::Board;
use crate::notation;
use crate::notation::Style;
use crate::types::Move;

/// Writes moves of lines that begin at one position.
#[derive(Clone)]
pub struct Scribe {
    /// `None` for plain coordinates, which need no position.
    told: Option<(Style, Box<Board>)>,
}

impl Scribe {
    /// Plain coordinates.
    #[cfg(test)]
    pub const PLAIN: Self = Self { told: None };

    /// Moves from `board` on in `style`.
    pub fn new(style: Style, board: &Board) -> Self {
        Self { told: (style != Style::Plain).then(|| (style, Box::new(board.clone()))) }
    }

    /// The moves of a line, one by one.
    pub fn line(&self, moves: &[Move]) -> Vec<String> {
        let Some((style, board)) = &self.told else {
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
    Scribe::new(style, &start).line(&moves)
}

/// `word` without a move number in front; `None` when it is nothing but one: `12.`, `1...`, `……`.
pub fn without_number(word: &str) -> Option<&str> {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let body = rest.trim_start_matches(['.', '．', '…', '、']);
    match body.chars().next() {
        None if rest.is_empty() => Some(word),
        None => None,
        // `33.2` is a move of WXF.
        Some(first) if body.len() < rest.len() && !first.is_ascii_digit() => Some(body),
        Some(_) => Some(word),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_no_moves() {
        let check = |word: &str, expected: Option<&str>| assert_eq!(without_number(word), expected, "{word}");
        check("1.", None);
        check("12...", None);
        check("……", None);
        check("1.炮二平五", Some("炮二平五"));
        check("1、炮二平五", Some("炮二平五"));
        check("3.C2.5", Some("C2.5"));
        check("33.2", Some("33.2"));
        check("14=5", Some("14=5"));
        check("4+.5", Some("4+.5"));
        check("炮8平5", Some("炮8平5"));
        check("7", Some("7"));
    }

    #[test]
    fn lines_are_written_move_by_move() {
        let board = Board::startpos();
        let moves: Vec<Move> = ["h2e2", "h9g7", "a0a5"].map(|text| text.parse().unwrap()).to_vec();
        let line = |style| Scribe::new(style, &board).line(&moves);
        assert_eq!(line(Style::Plain), ["h2e2", "h9g7", "a0a5"]);
        // What is not legal is no move to have a name.
        assert_eq!(line(Style::Wxf), ["C2.5", "H8+7", "a0a5"]);
        let mut after = board.clone();
        after.make(moves[0]);
        after.make(moves[1]);
        assert_eq!(game(&after, Style::Wxf, 9), ["C2.5", "H8+7"]);
        assert_eq!(game(&after, Style::Wxf, 1), ["H8+7"]);
    }
}
