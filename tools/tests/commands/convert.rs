//! `guohe-tools convert` as a program: files in, files out, words on standard error, status.

use assert_cmd::Command;
use std::path::Path;

const GAME: &str = "[Event \"杯赛\"]\n\n1. 炮二平五 (1. 兵三进一) 马8进7 {好} 2. 马二进三 *\n";

/// Runs `convert` and returns its status, standard output and standard error.
fn convert(folder: &Path, arguments: &[&str], stdin: &str) -> (i32, String, String) {
    let mut command = Command::cargo_bin("guohe-tools").unwrap();
    // The words on standard error are English, wherever the test runs.
    command.env("LC_ALL", "C");
    let output = command.current_dir(folder).arg("convert").args(arguments).write_stdin(stdin).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn standard_input_becomes_lines_for_the_console() {
    let folder = tempfile::tempdir().unwrap();
    let (status, out, err) = convert(folder.path(), &["-", "--to", "moves"], GAME);
    let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    assert_eq!((status, out), (0, format!("position fen {start} moves h2e2 h9g7 h0g2\n")));
    assert!(
        err.contains("standard input: game 1: a line of moves has no place for 1 variation and 1 comment"),
        "{err}"
    );
    assert!(err.contains("1 file, 1 game, 4 moves in "), "{err}");
}

#[test]
fn a_chinese_reader_is_told_in_chinese() {
    let folder = tempfile::tempdir().unwrap();
    let (status, _, err) = convert(folder.path(), &["-", "--to", "moves", "--lang", "zh"], GAME);
    assert_eq!(status, 0, "{err}");
    assert!(err.contains("标准输入：第 1 局：坐标着法存不下 1 处变着、1 条注解"), "{err}");
    assert!(err.contains("1 个文件，1 局，4 着，用时 "), "{err}");
    let (status, _, err) = convert(folder.path(), &["-", "--to", "xqf", "--lang", "zh"], GAME);
    assert!(status == 2 && err.contains("请用 -o 指明文件或文件夹"), "{err}");
}

#[test]
fn a_folder_becomes_a_folder_or_one_file_and_nothing_is_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    std::fs::create_dir_all(at("in/deep")).unwrap();
    std::fs::write(at("in/a.pgn"), GAME).unwrap();
    std::fs::write(at("in/a.txt"), "h2e2\n").unwrap();
    std::fs::write(at("in/deep/b"), GAME.repeat(2)).unwrap();
    std::fs::write(at("in/readme.md"), "nothing to see").unwrap();
    let run = |arguments: &[&str]| convert(folder.path(), arguments, "");
    let (status, _, err) = run(&["in", "--to", "xqf", "-o", "out"]);
    assert_eq!(status, 0, "{err}");
    assert!(err.contains("4 files, 4 games, ") && err.contains("1 of 4 files could not be read completely"), "{err}");
    for name in ["out/a.xqf", "out/a (2).xqf", "out/deep/b-1.xqf", "out/deep/b-2.xqf"] {
        assert!(std::fs::read(at(name)).unwrap().starts_with(b"XQ"), "{name}");
    }
    // Back, all in one.
    let (status, _, err) = run(&["out", "-o", "all.pgn"]);
    assert_eq!(status, 0, "{err}");
    let all = std::fs::read_to_string(at("all.pgn")).unwrap();
    assert_eq!(all.matches("[Event \"杯赛\"]").count(), 3);
    assert!(all.contains("1. 炮二平五 (1. 兵三进一) 1... 马8进7 {好} 2. 马二进三 *"), "{all}");
    // What is there stays.
    let (status, _, err) = run(&["in", "-o", "all.pgn", "--to", "fen"]);
    assert!(status == 2 && err.contains("--force overwrites it"), "{err}");
    assert_eq!(std::fs::read_to_string(at("all.pgn")).unwrap(), all);
    let (status, _, err) = run(&["in", "--to", "xqf", "-o", "out"]);
    assert!(status == 2 && err.contains("4 files in out were there already"), "{err}");
    let (status, _, err) = run(&["in", "--to", "fen", "-o", "all.pgn", "--force"]);
    assert_eq!(status, 0, "{err}");
    assert_eq!(std::fs::read_to_string(at("all.pgn")).unwrap().lines().count(), 4);
}

#[test]
fn encodings_and_scripts_are_honoured_or_refused() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out.pgn");
    let name = out.to_str().unwrap();
    for (encoding, script, bytes) in [("gb18030", "simplified", "马".as_bytes()), ("big5", "traditional", b"\xb0\xa8")]
    {
        let arguments = ["-", "--encoding", encoding, "--script", script, "-o", name, "--force"];
        let (status, _, err) = convert(folder.path(), &arguments, &GAME.replace("赛", "").replace("[Event", "[Site"));
        assert_eq!(status, 0, "{err}");
        let written = std::fs::read(&out).unwrap();
        assert!(String::from_utf8(written.clone()).is_err());
        let found = written.windows(bytes.len()).any(|window| window == bytes);
        assert_eq!(found, encoding == "big5");
        assert_eq!(guohe_games::read(&written).games[0].main_line().count(), 3);
    }
    for arguments in
        [&["-", "--to", "ubb", "--script", "traditional"][..], &["-", "--to", "xqf", "--encoding", "big5", "-o", "x"]]
    {
        assert_eq!(convert(folder.path(), arguments, GAME).0, 2, "{arguments:?}");
    }
    assert_eq!(convert(folder.path(), &["-", "--to", "xqf"], GAME).0, 2);
}

