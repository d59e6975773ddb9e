//! `guohe-tools book import`: another engine's book as a text book of ours.

use super::bookdat::{BookDat, Locks, MAX_BYTES};
use super::output;
use crate::statistics::identity;
use anyhow::{Context, ensure};
use guohe::board::Board;
use guohe::types::Move;
use guohe_common::bounded::read_whole;
use guohe_common::say::say;
use std::collections::{BTreeSet, HashSet, VecDeque};
use std::fmt::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Import ElephantEye's BOOK.DAT.
///
/// The file names its positions by a checksum only: what no line of the book reaches from the start cannot be imported,
/// and is counted.
#[derive(clap::Args)]
pub struct ImportArgs {
    /// The BOOK.DAT
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The least weight of a move
    #[arg(long, default_value_t = 1)]
    min: u16,
    /// The most plies from the start
    #[arg(long, default_value_t = 200)]
    plies: usize,
    /// Overwrite the file
    #[arg(long)]
    force: bool,
    /// The book
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,
}

/// Imports the book.
///
/// # Errors
/// When a file cannot be read or written, or is no book.
pub fn run(args: &ImportArgs) -> anyhow::Result<ExitCode> {
    output::check(&args.out, args.force)?;
    let name = args.file.display();
    let bytes = read_whole(&args.file, MAX_BYTES).with_context(|| format!("reading {name}"))?;
    let book = BookDat::read(&bytes).with_context(|| format!("{name} is no BOOK.DAT"))?;
    let walk = walk(&book, args.min, args.plies);
    let report = format!(
        "{} positions with {} moves; {} of {} records were used, the others belong to positions that no line reaches, are \
         not legal there, or are below --min or beyond --plies",
        walk.positions.len(),
        walk.positions.iter().map(|position| position.moves.len()).sum::<usize>(),
        walk.used,
        book.len(),
    );
    say!("{report}");
    ensure!(!walk.positions.is_empty(), "{name} has no move for the start position");
    let head =
        "An opening book of guohe, imported by guohe-tools. book/openings.txt in guohe's sources explains the format.";
    let terms = format!("book import --min {} --plies {}", args.min, args.plies);
    let mut text = output::comment(&format!("{head}\n\n{terms}\n{report}"));
    text.push('\n');
    for Position { board, moves } in &walk.positions {
        let fen = board.fen();
        let fields: Vec<&str> = fen.split(' ').take(2).collect();
        let words: Vec<String> = moves.iter().map(|(mv, weight)| format!("{mv} {weight}")).collect();
        let _ = writeln!(text, "{} ; {}", fields.join(" "), words.join(" "));
    }
    output::write(&args.out, &text)?;
    Ok(ExitCode::SUCCESS)
}

/// A position of the book and its moves, the weightiest first.
struct Position {
    board: Board,
    moves: Vec<(Move, u16)>,
}

/// What was found on the way.
struct Walk {
    positions: Vec<Position>,
    /// Records that were used.
    used: usize,
}

/// Walks from the start along the moves of the book, each position and its mirror image once.
fn walk(book: &BookDat, min: u16, plies: usize) -> Walk {
    let locks = Locks::new();
    let mut seen = HashSet::from([identity(&Board::startpos())]);
    let mut waiting = VecDeque::from([(Board::startpos(), 0)]);
    let mut used = BTreeSet::new();
    let mut positions = Vec::new();
    while let Some((board, ply)) = waiting.pop_front() {
        if ply >= plies {
            continue;
        }
        let mut moves = Vec::new();
        for (record, mv, weight) in book.moves(&locks, &board) {
            if weight < min.max(1) || moves.iter().any(|&(known, _)| known == mv) {
                continue;
            }
            used.insert(record);
            moves.push((mv, weight));
            let mut after = board.clone();
            after.make(mv);
            if seen.insert(identity(&after)) {
                // Without its history, which a book does not need and memory would.
                let bare = after.mirror_files().mirror_files();
                waiting.push_back((bare, ply + 1));
            }
        }
        if !moves.is_empty() {
            moves.sort_by_key(|&(_, weight)| std::cmp::Reverse(weight));
            positions.push(Position { board, moves });
        }
    }
    Walk { positions, used: used.len() }
}

#[cfg(test)]
mod tests {
    use super::super::bookdat::tests::{after, file};
    use super::*;
    use guohe::book::Book;
    use std::path::Path;

    fn import(bytes: &[u8], min: u16, plies: usize) -> anyhow::Result<String> {
        let folder = tempfile::tempdir()?;
        let path = |name: &str| folder.path().join(name);
        std::fs::write(path("BOOK.DAT"), bytes)?;
        let args = ImportArgs { file: path("BOOK.DAT"), min, plies, force: false, out: path("book.txt") };
        run(&args)?;
        // A second time it would be overwritten.
        assert!(run(&args).is_err());
        Ok(std::fs::read_to_string(path("book.txt"))?)
    }

    fn sample() -> Vec<u8> {
        file(&[
            ("", "h2e2", 1473),
            ("", "b2e2", 1473),
            ("", "g3g4", 546),
            ("b2e2", "h9g7", 761),
            ("b2e2 h9g7", "b0c2", 60_000),
            // Nothing leads there, and that is not legal.
            ("c3c4 c6c5", "b0c2", 7),
            ("g3g4", "a0a9", 7),
        ])
    }

    #[test]
    fn the_engine_plays_what_was_imported() {
        let text = import(&sample(), 1, 200).unwrap();
        assert!(text.contains("3 positions with 5 moves; 5 of 7 records were used"), "{text}");
        let mut book = Book::default();
        book.read(Path::new("x"), text.as_bytes()).unwrap();
        let weights = |line: &str| -> Vec<String> {
            let board = after(line);
            book.moves(&board).iter().map(|found| format!("{} {}", found.mv, found.weight)).collect()
        };
        assert_eq!(weights("h2e2"), ["b9c7 761"]);
        assert_eq!(weights("b2e2 h9g7"), ["b0c2 60000"]);
        assert_eq!(weights("h2e2 b9c7"), ["h0g2 60000"]);
        let start = weights("");
        assert!(start.contains(&"h2e2 1473".to_owned()) && start.contains(&"b2e2 1473".to_owned()), "{start:?}");
        assert!(start.contains(&"g3g4 546".to_owned()), "{start:?}");
    }

    #[test]
    fn files_of_chance_are_walked_to_their_end() {
        let mut number = 1u64;
        let mut byte = || {
            number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (number >> 56) as u8
        };
        for round in 0..2000 {
            let mut bytes: Vec<u8> = (0..round % 64).map(|_| byte()).collect();
            if let Ok(book) = BookDat::read(&bytes) {
                walk(&book, 1, 200);
            }
            // With records of the start among the others the walk begins.
            bytes.truncate(bytes.len() / 8 * 8);
            bytes.extend(sample());
            let mut records: Vec<&[u8]> = bytes.chunks(8).collect();
            records.sort_by_key(|record| u32::from_le_bytes([record[0], record[1], record[2], record[3]]));
            if let Ok(book) = BookDat::read(&records.concat()) {
                assert!(!walk(&book, 1, 200).positions.is_empty());
            }
        }
    }

    #[test]
    fn light_moves_and_far_ones_can_stay_away() {
        assert!(import(&sample(), 1000, 200).unwrap().contains("1 positions with 2 moves"));
        assert!(import(&sample(), 1, 1).unwrap().contains("1 positions with 3 moves"));
        assert!(import(&sample(), u16::MAX, 200).is_err());
        assert!(import(b"SQLite format 3\0", 1, 200).is_err());
    }
}
