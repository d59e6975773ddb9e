//! `guohe-tools analyse` on files of every format that is read: whole games with variations and comments, and files
//! that are cut, wrong or none at all.

use super::common::{cbl, cbr, nodes_of, xqf};
use guohe::board::Board;
use guohe::game;
use guohe::notation::{self, Style};
use guohe::rules::Rules;
use guohe::search::{Limits, Options, Pool, Signals, Silent};
use guohe_games::{GameTree, NodeId, Target, TextEncoding};
use serde_json::Value as Json;
use std::path::Path;
use std::process::{Command, Output};

/// A famous game of 1632.
const THIRTEEN: &str = include_str!("../../../docs/example/thirteen.pgn");
const CHINESE: Style = Style::Chinese;
const KEYS: [u8; 9] = [0x5a, 0x12, 0xf3, 0x80, 0xff, 0x37, 0x9b, 0x01, 0x4c];

fn analyse(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_guohe-tools"))
        .current_dir(folder)
        .arg("analyse")
        .args(["--nodes", "2000", "--hash", "16"])
        .args(arguments)
        .output()
        .unwrap()
}

#[test]
fn a_folder_that_is_missing_is_noticed_before_the_work() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("in.pgn"), THIRTEEN).unwrap();
    for flag in ["--pgn", "--html", "--json"] {
        let output = analyse(folder.path(), &["in.pgn", flag, "none/out"]);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains("there is no folder for none/out") && output.stdout.is_empty(), "{said}");
    }
}

#[test]
fn a_file_keeps_its_other_games() {
    let folder = tempfile::tempdir().unwrap();
    let both = format!("{THIRTEEN}\n\n{THIRTEEN}");
    std::fs::write(folder.path().join("two.pgn"), &both).unwrap();
    let output = analyse(folder.path(), &["two.pgn", "--game", "2", "--pgn", "two.pgn", "--force"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(2) && said.contains("two.pgn is itself read"), "{said}");
    assert_eq!(std::fs::read_to_string(folder.path().join("two.pgn")).unwrap(), both);
    // One game of its own file may be replaced, whatever else is read.
    std::fs::write(folder.path().join("one.pgn"), THIRTEEN).unwrap();
    let output = analyse(folder.path(), &["one.pgn", "two.pgn", "--game", "1", "--pgn", "one.pgn", "--force"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_dash_is_standard_output_and_a_name_that_ends_in_a_slash_no_file() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("in.pgn"), "1. 炮二平五 *\n").unwrap();
    let output = analyse(folder.path(), &["in.pgn", "--pgn", "-"]);
    let pgn = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && pgn.starts_with("[Game \"Chinese Chess\"]"), "{pgn}");
    assert!(!folder.path().join("-").exists());
    let output = analyse(folder.path(), &["in.pgn", "--html", "page/"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(2) && said.contains("page/ is a folder, not a file"), "{said}");
    assert!(output.stdout.is_empty(), "it is noticed before the work");
}

/// The engine against itself until the rules end the game.
fn played_out() -> GameTree {
    let mut pool = Pool::new(1, 4);
    let (limits, options) = (Limits { nodes: Some(500), ..Limits::default() }, Options::default());
    let mut game = GameTree::new();
    let mut board = Board::startpos();
    let mut at = NodeId::ROOT;
    while game::outcome(&board, &Rules::default()).is_none() {
        let mv = pool.search(&board, &limits, &options, &Signals::new(), &Silent).best.unwrap();
        at = game.add(at, mv).unwrap();
        board.make(mv);
    }
    game.set_tag("Event", "自我对弈");
    game
}

/// A game with the remarks and better lines that `analyse` writes into it.
fn annotated(pgn: &[u8]) -> GameTree {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("in.pgn"), pgn).unwrap();
    let output = analyse(folder.path(), &["in.pgn", "--pgn", "out.pgn", "--lang", "zh"]);
    assert!(output.status.success());
    // Its progress is in Chinese, too.
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.starts_with("局面：0/"), "{said}");
    let reading = guohe_games::read(&std::fs::read(folder.path().join("out.pgn")).unwrap());
    assert!(reading.notes.is_empty(), "{:?}", reading.notes);
    let game = reading.games.into_iter().next().unwrap();
    assert!(game.variations() > 0 && comments(&game) > game.main_line().count() / 2);
    game
}

