//! The text of UCCI and UCI as a client writes and reads it. Pure functions; the process is `player`'s business.

use super::limit::{ClockTimes, Limit};
use guohe::types::{Color, Move, Score};
use serde::{Deserialize, Serialize};
use std::fmt::{self, Write};

/// The two protocols.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Dialect {
    /// Universal Chinese Chess Interface.
    Ucci,
    /// Chess's Universal Chess Interface.
    Uci,
}

impl Dialect {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Ucci, Self::Uci];

    /// Its name, as people write it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ucci => "UCCI",
            Self::Uci => "UCI",
        }
    }

    /// The word that opens a session.
    pub const fn hello(self) -> &'static str {
        match self {
            Self::Ucci => "ucci",
            Self::Uci => "uci",
        }
    }

    /// The word that ends the handshake.
    pub const fn welcome(self) -> &'static str {
        match self {
            Self::Ucci => "ucciok",
            Self::Uci => "uciok",
        }
    }

    /// The line that sets an option; a button has no value.
    pub fn set_option(self, name: &str, value: &str) -> String {
        match (self, value) {
            (Self::Ucci, "") => format!("setoption {name}\n"),
            (Self::Ucci, _) => format!("setoption {name} {value}\n"),
            (Self::Uci, "") => format!("setoption name {name}\n"),
            (Self::Uci, _) => format!("setoption name {name} value {value}\n"),
        }
    }

    /// The name in an `option` line.
    pub fn announced_name(self, line: &str) -> Option<String> {
        let rest = line.strip_prefix("option ")?.trim_start();
        let rest = match self {
            Self::Ucci => rest,
            Self::Uci => rest.strip_prefix("name ")?,
        };
        let words: Vec<&str> = rest.split_ascii_whitespace().take_while(|word| *word != "type").collect();
        (!words.is_empty()).then(|| words.join(" "))
    }
}

/// A move in an engine's own counting of the ranks, which begins with `ranks`.
pub fn write_move(mv: Move, ranks: u8) -> String {
    if ranks == 0 {
        return mv.to_string();
    }
    let mut text = String::new();
    for square in [mv.from(), mv.to()] {
        let file = (b'a' + square.file().index() as u8) as char;
        let _ = write!(text, "{file}{}", square.rank().index() + usize::from(ranks));
    }
    text
}

/// Reads a move of an engine that counts its ranks from `ranks`.
pub fn read_move(text: &str, ranks: u8) -> Option<Move> {
    if ranks == 0 {
        return text.parse().ok();
    }
    // Two files, each followed by one or two digits.
    let split = 1 + text.get(1..)?.find(|c: char| !c.is_ascii_digit())?;
    let square = |text: &str| {
        let rank = text.get(1..)?.parse::<u8>().ok()?.checked_sub(ranks)?;
        (rank < 10).then(|| format!("{}{rank}", &text[..1]))
    };
    let (from, to) = text.split_at(split);
    format!("{}{}", square(from)?, square(to)?).parse().ok()
}

/// The `position` line of a game that began at `fen`.
pub fn position(fen: &str, moves: &[Move], ranks: u8) -> String {
    let mut line = format!("position fen {fen}");
    if !moves.is_empty() {
        line.push_str(" moves");
    }
    for &mv in moves {
        line.push(' ');
        line.push_str(&write_move(mv, ranks));
    }
    line.push('\n');
    line
}

/// What a `go` line says.
#[derive(Clone, Copy, Debug)]
pub struct Go {
    /// What bounds the move.
    pub limit: Limit,
    /// The clock of the engine, where it plays on one.
    pub own: Option<ClockTimes>,
    /// The opponent's clock, where that plays on one.
    pub other: Option<ClockTimes>,
    /// The engine's colour.
    pub side: Color,
    /// Whether the opponent's move is only guessed.
    pub ponder: bool,
}

