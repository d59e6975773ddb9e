//! The formats of board programs: made here byte by byte, read, and written again.

use super::common::{self, TREE, TREE_WALK, grown, line, whole, xqf};
use guohe::notation::Style;
use guohe_games::{Format, GameResult, GameTree, NodeId, Reading, Target, TextEncoding, read, write};

fn notes(reading: &Reading) -> Vec<String> {
    reading.notes.iter().map(ToString::to_string).collect()
}

fn walk(game: &GameTree) -> String {
    whole(game).split_once('\n').unwrap().1.to_owned()
}

/// The one game of a file that is read without a note.
fn clean(bytes: &[u8], format: Format) -> GameTree {
    let mut reading = read(bytes);
    assert_eq!((notes(&reading), reading.format), (Vec::new(), Some(format)));
    assert_eq!(reading.games.len(), 1);
    reading.games.remove(0)
}

#[test]
fn every_version_of_xqf_is_read() {
    let keys = [0x5a, 0x12, 0xf3, 0x80, 0xff, 0x37, 0x9b, 0x01, 0x4c];
    for version in [10, 11, 12, 15, 18] {
        for keys in [[0; 9], keys, [0xff; 9]] {
            let game = clean(&xqf(version, keys, &TREE, "胡荣华"), Format::Xqf);
            assert_eq!(walk(&game), TREE_WALK, "version {version}");
            assert_eq!((game.tag("Red"), game.result()), (Some("胡荣华"), GameResult::Red));
            assert_eq!(game.comment(NodeId::ROOT), "开始\n第二行");
            assert!(game.is_from_startpos());
        }
    }
    let reading = read(&xqf(19, [0; 9], &TREE, ""));
    assert_eq!(notes(&reading), ["byte 2: XQF version 19 is not known"]);
}

#[test]
fn a_damaged_text_of_a_binary_file_leaves_a_note() {
    let mut bytes = xqf(10, [0; 9], &TREE, "甲乙");
    // The field ends inside 乙.
    bytes[304] -= 1;
    let reading = read(&bytes);
    assert_eq!(reading.games[0].tag("Red"), Some("甲\u{fffd}"));
    assert_eq!(notes(&reading), ["1 place is not valid gb18030"]);
    let mut bytes = common::cbr(&TREE, "甲");
    bytes[181] = 0xd8;
    assert_eq!(notes(&read(&bytes)), ["1 place is not valid UTF-16LE"]);
}

#[test]
fn a_cut_xqf_keeps_what_came_before() {
    let whole = xqf(18, [1, 2, 3, 4, 5, 6, 7, 8, 9], &TREE, "甲");
    for length in 1024..whole.len() {
        let reading = read(&whole[..length]);
        assert_eq!(reading.games.len(), 1, "{length}");
        assert!(TREE_WALK.starts_with(&walk(&reading.games[0])), "{length}");
        assert_eq!(reading.notes.len(), 1, "{length}");
    }
    assert_eq!(notes(&read(&whole[..700])), ["byte 700: the file ends inside the header"]);
}

#[test]
fn records_and_libraries_of_ccbridge_are_read() {
    let record = common::cbr(&TREE, "测试");
    let game = clean(&record, Format::Cbr);
    assert_eq!(walk(&game), TREE_WALK);
    assert_eq!((game.tag("Title"), game.result()), (Some("测试"), GameResult::Draw));
    assert_eq!(game.comment(NodeId::ROOT), "开始\n第二行");
    let library = common::cbl(&[record.clone(), record.clone(), record[..2220].to_vec()]);
    let reading = read(&library);
    assert_eq!((reading.format, reading.games.len()), (Some(Format::Cbl), 3));
    assert_eq!(walk(&reading.games[1]), TREE_WALK);
    assert_eq!(reading.notes.len(), 1, "{:?}", reading.notes);
    let mut old = record;
    old[19] = 1;
    assert!(notes(&read(&old))[0].contains("CBR version 1 is not supported"));
}

#[test]
fn a_game_is_cut_where_its_main_line_goes_on_with_no_move() {
    let is_cut = |bytes: &[u8]| {
        let reading = read(bytes);
        assert_eq!(reading.notes.len(), 1, "{:?}", reading.notes);
        reading.games[0].is_cut()
    };
    for (main, variation, expected) in [("h9g7", "b9b9", false), ("h9h9", "b9c7", true)] {
        let node =
            |mv: &'static str, follows, varies| common::Node { mv: mv.into(), follows, varies, comment: "".into() };
        let nodes =
            [node("", true, false), node("h2e2", true, false), node(main, false, true), node(variation, false, false)];
        assert_eq!(is_cut(&xqf(10, [0; 9], &nodes, "甲")), expected, "XQF: {main}");
        assert_eq!(is_cut(&common::cbr(&nodes, "甲")), expected, "CBR: {main}");
    }
    let forum = |main: &str, variation: &str| {
        format!("[DhtmlXQ_movelist]{main}[/DhtmlXQ_movelist]\n[DhtmlXQ_move_0_1_1]{variation}[/DhtmlXQ_move_0_1_1]\n")
    };
    assert!(!is_cut(forum("77477062", "796").as_bytes()));
    assert!(is_cut(forum("7747706", "7967").as_bytes()));
}

