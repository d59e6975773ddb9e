//! The arena behind the command line of fastchess, a match runner for chess: the same words, the same lines, xiangqi's
//! rules. OpenBench's workers start it and read what it prints, which is ASCII without empty lines.

mod engine;
mod flag;
mod flags;
mod lines;
mod options;
mod tally;

use crate::course;
use flags::{Job, Request};
use guohe_common::interrupt;
use guohe_common::say::{remark, say};
use lines::Lines;
use std::process::ExitCode;

/// The version of fastchess whose words are understood; OpenBench's server asks for one at least as new.
const LIKE: &str = "1.8.1";

const HELP: &str = "\
Usage: fastchess -engine cmd=PROGRAM name=NAME [...] -engine ... -each tc=1+0.01 -rounds 10 [...]

Plays xiangqi matches with fastchess's command line:
  -engine | -each  cmd= dir= args= name= proto=uci|ucci ranks=0|1 tc=[N/]S[+S] st=S nodes=N depth=N option.X=V
                   timemargin=MS (default 50) ponder=on|off restart=on|off (all engines, if one says on)
  -rounds N (default 2) -games 1|2 (of a round; default 2, with colours exchanged) -repeat [1|2]
  -concurrency N (default 1) -maxmoves N -variant standard|xiangqi (standard is taken as xiangqi) -testEnv
  -recover (play on after a crash or a hang; without it either ends the match)
  -tournament roundrobin|gauntlet (of more than two engines)
  -openings file=FILE [format=epd|pgn] [order=random|sequential] [start=N] [plies=N]
           (order: default random)   -srand N (default 0)
  -resign movecount=N score=CP [twosided=true]   -draw movenumber=N movecount=N score=CP
  -sprt elo0=X elo1=X [alpha=P beta=P model=normalized|logistic]
  -pgnout file=FILE [seldepth=true] [nodes=true] [nps=true] [pv=true] [match_line=^TEXT.*]
          [notation=uci|lan] [append=true|false] (default true: games are appended to an existing file)
  -log file=FILE engine=true [append=true|false] [level=LEVEL] [realtime=true]
  -use-affinity [CPUS, as in 0-3,8]
  -ratinginterval N (0: at the end only)   -report penta=true|false   -output format=fastchess
  -event TEXT -site TEXT (tags of the PGN)
  -config outname=FILE (a new file; saves each game)   -config file=FILE (resumes that match)
          [discard=true] (begins the match in either file anew) [stats=true]
  -force-concurrency -autosaveinterval N -scoreinterval N (ignored: each game is saved and told as it ends)
  -tb DIR, -tbpieces N, -tbignore50 and -tbadjudicate SIDE (ignored: xiangqi has no tablebases)
  -version  -help
Exit status: 0 if the match was played, whatever the engines did in it; lost games with their faults are counted at its
end. 1 if it ended early: by Ctrl-C, by a file that could not be written, or without -recover by a crash or a hang; or
if an engine could not be restarted: with -recover the others play on. 2 if it could not be started.
";

/// Plays the match that the words behind the program's name describe. The status is 0 when it was played, 1 when it was
/// broken off.
///
/// # Errors
/// When the words make no match, or before the first game an engine cannot be started or a file cannot be opened.
pub fn run(words: &[String]) -> anyhow::Result<ExitCode> {
    match flags::read(words)? {
        Request::Version => {
            say!("fastchess {LIKE} (compatible command line); guohe-arena {}", env!("CARGO_PKG_VERSION"))
        }
        Request::Help => say!("{}", HELP.trim_end()),
        Request::Play(job) => return play(&job),
    }
    Ok(ExitCode::SUCCESS)
}

fn play(job: &Job) -> anyhow::Result<ExitCode> {
    let (lines, end) = match course::play(&job.plan, |header| Lines::new(job, header)) {
        Err(error) if interrupt::is_asked() => {
            remark!("fastchess: {error:#}");
            return Ok(ExitCode::FAILURE);
        }
        played => played?,
    };
    // What was played stands, whatever ended the match.
    lines.end();
    if let Err(error) = &end {
        remark!("fastchess: {error:#}");
    }
    let is_broken_off = end.is_err() || lines.is_broken_off() || interrupt::is_asked();
    Ok(if is_broken_off { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}
