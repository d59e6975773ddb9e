//! The published dialogue: handshake, options, positions, limits and their answers.

use super::client::Client;
use super::client::board_after;
use super::client::check_answer;
use super::client::check_search;
use super::client::field;
use super::client::pipe;
use super::client::pv;
use guohe::board::Board;
use std::time::Duration;

const MATED: &str = "R3k4/R8/9/9/9/9/9/9/9/3K5 b - - 0 1";
const MATE_IN_ONE: &str = "4k4/R8/1R7/9/9/9/9/9/9/3K5 w - - 0 1";

#[test]
fn handshake() {
    let lines = pipe("ucci\nquit\n");
    assert!(lines[0].starts_with("id name "), "{lines:#?}");
    assert!(lines.iter().any(|line| line.starts_with("id author ")));
    assert!(lines.contains(&"option usemillisec type check default true".to_owned()));
    assert_eq!(lines[lines.len() - 2..], ["ucciok", "bye"]);
    for line in &lines[..lines.len() - 2] {
        assert!(line.starts_with("id ") || line.starts_with("option "), "{line}");
        for word in ["draw", "resign", "bestmove"] {
            assert!(!line.contains(word), "{line}");
        }
        let words: Vec<&str> = line.split(' ').collect();
        if words[0] == "option" {
            assert_eq!(words[2], "type", "{line}");
            assert_eq!(words[1], words[1].to_lowercase(), "{line}");
        }
        if words.get(3) == Some(&"combo") {
            assert_eq!(words[5], *words.last().unwrap(), "the default comes first: {line}");
        }
        if words.get(3) == Some(&"spin") {
            assert_eq!((words[4], words[6], words[8]), ("min", "max", "default"), "{line}");
        }
    }
}

#[test]
fn no_unrequested_output() {
    assert_eq!(pipe(""), [""; 0]);
    assert_eq!(pipe("\n\r\n   \n"), [""; 0]);
    // Mistakes are reported to a person only.
    for greeting in ["ucci", "uci"] {
        assert_eq!(pipe(format!("{greeting}\nfoo bar\nsetoption x y\n")), pipe(greeting));
    }
    assert_eq!(pipe("quit\n"), [""; 0]);
    assert_eq!(pipe("isready\nquit\n"), ["readyok"]);
}

#[test]
fn a_second_handshake_is_harmless() {
    let lines = pipe("ucci\nucci\nquit\n");
    assert_eq!(lines.iter().filter(|line| *line == "ucciok").count(), 2);
}

#[test]
fn depth_zero_returns_no_move() {
    let lines = pipe("position startpos\ngo depth 0\n");
    assert_eq!(lines.len(), 2, "{lines:#?}");
    assert!(lines[0].starts_with("info depth 0 score "), "{}", lines[0]);
    assert_eq!(lines[1], "nobestmove");
}

#[test]
fn a_search_without_handshake() {
    let lines = pipe("setoption usebook false\nposition startpos moves h2e2 h9g7\ngo depth 6\n");
    check_search(&lines, &board_after("h2e2 h9g7"));
    assert_eq!(field(&lines[lines.len() - 2], "depth"), Some(6), "{lines:#?}");
}

#[test]
fn mates_and_mated() {
    for input in [format!("position fen {MATED}\ngo depth 5\n"), format!("position fen {MATED}\ngo time 1000\n")] {
        assert_eq!(pipe(input), ["nobestmove"]);
    }
    let lines = pipe(format!("position fen {MATE_IN_ONE}\ngo depth 5\n"));
    assert_eq!(lines.last().unwrap(), "bestmove b7b9");
    assert_eq!(field(&lines[lines.len() - 2], "score"), Some(9999), "{lines:#?}");
}

