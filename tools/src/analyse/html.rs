//! The report as one page: no request to anywhere, nothing from the game is taken for markup, readable without its
//! script, which only lets the reader walk, flip and change the language.

use super::data;
use super::judge::Judgement;
use super::judge::Side;
use super::table;
use super::words;
use super::words::Language;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use guohe::notation::Script;
use guohe::notation::Style;
use guohe::rules::Rules;
use guohe::types::Color;
use guohe_diagram::Arrow;
use guohe_diagram::Diagram;
use guohe_diagram::Set;
use guohe_diagram::Theme;
use guohe_games::GameTree;
use sha2::Digest;
use sha2::Sha256;
use std::fmt::Write;

const STYLE: &str = include_str!("page/report.css");
const SCRIPT: &str = include_str!("page/report.js");
const CHINESE: Style = Style::Chinese(Script::SIMPLIFIED);
/// Plies of a better line under a diagram.
const LONGEST_LINE: usize = 6;

/// The page, in `language` until its reader chooses another.
pub fn page(game: &GameTree, judgement: &Judgement, rules: &Rules, language: Language, engine: &str) -> String {
    let style = format!("{}{STYLE}", guohe_diagram::style(Theme::Auto));
    let data = data::json(game, judgement, rules).to_string().replace('<', "\\u003c");
    let title = escaped(&table::title(game, language));
    let lang = language.pick("zh", "en");
    let mut html = format!(
        "<!doctype html>\n<html lang=\"{lang}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{title}</title>\n<style>{style}</style>\n</head>\n<body>\n\
         <svg class=\"shapes\" aria-hidden=\"true\"><defs>{}</defs></svg>\n",
        policy(&style),
        guohe_diagram::definitions(Set::Simplified)
    );
    header(&mut html, game, judgement);
    numbers(&mut html, judgement);
    curve(&mut html, judgement);
    walk(&mut html, game, judgement);
    key_moments(&mut html, judgement);
    rulings(&mut html, judgement, rules);
    let _ = writeln!(
        html,
        "<footer>{}</footer>\n<script type=\"application/json\" id=\"data\">{data}</script>\n<script>{SCRIPT}</script>\n</body>\n</html>",
        both(
            &format!(
                "{engine} 分析，分数均从红方看。准确率与标记按 lichess 公布的公式计算，是引擎的看法，不是等级分。"
            ),
            &format!(
                "Analysed by {engine}; scores are Red's. Accuracy and marks follow the formulas that lichess publishes; they are an engine's view, not a rating."
            )
        )
    );
    html
}

/// The page's own style and script and nothing else.
pub fn policy(style: &str) -> String {
    let hash = |text: &str| BASE64_STANDARD.encode(Sha256::digest(text.as_bytes()));
    format!(
        "default-src 'none'; style-src 'sha256-{}'; script-src 'sha256-{}'; base-uri 'none'; form-action 'none'",
        hash(style),
        hash(SCRIPT)
    )
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
    let mut facts: Vec<String> =
        ["Event", "Site", "Date", "Round", "Result"].iter().filter_map(|name| tag(name)).collect();
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

fn numbers(html: &mut String, judgement: &Judgement) {
    let percent = |value: Option<f64>| value.map_or_else(|| "–".to_owned(), |value| format!("{value:.1}&thinsp;%"));
    let row = |name: String, show: &dyn Fn(&Side) -> String| {
        format!(
            "<tr><td>{}</td><th scope=\"row\">{name}</th><td>{}</td></tr>",
            show(&judgement.sides[0]),
            show(&judgement.sides[1])
        )
    };
    let rows = [
        row(both("准确率", "accuracy"), &|side| format!("<b>{}</b>", percent(side.accuracy))),
        row(both("最佳着法", "best moves"), &|side| percent(side.best_share.map(|share| share * 100.0))),
        row(both("平均损失（分）", "mean loss"), &|side| {
            side.mean_loss.map_or_else(|| "–".to_owned(), |loss| format!("{:.2}", loss / 100.0))
        }),
        row(both("缓着 ?!", "inaccuracies ?!"), &|side| side.marks[0].to_string()),
        row(both("失误 ?", "mistakes ?"), &|side| side.marks[1].to_string()),
        row(both("败着 ??", "blunders ??"), &|side| side.marks[2].to_string()),
    ];
    let _ = writeln!(
        html,
        "<section class=\"numbers\"><table><thead><tr><th class=\"red\">{}</th><td></td><th class=\"black\">{}</th></tr></thead><tbody>{}</tbody></table></section>",
        both("红方", "Red"),
        both("黑方", "Black"),
        rows.concat()
    );
}

/// Red's chances over the game; key moments are dots.
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
        .map(|(ply, y)| format!("<circle class=\"key\" cx=\"{:.1}\" cy=\"{y:.1}\" r=\"6\"/>", x(*ply)))
        .collect();
    let _ = writeln!(
        html,
        "<section class=\"chances\"><h2>{}</h2><svg id=\"curve\" viewBox=\"0 0 1000 200\" role=\"img\"><title>{}</title>\
         <rect class=\"paper\" x=\"10\" y=\"10\" width=\"980\" height=\"180\"/><path class=\"area\" d=\"M{path}L{:.1} 190L{:.1} 190Z\"/>\
         <path class=\"middle\" d=\"M10 100H990\"/><path class=\"curve\" d=\"M{path}\"/>{dots}<path id=\"now\" class=\"now\" d=\"M-9 10V190\"/></svg></section>",
        both("红方胜率", "Red's chances"),
        escaped("红方胜率 · Red's chances"),
        x(last.0),
        x(first.0)
    );
}

