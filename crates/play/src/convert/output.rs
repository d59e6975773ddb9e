//! Where converted games go: standard output, one file, or a folder.

use anyhow::{Context, bail, ensure};
use guohe_common::inputs::Input;
use guohe_common::interrupt;
use guohe_common::place::{Part, check_folder_of, check_free, ends_as_folder, is_itself_read, is_same_file, is_stream};
use guohe_games::Target;
use guohe_games::bilingual::Bilingual;
use std::collections::HashSet;
use std::io::{self, BufWriter, ErrorKind, Write, stdout};
use std::path::{Path, PathBuf};

/// What is said of several games for one file of a format that holds one.
fn holds_one() -> Bilingual {
    Bilingual::new("一个 XQF 文件只能存一局：请用 -o 指明文件夹", "XQF holds one game: -o names a folder for several")
}

/// The place for results.
pub enum Output {
    /// One stream for all games; a closed pipe ends it without a fuss.
    Stdout { games: usize },
    /// One file for all games, begun with the first; dropped before its end, it leaves nothing.
    File { path: PathBuf, writer: Option<BufWriter<Part>>, games: usize },
    /// A file for each that is read, or for each game where the format holds one.
    Folder { root: PathBuf, force: bool, taken: Taken, refused: usize },
}

impl Output {
    /// The place that `-o` names, for what is made of `inputs`.
    ///
    /// # Errors
    /// When it cannot be written, or holds something that nobody allowed to be overwritten.
    pub fn open(name: Option<&Path>, inputs: &[Input], target: Target, force: bool) -> anyhow::Result<Self> {
        let Some(path) = name.filter(|path| path.as_os_str() != "-") else {
            let not_text = || {
                Bilingual::new(
                    "XQF 不是文本：请用 -o 指明文件或文件夹",
                    "XQF is not text: -o says which file or folder it goes to",
                )
            };
            ensure!(target.is_text() || name.is_some(), not_text());
            return Ok(Self::Stdout { games: 0 });
        };
        let for_many = !target.is_text() && path.extension().is_none() && !path.exists();
        if path.is_dir() || ends_as_folder(path) || for_many {
            std::fs::create_dir_all(path).with_context(|| format!("making the folder {}", path.display()))?;
            return Ok(Self::Folder { root: path.to_owned(), force, taken: Taken::by(inputs), refused: 0 });
        }
        // A second run would put its result into itself.
        let is_input = |input: &Input| matches!(input, Input::File { path: read, .. } if is_same_file(read, path));
        ensure!(inputs.len() <= 1 || !inputs.iter().any(is_input), is_itself_read(path));
        check_free(path, force)?;
        check_folder_of(path)?;
        Ok(Self::File { path: path.to_owned(), writer: None, games: 0 })
    }

    /// Puts the games of one input, each as it was written; `false` when nobody listens any more.
    ///
    /// # Errors
    /// When the place cannot be written.
    pub fn put(&mut self, input: &Input, games: &[Vec<u8>], target: Target) -> anyhow::Result<bool> {
        match self {
            Self::Stdout { games: before } => {
                *before += games.len();
                ensure!(target.is_text() || *before <= 1, holds_one());
                let mut stdout = stdout().lock();
                for bytes in games {
                    match stdout.write_all(bytes).and_then(|()| stdout.flush()) {
                        Err(error) if error.kind() == ErrorKind::BrokenPipe => return Ok(false),
                        other => other.context("writing to standard output")?,
                    }
                }
            }
            Self::File { path, writer, games: before, .. } => {
                *before += games.len();
                ensure!(target.is_text() || *before <= 1, holds_one());
                let mut add = |bytes: &[u8]| {
                    let writer = match writer {
                        Some(writer) => writer,
                        None => writer.insert(BufWriter::new(begin(path)?)),
                    };
                    writer.write_all(bytes)
                };
                games.iter().try_for_each(|bytes| add(bytes)).with_context(|| format!("writing {}", path.display()))?;
            }
            Self::Folder { root, force, taken, refused } => {
                let folder = root.join(input.place().parent().unwrap_or(Path::new("")));
                let stem = input.place().file_stem().unwrap_or_default().to_string_lossy().into_owned();
                let mut put = |name: String, bytes: &[&[u8]]| -> anyhow::Result<()> {
                    let path = taken.free(input, &folder, &name, target.extension());
                    write_new(&path, bytes, *force, refused)
                };
                let all: Vec<&[u8]> = games.iter().map(Vec::as_slice).collect();
                if games.is_empty() {
                } else if target.is_text() || games.len() == 1 {
                    put(stem, &all)?;
                } else {
                    let digits = games.len().to_string().len();
                    for (index, bytes) in all.iter().enumerate() {
                        ensure!(!interrupt::is_asked(), interrupted());
                        put(format!("{stem}-{:0digits$}", index + 1), std::slice::from_ref(bytes))?;
                    }
                }
            }
        }
        Ok(true)
    }

