//! A person at the console, or the command line: lines that a front end never sends, and a message for each line that
//! does not mean what it says. A front end gets none of this once it has sent its handshake.

use super::command::{Command, Go, Setting};
use super::moves::read_sent;
use super::session::{Session, Speaker, Stage};
use super::{options, output, parse};
use crate::board::Board;
use crate::config::{OPTIONS, OptionSpec};
use crate::notation::{self, Unread};
use crate::types::Move;
use std::io::Write;

/// What `help` prints.
pub const HELP: &str = "\
Commands of UCCI and UCI, the protocols of xiangqi front ends:
  ucci | uci                            introduce yourself and choose the form of the replies
  isready | stop | ponderhit | quit
  setoption <name> [<value>]            the options are listed after ucci
  position startpos|fen <FEN> [moves h2e2 ...]
                                        at the console moves may be 炮二平五, C2.5 or H2-E2 as well
  banmoves <moves>                      forbid moves in this position
  go depth <n> | nodes <n> | movetime <ms> | time <ms> [increment <ms>] | infinite
  probe startpos|fen <FEN> [moves ...]  what the hash table knows of a position
Commands for the console:
  h2e2, C2.5, 炮二平五                  play a move, in any notation
  setoption notation <style>            how moves are written here: plain, iccs, wxf, chinese,
                                        traditional, fullwidth, traditional-fullwidth
  d                                     show the board
  eval                                  show what the position is worth without search, and why
  rules [asian|computer|league|checkonly|off]
                                        show what the rules say of the game so far
  perft <n>                             count move sequences of n plies
  bench [<depth>]                       search a fixed set of positions
  genfens <n> [seed <n>] [book <file>] [plies <n>-<m>] [bound <centipawns>]
                                        random starts, as OpenBench asks for them
  tunables                              the numbers of the search, as OpenBench's form for tuning takes them
  help                                  this text";

/// What is wrong with a typed command, whatever the position.
pub fn mistake(command: &Command) -> Option<String> {
    match command {
        Command::NoPosition => Some("it needs startpos, or fen and a FEN".to_owned()),
        Command::Go(go) => go.mistake.clone(),
        Command::Position(setup) => setup.mistake(),
        Command::GenFens(None) => Some("genfens needs a number, as in: genfens 10 seed 1 book None".to_owned()),
        Command::Perft(None) => Some("perft needs a depth, as in: perft 5".to_owned()),
        _ => None,
    }
}

impl<W: Write> Session<W> {
    /// Carries out one command line and returns when it has been answered.
    ///
    /// # Errors
    /// What is wrong with the command, for people.
    pub fn run_once(&mut self, line: &[u8]) -> Result<(), String> {
        self.speaker = Speaker::CommandLine;
        self.stage = Stage::InputEnded;
        output::log_line('>', line);
        let command = parse::parse(line);
        if command == Command::Unknown {
            let line = String::from_utf8_lossy(line);
            return Err(format!(
                "there is no such command; if it is one of the tools: guohe-tools {line}\n\
                 没有这个命令；若是工具的命令，请用 guohe-tools {line}"
            ));
        }
        if let Some(mistake) = mistake(&command) {
            return Err(mistake);
        }
        self.carry_out(command);
        self.serve();
        self.refusal.take().map_or(Ok(()), Err)
    }

    /// Reads a typed line: a command, or a move in any notation. `None` when it is neither, which has then been said.
    pub(super) fn read_typed_line(&mut self, line: &[u8]) -> Option<Command> {
        let command = parse::parse(line);
        let text = String::from_utf8_lossy(line);
        let text = text.trim();
        if command != Command::Unknown || text.is_empty() {
            return Some(command);
        }
        if matches!(notation::read(self.engine.board(), text), Err(Unread::Unreadable(_))) {
            self.say(&format!("not understood: '{text}'; help lists the commands"));
            return None;
        }
        Some(Command::Move(text.to_owned()))
    }

    /// Reads a typed `setoption`, and says what is wrong with it.
    pub(super) fn read_typed_option(&mut self, name: &str, value: &[u8]) -> Option<Setting> {
        // Options that no protocol announces, and whose key stands at the top of `engine.toml`.
        let is_typed = |option: &&OptionSpec| {
            option.ucci.is_empty() && option.uci.is_empty() && option.section_and_key() == ("", name)
        };
        let typed = OPTIONS.iter().find(|option| !name.is_empty() && is_typed(option));
        let setting = match typed {
            Some(option) => options::setting(option, value, &self.announced),
            None => options::read(name, value, &self.announced),
        };
        if setting.is_none() {
            self.refuse(&format!("nothing is set: there is no option '{name}', or it does not take this value"));
        } else if let Some(option) = OPTIONS.iter().find(|option| option.is_called(name))
            && let Some((min, max)) = options::range(option, self.machine())
        {
            let text = String::from_utf8_lossy(value);
            let text = text.trim();
            let is_low = text.starts_with('-') || text.parse().is_ok_and(|number: u32| number < min);
            let nearest = if is_low { min } else { max };
            if !text.parse().is_ok_and(|number| (min..=max).contains(&number)) {
                self.say(&format!("{name} goes from {min} to {max}: it is {nearest} now"));
            }
        }
        setting
    }

