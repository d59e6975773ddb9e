//! The report as one page: no request to anywhere, nothing from the game is taken for markup, readable without its
//! script, which only lets the reader walk, flip and change the language.

use super::claim::Begins;
use super::curve::{Mark, Value};
use super::data;
use super::judge::{Judged, Judgement, Side};
use super::words::{self, ENGINE};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use guohe::board::Board;
use guohe::notation::{self, Style};
use guohe::rules::Rules;
use guohe::types::{Color, Move};
use guohe_common::language::Language;
use guohe_diagram::{Arrow, Diagram, Numerals, Set, Theme};
use guohe_games::{GameTree, NodeId};
use maud::{DOCTYPE, Markup, PreEscaped, Render, html};
use sha2::{Digest, Sha256};

const STYLE: &str = include_str!("page/report.css");
const SCRIPT: &str = include_str!("page/report.js");
const CHINESE: Style = Style::Chinese;
/// Plies of a better line under a diagram.
const LONGEST_LINE: usize = 6;
/// Letters of a comment of the game's own.
const LONGEST_COMMENT: usize = 1_000;
/// Plies of a variation of the game's own.
const LONGEST_VARIATION: usize = 16;

/// The page, in `language` until its reader chooses another.
pub fn page(game: &GameTree, judgement: &Judgement, rules: &Rules, language: Language) -> String {
    let style = format!("{}{STYLE}", guohe_diagram::style(Theme::Auto));
    let script = script();
    let data = data::json(game, judgement, rules).to_string().replace('<', "\\u003c");
    let about_zh = format!(
        "{ENGINE} 分析。分数均从红方看：+1.00 表示红方从这个局面大约能赢一半的棋（引擎自我对弈），M3 为三步杀，R 为依棋例判胜负。\
         最佳着法：与引擎首选相同的着法所占比例。平均损失：每着平均损失的分数。\
         准确率与标记按 lichess 公布的公式计算，只反映引擎的判断，与等级分无关。"
    );
    let about_en = format!(
        "Analysed by {ENGINE}. Scores are Red's: +1.00 is a lead that wins half of the games, M3 a mate in three moves, \
         R a game that a repetition decides. Best moves are the share of moves that are the engine's first choice, \
         the mean loss is what a move gives away on average. Accuracy and marks follow the formulas that lichess publishes; they are an \
         engine's view, not a rating."
    );
    let page = html! {
        (DOCTYPE)
        html lang=(language.pick("zh", "en")) {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy(&style, &script));
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (words::title(game, language)) }
                style { (PreEscaped(&style)) }
            }
            body {
                svg.shapes aria-hidden="true" { defs { (PreEscaped(guohe_diagram::definitions(Set::Simplified))) } }
                (header(game, judgement))
                main {
                    (numbers(judgement))
                    (curve(judgement))
                    (walk(game, judgement))
                }
                (rulings(judgement, rules))
                (key_moments(judgement))
                footer { (both(&about_zh, &about_en)) }
                script type="application/json" id="data" { (PreEscaped(&data)) }
                script { (PreEscaped(&script)) }
            }
        }
    };
    page.into_string()
}

/// The page's own style and script and nothing else.
fn policy(style: &str, script: &str) -> String {
    let hash = |text: &str| BASE64_STANDARD.encode(Sha256::digest(text.as_bytes()));
    format!(
        "default-src 'none'; style-src 'sha256-{}'; script-src 'sha256-{}'; base-uri 'none'; form-action 'none'",
        hash(style),
        hash(script)
    )
}

/// The page's script: how a board is drawn, and what the reader can do.
fn script() -> String {
    format!("(() => {{\n\"use strict\";\n{}{SCRIPT}}})();\n", guohe_diagram::SCRIPTS.concat())
}

/// A text in both languages, of which the page shows one.
fn both(zh: impl Render, en: impl Render) -> Markup {
    html! {
        span lang="zh" { (zh) }
        span lang="en" { (en) }
    }
}

