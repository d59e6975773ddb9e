//! The files that a command line names: themselves, those of a folder, standard input.

use crate::bounded::{read_input_up_to, read_up_to};
use crate::language::Language;
use anyhow::Context;
use guohe_games::bilingual::Bilingual;
use guohe_games::{MAX_BYTES, Note};
use std::fmt;
use std::path::{Path, PathBuf};

/// Where games come from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Input {
    /// `-`
    Stdin,
    /// A file, and its place below the folder that was named, or its bare name.
    File { path: PathBuf, below: PathBuf },
}

impl fmt::Display for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stdin => write!(f, "standard input"),
            Self::File { path, .. } => write!(f, "{}", path.display()),
        }
    }
}

impl Input {
    /// The content, at most one byte more than can be read as games. Says in `language` when a person has to type it.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn read(&self, language: Language) -> anyhow::Result<Vec<u8>> {
        let most = MAX_BYTES as u64 + 1;
        let read = match self {
            Self::Stdin => read_input_up_to(most, language),
            Self::File { path, .. } => read_up_to(path, most),
        };
        read.with_context(|| format!("reading {self}"))
    }

    /// What there is to say about it, in `language`.
    pub fn told(&self, note: &Note, language: Language) -> String {
        match (language, self) {
            (Language::En, _) => format!("{self}: {note}"),
            (Language::Zh, Self::Stdin) => format!("标准输入：{}", note.chinese()),
            (Language::Zh, Self::File { .. }) => format!("{self}：{}", note.chinese()),
        }
    }

    /// Its place in a folder of results, still with its own extension.
    pub fn place(&self) -> &Path {
        match self {
            Self::Stdin => Path::new("stdin"),
            Self::File { below, .. } => below,
        }
    }
}

/// Everything that `names` stand for, in order; the files of a folder by name, those of folders in it as well.
///
/// # Errors
/// When something named is not there.
pub fn list(names: &[PathBuf]) -> anyhow::Result<Vec<Input>> {
    let mut inputs = Vec::new();
    for name in names {
        if name.as_os_str() == "-" {
            inputs.push(Input::Stdin);
        } else if std::fs::metadata(name).map_err(|error| unopened(name, &error))?.is_dir() {
            folder(name, &mut inputs)?;
        } else {
            let below = PathBuf::from(name.file_name().unwrap_or(name.as_os_str()));
            inputs.push(Input::File { path: name.clone(), below });
        }
    }
    Ok(inputs)
}

/// What is said of a file or folder that cannot be opened.
fn unopened(path: &Path, error: &std::io::Error) -> Bilingual {
    let path = path.display();
    Bilingual::new(format!("打不开 {path}：{error}"), format!("cannot open {path}: {error}"))
}

fn folder(root: &Path, inputs: &mut Vec<Input>) -> anyhow::Result<()> {
    let mut waiting = vec![root.to_owned()];
    let first = inputs.len();
    while let Some(folder) = waiting.pop() {
        let entries = match std::fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(error) if folder == root => return Err(unopened(&folder, &error).into()),
            // Whoever reads it says that it cannot be opened.
            Err(_) => {
                let below = folder.strip_prefix(root).unwrap_or(&folder).to_owned();
                inputs.push(Input::File { path: folder, below });
                continue;
            }
        };
        for entry in entries {
            let entry = entry.map_err(|error| unopened(&folder, &error))?;
            let path = entry.path();
            // A link to a folder may lead in a circle, so it is not followed; one to a file is.
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                waiting.push(path);
            } else if path.is_file() {
                let below = path.strip_prefix(root).unwrap_or(&path).to_owned();
                inputs.push(Input::File { path, below });
            }
        }
    }
    inputs[first..].sort_by(|a, b| a.place().cmp(b.place()));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_all_its_files() {
        let root = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(root.path().join("b/c")).unwrap();
        for name in ["z.pgn", "b/y.xqf", "b/c/x"] {
            std::fs::write(root.path().join(name), name).unwrap();
        }
        let inputs = list(&[root.path().to_owned(), PathBuf::from("-"), root.path().join("z.pgn")]).unwrap();
        let places: Vec<_> = inputs.iter().map(Input::place).collect();
        assert_eq!(places, ["b/c/x", "b/y.xqf", "z.pgn", "stdin", "z.pgn"].map(Path::new));
        assert_eq!(inputs[1].read(Language::En).unwrap(), b"b/y.xqf");
        let missing = list(&[root.path().join("none")]).unwrap_err();
        assert!(Language::Zh.of_error(missing).to_string().starts_with("打不开"));
    }
}
