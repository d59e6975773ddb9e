//! Reads files named by the user. Only regular files up to a maximum size: others may block or never end.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Why a file was not read.
#[derive(Debug)]
pub(crate) enum ReadError {
    /// The system reported an error.
    Io(io::Error),
    /// A folder, a pipe, a device or the like.
    NotAFile,
    /// It is longer than allowed.
    TooLong,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => write!(f, "{error}"),
            Self::NotAFile => write!(f, "not a file"),
            Self::TooLong => write!(f, "too long"),
        }
    }
}

/// The contents of the file at `path`, at most `most` bytes.
///
/// # Errors
/// See [`ReadError`].
pub(crate) fn read_whole(path: &Path, most: u64) -> Result<Vec<u8>, ReadError> {
    // Opening a pipe would block until somebody opens its other end.
    if !std::fs::metadata(path).map_err(ReadError::Io)?.is_file() {
        return Err(ReadError::NotAFile);
    }
    let file = File::open(path).map_err(ReadError::Io)?;
    let found = file.metadata().map_err(ReadError::Io)?;
    if !found.is_file() {
        return Err(ReadError::NotAFile);
    }
    if found.len() > most {
        return Err(ReadError::TooLong);
    }
    // At most its length: some system files have length 0 but never end.
    let mut bytes = Vec::new();
    file.take(found.len()).read_to_end(&mut bytes).map_err(ReadError::Io)?;
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
        assert!(matches!(read_whole(&path, 4), Err(ReadError::TooLong)));
        assert!(matches!(read_whole(folder.path(), 4), Err(ReadError::NotAFile)));
        assert!(matches!(read_whole(&folder.path().join("y"), 4), Err(ReadError::Io(_))));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn endless_files_are_not_read() {
        assert!(matches!(read_whole(Path::new("/dev/zero"), u64::MAX), Err(ReadError::NotAFile)));
        // Nobody writes to this socket, so reading it would block.
        let folder = tempfile::tempdir().unwrap();
        let socket = folder.path().join("socket");
        let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
        assert!(matches!(read_whole(&socket, 4), Err(ReadError::NotAFile)));
        // A file with contents that reports length 0, as endless files do.
        assert_eq!(read_whole(Path::new("/proc/self/status"), 1 << 20).unwrap(), b"");
    }
}
