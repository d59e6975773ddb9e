//! A match as it runs: the match file is begun or resumed, and each game that ends is written down, counted and shown.
//! Engines that fail too often are dropped. A [`Reporter`] counts and shows, and says when a match is decided.

use super::pairing::Pairings;
use super::pgn::PgnFile;
use super::plan::Plan;
use super::preflight::{greet, too_many_threads};
use super::record::{GameRecord, Header, Journal};
use super::roster::{Failures, Roster};
use super::schedule::{self, Attempt, Match};
use super::spec::EngineSpec;
use super::starts::Starts;
use super::talk::Talk;
use anyhow::ensure;
use guohe_common::interrupt;
use guohe_common::say::counted;
use std::collections::HashSet;
use std::path::Path;

/// Counts and shows the games of a match: the arena's lines, or those of fastchess.
pub trait Reporter {
    /// Something about the match that is worth a line.
    fn note(&mut self, text: &str);

    /// Counts a game, and shows it unless it is one of a match file that is resumed.
    fn game(&mut self, record: &GameRecord, is_resumed: bool);

    /// Shows the score after a game.
    fn score(&mut self);

    /// Whether the games so far decide the match.
    fn is_decided(&self) -> bool;

    /// An engine plays no more, and why.
    fn dropped(&mut self, engine: usize, why: String);

    /// The match was interrupted. `file` is its match file, from which it can be resumed.
    fn interrupted(&mut self, file: Option<&Path>);

    /// The match is over. `left_out` games of dropped engines were not played.
    fn finished(&mut self, left_out: u64);
}

/// Plays a match, or the rest of it. Returns what counted its games, and what went wrong once games were under way.
///
/// # Errors
/// When an engine cannot be started, or a file cannot be read or written, before the first game.
pub fn play<R: Reporter>(plan: &Plan, reporter: impl FnOnce(&Header) -> R) -> anyhow::Result<(R, anyhow::Result<()>)> {
    let starts = plan.starts()?;
    let mut header = plan.header(&starts);
    // A match that is refused, or that another run plays, leaves its log alone.
    let resumed = plan.out.as_ref().filter(|path| !plan.anew && path.exists());
    let resumed = resumed.map(|path| Journal::open(path, &header)).transpose()?;
    let talk = plan.log.as_ref().map(|log| Talk::open(&log.path, log.append)).transpose()?;
    // A terminal's Ctrl-C does not reach the engines: from now on nobody else ends them.
    interrupt::listen();
    let mut specs = plan.specs.clone();
    let mut versions = Vec::new();
    for (spec, remembered) in specs.iter_mut().zip(&mut header.engines) {
        versions.push(greet(spec, plan.leaves_options_out, talk.as_ref())?);
        remembered.proto = spec.proto;
    }
    let warnings = warnings(plan, &starts, &versions);
    let (mut journal, old) = match (resumed, &plan.out) {
        (Some((journal, games)), _) => (Some(journal), games),
        (None, Some(path)) if plan.anew => (Some(Journal::open_anew(path)?), Vec::new()),
        (None, Some(path)) => {
            let (journal, games) = Journal::open(path, &header)?;
            // They are in no PGN file and no log of this run.
            let shown = path.display();
            ensure!(games.is_empty(), "another run began {shown} meanwhile: the same command resumes its match");
            (Some(journal), Vec::new())
        }
        (None, None) => (None, Vec::new()),
    };
    // Only now the protocols are known.
    journal.iter_mut().try_for_each(|journal| journal.begin(&header))?;
    let pgn = plan.pgn.as_ref().map(|plan| PgnFile::open(plan, &header, versions)).transpose()?;

    let pairings = header.pairings();
    let roster = Roster::new(specs.len());
    let shard: Vec<u64> = schedule::numbers(plan.all_games(), plan.shard, pairings.round()).collect();
    let done = old.iter().map(|record| record.game).collect();
    let mut course = Course {
        pairings: &pairings,
        roster: &roster,
        failures: Failures::new(plan, &pairings, &shard),
        names: header.names(),
        file: plan.out.as_deref(),
        journal,
        pgn,
        reporter: reporter(&header),
        shard: &shard,
        done,
    };
    if !old.is_empty() {
        course.reporter.note(&format!("resuming after {}", counted(old.len() as u64, "game")));
    }
    old.iter().try_for_each(|record| course.resume(record))?;
    let todo: Vec<u64> = shard.iter().copied().filter(|game| !course.done.contains(game)).collect();
    warnings.iter().for_each(|text| course.reporter.note(text));

    let mut end = Ok(());
    if course.goes_on() {
        let terms = plan.terms();
        let contest = Match {
            specs: &specs,
            programs: &header.programs,
            pairings: &pairings,
            terms: &terms,
            starts: &starts,
            seed: plan.seed,
            restart: plan.restart,
            affinity: plan.affinity.as_ref(),
            talk: talk.as_ref(),
            roster: &roster,
        };
        end = contest.run(&todo, plan.concurrency, |outcome| course.take(outcome));
    }
    Ok((course.finish(), end))
}

