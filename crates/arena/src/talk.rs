//! Everything that is said between the arena and the engines, written to a file as it is said. A thread of its own
//! writes: no engine's clock, and no game, waits for a slow disk. What that has not taken yet waits in memory.

use guohe_common::place;
use guohe_common::say::remark;
use std::io::Write;
use std::path::Path;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How long the end of the talk waits for those who may still say something: an engine is gone, but what it started may
/// hold its output open.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// The file. It is complete when this value is dropped.
#[derive(Debug)]
pub struct Talk {
    /// Lines for the thread that writes; `None` ends the talk.
    lines: Sender<Option<String>>,
    writer: Option<JoinHandle<()>>,
    began: Instant,
}

impl Talk {
    /// Opens the file, anew or to append to it.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn open(path: &Path, append: bool) -> anyhow::Result<Self> {
        Ok(Self::to(place::open(path, append)?))
    }

    /// Begins to write.
    fn to(file: impl Write + Send + 'static) -> Self {
        let (lines, said) = mpsc::channel();
        let writer = std::thread::spawn(move || write(file, &said));
        Self { lines, writer: Some(writer), began: Instant::now() }
    }

    /// For the process `id` of the engine `name`.
    pub fn of(&self, name: &str, id: u32) -> Listener {
        Listener { lines: self.lines.clone(), began: self.began, who: format!("{name} {id}") }
    }
}

impl Drop for Talk {
    /// Waits until everything is written.
    fn drop(&mut self) {
        let _ = self.lines.send(None);
        // It fails only when the writer panicked.
        let _ = self.writer.take().map(JoinHandle::join);
    }
}

/// The thread that writes. A full disk ends no match; that something is missing is said once.
fn write(mut file: impl Write, lines: &Receiver<Option<String>>) {
    let mut is_complete = true;
    let mut put = |line: String| {
        if let Err(error) = file.write_all(line.as_bytes())
            && std::mem::replace(&mut is_complete, false)
        {
            remark!("the log is not complete: {error}");
        }
    };
    lines.iter().map_while(|line| line).for_each(&mut put);
    let until = Instant::now() + LAST_WORDS;
    while let Some(left) = until.checked_duration_since(Instant::now())
        && let Ok(line) = lines.recv_timeout(left)
    {
        line.into_iter().for_each(&mut put);
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
    lines: Sender<Option<String>>,
    began: Instant,
    who: String,
}

impl Listener {
    /// Writes down a line that was said `at` this time, without waiting for the file: seconds since the match began,
    /// engine and process, an arrow, the words.
    pub fn hear(&self, source: Source, line: &str, at: Instant) {
        let arrow = match source {
            Source::Arena => "<-",
            Source::Engine => "->",
            Source::Errors => "!>",
        };
        let seconds = at.saturating_duration_since(self.began).as_secs_f64();
        // What is said after the end of the talk, nobody writes down.
        let _ = self.lines.send(Some(format!("{seconds:10.3} {} {arrow} {line}\n", self.who)));
    }
}

#[cfg(test)]
mod tests {
    use super::super::reader::Inbox;
    use super::*;
    use std::fs::File;

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
            drop(talk);
            let text = std::fs::read_to_string(&path).unwrap();
            let lines: Vec<&str> = text.lines().map(|line| line[10..].trim()).collect();
            let expected = ["new 17 <- go depth 3", "old 18 -> bestmove h2e2", "old 18 !> oops"];
            assert_eq!(lines, if append { [expected; 2].concat() } else { expected.to_vec() });
            assert!(text.lines().all(|line| line[..10].trim().parse::<f64>().is_ok()), "{text}");
        }
        assert!(Talk::open(folder.path(), false).is_err());
    }

    /// A disk that writes nothing while the other end of the channel is there.
    struct Stalled(Receiver<()>, File);

    impl Write for Stalled {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            let _ = self.0.recv();
            self.1.write(bytes)
        }

        fn flush(&mut self) -> std::io::Result<()> {
            self.1.flush()
        }
    }

    #[test]
    fn an_engine_does_not_pay_for_a_slow_disk() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("talk");
        let (stall, wait) = mpsc::channel();
        let talk = Talk::to(Stalled(wait, File::create(&path).unwrap()));
        let mut inbox = Inbox::new(&b"info depth 1\nbestmove h2e2\n"[..], Some(talk.of("new", 17)));
        let read = inbox.next(Instant::now() + Duration::from_secs(60));
        drop(stall);
        let event = read.unwrap().unwrap();
        assert_eq!((event.line.as_str(), event.infos.into_lines().count()), ("bestmove h2e2", 1));
        drop(talk);
        assert_eq!(std::fs::read_to_string(&path).unwrap().lines().count(), 2);
    }

    #[test]
    fn the_talk_ends_although_somebody_may_still_speak() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("talk");
        let talk = Talk::open(&path, false).unwrap();
        let listener = talk.of("new", 17);
        listener.hear(Source::Engine, "bye", Instant::now());
        drop(talk);
        listener.hear(Source::Engine, "too late", Instant::now());
        assert!(std::fs::read_to_string(&path).unwrap().ends_with("new 17 -> bye\n"));
    }
}
