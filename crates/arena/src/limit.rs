//! What bounds an engine's thinking in a match, and the clock that a match keeps for it.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// How long, or how far, an engine may think about each move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// A clock: `base` for the game, or for every `period` moves, and `increment` after each move.
    Clock {
        /// Moves of a period; `None` when `base` is for the whole game.
        period: Option<u32>,
        /// Time at the start, added again when a period ends.
        base: Duration,
        /// Added after each move.
        increment: Duration,
    },
    /// The same time for each move.
    MoveTime(Duration),
    /// Nodes for each move.
    Nodes(u64),
    /// Depth of each search.
    Depth(u32),
}

/// Text that is no limit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseLimitError(String);

impl fmt::Display for ParseLimitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "'{}' is no limit such as 2+0.02, 40/10, 'movetime 100' (ms), 'nodes 10000' or 'depth 8'",
            self.0.escape_debug()
        )
    }
}

impl std::error::Error for ParseLimitError {}

impl FromStr for Limit {
    type Err = ParseLimitError;

    /// Reads `2+0.02` (seconds, increment), `10` (seconds for the game), `40/10` (moves, seconds), `40/10+0.1`, and
    /// `movetime 100` (milliseconds), `nodes 10000`, `depth 8`, these three also with `=` for the blank.
    fn from_str(text: &str) -> Result<Self, ParseLimitError> {
        parse(text.trim()).ok_or_else(|| ParseLimitError(text.to_owned()))
    }
}

fn parse(text: &str) -> Option<Limit> {
    if let Some((word, number)) = text.split_once([' ', '=']) {
        let number = number.trim();
        let above_zero = |number: u64| (number > 0).then_some(number);
        return Some(match word {
            "movetime" => Limit::MoveTime(Duration::from_millis(above_zero(number.parse().ok()?)?)),
            "nodes" => Limit::Nodes(above_zero(number.parse().ok()?)?),
            "depth" => Limit::Depth(u32::try_from(above_zero(number.parse().ok()?)?).ok()?),
            "tc" => return parse(number).filter(|limit| matches!(limit, Limit::Clock { .. })),
            _ => return None,
        });
    }
    let (period, rest) = match text.split_once('/') {
        Some((moves, rest)) => (Some(moves.parse().ok().filter(|&moves: &u32| moves > 0)?), rest),
        None => (None, text),
    };
    let (base, increment) = match rest.split_once('+') {
        Some((base, increment)) => (seconds(base)?, seconds(increment)?),
        None => (seconds(rest)?, Duration::ZERO),
    };
    (base > Duration::ZERO).then_some(Limit::Clock { period, base, increment })
}

/// Reads seconds with decimals, or `minutes:seconds`. Kept to a millisecond, which is what engines are told.
fn seconds(text: &str) -> Option<Duration> {
    let (minutes, rest) = match text.split_once(':') {
        Some((minutes, rest)) => (minutes.parse::<u32>().ok()?, rest),
        None => (0, text),
    };
    if !rest.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
        return None;
    }
    let value: f64 = rest.parse().ok().filter(|value| (0.0..=1e6).contains(value))?;
    Some(Duration::from_millis((value * 1000.0).round() as u64) + Duration::from_secs(60 * u64::from(minutes)))
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Clock { period, base, increment } => {
                if let Some(moves) = period {
                    write!(f, "{moves}/")?;
                }
                write!(f, "{}", base.as_secs_f64())?;
                if increment > Duration::ZERO || period.is_none() {
                    write!(f, "+{}", increment.as_secs_f64())?;
                }
                Ok(())
            }
            Self::MoveTime(time) => write!(f, "movetime {}", time.as_millis()),
            Self::Nodes(nodes) => write!(f, "nodes {nodes}"),
            Self::Depth(depth) => write!(f, "depth {depth}"),
        }
    }
}

/// The times of a clock as sent to an engine, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClockTimes {
    /// Time left.
    pub time: u64,
    /// Added after each move.
    pub increment: u64,
    /// Moves until time is added, where there are periods.
    pub moves_to_go: Option<u32>,
}

/// One engine's clock during a game.
#[derive(Clone, Debug)]
pub struct Timer {
    limit: Limit,
    left: Duration,
    moves_to_go: u32,
}

impl Timer {
    /// A clock at the start of a game.
    pub fn new(limit: Limit) -> Self {
        let (left, moves_to_go) = match limit {
            Limit::Clock { period, base, .. } => (base, period.unwrap_or(0)),
            Limit::MoveTime(time) => (time, 0),
            Limit::Nodes(_) | Limit::Depth(_) => (Duration::ZERO, 0),
        };
        Self { limit, left, moves_to_go }
    }

