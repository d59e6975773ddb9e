//! The commands as a user runs them: files in, files and text out. Broken input ends in a sentence and a status.

mod analyse;
mod analyse_files;
#[cfg(unix)]
mod arena;
mod board;
#[path = "../../../crates/games/tests/reading/common/mod.rs"]
mod common;
mod convert;
mod datagen;
mod diagram;
