//! The pages, held against the files beside them and against what the command finds today.

use super::{Record, csv, records, root};
use assert_cmd::Command;
use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::Path;

/// What to do when a count is not the one written down.
const ADVICE: &str = "the counts have changed; if that is meant, see the head of crates/lab/tests/lab/main.rs";

/// A file of a study.
fn kept(section: &str, ending: &str) -> String {
    let path = root().join(format!("docs/lab/{section}{ending}"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The pages, each with the study that it is of as it was run.
const RUNS: [(&str, &str); 14] = [
    ("table-size", "table-size"),
    ("table-size-bytes", "table-size --equal bytes"),
    ("table-size-captures", "table-size --ordering captures"),
    ("table-size-generated", "table-size --ordering generated"),
    ("table-depth", "table-depth"),
    ("readings", "readings"),
    ("worth", "worth --count 12"),
    ("endgames", "endgames"),
    ("replacement", "replacement --sizes 1k,4k,16k,64k"),
    ("collisions", "collisions"),
    ("history", "history"),
    ("growth", "growth"),
    ("leaves", "leaves"),
    ("keep", "keep"),
];

#[test]
fn pages_show_the_figures_of_their_files() {
    let folder = tempfile::tempdir().unwrap();
    let kept = root().join("docs/lab");
    let list = |folder: &Path, ending: &str| -> BTreeSet<String> {
        let names = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names.filter(|name| name.ends_with(ending)).collect()
    };
    for name in list(&kept, ".csv") {
        std::fs::copy(kept.join(&name), folder.path().join(&name)).unwrap();
    }
    for (_, run) in RUNS {
        let mut command = Command::cargo_bin("guohe-lab").unwrap();
        command.args(run.split(' ')).args(["--redraw", "--threads", "1", "--out"]).arg(folder.path());
        let output = command.output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && said.contains("searches were done before"), "{run}: {said}");
    }
    for ending in [".md", ".svg", ".csv"] {
        assert_eq!(list(folder.path(), ending), list(&kept, ending));
        for name in list(&kept, ending) {
            let drawn = std::fs::read_to_string(folder.path().join(&name)).unwrap();
            let same = drawn == std::fs::read_to_string(kept.join(&name)).unwrap();
            assert!(same, "{name} is not what its file gives: see the head of crates/lab/tests/lab/main.rs");
        }
    }
}

#[test]
fn every_search_stands_once_and_names_its_commit() {
    for section in RUNS.map(|(section, _)| section).into_iter().chain(["table-size-bytes-ratio"]) {
        let found = records(&kept(section, ".csv"));
        let keys: HashSet<_> = found.iter().map(Record::key).collect();
        assert_eq!(keys.len(), found.len(), "{section}: a search stands there twice");
        let is_changed = |record: &&Record| record.commit.ends_with("-changed");
        assert_eq!(found.iter().find(is_changed), None, "{section}: counted by sources that no commit holds");
    }
}

/// A line of `keys.csv`: sums over the positions of a study with one set of keys.
#[derive(serde::Deserialize)]
struct Sums {
    file: String,
    seed: u64,
    size: Option<u64>,
    policy: String,
    nodes: u64,
}

#[test]
fn sums_by_keys_have_those_of_the_published_searches() {
    let lines = kept("keys", ".csv");
    let sums: Vec<Sums> = csv::Reader::from_reader(lines.as_bytes()).deserialize().map(|line| line.unwrap()).collect();
    let files: BTreeSet<&str> = sums.iter().map(|sums| sums.file.as_str()).collect();
    assert_eq!(files, BTreeSet::from(["collisions", "replacement", "table-size-bytes-ratio"]));
    for file in files {
        let mut published: HashMap<(Option<u64>, String), u64> = HashMap::new();
        for record in records(&kept(file, ".csv")) {
            *published.entry((record.size, record.policy)).or_default() += record.nodes;
        }
        let of_file: Vec<&Sums> = sums.iter().filter(|sums| sums.file == file).collect();
        let seeds: BTreeSet<u64> = of_file.iter().map(|sums| sums.seed).collect();
        assert!(seeds.contains(&0) && seeds.len() > 1, "{file}");
        for seed in seeds {
            let of_seed = of_file.iter().filter(|sums| sums.seed == seed);
            let of_seed: HashMap<_, _> = of_seed.map(|sums| ((sums.size, sums.policy.clone()), sums.nodes)).collect();
            assert!(of_seed.keys().all(|key| published.contains_key(key)), "{file}, seed {seed}");
            assert_eq!(of_seed.len(), published.len(), "{file}, seed {seed}");
            assert_eq!(of_seed == published, seed == 0, "{file}, seed {seed}");
        }
    }
}

/// A list of the one built-in position where a section has the smallest tree.
fn smallest(found: &[Record]) -> tempfile::NamedTempFile {
    let list = std::fs::read_to_string(root().join("crates/lab/data/lab-positions.txt")).unwrap();
    let lines: HashMap<&str, &str> = (list.lines().filter(|line| !line.starts_with('#')))
        .filter_map(|line| Some((line.split_once(" ; ")?.0, line)))
        .collect();
    let candidates = found.iter().filter(|record| lines.contains_key(record.position.as_str()));
    let least = candidates.max_by_key(|record| (record.depth, Reverse(record.nodes))).expect("there are searches");
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), lines[least.position.as_str()]).unwrap();
    file
}

