//! Files that are wrong, cut, or made to hurt. Nothing may panic, and everything that is kept must be legal.
//!
//! Files on which work could grow with the square of their size have ten seconds each.

use std::time::{Duration, Instant};

use super::common::{self, TREE, grown, xqf};
use guohe::notation::Style;
use guohe_games::{Target, TextEncoding, read, write};
use proptest::collection::vec;
use proptest::prelude::*;

/// Reads `bytes` and plays every move of every game that was found; returns how many moves there are.
fn survives(bytes: &[u8]) -> usize {
    let reading = read(bytes);
    assert!(reading.notes.len() <= 1001);
    for game in &reading.games {
        let mut board = game.board();
        let mut depth_now = 0;
        for (node, depth) in game.walk() {
            while depth_now >= depth {
                board.unmake();
                depth_now -= 1;
            }
            let mv = game.mv(node).unwrap();
            assert!(board.is_legal_move(mv));
            board.make(mv);
            depth_now = depth;
        }
    }
    reading.games.iter().map(|game| game.len() - 1).sum()
}

/// A file in each format, from one game.
fn files(choices: &[u16]) -> Vec<Vec<u8>> {
    let game = grown(choices, "好{棋}|| [x] (y)");
    let targets = [
        Target::Pgn(Style::Chinese),
        Target::Pgn(Style::Wxf),
        Target::Pgn(Style::Iccs),
        Target::Ubb,
        Target::Xqf,
        Target::Moves,
    ];
    let mut files: Vec<Vec<u8>> =
        targets.iter().map(|&target| write(&game, 1, target, TextEncoding::Gb18030).bytes).collect();
    files.push(xqf(18, [0x5a, 1, 2, 3, 4, 5, 6, 7, 8], &TREE, "甲"));
    files.push(common::cbr(&TREE, "t"));
    files.push(common::cbl(&[common::cbr(&TREE, "t"), common::cbr(&TREE, "u")]));
    files.push(b"FORMAT WXF\nRED a;;;\nSTART{\n1. P3+1 c8.7 2. E7+5 c2.5 }END\n".to_vec());
    files
}

/// Beginnings after which readers of each format take over.
const BEGINNINGS: [&[u8]; 10] = [
    b"",
    b"XQ\x0a",
    b"XQ\x12",
    b"CCBridge Record\0\0\0\0\x02",
    b"CCBridgeLibrary\0",
    b"[DhtmlXQ_movelist]",
    b"[Event \"x\"]\n",
    b"FORMAT WXF\nSTART{",
    b"position startpos moves ",
    b"<ChineseChessRecord><MoveList><Move value=\"77-47\">",
];

/// Pieces of which text files are made.
const PIECES: [&str; 36] = [
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "\"",
    "\n",
    " ",
    "1.",
    "炮二平五",
    "马8进7",
    "h2e2",
    "C2.5",
    "$3",
    ";",
    "1-0",
    "[x]",
    "====",
    "%",
    "[Event \"x\"]",
    "[FEN \"",
    "[DhtmlXQ",
    "_move_0_1_1]",
    "[/DhtmlXQ_",
    "comment3]",
    "7747",
    "START{",
    "}END",
    "||",
    "（",
    "\u{feff}",
    "<Move value=\"70-62\"/>",
    "</Move>",
    "<Head><FEN>",
    "&#x;",
];