    /// Plays a typed move on the board.
    pub(super) fn play(&mut self, text: &str) {
        let mut board = self.engine.board().clone();
        match read_typed(&board, text) {
            Ok(Some(mv)) => {
                let written = notation::write(&board, mv, self.style());
                board.make(mv);
                self.say(&format!("{written} is played; {:?} is to move: {}", board.side(), board.fen()));
                self.engine.set_position(board);
            }
            Ok(None) => {}
            Err(why) => self.say(&why),
        }
    }

    /// Whether a typed `go` is searched. If not, says why, and answers programs on a pipe.
    pub(super) fn accepts_typed_go(&mut self, go: &Go) -> bool {
        let Some(mistake) = go.mistake.clone().or_else(|| self.mistake_in_search_moves(go)) else { return true };
        self.refuse(&format!("nothing is searched: {mistake}"));
        if self.speaker == Speaker::Console {
            self.output.line("nobestmove");
        }
        false
    }

    fn mistake_in_search_moves(&self, go: &Go) -> Option<String> {
        match self.read_moves(go.search_moves.as_deref()?) {
            Err(mistake) => Some(mistake),
            Ok(wanted) => {
                let playable = self.engine.root_moves(None);
                let is_any = wanted.iter().any(|mv| playable.contains(mv));
                (!is_any).then(|| "searchmoves leaves no move".to_owned())
            }
        }
    }
}

/// Reads a move as a person types it: any notation, with move numbers in between.
///
/// # Errors
/// When it is not a legal move.
pub fn read_typed(board: &Board, word: &str) -> Result<Option<Move>, String> {
    let Some(bare) = without_number(word) else { return Ok(None) };
    match notation::read(board, bare) {
        Ok(mv) => Ok(Some(mv)),
        Err(_) if bare.parse::<Move>().is_ok() => read_sent(board, bare),
        Err(unread) => Err(unread.to_string()),
    }
}

/// `word` without a move number in front; `None` when it is nothing but one: `12.`, `1...`, `……`.
pub fn without_number(word: &str) -> Option<&str> {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let body = rest.trim_start_matches(['.', '．', '…', '、']);
    match body.chars().next() {
        None if rest.is_empty() => Some(word),
        None => None,
        // `33.2` is a move of WXF.
        Some(first) if body.len() < rest.len() && !first.is_ascii_digit() => Some(body),
        Some(_) => Some(word),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistakes_of_a_person() {
        for (line, expected) in [
            ("go dpeth 3", Some("go does not know the word dpeth")),
            ("go movetime=500", Some("go does not know the word movetime=500")),
            ("go depth 1 --log x", Some("go does not know the word --log")),
            ("go depth", Some("depth needs a number")),
            ("go depth x nodes y", Some("depth needs a number, not x")),
            ("go time -5", Some("time needs a number, not -5")),
            ("go depth nodes 5", Some("depth needs a number")),
            ("go depth 5 movetime 100", None),
            ("go searchmoves h2e2 infinite", None),
            ("go ponder draw opptime 5", None),
            ("go", None),
            ("perft", Some("perft needs a depth, as in: perft 5")),
            ("position", Some("it needs startpos, or fen and a FEN")),
            ("position fen", Some("it needs startpos, or fen and a FEN")),
            ("go perft 2 foo", Some("perft stands alone, as in: go perft 5")),
            ("go depth 3 perft 1", Some("perft stands alone, as in: go perft 5")),
            ("position startpos h2e2 h9g7", Some("'h2e2' stands where only the word moves may")),
            ("d", None),
        ] {
            assert_eq!(mistake(&parse::parse(line.as_bytes())).as_deref(), expected, "{line}");
        }
        for line in ["perft 2 foo", "bench 1 foo", "bench deep", "rules asian foo", "d foo"] {
            assert_eq!(parse::parse(line.as_bytes()), Command::Unknown, "{line}");
        }
    }

    #[test]
    fn numbers_are_no_moves() {
        let check = |word: &str, expected: Option<&str>| assert_eq!(without_number(word), expected, "{word}");
        check("1.", None);
        check("12...", None);
        check("……", None);
        check("1.炮二平五", Some("炮二平五"));
        check("1、炮二平五", Some("炮二平五"));
        check("3.C2.5", Some("C2.5"));
        check("33.2", Some("33.2"));
        check("14=5", Some("14=5"));
        check("4+.5", Some("4+.5"));
        check("炮8平5", Some("炮8平5"));
        check("7", Some("7"));
    }
}
