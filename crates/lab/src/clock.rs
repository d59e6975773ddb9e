//! Processor time of the running thread, for studies that judge a method by its cost: on a busy machine the time that
//! passes says little.

use std::time::{Duration, Instant};

/// A moment of the thread's processor time.
pub struct Moment {
    wall: Instant,
    /// `None` where the system does not tell.
    processor: Option<Duration>,
}

impl Moment {
    /// Now.
    pub fn now() -> Self {
        Self { wall: Instant::now(), processor: processor_time() }
    }

    /// Processor time since then; time that has passed where the system does not tell.
    pub fn elapsed(&self) -> Duration {
        match (self.processor, processor_time()) {
            (Some(then), Some(now)) => now.saturating_sub(then),
            _ => self.wall.elapsed(),
        }
    }
}

/// What Linux says of the thread: the first field is nanoseconds on a processor.
fn processor_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_ascii_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sleeping_thread_takes_no_processor_time() {
        const ASLEEP: Duration = Duration::from_millis(50);
        let start = Moment::now();
        std::thread::sleep(ASLEEP);
        assert_eq!(start.elapsed() < ASLEEP, start.processor.is_some());
    }
}
