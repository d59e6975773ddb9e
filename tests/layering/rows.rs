//! Imports between the modules at the root of a crate: each uses only modules of rows above its own.

use super::sources::Sources;
use std::collections::BTreeMap;
use std::collections::BTreeSet;

/// The row of each module in the table of `src/lib.rs`, whose lines look like ``//! | 1 | [`board`] | what it is for
/// |``.
pub fn declared_rows(text: &str) -> BTreeMap<&str, u32> {
    let row = |line| {
        let cells: Vec<&str> = str::strip_prefix(line, "//! | ")?.split(" | ").collect();
        let name = cells.get(1)?.trim_matches(['[', ']', '`']);
        Some((name.trim_start_matches("mod@"), cells[0].parse().ok()?))
    };
    text.lines().filter_map(row).collect()
}

/// A message for each fault: an import from the same row or one below, a module without a row, a row without a module.
/// Row 0 imports nothing from the crate. Imports of unit tests count, too.
pub fn upward_imports(sources: &Sources, rows: &BTreeMap<&str, u32>) -> Vec<String> {
    let row_of = |name: &str| rows.get(name);
    let modules: BTreeSet<&str> = sources.files.keys().filter_map(|module| Some(module.first()?.as_str())).collect();
    let without_row = modules.iter().filter(|name| row_of(name).is_none()).map(|name| format!("{name} has no row"));
    let gone = rows.keys().filter(|name| !modules.contains(*name)).map(|name| format!("{name} has a row, but no file"));
    let mut faults: Vec<String> = without_row.chain(gone).collect();
    for (module, home) in sources.uses().chain(sources.uses_in_tests()) {
        // The root module connects the others and may use all of them.
        let Some(top) = module.first() else { continue };
        let file = module.join("/");
        match home.first() {
            None => faults.push(format!("{file} uses the crate's root")),
            Some(other) if other == top || row_of(other) < row_of(top) => {}
            Some(other) => faults.push(format!("{file} uses {other}, which is not above it")),
        }
    }
    faults
}
