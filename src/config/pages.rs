//! What people read about the options, `engine.toml` and the tables of the README, is written by the table.

use super::Automatic;
use super::Config;
use super::EMBEDDED;
use super::OptionKind;
use super::ROWS;
use super::Row;
use super::Value;
use std::collections::BTreeSet;
use std::path::Path;

/// The width of a comment.
const WIDTH: usize = 118;

/// The head of the file.
const HEAD: &str = "The engine looks for this file beside its executable, or where `--config FILE` says. Every line may \
    be left out: the values written here are the ones that are used then. Options that a front end sets come on top. A \
    relative path starts at the folder of this file. A key that does not exist or a value that does not fit is reported \
    with its line, and then the defaults are used.";

/// The same for Chinese readers.
const CHINESE_HEAD: &str = "本文件放在引擎旁边，或用 `--config 文件` 指定。每一行都可以省略，文件里写的就是默认值；界面里设置的选项优先。相对路径从\
    本文件所在的文件夹算起。不认识的项目或不合适的值会连同行号报告，此时全部使用默认值。";

/// Lines of a Chinese comment: they end between any two characters, but a mark does not begin one, nor is a word cut.
fn chinese_comment(text: &str) -> String {
    // A Chinese character is as wide as two letters.
    let width_of = |c: char| if c.is_ascii() { 1 } else { 2 };
    let stays = |c: char| c.is_ascii_graphic() || "，。；：、）”".contains(c);
    let mut lines = vec![String::new()];
    let mut width = 0;
    let chars: Vec<char> = text.chars().collect();
    for (at, &c) in chars.iter().enumerate() {
        // As far as what must stay together reaches.
        let tail: usize = chars[at + 1..].iter().take_while(|&&c| stays(c)).map(|&c| width_of(c)).sum();
        if !stays(c) && width + width_of(c) + tail > WIDTH {
            lines.push(String::new());
            width = 0;
        }
        if !(width == 0 && c == ' ') {
            lines.last_mut().unwrap().push(c);
            width += width_of(c);
        }
    }
    lines.iter().map(|line| format!("# {}", line.trim_end())).collect::<Vec<_>>().join("\n")
}

/// Lines of a comment, as wide as they may be.
fn comment(text: &str) -> String {
    let mut lines = vec![String::from("#")];
    for word in text.split_whitespace() {
        let line = lines.last_mut().unwrap();
        if line.len() + 1 + word.len() > WIDTH {
            lines.push(format!("# {word}"));
        } else {
            *line += &format!(" {word}");
        }
    }
    lines.join("\n")
}

/// English text without links.
fn without_links(text: &str) -> String {
    let mut plain = text.to_owned();
    while let Some((start, middle)) = plain.find('[').zip(plain.find("](")) {
        let end = middle + plain[middle..].find(')').unwrap();
        plain = format!("{}{}{}", &plain[..start], &plain[start + 1..middle], &plain[end + 1..]);
    }
    plain
}

/// The values that an option can have, for people.
fn values(row: &Row, to: &str) -> String {
    match row.kind {
        OptionKind::Check(_) | OptionKind::CheckOfDialect => "true, false".to_owned(),
        OptionKind::Number { min, max, .. } => format!("{min} {to} {max}"),
        OptionKind::Amount { of: Automatic::Hash, .. } => String::new(),
        OptionKind::Amount { max, .. } => format!("0 {to} {max}"),
        OptionKind::Words { all, .. } => all().join(", "),
        OptionKind::Only(value) => value.to_owned(),
        OptionKind::Button(_) => if to == "to" { "(button)" } else { "（按钮）" }.to_owned(),
        OptionKind::File | OptionKind::Files { .. } | OptionKind::Output(_) => String::new(),
    }
}

