//! The built-in opening book: every line is replayed, and found at each ply, in transpositions and in the mirror.

use guohe::board::Board;
use guohe::book::Book;
use guohe::search::Limits;
use guohe::search::Options;
use guohe::search::Pool;
use guohe::search::Signals;
use guohe::search::Silent;
use guohe::types::Color;
use guohe::types::Key;
use guohe::types::Move;
use std::collections::HashMap;
use std::collections::HashSet;

#[test]
fn the_book_has_lines_in_every_volume() {
    let book = Book::embedded();
    assert!(book.openings().len() >= 120, "{}", book.openings().len());
    for volume in ["A", "B", "C", "D", "E"] {
        let lines = book.openings().iter().filter(|opening| opening.code.starts_with(volume)).count();
        assert!(lines >= 15, "volume {volume} has {lines} lines");
    }
}

#[test]
fn codes_and_names_are_in_order() {
    let book = Book::embedded();
    let mut codes = HashSet::new();
    for opening in book.openings() {
        let code = &opening.code;
        assert!(codes.insert(code), "{code} twice");
        let mut letters = code.chars();
        assert!(matches!(letters.next(), Some('A'..='E')), "{code}");
        assert!(code.len() == 3 && letters.all(|digit| digit.is_ascii_digit()), "{code}");
        assert!(opening.chinese.chars().any(|letter| ('\u{4e00}'..='\u{9fff}').contains(&letter)), "{code}");
        assert!(opening.english.is_ascii(), "{code}");
        assert!(opening.red_weight + opening.black_weight > 0, "{code} is never played");
        assert!((4..=16).contains(&opening.moves.len()), "{code}");
    }
}

#[test]
fn every_line_replays_and_is_found_at_every_ply_and_in_the_mirror() {
    let book = Book::embedded();
    for opening in book.openings() {
        let mut board = Board::startpos();
        let mut mirror = Board::startpos();
        for &mv in &opening.moves {
            assert!(board.is_legal_move(mv), "{} {mv}", opening.code);
            let weight = match board.side() {
                Color::Red => opening.red_weight,
                Color::Black => opening.black_weight,
            };
            if weight > 0 {
                let found = book.moves(&board).into_iter().find(|found| found.mv == mv);
                assert!(found.is_some_and(|found| found.weight >= weight), "{} {mv}", opening.code);
                let found = book.moves(&mirror).into_iter().find(|found| found.mv == mv.mirror_files());
                assert!(found.is_some_and(|found| found.weight >= weight), "{} {mv} mirrored", opening.code);
            }
            board.make(mv);
            mirror.make(mv.mirror_files());
        }
        assert_eq!(mirror, board.mirror_files(), "{}", opening.code);
    }
}

#[test]
fn the_book_answers_its_first_moves() {
    let book = Book::embedded();
    let mut board = Board::startpos();
    let first_moves = book.moves(&board);
    assert!(first_moves.len() >= 8, "{first_moves:?}");
    for mv in first_moves.iter().map(|found| found.mv) {
        board.make(mv);
        assert!(!book.moves(&board).is_empty(), "no answer to {mv}");
        board.unmake();
    }
}

/// Maximum loss of a book move by the score of the search, centipawns.
const MAX_LOSS: i32 = 80;
/// Nodes of ever longer searches; a move is bad if it is bad by all of them.
const LOOKS: [u64; 5] = [2_000, 20_000, 100_000, 400_000, 2_000_000];

/// Searches positions of the book, each once for each number of nodes.
struct Judge {
    pool: Pool,
    best: HashMap<(Key, u64), (Option<Move>, i32)>,
}

impl Judge {
    fn search(&mut self, board: &Board, nodes: u64, only: Option<Move>) -> (Option<Move>, i32) {
        let root_moves = only.map(|mv| [mv].into_iter().collect());
        let limits = Limits { nodes: Some(nodes), root_moves, ..Limits::default() };
        self.pool.clear();
        let outcome = self.pool.search(board, &limits, &Options::default(), &Signals::new(), &Silent);
        (outcome.best, outcome.score.get())
    }

    /// How much worse `mv` is than the best move.
    fn loss(&mut self, board: &Board, mv: Move, nodes: u64) -> i32 {
        let slot = (board.key(), nodes);
        let (best, score) = match self.best.get(&slot) {
            Some(&known) => known,
            None => {
                let found = self.search(board, nodes, None);
                self.best.insert(slot, found);
                found
            }
        };
        if best == Some(mv) { 0 } else { score - self.search(board, nodes, Some(mv)).1 }
    }
}

#[test]
fn no_book_move_is_a_blunder() {
    let book = Book::embedded();
    let mut judge = Judge { pool: Pool::new(1, 1), best: HashMap::new() };
    let mut judged = HashSet::new();
    let mut bad = Vec::new();
    for opening in book.openings() {
        let mut board = Board::startpos();
        for &mv in &opening.moves {
            let is_played = book.moves(&board).iter().any(|found| found.mv == mv);
            if is_played && judged.insert((board.key(), mv)) {
                let losses: Vec<i32> = LOOKS
                    .iter()
                    .map(|&nodes| judge.loss(&board, mv, nodes))
                    .take_while(|&loss| loss > MAX_LOSS)
                    .collect();
                if losses.len() == LOOKS.len() {
                    bad.push(format!("{} {mv} loses {losses:?} in {}", opening.code, board.fen()));
                }
            }
            board.make(mv);
        }
    }
    assert!(judged.len() > 500, "{}", judged.len());
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}
