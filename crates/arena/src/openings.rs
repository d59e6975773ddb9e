//! `guohe-tools openings`: balanced, distinct starts for matches, from random moves and a search that throws out what
//! one side has won already. The file names its seed and comes out the same every time with the same engine.

use crate::starts;
use anyhow::{Context, ensure};
use guohe::board::Board;
use guohe::search::{Limits, Options, Pool, Signals, Silent};
use guohe_common::bounded::read_list;
use guohe_common::dice::random_moves;
use guohe_common::interrupt;
use guohe_common::place::{check_folder_of, check_free, write_whole};
use guohe_common::progress::Progress;
use guohe_common::say::remark;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use std::collections::HashSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Random moves of a start: few enough to stay an opening, enough for thousands of different ones.
pub const PLIES: std::ops::RangeInclusive<u64> = 6..=10;
/// A first search of so many nodes throws out what is far from level.
const GLANCE_NODES: u64 = 1000;
/// How many centipawns it may be mistaken by.
const GLANCE_SLACK: i32 = 150;
/// The table of the searches, in megabytes: emptied for every position, so a small one.
const HASH: usize = 1;
/// So many positions in a row without one that is good: the terms cannot be met.
const GIVE_UP: u32 = 20_000;

/// Make a file of balanced, distinct start positions for matches.
///
/// Random moves are played from the usual start. Positions are dropped that are in check, that a search finds further
/// from equality than --bound, or that occurred before (mirrored or with colours exchanged, too).
#[derive(clap::Args)]
pub struct Args {
    /// Number of positions
    #[arg(long, default_value_t = 2500)]
    count: usize,
    /// Seed of the random moves
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Nodes of the search that evaluates a position
    #[arg(long, default_value_t = 20_000)]
    nodes: u64,
    /// Largest distance from equality, in centipawns
    #[arg(long, value_name = "CP", default_value_t = 100, value_parser = clap::value_parser!(i32).range(0..=10_000))]
    bound: i32,
    /// Files of positions to exclude, one FEN or EPD a line
    #[arg(long, value_name = "FILE")]
    exclude: Vec<PathBuf>,
    /// File to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Overwrite existing files
    #[arg(long)]
    force: bool,
}

/// Makes the file.
///
/// # Errors
/// When a file cannot be read or written, or the terms cannot be met.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    ensure!(args.nodes > 0, "a search needs at least one node");
    check_folder_of(&args.out)?;
    check_free(&args.out, args.force)?;
    interrupt::listen();
    let mut seen = HashSet::new();
    for path in &args.exclude {
        exclude(path, &mut seen)?;
    }
    let mut judge = Judge { pool: Pool::new(1, HASH), nodes: args.nodes, bound: args.bound };
    let progress = Progress::new("openings", args.count as u64);
    let is_level = |board: &Board| {
        let is_level = judge.is_level(board);
        progress.advance(u64::from(is_level));
        is_level
    };
    let starts = make(args.count, args.seed, &mut seen, is_level, || !interrupt::is_asked())?;
    progress.end();
    if starts.len() < args.count {
        remark!("interrupted: {} openings are there, the same as --count {} makes", starts.len(), starts.len());
    }
    write_whole(&args.out, write(args, &starts).as_bytes())?;
    Ok(interrupt::status())
}

/// The file's text: how it was made, then board and side of each start.
fn write(args: &Args, starts: &[Board]) -> String {
    let mut text = format!(
        "# {} start positions for matches: {} to {} random moves, not in check,\n\
         # within {} centipawns of level by a search of {} nodes, all different.\n\
         # guohe-tools openings --count {} --seed {} --nodes {} --bound {}",
        starts.len(),
        PLIES.start(),
        PLIES.end(),
        args.bound,
        args.nodes,
        starts.len(),
        args.seed,
        args.nodes,
        args.bound,
    );
    for path in &args.exclude {
        let _ = write!(text, " --exclude {}", path.file_name().unwrap_or_default().to_string_lossy());
    }
    text.push('\n');
    for board in starts {
        let fen = board.fen();
        let fields: Vec<&str> = fen.split(' ').take(2).collect();
        let _ = writeln!(text, "{}", fields.join(" "));
    }
    text
}

fn exclude(path: &Path, seen: &mut HashSet<u64>) -> anyhow::Result<()> {
    let fens = starts::lines(read_list(path)?.as_bytes()).with_context(|| format!("in {}", path.display()))?;
    for fen in fens {
        seen.insert(identity(&Board::from_fen(&fen)?));
    }
    Ok(())
}

