//! How far long work is: a bar for a person at a terminal, a line at once and one a
//! minute for a log.

use crate::say::remark;
use console::Term;
use indicatif::HumanCount;
use indicatif::HumanDuration;
use indicatif::ProgressBar;
use indicatif::ProgressStyle;
use std::io::IsTerminal;
use std::io::stderr;
use std::sync::Mutex;
use std::time::Duration;
use std::time::Instant;

/// Columns of a terminal that has room for the bar itself.
const WIDE: u16 = 100;
/// Between two lines of a log.
const LINE_EVERY: Duration = Duration::from_secs(60);

/// Work of a known length. Goes to standard error.
pub struct Progress {
    bar: ProgressBar,
    /// What stands in front of each line.
    name: String,
    /// Only without a terminal.
    lines: Option<Mutex<Pace>>,
}

impl Progress {
    /// Work of `length` steps, called `name`.
    pub fn new(name: &str, length: u64) -> Self {
        let bar = ProgressBar::new(length);
        let is_wide = Term::stderr().size_checked().is_none_or(|(_, columns)| columns >= WIDE);
        let template = if is_wide {
            "{prefix} {bar:30} {human_pos}/{human_len} {msg} {elapsed} gone, {eta} left"
        } else {
            "{prefix} {human_pos}/{human_len} {eta} left {wide_msg}"
        };
        bar.set_style(ProgressStyle::with_template(template).expect("the template is well formed"));
        bar.set_prefix(name.to_owned());
        let lines = (!stderr().is_terminal()).then(|| Mutex::new(Pace::of_a_log()));
        if lines.is_none() {
            bar.enable_steady_tick(Duration::from_secs(1));
        } else {
            remark!("{name}: 0/{}", HumanCount(length));
        }
        Self { bar, name: name.to_owned(), lines }
    }

    /// What else there is to say.
    pub fn tell(&self, message: String) {
        self.bar.set_message(message);
    }

    /// So many more steps are done.
    pub fn advance(&self, steps: u64) {
        self.bar.inc(steps);
        self.line(Instant::now());
    }

    /// So many steps are done in all.
    pub fn reach(&self, steps: u64) {
        self.bar.set_position(steps);
        self.line(Instant::now());
    }

    /// Takes the bar away.
    pub fn end(&self) {
        self.bar.finish_and_clear();
    }

    fn line(&self, now: Instant) {
        let Some(lines) = &self.lines else { return };
        if lines.lock().is_ok_and(|mut pace| pace.is_due(now)) {
            remark!("{}", self.text());
        }
    }

    /// How far the work is, in a line.
    fn text(&self) -> String {
        let (done, all) = (self.bar.position(), self.bar.length().unwrap_or_default());
        let share = 100.0 * done as f64 / all.max(1) as f64;
        let left = if done > 0 { format!(", {} left", HumanDuration(self.bar.eta())) } else { String::new() };
        let message = self.bar.message();
        let space = if message.is_empty() { "" } else { " " };
        let (done, all) = (HumanCount(done), HumanCount(all));
        let gone = HumanDuration(self.bar.elapsed());
        format!("{}: {done}/{all} ({share:.1} %){space}{message}, {gone} gone{left}", self.name)
    }
}

/// When it is time for the next line.
pub struct Pace {
    every: Duration,
    last: Instant,
}

impl Pace {
    /// That of a log, from now on.
    pub fn of_a_log() -> Self {
        Self { every: LINE_EVERY, last: Instant::now() }
    }

    /// Whether it is time for a line at `now`; then the next one is due later.
    pub fn is_due(&mut self, now: Instant) -> bool {
        let is_due = now.duration_since(self.last) >= self.every;
        if is_due {
            self.last = now;
        }
        is_due
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_comes_when_its_time_has_come() {
        let start = Instant::now();
        let mut pace = Pace { every: Duration::from_secs(60), last: start };
        let due: Vec<u64> = (0..200).filter(|&second| pace.is_due(start + Duration::from_secs(second))).collect();
        assert_eq!(due, [60, 120, 180]);
    }

    #[test]
    fn a_line_says_how_far_the_work_is() {
        let progress = Progress::new("games", 2000);
        progress.tell("1234 quiet positions".to_owned());
        progress.reach(500);
        let text = progress.text();
        assert!(text.starts_with("games: 500/2,000 (25.0 %) 1234 quiet positions, 0 seconds gone, "), "{text}");
    }
}
