//! Keeps the lines of a search, for callers that want its result and not each iteration.

use guohe::search::{LineInfo, Report};
use guohe::tt::Bound;
use std::sync::{Mutex, PoisonError};

/// Keeps the lines of the last complete iteration.
#[derive(Default)]
pub struct LastLines(Mutex<Vec<LineInfo>>);

impl LastLines {
    /// The lines, the best first; empty if the search ended before an iteration was complete.
    pub fn into_lines(self) -> Vec<LineInfo> {
        self.0.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Report for LastLines {
    fn iteration(&self, lines: &[LineInfo]) {
        // The line of a bound is one or two moves, not a whole variation.
        if lines.iter().all(|line| line.bound == Bound::Exact) {
            *self.0.lock().unwrap_or_else(PoisonError::into_inner) = lines.to_vec();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use guohe::types::Score;
    use std::time::Duration;

    #[test]
    fn the_lines_of_the_last_iteration_stay() {
        let line = |depth, bound| {
            let line = vec!["h2e2".parse().unwrap()];
            let (score, time) = (Score::new(20), Duration::ZERO);
            LineInfo { depth, seldepth: depth, multipv: 1, score, bound, time, nodes: 1, hashfull: 0, line }
        };
        let last = LastLines::default();
        last.iteration(&[line(1, Bound::Exact), line(1, Bound::Exact)]);
        last.iteration(&[line(2, Bound::Exact), line(2, Bound::Exact)]);
        last.iteration(&[line(3, Bound::Lower)]);
        assert_eq!(last.into_lines(), [line(2, Bound::Exact), line(2, Bound::Exact)]);
    }
}