const FORUM: &str = "[DhtmlXQ]\n[DhtmlXQ_ver]www_dpxq_com[/DhtmlXQ_ver]\n[DhtmlXQ_title]第1局[/DhtmlXQ_title]\n\
    [DhtmlXQ_red]甲[/DhtmlXQ_red]\n[DhtmlXQ_black]乙[/DhtmlXQ_black]\n[DhtmlXQ_result]红先胜[/DhtmlXQ_result]\n\
    [DhtmlXQ_binit]8979695949392919097717866646260600102030405060708012720323436383[/DhtmlXQ_binit]\n\
    [DhtmlXQ_movelist]774770627967[/DhtmlXQ_movelist]\n[DhtmlXQ_move_1_3_2]6665[/DhtmlXQ_move_1_3_2]\n\
    [DhtmlXQ_move_0_2_1]10222625[/DhtmlXQ_move_0_2_1]\n[DhtmlXQ_comment0]开始[/DhtmlXQ_comment0]\n\
    [DhtmlXQ_comment1]中炮||好[/DhtmlXQ_comment1]\n[DhtmlXQ_comment1_3]兵[/DhtmlXQ_comment1_3]\n[/DhtmlXQ]\n";

#[test]
fn games_of_forums_are_read_with_their_variations() {
    let game = clean(FORUM.as_bytes(), Format::Ubb);
    assert_eq!(
        walk(&game),
        "1 h2e2 [] \"中炮\\n好\"\n2 h9g7 [] \"\"\n3 h0g2 [] \"\"\n2 b9c7 [] \"\"\n3 c3c4 [] \"兵\"\n3 g3g4 [] \"\"\n"
    );
    assert_eq!((game.tag("Title"), game.tag("Red"), game.result()), (Some("第1局"), Some("甲"), GameResult::Red));
    assert_eq!(game.comment(NodeId::ROOT), "开始");
}

#[test]
fn what_is_odd_in_a_forum_game_leaves_a_note() {
    for (text, note) in [
        ("[DhtmlXQ_movelist]77477062796[/DhtmlXQ_movelist]", "'796' at move 3 of movelist is no move"),
        ("[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist][DhtmlXQ_move_5_2_6]7062[/DhtmlXQ_move_5_2_6]", "that is not here"),
        ("[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist][DhtmlXQ_move_0_9_1]7062[/DhtmlXQ_move_0_9_1]", "fits nowhere"),
        ("[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist][DhtmlXQ_move_x]7062[/DhtmlXQ_move_x]", "names no variation"),
        ("[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist][DhtmlXQ_comment9]?[/DhtmlXQ_comment9]", "belongs to no move"),
        ("[DhtmlXQ_movelist]77477747[/DhtmlXQ_movelist]", "h2e2 is not legal at ply 2"),
        ("[DhtmlXQ_binit]12[/DhtmlXQ_binit]", "2 digits instead of 64"),
        ("[DhtmlXQ_fen]x[/DhtmlXQ_fen]", "the field fen: "),
        ("[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist][DhtmlXQ_result]?[/DhtmlXQ_result]", "the result '?' is not known"),
    ] {
        let reading = read(text.as_bytes());
        assert!(notes(&reading).iter().any(|found| found.contains(note)), "{text}: {:?}", notes(&reading));
    }
}

#[test]
fn games_of_forums_without_a_mark_around_them_are_told_apart_by_a_field_that_comes_again() {
    let one = |red: &str, moves: &str| {
        format!(
            "[DhtmlXQ_red]{red}[/DhtmlXQ_red]\n[DhtmlXQ_movelist]{moves}[/DhtmlXQ_movelist]\n\
             [DhtmlXQ_comment1]好[/DhtmlXQ_comment1]\n"
        )
    };
    let text = one("甲", "7747") + &one("乙", "6665");
    let reading = read(text.as_bytes());
    let games: Vec<_> = reading.games.iter().map(|game| (game.tag("Red").unwrap(), line(game))).collect();
    assert_eq!((notes(&reading), games), (vec![], vec![("甲", "h2e2".to_owned()), ("乙", "g3g4".to_owned())]));
    let reading = read(format!("[DhtmlXQ]{text}[/DhtmlXQ]").as_bytes());
    assert_eq!(reading.games.len(), 1);
    let again = ["red", "movelist"].map(|name| format!("the field {name} stands here twice; the second is left out"));
    assert!(notes(&reading).iter().zip(&again).all(|(note, end)| note.ends_with(end)), "{:?}", notes(&reading));
    assert_eq!(notes(&reading).len(), 2);
}

