//! The state of a game by the rules, in words for the page.

use super::terms::{name, texts};
use crate::ruling;
use guohe::board::Board;
use guohe::game::{self, Outcome, Reason};
use guohe::rules::{self, Action, Rules};
use guohe_games::bilingual::{self, Bilingual};
use serde_json::{Value, json};

/// The end of the game on `board`, if the rules end it here: who has won, in words, and whether a repetition decided.
pub fn of(board: &Board, rules: &Rules) -> Option<Value> {
    let outcome = game::outcome(board, rules)?;
    let words = words(&outcome, board, rules);
    Some(json!({
        "winner": outcome.winner.map(name),
        "isRepetition": outcome.ruling.is_some(),
        "zh": words.chinese,
        "en": words.english,
    }))
}

fn words(outcome: &Outcome, board: &Board, rules: &Rules) -> Bilingual {
    let (loser_zh, loser_en) = bilingual::side(board.side());
    let (zh, en) = bilingual::side(!board.side());
    match outcome.reason {
        Reason::Mate => Bilingual::new(format!("将死，{zh}胜。"), format!("Checkmate: {en} wins.")),
        Reason::Stalemate => Bilingual::new(
            format!("{loser_zh}无子可走（困毙），{zh}胜。"),
            format!("{loser_en} has no legal move and loses (stalemate): {en} wins."),
        ),
        Reason::NaturalLimit => {
            let moves = rules.natural_limit.unwrap_or_default();
            Bilingual::new(
                format!("自然限着：连续 {moves} 回合没有吃子，和棋。"),
                format!("A draw: {moves} moves of each side without a capture."),
            )
        }
        Reason::DeadMaterial => Bilingual::new(
            "双方都没有能过河的棋子，和棋。",
            "A draw: neither side has a piece left that can cross the river.",
        ),
        Reason::Repetition | Reason::RepetitionRuling => {
            let verdict = rules::verdict(board, rules);
            let (en, zh) = ruling::in_words(rules, &verdict);
            let times = verdict.occurrences;
            Bilingual::new(
                format!("局面第 {times} 次出现。{zh}"),
                format!("The position occurs for the {} time. {en}", ruling::ordinal(times)),
            )
        }
        // The rules end a game in no other way.
        other => Bilingual::new(other.name(), other.name()),
    }
}

/// What the rules say about the position and the game so far, with each move of the cycle.
pub fn ruling(board: &Board, rules: &Rules) -> Value {
    let verdict = rules::verdict(board, rules);
    let (en, zh) = ruling::in_words(rules, &verdict);
    let quiet = rules::counted_quiet_plies(board) / 2;
    let (limit_zh, limit_en) = match rules.natural_limit {
        Some(limit) => (
            format!("自然限着：已 {quiet} 回合没有吃子，满 {limit} 回合作和。"),
            format!("Moves without a capture: {quiet}. At {limit} the game is drawn."),
        ),
        None => ("自然限着：不限。".to_owned(), "There is no limit of moves without a capture.".to_owned()),
    };
    json!({
        "zh": format!("{zh}\n{limit_zh}"),
        "en": format!("{en}\n{limit_en}"),
        "cycle": cycle(board, &verdict),
    })
}

fn cycle(board: &Board, verdict: &rules::Verdict) -> Vec<Value> {
    let Some(cycle) = &verdict.cycle else { return Vec::new() };
    let mut at = board.clone();
    let mut rows: Vec<Value> = cycle
        .steps
        .iter()
        .rev()
        .map(|step| {
            at.unmake();
            let (zh, en) = did(&step.action);
            json!({ "ply": step.ply, "move": texts(&at, step.mv), "zh": zh, "en": en })
        })
        .collect();
    rows.reverse();
    rows
}

fn did(action: &Action) -> (String, String) {
    match action {
        Action::Check => ("将军".to_owned(), "check".to_owned()),
        Action::Idle => ("闲".to_owned(), "idle".to_owned()),
        Action::Chase(chases) => {
            let zh: Vec<String> =
                chases.iter().map(|chase| ruling::chinese_piece(chase.victim.piece, chase.victim.square)).collect();
            let en: Vec<String> = chases
                .iter()
                .map(|chase| format!("the {} on {}", bilingual::kind(chase.victim.piece.kind), chase.victim.square))
                .collect();
            (format!("捉{}", zh.join("、")), format!("chases {}", en.join(", ")))
        }
    }
}
