//! FEN: nothing panics, and an accepted position is read back from its own FEN and can be played on.
#![no_main]

use guohe::board::Board;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(mut board) = Board::from_fen(text) else { return };
    let fen = board.fen();
    let again = Board::from_fen(&fen).unwrap_or_else(|error| panic!("{fen} is refused: {error}"));
    assert_eq!(again.fen(), fen);
    assert_eq!(again.key(), board.key());
    // Legal moves chosen by the input, made and then unmade.
    let mut plies = 0;
    for byte in text.bytes().take(20) {
        let moves = board.legal_moves();
        if moves.is_empty() {
            break;
        }
        board.make(moves[usize::from(byte) % moves.len()]);
        plies += 1;
    }
    for _ in 0..plies {
        board.unmake();
    }
    assert_eq!(board.fen(), fen);
    assert_eq!(board.key(), again.key());
});
