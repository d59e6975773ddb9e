//! Printing that outlives its reader: hours of work are not to end because a pipe was closed.

use std::fmt::Arguments;
use std::io::{ErrorKind, Write, stderr, stdout};
use std::sync::OnceLock;

/// Like `println!`, but a closed standard output is no reason to panic.
#[macro_export]
macro_rules! say {
    ($($text:tt)*) => { $crate::say::out(format_args!($($text)*)) };
}

/// Like `eprintln!`, but a closed standard error is no reason to panic.
#[macro_export]
macro_rules! remark {
    ($($text:tt)*) => { $crate::say::err(format_args!($($text)*)) };
}

pub use crate::{remark, say};

/// A number with its noun: `1 game`, `2 games`, `2 plies`.
pub fn counted(number: u64, noun: &str) -> String {
    match (number, noun.strip_suffix('y')) {
        (1, _) => format!("1 {noun}"),
        (_, Some(stem)) => format!("{number} {stem}ies"),
        (_, None) => format!("{number} {noun}s"),
    }
}

/// Why standard output has not taken everything.
static FAILURE: OnceLock<String> = OnceLock::new();

/// A line to standard output; nobody may be listening any more.
pub fn out(line: Arguments) {
    if let Err(error) = writeln!(stdout(), "{line}")
        && error.kind() != ErrorKind::BrokenPipe
    {
        FAILURE.get_or_init(|| error.to_string());
    }
}

/// Why a line did not go to standard output, as on a full disk; `None` if all did, or its pipe was closed.
pub fn output_failure() -> Option<&'static str> {
    FAILURE.get().map(String::as_str)
}

/// A line to standard error; nobody may be listening any more.
pub fn err(line: Arguments) {
    let _ = writeln!(stderr(), "{line}");
}
