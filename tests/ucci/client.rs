//! A front end for tests: sends bytes, reads lines as they come, and checks what every reply must observe.

use guohe::board::Board;
use guohe::types::Move;
use std::io::BufRead;
use std::io::BufReader;
use std::io::Read;
use std::io::Write;
use std::process::Child;
use std::process::Command;
use std::process::Stdio;
use std::sync::mpsc::Receiver;
use std::sync::mpsc::RecvTimeoutError;
use std::sync::mpsc::channel;
use std::time::Duration;
use std::time::Instant;

/// An answer that takes longer than this never comes.
pub const PATIENCE: Duration = Duration::from_secs(600);

pub struct Client {
    process: Child,
    lines: Receiver<(Instant, String)>,
    /// All lines so far.
    pub seen: Vec<String>,
}

impl Client {
    pub fn new() -> Self {
        Self::with_arguments(&[])
    }

    /// After the handshake, without the book.
    pub fn thinking() -> Self {
        let mut client = Self::new();
        client.send("ucci\nsetoption usebook false\nsetoption hashsize 8\nisready");
        client.until("readyok");
        client
    }

    pub fn with_arguments(arguments: &[&str]) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_guohe"))
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let output = BufReader::new(process.stdout.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in output.lines() {
                if sender.send((Instant::now(), line.unwrap())).is_err() {
                    break;
                }
            }
        });
        Self { process, lines, seen: Vec::new() }
    }

    /// Sends lines, and the end of the last one.
    pub fn send(&mut self, text: impl AsRef<[u8]>) {
        let mut bytes = text.as_ref().to_vec();
        bytes.push(b'\n');
        self.send_bytes(&bytes);
    }

    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.process.stdin.as_mut().unwrap();
        input.write_all(bytes).unwrap();
        input.flush().unwrap();
    }

    /// The next line and its time. The end-to-end scripts measure the time to an answer; this limit ends a test that
    /// would hang.
    fn next(&mut self) -> (Instant, String) {
        let next = self.lines.recv_timeout(PATIENCE);
        self.took(next).unwrap_or_else(|| panic!("no answer after {:#?}", self.seen))
    }

    /// The next line, if it comes within `patience`.
    fn next_within(&mut self, patience: Duration) -> Option<(Instant, String)> {
        let next = self.lines.recv_timeout(patience);
        self.took(next)
    }

    fn took(&mut self, next: Result<(Instant, String), RecvTimeoutError>) -> Option<(Instant, String)> {
        match next {
            Ok((when, line)) => {
                assert!(line.len() < 1000, "a line of {} bytes", line.len());
                assert_eq!(line, line.trim_end(), "trailing blanks");
                self.seen.push(line.clone());
                Some((when, line))
            }
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => panic!("the engine ended after {:#?}", self.seen),
        }
    }

    /// The next line.
    pub fn line(&mut self) -> String {
        self.next().1
    }

    /// The lines up to and including the first that begins with the word, together with `info` lines read before.
    pub fn until(&mut self, word: &str) -> Vec<String> {
        let infos = self.seen.iter().rev().take_while(|line| line.starts_with("info ")).count();
        let start = self.seen.len() - infos;
        while self.line().split(' ').next() != Some(word) {}
        self.seen[start..].to_vec()
    }

    /// The time from sending the text to the line that begins with the word.
    pub fn latency(&mut self, text: &str, word: &str) -> Duration {
        let sent = Instant::now();
        self.send(text);
        loop {
            let (when, line) = self.next();
            if line.split(' ').next() == Some(word) {
                return when.saturating_duration_since(sent);
            }
        }
    }

    /// Asserts that the engine says nothing for a while, `info` lines apart.
    pub fn expect_no_answer(&mut self, patience: Duration) {
        let deadline = Instant::now() + patience;
        while let Some((_, line)) = self.next_within(deadline.saturating_duration_since(Instant::now())) {
            assert!(line.starts_with("info "), "{line}");
        }
    }

    /// Asserts that no line is left to be read, by sending `isready`.
    pub fn expect_quiet(&mut self) {
        self.send("isready");
        assert_eq!(self.line(), "readyok");
    }

    /// Closes the input and returns the rest of the output. Asserts that the process ends with status 0.
    pub fn finish(mut self) -> Vec<String> {
        drop(self.process.stdin.take());
        let mut rest = Vec::new();
        while let Ok((_, line)) = self.lines.recv() {
            rest.push(line);
        }
        let mut errors = String::new();
        self.process.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
        assert_eq!(errors, "", "on stderr");
        assert_eq!(self.process.wait().unwrap().code(), Some(0));
        rest
    }

    /// Sends `quit` and asserts that `bye` is the last word.
    pub fn quit(mut self) {
        self.send("quit");
        let rest = self.finish();
        assert_eq!(rest.last().map(String::as_str), Some("bye"), "{rest:?}");
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // A test that failed leaves it running.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The whole output for an input that is written at once and then ends.
pub fn pipe(input: impl AsRef<[u8]>) -> Vec<String> {
    let mut client = Client::new();
    client.send_bytes(input.as_ref());
    client.finish()
}

/// The board after moves from the start.
pub fn board_after(moves: &str) -> Board {
    let mut board = Board::startpos();
    for mv in moves.split_whitespace() {
        board.make(mv.parse().unwrap());
    }
    board
}

/// The moves of an answer. Asserts its form and that the moves are legal.
pub fn check_answer(line: &str, board: &Board) -> (Move, Option<Move>) {
    let words: Vec<&str> = line.split(' ').collect();
    assert_eq!(words[0], "bestmove", "{line}");
    let best: Move = words[1].parse().unwrap();
    assert_eq!(best.to_string(), words[1]);
    assert!(board.is_legal_move(best), "{line} in {board:?}");
    let mut rest = &words[2..];
    let mut ponder = None;
    if let ["ponder", reply, others @ ..] = rest {
        let reply: Move = reply.parse().unwrap();
        let mut after = board.clone();
        after.make(best);
        assert!(after.is_legal_move(reply), "{line} in {board:?}");
        ponder = Some(reply);
        rest = others;
    }
    assert!(rest.is_empty() || rest == ["draw"], "{line}");
    (best, ponder)
}

/// The moves after ` pv ` in an `info` line.
pub fn pv(line: &str) -> Option<Vec<Move>> {
    let (_, moves) = line.split_once(" pv ")?;
    Some(moves.split(' ').map(|mv| mv.parse().unwrap()).collect())
}

/// The number after a word in an `info` line.
pub fn field(line: &str, name: &str) -> Option<i64> {
    let mut words = line.split(' ').skip_while(|&word| word != name);
    words.nth(1)?.parse().ok()
}

/// Checks the lines of a search: the last PV begins with the move of the answer, all PVs are legal, and lines that came
/// at once fit into one read of gmchess.
pub fn check_search(lines: &[String], board: &Board) -> (Move, Option<Move>) {
    let (answer, infos) = lines.split_last().unwrap();
    let (best, ponder) = check_answer(answer, board);
    for info in infos {
        assert!(info.starts_with("info "), "{info}");
        for word in ["draw", "resign", "bestmove"] {
            assert!(!info.contains(word), "{info}");
        }
        if let Some(moves) = pv(info) {
            let mut board = board.clone();
            for mv in moves {
                assert!(board.is_legal_move(mv), "{mv} of {info}");
                board.make(mv);
            }
        }
    }
    let last = infos.iter().rev().find_map(|info| pv(info)).expect("a line of play before the answer");
    assert_eq!(last.first(), Some(&best), "{lines:#?}");
    (best, ponder)
}
