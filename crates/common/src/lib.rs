//! What the commands of the tools share: reading and writing files, printing, progress, Ctrl-C, the reader's
//! language, seeded random choices and the lines of a search. In a browser there are no files, no terminal and no
//! signals.

#[cfg(not(target_family = "wasm"))]
pub mod bounded;
pub mod dice;
#[cfg(not(target_family = "wasm"))]
pub mod inputs;
#[cfg(not(target_family = "wasm"))]
pub mod interrupt;
#[cfg(not(target_family = "wasm"))]
pub mod journal;
pub mod language;
pub mod last_lines;
#[cfg(not(target_family = "wasm"))]
pub mod place;
#[cfg(not(target_family = "wasm"))]
pub mod progress;
pub mod say;
