//! What fastchess prints while a match runs: a line for each game, now and then the score.

use super::flags::Job;
use super::tally::Tally;
use crate::conduct;
use crate::course::Reporter;
use crate::record::{GameRecord, Header};
use crate::wording;
use guohe::game::Reason;
use guohe_common::say::{remark, say};
use std::path::Path;

/// The score of a match, printed in the lines of fastchess.
pub struct Lines<'a> {
    job: &'a Job,
    names: Vec<String>,
    tally: Tally,
    /// Games of the whole match.
    total: u64,
    /// Games between two blocks of results; 0 for one block at the end.
    block: u64,
    broken_off: bool,
}

impl<'a> Lines<'a> {
    /// No games yet.
    pub fn new(job: &'a Job, header: &Header) -> Self {
        let names = header.names();
        Self {
            job,
            names,
            tally: Tally::new(header, job.plan.sprt, job.report),
            total: job.plan.all_games(),
            block: job.report.rating_interval.saturating_mul(header.pairings().round()),
            broken_off: false,
        }
    }

    /// Prints the last block, and what engines did that none may do.
    pub fn end(&self) {
        self.tally.lines().iter().for_each(|line| say!("{line}"));
        self.tally.standing.repeats_line().iter().for_each(|line| say!("{line}"));
        conduct::faults(&self.names, &self.tally.standing.conducts()).iter().for_each(|line| say!("{line}"));
        say!("Finished match");
    }

    /// Whether an engine broke or could not be started, and the match ended or went on without it.
    pub fn is_broken_off(&self) -> bool {
        self.broken_off
    }
}

impl Reporter for Lines<'_> {
    fn note(&mut self, text: &str) {
        remark!("{text}");
    }

    fn game(&mut self, record: &GameRecord, is_resumed: bool) {
        self.tally.add(record);
        if is_resumed {
            return;
        }
        let names = record.names(&self.names);
        say!("{}", wording::finished(record, names));
        record.fault_texts(names).iter().for_each(|text| remark!("{text}"));
        // Without -recover a match ends with the first engine that breaks, in a game or behind it.
        let is_broken = matches!(record.reason, Reason::Crash | Reason::Hang) || !record.restarts.is_empty();
        self.broken_off |= is_broken && !self.job.recover;
    }

    fn score(&mut self) {
        let played = self.tally.standing.played();
        if self.block > 0 && played.is_multiple_of(self.block) && played < self.total {
            self.tally.lines().iter().for_each(|line| say!("{line}"));
        }
    }

    fn is_decided(&self) -> bool {
        (self.broken_off && !self.job.recover) || self.tally.standing.is_decided()
    }

    fn dropped(&mut self, _engine: usize, _why: String) {
        self.broken_off = true;
    }

    fn interrupted(&mut self, file: Option<&Path>) {
        match file {
            Some(file) => remark!("interrupted; the same command with -config file={} resumes", file.display()),
            None => remark!("interrupted"),
        }
    }

    fn finished(&mut self, left_out: u64) {
        if left_out > 0 {
            remark!("games of dropped engines not played: {left_out}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::flags::{Request, read};
    use super::*;
    use crate::record::tests::{game, header};

    fn job(words: &str) -> Box<Job> {
        match read(&shlex::split(&format!("-engine cmd=a -engine cmd=b -each nodes=5 {words}")).unwrap()).unwrap() {
            Request::Play(job) => job,
            _ => panic!("{words}"),
        }
    }

    #[test]
    fn an_engine_that_breaks_ends_the_match_and_a_bad_move_does_not() {
        for (reason, is_restarted, ends) in [
            (Reason::Mate, false, false),
            (Reason::Mate, true, true),
            (Reason::IllegalMove, false, false),
            (Reason::Time, false, false),
            (Reason::Crash, true, true),
            (Reason::Hang, false, true),
        ] {
            let mut record = game(0, "1-0", reason);
            record.restarts.extend(is_restarted.then(|| (0, "boom".to_owned())));
            for (words, ends) in [("", ends), ("-recover", false)] {
                let job = job(words);
                let mut lines = Lines::new(&job, &header());
                lines.game(&record, false);
                assert_eq!(lines.is_broken_off(), ends, "{reason:?} {is_restarted} {words}");
            }
        }
    }

    #[test]
    fn with_recover_the_others_play_on_without_an_engine_that_cannot_be_started() {
        for (words, ends) in [("", true), ("-recover", false)] {
            let job = job(words);
            let mut lines = Lines::new(&job, &header());
            assert!(!lines.is_decided());
            lines.dropped(0, "it is gone".to_owned());
            assert!(lines.is_broken_off() && lines.is_decided() == ends, "{words}");
        }
    }
}
