//! `guohe-tools book make`: a book of the openings of games.

use super::blunders::{self, Blunder, Terms};
use super::gather::{self, End, Lines, Played};
use super::output;
use crate::analyse::{Named, Openings};
use anyhow::ensure;
use guohe::board::Board;
use guohe::notation::{self, Style};
use guohe::types::Move;
use guohe_common::language::Language;
use guohe_common::progress::Progress;
use guohe_common::say::{remark, say};
use guohe_common::{inputs, interrupt};
use guohe_games::{GameResult, GameTree};
use std::collections::HashSet;
use std::fmt::Write;
use std::num::NonZero;
use std::path::PathBuf;
use std::process::ExitCode;

/// The greatest weight that a line of a book may have.
const MAX_WEIGHT: u32 = 10_000;
/// The style in which refused moves are told.
const STYLE: Style = Style::Chinese;

/// Make a book of the openings of games.
///
/// The weight of a move is the number of points that its side scored in the games with it: 2 for a win, 1 for a draw. A
/// line goes on as long as enough games reach the next position, whatever order of moves led there; mirror images count
/// together. A game that is found twice counts once. Games need a result and the usual start; of each the main line
/// counts.
#[derive(clap::Args)]
pub struct MakeArgs {
    /// Files of games in any format that `convert` reads; a folder is all its files, - is standard input
    #[arg(required = true, value_name = "GAMES")]
    games: Vec<PathBuf>,
    /// Maximum length of a line, in plies
    #[arg(long, default_value_t = 24, value_parser = clap::value_parser!(u16).range(1..=200))]
    plies: u16,
    /// Games that must reach a position
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    min: u32,
    /// Keep moves that the engine's search calls blunders, and search nothing
    #[arg(long)]
    keep: bool,
    /// Depth of the search
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: u32,
    /// Centipawns of the network that a move must cost to be a blunder; the engine shows about half of them
    #[arg(long, default_value_t = 150, value_name = "CP", value_parser = clap::value_parser!(i32).range(1..))]
    blunder: i32,
    /// Searches at a time; 0 is one for each processor
    #[arg(long, default_value_t = 0)]
    threads: usize,
    /// Overwrite the file
    #[arg(long)]
    force: bool,
    /// The book
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,
}

/// Makes the book.
///
/// # Errors
/// When a file cannot be read or written, or the games give no line.
pub fn run(args: &MakeArgs) -> anyhow::Result<ExitCode> {
    output::check(&args.out, args.force)?;
    let found = GamesFound::read(&args.games, args.plies as usize)?;

    let visits = gather::visits(&found.games);
    let terms = Terms { depth: args.depth, loss: args.blunder, threads: threads(args.threads) };
    let refused = if args.keep { Vec::new() } else { blunders::find(&found.games, &visits, args.min, terms)? };
    let identities: HashSet<_> = refused.iter().map(|blunder| blunder.identity).collect();
    let lines = gather::lines(&found.games, &visits, args.min, &identities);
    let report = format!("{}{}", found.report(), lines_report(&lines, args, &refused));
    say!("{}", report.trim_end());
    ensure!(!lines.lines.is_empty(), "no position is reached by {} games: a smaller --min gives a book", args.min);
    output::write(&args.out, &book(&lines, &report, args))?;
    Ok(ExitCode::SUCCESS)
}

fn threads(asked: usize) -> usize {
    if asked > 0 { asked } else { std::thread::available_parallelism().map_or(1, NonZero::get) }
}

/// The games that were found, and what was left out.
#[derive(Default)]
pub(super) struct GamesFound {
    files: u32,
    unread: u32,
    pub(super) games: Vec<Played>,
    /// All moves and Red's points of each of them.
    seen: HashSet<(Vec<Move>, u32)>,
    again: u32,
    elsewhere: u32,
    endless: u32,
    empty: u32,
    notes: usize,
}

