//! Tells the program which commit it is built from, so that data and networks can name it.

use std::path::Path;
use std::process::Command;

fn main() {
    let output = Command::new("git").args(["rev-parse", "HEAD"]).output();
    let commit = match output {
        Ok(output) if output.status.success() => String::from_utf8_lossy(&output.stdout).trim().to_owned(),
        _ => "unknown".to_owned(),
    };
    println!("cargo::rustc-env=GUOHE_COMMIT={commit}");
    // The log of HEAD grows with every commit and checkout; without one the commit is looked up whenever this file changes.
    println!("cargo::rerun-if-changed=build.rs");
    let log = Path::new("../.git/logs/HEAD");
    if log.exists() {
        println!("cargo::rerun-if-changed={}", log.display());
    }
}
