//! How moves, scores and sides are put into JSON.

use crate::analyse;
use guohe::board::Board;
use guohe::eval::nnue::Network;
use guohe::notation::{self, Style};
use guohe::types::{Color, Move, Score};
use serde_json::{Value, json};

/// The word of the page for a side.
pub const fn name(color: Color) -> &'static str {
    match color {
        Color::Red => "red",
        Color::Black => "black",
    }
}

/// The texts of a legal move, for the page.
pub fn texts(board: &Board, mv: Move) -> Value {
    json!({
        "mv": mv.to_string(),
        "zh": notation::write(board, mv, Style::Chinese),
        "wxf": notation::write(board, mv, Style::Wxf),
    })
}

/// The worth of `board` by the `score` of a search with `network`, as [`analyse::worth`] writes it.
pub fn score_json(score: Score, board: &Board, network: &Network) -> Value {
    analyse::worth(analyse::value_of(score, board, network), board, network)
}
