//! Book text: nothing panics, and every move in an accepted book is legal in its position.
#![no_main]

use guohe::board::Board;
use guohe::book::Book;
use libfuzzer_sys::fuzz_target;
use std::path::Path;

fuzz_target!(|bytes: &[u8]| {
    let mut book = Book::default();
    if let Err(error) = book.read(Path::new("book"), bytes) {
        assert!(error.line.is_some() && !error.to_string().is_empty());
    }
    for opening in book.openings() {
        let mut board = Board::startpos();
        for &mv in &opening.moves {
            assert!(board.is_legal_move(mv), "{mv}");
            assert!(book.moves(&board).iter().all(|offered| offered.weight > 0 && board.is_legal_move(offered.mv)));
            board.make(mv);
        }
    }
});