#[test]
fn files_of_playok_are_read() {
    let text = "FORMAT  WXF\nRED     first ; 1200 ; team ; x\nBLACK   second ; 1240 ;;\nRESULT  0-1\nDATE    2020-02-02 02:02:02\n\
                EVENT   Club ; 10m+0s\nSTART{\n 1. P3+1 c8.7   2. E7+5 c2.5 }END\n\
                FORMAT WXF\nFEN 4kaer1/4a2c1/2h1e1h2/3Rp1C1p/2C6/5rP2/1pP1P3P/8E/9/1cEAKA1R1 b\n\nSTART{\n}END\n";
    let reading = read(text.as_bytes());
    assert_eq!((notes(&reading), reading.format), (Vec::new(), Some(Format::Wxf)));
    let [first, second] = &reading.games[..] else { panic!("two games") };
    assert_eq!((line(first).as_str(), first.result()), ("g3g4 h7g7 c0e2 b7e7", GameResult::Black));
    assert_eq!(
        (first.tag("Red"), first.tag("RedElo"), first.tag("BlackElo")),
        (Some("first"), Some("1200"), Some("1240"))
    );
    assert_eq!((first.tag("RedTeam"), first.tag("BlackTeam")), (Some("team ; x"), None));
    assert_eq!((first.tag("Event"), first.tag("Date")), (Some("Club ; 10m+0s"), Some("2020-02-02 02:02:02")));
    assert!(second.is_empty() && second.fen().starts_with("4kabr1/"));
}

#[test]
fn second_lines_of_playok_are_kept_as_comments() {
    let text = "FORMAT WXF\nRED a;1;\nRED b;2;\nGAME first;\nTITLE second\nSTART{\n1. P3+1 }END\n";
    let reading = read(text.as_bytes());
    let game = &reading.games[0];
    assert_eq!([game.tag("Red"), game.tag("RedElo"), game.tag("Title")], [Some("a"), Some("1"), Some("first;")]);
    assert_eq!(game.comment(NodeId::ROOT), "RED b;2;\nTITLE second");
    assert_eq!(
        notes(&reading),
        ["line 3: the line RED is kept as a comment", "line 5: the line TITLE is kept as a comment"]
    );
}

#[test]
fn positions_and_lists_are_a_game_a_line() {
    let text = "# two games\nposition startpos moves h2e2 h9g7\n\nposition fen 3k5/9/9/9/9/9/9/9/9/4K4 b - - 3 9 moves d9d8 \
                帅五平四\n3k5/9/9/9/9/9/9/9/9/4K4 w\nfen 3k5/9/9/9/9/9/9/9/9/4K4\nstartpos\nh2e2\n布局大全\nbroken/9/9/9/9/9/9/9/9/9 w\n";
    let reading = read(text.as_bytes());
    assert_eq!(reading.format, Some(Format::Lines));
    let lines: Vec<String> = reading.games.iter().map(line).collect();
    assert_eq!(lines, ["h2e2 h9g7", "d9d8 e0f0", "", "", "", "h2e2"]);
    assert!(reading.games[1].fen().ends_with(" b - - 3 9"));
    assert_eq!(reading.notes.len(), 2);
    assert_eq!(notes(&reading)[0], "line 9: the line has no move and is left out");
    assert!(notes(&reading)[1].starts_with("line 10: "), "{:?}", notes(&reading));
    // Lists from a cloud book's console: one game over two lines, or a game in each.
    assert_eq!(read(b"h2e2 h9g7\nh0g2 i9h9\n").games.iter().map(line).collect::<Vec<_>>(), ["h2e2 h9g7 h0g2 i9h9"]);
    assert_eq!(read(b"h2e2 h9g7\nh2e2 b9c7\n").games.iter().map(line).collect::<Vec<_>>(), ["h2e2 h9g7", "h2e2 b9c7"]);
}

