//! `guohe-tools analyse`: files in, a table and files out.

use super::judge::Judgement;
use super::openings::Openings;
use super::study::Analyser;
use super::{annotate, data, html, judge_game, table};
use anyhow::{Context, ensure};
use guohe::rules::{RuleSet, Rules};
use guohe::search::{Limits, Pool, Signals};
use guohe::time::Clock;
use guohe_common::inputs::{self, Input};
use guohe_common::interrupt;
use guohe_common::language::Language;
use guohe_common::place::{check_folder_of, check_free, is_itself_read, is_same_file, is_stream, write_whole};
use guohe_common::progress::Progress;
use guohe_common::say::{counted, remark, say};
use guohe_games::bilingual::Bilingual;
use guohe_games::{GameTree, Target, TextEncoding};
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// How the arena's match files begin.
const MATCH_FILE: &[u8] = b"{\"format\":\"guohe arena ";

/// Say what was good and what was bad in a game, and why.
///
/// Reads every format that `convert` reads. The table goes to standard output; `--pgn`, `--html` and `--json` write
/// files. If one of these is a stream, as /dev/stdout, there is no table. Of several games each gets its own files,
/// numbered; `--game N` analyses one of them.
#[derive(clap::Args)]
pub struct AnalyseArgs {
    /// Game files, folders of them, or `-`
    #[arg(required = true, value_name = "GAME")]
    games: Vec<PathBuf>,
    /// Only game N: by its tag Round if this numbers all games, as in a match; else by its place
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    game: Option<u64>,
    /// Nodes for each position
    #[arg(long, default_value_t = super::NODES, conflicts_with = "time", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Time for each position instead of --nodes, as in 500ms or 1.5s
    #[arg(long, value_parser = parse_time)]
    time: Option<u64>,
    /// Search threads; with one thread and --nodes the same game gives the same bytes
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=128))]
    threads: u32,
    /// Transposition table, MB
    #[arg(long, default_value_t = super::HASH as u32, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    hash: u32,
    /// Lines searched in each position; only moves (`!`) need two
    #[arg(long, default_value_t = super::LINES as u32, value_parser = clap::value_parser!(u32).range(1..=8))]
    multipv: u32,
    /// Write the game with marks, remarks and better lines as PGN
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Write a self-contained page with curve, board and key moments
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write everything as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Overwrite existing files
    #[arg(long)]
    force: bool,
    /// Language of messages [default: the system's]
    #[arg(long, value_enum)]
    lang: Option<Language>,
    /// First ply to analyse
    #[arg(long, default_value_t = 1)]
    from: usize,
    /// Last ply to analyse
    #[arg(long)]
    to: Option<usize>,
    /// Repetition rules: asian, computer, league, checkonly, off
    #[arg(long, default_value = "asian")]
    rules: RuleSet,
    /// Occurrence of a position at which a repetition is judged
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u8).range(3..=4))]
    fold: u8,
    /// Moves of each side without a capture until a draw; 0 means never
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u32).range(0..=1000))]
    natural_limit: u32,
}

fn parse_time(text: &str) -> Result<u64, String> {
    let (number, unit) = match text.strip_suffix("ms") {
        Some(number) => (number, 1.0),
        None => (text.strip_suffix('s').unwrap_or(text), 1000.0),
    };
    let milliseconds = number.parse::<f64>().ok().map(|number| number * unit);
    match milliseconds.filter(|time| (1.0..=3_600_000.0).contains(time)) {
        Some(time) => Ok(time as u64),
        None => Err("a time is 500ms or 1.5s, at most an hour".to_owned()),
    }
}

/// Runs `guohe-tools analyse`.
///
/// # Errors
/// When nothing could be read, or a file cannot be written.
pub fn run(args: &AnalyseArgs) -> anyhow::Result<ExitCode> {
    let language = Language::or_system(args.lang);
    run_in(args, language).map_err(|error| language.of_error(error))
}

