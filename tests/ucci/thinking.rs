//! Commands while a search runs or its answer is held back.

use super::client::Client;
use super::client::board_after;
use super::client::check_search;
use guohe::board::Board;
use std::time::Duration;

const MATED: &str = "R3k4/R8/9/9/9/9/9/9/9/3K5 b - - 0 1";
/// Red has one move.
const SINGLE: &str = "3k5/9/9/9/9/9/9/9/9/r3K4 w - - 0 1";
const A_WHILE: Duration = Duration::from_millis(300);

// The end-to-end scripts measure the time to an answer, on a machine without other load.

#[test]
fn stop_is_answered_again_and_again() {
    let mut client = Client::thinking();
    for _ in 0..9 {
        client.send("position startpos moves h2e2 h9g7\ngo infinite");
        client.expect_no_answer(Duration::from_millis(50));
        client.send("stop");
        check_search(&client.until("bestmove"), &board_after("h2e2 h9g7"));
    }
    client.quit();
}

#[test]
fn readiness_does_not_wait_for_the_search() {
    let mut client = Client::thinking();
    client.send("position startpos moves h2e2 h9g7\ngo infinite");
    for _ in 0..25 {
        client.send("isready");
        assert!(!client.until("readyok").iter().any(|line| line.starts_with("bestmove")));
    }
    client.send("stop");
    check_search(&client.until("bestmove"), &board_after("h2e2 h9g7"));
    client.quit();
}

#[test]
fn stop_in_the_same_packet() {
    let mut client = Client::thinking();
    for go in ["go infinite", "go", "go depth infinite", "go ponder", "go ponder time 1000", "go time 100000"] {
        client.send(format!("position startpos\n{go}\nstop"));
        check_search(&client.until("bestmove"), &Board::startpos());
        client.expect_quiet();
    }
    client.quit();
}

#[test]
fn stop_without_a_search_is_answered_in_ucci() {
    let mut client = Client::thinking();
    client.send("stop");
    assert_eq!(client.line(), "nobestmove");
    client.send("go depth 1");
    client.until("bestmove");
    client.send("stop");
    assert_eq!(client.line(), "nobestmove");
    client.quit();
}

#[test]
fn an_endless_search_waits_for_stop() {
    let mut client = Client::thinking();
    for fen in [MATED, SINGLE, "4k4/R8/1R7/9/9/9/9/9/9/3K5 w - - 0 1"] {
        client.send(format!("position fen {fen}\ngo infinite"));
        client.expect_no_answer(A_WHILE);
        client.send("stop");
        if fen == MATED {
            client.until("nobestmove");
        } else {
            check_search(&client.until("bestmove"), &Board::from_fen(fen).unwrap());
        }
        client.expect_quiet();
    }
    client.quit();
}

#[test]
fn limits_do_not_end_an_infinite_search() {
    let mut client = Client::thinking();
    for go in ["go infinite depth 2", "go infinite nodes 10", "go infinite time 20"] {
        client.send(go);
        client.expect_no_answer(A_WHILE);
        client.send("stop");
        check_search(&client.until("bestmove"), &Board::startpos());
    }
    client.quit();
}

#[test]
fn no_answer_while_pondering() {
    let mut client = Client::new();
    // A book move must wait, too.
    client.send("ucci\nsetoption ponder true");
    client.until("ucciok");
    for (position, can_move) in
        [("startpos".to_owned(), true), (format!("fen {SINGLE}"), true), (format!("fen {MATED}"), false)]
    {
        for (go, names_move) in [
            ("go ponder time 1000 increment 0", true),
            ("go ponder depth 2", true),
            ("go ponder nodes 10", true),
            ("go ponder depth 0", false),
        ] {
            let answer = if can_move && names_move { "bestmove" } else { "nobestmove" };
            client.send(format!("position {position}\n{go}"));
            client.expect_no_answer(Duration::from_millis(100));
            client.send("ponderhit");
            client.until(answer);
            client.expect_quiet();
        }
    }
    client.quit();
}

