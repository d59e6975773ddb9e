//! The front door: reads commands in either dialect, runs the engine, writes the replies. Decides nothing about the game
//! itself: it asks `engine`, `rules` and `notation`.
//!
//! One thread reads lines, one searches, and a third, the only one that writes, takes what both say from a single
//! channel. The files in reading order, each of which uses only those below it:

/// What one command does.
mod commands;

/// What `go` begins, and what may follow it.
mod searching;

/// What the handshake announces, and what a `setoption` changes.
mod settings;

/// The loop: what a line may do now.
mod session;

/// Which commands wait for the end of a search.
mod queue;

/// A search from `go` to its answer.
mod busy;

/// How the search's reports reach the thread that writes.
mod report;

/// When an `info` line is written.
mod pace;

/// The thread that reads.
mod reader;

/// What the thread that writes hears from the others.
mod event;

/// The one writer.
mod output;

/// Commands for people and for scripts.
mod console;

/// Which board a `position` means.
mod position;

/// How options are announced and read.
mod options;

/// How replies are worded in both dialects.
mod text;

/// What scores people and front ends are shown.
mod scale;

/// How speed is shown.
mod speed;

/// How moves are written.
mod scribe;

/// Which command a line means.
mod parse;

/// What can be asked.
mod command;

/// How many lines may be on their way from the reader.
mod gate;

/// What a line is.
mod input;

/// Whether the log can still be written.
mod log_file;

/// Whether anybody still reads the replies.
mod hangup;

pub use console::HELP;
pub use hangup::has_reader;
pub use log_file::LogFile;
pub use log_file::LogTrouble;
pub use session::Bench;
pub use session::Session;
