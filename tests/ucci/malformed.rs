//! Malformed input of every command. It must not end the process, leave a command unanswered, or change more than its
//! valid part does.

use super::client::Client;
use super::client::check_answer;
use guohe::board::Board;
use guohe::types::SplitMix64;

/// The FEN of the position that the engine is at.
fn fen(client: &mut Client) -> String {
    client.send("d");
    loop {
        if let Some(fen) = client.line().strip_prefix("fen: ") {
            let fen = fen.to_owned();
            client.expect_quiet_after_diagram();
            return fen;
        }
    }
}

impl Client {
    fn expect_quiet_after_diagram(&mut self) {
        self.send("isready");
        self.until("readyok");
    }
}

#[test]
fn after_a_refused_position_nothing_is_searched() {
    let mut client = Client::thinking();
    for bad in [
        "position",
        "position fen",
        "position foo",
        "position moves h9g7",
        "position fen moves h9g7",
        "position fen 9/9 w",
        "position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABN w",
        "position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNRR w",
        "position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNX w",
        "position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR draw",
        "position fen rnba1abnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
        "position fen 4k4/9/9/9/9/9/9/9/9/4K4 w",
        "position fen 3k5/9/9/9/9/9/9/9/3R5/4K4 w",
        "position fen RRRk5/9/9/9/9/9/9/9/9/4K4 w",
        "position fen 3k5/9/9/9/9/9/9/9/PPPPPPPPP/4K4 w",
        "position fen \u{70ae}\u{4e8c}\u{5e73}\u{4e94} w",
        "position fen ////////// w",
        "position fen 99999999999999999999/9 w",
    ] {
        client.send("position startpos moves h2e2");
        client.send(bad);
        let refusal = client.line();
        let why = refusal.strip_prefix("info message position refused: ").expect(bad).to_owned();
        let none = format!("info message no position is set, the last one was refused: {why}");
        // Neither a new game nor an option restores the position.
        client.send("setoption newgame\nsetoption multipv 1\ngo depth 1");
        assert_eq!([client.line(), client.line()], [&none, "nobestmove"], "{bad}");
        for command in ["d", "eval", "rules", "perft 1", "go perft 1", "banmoves h9g7"] {
            client.send(command);
            assert_eq!(client.line(), none, "{command} after {bad}");
        }
        client.expect_quiet();
    }
    // The answer to `go infinite` waits for `stop`.
    client.send("go infinite");
    assert!(client.line().starts_with("info message no position is set"));
    client.expect_quiet();
    client.send("stop");
    assert_eq!(client.line(), "nobestmove");
    // Without the words that end games in gmchess.
    for line in client.seen.iter().filter(|line| line.starts_with("info")) {
        assert!(line.starts_with("info message ") && !line.contains("draw"), "{line}");
    }
    // An illegal move keeps the moves before it.
    client.send("position startpos moves h2e2 h2e2");
    client.line();
    assert_eq!(fen(&mut client), super::client::board_after("h2e2").fen());
    client.send("go depth 1");
    check_answer(client.until("bestmove").last().unwrap(), &super::client::board_after("h2e2"));
    client.quit();
}

#[test]
fn after_a_refused_position_nothing_is_searched_in_uci() {
    let mut client = Client::new();
    client.send("uci\nposition startpos\ngo infinite\nposition fen 9/9 w\nstop\nucinewgame\ngo movetime 50");
    check_answer(client.until("bestmove").last().unwrap(), &Board::startpos());
    assert_eq!(client.line(), "info string position refused: the FEN must have 10 ranks, not 2");
    let none = "info string no position is set, the last one was refused: the FEN must have 10 ranks, not 2";
    assert_eq!([client.line(), client.line()], [none, "bestmove (none)"]);
    client.send("position startpos\ngo depth 1");
    check_answer(client.until("bestmove").last().unwrap(), &Board::startpos());
    client.send("quit");
    client.finish();
}

#[test]
fn a_ucci_position_during_a_search_is_refused() {
    let mut client = Client::thinking();
    client.send("position startpos\ngo infinite\nposition startpos moves h2e2\nisready");
    client.until("readyok");
    client.send("stop");
    check_answer(client.until("bestmove").last().unwrap(), &Board::startpos());
    client.send("go depth 1");
    let none = "info message no position is set, the last one was refused: it came during a search";
    assert_eq!([client.line(), client.line()], [none, "nobestmove"]);
    client.send("position startpos moves h2e2\ngo depth 1");
    check_answer(client.until("bestmove").last().unwrap(), &super::client::board_after("h2e2"));
    client.quit();
}

