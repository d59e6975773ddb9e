//! The opening explorer: the moves of a position in the book and in games, with their results and names.

use super::terms::texts;
use crate::analyse::Openings;
use crate::statistics::{Results, Statistics, to_the_right};
use guohe::board::Board;
use guohe::types::Move;
use guohe_games::bilingual::Bilingual;
use serde_json::{Value, json};
use std::sync::LazyLock;

/// Results of games of masters. Made by `guohe-tools book count`, as its head says.
const MASTERS: &str = include_str!("../../data/masters.txt");

static STATISTICS: LazyLock<Statistics> = LazyLock::new(|| Statistics::read(MASTERS).expect("a test reads the table"));

static OPENINGS: LazyLock<Openings> = LazyLock::new(Openings::embedded);

/// What is known of one move.
struct Row {
    mv: Move,
    /// The part of the book's choice that the move has, 0 to 1; `None` outside the book.
    share: Option<f64>,
    /// Of the games of masters, if enough went this way.
    masters: Option<Results>,
}

/// The moves of the position on `board` that the book or the masters play, each once where the position is its own
/// mirror image, as JSON: texts of the move, `book` (share of the book, 0 to 1), `masters` (games won by Red, draws,
/// games won by Black), and the `opening` that the move leads into.
pub fn explore(board: &Board) -> Value {
    let in_book = OPENINGS.moves(board);
    let sum: u64 = in_book.iter().map(|found| u64::from(found.weight)).sum();
    let is_symmetric = board.mirror_files().key() == board.key();
    let rows = board.legal_moves().into_iter().filter(|&mv| !is_symmetric || to_the_right(mv) == mv).map(|mv| {
        // Of mirror images that both stand in the book, each has its weight.
        let weight: u64 = in_book
            .iter()
            .filter(|found| found.mv == mv || is_symmetric && found.mv == mv.mirror_files())
            .map(|found| u64::from(found.weight))
            .sum();
        Row { mv, share: (weight > 0).then(|| weight as f64 / sum as f64), masters: STATISTICS.results(board, mv) }
    });
    let known = rows.filter(|row| row.share.is_some() || row.masters.is_some());
    known.map(|row| row_json(board, &row)).collect()
}

/// The opening that the position belongs to, a line of the book with its code.
pub fn opening(board: &Board) -> Option<Bilingual> {
    let named = OPENINGS.name_ahead(board)?;
    Some(Bilingual::new(named.titled(&named.chinese), named.titled(&named.english)))
}

fn row_json(board: &Board, row: &Row) -> Value {
    let mut after = board.clone();
    after.make(row.mv);
    let mut found = texts(board, row.mv);
    found["book"] = json!(row.share);
    found["opening"] = json!(opening(&after));
    found["masters"] = json!(row.masters.map(|found| [found.red, found.draws, found.black]));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(moves: &str) -> (Board, Vec<Value>) {
        let mut board = Board::startpos();
        for mv in moves.split_whitespace() {
            board.make(mv.parse().unwrap());
        }
        let rows = explore(&board);
        (board, rows.as_array().unwrap().clone())
    }

    fn row<'a>(rows: &'a [Value], mv: &str) -> &'a Value {
        rows.iter().find(|row| row["mv"] == mv).unwrap()
    }

    #[test]
    fn the_table_can_be_read_and_is_small() {
        assert!(Statistics::read(MASTERS).is_ok());
        assert!(MASTERS.len() <= 200_000, "{} bytes", MASTERS.len());
    }

    #[test]
    fn the_start_has_each_move_once_and_shares_add_up() {
        let (board, rows) = at("");
        let cannon = row(&rows, "h2e2");
        assert!(rows.iter().all(|row| row["mv"] != "b2e2"), "the mirror image is not named again");
        assert_eq!(cannon["zh"], "炮二平五");
        assert!(cannon["opening"]["en"].as_str().unwrap().ends_with("Central Cannon"));
        let sum: f64 = rows.iter().filter_map(|row| row["book"].as_f64()).sum();
        assert!((sum - 1.0).abs() < 1e-9, "{sum}");
        let games = |row: &Value| -> u64 {
            row["masters"].as_array().map_or(0, |results| results.iter().filter_map(Value::as_u64).sum())
        };
        assert!(games(cannon) > games(row(&rows, "g0e2")));
        assert!(rows.iter().all(|row| board.is_legal_move(row["mv"].as_str().unwrap().parse().unwrap())));
    }

    #[test]
    fn a_mirrored_position_has_the_same_rows() {
        let results = |(_, rows): (Board, Vec<Value>)| -> Vec<Value> {
            let mut found: Vec<Value> = rows.iter().map(|row| row["masters"].clone()).collect();
            found.sort_by_key(Value::to_string);
            found
        };
        assert_eq!(results(at("h2e2 h9g7")), results(at("b2e2 b9c7")));
        assert!(at("a0a1 a9a8 a1a0 a8a9 i0i1 a9a8").1.len() < 3);
    }
}