impl GamesFound {
    /// Reads the different games of files and folders, the first `plies` of each, and shows how far it is.
    ///
    /// # Errors
    /// When no game has a result and begins at the usual start, or the user interrupts.
    pub(super) fn read(paths: &[PathBuf], plies: usize) -> anyhow::Result<Self> {
        interrupt::listen();
        let inputs = inputs::list(paths)?;
        let progress = Progress::new("files read", inputs.len() as u64);
        let mut found = Self::default();
        for input in &inputs {
            ensure!(!interrupt::is_asked(), "stopped before all games were read; nothing is written");
            match input.read(Language::En) {
                Ok(bytes) => found.take(&bytes, plies),
                Err(error) => remark!("{error:#}"),
            }
            progress.advance(1);
        }
        progress.end();
        ensure!(!found.games.is_empty(), "no game with a result begins at the usual start\n{}", found.report());
        Ok(found)
    }

    /// Adds the games of a file.
    fn take(&mut self, bytes: &[u8], plies: usize) {
        let reading = guohe_games::read(bytes);
        self.files += 1;
        self.unread += u32::from(reading.games.is_empty());
        self.notes += reading.notes.len();
        for game in &reading.games {
            self.add(game, plies);
        }
    }

    fn add(&mut self, game: &GameTree, plies: usize) {
        let red_points = match game.result() {
            GameResult::Red => 2,
            GameResult::Draw => 1,
            GameResult::Black => 0,
            GameResult::Unknown => return self.endless += 1,
        };
        if !game.is_from_startpos() {
            self.elsewhere += 1;
            return;
        }
        let all: Vec<Move> = game.main_line().collect();
        if all.is_empty() {
            self.empty += 1;
            return;
        }
        let all = gather::turned(&all);
        let moves = all[..all.len().min(plies)].to_vec();
        let goes_on = all.len() > plies;
        if self.seen.insert((all, red_points)) {
            self.games.push(Played { moves, red_points, goes_on });
        } else {
            self.again += 1;
        }
    }

    pub(super) fn report(&self) -> String {
        let mut text = format!("{} games of {} files went in\n", self.games.len(), self.files);
        for (count, what) in [
            (self.endless, "games have no result and were left out"),
            (self.elsewhere, "games do not begin at the usual start and were left out"),
            (self.empty, "games have no move and were left out"),
            (self.again, "games were found before and were left out"),
            (self.unread, "files hold no game"),
            (
                self.notes as u32,
                "places in the files could not be read as they stand; `guohe-tools convert` names them",
            ),
        ] {
            if count > 0 {
                let _ = writeln!(text, "{count} {what}");
            }
        }
        text
    }
}

/// What became of the games.
fn lines_report(lines: &Lines, args: &MakeArgs, refused: &[Blunder]) -> String {
    let mut text = format!("{} lines\n", lines.lines.len());
    for (end, count) in &lines.ends {
        let _ = match end {
            End::Plies => writeln!(text, "{count} games are in the book for all of --plies {}", args.plies),
            End::Rare => writeln!(text, "{count} games leave it where fewer than --min {} games go on", args.min),
            End::Refused => writeln!(text, "{count} games leave it before a move that is refused"),
            End::Over => writeln!(text, "{count} games end in it"),
        };
    }
    if lines.outside > 0 {
        let _ = writeln!(text, "{} of them are not in it at all", lines.outside);
    }
    if args.keep {
        text.push_str("no move was judged (--keep)\n");
        return text;
    }
    let terms = format!("at depth {} they cost {} centipawns or more", args.depth, args.blunder);
    let _ = writeln!(text, "{} moves refused: {terms}", refused.len());
    for blunder in refused {
        let _ = writeln!(text, "  {}", tell(blunder));
    }
    text
}

/// A refused move in words.
fn tell(blunder: &Blunder) -> String {
    let mut board = Board::startpos();
    let mut words = Vec::new();
    for &mv in &blunder.before {
        words.push(notation::write(&board, mv, STYLE));
        board.make(mv);
    }
    let name = |mv: Move| format!("{} ({mv})", notation::write(&board, mv, STYLE));
    let place = if words.is_empty() { "at the start".to_owned() } else { format!("after {}", words.join(" ")) };
    let (score, best) = blunder.scores;
    format!("{place}: {} is worth {score:+}, {} {best:+}", name(blunder.mv), name(blunder.best))
}