#[test]
fn moves_are_played_up_to_the_first_bad_one() {
    let mut client = Client::thinking();
    for (moves, played) in [
        ("h2e2 h9g7 h0g2", "h2e2 h9g7 h0g2"),
        ("h2e2 h2e2 h9g7", "h2e2"),
        ("h2e2 zzzz h9g7", "h2e2"),
        ("h2e2 h9 h9g7", "h2e2"),
        ("h2e2 \u{ff} h9g7", "h2e2"),
        ("H2-E2 H9-G7", "h2e2 h9g7"),
        ("a0a0", ""),
        ("e9e8 h2e2", ""),
    ] {
        client.send(format!("position startpos moves {moves}"));
        assert_eq!(fen(&mut client), super::client::board_after(played).fen(), "{moves}");
    }
    client.quit();
}

#[test]
fn numbers_of_any_kind_get_one_answer() {
    let mut client = Client::thinking();
    client.send("position startpos");
    for go in [
        "go depth",
        "go depth x",
        "go depth -5",
        "go depth 1.5",
        "go nodes",
        "go nodes 0",
        "go nodes -1",
        "go nodes 1",
        "go time",
        "go time -1000",
        "go time x increment y",
        "go time 0 movestogo 0",
        "go time 50 movestogo -3",
        "go time 50 movestogo 99999999999999999999",
        "go time 10 increment 99999999999999999999",
        "go movetime 0",
        "go movetime -1",
        "go movestogo 5",
        "go winc 5",
        "go wtime -5 btime -5",
        "go wtime 1",
        "go btime 1",
        "go depth 1 foo bar 3 time",
        "go depth 99999999999999999999 nodes 10",
        "go time 99999999999999999999999999 increment 99999999999999999999 nodes 10",
        "go searchmoves x depth 1",
        "go searchmoves a0a9 depth 1",
        "go draw ponder draw depth 1 nodes 1\nponderhit",
        "go mate 0 nodes 10",
        "go mate nodes 10",
    ] {
        client.send(go);
        check_answer(client.until("bestmove").last().unwrap(), &Board::startpos());
        client.expect_quiet();
    }
    client.quit();
}

#[test]
fn options_of_any_kind_are_taken_in_silence() {
    let mut client = Client::thinking();
    for name in [
        "usemillisec",
        "promotion",
        "batch",
        "debug",
        "ponder",
        "usebook",
        "useegtb",
        "bookfiles",
        "egtbpaths",
        "evalapi",
        "hashsize",
        "threads",
        "idle",
        "pruning",
        "knowledge",
        "randomness",
        "style",
        "newgame",
        "selectivity",
        "repetition",
        "drawmoves",
        "loadbook",
        "usehash",
        "loglevel",
        "multipv",
        "moveoverhead",
        "repetitionrule",
        "repetitionfold",
        "naturallimit",
        "Hash",
        "name",
        "value",
        "name Hash value",
        "name value",
        "name",
        "",
        "\u{ff}",
    ] {
        for value in ["", "x", "-1", "none", "1e9", "true false", "\u{0}", "\u{70ae}", ";;;", "0x10", "+", "-"] {
            client.send(format!("setoption {name} {value}"));
        }
    }
    client.send("isready");
    for line in client.until("readyok") {
        assert!(line == "readyok" || line.starts_with("info message book refused: "), "{line}");
    }
    client.send("go depth 2");
    check_answer(client.until("bestmove").last().unwrap(), &Board::startpos());
    client.quit();
}

#[test]
fn numbers_out_of_range_are_clamped() {
    let mut client = Client::thinking();
    client.send("setoption hashsize 1\nsetoption multipv 100000\nsetoption moveoverhead 99999999");
    client.send("setoption repetitionfold 0\nsetoption naturallimit -7\nsetoption hashsize -5\nsetoption hashsize 3");
    client.send("isready");
    client.until("readyok");
    client.send("go depth 1");
    let lines = client.until("bestmove");
    assert!(lines.iter().any(|line| line.contains(" multipv 44 ")), "{lines:#?}");
    client.quit();
}

