//! A look at the place of a result before the work for it is done.

use anyhow::ensure;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_needs_a_folder() {
        let folder = tempfile::tempdir().unwrap();
        assert!(check_folder_of(Path::new("name")).is_ok());
        assert!(check_folder_of(&folder.path().join("name")).is_ok());
        assert!(check_folder_of(&folder.path().join("none/name")).is_err());
    }
}
