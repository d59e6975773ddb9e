//! How moves, scores and sides are put into JSON.

use guohe::board::Board;
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

/// A score from Red's point of view: `cp`, or plies to a `mate`, or the distance of a `rule` verdict, negative when Black
/// wins.
pub fn score_json(score: Score, side: Color) -> Value {
    let sign = if side == Color::Red { 1 } else { -1 };
    if let Some(plies) = score.mate_distance() {
        let winner = if score.get() > 0 { sign } else { -sign };
        json!({ "mate": winner * i64::from(plies.max(1)) })
    } else if score.is_rule() {
        json!({ "rule": if score.get() > 0 { sign } else { -sign } })
    } else {
        json!({ "cp": sign * i64::from(score.get()) })
    }
}
