//! The command line of `arena`, and the match that it describes.

use super::adjudicate::Adjudication;
use super::game::Terms;
use super::identity;
use super::limit::Limit;
use super::pgn::PgnPlan;
use super::record::FORMAT;
use super::record::Header;
use super::spec::EngineSpec;
use super::spsa::SpsaArgs;
use super::starts::Starts;
use super::stats::Sprt;
use anyhow::Context;
use anyhow::ensure;
use clap::ArgAction;
use clap::ArgMatches;
use clap::Command;
use guohe::notation::Style;
use guohe::rules::RuleSet;
use guohe::rules::Rules;
use std::path::Path;
use std::path::PathBuf;
use std::time::Duration;

/// Play a match between two engines, add up match files with `pool`, or fit an engine's numbers with `spsa`.
///
/// Every start is played twice with colours exchanged; guohe's own rules referee. The status is 0 when all was well, 1
/// when an engine made an illegal or no move, crashed, hung or overstepped its time, 2 when no match came about.
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Args {
    #[command(subcommand)]
    command: Option<Subcommand>,
    #[command(flatten)]
    play: PlayArgs,
}

#[derive(clap::Subcommand)]
enum Subcommand {
    /// Add up match files: shards of one match, or matches of the same engines with different seeds
    Pool(PoolArgs),
    Spsa(SpsaArgs),
}

/// Arguments of `arena pool`.
#[derive(clap::Args)]
pub struct PoolArgs {
    /// Match files
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// Test the sum: elo0=0 elo1=10 [alpha=0.05 beta=0.05 model=normalized|logistic]
    #[arg(long, num_args = 1.., value_name = "WORDS")]
    pub sprt: Vec<String>,
    /// Let warnings count for the status too
    #[arg(long)]
    pub strict: bool,
    /// Add up what is there although a shard is missing
    #[arg(long)]
    pub partial: bool,
    /// Write all games as one match file, in order
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Leave times out: what is left is the same for every run with nodes or depth
    #[arg(long)]
    pub untimed: bool,
}

#[derive(clap::Args)]
struct PlayArgs {
    #[command(flatten)]
    engines: Engines,
    /// Games, those of all shards together; an even number makes whole pairs
    #[arg(long, default_value_t = 100)]
    games: u64,
    /// 2+0.02 (seconds and increment), 40/10 (moves, seconds), 'movetime 100' (ms), 'nodes 10000' or 'depth 8'
    #[arg(long, num_args = 1..=2, value_name = "LIMIT")]
    tc: Vec<String>,
    /// Milliseconds for each move
    #[arg(long, value_name = "MS", group = "limit")]
    movetime: Option<u64>,
    /// Nodes for each move
    #[arg(long, group = "limit")]
    nodes: Option<u64>,
    /// Depth of each search
    #[arg(long, group = "limit")]
    depth: Option<u32>,
    /// Start positions, one FEN a line; without it all games begin as usual
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Games at a time
    #[arg(long, default_value_t = 1)]
    concurrency: usize,
    /// Stop when decided: elo0=0 elo1=10 [alpha=0.05 beta=0.05 model=normalized|logistic]
    #[arg(long, num_args = 1.., value_name = "WORDS")]
    sprt: Vec<String>,
    /// Match file; a half-finished one is continued
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Games as PGN, written anew
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Notation of the moves there: iccs, wxf, chinese, traditional, fullwidth, traditional-fullwidth
    #[arg(long, value_name = "STYLE", default_value_t = Style::Iccs)]
    pgn_notation: Style,
    /// Leave the comments out: some readers stop at the first one
    #[arg(long)]
    pgn_plain: bool,
    /// Seed of the order of the starts
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Play part I of N
    #[arg(long, value_name = "I/N", default_value = "1/1", value_parser = parse_shard)]
    shard: (u64, u64),
    /// Repetition rules: asian, computer, league, checkonly, off
    #[arg(long, default_value_t = RuleSet::Asian)]
    rules: RuleSet,
    /// Judge a position at this occurrence, 3 or 4
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u8).range(3..=4))]
    fold: u8,
    /// Moves a side without a capture that make a draw; 0 is none. fairy-stockfish counts 50 in UCI
    #[arg(long, value_name = "MOVES", default_value_t = 60)]
    natural_limit: u32,
    /// Plies after which a game is drawn
    #[arg(long, value_name = "PLIES", default_value_t = 1000)]
    max_plies: usize,
    /// Milliseconds by which an engine may overstep its time
    #[arg(long, value_name = "MS", default_value_t = 50)]
    margin: u64,
    /// Seconds after which an engine that plays without a clock counts as hung
    #[arg(long, value_name = "S", default_value_t = 60)]
    patience: u64,
    /// Start the engines anew for every game
    #[arg(long)]
    restart: bool,
    /// Words for both engines, in front of their own: --each tc=1+0.01 option.hashsize=16
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    each: Vec<String>,
    /// End the match after so many games lost by a crash, a hang, an illegal or missing move or time; without it 1 % of the
    /// games, 3 at least
    #[arg(long, value_name = "N")]
    stop_after_faults: Option<u64>,
    /// A line for every game
    #[arg(long)]
    verbose: bool,
    /// Let warnings count for the status too
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    calls: CallArgs,
}

