//! FENs from any source: a position that is read is written back unchanged, and nothing panics.

use guohe::board::Board;
use proptest::prelude::*;

/// Plays legal moves picked by `choices`.
fn random_game(choices: &[u16]) -> Board {
    let mut board = Board::startpos();
    for &choice in choices {
        let moves = board.legal_moves();
        if moves.is_empty() {
            break;
        }
        board.make(moves[choice as usize % moves.len()]);
    }
    board
}

/// Reads any text: the result is an error, or a position that is written back and read again unchanged.
fn read_twice(text: &str) -> Result<(), TestCaseError> {
    match Board::from_fen(text) {
        Ok(board) => {
            let again = Board::from_fen(&board.fen());
            prop_assert_eq!(again.as_ref().map(Board::fen), Ok(board.fen()));
            let mut board = board;
            for mv in board.legal_moves() {
                board.make(mv);
                board.unmake();
            }
        }
        Err(error) => prop_assert!(!error.to_string().is_empty()),
    }
    Ok(())
}

proptest! {
    #[test]
    fn positions_of_games_read_back(choices in prop::collection::vec(any::<u16>(), 0..200)) {
        let board = random_game(&choices);
        let read = Board::from_fen(&board.fen()).unwrap();
        prop_assert_eq!(&read, &board);
        prop_assert_eq!(read.key(), board.key());
        prop_assert_eq!(read.fen(), board.fen());
        prop_assert_eq!(read.flip_colors().flip_colors(), read.clone());
        prop_assert_eq!(read.mirror_files().mirror_files().key(), read.key());
    }

    #[test]
    fn any_text_gets_an_answer(text in ".{0,200}") {
        read_twice(&text)?;
    }

    #[test]
    fn text_of_the_right_letters_gets_an_answer(text in "[KABNRCPkabnrcpehEH0-9/ wbr-]{0,120}") {
        read_twice(&text)?;
    }

    #[test]
    fn damaged_positions_get_an_answer(
        choices in prop::collection::vec(any::<u16>(), 0..80),
        place in any::<prop::sample::Index>(),
        letter in any::<char>(),
        kind in 0..4,
    ) {
        let mut text: Vec<char> = random_game(&choices).fen().chars().collect();
        let index = place.index(text.len());
        match kind {
            0 => text[index] = letter,
            1 => { text.remove(index); }
            2 => text.insert(index, letter),
            _ => text.truncate(index),
        }
        read_twice(&text.into_iter().collect::<String>())?;
    }
}
