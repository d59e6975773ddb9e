//! A journal: a file of lines that a run appends, so that it can be resumed after a crash. It is locked while it is
//! open, and continued after its last complete line. The first line, the heading, identifies the run.

use crate::remark;
use anyhow::{Context, bail, ensure};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A file of lines that grows at its end.
pub struct LineFile {
    path: PathBuf,
    file: File,
    /// A line was only partly written, so no further lines may follow.
    is_torn: bool,
}

/// Locks the file at `path` for this run alone; the system releases the lock when the process dies. Some network file
/// systems have no locks: there a warning is printed, and nothing is locked.
///
/// # Errors
/// When another run holds the lock; then the error is `busy`.
pub fn lock(file: &File, path: &Path, busy: impl FnOnce() -> String) -> anyhow::Result<()> {
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => bail!(busy()),
        Err(TryLockError::Error(error)) => {
            remark!("warning: {} cannot be locked ({error}); no other run may write it", path.display());
        }
    }
    Ok(())
}

impl LineFile {
    /// Opens `path`, created if missing, locks it, and returns its contents. New lines are appended to them; see
    /// [`LineFile::cut`].
    ///
    /// # Errors
    /// When it is not a file, cannot be read or written, or another run writes to it.
    pub fn open(path: &Path) -> anyhow::Result<(Self, Vec<u8>)> {
        let context = || format!("opening {}", path.display());
        // A device or a pipe cannot be continued, and may never end.
        let is_other = std::fs::metadata(path).is_ok_and(|found| !found.is_file());
        ensure!(!is_other, "{} is not a file", path.display());
        // Not with `append`: on Windows a file opened so cannot be truncated. The lock keeps others from writing.
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path).with_context(context)?;
        lock(&file, path, || format!("{} is being written by another run", path.display()))?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).with_context(context)?;
        Ok((Self { path: path.to_owned(), file, is_torn: false }, bytes))
    }

    /// Opens the journal of the run that `heading` names. A new file, or one that ends within its first line, gets the
    /// heading; a journal of the same run is resumed after its last complete line. Returns the lines after the heading.
    /// All headings of this kind of journal begin with `beginning`.
    ///
    /// # Errors
    /// When the file is not a journal of this kind, belongs to another run, is not text, or cannot be read or written.
    pub fn resume(path: &Path, heading: &str, beginning: &str) -> anyhow::Result<(Self, Vec<String>)> {
        let (mut file, bytes) = Self::open(path)?;
        if is_only_begun(&bytes, beginning.as_bytes()) {
            file.cut(0)?;
            file.add(heading)?;
            return Ok((file, Vec::new()));
        }
        let whole = whole_lines(&bytes);
        let place = path.display();
        let text = std::str::from_utf8(&bytes[..whole]).with_context(|| format!("journal {place}"))?;
        let mut lines = text.lines().map(str::to_owned);
        let first = lines.next().filter(|line| line.starts_with(beginning));
        let first = first.with_context(|| format!("{place} is not a journal of this command"))?;
        ensure!(
            first == heading,
            "the journal {place} belongs to another run, which begins with\n{first}\nwhile this run begins with\n{heading}"
        );
        file.cut(whole)?;
        Ok((file, lines.collect()))
    }

    /// Truncates the file to its first `length` bytes.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn cut(&mut self, length: usize) -> anyhow::Result<()> {
        let end = length as u64;
        let cut = self.file.set_len(end).and_then(|()| self.file.seek(SeekFrom::Start(end)));
        cut.map(drop).with_context(|| format!("writing {}", self.path.display()))
    }

    /// Appends a line and a line break.
    ///
    /// # Errors
    /// When this or an earlier line cannot be written.
    pub fn add(&mut self, line: &str) -> anyhow::Result<()> {
        let place = || format!("writing {}", self.path.display());
        ensure!(!self.is_torn, "an earlier line of {} could not be written", self.path.display());
        let written = self.file.write_all(format!("{line}\n").as_bytes());
        self.is_torn = written.is_err();
        written.with_context(place)
    }
}

/// Number of bytes up to the end of the last complete line.
pub fn whole_lines(bytes: &[u8]) -> usize {
    bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1)
}

/// Whether the file ends within its first line, which begins with `beginning`. Then nothing is lost when it is
/// replaced.
pub fn is_only_begun(bytes: &[u8], beginning: &[u8]) -> bool {
    let length = bytes.len().min(beginning.len());
    whole_lines(bytes) == 0 && bytes[..length] == beginning[..length]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_written_after_a_line_that_failed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lines");
        let (mut lines, _) = LineFile::open(&path).unwrap();
        lines.add("one").unwrap();
        let good = std::mem::replace(&mut lines.file, File::open(&path).unwrap());
        assert!(lines.add("two").is_err());
        lines.file = good;
        assert!(lines.add("three").is_err());
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "one\n");
    }

    #[test]
    fn only_one_writes() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lines");
        let (mut lines, before) = LineFile::open(&path).unwrap();
        assert!(before.is_empty());
        lines.add("one").unwrap();
        assert!(LineFile::open(&path).err().unwrap().to_string().contains("by another run"));
        drop(lines);
        let (mut lines, before) = LineFile::open(&path).unwrap();
        assert_eq!(before, b"one\n");
        lines.add("two").unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "one\ntwo\n");
        lines.cut(0).unwrap();
        lines.add("three").unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "three\n");
    }

    #[cfg(unix)]
    #[test]
    fn only_files_are_opened() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        rustix::fs::mkfifoat(rustix::fs::CWD, &pipe, rustix::fs::Mode::from(0o600)).unwrap();
        // Reading the pipe would block, and the device never ends.
        for path in [&pipe, folder.path(), Path::new("/dev/zero")] {
            assert!(LineFile::open(path).err().unwrap().to_string().ends_with(" is not a file"), "{}", path.display());
        }
    }

    #[test]
    fn a_first_line_that_was_broken_off_is_told_from_other_text() {
        for (text, is_begun) in
            [("", true), ("{\"a", true), ("{\"a\":1", true), ("{\"b", false), ("x", false), ("{\"a\":1}\n", false)]
        {
            assert_eq!(is_only_begun(text.as_bytes(), b"{\"a\":"), is_begun, "{text}");
        }
        assert_eq!([&b""[..], b"x", b"x\n", b"x\ny"].map(whole_lines), [0, 0, 2, 2]);
    }
}
