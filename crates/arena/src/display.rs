//! What `arena` counts and shows while a match runs, on stderr: a bar on a terminal, now and then a line elsewhere.

use super::course::Reporter;
use super::record::GameRecord;
use super::standing::Standing;
use super::stats::Sprt;
use guohe_common::progress::Pace;
use guohe_common::say::{counted, remark};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::path::Path;
use std::time::Instant;

/// Warnings shown as they come; all are in the match file.
const WARNINGS_SHOWN: usize = 10;

/// The arena's score of a match, and what is shown of it.
pub struct Scoreboard {
    /// The score.
    pub standing: Standing,
    /// The sequential test, if there is one.
    pub sprt: Option<Sprt>,
    /// What is shown.
    pub display: Display,
}

impl Reporter for Scoreboard {
    fn note(&mut self, text: &str) {
        self.display.say(text);
    }

    fn game(&mut self, record: &GameRecord, is_resumed: bool) {
        if !is_resumed {
            self.display.game(record);
        }
        self.standing.add(0, record);
    }

    fn score(&mut self) {
        self.display.score(&self.standing, self.sprt.as_ref());
    }

    fn is_decided(&self) -> bool {
        self.standing.is_decided(self.sprt.as_ref())
    }

    fn dropped(&mut self, engine: usize, why: String) {
        self.standing.note_dropped(engine, why);
    }

    fn interrupted(&mut self, file: Option<&Path>) {
        self.display.say(if file.is_some() { "interrupted; the same command resumes" } else { "interrupted" });
    }

    fn finished(&mut self, left_out: u64) {
        self.standing.note_left_out(left_out);
        self.display.close();
    }
}

/// The view of a match that runs.
pub struct Display {
    bar: Option<ProgressBar>,
    names: Vec<String>,
    /// Whether every game is told.
    verbose: bool,
    warnings: usize,
    /// When the score is written without a terminal.
    pace: Pace,
}

impl Display {
    /// Of a match of so many games between engines of these names; `verbose` tells every game.
    pub fn new(games: u64, names: Vec<String>, verbose: bool) -> Self {
        // What matters stands first: a narrow terminal cuts the end.
        let style = ProgressStyle::with_template("{pos}/{len} {elapsed} eta {eta} {wide_msg}");
        let bar = style.ok().filter(|_| std::io::stderr().is_terminal()).map(|style| {
            let bar = ProgressBar::new(games);
            bar.set_style(style);
            bar
        });
        Self { bar, names, verbose, warnings: 0, pace: Pace::of_a_log() }
    }

    /// Something worth a line.
    pub fn say(&self, text: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| remark!("{text}")),
            None => remark!("{text}"),
        }
    }

    /// Tells of a game, or only of whatever was wrong in it.
    pub fn game(&mut self, record: &GameRecord) {
        let number = record.game + 1;
        let names = record.names(&self.names);
        if let Some(text) = record.fault_text(names) {
            self.say(&text);
        }
        for warning in &record.warnings {
            self.warnings += 1;
            if self.warnings <= WARNINGS_SHOWN {
                let name = names[warning.engine.min(1)];
                let (ply, flaw, text) = (warning.ply, warning.flaw.name(), &warning.text);
                self.say(&format!("game {number}, ply {ply}: {name}: {flaw}: {text}"));
            } else if self.warnings == WARNINGS_SHOWN + 1 {
                self.say("further warnings only in the report");
            }
        }
        if self.verbose {
            let (red, black) = (names[record.red], names[1 - record.red]);
            let plies = counted(record.ms.len() as u64, "ply");
            let (result, reason) = (&record.result, record.reason);
            self.say(&format!("game {number}: {red} - {black} {result} {reason}, {plies}"));
        }
    }

    /// Shows the score.
    pub fn score(&mut self, standing: &Standing, sprt: Option<&Sprt>) {
        match &self.bar {
            Some(bar) => {
                bar.set_position(standing.played());
                bar.set_message(standing.line(sprt));
            }
            None if self.pace.is_due(Instant::now()) => remark!("{}", standing.line(sprt)),
            None => {}
        }
    }

    /// Leaves the last line as it is.
    pub fn close(&self) {
        if let Some(bar) = &self.bar {
            bar.finish();
        }
    }
}
