//! The command line of `arena`.

use super::adjudicate::{Adjudication, DrawTerms, WinTerms};
use super::affinity::Affinity;
use super::limit::Limit;
use super::pairing::Tournament;
use super::pgn::{Detail, Layout, PgnPlan};
use super::plan::{LogPlan, Plan, at_a_time};
use super::record::MOST_SHARDS;
use super::spec::{EngineSpec, ensure_match, ensure_one_limit};
use super::spsa::SpsaArgs;
use super::starts::{Form, Openings, Order};
use super::stats::Sprt;
use anyhow::{Context, bail, ensure};
use clap::{ArgAction, ArgMatches, Command, ValueEnum};
use guohe::notation::Style;
use guohe::rules::{RuleSet, Rules};
use std::path::PathBuf;
use std::time::Duration;

/// Play matches and tournaments between engines, add up match files (`pool`), tune parameters (`spsa`).
///
/// Every opening is played twice with colours exchanged, refereed by Guohe's rules. The exit status is 0 without
/// faults, 1 when an engine made an illegal move or no move, crashed, hung or exceeded its time, 2 when the match could
/// not start or was broken off, 130 when it was interrupted.
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
    /// Add up match files: shards of one match, or matches of the same engines with different seeds or starts
    Pool(PoolArgs),
    Spsa(SpsaArgs),
}

/// Arguments of `arena pool`.
#[derive(clap::Args)]
pub struct PoolArgs {
    /// Match files
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// Test the total, after the files: elo0=0 elo1=10 [alpha=0.05 beta=0.05 model=normalized|logistic]
    #[arg(long, num_args = 1.., value_name = "WORDS", value_parser = parse_pair)]
    pub sprt: Vec<String>,
    /// Let warnings change the exit status, too
    #[arg(long)]
    pub strict: bool,
    /// Add up the given files although a shard is missing
    #[arg(long)]
    pub partial: bool,
    /// Write all games as one match file, in order
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Overwrite an existing match file
    #[arg(long, requires = "out")]
    pub force: bool,
    /// Omit times, so that matches by nodes or depth give the same file in every run
    #[arg(long)]
    pub untimed: bool,
}

#[derive(clap::Args)]
struct PlayArgs {
    #[command(flatten)]
    engines: Engines,
    /// Games per pairing in all shards; an even number, since every opening is played twice
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(2..=10_000_000))]
    games: u64,
    /// Pairings of more than two engines [default: roundrobin]
    #[arg(long, value_name = "KIND")]
    tournament: Option<Tournament>,
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
    /// Openings: one FEN or EPD a line, or games in a .pgn file [default: the start position]
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Order in which the openings are used
    #[arg(long, default_value = "random", requires = "openings")]
    order: Sequence,
    /// First opening, counted from 1 in that order
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        requires = "openings",
        value_parser = clap::value_parser!(u64).range(1..),
    )]
    start: u64,
    /// Plies of each game of a .pgn file to play [default: all]
    #[arg(long, value_name = "N", requires = "openings")]
    plies: Option<usize>,
    /// Games at a time
    #[arg(long, default_value_t = 1, value_parser = at_a_time())]
    concurrency: usize,
    /// Sequential test, stops when decided: elo0=0 elo1=10 [alpha=0.05 beta=0.05 model=normalized|logistic]
    #[arg(long, num_args = 1.., value_name = "WORDS")]
    sprt: Vec<String>,
    /// Match file; an interrupted match is resumed
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Append the games to a PGN file; a new one gets all games of a match that is resumed
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Notation of the moves in the PGN file: iccs, wxf, chinese, traditional, fullwidth, traditional-fullwidth
    #[arg(long, value_name = "STYLE", default_value_t = Style::Iccs)]
    pgn_notation: Style,
    /// Write no comments into the PGN file: some readers stop at the first one
    #[arg(long, requires = "pgn")]
    pgn_plain: bool,
    /// What PGN comments contain besides score, depth and time
    #[arg(long, value_name = "WHAT", num_args = 1.., requires = "pgn", conflicts_with = "pgn_plain")]
    pgn_extra: Vec<Detail>,
    /// Log all communication with the engines; the file is overwritten
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Bind each game to processors of its own: those listed, as in 0-3,8, or all (Linux)
    #[arg(long, value_name = "CPUS", num_args = 0..=1)]
    affinity: Option<Option<String>>,
    /// Seed of the order of the openings, and of the choice of the games that are played out
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
    /// Moves of each side without a capture until a draw; 0 means never. fairy-stockfish counts 50
    #[arg(long, value_name = "MOVES", default_value_t = 60)]
    natural_limit: u32,
    /// Plies after which a game is drawn
    #[arg(long, value_name = "PLIES", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    max_plies: u32,
    /// Milliseconds by which an engine may exceed its time
    #[arg(long, value_name = "MS", default_value_t = 50)]
    margin: u64,
    /// Seconds after which an engine that plays without a clock counts as hung
    #[arg(long, value_name = "S", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    patience: u64,
    /// Restart the engines for every game
    #[arg(long)]
    restart: bool,
    /// Settings for all engines, before their own: --each tc=1+0.01 option.hashsize=16
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    each: Vec<String>,
    /// Drop an engine after N games in which it crashed, hung, made an illegal move or no move, or lost on time. A
    /// match of two ends then [default: 1 % of its games in this shard, at least 3]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    stop_after_faults: Option<u64>,
    /// Print a line for every game
    #[arg(long)]
    verbose: bool,
    /// Let warnings change the exit status, too; not the same as strict=1 of an engine
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    adjudication: AdjudicationArgs,
}

