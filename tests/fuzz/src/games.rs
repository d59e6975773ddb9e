//! Game files of every format: nothing panics, every move read is legal, and a game that a format can hold without
//! loss is read back with the same moves.
#![no_main]

use guohe::notation::Style;
use guohe::types::Move;
use guohe_games::GameTree;
use guohe_games::Target;
use guohe_games::TextEncoding;
use guohe_games::read;
use guohe_games::write;
use libfuzzer_sys::fuzz_target;

/// Maximum number of games of a file that are written again: a small file may hold many.
const GAMES: usize = 4;

fuzz_target!(|bytes: &[u8]| {
    let reading = read(bytes);
    for (number, game) in reading.games.iter().enumerate().take(GAMES) {
        play(game);
        for (target, encoding) in [
            (Target::Pgn(Style::Iccs), TextEncoding::Utf8),
            (Target::Pgn(Style::Chinese), TextEncoding::Gb18030),
            (Target::Ubb, TextEncoding::Utf8),
            (Target::Xqf, TextEncoding::Gb18030),
            (Target::Moves, TextEncoding::Utf8),
        ] {
            let written = write(game, number + 1, target, encoding);
            if written.notes.is_empty() {
                let again = read(&written.bytes);
                let [again] = &again.games[..] else { panic!("{target:?}: {} games of one", again.games.len()) };
                assert_eq!(moves(again), moves(game), "{target:?}");
            }
        }
    }
});

/// Plays every move of a game, variations included.
fn play(game: &GameTree) {
    let mut board = game.board();
    let mut played = 0;
    for (node, depth) in game.walk() {
        while played >= depth {
            board.unmake();
            played -= 1;
        }
        let mv = game.mv(node).expect("every node but the root has a move");
        assert!(board.is_legal_move(mv), "{mv}");
        board.make(mv);
        played = depth;
    }
}

/// The moves of a game's main line.
fn moves(game: &GameTree) -> Vec<Move> {
    game.main_line().collect()
}
