//! The order of the list in a folder's `mod.rs`: where it is promised, each file uses only those listed below it.

use super::sources::Sources;

/// A message for each file that uses one listed above it. `folder` is a module at the crate's root. Uses in unit tests
/// do not count.
pub fn against_the_order(sources: &Sources, folder: &str) -> Vec<String> {
    let order = &sources.files[[folder.to_owned()].as_slice()].declared;
    let place = |module: &[String]| match module {
        [parent, name, ..] if parent == folder => order.iter().position(|other| other == name),
        _ => None,
    };
    let fault = |(module, home): (&Vec<String>, Vec<String>)| {
        let (here, there) = (place(module)?, place(&home)?);
        (there < here).then(|| format!("{} uses {}, which is above it", order[here], order[there]))
    };
    sources.uses().filter_map(fault).collect()
}
