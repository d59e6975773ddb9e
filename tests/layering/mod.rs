//! The order of imports: each module of the library uses only modules of rows above its own, no folder of the workspace
//! has an import cycle among its files, and in folders with an order each file uses only those listed below it.

mod cycles;
mod made_up;
mod reading_order;
mod rows;
mod sources;

use self::cycles::cycles;
use self::reading_order::against_the_order;
use self::rows::declared_rows;
use self::rows::upward_imports;
use self::sources::Sources;
use std::fs;
use std::path::Path;
use std::path::PathBuf;
use std::sync::LazyLock;

/// Folders of the library whose `mod.rs` lists the files from the top down.
const FROM_THE_TOP_DOWN: &[&str] = &["board", "config", "game", "protocol", "rules", "search"];

/// A file or folder of the workspace.
fn in_workspace(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

static LIBRARY: LazyLock<Sources> = LazyLock::new(|| Sources::read(&in_workspace("src")));

#[test]
fn imports_point_upwards() {
    let text = fs::read_to_string(in_workspace("src/lib.rs")).unwrap();
    assert_eq!(upward_imports(&LIBRARY, &declared_rows(&text)), Vec::<String>::new());
}

#[test]
fn no_folder_has_an_import_cycle() {
    let crates = fs::read_dir(in_workspace("crates")).unwrap().map(|entry| entry.unwrap().path().join("src"));
    let packages = crates.filter(|folder| folder.is_dir()).chain([in_workspace("src"), in_workspace("tools/src")]);
    for package in packages {
        let found = cycles(&Sources::read(&package));
        assert!(found.is_empty(), "in {}, each file uses the next: {found:#?}", package.display());
    }
}

#[test]
fn each_file_uses_only_those_below_it() {
    for folder in FROM_THE_TOP_DOWN {
        let text = fs::read_to_string(in_workspace("src").join(folder).join("mod.rs")).unwrap();
        assert!(
            text.contains("Each file uses only files listed below it."),
            "{folder} no longer promises an order: remove it from the list"
        );
        let faults = against_the_order(&LIBRARY, folder);
        assert!(faults.is_empty(), "in {folder}: {faults:#?}");
    }
}

#[test]
fn only_main_writes() {
    for (module, file) in &LIBRARY.files {
        for name in ["println", "print", "eprintln", "eprint", "dbg", "stdout", "stderr"] {
            assert!(!file.words.contains_key(name), "{} uses {name}", module.join("::"));
        }
    }
}
