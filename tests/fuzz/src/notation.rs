//! Notation: nothing panics, an accepted text means a legal move, and every style writes a text that is read back as
//! the same move.
#![no_main]

use guohe::board::Board;
use guohe::notation;
use guohe::notation::Style;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (&str, Vec<u8>)| {
    let (text, walk) = input;
    let mut board = Board::startpos();
    for byte in walk.iter().take(60) {
        let moves = board.legal_moves();
        if moves.is_empty() {
            return;
        }
        board.make(moves[usize::from(*byte) % moves.len()]);
    }
    match notation::read(&board, text) {
        Ok(mv) => {
            assert!(board.is_legal_move(mv), "{text} is {mv}");
            for style in [Style::Chinese, Style::Wxf, Style::Iccs, Style::Plain] {
                let written = notation::write(&board, mv, style);
                assert_eq!(notation::read(&board, &written).ok(), Some(mv), "{written}");
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