/// Repeats a study of the page, or a part of it, in the position with its smallest tree and in those that the study
/// adds itself, and holds each search against the one that the page's file has.
fn repeat(section: &str, arguments: &[&str]) {
    let found = records(&kept(section, ".csv"));
    let file = smallest(&found);
    let known: HashMap<_, Record> = found.into_iter().map(|record| (record.key(), record)).collect();
    let list = file.path().to_str().unwrap();
    let fresh = records(&csv(&[arguments, &["--positions", list]].concat()));
    let mut compared = 0;
    for fresh in &fresh {
        // A row that the page does not have is no part of it.
        let Some(kept) = known.get(&fresh.key()) else { continue };
        assert!(kept.is_repeated_by(fresh), "{section}: {ADVICE}\n{kept:?}\n{fresh:?}");
        compared += 1;
    }
    assert!(compared >= 2, "{section}: {arguments:?} repeats nothing");
}

#[test]
#[ignore = "many million nodes: .ci/full repeats them in release"]
fn page_is_what_table_size_finds() {
    let smallest = ["table-size", "--max-depth", "6", "--sizes", "16k"];
    repeat("table-size", &smallest);
    repeat("table-size-bytes", &[&smallest[..], &["--equal", "bytes"]].concat());
    repeat("table-size-bytes-ratio", &["table-size", "--max-depth", "5", "--sizes", "512", "--equal", "bytes"]);
    repeat("table-size-captures", &[&smallest[..], &["--ordering", "captures"]].concat());
    repeat("table-size-generated", &["table-size", "--max-depth", "4", "--sizes", "512", "--ordering", "generated"]);
}

#[test]
#[ignore = "many million nodes: .ci/full repeats them in release"]
fn page_is_what_table_depth_finds() {
    repeat("table-depth", &["table-depth", "--max-depth", "5", "--sizes", "16M"]);
}

#[test]
#[ignore = "many million nodes: .ci/full repeats them in release"]
fn page_is_what_the_other_studies_find() {
    repeat("leaves", &["leaves", "--sizes", "4k"]);
    repeat("keep", &["keep", "--sizes", "4k"]);
    repeat("collisions", &["collisions"]);
    repeat("replacement", &["replacement", "--sizes", "1k,64k"]);
    repeat("worth", &["worth"]);
    repeat("endgames", &["endgames", "--max-depth", "5"]);
}

#[test]
fn endgames_are_compared_at_equal_depths() {
    let found = records(&kept("endgames", ".csv"));
    let depths = |group: &str| -> HashSet<u32> {
        found.iter().filter(|record| record.policy.starts_with(group)).map(|record| record.depth).collect()
    };
    assert_eq!(depths("middle game: "), depths("endgame: "));
}

#[test]
#[ignore = "many million nodes: .ci/full repeats them in release"]
fn page_is_what_growth_finds() {
    repeat("growth", &["growth", "--max-depth", "4"]);
}

#[test]
#[ignore = "a hundred million nodes: .ci/full repeats them in release"]
fn page_is_what_history_and_readings_find() {
    repeat("history", &["history"]);
    repeat("readings", &["readings"]);
}
