//! From one line of bytes to a [`Command`]: a pure function without state.
//!
//! Both dialects are understood at any time. Parsing never fails. A command without its number is a
//! [`Command::Mistake`]; other unreadable text is [`Command::Unknown`].

use super::command::{Command, Dialect, Go, Setup};
use crate::files;
use crate::genfens;
use crate::rules::RuleSet;
use crate::types::Color;
use std::iter::Peekable;
use std::num::IntErrorKind;

/// Maximum perft depth; bounds the recursion.
const MAX_PERFT: u32 = 64;
/// Maximum number of random moves of `genfens`.
const MAX_PLIES: u64 = 200;

/// Reads one line, without its line end.
pub fn parse(line: &[u8]) -> Command {
    // Some shells on Windows put a byte order mark in front of what they pipe.
    let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
    let mut words = Words(line);
    let Some(first) = words.next() else { return Command::Unknown };
    match first.to_ascii_lowercase().as_slice() {
        b"ucci" => Command::Handshake(Dialect::Ucci),
        b"uci" => Command::Handshake(Dialect::Uci),
        b"isready" => Command::IsReady,
        b"setoption" => set_option(words.0.trim_ascii()),
        // UCI-Cyclone leaves out the first three letters.
        b"ucinewgame" | b"newgame" => Command::SetOption { name: "newgame".to_owned(), value: Vec::new() },
        b"position" => Command::Position(setup(words)),
        b"fen" | b"startpos" => setup(Words(line)).map_or(Command::Unknown, |setup| Command::Position(Some(setup))),
        b"banmoves" => Command::BanMoves(words.0.trim_ascii().to_vec()),
        b"go" => go(words.peekable()),
        b"ponderhit" => Command::PonderHit { draw: words.any(|word| word.eq_ignore_ascii_case(b"draw")) },
        b"stop" => Command::Stop,
        b"probe" => Command::Probe(setup(words)),
        b"quit" => Command::Quit,
        b"debug" => Command::SetOption { name: "debug".to_owned(), value: words.0.trim_ascii().to_vec() },
        b"genfens" => genfens(words)
            .map_or_else(|| mistake("genfens needs a number, as in: genfens 10 seed 1 book None"), Command::GenFens),
        _ => typed(&first.to_ascii_lowercase(), words.next(), words.next()),
    }
}

/// Reads a command of the console: a word, and at most one more.
fn typed(first: &[u8], second: Option<&[u8]>, third: Option<&[u8]>) -> Command {
    match (first, second, third) {
        (_, _, Some(_)) => Command::Unknown,
        (b"perft", depth, _) => perft(depth),
        (b"bench", None, _) => Command::Bench(None),
        (b"bench", Some(depth), _) => number(depth)
            .map_or_else(|| mistake("bench takes a depth, as in: bench 5"), |depth| Command::Bench(Some(clamp(depth)))),
        (b"rules", None, _) => Command::Rules(None),
        (b"rules", Some(set), _) => rule_set(set).map_or(Command::Unknown, |set| Command::Rules(Some(set))),
        (_, Some(_), _) => Command::Unknown,
        (b"d", ..) => Command::Diagram,
        (b"eval", ..) => Command::Eval,
        (b"tunables", ..) => Command::Tunables,
        (b"help", ..) => Command::Help,
        _ => Command::Unknown,
    }
}

/// Iterator over the words of a line; the field is the unread rest.
pub struct Words<'a>(pub &'a [u8]);

impl<'a> Iterator for Words<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        self.0 = self.0.trim_ascii_start();
        let end = self.0.iter().position(u8::is_ascii_whitespace).unwrap_or(self.0.len());
        let (word, rest) = self.0.split_at(end);
        self.0 = rest;
        (!word.is_empty()).then_some(word)
    }
}

/// A whole number, saturating. `None` for anything else.
fn number(word: &[u8]) -> Option<u64> {
    match str::from_utf8(word).ok()?.parse::<u64>() {
        Err(error) if *error.kind() == IntErrorKind::PosOverflow => Some(u64::MAX),
        number => number.ok(),
    }
}

