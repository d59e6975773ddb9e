//! The report as one page: no request to anywhere, nothing from the game is taken for markup, readable without its
//! script, which only lets the reader walk, flip and change the language.

use super::claim::Begins;
use super::curve::Mark;
use super::data;
use super::judge::Judged;
use super::judge::Judgement;
use super::judge::Side;
use super::words;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use guohe::board::Board;
use guohe::notation;
use guohe::notation::Script;
use guohe::notation::Style;
use guohe::rules::Rules;
use guohe::types::Color;
use guohe::types::Move;
use guohe_common::language::Language;
use guohe_diagram::Arrow;
use guohe_diagram::Diagram;
use guohe_diagram::Numerals;
use guohe_diagram::Set;
use guohe_diagram::Theme;
use guohe_games::GameTree;
use guohe_games::NodeId;
use sha2::Digest;
use sha2::Sha256;
use std::fmt::Write;

const STYLE: &str = include_str!("page/report.css");
const SCRIPT: &str = include_str!("page/report.js");
const CHINESE: Style = Style::Chinese(Script::SIMPLIFIED);
/// Plies of a better line under a diagram.
const LONGEST_LINE: usize = 6;
/// Letters of a comment of the game's own.
const LONGEST_COMMENT: usize = 1_000;
/// Plies of a variation of the game's own.
const LONGEST_VARIATION: usize = 16;

/// The page, in `language` until its reader chooses another.
pub fn page(game: &GameTree, judgement: &Judgement, rules: &Rules, language: Language, engine: &str) -> String {
    let style = format!("{}{STYLE}", guohe_diagram::style(Theme::Auto));
    let script = script();
    let data = data::json(game, judgement, rules).to_string().replace('<', "\\u003c");
    let title = escaped(&words::title(game, language));
    let lang = language.pick("zh", "en");
    let mut html = format!(
        "<!doctype html>\n<html lang=\"{lang}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{title}</title>\n<style>{style}</style>\n</head>\n<body>\n\
         <svg class=\"shapes\" aria-hidden=\"true\"><defs>{}</defs></svg>\n",
        policy(&style, &script),
        guohe_diagram::definitions(Set::Simplified)
    );
    header(&mut html, game, judgement);
    html.push_str("<main>\n");
    numbers(&mut html, judgement);
    curve(&mut html, judgement);
    walk(&mut html, game, judgement);
    html.push_str("</main>\n");
    rulings(&mut html, judgement, rules);
    key_moments(&mut html, judgement);
    let _ = writeln!(
        html,
        "<footer>{}</footer>\n<script type=\"application/json\" id=\"data\">{data}</script>\n<script>{script}</script>\n</body>\n</html>",
        both(
            &format!(
                "{engine} 分析。分数均从红方看：+1.00 大致是赢一半棋的优势，M3 为三步杀，R 为依棋例判胜负。准确率与标记按 lichess 公布的公式计算，是引擎的看法，不是等级分。"
            ),
            &format!(
                "Analysed by {engine}. Scores are Red's: +1.00 is a lead that wins half of the games, M3 a mate in three moves, R a game that a repetition decides. Accuracy and marks follow the formulas that lichess publishes; they are an engine's view, not a rating."
            )
        )
    );
    html
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

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A text in both languages, of which the page shows one.
fn both(zh: &str, en: &str) -> String {
    format!("<span lang=\"zh\">{}</span><span lang=\"en\">{}</span>", escaped(zh), escaped(en))
}

fn header(html: &mut String, game: &GameTree, judgement: &Judgement) {
    let tag = |name: &str| game.tag(name).map(escaped);
    let player = |name: &str, zh: &str, en: &str| tag(name).unwrap_or_else(|| both(zh, en));
    let _ = write!(
        html,
        "<header><div><h1><span class=\"red\">{}</span> <i>–</i> <span class=\"black\">{}</span></h1>",
        player("Red", "红方", "Red"),
        player("Black", "黑方", "Black")
    );
    let mut facts: Vec<String> = ["Event", "Site", "Date"].iter().filter_map(|name| tag(name)).collect();
    facts.extend(game.tag("Round").map(|round| match round.parse::<u32>() {
        Ok(number) => both(&format!("第 {number} 轮"), &format!("Round {number}")),
        Err(_) => escaped(round),
    }));
    let result = |language| game.tag("Result").and_then(|tag| words::result(language, tag));
    facts.extend(result(Language::Zh).zip(result(Language::En)).map(|(zh, en)| both(zh, en)));
    if let Some(opening) = &judgement.opening {
        facts.push(both(
            &format!("{} {}", opening.code, opening.chinese),
            &format!("{} {}", opening.code, opening.english),
        ));
    }
    let _ = writeln!(
        html,
        "<p class=\"facts\">{}</p></div><nav><button id=\"flip\" hidden>{}</button><button id=\"language\" hidden>中 / EN</button></nav></header>",
        facts.join(" · "),
        both("翻转", "Flip")
    );
}

/// What a column of the table of numbers is called, in both languages, the mark that it counts, and what it says of a
/// side.
type Column<'a> = (&'a str, &'a str, Option<Mark>, &'a dyn Fn(&Side) -> String);

