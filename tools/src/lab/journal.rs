//! What a study has done already: the searches and games of a run that was killed, and those of a file that is drawn anew.

use super::game::Game;
use super::record;
use super::record::Line;
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

/// Lines that are known, and the file that new ones go to.
pub struct Kept<T: Line> {
    known: HashMap<T::Key, T>,
    /// `None` keeps nothing.
    file: Option<Growing>,
}

/// A file that is made when its first line comes.
struct Growing {
    path: PathBuf,
    /// Its first line: the program, the positions and the settings.
    run: String,
    file: Mutex<Option<File>>,
}

impl<T: Line> Default for Kept<T> {
    fn default() -> Self {
        Self { known: HashMap::new(), file: None }
    }
}

impl<T: Line> Kept<T> {
    /// What `run` left in the file at `path`; nothing when the file is another run's.
    fn open(path: PathBuf, run: &str) -> Self {
        let known = File::open(&path).map_or_else(|_| Vec::new(), |file| left_by(BufReader::new(file), run));
        let file = Some(Growing { path, run: run.to_owned(), file: Mutex::default() });
        Self { file, ..Self::of(known) }
    }

    /// The lines of a finished file.
    fn of_finished(path: &Path) -> anyhow::Result<Self> {
        let file = File::open(path).with_context(|| path.display().to_string())?;
        Ok(Self::of(record::parse(file).with_context(|| path.display().to_string())?))
    }

    fn of(lines: Vec<T>) -> Self {
        Self { known: lines.into_iter().map(|line| (line.key(), line)).collect(), file: None }
    }

    /// How many are known.
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// The one of `key`, if it is done already.
    pub fn get(&self, key: &T::Key) -> Option<&T> {
        self.known.get(key)
    }

    /// Writes one down at once. A full disk costs the journal, not the study.
    pub fn add(&self, line: &T) {
        let Some(growing) = &self.file else { return };
        let Ok(mut file) = growing.file.lock() else { return };
        let _ = match file.as_mut() {
            Some(file) => file.write_all(without_head(&record::csv(std::slice::from_ref(line))).as_bytes()),
            // Written anew: the last line that a killed run left may have been cut short.
            None => File::create(&growing.path).and_then(|mut new| {
                let lines: Vec<&T> = self.known.values().chain([line]).collect();
                new.write_all(format!("{}\n{}", growing.run, record::csv(&lines)).as_bytes())?;
                *file = Some(new);
                Ok(())
            }),
        };
    }

    fn remove(self) {
        if let Some(growing) = self.file {
            drop(growing.file);
            let _ = std::fs::remove_file(growing.path);
        }
    }
}

fn without_head(csv: &str) -> &str {
    csv.split_once('\n').map_or("", |(_, rest)| rest)
}

/// What is known of a study before and while it runs.
#[derive(Default)]
pub struct Journal {
    pub searches: Kept<Record>,
    /// Between plain searches.
    pub games: Kept<Game>,
    /// Where a study may keep more: the folder and its own name.
    place: Option<(PathBuf, String)>,
    /// What it keeps there, to be removed with the rest.
    others: Mutex<Vec<PathBuf>>,
}

impl Journal {
    /// The journal of `section` in `folder`, which is made when missing: `<section>.partial.csv` for searches and
    /// `<section>-games.partial.csv` for games. Their first line is `run`; those of another run are begun anew.
    ///
    /// # Errors
    /// When the folder cannot be made.
    pub fn open(folder: &Path, section: &str, run: &str) -> anyhow::Result<Self> {
        std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        let path = |name: &str| folder.join(format!("{section}{name}.partial.csv"));
        Ok(Self {
            searches: Kept::open(path(""), run),
            games: Kept::open(path("-games"), run),
            place: Some((folder.to_owned(), section.to_owned())),
            others: Mutex::default(),
        })
    }

    /// Knows the searches of a finished file.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn of_searches(path: &Path) -> anyhow::Result<Self> {
        Ok(Self { searches: Kept::of_finished(path)?, ..Self::default() })
    }

    /// Knows the games of a finished file.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn of_games(path: &Path) -> anyhow::Result<Self> {
        Ok(Self { games: Kept::of_finished(path)?, ..Self::default() })
    }

    /// Another file for what is done already, for studies that do more than that: `<section>-<name>.partial.<extension>`.
    /// Whether it belongs to this run is for the study to see. `None` where nothing is kept.
    pub fn other(&self, name: &str, extension: &str) -> Option<PathBuf> {
        let (folder, section) = self.place.as_ref()?;
        let other = folder.join(format!("{section}-{name}.partial.{extension}"));
        self.others.lock().ok()?.push(other.clone());
        Some(other)
    }

    /// The study's own file is written: what was kept for a second try is not needed any more.
    pub fn close(self) {
        self.searches.remove();
        self.games.remove();
        for path in self.others.into_inner().unwrap_or_default() {
            let _ = std::fs::remove_file(path);
        }
    }
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
        let _ = std::fs::write(&self.path, self.runs.join("\n") + "\n");
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

/// The lines of a journal whose first line is `run`; whole ones only.
fn left_by<T: Line>(mut file: impl BufRead, run: &str) -> Vec<T> {
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

    use crate::lab::record::Key;

    fn key(number: u32) -> Key {
        Key { position: format!("position {number}"), depth: number, size: None, row: "none".to_owned() }
    }

    #[test]
    fn a_killed_run_is_continued() {
        let folder = tempfile::tempdir().unwrap();
        let run = name_run("this program");
        let journal = Journal::open(folder.path(), "keep", &run).unwrap();
        let records: Vec<Record> = (1..4).map(|number| Record::of_nodes(&key(number), 10)).collect();
        records.iter().for_each(|record| journal.searches.add(record));
        // Killed in the middle of a line.
        let path = folder.path().join("keep.partial.csv");
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, &text[..text.len() - 5]).unwrap();

        let journal = Journal::open(folder.path(), "keep", &run).unwrap();
        assert_eq!(journal.searches.get(&key(2)), Some(&records[1]));
        assert_eq!(journal.searches.get(&key(3)), None);
        journal.searches.add(&records[2]);
        let journal = Journal::open(folder.path(), "keep", &run).unwrap();
        assert_eq!(journal.searches.get(&key(3)), Some(&records[2]));
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
    fn games_are_kept_too() {
        let folder = tempfile::tempdir().unwrap();
        let open = || Journal::open(folder.path(), "draws", &name_run("this")).unwrap();
        let game = |start: &str| Game {
            first: "+20, run 1".to_owned(),
            second: "+0".to_owned(),
            start: start.to_owned(),
            first_had: "red".to_owned(),
            half_points: 1,
            plies: 9,
            reason: "mate".to_owned(),
            commit: "here".to_owned(),
        };
        let journal = open();
        ["one", "two"].iter().for_each(|start| journal.games.add(&game(start)));
        let journal = open();
        assert_eq!(journal.games.len(), 2);
        assert_eq!(journal.games.get(&game("two").key()), Some(&game("two")));
        assert_eq!(journal.games.get(&game("three").key()), None);
        journal.close();
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
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
        journal.searches.add(&Record::of_nodes(&key(1), 10));
        let journal = Journal::open(folder.path(), "keep", &name_run("that")).unwrap();
        assert_eq!(journal.searches.get(&key(1)), None);
    }
}
