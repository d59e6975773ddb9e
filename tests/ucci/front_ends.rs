//! The byte streams of real clients.

use super::client::Client;
use super::client::board_after;
use super::client::check_answer;
use super::client::check_search;
use super::client::pipe;
use guohe::board::Board;
use std::time::Duration;

const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";

#[test]
fn league_emulator() {
    let mut client = Client::new();
    client.send("ucci");
    client.until("ucciok");
    client.send("setoption promotion false\nsetoption ponder false\nsetoption newgame\nsetoption usemillisec true");
    client.send("setoption idle none\nsetoption pruning large\nsetoption knowledge large\nsetoption selectivity none");
    // The emulator's own fields follow the configured ones, which may hold a comment in GBK.
    client.send_bytes(b"position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 8 ;\xbf\xaa\xbe\xd6 - - 0 1\n");
    client.send("go time 1000 increment 0 opptime 1000 oppincrement 0");
    check_answer(client.until("bestmove").last().unwrap(), &Board::startpos());
    client.send(format!("position fen {START} w - - 0 1 moves h2e2 h9g7\nbanmoves h0g2"));
    client.send("go draw time 500 increment 10 opptime 900 oppincrement 10");
    let lines = client.until("bestmove");
    let (best, _) = check_answer(lines.last().unwrap(), &board_after("h2e2 h9g7"));
    assert_ne!(best.to_string(), "h0g2");
    client.send("quit");
    assert_eq!(client.finish(), ["bye"]);
}

#[test]
fn xqwizard() {
    // It ignores the announced options and sends its own.
    let mut client = Client::new();
    client.send("ucci\nsetoption usemillisec true\nsetoption promotion false\nsetoption batch false");
    client.send("setoption bookfiles C:\\XQWIZARD\\BOOK.DAT\nsetoption egtbpaths\nsetoption hashsize 64");
    client.send("setoption threads 0\nsetoption idle none\nsetoption pruning large\nsetoption knowledge large");
    client.send("setoption selectivity large\nsetoption randomness small\nsetoption style normal\nsetoption newgame");
    client.until("ucciok");
    client.send("isready");
    // All are accepted except the book, which has another format.
    let lines = client.until("readyok");
    assert!(matches!(&lines[..], [told, _] if told.starts_with("info message book refused: ")), "{lines:#?}");
    assert!(lines[0].contains("BOOK.DAT"), "{lines:#?}");
    client.send(format!("position fen {START} w - - 0 1\ngo time 500"));
    check_answer(client.until("bestmove").last().unwrap(), &Board::startpos());
    client.quit();
}

#[test]
fn uci2wb() {
    let mut client = Client::new();
    client.send("ucci");
    client.until("ucciok");
    client.send("setoption hashsize 68\n\nisready");
    assert_eq!(client.line(), "readyok");
    client.send("setoption newgame\nsetoption ponder 0");
    client.send(format!("position fen {START} w - - 0 1 moves  "));
    client.send("go time 600 opptime 600 oppincrement 10 increment 10");
    check_answer(client.until("bestmove").last().unwrap(), &Board::startpos());
    client.send("setoption ponder 1\nsetoption usebook 0");
    client.send(format!("position fen {START} w - - 0 1 moves h2e2 h9g7 h0g2"));
    client.send("go ponder time 610 opptime 610 oppincrement 10 increment 10");
    client.expect_no_answer(Duration::from_millis(100));
    client.send("ponderhit");
    check_search(&client.until("bestmove"), &board_after("h2e2 h9g7 h0g2"));
    client.send("go time 0 opptime 0 movetime 100");
    check_search(&client.until("bestmove"), &board_after("h2e2 h9g7 h0g2"));
    client.send("go time 970 opptime 0 movestogo 40 depth 4");
    check_search(&client.until("bestmove"), &board_after("h2e2 h9g7 h0g2"));
    // Analysis of a position with the other side to move, followed by the moves of the old game.
    client.send(format!("position fen {START} b - - 0 1 moves h2e2 h9g7\ngo infinite"));
    client.expect_no_answer(Duration::from_millis(400));
    client.send("stop");
    let mut board = Board::startpos();
    board.make_null();
    check_search(&client.until("bestmove"), &board);
    client.send("quit\nforce\nquit");
    assert_eq!(client.finish(), ["bye"]);
}

