//! `guohe-tools lab`: the experiments of the founding papers, repeated on this engine's own board, table and
//! kind of evaluation, each by one command. The playing search is not bent for them: they bring a plain one ([`plain`]).
//!
//! [`runs`] does searches side by side, [`grid`] arranges them by scheme and column, [`report`] writes what came out,
//! [`page`] collects the reports. One file for each study.

mod collisions;
mod counts;
mod engine;
mod figure;
mod grid;
mod growth;
mod history;
mod keep;
mod leaves;
mod make_positions;
mod order;
mod page;
mod plain;
mod playing_policies;
mod positions;
mod published;
mod report;
mod runs;
mod settings;
mod setup;
mod shadow;
mod sheet;
mod table_depth;
mod table_size;
mod values;
mod weights;

use crate::say::remark;
use crate::say::say;
use anyhow::Context;
use anyhow::ensure;
use clap::Args;
use clap::ValueEnum;
use report::Report;
use runs::Lab;
use settings::Equal;
use settings::Settings;
use setup::Ordering;
use setup::Scheme;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

/// Arguments of `guohe-tools lab`.
#[derive(Args)]
pub struct LabArgs {
    /// What to run.
    #[arg(value_enum)]
    study: Study,
    /// A list of positions, `name ; FEN` or a FEN a line, instead of the built-in one.
    #[arg(long, value_name = "FILE")]
    positions: Option<PathBuf>,
    /// Use only the first so many positions.
    #[arg(long, value_name = "N")]
    count: Option<usize>,
    /// Search depth, the greatest one where a study goes through several. Each study has its own default.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=12))]
    max_depth: Option<u32>,
    /// Table sizes in indexes, powers of two: 16k,32k,1M. Each study has its own default.
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = size)]
    sizes: Option<Vec<usize>>,
    /// Order of the moves after the table's.
    #[arg(long, value_enum, default_value = "history")]
    ordering: Ordering,
    /// What the columns of table-size have in common.
    #[arg(long, value_enum, default_value = "indexes")]
    equal: Equal,
    /// Play captures out at the leaves, in table-size, table-depth, collisions, leaves and keep.
    #[arg(long)]
    quiescence: bool,
    /// Scrambles the keys that the table sees; 0 leaves them alone.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Games of each match of playing-policies; without any, only nodes are counted.
    #[arg(long, value_name = "N", default_value_t = 0)]
    games: u64,
    /// Replacement scheme of `engine`.
    #[arg(long, value_enum, default_value = "two-level")]
    policy: Scheme,
    /// Searches at a time; as many as there are processors unless given. Never changes a count.
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Write <study>.csv, .json and .svg to this folder.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Put what was found into this Markdown page, whose pictures lie in the folder of --out.
    #[arg(long, value_name = "FILE")]
    page: Option<PathBuf>,
}

/// A study, or what belongs to them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Study {
    /// Nodes by size of the table (Jiao and Liu 2010, table 1 and figure 3).
    TableSize,
    /// Nodes by depth with a large table (Jiao and Liu 2010, table 2 and figure 4).
    TableDepth,
    /// Wrong hits by length of the check value.
    Collisions,
    /// What the history heuristic saves.
    History,
    /// Nodes by depth from plain minimax to iterative deepening.
    Growth,
    /// What not storing the last plies does.
    Leaves,
    /// What keeping the table between the moves of a game does.
    Keep,
    /// The policies inside the playing search: nodes to a depth, and games.
    PlayingPolicies,
    /// Every study but playing-policies, table-size with all orderings; unordered it is on a small scale.
    All,
    /// Speak UCI with the playing search on a table with --policy, for matches of playing-policies.
    Engine,
    /// Renew the words of --page, and leave its figures alone.
    Page,
    /// Print a new list of positions, from the book given by --positions or book/openings.txt.
    Positions,
}