fn comments(game: &GameTree) -> usize {
    game.walk().filter(|&(node, _)| !game.comment(node).is_empty()).count()
}

fn written(game: &GameTree, target: Target, encoding: TextEncoding) -> Vec<u8> {
    guohe_games::write(game, 1, target, encoding).bytes
}

/// The moves of the main line, one behind the other.
fn moves_in(game: &GameTree, style: Style, between: &str) -> String {
    let mut board = game.board();
    let written = game.main_line().map(|mv| {
        let text = notation::write(&board, mv, style);
        board.make(mv);
        text
    });
    written.collect::<Vec<_>>().join(between)
}

/// A file of 象棋桥's XML, which holds a main line.
fn cbf(game: &GameTree) -> Vec<u8> {
    let square = |square: guohe::types::Square| format!("{}{}", square.file().index(), 9 - square.rank().index());
    let moves: String =
        game.main_line().map(|mv| format!("<Move value=\"{}-{}\"/>", square(mv.from()), square(mv.to()))).collect();
    format!("<?xml version=\"1.0\"?>\n<ChineseChessRecord><MoveList><Move value=\"00-00\"/>{moves}</MoveList></ChineseChessRecord>")
        .into_bytes()
}

/// Whether a format keeps all of a game.
#[derive(Clone, Copy, PartialEq)]
enum Keeps {
    All,
    MainLine,
}
use Keeps::{All, MainLine};

/// What one game is in each format.
fn files(game: &GameTree) -> Vec<(&'static str, Vec<u8>, Keeps)> {
    let nodes = nodes_of(game);
    let traditional = Target::Pgn(Style::Traditional);
    let utf8 = TextEncoding::Utf8;
    vec![
        ("utf8.pgn", written(game, Target::Pgn(CHINESE), utf8), All),
        ("gb.pgn", written(game, Target::Pgn(CHINESE), TextEncoding::Gb18030), All),
        ("traditional.pgn", written(game, traditional, utf8), All),
        ("wxf.pgn", written(game, Target::Pgn(Style::Wxf), utf8), All),
        ("iccs.pgn", written(game, Target::Pgn(Style::Iccs), utf8), All),
        ("utf8.ubb", written(game, Target::Ubb, utf8), All),
        ("gb.ubb", written(game, Target::Ubb, TextEncoding::Gb18030), All),
        ("plain.xqf", written(game, Target::Xqf, utf8), All),
        ("version11.xqf", xqf(11, KEYS, &nodes, "甲"), All),
        ("version15.xqf", xqf(15, KEYS, &nodes, "甲"), All),
        ("version18.xqf", xqf(18, KEYS, &nodes, "甲"), All),
        ("record.cbr", cbr(&nodes, "一局"), All),
        ("library.cbl", cbl(&[cbr(&nodes, "一局")]), All),
        ("xml.cbf", cbf(game), MainLine),
        (
            "playok.wxf",
            format!("FORMAT WXF\nSTART{{\n{}\n}}END\n", moves_in(game, Style::Wxf, " ")).into_bytes(),
            MainLine,
        ),
        ("console.txt", written(game, Target::Moves, utf8), MainLine),
        ("coordinates.txt", moves_in(game, Style::Plain, " ").into_bytes(), MainLine),
        ("iccs.txt", moves_in(game, Style::Iccs, "\n").into_bytes(), MainLine),
        ("bare.txt", moves_in(game, CHINESE, " ").into_bytes(), MainLine),
        ("glued.txt", moves_in(game, CHINESE, "").into_bytes(), MainLine),
    ]
}