/// The text of the book.
fn book(lines: &Lines, report: &str, args: &MakeArgs) -> String {
    let mut text = output::comment(
        "An opening book of guohe, made of games by guohe-tools. book/openings.txt in guohe's sources explains the format.\n\
         A line's weights are the points that Red and Black won in the games that end there, 2 for a win and 1 for a draw.\n",
    );
    let keep = if args.keep { " --keep" } else { "" };
    let terms = format!(
        "book make --plies {} --min {} --depth {} --blunder {}{keep}",
        args.plies, args.min, args.depth, args.blunder
    );
    text += &output::comment(&format!("\n{terms}\n{report}"));
    text.push('\n');
    let named = Openings::embedded();
    let heaviest = lines.lines.values().map(|tally| tally.red_points.max(tally.black_points())).max().unwrap_or(0);
    for (bits, tally) in &lines.lines {
        let moves: Vec<Move> = bits.iter().filter_map(|&bits| Move::from_bits(bits)).collect();
        let [red, black] = [tally.red_points, tally.black_points()].map(|points| scaled(points, heaviest));
        let Named { code, chinese, english } = name(&named, &moves);
        let words: Vec<String> = moves.iter().map(Move::to_string).collect();
        let _ = writeln!(text, "{code} ; {chinese} ; {english} ; {red}/{black} ; {}", words.join(" "));
    }
    text
}

/// Points as a weight: smaller in proportion where the heaviest line would have too much, but never nothing.
fn scaled(points: u32, heaviest: u32) -> u32 {
    if heaviest <= MAX_WEIGHT || points == 0 {
        return points;
    }
    let weight = u64::from(points) * u64::from(MAX_WEIGHT) / u64::from(heaviest);
    (weight as u32).max(1)
}