fn run_in(args: &AnalyseArgs, language: Language) -> anyhow::Result<ExitCode> {
    let (mut games, mut is_match_file) = (Vec::new(), false);
    let inputs = inputs::list(&args.games)?;
    // The files that are read, without links, each with its number of games.
    let mut read_files: HashMap<PathBuf, usize> = HashMap::new();
    for input in &inputs {
        let bytes = input.read(language)?;
        is_match_file |= bytes.starts_with(MATCH_FILE);
        let reading = guohe_games::read(&bytes);
        for note in &reading.notes {
            remark!("{}", input.told(note, language));
        }
        if let Input::File { path, .. } = input {
            read_files.insert(path.canonicalize().unwrap_or_else(|_| path.clone()), reading.games.len());
        }
        games.extend(reading.games);
    }
    // Not before: a signal ends the program at once where it waits for input.
    interrupt::listen();
    let none = Bilingual::new("没有读到棋局", "no game was read");
    let exported = (
        "要得到比赛文件里的棋局，请重新执行那场比赛的命令，并加上 --pgn 新文件",
        "to get the games of a match file, repeat the command of the match with --pgn NEW.pgn",
    );
    ensure!(!games.is_empty(), if is_match_file { none.then(exported.0, exported.1) } else { none });
    let count = games.len();
    if let Some(number) = args.game {
        let none = || {
            Bilingual::new(
                format!("读到 {count} 局，其中没有第 {number} 局"),
                format!("there is no game {number} among the {} read", counted(count as u64, "game")),
            )
        };
        games = vec![numbered_game(games, number).with_context(none)?];
    }
    let longest = games.iter().map(|game| game.main_line().count()).max().unwrap_or(0).max(1);
    let (from, last) = (args.from, args.to.unwrap_or(longest).min(longest));
    let behind = || {
        Bilingual::new(
            format!("--from {from} 在要分析的最后一着（第 {last} 着）之后"),
            format!("--from {from} is after the last ply to analyse ({last})"),
        )
    };
    ensure!(from <= last, behind());
    let outputs = [&args.pgn, &args.html, &args.json];
    let named: Vec<&PathBuf> = outputs.into_iter().flatten().collect();
    let is_twice = |(index, path): (usize, &&PathBuf)| {
        named[..index].iter().any(|other| is_same_file(other, path) && !is_stream(path))
    };
    let is_shared = named.iter().enumerate().any(is_twice);
    ensure!(!is_shared, Bilingual::new("PGN、网页和 JSON 不能写入同一个文件", "PGN, page and JSON want a file each"));
    // Whoever reads a game, a page or data from a stream can do without a table in front.
    let has_table = !named.iter().any(|path| is_stream(path));
    for path in named {
        let several = || {
            let path = path.display();
            Bilingual::new(
                format!("{path} 只能写入一局；请用 --game N 选一局，或写入文件"),
                format!("{path} takes one game: choose it with --game N, or write files"),
            )
        };
        ensure!(games.len() == 1 || !is_stream(path), several());
        for number in 1..=games.len() {
            let path = numbered(path, number, games.len());
            // A file keeps its other games, and a second run would read the results of the first.
            let held = path.canonicalize().ok().and_then(|real| read_files.get(&real).copied());
            ensure!(held.is_none_or(|held| held <= 1 && games.len() <= 1), is_itself_read(&path));
            check_free(&path, args.force)?;
            check_folder_of(&path)?;
        }
    }
    let mut analyser = Analyser::new(Pool::new(args.threads as usize, args.hash as usize), args.rules(), args.limits());
    let book = Openings::embedded();
    let count = games.len();
    for (number, game) in (1..).zip(&games) {
        let length = game.main_line().count();
        if from > length.max(1) {
            match language {
                Language::Zh => remark!("第 {number}/{count} 局略去：--from {from} 在最后一着（第 {length} 着）之后"),
                Language::En => {
                    remark!("game {number}/{count} is skipped: --from {from} is after its last ply ({length})");
                }
            }
            continue;
        }
        let judgement = args.analyse(game, &mut analyser, &book, language, (number, count));
        if count > 1 {
            say!("{number}/{count}");
        }
        if has_table {
            say!("{}", table::summary(game, &judgement, analyser.rules(), language));
        }
        args.write(game, &judgement, analyser.rules(), language, number, count)?;
        if interrupt::is_asked() {
            remark!("{}", language.pick("已中断：以上是已分析的部分。", "Interrupted: the results so far."));
            break;
        }
    }
    Ok(interrupt::status())
}

