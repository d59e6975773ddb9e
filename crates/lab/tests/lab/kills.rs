//! Runs that were killed or interrupted go on where they were.

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin;
use std::path::Path;
use std::process::Command as Process;
use std::process::Stdio;
use std::time::{Duration, Instant};

/// How often a run is begun: a busy machine may let it end before it is killed.
const TRIES: usize = 20;
/// What takes longer than this is stuck.
const PATIENCE: Duration = Duration::from_secs(600);

/// Starts `command` and kills it once `is_reached`. Whether it was killed there: it may be further, or have ended, by
/// the time it can be killed.
fn kill_when(mut command: Process, is_reached: impl Fn() -> bool) -> bool {
    let mut run = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let is_there = wait_until(|| is_reached() || run.try_wait().unwrap().is_some());
    // One that has ended cannot be killed.
    let _ = run.kill();
    let status = run.wait().unwrap();
    assert!(is_there, "it is stuck");
    assert!(cfg!(windows) || status.code().is_none_or(|code| code == 0), "it failed: {status}");
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
        kill_when(command, || lines(&partial) >= 5).then_some(())
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
    assert!(kept >= 3 && last.ends_with("planned so far are kept: the same command resumes"), "{said}");
}