/// The `go` line. `strict` keeps to UCCI's published words.
pub fn go(dialect: Dialect, strict: bool, go: &Go) -> String {
    let mut line = String::from(if go.ponder { "go ponder" } else { "go" });
    let end = match (go.limit, dialect) {
        (Limit::Nodes(nodes), _) => write!(line, " nodes {nodes}"),
        (Limit::Depth(depth), _) => write!(line, " depth {depth}"),
        (Limit::MoveTime(time), Dialect::Ucci) if strict => write!(line, " time {} movestogo 1", time.as_millis()),
        (Limit::MoveTime(time), _) => write!(line, " movetime {}", time.as_millis()),
        (Limit::Clock { .. }, _) => {
            let none = ClockTimes { time: 0, increment: 0, moves_to_go: None };
            // An engine whose opponent has no clock is told its own twice.
            let own = go.own.unwrap_or(none);
            write_clocks(&mut line, dialect, go.side, own, go.other.unwrap_or(own));
            Ok(())
        }
    };
    debug_assert!(end.is_ok(), "writing to a string cannot fail");
    line.push('\n');
    line
}

fn write_clocks(line: &mut String, dialect: Dialect, side: Color, own: ClockTimes, other: ClockTimes) {
    let _ = match dialect {
        Dialect::Uci => {
            let (white, black) = if side == Color::Red { (own, other) } else { (other, own) };
            let _ = write!(line, " wtime {} btime {}", white.time, black.time);
            let _ = write!(line, " winc {} binc {}", white.increment, black.increment);
            own.moves_to_go.map_or(Ok(()), |moves| write!(line, " movestogo {moves}"))
        }
        Dialect::Ucci => {
            let _ = write!(line, " time {}", own.time);
            // Published: either moves to go or an increment; with both, the increment comes second.
            if let Some(moves) = own.moves_to_go {
                let _ = write!(line, " movestogo {moves}");
            }
            if own.moves_to_go.is_none() || own.increment > 0 {
                let _ = write!(line, " increment {}", own.increment);
            }
            let _ = write!(line, " opptime {}", other.time);
            match other.moves_to_go {
                Some(moves) => write!(line, " oppmovestogo {moves}"),
                None => write!(line, " oppincrement {}", other.increment),
            }
        }
    };
}

/// What an engine thinks of a position, from its own view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opinion {
    /// Centipawns.
    Centipawns(i32),
    /// It mates in so many plies.
    Mates(u32),
    /// It is mated in so many plies.
    Mated(u32),
}

impl Opinion {
    /// One number on the engine's scale: mates near ±10,000.
    pub fn number(self) -> i32 {
        match self {
            Self::Centipawns(value) => value,
            Self::Mates(plies) => Score::MATE.get() - plies.min(1000) as i32,
            Self::Mated(plies) => -Score::MATE.get() + plies.min(1000) as i32,
        }
    }
}

/// What an `info` line says.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Info {
    /// Depth of the iteration.
    pub depth: Option<u32>,
    /// 1 for the best line.
    pub multipv: Option<u32>,
    /// The score of a search; a line of depth 0 has none.
    pub opinion: Option<Opinion>,
    /// Whether the score is only a bound.
    pub is_bound: bool,
    /// Depth of the deepest line looked at.
    pub seldepth: Option<u32>,
    /// The whole line, when it is text for people.
    pub text: Option<String>,
    /// Nodes so far.
    pub nodes: Option<u64>,
    /// The principal variation, as far as its words are moves.
    pub pv: Vec<Move>,
    /// The first word of the variation that is none.
    pub unreadable: Option<String>,
}

/// No score is further from 0 than this, in centipawns; what an engine claims beyond it counts as this.
pub const MOST_CENTIPAWNS: i64 = 1_000_000;
/// No mate is further away than this, in moves: a game is longer only by the word of an engine.
const MOST_MOVES: i64 = 10_000;
/// No move takes more nodes than this; sums over a match, and nodes a second, stay numbers then.
const MOST_NODES: u64 = 1_000_000_000_000_000;