/// The board to walk on, and the moves.
fn walk(html: &mut String, game: &GameTree, judgement: &Judgement) {
    let start = game.board();
    let mut end = start.clone();
    for judged in &judgement.moves {
        end.make(judged.mv);
    }
    let mut diagram = Diagram::new(&end);
    diagram.last_move = judgement.moves.last().map(|judged| judged.mv);
    let _ = write!(
        html,
        "<section class=\"walk\"><div class=\"board\"><div id=\"board\">{}</div><div class=\"steps\" id=\"steps\" hidden>\
         <button data-step=\"first\" title=\"Home\">⇤</button><button data-step=\"back\" title=\"←\">←</button>\
         <button data-step=\"forward\" title=\"→\">→</button><button data-step=\"last\" title=\"End\">⇥</button></div>\
         <p id=\"remark\" class=\"remark\" aria-live=\"polite\"></p></div><div class=\"moves\"><table id=\"moves\"><tbody>",
        diagram.inline()
    );
    let mut is_open = false;
    for judged in &judgement.moves {
        let is_red = judged.mover == Color::Red;
        if is_red || !is_open {
            let _ = write!(
                html,
                "{}<tr><th scope=\"row\">{}</th>",
                if is_open { "</tr>" } else { "" },
                judged.round(judgement.first)
            );
            is_open = true;
            if judged.ply == 1 && judgement.first == Color::Black {
                html.push_str("<td>…</td>");
            }
        }
        let text = |style| escaped(&words::line(&judged.before, &[judged.mv], style, 1).concat());
        let sign = judged.mark.map_or(if judged.is_only { "!" } else { "" }, |mark| mark.sign());
        let class = judged.mark.map_or("", |mark| match mark {
            super::curve::Mark::Inaccuracy => "inaccuracy",
            super::curve::Mark::Mistake => "mistake",
            super::curve::Mark::Blunder => "blunder",
        });
        let _ = write!(
            html,
            "<td class=\"{class}\" data-ply=\"{}\"><span lang=\"zh\">{}</span><span lang=\"en\">{}</span><b>{sign}</b><small>{}</small></td>",
            judged.ply,
            text(CHINESE),
            text(Style::Wxf),
            judged.values.map_or_else(String::new, |(_, after)| words::value(after))
        );
    }
    let _ = writeln!(html, "{}</tbody></table></div></section>", if is_open { "</tr>" } else { "" });
}

fn key_moments(html: &mut String, judgement: &Judgement) {
    let shown: Vec<usize> = judgement
        .key_moments
        .iter()
        .copied()
        .filter(|&ply| judgement.rulings.iter().all(|ruled| ruled.ply != ply))
        .collect();
    if shown.is_empty() {
        return;
    }
    let _ = write!(html, "<section><h2>{}</h2><div class=\"key-moments\">", both("关键时刻", "Key moments"));
    for ply in shown {
        let judged = &judgement.moves[ply - 1];
        let mut diagram = Diagram::new(&judged.before);
        diagram
            .arrows
            .extend(judged.better.iter().filter_map(|better| better.moves.first()).map(|&mv| Arrow { mv, color: 0 }));
        diagram.arrows.push(Arrow { mv: judged.mv, color: 2 });
        diagram.last_move = judged.before.last_move();
        diagram.description = guohe_diagram::description(&judged.before);
        let played = |style| words::line(&judged.before, &[judged.mv], style, 1).concat();
        let sign = judged.mark.map_or("", |mark| mark.sign());
        let dots = if judged.mover == Color::Black { "… " } else { "" };
        let round = judged.round(judgement.first);
        let _ = write!(
            html,
            "<figure id=\"ply-{ply}\" data-goto=\"{ply}\">{}<figcaption><h3>{}</h3><p>{}</p>",
            diagram.inline(),
            both(
                &format!("{round}. {dots}{}{sign}", played(CHINESE)),
                &format!("{round}. {dots}{}{sign}", played(Style::Wxf))
            ),
            both(&words::remark(Language::Zh, judged, CHINESE), &words::remark(Language::En, judged, Style::Wxf))
        );
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
            both(&words::ruling(Language::Zh, ruled, rules), &words::ruling(Language::En, ruled, rules))
        );
    }
    html.push_str("</section>\n");
}