/// The order of the start positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Sequence {
    /// Shuffled by the seed.
    Random,
    /// As in the file.
    Sequential,
}

#[derive(clap::Args)]
struct AdjudicationArgs {
    /// Adjudicate games by the engines' scores
    #[arg(long)]
    adjudicate: bool,
    /// Score that both engines must report for a win; 100 wins half of the games
    #[arg(
        long,
        value_name = "CP",
        default_value_t = WinTerms::DEFAULT.score,
        requires = "adjudicate",
        value_parser = clap::value_parser!(i32).range(1..),
    )]
    win_score: i32,
    /// Moves of each engine for which the score of a win must hold
    #[arg(
        long,
        value_name = "MOVES",
        default_value_t = WinTerms::DEFAULT.moves,
        requires = "adjudicate",
        value_parser = clap::value_parser!(u32).range(1..),
    )]
    win_moves: u32,
    /// A draw needs the scores of both engines within this of 0
    #[arg(
        long,
        value_name = "CP",
        default_value_t = DrawTerms::DEFAULT.score,
        requires = "adjudicate",
        value_parser = clap::value_parser!(i32).range(0..),
    )]
    draw_score: i32,
    /// Moves of each engine for which the scores of a draw must hold
    #[arg(
        long,
        value_name = "MOVES",
        default_value_t = DrawTerms::DEFAULT.moves,
        requires = "adjudicate",
        value_parser = clap::value_parser!(u32).range(1..),
    )]
    draw_moves: u32,
    /// Ply from which on a game may be adjudicated as a draw
    #[arg(long, value_name = "PLY", default_value_t = DrawTerms::DEFAULT.from, requires = "adjudicate")]
    draw_from: usize,
    /// Percentage of the games to play out, to check the adjudications
    #[arg(long, value_name = "PERCENT", default_value_t = 5.0, requires = "adjudicate")]
    play_out: f64,
}

impl AdjudicationArgs {
    fn terms(&self) -> Option<Adjudication> {
        self.adjudicate.then_some(Adjudication {
            win: Some(WinTerms { score: self.win_score, moves: self.win_moves, ..WinTerms::DEFAULT }),
            draw: Some(DrawTerms {
                score: self.draw_score,
                moves: self.draw_moves,
                from: self.draw_from,
                ..DrawTerms::DEFAULT
            }),
            play_out: self.play_out,
        })
    }
}

