//! The order of imports: each module of the library uses only modules of rows above its own, no folder of the workspace
//! has an import cycle among its files, and in folders with an order each file uses only those listed below it.

mod cycles;
mod made_up;
mod reading_order;
mod rows;
mod sources;

use self::cycles::cycles;
use self::reading_order::against_the_order;
use self::reading_order::declared;
use self::rows::upward_imports;
use self::sources::Sources;
use std::collections::BTreeMap;
use std::path::Path;

/// The row of each module of the library; row 0 imports nothing from the crate.
const LIBRARY: &[(&str, u32)] = &[
    ("types", 0),
    ("clock", 0),
    ("files", 0),
    ("memory", 0),
    ("params", 0),
    ("board", 1),
    ("rules", 2),
    ("eval", 2),
    ("tt", 2),
    ("time", 2),
    ("book", 2),
    ("notation", 2),
    ("config", 3),
    ("game", 3),
    ("wdl", 3),
    ("search", 4),
    ("engine", 5),
    ("bench", 5),
    ("genfens", 5),
    ("protocol", 6),
];

/// The source folders of the packages of the workspace.
const PACKAGES: &[&str] = &[
    "src",
    "crates/arena/src",
    "crates/board/src",
    "crates/chart/src",
    "crates/common/src",
    "crates/diagram/src",
    "crates/games/src",
    "crates/lab/src",
    "crates/play/src",
    "crates/puzzles/src",
    "crates/train/src",
    "crates/web/src",
    "tools/src",
];

/// Folders of the library whose `mod.rs` lists the files from the top down.
const FROM_THE_TOP_DOWN: &[&str] = &["board", "config", "game", "protocol", "rules", "search"];

/// The sources of a package in the workspace.
fn package(folder: &str) -> Sources {
    Sources::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder))
}

#[test]
fn imports_point_upwards() {
    assert_eq!(upward_imports(&package("src"), LIBRARY), Vec::<String>::new());
}

#[test]
fn no_folder_has_an_import_cycle() {
    let mut found = BTreeMap::new();
    for &root in PACKAGES {
        for (folder, cycle) in cycles(&package(root)) {
            let folder = if folder.is_empty() { root.to_owned() } else { format!("{root}/{folder}") };
            found.insert(folder, cycle.join(" → "));
        }
    }
    assert!(found.is_empty(), "each file uses the next: {found:#?}");
}

#[test]
fn each_file_uses_only_those_below_it() {
    let library = package("src");
    for folder in FROM_THE_TOP_DOWN {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(folder).join("mod.rs");
        let text = std::fs::read_to_string(&path).expect("each folder has a mod.rs");
        assert!(
            text.contains("Each file uses only files listed below it."),
            "{folder} no longer promises an order: remove it from the list"
        );
        let order = declared(&text);
        assert!(order.len() > 2, "{folder}: {order:?}");
        assert_eq!(against_the_order(&library, &[folder.to_string()], &order), Vec::<String>::new(), "in {folder}");
    }
}

#[test]
fn only_main_writes() {
    let library = package("src");
    for module in library.modules() {
        for name in ["println", "print", "eprintln", "eprint", "dbg", "stdout", "stderr"] {
            assert!(!library.calls(module, name), "{} uses {name}", module.join("::"));
        }
    }
}
