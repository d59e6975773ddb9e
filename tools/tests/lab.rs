//! The laboratory's figures: those of small runs, pinned, and those of the page, held against what the command finds.
//!
//! When the classical evaluation, the history table or the transposition table changes its behaviour, so do the counts.
//! Then `INSTA_UPDATE=always cargo test -p guohe-tools --test lab` renews the pinned ones, and
//! `guohe-tools lab all --out docs/lab --page docs/lab.md` the page (in release; less than an hour).
//!
//! The tests repeat, for each study of the page, the position with the smallest tree; the dearest two only with
//! `-- --ignored`, in release.

use assert_cmd::Command;
use indicatif::HumanCount;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::collections::HashSet;
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

/// The CSV with the searches of a run of `lab`.
fn csv(arguments: &[&str]) -> String {
    let (folder, _) = lab(arguments);
    let names =
        std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let names: Vec<String> = names.filter(|name| name.ends_with(".csv") && !name.ends_with("-times.csv")).collect();
    assert_eq!(names.len(), 1, "{arguments:?} wrote {names:?}");
    std::fs::read_to_string(folder.path().join(&names[0])).unwrap()
}

/// A CSV without the commit, which changes while the counts do not.
fn without_commits(csv: &str) -> String {
    csv.lines().map(|line| line.rsplit_once(',').expect("records have many fields").0.to_owned() + "\n").collect()
}

