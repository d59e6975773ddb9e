//! Matches between the playing search on a table with another scheme and on the two-level one, by the arena, where tables
//! are small for the searches.

use super::journal::put_aside;
use super::record;
use super::report;
use super::report::Report;
use super::runs::Lab;
use super::scheme::Scheme;
use super::settings::Settings;
use super::sheet::Sheet;
use super::sheet::size_name;
use super::starts;
use crate::arena;
use crate::arena::record::GameRecord;
use crate::arena::record::MatchFile;
use crate::interrupt;
use crate::say::remark;
use anyhow::Context;
use anyhow::bail;
use anyhow::ensure;
use clap::Parser;
use indicatif::HumanCount;
use serde::Serialize;
use std::path::Path;

/// Entries when none are asked for.
const SIZES: [usize; 1] = [16 << 10];

/// Games of each match when no number is asked for.
const GAMES: u64 = 200;

/// Schemes that play the two-level table when none are asked for.
const SCHEMES: [Scheme; 5] =
    [Scheme::Always, Scheme::Depth, Scheme::Thompson, Scheme::PlainTwoLevel, Scheme::AgedBucket];

/// A game, as the file has it.
#[derive(Serialize)]
struct Game {
    policy: &'static str,
    opponent: &'static str,
    entries: usize,
    /// Nodes or milliseconds a move.
    limit: String,
    start: String,
    /// The colour of the policy.
    policy_had: &'static str,
    /// Half points of the policy: 2, 1 or 0.
    half_points: u64,
    plies: usize,
    /// Nodes a move, the mean of both sides: what pressure there was on the table.
    nodes_a_move: u64,
    reason: &'static str,
    date: String,
    commit: &'static str,
}

/// Games of all matches.
pub fn all_games(settings: &Settings) -> u64 {
    let matches = schemes(settings).len() * settings.sizes_or(&SIZES).len();
    settings.games.unwrap_or(GAMES) * matches as u64
}

fn schemes(settings: &Settings) -> Vec<Scheme> {
    if settings.policies.is_empty() { SCHEMES.to_vec() } else { settings.policies.clone() }
}

/// The command line of one match, as the arena reads it.
#[derive(Parser)]
enum Match {
    Arena(Box<arena::Args>),
}

/// Runs the matches.
pub fn run(lab: &Lab, settings: &Settings) -> anyhow::Result<Report> {
    if let Some(scheme) = schemes(settings).into_iter().find(|scheme| !scheme.fits_playing_table()) {
        bail!("{} goes by what an entry of the playing table does not hold", scheme.name());
    }
    // The starts, and matches that nobody keeps.
    let folder = std::env::temp_dir().join(format!("guohe-lab-{}", std::process::id()));
    std::fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    let openings = folder.join("openings.txt");
    starts::write(&openings)?;
    let mut sheet = Sheet::new("against two-level", ["entries", "games", "nodes a move", "result"].map(str::to_owned));
    let mut all = Vec::new();
    for size in settings.sizes_or(&SIZES) {
        for scheme in schemes(settings) {
            let name = format!("{}-{size}", scheme.name());
            // A match that was broken off goes on from its file.
            let file = lab.partial(&name, "jsonl").unwrap_or_else(|| folder.join(format!("{name}.jsonl")));
            remark!("{} against two-level, {}", scheme.name(), size_name(size));
            let result = play(lab, settings, &openings, (scheme, size), &file)?;
            let games = read(&file, scheme, size, &limit(settings).join(" "))?;
            sheet.row(scheme.name(), [size_name(size), games.len().to_string(), mean_nodes(&games), result]);
            all.extend(games);
        }
    }
    let _ = std::fs::remove_dir_all(&folder);
    let text = format!(
        "Games by the arena on {}, {} a move, {} thread{}, the laboratory's evaluation, starts of `{}`, called by score as its \
         `--adjudicate` says, commit {}; Elo with intervals of 95 %. Every game is in \
         [{section}-games.csv](lab/{section}-games.csv).\n\n{}",
        report::today(),
        limit(settings).join(" ").trim_start_matches("--"),
        lab.threads(),
        if lab.threads() == 1 { "" } else { "s" },
        starts::FILE,
        record::commit(),
        sheet.markdown(),
        section = settings.section,
    );
    Ok(Report { more: vec![("-games.csv".to_owned(), record::csv(&all))], ..Report::new(text, Vec::new(), Vec::new()) })
}

