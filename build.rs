//! Chooses the network that is built into the engine: the one of this tree, or the file that the environment variable
//! `EVALFILE` names, as test frameworks want it.
//!
//! Tells a release build which commit it is made from, so that `--version` and bug reports can name it. Debug builds do
//! not ask: they would be made anew after every commit.

use std::path::PathBuf;
use std::process::Command;

/// The network of this tree. `docs/nnue.md` says how it was made and what it is worth.
const NETWORK: &str = "nets/e3f2793a.nnue";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    choose_network();
    if std::env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        // The log of HEAD grows with every commit and checkout.
        if let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"]) {
            println!("cargo::rerun-if-changed={log}");
        }
        for source in ["src", "nets", "book", "Cargo.toml", "Cargo.lock"] {
            println!("cargo::rerun-if-changed={source}");
        }
        println!("cargo::rustc-env=GUOHE_BUILD={}", commit().as_deref().unwrap_or("unknown commit"));
    } else {
        println!("cargo::rustc-env=GUOHE_BUILD=debug build");
    }
}

/// Tells the compiler which network to build in.
fn choose_network() {
    println!("cargo::rerun-if-env-changed=EVALFILE");
    let root = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let asked = std::env::var_os("EVALFILE").filter(|name| !name.is_empty());
    // Relative to the root of the sources, where a build starts.
    let file = root.join(asked.as_deref().unwrap_or(NETWORK.as_ref()));
    if !file.is_file() {
        println!("cargo::error=EVALFILE: there is no file {}", file.display());
    }
    println!("cargo::rerun-if-changed={}", file.display());
    println!("cargo::rustc-env=GUOHE_NETWORK={}", file.display());
}

/// `commit 1234abc`, and whether the sources are those of the commit. A package unpacked somewhere inside another
/// repository has no commit of its own.
fn commit() -> Option<String> {
    let here = std::fs::canonicalize(std::env::var_os("CARGO_MANIFEST_DIR")?).ok()?;
    let top = std::fs::canonicalize(git(&["rev-parse", "--show-toplevel"])?).ok()?;
    if here != top {
        return None;
    }
    let commit = git(&["rev-parse", "--short=9", "HEAD"])?;
    let sources = ["status", "--porcelain", "--untracked-files=no", "--", "src", "nets", "book", "build.rs", "Cargo.*"];
    Some(format!("commit {commit}{}", if git(&sources).is_some() { ", changed" } else { "" }))
}

/// What git says, unless it fails or says nothing.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
    let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    (!text.is_empty()).then_some(text)
}
