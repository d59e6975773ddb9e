//! Games and networks made by the program as a user would: killed and started again, damaged, trained on.

use guohe::eval::nnue::Network;
use std::path::Path;
use std::process::Command;
use std::process::Output;
use std::process::Stdio;
use std::time::Duration;
use std::time::Instant;

fn tools(args: &str, dir: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_guohe-tools"));
    command.args(args.split_whitespace()).current_dir(dir);
    command
}

fn run(args: &str, dir: &Path) -> Output {
    let output = tools(args, dir).output().unwrap();
    assert!(output.status.success(), "{args}: {}", String::from_utf8_lossy(&output.stderr));
    output
}

/// The finished files of a directory.
fn contents(dir: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<_> = std::fs::read_dir(dir)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "zst" || extension == "manifest"))
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), std::fs::read(&path).unwrap()))
        .collect();
    files.sort();
    files
}

#[test]
fn a_killed_run_is_completed_to_the_same_bytes() {
    let dir = tempfile::tempdir().unwrap();
    let make = "datagen --games 30 --nodes 30 --opening-nodes 60 --seed 7";
    run(&format!("{make} --out whole"), dir.path());
    let mut child =
        tools(&format!("{make} --out killed"), dir.path()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    // Some games are in the journal, but by far not all.
    let journal = dir.path().join("killed/000of001.journal");
    let deadline = Instant::now() + Duration::from_secs(60);
    while std::fs::metadata(&journal).map_or(0, |facts| facts.len()) < 1500 && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(2));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(std::fs::metadata(&journal).unwrap().len() >= 1500, "no games before the kill");
    run(&format!("{make} --concurrency 2 --out killed"), dir.path());
    assert!(contents(&dir.path().join("whole")) == contents(&dir.path().join("killed")), "the chunks differ");
    run("datagen verify killed", dir.path());
    let stats = run("datagen stats killed", dir.path());
    assert!(String::from_utf8_lossy(&stats.stdout).contains("30 games in 1 chunks"));
}

#[test]
fn a_reader_that_goes_away_stops_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let make = "datagen --games 2 --nodes 20 --opening-nodes 20 --seed 7 --out games";
    for args in [make, "datagen stats games"] {
        let mut child = tools(args, dir.path()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        drop(child.stderr.take());
        assert!(child.wait().unwrap().success(), "{args}");
    }
    run("datagen verify games", dir.path());
}

#[test]
fn damaged_games_are_found() {
    let dir = tempfile::tempdir().unwrap();
    run("datagen --positions 50 --nodes 10 --opening-nodes 20 --seed 3 --shard 1/3 --out d", dir.path());
    run("datagen verify d", dir.path());
    let games = dir.path().join("d/001of003-00000.games.zst");
    let mut bytes = std::fs::read(&games).unwrap();
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    std::fs::write(&games, bytes).unwrap();
    let output = tools("datagen verify d", dir.path()).output().unwrap();
    assert!(!output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("damaged"));
}

#[test]
fn a_network_is_trained_from_games_and_remade_byte_for_byte() {
    let dir = tempfile::tempdir().unwrap();
    run("datagen --games 150 --nodes 5 --opening-nodes 10 --seed 1 --out d", dir.path());
    for name in ["x", "y"] {
        run(&format!("train --data d --arch v1a --epochs 2 --batch 512 --threads 2 --out {name}.nnue"), dir.path());
    }
    let read = |name: &str| std::fs::read(dir.path().join(name)).unwrap();
    assert!(read("x.nnue") == read("y.nnue"));
    assert_eq!(Network::from_bytes(&read("x.nnue")).unwrap().shape().hidden, 128);
    assert_eq!(String::from_utf8(read("x.csv")).unwrap().lines().count(), 3);
    assert!(read("x.svg").starts_with(b"<svg"));
    assert!(String::from_utf8(read("x.manifest")).unwrap().contains("epochs = 2"));
    run("train --data d --arch linear --epochs 1 --out weights.rs", dir.path());
    assert!(String::from_utf8(read("weights.rs")).unwrap().contains("WEIGHTS"));
    // Nothing to learn from is an error, not a crash.
    assert!(!tools("train --data . --arch v1a --out z.nnue", dir.path()).output().unwrap().status.success());
}

#[test]
fn what_could_only_fail_after_the_training_is_refused_before() {
    let dir = tempfile::tempdir().unwrap();
    for (words, reason) in [
        ("--scale 0.4 --out z.nnue", "the scale"),
        ("--scale 70000 --out z.nnue", "the scale"),
        ("--rate nan --out z.nnue", "a rate"),
        ("--last-rate inf --out z.nnue", "a rate"),
        ("--score-share nan --out z.nnue", "a share"),
        ("--lessons 18446744073709551615 --out z.nnue", "lessons at most"),
        ("--out none/z.nnue", "there is no folder"),
    ] {
        let output = tools(&format!("train --data . --arch v1a {words}"), dir.path()).output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && error.contains(reason), "{words}: {error}");
    }
}
