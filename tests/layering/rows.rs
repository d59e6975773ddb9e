//! Imports between the modules at the root of a crate: each uses only modules of rows above its own.

use super::sources::Sources;
use std::collections::BTreeSet;

/// A message for each fault: an import from the same row or one below, a module without a row, a row without a module.
/// Row 0 imports nothing from the crate. Imports of unit tests count, too.
pub fn upward_imports(sources: &Sources, rows: &[(&str, u32)]) -> Vec<String> {
    let row_of = |name: &str| rows.iter().find(|row| row.0 == name).map(|row| row.1);
    let mut faults = Vec::new();
    let mut seen = BTreeSet::new();
    for module in sources.modules() {
        // The root module connects the others and may use all of them.
        let Some(top) = module.first() else { continue };
        seen.insert(top.as_str());
        let Some(row) = row_of(top) else {
            faults.push(format!("{top} has no row"));
            continue;
        };
        let names = sources.names(module);
        for path in names.paths.iter().chain(&names.paths_of_tests) {
            let file = module.join("/");
            let Some(home) = sources.home(path) else { continue };
            let Some(other) = home.first() else {
                faults.push(format!("{file} uses the crate's root"));
                continue;
            };
            match row_of(other) {
                Some(above) if other == top || above < row => {}
                Some(above) => faults.push(format!("{file} (row {row}) uses {other} (row {above})")),
                None => faults.push(format!("{file} uses {other}, which has no row")),
            }
        }
    }
    faults
        .extend(rows.iter().filter(|row| !seen.contains(row.0)).map(|row| format!("{} has a row, but no file", row.0)));
    faults
}
