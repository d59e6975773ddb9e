//! Matches between engines that speak UCCI or UCI, in pairs of games with colours exchanged: `guohe-tools arena` and the
//! match runner `fastchess`, which is built without the other tools.
//!
//! guohe's own rules referee; the engines' word is never taken for the end of a game. Read `game` for one game, `player`
//! for one engine process, `schedule` for who plays when, `stats` for what the score means.

mod adjudicate;
mod announced;
mod claims;
mod dialect;
pub mod dice;
mod fastchess;
mod game;
mod identity;
pub mod interrupt;
mod limit;
mod options;
mod pgn;
mod player;
mod pool;
mod process;
pub mod progress;
mod reader;
mod record;
mod referee;
pub mod say;
mod schedule;
mod spec;
mod spsa;
mod starts;
mod stats;
mod summary;

use anyhow::Context;
pub use fastchess::run as run_fastchess;
use game::Terms;
use indicatif::ProgressBar;
use indicatif::ProgressStyle;
pub use options::Args;
use options::Plan;
use pgn::PgnFile;
use player::Player;
use record::GameRecord;
use record::Journal;
use schedule::Match;
use spec::EngineSpec;
use starts::Order;
use starts::Starts;
use stats::Decision;
use std::collections::HashSet;
use std::io::IsTerminal;
use std::process::ExitCode;
use std::time::Duration;
use std::time::Instant;
use summary::Summary;

/// Status when an engine did what no engine may do.
const FAULTY: u8 = 1;
/// Warnings shown as they come; all are in the match file.
const WARNINGS_SHOWN: usize = 10;
/// Without a terminal the score is written this often.
const BETWEEN_LINES: Duration = Duration::from_secs(60);

/// Plays a match, adds match files up, or fits numbers.
///
/// # Errors
/// When the arguments make no match, an engine cannot be started, or a file cannot be read or written.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    if let Some(spsa) = args.spsa() {
        spsa::run(spsa)?;
        return Ok(ExitCode::SUCCESS);
    }
    let (summary, sprt) = match args.pool() {
        Some(pool) => pool::run(pool)?,
        None => {
            let plan = args.plan()?;
            (play(&plan)?, plan.sprt)
        }
    };
    say!("{}", summary.report(sprt.as_ref()).trim_end());
    if interrupt::is_asked() {
        return Ok(interrupt::status());
    }
    let faulty = summary.has_faults() || (args.is_strict() && summary.warnings() > 0);
    Ok(if faulty { ExitCode::from(FAULTY) } else { ExitCode::SUCCESS })
}

fn play(plan: &Plan) -> anyhow::Result<Summary> {
    let starts = match &plan.openings {
        Some(path) => Starts::read(path, Order::shuffled(plan.seed))?,
        None => Starts::standard(),
    };
    let header = plan.header(&starts);
    let [first, second] = &header.engines;
    let versions = [greet(first)?, greet(second)?];
    let (mut journal, old) = match &plan.out {
        Some(path) => Journal::open(path, &header).map(|(journal, old)| (Some(journal), old))?,
        None => (None, Vec::new()),
    };
    let mut book = plan.pgn.as_ref().map(|plan| PgnFile::create(plan, &header, versions)).transpose()?;
    if let Some(book) = &mut book {
        old.iter().try_for_each(|record| book.add(record))?;
    }

    let mut summary = Summary::new(plan.names());
    for record in &old {
        summary.add(0, record);
    }
    let done: HashSet<u64> = old.iter().map(|record| record.game).collect();
    let shard: Vec<u64> = schedule::numbers(plan.games, plan.shard).collect();
    let todo: Vec<u64> = shard.iter().copied().filter(|game| !done.contains(game)).collect();
    let mut display = Display::new(shard.len() as u64);
    if !done.is_empty() {
        display.say(&format!("going on after {} games", done.len()));
    }
    if (starts.count() as u64) < plan.games.div_ceil(2) {
        display.say(&format!("{} starts for {} pairs: some are used again", starts.count(), plan.games.div_ceil(2)));
    }
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    if plan.threads() > cores {
        display
            .say(&format!("{} threads will think at a time on {cores} cores: times mean little then", plan.threads()));
    }
    interrupt::listen();
    let mut faults = 0;
    let decided = |summary: &Summary| plan.sprt.is_some_and(|sprt| sprt.decide(summary.pairs()) != Decision::Continue);
    if !decided(&summary) {
        let terms: Terms = plan.terms();
        let specs = &header.engines;
        let contest =
            Match { specs, terms: &terms, starts: &starts, games_per_start: 2, seed: plan.seed, restart: plan.restart };
        contest.run(&todo, plan.concurrency, |record| {
            if let Some(journal) = &mut journal {
                journal.add(&record)?;
            }
            if let Some(book) = &mut book {
                book.add(&record)?;
            }
            summary.add(0, &record);
            display.game(&record, &plan.names());
            if plan.verbose {
                display.say(&told(&record, &plan.names()));
            }
            display.score(&summary, plan);
            faults += u64::from(record.reason.is_fault());
            if faults == plan.faults_allowed {
                display.say(&format!("{faults} games were lost by faults: the match ends (--stop-after-faults)"));
            }
            Ok(!decided(&summary) && faults < plan.faults_allowed)
        })?;
        if interrupt::is_asked() {
            display.say("interrupted; the same command goes on from here where there is an --out");
        }
    }
    display.close();
    Ok(summary)
}

