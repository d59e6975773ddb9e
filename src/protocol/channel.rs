//! The one channel to the thread that runs the session: lines from the thread that reads, reports from the thread that
//! searches.

use crate::engine::Finished;
use crate::search::{LineInfo, Report};
use crate::types::Move;
use std::io::{self, BufRead, BufReader, ErrorKind, Read};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// Maximum length of a line, bytes; longer ones are dropped. Front ends send less than 4 KiB.
const MAX_LINE: usize = 1 << 20;
/// Maximum number of lines read but not handled. Beyond it the reader waits, and so does whoever sends the lines.
const MAX_UNTAKEN: usize = 32;
/// Pause before the next read from a non-blocking stream without data.
const PAUSE: Duration = Duration::from_millis(1);

/// An event for the session.
pub enum Event {
    /// A line arrived, without its line end; `None` for one of more than 1 MiB, which is dropped.
    Line(Option<Vec<u8>>),
    /// The input has ended.
    InputEnded,
    /// The search finished an iteration: its lines, see [`Report::iteration`].
    Iteration(Vec<LineInfo>),
    /// The search turns to another root move.
    CurrentMove {
        /// Depth of the iteration.
        depth: u32,
        /// The move.
        mv: Move,
        /// Its place among the root moves, from 1.
        number: usize,
    },
    /// The search has ended.
    Finished(Box<Finished>),
}

/// A message on the channel.
enum Message {
    /// The next line is in the channel of lines. Lines wait in their own bounded channel, so that a flood blocks the
    /// reader. This message keeps their order among the reports.
    Line,
    Search(Event),
}

/// The receiving end. The number of lines is bounded; that of reports is not, so that the search never waits for the
/// session.
pub struct Events {
    messages: Receiver<Message>,
    sender: Sender<Message>,
    lines: Receiver<Option<Vec<u8>>>,
    line_sender: Option<SyncSender<Option<Vec<u8>>>>,
    /// Messages of lines, and of the end of input, that arrived while lines were not wanted.
    untaken: usize,
}

/// Whether lines are wanted, or left to wait where they are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lines {
    /// They come in their turn.
    Take,
    /// Only reports come.
    Leave,
}

impl Events {
    /// A channel without a reader, see [`Events::read`].
    pub fn new() -> Self {
        let (sender, messages) = channel();
        let (line_sender, lines) = sync_channel(MAX_UNTAKEN);
        Self { messages, sender, lines, line_sender: Some(line_sender), untaken: 0 }
    }

    /// Starts a thread that sends every line of `input`, and then its end.
    ///
    /// # Errors
    /// When the system cannot start a thread.
    pub fn read(&mut self, input: impl Read + Send + 'static) -> io::Result<()> {
        let sender = self.sender.clone();
        let lines = self.line_sender.take();
        let read = move || {
            let mut input = BufReader::new(input);
            // A read error counts as the end of input.
            while let Ok(Some(line)) = read_line(&mut input) {
                let is_sent = lines.as_ref().is_some_and(|lines| lines.send(line).is_ok());
                if !is_sent || sender.send(Message::Line).is_err() {
                    return;
                }
            }
            drop(lines);
            let _ = sender.send(Message::Line);
        };
        thread::Builder::new().name("reader".to_owned()).spawn(read)?;
        Ok(())
    }

    /// Where a search reports to.
    pub fn reporter(&self) -> Reporter {
        Reporter(self.sender.clone())
    }

    /// Waits for the next event.
    pub fn wait(&mut self, lines: Lines) -> Option<Event> {
        // The channel never closes, as `self` holds a sender.
        self.take(lines, |messages| messages.recv().ok())
    }

    /// Waits for the next event, but no longer than `time`; `None` when it passes without one.
    pub fn wait_for(&mut self, time: Duration, lines: Lines) -> Option<Event> {
        let end = Instant::now() + time;
        self.take(lines, |messages| messages.recv_timeout(end.saturating_duration_since(Instant::now())).ok())
    }

    /// The next event, if there is one.
    pub fn next(&mut self, lines: Lines) -> Option<Event> {
        self.take(lines, |messages| messages.try_recv().ok())
    }

    /// The first message that is wanted, as an event.
    fn take(&mut self, lines: Lines, receive: impl Fn(&Receiver<Message>) -> Option<Message>) -> Option<Event> {
        if lines == Lines::Take && self.untaken > 0 {
            self.untaken -= 1;
            return Some(self.line());
        }
        loop {
            match receive(&self.messages)? {
                Message::Search(event) => return Some(event),
                Message::Line if lines == Lines::Take => return Some(self.line()),
                Message::Line => self.untaken += 1,
            }
        }
    }

    /// A line is sent before its message; without one the reader has closed the channel of lines.
    fn line(&self) -> Event {
        self.lines.recv().map_or(Event::InputEnded, Event::Line)
    }
}

/// Sends reports of a search to the session.
#[derive(Clone)]
pub struct Reporter(Sender<Message>);

impl Reporter {
    /// Sends an event. When the session has ended, nobody needs it.
    pub fn send(&self, event: Event) {
        let _ = self.0.send(Message::Search(event));
    }
}

impl Report for Reporter {
    fn iteration(&self, lines: &[LineInfo]) {
        self.send(Event::Iteration(lines.to_vec()));
    }

    fn current_move(&self, depth: u32, mv: Move, number: usize) {
        self.send(Event::CurrentMove { depth, mv, number });
    }
}