impl AnalyseArgs {
    fn rules(&self) -> Rules {
        Rules {
            set: self.rules,
            fold: self.fold,
            natural_limit: (self.natural_limit > 0).then_some(self.natural_limit),
        }
    }

    fn limits(&self) -> Limits {
        let limits = Limits { multipv: self.multipv as usize, ..Limits::default() };
        match self.time {
            Some(time) => Limits { clock: Some(Clock { move_time: Some(time), ..Clock::default() }), ..limits },
            None => Limits { nodes: Some(self.nodes), ..limits },
        }
    }

    fn analyse(
        &self,
        game: &GameTree,
        analyser: &mut Analyser,
        book: &Openings,
        language: Language,
        (number, count): (usize, usize),
    ) -> Judgement {
        let length = game.main_line().count();
        let from = self.from.max(1) - 1;
        let to = self.to.unwrap_or(length).min(length);
        let name = match (language, count) {
            (Language::Zh, 1) => "局面".to_owned(),
            (Language::Zh, _) => format!("第 {number}/{count} 局"),
            (Language::En, 1) => "positions".to_owned(),
            (Language::En, _) => format!("game {number}/{count}"),
        };
        let progress = Progress::spoken(language, &name, (to + 1).saturating_sub(from) as u64);
        // A position may be given an hour; nobody who asks for the end waits for it.
        let signals = Signals::watched(interrupt::is_asked);
        let judgement = judge_game(game, analyser, book, from..=to, &signals, &mut || {
            progress.advance(1);
            !interrupt::is_asked()
        });
        progress.end();
        judgement
    }

    fn write(
        &self,
        game: &GameTree,
        judgement: &Judgement,
        rules: &Rules,
        language: Language,
        number: usize,
        count: usize,
    ) -> anyhow::Result<()> {
        let put = |path: &Option<PathBuf>, make: &dyn Fn() -> Vec<u8>| match path {
            Some(path) => {
                let path = numbered(path, number, count);
                write_whole(&path, &make())
            }
            None => Ok(()),
        };
        put(&self.pgn, &|| {
            let told = annotate::annotate(game, judgement, rules, language);
            let written = guohe_games::write(&told, number, Target::Pgn(game.style()), TextEncoding::Utf8);
            for note in &written.notes {
                remark!("{}", language.choose(|| note.chinese(), || note.to_string()));
            }
            written.bytes
        })?;
        put(&self.html, &|| html::page(game, judgement, rules, language).into_bytes())?;
        put(&self.json, &|| format!("{:#}\n", data::json(game, judgement, rules)).into_bytes())
    }
}

/// Game `number`: by the tag `Round` where this numbers all games apart, as in a match; else by its place.
fn numbered_game(games: Vec<GameTree>, number: u64) -> Option<GameTree> {
    let rounds: Vec<Option<u64>> = games.iter().map(|game| game.tag("Round")?.parse().ok()).collect();
    let distinct: HashSet<u64> = rounds.iter().copied().flatten().collect();
    let by_round = || rounds.iter().position(|round| *round == Some(number));
    let by_place = || usize::try_from(number - 1).ok();
    let index = if distinct.len() == games.len() && games.len() > 1 { by_round() } else { by_place() };
    games.into_iter().nth(index?)
}

/// The file of one game of several: `game.html` becomes `game-2.html`.
fn numbered(path: &Path, number: usize, count: usize) -> PathBuf {
    if count <= 1 {
        return path.to_owned();
    }
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{number}"));
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_that_ends_before_the_first_ply_to_analyse_is_skipped() {
        #[derive(clap::Parser)]
        struct Cli {
            #[command(flatten)]
            args: AnalyseArgs,
        }
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let games = "[Event \"1\"]\n炮二平五 马8进7 *\n[Event \"2\"]\n炮二平五 马8进7 马二进三 *\n";
        std::fs::write(at("games.pgn"), games).unwrap();
        let (games, out) = (at("games.pgn"), at("out.json"));
        let words = ["analyse", games.to_str().unwrap(), "--json", out.to_str().unwrap()];
        let words = words.into_iter().chain(["--from", "3", "--nodes", "100", "--hash", "1", "--lang", "en"]);
        run(&<Cli as clap::Parser>::parse_from(words).args).unwrap();
        assert_eq!(["out-1.json", "out-2.json"].map(|name| at(name).exists()), [false, true]);
    }
}
