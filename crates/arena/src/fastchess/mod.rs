//! The arena behind the command line of fastchess, a match runner for chess: the same words, the same lines, xiangqi's
//! rules. OpenBench's workers start it and read what it prints, which is ASCII without empty lines.

mod engine;
mod flag;
mod flags;
mod job;
mod options;
mod pgn;
mod tally;
mod wording;

use crate::game::Allowance;
use crate::game::Kept;
use crate::game::Terms;
use crate::preflight::greet_leaving_out;
use crate::preflight::threads_per_game;
use crate::preflight::too_many_threads;
use crate::roster::Roster;
use crate::schedule::Match;
use crate::schedule::Outcome;
use crate::spec::EngineSpec;
use crate::starts::Starts;
use crate::talk::Talk;
use anyhow::Context;
use flags::Request;
use guohe::rules::Rules;
use guohe_common::interrupt;
use guohe_common::output;
use guohe_common::say::remark;
use guohe_common::say::say;
use job::Engine;
use job::Job;
use job::Output;
use job::PgnOptions;
use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;
use tally::Tally;

/// The version of fastchess whose words are understood; OpenBench's server asks for one at least as new.
const LIKE: &str = "1.8.1";
/// How long a move may take where no time bounds it.
const PATIENCE: Duration = Duration::from_secs(120);
/// Plies after which a game is drawn, when `-maxmoves` does not say otherwise.
const MAX_PLIES: usize = 1000;

const HELP: &str = "\
Usage: fastchess -engine cmd=PROGRAM name=NAME [...] -engine ... -each tc=1+0.01 -rounds 10 [...]

