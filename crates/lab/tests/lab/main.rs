//! The laboratory's figures: those of the pages are held against what the command finds. Small runs are pinned where no
//! page holds them or its study is dear.
//!
//! When the classical evaluation, the history table or the transposition table changes its behaviour, so do the counts.
//! Then `INSTA_UPDATE=always cargo test -p guohe-lab --test lab` renews the pinned ones, and the runs that `page.rs`
//! lists, with `--out docs/lab`, the pages (in release; ten thousand million nodes). When only the wording of a page
//! changes, `--redraw` does it without a search.
//!
//! `cargo test` holds the pages against the files beside them and repeats small runs. For each study the position with
//! the smallest tree is repeated with `-- --ignored`, in release, which `.ci/full` does.

mod kills;
mod page;
mod pinned;

use assert_cmd::Command;
use std::path::Path;

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// Runs `lab` with `arguments` in a fresh folder and hands out the folder and the Markdown.
fn lab(arguments: &[&str]) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let output =
        Command::cargo_bin("guohe-lab").unwrap().args(arguments).arg("--out").arg(folder.path()).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    (folder, String::from_utf8(output.stdout).unwrap())
}

/// The CSV with the searches of a run of `lab`.
fn csv(arguments: &[&str]) -> String {
    let (folder, _) = lab(arguments);
    let names =
        std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let names: Vec<String> = names.filter(|name| name.ends_with(".csv") && !name.ends_with("-times.csv")).collect();
    assert_eq!(names.len(), 1, "{arguments:?} wrote {names:?}");
    std::fs::read_to_string(folder.path().join(&names[0])).unwrap()
}

/// A search, as the files in long form have it.
#[derive(Clone, PartialEq, Debug, serde::Deserialize)]
struct Record {
    position: String,
    depth: u32,
    size: Option<u64>,
    policy: String,
    nodes: u64,
    unanswered: Option<u64>,
    leaves: Option<u64>,
    evaluations: Option<u64>,
    hits: Option<u64>,
    evictions: Option<u64>,
    wrong_hits: Option<u64>,
    wrong_cuts: Option<u64>,
    refused: Option<u64>,
    score: Option<i32>,
    #[serde(rename = "move")]
    best: Option<String>,
    commit: String,
}

impl Record {
    /// What tells it from the other searches of its study.
    fn key(&self) -> (String, u32, Option<u64>, String) {
        (self.position.clone(), self.depth, self.size, self.policy.clone())
    }

    /// Whether `fresh` counted the same, as far as this one counted at all.
    fn is_repeated_by(&self, fresh: &Self) -> bool {
        fn agrees<T: PartialEq>(kept: &Option<T>, fresh: &Option<T>) -> bool {
            kept.is_none() || kept == fresh
        }
        self.nodes == fresh.nodes
            && agrees(&self.unanswered, &fresh.unanswered)
            && agrees(&self.leaves, &fresh.leaves)
            && agrees(&self.evaluations, &fresh.evaluations)
            && agrees(&self.hits, &fresh.hits)
            && agrees(&self.evictions, &fresh.evictions)
            && agrees(&self.wrong_hits, &fresh.wrong_hits)
            && agrees(&self.wrong_cuts, &fresh.wrong_cuts)
            && agrees(&self.refused, &fresh.refused)
            && agrees(&self.score, &fresh.score)
            && agrees(&self.best, &fresh.best)
    }
}

fn records(csv: &str) -> Vec<Record> {
    csv::Reader::from_reader(csv.as_bytes()).deserialize().map(|record| record.expect("a record")).collect()
}
