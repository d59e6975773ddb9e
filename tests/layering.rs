//! Who may import whom: each module of the library names only modules of rows above its own.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The row of each module; row 0 imports nothing from the crate.
const ROWS: [(&str, u32); 14] = [
    ("types", 0),
    ("files", 0),
    ("board", 1),
    ("rules", 2),
    ("eval", 2),
    ("tt", 2),
    ("time", 2),
    ("book", 2),
    ("config", 3),
    ("search", 3),
    ("notation", 3),
    ("engine", 4),
    ("protocol", 5),
    ("bench", 5),
];

/// The text of a module's files by path, without comments: doc comments may point anywhere.
fn sources(path: &Path, found: &mut BTreeMap<String, String>) {
    if path.is_dir() {
        let entries: Vec<_> = fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()).collect();
        entries.iter().for_each(|entry| sources(entry, found));
    } else if path.extension().is_some_and(|extension| extension == "rs") {
        let text = fs::read_to_string(path).unwrap();
        let code: String = text
            .lines()
            .map(|line| if line.trim_start().starts_with("//") { "\n" } else { line })
            .flat_map(|line| [line, "\n"])
            .collect();
        found.insert(path.display().to_string(), code);
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The names behind each `crate::` in `code`, and those behind a `super::` that are names of modules of the table: a way
/// around the first.
fn imports(code: &str) -> Vec<String> {
    let word = |rest: &str| rest.chars().take_while(|&c| is_word(c)).collect::<String>();
    let mut names = Vec::new();
    for (at, start) in code.match_indices("crate::") {
        if code[..at].ends_with(|c| is_word(c) || c == '$') {
            continue;
        }
        let name = word(&code[at + start.len()..]);
        assert!(!name.is_empty(), "one module per `use crate::` line, please");
        names.push(name);
    }
    for (at, start) in code.match_indices("super::") {
        let name = word(&code[at + start.len()..]);
        if ROWS.iter().any(|&(module, _)| module == name) {
            names.push(name);
        }
    }
    names
}

#[test]
fn imports_point_upwards() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let rows: BTreeMap<&str, u32> = ROWS.into_iter().collect();
    let mut seen = BTreeSet::new();
    let mut count = 0;
    for entry in fs::read_dir(&source).unwrap().map(|entry| entry.unwrap().path()) {
        let module = entry.file_stem().unwrap().to_str().unwrap().to_owned();
        if module == "main" || module == "lib" {
            continue;
        }
        let row = *rows.get(module.as_str()).unwrap_or_else(|| panic!("src/{module} has no row"));
        seen.insert(module.clone());
        let mut files = BTreeMap::new();
        sources(&entry, &mut files);
        for (file, code) in files {
            for name in imports(&code) {
                count += 1;
                let Some(&other) = rows.get(name.as_str()) else {
                    panic!("{file}: crate::{name} is not a module of the table");
                };
                assert!(name == module || other < row, "{file}: {module} (row {row}) uses {name} (row {other})");
            }
        }
    }
    assert!(rows.keys().all(|module| seen.contains(*module)), "a module of the table is gone: {seen:?}");
    assert!(count > 50, "imports are no longer found");
}

#[test]
fn only_the_protocol_and_main_write() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = BTreeMap::new();
    sources(&source, &mut files);
    for (file, code) in files {
        if file.ends_with("main.rs") {
            continue;
        }
        for word in ["println!", "print!", "eprintln!", "eprint!", "dbg!", "stdout()", "stderr()"] {
            assert!(!code.contains(word), "{file} uses {word}");
        }
    }
}

#[test]
fn imports_are_found() {
    let code = "use crate::tt::Bound;\nlet x = crate::eval::evaluate(b); $crate::x; mycrate::y; pub(crate) fn";
    assert_eq!(imports(code), ["tt", "eval"]);
    assert_eq!(imports("super::super::board::x; super::y"), ["board"]);
}
