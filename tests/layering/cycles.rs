//! Import cycles among the files of a folder. Each file and each folder in it is one node; an import is an edge.

use super::sources::Module;
use super::sources::Sources;
use std::collections::BTreeMap;
use std::collections::BTreeSet;

/// The name of the folder's own file, `mod.rs`, in a cycle.
const FOLDER: &str = "mod";

/// For each folder that has one, a cycle: the names of its files in the order in which each uses the next. The crate's
/// own folder is `""`, others are written `search` or `eval/nnue`. Imports of unit tests do not count.
pub fn cycles(sources: &Sources) -> BTreeMap<String, Vec<String>> {
    let mut edges: BTreeMap<Module, BTreeMap<String, BTreeSet<String>>> = BTreeMap::new();
    for module in sources.modules() {
        for path in &sources.names(module).paths {
            let Some(home) = sources.home(path) else { continue };
            // The import is an edge in the innermost folder that holds both files.
            let shared = module.iter().zip(&home).take_while(|(one, other)| one == other).count();
            let folder = module[..shared].to_vec();
            let node = |module: &Module| module.get(shared).map_or(FOLDER, String::as_str).to_owned();
            let (from, to) = (node(module), node(&home));
            if from != to {
                edges.entry(folder).or_default().entry(from).or_default().insert(to);
            }
        }
    }
    edges.iter().filter_map(|(folder, edges)| Some((folder.join("/"), cycle(edges)?))).collect()
}

/// A cycle of the graph, if it has one.
fn cycle(edges: &BTreeMap<String, BTreeSet<String>>) -> Option<Vec<String>> {
    // Nodes without edges to nodes that are left are removed in turn. If any nodes are left, they contain a cycle.
    let mut left: BTreeMap<&String, BTreeSet<&String>> =
        edges.iter().map(|(from, to)| (from, to.iter().collect())).collect();
    loop {
        let names: BTreeSet<&String> = left.keys().copied().collect();
        left.values_mut().for_each(|to| to.retain(|name| names.contains(name)));
        let count = left.len();
        left.retain(|_, to| !to.is_empty());
        if left.len() == count {
            break;
        }
    }
    let mut walk: Vec<&String> = vec![left.keys().next()?];
    loop {
        let next = *left[walk[walk.len() - 1]].first().expect("what is left has a successor");
        if let Some(start) = walk.iter().position(|&name| name == next) {
            return Some(walk[start..].iter().map(|&name| name.clone()).collect());
        }
        walk.push(next);
    }
}
