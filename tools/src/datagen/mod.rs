//! Self-play for the trainer: games from random, balanced openings, refereed by the engine's own rules, kept so that a
//! kill loses nothing and anybody can make them again. Does not choose which positions are learnt from; see
//! [`game::is_quiet`].

mod chunk;
mod game;
mod manifest;
mod play;
mod report;
mod store;

pub use chunk::Chunk;
pub use game::Game;
pub use manifest::{Manifest, hex, write_whole};

use crate::say::say;
use anyhow::Context;
use anyhow::bail;
use anyhow::ensure;
use chunk::Job;
use clap::Args;
use clap::Subcommand;
use guohe::board::Board;
use guohe::eval::Evaluation;
use guohe::eval::nnue::Network;
use guohe::rules::Rules;
use guohe::search::Limits;
use guohe::search::Options;
use guohe::search::Pool;
use guohe::search::Signals;
use guohe::search::Silent;
use guohe::tt::Table;
use guohe::types::Move;
use guohe::types::Score;
use indicatif::ProgressBar;
use indicatif::ProgressStyle;
use play::Player;
use play::Settings;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::Mutex;
use std::time::Duration;
use std::time::Instant;
use store::Store;

/// The commit that this program was built from.
pub const COMMIT: &str = env!("GUOHE_COMMIT");

/// Make games for the trainer, or look at those that are there.
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct DatagenArgs {
    #[command(subcommand)]
    action: Option<Action>,
    #[command(flatten)]
    make: MakeArgs,
}

#[derive(Subcommand)]
enum Action {
    /// Say what the games of a directory are like.
    Stats {
        /// The directory.
        dir: PathBuf,
    },
    /// Replay all games of a directory by the rules and compare the hashes.
    Verify {
        /// The directory.
        dir: PathBuf,
    },
}

#[derive(Args)]
struct MakeArgs {
    /// Make so many games (in this shard).
    #[arg(long, conflicts_with = "positions", required_unless_present = "positions")]
    games: Option<u64>,
    /// Make games until they hold so many quiet positions (in this shard).
    #[arg(long)]
    positions: Option<u64>,
    /// Nodes a move; the iteration that reaches them is finished.
    #[arg(long, default_value_t = 1500)]
    nodes: u64,
    /// Nodes for judging an opening.
    #[arg(long, default_value_t = 20_000)]
    opening_nodes: u64,
    /// Number that all games are drawn from.
    #[arg(long, required = true)]
    seed: Option<u64>,
    /// Directory for the games. An earlier run of the same settings is carried on.
    #[arg(long, required = true)]
    out: Option<PathBuf>,
    /// Make every n-th game, beginning with the i-th from 0: several processes or machines share a seed.
    #[arg(long, default_value = "0/1", value_parser = parse_shard)]
    shard: (u64, u64),
    /// Network that plays; without one the classical evaluation does.
    #[arg(long)]
    net: Option<PathBuf>,
    /// Games played at the same time.
    #[arg(long, default_value_t = 1)]
    concurrency: usize,
}

fn parse_shard(text: &str) -> Result<(u64, u64), String> {
    let numbers = text.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
    numbers.filter(|&(i, n)| i < n).ok_or_else(|| "a shard is i/n with i below n".to_owned())
}

/// Runs `guohe-tools datagen`.
///
/// # Errors
/// When data cannot be read or written, or is found to be wrong.
pub fn run(args: DatagenArgs) -> anyhow::Result<ExitCode> {
    match args.action {
        Some(Action::Stats { dir }) => report::stats(&dir),
        Some(Action::Verify { dir }) => report::verify(&dir),
        None => make(&args.make),
    }?;
    Ok(ExitCode::SUCCESS)
}

/// Nodes after which a move's search ends even in the middle of an iteration, as a multiple of the soft limit.
const HARD_LIMIT: u64 = 4;
/// Shorter searches have no hard limit: it could end the first iteration, and with it the search, without a score.
const HARD_LIMIT_FROM: u64 = 200;
/// Buckets of a game's table: one megabyte, which outlasts the searches of a game.
const TABLE_BUCKETS: usize = 1 << 15;

/// What bounds a search of about `nodes` nodes.
fn limits(nodes: u64) -> Limits {
    let hard = (nodes >= HARD_LIMIT_FROM).then(|| nodes.saturating_mul(HARD_LIMIT));
    Limits { soft_nodes: Some(nodes), nodes: hard, ..Limits::default() }
}

/// The engine with a small table, on the thread that calls it.
struct Engine {
    pool: Pool,
    options: Options,
    signals: Signals,
}

impl Engine {
    fn new(rules: Rules, evaluation: Evaluation) -> Self {
        let mut pool = Pool::with_table(1, Table::with_buckets(TABLE_BUCKETS));
        pool.set_evaluation(evaluation);
        Self { pool, options: Options { rules, ..Options::default() }, signals: Signals::new() }
    }
}

impl Player for Engine {
    fn new_game(&mut self) {
        self.pool.clear();
    }

    fn choose(&mut self, board: &Board, nodes: u64) -> Option<(Move, Score)> {
        let outcome = self.pool.search(board, &limits(nodes), &self.options, &self.signals, &Silent);
        Some((outcome.best?, outcome.score))
    }
}

/// Games that are being played and those still to do.
struct Run {
    store: Store,
    /// The number of the next game to begin.
    next: u64,
    /// No game from here on, or enough positions.
    games: Option<u64>,
    positions: Option<u64>,
    started: Instant,
    /// Quiet positions when this process began.
    before: u64,
    error: Option<anyhow::Error>,
}

