//! The summary for a terminal.

use super::judge::{Judgement, Side};
use super::words;
use comfy_table::presets::UTF8_HORIZONTAL_ONLY;
use comfy_table::{CellAlignment, Table};
use guohe::rules::Rules;
use guohe::types::Color;
use guohe_common::language::Language;
use guohe_games::GameTree;
use std::fmt::Write;

/// Both sides' numbers, the key moments and the rulings. Ends without a line break.
pub fn summary(game: &GameTree, judgement: &Judgement, rules: &Rules, language: Language) -> String {
    let style = game.style();
    let mut text = words::title(game, language);
    if let Some(opening) = &judgement.opening {
        let name = match language {
            Language::Zh => &opening.chinese,
            Language::En => &opening.english,
        };
        let _ = write!(text, "\n{}", opening.titled(name));
    }
    let _ = write!(text, "\n{}", numbers(judgement, language));
    if !judgement.key_moments.is_empty() {
        let _ = write!(text, "\n{}", heading(judgement, language));
    }
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
    if let Some(drawn) = words::drawn_before(language, judgement, rules, style) {
        let _ = write!(text, "\n{drawn}");
    }
    text
}

/// The heading of the key moments: how many of the marked moves they are, and whose scores are positive.
fn heading(judgement: &Judgement, language: Language) -> String {
    let all: usize = judgement.sides.iter().flat_map(|side| side.marks).sum();
    let shown = judgement.key_moments.iter().filter(|&&ply| judgement.moves[ply - 1].mark.is_some()).count();
    match language {
        Language::Zh if shown >= all => "关键时刻（正分红优，负分黑优）".to_owned(),
        Language::En if shown >= all => "Key moments (+: Red is ahead)".to_owned(),
        Language::Zh => {
            format!(
                "关键时刻（有标记的着法共 {all} 着，这里列出 {shown} 着，其余见 --html 和 --pgn；正分红优，负分黑优）"
            )
        }
        Language::En => {
            format!("Key moments ({shown} of {all} marked moves; the others are in --html and --pgn; +: Red is ahead)")
        }
    }
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
    row(language.pick("平均损失（分数）", "Mean loss"), &|side| {
        side.mean_loss.map_or_else(|| "–".to_owned(), |loss| format!("{loss:.2}"))
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

#[cfg(test)]
mod tests {
    use super::super::curve::Mark;
    use super::super::judge::judge;
    use super::super::openings::Openings;
    use super::*;
    use guohe::board::Board;
    use guohe::book::Book;

    #[test]
    fn the_heading_says_how_many_marked_moves_it_leaves_out() {
        let moves = ["h2e2".parse().unwrap()];
        let book = Openings::new(Book::default());
        let mut judgement = judge(&Board::startpos(), &moves, &[None, None], &Rules::default(), &book);
        judgement.moves[0].mark = Some(Mark::Mistake);
        judgement.key_moments = vec![1];
        judgement.sides[0].marks = [0, 1, 0];
        assert_eq!(heading(&judgement, Language::En), "Key moments (+: Red is ahead)");
        judgement.sides[1].marks = [2, 1, 2];
        let left_out = "Key moments (1 of 6 marked moves; the others are in --html and --pgn; +: Red is ahead)";
        assert_eq!(heading(&judgement, Language::En), left_out);
        let left_out = "关键时刻（有标记的着法共 6 着，这里列出 1 着，其余见 --html 和 --pgn；正分红优，负分黑优）";
        assert_eq!(heading(&judgement, Language::Zh), left_out);
    }
}