/// The words of each `--engine`. Parsed by hand, since clap's derive joins the words of several occurrences.
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
                    "An engine, given twice or more often: cmd=PROGRAM [proto=ucci|uci: found out if absent] [name=NAME] \
                     [ranks=0|1] [ponder=1] [dir=FOLDER] [option.X=VALUE] \
                     [strict=1: only UCCI's published words are sent to it] \
                     and, where it differs from the opponent's, [tc=|movetime=|nodes=|depth=]",
                ),
        )
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

/// Words as keys and values; invalid words are reported later.
fn pairs(words: &[String]) -> impl Iterator<Item = (&str, &str)> {
    words.iter().filter_map(|word| word.split_once('='))
}

/// Parses a shard, `I/N`, counted from 1.
///
/// # Errors
/// When it is invalid.
pub fn parse_shard(text: &str) -> Result<(u64, u64), String> {
    let parts = text.split_once('/').and_then(|(part, of)| Some((part.parse().ok()?, of.parse().ok()?)));
    let is_one = |&(part, of): &(u64, u64)| 1 <= part && part <= of && of <= MOST_SHARDS;
    parts.filter(is_one).ok_or_else(|| format!("a shard must be I/N with 1 ≤ I ≤ N ≤ {MOST_SHARDS}"))
}

/// A word with `=`. Any other is a file, which clap would take for a further word of `--sprt`.
fn parse_pair(text: &str) -> Result<String, &'static str> {
    if text.contains('=') { Ok(text.to_owned()) } else { Err("no key=value; match files come before --sprt") }
}

impl Args {
    /// The arguments of `pool`, if that was given.
    pub fn pool(&self) -> Option<&PoolArgs> {
        match self.command.as_ref()? {
            Subcommand::Pool(pool) => Some(pool),
            Subcommand::Spsa(_) => None,
        }
    }

    /// The arguments of `spsa`, if that was given.
    pub fn spsa(&self) -> Option<&SpsaArgs> {
        match self.command.as_ref()? {
            Subcommand::Spsa(spsa) => Some(spsa),
            Subcommand::Pool(_) => None,
        }
    }

    /// Whether warnings change the exit status.
    pub fn is_strict(&self) -> bool {
        self.pool().map_or(self.play.strict, |pool| pool.strict)
    }

    /// Whether a line is printed for each game.
    pub fn is_verbose(&self) -> bool {
        self.play.verbose
    }

    /// The match to play.
    ///
    /// # Errors
    /// When the arguments are invalid.
    pub fn plan(&self) -> anyhow::Result<Plan> {
        let args = &self.play;
        ensure_one_limit(pairs(&args.each)).context("in --each")?;
        let place = if args.each.is_empty() { "in --engine" } else { "in --engine, with the words of --each" };
        let all = |words: &Vec<String>| {
            ensure_one_limit(pairs(words)).context("in --engine")?;
            let programs = words.iter().filter(|word| word.starts_with("cmd=")).count();
            ensure!(programs <= 1, "in --engine: cmd is given twice; each engine needs an --engine of its own");
            EngineSpec::parse(&[&args.each[..], words].concat()).context(place)
        };
        let specs = args.engines.0.iter().map(all).collect::<anyhow::Result<Vec<_>>>()?;
        ensure_match(&specs)?;
        let is_tournament = specs.len() > 2;
        ensure!(!is_tournament || args.sprt.is_empty(), "--sprt is for two engines");
        ensure!(
            args.shard.1 == 1 || args.sprt.is_empty(),
            "a shard does not know the others, so --sprt cannot judge it; give --sprt to arena pool"
        );
        ensure!(
            args.games.is_multiple_of(2),
            "every opening is played twice with colours exchanged, so --games must be even: {} or {}, not {}",
            args.games - 1,
            args.games + 1,
            args.games
        );
        let tournament = is_tournament.then(|| args.tournament.unwrap_or_default());
        ensure!((0.0..=100.0).contains(&args.adjudication.play_out), "--play-out must be a percentage");
        let mut plan = Plan {
            games: args.games,
            shard: args.shard,
            seed: args.seed,
            concurrency: args.concurrency,
            sprt: Sprt::of_flag(&args.sprt)?,
            openings: args.openings()?,
            order: args.order(),
            out: args.out.clone(),
            pgn: args.pgn(),
            anew: false,
            log: args.log.clone().map(|path| LogPlan { path, append: false }),
            affinity: None,
            restart: args.restart,
            faults_allowed: args.stop_after_faults,
            tournament,
            games_per_start: 2,
            leaves_options_out: false,
            limit: args.limit(&specs)?,
            specs,
            rules: Rules {
                set: args.rules,
                fold: args.fold,
                natural_limit: (args.natural_limit > 0).then_some(args.natural_limit),
            },
            max_plies: args.max_plies as usize,
            margin: Duration::from_millis(args.margin),
            patience: Duration::from_secs(args.patience),
            adjudication: args.adjudication.terms(),
        };
        plan.check_files(["--pgn", "--log"])?;
        if let Some(list) = &args.affinity {
            let affinity = Affinity::new(list.as_deref(), plan.concurrency, plan.threads_per_game());
            plan.affinity = Some(affinity.context("--affinity")?);
        }
        Ok(plan)
    }
}