/// Reads a line up to LF or the end of input, and returns it without its line end; `Some(None)` when it is too long,
/// `None` at the end of input.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<Option<Vec<u8>>>> {
    let mut line = Some(Vec::new());
    let mut is_empty = true;
    loop {
        let chunk = match input.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            // A front end may have made its end of the pipe non-blocking, and with it ours.
            Err(error) if error.kind() == ErrorKind::WouldBlock => {
                thread::sleep(PAUSE);
                continue;
            }
            Err(error) => return Err(error),
        };
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let part = &chunk[..end.unwrap_or(chunk.len())];
        let is_end = chunk.is_empty() || end.is_some();
        is_empty &= chunk.is_empty();
        line = line.filter(|line| line.len() + part.len() <= MAX_LINE);
        if let Some(line) = &mut line {
            line.extend_from_slice(part);
        }
        let used = end.map_or(chunk.len(), |end| end + 1);
        input.consume(used);
        if is_end {
            if let Some(line) = line.as_mut().filter(|line| line.last() == Some(&b'\r')) {
                line.pop();
            }
            return Ok((!is_empty).then_some(line));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    fn read(bytes: &[u8]) -> Vec<Option<Vec<u8>>> {
        // A small buffer, so that lines cross its end.
        let mut input = BufReader::with_capacity(16, bytes);
        std::iter::from_fn(|| read_line(&mut input).unwrap()).collect()
    }

    fn lines(bytes: &[u8]) -> Vec<Vec<u8>> {
        read(bytes).into_iter().map(Option::unwrap).collect()
    }

    #[test]
    fn line_ends() {
        assert_eq!(lines(b""), Vec::<Vec<u8>>::new());
        assert_eq!(lines(b"ucci"), [b"ucci"]);
        assert_eq!(lines(b"ucci\n"), [b"ucci"]);
        assert_eq!(lines(b"a\r\n\nb\r\r\n"), [b"a".to_vec(), b"".to_vec(), b"b\r".to_vec()]);
        assert_eq!(lines(b"\xff\xfe\x00\nx"), [b"\xff\xfe\x00".to_vec(), b"x".to_vec()]);
        assert_eq!(lines(b"a line that is longer than the buffer\nb")[1], b"b");
    }

    #[test]
    fn a_line_that_is_too_long_is_dropped_and_the_next_one_read() {
        let mut bytes = vec![b'x'; MAX_LINE];
        bytes.extend_from_slice(b"\nisready\n");
        assert_eq!(lines(&bytes)[0].len(), MAX_LINE);
        bytes.insert(0, b'x');
        assert_eq!(read(&bytes), [None, Some(b"isready".to_vec())]);
    }

    /// A million lines, and how many bytes of them were read.
    struct Flood(Arc<AtomicUsize>);

    const FLOOD: usize = 1_000_000;

    impl Read for Flood {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let count = buffer.len().min(FLOOD - self.0.load(Ordering::SeqCst));
            buffer[..count].fill(b'\n');
            self.0.fetch_add(count, Ordering::SeqCst);
            Ok(count)
        }
    }

    #[test]
    fn lines_that_nobody_takes_are_not_read() {
        let read = Arc::new(AtomicUsize::new(0));
        let mut events = Events::new();
        events.read(Flood(Arc::clone(&read))).unwrap();
        assert!(matches!(events.wait(Lines::Take), Some(Event::Line(Some(line))) if line.is_empty()));
        // The reader comes to rest: it can only go on when a line is taken.
        let mut before = usize::MAX;
        while before != read.load(Ordering::SeqCst) {
            before = read.load(Ordering::SeqCst);
            thread::sleep(Duration::from_millis(50));
        }
        assert!(before <= MAX_UNTAKEN + (64 << 10), "{before}");
        for _ in 1..FLOOD {
            assert!(matches!(events.wait(Lines::Take), Some(Event::Line(Some(_)))));
        }
        assert!(matches!(events.wait(Lines::Take), Some(Event::InputEnded)));
    }

    #[test]
    fn lines_that_are_left_come_later_in_their_order() {
        let mut events = Events::new();
        events.read(&b"a\nb\n"[..]).unwrap();
        assert!(events.wait_for(Duration::from_millis(50), Lines::Leave).is_none());
        events.reporter().send(Event::CurrentMove { depth: 1, mv: "h2e2".parse().unwrap(), number: 1 });
        assert!(matches!(events.wait(Lines::Leave), Some(Event::CurrentMove { .. })));
        assert!(events.next(Lines::Leave).is_none());
        for text in [b"a", b"b"] {
            assert!(matches!(events.wait(Lines::Take), Some(Event::Line(Some(line))) if line == text));
        }
        assert!(matches!(events.wait(Lines::Take), Some(Event::InputEnded)));
    }

    #[test]
    fn reports_pass_lines_that_nobody_takes() {
        let mut events = Events::new();
        events.read(Flood(Arc::new(AtomicUsize::new(0)))).unwrap();
        let reporter = events.reporter();
        for number in 0..1_000 {
            reporter.send(Event::CurrentMove { depth: 1, mv: "h2e2".parse().unwrap(), number });
        }
        let mut found = 0;
        while found < 1_000 {
            found += usize::from(
                matches!(events.wait(Lines::Take), Some(Event::CurrentMove { number, .. }) if number == found),
            );
        }
    }
}
