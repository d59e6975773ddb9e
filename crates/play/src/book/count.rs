//! `guohe-tools book count`: results of games by opening move, for the explorer of the board.

use super::gather::{self, Played};
use super::make::GamesFound;
use super::output;
use crate::statistics::{self, Results, identity};
use anyhow::ensure;
use guohe::board::Board;
use guohe_common::place;
use guohe_common::say::say;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;

/// Count the results of games by opening move.
///
/// Writes each line of moves with the games that Red won, the draws and the games that Black won, as long as enough
/// games reach the next position by any order of moves; mirror images count together. A game that is found twice
/// counts once. Games need a result and the usual start; of each the main line counts.
#[derive(clap::Args)]
pub struct CountArgs {
    /// Files of games in any format that `convert` reads; a folder is all its files, - is standard input
    #[arg(required = true, value_name = "GAMES")]
    games: Vec<PathBuf>,
    /// The most plies of a line
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u16).range(1..=200))]
    plies: u16,
    /// Games that must reach a position
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    min: u32,
    /// Where the games come from: a comment in the file
    #[arg(long, value_name = "TEXT", default_value = "")]
    about: String,
    /// Overwrite the file
    #[arg(long)]
    force: bool,
    /// The table
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,
}

/// Writes the table.
///
/// # Errors
/// When a file cannot be read or written, or no position is reached often enough.
pub fn run(args: &CountArgs) -> anyhow::Result<ExitCode> {
    output::check(&args.out, args.force)?;
    let found = GamesFound::read(&args.games, args.plies as usize)?;
    let lines = lines(&found.games, args.min);
    ensure!(!lines.is_empty(), "no position is reached by {} games: a smaller --min gives a table", args.min);
    let summary = format!("{} different games, {} lines", found.games.len(), lines.len());
    say!("{}{summary}", found.report());
    let head = format!(
        "Results of games by opening move: ply, move, games won by Red, draws, games won by Black.\n{}\n\
         book count --plies {} --min {}\n{summary}",
        args.about, args.plies, args.min
    );
    place::write_whole(&args.out, (output::comment(&head) + &statistics::write(&lines)).as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// The results of each line of moves, cut before the first position that fewer than `min` games reach.
fn lines(games: &[Played], min: u32) -> BTreeMap<Vec<u16>, Results> {
    let visits = gather::visits(games);
    let mut lines: BTreeMap<Vec<u16>, Results> = BTreeMap::new();
    for game in games {
        let mut board = Board::startpos();
        let mut line = Vec::new();
        for &mv in &game.moves {
            board.make(mv);
            if visits.get(&identity(&board)).is_none_or(|&count| count < min) {
                break;
            }
            line.push(mv.bits());
            lines.entry(line.clone()).or_default().add_points(game.red_points);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::Statistics;
    use guohe::types::Move;

    fn played(moves: &str, red_points: u32) -> Played {
        let moves: Vec<Move> = moves.split(' ').map(|word| word.parse().unwrap()).collect();
        Played { moves: gather::turned(&moves), red_points, goes_on: false }
    }

    #[test]
    fn lines_end_where_positions_get_rare() {
        let games = [played("h2e2 h9g7 h0g2", 2), played("b2e2 b9c7 g3g4", 1), played("g3g4 h9g7 h2e2", 0)];
        let text = statistics::write(&lines(&games, 2));
        assert_eq!(text, "1 h2e2 1 1 0\n2 h9g7 1 1 0\n");
        let table = Statistics::read(&statistics::write(&lines(&games, 1))).unwrap();
        let results = table.results(&Board::startpos(), "b2e2".parse().unwrap()).unwrap();
        assert_eq!((results.red, results.draws, results.black), (1, 1, 0));
    }

    #[test]
    fn the_command_writes_a_table_that_can_be_read() {
        #[derive(clap::Parser)]
        struct Cli {
            #[command(flatten)]
            args: CountArgs,
        }
        let folder = tempfile::tempdir().unwrap();
        let (games, out) = (folder.path().join("games.pgn"), folder.path().join("table.txt"));
        let game = "[Red \"a\"]\n[Result \"1-0\"]\n\n1. 炮二平五 马8进7 2. 马二进三 1-0\n\n";
        std::fs::write(&games, game.repeat(2)).unwrap();
        let words = ["count", games.to_str().unwrap(), "-o", out.to_str().unwrap(), "--min", "1", "--about", "ours"];
        let cli = <Cli as clap::Parser>::parse_from(words);
        assert_eq!(run(&cli.args).unwrap(), ExitCode::SUCCESS);
        let text = std::fs::read_to_string(&out).unwrap();
        assert!(text.contains("# ours") && text.ends_with("1 h2e2 1 0 0\n2 h9g7 1 0 0\n3 h0g2 1 0 0\n"), "{text}");
        assert!(run(&cli.args).is_err(), "an existing file stays");
    }
}
