//! How far long work is: a bar for a person at a terminal, a line at once and one a minute for a log.

use crate::language::Language;
use crate::say::remark;
use console::Term;
use indicatif::{FormattedDuration, HumanCount, HumanDuration, ProgressBar, ProgressStyle};
use std::io::{IsTerminal, stderr};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Columns of a terminal that has room for the bar itself.
const WIDE: u16 = 100;
/// Between two lines of a log.
const LINE_EVERY: Duration = Duration::from_secs(60);

/// The template of a bar for a terminal.
const fn template(language: Language, is_wide: bool) -> &'static str {
    match (language, is_wide) {
        (Language::En, true) => "{prefix} {bar:30} {human_pos}/{human_len} {msg} {elapsed} gone, {eta} left",
        (Language::En, false) => "{prefix} {human_pos}/{human_len} {eta} left {wide_msg}",
        (Language::Zh, true) => {
            "{prefix} {bar:30} {human_pos}/{human_len} {msg} 已用 {elapsed_precise}，剩余 {eta_precise}"
        }
        (Language::Zh, false) => "{prefix} {human_pos}/{human_len} 剩余 {eta_precise} {wide_msg}",
    }
}

/// Work of a known length. Goes to standard error.
pub struct Progress {
    bar: ProgressBar,
    /// What stands in front of each line.
    name: String,
    language: Language,
    /// Only without a terminal.
    lines: Option<Mutex<Pace>>,
}

impl Progress {
    /// Work of `length` steps, called `name`.
    pub fn new(name: &str, length: u64) -> Self {
        Self::spoken(Language::En, name, length)
    }

    /// As [`Progress::new`], in a language.
    pub fn spoken(language: Language, name: &str, length: u64) -> Self {
        let bar = ProgressBar::new(length);
        let is_wide = Term::stderr().size_checked().is_none_or(|(_, columns)| columns >= WIDE);
        let template = ProgressStyle::with_template(template(language, is_wide));
        bar.set_style(template.expect("the template is well formed"));
        bar.set_prefix(name.to_owned());
        let lines = (!stderr().is_terminal()).then(|| Mutex::new(Pace::of_a_log()));
        if lines.is_none() {
            bar.enable_steady_tick(Duration::from_secs(1));
        } else {
            remark!("{name}{}0/{}", language.pick("：", ": "), HumanCount(length));
        }
        Self { bar, name: name.to_owned(), language, lines }
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
        let (gone, eta) = (self.bar.elapsed(), (done > 0).then(|| self.bar.eta()));
        let message = self.bar.message();
        let space = if message.is_empty() { "" } else { " " };
        let (done, all) = (HumanCount(done), HumanCount(all));
        let name = &self.name;
        match self.language {
            Language::En => {
                let left = eta.map_or_else(String::new, |eta| format!(", {} left", HumanDuration(eta)));
                let gone = HumanDuration(gone);
                format!("{name}: {done}/{all} ({share:.1} %){space}{message}, {gone} gone{left}")
            }
            Language::Zh => {
                let left = eta.map_or_else(String::new, |eta| format!("，剩余 {}", FormattedDuration(eta)));
                let gone = FormattedDuration(gone);
                format!("{name}：{done}/{all}（{share:.1} %）{space}{message}，已用 {gone}{left}")
            }
        }
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
        let progress = Progress::spoken(Language::Zh, "局面", 26);
        progress.reach(13);
        let text = progress.text();
        assert!(text.starts_with("局面：13/26（50.0 %），已用 00:00:0"), "{text}");
        assert!(text.contains("，剩余 00:00:0"), "{text}");
        for is_wide in [false, true] {
            assert!(ProgressStyle::with_template(template(Language::Zh, is_wide)).is_ok());
        }
    }
}
