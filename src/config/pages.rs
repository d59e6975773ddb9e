//! Checks that `engine.toml` and the pages of the options say what the declarations say. With `WRITE_PAGES` in the
//! environment the test writes the tables of the pages; comments of `engine.toml` are changed by hand.

use super::{Config, OPTIONS, OptionKind, OptionSpec};
use std::path::Path;

/// Text without blanks and comment signs, so that line breaks do not matter in comparisons.
fn squeezed(text: &str) -> String {
    let lines = text.lines().map(|line| line.trim_start_matches("# "));
    lines.flat_map(str::chars).filter(|c| !c.is_whitespace()).collect()
}

/// The values of an option as the pages show them; empty for files. `to` separates the ends of a range.
fn values(option: &OptionSpec, to: &str) -> String {
    match option.kind {
        OptionKind::Check(_) | OptionKind::CheckByDialect(_) => "true, false".to_owned(),
        OptionKind::Number { is_memory: true, .. } => String::new(),
        OptionKind::Number { min, max, .. } => format!("{min} {to} {max}"),
        OptionKind::Word(field) => (field.get)(&Config::default()).names().join(", "),
        OptionKind::Fixed(word) => word.to_owned(),
        OptionKind::Button(_) => if to == "to" { "(button)" } else { "（按钮）" }.to_owned(),
        OptionKind::File(_) | OptionKind::Files(_) | OptionKind::Output(_) => String::new(),
    }
}

#[test]
fn engine_toml_explains_each_key() {
    let text = include_str!("../../engine.toml").replace('\r', "");
    assert_eq!(Config::parse(&text, Path::new("engine.toml")).unwrap().config, Config::default());
    let keys: Vec<&OptionSpec> = OPTIONS.iter().filter(|option| !option.toml.is_empty()).collect();
    for option in &keys {
        let value = option.text(&Config::default());
        let key = option.section_and_key().1;
        let line = match option.kind {
            OptionKind::CheckByDialect(_) => format!("# {key} = true"),
            OptionKind::Check(_) | OptionKind::Number { .. } => format!("{key} = {value}"),
            _ => format!("{key} = \"{value}\""),
        };
        let block = text.split("\n\n").find(|block| block.lines().any(|other| other == line));
        let block = squeezed(block.unwrap_or_else(|| panic!("engine.toml lacks {line}")));
        let (first, rest) = option.english.split_at(1);
        let english = format!("{}{rest}", first.to_uppercase());
        let english = if first == "`" { option.english } else { &english };
        for part in [english, option.chinese, option.ucci, option.uci, &values(option, "to")] {
            assert!(block.contains(&squeezed(part)), "engine.toml does not say of {key}: {part}");
        }
    }
    let count = text
        .lines()
        .filter(|line| !line.starts_with('#') || line.ends_with(" = true"))
        .filter(|line| line.contains(" = "));
    assert_eq!(count.count(), keys.len());
}

/// The row of an option in the table of a page.
fn row(option: &OptionSpec, to: &str, help: &str) -> String {
    let default = match option.kind {
        OptionKind::CheckByDialect(_) if to != "to" => "UCCI 为 true，其余为 false".to_owned(),
        OptionKind::CheckByDialect(_) => "UCCI true, else false".to_owned(),
        _ => option.text(&Config::default()),
    };
    let linked = [
        ("docs/analysis.md", "[analysis.md](analysis.md)"),
        ("docs/levels.md", "[levels.md](levels.md)"),
        ("book/openings.txt", "[book/openings.txt](../book/openings.txt)"),
    ];
    let help = linked.iter().fold(help.to_owned(), |help, (name, link)| help.replace(name, link));
    let code = |name: &str| if name.is_empty() { String::new() } else { format!("`{name}`") };
    let cells = [code(option.ucci), code(option.uci), code(option.toml), default, values(option, to), help];
    cells.map(|cell| format!("| {cell} ")).concat().replace("|  ", "| ") + "|\n"
}

#[test]
fn the_pages_list_each_option() {
    for (name, to, help) in [
        ("docs/options.md", "to", (|option| option.english) as fn(&OptionSpec) -> &str),
        ("docs/options.zh.md", "–", |option| option.chinese),
    ] {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
        let page = std::fs::read_to_string(&file).unwrap().replace('\r', "");
        let (head, rest) = page.split_once("| --- | --- | --- | --- | --- | --- |\n").unwrap();
        let (found, tail) = rest.split_once("\n\n").unwrap();
        let expected: String = OPTIONS.iter().map(|option| row(option, to, help(option))).collect();
        if std::env::var_os("WRITE_PAGES").is_some() {
            let page = format!("{head}| --- | --- | --- | --- | --- | --- |\n{expected}\n{tail}");
            std::fs::write(&file, page).unwrap();
        } else {
            assert!(format!("{found}\n") == expected, "the table of {name} must read:\n{expected}");
        }
    }
}
