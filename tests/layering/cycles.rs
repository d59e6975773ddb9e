//! Circles among the files of a folder: each folder and each file in it is one point, an import is an arrow.

use super::sources::Module;
use super::sources::Sources;
use std::collections::BTreeMap;
use std::collections::BTreeSet;

/// The name of the folder's own file, `mod.rs`, in a circle.
const FOLDER: &str = "mod";

/// For each folder that has one, a circle: the names of its files in the order in which each uses the next. The crate's
/// own folder is `""`, others are written `search` or `eval/nnue`. Unit tests may name what they like.
pub fn circles(sources: &Sources) -> BTreeMap<String, Vec<String>> {
    let mut arrows: BTreeMap<Module, BTreeMap<String, BTreeSet<String>>> = BTreeMap::new();
    for module in sources.modules() {
        for path in &sources.names(module).paths {
            let Some(home) = sources.home(path) else { continue };
            // Two files meet in the innermost folder that holds both.
            let shared = module.iter().zip(&home).take_while(|(one, other)| one == other).count();
            let folder = module[..shared].to_vec();
            let point = |module: &Module| module.get(shared).map_or(FOLDER, String::as_str).to_owned();
            let (from, to) = (point(module), point(&home));
            if from != to {
                arrows.entry(folder).or_default().entry(from).or_default().insert(to);
            }
        }
    }
    arrows.iter().filter_map(|(folder, arrows)| Some((folder.join("/"), circle(arrows)?))).collect()
}

/// A circle of the graph, if it has one.
fn circle(arrows: &BTreeMap<String, BTreeSet<String>>) -> Option<Vec<String>> {
    // Nodes whose arrows all point at removed nodes are removed in turn. If any are left, they contain a circle.
    let mut left: BTreeMap<&String, BTreeSet<&String>> =
        arrows.iter().map(|(from, to)| (from, to.iter().collect())).collect();
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
