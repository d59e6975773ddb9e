//! The games of the ladder: one match of the arena for each pairing, with a file each. The same command resumes them.

use super::player::{Pairing, Player};
use crate as arena;
use crate::identity;
use crate::spec::quoted;
use anyhow::{Context, ensure};
use clap::Parser;
use guohe_common::interrupt;
use guohe_common::say::remark;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Milliseconds by which a move may be late. Generous, since strength is measured, perhaps on a busy machine; the table
/// lists the reply times.
const MARGIN: u32 = 10_000;
/// Size of the hash table of an engine, MB.
const HASH: u32 = 16;
/// Moves without a capture after which fairy-stockfish claims a draw.
const FAIRY_LIMIT: u32 = 50;

/// Play the pairings of the ladder, the weakest first
#[derive(clap::Args)]
pub struct PlayArgs {
    /// Pairings, the stronger first: 5:4, 0:taker, taker:random, 3:fairy-9; without any, all neighbours and anchors
    #[arg(value_name = "PAIRING")]
    pairings: Vec<Pairing>,
    /// Folder for the match files
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// The engine; without it the program `guohe` beside this one
    #[arg(long, value_name = "PROGRAM")]
    engine: Option<PathBuf>,
    /// fairy-stockfish, for pairings with it
    #[arg(long, value_name = "PROGRAM", default_value = "fairy-stockfish")]
    fairy: PathBuf,
    /// Games for each pairing
    #[arg(long, default_value_t = 400)]
    games: u32,
    /// Milliseconds for each move
    #[arg(long, value_name = "MS", default_value_t = 100)]
    movetime: u32,
    /// Games at a time
    #[arg(long, default_value_t = 1)]
    concurrency: u32,
    /// Start positions: one FEN or EPD a line, or games in a .pgn file [default: the usual start]
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
}

/// The command line of one match, as the arena reads it.
#[derive(Parser)]
enum Match {
    Arena(Box<arena::Args>),
}

/// Plays the pairings.
///
/// # Errors
/// When an engine cannot be started, or a file cannot be read or written.
pub fn run(args: &PlayArgs) -> anyhow::Result<ExitCode> {
    std::fs::create_dir_all(&args.out).with_context(|| format!("making {}", args.out.display()))?;
    let programs = Programs::find(args)?;
    let pairings = if args.pairings.is_empty() { Pairing::ladder() } else { args.pairings.clone() };
    ensure!(
        !pairings.iter().any(Pairing::has_fairy)
            || identity::find(&args.fairy.to_string_lossy(), Path::new("")).is_some(),
        "there is no program {}; name fairy-stockfish with --fairy PROGRAM",
        args.fairy.display()
    );
    let mut worst = ExitCode::SUCCESS;
    for pairing in pairings {
        remark!("{} against {}", pairing.0, pairing.1);
        let Match::Arena(words) = Match::try_parse_from(programs.words(args, pairing))?;
        let status = arena::run(&words)?;
        if interrupt::is_asked() {
            return Ok(status);
        }
        if status != ExitCode::SUCCESS {
            worst = status;
        }
    }
    Ok(worst)
}

/// The programs that play.
struct Programs {
    guohe: String,
    tools: String,
    fairy: String,
}

impl Programs {
    fn find(args: &PlayArgs) -> anyhow::Result<Self> {
        let tools = std::env::current_exe().context("finding the path of this program")?;
        let beside = tools.with_file_name(format!("guohe{}", std::env::consts::EXE_SUFFIX));
        let guohe = args.engine.clone().unwrap_or(beside);
        ensure!(guohe.is_file(), "{} does not exist; name the engine with --engine", guohe.display());
        // A bare name would be looked up in the search path.
        let guohe = std::path::absolute(guohe).context("finding the path of the engine")?;
        let word = |path: &Path| quoted(&path.to_string_lossy());
        Ok(Self { guohe: word(&guohe)?, tools: word(&tools)?, fairy: word(&args.fairy)? })
    }

    /// The arguments of the arena for a match of `pairing`.
    fn words(&self, args: &PlayArgs, pairing: Pairing) -> Vec<String> {
        let Pairing(one, other) = pairing;
        let is_with_fairy = pairing.has_fairy();
        let out = args.out.join(format!("{one}_{other}.jsonl"));
        let mut words: Vec<String> = ["ladder", "arena"].map(str::to_owned).to_vec();
        for player in [one, other] {
            words.push("--engine".to_owned());
            words.push(format!("name={player}"));
            words.extend(self.engine(player, is_with_fairy));
        }
        for (name, value) in [
            ("--games", args.games.to_string()),
            ("--movetime", args.movetime.to_string()),
            ("--margin", MARGIN.to_string()),
            ("--concurrency", args.concurrency.to_string()),
            ("--out", out.to_string_lossy().into_owned()),
        ] {
            words.extend([name.to_owned(), value]);
        }
        if let Some(openings) = &args.openings {
            words.extend(["--openings".to_owned(), openings.to_string_lossy().into_owned()]);
        }
        if is_with_fairy {
            words.extend(["--natural-limit".to_owned(), FAIRY_LIMIT.to_string()]);
        }
        words
    }

    fn engine(&self, player: Player, is_with_fairy: bool) -> Vec<String> {
        match player {
            Player::Random => vec![format!("cmd={} ladder anchor random", self.tools)],
            Player::Taker => vec![format!("cmd={} ladder anchor taker", self.tools)],
            Player::Fairy(skill) => vec![
                format!("cmd={}", self.fairy),
                "proto=uci".to_owned(),
                format!("option.Hash={HASH}"),
                format!("option.Skill Level={skill}"),
            ],
            Player::Level(level) => {
                let mut words = vec![
                    format!("cmd={}", self.guohe),
                    "option.usebook=false".to_owned(),
                    format!("option.hashsize={HASH}"),
                    format!("option.level={level}"),
                ];
                if is_with_fairy {
                    words.push(format!("option.naturallimit={FAIRY_LIMIT}"));
                }
                words
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Parser)]
    enum Cli {
        Play(PlayArgs),
    }

    #[test]
    fn the_engine_is_the_file_that_was_looked_at() {
        // Tests run in the folder of the crate.
        let name = "Cargo.toml";
        let Cli::Play(args) = Cli::try_parse_from(["ladder", "play", "--out", "x", "--engine", name]).unwrap();
        let words = shlex::split(&Programs::find(&args).unwrap().guohe).unwrap();
        assert_eq!(words.iter().map(Path::new).collect::<Vec<_>>(), [std::env::current_dir().unwrap().join(name)]);
    }
}