    /// What bounds the moves.
    pub fn limit(&self) -> Limit {
        self.limit
    }

    /// The time that the next move may take; `None` when time is not what bounds it.
    pub fn allowance(&self) -> Option<Duration> {
        matches!(self.limit, Limit::Clock { .. } | Limit::MoveTime(_)).then_some(self.left)
    }

    /// The times to send to the engine; `None` when it plays without a clock.
    pub fn clock_times(&self) -> Option<ClockTimes> {
        let Limit::Clock { period, increment, .. } = self.limit else { return None };
        Some(ClockTimes {
            time: self.left.as_millis() as u64,
            increment: increment.as_millis() as u64,
            moves_to_go: period.map(|_| self.moves_to_go),
        })
    }

    /// Takes the time of one move off and gives what is due after it. Returns by how much the move was late.
    pub fn charge(&mut self, used: Duration) -> Duration {
        let late = match self.allowance() {
            Some(allowance) => used.saturating_sub(allowance),
            None => return Duration::ZERO,
        };
        if let Limit::Clock { period, base, increment } = self.limit {
            self.left = self.left.saturating_sub(used) + increment;
            if let Some(moves) = period {
                self.moves_to_go -= 1;
                if self.moves_to_go == 0 {
                    self.moves_to_go = moves;
                    self.left += base;
                }
            }
        }
        late
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    #[test]
    fn limits_are_read_and_written() {
        let clock = |period, base, increment| Limit::Clock { period, base: ms(base), increment: ms(increment) };
        for (text, limit, written) in [
            ("2+0.02", clock(None, 2000, 20), "2+0.02"),
            ("10", clock(None, 10_000, 0), "10+0"),
            ("1:30+.5", clock(None, 90_000, 500), "90+0.5"),
            ("40/10", clock(Some(40), 10_000, 0), "40/10"),
            ("40/10+0.1", clock(Some(40), 10_000, 100), "40/10+0.1"),
            ("tc=0.5+0.005", clock(None, 500, 5), "0.5+0.005"),
            ("movetime 100", Limit::MoveTime(ms(100)), "movetime 100"),
            ("movetime=100", Limit::MoveTime(ms(100)), "movetime 100"),
            (" nodes 10000 ", Limit::Nodes(10_000), "nodes 10000"),
            ("depth 8", Limit::Depth(8), "depth 8"),
        ] {
            assert_eq!(text.parse(), Ok(limit), "{text}");
            assert_eq!(limit.to_string(), written);
            assert_eq!(written.parse(), Ok(limit), "{written}");
        }
    }

    #[test]
    fn what_is_no_limit_is_refused() {
        for text in
            ["", "0", "0+1", "x", "2+", "+1", "0/10", "40/", "-2+1", "2+-1", "nan", "inf", "1e99", "nodes", "nodes 0"]
        {
            assert!(text.parse::<Limit>().is_err(), "{text}");
        }
        for text in ["depth x", "depth 99999999999", "movetime -1", "tc=nodes 5", "fish 3"] {
            assert!(text.parse::<Limit>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_clock_runs_down_and_is_wound_up() {
        let mut timer = Timer::new("2+0.02".parse().unwrap());
        assert_eq!(timer.charge(ms(500)), Duration::ZERO);
        assert_eq!(timer.clock_times(), Some(ClockTimes { time: 1520, increment: 20, moves_to_go: None }));
        assert_eq!(timer.charge(ms(1530)), ms(10));
        assert_eq!(timer.allowance(), Some(ms(20)));

        let mut timer = Timer::new("2/1".parse().unwrap());
        timer.charge(ms(300));
        assert_eq!(timer.clock_times(), Some(ClockTimes { time: 700, increment: 0, moves_to_go: Some(1) }));
        timer.charge(ms(300));
        assert_eq!(timer.clock_times(), Some(ClockTimes { time: 1400, increment: 0, moves_to_go: Some(2) }));
    }

    #[test]
    fn other_limits_do_not_run_down() {
        let mut timer = Timer::new("movetime 100".parse().unwrap());
        assert_eq!(timer.charge(ms(103)), ms(3));
        assert_eq!(timer.allowance(), Some(ms(100)));
        assert_eq!(timer.clock_times(), None);
        let mut timer = Timer::new("nodes 5".parse().unwrap());
        assert_eq!(timer.charge(ms(103)), Duration::ZERO);
        assert_eq!(timer.allowance(), None);
    }
}
