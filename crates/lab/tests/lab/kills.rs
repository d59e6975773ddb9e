//! Runs that were killed go on where they were, and those that are only redrawn do nothing twice.

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin;
use std::collections::HashMap;
use std::path::Path;
use std::process::Command as Process;
use std::process::Stdio;
use std::time::{Duration, Instant};

/// How often a run is begun: a busy machine may let it end before it is killed.
const TRIES: usize = 20;
/// What takes longer than this is stuck.
const PATIENCE: Duration = Duration::from_secs(600);

/// Starts `command` and kills it once `is_reached`. Whether it was killed there: it may be further, or have ended, by the
/// time it can be killed. While it runs it has to be as `is_sound` says.
fn kill_when(mut command: Process, is_reached: impl Fn() -> bool, is_sound: impl FnOnce() -> bool) -> bool {
    let mut run = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let is_there = wait_until(|| is_reached() || run.try_wait().unwrap().is_some());
    let is_sound = is_sound();
    // One that has ended cannot be killed.
    let _ = run.kill();
    let status = run.wait().unwrap();
    assert!(is_there, "it is stuck");
    assert!(cfg!(windows) || status.code().is_none_or(|code| code == 0), "it failed: {status}");
    assert!(is_sound || status.success());
    !status.success() && is_reached()
}

/// Waits until `is_so`, but not for ever; whether it came to be.
fn wait_until(mut is_so: impl FnMut() -> bool) -> bool {
    let since = Instant::now();
    while !is_so() {
        if since.elapsed() > PATIENCE {
            return false;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    true
}

/// What the first try to kill a run in time gives.
fn killed<T>(mut begin: impl FnMut() -> Option<T>) -> T {
    (0..TRIES).find_map(|_| begin()).expect("it always ended before it could be killed")
}

/// Lines of a file; none where there is none.
fn lines(file: &Path) -> usize {
    std::fs::read_to_string(file).map_or(0, |text| text.lines().count())
}

#[test]
fn a_killed_run_is_continued() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let arguments = ["keep", "--max-depth", "3", "--sizes", "256,4k", "--count", "4", "--threads", "1", "--out", out];
    let run = || Command::cargo_bin("guohe-lab").unwrap().args(arguments).output().unwrap();
    let file = folder.path().join("keep.csv");
    let partial = folder.path().join("keep.partial.csv");
    assert!(run().status.success());
    let expected = std::fs::read_to_string(&file).unwrap();
    assert!(!partial.exists(), "what is finished needs no journal");

    killed(|| {
        let _ = std::fs::remove_file(&file);
        let mut command = Process::new(cargo_bin("guohe-lab"));
        command.args(arguments);
        // As soon as a few of its 88 searches are written down.
        kill_when(command, || lines(&partial) >= 5, || true).then_some(())
    });
    let output = run();
    assert!(output.status.success());
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("of 88 searches were done before"), "{said}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), expected);
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_says_what_is_kept() {
    use rustix::process::{Pid, Signal, kill_process};
    let said = killed(|| {
        let folder = tempfile::tempdir().unwrap();
        let mut command = Process::new(cargo_bin("guohe-lab"));
        command.args(["keep", "--max-depth", "3", "--count", "4", "--threads", "1", "--out"]).arg(folder.path());
        let mut run = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let partial = folder.path().join("keep.partial.csv");
        assert!(wait_until(|| lines(&partial) >= 6 || run.try_wait().unwrap().is_some()), "it is stuck");
        let _ = kill_process(Pid::from_child(&run), Signal::INT);
        let output = run.wait_with_output().unwrap();
        (output.status.code() == Some(130)).then(|| String::from_utf8(output.stderr).unwrap())
    });
    let last = said.lines().last().unwrap_or_default();
    let kept: usize = last.split(' ').next().unwrap().parse().unwrap_or_else(|_| panic!("{said}"));
    assert!(kept >= 3 && last.ends_with("searches are kept: the same command resumes"), "{said}");
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
    let whole = tempfile::tempdir().unwrap();
    let small = ["all", "--count", "1", "--max-depth", "1", "--sizes", "256,512"];
    let command = |folder: &Path| {
        let mut command = Process::new(cargo_bin("guohe-lab"));
        command.args(small).args(["--threads", "1", "--out"]).arg(folder);
        command
    };
    assert!(command(whole.path()).output().unwrap().status.success());

    // Killed in the study with the most searches, and again further on.
    let places = [("readings.partial.csv", 8), ("readings.partial.csv", 60)];
    let parts = killed(|| {
        let parts = tempfile::tempdir().unwrap();
        let is_killed = places.iter().all(|(reached, least)| {
            let is_reached = || lines(&parts.path().join(reached)) >= *least;
            let is_killed = kill_when(command(parts.path()), is_reached, || true);
            assert!(!is_killed || parts.path().join("all.partial.txt").exists());
            is_killed
        });
        is_killed.then_some(parts)
    });
    let output = command(parts.path()).output().unwrap();
    assert!(output.status.success());
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("keep: done before") && said.contains("searches were done before"), "{said}");
    let (whole, parts) = (written(whole.path()), written(parts.path()));
    assert!(whole.len() > 40 && !whole.keys().any(|name| name.contains("partial")), "{:?}", whole.keys());
    for (name, text) in &whole {
        assert!(parts.get(name) == Some(text), "{name} differs");
    }
    assert_eq!(whole.len(), parts.len());
}

#[test]
fn redrawing_searches_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| {
        let mut command = Command::cargo_bin("guohe-lab").unwrap();
        command.args(arguments).args(["--max-depth", "2", "--sizes", "256,512", "--count", "2"]);
        let output = command.arg("--out").arg(folder.path()).output().unwrap();
        (output.status.success(), String::from_utf8(output.stderr).unwrap())
    };
    assert!(run(&["all"]).0);
    let all = written(folder.path());
    let drawn = all.keys().filter(|name| name.ends_with(".svg"));
    drawn.for_each(|name| std::fs::remove_file(folder.path().join(name)).unwrap());
    let (succeeds, said) = run(&["all", "--redraw"]);
    assert!(succeeds, "{said}");
    assert!(said.contains("leaves: 48 of 48 searches were done before"), "{said}");
    // Whatever takes time has a bar, and off a terminal a first line.
    let begun: Vec<&str> = said.lines().filter(|line| line.contains(": 0/") && !line.ends_with(": 0/0")).collect();
    assert!(begun.is_empty(), "{begun:?}");
    assert!(written(folder.path()) == all);
}
