//! Games and networks made by the program as a user would: killed and started again, damaged, trained on.

use guohe::eval::nnue::Network;
#[cfg(unix)]
use rustix::process::Signal;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::LazyLock;
use std::time::Duration;

/// Chunks of twenty games, so that some games begin from games of the chunk before, and a run can be ended within one.
const MAKE: &str = "datagen --games 60 --chunk 20 --nodes 30 --opening-nodes 60 --seed 7";

/// The folder that [`MAKE`] makes, for all tests: each run of datagen begins with the seconds of a bench.
static GAMES: LazyLock<PathBuf> = LazyLock::new(|| {
    let dir = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap().keep();
    run(&format!("{MAKE} --out games"), &dir);
    dir.join("games")
});

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

/// Copies the files of a folder.
fn copy(from: &Path, to: &Path) {
    std::fs::create_dir(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        std::fs::copy(&path, to.join(path.file_name().unwrap())).unwrap();
    }
}

/// Starts a run, waits until some of its games are in the journal, but by far not all, and hands it to `end`.
fn begin(args: &str, dir: &Path, journal: &str, end: impl FnOnce(&Child)) -> ExitStatus {
    let mut child = tools(args, dir).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let journal = dir.join(journal);
    while std::fs::metadata(&journal).map_or(0, |facts| facts.len()) < 1500 && child.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(2));
    }
    assert!(std::fs::metadata(&journal).unwrap().len() >= 1500, "no games");
    end(&child);
    child.wait().unwrap()
}

fn stats(dir: &str, root: &Path) -> String {
    String::from_utf8(run(&format!("datagen stats {dir}"), root).stdout).unwrap()
}

/// The signal that ends a process whatever it does, or the one that asks it to end.
#[cfg(unix)]
fn send(child: &Child, signal: Signal) {
    rustix::process::kill_process(rustix::process::Pid::from_child(child), signal).unwrap();
}

#[cfg(unix)]
#[test]
fn a_run_that_was_ended_early_is_completed_to_the_same_bytes() {
    let dir = tempfile::tempdir().unwrap();
    let status = begin(&format!("{MAKE} --out killed"), dir.path(), "killed/001of001.journal", |child| {
        send(child, Signal::KILL);
    });
    assert_eq!(status.code(), None);
    // What is there can be looked at before it is completed, and has not all reached a chunk.
    let unfinished = stats("killed", dir.path());
    assert!(unfinished.contains("in unfinished ones"), "{unfinished}");
    let status = begin(&format!("{MAKE} --out asked"), dir.path(), "asked/001of001.journal", |child| {
        send(child, Signal::TERM);
    });
    assert_eq!(status.code(), Some(130));
    run("datagen verify asked", dir.path());
    assert!(!stats("asked", dir.path()).contains("in unfinished ones"), "all games are in chunks");
    for early in ["killed", "asked"] {
        run(&format!("{MAKE} --concurrency 3 --out {early}"), dir.path());
        assert!(contents(&GAMES) == contents(&dir.path().join(early)), "{early}: other chunks");
        run(&format!("datagen verify {early}"), dir.path());
    }
    let whole = stats("killed", dir.path());
    assert!(whole.contains("60 games in 3 chunks"), "{whole}");
    let count = |what: &str| -> u32 {
        let line = whole.lines().find(|line| line.contains("played out,")).unwrap();
        let words: Vec<&str> = line.split_whitespace().collect();
        let at = words.iter().position(|word| *word == what).unwrap();
        words[at - if what == "played" { 2 } else { 1 }].parse().unwrap()
    };
    assert!(count("played") > 0 && count("with") > 0, "{whole}");
    assert!(whole.contains("pieces left"), "{whole}");
}

#[test]
fn shards_make_the_games_asked_for_together() {
    let dir = tempfile::tempdir().unwrap();
    for shard in 1..=2 {
        let make = "datagen --games 7 --nodes 10 --opening-nodes 20 --seed 3 --out d";
        run(&format!("{make} --shard {shard}/2"), dir.path());
    }
    run("datagen verify d", dir.path());
    let names: Vec<String> = contents(&dir.path().join("d")).into_iter().map(|(name, _)| name).collect();
    assert!(names.contains(&"001of002-00000.manifest".to_owned()) && names.len() == 4, "{names:?}");
    assert!(stats("d", dir.path()).contains("7 games in 2 chunks"));
    assert!(!tools("datagen --games 7 --seed 3 --shard 0/2 --out d", dir.path()).output().unwrap().status.success());
}

#[cfg(unix)]
#[test]
fn a_training_that_was_ended_early_goes_on_to_the_same_bytes() {
    let dir = tempfile::tempdir().unwrap();
    copy(&GAMES, &dir.path().join("d"));
    // With a scale of its own: one that is fitted tells other games by itself.
    let train = "train --data d --hidden 32 --scale 200 --epochs 12 --batch 512";
    run(&format!("{train} --out whole.nnue"), dir.path());
    let mut early = tools(&format!("{train} --out early.nnue"), dir.path());
    let mut child = early.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let checkpoint = dir.path().join("early.checkpoint");
    while !checkpoint.exists() && child.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(1));
    }
    send(&child, Signal::TERM);
    let output = child.wait_with_output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && error.contains("--resume continues after pass"), "{error}");
    assert!(!dir.path().join("early.nnue").exists());
    let fewer = tools(&format!("{train} --resume --positions 1000 --out early.nnue"), dir.path()).output().unwrap();
    let error = String::from_utf8_lossy(&fewer.stderr);
    assert!(!fewer.status.success() && error.contains("another run"), "{error}");
    run(&format!("{train} --resume --out early.nnue"), dir.path());
    let read = |name: &str| std::fs::read(dir.path().join(name)).unwrap();
    assert!(read("whole.nnue") == read("early.nnue"));
    let finished = tools(&format!("{train} --resume --out early.nnue"), dir.path()).output().unwrap();
    let error = String::from_utf8_lossy(&finished.stderr);
    assert!(!finished.status.success() && error.contains("early.nnue already exists"), "{error}");
}

