//! The laboratory's figures: those of small runs, pinned.
//!
//! When the classical evaluation, the history table or the transposition table changes its behaviour, so do the counts.
//! Then `GUOHE_BLESS=1 cargo test -p guohe-tools --test lab` renews them.

use assert_cmd::Command;
use std::path::Path;
use std::path::PathBuf;

/// What to do when a count is not the one written down.
const ADVICE: &str = "the counts have changed; if that is meant, see the head of tools/tests/lab.rs";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("tools lies in the workspace")
}

/// Runs `lab` with `arguments` in a fresh folder and hands out the folder and the Markdown.
fn lab(arguments: &[&str]) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let output = Command::cargo_bin("guohe-tools")
        .unwrap()
        .arg("lab")
        .args(arguments)
        .arg("--out")
        .arg(folder.path())
        .output()
        .unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    (folder, String::from_utf8(output.stdout).unwrap())
}

/// The CSV that a run of `lab` writes.
fn csv(arguments: &[&str]) -> String {
    let (folder, _) = lab(arguments);
    std::fs::read_to_string(folder.path().join(format!("{}.csv", arguments[0]))).unwrap()
}

/// The CSV without a column of times.
fn without_times(csv: &str) -> String {
    let is_time = |head: &str| head == "milliseconds";
    let heads: Vec<&str> = csv.lines().next().unwrap_or_default().split(',').collect();
    let mut text = String::new();
    for line in csv.lines() {
        let kept: Vec<&str> =
            line.split(',').zip(&heads).filter(|(_, head)| !is_time(head)).map(|(cell, _)| cell).collect();
        text += &kept.join(",");
        text.push('\n');
    }
    text
}

/// Holds the counts of a small run against those in `tests/data/lab/<name>.csv`.
fn check_pinned(name: &str, arguments: &[&str]) {
    let found = without_times(&csv(arguments));
    let path: PathBuf = root().join("tools/tests/data/lab").join(format!("{name}.csv"));
    if std::env::var_os("GUOHE_BLESS").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &found).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(found, expected, "{name}: {ADVICE}");
}

#[test]
fn table_size_is_pinned() {
    let pinned = |name, depth, more: &[&str]| {
        let run = ["table-size", "--sizes", "256,4k", "--count", "6", "--max-depth", depth];
        check_pinned(name, &[&run[..], more].concat());
    };
    pinned("table-size", "4", &[]);
    pinned("table-size-bytes", "4", &["--equal", "bytes"]);
    pinned("table-size-captures", "4", &["--ordering", "captures"]);
    pinned("table-size-seed", "4", &["--seed", "7"]);
    pinned("table-size-quiescence", "3", &["--quiescence"]);
    pinned("table-size-generated", "3", &["--ordering", "generated"]);
}

#[test]
fn table_depth_is_pinned() {
    check_pinned("table-depth", &["table-depth", "--max-depth", "4", "--sizes", "1k", "--count", "6"]);
}

#[test]
fn collisions_are_pinned() {
    check_pinned("collisions", &["collisions", "--max-depth", "4", "--sizes", "256", "--count", "2"]);
}

#[test]
fn history_is_pinned() {
    check_pinned("history", &["history", "--max-depth", "3", "--count", "4"]);
}

#[test]
fn growth_is_pinned() {
    check_pinned("growth", &["growth", "--max-depth", "3", "--count", "6"]);
}

#[test]
fn leaves_are_pinned() {
    check_pinned("leaves", &["leaves", "--max-depth", "4", "--sizes", "256,4k", "--count", "4"]);
}

#[test]
fn keep_is_pinned() {
    check_pinned("keep", &["keep", "--max-depth", "3", "--sizes", "256,4k", "--count", "3"]);
}

// The playing search changes with every idea, and `guohe bench` pins it; here its counts must only be the same twice.
#[test]
fn playing_policies_is_deterministic() {
    let run = ["playing-policies", "--max-depth", "6", "--sizes", "1k", "--count", "3"];
    assert_eq!(csv(&run), csv(&[&run[..], &["--threads", "1"]].concat()));
}

#[test]
fn threads_do_not_change_counts() {
    let run = ["table-depth", "--max-depth", "3", "--sizes", "256", "--count", "5"];
    let one = csv(&[&run[..], &["--threads", "1"]].concat());
    assert_eq!(one, csv(&[&run[..], &["--threads", "4"]].concat()));
}

#[test]
fn tables_begin_as_promised() {
    let size = csv(&["table-size", "--max-depth", "2", "--sizes", "16k,32k", "--count", "1"]);
    assert!(size.starts_with("policy,16384,32768\nnone,"), "{size}");
    let depth = csv(&["table-depth", "--max-depth", "4", "--sizes", "1k", "--count", "1"]);
    assert!(depth.starts_with("policy,2,3,4\nnone,"), "{depth}");
    for csv in [size, depth] {
        let rows: Vec<&str> = csv.lines().skip(1).filter_map(|line| line.split(',').next()).collect();
        assert_eq!(rows, ["none", "always", "depth", "depth-strict", "thompson", "two-level"]);
    }
}

#[test]
fn bad_arguments_are_named() {
    for (arguments, words) in [
        (&["table-size", "--sizes", "17k"][..], "power of two"),
        (&["table-size", "--positions", "no/such/file"], "no/such/file"),
        (&["table-size", "--max-depth", "0"], "0"),
        (&["table-sighs"], "table-size"),
        (&["keep", "--page", "lab.md"], "--out"),
    ] {
        let output = Command::cargo_bin("guohe-tools").unwrap().arg("lab").args(arguments).output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(error.contains(words), "{arguments:?}: {error}");
    }
}
