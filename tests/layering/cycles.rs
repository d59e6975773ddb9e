//! Import cycles among the files of a folder. Each file and each folder in it is one node; an import is an edge.

use super::sources::Sources;
use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::collections::VecDeque;

/// The name of the folder's own file, `mod.rs`, in a cycle.
const FOLDER: &str = "mod";

type Edges = BTreeMap<String, BTreeSet<String>>;

/// For each folder that has one, a cycle: the names of its files in the order in which each uses the next. The crate's
/// own folder is `""`, others are written `search` or `eval/nnue`. Imports of unit tests do not count.
pub fn cycles(sources: &Sources) -> BTreeMap<String, Vec<String>> {
    let mut folders: BTreeMap<String, Edges> = BTreeMap::new();
    for (module, home) in sources.uses() {
        // The import is an edge in the innermost folder that holds both files.
        let shared = module.iter().zip(&home).take_while(|(one, other)| one == other).count();
        let node = |module: &[String]| module.get(shared).map_or(FOLDER, String::as_str).to_owned();
        if *module != home {
            let edges = folders.entry(home[..shared].join("/")).or_default();
            edges.entry(node(module)).or_default().insert(node(&home));
        }
    }
    folders.into_iter().filter_map(|(folder, edges)| Some((folder, cycle(&edges)?))).collect()
}

/// A shortest cycle through the first node that has one.
fn cycle(edges: &Edges) -> Option<Vec<String>> {
    edges.keys().find_map(|start| {
        let mut walks = VecDeque::from([vec![start]]);
        let mut seen = BTreeSet::new();
        while let Some(walk) = walks.pop_front() {
            for next in edges.get(walk[walk.len() - 1]).into_iter().flatten() {
                if next == start {
                    return Some(walk.into_iter().cloned().collect());
                }
                if seen.insert(next) {
                    walks.push_back([walk.as_slice(), &[next]].concat());
                }
            }
        }
        None
    })
}
