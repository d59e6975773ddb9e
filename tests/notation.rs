//! Moves in every notation: published examples, every legal move written and read back, and arbitrary text.

use guohe::board::Board;
use guohe::notation::Style;
use guohe::notation::Unread;
use guohe::notation::read;
use guohe::notation::write;
use guohe::types::Move;
use guohe::types::SplitMix64;
use proptest::prelude::*;
use std::collections::BTreeMap;

/// A position of a data file and the lines that belong to it.
struct Block {
    board: Board,
    lines: Vec<&'static str>,
}

fn blocks(text: &'static str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        if line.contains('/') {
            let board = Board::from_fen(line).unwrap_or_else(|error| panic!("{line}: {error}"));
            blocks.push(Block { board, lines: Vec::new() });
        } else {
            blocks.last_mut().expect("a file begins with a position").lines.push(line);
        }
    }
    blocks
}

fn mv(text: &str) -> Move {
    text.parse().unwrap()
}

fn style(name: &str) -> Style {
    name.parse().unwrap()
}

#[test]
fn moves_are_written_as_in_published_examples() {
    let mut count = 0;
    for block in blocks(include_str!("data/notation-print.txt")) {
        for line in block.lines {
            let fields: Vec<&str> = line.split(' ').collect();
            let (mv, chinese, official) = (mv(fields[0]), fields[1], fields[2]);
            assert!(block.board.legal_moves().contains(&mv), "{line}");
            assert_eq!(write(&block.board, mv, style("chinese")), chinese, "{line}");
            assert_eq!(write(&block.board, mv, style("wxf")), official, "{line}");
            for text in &fields[1..] {
                assert_eq!(read(&block.board, text), Ok(mv), "{line}: {text}");
            }
            count += 1;
        }
    }
    assert_eq!(count, 122);
}

#[test]
fn scripts_differ_in_glyphs_and_in_blacks_digits() {
    let red = Board::startpos();
    let mut black = red.clone();
    black.make(mv("h2e2"));
    let check = |board: &Board, text: &str, name: &str, expected: &str| {
        assert_eq!(write(board, mv(text), style(name)), expected, "{text} {name}");
    };
    check(&red, "h2e2", "traditional", "炮二平五");
    check(&red, "h0g2", "traditional", "馬二進三");
    check(&red, "i0i1", "fullwidth", "车一进一");
    check(&red, "e0e1", "traditional-fullwidth", "帥五進一");
    check(&black, "h7e7", "traditional", "砲8平5");
    check(&black, "h9g7", "fullwidth", "马８进７");
    check(&black, "e9e8", "traditional-fullwidth", "將５進１");
    check(&black, "h9g7", "iccs", "H9-G7");
    check(&black, "h9g7", "plain", "h9g7");
    let pair = Board::from_fen("4k4/9/7r1/9/9/9/7r1/9/9/3K5 b").unwrap();
    check(&pair, "h7d7", "traditional", "後車平4");
    // The from-square is empty, so there is no piece to name.
    check(&red, "e4e5", "chinese", "e4e5");
}

#[test]
fn texts_of_many_sources_are_read() {
    let mut count = 0;
    for Block { board, lines } in blocks(include_str!("data/notation-read.txt")) {
        for line in lines {
            let (text, expected) = line.split_once(" -> ").unwrap();
            let found = read(&board, text);
            let expected: Vec<&str> = expected.split(' ').collect();
            match (expected[0], &found) {
                ("unreadable", Err(Unread::Unreadable(shown))) => assert_eq!(shown, text),
                ("none", Err(Unread::NoSuchMove(near))) => {
                    assert!(near.moves.iter().all(|mv| board.legal_moves().contains(mv)));
                    assert!(!near.moves.is_empty(), "{line}");
                }
                ("ambiguous", Err(Unread::Ambiguous(candidates))) => {
                    let mut moves: Vec<String> = candidates.moves.iter().map(Move::to_string).collect();
                    moves.sort();
                    let mut meant = expected[1..].to_vec();
                    meant.sort_unstable();
                    assert!(moves.len() > 1 && (meant.is_empty() || moves == meant), "{line}: {moves:?}");
                }
                (text, found) => assert_eq!(found, &Ok(mv(text)), "{line}"),
            }
            count += 1;
        }
    }
    assert_eq!(count, 84);
}

