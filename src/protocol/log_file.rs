//! The file that the log goes to. Disks fill up, and a log that ends without a word is a wrong witness.

use std::fs::File;
use std::io;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::PoisonError;

/// What has become of a log.
#[derive(Clone, Default)]
pub struct LogTrouble(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    untold: Option<String>,
    is_known: bool,
}

impl LogTrouble {
    /// That lines are missing from the log, for people; handed over once.
    pub fn take(&self) -> Option<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).untold.take()
    }

    fn note(&self, error: &io::Error) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !state.is_known {
            *state = State { untold: Some(format!("lines are missing from the log: {error}")), is_known: true };
        }
    }
}

/// A log that notes when it cannot be written.
pub struct LogFile<F = File> {
    file: F,
    trouble: LogTrouble,
}

impl LogFile {
    /// The log at `path`, whose lines come behind those that are there.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn open(path: &Path) -> io::Result<Self> {
        let file = File::options().create(true).append(true).open(path)?;
        Ok(Self { file, trouble: LogTrouble::default() })
    }
}

impl<F> LogFile<F> {
    /// What tells of trouble.
    pub fn trouble(&self) -> LogTrouble {
        self.trouble.clone()
    }

    fn noted<T>(&self, result: io::Result<T>) -> io::Result<T> {
        result.inspect_err(|error| self.trouble.note(error))
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

    /// Room for so many bytes.
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
    fn a_full_disk_is_told_once() {
        let mut log = LogFile { file: Disk(5), trouble: LogTrouble::default() };
        let trouble = log.trouble();
        log.write_all(b"1234").unwrap();
        assert_eq!(trouble.take(), None);
        for _ in 0..3 {
            log.write_all(b"56").unwrap_err();
        }
        assert!(trouble.take().unwrap().starts_with("lines are missing from the log: "));
        assert_eq!(trouble.take(), None);
    }
}
