//! The order of the list in a folder's `mod.rs`: where it is promised, each file uses only those listed below it.

use super::sources::Sources;

/// The modules in the order in which the text of a `mod.rs` declares them.
pub fn declared(text: &str) -> Vec<&str> {
    let name = |line| str::strip_suffix(line, ";")?.trim_start_matches("pub ").strip_prefix("mod ");
    text.lines().filter_map(name).collect()
}

/// A message for each file that uses one above itself in `order`. `folder` is the module's path from the crate's root.
/// Imports of unit tests do not count.
pub fn against_the_order(sources: &Sources, folder: &[String], order: &[&str]) -> Vec<String> {
    let place = |module: &[String]| {
        let name = module.strip_prefix(folder)?.first()?;
        order.iter().position(|other| other == name)
    };
    let mut faults = Vec::new();
    for module in sources.modules() {
        let Some(here) = place(module) else { continue };
        for path in &sources.names(module).paths {
            let there = sources.home(path).and_then(|home| place(&home));
            if let Some(there) = there.filter(|&there| there < here) {
                faults.push(format!("{} uses {}, which is above it", order[here], order[there]));
            }
        }
    }
    faults
}