#[derive(clap::Args)]
struct CallArgs {
    /// Call games by the engines' scores
    #[arg(long)]
    adjudicate: bool,
    /// Won when both agree on this many centipawns
    #[arg(long, value_name = "CP", default_value_t = 800, requires = "adjudicate")]
    win_score: i32,
    /// for this many moves each
    #[arg(long, value_name = "MOVES", default_value_t = 3, requires = "adjudicate", value_parser = clap::value_parser!(u32).range(1..))]
    win_moves: u32,
    /// Drawn when both stay within this many centipawns
    #[arg(long, value_name = "CP", default_value_t = 10, requires = "adjudicate")]
    draw_score: i32,
    /// for this many moves each
    #[arg(long, value_name = "MOVES", default_value_t = 12, requires = "adjudicate", value_parser = clap::value_parser!(u32).range(1..))]
    draw_moves: u32,
    /// after this ply
    #[arg(long, value_name = "PLY", default_value_t = 80, requires = "adjudicate")]
    draw_from: usize,
    /// Percentage of the games that is played out all the same, to check the calls
    #[arg(long, value_name = "PERCENT", default_value_t = 5.0, requires = "adjudicate")]
    play_out: f64,
}

impl CallArgs {
    fn terms(&self) -> Option<Adjudication> {
        self.adjudicate.then_some(Adjudication {
            win_score: self.win_score,
            win_moves: self.win_moves,
            draw_score: self.draw_score,
            draw_moves: self.draw_moves,
            draw_from: self.draw_from,
            play_out: self.play_out,
            one_sided: false,
        })
    }
}

/// The words of each `--engine`. By hand, since clap's derive joins the words of several occurrences.
struct Engines(Vec<Vec<String>>);

