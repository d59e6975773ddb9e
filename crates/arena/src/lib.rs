//! Matches and tournaments of engines that speak UCCI or UCI, in pairs of games with colours exchanged: `guohe-tools arena`
//! and the match runner `fastchess`, which is built without the other tools.
//!
//! guohe's own rules referee; the engines' word is never taken for the end of a game. Read `game` for one game, `player`
//! for one engine process, `pairing` and `schedule` for who plays when, `course` for a match as it runs, `stats` for what
//! the score means.

mod adjudicate;
mod affinity;
mod announced;
mod by_pairing;
mod claims;
mod conduct;
mod course;
mod dialect;
mod display;
mod fastchess;
mod game;
mod identity;
pub mod ladder;
mod limit;
pub mod openings;
mod options;
mod pairing;
mod pgn;
mod plan;
mod player;
mod pool;
mod preflight;
mod process;
mod reader;
pub mod record;
mod referee;
mod results;
mod roster;
mod schedule;
mod spec;
mod spsa;
mod standing;
mod starts;
pub mod stats;
pub mod summary;
mod table;
mod talk;

use anyhow::ensure;
use course::Course;
use display::Display;
pub use fastchess::run as run_fastchess;
use guohe_common::interrupt;
use guohe_common::place::is_free;
use guohe_common::say::say;
pub use options::Args;
pub use options::parse_shard;
use pgn::PgnFile;
use pgn::PgnPlan;
use plan::Plan;
use preflight::greet;
use preflight::too_many_threads;
use record::Journal;
use roster::Failures;
use roster::Roster;
use schedule::Match;
pub use spec::quoted;
pub use standing::Standing;
use starts::Starts;
use std::collections::HashSet;
use std::process::ExitCode;
use talk::Talk;

/// Status when an engine did what no engine may do.
const FAULTY: u8 = 1;

/// Plays a match, adds match files up, or fits numbers.
///
/// # Errors
/// When the arguments make no match, an engine cannot be started, or a file cannot be read or written.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    if let Some(spsa) = args.spsa() {
        spsa::run(spsa)?;
        return Ok(interrupt::status());
    }
    let (standing, sprt, end) = match args.pool() {
        Some(pool) => {
            let (standing, sprt) = pool::run(pool)?;
            (standing, sprt, Ok(()))
        }
        None => {
            let plan = args.plan()?;
            let (standing, end) = play_plan(&plan)?;
            (standing, plan.sprt, end)
        }
    };
    // What was played stands, whatever ended the match.
    if end.is_ok() || standing.played() > 0 {
        say!("{}", standing.report(sprt.as_ref()).trim_end());
    }
    end?;
    if interrupt::is_asked() {
        return Ok(interrupt::status());
    }
    let faulty = standing.has_faults() || (args.is_strict() && standing.warnings() > 0);
    Ok(if faulty { ExitCode::from(FAULTY) } else { ExitCode::SUCCESS })
}

/// Plays a match and hands its score out instead of printing it. Who goes on afterwards asks [`interrupt::is_asked`] first:
/// then the match was broken off.
///
/// # Errors
/// When the arguments make no match, an engine cannot be started, or a file cannot be read or written.
pub fn play(args: &Args) -> anyhow::Result<Standing> {
    let (standing, end) = play_plan(&args.plan()?)?;
    end.map(|()| standing)
}

/// Whether [`play`] would write to its match file: there is none, it is empty, or it is of the same match.
///
/// # Errors
/// When the arguments make no match, the openings or the file cannot be read, or another run writes to it.
pub fn may_continue(args: &Args) -> anyhow::Result<bool> {
    let plan = args.plan()?;
    let Some(path) = plan.out.as_ref().filter(|path| path.exists()) else { return Ok(true) };
    let header = plan.header(&plan.starts()?);
    Journal::is_of(path, &header)
}

/// Plays a match. Returns its score, and what went wrong once games were under way.
fn play_plan(plan: &Plan) -> anyhow::Result<(Standing, anyhow::Result<()>)> {
    let starts = plan.starts()?;
    let header = plan.header(&starts);
    // A match that is refused, or that another run plays, leaves its log alone.
    let begun = plan.out.as_ref().filter(|path| path.exists()).map(|path| Journal::open(path, &header)).transpose()?;
    let goes_on = begun.as_ref().is_some_and(|(_, old)| !old.is_empty());
    if let Some(PgnPlan { path, .. }) = &plan.pgn {
        let place = path.display();
        ensure!(goes_on || is_free(path), "{place} is there already: --pgn takes a new file where no match goes on");
    }
    let talk = plan.log.as_ref().map(|path| Talk::open(path, false)).transpose()?;
    let versions = header.engines.iter().map(|spec| greet(spec, talk.as_ref())).collect::<anyhow::Result<Vec<_>>>()?;
    let kept = match (begun, &plan.out) {
        (None, Some(path)) => Some(Journal::open(path, &header)?),
        (begun, _) => begun,
    };
    let (journal, old) = kept.map_or((None, Vec::new()), |(journal, old)| (Some(journal), old));
    let book = plan.pgn.as_ref().map(|plan| PgnFile::create(plan, &header, versions)).transpose()?;

    let pairings = header.pairings();
    let roster = Roster::new(header.engines.len());
    let shard: Vec<u64> = schedule::numbers(plan.all_games(), plan.shard).collect();
    let mut course = Course {
        sprt: plan.sprt.as_ref(),
        pairings: &pairings,
        roster: &roster,
        failures: Failures::new(plan, &pairings, &shard),
        journal,
        book,
        standing: Standing::new(&header),
        display: Display::new(shard.len() as u64, header.names(), plan.verbose),
        done: HashSet::new(),
    };
    if !old.is_empty() {
        course.display.say(&format!("going on after {} games", old.len()));
    }
    old.iter().try_for_each(|record| course.resume(record))?;
    let todo: Vec<u64> = shard.iter().copied().filter(|game| !course.done.contains(game)).collect();
    remarks_before(plan, &starts).iter().for_each(|text| course.display.say(text));

    interrupt::listen();
    let mut end = Ok(());
    if course.goes_on() {
        let terms = plan.terms();
        let contest = Match {
            specs: &header.engines,
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
        if interrupt::is_asked() {
            course.display.say("interrupted; with --out the same command resumes");
        }
    }
    Ok((course.finish(&shard), end))
}

/// What somebody should know before a long match, though nothing forbids it.
fn remarks_before(plan: &Plan, starts: &Starts) -> Vec<String> {
    let pairs = plan.games.div_ceil(2);
    let too_few = (starts.count() as u64) < pairs;
    let again = "some are used again, which without a clock gives the same games";
    let too_few = too_few.then(|| format!("{} starts for {pairs} pairs: {again}", starts.count()));
    too_few.into_iter().chain(too_many_threads(plan.concurrency * plan.threads_per_game())).collect()
}