fn clamp(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// The rule set of this name, in either case.
fn rule_set(name: &[u8]) -> Option<RuleSet> {
    std::str::from_utf8(name).ok()?.parse().ok()
}

fn perft(word: Option<&[u8]>) -> Command {
    let depth = word.and_then(number).map(|depth| clamp(depth).min(MAX_PERFT));
    depth.map_or_else(|| mistake("perft needs a depth, as in: perft 5"), Command::Perft)
}

fn mistake(text: &str) -> Command {
    Command::Mistake(text.to_owned())
}

/// `<count> [seed <n>] [book <file>|None] [plies <n>|<n>-<m>] [bound <centipawns>]`; unknown words, such as the `quit`
/// that OpenBench appends, are skipped.
fn genfens<'a>(mut words: impl Iterator<Item = &'a [u8]>) -> Option<genfens::Request> {
    let count = words.next().and_then(number)?;
    let mut request = genfens::Request { count, seed: 0, book: None, plies: None, bound: None };
    while let Some(word) = words.next() {
        match word.to_ascii_lowercase().as_slice() {
            b"seed" => request.seed = words.next().and_then(number)?,
            b"book" => {
                let name = words.next().filter(|name| !name.eq_ignore_ascii_case(b"none"));
                request.book = name.map(files::path_of);
            }
            b"plies" => {
                let word = words.next()?;
                let end = word.iter().position(|&byte| byte == b'-');
                let least = number(&word[..end.unwrap_or(word.len())])?.min(MAX_PLIES);
                let most = end.map_or(Some(least), |end| number(&word[end + 1..]))?.clamp(least, MAX_PLIES);
                request.plies = Some((least, most));
            }
            b"bound" => request.bound = Some(words.next().and_then(number).map(clamp)?),
            _ => {}
        }
    }
    Some(request)
}

/// `<name> [<value>]`, or `name <name> value <value>` with blanks inside the name.
fn set_option(rest: &[u8]) -> Command {
    let mut words = Words(rest);
    let mut name = Vec::new();
    match words.next() {
        Some(word) if word.eq_ignore_ascii_case(b"name") => loop {
            match words.next() {
                Some(word) if word.eq_ignore_ascii_case(b"value") => break,
                Some(word) => name.extend_from_slice(word),
                None => break,
            }
        },
        Some(word) => name.extend_from_slice(word),
        None => {}
    }
    name.retain(|&byte| byte != b'_');
    let name = String::from_utf8_lossy(&name).to_ascii_lowercase();
    Command::SetOption { name, value: words.0.trim_ascii().to_vec() }
}

/// `{fen <FEN> | startpos} [moves <m1> ...]`
fn setup(mut words: Words<'_>) -> Option<Setup> {
    let first = words.next()?;
    let is_fen = first.eq_ignore_ascii_case(b"fen");
    if !is_fen && !first.eq_ignore_ascii_case(b"startpos") {
        return None;
    }
    // Front ends append fields and comments of their own, in any encoding, to the FEN.
    let mut fields = Vec::new();
    for word in words.by_ref().take_while(|word| !word.eq_ignore_ascii_case(b"moves")) {
        fields.push(String::from_utf8_lossy(word));
    }
    if is_fen && fields.is_empty() {
        return None;
    }
    let stray = fields.first().filter(|_| !is_fen).map(|word| word.clone().into_owned());
    Some(Setup { fen: is_fen.then(|| fields.join(" ")), moves: words.0.trim_ascii().to_vec(), stray })
}

/// The keywords of `go`. A keyword in the place of a value means that the value is missing.
const GO_WORDS: [&str; 18] = [
    "ponder",
    "draw",
    "infinite",
    "depth",
    "nodes",
    "time",
    "movestogo",
    "increment",
    "opptime",
    "oppmovestogo",
    "oppincrement",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movetime",
    "mate",
    "searchmoves",
];

fn is_go_word(word: &[u8]) -> bool {
    GO_WORDS.iter().any(|known| word.eq_ignore_ascii_case(known.as_bytes()))
}

/// The words of a `go` that are still to be read, and its mistakes so far, see [`Go`].
struct GoWords<'a, I: Iterator<Item = &'a [u8]>> {
    words: Peekable<I>,
    mistake: Option<String>,
}

