//! Counts of small runs, held against files, and what holds for every run.

use super::{csv, lab, records, root};
use assert_cmd::Command;

/// A CSV without the commit, which changes while the counts do not.
fn without_commits(csv: &str) -> String {
    csv.lines().map(|line| line.rsplit_once(',').expect("records have many fields").0.to_owned() + "\n").collect()
}

/// Holds the counts of a small run against those in `tests/data/lab/<name>.snap`.
fn check_pinned(name: &str, arguments: &[&str]) {
    insta::with_settings!({ snapshot_path => "../data/lab", prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!(name, without_commits(&csv(arguments)));
    });
}

#[test]
fn what_no_page_holds_is_pinned() {
    let other_keys = ["table-size", "--sizes", "256,4k", "--count", "6", "--max-depth", "4", "--seed", "7"];
    check_pinned("table-size-seed", &other_keys);
}

/// Their pages are made by longer runs, which .ci/full repeats.
#[test]
fn every_other_study_runs() {
    for (study, sizes) in [
        ("table-depth", &["--sizes", "256"][..]),
        ("growth", &[]),
        ("worth", &["--sizes", "256"]),
        ("endgames", &["--sizes", "256"]),
        ("collisions", &["--sizes", "256"]),
        ("replacement", &["--sizes", "256,512"]),
        ("leaves", &["--sizes", "256,512"]),
        ("keep", &["--sizes", "256,512"]),
    ] {
        let (folder, text) = lab(&[&[study, "--count", "1", "--max-depth", "2"], sizes].concat());
        assert!(text.starts_with(&format!("## {study}\n")) && text.contains("| "), "{text}");
        assert!(!text.contains("J's shares"), "{study}: J has no figures of these tables");
        for ending in ["csv", "svg", "md"] {
            assert!(folder.path().join(format!("{study}.{ending}")).exists(), "{study}.{ending}");
        }
    }
}

/// Their pages take too long to be repeated each time.
#[test]
fn samples_of_long_studies_are_pinned() {
    check_pinned("history", &["history", "--max-depth", "3", "--count", "4"]);
    check_pinned("readings", &["readings", "--count", "1", "--max-depth", "3"]);
}

#[test]
fn threads_do_not_change_counts() {
    let run = ["table-depth", "--max-depth", "3", "--sizes", "256", "--count", "5"];
    let one = csv(&[&run[..], &["--threads", "1"]].concat());
    assert_eq!(one, csv(&[&run[..], &["--threads", "4"]].concat()));
}

#[test]
fn files_are_in_long_form() {
    let size = csv(&["table-size", "--max-depth", "2", "--sizes", "16k,32k", "--count", "1"]);
    assert!(size.starts_with("position,depth,size,policy,nodes,unanswered,leaves,"), "{size}");
    let found = records(&size);
    let policies: Vec<&str> = found.iter().map(|record| record.policy.as_str()).collect();
    assert_eq!(policies[..4], ["none", "always", "always", "depth"]);
    assert_eq!(found.len(), 1 + 2 * 5);
    assert!(found[1..].iter().all(|record| record.evictions.is_some() && record.unanswered.is_some()));
}

#[test]
fn a_policy_of_ones_own_is_compared() {
    let (folder, text) = lab(&["compare", "--policy", "mine", "--max-depth", "3", "--sizes", "256", "--count", "2"]);
    assert!(text.contains("| mine |"), "{text}");
    assert_eq!(records(&std::fs::read_to_string(folder.path().join("compare.csv")).unwrap()).len(), 2 * 4);
}

#[test]
fn no_study_overwrites_anothers_files() {
    let folder = tempfile::tempdir().unwrap();
    for more in [&[][..], &["--ordering", "captures"], &["--equal", "bytes"]] {
        let run = ["table-size", "--max-depth", "2", "--sizes", "256", "--count", "1"];
        let mut command = Command::cargo_bin("guohe-lab").unwrap();
        assert!(command.args(run).args(more).arg("--out").arg(folder.path()).output().unwrap().status.success());
    }
    for name in ["table-size", "table-size-captures", "table-size-bytes"] {
        assert!(folder.path().join(format!("{name}.csv")).exists(), "{name}");
    }
}

#[test]
fn a_redraw_with_other_settings_loses_no_search() {
    let folder = tempfile::tempdir().unwrap();
    let kept = root().join("docs/lab/keep.csv");
    let copy = folder.path().join("keep.csv");
    std::fs::copy(&kept, &copy).unwrap();
    let mut command = Command::cargo_bin("guohe-lab").unwrap();
    let output = command.args(["keep", "--redraw", "--count", "1", "--out"]).arg(folder.path()).output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && error.contains("these settings leave out"), "{error}");
    assert_eq!(std::fs::read(copy).unwrap(), std::fs::read(kept).unwrap());
}

#[test]
fn bad_arguments_are_named() {
    for (arguments, words) in [
        (&["table-size", "--sizes", "17k"][..], "power of two"),
        (&["table-size", "--positions", "no/such/file"], "no/such/file"),
        (&["table-size", "--max-depth", "0"], "0"),
        (&["readings", "--count", "0"], "--count"),
        (&["worth", "--ordering", "static"], "worth does not use --ordering"),
        (&["leaves", "--equal", "bytes"], "leaves does not use --equal"),
        (&["keep", "--policy", "mine"], "keep does not use --policy"),
        (&["growth", "--sizes", "16k"], "growth does not use --sizes"),
        (&["table-depth", "--sizes", "16k,32k"], "table-depth does not use more than one of --sizes"),
        (&["table-sighs"], "table-size"),
        (&["keep", "--redraw"], "--out"),
        (&["keep", "--redraw", "--out", "no/such/folder", "--seed", "7"], "--seed"),
        (&["keep", "--redraw", "--out", "no/such/folder", "--positions", "no/such/file"], "'--redraw' cannot be used"),
    ] {
        let output = Command::cargo_bin("guohe-lab").unwrap().args(arguments).output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(error.contains(words), "{arguments:?}: {error}");
    }
}
