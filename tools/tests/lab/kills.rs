//! Runs that were killed go on where they were, and those that are only redrawn do nothing twice.

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin;
use std::collections::HashMap;
use std::collections::HashSet;
use std::path::Path;
use std::process::Command as Process;
use std::process::Stdio;
use std::time::Duration;

/// Starts `command`, and kills it as soon as `is_reached`, while it `is_checked`.
fn kill_when(mut command: Process, is_reached: impl Fn() -> bool, is_checked: impl FnOnce()) {
    let mut killed = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    while !is_reached() && killed.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(1));
    }
    is_checked();
    killed.kill().unwrap();
    assert!(!killed.wait().unwrap().success(), "it ended before it could be killed");
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
    let mut command = Process::new(cargo_bin("guohe-tools"));
    command.args(arguments);
    // Killed as soon as a few of its 88 searches are written down.
    let lines = || std::fs::read_to_string(&partial).map_or(0, |text| text.lines().count());
    kill_when(command, || lines() >= 5, || ());
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
        let mut command = Process::new(cargo_bin("guohe-tools"));
        command.args(small).args(["--threads", "1", "--out"]).arg(folder).arg("--page").arg(folder.join("lab.md"));
        command
    };
    assert!(command(whole.path()).output().unwrap().status.success());

    // Killed in studies that play, and again in one that searches, when a few games or searches are written down.
    for (reached, lines) in
        [("draws-games.partial.csv", 6), ("tuners-games.partial.csv", 6), ("readings.partial.csv", 8)]
    {
        let is_reached = || {
            let text = std::fs::read_to_string(parts.path().join(reached));
            text.is_ok_and(|text| text.lines().count() >= lines)
        };
        kill_when(command(parts.path()), is_reached, || ());
        assert!(parts.path().join("all.partial.txt").exists());
    }
    let output = command(parts.path()).output().unwrap();
    assert!(output.status.success());
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("tuners: done before") && said.contains("searches were done before"), "{said}");
    assert!(!parts.path().join("draws-games.partial.csv").exists());
    let (whole, parts) = (written(whole.path()), written(parts.path()));
    assert!(whole.len() > 30 && !whole.keys().any(|name| name.contains("partial")), "{:?}", whole.keys());
    for (name, text) in &whole {
        assert!(parts.get(name) == Some(text), "{name} differs");
    }
    assert_eq!(whole.len(), parts.len());
}

#[test]
fn games_of_a_killed_run_are_not_played_again() {
    let [whole, parts] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    for study in ["draws", "tuners"] {
        let command = |folder: &Path| {
            let mut command = Process::new(cargo_bin("guohe-tools"));
            command.args(["lab", study, "--games", "32", "--max-depth", "1", "--threads", "1", "--out"]).arg(folder);
            command
        };
        let games = |folder: &Path| std::fs::read_to_string(folder.join(format!("{study}-games.csv"))).unwrap();
        assert!(command(whole.path()).output().unwrap().status.success());
        let partial = parts.path().join(format!("{study}-games.partial.csv"));
        let lines = || std::fs::read_to_string(&partial).map_or(0, |text| text.lines().count());
        kill_when(command(parts.path()), || lines() >= 8, || ());
        let output = command(parts.path()).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && said.contains("games were played before"), "{said}");
        assert_eq!(games(parts.path()), games(whole.path()));
        assert!(!partial.exists());
    }
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
    // That of the tuners cannot be drawn anew.
    std::fs::write(folder.path().join("tuners.svg"), &all["tuners.svg"]).unwrap();
    let (succeeds, said) = run(&["all", "--redraw"]);
    assert!(succeeds, "{said}");
    assert!(said.contains("leaves: 48 of 48 searches were done before"), "{said}");
    // Whatever takes time has a bar, and off a terminal a first line.
    let begun: Vec<&str> = said.lines().filter(|line| line.contains(": 0/") && !line.ends_with(": 0/0")).collect();
    assert!(begun.is_empty(), "{begun:?}");
    assert!(written(folder.path()) == all);

    assert!(said.contains("draws: 40 games were played before"), "{said}");

    let (succeeds, said) = run(&["tuners", "--redraw"]);
    assert!(!succeeds && said.contains("tuners: its files do not hold"), "{said}");
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
        let mut command = Process::new(cargo_bin("guohe-tools"));
        // Far from the sources.
        command.current_dir(folder).args(["lab", "playing-games", "--nodes", "300", "--sizes", "256"]);
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
    let it_lives = || assert!(!cfg!(target_os = "linux") || lives(&mark));
    kill_when(command(parts.path()), || played() >= 3, it_lives);
    // An engine may finish its move.
    while lives(&mark) {
        std::thread::sleep(Duration::from_millis(1));
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
