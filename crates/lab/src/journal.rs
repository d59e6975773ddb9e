//! What a study has done already: the searches of a run that was killed, and those of a file that is drawn anew.

use super::record::{self, Key, Record};
use anyhow::Context;
use guohe_common::journal::{LineFile, whole_lines};
use guohe_common::place::write_whole;
use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// The searches that are known, and the file that new ones go to.
#[derive(Default)]
pub struct Journal {
    known: HashMap<Key, Record>,
    /// `None` keeps nothing.
    file: Option<Growing>,
}

/// A file that is made when its first line comes.
struct Growing {
    path: PathBuf,
    /// Its first line: the program, the positions and the settings.
    run: String,
    file: Mutex<Option<LineFile>>,
}

impl Journal {
    /// What `run` left in `<section>.partial.csv` of `folder`, which is made when missing. The first line of the file
    /// is `run`.
    ///
    /// # Errors
    /// When the folder cannot be made, or the file cannot be read, is another run's or damaged.
    pub fn open(folder: &Path, section: &str, run: &str) -> anyhow::Result<Self> {
        std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        let path = folder.join(format!("{section}.partial.csv"));
        let bytes = match std::fs::read(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
            other => other.with_context(|| path.display().to_string())?,
        };
        let known = left_by(&bytes, run)
            .with_context(|| format!("{} cannot be resumed (delete it to begin anew)", path.display()))?;
        let file = Some(Growing { path, run: run.to_owned(), file: Mutex::default() });
        Ok(Self { file, ..Self::of(known) })
    }

    /// Knows the searches of a finished file.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn of_finished(path: &Path) -> anyhow::Result<Self> {
        let file = File::open(path).with_context(|| path.display().to_string())?;
        Ok(Self::of(record::parse(file).with_context(|| path.display().to_string())?))
    }

    fn of(lines: Vec<Record>) -> Self {
        Self { known: lines.into_iter().map(|line| (line.key(), line)).collect(), file: None }
    }

    /// Whether `records` have every search that is done already.
    pub fn is_within(&self, records: &[Record]) -> bool {
        let keys: HashSet<Key> = records.iter().map(Record::key).collect();
        self.known.keys().all(|key| keys.contains(key))
    }

    /// The one of `key`, if it is done already.
    pub fn get(&self, key: &Key) -> Option<&Record> {
        self.known.get(key)
    }

    /// Writes one down at once, and says whether it could. A full disk costs the journal, not the study.
    pub fn add(&self, line: &Record) -> bool {
        let Some(growing) = &self.file else { return false };
        let Ok(mut file) = growing.file.lock() else { return false };
        let written = match file.as_mut() {
            Some(file) => {
                let text = record::csv(std::slice::from_ref(line));
                file.add(without_head(&text).trim_end())
            }
            // Written anew: the last line that a killed run left may have been cut short.
            None => {
                let lines: Vec<&Record> = self.known.values().chain([line]).collect();
                let text = format!("{}\n{}", growing.run, record::csv(&lines));
                write_whole(&growing.path, text.as_bytes()).and_then(|()| {
                    *file = Some(LineFile::open(&growing.path)?.0);
                    Ok(())
                })
            }
        };
        written.is_ok()
    }

    /// The study's own file is written: what was kept for a second try is not needed any more.
    pub fn close(self) {
        if let Some(growing) = self.file {
            drop(growing.file);
            let _ = std::fs::remove_file(growing.path);
        }
    }
}

fn without_head(csv: &str) -> &str {
    csv.split_once('\n').map_or("", |(_, rest)| rest)
}

/// The name of a run, as the first line of its journal: one line.
pub fn name_run(words: &str) -> String {
    let words: String = words.chars().filter(|letter| letter.is_ascii() && !letter.is_control()).collect();
    format!("#{words}")
}

/// The searches of a journal whose first line is `run`. The last line that a killed run left may have been cut short.
///
/// # Errors
/// When the first line is another one, or a line is damaged.
fn left_by(bytes: &[u8], run: &str) -> anyhow::Result<Vec<Record>> {
    let whole = whole_lines(bytes);
    let head = format!("{run}\n");
    if whole == 0 && head.as_bytes().starts_with(bytes) {
        return Ok(Vec::new());
    }
    record::parse(
        bytes[..whole]
            .strip_prefix(head.as_bytes())
            .context("another program, other positions or other settings wrote it")?,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(number: u32) -> Key {
        Key { position: format!("position {number}"), depth: number, size: None, row: "none".to_owned() }
    }

    #[test]
    fn a_killed_run_is_continued() {
        let folder = tempfile::tempdir().unwrap();
        let run = name_run("this program");
        let journal = Journal::open(folder.path(), "keep", &run).unwrap();
        let records: Vec<Record> = (1..4).map(|number| Record::of_nodes(&key(number), 10)).collect();
        assert!(records.iter().all(|record| journal.add(record)));
        // Killed in the middle of a line.
        let path = folder.path().join("keep.partial.csv");
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, &text[..text.len() - 5]).unwrap();

        let journal = Journal::open(folder.path(), "keep", &run).unwrap();
        assert_eq!(journal.get(&key(2)), Some(&records[1]));
        assert_eq!(journal.get(&key(3)), None);
        journal.add(&records[2]);
        let journal = Journal::open(folder.path(), "keep", &run).unwrap();
        assert_eq!(journal.get(&key(3)), Some(&records[2]));
        journal.close();
        assert!(!path.exists());
    }

    #[test]
    fn what_is_not_this_run_is_refused_and_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("keep.partial.csv");
        let open = |run: &str| Journal::open(folder.path(), "keep", &name_run(run));
        let journal = open("this").unwrap();
        assert!((1..4).all(|number| journal.add(&Record::of_nodes(&key(number), 10))));
        let text = std::fs::read_to_string(&path).unwrap();
        let refused = |run: &str, text: &str, reason: &str| {
            std::fs::write(&path, text).unwrap();
            let error = format!("{:#}", open(run).err().expect("a refusal"));
            assert!(error.contains("delete it to begin anew") && error.contains(reason), "{error}");
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        };
        refused("that", &text, "other settings");
        refused("this", "notes", "other settings");
        refused("this", &text.replace("position 2,2", "position 2,\0"), "not a record of a search");
    }
}
