//! The incremental state against computation from scratch, at every node of small trees.

use guohe::board::Board;
use guohe::board::KeyGroup;
use guohe::types::Key;
use guohe::types::Move;
use guohe::types::MoveList;

fn fens() -> impl Iterator<Item = &'static str> {
    include_str!("data/perft.txt")
        .lines()
        .filter(|line| !line.starts_with('#') && !line.trim().is_empty())
        .map(|line| line.split(';').next().expect("a line has a first field").trim())
}

fn parts(board: &Board) -> [Key; 4] {
    [KeyGroup::Pawns, KeyGroup::Defence, KeyGroup::RedAttack, KeyGroup::BlackAttack].map(|group| board.group_key(group))
}

/// The observable state of a board.
fn seen(board: &Board) -> (String, Key, [Key; 4], bool, usize, usize, usize) {
    (
        board.fen(),
        board.key(),
        parts(board),
        board.in_check(),
        board.quiet_plies(),
        board.reversible_plies(),
        board.plies_played(),
    )
}

/// The position of `board` without its history.
fn fresh(board: &Board) -> Board {
    Board::from_fen(&board.fen()).expect("every position reached has a legal FEN")
}

fn walk(board: &mut Board, depth: u32) {
    let read_again = fresh(board);
    assert_eq!(board.key(), read_again.key(), "{}", board.fen());
    assert_eq!(parts(board), parts(&read_again));
    assert_eq!(&read_again, board);
    if depth == 0 {
        return;
    }
    let before = seen(board);
    for mv in board.legal_moves() {
        let expected_key = board.key_after(mv);
        let gives_check = board.gives_check(mv);
        board.make(mv);
        assert_eq!(board.key(), expected_key);
        assert_eq!(board.in_check(), gives_check, "{mv} in {}", before.0);
        walk(board, depth - 1);
        board.unmake();
        assert_eq!(seen(board), before, "{mv}");
    }
    if !board.in_check() {
        let key = board.key();
        board.make_null();
        assert_ne!(board.key(), key);
        assert_eq!(board.key(), fresh(board).key());
        board.unmake_null();
        assert_eq!(seen(board), before);
    }
}

#[test]
fn make_and_unmake_keep_the_incremental_state() {
    for fen in fens() {
        walk(&mut Board::from_fen(fen).unwrap(), 2);
    }
}

#[test]
fn transpositions_have_one_key() {
    let play = |moves: &str| {
        let mut board = Board::startpos();
        for mv in moves.split(' ') {
            board.make(mv.parse::<Move>().unwrap());
        }
        board
    };
    let (one, other) = (play("h2e2 h9g7 h0g2 b9c7"), play("h0g2 b9c7 h2e2 h9g7"));
    assert_eq!(one.key(), other.key());
    assert_eq!(one, other);
    assert_ne!(one.key(), play("h2e2 h9g7 h0g2").key());
}

#[test]
fn every_way_to_list_moves_gives_the_same_moves() {
    for fen in fens() {
        let mut board = Board::from_fen(fen).unwrap();
        for first in board.legal_moves() {
            board.make(first);
            let sorted = |mut moves: MoveList| {
                moves.sort_by_key(|mv| mv.bits());
                moves
            };
            let legal = sorted(board.legal_moves());
            let mut all = MoveList::new();
            board.pseudo_legal_moves(&mut all);
            for mv in &all {
                assert!(board.is_pseudo_legal(*mv), "{mv} in {}", board.fen());
            }
            all.retain(|mv| board.is_legal(*mv));
            assert_eq!(sorted(all), legal, "{}", board.fen());
            if board.in_check() {
                let mut evasions = MoveList::new();
                board.evasions(&mut evasions);
                assert_eq!(sorted(evasions), legal, "{}", board.fen());
            }
            let everything = guohe::types::Square::all().flat_map(|from| {
                guohe::types::Square::all().filter(move |&to| to != from).map(move |to| Move::new(from, to))
            });
            let mut named: MoveList = everything.filter(|&mv| board.is_legal_move(mv)).collect();
            named = sorted(named);
            assert_eq!(named, legal, "{}", board.fen());
            board.unmake();
        }
    }
}