/// Every file of a game is read whole, and says the same of each move.
fn files_of_a_game_agree(game: &GameTree, least: usize) {
    let folder = tempfile::tempdir().unwrap();
    let mut files = files(game);
    // In this order the program takes the files of a folder.
    files.sort_by_key(|(name, ..)| *name);
    for (name, bytes, keeps) in &files {
        let reading = guohe_games::read(bytes);
        let notes: Vec<String> = reading.notes.iter().map(ToString::to_string).collect();
        assert_eq!((notes, reading.games.len()), (Vec::new(), 1), "{name}");
        let found = &reading.games[0];
        let (variations, comments) = match keeps {
            All => (game.variations(), comments(game)),
            MainLine => (0, 0),
        };
        assert_eq!((found.variations(), self::comments(found)), (variations, comments), "{name}");
        std::fs::create_dir_all(folder.path().join("in")).unwrap();
        std::fs::write(folder.path().join("in").join(name), bytes).unwrap();
    }
    assert!(files.len() >= least);
    let output = analyse(folder.path(), &["in", "--json", "out.json", "--html", "out.html", "--lang", "zh"]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{said}");
    // Nothing but progress.
    assert!(!said.contains("in/"), "{said}");
    let moves: Vec<String> = game.main_line().map(|mv| mv.to_string()).collect();
    let mut first: Option<Json> = None;
    for (number, (name, ..)) in (1..).zip(&files) {
        let text = std::fs::read(folder.path().join(format!("out-{number}.json"))).unwrap();
        let told: Json = serde_json::from_slice(&text).unwrap();
        let found: Vec<&str> =
            told["moves"].as_array().unwrap().iter().map(|told| told["move"].as_str().unwrap()).collect();
        assert_eq!(found, moves, "{name}");
        assert!(told["sides"]["red"]["accuracy"].as_f64().is_some_and(|accuracy| (0.0..=100.0).contains(&accuracy)));
        let told = told["moves"].clone();
        assert_eq!(first.get_or_insert_with(|| told.clone()), &told, "{name}");
        let page = std::fs::read_to_string(folder.path().join(format!("out-{number}.html"))).unwrap();
        assert!(!page.contains("[%eval"), "{name}");
        assert!(page.len() < 320_000 && page.trim_end().ends_with("</html>"), "{name}");
    }
}

#[test]
fn a_famous_game_is_the_same_game_in_twenty_files() {
    files_of_a_game_agree(&annotated(THIRTEEN.as_bytes()), 20);
}

#[test]
fn a_game_played_to_its_end_is_the_same_game_in_twenty_files() {
    let game = played_out();
    let game = annotated(&written(&game, Target::Pgn(CHINESE), TextEncoding::Utf8));
    files_of_a_game_agree(&game, 20);
}

/// A file, how many moves of it are told, and what its reader is told in Chinese and in English.
struct Damaged {
    bytes: Vec<u8>,
    moves: Option<usize>,
    chinese: &'static str,
    english: &'static str,
}

fn damaged(game: &GameTree) -> Vec<Damaged> {
    let nodes = nodes_of(game);
    let cut = |bytes: Vec<u8>, at: usize| bytes[..at].to_vec();
    let text = |text: &str| text.as_bytes().to_vec();
    let case = |bytes, moves, chinese, english| Damaged { bytes, moves, chinese, english };
    let mut old = cbr(&nodes, "旧");
    old[19] = 1;
    vec![
        case(
            cut(xqf(18, KEYS, &nodes, "甲"), 1024 + 40),
            Some(1),
            "f：第 1048 字节：注解的长度超出了文件；保留此前的内容",
            "f: byte 1048: a comment is longer than the file; what came before is kept",
        ),
        case(
            cut(cbr(&nodes, "半"), 2214 + 5),
            Some(0),
            "f：第 2218 字节：着法还没完，文件就结束了；保留此前的内容",
            "f: byte 2218: the file ends before its moves do; what came before is kept",
        ),
        case(
            xqf(19, KEYS, &nodes, "甲"),
            None,
            "f：第 2 字节：无法识别第 19 版的 XQF",
            "f: byte 2: XQF version 19 is not known",
        ),
        case(
            old,
            None,
            "f：第 19 字节：不支持第 1 版的 CBR，请用象棋桥另存为第 2 版",
            "f: byte 19: CBR version 1 is not supported; save it as version 2 in 象棋桥 (CCBridge)",
        ),
        case(
            text("[Event \"x\"]\n\n1. 炮二平五 将5进9 2. 马二进三 *\n"),
            Some(1),
            "f：第 3 行：第 1 回合黑方：“将5进9”",
            "f: line 3: ply 2: '将5进9' ",
        ),
        case(
            text("[Event \"x\"]\n\n1. 炮二平五 炮8平4 2. 车一进五 马8进7 *\n"),
            Some(2),
            "f：第 3 行：第 2 回合红方：“车一进五”在此局面下不合法，相近的着法有 车一进一、车一进二；这一路着法到此为止，略去后面 1 着",
            "f: line 3: ply 3: '车一进五' is not a legal move here; there is 车一进一 or 车一进二; the line ends here, 1 more move is left out",
        ),
        case(
            text("[Event \"x\"]\n[Format \"WXF\"]\n\n1. P3+1 H8+7 2. Ee2 *\n"),
            Some(2),
            "f：第 4 行：第 2 回合红方：“Ee2”",
            "f: line 4: ply 3: 'Ee2' ",
        ),
        case(
            text("[Event \"x\"]\n[FEN \"9/9/9/9/9/9/9/9/9/4K4 w\"]\n\n1. 帅五进一 *\n"),
            None,
            "f：第 1 行：FEN 标签：黑方没有将；略去这一局",
            "f: line 1: the tag FEN: Black has no king; the game is left out",
        ),
        case(
            text("[DhtmlXQ]\n[DhtmlXQ_movelist]774770627[/DhtmlXQ_movelist]\n[/DhtmlXQ]\n"),
            Some(2),
            "f：第 2 行：movelist 的第 3 着“7”不是着法",
            "f: line 2: '7' at move 3 of movelist is no move",
        ),
        case(
            text("FORMAT WXF\nSTART{\n1. P3+1 c8.7\n"),
            Some(2),
            "f：第 2 行：着法没有以 }END 结束",
            "f: line 2: the moves are never closed by }END",
        ),
        case(text("你好，世界\n"), None, "f：没有找到棋局", "f: no game was found"),
        case(
            vec![0xff, 0xd8, 0xff, 0xe0, 0, 16, b'J', b'F', b'I', b'F'],
            None,
            "f：没有找到棋局",
            "f: no game was found",
        ),
    ]
}

#[test]
fn files_that_are_damaged_are_read_as_far_as_they_go_and_say_what_is_missing() {
    let game = annotated(THIRTEEN.as_bytes());
    let folder = tempfile::tempdir().unwrap();
    for (index, Damaged { bytes, moves, chinese, english }) in damaged(&game).into_iter().enumerate() {
        std::fs::write(folder.path().join("f"), bytes).unwrap();
        for (language, note) in [("zh", chinese), ("en", english)] {
            let output = analyse(folder.path(), &["f", "--json", "out.json", "--force", "--lang", language]);
            let said = String::from_utf8(output.stderr).unwrap();
            assert!(said.contains(note), "file {index} in {language}: {said}");
            // A game or a refusal, never the end of a panic.
            assert_eq!(output.status.code(), Some(if moves.is_some() { 0 } else { 2 }), "file {index}: {said}");
            if let Some(count) = moves {
                let told: Json =
                    serde_json::from_slice(&std::fs::read(folder.path().join("out.json")).unwrap()).unwrap();
                assert_eq!(told["moves"].as_array().unwrap().len(), count, "file {index}");
            }
        }
    }
}
