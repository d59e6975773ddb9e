//! When an `info` line is written. UCCI front ends were built against a rhythm: nothing in the first 300 ms, a line now
//! and then, one before the answer. Knows no clock; the caller says what time it is.

use crate::search::Iteration;
use crate::tt::Bound;
use crate::types::Move;
use std::time::Duration;

/// Iterations that end earlier wait.
const SILENCE: Duration = Duration::from_millis(300);
/// The least time between two results, so that few of them fall into one read of the front end.
const GAP: Duration = Duration::from_millis(100);
/// The move under search is shown from here on ...
pub const CURRENT_MOVE_FROM: Duration = Duration::from_secs(3);
/// ... and this often.
const CURRENT_MOVE_GAP: Duration = Duration::from_millis(500);

/// How much is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Volume {
    /// Everything at once.
    Full,
    /// In the rhythm of UCCI front ends.
    Sparse,
}

/// The results of one search on their way out. All times count from the start of the search.
#[derive(Debug)]
pub struct InfoThrottle {
    volume: Volume,
    /// Lines of the last iteration that are not out yet, by place.
    waiting: Vec<Iteration>,
    /// When the last result went out.
    written: Option<Duration>,
    /// The first move of the best line that went out last.
    shown: Option<Move>,
    last_current_move: Duration,
}

impl InfoThrottle {
    /// For a new search.
    pub fn new(volume: Volume) -> Self {
        Self { volume, waiting: Vec::new(), written: None, shown: None, last_current_move: Duration::ZERO }
    }

    /// Takes in a result and gives out what is to be written at once.
    pub fn add(&mut self, info: Iteration, now: Duration) -> Vec<Iteration> {
        if info.bound != Bound::Exact {
            // A better value is on its way; meanwhile it interests those who asked for everything, after a while.
            let wanted = self.volume == Volume::Full && now >= CURRENT_MOVE_FROM;
            return if wanted { vec![info] } else { Vec::new() };
        }
        if info.multipv == 1 {
            self.waiting.clear();
        }
        self.waiting.retain(|other| other.multipv != info.multipv);
        self.waiting.push(info);
        self.due(now)
    }

    /// What is to be written now.
    pub fn due(&mut self, now: Duration) -> Vec<Iteration> {
        match self.next_due() {
            Some(due) if due <= now => self.take(now),
            _ => Vec::new(),
        }
    }

    /// When [`InfoThrottle::due`] is to be asked again; `None` when nothing waits but an iteration whose other lines are still to
    /// come. Those are written together, however slowly they arrive.
    pub fn next_due(&self) -> Option<Duration> {
        if self.waiting.len() < self.waiting.first()?.lines {
            return None;
        }
        Some(match (self.volume, self.written) {
            (Volume::Full, _) => Duration::ZERO,
            (Volume::Sparse, None) => SILENCE,
            (Volume::Sparse, Some(written)) => (written + GAP).max(SILENCE),
        })
    }

    fn take(&mut self, now: Duration) -> Vec<Iteration> {
        self.written = Some(now);
        if let Some(first) = self.waiting.iter().find(|info| info.multipv == 1) {
            self.shown = first.line.first().copied();
        }
        std::mem::take(&mut self.waiting)
    }

    /// Whether the move under search is to be shown now.
    pub fn wants_current_move(&mut self, now: Duration) -> bool {
        let wanted = now >= CURRENT_MOVE_FROM && now >= self.last_current_move + CURRENT_MOVE_GAP;
        if wanted {
            self.last_current_move = now;
        }
        wanted
    }

