//! Parser of book files.

use crate::board::Board;
use crate::types::{Color, Move};

/// Maximum size of a book file, bytes. A longer file is probably a binary book.
pub(super) const MAX_FILE_BYTES: u64 = 16 << 20;
/// Maximum weight of a side in a line.
const MAX_WEIGHT: u32 = 10_000;
/// Maximum weight of a move of a position, the same as in other engines' books.
const MAX_MOVE_WEIGHT: u32 = 65_535;
/// Maximum number of characters of the book's text in an error message.
const MAX_QUOTED: usize = 40;

/// A named line of the book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// Code in the Encyclopedia of Chinese Chess Openings, such as `C45`.
    pub code: String,
    /// Chinese name.
    pub chinese: String,
    /// English name.
    pub english: String,
    /// Weight of Red's moves, 0 to 10000.
    pub red_weight: u32,
    /// Weight of Black's moves, 0 to 10000.
    pub black_weight: u32,
    /// The moves from the start position, all legal.
    pub moves: Vec<Move>,
}

impl Opening {
    /// The weight of `side`'s moves.
    pub(super) fn weight(&self, side: Color) -> u32 {
        match side {
            Color::Red => self.red_weight,
            Color::Black => self.black_weight,
        }
    }

    /// The opening that stands for all moves listed by position.
    pub(super) fn of_positions() -> Self {
        Self {
            code: "-".to_owned(),
            chinese: "局面".to_owned(),
            english: "Position".to_owned(),
            red_weight: 0,
            black_weight: 0,
            moves: Vec::new(),
        }
    }
}

/// A line of a book file.
#[derive(Debug)]
pub(super) enum BookLine {
    /// A named line of play.
    Opening(Opening),
    /// A position and its moves with their weights: all legal, none listed twice.
    Position(Box<Board>, Vec<(Move, u32)>),
}

/// Reads one line of a book, already trimmed and neither empty nor a comment.
pub(super) fn read_line(line: &str) -> Result<BookLine, String> {
    let fields: Vec<&str> = line.split(';').map(str::trim).collect();
    if let [fen, moves] = fields[..] {
        return read_position(fen, moves);
    }
    let [code, chinese, english, weights, moves] = fields[..] else {
        return Err(format!(
            "{} fields; expected 5 ('code ; Chinese name ; English name ; red/black weights ; moves') or 2 ('FEN ; move \
             weight ...')",
            fields.len()
        ));
    };
    for (name, field) in
        [("code", code), ("Chinese name", chinese), ("English name", english), ("list of moves", moves)]
    {
        if field.is_empty() {
            return Err(format!("the {name} is missing"));
        }
    }
    let (red_weight, black_weight) = weights
        .split_once('/')
        .and_then(|(red, black)| Some((read_weight(red)?, read_weight(black)?)))
        .ok_or_else(|| {
            let text = quoted(weights);
            format!("'{text}' is not two weights from 0 to {MAX_WEIGHT} such as 8/5")
        })?;
    Ok(BookLine::Opening(Opening {
        code: code.to_owned(),
        chinese: chinese.to_owned(),
        english: english.to_owned(),
        red_weight,
        black_weight,
        moves: read_moves(moves)?,
    }))
}

/// A position and its moves, each followed by its weight.
fn read_position(fen: &str, text: &str) -> Result<BookLine, String> {
    let board = Board::from_fen(fen).map_err(|error| error.to_string())?;
    let mut moves: Vec<(Move, u32)> = Vec::new();
    let mut words = text.split_whitespace();
    while let Some(word) = words.next() {
        let mv = read_move(&board, word, moves.len() + 1)?;
        if moves.iter().any(|&(known, _)| known == mv) {
            return Err(format!("{mv} is listed twice"));
        }
        let weight = words.next().and_then(|word| word.parse().ok()).filter(|&weight| weight <= MAX_MOVE_WEIGHT);
        let must = || format!("{mv} must be followed by a weight from 0 to {MAX_MOVE_WEIGHT}");
        moves.push((mv, weight.ok_or_else(must)?));
    }
    if moves.is_empty() {
        return Err("the list of moves is missing".to_owned());
    }
    Ok(BookLine::Position(Box::new(board), moves))
}

