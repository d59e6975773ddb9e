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
    fn time_does_not_run_backwards() {
        let start = Moment::now();
        let mut sum = 0_u64;
        let mut last = Duration::ZERO;
        for number in 0..100_000_u64 {
            sum = sum.wrapping_mul(31).wrapping_add(number);
            if number.is_multiple_of(10_000) {
                let now = start.elapsed();
                assert!(now >= last);
                last = now;
            }
        }
        assert_ne!(sum, 0);
    }
}
