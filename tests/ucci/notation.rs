//! Notation at the console and in the log. Front ends always get plain coordinates.

use super::client::Client;
use super::client::pipe;
use assert_cmd::Command;
use std::fs;
use std::path::Path;

/// The replies of the engine to `input` with the settings of `toml`, run in `folder`.
fn answers(folder: &Path, toml: &str, input: &str) -> String {
    let file = folder.join("engine.toml");
    fs::write(&file, toml).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_guohe"));
    let assert = command.arg("--config").arg(&file).write_stdin(input).assert().success().stderr("");
    String::from_utf8(assert.get_output().stdout.clone()).unwrap()
}

fn console(input: &str) -> String {
    answers(tempfile::tempdir().unwrap().path(), "", input)
}

#[test]
fn typed_positions_read_any_notation() {
    let plain = console("position startpos moves h2e2 h9g7 h0g2\nd\n");
    assert!(plain.contains("Black is to move"), "{plain}");
    for moves in [
        "炮二平五 马8进7 马二进三",
        "炮二平五 馬８進７ 傌二進三",
        "1. 炮二平五 马8进7 2. 马二进三",
        "1.C2.5 H8+7 2.H2+3",
        "H2-E2 h9g7 Hg2",
    ] {
        assert_eq!(console(&format!("position startpos moves {moves}\nd\n")), plain, "{moves}");
    }
    let fen = "r1bakab1r/9/1cn3n2/p1p1C1p1p/9/9/P1P1P1P1P/4C1N2/9/RNBAKAB1R w";
    let after = console(&format!("position fen {fen} moves 前炮退二\nd\n"));
    assert!(after.contains("/4C4/"), "{after}");
}

#[test]
fn an_illegal_typed_move_is_named_and_the_game_stops_before_it() {
    let start = console("position startpos moves 炮二平五\nd\n");
    let check = |moves: &str, expected: &str| {
        let text = console(&format!("position startpos moves 炮二平五 {moves}\nd\n"));
        assert_eq!(text, format!("info message move 2, {expected}\n{start}"), "{moves}");
    };
    check(
        "马二进二 h9g7",
        "马二进二, cannot be played: '马二进二' is not a legal move here; there is 马2进1 or 马2进3",
    );
    check("2. Eg7", "Eg7, cannot be played: 'Eg7' is not a legal move here; there is c9a7, c9e7, g9e7 or g9i7");
    check("Ee7", "Ee7, cannot be played: 'Ee7' could be c9e7 or g9e7");
    check("喵 h9g7", "喵, cannot be played: '喵' is not a move in any notation");
}

#[test]
fn the_console_writes_in_the_notation_of_the_setting() {
    let input = "setoption notation chinese\nsetoption usebook false\nsetoption batch true\n\
                 position startpos moves h2e2 h9g7\nd\ngo depth 3\n";
    let text = console(input);
    assert!(text.contains("moves: 炮二平五 马8进7\n"), "{text}");
    let last = text.lines().last().unwrap();
    let answer: Vec<&str> = last.split(' ').collect();
    assert_eq!((answer[0], answer[1].chars().count()), ("bestmove", 4), "{text}");
    assert!(answer[1].contains(['进', '退', '平']), "{text}");
    assert!(
        text.lines().any(|line| line.contains(" pv ") && line.ends_with(|c| "123456789一二三四五六七八九".contains(c))),
        "{text}"
    );
    // A move may be typed with its number.
    assert!(console("1. 炮二平五\n").contains("h2e2 is played; Black is to move"));
    // The same line of moves in both notations, and nothing else differs.
    let plain = console(&input.replace("chinese", "plain"));
    assert!(!plain.contains("moves:"), "{plain}");
    let wxf = console(&input.replace("chinese", "wxf"));
    // How many lines of a search are written depends on its time.
    let lines = |text: &str| text.lines().filter(|line| !line.starts_with("info ")).count();
    assert_eq!(lines(&plain) + 1, lines(&wxf));
    assert!(wxf.contains("moves: C2.5 H8+7\n"), "{wxf}");
    // An unknown notation changes nothing.
    assert!(!console(&input.replace("chinese", "klingon")).contains("moves:"));
    // Also by `engine.toml`.
    let folder = tempfile::tempdir().unwrap();
    let text = answers(folder.path(), "notation = \"traditional\"\n", "position startpos moves 马二进三\nd\n");
    assert!(text.contains("moves: 馬二進三\n"), "{text}");
}

#[test]
fn rules_name_the_moves_of_the_cycle() {
    let game = "a0a1 a9a8 a1a0 a8a9 a0a1 a9a8 a1a0 a8a9";
    let text = console(&format!("setoption notation chinese\nposition startpos moves {game}\nrules\n"));
    for mv in ["车九进一", "车1进1", "车九退一", "车1退1"] {
        assert!(text.contains(mv), "{mv} in {text}");
    }
    let plain = console(&format!("position startpos moves {game}\nrules\n"));
    assert!(plain.contains("a0a1") && !plain.contains("车九"), "{plain}");
}