/// How many files are made for each test: 100, or as many as `PROPTEST_CASES` says (`.ci/full`).
fn cases() -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|count| count.parse().ok()).unwrap_or(100)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases()))]

    #[test]
    fn any_bytes_are_survived(start in 0..BEGINNINGS.len(), bytes in vec(any::<u8>(), 0..4000)) {
        survives(&[BEGINNINGS[start], &bytes].concat());
    }

    #[test]
    fn any_text_is_survived(start in 0..BEGINNINGS.len(), pieces in vec(0..PIECES.len(), 0..300)) {
        let text: String = pieces.into_iter().map(|piece| PIECES[piece]).collect();
        survives(&[BEGINNINGS[start], text.as_bytes()].concat());
    }

    #[test]
    fn damaged_files_are_survived(
        choices in vec(any::<u16>(), 1..80),
        damage in vec((any::<prop::sample::Index>(), any::<u8>()), 0..6),
        cut in any::<prop::sample::Index>(),
    ) {
        for mut file in files(&choices) {
            let length = file.len();
            survives(&file[..cut.index(length)]);
            for (at, byte) in &damage {
                file[at.index(length)] = *byte;
            }
            survives(&file);
        }
    }

    #[test]
    fn games_that_are_whole_come_back_whole(choices in vec(any::<u16>(), 1..80)) {
        let moves = grown(&choices, "好").len() - 1;
        for file in files(&choices).iter().take(5) {
            prop_assert_eq!(survives(file), moves);
        }
    }
}

#[test]
fn thirty_thousand_variations_are_a_normal_day() {
    // Beside one move, one below another, and along a line.
    let beside = format!("1. 炮二平五 {} 马8进7", "(1. 兵三进一 卒7进1) ".repeat(30_000));
    assert_eq!(survives(beside.as_bytes()), 60_002);
    let nested = format!("炮二平五 {}{}", "(兵三进一 ".repeat(30_000), ")".repeat(30_000));
    let reading = read(nested.as_bytes());
    assert!(reading.games[0].variations() >= 9_999 && reading.notes.len() <= 1001);
    survives(nested.as_bytes());
    let ubb: String =
        (1..=30_000).map(|own| format!("[DhtmlXQ_move_{}_1_{own}]7747[/DhtmlXQ_move_{0}_1_{own}]", own - 1)).collect();
    assert_eq!(survives(format!("[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]{ubb}").as_bytes()), 30_001);
}

#[test]
fn a_tree_of_thirty_thousand_variations_goes_through_every_format() {
    let choices: Vec<u16> = (0..150_000u32).map(|index| (index.wrapping_mul(2_654_435_761) >> 13) as u16).collect();
    let game = grown(&choices, "x");
    assert!(game.variations() > 10_000, "{}", game.variations());
    let moves = game.len() - 1;
    for target in [Target::Pgn(Style::Iccs), Target::Ubb, Target::Xqf] {
        assert_eq!(survives(&write(&game, 1, target, TextEncoding::Utf8).bytes), moves, "{target:?}");
    }
}

fn long(unit: &str, times: usize) -> String {
    unit.repeat(times)
}

/// 100,000 texts that `format` makes of numbers.
fn distinct(format: fn(usize) -> String) -> String {
    (0..100_000).map(format).collect()
}

/// All these files take a second or less. A list of tags that was searched from its start took 22 s.
fn ends_soon(bytes: &[u8]) {
    let started = Instant::now();
    survives(bytes);
    let start = String::from_utf8_lossy(&bytes[..40]);
    assert!(started.elapsed() < Duration::from_secs(10), "{:?} for {} bytes: {start}", started.elapsed(), bytes.len());
}

#[test]
fn files_made_to_hurt_end() {
    let cases = [
        long("(", 500_000),
        long("{", 500_000),
        format!("炮二平五 {}", long("(1 ", 100_000)),
        format!("炮二平五 {}", long("({}", 100_000)),
        long("[Event \"x\"]\n(", 50_000),
        long("[Event \"x\"]\n{", 50_000),
        long("[A \"1\"]", 100_000),
        long("[A \"1\\\"", 100_000),
        long("[", 500_000),
        long("炮", 500_000),
        long("h2e2h2e2", 200_000),
        long("1.", 500_000),
        long("x ", 500_000),
        long("\u{3000}", 500_000),
        long("[DhtmlXQ_a]", 100_000),
        long("[DhtmlXQ_move_1_1_1]", 100_000),
        long("[DhtmlXQ", 200_000),
        long("[DhtmlXQ]", 100_000),
        format!("[DhtmlXQ_movelist]{}[/DhtmlXQ_movelist]", long("7747", 100_000)),
        format!("FORMAT WXF\nSTART{{{}", long("START{", 200_000)),
        long("position startpos\n", 20_000),
        format!("<ChineseChessRecord>{}", long("<Move value=\"77-47\">", 100_000)),
        format!("<ChineseChessRecord>{}", long("<Move value=\"77-47\"/>", 100_000)),
        format!("<ChineseChessRecord>{}", long("<a><b", 100_000)),
        long("炮二平五 炮8平5 炮五平二 炮5平8 ", 30_000),
        format!("炮二平五 {}", long("{a}", 100_000)),
        format!("炮二平五 {}", long("妙 ", 100_000)),
        format!("炮二平五 {}", long("[a] ", 100_000)),
        format!("炮二平五 {}", long("[A \"x] ", 100_000)),
        long("1-0 [A \"x] ", 100_000),
    ];
    for case in &cases {
        ends_soon(case.as_bytes());
    }
}