impl<'a, I: Iterator<Item = &'a [u8]>> GoWords<'a, I> {
    fn note(&mut self, mistake: String) {
        self.mistake.get_or_insert(mistake);
    }

    /// The value after a word: `None` when it is missing or unreadable. An unreadable one is skipped.
    fn value(&mut self, name: &str) -> Option<u64> {
        let word = self.words.next_if(|word| !is_go_word(word));
        let value = word.and_then(number);
        if value.is_none() {
            let found = word.map_or(String::new(), |word| format!(", not {}", String::from_utf8_lossy(word)));
            self.note(format!("{name} needs a number from 0 up{found}"));
        }
        value
    }

    /// The value after a word, at most `u32::MAX`; `default` when it is missing or unreadable.
    fn count(&mut self, name: &str, default: u32) -> u32 {
        self.value(name).map_or(default, clamp)
    }
}

fn go<'a>(words: Peekable<impl Iterator<Item = &'a [u8]>>) -> Command {
    let mut go = Go::default();
    let mut rest = GoWords { words, mistake: None };
    while let Some(word) = rest.words.next() {
        let name = String::from_utf8_lossy(word).to_ascii_lowercase();
        match name.as_str() {
            "ponder" => go.ponder = true,
            "draw" => go.draw = true,
            "infinite" => go.infinite = true,
            "depth" if rest.words.next_if(|word| word.eq_ignore_ascii_case(b"infinite")).is_some() => {
                go.infinite = true;
            }
            "depth" => go.depth = Some(rest.count(&name, 1)),
            "nodes" => {
                go.nodes = Some(rest.value(&name).unwrap_or(1));
                if go.nodes == Some(0) {
                    rest.note("nodes needs a number above 0, not 0".to_owned());
                }
            }
            "mate" => go.mate = Some(rest.count(&name, 1).max(1)),
            "time" => go.time = Some(rest.value(&name).unwrap_or(0)),
            // 0 comes from front ends whose clock has no periods.
            "movestogo" => go.moves_to_go = Some(rest.count(&name, 1)).filter(|&moves| moves > 0),
            "increment" => go.increment = Some(rest.value(&name).unwrap_or(0)),
            "movetime" => go.move_time = Some(rest.value(&name).unwrap_or(0)),
            "wtime" => go.times[Color::Red.index()] = Some(rest.value(&name).unwrap_or(0)),
            "btime" => go.times[Color::Black.index()] = Some(rest.value(&name).unwrap_or(0)),
            "winc" => go.increments[Color::Red.index()] = Some(rest.value(&name).unwrap_or(0)),
            "binc" => go.increments[Color::Black.index()] = Some(rest.value(&name).unwrap_or(0)),
            "opptime" => go.opponent_time = rest.value(&name),
            "oppmovestogo" | "oppincrement" => {
                rest.value(&name);
            }
            "searchmoves" => {
                let moves = go.search_moves.get_or_insert_default();
                while let Some(word) = rest.words.next_if(|word| !is_go_word(word)) {
                    moves.extend_from_slice(word);
                    moves.push(b' ');
                }
            }
            "perft" => {
                let depth = rest.words.next();
                if go == Go::default() && rest.words.peek().is_none() {
                    return perft(depth);
                }
                rest.note("perft takes no other word, as in: go perft 5".to_owned());
            }
            _ => rest.note(format!("unknown word in go: {}", String::from_utf8_lossy(word))),
        }
    }
    Command::Go(Go { mistake: rest.mistake, ..go })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: impl AsRef<[u8]>, expected: Command) {
        let line = line.as_ref();
        assert_eq!(parse(line), expected, "{}", line.escape_ascii());
    }

    fn option(name: &str, value: &str) -> Command {
        Command::SetOption { name: name.into(), value: value.into() }
    }

    fn startpos(text: &str) -> Command {
        Command::Position(Some(Setup { moves: text.into(), ..Setup::default() }))
    }

    /// The `go` of a front end, from which unknown words are accepted.
    fn go_of(line: &str) -> Go {
        match parse(line.as_bytes()) {
            Command::Go(go) => Go { mistake: None, ..go },
            other => panic!("{line} gave {other:?}"),
        }
    }

    #[test]
    fn words_in_any_case_and_spacing() {
        for line in ["ucci", " ucci ", "\tUCCI\t", "Ucci\r", "\u{feff}ucci", "ucci now"] {
            check(line, Command::Handshake(Dialect::Ucci));
        }
        check("uci", Command::Handshake(Dialect::Uci));
        check("isready", Command::IsReady);
        check("ucinewgame", option("newgame", ""));
        check("newgame", option("newgame", ""));
        check("stop", Command::Stop);
        check("Quit", Command::Quit);
        check("ponderhit", Command::PonderHit { draw: false });
        check("ponderhit draw", Command::PonderHit { draw: true });
        check("debug on", option("debug", "on"));
        check("debug off", option("debug", "off"));
        check("d", Command::Diagram);
        check("rules", Command::Rules(None));
        check("rules League", Command::Rules(Some(RuleSet::League)));
        check("rules of thumb", Command::Unknown);
        check("perft 5", Command::Perft(5));
        check("perft 99999999999999999999", Command::Perft(64));
        check("go perft 3", Command::Perft(3));
        check("perft", mistake("perft needs a depth, as in: perft 5"));
        check("perft -1", mistake("perft needs a depth, as in: perft 5"));
        check("bench", Command::Bench(None));
        check("bench 7", Command::Bench(Some(7)));
        let request = genfens::Request { count: 9, seed: 5, book: None, plies: None, bound: None };
        check("genfens 9 seed 5 book None  quit", Command::GenFens(request.clone()));
        let request =
            genfens::Request { book: Some("Books/x.epd".into()), plies: Some((2, 4)), bound: Some(50), ..request };
        check("genfens 9 seed 5 book Books/x.epd plies 2-4 bound 50 quit", Command::GenFens(request.clone()));
        let request = genfens::Request { book: None, plies: Some((3, 3)), bound: None, ..request };
        check("genfens 9 plies 3 seed 5", Command::GenFens(request));
        for line in ["genfens", "genfens many", "genfens 3 seed", "genfens 3 plies 4-", "genfens 3 bound x"] {
            check(line, mistake("genfens needs a number, as in: genfens 10 seed 1 book None"));
        }
        check("tunables", Command::Tunables);
        for line in ["", "   ", "\t\r", "foo", "ucciok", "pause", "\0", "go\0", "\u{feff}"] {
            check(line, Command::Unknown);
        }
        check(b"\xff\xfe\x00g\x00o", Command::Unknown);
    }

    #[test]
    fn options_of_both_dialects() {
        check("setoption hashsize 68", option("hashsize", "68"));
        check("setoption  HashSize   68  ", option("hashsize", "68"));
        check("setoption newgame", option("newgame", ""));
        check("setoption bookfiles", option("bookfiles", ""));
        check("setoption bookfiles /a b/c;D.txt", option("bookfiles", "/a b/c;D.txt"));
        check("setoption name hashsize value 16", option("hashsize", "16"));
        check("setoption name Move Overhead value 50", option("moveoverhead", "50"));
        check("setoption name UCI_Variant value xiangqi", option("ucivariant", "xiangqi"));
        check("setoption name bookfiles value /my value/x", option("bookfiles", "/my value/x"));
        check("setoption name Clear Hash", option("clearhash", ""));
        check("setoption name x value", option("x", ""));
        check("setoption", option("", ""));
        check("setoption name", option("", ""));
        check(
            b"setoption bookfiles C:\\\xc6\xe5\xc6\xd7.txt",
            Command::SetOption { name: "bookfiles".into(), value: b"C:\\\xc6\xe5\xc6\xd7.txt".to_vec() },
        );
    }

    #[test]
    fn positions() {
        check("position startpos", startpos(""));
        check("position startpos moves", startpos(""));
        check("position  startpos  moves  h2e2  H9-G7 ", startpos("h2e2  H9-G7"));
        check("startpos moves h2e2", startpos("h2e2"));
        check("POSITION STARTPOS MOVES H2E2", startpos("H2E2"));
        check("position startpos moves h2e2 x h9g7", startpos("h2e2 x h9g7"));
        let stray = Some("h2e2".to_owned());
        check("position startpos h2e2", Command::Position(Some(Setup { stray, ..Setup::default() })));
        let fen = |fen: &str, text: &str| {
            Command::Position(Some(Setup { fen: Some(fen.into()), moves: text.into(), ..Setup::default() }))
        };
        check("position fen 4k4/9 w - - 0 1 moves a0a1", fen("4k4/9 w - - 0 1", "a0a1"));
        check("fen 4k4/9 r moves a0a1", fen("4k4/9 r", "a0a1"));
        check("position fen 4k4/9 w -- 0 1", fen("4k4/9 w -- 0 1", ""));
        check("position fen 4k4/9", fen("4k4/9", ""));
        check(
            b"position fen 4k4/9 w - - 0 8 ;\xba\xec\xcf\xc8 - - 0 1 moves a0a1",
            fen("4k4/9 w - - 0 8 ;\u{fffd}\u{fffd}\u{fffd}\u{fffd} - - 0 1", "a0a1"),
        );
        for line in ["position", "position fen", "position fen moves h2e2", "position 4k4/9 w", "position moves h2e2"] {
            check(line, Command::Position(None));
        }
        check("probe", Command::Probe(None));
        check("probe fen", Command::Probe(None));
        check("probe startpos moves h2e2", Command::Probe(Some(Setup { moves: "h2e2".into(), ..Setup::default() })));
        check("banmoves h2e2 zz a0a1 i9i", Command::BanMoves("h2e2 zz a0a1 i9i".into()));
        check("banmoves", Command::BanMoves(Vec::new()));
    }

    #[test]
    fn limits() {
        assert_eq!(go_of("go"), Go::default());
        assert_eq!(go_of("go infinite"), Go { infinite: true, ..Go::default() });
        assert_eq!(go_of("go depth infinite"), Go { infinite: true, ..Go::default() });
        assert_eq!(go_of("go depth 5 "), Go { depth: Some(5), ..Go::default() });
        assert_eq!(go_of("go depth 0"), Go { depth: Some(0), ..Go::default() });
        for line in ["go depth", "go depth x", "go depth -3"] {
            assert_eq!(go_of(line), Go { depth: Some(1), ..Go::default() }, "{line}");
        }
        assert_eq!(go_of("go nodes 99999999999999999999"), Go { nodes: Some(u64::MAX), ..Go::default() });
        assert_eq!(go_of("go nodes"), Go { nodes: Some(1), ..Go::default() });
        assert_eq!(go_of("go ponder draw"), Go { ponder: true, draw: true, ..Go::default() });
        assert_eq!(go_of("go mate 3"), Go { mate: Some(3), ..Go::default() });
        assert_eq!(
            go_of("go draw time 1 increment 2 opptime 3 oppincrement 4"),
            Go { draw: true, time: Some(1), increment: Some(2), opponent_time: Some(3), ..Go::default() }
        );
        assert_eq!(
            go_of("go time 1 opptime 3 oppincrement 4 increment 2"),
            Go { time: Some(1), increment: Some(2), opponent_time: Some(3), ..Go::default() }
        );
        assert_eq!(
            go_of("go time opptime 5 movestogo 0 depth 6"),
            Go { time: Some(0), opponent_time: Some(5), depth: Some(6), ..Go::default() }
        );
        assert_eq!(go_of("go movestogo"), Go { moves_to_go: Some(1), ..Go::default() });
        assert_eq!(go_of("go time -5"), Go { time: Some(0), ..Go::default() });
        assert_eq!(go_of("go foo 3 depth 2 bar"), Go { depth: Some(2), ..Go::default() });
        assert_eq!(
            go_of("go searchmoves h2e2 b2e2 depth 3"),
            Go { search_moves: Some("h2e2 b2e2 ".into()), depth: Some(3), ..Go::default() }
        );
        assert_eq!(go_of("go searchmoves"), Go { search_moves: Some(vec![]), ..Go::default() });
    }
}