#[test]
fn uci2wb_in_cyclone_mode() {
    let mut client = Client::new();
    client.send("uci");
    client.until("uciok");
    client.send("isready\nucinewgame\nsetoption name Ponder value false");
    assert_eq!(client.line(), "readyok");
    client.send(format!("fen {START} r moves h2e2\ngo btime 0 wtime 0 movestogo 40"));
    check_search(&client.until("bestmove"), &board_after("h2e2"));
    client.send("startpos moves h2e2 h9g7\ngo depth 3");
    check_search(&client.until("bestmove"), &board_after("h2e2 h9g7"));
    client.send("quit");
    assert_eq!(client.finish(), [""; 0]);
}

#[test]
fn gmchess() {
    // All lines at once, without reading; double spaces, joined dashes, a move limit followed by a blank.
    let mut client = Client::new();
    client.send(format!(
        "ucci \nsetoption usemillisec true\nsetoption batch false\nsetoption debug false\nsetoption ponder false\n\
         setoption usebook  true\nsetoption loadbook \nsetoption hashsize 32\nsetoption idle none\n\
         setoption randomness small\nsetoption newgame \nposition fen {START} w -- 0 1  moves  h2e2\ngo depth 5 "
    ));
    let lines = client.until("bestmove");
    check_answer(lines.last().unwrap(), &board_after("h2e2"));
    client.send("pause\nsetoption usebook false\ngo depth 4 ");
    let lines = client.until("bestmove");
    check_search(&lines, &board_after("h2e2"));
    // It reads 1024 bytes at a time and looks for the answer in one of them.
    assert!(lines.iter().map(|line| line.len() + 1).sum::<usize>() < 1024, "{lines:#?}");
    client.send("go draw");
    client.until("bestmove");
    client.send("quit ");
    assert_eq!(client.finish(), ["bye"]);
}

#[test]
fn sylvan() {
    let mut client = Client::new();
    client.send("ucci");
    client.until("ucciok");
    client.send("newgame\nisready");
    client.until("readyok");
    client.send("position startpos moves h2e2 h9g7\nisready");
    client.until("readyok");
    client.send("go wtime 500 btime 500 winc 5 binc 5");
    check_answer(client.until("bestmove").last().unwrap(), &board_after("h2e2 h9g7"));
    client.send("setoption usebook false\ngo time 200");
    check_answer(client.until("bestmove").last().unwrap(), &board_after("h2e2 h9g7"));
    client.quit();
}

#[test]
fn cchess_library() {
    let lines = pipe(format!(
        "ucci\r\nsetoption name hashsize value 16\r\nsetoption name usebook value false\r\nisready\r\n\
         position fen {START} w\r\ngo depth 6\r\n"
    ));
    let at = lines.iter().position(|line| line == "readyok").unwrap();
    check_search(&lines[at + 1..], &Board::startpos());
    assert!(lines[at + 1].starts_with("info depth "), "{lines:#?}");
}

#[test]
fn uccitest() {
    let lines =
        pipe(format!("ucci\nsetoption newgame\nsetoption usebook false\nposition fen {START} w - - 0 1\ngo depth 5\n"));
    let at = lines.iter().position(|line| line == "ucciok").unwrap();
    check_search(&lines[at + 1..], &Board::startpos());
}

#[test]
fn guis_that_try_one_protocol_after_the_other() {
    let mut client = Client::new();
    client.send("uci");
    client.until("uciok");
    client.send("ucci");
    client.until("ucciok");
    client.send("setoption usebook false\nposition startpos\ngo depth 3");
    let lines = client.until("bestmove");
    assert!(!lines.iter().any(|line| line.contains(" cp ")), "{lines:#?}");
    client.send("uci");
    client.until("uciok");
    client.send("go depth 3");
    let lines = client.until("bestmove");
    assert!(lines.iter().any(|line| line.contains(" score cp ")), "{lines:#?}");
    client.send("quit");
    assert_eq!(client.finish(), [""; 0]);
}