/// Both sides in numbers, a row each.
fn numbers(html: &mut String, judgement: &Judgement) {
    let percent = |value: Option<f64>| value.map_or_else(|| "–".to_owned(), |value| format!("{value:.1}&thinsp;%"));
    let columns: [Column; 6] = [
        ("准确率", "accuracy", None, &|side| format!("<b>{}</b>", percent(side.accuracy))),
        ("最佳着法", "best moves", None, &|side| percent(side.best_share.map(|share| share * 100.0))),
        ("平均损失", "mean loss", None, &|side| {
            side.mean_loss.map_or_else(|| "–".to_owned(), |loss| format!("{:.2}", loss / 100.0))
        }),
        ("缓着", "inaccuracies", Some(Mark::Inaccuracy), &|side| side.marks[0].to_string()),
        ("失误", "mistakes", Some(Mark::Mistake), &|side| side.marks[1].to_string()),
        ("败着", "blunders", Some(Mark::Blunder), &|side| side.marks[2].to_string()),
    ];
    // Where there is little room, the mark stands for itself.
    let head = |(zh, en, mark, _): &Column| match mark {
        None => both(zh, en),
        Some(mark) => format!("<span class=\"word\">{}</span> {}", both(zh, en), mark.sign()),
    };
    let heads: String = columns.iter().map(|column| format!("<th scope=\"col\">{}</th>", head(column))).collect();
    let row = |class: &str, name: String, side: &Side| {
        let cells: String = columns.iter().map(|(.., show)| format!("<td>{}</td>", show(side))).collect();
        format!("<tr><th scope=\"row\" class=\"{class}\">{name}</th>{cells}</tr>")
    };
    let [red, black] = &judgement.sides;
    let _ = writeln!(
        html,
        "<section class=\"numbers\"><table><thead><tr><td></td>{heads}</tr></thead><tbody>{}{}</tbody></table></section>",
        row("red", both("红方", "Red"), red),
        row("black", both("黑方", "Black"), black)
    );
}

/// Numbers under the curve.
const TICKS: usize = 5;

/// Red's chances over the game, from 0 at the bottom to 100 at the top; key moments are dots. As wide and high as its
/// place, so it has no letters in it.
fn curve(html: &mut String, judgement: &Judgement) {
    let count = judgement.values.len();
    let x = |ply: usize| 10.0 + 980.0 * ply as f64 / (count - 1).max(1) as f64;
    let points: Vec<(usize, f64)> = judgement
        .values
        .iter()
        .enumerate()
        .filter_map(|(ply, value)| Some((ply, 190.0 - 1.8 * (*value)?.red_percent())))
        .collect();
    let (Some(first), Some(last)) = (points.first(), points.last()) else { return };
    let path: Vec<String> = points.iter().map(|(ply, y)| format!("{:.1} {y:.1}", x(*ply))).collect();
    let path = path.join("L");
    let dots: String = judgement
        .key_moments
        .iter()
        .filter_map(|&ply| points.iter().find(|(at, _)| *at == ply))
        // A line without a length is as round as its end, however the picture is stretched.
        .map(|(ply, y)| {
            format!("<path class=\"key {}\" d=\"M{:.1} {y:.1}h0\"/>", class_of(&judgement.moves[ply - 1]), x(*ply))
        })
        .collect();
    let _ = writeln!(
        html,
        "<section class=\"chances\"><h2>{}</h2><div class=\"plot\"><div class=\"scale\" aria-hidden=\"true\"><span>100&thinsp;%</span>\
         <span>50</span><span>0</span></div><svg id=\"curve\" viewBox=\"0 0 1000 200\" preserveAspectRatio=\"none\" role=\"img\"><title>{}</title>\
         <rect class=\"paper\" x=\"10\" y=\"10\" width=\"980\" height=\"180\"/><path class=\"area\" d=\"M{path}L{:.1} 190L{:.1} 190Z\"/>\
         <path class=\"middle\" d=\"M10 100H990\"/><path class=\"curve\" d=\"M{path}\"/>{dots}<path id=\"now\" class=\"now\" d=\"M-9 10V190\"/></svg>\
         <div class=\"ticks\" aria-hidden=\"true\">{}</div></div></section>",
        both("红方胜率", "Red's chances"),
        escaped("红方胜率 · Red's chances"),
        x(last.0),
        x(first.0),
        ticks(judgement)
    );
}

