//! Printing that outlives its reader: hours of work are not to end because a pipe was closed.

use std::fmt::Arguments;
use std::io::{Write, stderr, stdout};

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

/// A line to standard output; nobody may be listening any more.
pub fn out(line: Arguments) {
    let _ = writeln!(stdout(), "{line}");
}

/// A line to standard error; nobody may be listening any more.
pub fn err(line: Arguments) {
    let _ = writeln!(stderr(), "{line}");
}