impl clap::FromArgMatches for Engines {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let occurrences = matches.get_occurrences::<String>("engine").into_iter().flatten();
        Ok(Self(occurrences.map(|words| words.cloned().collect()).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl clap::Args for Engines {
    fn augment_args(command: Command) -> Command {
        command.arg(
            clap::Arg::new("engine")
                .long("engine")
                .num_args(1..)
                .action(ArgAction::Append)
                .required(true)
                .value_name("KEY=VALUE")
                .help(
                    "An engine, given twice: cmd=PROGRAM [proto=ucci|uci] [name=NAME] [ranks=0|1] [ponder=1] [dir=FOLDER] \
                     [option.X=VALUE] [strict=1: published UCCI words only] and, where it differs from the opponent's, \
                     [tc=|movetime=|nodes=|depth=]",
                ),
        )
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

/// Whether two paths lead to one file, which need not exist.
fn is_same_file(one: &Path, other: &Path) -> bool {
    let plain = |path: &Path| path.canonicalize().or_else(|_| std::path::absolute(path)).ok();
    one == other || plain(one).is_some_and(|one| plain(other) == Some(one))
}

fn parse_shard(text: &str) -> Result<(u64, u64), String> {
    let parts = text.split_once('/').and_then(|(part, of)| Some((part.parse().ok()?, of.parse().ok()?)));
    parts.filter(|&(part, of)| 1 <= part && part <= of).ok_or_else(|| "a shard is I/N with 1 ≤ I ≤ N".to_owned())
}

/// A match, ready to be played.
pub struct Plan {
    /// Games of all shards together.
    pub games: u64,
    /// Part and number of parts.
    pub shard: (u64, u64),
    /// Seed of the order of the starts.
    pub seed: u64,
    /// Games at a time.
    pub concurrency: usize,
    /// The sequential test, if there is one.
    pub sprt: Option<Sprt>,
    /// Start positions.
    pub openings: Option<PathBuf>,
    /// The match file.
    pub out: Option<PathBuf>,
    /// The PGN file.
    pub pgn: Option<PgnPlan>,
    /// Whether engines are started anew for every game.
    pub restart: bool,
    /// Games lost by faults after which the match ends.
    pub faults_allowed: u64,
    /// Whether each game is told.
    pub verbose: bool,
    specs: [EngineSpec; 2],
    limit: Limit,
    rules: Rules,
    max_plies: usize,
    margin: Duration,
    patience: Duration,
    adjudication: Option<Adjudication>,
}

impl Args {
    /// The files to add up, when that is what is wanted.
    pub fn pool(&self) -> Option<&PoolArgs> {
        match self.command.as_ref()? {
            Subcommand::Pool(pool) => Some(pool),
            Subcommand::Spsa(_) => None,
        }
    }

    /// The numbers to fit, when that is what is wanted.
    pub fn spsa(&self) -> Option<&SpsaArgs> {
        match self.command.as_ref()? {
            Subcommand::Spsa(spsa) => Some(spsa),
            Subcommand::Pool(_) => None,
        }
    }

    /// Whether warnings count for the status.
    pub fn is_strict(&self) -> bool {
        self.pool().map_or(self.play.strict, |pool| pool.strict)
    }

    /// The match to play.
    ///
    /// # Errors
    /// When the arguments describe none.
    pub fn plan(&self) -> anyhow::Result<Plan> {
        let args = &self.play;
        let all = |words: &Vec<String>| EngineSpec::parse(&[&args.each[..], words].concat());
        let specs = args.engines.0.iter().map(all).collect::<anyhow::Result<Vec<_>>>()?;
        let count = specs.len();
        let specs: [EngineSpec; 2] =
            specs.try_into().ok().with_context(|| format!("a match has 2 engines, not {count}"))?;
        ensure!(specs[0].name != specs[1].name, "the engines need different names: name=...");
        ensure!(args.concurrency > 0, "--concurrency is at least 1");
        ensure!((0.0..=100.0).contains(&args.calls.play_out), "--play-out is a percentage");
        if let Some(pgn) = &args.pgn {
            // It is begun anew, whatever it held.
            for other in args.out.iter().chain(&args.openings) {
                ensure!(!is_same_file(pgn, other), "--pgn would overwrite {}", other.display());
            }
        }
        Ok(Plan {
            games: args.games,
            shard: args.shard,
            seed: args.seed,
            concurrency: args.concurrency,
            sprt: (!args.sprt.is_empty()).then(|| Sprt::parse(&args.sprt)).transpose()?,
            openings: args.openings.clone(),
            out: args.out.clone(),
            pgn: args.pgn.clone().map(|path| PgnPlan { path, style: args.pgn_notation, is_plain: args.pgn_plain }),
            restart: args.restart,
            faults_allowed: args.stop_after_faults.unwrap_or((args.games / 100).max(3)),
            verbose: args.verbose,
            limit: args.limit(&specs)?,
            specs,
            rules: Rules {
                set: args.rules,
                fold: args.fold,
                natural_limit: (args.natural_limit > 0).then_some(args.natural_limit),
            },
            max_plies: args.max_plies,
            margin: Duration::from_millis(args.margin),
            patience: Duration::from_secs(args.patience),
            adjudication: args.calls.terms(),
        })
    }
}

impl PlayArgs {
    fn limit(&self, specs: &[EngineSpec; 2]) -> anyhow::Result<Limit> {
        let words = [
            (!self.tc.is_empty()).then(|| self.tc.join(" ")),
            self.movetime.map(|value| format!("movetime {value}")),
            self.nodes.map(|value| format!("nodes {value}")),
            self.depth.map(|value| format!("depth {value}")),
        ];
        let mut given = words.into_iter().flatten();
        // Engines that all have a limit of their own need no other.
        let own = specs.iter().map(|spec| spec.limit.clone()).collect::<Option<Vec<_>>>();
        let limit = given.next().or_else(|| own.and_then(|own| own.into_iter().next()));
        let limit = limit.context("what bounds the moves? --tc, --movetime, --nodes or --depth")?;
        ensure!(given.next().is_none(), "one of --tc, --movetime, --nodes and --depth is enough");
        Ok(limit.parse::<Limit>()?)
    }
}

impl Plan {
    /// Threads that think at the same time.
    pub fn threads(&self) -> usize {
        let of = |spec: &EngineSpec| {
            let found = spec.options.iter().rfind(|(name, _)| name.eq_ignore_ascii_case("threads"));
            found.and_then(|(_, value)| value.parse().ok()).unwrap_or(1)
        };
        // One of two engines thinks, unless the other uses the time.
        let own = self.specs.each_ref().map(of);
        let ponders = self.specs.iter().any(|spec| spec.ponder);
        self.concurrency * if ponders { own[0] + own[1] } else { own[0].max(own[1]) }
    }

    /// The names of the engines.
    pub fn names(&self) -> [String; 2] {
        self.specs.each_ref().map(|spec| spec.name.clone())
    }

    /// What all games have in common.
    pub fn terms(&self) -> Terms {
        Terms {
            rules: self.rules,
            max_plies: self.max_plies,
            margins: [self.margin; 2],
            patience: self.patience,
            limits: self.specs.each_ref().map(|spec| spec.limit_or(self.limit)),
            ponder: self.specs.each_ref().map(|spec| spec.ponder),
            adjudication: self.adjudication,
            kept_lines: None,
        }
    }

    /// The first line of the match file.
    pub fn header(&self, starts: &Starts) -> Header {
        Header {
            format: FORMAT.to_owned(),
            engines: self.specs.clone(),
            programs: self.specs.each_ref().map(identity::program),
            files: self.specs.each_ref().map(identity::files),
            limit: self.limit.to_string(),
            starts: starts.id(),
            seed: self.seed,
            shard: self.shard,
            rules: self.rules.set.to_string(),
            fold: self.rules.fold,
            natural_limit: self.rules.natural_limit,
            max_plies: self.max_plies,
            margin: self.margin.as_millis() as u64,
            adjudication: self.adjudication,
        }
    }
}
