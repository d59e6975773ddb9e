//! The searches of a study that are done already: those of a run that was killed, and those of a file that is drawn anew.

use super::record;
use super::record::Key;
use super::record::Record;
use anyhow::Context;
use std::collections::HashMap;
use std::fs::File;
use std::io::BufRead;
use std::io::BufReader;
use std::io::Write;
use std::path::Path;
use std::path::PathBuf;
use std::sync::Mutex;

/// What is known of a study before and while it runs.
#[derive(Default)]
pub struct Journal {
    known: HashMap<Key, Record>,
    /// Where new ones go; `None` keeps nothing.
    file: Option<(PathBuf, Mutex<File>)>,
    /// What a study keeps besides, to be removed with the rest.
    others: Mutex<Vec<PathBuf>>,
}

impl Journal {
    /// The journal of `section` in `folder`: `<section>.partial.csv`, whose first line is `run`, which names the program,
    /// the positions and the settings. One of another run is begun anew.
    ///
    /// # Errors
    /// When the file cannot be read or written.
    pub fn open(folder: &Path, section: &str, run: &str) -> anyhow::Result<Self> {
        let path = folder.join(format!("{section}{ENDING}"));
        let about = || path.display().to_string();
        std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        let known = match File::open(&path) {
            Ok(file) => left_by(BufReader::new(file), run),
            Err(_) => Vec::new(),
        };
        // Written anew: the last line may have been cut short.
        let mut file = File::create(&path).with_context(about)?;
        let text = format!("{run}\n{}", if known.is_empty() { String::new() } else { record::csv(&known) });
        file.write_all(text.as_bytes()).with_context(about)?;
        let known = known.into_iter().map(|record| (record.key(), record)).collect();
        Ok(Self { known, file: Some((path, Mutex::new(file))), ..Self::default() })
    }

    /// Knows the searches of a finished file.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn of_finished(path: &Path) -> anyhow::Result<Self> {
        let file = File::open(path).with_context(|| path.display().to_string())?;
        let records = record::parse(file).with_context(|| path.display().to_string())?;
        Ok(Self { known: records.into_iter().map(|record| (record.key(), record)).collect(), ..Self::default() })
    }

    /// The search, if it is done already.
    pub fn get(&self, key: &Key) -> Option<&Record> {
        self.known.get(key)
    }

    /// Writes a search down at once. A full disk costs the journal, not the study.
    pub fn add(&self, record: &Record) {
        let Some((_, file)) = &self.file else { return };
        let line = record::csv(std::slice::from_ref(record));
        // The head stands before the first record of a file only.
        if let Ok(mut file) = file.lock() {
            let is_first = self.known.is_empty() && file.metadata().is_ok_and(|meta| meta.len() <= FIRST_LINE);
            let text = if is_first { &line } else { line.split_once('\n').map_or("", |(_, rest)| rest) };
            let _ = file.write_all(text.as_bytes());
        }
    }

    /// Another file for what is done already, for studies that do more than search: `<section>-<name>.partial.<extension>`.
    /// Whether it belongs to this run is for the study to see. `None` where nothing is kept.
    pub fn other(&self, name: &str, extension: &str) -> Option<PathBuf> {
        let (path, _) = self.file.as_ref()?;
        let stem = path.file_name()?.to_str()?.strip_suffix(ENDING)?;
        let other = path.with_file_name(format!("{stem}-{name}.partial.{extension}"));
        self.others.lock().ok()?.push(other.clone());
        Some(other)
    }

    /// The study's own file is written: what was kept for a second try is not needed any more.
    pub fn close(self) {
        let Some((path, file)) = self.file else { return };
        drop(file);
        let others = self.others.into_inner().unwrap_or_default();
        for path in others.iter().chain([&path]) {
            let _ = std::fs::remove_file(path);
        }
    }
}

/// How the name of a journal ends.
const ENDING: &str = ".partial.csv";

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
        let _ = std::fs::write(&self.path, self.runs.join("\n") + "\n");
    }

    /// All are: there is nothing to continue.
    pub fn close(self) {
        let _ = std::fs::remove_file(self.path);
    }
}

/// The line that names the run is padded to so many bytes, so that a file that holds more holds records.
const FIRST_LINE: u64 = 512;

/// The name of a run, as the first line of its journal.
pub fn name_run(words: &str) -> String {
    let width = FIRST_LINE as usize - 2;
    let words: String = words.chars().filter(char::is_ascii).take(width).collect();
    format!("#{words:<width$}")
}

/// The records of a journal whose first line is `run`; whole lines only.
fn left_by(mut file: impl BufRead, run: &str) -> Vec<Record> {
    let mut first = String::new();
    if file.read_line(&mut first).is_err() || first.trim_end_matches('\n') != run {
        return Vec::new();
    }
    let mut rest = String::new();
    let _ = file.read_to_string(&mut rest);
    let whole = rest.rfind('\n').map_or("", |end| &rest[..=end]);
    record::parse(whole.as_bytes()).unwrap_or_default()
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
        records.iter().for_each(|record| journal.add(record));
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
    fn other_files_go_with_the_journal() {
        let folder = tempfile::tempdir().unwrap();
        let journal = Journal::open(folder.path(), "playing-games-5", &name_run("this")).unwrap();
        let other = journal.other("always-16", "jsonl").unwrap();
        assert_eq!(other, folder.path().join("playing-games-5-always-16.partial.jsonl"));
        std::fs::write(&other, "games").unwrap();
        journal.close();
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
        assert_eq!(Journal::default().other("always-16", "jsonl"), None);
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
    fn another_run_begins_anew() {
        let folder = tempfile::tempdir().unwrap();
        let journal = Journal::open(folder.path(), "keep", &name_run("this")).unwrap();
        journal.add(&Record::of_nodes(&key(1), 10));
        let journal = Journal::open(folder.path(), "keep", &name_run("that")).unwrap();
        assert_eq!(journal.get(&key(1)), None);
    }
}
