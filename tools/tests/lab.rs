//! The laboratory's figures: those of small runs, pinned, and those of the page, held against what the command finds.
//!
//! When the classical evaluation, the history table or the transposition table changes its behaviour, so do the counts.
//! Then `INSTA_UPDATE=always cargo test -p guohe-tools --test lab` renews the pinned ones, and
//! `guohe-tools lab all --out docs/lab --page docs/lab.md` the page (in release; less than an hour).
//!
//! The quick tests repeat, for each study of the page, the position with the smallest tree; with `-- --ignored`, in
//! release, table 2 is repeated as a whole.

use assert_cmd::Command;
use indicatif::HumanCount;
use serde_json::Value;
use std::collections::HashMap;
use std::path::Path;

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

/// The figures of a CSV by row and column.
fn figures(csv: &str) -> HashMap<(String, String), String> {
    let mut lines = csv.lines().map(|line| line.split(',').map(str::to_owned).collect::<Vec<_>>());
    let heads = lines.next().expect("a CSV has a head");
    let mut figures = HashMap::new();
    for cells in lines {
        assert_eq!(cells.len(), heads.len());
        for (head, cell) in heads.iter().zip(&cells).skip(1) {
            figures.insert((cells[0].clone(), head.clone()), cell.clone());
        }
    }
    figures
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

/// Holds the counts of a small run against those in `tests/data/lab/<name>.snap`.
fn check_pinned(name: &str, arguments: &[&str]) {
    insta::with_settings!({ snapshot_path => "data/lab", prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!(name, without_times(&csv(arguments)));
    });
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

/// What `lab all` last wrote beside the page.
fn kept(section: &str, extension: &str) -> String {
    let path = root().join(format!("docs/lab/{section}.{extension}"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn kept_json(section: &str) -> Value {
    serde_json::from_str(&kept(section, "json")).unwrap()
}

/// The sections that hold node counts.
const SECTIONS: [&str; 11] = [
    "table-size",
    "table-size-bytes",
    "table-size-captures",
    "table-size-generated",
    "table-depth",
    "collisions",
    "history",
    "growth",
    "leaves",
    "keep",
    "playing-policies",
];

#[test]
fn page_shows_the_figures_beside_it() {
    let page = std::fs::read_to_string(root().join("docs/lab.md")).unwrap();
    for section in SECTIONS {
        let (_, rest) = page.split_once(&format!("<!-- begin {section} -->")).expect(section);
        let (text, _) = rest.split_once(&format!("<!-- end {section} -->")).expect(section);
        assert!(text.contains(&format!("(lab/{section}.svg)")), "{section}: no picture");
        assert!(kept(section, "svg").contains("<text"), "{section}: a picture without words");
        let csv = kept(section, "csv");
        for line in csv.lines().skip(1) {
            let (label, figures) = line.split_once(',').expect(section);
            let figures: Vec<String> = figures
                .split(',')
                .map(|figure| match figure {
                    "" => String::new(),
                    count => HumanCount(count.parse().expect("a count")).to_string(),
                })
                .collect();
            let is_row = |row: &str| {
                let cells: Vec<&str> = row.split('|').map(str::trim).collect();
                cells.get(1) == Some(&label)
                    && figures.iter().filter(|figure| !figure.is_empty()).all(|figure| cells.contains(&figure.as_str()))
            };
            assert!(text.lines().any(is_row), "{section}: the page has no row {label} with {figures:?}");
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

#[test]
fn sums_are_those_of_the_positions() {
    for section in ["table-size", "table-size-bytes", "table-size-captures", "table-size-generated", "table-depth"] {
        let found = kept_json(section);
        let csv = figures(&kept(section, "csv"));
        let columns = numbers(&found["figures"]["columns"]);
        for row in found["figures"]["rows"].as_array().unwrap() {
            let positions: Vec<Vec<u64>> = row["by_position"].as_array().unwrap().iter().map(numbers).collect();
            for (index, column) in columns.iter().enumerate() {
                let sum: u64 = positions.iter().map(|position| position[index]).sum();
                let policy = row["policy"].as_str().unwrap().to_owned();
                assert_eq!(csv[&(policy, column.to_string())], sum.to_string(), "{section}");
            }
        }
    }
}

fn numbers(list: &Value) -> Vec<u64> {
    list.as_array().unwrap().iter().map(|number| number.as_u64().unwrap()).collect()
}

/// A list of the one built-in position where the studies of the page found the smallest trees, and its number.
fn smallest(by_position: impl Iterator<Item = u64>) -> (usize, tempfile::NamedTempFile) {
    let number = by_position.enumerate().min_by_key(|&(_, nodes)| nodes).expect("there are positions").0;
    let list = std::fs::read_to_string(root().join("tools/data/lab-positions.txt")).unwrap();
    let line = list.lines().filter(|line| !line.starts_with('#')).nth(number).unwrap();
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), line).unwrap();
    (number, file)
}

/// Repeats a column of a table study in the position with the smallest tree there.
fn repeat_column(section: &str, study: &str, column: usize, more: &[&str]) {
    let found = kept_json(section);
    let columns = numbers(&found["figures"]["columns"]);
    let rows = found["figures"]["rows"].as_array().unwrap();
    let cell = |row: &Value, position: usize| numbers(&row["by_position"][position])[column];
    let positions = rows[0]["by_position"].as_array().unwrap().len();
    let (number, file) = smallest((0..positions).map(|position| cell(&rows[0], position)));
    let name = file.path().to_str().unwrap();
    let head = columns[column].to_string();
    let csv = figures(&csv(&[&[study, "--positions", name][..], more].concat()));
    for row in rows {
        let policy = row["policy"].as_str().unwrap().to_owned();
        let expected = cell(row, number).to_string();
        assert_eq!(csv[&(policy.clone(), head.clone())], expected, "{section}, {policy}, {head}: {ADVICE}");
    }
}

#[test]
fn page_is_what_table_size_finds() {
    for (section, ordering, equal) in [
        ("table-size", "history", "indexes"),
        ("table-size-bytes", "history", "bytes"),
        ("table-size-captures", "captures", "indexes"),
        ("table-size-generated", "generated", "indexes"),
    ] {
        let found = kept_json(section);
        let depth = found["depth"].to_string();
        let size = numbers(&found["figures"]["columns"])[0].to_string();
        let more = ["--max-depth", &depth, "--sizes", &size, "--ordering", ordering, "--equal", equal];
        repeat_column(section, "table-size", 0, &more);
    }
}

#[test]
fn page_is_what_table_depth_finds() {
    let size = kept_json("table-depth")["indexes"].to_string();
    for (column, depth) in ["2", "3", "4", "5"].into_iter().enumerate() {
        repeat_column("table-depth", "table-depth", column, &["--max-depth", depth, "--sizes", &size]);
    }
}

#[test]
fn page_is_what_the_other_studies_find() {
    // Nodes by column of the rows of a study, all in one position.
    let by_size = |section: &str, label: &dyn Fn(&Value) -> String| {
        let found = kept_json(section);
        let rows = found["rows"].as_array().unwrap();
        // The first column of sizes will do.
        let (number, file) = smallest(numbers(&rows[0]["by_size"][0]).into_iter());
        let (depth, size) = (found["depth"].to_string(), found["columns"][0].to_string());
        let name = file.path().to_str().unwrap();
        let csv = figures(&csv(&[section, "--positions", name, "--max-depth", &depth, "--sizes", &size]));
        for row in rows {
            let expected = numbers(&row["by_size"][0])[number].to_string();
            assert_eq!(csv[&(label(row), size.clone())], expected, "{section}: {ADVICE}");
        }
    };
    by_size("leaves", &|row| {
        let policy = row["policy"].as_str().unwrap();
        match row["least_depth"].as_u64().unwrap() {
            0 => format!("{policy} all"),
            least => format!("{policy} from depth {least}"),
        }
    });
    by_size("keep", &|row| row["row"].as_str().unwrap().to_owned());

    let collisions = kept_json("collisions");
    let rows = collisions["rows"].as_array().unwrap();
    let (number, file) = smallest(numbers(&rows[0]["nodes_by_position"]).into_iter());
    let (depth, size) = (collisions["depth"].to_string(), collisions["indexes"].to_string());
    let name = file.path().to_str().unwrap();
    let csv = figures(&csv(&["collisions", "--positions", name, "--max-depth", &depth, "--sizes", &size]));
    for row in rows {
        let checked = if row["move_checked"].as_bool().unwrap() { " + move checked" } else { "" };
        let label = format!("{} bits{checked}", row["bits"]);
        for (head, counts) in [("nodes", "nodes_by_position"), ("wrong hits", "wrong_hits_by_position")] {
            let expected = numbers(&row[counts])[number].to_string();
            assert_eq!(csv[&(label.clone(), head.to_owned())], expected, "collisions, {label}: {ADVICE}");
        }
    }
}

#[test]
fn page_is_what_growth_and_history_find() {
    let growth = kept_json("growth");
    let rows = growth["rows"].as_array().unwrap();
    const DEPTH: usize = 4;
    let (number, file) = smallest(numbers(&rows[0]["by_depth"][DEPTH - 1]).into_iter());
    let name = file.path().to_str().unwrap();
    let found = figures(&csv(&["growth", "--positions", name, "--max-depth", &DEPTH.to_string()]));
    for row in rows {
        let label = row["search"].as_str().unwrap().to_owned();
        for depth in 1..=DEPTH {
            let expected = numbers(&row["by_depth"][depth - 1])[number].to_string();
            assert_eq!(
                found[&(label.clone(), depth.to_string())],
                expected,
                "growth, {label}, depth {depth}: {ADVICE}"
            );
        }
    }

    let history = kept_json("history");
    let rows = history["rows"].as_array().unwrap();
    let (_, file) = smallest(numbers(&rows[0]["middle_game_nodes"]).into_iter());
    let name = file.path().to_str().unwrap();
    let found = figures(&csv(&["history", "--positions", name, "--max-depth", &history["depth"].to_string()]));
    for row in rows {
        let label = row["ordering"].as_str().unwrap().to_owned();
        for head in ["nodes", "evaluations"] {
            let searches = row["opening"].as_array().unwrap();
            let expected: u64 = searches.iter().map(|search| search[head].as_u64().unwrap()).sum();
            assert_eq!(found[&(label.clone(), head.to_owned())], expected.to_string(), "history, {label}: {ADVICE}");
        }
        let expected = row["exchanged_nodes"].to_string();
        assert_eq!(found[&(label.clone(), "nodes exchanged".to_owned())], expected, "history, {label}: {ADVICE}");
    }
}
