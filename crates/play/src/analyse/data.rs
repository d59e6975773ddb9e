//! The judgement as data: for `--json`, and for the script of the page.

use super::explain;
use super::explain::Begins;
use super::judge::Judged;
use super::judge::Judgement;
use super::judge::Side;
use super::openings::Named;
use super::words;
use guohe::notation;
use guohe::notation::Script;
use guohe::notation::Style;
use guohe::rules::Rules;
use guohe::types::Color;
use guohe_common::language::Language;
use guohe_games::GameTree;
use serde_json::Map;
use serde_json::Value as Json;
use serde_json::json;

/// Plies of a better line.
const LONGEST_LINE: usize = 10;
const CHINESE: Style = Style::Chinese(Script::SIMPLIFIED);

/// Everything, by name. Scores are centipawns from Red's point of view, cut off where chances no longer change.
pub fn json(game: &GameTree, judgement: &Judgement, rules: &Rules) -> Json {
    let tags: Map<String, Json> = game.tags().map(|(name, value)| (name.to_owned(), value.into())).collect();
    let moves: Vec<Json> = judgement.moves.iter().map(|judged| {
        let board = &judged.before;
        let text = |style| notation::write(board, judged.mv, style);
        json!({
            "ply": judged.ply,
            "round": judged.round(),
            "side": if judged.mover == Color::Red { "red" } else { "black" },
            "move": judged.mv.to_string(),
            "zh": text(CHINESE),
            "wxf": text(Style::Wxf),
            "score": judged.values.map(|(_, after)| words::value(after)),
            "chance": judged.values.map(|(_, after)| rounded(after.red_percent())),
            "lost": rounded(judged.lost),
            "accuracy": judged.accuracy.map(rounded),
            "mark": judged.mark.map(|mark| mark.sign()),
            "only": judged.is_only,
            "book": judged.is_book,
            "opening": judged.opening.as_ref().map(opening),
            "remark": { "zh": words::remark(Language::Zh, judged, CHINESE), "en": words::remark(Language::En, judged, Style::Wxf) },
            "sentence": judged.sentence.as_ref().map(|proven| json!({
                "zh": explain::sentence(Language::Zh, judged, proven, CHINESE),
                "en": explain::sentence(Language::En, judged, proven, Style::Wxf),
            })),
            "refutation": refutation(judged),
            "better": judged.better.as_ref().map(|better| json!({
                "score": words::value(better.value),
                "moves": better.moves.iter().take(LONGEST_LINE).map(ToString::to_string).collect::<Vec<_>>(),
                "zh": words::line(board, &better.moves, CHINESE, LONGEST_LINE),
                "wxf": words::line(board, &better.moves, Style::Wxf, LONGEST_LINE),
            })),
        })
    }).collect();
    let rulings: Vec<Json> = judgement
        .rulings
        .iter()
        .map(|ruled| {
            json!({
                "ply": ruled.ply,
                "clause": ruled.verdict.ruling.name(),
                "loses": ruled.verdict.loser().map(|color| if color == Color::Red { "red" } else { "black" }),
                "zh": words::ruling(Language::Zh, ruled, rules, &judgement.moves, CHINESE),
                "en": words::ruling(Language::En, ruled, rules, &judgement.moves, Style::Wxf),
            })
        })
        .collect();
    json!({
        "tags": tags,
        "start": game.fen(),
        "startScore": judgement.values[0].map(words::value),
        "startChance": judgement.values[0].map(|value| rounded(value.red_percent())),
        "opening": judgement.opening.as_ref().map(opening),
        "sides": { "red": side(&judgement.sides[0]), "black": side(&judgement.sides[1]) },
        "keyMoments": judgement.key_moments,
        "rulings": rulings,
        "moves": moves,
    })
}

/// The line after a move that proves its sentence, if that is where its line begins.
fn refutation(judged: &Judged) -> Option<Json> {
    let proven = judged.sentence.as_ref().filter(|proven| proven.begins == Begins::After)?;
    let mut after = judged.before.clone();
    after.make(judged.mv);
    (!proven.line.is_empty()).then(|| {
        json!({
            "moves": proven.line.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "zh": words::line(&after, &proven.line, CHINESE, proven.line.len()),
            "wxf": words::line(&after, &proven.line, Style::Wxf, proven.line.len()),
        })
    })
}

fn opening(opening: &Named) -> Json {
    json!({ "code": opening.code, "zh": opening.chinese, "en": opening.english })
}

fn side(side: &Side) -> Json {
    let [inaccuracies, mistakes, blunders] = side.marks;
    json!({
        "accuracy": side.accuracy.map(rounded),
        "meanLoss": side.mean_loss.map(rounded),
        "inaccuracies": inaccuracies,
        "mistakes": mistakes,
        "blunders": blunders,
        "bestShare": side.best_share.map(|share| rounded(share * 100.0)),
    })
}

/// To two places, so that the last bits of a sum do not stand in files.
fn rounded(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}