/// Each piece of these could look at all pieces before it, or after it.
#[test]
fn time_does_not_grow_with_the_square_of_a_pgn() {
    let large = [
        format!("{}}}", long("[Event \"x\"]\n{", 125_000)),
        format!("炮二平五 {}}}", long("{\n[Event \"x\"]\n", 100_000)),
        distinct(|number| format!("[T{number} \"x\"]\n")),
        distinct(|number| format!("[White{number} \"x\"][White \"x\"]\n")),
        format!("炮二平五 {}", distinct(|number| format!("[T{number} \"x\"]\n"))),
        long("[Event \"x\"]\n炮二平五 ({\n", 75_000),
        // Each `;` could look at the rest of its line, and each result at what stands behind it.
        format!("{}{}", long("炮二平五;炮8平5;炮五平二;炮5平8;", 2_000), long("炮;", 3_000_000)),
        long("炮二平五 1-0 x ", 200_000),
        format!("{}\n炮二平五", long("炮二平五 1-0 x ", 200_000)),
        format!("{}\n炮二平五", long("炮二平五 1-0;x\n", 200_000)),
        // Each move of the word could look at all marks at its end.
        format!("{}{}", long("a0a1a9a8a1a0a8a9", 500), long("!", 1_000_000)),
        format!("{}}}", long("[A \"1\"]\n炮二平五 ({\n", 75_000)),
        format!("炮二平五 {}", long("{\n[A \"1\"]\n炮二平五 ({}", 75_000)),
    ];
    for case in &large {
        ends_soon(case.as_bytes());
    }
}

/// The same.
#[test]
fn time_does_not_grow_with_the_square_of_another_file() {
    let large = [
        format!("[DhtmlXQ]{}[/DhtmlXQ]", distinct(|number| format!("[DhtmlXQ_t{number}]x[/DhtmlXQ_t{number}]"))),
        format!("<ChineseChessRecord><Head>{}</Head>", distinct(|number| format!("<T{number}>x</T{number}>"))),
        format!("<ChineseChessRecord>{}", long("<a>x", 400_000)),
        format!("<ChineseChessRecord><Move value=\"77-47\">{}", long("<a>x", 400_000)),
    ];
    for case in &large {
        ends_soon(case.as_bytes());
    }
    // A line of XQF nodes that goes back and forth for ever, and one of siblings.
    let header = &xqf(18, [0; 9], &[], "")[..1024];
    let node = |flags: u8, at: usize| if at == 0 { [0x18, 0x20, flags, 0] } else { [0x18 + 72, 0x20 + 42, flags, 0] };
    for flags in [0x80, 0xc0] {
        let body: Vec<u8> = (0..125_000).flat_map(|at| node(flags, at)).collect();
        ends_soon(&[header, &body].concat());
    }
}

#[test]
fn a_file_that_is_too_large_is_not_read() {
    let reading = read(&vec![b' '; guohe_games::MAX_BYTES + 1]);
    assert_eq!((reading.games.len(), reading.notes.len()), (0, 1));
}
