//! What an engine process says. A thread reads it and hands on only lines that end something; the `info` lines before
//! come along in one piece. However much a process says, only so much is kept. What the lines mean is not this module's
//! business.

use super::talk::{Listener, Source};
use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read};
use std::sync::Mutex;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::time::Instant;

/// Longer lines are cut.
const LINE_BYTES: u64 = 1 << 16;
/// Of a flood of `info` lines the last ones are kept.
pub const INFO_LINES: usize = 4096;
/// The same in bytes, for long lines.
const INFO_BYTES: usize = 1 << 20;
/// Lines that wait to be looked at; a process that says more has to wait itself.
const WAITING: usize = 256;
/// Lines of the process's stderr that a crash report shows.
const LAST_WORDS: usize = 8;

/// A line that is no `info`, with those before it.
pub struct Event {
    pub infos: Infos,
    pub line: String,
    /// When it was read.
    pub at: Instant,
}

/// The last lines of a flood.
#[derive(Default)]
pub struct Infos {
    /// Each with the time at which it was read.
    lines: VecDeque<(Instant, String)>,
    bytes: usize,
}

impl Infos {
    fn push(&mut self, at: Instant, line: String) {
        self.bytes += line.len();
        self.lines.push_back((at, line));
        while self.lines.len() > INFO_LINES || self.bytes > INFO_BYTES {
            let Some((_, first)) = self.lines.pop_front() else { return };
            self.bytes -= first.len();
        }
    }

    /// Adds what was said later.
    pub fn extend(&mut self, later: Self) {
        later.lines.into_iter().for_each(|(at, line)| self.push(at, line));
    }

    /// Only the lines that were read since then.
    pub fn since(self, begin: Instant) -> Self {
        let mut since = Self::default();
        let lines = self.lines.into_iter().filter(|&(at, _)| at >= begin);
        lines.for_each(|(at, line)| since.push(at, line));
        since
    }

    /// The lines in order.
    pub fn into_lines(self) -> impl Iterator<Item = String> {
        self.lines.into_iter().map(|(_, line)| line)
    }
}

/// The process closed its output.
#[derive(Debug)]
pub struct Closed;

/// The lines of a process that were not looked at yet.
pub struct Inbox {
    events: Receiver<Event>,
    /// One that was read too late for who asked last.
    late: Option<Event>,
}

impl Inbox {
    /// Begins to read; `listener` hears every line as it comes.
    pub fn new(output: impl Read + Send + 'static, listener: Option<Listener>) -> Self {
        let (sender, events) = mpsc::sync_channel(WAITING);
        std::thread::spawn(move || read_output(BufReader::new(output), &sender, listener.as_ref()));
        Self { events, late: None }
    }

    /// The next line that was read by `until`; `None` when there is none. A later one is kept for the next call, so
    /// that a process that never stops talking is not listened to for ever.
    pub fn next(&mut self, until: Instant) -> Result<Option<Event>, Closed> {
        let event = match self.late.take() {
            Some(event) => event,
            None => match self.events.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(event) => event,
                Err(RecvTimeoutError::Timeout) => return Ok(None),
                Err(RecvTimeoutError::Disconnected) => return Err(Closed),
            },
        };
        if event.at > until {
            self.late = Some(event);
            return Ok(None);
        }
        Ok(Some(event))
    }
}

/// The reader thread: ends with the process's output.
fn read_output(mut output: impl BufRead, events: &SyncSender<Event>, listener: Option<&Listener>) {
    let mut infos = Infos::default();
    while let Some(line) = read_line(&mut output) {
        let at = Instant::now();
        if let Some(listener) = listener {
            listener.hear(Source::Engine, &line, at);
        }
        if line.starts_with("info") {
            infos.push(at, line);
        } else {
            let event = Event { infos: std::mem::take(&mut infos), line, at };
            if events.send(event).is_err() {
                return;
            }
        }
    }
}

/// Reads a process's stderr and keeps the end of it.
pub fn read_errors(errors: impl Read, words: &Mutex<VecDeque<String>>, listener: Option<&Listener>) {
    let mut errors = BufReader::new(errors);
    while let Some(line) = read_line(&mut errors) {
        if let Some(listener) = listener {
            listener.hear(Source::Errors, &line, Instant::now());
        }
        let Ok(mut words) = words.lock() else { return };
        if words.len() == LAST_WORDS {
            words.pop_front();
        }
        words.push_back(line.chars().take(200).collect());
    }
}

