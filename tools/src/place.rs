//! The place of a result: a look at it before the work for it is done, and how the result is put there.

use crate::language::Told;
use anyhow::Context;
use anyhow::ensure;
use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::path::PathBuf;

/// Sees to it that `file` can be put where it is to be, as far as its folder goes.
///
/// # Errors
/// When there is no such folder.
pub fn check_folder_of(file: &Path) -> anyhow::Result<()> {
    // A bare name has an empty parent: the current folder.
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    ensure!(folder.is_none_or(Path::is_dir), "there is no folder for {}", file.display());
    Ok(())
}

/// Sees to it that nothing is overwritten at `path` unless `force` allows it.
///
/// # Errors
/// When something is there.
pub fn check_free(path: &Path, force: bool) -> anyhow::Result<()> {
    ensure!(force || !path.exists(), is_there(path));
    Ok(())
}

/// What is said of a file that nobody allowed to be overwritten.
fn is_there(path: &Path) -> Told {
    let path = path.display();
    Told::new(format!("{path} 已存在；加上 --force 可覆盖"), format!("{path} is there already; --force overwrites it"))
}

/// Where a file is made before it is moved to its place.
pub fn part_of(path: &Path) -> PathBuf {
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    PathBuf::from(part)
}

/// Puts a file in place whole: whoever looks, or starts after a crash, sees the old contents or the new.
///
/// # Errors
/// When writing fails.
pub fn write_whole(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let part = part_of(path);
    let write = || {
        let mut file = File::create(&part)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        std::fs::rename(&part, path)
    };
    write().with_context(|| format!("writing {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

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