/// Reads an `info` line; unknown words are skipped. Scores and nodes that no engine can mean are cut to what it can.
pub fn read_info(line: &str, dialect: Dialect, ranks: u8) -> Info {
    let mut info = Info::default();
    let mut words = line.split_ascii_whitespace().skip(1).peekable();
    while let Some(word) = words.next() {
        match word {
            "depth" => info.depth = words.next().and_then(|word| word.parse().ok()),
            "seldepth" => info.seldepth = words.next().and_then(|word| word.parse().ok()),
            "multipv" => info.multipv = words.next().and_then(|word| word.parse().ok()),
            "nodes" => {
                info.nodes = words.next().and_then(|word| word.parse().ok()).map(|nodes: u64| nodes.min(MOST_NODES))
            }
            "lowerbound" | "upperbound" => info.is_bound = true,
            "score" => {
                info.opinion = match words.next() {
                    Some("cp") => number(words.next(), MOST_CENTIPAWNS).map(Opinion::Centipawns),
                    Some("mate") => number(words.next(), MOST_MOVES).map(moves_to_mate),
                    word => number(word, MOST_CENTIPAWNS).map(|value| plain_score(value, dialect)),
                }
            }
            "pv" => {
                for word in words.by_ref() {
                    match read_move(word, ranks) {
                        Some(mv) => info.pv.push(mv),
                        None => {
                            info.unreadable = Some(word.chars().take(20).collect());
                            break;
                        }
                    }
                }
                break;
            }
            "string" | "message" => {
                info.text = Some(line.to_owned());
                break;
            }
            _ => {}
        }
    }
    // A book move is announced with its weight in place of a score.
    info.opinion = info.opinion.filter(|_| info.depth != Some(0));
    info
}

/// A word as a number from `-most` to `most`.
fn number(word: Option<&str>, most: i64) -> Option<i32> {
    let number: i64 = word?.parse().ok()?;
    i32::try_from(number.clamp(-most, most)).ok()
}

/// UCI counts a mate in full moves, and the mated side's as negative.
fn moves_to_mate(moves: i32) -> Opinion {
    if moves > 0 { Opinion::Mates(2 * moves.unsigned_abs() - 1) } else { Opinion::Mated(2 * moves.unsigned_abs()) }
}

/// The plies to the mate of a number near ±10,000; `None` for any other, also beyond.
pub fn plies_to_mate(value: i32) -> Option<u32> {
    Some(Score::new(value)).filter(|score| score.get().abs() <= Score::MATE.get())?.mate_distance()
}

/// UCCI has no word for a mate: it is a number near ±10,000.
fn plain_score(value: i32, dialect: Dialect) -> Opinion {
    match plies_to_mate(value).filter(|_| dialect == Dialect::Ucci) {
        Some(plies) if value > 0 => Opinion::Mates(plies),
        Some(plies) => Opinion::Mated(plies),
        None => Opinion::Centipawns(value),
    }
}

/// An engine's answer to `go`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// A move.
    Move {
        /// The move.
        mv: Move,
        /// The answer that it expects.
        ponder: Option<Move>,
        /// Whether it gives up.
        resigns: bool,
    },
    /// It gives up without a move: `bestmove resign`.
    Resignation,
    /// `nobestmove` or `bestmove (none)`.
    NoMove,
    /// Something that is no move.
    Unreadable(String),
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move { mv, .. } => write!(f, "bestmove {mv}"),
            Self::Resignation => f.write_str("bestmove resign"),
            Self::NoMove => f.write_str("nobestmove"),
            Self::Unreadable(line) => f.write_str(line),
        }
    }
}