#[test]
fn errors_name_similar_legal_moves() {
    let board = Board::from_fen("r1bakab1r/9/1cn3n2/p1p1C1p1p/9/9/P1P1P1P1P/4C1N2/9/RNBAKAB1R w").unwrap();
    let check = |text: &str, expected: &str| {
        let error = read(&board, text).unwrap_err();
        assert_eq!(error.to_string(), expected, "{text}");
    };
    check("炮五平四", "'炮五平四' could be 后炮平四 or 前炮平四");
    check("砲五平四", "'砲五平四' could be 後炮平四 or 前炮平四");
    check("C5.4", "'C5.4' could be C-.4 or C+.4");
    check("Cf2-f6", "'Cf2-f6' is not a legal move here; there is e6f6");
    check("炮四平五", "'炮四平五' is not a legal move here");
    check("马六进五", "'马六进五' is not a legal move here");
    check("马六进七", "'马六进七' is not a legal move here; there is 马八进七");
    check("兵一退一", "'兵一退一' is not a legal move here; there is 兵一进一");
    check("A4-5", "'A4-5' is not a legal move here; there is A4+5");
    check("G0-G1", "'G0-G1' is not a legal move here; there is G0-I2");
    check("车一平十", "'车一平十' is not a move in any notation");
    check("\u{1b}[31m", "'\\u{1b}[31m' is not a move in any notation");
    let Err(Unread::NoSuchMove(near)) = read(&board, "车九平三") else { panic!("the rook cannot go there") };
    assert_eq!(near.written, ["车九进一", "车九进二"]);
}

#[test]
fn texts_that_are_not_moves_are_refused() {
    let board = Board::startpos();
    for text in [
        "前炮平五",
        "一炮平五",
        "炮二平五炮",
        "二平五",
        "炮平五",
        "C2",
        "++.5",
        "22.5",
        "h2h2",
        "H2",
        "x",
        "+",
        "前",
        "0",
    ] {
        assert!(read(&board, text).is_err(), "{text}");
    }
    // Two cannons reach e2.
    assert!(read(&board, "Cxe2").is_err());
    // XBoard's knight on rank 0 and two squares in mixed case are both possible; only one of them is a move here.
    assert_eq!(read(&board, "H0g2"), Ok(mv("h0g2")));
    let both = Board::from_fen("4k4/9/9/9/9/9/9/h8/9/R2K5 w").unwrap();
    assert_eq!(read(&both, "Ra0a1"), Ok(mv("a0a1")));
    assert_eq!(read(&both, "R0a1+"), Ok(mv("a0a1")));
}

#[test]
fn wxf_letter_and_file_mean_the_middle_of_three_unless_it_cannot_go_there() {
    let board = Board::from_fen("4k4/9/6P2/6P2/6P2/9/9/9/9/3K5 w").unwrap();
    assert_eq!(read(&board, "P3.4"), Ok(mv("g6f6")));
    // The middle pawn is blocked by the front one, which alone can move forward.
    assert_eq!(read(&board, "P3+1"), Ok(mv("g7g8")));
    assert!(matches!(read(&board, "兵三平四"), Err(Unread::Ambiguous(_))));
}

#[test]
fn composed_positions_have_a_text_for_every_move() {
    let mut moves = 0;
    for line in include_str!("data/perft.txt").lines().filter(|line| line.contains('/')) {
        let board = Board::from_fen(line.split(';').next().unwrap()).unwrap();
        for name in ["chinese", "traditional-fullwidth", "wxf", "iccs", "plain"] {
            for mv in board.legal_moves() {
                let text = write(&board, mv, style(name));
                assert_eq!(read(&board, &text), Ok(mv), "{text} in {line}");
                moves += 1;
            }
        }
    }
    assert!(moves > 5_000, "{moves}");
    // Both advisors on a file can move to the middle file, forward.
    let board = Board::from_fen("3k5/9/9/9/9/9/9/9/3A5/3AK4 w").unwrap();
    assert_eq!(read(&board, "前仕进五"), Ok(mv("d1e2")));
    assert_eq!(write(&board, mv("d0e1"), style("chinese")), "后仕进五");
    assert_eq!(write(&board, mv("d0e1"), style("wxf")), "A-+5");
    assert!(matches!(read(&board, "仕六进五"), Err(Unread::Ambiguous(_))));
}

/// Numbers of the crate's own stream, which never changes.
struct Numbers(SplitMix64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        (self.0.draw() % bound as u64) as usize
    }
}

/// A position in which both sides' pawns stand close together beyond the river, with a few pieces about.
fn pawns_in_crowds(numbers: &mut Numbers) -> Option<Board> {
    let mut ranks = vec![vec!['1'; 9]; 10];
    ranks[9][4] = 'K';
    ranks[0][3 + numbers.below(3)] = 'k';
    for (pawn, first_rank) in [('P', 0), ('p', 5)] {
        let files = [numbers.below(9), numbers.below(9), numbers.below(9)];
        for _ in 0..5 {
            let (rank, file) = (first_rank + numbers.below(5), files[numbers.below(12).min(2)]);
            if ranks[rank][file] == '1' {
                ranks[rank][file] = pawn;
            }
        }
    }
    for piece in ['R', 'R', 'c', 'c', 'N', 'N', 'n', 'r'] {
        let (rank, file) = (numbers.below(10), numbers.below(9));
        if ranks[rank][file] == '1' {
            ranks[rank][file] = piece;
        }
    }
    let rows: Vec<String> = ranks.into_iter().map(|rank| rank.into_iter().collect()).collect();
    Board::from_fen(&format!("{} {}", rows.join("/"), ["w", "b"][numbers.below(2)])).ok()
}

