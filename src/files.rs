//! Reads files named by the user. Only regular files up to a maximum size: others may block or never end.

use std::fmt;
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

/// Why a file was refused. Its message names the file and, if possible, the line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileError {
    /// The file, as the caller named it.
    pub path: PathBuf,
    /// The line, counted from 1; `None` when the error concerns the whole file.
    pub line: Option<usize>,
    /// The error, as a message for the user.
    pub message: String,
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}: {}", self.path.display(), self.message),
            None => write!(f, "{}: {}", self.path.display(), self.message),
        }
    }
}

impl std::error::Error for FileError {}

/// The contents of the file at `path`, at most `most` bytes.
///
/// # Errors
/// `InvalidInput` for anything but a regular file, `FileTooLarge`, and what the system reports.
pub(crate) fn read_whole(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    // Opening a pipe would block until somebody opens its other end.
    if !std::fs::metadata(path)?.is_file() {
        return Err(io::Error::new(ErrorKind::InvalidInput, "not a file"));
    }
    let file = File::open(path)?;
    let length = file.metadata()?.len();
    if length > most {
        return Err(io::Error::new(ErrorKind::FileTooLarge, format!("longer than {} MiB", most >> 20)));
    }
    // At most its length: some system files have length 0 but never end.
    let mut bytes = Vec::new();
    file.take(length).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The path that a front end writes as `bytes`.
#[cfg(unix)]
pub(crate) fn path_of(bytes: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStrExt;
    PathBuf::from(std::ffi::OsStr::from_bytes(bytes))
}

/// The path that a front end writes as `bytes`.
#[cfg(not(unix))]
pub(crate) fn path_of(bytes: &[u8]) -> PathBuf {
    PathBuf::from(decode(bytes))
}

/// Text in UTF-8, or else in GBK, which Chinese front ends on Windows write.
#[cfg(any(not(unix), test))]
fn decode(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => encoding_rs::GBK.decode_without_bom_handling(bytes).0.into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_both_encodings() {
        assert_eq!(decode("D:\\象棋\\开局.txt".as_bytes()), "D:\\象棋\\开局.txt");
        assert_eq!(decode(b"D:\\\xcf\xf3\xc6\xe5\\\xbf\xaa\xbe\xd6.txt"), "D:\\象棋\\开局.txt");
        assert_eq!(decode(b"book.txt"), "book.txt");
    }

    #[test]
    fn only_regular_files_up_to_the_maximum_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x");
        std::fs::write(&path, b"12345").unwrap();
        assert_eq!(read_whole(&path, 5).unwrap(), b"12345");
        let kind = |path: &Path| read_whole(path, 4).unwrap_err().kind();
        assert_eq!(kind(&path), ErrorKind::FileTooLarge);
        assert_eq!(kind(folder.path()), ErrorKind::InvalidInput);
        assert_eq!(kind(&folder.path().join("y")), ErrorKind::NotFound);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn endless_files_are_not_read() {
        let kind = |path: &Path| read_whole(path, u64::MAX).unwrap_err().kind();
        assert_eq!(kind(Path::new("/dev/zero")), ErrorKind::InvalidInput);
        // Nobody writes to this socket, so reading it would block.
        let folder = tempfile::tempdir().unwrap();
        let socket = folder.path().join("socket");
        let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
        assert_eq!(kind(&socket), ErrorKind::InvalidInput);
        // A file with contents that reports length 0, as endless files do.
        assert_eq!(read_whole(Path::new("/proc/self/status"), 1 << 20).unwrap(), b"");
    }
}