/// What the built-in book calls the last position of a line that it has a name for.
fn name(named: &Openings, moves: &[Move]) -> Named {
    let [code, chinese, english] = ["-", "其他", "Other"].map(str::to_owned);
    let mut last = Named { code, chinese, english };
    let mut board = Board::startpos();
    for &mv in moves {
        board.make(mv);
        last = named.name(&board).unwrap_or(last);
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAMES: &str = "\
[Red \"a\"]\n[Result \"1-0\"]\n\n1. 炮二平五 马8进7 2. 马二进三 车9平8 3. 车一平二 1-0\n\n\
[Red \"b\"]\n[Result \"1/2-1/2\"]\n\n1. 炮八平五 马2进3 2. 马八进七 车1平2 3. 兵七进一 1/2-1/2\n\n\
[Red \"c\"]\n[Result \"0-1\"]\n\n1. 炮二平五 马8进7 2. 炮八进七 车1平2 0-1\n\n\
[Red \"d\"]\n[Result \"*\"]\n\n1. 炮二平五 马8进7 *\n\n\
[Red \"e\"]\n[Result \"1-0\"]\n[FEN \"3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1\"]\n\n1. 车五进一 1-0\n\n";

    fn make(folder: &std::path::Path, more: &[&str]) -> (ExitCode, String) {
        #[derive(clap::Parser)]
        struct Cli {
            #[command(flatten)]
            args: MakeArgs,
        }
        let (games, out) = (folder.join("games.pgn"), folder.join("book.txt"));
        std::fs::write(&games, GAMES).unwrap();
        let words = ["make", games.to_str().unwrap(), "-o", out.to_str().unwrap()];
        let cli = <Cli as clap::Parser>::parse_from(words.iter().chain(more));
        let code = run(&cli.args).unwrap();
        (code, std::fs::read_to_string(out).unwrap())
    }

    /// The lines of the book, without names.
    fn lines(text: &str) -> Vec<String> {
        let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
        let mut lines: Vec<String> = lines
            .map(|line| {
                let fields: Vec<&str> = line.split(" ; ").collect();
                format!("{} {}", fields[3], fields[4])
            })
            .collect();
        lines.sort();
        lines
    }

    #[test]
    fn games_become_weighted_lines() {
        let folder = tempfile::tempdir().unwrap();
        let (_, text) = make(folder.path(), &["--min", "1", "--plies", "4", "--keep"]);
        assert_eq!(lines(&text), ["0/2 h2e2 h9g7 b2b9 a9b9", "3/1 h2e2 h9g7 h0g2 i9h9"]);
        for said in
            ["3 games of 1 files went in", "1 games have no result", "1 games do not begin", "--keep", "2 lines"]
        {
            assert!(text.contains(said), "{said} in {text}");
        }
        // The book says of each move how many points its side won with it.
        let mut book = guohe::book::Book::default();
        book.read(std::path::Path::new("x"), text.as_bytes()).unwrap();
        let mut board = Board::startpos();
        let weights = |board: &Board| -> Vec<(String, u32)> {
            book.moves(board).iter().map(|found| (found.mv.to_string(), found.weight)).collect()
        };
        assert_eq!(weights(&board)[0].1, 3);
        board.make("h2e2".parse().unwrap());
        assert_eq!(weights(&board), [("h9g7".to_owned(), 3)]);
        board.make("h9g7".parse().unwrap());
        assert_eq!(weights(&board), [("h0g2".to_owned(), 3)]);
    }

    #[test]
    fn a_game_found_twice_counts_once() {
        let reading = guohe_games::read(GAMES.as_bytes());
        let mirrored = "炮八平五 马2进3 马八进七 车1平2 车九平八 1-0";
        // Another result, and another game after the same first moves.
        let other = mirrored.replace("1-0", "0-1");
        let longer = mirrored.replace("1-0", "车2进1 1-0");
        let mut found = GamesFound::default();
        for game in &reading.games {
            found.add(game, 2);
        }
        for text in [mirrored, &other, &longer] {
            found.take(text.as_bytes(), 2);
        }
        assert_eq!((found.games.len(), found.again), (5, 1));
        assert!(found.games.iter().all(|game| game.moves.len() == 2));
        assert!(found.report().contains("1 games were found before and were left out"), "{}", found.report());
    }

    #[test]
    fn blunders_are_refused_and_told() {
        let folder = tempfile::tempdir().unwrap();
        let terms = ["--min", "1", "--depth", "6", "--blunder", "100", "--threads", "1"];
        let (_, text) = make(folder.path(), &terms);
        assert!(text.contains("# 1 moves refused"), "{text}");
        assert!(text.contains("after 炮二平五 马8进7: 炮八进七 (b2b9) is worth "), "{text}");
        assert!(!lines(&text).iter().any(|line| line.contains("b2b9")), "{text}");
        assert!(lines(&text).contains(&"0/2 h2e2 h9g7".to_owned()), "{text}");
    }

    #[test]
    fn weights_fit_into_the_format() {
        assert_eq!((scaled(7, 10_000), scaled(0, 99_999), scaled(1, 99_999)), (7, 0, 1));
        assert_eq!((scaled(50_000, 50_000), scaled(25_000, 50_000)), (10_000, 5_000));
    }

    #[test]
    fn lines_are_called_by_their_opening() {
        let moves = |text: &str| -> Vec<Move> { text.split(' ').map(|word| word.parse().unwrap()).collect() };
        let book = Openings::embedded();
        for (line, code, english) in [
            // C04 has this beginning, too, but what its name says comes later.
            ("h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5", "C00–C99", "Central Cannon vs Screen Horses"),
            ("h2e2 h9g7 h0g2 i9h9 e0e1", "B00–D55", "Central Cannon"),
            ("e0e1", "-", "Other"),
        ] {
            let named = name(&book, &moves(line));
            assert_eq!((named.code.as_str(), named.english.as_str()), (code, english), "{line}");
        }
    }
}
