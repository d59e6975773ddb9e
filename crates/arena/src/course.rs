//! A match as it runs: each game that ends is written down, shown and counted. Engines that fail too often are dropped.

use super::display::Display;
use super::pairing::Pairings;
use super::pgn::PgnFile;
use super::record::GameRecord;
use super::record::Journal;
use super::roster::Failures;
use super::roster::Roster;
use super::schedule::Outcome;
use super::standing::Standing;
use super::stats::Sprt;
use std::collections::HashSet;

/// What a match has come to.
pub struct Course<'a> {
    /// The sequential test, if there is one.
    pub sprt: Option<&'a Sprt>,
    /// Who meets whom.
    pub pairings: &'a Pairings,
    /// Who still plays.
    pub roster: &'a Roster,
    /// How often each engine failed.
    pub failures: Failures,
    /// The match file.
    pub journal: Option<Journal>,
    /// The PGN file.
    pub book: Option<PgnFile>,
    /// The score.
    pub standing: Standing,
    /// What is shown.
    pub display: Display,
    /// Numbers of the games that are played.
    pub done: HashSet<u64>,
}

impl Course<'_> {
    /// Counts a game of the match file that is continued, and writes it to the PGN file.
    ///
    /// # Errors
    /// When that file cannot be written.
    pub fn resume(&mut self, record: &GameRecord) -> anyhow::Result<()> {
        if let Some(book) = &mut self.book {
            book.add(record)?;
        }
        self.count(record);
        Ok(())
    }

    /// Takes in what became of a game. Returns whether the match goes on.
    ///
    /// # Errors
    /// When a file cannot be written, or nobody is left to play since an engine cannot be started.
    pub fn take(&mut self, outcome: Outcome) -> anyhow::Result<bool> {
        let record = match outcome {
            Outcome::Played(record) => record,
            Outcome::NotStarted { engine, error } => {
                self.drop_engine(engine, format!("{error:#}"));
                return if self.roster.has_any(self.pairings) { Ok(true) } else { Err(error) };
            }
        };
        if let Some(journal) = &mut self.journal {
            journal.add(&record)?;
        }
        if let Some(book) = &mut self.book {
            book.add(&record)?;
        }
        self.display.game(&record);
        self.count(&record);
        self.display.score(&self.standing, self.sprt);
        Ok(self.goes_on())
    }

    /// Whether the sequential test is undecided and two engines are left that meet.
    pub fn goes_on(&self) -> bool {
        !self.standing.is_decided(self.sprt) && self.roster.has_any(self.pairings)
    }

    /// The score at the end. `shard` is all games that were to be played.
    pub fn finish(mut self, shard: &[u64]) -> Standing {
        let is_left_out =
            |number: &&u64| !self.done.contains(number) && !self.roster.has_both(self.pairings.place(**number).pairing);
        let left_out = shard.iter().filter(is_left_out).count() as u64;
        self.standing.note_left_out(left_out);
        self.display.close();
        self.standing
    }

    fn count(&mut self, record: &GameRecord) {
        self.done.insert(record.game);
        self.standing.add(0, record);
        for (engine, count) in self.failures.add(record) {
            self.drop_engine(engine, format!("it failed in {count} games (--stop-after-faults)"));
        }
    }

    fn drop_engine(&mut self, engine: usize, why: String) {
        if self.roster.drop_engine(engine) {
            self.display.say(&format!("{} is dropped: {why}", self.standing.names()[engine]));
            self.standing.note_dropped(engine, why);
        }
    }
}
