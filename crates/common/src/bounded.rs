//! Files that a command line names, read whole but never without a bound: a name may be that of a device, which never ends.

use crate::language::Language;
use crate::say::remark;
use anyhow::Context;
use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind, Read};
use std::path::Path;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

/// Longest list of positions that is read, bytes.
const MAX_LIST: u64 = 256 << 20;

/// How long input may stay away before a person is told what the program waits for.
const PATIENCE: Duration = Duration::from_secs(1);

/// At most `most` bytes of the file at `path`, or of standard input. Says so when nothing comes, as from a named pipe that
/// nobody writes into.
///
/// # Errors
/// When it cannot be opened or read.
pub fn read_up_to(path: Option<&Path>, most: u64, language: Language) -> io::Result<Vec<u8>> {
    let name = match path {
        Some(path) => path.display().to_string(),
        None => language.pick("标准输入", "standard input").to_owned(),
    };
    let open = || -> io::Result<Box<dyn BufRead>> {
        let mut reader: Box<dyn BufRead> = match path {
            Some(path) => Box::new(BufReader::new(File::open(path)?)),
            None => Box::new(std::io::stdin().lock()),
        };
        reader.fill_buf()?;
        Ok(reader)
    };
    let (came, comes) = mpsc::channel::<()>();
    let reader = std::thread::scope(|scope| {
        scope.spawn(move || {
            if comes.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                let told =
                    language.choose(|| format!("正在等待输入：{name}"), || format!("waiting for input from {name}"));
                remark!("{told}");
            }
        });
        let reader = open();
        drop(came);
        reader
    })?;
    let mut bytes = Vec::new();
    reader.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The whole content of the file at `path`, at most `most` bytes.
///
/// # Errors
/// When it cannot be read or is longer.
pub fn read_whole(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let bytes = read_up_to(Some(path), most + 1, Language::or_system(None))?;
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
