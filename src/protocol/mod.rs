//! UCCI and UCI: reads commands, runs the engine, writes the replies. Questions about the game go to `engine`, `rules`
//! and `notation`.
//!
//! One thread reads, one searches, and a third runs the session and alone writes; the other two send to it through
//! one channel.
//!
//! The list goes from the top down. Each file uses only files listed below it. But `session` calls methods of `Session`
//! that stand in files above it, such as `carry_out` in `commands`. To start with the basics, begin at the end.

/// What one command does.
mod commands;

/// `go`, `stop`, `ponderhit` and `quit`.
mod searching;

/// A person at the console, and what is printed for one.
mod console;

/// The handshake and `setoption`.
mod options;

/// The loop, and whether a line is carried out, waits or is dropped.
mod session;

/// Commands that wait for the end of a search.
mod queue;

/// A search from `go` to `bestmove`, and the rhythm of its `info` lines.
mod active_search;

/// The channel from the threads that read and search.
mod channel;

/// The writer of replies.
mod output;

/// The text of replies in both dialects, and the scale of scores.
mod text;

/// Moves as they are written and read.
mod move_text;

/// From a line to a command.
mod parse;

/// All commands.
mod command;

pub use console::HELP;
pub use session::Session;
