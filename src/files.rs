//! Files that users name, read whole: never more than such a file can have, and nothing that might block or never end.

use std::fs::File;
use std::io;
use std::io::Read;
use std::path::Path;

/// Why a file was not read.
#[derive(Debug)]
pub(crate) enum Unread {
    /// The system refused.
    Io(io::Error),
    /// A folder, a pipe, a device or the like.
    NotAFile,
    /// It is longer than such a file can be.
    TooLong,
}

/// The contents of the file at `path`, at most `most` bytes.
///
/// # Errors
/// See [`Unread`].
pub(crate) fn read_whole(path: &Path, most: u64) -> Result<Vec<u8>, Unread> {
    if !std::fs::metadata(path).map_err(Unread::Io)?.is_file() {
        return Err(Unread::NotAFile);
    }
    let mut bytes = Vec::new();
    File::open(path).and_then(|file| file.take(most + 1).read_to_end(&mut bytes)).map_err(Unread::Io)?;
    if bytes.len() as u64 > most { Err(Unread::TooLong) } else { Ok(bytes) }
}