/// Nodes a move of all games together.
fn mean_nodes(games: &[Game]) -> String {
    let moves: u64 = games.iter().map(|game| game.plies as u64).sum();
    let nodes: u64 = games.iter().map(|game| game.plies as u64 * game.nodes_a_move).sum();
    HumanCount(nodes / moves.max(1)).to_string()
}

/// The arena's words for the limit of a move.
fn limit(settings: &Settings) -> [String; 2] {
    match settings.movetime {
        Some(milliseconds) => ["--movetime".to_owned(), milliseconds.to_string()],
        None => ["--nodes".to_owned(), settings.nodes.to_string()],
    }
}

/// Plays a match, or the rest of the one in `file`, in this program: an engine ends with its input, so none outlives it.
/// Hands out the result in words.
fn play(
    lab: &Lab,
    settings: &Settings,
    openings: &Path,
    (scheme, size): (Scheme, usize),
    file: &Path,
) -> anyhow::Result<String> {
    let program = std::env::current_exe().context("finding this program for the arena")?;
    let engine = |scheme: Scheme| {
        let program = program.display();
        let name = scheme.name();
        [
            "--engine".to_owned(),
            format!("cmd=\"{program}\" lab engine --policy {name} --sizes {size}"),
            "proto=uci".to_owned(),
            "ranks=0".to_owned(),
            format!("name={name}"),
        ]
    };
    let games = settings.games.unwrap_or(GAMES).to_string();
    let threads = lab.threads().to_string();
    let mut words = ["lab", "arena"].map(str::to_owned).to_vec();
    words.extend(engine(scheme));
    words.extend(engine(Scheme::TwoLevel));
    words.extend(limit(settings));
    // The clock is the machine's: an engine that has to share it may be late.
    let openings = openings.to_string_lossy();
    let rest = ["--games", &games, "--openings", &openings, "--adjudicate", "--margin", "1000"];
    words.extend(rest.map(str::to_owned));
    words.extend(["--concurrency", &threads, "--out", &file.to_string_lossy()].map(str::to_owned));
    let Match::Arena(args) = Match::try_parse_from(words)?;
    if !arena::may_continue(&args)? {
        put_aside(file, "is another match's")?;
    }
    let standing = arena::play(&args).context("playing a match")?;
    ensure!(!interrupt::is_asked(), "interrupted after {} games", standing.played());
    Ok(standing.line(None))
}

/// The games of a match file, in the order of their numbers.
fn read(file: &Path, scheme: Scheme, entries: usize, limit: &str) -> anyhow::Result<Vec<Game>> {
    let mut games = MatchFile::read(file)?.games;
    games.sort_by_key(|game| game.game);
    let game = |record: GameRecord| {
        let counted: Vec<u64> = record.nodes.iter().flatten().copied().collect();
        Game {
            policy: scheme.name(),
            opponent: Scheme::TwoLevel.name(),
            entries,
            limit: limit.trim_start_matches("--").to_owned(),
            policy_had: if record.red == 0 { "red" } else { "black" },
            half_points: record.half_points(0),
            plies: record.ms.len(),
            nodes_a_move: counted.iter().sum::<u64>() / (counted.len() as u64).max(1),
            reason: record.reason.name(),
            date: record.date,
            start: record.fen,
            commit: record::commit(),
        }
    };
    Ok(games.into_iter().map(game).collect())
}
