//! A look at the place of a result before the work for it is done, and errors that name it.

use crate::language::Told;
use anyhow::Context;
use anyhow::ensure;
use guohe_arena::place::is_stream;
use std::path::Path;

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
    // A link that leads nowhere is somebody's all the same.
    ensure!(force || path.symlink_metadata().is_err() || is_stream(path), is_there(path));
    Ok(())
}

/// What is said of a file that nobody allowed to be overwritten.
fn is_there(path: &Path) -> Told {
    let path = path.display();
    Told::new(format!("{path} 已存在；加上 --force 可覆盖"), format!("{path} is there already; --force overwrites it"))
}

/// Puts a file in place whole: see [`guohe_arena::place::write_whole`].
///
/// # Errors
/// When writing fails.
pub fn write_whole(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    guohe_arena::place::write_whole(path, bytes).with_context(|| format!("writing {}", path.display()))
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