/// One key of `engine.toml`, explained.
fn key(row: &Row) -> String {
    let english = without_links(row.english);
    let mut text = format!("{}{}.", english[..1].to_uppercase(), &english[1..]);
    let values = values(row, "to");
    if !values.is_empty() {
        text += &format!(" Values: {values}.");
    }
    let names: Vec<String> = [("UCCI", row.ucci), ("UCI", row.uci)]
        .into_iter()
        .filter(|(_, name)| !name.is_empty())
        .map(|(dialect, name)| format!("{dialect} `{name}`"))
        .collect();
    if matches!(row.kind, OptionKind::Files { .. }) {
        text += " Here they are a list, as in [\"one.txt\", \"two.txt\"].";
    }
    let mut text = format!("{}\n{}", comment(&text), chinese_comment(&format!("{}。", without_links(row.chinese))));
    if !names.is_empty() {
        text += &format!("\n# Option {}", names.join(", "));
    }
    let key = row.section_and_key().1;
    let line = match row.kind.default_value() {
        Value::Check(on) => format!("{key} = {on}"),
        Value::Number(number) => format!("{key} = {number}"),
        Value::Word(word) => format!("{key} = \"{word}\""),
        Value::File(file) => format!("{key} = \"{}\"", file.display()),
        // There is no word for this default.
        Value::Unset | Value::Files(_) if matches!(row.kind, OptionKind::CheckOfDialect) => format!("# {key} = true"),
        Value::Unset | Value::Files(_) => {
            let word = if let OptionKind::Files { unset } = row.kind { unset } else { EMBEDDED };
            format!("{key} = \"{word}\"")
        }
    };
    format!("{text}\n{line}\n")
}

/// An `engine.toml` in which everything has its default.
fn engine_toml() -> String {
    let mut text = format!(
        "# Settings of the xiangqi engine guohe. 过河的设置。\n#\n{}\n#\n{}\n",
        comment(HEAD),
        chinese_comment(CHINESE_HEAD)
    );
    let mut sections = vec![""];
    sections.extend(ROWS.iter().map(|row| row.section_and_key().0));
    let mut seen = BTreeSet::new();
    sections.retain(|section| seen.insert(*section));
    for section in sections {
        if !section.is_empty() {
            text += &format!("\n[{section}]");
        }
        for row in ROWS.iter().filter(|row| row.section_and_key().0 == section && !row.toml.is_empty()) {
            text += "\n";
            text += &key(row);
        }
    }
    text
}

/// A row of a table of the README.
fn readme_row(row: &Row, to: &str, help: &str) -> String {
    let default = match (row.kind, row.kind.default_value()) {
        (OptionKind::CheckOfDialect, _) => "UCCI true, UCI false".to_owned(),
        (OptionKind::File, _) => EMBEDDED.to_owned(),
        (OptionKind::Files { unset }, _) => unset.to_owned(),
        (_, Value::Check(on)) => on.to_string(),
        (_, Value::Number(number)) => number.to_string(),
        (_, Value::Word(word)) => word.to_owned(),
        (OptionKind::Only(value), _) => value.to_owned(),
        _ => String::new(),
    };
    let code = |name: &str| if name.is_empty() { String::new() } else { format!("`{name}`") };
    let values = values(row, to);
    let cells = [&code(row.ucci), &code(row.uci), &code(row.toml), &default, &values, help];
    cells.map(|cell| format!("| {cell} ")).concat().replace("|  ", "| ") + "|"
}

#[test]
fn engine_toml_is_what_the_table_says() {
    let text = engine_toml();
    assert_eq!(Config::parse(&text, Path::new("engine.toml")).unwrap(), (Config::default(), vec![]));
    let shipped = include_str!("../../engine.toml").replace('\r', "");
    assert!(shipped == text, "engine.toml must read:\n{text}");
}

#[test]
fn the_tables_of_the_readme_are_what_the_table_says() {
    let readme = include_str!("../../README.md");
    for (to, help) in [("to", (|row| row.english) as fn(&Row) -> &str), ("–", |row| row.chinese)] {
        let rows: Vec<String> = ROWS
            .iter()
            .filter(|row| !(row.ucci.is_empty() && row.uci.is_empty()))
            .map(|row| readme_row(row, to, help(row)))
            .collect();
        let missing: Vec<&String> = rows.iter().filter(|row| readme.lines().all(|line| line != *row)).collect();
        assert!(missing.is_empty(), "README.md lacks rows, of which all are:\n{}", rows.join("\n"));
        // The table has no other rows.
        let head = readme.lines().position(|line| rows.iter().any(|row| row == line)).unwrap();
        let count = readme.lines().skip(head).take_while(|line| line.starts_with('|')).count();
        assert_eq!(count, rows.len(), "the README has a row too many");
    }
}