#[test]
fn nothing_to_ponder_on_after_the_end() {
    // Black's only move is answered by mate. A front end that pondered on that reply would never get a move, and one
    // that waits for "bestmove" would wait forever.
    let mut client = Client::thinking();
    client.send("position fen R2k5/9/1R7/9/9/9/9/9/9/4K4 b - - 0 1\ngo depth 5");
    let lines = client.until("bestmove");
    assert_eq!(lines.last().unwrap(), "bestmove d9d8", "{lines:#?}");
    let pv = lines.iter().rfind(|line| line.contains(" pv ")).unwrap();
    let mut board = Board::from_fen("R2k5/9/1R7/9/9/9/9/9/9/4K4 b - - 0 1").unwrap();
    for mv in pv.split(" pv ").nth(1).unwrap().split(' ') {
        board.make(mv.parse().unwrap());
    }
    assert!(board.legal_moves().is_empty(), "the line goes on to the end: {pv}");
    client.quit();
}

#[test]
fn ponderhit_starts_the_clock() {
    let mut client = Client::thinking();
    client.send("position startpos moves h2e2\ngo ponder time 300 movestogo 1");
    client.expect_no_answer(Duration::from_millis(500));
    client.send("ponderhit");
    check_search(&client.until("bestmove"), &board_after("h2e2"));
    // In one packet; the second one has no effect.
    client.send("go ponder time 200\nponderhit\nponderhit");
    check_search(&client.until("bestmove"), &board_after("h2e2"));
    client.send("ponderhit");
    client.expect_quiet();
    // Without a limit it continues until `stop`.
    client.send("go ponder\nponderhit");
    client.expect_no_answer(A_WHILE);
    client.send("stop");
    client.until("bestmove");
    client.quit();
}

#[test]
fn a_missed_ponder() {
    let mut client = Client::thinking();
    client.send("position startpos moves h2e2 h9g7\ngo ponder time 5000 increment 100");
    client.expect_no_answer(Duration::from_millis(100));
    client.send("stop");
    check_search(&client.until("bestmove"), &board_after("h2e2 h9g7"));
    client.send("position startpos moves h2e2 b9c7\ngo time 100 increment 0");
    check_search(&client.until("bestmove"), &board_after("h2e2 b9c7"));
    client.quit();
}

#[test]
fn forbidden_commands_during_a_search_are_ignored() {
    let mut client = Client::thinking();
    client.send("position startpos\ngo infinite");
    client
        .send("position startpos moves h2e2\nbanmoves b0c2\ngo depth 1\nfoo\n\nsetoption multipv 2\nsetoption newgame");
    client.send("perft 3\nd\nbench\nucci");
    let lines = client.until("ucciok");
    assert_eq!(lines.iter().filter(|line| line.starts_with("info message")).count(), 3, "{lines:#?}");
    client.send("probe startpos");
    client.until("pophash");
    client.send("stop");
    // One answer, for the position of the search.
    check_search(&client.until("bestmove"), &Board::startpos());
    client.expect_quiet();
    // The setting was applied after the search.
    client.send("position startpos\ngo depth 2");
    let lines = client.until("bestmove");
    assert!(lines.iter().any(|line| line.contains(" multipv 2 ")), "{lines:#?}");
    client.quit();
}

#[test]
fn the_next_search_in_the_millisecond_of_the_answer() {
    let mut client = Client::thinking();
    let mut moves = String::new();
    while board_after(&moves).has_legal_move() && moves.len() < 5 * 60 {
        client.send(format!("position startpos moves{moves}\ngo depth 1"));
        let lines = client.until("bestmove");
        let (best, _) = check_search(&lines, &board_after(&moves));
        moves.push_str(&format!(" {best}"));
    }
    client.quit();
}