#[test]
fn no_input_is_overwritten_before_it_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    std::fs::create_dir(at("in")).unwrap();
    // Read in this order; what is made of the first would be named as the second.
    std::fs::write(at("in/a.aaa"), "h2e2\n").unwrap();
    std::fs::write(at("in/a.pgn"), GAME).unwrap();
    let (status, _, err) = convert(folder.path(), &["in", "--to", "pgn", "-o", "in", "--force"], "");
    assert_eq!(status, 0, "{err}");
    let moves = |name: &str| {
        let reading = guohe_games::read(&std::fs::read(at(name)).unwrap());
        reading.games[0].main_line().count()
    };
    assert_eq!((moves("in/a.pgn"), moves("in/a (2).pgn")), (3, 1));
    assert_eq!(std::fs::read_dir(at("in")).unwrap().count(), 3);
}

#[cfg(unix)]
#[test]
fn a_result_is_not_read_again_by_the_same_command() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["one.pgn", "two.pgn"] {
        std::fs::write(folder.path().join(name), GAME).unwrap();
    }
    let again = [".", "-o", "all.pgn", "--force"];
    assert_eq!(convert(folder.path(), &again, "").0, 0);
    let (status, _, err) = convert(folder.path(), &again, "");
    assert!(status == 2 && err.contains("all.pgn is itself read"), "{err}");
}

#[test]
fn an_input_that_cannot_be_opened_is_status_one() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.pgn"), GAME).unwrap();
    // A socket is there, and no file that can be opened, whoever asks.
    let _listener = std::os::unix::net::UnixListener::bind(folder.path().join("b.pgn")).unwrap();
    let (status, out, err) = convert(folder.path(), &["a.pgn", "b.pgn", "--to", "moves"], "");
    assert!(status == 1 && out.contains("h2e2") && err.contains("1 of 2 files could not be opened"), "{status} {err}");
}

#[test]
fn nothing_to_read_is_status_one() {
    let folder = tempfile::tempdir().unwrap();
    let (status, out, err) = convert(folder.path(), &["-", "-o", "none.pgn"], "hello");
    assert_eq!((status, out.as_str()), (1, ""));
    assert!(err.contains("standard input: no game was found"), "{err}");
    assert!(!folder.path().join("none.pgn").exists());
    assert_eq!(convert(folder.path(), &["missing.pgn"], "").0, 2);
}

#[test]
fn many_notes_are_summarised_or_shown_and_lose_no_moves() {
    let folder = tempfile::tempdir().unwrap();
    let games = "[Result \"x\"]\n\n1. 炮二平五 *\n\n".repeat(1002);
    let (status, _, err) = convert(folder.path(), &["-", "--to", "moves"], &games);
    assert_eq!(status, 0, "{err}");
    let lines: Vec<&str> = err.lines().collect();
    assert!(
        lines[0].starts_with("changed: 1001 notes on 1 file, the first: standard input: game 1, line 1: "),
        "{err}"
    );
    assert!(lines[1] == "--notes shows the notes one by one" && lines.len() == 3, "{err}");
    assert!(lines[2].starts_with("1 file, 1002 games, 1002 moves in "), "{err}");
    let (_, _, err) = convert(folder.path(), &["-", "--to", "moves", "--notes"], &games);
    let lines: Vec<&str> = err.lines().collect();
    assert!(lines.len() == 1002 && lines[1000] == "standard input: more notes on this file: 2", "{:?}", &lines[1000..]);
}

/// What a killed run has left is read like any file, and the new result is made beside it.
#[test]
fn a_leftover_is_converted_and_not_written_over() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    std::fs::create_dir(at("in")).unwrap();
    for name in ["a.pgn.part", "in/b.pgn"] {
        std::fs::write(at(name), GAME).unwrap();
    }
    let (status, _, err) = convert(folder.path(), &["a.pgn.part", "-o", "a.pgn"], "");
    assert!(status == 0 && err.contains("1 game"), "{err}");
    std::fs::create_dir(at("out")).unwrap();
    std::fs::write(at("out/b.pgn.part"), "another's").unwrap();
    let (status, _, err) = convert(folder.path(), &["in", "--to", "pgn", "-o", "out"], "");
    assert_eq!(status, 0, "{err}");
    for (name, text) in [("a.pgn.part", GAME), ("out/b.pgn.part", "another's")] {
        assert_eq!(std::fs::read_to_string(at(name)).unwrap(), text, "{name}");
    }
    assert!(std::fs::read_to_string(at("a.pgn")).unwrap().contains("炮二平五") && at("out/b.pgn").exists());
    assert_eq!(std::fs::read_dir(at("out")).unwrap().count(), 2);
}
