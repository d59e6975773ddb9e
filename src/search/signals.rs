//! How the outside world talks to a running search: stop, and the start of its clock.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Shared between the search and whoever controls it.
pub struct Signals {
    stop: AtomicBool,
    started: Instant,
    /// When the clock began to run; `None` while the engine ponders and it stands still.
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
        Self { stop: AtomicBool::new(false), started: now, clock: Mutex::new(Some(now)) }
    }

    /// A search on the opponent's time: no clock runs until [`Signals::ponderhit`].
    pub fn pondering() -> Self {
        Self { clock: Mutex::new(None), ..Self::new() }
    }

    /// Ends the search as soon as it looks.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::SeqCst);
    }

    /// The expected move was played: the clock starts now. Without effect when not pondering.
    pub fn ponderhit(&self) {
        self.lock().get_or_insert_with(Instant::now);
    }

    /// Whether the search was told to stop.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
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
        // An instant is valid whatever happened to the thread that held it.
        self.clock.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}
