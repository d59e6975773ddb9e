//! Takes the engine's own `slot.rs` with loom's atomics in place of the standard library's.

use std::path::Path;

fn main() {
    let source = "../../src/tt/slot.rs";
    println!("cargo::rerun-if-changed={source}");
    println!("cargo::rerun-if-changed=build.rs");
    let text = std::fs::read_to_string(source).expect("the engine's sources lie two folders up");
    let (code, _) = text.split_once("#[cfg(test)]").expect("slot.rs has tests");
    assert_eq!(code.matches("std::sync::atomic").count(), 2, "the use of atomics in slot.rs has changed");
    // An included file may not begin with `//!`; loom's atomics are larger than a word.
    let kept = code.lines().filter(|line| !line.starts_with("//!") && !line.contains("size_of::<Slot>"));
    let code = kept.collect::<Vec<_>>().join("\n").replace("std::sync::atomic", "loom::sync::atomic");
    let out = std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR");
    std::fs::write(Path::new(&out).join("slot.rs"), code).expect("the folder can be written");
}
