//! The place of a result: which file is there, and how the result replaces it.

use anyhow::{Context, ensure};
use guohe_games::bilingual::Bilingual;
use std::fs::{File, Metadata};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// Whether two paths lead to one file, which need not exist.
pub fn is_same_file(one: &Path, other: &Path) -> bool {
    let plain = |path: &Path| {
        // Of a file that is not there yet, the folder may have several names.
        let (folder, name) = (folder_of(path).canonicalize().ok()?, path.file_name()?);
        Some(folder.join(name))
    };
    let real =
        |path: &Path| path.canonicalize().ok().or_else(|| plain(path)).or_else(|| std::path::absolute(path).ok());
    one == other || real(one).is_some_and(|one| real(other) == Some(one))
}

/// Whether `path` is a stream, such as a pipe or a terminal, and not a file. `-` is standard output.
pub fn is_stream(path: &Path) -> bool {
    let is_kept = |found: Metadata| found.is_file() || found.is_dir();
    // They lead to a file when they are redirected to one, which stays the shell's.
    let is_the_shells =
        ["/dev/stdout", "/dev/stderr", "/dev/fd", "/proc/self/fd"].iter().any(|own| path.starts_with(own));
    path == Path::new("-") || is_the_shells || std::fs::metadata(path).is_ok_and(|found| !is_kept(found))
}

/// Opens a stream to write to it.
fn stream(path: &Path) -> io::Result<File> {
    // Opened by its path, a file behind standard output would be written by two that do not know of each other.
    #[cfg(unix)]
    if ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].iter().any(|own| path == Path::new(own)) {
        use std::os::fd::AsFd;
        return Ok(File::from(io::stdout().as_fd().try_clone_to_owned()?));
    }
    #[cfg(windows)]
    if path == Path::new("-") {
        use std::os::windows::io::AsHandle;
        return Ok(File::from(io::stdout().as_handle().try_clone_to_owned()?));
    }
    // A file behind a stream keeps what it held: whoever wanted it empty has emptied it.
    File::options().append(true).open(path)
}

/// Whether writing to `path` overwrites nothing: there is no file, an empty file, or a stream.
pub fn is_free(path: &Path) -> bool {
    is_stream(path) || std::fs::metadata(path).map_or(true, |found| found.is_file() && found.len() == 0)
}

/// Opens a file that grows while a program runs: to append, or emptied. A stream is written to.
///
/// # Errors
/// When it cannot be written.
pub fn open(path: &Path, append: bool) -> anyhow::Result<File> {
    if is_stream(path) {
        return stream(path).with_context(|| format!("opening {}", path.display()));
    }
    let mut options = File::options();
    options.create(true).write(true).append(append).truncate(!append);
    options.open(path).with_context(|| format!("opening {}", path.display()))
}

/// The folder that a file lies in.
fn folder_of(path: &Path) -> &Path {
    // A bare name has an empty parent: the current folder.
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Checks that the folder of `file` exists.
///
/// # Errors
/// When it does not.
pub fn check_folder_of(file: &Path) -> anyhow::Result<()> {
    let path = file.display();
    let text = || Bilingual::new(format!("{path} 所在的文件夹不存在"), format!("there is no folder for {path}"));
    ensure!(folder_of(file).is_dir(), text());
    Ok(())
}

/// Whether `path` is written as that of a folder, with a separator at its end.
pub fn ends_as_folder(path: &Path) -> bool {
    path.as_os_str().to_string_lossy().ends_with(['/', std::path::MAIN_SEPARATOR])
}

/// The error for a result that would be put into a file that is read.
pub fn is_itself_read(path: &Path) -> Bilingual {
    let path = path.display();
    Bilingual::new(
        format!("{path} 本身是要读的文件：请写入另一个文件"),
        format!("{path} is itself read: name another file"),
    )
}

/// Checks that nothing is overwritten at `path` without `force`.
///
/// # Errors
/// When something is there, or it is a folder.
pub fn check_free(path: &Path, force: bool) -> anyhow::Result<()> {
    ensure!(!path.is_dir() && !ends_as_folder(path), is_folder(path));
    // A dangling link is not overwritten either.
    ensure!(force || path.symlink_metadata().is_err() || is_stream(path), is_there(path));
    Ok(())
}

/// The error for a folder where a file is to be written.
fn is_folder(path: &Path) -> Bilingual {
    let path = path.display();
    Bilingual::new(format!("{path} 是文件夹，不是文件"), format!("{path} is a folder, not a file"))
}

/// The error for a file that must not be overwritten.
fn is_there(path: &Path) -> Bilingual {
    let path = path.display();
    Bilingual::new(
        format!("{path} 已存在；加上 --force 可覆盖"),
        format!("{path} already exists; --force overwrites it"),
    )
}

/// A result that is being written: a temporary file beside its place, which is moved there when it is complete. At any
/// time, also after a crash, the place has the old or the new contents. Dropping an unfinished result removes its file.
#[derive(Debug)]
pub enum Part {
    /// The temporary file, and its place with links resolved.
    File(NamedTempFile, PathBuf),
    /// A stream, which is written directly.
    Stream(File),
}

impl Part {
    /// Begins a result for `path`.
    ///
    /// # Errors
    /// When no file can be created in the folder, or the stream cannot be opened.
    pub fn begin(path: &Path) -> io::Result<Self> {
        if is_stream(path) {
            return Ok(Self::Stream(stream(path)?));
        }
        // Where a link stands, what it leads to is replaced.
        let place = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let mut name = place.file_name().unwrap_or_default().to_owned();
        name.push(".");
        let mut new = tempfile::Builder::new();
        new.prefix(&name).suffix(".part");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            // As any new file; the system takes away what the user's mask says.
            new.permissions(std::fs::Permissions::from_mode(0o666));
        }
        let new = new.tempfile_in(folder_of(&place))?;
        #[cfg(unix)]
        if let Ok(old) = std::fs::metadata(&place) {
            // Who may read the old contents may read the new.
            new.as_file().set_permissions(old.permissions())?;
        }
        Ok(Self::File(new, place))
    }

    /// Waits until everything is on disk.
    ///
    /// # Errors
    /// When the system reports an error.
    pub fn sync(&self) -> io::Result<()> {
        match self {
            Self::File(file, _) => file.as_file().sync_all(),
            Self::Stream(_) => Ok(()),
        }
    }

    /// Puts the result in its place.
    ///
    /// # Errors
    /// When it cannot be moved there. Then the temporary file is removed.
    pub fn finish(self) -> io::Result<()> {
        match self {
            Self::File(file, place) => file.persist(place).map(drop).map_err(|error| error.error),
            Self::Stream(_) => Ok(()),
        }
    }
}

