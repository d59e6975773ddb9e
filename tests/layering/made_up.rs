//! Tests of the checks themselves, on made-up sources.

use super::cycles::cycles;
use super::reading_order::against_the_order;
use super::reading_order::declared;
use super::rows::upward_imports;
use super::sources::Sources;

const ROWS: &[(&str, u32)] = &[("types", 0), ("board", 1), ("search", 2)];

/// A crate without faults. The `changed` files replace files of it or are added to it.
fn made_up(changed: &[(&str, &str)]) -> Sources {
    let files = [
        ("lib.rs", "pub mod board; mod search; pub mod types; use other::dice;"),
        ("main.rs", "use made_up::search::Pool; fn main() { println!() }"),
        ("types.rs", "//! See crate::search.\npub struct Square; impl Square { const A: Self = self::A; }"),
        ("board/mod.rs", "mod cell; mod moves; pub use cell::Cell; use crate::types::Square; fn f() { moves::all() }"),
        ("board/cell.rs", "use crate::dice::Die; pub struct Cell(crate::types::Square);"),
        (
            "board/moves.rs",
            "use super::Cell; macro_rules! lines { () => {} } pub fn all() { crate::types::list::<super::cell::Cell>() }",
        ),
        ("search/mod.rs", "mod pool; mod worker; pub use pool::Pool;"),
        ("search/pool.rs", "use super::worker::Worker; pub struct Pool;"),
        (
            "search/worker.rs",
            "use crate::lines; pub struct Worker; #[cfg(test)] mod tests { use super::super::pool; use super::*; }",
        ),
    ];
    let kept = files.iter().filter(|file| changed.iter().all(|other| other.0 != file.0));
    Sources::new(kept.chain(changed).copied())
}

#[test]
fn a_crate_without_faults_passes() {
    let sources = made_up(&[]);
    assert_eq!(upward_imports(&sources, ROWS), Vec::<String>::new());
    assert!(cycles(&sources).is_empty(), "{:?}", cycles(&sources));
}

#[test]
fn a_file_that_uses_one_above_it_is_found() {
    let text =
        "//! In reading order.\n\n/// mod none;\nmod pool;\n\n/// Works.\npub mod worker;\n\npub use pool::Pool;\n";
    let order = declared(text);
    assert_eq!(order, ["pool", "worker"]);
    let folder = ["search".to_owned()];
    assert!(against_the_order(&made_up(&[]), &folder, &order).is_empty());
    for code in ["use super::pool::Pool;", "use super::Pool;", "fn f() { crate::search::pool::all() }"] {
        let faults = against_the_order(&made_up(&[("search/worker.rs", code)]), &folder, &order);
        assert_eq!(faults, ["worker uses pool, which is above it"], "{code}");
    }
}

#[test]
fn upward_imports_are_found() {
    for (file, code) in [
        ("board/cell.rs", "use crate::search::Pool;"),
        ("board/cell.rs", "use crate::{types::Square, search::Pool};"),
        ("board/cell.rs", "use super::super::{search::Pool};"),
        ("board/cell.rs", "use super::{super::search as s};"),
        ("board/mod.rs", "use super::{search::Pool};"),
        ("board/mod.rs", "mod inner { use super::super::search; }"),
        ("board/mod.rs", "fn f() { vec![crate::search::Pool] }"),
        ("board/mod.rs", "macro_rules! m { () => { $crate::search::Pool } }"),
        ("board/mod.rs", "#[cfg(test)] mod tests { use crate::{search}; }"),
        ("board/mod.rs", "use crate :: /* far away */ search;"),
    ] {
        let faults = upward_imports(&made_up(&[(file, code)]), ROWS);
        assert!(faults.len() == 1 && faults[0].ends_with("(row 1) uses search (row 2)"), "{code}: {faults:?}");
    }
    for (file, code, fault) in [
        ("types.rs", "use super::{board};", "types (row 0) uses board (row 1)"),
        ("types.rs", "use crate::*;", "types uses the crate's root"),
        ("types.rs", "use crate::Name;", "types uses the crate's root"),
        ("time.rs", "", "time has no row"),
    ] {
        assert_eq!(upward_imports(&made_up(&[(file, code)]), ROWS), [fault], "{code}");
    }
    let more: Vec<_> = ROWS.iter().copied().chain([("gone", 3)]).collect();
    assert_eq!(upward_imports(&made_up(&[]), &more), ["gone has a row, but no file"]);
}

#[test]
fn cycles_are_found() {
    for (folder, cycle, files) in [
        ("search", "pool worker", &[("search/worker.rs", "use super::pool::Pool;")][..]),
        ("search", "pool worker", &[("search/worker.rs", "use super::{pool::{self}};")]),
        // The folder re-exports the name; the file that defines it counts.
        ("search", "pool worker", &[("search/worker.rs", "fn f(pool: &super::Pool) {}")]),
        ("search", "pool worker", &[("search/worker.rs", "use crate::search::Pool as P;")]),
        (
            "search",
            "mod pool",
            &[
                ("search/mod.rs", "mod pool; pub struct Limits; use pool::Pool;"),
                ("search/pool.rs", "use super::Limits; pub struct Pool;"),
            ],
        ),
        // A name that the folder re-exports and also uses.
        (
            "search",
            "mod pool",
            &[
                ("search/mod.rs", "mod pool; pub use pool::Pool; pub struct Limits(Pool);"),
                ("search/pool.rs", "use super::Limits; pub struct Pool;"),
            ],
        ),
        (
            "search",
            "pool root worker",
            &[("search/worker.rs", "use super::root::x;"), ("search/root.rs", "use super::pool::Pool;")],
        ),
        // A folder is one node of the folder that contains it.
        (
            "search",
            "pool simd",
            &[
                ("search/pool.rs", "use super::simd::Line;"),
                ("search/simd/mod.rs", "mod x86;"),
                ("search/simd/x86.rs", "use super::super::pool::Pool;"),
            ],
        ),
        (
            "search/simd",
            "kernels x86",
            &[
                ("search/simd/mod.rs", ""),
                ("search/simd/x86.rs", "use super::kernels::y;"),
                ("search/simd/kernels.rs", "use super::x86::z;"),
            ],
        ),
        ("", "board types", &[("types.rs", "use super::{board::Board};")]),
        (
            "arena",
            "game referee",
            &[
                ("arena/mod.rs", "mod game; mod referee;"),
                ("arena/game.rs", "use super::{referee::Referee, limit};"),
                ("arena/referee.rs", "use super::game::Game;"),
            ],
        ),
    ] {
        let found = cycles(&made_up(files));
        assert_eq!(found.keys().collect::<Vec<_>>(), [folder], "{files:?}: {found:?}");
        let mut names = found[folder].clone();
        names.sort();
        assert_eq!(names.join(" "), cycle, "{files:?}");
    }
}