/// What somebody should know before a long match, though nothing forbids it.
fn warnings(plan: &Plan, starts: &Starts, versions: &[String]) -> Vec<String> {
    let needed = plan.games.div_ceil(plan.games_per_start);
    let too_few = ((starts.count() as u64) < needed).then(|| {
        let again = "some are used again, which with --nodes or --depth gives the same games";
        format!("{} where {needed} are needed: {again}", counted(starts.count() as u64, "opening"))
    });
    let too_many = too_many_threads(plan.concurrency * plan.threads_per_game());
    too_few.into_iter().chain(too_many).chain(two_units(plan, versions)).collect()
}

/// A warning when a game may be adjudicated by scores in different units: those of engines with different names, and
/// guohe's with a network of `evalfile`, which are not calibrated. `versions` is what the engines say they are; a
/// version after the first word does not count.
fn two_units(plan: &Plan, versions: &[String]) -> Option<String> {
    plan.adjudication?.win?;
    let unit = |(spec, version): (&EngineSpec, &String)| {
        let loads = spec.options.iter().any(|(name, _)| name.eq_ignore_ascii_case("evalfile"));
        let id = version.split_ascii_whitespace().next().unwrap_or("?");
        if loads { format!("{id} with evalfile") } else { id.to_owned() }
    };
    let units: Vec<String> = plan.specs.iter().zip(versions).map(unit).collect();
    let other = units.iter().position(|unit| *unit != units[0])?;
    let [one, other] = [0, other].map(|engine| format!("{} ({})", plan.specs[engine].name, units[engine]));
    Some(format!("{one} and {other} may show scores in different units, and games are adjudicated by scores"))
}

/// A match that is under way.
struct Course<'a, R> {
    pairings: &'a Pairings,
    roster: &'a Roster,
    failures: Failures,
    names: Vec<String>,
    /// The match file, and what writes it.
    file: Option<&'a Path>,
    journal: Option<Journal>,
    pgn: Option<PgnFile>,
    reporter: R,
    /// Numbers of all games of this match or shard.
    shard: &'a [u64],
    /// Numbers of the games that have been played.
    done: HashSet<u64>,
}

