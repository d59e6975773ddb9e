//! What the search reports, carried over to the thread that writes. Formats nothing.

use super::event::Event;
use super::pace::CURRENT_MOVE_FROM;
use crate::search::Iteration;
use crate::search::Report;
use crate::types::Move;
use std::sync::mpsc::Sender;
use std::time::Duration;

/// Sends what the search says to the command loop, which alone writes.
pub struct Reporter(pub Sender<Event>);

impl Report for Reporter {
    fn iteration(&self, iteration: &Iteration) {
        // Nobody listens any more when the process is about to end.
        let _ = self.0.send(Event::Iteration(iteration.clone()));
    }

    fn current_move(&self, depth: u32, mv: Move, number: usize, elapsed: Duration) {
        // Fast iterations have nothing to tell, and the channel would fill with it.
        if elapsed < CURRENT_MOVE_FROM {
            return;
        }
        let _ = self.0.send(Event::CurrentMove { depth, mv, number });
    }
}
