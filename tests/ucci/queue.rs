//! Commands that arrive during a search: which of them wait, until when, and which are dropped.

use super::client::Client;
use super::client::board_after;
use super::client::check_answer;
use super::client::check_search;
use super::client::pipe;
use guohe::board::Board;
use std::time::Duration;

/// After the handshake of the dialect, without a book.
fn greeted(dialect: &str) -> Client {
    let mut client = Client::new();
    client.send(format!("{dialect}\nsetoption name usebook value false\nsetoption name hashsize value 8\nisready"));
    client.until("readyok");
    client
}

/// The answers among lines.
fn answers(lines: &[String]) -> Vec<&String> {
    lines.iter().filter(|line| line.starts_with("bestmove ") || line.as_str() == "nobestmove").collect()
}

#[test]
fn commands_after_a_stop_are_carried_out() {
    for dialect in ["ucci", "uci"] {
        let mut client = greeted(dialect);
        for round in 0..20 {
            client.send("position startpos\ngo infinite");
            if round % 2 == 0 {
                client.expect_no_answer(Duration::from_millis(10));
            }
            client.send("stop\nposition startpos moves h2e2 b9c7\ngo depth 3");
            check_search(&client.until("bestmove"), &Board::startpos());
            check_search(&client.until("bestmove"), &board_after("h2e2 b9c7"));
            // The search may be asked for once the first has been answered.
            client.send("position startpos\ngo infinite");
            client.send("stop\nposition startpos moves h2e2");
            check_search(&client.until("bestmove"), &Board::startpos());
            client.send("go depth 2");
            check_search(&client.until("bestmove"), &board_after("h2e2"));
            client.expect_quiet();
        }
        client.send("quit");
        client.finish();
    }
}

#[test]
fn a_search_whose_position_was_dropped_is_dropped_with_it() {
    let mut client = greeted("uci");
    client.send("position startpos\ngo ponder depth 2");
    let filler = format!("banmoves {}\n", "x".repeat(1_000)).repeat(1_038);
    client.send(filler + "position startpos moves h2e2" + &" ".repeat(1_500) + "\ngo depth 2\nstop");
    check_search(&client.until("bestmove"), &Board::startpos());
    client.expect_quiet();
    assert!(client.seen.iter().any(|line| line.contains("too many commands wait")));
    client.send("quit");
    client.finish();
}

#[test]
fn a_ponderhit_is_for_the_search_that_ponders() {
    for dialect in ["ucci", "uci"] {
        let mut client = greeted(dialect);
        client.send("position startpos\ngo ponder depth 3\nposition startpos moves h2e2\ngo ponder depth 3\nponderhit");
        check_search(&client.until("bestmove"), &Board::startpos());
        if dialect == "uci" {
            // In UCCI it was ignored, as it came during a search.
            client.expect_no_answer(Duration::from_millis(50));
            client.send("ponderhit");
            check_search(&client.until("bestmove"), &board_after("h2e2"));
        }
        client.send("quit");
        client.finish();
    }
}

#[test]
fn of_settings_during_a_search_the_last_one_applies() {
    let mut client = greeted("ucci");
    client.send("go infinite");
    for _ in 0..30 {
        client.send("setoption multipv 1\nsetoption multipv 3\nsetoption multipv 2");
    }
    client.send("stop\ngo depth 4");
    let lines = client.until("bestmove");
    assert!(!lines.iter().any(|line| line.contains("too many options")), "{lines:?}");
    let lines = client.until("bestmove");
    assert!(lines.iter().any(|line| line.contains(" multipv 2 ")), "{lines:?}");
    assert!(!lines.iter().any(|line| line.contains(" multipv 3 ")), "{lines:?}");
    client.quit();
}

#[test]
fn too_many_settings_during_a_search_are_reported() {
    let mut client = greeted("ucci");
    client.send("go infinite");
    client.send("setoption multipv 2\n".repeat(100) + "setoption multipv 3\nstop\ngo depth 4");
    let lines = client.until("bestmove");
    assert_eq!(lines.iter().filter(|line| line.contains("too many options")).count(), 1, "{lines:?}");
    let lines = client.until("bestmove");
    assert!(lines.iter().any(|line| line.contains(" multipv 2 ")), "{lines:?}");
    client.quit();
}

#[test]
fn a_line_that_is_too_long_is_reported() {
    let mut client = greeted("uci");
    let moves = "h2e2 h9g7 e2h2 g7h9 ".repeat(60_000);
    client.send(format!("position startpos moves {moves}"));
    assert_eq!(client.line(), "info string a line of more than 1 MiB was dropped");
    client.expect_quiet();
}

#[test]
fn a_missed_ponder_search_is_stopped() {
    for dialect in ["ucci", "uci"] {
        let mut client = greeted(dialect);
        client.send("position startpos moves h2e2 h9g7\ngo ponder time 100000 increment 0");
        client.send("stop\nposition startpos moves h2e2 b9c7\ngo ponder time 200 movestogo 1\nponderhit");
        check_search(&client.until("bestmove"), &board_after("h2e2 h9g7"));
        check_search(&client.until("bestmove"), &board_after("h2e2 b9c7"));
        // Without a ponderhit it continues to ponder.
        client.send("go ponder depth 3\nstop\ngo ponder depth 3");
        client.until("bestmove");
        client.expect_no_answer(Duration::from_millis(100));
        client.send("ponderhit");
        client.until("bestmove");
        client.expect_quiet();
        client.send("quit");
        client.finish();
    }
}

