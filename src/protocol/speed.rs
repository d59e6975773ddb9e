//! Speed as people are shown it.

use std::time::Duration;

/// Nodes per second as a whole number, also when no time has passed; 0 for no nodes.
pub fn nps(nodes: u64, time: Duration) -> u64 {
    let nanoseconds = time.as_nanos().max(1);
    u64::try_from(u128::from(nodes) * 1_000_000_000 / nanoseconds).unwrap_or(u64::MAX)
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
