//! The build script of `train` and `lab`: tells them which commit they are built from, so that data, networks and the
//! records of searches can name it.

use std::process::Command;

fn main() {
    let commit = git(&["rev-parse", "HEAD"]).unwrap_or_else(|| "unknown".to_owned());
    // Games and networks of sources that no commit holds cannot be made again, so they must not pass for such.
    let is_changed = git(&["status", "--porcelain", "--untracked-files=no", "--", "../.."]).is_some();
    println!("cargo::rustc-env=GUOHE_COMMIT={commit}{}", if is_changed { "-changed" } else { "" });
    println!("cargo::rerun-if-changed=../commit.rs");
    for source in [
        "src",
        "../arena",
        "../common",
        "../games",
        "../play",
        "../../Cargo.toml",
        "../../Cargo.lock",
        "../../book",
        "../../nets",
        "../../src",
    ] {
        println!("cargo::rerun-if-changed={source}");
    }
    // The log of HEAD grows with every commit and checkout.
    if let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"]) {
        println!("cargo::rerun-if-changed={log}");
    }
}

/// What git says, unless it fails or says nothing.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
    let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    (!text.is_empty()).then_some(text)
}
