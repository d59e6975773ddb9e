//! Printing that outlives its reader: hours of work are not to end because a pipe was closed.

use std::fmt::Arguments;
use std::io::Write;
use std::io::stderr;
use std::io::stdout;

/// Like `println!`, but a closed standard output is no reason to panic.
macro_rules! say {
    ($($text:tt)*) => { $crate::say::out(format_args!($($text)*)) };
}

/// Like `eprintln!`, but a closed standard error is no reason to panic.
macro_rules! remark {
    ($($text:tt)*) => { $crate::say::err(format_args!($($text)*)) };
}

pub(crate) use remark;
pub(crate) use say;

/// A line to standard output; nobody may be listening any more.
pub(crate) fn out(line: Arguments) {
    let _ = writeln!(stdout(), "{line}");
}

/// A line to standard error; nobody may be listening any more.
pub(crate) fn err(line: Arguments) {
    let _ = writeln!(stderr(), "{line}");
}
