//! Tests of the checks themselves, on made-up sources.

use super::cycles::cycles;
use super::reading_order::against_the_order;
use super::rows::declared_rows;
use super::rows::upward_imports;
use super::sources::Sources;

const ROWS: &str = "
//! | row | module | what it is for |
//! |---|---|---|
//! | 0 | [`types`] | squares |
//! | 1 | `board` | positions |
//! | 2 | [`mod@search`] | the best move |
";

/// A crate without faults.
const FILES: &[(&str, &str)] = &[
    ("lib.rs", "pub mod board; mod search; pub mod types; use other::dice::{self};"),
    ("main.rs", "use made_up::search::Pool; fn main() { println!() }"),
    ("types.rs", "//! See crate::search.\npub struct Square; impl Square { const A: Self = self::A; }"),
    ("board/mod.rs", "mod cell; mod moves; pub use cell::Cell; use crate::types::Square; fn f() { moves::all() }"),
    ("board/cell.rs", "use crate::dice::Die; pub struct Cell(crate::types::Square);"),
    (
        "board/moves.rs",
        "use super::Cell; macro_rules! lines { () => {} } pub fn all() { crate::types::list::<super::cell::Cell>() }",
    ),
    ("search/mod.rs", "//! In reading order.\nmod pool; pub mod worker; pub use pool::Pool;"),
    ("search/pool.rs", "use super::worker::Worker; pub struct Pool;"),
    (
        "search/worker.rs",
        "use crate::lines; pub struct Worker; #[cfg(test)] mod tests { use super::super::pool; use super::*; }",
    ),
];

/// The crate with other files in place of its own, or in addition.
fn made_up(changed: &[(&str, &str)]) -> Sources {
    Sources::new(FILES.iter().chain(changed).map(|&(path, text)| (path.to_owned(), text.to_owned())).collect())
}

#[test]
fn a_crate_without_faults_passes() {
    let sources = made_up(&[]);
    assert_eq!(upward_imports(&sources, &declared_rows(ROWS)), Vec::<String>::new());
    assert_eq!(against_the_order(&sources, "search"), Vec::<String>::new());
    assert!(cycles(&sources).is_empty(), "{:?}", cycles(&sources));
}

#[test]
fn a_file_that_uses_one_above_it_is_found() {
    for code in [
        "#[cfg(test)] mod tests {} use super::pool::Pool;",
        "use super::Pool;",
        "fn f() { #[cfg(test)] let a = 0; crate::search::pool::all() }",
        "impl Worker { #[cfg(test)] const A: usize = 0; const B: usize = super::pool::B; }",
    ] {
        let faults = against_the_order(&made_up(&[("search/worker.rs", code)]), "search");
        assert_eq!(faults, ["worker uses pool, which is above it"], "{code}");
    }
}

#[test]
fn upward_imports_are_found() {
    for code in [
        "use crate::search::Pool;",
        "use crate::{types::Square, search::Pool};",
        "use super::{super::search as s};",
        "mod inner { use super::super::super::search; }",
        "#[derive(crate::search::Pool)] struct Cell;",
        "fn f() { vec![a::b(c), crate::search::Pool] }",
        "macro_rules! m { () => { $crate::search::Pool } }",
        "#[cfg(test)] mod tests { use crate::{search}; }",
    ] {
        let faults = upward_imports(&made_up(&[("board/cell.rs", code)]), &declared_rows(ROWS));
        assert_eq!(faults, ["board/cell uses search, which is not above it"], "{code}");
    }
    for (file, code, fault) in [
        ("types.rs", "use super::{board};", "types uses board, which is not above it"),
        ("types.rs", "use crate::*;", "types uses the crate's root"),
        ("types.rs", "use crate::Name;", "types uses the crate's root"),
        ("time.rs", "", "time has no row"),
    ] {
        assert_eq!(upward_imports(&made_up(&[(file, code)]), &declared_rows(ROWS)), [fault], "{code}");
    }
    let changed_rows = |from, to| upward_imports(&made_up(&[]), &declared_rows(&ROWS.replace(from, to)));
    assert_eq!(changed_rows("| 2 |", "| 2 | gone | a page |\n//! | 2 |"), ["gone has a row, but no file"]);
    assert_eq!(changed_rows("| 1 |", "| 0 |")[0], "board uses types, which is not above it");
}

#[test]
fn cycles_are_found() {
    let pool = ("search/pool.rs", "use super::Limits; pub struct Pool;");
    for (folder, cycle, files) in [
        ("search", "pool worker", &[("search/worker.rs", "use super::pool::Pool;")][..]),
        ("search", "pool worker", &[("search/worker.rs", "use crate::search::Pool as P;")]),
        ("search", "mod pool", &[("search/mod.rs", "pub struct Limits; use self::pool::Pool;"), pool]),
        // A name that the folder re-exports and also uses.
        ("search", "mod pool", &[("search/mod.rs", "pub use pool::Pool as P; pub struct Limits(P);"), pool]),
        ("search", "mod pool", &[("search/mod.rs", "pub use pool::Pool; pub fn limits() { vec![Pool] }"), pool]),
        (
            "search",
            "pool worker root",
            &[("search/worker.rs", "use super::root::x;"), ("search/root.rs", "use super::pool::Pool;")],
        ),
        // A folder is one node of the folder that contains it.
        (
            "search",
            "pool simd",
            &[
                ("search/pool.rs", "use super::simd::Line;"),
                ("search/simd/mod.rs", ""),
                ("search/simd/x86.rs", "use crate::search::pool::Pool;"),
            ],
        ),
        (
            "search/simd",
            "kernels x86",
            &[("search/simd/x86.rs", "use super::kernels::y;"), ("search/simd/kernels.rs", "use super::x86::z;")],
        ),
        ("", "board types", &[("types.rs", "use super::{board::Board};")]),
    ] {
        let found: Vec<_> = cycles(&made_up(files)).into_iter().map(|(at, names)| (at, names.join(" "))).collect();
        assert_eq!(found, [(folder.to_owned(), cycle.to_owned())], "{files:?}");
    }
}