#[test]
fn banned_moves_are_not_played() {
    let mut client = Client::thinking();
    let board = Board::from_fen(MATE_IN_ONE).unwrap();
    client.send(format!("position fen {MATE_IN_ONE}\nbanmoves b7b9\ngo depth 5"));
    let lines = client.until("bestmove");
    check_search(&lines, &board);
    assert_ne!(lines.last().unwrap(), "bestmove b7b9");
    // A second ban replaces the first; words that are not moves are skipped.
    client.send("banmoves a8a9 xx a0a9\ngo depth 3");
    assert_eq!(client.until("bestmove").last().unwrap(), "bestmove b7b9");
    // All banned.
    let all: Vec<String> = board.legal_moves().iter().map(ToString::to_string).collect();
    client.send(format!("banmoves {}\ngo depth 3", all.join(" ")));
    assert_eq!(client.until("nobestmove").last().unwrap(), "nobestmove");
    // The next position lifts the ban.
    client.send(format!("position fen {MATE_IN_ONE}\ngo depth 3"));
    assert_eq!(client.until("bestmove").last().unwrap(), "bestmove b7b9");
    client.quit();
}

#[test]
fn book_moves_are_announced() {
    let mut client = Client::new();
    client.send("ucci\nposition startpos\ngo draw time 1000 increment 0");
    let lines = client.until("bestmove");
    let book = &lines[lines.len() - 2];
    assert!(book.starts_with("info depth 0 score "), "{book}");
    check_search(&lines[lines.len() - 2..], &Board::startpos());
    // A banned book move is not played.
    let first = pv(book).unwrap()[0];
    client.send(format!("banmoves {first}\ngo depth 2"));
    let (other, _) = check_answer(client.until("bestmove").last().unwrap(), &Board::startpos());
    assert_ne!(other, first);
    client.send("setoption usebook false\nposition startpos\ngo depth 2");
    let lines = client.until("bestmove");
    assert!(!lines.iter().any(|line| line.starts_with("info depth 0")), "{lines:#?}");
    // No book with an empty list of files; then the built-in book again.
    client.send("setoption usebook 1\nsetoption bookfiles\ngo depth 2");
    let lines = client.until("bestmove");
    assert!(!lines.iter().any(|line| line.starts_with("info depth 0")), "{lines:#?}");
    client.send("setoption bookfiles embedded\ngo depth 2");
    let lines = client.until("bestmove");
    assert!(lines.iter().any(|line| line.starts_with("info depth 0")), "{lines:#?}");
    client.quit();
}

#[test]
fn table_knowledge() {
    let mut client = Client::thinking();
    client.send("probe startpos");
    assert_eq!(client.line(), "pophash");
    client.send("position startpos\ngo depth 6");
    client.until("bestmove");
    client.send("probe startpos");
    let line = client.line();
    assert!(line.starts_with("pophash bestmove "), "{line}");
    assert!(line.contains(" depth "), "{line}");
    for malformed in ["probe", "probe fen 9/9", "probe foo", "probe startpos moves a0a9"] {
        client.send(malformed);
        assert_eq!(client.line(), "pophash");
    }
    // A new game clears the table, and so does a button of either dialect.
    for button in ["setoption newgame", "ucinewgame", "setoption clearhash", "setoption name Clear Hash"] {
        client.send("position startpos\ngo depth 3");
        client.until("bestmove");
        client.send("probe startpos");
        assert!(client.line().starts_with("pophash bestmove "));
        client.send(format!("{button}\nprobe startpos"));
        assert_eq!(client.line(), "pophash", "{button}");
    }
    client.quit();
}

#[test]
fn a_book_that_has_vanished_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let book = folder.path().join("book.txt");
    std::fs::write(&book, "A1 ; 一 ; One ; 5/5 ; b0a2 b9c7").unwrap();
    let mut client = Client::thinking();
    client.send(format!("setoption usebook true\nsetoption bookfiles {}\nsetoption newgame", book.display()));
    client.expect_quiet();
    std::fs::remove_file(&book).unwrap();
    client.send("setoption newgame");
    let line = client.line();
    assert!(line.starts_with("info message book refused: "), "{line}");
    // The book stays.
    client.send("position startpos\ngo depth 1");
    assert_eq!(client.until("bestmove").last().unwrap(), "bestmove b0a2 ponder b9c7");
    client.quit();
}

