//! `guohe-tools book show`: what a book plays in a position.

use crate::analyse::Openings;
use anyhow::{Context, bail};
use comfy_table::presets::NOTHING;
use comfy_table::{ContentArrangement, Table};
use guohe::board::Board;
use guohe::book::Book;
use guohe::notation::{self, Style};
use guohe::types::Move;
use guohe_common::say::say;
use std::path::PathBuf;
use std::process::ExitCode;

/// Columns of the table.
const WIDTH: u16 = 100;

/// Show what a book plays in a position.
#[derive(clap::Args)]
pub struct ShowArgs {
    /// A FEN, or the moves from the usual start in any notation: 炮二平五 马8进7, C2.5 H8+7, h2e2 h9g7; both may be
    /// combined: startpos moves ..., fen <FEN> moves ...
    #[arg(value_name = "POSITION")]
    position: Vec<String>,
    /// Book files instead of the built-in book
    #[arg(long, value_name = "FILE")]
    book: Vec<PathBuf>,
    /// Notation of the moves: chinese, traditional, fullwidth, traditional-fullwidth, wxf, iccs, plain
    #[arg(long, value_name = "STYLE", default_value_t = Style::Chinese)]
    notation: Style,
}

/// Shows the moves.
///
/// # Errors
/// When the position or a book cannot be read.
pub fn run(args: &ShowArgs) -> anyhow::Result<ExitCode> {
    let board = position(&args.position)?;
    let book = if args.book.is_empty() { Book::embedded() } else { Book::load(&args.book).context("the book")? };
    say!("{}", report(book, &board, args.notation));
    Ok(ExitCode::SUCCESS)
}

/// The position that the words describe.
fn position(words: &[String]) -> anyhow::Result<Board> {
    let words: Vec<&str> = words.iter().flat_map(|word| word.split_whitespace()).collect();
    let words = words.strip_prefix(&["position"]).unwrap_or(&words);
    let (start, moves) = match words.iter().position(|word| word.eq_ignore_ascii_case("moves")) {
        Some(at) => (&words[..at], &words[at + 1..]),
        // A FEN has its ranks between slashes, and so has no move.
        None if words.iter().any(|word| word.contains('/')) => (words, &[][..]),
        None if words.first().is_some_and(|word| word.eq_ignore_ascii_case("startpos")) => (&words[..1], &words[1..]),
        None => (&[][..], words),
    };
    let belongs = |word: &&&str| word.bytes().all(|byte| byte == b'-' || byte.is_ascii_digit());
    let side = start.iter().position(|word| word.contains('/')).map_or(start.len(), |ranks| ranks + 2);
    if let Some(word) = start.iter().skip(side).find(|word| !belongs(word)) {
        bail!("'{word}' does not belong to the FEN: write `moves` before the moves");
    }
    let mut board = match start {
        [] => Board::startpos(),
        [word] if word.eq_ignore_ascii_case("startpos") => Board::startpos(),
        [word, fen @ ..] if word.eq_ignore_ascii_case("fen") => Board::from_fen(&fen.join(" "))?,
        fen => Board::from_fen(&fen.join(" "))?,
    };
    for (index, word) in moves.iter().enumerate() {
        match notation::read(&board, word) {
            Ok(mv) => {
                board.make(mv);
            }
            Err(error) => bail!("move {}: {error}", index + 1),
        }
    }
    Ok(board)
}

/// The moves with their weights, and of each the opening to which all lines belong that go on with it.
fn report(book: Book, board: &Board, style: Style) -> String {
    let moves = book.moves(board);
    if moves.is_empty() {
        return format!("{}\nThe book has no move here for {:?}.", board.fen(), board.side());
    }
    let moves: Vec<(Move, u32)> = moves.iter().map(|found| (found.mv, found.weight)).collect();
    let sum: u64 = moves.iter().map(|&(_, weight)| u64::from(weight)).sum();
    let mut table = Table::new();
    table.load_preset(NOTHING).set_content_arrangement(ContentArrangement::Dynamic).set_width(WIDTH);
    table.set_header(["move", "", "weight", "share", "opening"]);
    let openings = Openings::new(book);
    for (mv, weight) in moves {
        let mut after = board.clone();
        after.make(mv);
        let opening = openings.name_ahead(&after);
        table.add_row([
            notation::write(board, mv, style),
            mv.to_string(),
            weight.to_string(),
            format!("{:.1} %", 100.0 * f64::from(weight) / sum as f64),
            opening.map_or_else(String::new, |named| format!("{} {} {}", named.code, named.chinese, named.english)),
        ]);
    }
    format!("{}\n{table}", board.fen())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn at(text: &str) -> anyhow::Result<Board> {
        position(&text.split(' ').map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn positions_come_in_many_ways() {
        let expected = at("startpos moves h2e2 h9g7").unwrap().fen();
        for text in
            ["炮二平五 马8进7", "C2.5 H8+7", "startpos 炮二平五 馬８進７", &expected, &format!("fen {expected}")]
        {
            assert_eq!(at(text).unwrap().fen(), expected, "{text}");
        }
        assert_eq!(at("").unwrap().fen(), Board::startpos().fen());
        assert!(at("炮二平二").unwrap_err().to_string().starts_with("move 1: '炮二平二' is not a legal move here"));
        assert!(at("9/9").is_err());
        assert_eq!(at("position startpos moves h2e2 h9g7").unwrap().fen(), expected);
        let error = at(&format!("{expected} 炮八平五")).unwrap_err().to_string();
        assert!(error.starts_with("'炮八平五' does not belong to the FEN"), "{error}");
    }

    #[test]
    fn the_built_in_book_fits_a_hundred_columns_and_names_no_more_than_the_moves() {
        let columns = |line: &str| line.chars().map(|c| if c < '\u{2E80}' { 1 } else { 2 }).sum::<usize>();
        let chinese = Style::Chinese;
        for moves in ["", "h2e2", "h2e2 h9g7 h0g2 i9h9 i0h0 g6g5 h0h6 b9c7"] {
            let shown = report(Book::embedded(), &at(moves).unwrap(), chinese);
            assert!(shown.lines().all(|line| columns(line) <= 100), "{shown}");
        }
        let shown = report(Book::embedded(), &Board::startpos(), chinese);
        assert!(shown.contains("B00–D55 中炮局 Central Cannon "), "{shown}");
        assert!(!shown.contains("两头蛇"), "{shown}");
    }

    #[test]
    fn moves_stand_with_weight_and_name() {
        let mut book = Book::default();
        let text = "A1 ; 一 ; One ; 3/1 ; h2e2 h9g7\nA2 ; 二 ; Two ; 1/1 ; h0g2";
        book.read(Path::new("x"), text.as_bytes()).unwrap();
        let shown = report(book, &Board::startpos(), Style::Chinese);
        for part in ["炮二平五", "h2e2", "37.5 %", "12.5 %", "A1 一 One", "马二进三"] {
            assert!(shown.contains(part), "{part} in {shown}");
        }
        let after = at("h0g2").unwrap();
        let mut book = Book::default();
        book.read(Path::new("x"), text.as_bytes()).unwrap();
        assert!(report(book, &after, Style::Wxf).contains("no move here for Black"));
    }
}