/// Holds the counts of a small run against those in `tests/data/lab/<name>.snap`.
fn check_pinned(name: &str, arguments: &[&str]) {
    insta::with_settings!({ snapshot_path => "data/lab", prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!(name, without_commits(&csv(arguments)));
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
fn other_studies_are_pinned() {
    check_pinned("worth", &["worth", "--max-depth", "3", "--count", "2"]);
    check_pinned("endgames", &["endgames", "--max-depth", "3", "--count", "2"]);
    check_pinned("replacement", &["replacement", "--max-depth", "4", "--sizes", "256,4k", "--count", "2"]);
    check_pinned("readings", &["readings", "--count", "1", "--max-depth", "3"]);
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
        let run = ["lab", "table-size", "--max-depth", "2", "--sizes", "256", "--count", "1"];
        let mut command = Command::cargo_bin("guohe-tools").unwrap();
        assert!(command.args(run).args(more).arg("--out").arg(folder.path()).output().unwrap().status.success());
    }
    for name in ["table-size", "table-size-captures", "table-size-bytes"] {
        assert!(folder.path().join(format!("{name}.csv")).exists(), "{name}");
    }
}

#[test]
fn games_are_the_same_twice() {
    for arguments in
        [&["draws", "--games", "4", "--max-depth", "1"][..], &["tuners", "--games", "32", "--max-depth", "1"]]
    {
        let games = |threads| {
            let (folder, _) = lab(&[arguments, &["--threads", threads]].concat());
            std::fs::read_to_string(folder.path().join(format!("{}-games.csv", arguments[0]))).unwrap()
        };
        assert_eq!(games("1"), games("2"), "{arguments:?}");
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
fn kept(section: &str, ending: &str) -> String {
    let path = root().join(format!("docs/lab/{section}{ending}"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
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
    evaluations: Option<u64>,
    hits: Option<u64>,
    evictions: Option<u64>,
    wrong_hits: Option<u64>,
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
            && agrees(&self.evaluations, &fresh.evaluations)
            && agrees(&self.hits, &fresh.hits)
            && agrees(&self.evictions, &fresh.evictions)
            && agrees(&self.wrong_hits, &fresh.wrong_hits)
            && agrees(&self.score, &fresh.score)
            && agrees(&self.best, &fresh.best)
    }
}

fn records(csv: &str) -> Vec<Record> {
    csv::Reader::from_reader(csv.as_bytes()).deserialize().map(|record| record.expect("a record")).collect()
}

/// The sections whose searches the page does not sum up by row and by size or depth.
const OTHERWISE: [&str; 4] = ["readings", "collisions", "history", "endgames"];

/// Those that have only games.
const PLAYED: [&str; 5] = ["draws", "tuners", "playing-games-2000", "playing-games-20000", "playing-games-clock"];

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
        if PLAYED.contains(&section) {
            assert!(kept(section, "-games.csv").lines().count() > 100, "{section}: where are the games?");
            continue;
        }
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
fn page_is_what_growth_finds() {
    repeat("growth", &["growth", "--max-depth", "4"]);
}

#[test]
#[ignore = "a hundred million nodes: in release"]
fn page_is_what_history_and_readings_find() {
    repeat("history", &["history"]);
    repeat("readings", &["readings"]);
}

#[test]
fn a_killed_run_is_continued() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let arguments =
        ["lab", "keep", "--max-depth", "4", "--sizes", "256,4k", "--count", "4", "--threads", "1", "--out", out];
    let run = || Command::cargo_bin("guohe-tools").unwrap().args(arguments).output().unwrap();
    let file = folder.path().join("keep.csv");
    let partial = folder.path().join("keep.partial.csv");
    assert!(run().status.success());
    let expected = std::fs::read_to_string(&file).unwrap();
    assert!(!partial.exists(), "what is finished needs no journal");

    std::fs::remove_file(&file).unwrap();
    let mut killed = std::process::Command::new(assert_cmd::cargo::cargo_bin("guohe-tools"))
        .args(arguments)
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    // Killed as soon as a few of its 88 searches are written down.
    let lines = || std::fs::read_to_string(&partial).map_or(0, |text| text.lines().count());
    while lines() < 5 && killed.try_wait().unwrap().is_none() {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    killed.kill().unwrap();
    assert!(!killed.wait().unwrap().success(), "it ended before it could be killed");
    let output = run();
    assert!(output.status.success());
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("of 88 searches were done before"), "{said}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), expected);
}

/// What `lab all` writes but for times: dates and clocks are not counted.
fn written(folder: &Path) -> HashMap<String, String> {
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files = files.map(|path| (path.file_name().unwrap().to_str().unwrap().to_owned(), path));
    files
        .filter(|(name, _)| !name.ends_with("-times.csv"))
        .map(|(name, path)| (name, std::fs::read_to_string(path).unwrap()))
        .collect()
}

#[test]
fn all_of_a_killed_run_is_continued() {
    let (whole, parts) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let small = ["lab", "all", "--count", "1", "--max-depth", "1", "--sizes", "256,512", "--games", "8"];
    let command = |folder: &Path| {
        let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin("guohe-tools"));
        command.args(small).args(["--threads", "1", "--out"]).arg(folder).arg("--page").arg(folder.join("lab.md"));
        command
    };
    assert!(command(whole.path()).output().unwrap().status.success());

    // Killed in a study that plays, and again in one that searches, when a few searches are written down.
    for (reached, lines) in [("draws.partial.csv", 0), ("readings.partial.csv", 8)] {
        let mut killed = command(parts.path())
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null())
            .spawn()
            .unwrap();
        let is_reached = || {
            let text = std::fs::read_to_string(parts.path().join(reached));
            text.is_ok_and(|text| text.lines().count() >= lines)
        };
        while !is_reached() && killed.try_wait().unwrap().is_none() {
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        killed.kill().unwrap();
        assert!(!killed.wait().unwrap().success(), "it ended before {reached} could be seen");
        assert!(parts.path().join("all.partial.txt").exists());
    }
    let output = command(parts.path()).output().unwrap();
    assert!(output.status.success());
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("tuners: done before") && said.contains("searches were done before"), "{said}");
    let (whole, parts) = (written(whole.path()), written(parts.path()));
    assert!(whole.len() > 30 && !whole.keys().any(|name| name.contains("partial")), "{:?}", whole.keys());
    for (name, text) in &whole {
        assert!(parts.get(name) == Some(text), "{name} differs");
    }
    assert_eq!(whole.len(), parts.len());
}

#[test]
fn redrawing_searches_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| {
        let mut command = Command::cargo_bin("guohe-tools").unwrap();
        command.args(["lab"]).args(arguments).args(["--max-depth", "2", "--sizes", "256,512", "--count", "2"]);
        let output = command.args(["--games", "8", "--out"]).arg(folder.path()).output().unwrap();
        (output.status.success(), String::from_utf8(output.stderr).unwrap())
    };
    assert!(run(&["all"]).0);
    let all = written(folder.path());
    let drawn = all.keys().filter(|name| name.ends_with(".svg"));
    drawn.for_each(|name| std::fs::remove_file(folder.path().join(name)).unwrap());
    // What only plays is not drawn anew.
    for name in ["draws.svg", "tuners.svg"] {
        std::fs::write(folder.path().join(name), &all[name]).unwrap();
    }
    let (succeeds, said) = run(&["all", "--redraw"]);
    assert!(succeeds, "{said}");
    assert!(said.contains("leaves: 48 of 48 searches were done before"), "{said}");
    // Whatever takes time has a bar, and off a terminal a first line.
    let begun: Vec<&str> = said.lines().filter(|line| line.contains(": 0/") && !line.ends_with(": 0/0")).collect();
    assert!(begun.is_empty(), "{begun:?}");
    assert!(written(folder.path()) == all);

    let (succeeds, said) = run(&["draws", "--redraw"]);
    assert!(!succeeds && said.contains("draws has games only"), "{said}");
}

/// Whether a process lives that has `word` in its environment. Elsewhere than on Linux nobody is asked.
fn lives(word: &str) -> bool {
    let Ok(processes) = std::fs::read_dir("/proc") else { return false };
    let environments = processes.flatten().filter_map(|process| std::fs::read(process.path().join("environ")).ok());
    environments.into_iter().any(|environment| environment.windows(word.len()).any(|part| part == word.as_bytes()))
}

#[test]
fn a_killed_match_leaves_its_games_and_no_engines() {
    const GAMES: usize = 40;
    let [whole, parts] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let mark = format!("MARK_OF_A_TEST={}", parts.path().display());
    let command = |folder: &Path| {
        let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin("guohe-tools"));
        command.current_dir(root()).args(["lab", "playing-games", "--nodes", "300", "--sizes", "256"]);
        command.args(["--policies", "always", "--threads", "1", "--games", &GAMES.to_string(), "--out"]).arg(folder);
        let (name, value) = mark.split_once('=').unwrap();
        command.env(name, value);
        command
    };
    let games = |folder: &Path| std::fs::read_to_string(folder.join("playing-games-300-games.csv")).unwrap();
    assert!(command(whole.path()).output().unwrap().status.success());

    let partial = parts.path().join("playing-games-300-always-256.partial.jsonl");
    // The first line is the match.
    let played = || std::fs::read_to_string(&partial).map_or(0, |text| text.lines().count().saturating_sub(1));
    let mut killed =
        command(parts.path()).stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null()).spawn().unwrap();
    while played() < 3 && killed.try_wait().unwrap().is_none() {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    assert!(!cfg!(target_os = "linux") || lives(&mark));
    killed.kill().unwrap();
    assert!(!killed.wait().unwrap().success(), "it ended before it could be killed");
    // An engine may finish its move.
    while lives(&mark) {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    assert!((3..GAMES).contains(&played()), "{} games", played());

    let output = command(parts.path()).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.contains("going on after "), "{said}");
    let days = |csv: &str| csv.lines().map(|line| line.rsplit(',').nth(1).unwrap().to_owned()).collect::<HashSet<_>>();
    let (whole, parts_played) = (games(whole.path()), games(parts.path()));
    // Unless midnight came between them.
    if days(&whole) == days(&parts_played) {
        assert_eq!(parts_played, whole);
    }
    assert_eq!(parts_played.lines().count(), 1 + GAMES);
    assert!(!partial.exists());
}
