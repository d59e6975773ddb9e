//! The arena from outside: matches with a scripted engine that misbehaves in every way an engine can.

mod conduct;
mod fits;
mod matches;
mod tournaments;

use assert_cmd::Command;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::Duration;
use tempfile::TempDir;

/// A folder for the files of one test, and what a match left behind.
struct Fixture {
    folder: TempDir,
}

struct Outcome {
    status: i32,
    out: String,
    err: String,
}

impl Fixture {
    fn new() -> Self {
        Self { folder: TempDir::new().expect("a folder for temporary files") }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The words of `--engine` for the fake engine.
    fn engine(&self, name: &str, mode: &str) -> [String; 3] {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/fake-engine.sh");
        let log = self.path(&format!("{name}.log"));
        let command = format!("cmd=sh '{}' {mode} '{}'", script.display(), log.display());
        ["--engine".to_owned(), command, format!("name={name}")]
    }

    /// Plays the first engine against one that behaves.
    fn play(&self, mode: &str, words: &[&str]) -> Outcome {
        self.play_both(mode, "fine", words)
    }

    fn play_both(&self, first: &str, second: &str, words: &[&str]) -> Outcome {
        let mut command = Command::cargo_bin("guohe-tools").expect("the program is built");
        command.arg("arena").args(self.engine("a", first)).args(self.engine("b", second)).args(words);
        finish(&mut command)
    }

    /// The fake engine as a program of its own under another path.
    fn program(&self, folder: &str) -> PathBuf {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/fake-engine.sh");
        let place = self.path(folder);
        std::fs::create_dir_all(&place).expect("a folder is made");
        let program = place.join("engine");
        if !program.exists() {
            std::os::unix::fs::symlink(script, &program).expect("a link is made");
        }
        program
    }

    /// `arena` with these engines, each a name and how it misbehaves.
    fn arena(&self, engines: &[(&str, &str)], words: &[&str]) -> Command {
        let mut command = Command::cargo_bin("guohe-tools").expect("the program is built");
        command.arg("arena");
        for (name, mode) in engines {
            command.args(self.engine(name, mode));
        }
        command.args(words);
        command
    }

    fn log(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(&format!("{name}.log"))).expect("the engine wrote what it heard")
    }
}

fn finish(command: &mut Command) -> Outcome {
    let output = command.output().expect("the program runs");
    Outcome {
        status: output.status.code().expect("it ends by itself"),
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

impl Outcome {
    #[track_caller]
    fn check(&self, status: i32, parts: &[&str]) {
        for part in parts {
            assert!(self.out.contains(part), "no '{part}' in\n{}\n{}", self.out, self.err);
        }
        assert_eq!(self.status, status, "{}\n{}", self.out, self.err);
    }

    /// Checks that a command was refused with a message.
    #[track_caller]
    fn check_refusal(&self, part: &str) {
        self.check(2, &[]);
        assert!(self.err.contains(part), "no '{part}' in\n{}", self.err);
    }
}

/// Blanks between words do not matter in tables.
fn squeezed(text: &str) -> String {
    let words = |line: &str| line.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
    text.lines().map(words).collect::<Vec<_>>().join("\n")
}

const TWO: [&str; 4] = ["--games", "2", "--nodes", "10"];

/// Starts `guohe-tools` in the folder with pipes.
fn begin(fixture: &Fixture, words: &[&str], engines: &[String]) -> Child {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_guohe-tools"));
    command.args(words).args(engines);
    command.current_dir(fixture.folder.path()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Reads lines until one contains `part`.
fn wait_for(part: &str, output: impl Read) {
    let mut lines = BufReader::new(output).lines();
    assert!(lines.any(|line| line.is_ok_and(|line| line.contains(part))), "'{part}' was never said");
}
