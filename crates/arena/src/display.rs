//! What `arena` counts and shows while a match runs, on stderr: a bar on a terminal, now and then a line elsewhere.

use super::course::Reporter;
use super::record::{GameRecord, Header};
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

/// The arena's score of a match that runs, and what is shown of it.
pub struct Scoreboard {
    /// The score.
    pub standing: Standing,
    /// The sequential test, if there is one.
    sprt: Option<Sprt>,
    bar: Option<ProgressBar>,
    names: Vec<String>,
    /// Whether a line is shown for every game.
    verbose: bool,
    warnings: usize,
    /// When the score is written without a terminal.
    pace: Pace,
}

impl Scoreboard {
    /// No game yet of the `games` games of a match.
    pub fn new(header: &Header, games: u64, sprt: Option<Sprt>, verbose: bool) -> Self {
        // What matters stands first: a narrow terminal cuts the end.
        let style = ProgressStyle::with_template("{pos}/{len} {elapsed} eta {eta} {wide_msg}");
        let bar = style.ok().filter(|_| std::io::stderr().is_terminal()).map(|style| {
            let bar = ProgressBar::new(games);
            bar.set_style(style);
            bar
        });
        let (standing, names) = (Standing::new(header), header.names());
        Self { standing, sprt, bar, names, verbose, warnings: 0, pace: Pace::of_a_log() }
    }

    /// Shows a game, or only what was wrong in it.
    fn show(&mut self, record: &GameRecord) {
        let number = record.game + 1;
        let names = record.names(&self.names).map(str::to_owned);
        record.fault_texts([&names[0], &names[1]]).iter().for_each(|text| self.note(text));
        for warning in &record.warnings {
            self.warnings += 1;
            if self.warnings <= WARNINGS_SHOWN {
                let name = &names[warning.engine.min(1)];
                let (ply, flaw, text) = (warning.ply, warning.flaw.name(), &warning.text);
                self.note(&format!("game {number}, ply {ply}: {name}: {flaw}: {text}"));
            } else if self.warnings == WARNINGS_SHOWN + 1 {
                self.note("further warnings only in the report");
            }
        }
        if self.verbose {
            let (red, black) = (&names[record.red], &names[1 - record.red]);
            let plies = counted(record.ms.len() as u64, "ply");
            let (result, reason) = (&record.result, record.reason);
            self.note(&format!("game {number}: {red} - {black} {result} {reason}, {plies}"));
        }
    }
}

impl Reporter for Scoreboard {
    fn note(&mut self, text: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| remark!("{text}")),
            None => remark!("{text}"),
        }
    }

    fn game(&mut self, record: &GameRecord, is_resumed: bool) {
        self.standing.add(0, record);
        self.standing.judge(self.sprt.as_ref());
        if !is_resumed {
            self.show(record);
        } else if let Some(bar) = &self.bar {
            // The remaining time is estimated from the games that are played from now on.
            bar.set_position(self.standing.played());
            bar.reset_eta();
        }
    }

    fn score(&mut self) {
        match &self.bar {
            Some(bar) => {
                bar.set_position(self.standing.played());
                bar.set_message(self.standing.line(self.sprt.as_ref()));
            }
            None if self.pace.is_due(Instant::now()) => remark!("{}", self.standing.line(self.sprt.as_ref())),
            None => {}
        }
    }

    fn is_decided(&self) -> bool {
        self.standing.is_decided()
    }

    fn dropped(&mut self, engine: usize, why: String) {
        self.standing.note_dropped(engine, why);
    }

    fn interrupted(&mut self, file: Option<&Path>) {
        self.note(if file.is_some() { "interrupted; the same command resumes" } else { "interrupted" });
    }

    fn finished(&mut self, left_out: u64) {
        self.standing.note_left_out(left_out);
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