#[test]
fn batch_mode_waits() {
    let mut client = Client::thinking();
    client.send("setoption batch true\nposition startpos\ngo depth 6\nposition startpos moves h2e2\ngo depth 6\nquit");
    let lines = client.finish();
    let answers = lines.iter().filter(|line| line.starts_with("bestmove")).count();
    assert_eq!(answers, 2, "{lines:#?}");
    assert_eq!(lines.last().unwrap(), "bye");
    // An endless search still handles `stop`.
    let mut client = Client::thinking();
    client.send("setoption batch on\ngo infinite\nisready\nstop\ngo depth 3\nstop\nisready");
    client.until("readyok");
    client.until("bestmove");
    client.until("bestmove");
    assert_eq!(client.line(), "nobestmove");
    assert_eq!(client.line(), "readyok");
    client.quit();
}

#[test]
fn batch_mode_handles_stop_and_ponderhit_for_waiting_searches() {
    let mut client = Client::thinking();
    // The `stop` comes while the first search runs, and is for the second.
    client.send("setoption batch true\nposition startpos\ngo depth 4\ngo infinite\nstop");
    client.until("bestmove");
    client.until("bestmove");
    client.send("go depth 4\ngo ponder depth 3\nponderhit\nisready");
    client.until("bestmove");
    client.until("bestmove");
    assert_eq!(client.line(), "readyok");
    // A `stop` is for all searches before it.
    client.send("go depth 4\ngo infinite\ngo depth 60\nstop\nisready");
    for _ in 0..3 {
        client.until("bestmove");
    }
    assert_eq!(client.line(), "readyok");
    // A search that comes after an endless one has begun is not ignored.
    client.send("go infinite\nisready");
    client.until("readyok");
    client.send("go depth 60\nstop\nisready");
    client.until("bestmove");
    client.until("bestmove");
    assert_eq!(client.line(), "readyok");
    // A `stop` that comes when nothing runs is not for a later search.
    client.send("go depth 6\nstop\nposition startpos moves h2e2\ngo depth 6");
    client.until("bestmove");
    assert_eq!(client.line(), "nobestmove");
    let lines = client.until("bestmove");
    check_search(&lines, &board_after("h2e2"));
    assert!(lines.iter().any(|line| line.starts_with("info depth 6 ")), "{lines:#?}");
    client.quit();
}

#[test]
fn the_rhythm_of_info_lines() {
    let mut client = Client::thinking();
    client.send("position startpos moves h2e2 h9g7\ngo time 1200 movestogo 1");
    let lines = client.until("bestmove");
    check_search(&lines, &board_after("h2e2 h9g7"));
    let bytes: usize = lines.iter().rev().take(3).map(|line| line.len() + 1).sum();
    assert!(bytes < 1024, "{lines:#?}");
    assert!(lines.len() <= 12, "{lines:#?}");
    let lines: Vec<_> = lines.iter().filter(|line| line.contains(" pv ")).collect();
    for pair in lines.windows(2) {
        let time = |line: &str| super::client::field(line, "time").unwrap();
        assert!(time(pair[0]) <= time(pair[1]), "{lines:#?}");
    }
    // All lines with `debug`.
    client.send("setoption debug true\ngo depth 5");
    assert!(client.until("bestmove").len() >= 6);
    client.quit();
}

#[test]
fn threads_and_tables_change_between_searches() {
    let mut client = Client::thinking();
    for (threads, hash) in [(2, 1), (3, 16), (1, 0), (0, 2)] {
        client.send(format!("setoption threads {threads}\nsetoption hashsize {hash}\nposition startpos\ngo depth 6"));
        check_search(&client.until("bestmove"), &Board::startpos());
        client.send("go infinite");
        client.expect_no_answer(Duration::from_millis(30));
        client.send("stop");
        check_search(&client.until("bestmove"), &Board::startpos());
    }
    client.quit();
}

#[test]
fn isready_is_answered_before_the_next_command() {
    let mut client = Client::thinking();
    client.send("setoption hashsize 512\nisready\nstop\nisready\nquit");
    assert_eq!(client.finish(), ["readyok", "nobestmove", "readyok", "bye"]);
}