#[test]
fn seconds_when_asked() {
    let mut client = Client::thinking();
    client.send("setoption usemillisec false\nposition startpos");
    let latency = client.latency("go time 1", "bestmove");
    assert!(latency > Duration::from_millis(500), "{latency:?}");
    client.quit();
}

/// `tests/e2e/engine/latency.py` measures that the times are kept.
#[test]
fn every_kind_of_time_ends_a_search() {
    let mut client = Client::thinking();
    client.send("position startpos moves h2e2");
    for go in [
        "go time 300",
        "go time 200 movestogo 1",
        "go movetime 150",
        "go time 0",
        "go time 0 increment 0",
        "go time 0 opptime 0 movetime 100",
        "go time 1000 increment 0 opptime 1000 oppincrement 0",
        "go wtime 9000 btime 1000 winc 0 binc 0",
        "go draw",
    ] {
        client.send(go);
        check_search(&client.until("bestmove"), &board_after("h2e2"));
    }
    client.quit();
}

#[test]
fn the_first_of_several_limits_ends_a_search() {
    let mut client = Client::thinking();
    client.send("setoption debug true\nposition startpos moves h2e2 h9g7");
    // The other limit would be reached much later or never.
    client.send("go depth 3 movetime 600000");
    let lines = client.until("bestmove");
    assert_eq!(lines.iter().filter_map(|line| field(line, "depth")).max(), Some(3), "{lines:#?}");
    for go in ["go depth 64 movetime 50", "go movetime 50 depth 64", "go nodes 100000000000 movetime 50"] {
        client.send(go);
        check_search(&client.until("bestmove"), &board_after("h2e2 h9g7"));
    }
    client.send("go movetime 600000 nodes 2000 depth 64");
    check_search(&client.until("bestmove"), &board_after("h2e2 h9g7"));
    client.quit();
}

#[test]
fn offers_are_answered() {
    // Black is more than a rook down and accepts the draw; Red does not.
    let fen = "3k5/4a4/9/9/9/9/9/4B4/4A4/R2AK4";
    let mut client = Client::thinking();
    client.send(format!("position fen {fen} b - - 0 1\ngo draw depth 6"));
    assert!(client.until("bestmove").last().unwrap().ends_with(" draw"));
    client.send(format!("position fen {fen} w - - 0 1\ngo draw depth 6"));
    assert!(!client.until("bestmove").last().unwrap().ends_with(" draw"));
    client.send(format!("position fen {fen} b - - 0 1\ngo depth 6"));
    assert!(!client.until("bestmove").last().unwrap().ends_with(" draw"));
    client.send(format!("position fen {fen} b - - 0 1\ngo ponder depth 6\nponderhit draw"));
    assert!(client.until("bestmove").last().unwrap().ends_with(" draw"));
    client.quit();
}

#[test]
fn several_lines() {
    let mut client = Client::thinking();
    client.send("setoption multipv 3\nposition startpos\ngo depth 5");
    let lines = client.until("bestmove");
    check_search(&lines, &Board::startpos());
    let ranks: Vec<_> = lines[lines.len() - 4..].iter().filter_map(|line| field(line, "multipv")).collect();
    assert_eq!(ranks, [3, 2, 1], "{lines:#?}");
    // Also when each iteration is written at once.
    client.send("setoption debug true\nposition startpos moves h2e2 h9g7\ngo nodes 20000");
    let lines = client.until("bestmove");
    check_search(&lines, &board_after("h2e2 h9g7"));
    // A long search also reports the current move.
    let ranks: Vec<_> = lines.iter().filter_map(|line| field(line, "multipv")).collect();
    assert!(ranks.len() >= 9, "{lines:#?}");
    for ranks in ranks.chunks(3) {
        // A better move of the last, unfinished iteration is a single line.
        assert!(ranks == [3, 2, 1] || ranks == [1], "{lines:#?}");
    }
    client.quit();
}

