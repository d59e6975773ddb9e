//! `guohe-lab`: the experiments of the texts that the engine is built on, repeated on this engine's own board, table
//! and kind of evaluation, each by one command. They have a plain search of their own ([`plain`]).
//!
//! [`runs`] does searches side by side, each a [`record`], and remembers them in a [`journal`]; [`grid`] arranges them
//! by row and column, [`report`] writes what came out. One file for each study.

mod classic;
mod clock;
mod collisions;
mod counts;
mod endgames;
mod grid;
mod growth;
mod history;
mod journal;
mod keep;
mod leaves;
mod mine;
mod order;
mod placement;
mod plain;
mod positions;
mod published;
mod readings;
mod record;
mod replacement;
mod report;
mod runs;
mod scheme;
mod settings;
mod setup;
mod shadow;
mod sheet;
mod table;
mod table_depth;
mod table_size;
mod values;
mod worth;

use anyhow::{bail, ensure};
use clap::{Args, ValueEnum};
use guohe_common::interrupt;
use guohe_common::say::{remark, say};
use journal::Journal;
use report::Report;
use runs::Lab;
use scheme::Scheme;
use settings::{Equal, Settings};
use setup::{Ordering, name};
use sha2::{Digest, Sha256};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

/// Arguments of `guohe-lab`.
#[derive(Args)]
pub struct LabArgs {
    /// Study to run.
    #[arg(value_enum)]
    study: Study,
    /// A list of positions, `name ; FEN` or a FEN a line, instead of the built-in one.
    #[arg(long, value_name = "FILE")]
    positions: Option<PathBuf>,
    /// Use only the first N positions.
    #[arg(long, value_name = "N")]
    count: Option<NonZero<usize>>,
    /// Largest search depth. Each study has its own default.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=12))]
    max_depth: Option<u32>,
    /// Table sizes, powers of two: 16k,32k,1M. In indexes; in entries (equal bytes) in replacement, compare and
    /// table-size --equal bytes. Each study has its own default.
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = size)]
    sizes: Option<Vec<usize>>,
    /// Order of the moves after the TT moves.
    #[arg(long, value_enum, default_value = "history")]
    ordering: Ordering,
    /// What all policies have in common in a column of table-size.
    #[arg(long, value_enum, default_value = "indexes")]
    equal: Equal,
    /// Seed that changes the keys of the table; 0 keeps them.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Replacement scheme of `compare`.
    #[arg(long, value_enum, default_value = "two-level")]
    policy: Scheme,
    /// Searches at a time; without it, one for each processor. Never changes a count.
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Write <study>.csv, .svg and .md to this folder. An interrupted study is resumed.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Take the searches that the study's CSV in --out already has, and write the files again.
    // Their files do not say which keys or positions they are of.
    #[arg(long, requires = "out", conflicts_with_all = ["seed", "positions"])]
    redraw: bool,
}

/// A study.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Study {
    /// Nodes by size of the table (Jiao and Liu 2010, table 1 and figure 3).
    TableSize,
    /// Nodes by depth with a large table (Jiao and Liu 2010, table 2 and figure 4).
    TableDepth,
    /// Every interpretation of Jiao and Liu's text, by its distance from their tables.
    Readings,
    /// Key collisions (wrong hits) by length of the signature.
    Collisions,
    /// Nodes and time that the history heuristic saves.
    History,
    /// Nodes by depth from plain minimax to iterative deepening.
    Growth,
    /// Nodes saved by a table's moves, its scores, and its exact scores alone.
    Worth,
    /// Whether endgames gain more from a table, at equal depths.
    Endgames,
    /// The field's replacement schemes with the same bytes for all.
    Replacement,
    /// Effect of not storing the last plies.
    Leaves,
    /// Effect of keeping the table between the moves of a game.
    Keep,
    /// Compare --policy with `always` and `two-level`; `mine` is the example in crates/lab/src/mine.rs.
    Compare,
}

/// Runs a study.
pub fn run(args: &LabArgs) -> anyhow::Result<ExitCode> {
    interrupt::end_after(runs::say_what_is_kept);
    let settings = settings(args);
    refuse_unused(args.study, &settings)?;
    let mut positions = positions::load(args.positions.as_deref())?;
    positions.truncate(args.count.map_or(usize::MAX, NonZero::get));
    let threads = args.threads.or_else(|| std::thread::available_parallelism().ok().map(Into::into));
    let mut lab = Lab::new(positions, threads.unwrap_or(1));
    Job::new(args.study, settings).run(&mut lab, args)?;
    Ok(ExitCode::SUCCESS)
}

fn settings(args: &LabArgs) -> Settings {
    Settings {
        section: String::new(),
        count: args.count.map(NonZero::get),
        max_depth: args.max_depth,
        sizes: args.sizes.clone(),
        ordering: args.ordering,
        equal: args.equal,
        seed: args.seed,
        times: !args.redraw,
        policy: args.policy,
    }
}

/// Refuses what the study would not read: the page would name it, though it changes no figure.
fn refuse_unused(study: Study, settings: &Settings) -> anyhow::Result<()> {
    let sizes = settings.sizes.as_ref().map_or(0, Vec::len);
    let without_ordering = [Study::Readings, Study::History, Study::Growth, Study::Worth];
    let without_sizes = [Study::Readings, Study::History, Study::Growth];
    let of_one_size = [Study::TableDepth, Study::Collisions, Study::Worth, Study::Endgames];
    let unused = [
        ("--ordering", settings.ordering != Ordering::History && without_ordering.contains(&study)),
        ("--equal", settings.equal != Equal::Indexes && study != Study::TableSize),
        ("--policy", settings.policy != Scheme::TwoLevel && study != Study::Compare),
        ("--sizes", sizes > 0 && without_sizes.contains(&study)),
        ("more than one of --sizes", sizes > 1 && of_one_size.contains(&study)),
    ];
    match unused.into_iter().find(|&(_, is_given)| is_given) {
        Some((option, _)) => bail!("{} does not use {option}", name(&study)),
        None => Ok(()),
    }
}

