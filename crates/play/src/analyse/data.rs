//! The judgement as data: for `--json`, for the script of the report's page, and for the board.

use super::claim::Begins;
use super::curve::Value;
use super::judge::{Judged, Judgement, Side};
use super::openings::Named;
use super::{explain, words};
use guohe::board::Board;
use guohe::eval::nnue::Network;
use guohe::notation::{self, Style};
use guohe::rules::Rules;
use guohe::types::{Color, Move};
use guohe::wdl;
use guohe_common::language::Language;
use guohe_games::GameTree;
use serde_json::Map;
use serde_json::Value as Json;
use serde_json::json;

/// Plies of a better line.
const LONGEST_LINE: usize = 10;
const CHINESE: Style = Style::Chinese;

/// Everything, by name. Scores are texts from Red's point of view, as [`words::value`] writes them.
pub fn json(game: &GameTree, judgement: &Judgement, rules: &Rules) -> Json {
    let tags: Map<String, Json> = game.tags().map(|(name, value)| (name.to_owned(), value.into())).collect();
    let moves: Vec<Json> = judgement.moves.iter().map(|judged| {
        let board = &judged.before;
        let mut after = board.clone();
        after.make(judged.mv);
        let text = |style| notation::write(board, judged.mv, style);
        json!({
            "ply": judged.ply,
            "round": judged.round(),
            "side": if judged.mover == Color::Red { "red" } else { "black" },
            "move": judged.mv.to_string(),
            "check": after.in_check(),
            "zh": text(CHINESE),
            "wxf": text(Style::Wxf),
            "score": judged.values.map(|(_, after)| words::value(after)),
            "chance": judged.values.map(|(_, after)| rounded(after.red_percent())),
            "lost": judged.values.map(|_| rounded(judged.lost)),
            "accuracy": judged.accuracy.map(rounded),
            "mark": judged.mark.map(|mark| mark.sign()),
            "only": judged.is_only,
            "book": judged.is_book,
            "opening": judged.opening.as_ref().map(opening),
            "remark": { "zh": words::remark(Language::Zh, judged, CHINESE), "en": words::remark(Language::En, judged, Style::Wxf) },
            "sentence": sentence(judged),
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
        "sides": { "red": whole_side(&judgement.sides[0]), "black": whole_side(&judgement.sides[1]) },
        "keyMoments": judgement.key_moments,
        "rulings": rulings,
        "moves": moves,
    })
}

/// What the board shows of the game beside its moves. Of each move, where there is something to say: what it is worth,
/// the share of the point that it `lost`, its `mark`, whether it was the `only` good one or is in the `book`, the
/// `sentence` that says why it was a mistake with the `refutation` that proves it, the `reply` to a marked move that
/// has no sentence, and the `better` line.
pub fn review(game: &GameTree, judgement: &Judgement, network: &Network) -> Json {
    json!({
        "score": judgement.values[0].map(|value| worth(value, &game.board(), network)),
        "moves": judgement.moves.iter().map(|judged| reviewed(judged, network)).collect::<Vec<_>>(),
        "sides": { "red": side(&judgement.sides[0]), "black": side(&judgement.sides[1]) },
        "keyMoments": judgement.key_moments,
    })
}

fn reviewed(judged: &Judged, network: &Network) -> Json {
    let mut after = judged.before.clone();
    after.make(judged.mv);
    let mut review = Map::new();
    let mut say = |name: &str, value: Json| review.insert(name.to_owned(), value);
    say("mv", json!(judged.mv.to_string()));
    if let Some((_, value)) = judged.values {
        say("score", worth(value, &after, network));
        say("lost", json!(rounded(judged.lost) / 100.0));
    }
    if let Some(mark) = judged.mark {
        say("mark", json!(mark.sign()));
    }
    if judged.is_best {
        say("best", json!(true));
    }
    if judged.is_only {
        say("only", json!(true));
    }
    if judged.is_book {
        say("book", json!(true));
    }
    if let Some(sentence) = sentence(judged) {
        say("sentence", sentence);
    }
    if let Some(proven) = judged.sentence.as_ref().filter(|proven| proven.begins == Begins::After) {
        say("refutation", json!(written(&after, &proven.line)));
    }
    if judged.sentence.is_none()
        && let Some(reply) = judged.reply
    {
        say("reply", json!(written(&after, &[reply])[0]));
    }
    if let Some(better) = &judged.better {
        let score = worth(better.value, &judged.before, network);
        say("better", json!({ "score": score, "line": written(&judged.before, &better.moves) }));
    }
    Json::Object(review)
}

/// The moves of a line in all notations of the page.
fn written(board: &Board, moves: &[Move]) -> Vec<Json> {
    let [zh, wxf] = [CHINESE, Style::Wxf].map(|style| words::line(board, moves, style, LONGEST_LINE));
    let texts = zh.iter().zip(&wxf);
    moves.iter().zip(texts).map(|(mv, (zh, wxf))| json!({ "mv": mv.to_string(), "zh": zh, "wxf": wxf })).collect()
}

/// What `board` is worth, from Red's point of view: `cp` on the scale of the engine's replies, with Red's `chance` of
/// the point from 0 to 1, or plies to a `mate`, or a game that is `won` on the board, by `check` or by stalemate, or a
/// `rule` verdict, all negative when Black wins. `wdl` are thousandths of the engine's games against itself that Red
/// wins, draws and loses from there, where the network has a model of them.
pub fn worth(value: Value, board: &Board, network: &Network) -> Json {
    let sign = |winner: Color| if winner == Color::Red { 1 } else { -1 };
    match value {
        Value::Mate(winner, 0) => json!({ "won": sign(winner), "check": board.in_check() }),
        Value::Mate(winner, plies) => json!({ "mate": sign(winner) * i64::from(plies) }),
        Value::Ruling(winner) => json!({ "rule": sign(winner) }),
        Value::Centipawns(cp) => {
            let mut worth = json!({ "cp": cp, "chance": (100.0 * value.red_percent()).round() / 1e4 });
            if let Some(curve) = wdl::curve(network, board) {
                // Shown scores are hundredths of the score that wins half of the games.
                let shares = curve.shares(f64::from(cp) * curve.half() / 100.0);
                worth["wdl"] = json!(shares.map(|share| (1e3 * share).round()));
            }
            worth
        }
    }
}

/// Why a move was a mistake, where that is proven.
fn sentence(judged: &Judged) -> Option<Json> {
    let said = |language, style| Some(explain::sentence(language, judged, judged.sentence.as_ref()?, style));
    Some(json!({ "zh": said(Language::Zh, CHINESE)?, "en": said(Language::En, Style::Wxf)? }))
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

/// One side's numbers as the board shows them.
fn side(side: &Side) -> Json {
    let [inaccuracies, mistakes, blunders] = side.marks;
    json!({
        "accuracy": side.accuracy.map(rounded),
        "inaccuracies": inaccuracies,
        "mistakes": mistakes,
        "blunders": blunders,
    })
}

/// All of one side's numbers.
fn whole_side(whole: &Side) -> Json {
    let mut told = side(whole);
    told["meanLoss"] = json!(whole.mean_loss.map(rounded));
    told["bestShare"] = json!(whole.best_share.map(|share| rounded(share * 100.0)));
    told
}

/// To two places, so that the last bits of a sum do not stand in files.
fn rounded(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mate_on_the_board_is_no_mate_in_one() {
        let network = guohe::eval::nnue::embedded();
        let told = |fen, plies| worth(Value::Mate(Color::Black, plies), &Board::from_fen(fen).unwrap(), &network);
        let mated = "3k5/9/9/9/9/9/9/9/4r4/r3K4 w";
        assert_eq!(told(mated, 0), json!({ "won": -1, "check": true }));
        assert_eq!(told("3k5/9/9/9/9/9/9/3p5/4K4/3r5 w", 0), json!({ "won": -1, "check": false }));
        assert_eq!(told(mated, 1), json!({ "mate": -1 }));
    }
}