/// Draws `count` starts that are level and not among those seen; fewer once `goes_on`, which is asked before each draw,
/// is false.
fn make(
    count: usize,
    seed: u64,
    seen: &mut HashSet<u64>,
    mut is_level: impl FnMut(&Board) -> bool,
    goes_on: impl Fn() -> bool,
) -> anyhow::Result<Vec<Board>> {
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut starts = Vec::new();
    let mut in_vain = 0;
    while starts.len() < count && goes_on() {
        let good = draw(&mut dice).filter(|board| seen.insert(identity(board)) && is_level(board));
        in_vain = if good.is_some() { 0 } else { in_vain + 1 };
        ensure!(in_vain < GIVE_UP, "{GIVE_UP} positions in a row were not level or not new");
        if let Some(board) = good {
            starts.push(board);
        }
    }
    Ok(starts)
}

/// Random moves from the usual start; `None` when the side to move then stands in check or has no move.
pub fn draw(dice: &mut Xoshiro256PlusPlus) -> Option<Board> {
    let mut board = Board::startpos();
    random_moves(dice, &mut board, &PLIES).then_some(board)
}

/// The same for a position, its mirror image, and both with colours exchanged.
fn identity(board: &Board) -> u64 {
    let flipped = board.flip_colors();
    let keys = [board.key().0, board.mirror_files().key().0, flipped.key().0, flipped.mirror_files().key().0];
    keys.into_iter().min().expect("there are four")
}

/// Says which positions are level.
struct Judge {
    pool: Pool,
    nodes: u64,
    bound: i32,
}

impl Judge {
    fn is_level(&mut self, board: &Board) -> bool {
        let glance = self.nodes.min(GLANCE_NODES);
        self.score(board, glance).abs() <= self.bound + GLANCE_SLACK
            && self.score(board, self.nodes).abs() <= self.bound
    }

    fn score(&mut self, board: &Board, nodes: u64) -> i32 {
        self.pool.clear();
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        self.pool.search(board, &limits, &Options::default(), &Signals::new(), &Silent).score.get()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    fn args(exclude: Vec<PathBuf>, out: PathBuf) -> Args {
        Args { count: 12, seed: 3, nodes: 300, bound: 100, exclude, out, force: false }
    }

    #[test]
    fn files_are_distinct_level_and_reproducible() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        run(&args(vec![], path("a"))).unwrap();
        run(&args(vec![], path("b"))).unwrap();
        run(&args(vec![path("a")], path("c"))).unwrap();
        let read = |name: &str| std::fs::read_to_string(path(name)).unwrap();
        assert_eq!(read("a"), read("b"));
        assert!(read("c").contains("--seed 3 --nodes 300 --bound 100 --exclude a\n"));
        // The same positions as EPD.
        let starts = |name: &str| {
            read(name).lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect::<Vec<_>>()
        };
        std::fs::write(path("epd"), starts("a").join(" - - id \"x\";\n") + " - - hmvc 0;\n").unwrap();
        run(&args(vec![path("epd")], path("d"))).unwrap();
        assert_eq!(starts("d"), starts("c"));
        let mut all = HashSet::new();
        for line in (read("a") + &read("c")).lines().filter(|line| !line.starts_with('#')) {
            let board = Board::from_fen(line).unwrap();
            assert!(!board.in_check() && board.has_legal_move());
            assert!(all.insert(identity(&board)), "{line} is there twice");
        }
        assert_eq!(all.len(), 24);
        // Nothing is overwritten unasked, and a run that is broken off leaves what a smaller one makes.
        assert!(run(&args(vec![], path("a"))).is_err());
        run(&Args { count: 2, force: true, ..args(vec![], path("b")) }).unwrap();
        let mut judge = Judge { pool: Pool::new(1, HASH), nodes: 300, bound: 100 };
        let found = Cell::new(0);
        let is_level = |board: &Board| {
            let is_level = judge.is_level(board);
            found.set(found.get() + u32::from(is_level));
            is_level
        };
        let starts = make(12, 3, &mut HashSet::new(), is_level, || found.get() < 2).unwrap();
        assert_eq!(write(&args(vec![], path("b")), &starts), read("b"));
    }

    #[test]
    fn mirrors_are_the_same_start() {
        let board = |moves: &str| {
            let mut board = Board::startpos();
            for word in moves.split(' ') {
                board.make(word.parse().unwrap());
            }
            board
        };
        assert_eq!(identity(&board("h2e2 h9g7")), identity(&board("b2e2 b9c7")));
        assert_eq!(identity(&board("h2e2")), identity(&board("h2e2").flip_colors()));
        assert_ne!(identity(&board("h2e2 h9g7")), identity(&board("h2e2 b9c7")));
    }

    #[test]
    fn impossible_terms_are_refused() {
        for count in [1, usize::MAX] {
            assert!(make(count, 1, &mut HashSet::new(), |_| false, || true).is_err());
        }
        let folder = tempfile::tempdir().unwrap();
        let refused = |nodes, out: &str, reason: &str| {
            let error = run(&Args { nodes, ..args(vec![], folder.path().join(out)) }).unwrap_err().to_string();
            assert!(error.contains(reason), "{error}");
        };
        refused(0, "a", "at least one node");
        refused(300, "none/a", "there is no folder");
    }
}