/// Move numbers at equal distances.
fn ticks(judgement: &Judgement) -> String {
    let plies = judgement.moves.len();
    let number = |tick: usize| judgement.moves.get(tick * plies / (TICKS - 1)).or(judgement.moves.last());
    let mut seen = None;
    (0..TICKS)
        .filter_map(number)
        .map(|judged| {
            let round = judged.round();
            // A short game has fewer moves than there are places.
            let text = if seen.replace(round) == Some(round) { String::new() } else { round.to_string() };
            format!("<span>{text}</span>")
        })
        .collect()
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
fn walk(html: &mut String, game: &GameTree, judgement: &Judgement) {
    let start = game.board();
    let mut end = start.clone();
    for judged in &judgement.moves {
        end.make(judged.mv);
    }
    let mut diagram = Diagram::new(&end);
    diagram.numerals = Numerals::ByLanguage;
    diagram.last_move = judgement.moves.last().map(|judged| judged.mv);
    let step = |step: &str, zh: &str, en: &str, key: &str, sign: &str| {
        format!("<button data-step=\"{step}\" title=\"{zh} · {en} ({key})\">{sign}</button>")
    };
    let _ = write!(
        html,
        "<section class=\"board\"><div id=\"board\">{}</div><div class=\"steps\" id=\"steps\" hidden>{}{}{}{}</div>\
         <div id=\"remark\" class=\"remark\" aria-live=\"polite\"></div></section>\
         <section class=\"moves\" tabindex=\"0\"><table id=\"moves\"><colgroup><col class=\"number\"><col><col></colgroup><tbody>",
        diagram.inline(),
        step("first", "开头", "First", "Home", "⇤"),
        step("back", "后退", "Back", "←", "←"),
        step("forward", "前进", "Forward", "→", "→"),
        step("last", "结尾", "Last", "End", "⇥")
    );
    let begins = quoted(game, NodeId::ROOT, &start, None);
    if !begins.is_empty() {
        let _ = write!(html, "<tr class=\"said\"><td colspan=\"3\">{begins}</td></tr>");
    }
    let nodes: Vec<NodeId> = game.main_nodes().collect();
    for pair in judgement.moves.chunk_by(|one, next| one.round() == next.round()) {
        let _ = write!(html, "<tr><th scope=\"row\">{}</th>", pair[0].round());
        if pair[0].mover == Color::Black {
            html.push_str("<td>…</td>");
        }
        pair.iter().for_each(|judged| cell(html, judged));
        html.push_str("</tr>");
        let said: String = pair
            .iter()
            .filter_map(|judged| Some(quoted(game, *nodes.get(judged.ply - 1)?, &judged.before, Some(judged))))
            .collect();
        if !said.is_empty() {
            let _ = write!(html, "<tr class=\"said\"><td></td><td colspan=\"2\">{said}</td></tr>");
        }
    }
    html.push_str("</tbody></table></section>\n");
}

/// A move of the list: its mark, and what it came to.
fn cell(html: &mut String, judged: &Judged) {
    let text = |style| escaped(&notation::write(&judged.before, judged.mv, style));
    let _ = write!(
        html,
        "<td class=\"{}\" data-ply=\"{}\"><span lang=\"zh\">{}</span><span lang=\"en\">{}</span><b>{}</b><small>{}</small></td>",
        class_of(judged),
        judged.ply,
        text(CHINESE),
        text(Style::Wxf),
        words::sign(judged),
        judged.values.map_or_else(String::new, |(_, after)| words::value(after))
    );
}

/// What the game's own file says at a node: its comment, and the variations beside it, which begin at `before`.
fn quoted(game: &GameTree, node: NodeId, before: &Board, judged: Option<&Judged>) -> String {
    let mut text = String::new();
    let comment = game.comment(node);
    if !comment.is_empty() {
        let mut shown: String = comment.chars().take(LONGEST_COMMENT).collect();
        if shown.len() < comment.len() {
            shown.push('…');
        }
        let name = judged.map_or_else(String::new, |judged| {
            let text = |style| notation::write(before, judged.mv, style);
            format!("<b>{}</b> ", both(&text(CHINESE), &text(Style::Wxf)))
        });
        let _ = write!(text, "<p>{name}{}</p>", escaped(&shown));
    }
    if let (Some(judged), Some(parent)) = (judged, game.parent(node)) {
        for beside in game.children(parent).filter(|&child| child != node) {
            let line: Vec<Move> = std::iter::successors(Some(beside), |&node| game.first_child(node))
                .filter_map(|node| game.mv(node))
                .collect();
            let dots = if judged.mover == Color::Black { "… " } else { "" };
            let more = if line.len() > LONGEST_VARIATION { " …" } else { "" };
            let written = |style| {
                let moves = words::line(before, &line, style, LONGEST_VARIATION).join(" ");
                format!("({}. {dots}{moves}{more})", judged.round())
            };
            let _ = write!(text, "<p class=\"beside\">{}</p>", both(&written(CHINESE), &written(Style::Wxf)));
        }
    }
    text
}

fn key_moments(html: &mut String, judgement: &Judgement) {
    let shown: Vec<usize> = judgement
        .key_moments
        .iter()
        .copied()
        // A ruling is told in words; its move is drawn where there was a better one.
        .filter(|&ply| {
            judgement.moves[ply - 1].mark.is_some() || judgement.rulings.iter().all(|ruled| ruled.ply != ply)
        })
        .collect();
    if shown.is_empty() {
        return;
    }
    let _ = write!(
        html,
        "<section><h2>{}</h2><p class=\"legend\"><i class=\"done\">→</i> {} <i class=\"best\">→</i> {}</p><div class=\"key-moments\">",
        both("关键时刻", "Key moments"),
        both("实战着法", "played"),
        both("更好的着法", "better")
    );
    for ply in shown {
        let judged = &judgement.moves[ply - 1];
        let mut diagram = Diagram::new(&judged.before);
        diagram.numerals = Numerals::ByLanguage;
        diagram
            .arrows
            .extend(judged.better.iter().filter_map(|better| better.moves.first()).map(|&mv| Arrow { mv, color: 0 }));
        diagram.arrows.push(Arrow { mv: judged.mv, color: 2 });
        diagram.last_move = judged.before.last_move();
        diagram.description = guohe_diagram::description(&judged.before);
        let _ = write!(
            html,
            "<figure id=\"ply-{ply}\" data-goto=\"{ply}\">{}<figcaption><h3>{}</h3><p>{}</p>",
            diagram.inline(),
            both(&words::played(judged, CHINESE), &words::played(judged, Style::Wxf)),
            both(&words::remark(Language::Zh, judged, CHINESE), &words::remark(Language::En, judged, Style::Wxf))
        );
        if let Some(proven) = judged.sentence.as_ref().filter(|proven| proven.begins == Begins::After) {
            let mut after = judged.before.clone();
            after.make(judged.mv);
            let line = |style| words::line(&after, &proven.line, style, LONGEST_LINE).join(" ");
            if !proven.line.is_empty() {
                let _ = write!(
                    html,
                    "<p class=\"refutation\">{}</p>",
                    both(&format!("后续 {}", line(CHINESE)), &format!("then {}", line(Style::Wxf)))
                );
            }
        }
        if let Some(better) = &judged.better {
            let line = |style| words::line(&judged.before, &better.moves, style, LONGEST_LINE).join(" ");
            let value = words::value(better.value);
            let _ = write!(
                html,
                "<p class=\"better\">{}</p>",
                both(&format!("{} {value}", line(CHINESE)), &format!("{} {value}", line(Style::Wxf)))
            );
        }
        html.push_str("</figcaption></figure>");
    }
    html.push_str("</div></section>\n");
}

fn rulings(html: &mut String, judgement: &Judgement, rules: &Rules) {
    if judgement.rulings.is_empty() {
        return;
    }
    let _ = write!(html, "<section class=\"rulings\"><h2>{}</h2>", both("循环裁决", "Repetition"));
    for ruled in &judgement.rulings {
        let _ = write!(
            html,
            "<p>{}</p>",
            both(
                &words::ruling(Language::Zh, ruled, rules, &judgement.moves, CHINESE),
                &words::ruling(Language::En, ruled, rules, &judgement.moves, Style::Wxf)
            )
        );
    }
    html.push_str("</section>\n");
}