fn rich() -> GameTree {
    let text = "[Event \"杯赛\"]\n[Title \"第1局\"]\n[Red \"甲\"]\n[Black \"乙\"]\n[Date \"2020.01.02\"]\n[Site \"上海\"]\n\
        [FEN \"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 0 1\"]\n\n\
        {one\ntwo} 1... 炮8平5 {x} (1... 马8进7 {y} 2. 炮二平五 (2. 兵三进一) (2. 兵七进一 卒3进1)) (1... 卒7进1)\n\
        2. 炮二平五 (2. 马二进三 {z}) 2... 士4进5 3. 帅五进一 1/2-1/2\n";
    let reading = read(text.as_bytes());
    assert_eq!(notes(&reading), Vec::<String>::new());
    reading.games.into_iter().next().unwrap()
}

#[test]
fn moves_variations_comments_and_tags_go_through_every_format_and_back() {
    let pgn = Target::Pgn(Style::Chinese);
    let mut games = vec![rich()];
    for seed in 0..40u16 {
        let choices: Vec<u16> =
            (0..120u16).map(|index| index.wrapping_mul(7919).wrapping_add(seed * 257) ^ (index << 3)).collect();
        games.push(grown(&choices, "评注\n(第二行) [x]"));
    }
    assert!(games.iter().map(GameTree::variations).sum::<usize>() > 200);
    for (game, target) in games.iter().flat_map(|game| [Target::Xqf, Target::Ubb].map(|target| (game, target))) {
        let there = write(game, 1, target, TextEncoding::Utf8);
        assert!(there.notes.is_empty(), "{:?}", there.notes);
        let middle = read(&there.bytes);
        assert_eq!(notes(&middle), Vec::<String>::new());
        let back = write(&middle.games[0], 1, pgn, TextEncoding::Gb18030);
        let last = read(&back.bytes);
        assert_eq!(notes(&last), Vec::<String>::new());
        assert_eq!(whole(&last.games[0]), whole(game), "{target:?}");
    }
}

#[test]
fn what_a_format_cannot_hold_is_named() {
    let text = "[Red \"一个非常长的名字在这里\"]\n[ECCO \"C99\"]\n[FEN \"3k5/9/9/9/9/9/9/9/R8/4K4 w - - 4 20\"]\n\
                20. 车九进一! (20. 帅五平四) {a || b DhtmlXQ }\n";
    let game = read(text.as_bytes()).games.remove(0);
    let check = |target, encoding, expected: &[&str]| {
        let written = write(&game, 1, target, encoding);
        let found: Vec<String> = written.notes.iter().map(ToString::to_string).collect();
        assert_eq!(found.len(), expected.len(), "{target:?}: {found:?}");
        for (found, expected) in found.iter().zip(expected) {
            assert!(found.contains(expected), "{target:?}: {found}");
        }
    };
    let utf8 = TextEncoding::Utf8;
    check(Target::Xqf, utf8, &["15 bytes for Red", "no place for the tag ECCO", "marks", "counters"]);
    check(Target::Ubb, utf8, &["marks", "marks of UBB"]);
    check(Target::Moves, utf8, &["1 variation and 1 comment and 1 mark"]);
    check(Target::Fen, utf8, &["1 variation and 1 comment and 1 mark"]);
    check(Target::Pgn(Style::Iccs), TextEncoding::Gb18030, &[]);
    check(Target::Pgn(Style::Chinese), TextEncoding::Big5, &["Big5 lacks 个长这车进帅"]);
    // Names that mean something else to the readers of the formats, and a stage of another kind.
    let text = "[movelist \"x\"]\n[binit \"1\"]\n[type \"y\"]\n[Stage \"残局\"]\n炮二平五 {a|\nb|||c}\n";
    let game = read(text.as_bytes()).games.remove(0);
    let found = |target| write(&game, 1, target, utf8).notes.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(found(Target::Xqf), ["game 1: XQF has no place for the tags movelist, binit, type, Stage"]);
    let ubb = found(Target::Ubb);
    assert_eq!(ubb[0], "game 1: UBB has no place for the tags movelist, binit, type, Stage");
    assert!(ubb[1].contains("marks of UBB in comments and tags are written differently: 1 of them"), "{ubb:?}");
    let again = read(&write(&game, 1, Target::Ubb, utf8).bytes).games.remove(0);
    assert_eq!(again.comment(again.main_nodes().next().unwrap()), "a| \nb| | |c");
}

#[test]
fn positions_and_moves_are_written_for_the_console() {
    let game = rich();
    let text = |target| String::from_utf8(write(&game, 1, target, TextEncoding::Utf8).bytes).unwrap();
    assert_eq!(
        text(Target::Moves),
        "position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 0 1 moves h7e7 h2e2 d9e8 e0e1\n"
    );
    assert_eq!(
        text(Target::Fen),
        "rnba1abnr/4k4/1c2c4/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/4K4/RNBA1ABNR b - - 4 3\n"
            .replace("rnba1abnr/4k4", "rnb1kabnr/4a4")
    );
}