    /// Completes the result.
    ///
    /// # Errors
    /// When it cannot be put where it belongs, or files of a folder were left alone because they were there already.
    pub fn finish(self) -> anyhow::Result<()> {
        match self {
            Self::Stdout { .. } => {}
            Self::File { writer: None, .. } => {}
            Self::File { path, writer: Some(writer), .. } => {
                let put = || writer.into_inner()?.finish();
                put().with_context(|| format!("writing {}", path.display()))?;
            }
            Self::Folder { refused: 0, .. } => {}
            Self::Folder { refused, root, .. } => {
                let root = root.display();
                bail!(Bilingual::new(
                    format!("{root} 中已有 {refused} 个同名文件；加上 --force 可覆盖"),
                    format!("{refused} files in {root} were there already; --force overwrites them")
                ));
            }
        }
        Ok(())
    }
}

/// Files that results may not be put into.
pub struct Taken {
    /// Results of this run.
    written: HashSet<PathBuf>,
    /// What this run reads; of each file the path without links.
    read: HashSet<PathBuf>,
}

impl Taken {
    fn by(inputs: &[Input]) -> Self {
        Self { written: HashSet::new(), read: inputs.iter().filter_map(real_path).collect() }
    }

    /// A name that nothing of this run has: two inputs may differ in their extensions only, and an input that has yet
    /// to be read may lie where a result would go. Its own file, which has been read, may be replaced by what is made
    /// of it.
    fn free(&mut self, input: &Input, folder: &Path, name: &str, extension: &str) -> PathBuf {
        let own = real_path(input);
        let mut path = folder.join(format!("{name}.{extension}"));
        for number in 2.. {
            let real = path.canonicalize().ok();
            let is_read = real.is_some_and(|real| self.read.contains(&real) && own.as_ref() != Some(&real));
            if !is_read && self.written.insert(path.clone()) {
                break;
            }
            path = folder.join(format!("{name} ({number}).{extension}"));
        }
        path
    }
}

/// The file of an input, without links; `None` of standard input.
fn real_path(input: &Input) -> Option<PathBuf> {
    match input {
        Input::Stdin => None,
        Input::File { path, .. } => path.canonicalize().ok(),
    }
}

/// What is said when somebody wants no more.
pub fn interrupted() -> Bilingual {
    Bilingual::new("已中断", "interrupted")
}

/// Begins a result. From here on a signal may not end the program on the spot, which would leave half of it behind;
/// before, while standard input is awaited that comes first, it shall.
fn begin(path: &Path) -> io::Result<Part> {
    interrupt::listen();
    Part::begin(path)
}

/// Puts a file in its place whole, or counts it as refused. Unlike `write_whole` it does not wait for the disk, which
/// would take longer than the work where files are many.
fn write_new(path: &Path, bytes: &[&[u8]], force: bool, refused: &mut usize) -> anyhow::Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).with_context(|| format!("making the folder {}", folder.display()))?;
    }
    if !force && path.symlink_metadata().is_ok() && !is_stream(path) {
        *refused += 1;
        return Ok(());
    }
    let put = || {
        let mut part = begin(path)?;
        part.write_all(&bytes.concat())?;
        part.finish()
    };
    put().with_context(|| format!("writing {}", path.display()))
}
