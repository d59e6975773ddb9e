//! Tells a release build which commit it is made from, so that `--version` and bug reports can name it. Debug builds do not
//! ask: they would be made anew after every commit.

use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
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

/// `commit 1234abc`, and whether the sources are those of the commit. A package unpacked somewhere inside another
/// repository has no commit of its own.
fn commit() -> Option<String> {
    let here = std::fs::canonicalize(std::env::var_os("CARGO_MANIFEST_DIR")?).ok()?;
    let top = std::fs::canonicalize(git(&["rev-parse", "--show-toplevel"])?).ok()?;
    if here != top {
        return None;
    }
    let commit = git(&["rev-parse", "--short=9", "HEAD"])?;
    let sources = ["status", "--porcelain", "--untracked-files=no", "--", "src", "nets", "book", "Cargo.toml"];
    Some(format!("commit {commit}{}", if git(&sources).is_some() { ", changed" } else { "" }))
}

/// What git says, unless it fails or says nothing.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
    let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    (!text.is_empty()).then_some(text)
}