/// The lines without times and speeds, which differ from run to run.
fn timeless(text: &str) -> Vec<String> {
    let mut lines = Vec::new();
    for line in text.lines() {
        let mut words = Vec::new();
        let mut all = line.split(' ');
        while let Some(word) = all.next() {
            words.push(word);
            if matches!(word, "time" | "nps") {
                all.next();
            }
        }
        lines.push(words.join(" "));
    }
    lines
}

#[test]
fn the_notation_does_not_change_replies_to_front_ends() {
    let folder = tempfile::tempdir().unwrap();
    for (hello, options) in [("ucci", "setoption usebook false\nsetoption batch true\n"), ("uci", "")] {
        let input = format!(
            "{hello}\n{options}setoption notation chinese\nsetoption name notation value chinese\nisready\n\
             position startpos moves h2e2 h9g7 a0a1 a9a8 a1a0 a8a9\nd\nrules\ngo depth 4\n"
        );
        let before = answers(folder.path(), "", &input.replace("setoption name notation value chinese\n", ""));
        let after = answers(folder.path(), "notation = \"chinese\"\n", &input);
        assert!(!before.contains("notation") && before.contains("bestmove "), "{before}");
        if hello == "ucci" {
            assert_eq!(timeless(&before), timeless(&after));
        }
        assert!(!after.contains("notation") && !after.contains("moves:"), "{after}");
        for line in after.lines().filter(|line| line.contains(" pv ") || line.contains("bestmove")) {
            assert!(line.is_ascii(), "{line}");
        }
    }
    // From a front end only coordinates are moves.
    let mut client = Client::thinking();
    client.send("position startpos moves 炮二平五 h9g7\nd\nisready");
    let text = client.until("readyok").join("\n");
    assert!(text.starts_with("info message move 1, 炮二平五, cannot be played: it is not"), "{text}");
    assert!(text.contains("Red is to move"), "{text}");
}

#[test]
fn the_log_repeats_moves_in_the_notation_of_the_setting() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("talk.log");
    let toml = "notation = \"chinese\"\n[log]\nlevel = \"debug\"\nfile = \"talk.log\"\n";
    let input = "ucci\nsetoption batch true\nposition startpos moves h2e2 h9g7\ngo depth 2\n";
    let text = answers(folder.path(), toml, input);
    assert!(text.lines().last().unwrap().is_ascii(), "{text}");
    let log = fs::read_to_string(log).unwrap();
    assert!(log.contains("= 炮二平五 马8进7"), "{log}");
    assert!(log.lines().any(|line| line.contains("= bestmove ") && !line.is_ascii()), "{log}");
    assert!(log.contains("< bestmove "), "{log}");
}

#[test]
fn a_move_alone_is_played_at_the_console() {
    let lines = pipe("炮二平五\nh9g7\nC5+4\ngo depth 2\nd\n");
    let after = super::client::board_after("h2e2 h9g7 e2e6");
    assert!(lines[0].starts_with("info message h2e2 is played; Black is to move: "), "{lines:#?}");
    assert_eq!(lines[2], format!("info message e2e6 is played; Black is to move: {}", after.fen()));
    // A move waits for the search before it, and a search for the move before it.
    assert!(lines.contains(&format!("fen: {}", after.fen())), "{lines:#?}");
    let lines = pipe("go depth 3\n炮二平五\nd\n");
    let answer = lines.iter().position(|line| line.starts_with("bestmove ")).unwrap();
    assert!(lines[answer + 1].starts_with("info message h2e2 is played; "), "{lines:#?}");
    let said = pipe("a0a9\n");
    assert!(said[0].starts_with("info message a0a9: it is not a legal move of Red in "), "{said:#?}");
    let said = pipe("炮二进九\nposition fen 4k4/9/6P2/6P2/6P2/9/9/9/9/3K5 w\n兵三平四\n炮\n");
    assert!(said[0].starts_with("info message '炮二进九' is not a legal move here"), "{said:#?}");
    assert_eq!(said[1], "info message '兵三平四' could be 后兵平四, 中兵平四 or 前兵平四");
    assert!(said[2].starts_with("info message not understood: '炮'"), "{said:#?}");
    // A front end cannot play moves in this way.
    let lines = pipe("ucci\nh2e2\nd\n");
    assert!(lines.contains(&format!("fen: {}", guohe::board::STARTPOS)), "{lines:#?}");
}

#[test]
fn a_number_out_of_range_is_reported_at_the_console() {
    let lines = pipe("setoption level 99\nsetoption level 5\nsetoption multipv 0\nsetoption skilllevel -3\n");
    let expected = ["level must be from 0 to 20", "multipv must be from 1 to 128", "skilllevel must be from 0 to 20"];
    assert_eq!(lines, expected.map(|text| format!("info message {text}; the nearest value is set")));
    let lines = pipe("ucci\nsetoption level 99\nisready\n");
    assert_eq!(lines[lines.len() - 2..], ["ucciok", "readyok"]);
}
