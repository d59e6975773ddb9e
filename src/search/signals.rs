//! Signals to a running search: stop, and the start of its clock.

use crate::clock::Instant;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The stop flag and the clock of a search, shared with the code that controls it.
pub struct Signals {
    stop: AtomicBool,
    /// A further stop condition, see [`Signals::watched`].
    watched: Option<fn() -> bool>,
    started: Instant,
    /// When the clock began to run; `None` while the engine ponders.
    clock: Mutex<Option<Instant>>,
}

impl Default for Signals {
    fn default() -> Self {
        Self::new()
    }
}

impl Signals {
    /// A search whose clock runs from now.
    pub fn new() -> Self {
        let now = Instant::now();
        Self { stop: AtomicBool::new(false), watched: None, started: now, clock: Mutex::new(Some(now)) }
    }

    /// A search that also stops once `is_stopped` returns true; it is called at each poll, at most 1,024 nodes apart.
    pub fn watched(is_stopped: fn() -> bool) -> Self {
        Self { watched: Some(is_stopped), ..Self::new() }
    }

    /// A search on the opponent's time: no clock runs until [`Signals::ponderhit`].
    pub fn pondering() -> Self {
        Self { clock: Mutex::new(None), ..Self::new() }
    }

    /// Stops the search at its next poll.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::SeqCst);
    }

    /// The expected move was played: the clock starts now. Without effect when not pondering.
    pub fn ponderhit(&self) {
        self.lock().get_or_insert_with(Instant::now);
    }

    /// Whether the search must stop.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.watched.is_some_and(|is_stopped| is_stopped())
    }

    /// Time since the search began, pondering included.
    pub fn since_start(&self) -> Duration {
        self.started.elapsed()
    }

    /// Time since the clock began to run; `None` while the engine ponders.
    pub fn on_clock(&self) -> Option<Duration> {
        self.lock().map(|since| since.elapsed())
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Option<Instant>> {
        // The value is valid even if a thread panicked with the lock.
        self.clock.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_watched_condition_stops_the_search() {
        assert!(Signals::watched(|| true).is_stopped());
        let signals = Signals::watched(|| false);
        assert!(!signals.is_stopped());
        signals.stop();
        assert!(signals.is_stopped());
    }
}