#[test]
fn scripts_are_carried_out_line_by_line() {
    let script = "position startpos\ngo depth 4\nposition startpos moves h2e2\nd\ngo depth 4\nperft 2\n";
    for greeting in ["", "uci\n"] {
        let lines = pipe(format!("{greeting}{script}"));
        let ends: Vec<usize> = (0..lines.len()).filter(|&at| lines[at].starts_with("bestmove ")).collect();
        assert_eq!(ends.len(), 2, "{lines:#?}");
        check_answer(&lines[ends[0]], &Board::startpos());
        check_answer(&lines[ends[1]], &board_after("h2e2"));
        let diagram = lines.iter().position(|line| line.starts_with("fen: ")).unwrap();
        assert!(ends[0] < diagram && diagram < ends[1], "{lines:#?}");
        assert!(lines.last().unwrap().starts_with("1564 nodes "), "{lines:#?}");
    }
}

#[test]
fn settings_wait_for_their_turn_in_a_script() {
    let lines = pipe("uci\ngo depth 3\nsetoption name MultiPV value 2\ngo depth 3\nsetoption name MultiPV value 1\n");
    let end = lines.iter().position(|line| line.starts_with("bestmove ")).unwrap();
    assert!(!lines[..end].iter().any(|line| line.contains(" multipv 2 ")), "{lines:#?}");
    assert!(lines[end..].iter().any(|line| line.contains(" multipv 2 ")), "{lines:#?}");
}

#[test]
fn stop_ends_every_search_before_it() {
    for dialect in ["uci", ""] {
        let mut client = if dialect.is_empty() { Client::new() } else { greeted(dialect) };
        client.send("position startpos\ngo depth 60\nposition startpos moves h2e2\ngo depth 60\ngo infinite\nisready");
        client.until("readyok");
        client.send("stop\nposition startpos moves h2e2 h9g7\ngo depth 2");
        for moves in ["", "h2e2", "h2e2", "h2e2 h9g7"] {
            check_answer(client.until("bestmove").last().unwrap(), &board_after(moves));
        }
        client.expect_quiet();
        client.send("quit");
        client.finish();
    }
}

#[test]
fn some_commands_never_wait() {
    let mut client = greeted("uci");
    client.send("go depth 60\nposition startpos moves h2e2\ngo ponder depth 2\nponderhit\nisready");
    client.until("readyok");
    client.send("stop");
    check_answer(client.until("bestmove").last().unwrap(), &Board::startpos());
    check_answer(client.until("bestmove").last().unwrap(), &board_after("h2e2"));
    // At `quit` waiting commands are dropped, and the running search answers with its best move so far.
    client.send("position startpos\ngo depth 60\nposition startpos moves h2e2\ngo depth 60\nisready");
    client.until("readyok");
    client.send("quit");
    let lines = client.finish();
    assert_eq!(answers(&lines).len(), 1, "{lines:#?}");
}

#[test]
fn ucci_commands_during_a_search_are_ignored() {
    let mut client = greeted("ucci");
    client.send("position startpos\ngo depth 60\nposition startpos moves h2e2\ngo depth 1\nisready");
    client.until("readyok");
    client.send("stop");
    check_search(&client.until("bestmove"), &Board::startpos());
    client.expect_quiet();
    client.send("position startpos\ngo depth 2");
    check_search(&client.until("bestmove"), &Board::startpos());
    client.quit();
}

#[test]
fn waiting_commands_are_carried_out_at_the_end_of_input() {
    // An endless search in between is answered, since no `stop` can come any more.
    let lines = pipe("go depth 3\ngo infinite\nposition startpos moves h2e2\ngo ponder\ngo depth 3\n");
    assert_eq!(answers(&lines).len(), 4, "{lines:#?}");
    check_answer(lines.last().unwrap(), &board_after("h2e2"));
    // As the last line it ends with the input, without an answer.
    let lines = pipe("uci\ngo depth 3\ngo infinite\n");
    assert_eq!(answers(&lines).len(), 1, "{lines:#?}");
}

#[test]
fn the_queue_is_bounded() {
    let mut client = greeted("uci");
    client.send("position startpos\ngo depth 60");
    let flood = "setoption name MultiPV value 1\n".repeat(12_000);
    client.send(format!("{flood}isready"));
    let lines = client.until("readyok");
    let told = lines.iter().filter(|line| line.starts_with("info string too many commands wait")).count();
    assert_eq!(told, 1, "{lines:#?}");
    client.send("stop");
    client.until("bestmove");
    // There is room again.
    client.send("position startpos moves h2e2\ngo depth 2");
    check_search(&client.until("bestmove"), &board_after("h2e2"));
    client.send("quit");
    client.finish();
}

#[test]
fn commands_are_handled_during_long_counts() {
    for command in ["perft 64", "bench 100", "genfens 1000000000"] {
        let mut client = Client::thinking();
        client.send(format!("{command}\nposition startpos moves h2e2\ngo depth 1\nisready"));
        client.until("readyok");
        // The input stays open: this is no script.
        client.send("quit");
        while client.line() != "bye" {}
        let lines = client.finish();
        assert_eq!(lines, [""; 0]);
    }
}

#[test]
fn stop_reaches_a_search_after_a_count() {
    let mut client = greeted("ucci");
    client.send("perft 4\nposition startpos moves h2e2\ngo infinite\nstop");
    let lines = client.until("bestmove");
    let total = lines.iter().position(|line| line.starts_with("3290240 nodes ")).unwrap();
    check_search(&lines[total + 1..], &board_after("h2e2"));
    client.send("stop\nisready");
    assert_eq!(client.line(), "nobestmove");
    client.quit();
}