/// Runs one study, or all.
pub fn run(args: &LabArgs) -> anyhow::Result<ExitCode> {
    if args.study == Study::Positions {
        let book = args.positions.clone().unwrap_or_else(|| PathBuf::from("book/openings.txt"));
        say!("{}", make_positions::make(&book)?.trim_end());
        return Ok(ExitCode::SUCCESS);
    }
    if args.study == Study::Engine {
        let entries = args.sizes.as_ref().map_or(engine::ENTRIES, |sizes| sizes[0]);
        return engine::run(args.policy, entries);
    }
    if args.study == Study::Page {
        let page = args.page.as_ref().context("lab page needs --page")?;
        page::renew(page)?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut positions = positions::load(args.positions.as_deref())?;
    positions.truncate(args.count.unwrap_or(usize::MAX).max(1));
    ensure!(args.page.is_none() || args.out.is_some(), "--page needs --out, the folder of its pictures");
    let threads = args.threads.or_else(|| std::thread::available_parallelism().ok().map(Into::into));
    let lab = Lab::new(positions, threads.unwrap_or(1));
    let settings = Settings {
        max_depth: args.max_depth,
        sizes: args.sizes.clone(),
        ordering: args.ordering,
        equal: args.equal,
        quiescence: args.quiescence,
        seed: args.seed,
        games: args.games,
    };
    let jobs = match args.study {
        Study::All => all(&settings),
        study => vec![Job { study, settings }],
    };
    for job in jobs {
        let started = Instant::now();
        let mut report = one(job.study, &lab, &job.settings)?;
        let section = job.section();
        // By itself a study's files bear its name; beside others, that of its section.
        if args.study == Study::All || args.page.is_some() {
            report.name.clone_from(&section);
        }
        say!("## {}\n\n{}", page::heading(&section), report.text);
        if let Some(folder) = &args.out {
            report.write(folder)?;
        }
        if let (Some(page), Some(folder)) = (&args.page, &args.out) {
            page::put(page, folder, &section, &report)?;
        }
        remark!("{section}: {:.1} s", started.elapsed().as_secs_f32());
    }
    Ok(ExitCode::SUCCESS)
}

/// A study to be run, and how.
struct Job {
    study: Study,
    settings: Settings,
}

impl Job {
    /// The section of the page that it fills.
    fn section(&self) -> String {
        let mut name = self.study.to_possible_value().expect("no study is hidden").get_name().to_owned();
        if self.settings.ordering != Ordering::History {
            name = format!("{name}-{}", self.settings.ordering.name());
        }
        if self.settings.equal == Equal::Bytes {
            name += "-bytes";
        }
        name
    }
}

/// What `all` runs: everything but the games.
fn all(settings: &Settings) -> Vec<Job> {
    let job = |study| Job { study, settings: settings.clone() };
    let table_size =
        |ordering, equal| Job { study: Study::TableSize, settings: Settings { ordering, equal, ..settings.clone() } };
    let mut unordered = table_size(Ordering::Generated, Equal::Indexes);
    unordered.settings.max_depth = settings.max_depth.or(Some(table_size::SMALL_DEPTH));
    unordered.settings.sizes = Some(settings.sizes_or(&table_size::SMALL_SIZES));
    vec![
        job(Study::History),
        job(Study::Growth),
        job(Study::Leaves),
        job(Study::Keep),
        job(Study::Collisions),
        job(Study::TableDepth),
        table_size(Ordering::History, Equal::Indexes),
        table_size(Ordering::History, Equal::Bytes),
        table_size(Ordering::Captures, Equal::Indexes),
        unordered,
    ]
}

fn one(study: Study, lab: &Lab, settings: &Settings) -> anyhow::Result<Report> {
    match study {
        Study::TableSize => table_size::run(lab, settings),
        Study::TableDepth => table_depth::run(lab, settings),
        Study::Collisions => collisions::run(lab, settings),
        Study::History => history::run(lab, settings),
        Study::Growth => growth::run(lab, settings),
        Study::Leaves => leaves::run(lab, settings),
        Study::Keep => keep::run(lab, settings),
        Study::PlayingPolicies => playing_policies::run(lab, settings),
        Study::All | Study::Engine | Study::Page | Study::Positions => unreachable!("no single study"),
    }
}

/// Reads `16k`, `2M`, `65536`: a power of two.
fn size(text: &str) -> Result<usize, String> {
    let (digits, unit) = match text.strip_suffix(['k', 'K']) {
        Some(digits) => (digits, 1 << 10),
        None => match text.strip_suffix('M') {
            Some(digits) => (digits, 1 << 20),
            None => (text, 1),
        },
    };
    let size = digits.parse::<usize>().ok().and_then(|number| number.checked_mul(unit));
    match size {
        Some(size) if size.is_power_of_two() && (2..=MAX_SIZE).contains(&size) => Ok(size),
        _ => Err(format!("a power of two from 2 to {}, such as 16k or 2M", sheet::size_name(MAX_SIZE))),
    }
}

/// Two entries of so many indexes are 2 GB.
const MAX_SIZE: usize = 64 << 20;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_powers_of_two() {
        for (text, expected) in [("16k", 16 << 10), ("2M", 2 << 20), ("65536", 65_536), ("2", 2)] {
            assert_eq!(size(text), Ok(expected));
        }
        for text in ["", "k", "0", "1", "3k", "17k", "128M", "-2", "2G", "99999999999999999999k"] {
            assert!(size(text).is_err(), "{text}");
        }
    }
}
