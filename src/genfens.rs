//! Start positions for self-play, as OpenBench requests them from the engine: random moves from the start position or
//! from a position of a book, kept if the score is within bounds. The same request and network give the same positions.

use crate::board::Board;
use crate::eval::nnue::Network;
use crate::files;
use crate::rules;
use crate::search::{Limits, Options, Pool, Signals, Silent};
use crate::types::SplitMix64;
use std::io;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Number of random moves from the start position.
const PLIES: RangeInclusive<u64> = 6..=10;
/// Number of random moves from a position of a book.
const PLIES_AFTER_BOOK: RangeInclusive<u64> = 1..=4;
/// Maximum absolute score of a start position, centipawns.
const BOUND: u32 = 300;
/// Nodes of the search that scores a position: a few milliseconds.
const NODES: u64 = 1000;
/// Transposition table in megabytes: small, since it is cleared for every position.
const HASH: usize = 1;
/// After this many rejected positions in a row the bound is considered unreachable.
const GIVE_UP: u32 = 10_000;
/// Maximum size of a book, bytes.
const MAX_BOOK: u64 = 256 << 20;

/// Which start positions to make.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// Number of positions.
    pub count: u64,
    /// Seed of the random moves.
    pub seed: u64,
    /// A file with one position per line, FEN or EPD.
    pub book: Option<PathBuf>,
    /// Least and greatest number of random moves; `None` for the default.
    pub plies: Option<(u64, u64)>,
    /// Maximum absolute score of a start position, centipawns; `None` for the default.
    pub bound: Option<u32>,
}

/// Makes the positions until the signals stop it, and passes each to `found`.
///
/// # Errors
/// If the book cannot be read or has no playable position, or random positions are never within the bound.
pub fn make(
    request: &Request,
    network: &Arc<Network>,
    signals: &Signals,
    mut found: impl FnMut(&Board),
) -> io::Result<()> {
    let book = match &request.book {
        Some(path) => read_book(path)?,
        None => vec![Board::startpos()],
    };
    let usual = if request.book.is_some() { PLIES_AFTER_BOOK } else { PLIES };
    let plies = request.plies.map_or(usual, |(least, most)| least..=most);
    let bound = request.bound.unwrap_or(BOUND).min(i32::MAX as u32) as i32;
    let mut stream = SplitMix64::new(request.seed);
    let mut pool = Pool::new(1, HASH);
    pool.set_network(network.clone());
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let (mut count, mut rejected) = (0, 0);
    while count < request.count && !signals.is_stopped() {
        let start = random_start(&book, &plies, &mut stream).filter(|board| {
            pool.clear();
            let outcome = pool.search(board, &limits, &Options::default(), signals, &Silent);
            outcome.score.get().abs() <= bound
        });
        match start {
            // A stopped search has no score.
            _ if signals.is_stopped() => {}
            Some(board) => {
                found(&board);
                (count, rejected) = (count + 1, 0);
            }
            None => {
                rejected += 1;
                if rejected == GIVE_UP {
                    let why = "stood in check, were over, or had scores out of bounds";
                    return Err(refused(format!("{GIVE_UP} random positions in a row {why}")));
                }
            }
        }
    }
    Ok(())
}

/// Random moves from a position of the book; `None` when the side to move then stands in check or the game is over.
fn random_start(book: &[Board], plies: &RangeInclusive<u64>, stream: &mut SplitMix64) -> Option<Board> {
    // A number below `bound`, which is above 0.
    let mut below = |bound: u64| ((u128::from(stream.draw()) * u128::from(bound)) >> 64) as u64;
    let mut board = book[below(book.len() as u64) as usize].clone();
    let plies = plies.start() + below(plies.end().saturating_sub(*plies.start()).saturating_add(1));
    for _ in 0..plies {
        let moves = board.legal_moves();
        if moves.is_empty() {
            return None;
        }
        board.make(moves[below(moves.len() as u64) as usize]);
    }
    (!board.in_check() && is_playable(&board)).then_some(board)
}

/// Whether the game can go on: the side to move has a move, and some piece can cross the river.
fn is_playable(board: &Board) -> bool {
    board.has_legal_move() && !rules::is_dead(board)
}

/// The playable positions of a book; other lines are skipped.
fn read_book(path: &Path) -> io::Result<Vec<Board>> {
    let bytes = files::read_whole(path, MAX_BOOK)
        .map_err(|error| io::Error::new(error.kind(), format!("book {}: {error}", path.display())))?;
    let text = String::from_utf8_lossy(&bytes);
    let board = |line: &str| {
        // Only pieces and side: the operations of an EPD and the counters of a FEN are ignored.
        let fields: Vec<&str> = line.split_ascii_whitespace().take(2).collect();
        Board::from_fen(&fields.join(" ")).ok().filter(is_playable)
    };
    let boards: Vec<Board> = text.lines().filter_map(board).collect();
    if boards.is_empty() { Err(refused(format!("no playable position in {}", path.display()))) } else { Ok(boards) }
}

/// Why positions cannot be made from a book that was read.
fn refused(why: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::nnue;

    const REQUEST: Request = Request { count: 5, seed: 7, book: None, plies: None, bound: None };

    fn starts(request: &Request) -> io::Result<Vec<String>> {
        let mut fens = Vec::new();
        make(request, &nnue::embedded(), &Signals::new(), |board| fens.push(board.fen())).map(|()| fens)
    }

    #[test]
    fn a_seed_gives_the_same_starts_and_another_seed_others() {
        let first = starts(&REQUEST).unwrap();
        assert_eq!(first.len(), 5);
        assert_eq!(starts(&REQUEST).unwrap(), first);
        assert!(starts(&Request { seed: 8, ..REQUEST }).unwrap().iter().all(|fen| !first.contains(fen)));
        for fen in first {
            assert_eq!(fen.split(' ').count(), 6, "{fen}");
            assert!(Board::from_fen(&fen).unwrap().has_legal_move(), "{fen}");
        }
    }

    #[test]
    fn books_are_read_and_random_moves_follow() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("book.epd");
        let place = "4k4/9/9/8P/9/9/9/9/9/3K5 w";
        std::fs::write(&path, format!("# a comment\n{place} - - hmvc 3; fmvn 1;\n\n")).unwrap();
        let request = Request { book: Some(path.clone()), plies: Some((0, 0)), bound: Some(30_000), ..REQUEST };
        for fen in starts(&request).unwrap() {
            assert!(fen.starts_with(place), "{fen}");
        }
        let moved = starts(&Request { plies: None, ..request.clone() }).unwrap();
        assert!(moved.iter().any(|fen| !fen.starts_with(place)), "{moved:?}");
        let check = |request: &Request, expected: &str| {
            let error = starts(request).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        };
        // A mate in one ends each search at once.
        std::fs::write(&path, "4k4/1R7/R8/8p/9/9/9/9/9/3K5 w\n").unwrap();
        check(&Request { bound: Some(0), ..request.clone() }, "10000 random positions in a row");
        std::fs::write(&path, "nothing\n").unwrap();
        check(&request, "no playable position in ");
        std::fs::remove_file(&path).unwrap();
        assert_eq!(starts(&request).unwrap_err().kind(), io::ErrorKind::NotFound);
        check(&Request { book: Some(folder.path().into()), ..REQUEST }, "not a file");
    }
}