fn read_weight(text: &str) -> Option<u32> {
    text.trim().parse().ok().filter(|&weight| weight <= MAX_WEIGHT)
}

fn read_moves(text: &str) -> Result<Vec<Move>, String> {
    let mut board = Board::startpos();
    let mut moves = Vec::new();
    for word in text.split_whitespace() {
        let mv = read_move(&board, word, moves.len() + 1)?;
        board.make(mv);
        moves.push(mv);
    }
    Ok(moves)
}

/// Reads a legal move; `ply` is its place in the line, from 1.
fn read_move(board: &Board, word: &str, ply: usize) -> Result<Move, String> {
    let mv: Move = word.parse().map_err(|_| format!("'{}' is not a move such as h2e2", quoted(word)))?;
    if board.is_legal_move(mv) { Ok(mv) } else { Err(format!("move {ply}, {mv}, is not legal")) }
}

/// Text for a message: shortened, without control characters.
fn quoted(text: &str) -> String {
    text.chars().take(MAX_QUOTED).map(|letter| if letter.is_control() { '?' } else { letter }).collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::book;

    #[test]
    fn errors_name_file_and_line() {
        let cases: &[(&[u8], &str)] = &[
            (b"9/9 w;h2e2 1", "test.txt:1: the FEN must have 10 ranks, not 2"),
            (b"4k4/9/9/9/9/9/9/9/9/R3K4 w;a0a1 1", "test.txt:1: the kings on e0 and e9 face each other"),
            (b"3k5/9/9/9/9/9/9/9/9/R3K4 w;", "test.txt:1: the list of moves is missing"),
            (b"3k5/9/9/9/9/9/9/9/9/R3K4 w;a0a1", "test.txt:1: a0a1 must be followed by a weight from 0 to 65535"),
            (b"3k5/9/9/9/9/9/9/9/9/R3K4 w;a0a1 65536", "test.txt:1: a0a1 must be followed"),
            (b"3k5/9/9/9/9/9/9/9/9/R3K4 w;a0a1 1 a0b1 1", "test.txt:1: move 2, a0b1, is not legal"),
            (b"3k5/9/9/9/9/9/9/9/9/R3K4 w;a0a1 1 a0a1 1", "test.txt:1: a0a1 is listed twice"),
            (b"A1;x;y;1/1", "test.txt:1: 4 fields; expected 5 ('code ; Chinese"),
            (b"\n#\nA1;x;y;1/1;h2e2;z", "test.txt:3: 6 fields"),
            (b"A1;x;;1/1;h2e2", "test.txt:1: the English name is missing"),
            (b"A1;x;y;1/1;", "test.txt:1: the list of moves is missing"),
            (b"A1;x;y;1;h2e2", "test.txt:1: '1' is not two weights"),
            (b"A1;x;y;-1/1;h2e2", "test.txt:1: '-1/1' is not two weights"),
            (b"A1;x;y;1/10001;h2e2", "test.txt:1: '1/10001' is not two weights"),
            (b"A1;x;y;1/99999999999999999999;h2e2", "test.txt:1: '1/9999"),
            (b"A1;x;y;1/1;h2e2 h9", "test.txt:1: 'h9' is not a move"),
            (b"A1;x;y;1/1;h2e2 h0g2", "test.txt:1: move 2, h0g2, is not legal"),
            // 中炮 in GBK, a UTF-16 file, and a binary book.
            (b"#\nA1;\xD6\xD0\xC5\xDA;y;1/1;h2e2", "test.txt:2: not UTF-8 text"),
            (b"\xFF\xFEA\x001\x00", "test.txt:1: not UTF-8 text"),
            (b"\x00\x01\x02\x03", "test.txt:1: 1 fields"),
        ];
        for (text, expected) in cases {
            let message = book(text).unwrap_err().to_string();
            assert!(message.starts_with(expected), "{message}");
        }
    }
}
