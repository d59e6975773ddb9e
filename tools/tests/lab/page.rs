//! The page, held against the files beside it and against what the command finds today.

use super::Record;
use super::csv;
use super::records;
use super::root;
use assert_cmd::Command;
use indicatif::HumanCount;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::collections::HashSet;

/// What to do when a count is not the one written down.
const ADVICE: &str = "the counts have changed; if that is meant, see the head of tools/tests/lab/main.rs";

/// What `lab all` last wrote beside the page.
fn kept(section: &str, ending: &str) -> String {
    let path = root().join(format!("docs/lab/{section}{ending}"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The sections whose searches the page does not sum up by row and by size or depth.
const OTHERWISE: [&str; 4] = ["readings", "collisions", "history", "endgames"];

/// The sections of the page that have been run, and what stands in them.
fn sections(page: &str) -> Vec<(&str, &str)> {
    let mut sections = Vec::new();
    for rest in page.split("<!-- begin ").skip(1) {
        let (name, rest) = rest.split_once(" -->").expect("a mark is closed");
        let (text, _) = rest.split_once(&format!("<!-- end {name} -->")).expect(name);
        if text.trim() != "Not run yet." {
            sections.push((name, text));
        }
    }
    sections
}

#[test]
fn page_shows_the_figures_beside_it() {
    let page = std::fs::read_to_string(root().join("docs/lab.md")).unwrap();
    let sections = sections(&page);
    assert!(sections.len() >= 8, "hardly anything was run");
    for (section, text) in sections {
        assert!(text.contains(&format!("(lab/{section}.svg)")), "{section}: no picture");
        let picture = kept(section, ".svg");
        assert!(picture.contains("<text") && picture.contains("commit "), "{section}: a picture without words");
        let found = records(&kept(section, ".csv"));
        let keys: HashSet<_> = found.iter().map(Record::key).collect();
        assert_eq!(keys.len(), found.len(), "{section}: a search stands there twice");
        let commits: HashSet<_> = found.iter().map(|record| record.commit.as_str()).collect();
        for commit in commits {
            assert!(!commit.ends_with("-changed"), "{section}: counted by sources that no commit holds");
            assert!(text.contains(commit), "{section}: the page does not name {commit}");
        }
        if OTHERWISE.contains(&section) {
            continue;
        }
        let mut sums: HashMap<(String, u32, Option<u64>), u64> = HashMap::new();
        for record in found {
            *sums.entry((record.policy, record.depth, record.size)).or_default() += record.nodes;
        }
        for ((row, depth, size), nodes) in sums {
            let cell = HumanCount(nodes).to_string();
            let has_it = |line: &str| {
                let cells: Vec<&str> = line.split('|').map(str::trim).collect();
                cells.get(1) == Some(&row.as_str()) && cells.contains(&cell.as_str())
            };
            assert!(text.lines().any(has_it), "{section}: the page lacks {row}, depth {depth}, size {size:?}: {cell}");
        }
    }
}

#[test]
fn words_are_those_of_the_command() {
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("lab.md");
    std::fs::copy(root().join("docs/lab.md"), &copy).unwrap();
    let status =
        Command::cargo_bin("guohe-tools").unwrap().args(["lab", "page", "--page"]).arg(&copy).output().unwrap().status;
    assert!(status.success());
    let renewed = std::fs::read_to_string(&copy).unwrap();
    let kept = std::fs::read_to_string(root().join("docs/lab.md")).unwrap();
    assert!(renewed == kept, "renew the page with `guohe-tools lab page --page docs/lab.md`");
}

/// A list of the one built-in position where a section has the smallest tree, and its name.
fn smallest(found: &[Record]) -> (String, tempfile::NamedTempFile) {
    let list = std::fs::read_to_string(root().join("tools/data/lab-positions.txt")).unwrap();
    let lines: HashMap<&str, &str> = (list.lines().filter(|line| !line.starts_with('#')))
        .filter_map(|line| Some((line.split_once(" ; ")?.0, line)))
        .collect();
    let candidates = found.iter().filter(|record| lines.contains_key(record.position.as_str()));
    let least = candidates.max_by_key(|record| (record.depth, Reverse(record.nodes))).expect("there are searches");
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), lines[least.position.as_str()]).unwrap();
    (least.position.clone(), file)
}

/// Repeats a study of the page, or a part of it, in the position with its smallest tree, and holds each search against the
/// one that the page's file has.
fn repeat(section: &str, arguments: &[&str]) {
    let found = records(&kept(section, ".csv"));
    let (position, file) = smallest(&found);
    let known: HashMap<_, Record> = found.into_iter().map(|record| (record.key(), record)).collect();
    let list = file.path().to_str().unwrap();
    let fresh = records(&csv(&[arguments, &["--positions", list]].concat()));
    let mut compared = 0;
    for fresh in fresh.iter().filter(|fresh| fresh.position == position) {
        // A row that the page does not have is no part of it.
        let Some(kept) = known.get(&fresh.key()) else { continue };
        assert!(kept.is_repeated_by(fresh), "{section}: {ADVICE}\n{kept:?}\n{fresh:?}");
        compared += 1;
    }
    assert!(compared >= 2, "{section}: {arguments:?} repeats nothing");
}

#[test]
fn page_is_what_table_size_finds() {
    let smallest = ["table-size", "--max-depth", "6", "--sizes", "16k"];
    repeat("table-size", &smallest);
    repeat("table-size-bytes", &[&smallest[..], &["--equal", "bytes"]].concat());
    repeat("table-size-captures", &[&smallest[..], &["--ordering", "captures"]].concat());
    repeat("table-size-generated", &["table-size", "--max-depth", "4", "--sizes", "512", "--ordering", "generated"]);
}

#[test]
fn page_is_what_table_depth_finds() {
    repeat("table-depth", &["table-depth", "--max-depth", "5", "--sizes", "16M"]);
}

#[test]
fn page_is_what_the_other_studies_find() {
    repeat("leaves", &["leaves", "--sizes", "4k"]);
    repeat("keep", &["keep", "--sizes", "4k"]);
    repeat("collisions", &["collisions"]);
    repeat("replacement", &["replacement", "--sizes", "1k,64k"]);
    repeat("worth", &["worth"]);
}

#[test]
fn endgames_are_compared_at_equal_depths() {
    let found = records(&kept("endgames", ".csv"));
    let depths = |group: &str| -> HashSet<u32> {
        found.iter().filter(|record| record.policy.starts_with(group)).map(|record| record.depth).collect()
    };
    assert_eq!(depths("middle game: "), depths("endgame: "));
    repeat("endgames", &["endgames", "--max-depth", "5"]);
}

#[test]
fn page_is_what_growth_finds() {
    repeat("growth", &["growth", "--max-depth", "4"]);
}

#[test]
#[ignore = "a hundred million nodes: in release"]
fn page_is_what_history_and_readings_find() {
    repeat("history", &["history"]);
    repeat("readings", &["readings"]);
}
