//! Everything that is said between the arena and the engines, written to a file as it is said.

use guohe_common::place;
use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Instant;

/// The file. Copies write to the same one.
#[derive(Clone, Debug)]
pub struct Talk {
    file: Arc<Mutex<File>>,
    began: Instant,
}

impl Talk {
    /// Opens the file, anew or to append to it.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn open(path: &Path, append: bool) -> anyhow::Result<Self> {
        Ok(Self { file: Arc::new(Mutex::new(place::open(path, append)?)), began: Instant::now() })
    }

    /// For the process `id` of the engine `name`.
    pub fn of(&self, name: &str, id: u32) -> Listener {
        Listener { talk: self.clone(), who: format!("{name} {id}") }
    }
}

/// Where a line comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// The arena tells the engine something.
    Arena,
    /// The engine says something.
    Engine,
    /// The engine writes to its standard error.
    Errors,
}

/// One process's part of the talk.
#[derive(Clone, Debug)]
pub struct Listener {
    talk: Talk,
    who: String,
}

impl Listener {
    /// Writes a line that was said `at` this time: seconds since the match began, engine and process, an arrow, the
    /// words. It may take its time: an engine's clock must not wait for it. A full disk ends no match.
    pub fn hear(&self, source: Source, line: &str, at: Instant) {
        let arrow = match source {
            Source::Arena => "<-",
            Source::Engine => "->",
            Source::Errors => "!>",
        };
        let seconds = at.saturating_duration_since(self.talk.began).as_secs_f64();
        let text = format!("{seconds:10.3} {} {arrow} {line}\n", self.who);
        if let Ok(mut file) = self.talk.file.lock() {
            let _ = file.write_all(text.as_bytes());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::reader::Inbox;
    use super::*;
    use std::time::Duration;

    #[test]
    fn lines_say_when_who_and_in_which_direction() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("talk");
        for append in [false, true, false] {
            let talk = Talk::open(&path, append).unwrap();
            let now = Instant::now();
            talk.of("new", 17).hear(Source::Arena, "go depth 3", now);
            talk.of("old", 18).hear(Source::Engine, "bestmove h2e2", now);
            talk.of("old", 18).hear(Source::Errors, "oops", now);
            let text = std::fs::read_to_string(&path).unwrap();
            let lines: Vec<&str> = text.lines().map(|line| line[10..].trim()).collect();
            let expected = ["new 17 <- go depth 3", "old 18 -> bestmove h2e2", "old 18 !> oops"];
            assert_eq!(lines, if append { [expected; 2].concat() } else { expected.to_vec() });
            assert!(text.lines().all(|line| line[..10].trim().parse::<f64>().is_ok()), "{text}");
        }
        assert!(Talk::open(folder.path(), false).is_err());
    }

    #[test]
    fn an_engine_does_not_pay_for_a_slow_disk() {
        let folder = tempfile::tempdir().unwrap();
        let talk = Talk::open(&folder.path().join("talk"), false).unwrap();
        let writing = talk.file.lock().unwrap();
        let mut inbox = Inbox::new(&b"bestmove h2e2\n"[..], Some(talk.of("new", 17)));
        std::thread::sleep(Duration::from_millis(300));
        let written = Instant::now();
        drop(writing);
        let event = inbox.next(written + Duration::from_secs(60)).unwrap().unwrap();
        assert!(event.at < written);
    }
}
