//! The one writer. Every write is whole lines, flushed.

use std::io::Write;

/// Log lines longer than this many characters are cut.
const LOG_ROOM: usize = 4000;

/// Where replies go.
pub struct Output<W> {
    stream: W,
    is_open: bool,
}

impl<W: Write> Output<W> {
    /// Writes to `stream`.
    pub const fn new(stream: W) -> Self {
        Self { stream, is_open: true }
    }

    /// Whether all writes succeeded. After a failed one nobody listens, and nothing more is written.
    pub const fn is_open(&self) -> bool {
        self.is_open
    }

    /// Nobody reads any more: nothing more is written.
    pub fn close(&mut self) {
        if std::mem::replace(&mut self.is_open, false) {
            log::warn!("output closed by its reader");
        }
    }

    /// Writes one line.
    pub fn line(&mut self, text: &str) {
        self.block(&[text]);
    }

    /// Writes lines one by one.
    pub fn each<T: AsRef<str>>(&mut self, lines: &[T]) {
        for line in lines {
            self.line(line.as_ref());
        }
    }

    /// Writes lines that belong together at once.
    pub fn block<T: AsRef<str>>(&mut self, lines: &[T]) {
        if !self.is_open {
            return;
        }
        let mut text = String::new();
        for line in lines {
            log_line('<', line.as_ref().as_bytes());
            text.push_str(line.as_ref());
            text.push('\n');
        }
        let result = self.stream.write_all(text.as_bytes()).and_then(|()| self.stream.flush());
        if let Err(error) = result {
            log::warn!("output closed: {error}");
            self.is_open = false;
        }
    }
}

/// Puts a line of the conversation into the log.
pub fn log_line(direction: char, line: &[u8]) {
    if log::log_enabled!(log::Level::Debug) {
        let text: String = String::from_utf8_lossy(line).chars().take(LOG_ROOM).collect();
        log::debug!("{direction} {text}");
    }
}
