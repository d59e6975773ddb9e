//! Conversations that keep to the protocol, with lines right after `stop` and `ponderhit` in the same write: every `go`
//! is answered once and in order, by a legal move of the position that was set up for it. Where lines wait for the end
//! of a search, in UCI and in UCCI's batch mode, some searches are left to end by themselves.
#![no_main]

use guohe::board::Board;
use guohe::config::Config;
use guohe::protocol::Session;
use libfuzzer_sys::fuzz_target;
use std::io::Read;
use std::io::Write;
use std::sync::Arc;
use std::sync::Condvar;
use std::sync::Mutex;
use std::time::Duration;

/// A conversation that has not ended after this time counts as hanging.
const PATIENCE: Duration = Duration::from_secs(60);

/// The `bestmove` lines so far.
#[derive(Default)]
struct Answers {
    lines: Mutex<Vec<String>>,
    came: Condvar,
}

/// The engine's output: keeps the `bestmove` lines.
struct Output(Arc<Answers>, Vec<u8>);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.1.extend_from_slice(bytes);
        while let Some(end) = self.1.iter().position(|&byte| byte == b'\n') {
            let line: Vec<u8> = self.1.drain(..=end).collect();
            let line = String::from_utf8(line).expect("the engine writes UTF-8");
            // Every `go` here has a legal move. A `stop` without a search is answered by `nobestmove`.
            if line.starts_with("bestmove ") {
                self.0.lines.lock().unwrap().push(line);
                self.0.came.notify_all();
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// The engine's input: the whole conversation in one read, and `quit` when every `go` has its answer.
struct Input(Vec<u8>, usize, Arc<Answers>);

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if self.0.is_empty() {
            let lines = self.2.lines.lock().unwrap();
            let (lines, late) = self.2.came.wait_timeout_while(lines, PATIENCE, |lines| lines.len() < self.1).unwrap();
            if late.timed_out() {
                eprintln!("{} answers instead of {}: {lines:?}", lines.len(), self.1);
                std::process::abort();
            }
            self.0 = b"quit\n".to_vec();
        }
        let count = self.0.len().min(buffer.len());
        buffer[..count].copy_from_slice(&self.0[..count]);
        self.0.drain(..count);
        Ok(count)
    }
}

/// The first lines of the conversation, what precedes an option's name, and whether lines wait for the end of a search.
const MODES: [(&str, &str, bool); 4] = [
    ("ucci\nsetoption usebook false\n", "", false),
    ("uci\n", "name ", true),
    ("ucci\nsetoption usebook false\nsetoption batch true\n", "", true),
    ("uci\nsetoption name Threads value 2\n", "name ", true),
];

fuzz_target!(|bytes: &[u8]| {
    let Some((&first, bytes)) = bytes.split_first() else { return };
    let (greeting, name, waits) = MODES[usize::from(first) % MODES.len()];
    let mut text = String::from(greeting);
    let mut board = Board::startpos();
    let mut moves = String::new();
    let mut asked: Vec<Board> = Vec::new();
    for pair in bytes.as_chunks::<2>().0.iter().take(40) {
        let [what, number] = *pair;
        match what % 12 {
            0 => {
                (board, moves) = (Board::startpos(), String::new());
                text += "position startpos\n";
            }
            1 | 2 => {
                let legal = board.legal_moves();
                if !legal.is_empty() {
                    let mv = legal[usize::from(number) % legal.len()];
                    moves += &format!(" {mv}");
                    board.make(mv);
                }
                text += &format!("position startpos{}{moves}\n", if moves.is_empty() { "" } else { " moves" });
            }
            3 => text += "isready\n",
            4 => text += &format!("setoption {name}multipv {}\n", number % 4 + 1),
            what if board.has_legal_move() => {
                // UCCI may refuse what is sent during a search, so each search is stopped, whether it has ended or not.
                text += &match what {
                    10 if waits => format!("go nodes {number}\n"),
                    11 if waits => format!("go ponder depth {}\nponderhit\n", number % 3 + 1),
                    10 => "go depth 1\nisready\nstop\n".to_owned(),
                    5 => format!("go nodes {number}\nstop\n"),
                    6 => format!("go depth {}\nstop\n", number % 3 + 1),
                    7 => "go infinite\nstop\n".to_owned(),
                    8 => format!("go ponder nodes {number}\nponderhit\nstop\n"),
                    _ => "go ponder\nstop\n".to_owned(),
                };
                asked.push(board.clone());
            }
            _ => {}
        }
    }
    let answers = Arc::new(Answers::default());
    let input = Input(text.clone().into_bytes(), asked.len(), answers.clone());
    let config = Config { hash: 1, ..Config::default() };
    // An error of the output is not what this target looks for.
    let _ = Session::new(config, Output(answers.clone(), Vec::new())).map(|mut session| session.run(input));
    let lines = answers.lines.lock().unwrap();
    assert_eq!(lines.len(), asked.len(), "{lines:?} to\n{text}");
    for (line, board) in lines.iter().zip(&asked) {
        let word = line.split_whitespace().nth(1).expect("bestmove is followed by a move");
        assert!(board.is_legal_move(word.parse().unwrap()), "{line} for {} in {lines:?} to\n{text}", board.fen());
    }
});
