//! The one writer of replies, and the log file. Replies are written in whole lines and flushed.

use std::fs::File;
use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::sync::{Arc, OnceLock};
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

    /// Stops writing, since the output has no reader.
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

/// Whether standard output still has a reader. A failed write shows it, too, but a long perft seldom writes. Takes
/// about a microsecond.
#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
pub fn has_reader() -> bool {
    let mut output = libc::pollfd { fd: libc::STDOUT_FILENO, events: 0, revents: 0 };
    // SAFETY: the pointer is to one `pollfd`, which lives through the call.
    let changed = unsafe { libc::poll(&raw mut output, 1, 0) };
    changed <= 0 || output.revents & (libc::POLLERR | libc::POLLHUP) == 0
}

/// Whether standard output still has a reader: on this system only a failed write shows it.
#[cfg(not(target_os = "linux"))]
pub fn has_reader() -> bool {
    true
}

/// The first error of the log, as a message for the user; empty while all of it has been written.
pub type LogTrouble = Arc<OnceLock<String>>;

/// A log that notes when it cannot be written, as on a full disk.
pub struct LogFile<F = File> {
    file: F,
    trouble: LogTrouble,
}

impl LogFile {
    /// Opens the log at `path`; new lines are appended.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn open(path: &Path) -> io::Result<Self> {
        let file = File::options().create(true).append(true).open(path)?;
        Ok(Self { file, trouble: LogTrouble::default() })
    }
}

impl<F> LogFile<F> {
    /// Where a write error is noted.
    pub fn trouble(&self) -> LogTrouble {
        Arc::clone(&self.trouble)
    }

    fn noted<T>(&self, result: io::Result<T>) -> io::Result<T> {
        result.inspect_err(|error| {
            let _ = self.trouble.set(format!("lines are missing from the log: {error}"));
        })
    }
}

impl<F: Write> Write for LogFile<F> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let result = self.file.write(bytes);
        self.noted(result)
    }

    fn flush(&mut self) -> io::Result<()> {
        let result = self.file.flush();
        self.noted(result)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A disk with this many bytes left.
    struct Disk(usize);

    impl Write for Disk {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 = self.0.checked_sub(bytes.len()).ok_or(io::ErrorKind::StorageFull)?;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_full_disk_is_noted() {
        let mut log = LogFile { file: Disk(5), trouble: LogTrouble::default() };
        let trouble = log.trouble();
        log.write_all(b"1234").unwrap();
        assert_eq!(trouble.get(), None);
        for _ in 0..3 {
            log.write_all(b"56").unwrap_err();
        }
        assert!(trouble.get().unwrap().starts_with("lines are missing from the log: "));
    }
}