Plays xiangqi matches with fastchess's command line:
  -engine | -each  cmd= dir= args= name= proto=uci|ucci tc=[N/]S[+S] st=S nodes=N depth=N timemargin=MS option.X=V
                   ponder=on|off restart=on|off
  -rounds N -games 1|2 -repeat [1|2] -concurrency N -maxmoves N -recover -variant standard|xiangqi -testEnv
  -tournament roundrobin|gauntlet (of more than two engines)   -seeds N (of a gauntlet; 1 without it)
  -openings file=FILE [format=epd|pgn] [order=random|sequential] [start=N] [plies=N]   -srand N
  -resign movecount=N score=CP [twosided=true]   -draw movenumber=N movecount=N score=CP
  -sprt elo0=X elo1=X [alpha=P beta=P model=normalized|logistic]
  -pgnout file=FILE [seldepth=true] [nodes=true] [nps=true] [pv=true] [match_line=^TEXT.*] [append=true|false]
  -log file=FILE engine=true [append=true|false] [level=LEVEL]   -use-affinity [CPUS, as in 0-3,8]
  -ratinginterval N (0: at the end only)   -scoreinterval N (of cutechess's lines)   -report penta=true|false   -output format=fastchess|cutechess
  -event TEXT -site TEXT (tags of the PGN)
  -force-concurrency -autosaveinterval N -config outname=FILE discard=true (taken; nothing is saved)
  -tb DIR and -tbpieces N (ignored: xiangqi has no tablebases)
  -version  -help
";

/// Plays the match that the words behind the program's name describe. The status is 0 when it was played, 1 when it was
/// broken off.
///
/// # Errors
/// When the words make no match, an engine cannot be started, or a file cannot be read or written.
pub fn run(words: &[String]) -> anyhow::Result<ExitCode> {
    match flags::read(words)? {
        Request::Version => say!("fastchess {LIKE} in the words it takes; guohe-arena {}", env!("CARGO_PKG_VERSION")),
        Request::Help => say!("{}", HELP.trim_end()),
        Request::Play(job) => return play(&job),
    }
    Ok(ExitCode::SUCCESS)
}

fn play(job: &Job) -> anyhow::Result<ExitCode> {
    interrupt::listen();
    let starts = job.openings.as_ref().map(|openings| Starts::read(openings, job.order)).transpose()?;
    let starts = starts.unwrap_or_else(Starts::standard);
    let talk = job.log.as_ref().map(|log| Talk::open(&log.file, log.append)).transpose()?;
    let mut specs: Vec<EngineSpec> = job.engines.iter().map(|engine| engine.spec.clone()).collect();
    // As in fastchess, a wrong option does not end the match: OpenBench's server would not learn why, and would hand the
    // test out again and again.
    for spec in &mut specs {
        greet_leaving_out(spec, talk.as_ref())?;
    }
    let threads = threads_per_game(&specs.iter().collect::<Vec<_>>(), &job.pairings);
    if let Some(warning) = too_many_threads(job.concurrency * threads) {
        remark!("{warning}");
    }
    let mut book = job.pgn.as_ref().map(|pgn| output::open(&pgn.file, pgn.append)).transpose()?;
    let terms = terms(job);
    let contest = Match {
        specs: &specs,
        pairings: &job.pairings,
        terms: &terms,
        starts: &starts,
        seed: job.order.seed.unwrap_or(0),
        restart: job.restart,
        affinity: job.affinity.as_ref(),
        talk: talk.as_ref(),
        roster: &Roster::new(specs.len()),
    };
    let names: Vec<String> = specs.iter().map(|spec| spec.name.clone()).collect();
    let games_of_a_round = job.games_per_round * job.pairings.count();
    let total = job.rounds * games_of_a_round;
    let numbers: Vec<u64> = (0..total).collect();
    let mut tally = Tally::new(&names, &job.pairings, job.sprt, job.games_per_round == 2, job.report);
    let mut broken_off = false;
    contest.run(&numbers, job.concurrency, |outcome| {
        let record = match outcome {
            Outcome::Played(record) => record,
            Outcome::NotStarted { error, .. } => return Err(error),
        };
        let names = record.names(&names);
        say!("{}", wording::finished(&record, names));
        if let (Some(book), Some(pgn)) = (&mut book, &job.pgn) {
            let limits = record.pairing.map(|engine| job.engines[engine].told.as_str());
            let round = job.pairings.place(record.game).start + 1;
            let text = pgn::game(&record, round, names, limits, pgn, [&job.event, &job.site]);
            book.write_all(text.as_bytes()).and_then(|()| book.flush()).context("writing the PGN file")?;
        }
        tally.add(&record);
        let is_scored = job.report.output == Output::Cutechess && job.score_interval > 0;
        if is_scored && tally.played().is_multiple_of(job.score_interval) {
            tally.score_line().iter().for_each(|line| say!("{line}"));
        }
        let block = job.rating_interval * games_of_a_round;
        if block > 0 && tally.played().is_multiple_of(block) && tally.played() < total {
            tally.lines().iter().for_each(|line| say!("{line}"));
        }
        // Without -recover a match ends with the first engine that breaks.
        broken_off |= record.reason.is_fault() && !record.restarts.is_empty() && !job.recover;
        Ok(!broken_off && !tally.is_decided())
    })?;
    tally.lines().iter().for_each(|line| say!("{line}"));
    say!("Finished match");
    Ok(if broken_off || interrupt::is_asked() { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// What all games have in common.
fn terms(job: &Job) -> Terms {
    let allowance =
        |engine: &Engine| Allowance { limit: engine.limit, margin: engine.margin, ponder: engine.spec.ponder };
    let kept = |pgn: &PgnOptions| Kept { seldepth: pgn.seldepth, pv: pgn.pv, lines: pgn.kept_lines.clone() };
    Terms {
        rules: Rules::default(),
        max_plies: job.max_plies.unwrap_or(MAX_PLIES),
        patience: PATIENCE,
        allowances: job.engines.iter().map(allowance).collect(),
        adjudication: job.adjudication,
        kept: job.pgn.as_ref().map(kept).unwrap_or_default(),
    }
}
