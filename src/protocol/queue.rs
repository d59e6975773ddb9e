//! Commands that wait for the end of a search, within bounds.

use super::command::Command;
use std::collections::VecDeque;

/// The most commands that wait.
const MOST_LINES: usize = 10_000;
/// The most bytes of their lines.
const MOST_BYTES: usize = 1 << 20;

/// A command whose turn has come.
#[derive(PartialEq, Eq, Debug)]
pub struct Waiting {
    /// The command.
    pub command: Command,
    /// A `stop` has come meanwhile: if this is a search, it is to end as soon as it has begun.
    pub is_stopped: bool,
    size: usize,
}

/// What became of a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Push {
    /// It waits.
    Queued,
    /// It was dropped, as the first since the queue was last empty.
    FirstDropped,
    /// It was dropped, and others before it.
    Dropped,
}

/// Commands in the order in which they came.
#[derive(Default)]
pub struct Queue {
    commands: VecDeque<Waiting>,
    bytes: usize,
    has_dropped: bool,
}

impl Queue {
    /// Nothing waits.
    pub fn is_empty(&self) -> bool {
        self.commands.is_empty()
    }

    /// Adds a command whose line has `size` bytes.
    pub fn push(&mut self, command: Command, size: usize) -> Push {
        // What waits for nobody else finds room where the others find none.
        let (lines, bytes) =
            if command.is_urgent() { (2 * MOST_LINES, 2 * MOST_BYTES) } else { (MOST_LINES, MOST_BYTES) };
        // A shorter line behind a dropped one does not slip in: a `go` would search another position than it was meant for.
        let is_cut_off = self.has_dropped && !command.is_urgent();
        if is_cut_off || self.commands.len() >= lines || self.bytes + size > bytes {
            return if std::mem::replace(&mut self.has_dropped, true) { Push::Dropped } else { Push::FirstDropped };
        }
        self.bytes += size;
        self.commands.push_back(Waiting { command, is_stopped: false, size });
        Push::Queued
    }

    /// Takes out the first command.
    pub fn pop(&mut self) -> Option<Waiting> {
        self.take(0)
    }

    /// Takes out the first command that waits for nobody, see [`Command::is_urgent`]. A `stop` is also for the searches
    /// before it.
    pub fn pop_urgent(&mut self) -> Option<Waiting> {
        let place = self.urgent()?;
        let waiting = self.take(place)?;
        if waiting.command == Command::Stop {
            stop(self.commands.iter_mut().take(place));
        }
        Some(waiting)
    }

    /// Whether such a command waits.
    pub fn has_urgent(&self) -> bool {
        self.urgent().is_some()
    }

    fn urgent(&self) -> Option<usize> {
        self.commands.iter().position(|waiting| waiting.command.is_urgent())
    }

    fn take(&mut self, place: usize) -> Option<Waiting> {
        let waiting = self.commands.remove(place)?;
        self.bytes -= waiting.size;
        self.has_dropped &= !self.commands.is_empty();
        Some(waiting)
    }

    /// Drops everything.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// A `stop` arrives: it is for every search that waits. Returns whether there is one.
    pub fn stop(&mut self) -> bool {
        stop(self.commands.iter_mut())
    }

    /// A `ponderhit` arrives: it is for the last search that waits to ponder. Returns whether there is one.
    pub fn ponder_hit(&mut self, draw: bool) -> bool {
        let ponders = self.commands.iter_mut().rev().find_map(|waiting| match &mut waiting.command {
            Command::Go(go) if go.ponder => Some(go),
            _ => None,
        });
        let Some(go) = ponders else { return false };
        go.ponder = false;
        go.draw |= draw;
        true
    }
}

/// Marks the searches among `commands` as stopped. Returns whether there is one.
fn stop<'a>(commands: impl Iterator<Item = &'a mut Waiting>) -> bool {
    let mut found = false;
    for waiting in commands.filter(|waiting| matches!(waiting.command, Command::Go(_))) {
        waiting.is_stopped = true;
        found = true;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::parse::parse;

    fn queue(lines: &[&str]) -> Queue {
        let mut queue = Queue::default();
        for line in lines {
            assert_eq!(queue.push(parse(line.as_bytes()), line.len()), Push::Queued);
        }
        queue
    }

    fn rest(queue: &mut Queue) -> Vec<(Command, bool)> {
        std::iter::from_fn(|| queue.pop()).map(|waiting| (waiting.command, waiting.is_stopped)).collect()
    }

    #[test]
    fn stop_is_for_the_searches_before_it() {
        let mut queue = queue(&["position startpos", "go depth 3", "go infinite"]);
        assert!(queue.stop());
        queue.push(parse(b"go depth 4"), 10);
        let stopped: Vec<bool> = rest(&mut queue).into_iter().map(|(_, is_stopped)| is_stopped).collect();
        assert_eq!(stopped, [false, true, true, false]);
        assert!(!queue.stop());
    }

    #[test]
    fn what_waits_for_nobody_is_taken_out_first() {
        let mut queue = queue(&["position startpos", "go depth 3", "stop", "isready"]);
        let mut urgent = || queue.pop_urgent().map(|waiting| waiting.command);
        assert_eq!([urgent(), urgent(), urgent()], [Some(Command::Stop), Some(Command::IsReady), None]);
        queue.push(parse(b"go depth 4"), 10);
        let stopped: Vec<bool> = rest(&mut queue).into_iter().map(|(_, is_stopped)| is_stopped).collect();
        assert_eq!(stopped, [false, true, false]);
    }

    #[test]
    fn what_waits_for_nobody_has_room_of_its_own() {
        let mut queue = Queue::default();
        for _ in 0..=MOST_LINES {
            queue.push(Command::Diagram, 1);
        }
        assert_eq!(queue.push(Command::Diagram, 1), Push::Dropped);
        for _ in 0..MOST_LINES {
            assert_eq!(queue.push(Command::IsReady, 1), Push::Queued);
        }
        assert_eq!(queue.push(Command::Quit, 1), Push::Dropped);
    }

    #[test]
    fn ponderhit_is_for_the_last_search_that_ponders() {
        let mut queue = queue(&["go ponder depth 1", "go ponder depth 2", "go depth 3"]);
        assert!(queue.ponder_hit(true));
        let expected = ["go ponder depth 1", "go draw depth 2", "go depth 3"];
        assert_eq!(rest(&mut queue), expected.map(|line| (parse(line.as_bytes()), false)));
        assert!(!queue.ponder_hit(false));
    }

    #[test]
    fn there_is_room_for_ten_thousand_lines_or_a_megabyte() {
        for (size, most) in [(1, MOST_LINES), (0, MOST_LINES), (1 << 10, 1 << 10), (MOST_BYTES / 2, 2)] {
            let mut queue = Queue::default();
            for _ in 0..most {
                assert_eq!(queue.push(Command::Diagram, size), Push::Queued, "{size}");
            }
            assert_eq!(queue.push(Command::Diagram, size.max(1)), Push::FirstDropped, "{size}");
            assert_eq!(queue.push(Command::Diagram, size.max(1)), Push::Dropped, "{size}");
            // One leaves, but until all have left no other comes, however short.
            queue.pop();
            assert_eq!(queue.push(Command::Diagram, 0), Push::Dropped, "{size}");
            assert_eq!(rest(&mut queue).len(), most - 1);
            assert_eq!(queue.push(Command::Diagram, size), Push::Queued, "{size}");
            assert_eq!(queue.push(Command::Diagram, MOST_BYTES + 1), Push::FirstDropped, "{size}");
        }
    }
}
