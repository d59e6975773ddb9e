//! The thread that reads. It never searches and never waits for one that does, but it does not run ahead without bound
//! either: while too much of what it has read has not been looked at, it reads no further, and the front end
//! has to wait.

use super::event::Event;
use super::gate::Gate;
use super::input;
use std::io;
use std::io::BufReader;
use std::io::Read;
use std::sync::Arc;
use std::sync::mpsc::Sender;

/// Starts a thread that sends every line of `input`, and then its end.
///
/// # Errors
/// When the system has no room for a thread.
pub fn start(input: impl Read + Send + 'static, sender: Sender<Event>) -> io::Result<()> {
    let read = move || {
        let gate = Arc::new(Gate::default());
        let mut input = BufReader::new(input);
        // A stream that fails has ended.
        while let Ok(Some(line)) = input::read_line(&mut input) {
            let event = line.map_or(Event::LineDropped, |bytes| Event::Line(gate.enter(bytes)));
            if sender.send(event).is_err() {
                return;
            }
        }
        let _ = sender.send(Event::InputEnded);
    };
    std::thread::Builder::new().name("reader".to_owned()).spawn(read)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::gate::LINE_COST;
    use crate::protocol::gate::MOST_UNREAD;
    use std::sync::atomic::AtomicUsize;
    use std::sync::atomic::Ordering;
    use std::sync::mpsc::channel;

    /// Endless lines, and how many bytes of them were taken.
    struct Flood(Arc<AtomicUsize>);

    impl Read for Flood {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            buffer.fill(b'\n');
            self.0.fetch_add(buffer.len(), Ordering::SeqCst);
            Ok(buffer.len())
        }
    }

    #[test]
    fn what_nobody_looks_at_is_not_read() {
        let taken = Arc::new(AtomicUsize::new(0));
        let (sender, events) = channel();
        start(Flood(Arc::clone(&taken)), sender).unwrap();
        let first = events.recv().unwrap();
        // The reader comes to rest: it can only go on when a line is dropped.
        let mut before = usize::MAX;
        while before != taken.load(Ordering::SeqCst) {
            before = taken.load(Ordering::SeqCst);
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
        assert!(before <= MOST_UNREAD / LINE_COST + (64 << 10), "{before}");
        drop(first);
        for _ in 0..3 * MOST_UNREAD / LINE_COST {
            assert!(matches!(events.recv().unwrap(), Event::Line(line) if line.bytes.is_empty()));
        }
    }

    #[test]
    fn a_line_longer_than_the_room_passes_alone() {
        let (sender, events) = channel();
        let text = [vec![b'x'; MOST_UNREAD], b"\nend".to_vec()].concat();
        start(io::Cursor::new(text), sender).unwrap();
        let lengths: Vec<usize> = std::iter::from_fn(|| match events.recv().unwrap() {
            Event::Line(line) => Some(line.bytes.len()),
            _ => None,
        })
        .collect();
        assert_eq!(lengths, [MOST_UNREAD, 3]);
    }
}
