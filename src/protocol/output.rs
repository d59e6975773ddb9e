//! The one writer of replies. Replies are written in whole lines and flushed.

use std::io::{self, ErrorKind, Write};
use std::time::Duration;

/// Log lines longer than this many characters are cut.
const LOG_ROOM: usize = 4000;
/// Pause before the next write to a non-blocking stream that is full.
const PAUSE: Duration = Duration::from_millis(1);

/// Where replies go.
pub struct Output<W> {
    stream: W,
    is_open: bool,
    failure: Option<String>,
}

impl<W: Write> Output<W> {
    /// Writes to `stream`.
    pub const fn new(stream: W) -> Self {
        Self { stream, is_open: true, failure: None }
    }

    /// Whether all writes succeeded. After a failed one nothing more is written.
    pub const fn is_open(&self) -> bool {
        self.is_open
    }

    /// Why a write failed; `None` if the reader had closed the pipe.
    pub fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }

    /// Writes one line.
    pub fn line(&mut self, text: &str) {
        self.block(&[text]);
    }

    /// Writes lines one by one: some front ends read 1024 bytes at a time.
    pub fn each<T: AsRef<str>>(&mut self, lines: &[T]) {
        for line in lines {
            self.line(line.as_ref());
        }
    }

    /// Writes several lines at once.
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
        let result = write_whole(&mut self.stream, text.as_bytes()).and_then(|()| patiently(|| self.stream.flush()));
        if let Err(error) = result {
            log::warn!("output closed: {error}");
            self.is_open = false;
            self.failure = (error.kind() != ErrorKind::BrokenPipe).then(|| error.to_string());
        }
    }
}

/// Writes all of `bytes`, also to a non-blocking pipe that is full.
fn write_whole(stream: &mut impl Write, mut bytes: &[u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        match patiently(|| stream.write(bytes))? {
            0 => return Err(ErrorKind::WriteZero.into()),
            written => bytes = &bytes[written..],
        }
    }
    Ok(())
}

/// Retries `action` until the stream is ready.
fn patiently<T>(mut action: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    loop {
        match action() {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) if error.kind() == ErrorKind::WouldBlock => std::thread::sleep(PAUSE),
            result => return result,
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
