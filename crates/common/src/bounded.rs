//! Files that a command line names, read whole but never without a bound: a name may be that of a device, which never
//! ends.

use crate::language::Language;
use crate::say::remark;
use anyhow::Context;
use std::fs::File;
use std::io::{self, ErrorKind, IsTerminal, Read};
use std::path::Path;

/// Longest list of positions that is read, bytes.
pub const MAX_LIST: u64 = 256 << 20;

/// At most `most` bytes of the file at `path`.
///
/// # Errors
/// When it cannot be opened or read.
pub fn read_up_to(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// At most `most` bytes of standard input. Says so when a person has to type them.
///
/// # Errors
/// When it cannot be read.
pub fn read_input_up_to(most: u64, language: Language) -> io::Result<Vec<u8>> {
    if io::stdin().is_terminal() {
        remark!("{}", language.pick("正在等待标准输入", "waiting for standard input"));
    }
    let mut bytes = Vec::new();
    io::stdin().lock().take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The whole content of the file at `path`, at most `most` bytes.
///
/// # Errors
/// When it cannot be read or is longer.
pub fn read_whole(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let bytes = read_up_to(path, most + 1)?;
    if bytes.len() as u64 > most {
        return Err(io::Error::new(ErrorKind::FileTooLarge, format!("longer than {} MiB", most >> 20)));
    }
    Ok(bytes)
}

/// The text of the list at `path`, without the byte order mark that editors of Windows begin a file with.
///
/// # Errors
/// When it cannot be read, is no UTF-8 or longer than 256 MiB.
pub fn read_list(path: &Path) -> anyhow::Result<String> {
    let bytes = read_whole(path, MAX_LIST).with_context(|| format!("reading {}", path.display()))?;
    let text = String::from_utf8(bytes).with_context(|| format!("reading {}", path.display()))?;
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_is_read_than_asked() {
        let root = tempfile::tempdir().unwrap();
        let path = root.path().join("list.txt");
        std::fs::write(&path, "\u{feff}one\ntwo").unwrap();
        assert_eq!(read_whole(&path, 10).unwrap().len(), 10);
        assert_eq!(read_whole(&path, 9).unwrap_err().kind(), ErrorKind::FileTooLarge);
        assert_eq!(read_list(&path).unwrap(), "one\ntwo");
        std::fs::write(&path, b"\xff\xfe").unwrap();
        assert!(read_list(&path).unwrap_err().to_string().contains("list.txt"));
    }

    /// A device that never ends is refused, not read until the memory is gone.
    #[cfg(unix)]
    #[test]
    fn what_never_ends_is_refused() {
        assert_eq!(read_whole(Path::new("/dev/zero"), 1 << 20).unwrap_err().kind(), ErrorKind::FileTooLarge);
    }
}
