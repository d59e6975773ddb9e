//! The playing search on a table with any replacement scheme, as an engine that the arena can start. Speaks as much
//! UCI as the arena needs; the real front end, with everything that people need, belongs to the engine.

use super::scheme::Scheme;
use super::weights;
use anyhow::Context;
use anyhow::ensure;
use guohe::board::Board;
use guohe::search::Iteration;
use guohe::search::Limits;
use guohe::search::Options;
use guohe::search::Pool;
use guohe::search::Report;
use guohe::search::Signals;
use guohe::time::Clock;
use guohe::tt::Table;
use guohe::types::Move;
use guohe::types::Score;
use guohe_common::say::remark;
use std::io::BufRead;
use std::io::Write;
use std::process::ExitCode;

/// Entries when no size is given: 1 MB.
pub const ENTRIES: usize = 64 << 10;

/// Serves until end of input or `quit`.
pub fn run(scheme: Scheme, entries: usize) -> anyhow::Result<ExitCode> {
    ensure!(scheme.fits_playing_table(), "{} goes by what an entry of the playing table does not hold", scheme.name());
    let policy = scheme.policy().context("an engine needs a table")?;
    // Equal bytes: a bucket is two entries for every scheme.
    let mut pool = Pool::with_table(1, Table::with_policy(entries / 2, policy));
    pool.set_evaluation(weights::evaluation());
    let mut board = Board::startpos();
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        match word {
            "uci" => say(&format!("id name guohe with a table that replaces by {}\nuciok", policy.name())),
            "isready" => say("readyok"),
            "ucinewgame" => pool.clear(),
            "position" => match position(rest) {
                Some(new) => board = new,
                None => remark!("not a position: {rest}"),
            },
            "go" => {
                let choice = pool.search(&board, &limits(rest), &Options::default(), &Signals::new(), &Lines);
                // A search may change its mind in the iteration that its limit breaks off.
                say(&info(choice.depth, choice.score, choice.nodes, &choice.line));
                say(&format!("bestmove {}", choice.best.map_or("0000".to_owned(), |mv| mv.to_string())));
            }
            "quit" => break,
            _ => {}
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes one or more lines at once.
fn say(text: &str) {
    let mut out = std::io::stdout().lock();
    // Whoever stopped listening has no use for an error either.
    let _ = writeln!(out, "{text}");
    let _ = out.flush();
}

/// Reads `startpos | fen FEN [moves ...]`.
fn position(text: &str) -> Option<Board> {
    let (start, moves) = text.split_once("moves").unwrap_or((text, ""));
    let mut board = match start.trim().strip_prefix("fen ") {
        Some(fen) => Board::from_fen(fen).ok()?,
        None => Board::startpos(),
    };
    for mv in moves.split_ascii_whitespace() {
        let mv = mv.parse().ok()?;
        if !board.is_legal_move(mv) {
            return None;
        }
        board.make(mv);
    }
    Some(board)
}

/// Reads the limits of a match without a clock: `nodes N`, `depth N`, `movetime MS`.
fn limits(text: &str) -> Limits {
    let mut limits = Limits::default();
    let mut words = text.split_ascii_whitespace();
    while let (Some(word), Some(value)) = (words.next(), words.next()) {
        match word {
            "nodes" => limits.nodes = value.parse().ok(),
            "depth" => limits.depth = value.parse().ok(),
            "movetime" => limits.clock = Some(Clock { move_time: value.parse().ok(), ..Clock::default() }),
            _ => {}
        }
    }
    limits
}

/// A line of play and what is known of it.
fn info(depth: u32, score: Score, nodes: u64, line: &[Move]) -> String {
    let line: Vec<String> = line.iter().map(ToString::to_string).collect();
    format!("info depth {depth} score cp {score} nodes {nodes} pv {}", line.join(" "))
}

/// One `info` line for each finished iteration.
struct Lines;

impl Report for Lines {
    fn iteration(&self, iteration: &Iteration) {
        let Iteration { depth, score, nodes, line, .. } = iteration;
        say(&info(*depth, *score, *nodes, line));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_read() {
        let moved = position("startpos moves h2e2 h9g7").unwrap();
        assert_eq!(moved.plies_played(), 2);
        let fen = moved.fen();
        assert_eq!(position(&format!("fen {fen}")).unwrap(), moved);
        assert!(position("startpos moves h2h9 a0a9").is_none());
        assert!(position("fen nonsense").is_none());
    }

    #[test]
    fn limits_are_read() {
        assert_eq!(limits("nodes 500").nodes, Some(500));
        assert_eq!(limits("depth 7").depth, Some(7));
        assert_eq!(limits("movetime 20").clock.and_then(|clock| clock.move_time), Some(20));
    }
}
