//! The front door: reads commands in either dialect, runs the engine, writes the replies. Knows nothing of xiangqi.
//!
//! One thread reads lines, one searches, and a third, the only one that writes, takes what both say from a single
//! channel. The files in reading order, each of which uses only those below it:

mod commands;

mod searching;

mod settings;

mod session;

mod queue;

mod busy;

mod report;

mod pace;

mod reader;

mod event;

mod output;

mod text;

mod scale;

mod console;

mod speed;

mod position;

mod scribe;

mod options;

mod parse;

mod command;

mod gate;

mod input;

pub use console::HELP;
pub use session::Bench;
pub use session::Session;