impl PlayArgs {
    fn openings(&self) -> anyhow::Result<Option<Openings>> {
        let Some(path) = &self.openings else { return Ok(None) };
        let openings = Openings { plies: self.plies, ..Openings::at(path.clone()) };
        let fits = self.plies.is_none() || openings.form == Form::Games;
        ensure!(fits, "--plies needs games, but {} holds positions", path.display());
        Ok(Some(openings))
    }

    fn order(&self) -> Order {
        Order { seed: (self.order == Sequence::Random).then_some(self.seed), start: self.start }
    }

    fn pgn(&self) -> Option<PgnPlan> {
        let path = self.pgn.clone()?;
        Some(PgnPlan {
            path,
            append: true,
            layout: Layout::Arena { style: self.pgn_notation, is_plain: self.pgn_plain },
            details: self.pgn_extra.clone(),
            kept_lines: None,
        })
    }

    fn limit(&self, specs: &[EngineSpec]) -> anyhow::Result<Limit> {
        let words = [
            (!self.tc.is_empty()).then(|| self.tc.join(" ")),
            self.movetime.map(|value| format!("movetime {value}")),
            self.nodes.map(|value| format!("nodes {value}")),
            self.depth.map(|value| format!("depth {value}")),
        ];
        let mut given = words.into_iter().flatten();
        let general = given.next();
        ensure!(given.next().is_none(), "give only one of --tc, --movetime, --nodes and --depth");
        // If all engines have their own limits, none is needed for the match.
        let own = specs.iter().map(|spec| spec.limit.clone()).collect::<Option<Vec<_>>>();
        if let (Some(general), Some(_)) = (&general, &own) {
            bail!("more than one limit: every engine has its own, so '{general}' would be for none");
        }
        let limit = general.or_else(|| own?.into_iter().next());
        Ok(limit.context("no limit: give --tc, --movetime, --nodes or --depth")?.parse::<Limit>()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::MOST_AT_A_TIME;
    use clap::Parser;

    #[derive(Parser)]
    enum Cli {
        Arena(Box<Args>),
    }

    #[test]
    fn no_machine_plays_so_many_games_at_a_time_that_their_threads_cannot_be_counted() {
        let read = |words: &str, games: u64| {
            let words = format!("guohe-tools arena {words} --concurrency {games}");
            Cli::try_parse_from(shlex::split(&words).unwrap())
        };
        let game = "--engine cmd=a option.Threads=99999999 ponder=1 --engine cmd=b option.Threads=99999999 --depth 1";
        for words in [game, "spsa --engine cmd=a --tune x --pairs 1 --nodes 1 --openings o --out o"] {
            assert!(read(words, 0).is_err() && read(words, MOST_AT_A_TIME + 1).is_err(), "{words}");
            assert!(read(words, MOST_AT_A_TIME).is_ok(), "{words}");
        }
        let Ok(Cli::Arena(args)) = read(game, MOST_AT_A_TIME) else { panic!("{game}") };
        let plan = args.plan().unwrap();
        assert!(u32::try_from(plan.concurrency * plan.threads_per_game()).is_ok());
    }
}
