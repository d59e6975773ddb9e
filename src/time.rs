//! The time budget of a move, from the clock times of a `go`. Pure functions: nothing here reads a clock.

use crate::params;
use std::time::Duration;

/// Our clock as the front end reports it, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    /// Time left.
    pub time: Option<u64>,
    /// Added after each of our moves; not yet part of `time`.
    pub increment: u64,
    /// Moves until the next period. `None`: `time` must last for the rest of the game.
    pub moves_to_go: Option<u32>,
    /// The budget of this one move, whatever the clock says.
    pub move_time: Option<u64>,
}

/// How long to think about one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// No new iteration begins after this; scaled by the stability of the search unless `fixed`.
    pub soft: Duration,
    /// The search is stopped after this.
    pub hard: Duration,
    /// The budget is for this move alone, so it is used whole.
    pub fixed: bool,
}

/// Default overhead, milliseconds.
pub const DEFAULT_OVERHEAD: u64 = 30;

/// The default overhead costs at most this share of the time of one move, as a divisor.
const OVERHEAD_DIVISOR: u64 = 20;

/// The default overhead may always cost this much of the time of one move, milliseconds.
const OVERHEAD_MIN: u64 = 5;

/// A large overhead leaves a move at least this part of its share of the clock.
const LEAST_SHARE: f64 = 0.25;

/// Hundredths as a factor.
fn hundredths(number: i32) -> f64 {
    f64::from(number) / 100.0
}

/// Splits the clock. `None` when the clock sets no limit.
///
/// `overhead` is the time that passes between the answer and the front end's clock. With `ponder` the engine also
/// thinks on the opponent's time, so it spends more.
pub fn budget(clock: &Clock, overhead: Duration, ponder: bool) -> Option<Budget> {
    let overhead = overhead.as_millis() as u64;
    if let Some(time) = clock.move_time {
        return Some(one_move(time, overhead));
    }
    let time = clock.time?;
    Some(shared(time, clock.increment, clock.moves_to_go, overhead, ponder))
}

/// A budget for this move alone. The default overhead costs at most 1/20 of the time, or 5 ms. What the user set beyond
/// it is subtracted in full, but leaves half of the time.
fn one_move(time: u64, overhead: u64) -> Budget {
    let default = overhead.min(DEFAULT_OVERHEAD);
    let left = time.saturating_sub(default.min((time / OVERHEAD_DIVISOR).max(OVERHEAD_MIN)));
    let whole = Duration::from_millis(left.saturating_sub(overhead - default).max(left.min(time / 2)));
    Budget { soft: whole, hard: whole, fixed: true }
}

/// The budget from a clock that must last for further moves.
fn shared(time: u64, increment: u64, moves: Option<u32>, overhead: u64, ponder: bool) -> Budget {
    let left = time.saturating_sub(overhead).max(1) as f64;
    // The default overhead is subtracted from the clock once: at fast clocks it would take the whole increment. What
    // the user set beyond it is subtracted from each move.
    let lag = overhead.saturating_sub(DEFAULT_OVERHEAD) as f64;
    // With ponder only the share of the clock grows: spending more than the increment would use up the clock.
    let pondering = if ponder { hundredths(params::time_ponder()) } else { 1.0 };
    let increment = hundredths(params::time_increment()) * increment as f64;
    let (share, hard) = match moves {
        Some(moves) => {
            let moves = f64::from(moves.max(1));
            let share = pondering * hundredths(params::time_share()) * left / moves + increment;
            let cap = hundredths(params::time_hard_movestogo_share()) * left;
            (share, (f64::from(params::time_hard_movestogo()) * share).min(cap))
        }
        None => {
            let share = pondering * left / f64::from(params::time_moves_ahead()) + increment;
            (share, (f64::from(params::time_hard()) * share).min(hundredths(params::time_hard_share()) * left))
        }
    };
    let soft = (share - lag).max(share * LEAST_SHARE);
    let duration = |milliseconds: f64| Duration::from_secs_f64(milliseconds.max(0.0) / 1000.0);
    // An increment larger than the time left cannot be spent in advance: the soft limit is at most the hard one.
    Budget { soft: duration(soft.min(hard)), hard: duration(hard), fixed: false }
}

/// The stability of the search after an iteration.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Stability {
    /// Share of the main thread's nodes that were spent on the best move, 0 to 1.
    pub best_share: f64,
    /// Iterations since the best move changed.
    pub unchanged: u32,
    /// Centipawns by which the score fell since the last iteration, 0 when it rose.
    pub fall: i32,
}