impl Write for Part {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::File(file, _) => file.write(bytes),
            Self::Stream(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::File(file, _) => file.flush(),
            Self::Stream(file) => file.flush(),
        }
    }
}

/// Writes a whole file and moves it into place once it is on disk.
///
/// # Errors
/// When writing fails.
pub fn write_whole(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let write = || -> io::Result<()> {
        let mut part = Part::begin(path)?;
        part.write_all(bytes)?;
        part.sync()?;
        part.finish()
    };
    write().with_context(|| format!("writing {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::read_to_string;

    #[test]
    fn a_result_is_there_whole_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("name");
        std::fs::write(&path, "old").unwrap();
        let mut part = Part::begin(&path).unwrap();
        part.write_all(b"half").unwrap();
        assert_eq!(read_to_string(&path).unwrap(), "old");
        drop(part);
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
        // What looks like a leftover is nobody's to write over.
        let other = folder.path().join("name.part");
        std::fs::write(&other, "another's").unwrap();
        write_whole(&path, b"new").unwrap();
        assert_eq!(
            (read_to_string(&path).unwrap(), read_to_string(&other).unwrap()),
            ("new".into(), "another's".into())
        );
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 2);
        // A folder stands in the way.
        assert!(write_whole(folder.path(), b"x").is_err());
    }

    #[test]
    fn one_file_has_many_names() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::create_dir(at("sub")).unwrap();
        for name in ["there", "not there"] {
            assert!(is_same_file(&at(name), &at("sub").join("..").join(name)), "{name}");
            std::fs::write(at("there"), "").unwrap();
        }
        assert!(!is_same_file(&at("there"), &at("sub/there")) && is_same_file(Path::new("out"), Path::new("./out")));
    }

    #[cfg(unix)]
    #[test]
    fn links_stay_links_and_streams_stay_streams() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::write(at("file"), "old").unwrap();
        let usual = std::fs::metadata(at("file")).unwrap().permissions().mode();
        symlink(at("file"), at("link")).unwrap();
        write_whole(&at("link"), b"new").unwrap();
        assert!(at("link").is_symlink() && !at("file").is_symlink());
        assert_eq!(read_to_string(at("file")).unwrap(), "new");
        assert_eq!(std::fs::metadata(at("file")).unwrap().permissions().mode(), usual);
        std::fs::set_permissions(at("file"), PermissionsExt::from_mode(0o600)).unwrap();
        write_whole(&at("file"), b"secret").unwrap();
        assert_eq!(std::fs::metadata(at("file")).unwrap().permissions().mode() & 0o777, 0o600);

        rustix::fs::mkfifoat(rustix::fs::CWD, at("pipe"), rustix::fs::Mode::from(0o600)).unwrap();
        assert!(is_stream(&at("pipe")) && is_stream(Path::new("/dev/null")) && !is_stream(&at("file")));
        let reader = std::thread::spawn({
            let pipe = at("pipe");
            move || read_to_string(pipe).unwrap()
        });
        write_whole(&at("pipe"), b"through").unwrap();
        assert_eq!(reader.join().unwrap(), "through");
        write_whole(Path::new("/dev/null"), b"gone").unwrap();
        assert!(!std::fs::metadata("/dev/null").unwrap().is_file());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn files_in_memory_are_files_and_files_behind_streams_are_added_to() {
        use std::os::fd::AsRawFd;
        let Ok(folder) = tempfile::tempdir_in("/dev/shm") else { return };
        let path = folder.path().join("file");
        assert!(!is_stream(&path));
        for text in ["a long old text", "new"] {
            write_whole(&path, text.as_bytes()).unwrap();
            assert_eq!(read_to_string(&path).unwrap(), text);
        }
        let log = File::options().append(true).open(&path).unwrap();
        let stream = PathBuf::from(format!("/proc/self/fd/{}", log.as_raw_fd()));
        assert!(is_stream(&stream));
        write_whole(&stream, b" and more").unwrap();
        assert_eq!(read_to_string(&path).unwrap(), "new and more");
    }

    #[test]
    fn what_is_there_stays_unless_it_may_be_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("name");
        assert!(check_free(&file, false).is_ok());
        std::fs::write(&file, "x").unwrap();
        assert!(check_free(&file, false).unwrap_err().to_string().contains("--force"));
        assert!(check_free(&file, true).is_ok());
    }

    #[test]
    fn a_file_needs_a_folder() {
        let folder = tempfile::tempdir().unwrap();
        assert!(check_folder_of(Path::new("name")).is_ok());
        assert!(check_folder_of(&folder.path().join("name")).is_ok());
        assert!(check_folder_of(&folder.path().join("none/name")).is_err());
    }
}