impl Run {
    /// The number of a game to play now; `None` when enough are there or under way.
    fn take(&mut self) -> Option<u64> {
        if self.error.is_some() || self.positions.is_some_and(|positions| self.store.games_for(positions).is_some()) {
            return None;
        }
        while self.store.has(self.next) {
            self.next += 1;
        }
        if self.games.is_some_and(|games| self.next >= games) {
            return None;
        }
        self.next += 1;
        Some(self.next - 1)
    }

    fn add(&mut self, index: u64, game: &Game, bar: &ProgressBar) {
        if let Err(error) = self.store.add(index, game) {
            self.error.get_or_insert(error);
        }
        let positions = self.store.positions();
        let rate = (positions - self.before) as f64 / self.started.elapsed().as_secs_f64();
        bar.set_message(format!("{positions} quiet positions, {rate:.0}/s"));
        bar.set_position(if self.games.is_some() { self.store.games() } else { positions });
    }
}

fn make(args: &MakeArgs) -> anyhow::Result<()> {
    let (Some(seed), Some(dir)) = (args.seed, &args.out) else { bail!("--seed and --out are needed") };
    ensure!(args.nodes > 0 && args.opening_nodes > 0, "a search needs at least one node");
    let evaluation = match &args.net {
        Some(path) => {
            Evaluation::Net(Arc::new(Network::load(path).with_context(|| format!("the network {}", path.display()))?))
        }
        None => Evaluation::CLASSICAL,
    };
    let job = Job {
        commit: COMMIT.to_owned(),
        evaluation: match &evaluation {
            Evaluation::Classical(_) => "classical".to_owned(),
            Evaluation::Net(network) => format!("net {}", hex(network.hash())),
        },
        nodes: args.nodes,
        opening_nodes: args.opening_nodes,
        seed,
        shard: args.shard,
    };
    let settings = Settings { nodes: args.nodes, opening_nodes: args.opening_nodes, rules: Rules::default() };
    let store = Store::open(dir, job.clone())?;
    let bar = ProgressBar::new(args.games.or(args.positions).unwrap_or_default());
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {msg}, {elapsed} gone, {eta} left")?;
    bar.set_style(style);
    bar.enable_steady_tick(Duration::from_secs(1));
    let run = Mutex::new(Run {
        before: store.positions(),
        next: store.first(),
        store,
        games: args.games,
        positions: args.positions,
        started: Instant::now(),
        error: None,
    });
    let lock = || run.lock().expect("no thread panics while it holds the run");
    std::thread::scope(|scope| {
        for _ in 0..args.concurrency.max(1) {
            scope.spawn(|| {
                let mut engine = Engine::new(settings.rules, evaluation.clone());
                while let Some(index) = { lock().take() } {
                    let game = play::play(&settings, job.seed_of(index), &mut engine);
                    lock().add(index, &game, &bar);
                }
            });
        }
    });
    let mut run = run.into_inner().expect("no thread panics while it holds the run");
    if let Some(error) = run.error.take() {
        return Err(error);
    }
    let end = match (run.games, run.positions) {
        (Some(games), _) => games,
        (None, Some(positions)) => run.store.games_for(positions).context("games are missing")?,
        (None, None) => bail!("--games or --positions is needed"),
    };
    run.store.finish(end)?;
    bar.finish();
    say!("{} games, {} quiet positions in {}", run.store.games(), run.store.positions(), dir.display());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn engine_game(index: u64) -> Game {
        let settings = Settings { nodes: 40, opening_nodes: 200, rules: Rules::default() };
        play::play(&settings, play::seed_of(1, index), &mut Engine::new(settings.rules, Evaluation::CLASSICAL))
    }

    #[test]
    fn engine_games_are_a_function_of_their_seed_and_keep_the_rules() {
        for index in 0..3 {
            let game = engine_game(index);
            assert_eq!(game, engine_game(index));
            report::check(&game).unwrap();
        }
    }

    #[test]
    fn the_shortest_searches_have_scores() {
        let settings = Settings { nodes: 3, opening_nodes: 200, rules: Rules::default() };
        let mut engine = Engine::new(settings.rules, Evaluation::CLASSICAL);
        for index in 0..3 {
            let game = play::play(&settings, play::seed_of(1, index), &mut engine);
            assert!(game.plies.iter().all(|ply| i32::from(ply.score).abs() <= Score::MATE.get()));
        }
        // Where games are made in earnest the limit stays what it was: a game depends on it.
        assert_eq!([199, 200, 1500].map(|nodes| limits(nodes).nodes), [None, Some(800), Some(6000)]);
    }

    #[test]
    fn an_engine_that_has_played_before_plays_the_same() {
        let settings = Settings { nodes: 40, opening_nodes: 200, rules: Rules::default() };
        let mut engine = Engine::new(settings.rules, Evaluation::CLASSICAL);
        let mut play = |index| play::play(&settings, play::seed_of(1, index), &mut engine);
        let first = play(0);
        play(1);
        assert_eq!(play(0), first);
    }

    #[test]
    fn shards_are_read() {
        assert_eq!(parse_shard("1/4"), Ok((1, 4)));
        for bad in ["", "1", "4/4", "x/2", "1/0"] {
            assert!(parse_shard(bad).is_err(), "{bad}");
        }
    }
}