/// A study to be run, and how.
struct Job {
    study: Study,
    settings: Settings,
}

impl Job {
    fn new(study: Study, settings: Settings) -> Self {
        let section = section(study, &settings);
        Self { study, settings: Settings { section, ..settings } }
    }

    fn run(&self, lab: &mut Lab, args: &LabArgs) -> anyhow::Result<()> {
        let section = &self.settings.section;
        let started = Instant::now();
        let csv = |folder: &Path| folder.join(format!("{section}.csv"));
        let journal = match &args.out {
            Some(folder) if args.redraw => Journal::of_finished(&csv(folder))?,
            Some(folder) => {
                let finished = csv(folder);
                let place = finished.display();
                ensure!(!finished.exists(), "{place} exists: --redraw draws it again; to search again, move it away");
                Journal::open(folder, section, &self.name_run(lab))?
            }
            None => Journal::default(),
        };
        lab.keep(journal);
        let report = one(self.study, lab, &self.settings)?;
        say!("## {section}\n\n{}", report.text);
        let journal = lab.keep(Journal::default());
        if let Some(folder) = &args.out {
            let place = csv(folder);
            ensure!(
                !args.redraw || journal.is_within(&report.records),
                "{} has searches that these settings leave out: give the settings of the study",
                place.display()
            );
            report.write(folder, section, &self.command(args))?;
        }
        journal.close();
        remark!("{section}: {:.1} s", started.elapsed().as_secs_f32());
        Ok(())
    }

    /// What a journal must agree with: the program, the positions, the settings.
    fn name_run(&self, lab: &Lab) -> String {
        let program = std::env::current_exe().and_then(std::fs::metadata);
        let program = program.map(|meta| (meta.len(), meta.modified().ok()));
        let positions: Vec<_> = lab.positions.iter().map(|position| (&position.name, position.board.fen())).collect();
        let words = format!("{program:?} {positions:?} {:?}", self.settings);
        let sum = Sha256::digest(words.as_bytes());
        let sum: String = sum.iter().take(16).map(|byte| format!("{byte:02x}")).collect();
        journal::name_run(&format!(" {} commit {} run {sum}", self.settings.section, record::commit()))
    }

    /// The command that repeats the figures: every argument that differs from its default and can change a count.
    fn command(&self, args: &LabArgs) -> String {
        let settings = &self.settings;
        let mut words = vec!["guohe-lab".to_owned(), name(&self.study)];
        let mut add = |option: &str, value: Option<String>| {
            words.extend(value.into_iter().flat_map(|value| [format!("--{option}"), value]));
        };
        add("positions", args.positions.as_ref().map(|path| path.display().to_string()));
        add("count", settings.count.map(|count| count.to_string()));
        add("max-depth", settings.max_depth.map(|depth| depth.to_string()));
        let sizes = |sizes: &Vec<usize>| sizes.iter().map(|&size| sheet::size_name(size)).collect::<Vec<_>>().join(",");
        add("sizes", settings.sizes.as_ref().map(sizes));
        add("ordering", (settings.ordering != Ordering::History).then(|| name(&settings.ordering)));
        add("equal", (settings.equal != Equal::Indexes).then(|| name(&settings.equal)));
        add("policy", (self.study == Study::Compare).then(|| name(&settings.policy)));
        add("seed", Some(settings.seed.to_string()));
        words.join(" ")
    }
}

/// The stem of a study's files: no two have the same.
fn section(study: Study, settings: &Settings) -> String {
    let mut section = name(&study);
    if settings.ordering != Ordering::History {
        section += &format!("-{}", name(&settings.ordering));
    }
    if settings.equal == Equal::Bytes {
        section += "-bytes";
    }
    section
}

fn one(study: Study, lab: &Lab, settings: &Settings) -> anyhow::Result<Report> {
    match study {
        Study::TableSize => table_size::run(lab, settings),
        Study::TableDepth => table_depth::run(lab, settings),
        Study::Readings => readings::run(lab, settings),
        Study::Collisions => collisions::run(lab, settings),
        Study::History => history::run(lab, settings),
        Study::Growth => growth::run(lab, settings),
        Study::Worth => worth::run(lab, settings),
        Study::Endgames => endgames::run(lab, settings),
        Study::Replacement => replacement::run(lab, settings),
        Study::Compare => replacement::compare(lab, settings),
        Study::Leaves => leaves::run(lab, settings),
        Study::Keep => keep::run(lab, settings),
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
    use clap::Parser;

    #[derive(clap::Parser)]
    struct Cli {
        #[command(flatten)]
        args: LabArgs,
    }

    #[test]
    fn pages_name_the_command_that_repeats_them() {
        for (given, expected) in [
            ("table-size --threads 1 --out DIR", "table-size --seed 0"),
            ("worth --count 12 --seed 7", "worth --count 12 --seed 7"),
            (
                "compare --policy mine --sizes 1024,2M --ordering generated --max-depth 3",
                "compare --max-depth 3 --sizes 1k,2M --ordering generated --policy mine --seed 0",
            ),
            ("table-size --equal bytes", "table-size --equal bytes --seed 0"),
        ] {
            let args = Cli::parse_from(std::iter::once("guohe-lab").chain(given.split(' '))).args;
            let job = Job::new(args.study, settings(&args));
            assert_eq!(job.command(&args), format!("guohe-lab {expected}"));
        }
    }

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
