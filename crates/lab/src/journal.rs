//! What a study has done already: the searches of a run that was killed, and those of a file that is drawn anew.

use super::record::{self, Key, Record};
use anyhow::Context;
use guohe_common::journal::{LineFile, whole_lines};
use guohe_common::place::write_whole;
use guohe_common::say::remark;
use std::collections::HashMap;
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
    /// What `run` left in `<section>.partial.csv` of `folder`, which is made when missing. The first line of the file is `run`.
    /// A file that is another run's, or that is damaged, is put aside.
    ///
    /// # Errors
    /// When the folder cannot be made, or the file cannot be read or put aside.
    pub fn open(folder: &Path, section: &str, run: &str) -> anyhow::Result<Self> {
        std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        let path = folder.join(format!("{section}.partial.csv"));
        let bytes = match std::fs::read(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
            other => other.with_context(|| path.display().to_string())?,
        };
        let known = match left_by(&bytes, run) {
            Left::Whole(lines) => lines,
            Left::Damaged(lines) => {
                put_aside(&path, "has lines that cannot be read")?;
                lines
            }
            Left::Other => {
                put_aside(&path, "is another run's")?;
                Vec::new()
            }
        };
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

/// The studies of `lab all` that are finished, so that a run that was killed begins with the one that it was at.
pub struct Finished {
    path: PathBuf,
    runs: Vec<String>,
}

impl Finished {
    /// Those of `<folder>/all.partial.txt`, a line each.
    pub fn open(folder: &Path) -> Self {
        let path = folder.join("all.partial.txt");
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let whole = text.rfind('\n').map_or("", |end| &text[..end]);
        Self { path, runs: whole.lines().map(str::to_owned).collect() }
    }

    /// Whether this run, named by [`name_run`], is finished.
    pub fn has(&self, run: &str) -> bool {
        self.runs.iter().any(|known| known == run)
    }

    /// This one is, and its files are written. A full disk costs the note, not the study.
    pub fn add(&mut self, run: String) {
        self.runs.push(run);
        let _ = write_whole(&self.path, (self.runs.join("\n") + "\n").as_bytes());
    }

    /// All are: there is nothing to continue.
    pub fn close(self) {
        let _ = std::fs::remove_file(self.path);
    }
}

/// The name of a run, as the first line of its journal: one line.
pub fn name_run(words: &str) -> String {
    let words: String = words.chars().filter(|letter| letter.is_ascii() && !letter.is_control()).collect();
    format!("#{words}")
}

/// What a file holds for a run.
enum Left {
    /// Its lines; none in a file that was only begun.
    Whole(Vec<Record>),
    /// Those of its lines that can be read, but not all can.
    Damaged(Vec<Record>),
    /// Something else's.
    Other,
}

/// What a journal holds whose first line is `run`; whole lines only.
fn left_by(bytes: &[u8], run: &str) -> Left {
    // The last line that a killed run left may have been cut short.
    let whole = whole_lines(bytes);
    let head = format!("{run}\n");
    if whole == 0 && head.as_bytes().starts_with(bytes) {
        return Left::Whole(Vec::new());
    }
    let Some(rest) = bytes[..whole].strip_prefix(head.as_bytes()) else { return Left::Other };
    let lines: Vec<_> = record::each(rest).collect();
    let all = lines.len();
    let good: Vec<Record> = lines.into_iter().flatten().collect();
    if good.len() == all { Left::Whole(good) } else { Left::Damaged(good) }
}

/// Gives a file that this run must not write over another name, and says so.
///
/// # Errors
/// When it cannot be moved.
fn put_aside(path: &Path, why: &str) -> anyhow::Result<()> {
    let named = |number: usize| {
        let mut name = path.as_os_str().to_owned();
        name.push(format!(".{number}"));
        PathBuf::from(name)
    };
    let aside = (1..).map(named).find(|aside| !aside.exists()).context("there is no name for it")?;
    std::fs::rename(path, &aside).with_context(|| format!("moving {}", path.display()))?;
    remark!("{} {why}: it is {} now", path.display(), aside.display());
    Ok(())
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
    fn finished_studies_are_remembered() {
        let folder = tempfile::tempdir().unwrap();
        let mut finished = Finished::open(folder.path());
        finished.add("keep by this".to_owned());
        finished.add("worth by this".to_owned());
        // Killed in the middle of a line.
        let path = folder.path().join("all.partial.txt");
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, &text[..text.len() - 3]).unwrap();
        let finished = Finished::open(folder.path());
        assert!(finished.has("keep by this"));
        assert!(!finished.has("worth by this") && !finished.has("keep by that"));
        finished.close();
        assert!(!path.exists());
    }

    #[test]
    fn what_another_run_left_is_put_aside() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let open = |run: &str| Journal::open(folder.path(), "keep", &name_run(run)).unwrap();
        let mut texts = Vec::new();
        for (number, run) in ["this", "that", "this"].iter().enumerate() {
            let journal = open(run);
            assert_eq!(journal.get(&key(1)), None);
            assert!(journal.add(&Record::of_nodes(&key(1), number as u64)));
            texts.push(std::fs::read_to_string(at("keep.partial.csv")).unwrap());
        }
        let there = ["keep.partial.csv.1", "keep.partial.csv.2", "keep.partial.csv"];
        assert_eq!(there.map(|name| std::fs::read_to_string(at(name)).unwrap()).to_vec(), texts);
        // A file that is no journal at all is not lost either.
        std::fs::write(at("keep.partial.csv"), "notes").unwrap();
        drop(open("this"));
        assert_eq!(std::fs::read_to_string(at("keep.partial.csv.3")).unwrap(), "notes");
    }

    #[test]
    fn one_damaged_line_costs_no_other() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("keep.partial.csv");
        let open = || Journal::open(folder.path(), "keep", &name_run("this")).unwrap();
        let journal = open();
        assert!((1..4).all(|number| journal.add(&Record::of_nodes(&key(number), 10))));
        let text = std::fs::read_to_string(&path).unwrap();
        let damaged = text.replace("position 2,2", "position 2,\0");
        assert_ne!(damaged, text);
        std::fs::write(&path, &damaged).unwrap();
        let journal = open();
        let known = [1, 2, 3].map(|number| journal.get(&key(number)).is_some());
        assert_eq!(known, [true, false, true]);
        assert_eq!(std::fs::read_to_string(folder.path().join("keep.partial.csv.1")).unwrap(), damaged);
        journal.add(&Record::of_nodes(&key(2), 10));
        assert!((1..4).all(|number| open().get(&key(number)).is_some()));
    }
}