/// A game in a line.
fn told(record: &GameRecord, names: &[String; 2]) -> String {
    let (red, black) = (&names[record.red], &names[1 - record.red]);
    let plies = record.ms.len();
    format!("game {}: {red} - {black} {} {}, {plies} plies", record.game + 1, record.result, record.reason)
}

/// Starts an engine once, before any file is written: it has to greet, and its options are held against the command
/// line. Returns what it says it is.
fn greet(spec: &EngineSpec) -> anyhow::Result<String> {
    let player = Player::start(spec).with_context(|| format!("starting engine {}", spec.name))?;
    remark!("{}: {}", spec.name, if player.id().is_empty() { "it does not say what it is" } else { player.id() });
    player.check_options()?;
    Ok(player.id().to_owned())
}

/// What is shown while a match runs: a bar on a terminal, now and then a line elsewhere. Always on stderr.
struct Display {
    bar: Option<ProgressBar>,
    warnings: usize,
    last_line: Instant,
}

impl Display {
    fn new(games: u64) -> Self {
        let style = ProgressStyle::with_template("{bar:20} {pos}/{len} {elapsed} eta {eta} {wide_msg}");
        let bar = style.ok().filter(|_| std::io::stderr().is_terminal()).map(|style| {
            let bar = ProgressBar::new(games);
            bar.set_style(style);
            bar
        });
        Self { bar, warnings: 0, last_line: Instant::now() }
    }

    fn say(&self, text: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| remark!("{text}")),
            None => remark!("{text}"),
        }
    }

    /// Tells of whatever was wrong in a game.
    fn game(&mut self, record: &GameRecord, names: &[String; 2]) {
        let number = record.game + 1;
        if let Some(loser) = record.loser().filter(|_| record.reason.is_fault()) {
            self.say(&format!("game {number}: {} loses by {}: {}", names[loser], record.reason, record.detail));
        }
        for warning in &record.warnings {
            self.warnings += 1;
            if self.warnings <= WARNINGS_SHOWN {
                let name = &names[warning.engine.min(1)];
                self.say(&format!(
                    "game {number}, ply {}: {name}: {}: {}",
                    warning.ply,
                    warning.flaw.name(),
                    warning.text
                ));
            }
        }
    }

    fn score(&mut self, summary: &Summary, plan: &Plan) {
        match &self.bar {
            Some(bar) => {
                bar.set_position(summary.played());
                bar.set_message(summary.line(plan.sprt.as_ref()));
            }
            None if self.last_line.elapsed() >= BETWEEN_LINES => {
                remark!("{}", summary.line(plan.sprt.as_ref()));
                self.last_line = Instant::now();
            }
            None => {}
        }
    }

    fn close(&self) {
        if let Some(bar) = &self.bar {
            bar.finish();
        }
    }
}
