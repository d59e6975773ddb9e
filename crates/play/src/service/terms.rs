//! How moves, scores and sides are put into JSON.

use crate::analyse;
use crate::analyse::Value as Worth;
use guohe::board::Board;
use guohe::eval::nnue::Network;
use guohe::notation;
use guohe::notation::Script;
use guohe::notation::Style;
use guohe::types::Color;
use guohe::types::Move;
use guohe::types::Score;
use serde_json::Value;
use serde_json::json;

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
        "zh": notation::write(board, mv, Style::Chinese(Script::SIMPLIFIED)),
        "wxf": notation::write(board, mv, Style::Wxf),
    })
}

/// The worth of `board` by the `score` of a search with `network`, from Red's point of view: `cp` on the scale of the engine's
/// replies, with Red's `chance` of the point from 0 to 1, or plies to a `mate`, or a `rule` verdict, both negative when Black wins.
pub fn score_json(score: Score, board: &Board, network: &Network) -> Value {
    let sign = |winner: Color| if winner == Color::Red { 1 } else { -1 };
    let worth = analyse::value_of(score, board, network);
    match worth {
        Worth::Mate(winner, plies) => json!({ "mate": sign(winner) * i64::from(plies.max(1)) }),
        Worth::Ruling(winner) => json!({ "rule": sign(winner) }),
        Worth::Centipawns(cp) => json!({ "cp": cp, "chance": (100.0 * worth.red_percent()).round() / 1e4 }),
    }
}
