//! The summary for a terminal.

use super::judge::{Judgement, Side};
use super::words;
use comfy_table::presets::UTF8_HORIZONTAL_ONLY;
use comfy_table::{CellAlignment, Table};
use guohe::notation::Style;
use guohe::rules::Rules;
use guohe::types::Color;
use guohe_common::language::Language;
use guohe_games::GameTree;
use std::fmt::Write;

/// Both sides' numbers, the key moments and the rulings. Ends without a line break.
pub fn summary(game: &GameTree, judgement: &Judgement, rules: &Rules, language: Language, style: Style) -> String {
    let mut text = words::title(game, language);
    if let Some(opening) = &judgement.opening {
        let name = match language {
            Language::Zh => &opening.chinese,
            Language::En => &opening.english,
        };
        let _ = write!(text, "\n{} {name}", opening.code);
    }
    let _ = write!(text, "\n{}", numbers(judgement, language));
    for &ply in &judgement.key_moments {
        let judged = &judgement.moves[ply - 1];
        let mut remark = words::remark(language, judged, style);
        if remark.is_empty() {
            // A ruling is told below.
            remark = language.pick("循环裁决", "judged as a repetition").to_owned();
        }
        let _ = write!(text, "\n{}  {remark}", words::played(judged, style));
    }
    for ruled in &judgement.rulings {
        let _ = write!(text, "\n{}", words::ruling(language, ruled, rules, &judgement.moves, style));
    }
    text
}

fn numbers(judgement: &Judgement, language: Language) -> Table {
    let mut table = Table::new();
    table.load_preset(UTF8_HORIZONTAL_ONLY);
    table.set_header(["", words::side(language, Color::Red), words::side(language, Color::Black)]);
    let percent = |value: Option<f64>| value.map_or_else(|| "–".to_owned(), |value| format!("{value:.1} %"));
    let mut row = |name: &str, show: &dyn Fn(&Side) -> String| {
        table.add_row([name.to_owned(), show(&judgement.sides[0]), show(&judgement.sides[1])]);
    };
    row(language.pick("准确率", "Accuracy"), &|side| percent(side.accuracy));
    row(language.pick("平均损失（分）", "Mean loss"), &|side| {
        side.mean_loss.map_or_else(|| "–".to_owned(), |loss| format!("{:.2}", loss / 100.0))
    });
    row(language.pick("最佳着法", "Best moves"), &|side| percent(side.best_share.map(|share| share * 100.0)));
    row(language.pick("缓着 ?!", "Inaccuracies ?!"), &|side| side.marks[0].to_string());
    row(language.pick("失误 ?", "Mistakes ?"), &|side| side.marks[1].to_string());
    row(language.pick("严重失误 ??", "Blunders ??"), &|side| side.marks[2].to_string());
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}