#[test]
fn console_commands() {
    let lines = pipe("position startpos moves h2e2\nd\neval\nrules\nperft 2\n");
    assert!(lines.iter().any(|line| line.contains("P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1")), "{lines:#?}");
    let last = lines.last().unwrap();
    assert!(last.starts_with("1564 nodes ") && last.ends_with(" nps"), "{last}");
    assert_eq!(last.split(' ').count(), 4, "{last}");
    assert_eq!(pipe(format!("position fen {MATED}\nperft 3\n")), ["0 nodes 0 nps"]);
    let lines = pipe("bench 1\n");
    let last: Vec<&str> = lines.last().unwrap().split(' ').collect();
    assert!(last[0].parse::<u64>().unwrap() > 0 && last[2].parse::<u64>().is_ok(), "{last:?}");
    assert_eq!((last[1], last[3], last.len()), ("nodes", "nps", 4));
}

/// Black is slightly worse, but no draw is accepted after one move.
#[test]
fn no_draw_is_agreed_in_the_opening() {
    let mut client = Client::thinking();
    client.send("setoption style solid\nposition startpos moves h2e2\ngo draw depth 6");
    let answer = client.until("bestmove").pop().unwrap();
    assert!(!answer.ends_with(" draw"), "{answer}");
    client.quit();
}

/// Dead material: a draw in any style and with any score.
#[test]
fn a_game_that_is_drawn_is_a_draw_in_every_style() {
    for style in ["solid", "normal", "risky"] {
        let mut client = Client::thinking();
        client.send(format!("setoption style {style}\nposition fen 3k5/9/9/9/9/9/9/9/9/4K4 w\ngo draw depth 3"));
        let answer = client.until("bestmove").pop().unwrap();
        assert!(answer.ends_with(" draw"), "{style}: {answer}");
        client.quit();
    }
}

/// The book has a move there, but no score.
#[test]
fn a_game_that_is_drawn_by_repetition_is_a_draw_in_the_book_too() {
    let mut client = Client::thinking();
    for (times, is_drawn) in [(1, false), (2, true)] {
        let moves = " a0a1 a9a8 a1a0 a8a9".repeat(times);
        client.send(format!("setoption usebook true\nposition startpos moves{moves}\ngo draw depth 3"));
        let lines = client.until("bestmove");
        assert!(lines.iter().any(|line| line.contains("depth 0")), "a book move: {lines:?}");
        assert_eq!(lines.last().unwrap().ends_with(" draw"), is_drawn, "{lines:?}");
    }
    client.quit();
}

#[test]
fn stop_ends_a_count() {
    let mut client = Client::thinking();
    client.send("perft 64");
    std::thread::sleep(Duration::from_millis(50));
    // The next count can only begin when the first has ended.
    client.send("stop\nperft 1");
    let lines = client.until("44");
    assert!(lines.iter().all(|line| !line.contains("nobestmove")), "{lines:?}");
    assert_eq!(lines.iter().filter(|line| line.contains("nps")).count(), 1, "{lines:?}");
    client.quit();
}

#[test]
fn every_go_is_answered_in_spite_of_unknown_words() {
    let mut client = Client::thinking();
    client.send("go depth 3 perft 1");
    client.until("bestmove");
    client.quit();
}

#[test]
fn perft_is_finished_before_quit() {
    let lines = pipe("ucci\nposition startpos\nperft 3\nquit\n");
    assert!(lines[lines.len() - 2].starts_with("79666 nodes "), "{lines:#?}");
    assert_eq!(lines.last().unwrap(), "bye");
}

#[test]
fn a_finished_game_has_the_score_of_its_result() {
    let quiet = "h2e2 h9g7 e2h2 g7h9 ".repeat(31);
    for (setup, shown) in [
        ("position fen 3ak4/4a4/9/9/9/9/9/4B4/4A4/3AK4 w - - 0 1".to_owned(), "dead material"),
        (format!("position startpos moves {quiet}"), "repetition"),
    ] {
        let lines = pipe(format!("{setup}\ngo depth 0\neval\n"));
        assert!(lines[0].contains(" score 0"), "{lines:?}");
        let last = lines.last().unwrap();
        assert!(last.starts_with("but the game is over") && last.contains(shown), "{last}");
    }
}