/// Positions of random play, half of them from the start and half from positions rich in pawns.
fn positions(seed: u64, count: usize) -> Vec<Board> {
    let mut numbers = Numbers(SplitMix64::new(seed));
    let mut found = Vec::with_capacity(count);
    let mut from_start = true;
    while found.len() < count {
        let start = if from_start { Some(Board::startpos()) } else { pawns_in_crowds(&mut numbers) };
        let Some(mut board) = start else { continue };
        for _ in 0..if from_start { 150 } else { 15 } {
            let moves = board.legal_moves();
            if moves.is_empty() || found.len() == count {
                break;
            }
            found.push(Board::from_fen(&board.fen()).unwrap());
            board.make(moves[numbers.below(moves.len())]);
        }
        from_start = found.len() * 2 < count;
    }
    found
}

/// Writes and reads back all moves; returns their number.
fn out_and_back(seed: u64, count: usize) -> usize {
    let mut texts = 0;
    let mut crowded = 0;
    for board in positions(seed, count) {
        let legal = board.legal_moves();
        for style in Style::ALL {
            let mut known: BTreeMap<String, Move> = BTreeMap::new();
            for &mv in &legal {
                let text = write(&board, mv, style);
                assert_eq!(read(&board, &text), Ok(mv), "{} {text}", board.fen());
                let length = text.chars().count();
                match style {
                    Style::Iccs => assert_eq!(length, 5),
                    _ => assert_eq!(length, 4, "{} {text}", board.fen()),
                }
                crowded += usize::from(text.starts_with(['一', '二', '三', '四', '五', '中']));
                let other = known.insert(text, mv);
                assert_eq!(other, None, "{} {mv}", board.fen());
                texts += 1;
            }
        }
    }
    assert!(crowded > count / 2, "only {crowded} moves of crowded pawns");
    texts
}

/// Random positions from each of four seeds: 1,000, or as many as `PROPTEST_CASES` says (`.ci/full`).
fn count() -> usize {
    std::env::var("PROPTEST_CASES").ok().and_then(|count| count.parse().ok()).unwrap_or(1_000)
}

// Two tests, which run in parallel.

#[test]
fn every_move_reads_back() {
    for seed in [1, 2] {
        assert!(out_and_back(seed, count()) > 100 * count());
    }
}

#[test]
fn moves_of_other_games_read_back() {
    for seed in [3, 4] {
        assert!(out_and_back(seed, count()) > 100 * count());
    }
}

/// For any `text` the result is a legal move or an error with a short message.
fn read_anything(board: &Board, text: &str) -> Result<(), TestCaseError> {
    match read(board, text) {
        Ok(mv) => prop_assert!(board.legal_moves().contains(&mv)),
        Err(error) => {
            let said = error.to_string();
            prop_assert!(!said.is_empty() && said.len() < 600 && !said.contains(char::is_control), "{said:?}");
        }
    }
    Ok(())
}

/// Characters of all notations, and some others.
const SIGNS: &str = "帅將士相馬车炮砲兵卒前中后後进進上退下平一二三四五六七八九十１２５９1234567890abcdefhinprxCHRAEKPGMN+-=.—　 !?#\u{200b}";

proptest! {
    #[test]
    fn any_text_gets_an_answer(text in any::<String>(), seed in 0u64..50) {
        let board = positions(seed, 20).pop().unwrap();
        read_anything(&board, &text)?;
    }

    #[test]
    fn any_signs_get_an_answer(signs in prop::collection::vec(0..SIGNS.chars().count(), 1..9), seed in 0u64..50) {
        let board = positions(seed, 20).pop().unwrap();
        let text: String = signs.iter().filter_map(|&index| SIGNS.chars().nth(index)).collect();
        read_anything(&board, &text)?;
    }
}

#[test]
fn long_texts_are_read_once() {
    let board = Board::startpos();
    for sign in ["炮", " ", "\u{200b}", "!", "+", "h2e2", "前", "\u{feff}二"] {
        let text = sign.repeat(4 << 20);
        assert!(read(&board, &text).is_err());
        let padded = format!("炮二平五{text}");
        let good = matches!(sign, " " | "\u{200b}" | "!" | "+");
        assert_eq!(read(&board, &padded).is_ok(), good, "{sign:?}");
    }
}
