//! Matches between the playing search on a table with another scheme and on the two-level one, by the arena, where tables
//! are small for the searches.

use super::record;
use super::report;
use super::report::Report;
use super::runs::Lab;
use super::scheme::Scheme;
use super::settings::Settings;
use super::sheet::Sheet;
use super::sheet::size_name;
use super::starts;
use crate::say::remark;
use anyhow::Context;
use anyhow::ensure;
use serde::Serialize;
use serde_json::Value;
use std::path::Path;
use std::process::Command;

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
    reason: String,
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

/// Runs the matches.
pub fn run(lab: &Lab, settings: &Settings) -> anyhow::Result<Report> {
    let games = settings.games.unwrap_or(GAMES);
    let folder = std::env::temp_dir().join(format!("guohe-lab-{}", std::process::id()));
    std::fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    let schemes = schemes(settings);
    let mut sheet = Sheet::new("against two-level", ["entries", "games", "result"].map(str::to_owned));
    let mut all = Vec::new();
    for size in settings.sizes_or(&SIZES) {
        for &scheme in &schemes {
            let file = folder.join(format!("{}-{size}.jsonl", scheme.name()));
            let result = play(lab, settings, scheme, size, games, &file)?;
            remark!("{} against two-level, {}: {result}", scheme.name(), size_name(size));
            sheet.row(scheme.name(), [size_name(size), games.to_string(), result]);
            all.extend(read(&file, scheme, size, &limit(settings).join(" "))?);
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

/// The arena's words for the limit of a move.
fn limit(settings: &Settings) -> [String; 2] {
    match settings.movetime {
        Some(milliseconds) => ["--movetime".to_owned(), milliseconds.to_string()],
        None => ["--nodes".to_owned(), settings.nodes.to_string()],
    }
}

/// Lets the arena play, and hands out what it says of the result.
fn play(
    lab: &Lab,
    settings: &Settings,
    scheme: Scheme,
    size: usize,
    games: u64,
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
    let output = Command::new(&program)
        .arg("arena")
        .args(engine(scheme))
        .args(engine(Scheme::TwoLevel))
        .args(limit(settings))
        .args(["--games", &games.to_string(), "--openings", starts::FILE, "--adjudicate"])
        // The clock is the machine's: an engine that has to share it may be late.
        .args(["--margin", "1000", "--concurrency", &lab.threads().to_string()])
        .arg("--out")
        .arg(file)
        .output()
        .context("starting the arena")?;
    let said = String::from_utf8_lossy(&output.stdout);
    ensure!(output.status.success(), "the arena failed: {said}{}", String::from_utf8_lossy(&output.stderr));
    // The first line names the engines, the second says how it went.
    Ok(said.lines().nth(1).context("the arena says nothing")?.to_owned())
}

/// The games of a match file, in the order of their numbers.
fn read(file: &Path, scheme: Scheme, entries: usize, limit: &str) -> anyhow::Result<Vec<Game>> {
    let text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
    let mut games = Vec::new();
    // The first line is the match.
    for line in text.lines().skip(1) {
        let game: Value = serde_json::from_str(line).context("a line of the match file")?;
        let words = |name: &str| game[name].as_str().unwrap_or_default().to_owned();
        let is_red = game["red"].as_u64() == Some(0);
        let red = match words("result").as_str() {
            "1-0" => 2,
            "0-1" => 0,
            _ => 1,
        };
        games.push((
            game["game"].as_u64().context("a game without a number")?,
            Game {
                policy: scheme.name(),
                opponent: Scheme::TwoLevel.name(),
                entries,
                limit: limit.trim_start_matches("--").to_owned(),
                start: words("fen"),
                policy_had: if is_red { "red" } else { "black" },
                half_points: if is_red { red } else { 2 - red },
                plies: words("moves").split_ascii_whitespace().count(),
                reason: words("reason"),
                date: words("date"),
                commit: record::commit(),
            },
        ));
    }
    games.sort_by_key(|&(number, _)| number);
    Ok(games.into_iter().map(|(_, game)| game).collect())
}