    /// The search has ended with `best`: what is still to be written, and whether the best line that was or will then
    /// be out begins with another move, or there is none.
    pub fn finish(&mut self, best: Move, now: Duration) -> (Vec<Iteration>, bool) {
        let last = self.take(now);
        (last, self.shown != Some(best))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Score;

    fn info(depth: u32, multipv: usize, mv: &str) -> Iteration {
        Iteration {
            depth,
            seldepth: depth,
            multipv,
            lines: 1,
            score: Score::new(1),
            bound: Bound::Exact,
            time: Duration::ZERO,
            nodes: 1,
            hashfull: 0,
            line: vec![mv.parse().unwrap()],
        }
    }

    fn depths(infos: &[Iteration]) -> Vec<u32> {
        infos.iter().map(|info| info.depth).collect()
    }

    const fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    #[test]
    fn fast_iterations_wait_for_the_last_of_them() {
        let mut throttle = InfoThrottle::new(Volume::Sparse);
        assert_eq!(throttle.next_due(), None);
        for depth in 1..=5 {
            assert!(throttle.add(info(depth, 1, "h2e2"), ms(10)).is_empty());
        }
        assert_eq!(throttle.next_due(), Some(SILENCE));
        assert!(throttle.due(ms(299)).is_empty());
        assert_eq!(depths(&throttle.due(ms(300))), [5]);
        // Two more in quick succession: the second replaces the first.
        assert!(throttle.add(info(6, 1, "h2e2"), ms(310)).is_empty());
        assert!(throttle.add(info(7, 1, "h2e2"), ms(320)).is_empty());
        assert_eq!(depths(&throttle.due(ms(400))), [7]);
        assert_eq!(depths(&throttle.add(info(8, 1, "h2e2"), ms(900))), [8]);
    }

    #[test]
    fn the_last_result_goes_out_before_the_answer() {
        let mut throttle = InfoThrottle::new(Volume::Sparse);
        throttle.add(info(1, 1, "h2e2"), ms(1));
        let (last, missing) = throttle.finish("h2e2".parse().unwrap(), ms(2));
        assert_eq!((depths(&last), missing), (vec![1], false));
        let (last, missing) = throttle.finish("h2e2".parse().unwrap(), ms(2));
        assert_eq!((depths(&last), missing), (vec![], false));
        assert!(throttle.finish("b2e2".parse().unwrap(), ms(2)).1);
        assert!(InfoThrottle::new(Volume::Sparse).finish("b2e2".parse().unwrap(), ms(2)).1);
    }

    #[test]
    fn everything_when_asked() {
        let mut throttle = InfoThrottle::new(Volume::Full);
        assert_eq!(depths(&throttle.add(info(1, 1, "h2e2"), ms(0))), [1]);
        assert_eq!(depths(&throttle.add(info(2, 1, "h2e2"), ms(1))), [2]);
        assert_eq!(throttle.finish("h2e2".parse().unwrap(), ms(2)), (vec![], false));
    }

    #[test]
    fn several_lines_go_out_together() {
        let of_two = |depth, multipv, mv| Iteration { lines: 2, ..info(depth, multipv, mv) };
        for volume in [Volume::Sparse, Volume::Full] {
            let mut throttle = InfoThrottle::new(volume);
            assert!(throttle.add(of_two(1, 1, "h2e2"), ms(400)).is_empty());
            assert_eq!(depths(&throttle.add(of_two(1, 2, "b2e2"), ms(400))), [1, 1]);
            // However late the second comes, as on a machine with other things to do.
            assert!(throttle.add(of_two(2, 1, "h2e2"), ms(600)).is_empty());
            assert_eq!(throttle.next_due(), None);
            assert!(throttle.due(ms(900)).is_empty());
            assert_eq!(depths(&throttle.add(of_two(2, 2, "b2e2"), ms(900))), [2, 2]);
            // What an unfinished iteration brought goes out with the answer.
            assert!(throttle.add(of_two(3, 1, "h2e2"), ms(1_000)).is_empty());
            assert_eq!(depths(&throttle.finish("h2e2".parse().unwrap(), ms(1_001)).0), [3]);
        }
    }

    #[test]
    fn the_move_under_search_is_shown_late_and_seldom() {
        let mut throttle = InfoThrottle::new(Volume::Sparse);
        assert!(!throttle.wants_current_move(ms(2999)));
        assert!(throttle.wants_current_move(ms(3000)));
        assert!(!throttle.wants_current_move(ms(3499)));
        assert!(throttle.wants_current_move(ms(3500)));
    }
}