/// One line without its end, whatever its bytes; `None` at the end of the input.
fn read_line(input: &mut impl BufRead) -> Option<String> {
    let mut bytes = Vec::new();
    let count = input.take(LINE_BYTES).read_until(b'\n', &mut bytes).ok()?;
    if count as u64 == LINE_BYTES && bytes.last() != Some(&b'\n') {
        skip_line(input)?;
    }
    while matches!(bytes.last(), Some(b'\n' | b'\r')) {
        bytes.pop();
    }
    (count > 0).then(|| String::from_utf8_lossy(&bytes).into_owned())
}

/// Skips the rest of an over-long line without keeping it.
fn skip_line(input: &mut impl BufRead) -> Option<()> {
    loop {
        let buffer = input.fill_buf().ok()?;
        if buffer.is_empty() {
            return Some(());
        }
        let (used, ended) = match buffer.iter().position(|&byte| byte == b'\n') {
            Some(place) => (place + 1, true),
            None => (buffer.len(), false),
        };
        input.consume(used);
        if ended {
            return Some(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn info_lines_come_with_the_line_that_ends_them() {
        let (sender, events) = mpsc::sync_channel(WAITING);
        let text = b"info depth 1\r\ninfo depth 2\nbestmove h2e2\r\n\nreadyok";
        read_output(&text[..], &sender, None);
        drop(sender);
        let all: Vec<_> = events.iter().map(|event| (event.infos.lines.len(), event.line)).collect();
        assert_eq!(all, [(2, "bestmove h2e2".to_owned()), (0, String::new()), (0, "readyok".to_owned())]);
    }

    #[test]
    fn a_line_that_comes_too_late_waits_for_the_next_call() {
        let (sender, events) = mpsc::sync_channel(WAITING);
        let mut inbox = Inbox { events, late: None };
        let now = Instant::now();
        let later = now + Duration::from_millis(1);
        for at in [now, later] {
            sender.send(Event { infos: Infos::default(), line: String::new(), at }).unwrap();
        }
        let mut next = |until| inbox.next(until).unwrap().map(|event| event.at);
        assert_eq!([next(now), next(now), next(later), next(later)], [Some(now), None, Some(later), None]);
        drop(sender);
        assert!(inbox.next(now).is_err());
    }

    #[test]
    fn nobody_listens_to_a_flood_for_ever() {
        let mut inbox = Inbox::new(std::io::repeat(b'\n'), None);
        let until = Instant::now() + Duration::from_millis(20);
        while inbox.next(until).unwrap().is_some() {}
        assert!(inbox.next(until).unwrap().is_none());
    }

    #[test]
    fn a_flood_of_infos_is_cut() {
        let mut infos = Infos::default();
        for number in 0..3 * INFO_LINES {
            infos.push(Instant::now(), format!("info {number}"));
        }
        assert_eq!(infos.lines.len(), INFO_LINES);
        (0..100).for_each(|_| infos.push(Instant::now(), "x".repeat(LINE_BYTES as usize)));
        assert!(infos.bytes <= INFO_BYTES);
        let bytes = infos.bytes;
        assert_eq!(infos.into_lines().map(|line| line.len()).sum::<usize>(), bytes);
    }

    #[test]
    fn lines_of_an_earlier_time_are_left_out() {
        let mut infos = Infos::default();
        let now = Instant::now();
        for (second, line) in (0..).zip(["one", "two", "three"]) {
            infos.push(now + Duration::from_secs(second), line.to_owned());
        }
        let since = infos.since(now + Duration::from_secs(1));
        assert_eq!(
            (since.bytes, since.into_lines().collect::<Vec<_>>()),
            (8, vec!["two".to_owned(), "three".to_owned()])
        );
    }

    #[test]
    fn odd_bytes_and_endless_lines_do_no_harm() {
        let mut text = vec![b'x'; 3 * LINE_BYTES as usize];
        text.extend_from_slice(b"\nid name \xff\n");
        let mut input = &text[..];
        assert_eq!(read_line(&mut input).map(|line| line.len()), Some(LINE_BYTES as usize));
        assert_eq!(read_line(&mut input), Some("id name \u{fffd}".to_owned()));
        assert_eq!(read_line(&mut input), None);
    }
}
