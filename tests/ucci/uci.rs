//! The UCI dialect.

use super::client::Client;
use super::client::check_search;
use super::client::field;
use super::client::pipe;
use guohe::board::Board;
use std::time::Duration;

const MATED: &str = "R3k4/R8/9/9/9/9/9/9/9/3K5 b - - 0 1";

#[test]
fn handshake() {
    let lines = pipe("uci\nquit\n");
    assert_eq!(lines.last().unwrap(), "uciok");
    for name in ["Hash", "Threads", "Ponder", "MultiPV", "OwnBook", "UCI_Variant", "Move Overhead", "Repetition Rule"] {
        assert!(lines.iter().any(|line| line.starts_with(&format!("option name {name} type "))), "{name}");
    }
    assert!(lines.contains(&"option name UCI_Variant type combo default xiangqi var xiangqi".to_owned()));
    assert!(lines.contains(&"option name OwnBook type check default false".to_owned()));
}

#[test]
fn a_game() {
    let mut client = Client::new();
    client.send("uci\nsetoption name UCI_Variant value xiangqi\nsetoption name Hash value 4\nucinewgame\nisready");
    client.until("readyok");
    client.send("position startpos\ngo wtime 500 btime 500 winc 10 binc 10");
    let lines = client.until("bestmove");
    check_search(&lines, &Board::startpos());
    for line in &lines[..lines.len() - 1] {
        for name in ["depth", "seldepth", "multipv", "nodes", "nps", "hashfull", "tbhits", "time"] {
            assert!(field(line, name).is_some() || line.contains("currmove"), "{name} in {line}");
        }
    }
    // The book only with the option.
    client.send("setoption name OwnBook value true\ngo movetime 50");
    let lines = client.until("bestmove");
    assert!(lines.iter().any(|line| line.starts_with("info depth 0 pv ")), "{lines:#?}");
    client.send("stop");
    client.expect_quiet();
    client.send("quit");
    assert_eq!(client.finish(), [""; 0]);
}

#[test]
fn mates_count_moves() {
    let mut client = Client::new();
    client.send("uci\nposition fen 4k4/R8/1R7/9/9/9/9/9/9/3K5 w\ngo depth 5");
    let lines = client.until("bestmove");
    assert!(lines[lines.len() - 2].contains(" score mate 1 "), "{lines:#?}");
    client.send(format!("position fen {MATED}\ngo depth 5"));
    assert_eq!(client.until("bestmove").last().unwrap(), "bestmove (none)");
    // An analysis of it writes its score at once and its answer at `stop`.
    client.send("go infinite");
    assert!(client.line().contains(" score mate 0"));
    client.expect_quiet();
    client.send("stop");
    assert_eq!(client.line(), "bestmove (none)");
    client.send("position fen 4k4/R8/1R7/9/9/9/9/9/9/3K5 w\ngo mate 1");
    assert_eq!(client.until("bestmove").last().unwrap(), "bestmove b7b9");
    client.send("quit");
    client.finish();
}

#[test]
fn chances_are_shown_with_the_option() {
    // Red has a rook more.
    let placement = "rnbakabn1/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";
    let mut client = Client::new();
    client.send("uci");
    let mut chances = |option: &str, side: char| {
        client.send(format!("{option}\nposition fen {placement} {side}\ngo depth 4"));
        let lines = client.until("bestmove");
        let scored: Vec<_> = lines.iter().filter(|line| line.contains(" score cp ")).collect();
        assert!(!scored.is_empty(), "{lines:#?}");
        let told = scored.last().unwrap().split_once(" wdl ").map(|(_, rest)| {
            let numbers: Vec<u32> = rest.split(' ').take(3).map(|number| number.parse().unwrap()).collect();
            assert_eq!(numbers.iter().sum::<u32>(), 1000, "{lines:#?}");
            (numbers[0], numbers[2])
        });
        assert!(scored.iter().all(|line| line.contains(" wdl ") == told.is_some()), "{lines:#?}");
        told
    };
    assert_eq!(chances("isready", 'w'), None);
    let (won, lost) = chances("setoption name UCI_ShowWDL value true", 'w').expect("chances were asked for");
    assert!(won > 500 && lost < 100, "{won} {lost}");
    let (won, lost) = chances("isready", 'b').expect("chances were asked for");
    assert!(won < 100 && lost > 500, "{won} {lost}");
    assert_eq!(chances("setoption name UCI_ShowWDL value false", 'w'), None);
    client.send("quit");
    client.finish();
}

#[test]
fn chosen_moves_and_lines() {
    let mut client = Client::new();
    client.send("uci\nsetoption name MultiPV value 2\nposition startpos\ngo depth 4 searchmoves a3a4 i3i4 a0a9");
    let lines = client.until("bestmove");
    let best = lines.last().unwrap().split(' ').nth(1).unwrap();
    assert!(["a3a4", "i3i4"].contains(&best), "{lines:#?}");
    assert!(lines.iter().any(|line| field(line, "multipv") == Some(2)), "{lines:#?}");
    client.send("go infinite");
    client.expect_no_answer(Duration::from_millis(50));
    client.send("stop");
    client.until("bestmove");
    client.send("quit");
    client.finish();
}

#[test]
fn several_lines_are_different_and_the_first_is_the_answer() {
    let mut client = Client::new();
    client.send("uci\nsetoption name Hash value 4\nsetoption name MultiPV value 5");
    client.until("uciok");
    for nodes in (1..=40).map(|step| step * 137) {
        client.send(format!("ucinewgame\nposition startpos moves h2e2 h9g7\ngo nodes {nodes}"));
        let lines = client.until("bestmove");
        let (infos, answer) = lines.split_at(lines.len() - 1);
        let word = |line: &'_ String, name| line.split(' ').skip_while(|&word| word != name).nth(1).map(str::to_owned);
        let told: Vec<_> = infos.iter().map(|line| (field(line, "depth"), word(line, "pv"))).collect();
        for (index, line) in told.iter().enumerate() {
            assert!(!told[..index].contains(line), "{nodes} nodes: {infos:#?}");
        }
        let first = infos.iter().rfind(|line| line.contains(" multipv 1 ")).expect("a first line");
        assert_eq!(word(first, "pv"), word(&answer[0], "bestmove"), "{nodes} nodes: {lines:#?}");
    }
    client.send("quit");
    client.finish();
}

#[test]
fn an_unfinished_first_iteration_is_not_reported() {
    let mut client = Client::new();
    client.send("uci\nposition startpos");
    client.until("uciok");
    for nodes in [1, 2, 10] {
        client.send(format!("go nodes {nodes}"));
        let lines = client.until("bestmove");
        check_search(&lines, &Board::startpos());
        assert!(lines.iter().all(|line| !line.contains("info depth 1 ")), "{lines:#?}");
        assert!(lines[lines.len() - 2].starts_with("info depth 0 "), "{lines:#?}");
    }
    client.send("quit");
    client.finish();
}

#[test]
fn depth_0_gets_a_move() {
    let mut client = Client::new();
    client.send("uci\nposition startpos");
    client.until("uciok");
    client.send("go depth 0");
    check_search(&client.until("bestmove"), &Board::startpos());
    client.send("quit");
    client.finish();
}