fn header(game: &GameTree, judgement: &Judgement) -> Markup {
    let tag = |name: &str| words::known_tag(game, name).map(|text| html! { (text) });
    let player = |name: &str, zh: &str, en: &str| tag(name).unwrap_or_else(|| both(zh, en));
    let mut facts: Vec<Markup> = ["Event", "Site", "Date"].iter().filter_map(|name| tag(name)).collect();
    facts.extend(words::known_tag(game, "Round").map(|round| match round.parse::<u32>() {
        Ok(number) => both(format!("第 {number} 轮"), format!("Round {number}")),
        Err(_) => html! { (round) },
    }));
    let outcome = |language| words::outcome(game, language);
    facts.extend(outcome(Language::Zh).zip(outcome(Language::En)).map(|(zh, en)| both(zh, en)));
    if let Some(opening) = &judgement.opening {
        facts.push(both(opening.titled(&opening.chinese), opening.titled(&opening.english)));
    }
    html! {
        header {
            div {
                h1 {
                    span.red { (player("Red", "红方", "Red")) } " "
                    i { "–" } " "
                    span.black { (player("Black", "黑方", "Black")) }
                }
                p.facts {
                    @for (index, fact) in facts.iter().enumerate() {
                        @if index > 0 { " · " }
                        (fact)
                    }
                }
            }
            nav {
                button id="flip" hidden { (both("翻转", "Flip")) }
                button id="language" hidden { "中 / EN" }
            }
        }
    }
}

/// A column of the table of numbers: its name in both languages, the mark that it counts, and a side's cell.
type Column<'a> = (&'a str, &'a str, Option<Mark>, &'a dyn Fn(&Side) -> Markup);