#[test]
fn a_line_of_two_megabytes() {
    let mut client = Client::thinking();
    let mut line = b"position startpos moves h2e2 ".to_vec();
    line.resize(2 << 20, b'x');
    client.send(&line);
    // Dropped whole.
    assert_eq!(client.line(), "info message a line of more than 1 MiB was dropped");
    client.expect_quiet();
    assert_eq!(fen(&mut client), Board::startpos().fen());
    // A long line that is still kept: a game of a hundred thousand moves.
    let moves = "h2e2 h9g7 e2h2 g7h9 ".repeat(25_000);
    client.send(format!("position startpos moves {moves}"));
    assert!(fen(&mut client).starts_with("rnbakabnr/9/1c5c1/"));
    client.send("go depth 2");
    client.until("bestmove");
    client.quit();
}

#[test]
fn bytes_that_are_no_text() {
    let mut client = Client::thinking();
    client.send(b"\xff\xfe\x00\x01go depth 3\n\x00\nposition\x00startpos\nban\xc4\xe3moves");
    client.send(b"setoption bookfiles D:\\\xbf\xaa\xbe\xd6\xbf\xe2\\book.dat\nisready");
    let lines = client.until("readyok");
    assert!(matches!(&lines[..], [told, _] if told.starts_with("info message book refused: ")), "{lines:#?}");
    client.send(b"banmoves \xc4\xe3\xba\xc3 h2e2\xff\nponderhit \xff\nprobe fen \xff");
    assert_eq!(client.line(), "pophash");
    client.send(b"  \t GO \t DEPTH \t 2 \t \r");
    check_answer(client.until("bestmove").last().unwrap(), &Board::startpos());
    client.quit();
}

#[test]
fn arguments_of_console_commands() {
    let mut client = Client::thinking();
    for line in ["perft", "perft x", "perft -1", "perft 1.5"] {
        client.send(line);
        assert!(client.line().starts_with("info message "), "{line}");
    }
    client.send("perft 0");
    assert!(client.line().starts_with("1 nodes "));
    client.send("eval x\nd x\nrules x\nhelp x\nisready");
    client.until("readyok");
    client.quit();
}

/// Known words in random order: a fuzz test small enough for every run.
#[test]
fn random_lines() {
    const WORDS: [&str; 40] = [
        "ucci",
        "uci",
        "isready",
        "setoption",
        "position",
        "startpos",
        "fen",
        "moves",
        "banmoves",
        "go",
        "depth",
        "nodes",
        "time",
        "increment",
        "infinite",
        "ponder",
        "draw",
        "ponderhit",
        "stop",
        "probe",
        "movetime",
        "movestogo",
        "1",
        "0",
        "-1",
        "50",
        "99999999999999999999",
        "h2e2",
        "h9g7",
        "a0a1",
        "hashsize",
        "multipv",
        "threads",
        "newgame",
        "batch",
        "name",
        "value",
        "true",
        "debug",
        "4k4/9/9/9/9/9/9/9/9/3K1R3",
    ];
    let mut stream = SplitMix64::new(2026);
    let mut next = |below: usize| (stream.draw() % below as u64) as usize;
    let mut client = Client::thinking();
    for _ in 0..40 {
        for _ in 0..20 {
            let count = next(7);
            let line: Vec<&str> = (0..count).map(|_| WORDS[next(WORDS.len())]).collect();
            let line = line.join(" ");
            // Table sizes, threads and long searches are left out, which other tests cover.
            if line.contains("hashsize") || line.contains("threads") {
                continue;
            }
            client.send(&line);
        }
        client.send("setoption batch false\nsetoption multipv 1\nstop\nisready");
        client.until("readyok");
        client.send("stop\nucci");
        client.until("ucciok");
        // `stop` ends any search; then the engine is idle and answers.
        client.send("stop\nsetoption batch false\nposition startpos\nsetoption usebook false");
        client.send("stop\nisready");
        client.until("readyok");
    }
    client.send("position startpos\ngo depth 1");
    let answer = client.until("bestmove");
    check_answer(answer.last().unwrap(), &Board::startpos());
    client.quit();
}
