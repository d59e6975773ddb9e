//! Matches and tournaments of engines that speak UCCI or UCI, in pairs of games with colours exchanged: `guohe-tools
//! arena` and the match runner `fastchess`, which is built without the other tools.
//!
//! guohe's own rules referee; the engines' word is never taken for the end of a game. Read `game` for one game,
//! `player` for one engine process, `pairing` and `schedule` for who plays when, `course` for a match as it runs,
//! `stats` for what the score means.

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
mod record;
mod referee;
mod repeats;
mod results;
mod roster;
mod schedule;
mod spec;
mod spsa;
mod standing;
mod starts;
mod stats;
mod summary;
mod table;
mod talk;
mod wording;

use display::Scoreboard;
pub use fastchess::run as run_fastchess;
use guohe_common::interrupt;
use guohe_common::say::say;
pub use options::{Args, parse_shard};
use plan::Plan;
use record::Header;
use standing::Standing;
use std::process::ExitCode;

/// Status when an engine did what no engine may do.
const FAULTY: u8 = 1;

/// Plays a match, adds match files up, or tunes parameters.
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
            let (standing, end) = play_plan(&plan, args.is_verbose())?;
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

/// Plays a match. Returns its score, and what went wrong once games were under way.
fn play_plan(plan: &Plan, is_verbose: bool) -> anyhow::Result<(Standing, anyhow::Result<()>)> {
    let games = schedule::count(plan.all_games(), plan.shard, plan.pairings().round());
    let scoreboard = |header: &Header| Scoreboard::new(header, games, plan.sprt, is_verbose);
    let (scoreboard, end) = course::play(plan, scoreboard)?;
    Ok((scoreboard.standing, end))
}
