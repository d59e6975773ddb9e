//! Commands that wait for the end of a search, within bounds.

use super::command::Command;
use std::collections::VecDeque;

/// Maximum memory of waiting commands, in bytes of their lines.
const MAX_BYTES: usize = 1 << 20;
/// Memory of a command without its line, bytes.
const COMMAND_COST: usize = 100;

/// A waiting command.
#[derive(PartialEq, Eq, Debug)]
pub struct Waiting {
    /// The command.
    pub command: Command,
    /// A `stop` came after it: the search is stopped as soon as it has begun.
    pub is_stopped: bool,
    cost: usize,
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

    /// Whether a command was dropped, and others still wait.
    pub fn is_dropping(&self) -> bool {
        self.has_dropped
    }

    /// Adds a command whose line has `size` bytes. Returns `false` when the queue is full and the command is dropped.
    pub fn push(&mut self, command: Command, size: usize) -> bool {
        let cost = size + COMMAND_COST;
        // After a dropped command the following ones are dropped, too: after a dropped `position` a `go` would search
        // the wrong position.
        if self.has_dropped || self.bytes + cost > MAX_BYTES {
            self.has_dropped = true;
            return false;
        }
        self.bytes += cost;
        self.commands.push_back(Waiting { command, is_stopped: false, cost });
        true
    }

    /// Takes out the first command.
    pub fn pop(&mut self) -> Option<Waiting> {
        let waiting = self.commands.pop_front()?;
        self.bytes -= waiting.cost;
        self.has_dropped &= !self.commands.is_empty();
        Some(waiting)
    }

    /// Drops everything.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// A `stop` arrives: it stops every search that waits. Returns whether there is one.
    pub fn stop(&mut self) -> bool {
        let mut found = false;
        for waiting in self.commands.iter_mut().filter(|waiting| matches!(waiting.command, Command::Go(_))) {
            waiting.is_stopped = true;
            found = true;
        }
        found
    }

    /// A `ponderhit` arrives: it is for the last waiting search that ponders. Returns whether there is one.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::parse::parse;

    fn queue(lines: &[&str]) -> Queue {
        let mut queue = Queue::default();
        for line in lines {
            assert!(queue.push(parse(line.as_bytes()), line.len()));
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
    fn ponderhit_is_for_the_last_search_that_ponders() {
        let mut queue = queue(&["go ponder depth 1", "go ponder depth 2", "go depth 3"]);
        assert!(queue.ponder_hit(true));
        let expected = ["go ponder depth 1", "go draw depth 2", "go depth 3"];
        assert_eq!(rest(&mut queue), expected.map(|line| (parse(line.as_bytes()), false)));
        assert!(!queue.ponder_hit(false));
    }

    #[test]
    fn a_megabyte_can_wait() {
        for size in [1, 1 << 10, MAX_BYTES / 3] {
            let mut queue = Queue::default();
            let most = MAX_BYTES / (size + COMMAND_COST);
            for _ in 0..most {
                assert!(queue.push(Command::Diagram, size), "{size}");
            }
            assert!(!queue.is_dropping());
            assert!(!queue.push(Command::Diagram, size) && queue.is_dropping(), "{size}");
            // One leaves, but no other is admitted until all have left, however short it is.
            queue.pop();
            assert!(!queue.push(Command::Diagram, 0), "{size}");
            assert_eq!(rest(&mut queue).len(), most - 1);
            assert!(queue.push(Command::Diagram, size), "{size}");
        }
        assert!(!Queue::default().push(Command::Diagram, MAX_BYTES));
    }
}