/// Reads `bestmove` and `nobestmove`; `None` for any other line.
pub fn read_reply(line: &str, ranks: u8) -> Option<Reply> {
    let mut words = line.split_ascii_whitespace();
    match words.next()? {
        "nobestmove" => return Some(Reply::NoMove),
        "bestmove" => {}
        _ => return None,
    }
    let word = words.next().unwrap_or("");
    match word {
        "resign" => return Some(Reply::Resignation),
        "(none)" | "none" | "0000" | "null" => return Some(Reply::NoMove),
        _ => {}
    }
    let Some(mv) = read_move(word, ranks) else {
        return Some(Reply::Unreadable(line.chars().take(60).collect()));
    };
    let (mut ponder, mut resigns) = (None, false);
    while let Some(word) = words.next() {
        match word {
            "ponder" => ponder = words.next().and_then(|word| read_move(word, ranks)),
            "resign" => resigns = true,
            _ => {}
        }
    }
    Some(Reply::Move { mv, ponder, resigns })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn mv(text: &str) -> Move {
        text.parse().unwrap()
    }

    #[test]
    fn moves_in_both_countings() {
        for (text, other) in [("h2e2", "h3e3"), ("h9g7", "h10g8"), ("a8a9", "a9a10"), ("e9e8", "e10e9")] {
            assert_eq!(write_move(mv(text), 0), text);
            assert_eq!(write_move(mv(text), 1), other);
            assert_eq!(read_move(text, 0), Some(mv(text)));
            assert_eq!(read_move(other, 1), Some(mv(text)));
        }
        for text in ["", "a", "a1", "a0a1", "a11a1", "h10", "10g8", "h3e3q", "h3e", "(none)", "帅1e2", "a256a1"] {
            assert_eq!(read_move(text, 1), None, "{text}");
        }
    }

    #[test]
    fn go_lines() {
        let own = ClockTimes { time: 1500, increment: 20, moves_to_go: None };
        let other = ClockTimes { time: 900, increment: 10, moves_to_go: None };
        let clock: Limit = "2+0.02".parse().unwrap();
        let mut order = Go { limit: clock, own: Some(own), other: Some(other), side: Color::Black, ponder: false };
        assert_eq!(go(Dialect::Ucci, false, &order), "go time 1500 increment 20 opptime 900 oppincrement 10\n");
        assert_eq!(go(Dialect::Uci, false, &order), "go wtime 900 btime 1500 winc 10 binc 20\n");
        order.own = Some(ClockTimes { moves_to_go: Some(7), increment: 0, ..own });
        order.other = None;
        order.ponder = true;
        assert_eq!(go(Dialect::Ucci, false, &order), "go ponder time 1500 movestogo 7 opptime 1500 oppmovestogo 7\n");
        assert_eq!(go(Dialect::Uci, false, &order), "go ponder wtime 1500 btime 1500 winc 0 binc 0 movestogo 7\n");
        order.ponder = false;
        order.limit = Limit::MoveTime(Duration::from_millis(100));
        assert_eq!(go(Dialect::Ucci, false, &order), "go movetime 100\n");
        assert_eq!(go(Dialect::Ucci, true, &order), "go time 100 movestogo 1\n");
        assert_eq!(go(Dialect::Uci, true, &order), "go movetime 100\n");
        order.limit = Limit::Nodes(5);
        assert_eq!(go(Dialect::Uci, false, &order), "go nodes 5\n");
    }

    #[test]
    fn info_lines() {
        let info = read_info("info depth 9 score 7 time 734 nodes 1233509 pv g3g4 i9h9", Dialect::Ucci, 0);
        assert_eq!((info.depth, info.nodes, info.opinion), (Some(9), Some(1_233_509), Some(Opinion::Centipawns(7))));
        assert_eq!(info.pv, [mv("g3g4"), mv("i9h9")]);
        let info = read_info("info depth 7 multipv 2 score cp -9 upperbound pv h10g8", Dialect::Uci, 1);
        assert_eq!((info.multipv, info.is_bound, info.opinion), (Some(2), true, Some(Opinion::Centipawns(-9))));
        assert_eq!(info.pv, [mv("h9g7")]);
        let info = read_info("info depth 1 score 5 pv h2e2 nonsense h9g7", Dialect::Ucci, 0);
        assert_eq!((info.pv, info.unreadable.as_deref()), (vec![mv("h2e2")], Some("nonsense")));
        let text = Some("info string depth 3".to_owned());
        assert_eq!(read_info("info string depth 3", Dialect::Uci, 0), Info { text, ..Info::default() });
        assert_eq!(read_info("info depth 3 seldepth 9", Dialect::Uci, 0).seldepth, Some(9));
        assert_eq!(read_info("info depth x score cp", Dialect::Uci, 0), Info::default());
        let info = read_info("info depth 0 score 9990 pv h2e2", Dialect::Ucci, 0);
        assert_eq!((info.opinion, info.pv), (None, vec![mv("h2e2")]), "the weight of a book move");
    }

    #[test]
    fn what_no_engine_can_mean_is_cut() {
        let least = Some(Opinion::Centipawns(-1_000_000));
        for text in ["cp -2147483648", "-2147483648", "cp -99999999999"] {
            let opinion = read_info(&format!("info score {text}"), Dialect::Uci, 0).opinion;
            assert_eq!(opinion, least, "{text}");
        }
        let nodes = read_info("info nodes 18446744073709551615", Dialect::Uci, 0).nodes;
        assert!(nodes.is_some_and(|nodes| nodes.checked_mul(1000).is_some()), "{nodes:?}");
    }

    #[test]
    fn mates_in_both_dialects() {
        let opinion = |text: &str, dialect| read_info(&format!("info score {text}"), dialect, 0).opinion;
        assert_eq!(opinion("mate 3", Dialect::Uci), Some(Opinion::Mates(5)));
        assert_eq!(opinion("mate -3", Dialect::Ucci), Some(Opinion::Mated(6)));
        assert_eq!(opinion("mate 0", Dialect::Uci), Some(Opinion::Mated(0)));
        assert_eq!(opinion("9999", Dialect::Ucci), Some(Opinion::Mates(1)));
        assert_eq!(opinion("-9998", Dialect::Ucci), Some(Opinion::Mated(2)));
        assert_eq!(opinion("8998", Dialect::Ucci), Some(Opinion::Centipawns(8998)));
        // Some engines count mates from 30,000.
        assert_eq!(opinion("29999", Dialect::Ucci), Some(Opinion::Centipawns(29_999)));
        assert_eq!(opinion("cp 9999", Dialect::Uci), Some(Opinion::Centipawns(9999)));
        assert_eq!(opinion("mate -2147483648", Dialect::Uci), Some(Opinion::Mated(20_000)));
        assert_eq!(Opinion::Mates(5).number(), 9995);
        assert_eq!(Opinion::Mated(4).number(), -9996);
    }

    #[test]
    fn replies() {
        let reply = |text| read_reply(text, 0);
        let plain = |text, ponder, resigns| Some(Reply::Move { mv: mv(text), ponder, resigns });
        assert_eq!(reply("bestmove h2e2"), plain("h2e2", None, false));
        assert_eq!(reply("bestmove h2e2 ponder h9g7"), plain("h2e2", Some(mv("h9g7")), false));
        assert_eq!(reply("bestmove h2e2 draw"), plain("h2e2", None, false));
        assert_eq!(reply("bestmove h2e2 ponder h9g7 resign"), plain("h2e2", Some(mv("h9g7")), true));
        assert_eq!(reply("bestmove resign"), Some(Reply::Resignation));
        assert_eq!(reply("bestmove (none)"), Some(Reply::NoMove));
        assert_eq!(reply("nobestmove"), Some(Reply::NoMove));
        assert_eq!(reply("bestmove"), Some(Reply::Unreadable("bestmove".into())));
        assert_eq!(reply("info depth 3"), None);
        assert_eq!(reply(""), None);
    }

    #[test]
    fn option_names() {
        assert_eq!(Dialect::Ucci.announced_name("option hashsize type spin min 1"), Some("hashsize".into()));
        assert_eq!(Dialect::Uci.announced_name("option name Move Overhead type spin"), Some("Move Overhead".into()));
        assert_eq!(Dialect::Uci.announced_name("option hashsize type spin"), None);
        assert_eq!(Dialect::Uci.set_option("Clear Hash", ""), "setoption name Clear Hash\n");
        assert_eq!(Dialect::Ucci.set_option("hashsize", "16"), "setoption hashsize 16\n");
    }
}
