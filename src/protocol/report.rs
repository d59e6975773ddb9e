//! What the search reports, carried over to the thread that writes. Formats nothing.

use super::Event;
use super::pace::CURRENT_MOVE_FROM;
use crate::search::Iteration;
use crate::search::Report;
use crate::tt::Bound;
use crate::types::Move;
use crate::types::Score;
use std::sync::mpsc::Sender;
use std::time::Duration;

/// The result of one iteration for one line, as [`Iteration`] has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Info {
    /// Of the iteration.
    pub depth: u32,
    /// Longest line looked at, in plies.
    pub seldepth: u32,
    /// Place of the line among those asked for, from 1.
    pub multipv: usize,
    /// From the side to move's view.
    pub score: Score,
    /// Exact, or a bound while a better value is on its way.
    pub bound: Bound,
    /// Since the search began.
    pub time: Duration,
    /// Of all threads since the search began.
    pub nodes: u64,
    /// How full the table is, in thousandths.
    pub hashfull: u32,
    /// The line, never empty in a position with a move.
    pub pv: Vec<Move>,
}

impl Info {
    /// Whether the score failed high or low, and a better one is on its way.
    pub fn is_bound(&self) -> bool {
        self.bound != Bound::Exact
    }

    /// Nodes per second.
    pub fn nps(&self) -> u64 {
        nps(self.nodes, self.time)
    }
}

/// Nodes per second as a whole number, also when no time has passed; 0 for no nodes.
pub fn nps(nodes: u64, time: Duration) -> u64 {
    let nanoseconds = time.as_nanos().max(1);
    u64::try_from(u128::from(nodes) * 1_000_000_000 / nanoseconds).unwrap_or(u64::MAX)
}

/// Sends what the search says to the command loop, which alone writes.
pub struct Reporter(pub Sender<Event>);

impl Report for Reporter {
    fn iteration(&self, iteration: &Iteration) {
        let info = Info {
            depth: iteration.depth,
            seldepth: iteration.seldepth,
            multipv: iteration.multipv,
            score: iteration.score,
            bound: iteration.bound,
            time: iteration.time,
            nodes: iteration.nodes,
            hashfull: iteration.hashfull,
            pv: iteration.line.to_vec(),
        };
        // Nobody listens any more when the process is about to end.
        let _ = self.0.send(Event::Iteration(info));
    }

    fn current_move(&self, depth: u32, mv: Move, number: usize, elapsed: Duration) {
        // Fast iterations have nothing to tell, and the channel would fill with it.
        if elapsed < CURRENT_MOVE_FROM {
            return;
        }
        let _ = self.0.send(Event::CurrentMove { depth, mv, number });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speed_is_a_number_at_any_time() {
        assert_eq!(nps(0, Duration::ZERO), 0);
        assert_eq!(nps(1000, Duration::from_millis(500)), 2000);
        assert_eq!(nps(44, Duration::ZERO), 44_000_000_000);
        assert_eq!(nps(u64::MAX, Duration::ZERO), u64::MAX);
    }
}