#[test]
fn a_reader_that_goes_away_stops_nothing() {
    let dir = tempfile::tempdir().unwrap();
    // Also the test of a run by positions.
    let make = "datagen --positions 50 --nodes 10 --opening-nodes 20 --seed 3 --shard 1/3 --out games";
    for args in [make, "datagen stats games"] {
        let mut child = tools(args, dir.path()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        drop(child.stderr.take());
        assert!(child.wait().unwrap().success(), "{args}");
    }
    run("datagen verify games", dir.path());
}

#[test]
fn games_go_out_and_come_back_the_same() {
    let dir = tempfile::tempdir().unwrap();
    let read = |name: &str| std::fs::read(dir.path().join(name)).unwrap();
    copy(&GAMES, &dir.path().join("d"));
    run("datagen export d --out d.txt", dir.path());
    run("datagen import d.txt --out e", dir.path());
    run("datagen export e --out e.txt", dir.path());
    assert!(read("d.txt") == read("e.txt"), "other text after import");
    run("datagen verify e", dir.path());
    for dir_name in ["d", "e"] {
        run(&format!("datagen export {dir_name} --packed --only-quiet --out {dir_name}.bin"), dir.path());
    }
    assert!(read("d.bin") == read("e.bin") && read("d.bin").len() % 54 == 0, "other records after import");
    let refused = |args: &str, part: &str| {
        let output = tools(args, dir.path()).output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && error.contains(part), "{args}: {error}");
    };
    refused("datagen export d --out d.txt", "--force");
    refused("datagen import d.txt --out e", "--force");
    refused("datagen import d.txt --out d --force", "not imported");
    run("datagen export d --force --out d.txt", dir.path());
    run("datagen import d.txt --force --out e", dir.path());
    std::fs::write(
        dir.path().join("bad.txt"),
        String::from_utf8(read("d.txt")).unwrap().replacen("score ", "core ", 1),
    )
    .unwrap();
    refused("datagen import bad.txt --out f", "line 6: 'core'");
    assert!(!dir.path().join("f").exists());
}

#[test]
fn damaged_games_are_found() {
    let dir = tempfile::tempdir().unwrap();
    copy(&GAMES, &dir.path().join("d"));
    run("datagen verify d", dir.path());
    let games = dir.path().join("d/001of001-00000.games.zst");
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
    copy(&GAMES, &dir.path().join("d"));
    for name in ["x", "y"] {
        run(&format!("train --data d --hidden 32 --epochs 2 --batch 512 --threads 2 --out {name}.nnue"), dir.path());
    }
    let read = |name: &str| std::fs::read(dir.path().join(name)).unwrap();
    assert!(read("x.nnue") == read("y.nnue"));
    assert_eq!(Network::from_bytes(&read("x.nnue")).unwrap().shape().hidden, 32);
    assert_eq!(String::from_utf8(read("x.csv")).unwrap().lines().count(), 3);
    assert!(read("x.svg").starts_with(b"<svg"));
    assert!(!dir.path().join("x.checkpoint").exists(), "a finished run needs none");
    assert!(String::from_utf8(read("x.manifest")).unwrap().contains("epochs = 2"));
    run("train --data d --start x.nnue --epochs 1 --lessons 3 --lesson-nodes 20 --threads 2 --out z.nnue", dir.path());
    let taught = String::from_utf8(read("z.manifest")).unwrap();
    let digest = Network::from_bytes(&read("x.nnue")).unwrap().digest();
    for fact in [
        "lessons = 3.0",
        "lesson_nodes = 20",
        &format!("start = [\"net {digest}"),
        &format!("teacher = \"net {digest}"),
    ] {
        assert!(taught.contains(fact), "{fact}: {taught}");
    }
    assert_eq!(Network::from_bytes(&read("z.nnue")).unwrap().shape().hidden, 32);
    // Nothing to learn from is an error, not a crash.
    assert!(!tools("train --data . --hidden 32 --out none.nnue", dir.path()).output().unwrap().status.success());
}

#[test]
fn what_could_only_fail_after_the_training_is_refused_before() {
    let dir = tempfile::tempdir().unwrap();
    for (words, reason) in [
        ("--scale 0.4 --out z.nnue", "'--scale <SCALE>'"),
        ("--scale 70000 --out z.nnue", "'--scale <SCALE>'"),
        ("--scale 2001 --out z.nnue", "2001 is not in 50..=2000"),
        ("--rate nan --out z.nnue", "--last-rate must be"),
        ("--last-rate inf --out z.nnue", "--last-rate must be"),
        ("--rate 0.000001 --out z.nnue", "--last-rate must not exceed"),
        ("--score-share nan --out z.nnue", "--score-share must be"),
        ("--hidden 33 --out z.nnue", "does not support a network"),
        ("--lessons 101 --out z.nnue", "--lessons must be"),
        ("--lessons 0 --known . --out z.nnue", "--lessons must be"),
        ("--start none.nnue --out z.nnue", "the network none.nnue"),
        ("--start none.nnue --hidden 64 --out z.nnue", "cannot be used with"),
        ("--lessons 5 --teacher none.nnue --out z.nnue", "the network none.nnue"),
        ("--out none/z.nnue", "there is no folder"),
    ] {
        let output = tools(&format!("train --data . {words}"), dir.path()).output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && error.contains(reason), "{words}: {error}");
    }
}