impl<R: Reporter> Course<'_, R> {
    /// Counts a game of the match file that is resumed, and writes it to a PGN file that was empty.
    fn resume(&mut self, record: &GameRecord) -> anyhow::Result<()> {
        if let Some(pgn) = &mut self.pgn {
            pgn.add_old(record)?;
        }
        self.count(record, true);
        Ok(())
    }

    /// Handles an attempt to play a game. Returns whether the match goes on, or an error when a file cannot be written
    /// or too few engines are left because one cannot be started.
    fn take(&mut self, attempt: Attempt) -> anyhow::Result<bool> {
        let record = match attempt {
            Attempt::Played(record) => record,
            Attempt::NotStarted { engine, error } => {
                self.drop_engine(engine, format!("{error:#}"));
                return if self.roster.has_any(self.pairings) { Ok(self.goes_on()) } else { Err(error) };
            }
        };
        if let Some(journal) = &mut self.journal {
            journal.add(&record)?;
        }
        if let Some(pgn) = &mut self.pgn {
            pgn.add(&record)?;
        }
        self.count(&record, false);
        self.reporter.score();
        Ok(self.goes_on())
    }

    /// Whether the match is undecided and two engines are left that meet.
    fn goes_on(&self) -> bool {
        !self.reporter.is_decided() && self.roster.has_any(self.pairings)
    }

    fn finish(mut self) -> R {
        if interrupt::is_asked() {
            self.reporter.interrupted(self.file);
        }
        let is_left_out = |number: &&u64| {
            !self.done.contains(number) && !self.roster.has_both(self.pairings.assignment(**number).pairing)
        };
        let left_out = self.shard.iter().filter(is_left_out).count() as u64;
        self.reporter.finished(left_out);
        self.reporter
    }

    fn count(&mut self, record: &GameRecord, is_resumed: bool) {
        self.done.insert(record.game);
        self.reporter.game(record, is_resumed);
        for (engine, count) in self.failures.add(record) {
            let has_more = self.shard.iter().any(|game| !self.done.contains(game));
            let more = match (has_more, self.file) {
                (true, Some(_)) => "; a larger --stop-after-faults continues the same match file",
                (true, None) => "; a larger --stop-after-faults plays on",
                (false, _) => "",
            };
            self.drop_engine(engine, format!("it failed in {}{more}", counted(count, "game")));
        }
    }

    fn drop_engine(&mut self, engine: usize, why: String) {
        if self.roster.drop_engine(engine) {
            self.reporter.note(&format!("{} is dropped: {why}", self.names[engine]));
            self.reporter.dropped(engine, why);
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::super::options::Args;
    use super::super::record::tests::game;
    use super::*;
    use clap::Parser;
    use guohe::game::Reason;

    #[derive(Parser)]
    enum Cli {
        Arena(Box<Args>),
    }

    /// A match of engines that a shell plays, one after another: each does its own words when it is started, then
    /// greets, and never finds a move.
    fn plan(folder: &Path, engines: &[&str], words: &str) -> Plan {
        let mut line = format!("guohe-tools arena --depth 1 --games 2 --stop-after-faults 100 {words}");
        for (number, first) in engines.iter().enumerate() {
            let file = folder.join(format!("engine-{number}"));
            let answers = "uci) echo uciok;; isready) echo readyok;; go) echo nobestmove;; quit) exit;;";
            let text = format!("#!/bin/sh\n{first}\nwhile read -r word rest; do case $word in {answers} esac; done\n");
            std::fs::write(&file, text).unwrap();
            line += &format!(" --engine 'cmd=sh {}' proto=uci name={number}", file.display());
        }
        let Cli::Arena(args) = Cli::try_parse_from(shlex::split(&line).unwrap()).unwrap();
        args.plan().unwrap()
    }

    /// Counts the games that are played.
    #[derive(Default)]
    struct Count {
        games: u64,
        ends_with_an_engine: bool,
        is_decided: bool,
    }

    impl Reporter for Count {
        fn note(&mut self, _: &str) {}

        fn game(&mut self, _: &GameRecord, _: bool) {
            self.games += 1;
        }

        fn score(&mut self) {}

        fn is_decided(&self) -> bool {
            self.is_decided
        }

        fn dropped(&mut self, _: usize, _: String) {
            self.is_decided = self.ends_with_an_engine;
        }

        fn interrupted(&mut self, _: Option<&Path>) {}

        fn finished(&mut self, _: u64) {}
    }

    #[test]
    fn games_that_another_run_wrote_while_engines_started_are_not_played_again() {
        let folder = tempfile::tempdir().unwrap();
        let [out, other] = ["games", "other"].map(|name| folder.path().join(name));
        let copy = format!("cp {} {}", other.display(), out.display());
        let plan = plan(folder.path(), &[&copy, ""], &format!("--out {}", out.display()));
        let header = plan.header(&plan.starts().unwrap());
        let mut journal = Journal::open(&other, &header).unwrap().0;
        journal.begin(&header).unwrap();
        journal.add(&game(0, "1-0", Reason::Mate)).unwrap();
        drop(journal);
        let error = play(&plan, |_| Count::default()).err().unwrap().to_string();
        assert!(error.contains("another run began"), "{error}");
        assert_eq!(std::fs::read(&out).unwrap(), std::fs::read(&other).unwrap());
    }

    #[test]
    fn a_program_that_was_built_anew_does_not_play_on() {
        let folder = tempfile::tempdir().unwrap();
        // The command is a script, so that it is what its digest is of. The second engine changes the first one.
        let mut plan = plan(folder.path(), &["", &format!("echo >> {}/program-0", folder.path().display())], "");
        for (number, spec) in plan.specs.iter_mut().enumerate() {
            let file = folder.path().join(format!("engine-{number}"));
            std::fs::set_permissions(&file, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
            // Copied by another process: a file that this one has written cannot be started while one of its children,
            // of another test, still holds it open.
            let program = folder.path().join(format!("program-{number}"));
            assert!(std::process::Command::new("cp").args([&file, &program]).status().unwrap().success());
            spec.command = vec![program.display().to_string()];
        }
        let (count, end) = play(&plan, |_| Count::default()).unwrap();
        let error = format!("{:#}", end.unwrap_err());
        assert_eq!(count.games, 0);
        assert!(error.starts_with("starting engine 0: its program is no longer the one"), "{error}");
    }

    #[test]
    fn no_game_begins_after_an_engine_that_ends_the_match() {
        for (ends_with_an_engine, games) in [(true, 0), (false, 2)] {
            let folder = tempfile::tempdir().unwrap();
            let mark = folder.path().join("mark");
            let once = format!("[ -e {0} ] && exit 1; : > {0}", mark.display());
            let plan = plan(folder.path(), &[&once, "", ""], "");
            let count = Count { ends_with_an_engine, ..Count::default() };
            let (count, end) = play(&plan, |_| count).unwrap();
            assert!(end.is_ok() && count.games == games, "{} {end:?}", count.games);
        }
    }
}