/// Both sides in numbers, a row each.
fn numbers(judgement: &Judgement) -> Markup {
    let percent = |value: Option<f64>| value.map_or_else(|| "–".to_owned(), |value| format!("{value:.1}\u{2009}%"));
    let loss = |side: &Side| side.mean_loss.map_or_else(|| "–".to_owned(), |loss| format!("{loss:.2}"));
    let columns: [Column; 6] = [
        ("准确率", "accuracy", None, &|side| html! { b { (percent(side.accuracy)) } }),
        ("最佳着法", "best moves", None, &|side| html! { (percent(side.best_share.map(|share| share * 100.0))) }),
        ("平均损失（分数）", "mean loss (score)", None, &|side| html! { (loss(side)) }),
        ("缓着", "inaccuracies", Some(Mark::Inaccuracy), &|side| html! { (side.marks[0]) }),
        ("失误", "mistakes", Some(Mark::Mistake), &|side| html! { (side.marks[1]) }),
        ("严重失误", "blunders", Some(Mark::Blunder), &|side| html! { (side.marks[2]) }),
    ];
    let [red, black] = &judgement.sides;
    let rows = [("red", both("红方", "Red"), red), ("black", both("黑方", "Black"), black)];
    html! {
        section.numbers {
            table {
                thead {
                    tr {
                        td {}
                        @for (zh, en, mark, _) in &columns {
                            th scope="col" {
                                // Where there is little room, the mark stands for itself.
                                @if let Some(mark) = mark {
                                    span.word { (both(zh, en)) } " " (mark.sign())
                                } @else {
                                    (both(zh, en))
                                }
                            }
                        }
                    }
                }
                tbody {
                    @for (class, name, side) in &rows {
                        tr {
                            th.(class) scope="row" { (name) }
                            @for (.., cell) in &columns {
                                td { (cell(side)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Numbers under the curve.
const TICKS: usize = 5;

/// Red's expected score over the game, from 0 at the bottom to 100 at the top; key moments are dots. As wide and high
/// as its place, so it has no letters in it.
fn curve(judgement: &Judgement) -> Markup {
    let count = judgement.values.len();
    let x = |ply: usize| 10.0 + 980.0 * ply as f64 / (count - 1).max(1) as f64;
    let points: Vec<(usize, f64)> = judgement
        .values
        .iter()
        .enumerate()
        .filter_map(|(ply, value)| Some((ply, 190.0 - 1.8 * (*value)?.red_percent())))
        .collect();
    let (Some(first), Some(last)) = (points.first(), points.last()) else { return html! {} };
    let path: Vec<String> = points.iter().map(|(ply, y)| format!("{:.1} {y:.1}", x(*ply))).collect();
    let path = path.join("L");
    let area = format!("M{path}L{:.1} 190L{:.1} 190Z", x(last.0), x(first.0));
    let moments = judgement.key_moments.iter().filter_map(|&ply| points.iter().find(|(at, _)| *at == ply));
    html! {
        section.chances {
            h2 { (both("红方得分率（和棋算半分）", "Red's expected score (a draw counts half)")) }
            div.plot {
                div.scale aria-hidden="true" {
                    span { "100\u{2009}%" }
                    span { "50" }
                    span { "0" }
                }
                svg id="curve" viewBox="0 0 1000 200" preserveAspectRatio="none" role="img" {
                    title { "红方得分率 · Red's expected score" }
                    rect.paper x="10" y="10" width="980" height="180" {}
                    path.area d=(area) {}
                    path.middle d="M10 100H990" {}
                    path.curve d={ "M" (path) } {}
                    @for &(ply, y) in moments {
                        // A line without a length is as round as its end, however the picture is stretched.
                        path.key.(class_of(&judgement.moves[ply - 1])) d=(format!("M{:.1} {y:.1}h0", x(ply))) {}
                    }
                    path id="now" class="now" d="M-9 10V190" {}
                }
                div.ticks aria-hidden="true" { (ticks(judgement)) }
            }
        }
    }
}

/// Move numbers at equal distances.
fn ticks(judgement: &Judgement) -> Markup {
    let plies = judgement.moves.len();
    let number = |tick: usize| judgement.moves.get(tick * plies / (TICKS - 1)).or(judgement.moves.last());
    let mut rounds: Vec<Option<usize>> = (0..TICKS).filter_map(number).map(|judged| Some(judged.round())).collect();
    // A short game has fewer moves than there are places.
    for index in (1..rounds.len()).rev() {
        if rounds[index] == rounds[index - 1] {
            rounds[index] = None;
        }
    }
    html! {
        @for round in rounds {
            span { @if let Some(round) = round { (round) } }
        }
    }
}

/// How a move is coloured, by its mark.
fn class_of(judged: &Judged) -> &'static str {
    judged.mark.map_or("", |mark| match mark {
        Mark::Inaccuracy => "inaccuracy",
        Mark::Mistake => "mistake",
        Mark::Blunder => "blunder",
    })
}

/// The board to walk on, and the moves.
fn walk(game: &GameTree, judgement: &Judgement) -> Markup {
    let start = game.board();
    let mut end = start.clone();
    for judged in &judgement.moves {
        end.make(judged.mv);
    }
    let mut diagram = Diagram::new(&end);
    diagram.numerals = Numerals::ByLanguage;
    diagram.last_move = judgement.moves.last().map(|judged| judged.mv);
    let steps = [
        ("first", "回到起始局面", "First", "Home", "⇤"),
        ("back", "上一步", "Back", "←", "←"),
        ("forward", "下一步", "Forward", "→", "→"),
        ("last", "到最后一着", "Last", "End", "⇥"),
    ];
    let nodes: Vec<NodeId> = game.main_nodes().collect();
    let begins = quoted(game, NodeId::ROOT, &start, None);
    html! {
        section.board {
            div id="board" { (PreEscaped(diagram.inline())) }
            div.steps id="steps" hidden {
                @for (step, zh, en, key, sign) in steps {
                    button data-step=(step) title={ (zh) " · " (en) " (" (key) ")" } { (sign) }
                }
            }
            div.remark id="remark" aria-live="polite" {}
        }
        section.moves tabindex="0" {
            table id="moves" {
                colgroup { col.number; col; col; }
                tbody {
                    @if let Some(begins) = begins {
                        tr.said { td colspan="3" { (begins) } }
                    }
                    @for pair in judgement.moves.chunk_by(|one, next| one.round() == next.round()) {
                        tr {
                            th scope="row" { (pair[0].round()) }
                            @if pair[0].mover == Color::Black { td { "…" } }
                            @for judged in pair { (cell(judged)) }
                        }
                        @let said = said_of(game, &nodes, pair);
                        @if !said.is_empty() {
                            tr.said {
                                td {}
                                td colspan="2" { @for text in said { (text) } }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// A value, in both languages where it is a word.
fn value(value: Value) -> Markup {
    let [zh, en] = [Language::Zh, Language::En].map(|language| words::shown(language, value));
    if zh == en {
        html! { (zh) }
    } else {
        both(zh, en)
    }
}

/// A move of the list with its mark and its value.
fn cell(judged: &Judged) -> Markup {
    let text = |style| notation::write(&judged.before, judged.mv, style);
    html! {
        td.(class_of(judged)) data-ply=(judged.ply) {
            (both(text(CHINESE), text(Style::Wxf)))
            b { (words::sign(judged)) }
            small { @if let Some((_, after)) = judged.values { (value(after)) } }
        }
    }
}

/// What the game's own file says of each of these moves.
fn said_of(game: &GameTree, nodes: &[NodeId], moves: &[Judged]) -> Vec<Markup> {
    let of = |judged: &Judged| quoted(game, *nodes.get(judged.ply - 1)?, &judged.before, Some(judged));
    moves.iter().filter_map(of).collect()
}

/// What the game's own file says at a node: its comment, and the variations beside it, which begin at `before`.
fn quoted(game: &GameTree, node: NodeId, before: &Board, judged: Option<&Judged>) -> Option<Markup> {
    let comment = words::without(game.comment(node), "[%");
    let shown: String = comment.chars().take(LONGEST_COMMENT).collect();
    let is_cut = shown.len() < comment.len();
    let variations: Vec<Markup> = judged.map_or_else(Vec::new, |judged| beside(game, node, before, judged));
    if shown.is_empty() && variations.is_empty() {
        return None;
    }
    Some(html! {
        @if !shown.is_empty() {
            p {
                @if let Some(judged) = judged {
                    @let text = |style| notation::write(before, judged.mv, style);
                    b { (both(text(CHINESE), text(Style::Wxf))) } " "
                }
                (shown)
                @if is_cut { "…" }
            }
        }
        @for variation in variations {
            p.beside { (variation) }
        }
    })
}

/// The variations of the game's own file beside the move at `node`.
fn beside(game: &GameTree, node: NodeId, before: &Board, judged: &Judged) -> Vec<Markup> {
    let Some(parent) = game.parent(node) else { return Vec::new() };
    let others = game.children(parent).filter(|&child| child != node);
    let written = |first: NodeId| {
        let line: Vec<Move> = std::iter::successors(Some(first), |&node| game.first_child(node))
            .filter_map(|node| game.mv(node))
            .collect();
        let dots = if judged.mover == Color::Black { "… " } else { "" };
        let more = if line.len() > LONGEST_VARIATION { " …" } else { "" };
        let written = |style| {
            let moves = words::line(before, &line, style, LONGEST_VARIATION).join(" ");
            format!("({}. {dots}{moves}{more})", judged.round())
        };
        both(written(CHINESE), written(Style::Wxf))
    };
    others.map(written).collect()
}

fn key_moments(judgement: &Judgement) -> Markup {
    // The section on repetition explains a ruling. Its move is also a key moment if another move was better.
    let is_shown =
        |judged: &&Judged| judged.mark.is_some() || judgement.rulings.iter().all(|ruled| ruled.ply != judged.ply);
    let shown: Vec<&Judged> =
        judgement.key_moments.iter().map(|&ply| &judgement.moves[ply - 1]).filter(is_shown).collect();
    if shown.is_empty() {
        return html! {};
    }
    html! {
        section {
            h2 { (both("关键时刻", "Key moments")) }
            p.legend {
                i.done { "→" } " " (both("实战着法", "played")) " "
                i.best { "→" } " " (both("更好的着法", "better"))
            }
            div.key-moments { @for judged in shown { (key_moment(judged)) } }
        }
    }
}

/// A key moment: the board before the move, the move, and the better one with its line.
fn key_moment(judged: &Judged) -> Markup {
    let mut diagram = Diagram::new(&judged.before);
    diagram.numerals = Numerals::ByLanguage;
    let better = judged.better.iter().filter_map(|better| better.moves.first());
    diagram.arrows.extend(better.map(|&mv| Arrow { mv, color: 0 }));
    diagram.arrows.push(Arrow { mv: judged.mv, color: 2 });
    diagram.last_move = judged.before.last_move();
    diagram.description = guohe_diagram::description(&judged.before);
    let mut after = judged.before.clone();
    after.make(judged.mv);
    let (zh, en) = (words::remark(Language::Zh, judged, CHINESE), words::remark(Language::En, judged, Style::Wxf));
    // Many remarks say the line already.
    let is_told = |line: &[Move]| zh.contains(&words::line(&after, line, CHINESE, 2).join(" "));
    let refutation = judged
        .sentence
        .as_ref()
        .filter(|proven| proven.begins == Begins::After && !proven.line.is_empty() && !is_told(&proven.line));
    html! {
        figure id={ "ply-" (judged.ply) } data-goto=(judged.ply) {
            (PreEscaped(diagram.inline()))
            figcaption {
                h3 { (both(words::played(judged, CHINESE), words::played(judged, Style::Wxf))) }
                p { (both(zh, en)) }
                @if let Some(proven) = refutation {
                    @let line = |style| words::line(&after, &proven.line, style, LONGEST_LINE).join(" ");
                    p.refutation { (both(format!("后续 {}", line(CHINESE)), format!("then {}", line(Style::Wxf)))) }
                }
                @if let Some(better) = &judged.better {
                    @let line = |style| words::line(&judged.before, &better.moves, style, LONGEST_LINE).join(" ");
                    @let valued = |language, style| format!("{} {}", line(style), words::shown(language, better.value));
                    p.better { (both(valued(Language::Zh, CHINESE), valued(Language::En, Style::Wxf))) }
                }
            }
        }
    }
}

fn rulings(judgement: &Judgement, rules: &Rules) -> Markup {
    let ruling = |language, ruled, style| words::ruling(language, ruled, rules, &judgement.moves, style);
    let drawn = |language, style| words::drawn_before(language, judgement, rules, style);
    html! {
        @if !judgement.rulings.is_empty() {
            section.rulings {
                h2 { (both("循环裁决", "Repetition")) }
                @for ruled in &judgement.rulings {
                    p { (both(ruling(Language::Zh, ruled, CHINESE), ruling(Language::En, ruled, Style::Wxf))) }
                }
            }
        }
        @if let (Some(chinese), Some(english)) = (drawn(Language::Zh, CHINESE), drawn(Language::En, Style::Wxf)) {
            section.rulings {
                p { (both(chinese, english)) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyse::judge;
    use crate::analyse::openings::Openings;

    #[test]
    fn the_head_leaves_out_what_nobody_knows() {
        let mut game = GameTree::new();
        for (tag, value) in
            [("Event", "杯赛"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "?"), ("Red", "?"), ("Black", "乙")]
        {
            game.set_tag(tag, value);
        }
        let judgement = judge::judge(&game.board(), &[], &[None], &Rules::default(), &Openings::embedded());
        let head = header(&game, &judgement).into_string();
        assert!(head.contains("杯赛") && head.contains("乙") && !head.contains('?'), "{head}");
    }
}
