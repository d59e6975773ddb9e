//! The embedded opening book: every line replayed, and found again in the ways a game can reach it.

use guohe::board::Board;
use guohe::book::Book;
use guohe::types::Color;
use std::collections::HashSet;

#[test]
fn the_book_is_not_thin() {
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
fn both_sides_know_how_to_begin() {
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
