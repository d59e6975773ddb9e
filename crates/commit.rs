//! The build script of `train` and `lab`: tells them which commit they are built from, so that data, networks and the
//! records of searches can name it.

use std::process::Command;

/// What the programs are built from. A change of anything else, such as a page, leaves the commit's mark alone.
const SOURCES: [&str; 16] = [
    "src",
    "data",
    "../commit.rs",
    "../arena",
    "../chart",
    "../common",
    "../diagram",
    "../games",
    "../play",
    "../puzzles",
    "../../Cargo.toml",
    "../../Cargo.lock",
    "../../build.rs",
    "../../book",
    "../../nets",
    "../../src",
];

fn main() {
    let commit = commit().unwrap_or_else(|| "unknown".to_owned());
    // Games and networks of sources that no commit holds cannot be made again, so they must not pass for such.
    let status = [&["status", "--porcelain", "--untracked-files=no", "--"][..], &SOURCES].concat();
    let is_changed = git(&status).is_some();
    println!("cargo::rustc-env=GUOHE_COMMIT={commit}{}", if is_changed { "-changed" } else { "" });
    for source in SOURCES.into_iter().filter(|source| std::path::Path::new(source).exists()) {
        println!("cargo::rerun-if-changed={source}");
    }
    // The log of HEAD grows with every commit and checkout. Where logs are turned off, cargo finds no such file and
    // runs this script at every build.
    if let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"]) {
        println!("cargo::rerun-if-changed={log}");
    }
}

/// The commit of the sources. An archive unpacked somewhere inside another repository has none of its own.
fn commit() -> Option<String> {
    let root = std::fs::canonicalize("../..").ok()?;
    let top = std::fs::canonicalize(git(&["rev-parse", "--show-toplevel"])?).ok()?;
    if root == top { git(&["rev-parse", "HEAD"]) } else { None }
}

/// What git says, unless it fails or says nothing.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
    let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    (!text.is_empty()).then_some(text)
}