impl Budget {
    /// The soft limit for a search in this state. The factors are those of the usual node-share and stability rules.
    pub fn scaled_soft(&self, stability: Stability) -> Duration {
        if self.fixed {
            return self.soft;
        }
        let best_share = stability.best_share.clamp(0.0, 1.0);
        let share_factor =
            hundredths(params::time_node_share_base()) - hundredths(params::time_node_share_slope()) * best_share;
        let unchanged = stability.unchanged.min(params::time_stability_max() as u32);
        let change_factor = hundredths(params::time_stability_base())
            - hundredths(params::time_stability_step()) * f64::from(unchanged);
        let fall = stability.fall.clamp(0, params::time_fall_max());
        let fall_factor = 1.0 + f64::from(fall) / f64::from(params::time_fall());
        // A tuner may try values that make the product negative.
        self.soft.mul_f64((share_factor * change_factor * fall_factor).max(0.0)).min(self.hard)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OVERHEAD: Duration = Duration::from_millis(30);

    fn check(clock: Clock, soft: u64, hard: u64, fixed: bool) {
        let budget = budget(&clock, OVERHEAD, false).unwrap();
        let near = |duration: Duration, expected: u64| duration.as_millis().abs_diff(u128::from(expected)) <= 1;
        assert!(near(budget.soft, soft) && near(budget.hard, hard), "{clock:?} gave {budget:?}");
        assert_eq!(budget.fixed, fixed, "{clock:?}");
    }

    #[test]
    fn clocks_are_split() {
        let clock = Clock::default();
        assert_eq!(budget(&clock, OVERHEAD, false), None);
        check(Clock { move_time: Some(100), time: Some(9), ..clock }, 95, 95, true);
        check(Clock { move_time: Some(2000), ..clock }, 1970, 1970, true);
        check(Clock { time: Some(25_030), ..clock }, 1000, 5000, false);
        check(Clock { time: Some(1030), moves_to_go: Some(1), ..clock }, 700, 700, false);
        check(Clock { time: Some(0), moves_to_go: Some(1), ..clock }, 0, 0, false);
        check(Clock { time: Some(0), increment: 100, ..clock }, 0, 0, false);
        check(Clock { time: Some(25_030), increment: 1000, ..clock }, 1950, 9750, false);
        check(Clock { time: Some(10_030), moves_to_go: Some(40), ..clock }, 225, 675, false);
    }

    #[test]
    fn an_overhead_set_by_the_user_is_subtracted() {
        for (time, overhead, left) in [
            (2_000, 30, 1_970),
            (2_000, 500, 1_500),
            (1_000, 130, 870),
            (100, 30, 95),
            (100, 500, 50),
            (3, 30, 0),
            (3, 31, 0),
        ] {
            let clock = Clock { move_time: Some(time), ..Clock::default() };
            let budget = budget(&clock, Duration::from_millis(overhead), false).unwrap();
            assert_eq!(budget.hard.as_millis(), left, "{time} with {overhead}");
        }
    }

    /// Forty moves in ten seconds, or fifty without an increment, each of them late by the overhead.
    #[test]
    fn no_game_is_lost_by_an_overhead_that_the_user_has_set() {
        for (mut time, periods) in [(10_000, true), (20_000, false)] {
            let overhead = Duration::from_millis(150);
            for played in 0..if periods { 40 } else { 50 } {
                let moves_to_go = periods.then(|| 40 - played);
                let clock = Clock { time: Some(time), moves_to_go, ..Clock::default() };
                let soft = budget(&clock, overhead, false).unwrap().soft;
                assert!(soft.as_millis() >= 3, "a move is searched: {clock:?}");
                let spent = soft + overhead;
                time = time.checked_sub(spent.as_millis() as u64).expect("time is left");
            }
        }
    }

    #[test]
    fn pondering_spends_more_of_the_clock_but_no_more_of_the_increment() {
        let soft = |time, ponder| {
            let clock = Clock { time: Some(time), increment: 1000, ..Clock::default() };
            budget(&clock, OVERHEAD, ponder).unwrap().soft.as_millis()
        };
        assert_eq!((soft(25_030, false), soft(25_030, true)), (1950, 2200));
        assert!(soft(1_500, true) < 1000, "a move may not cost more than its increment when that is all there is");
    }

    #[test]
    fn never_more_than_is_left() {
        for time in [0, 1, 5, 30, 31, 100, 1_000, 600_000, u64::MAX / 4] {
            for increment in [0, 10, 1_000, 1_000_000] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    let clock = Clock { time: Some(time), increment, moves_to_go, move_time: None };
                    for ponder in [false, true] {
                        let budget = budget(&clock, OVERHEAD, ponder).unwrap();
                        assert!(budget.soft <= budget.hard, "{clock:?}");
                        assert!(budget.hard <= Duration::from_millis(time.max(1)), "{clock:?} gave {budget:?}");
                        let alarmed = Stability { best_share: 0.0, unchanged: 0, fall: 500 };
                        assert!(budget.scaled_soft(alarmed) <= budget.hard);
                    }
                }
            }
        }
    }
}
