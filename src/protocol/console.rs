//! A person at the console or on the command line: commands that front ends never send, a message for each mistyped
//! line, and the output of `d`, `eval`, `perft`, `bench` and `tunables`. After a handshake these messages are not sent.

use super::command::{Command, Go, Setting};
use super::move_text::{self, read_sent};
use super::session::{Client, Phase, Session};
use super::text::{ScoreScale, nps};
use super::{options, output, parse};
use crate::board::{Board, perft};
use crate::config::{OPTIONS, OptionSpec};
use crate::eval::nnue;
use crate::game;
use crate::notation::{self, Style, Unread};
use crate::params::{TUNABLES, Tunable};
use crate::rules::Rules;
use crate::search::Signals;
use crate::types::{Color, Move, Score};
use std::io::Write;
use std::time::{Duration, Instant};

/// What `help` prints.
pub const HELP: &str = "\
Commands of UCCI and UCI, the protocols of xiangqi front ends:
  ucci | uci                            introduce yourself and choose the form of the replies
  isready | stop | ponderhit | quit
  setoption <name> [<value>]            the options are listed after ucci
  position startpos|fen <FEN> [moves h2e2 ...]
                                        at the console moves may be 炮二平五, C2.5 or H2-E2 as well
  banmoves <moves>                      forbid moves in this position
  go depth <n> | nodes <n> | mate <moves> | movetime <ms> | time <ms> [increment <ms>]
     | wtime <ms> btime <ms> [winc <ms> binc <ms>] | infinite
                                        each also with ponder or searchmoves <moves>
  probe startpos|fen <FEN> [moves ...]  show the entry of the hash table for a position
Commands for the console:
  h2e2, C2.5, 炮二平五                  play a move, in any notation
  setoption notation <style>            how moves are written here: plain, iccs, wxf, chinese,
                                        traditional, fullwidth, traditional-fullwidth
  d                                     show the board
  eval                                  show the static evaluation and what each piece adds
  rules [asian|computer|league|checkonly|off]
                                        show what the rules say of the game so far
  perft <n>                             count move sequences of n plies
  bench [<depth>]                       search a fixed set of positions
  genfens <n> [seed <n>] [book <file>] [plies <n>-<m>] [bound <centipawns>]
                                        random starts, as OpenBench asks for them
  tunables                              the numbers of the search, as OpenBench's form for tuning takes them
  help                                  this text";

/// What is wrong with a `position` without a position.
pub const NO_POSITION: &str = "expected startpos, or fen and a FEN";

/// What is wrong with a typed command, regardless of the position.
pub fn mistake(command: &Command) -> Option<String> {
    match command {
        Command::Go(go) => go.mistake.clone(),
        Command::Position(None) => Some(NO_POSITION.to_owned()),
        Command::Position(Some(setup)) => setup.mistake(),
        Command::Mistake(mistake) => Some(mistake.clone()),
        _ => None,
    }
}

impl<W: Write> Session<W> {
    /// Carries out one command line and returns when it has been answered.
    ///
    /// # Errors
    /// What is wrong with the command, as a message for the user.
    pub fn run_once(&mut self, line: &[u8]) -> Result<(), String> {
        self.client = Client::OneShot;
        self.phase = Phase::InputEnded;
        output::log_line('>', line);
        let command = parse::parse(line);
        if command == Command::Unknown {
            let line = String::from_utf8_lossy(line);
            return Err(format!(
                "there is no such command, or it takes fewer words; if it is one of the tools: guohe-tools {line}\n\
                 没有这个命令，或参数过多；若是工具的命令，请用 guohe-tools {line}"
            ));
        }
        if let Some(mistake) = mistake(&command) {
            return Err(mistake);
        }
        self.carry_out(command);
        self.serve();
        self.one_shot_error.take().map_or(Ok(()), Err)
    }

    /// Reads a typed line: a command, or a move in any notation. `None` when it is neither; a message has been written.
    pub(super) fn read_typed_line(&mut self, line: &[u8]) -> Option<Command> {
        let command = parse::parse(line);
        let text = String::from_utf8_lossy(line);
        let text = text.trim();
        if command != Command::Unknown || text.is_empty() {
            return Some(command);
        }
        let bare = without_number(text).unwrap_or(text);
        if matches!(notation::read(self.engine.board(), bare), Err(Unread::Unreadable(_))) {
            self.write_message(&format!("not understood: '{text}'; help lists the commands"));
            return None;
        }
        Some(Command::Move(text.to_owned()))
    }

    /// Reads a typed `setoption` and reports what is wrong with it.
    pub(super) fn read_typed_option(&mut self, name: &str, value: &[u8]) -> Result<Setting, String> {
        // Options that neither protocol announces, with a top-level key in `engine.toml`.
        let is_typed = |option: &&OptionSpec| {
            option.ucci.is_empty() && option.uci.is_empty() && option.section_and_key() == ("", name)
        };
        let typed = OPTIONS.iter().find(|option| !name.is_empty() && is_typed(option));
        let setting = match typed {
            Some(option) => options::setting(option, name, value),
            None => options::read(name, value),
        };
        match &setting {
            Err(why) => self.report_error(&format!("option not set: {why}")),
            Ok(Setting::Option(option, _)) => {
                let text = String::from_utf8_lossy(value);
                if let Some((min, max)) = options::range(option, self.engine.max_hash())
                    && !text.trim().parse().is_ok_and(|number| (min..=max).contains(&number))
                {
                    self.write_message(&format!("{name} must be from {min} to {max}; the nearest value is set"));
                }
            }
            #[cfg(feature = "tune")]
            Ok(Setting::Tunable(..)) => {}
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
                self.write_message(&format!("{written} is played; {:?} is to move: {}", board.side(), board.fen()));
                self.engine.set_position(board);
            }
            Ok(None) => {}
            // A refused move in another notation is named by the message.
            Err(why) if text.parse::<Move>().is_ok() => self.write_message(&format!("{text}: {why}")),
            Err(why) => self.write_message(&why),
        }
    }

    /// Whether a typed `go` can be searched. If not, reports why, and writes `nobestmove` for programs on a pipe.
    pub(super) fn accepts_typed_go(&mut self, go: &Go) -> bool {
        let Some(mistake) = go.mistake.clone().or_else(|| self.mistake_in_search_moves(go)) else { return true };
        self.report_error(&format!("nothing is searched: {mistake}"));
        if self.client == Client::Console {
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
                (!is_any).then(|| "searchmoves leaves no move to search".to_owned())
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

/// `word` without a leading move number; `None` when nothing else is left: `12.`, `1...`, `……`.
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

/// Number of last moves that `d` shows.
const SHOWN_MOVES: usize = 20;

/// The last line of `perft` and `bench`.
pub fn total(nodes: u64, time: Duration) -> String {
    format!("{nodes} nodes {} nps", nps(nodes, time))
}

/// Learning rate of SPSA at the end of a tuning run, per step: OpenBench's default.
const LEARNING_RATE: f64 = 0.002;

/// The search parameters in the format of OpenBench's SPSA form: name, type, value, min, max, step, learning rate. A
/// build with `--features tune` has them as options.
pub fn tunables() -> Vec<String> {
    let line = |number: &Tunable| {
        let Tunable { name, default, min, max, step } = number;
        format!("{name}, int, {default}, {min}, {max}, {step}, {LEARNING_RATE}")
    };
    TUNABLES.iter().map(line).collect()
}

/// The board, its FEN and key, and the verdict of the rules; with a notation other than coordinates also the last
/// moves.
pub fn diagram(board: &Board, rules: &Rules, style: Style) -> Vec<String> {
    let mut lines: Vec<String> = board.to_string().lines().map(str::to_owned).collect();
    lines.push(format!("fen: {}", board.fen()));
    lines.push(format!("key: {}", board.key()));
    let state = match (board.has_legal_move(), board.in_check()) {
        (false, true) => "mated",
        (false, false) => "stalemated",
        (true, true) => "in check",
        (true, false) => "to move",
    };
    lines.push(format!("{:?} is {state}", board.side()));
    lines.push(game::verdict_line(board, rules));
    let moves = move_text::game(board, style, SHOWN_MOVES);
    if style != Style::Plain && !moves.is_empty() {
        let earlier = if moves.len() < board.plies_played() { "… " } else { "" };
        lines.push(format!("moves: {earlier}{}", moves.join(" ")));
    }
    lines
}

/// The output of `eval`: the value of the position and the part of each piece in it.
pub fn evaluation(board: &Board, network: &nnue::Network, scale: &ScoreScale) -> Vec<String> {
    let trace = nnue::trace(network, board);
    let value = Score::from_evaluation(trace.value);
    let mut lines = by_pieces(&trace, network);
    lines.push(format!("evaluation for {:?}, who is to move: {value}", board.side()));
    if scale.converts() {
        lines.push(format!("searches show this as {}; 100 wins half of the games", scale.of(value)));
    }
    lines
}

/// What each piece adds to the value.
fn by_pieces(trace: &nnue::Trace, network: &nnue::Network) -> Vec<String> {
    let mut lines = vec![
        format!("network {} {}, {}", network.name(), network.shape(), nnue::Simd::chosen().name()),
        format!("output {} of {}, by the heavy pieces on the board", trace.output + 1, nnue::Shape::OUTPUTS),
        "what each piece adds for its side (centipawns):".to_owned(),
    ];
    for side in Color::ALL {
        let pieces: Vec<_> = trace
            .pieces
            .iter()
            .filter(|(_, piece, _)| piece.color == side)
            .map(|(square, piece, gain)| format!("{}{square} {gain:+}", piece.letter()))
            .collect();
        lines.extend(pieces.chunks(8).map(|row| format!("{side:?}: {}", row.join("  "))));
    }
    lines
}

/// Perft to this depth or less does not poll the stop flag.
const SMALL_DEPTH: u32 = 3;

/// Perft, root move by root move, until the signals stop it. Passes each line of output to `line`. Returns nodes and
/// time.
pub fn count(board: &Board, depth: u32, signals: &Signals, line: &mut dyn FnMut(&str)) -> (u64, Duration) {
    let mut board = board.clone();
    let start = Instant::now();
    let moves = board.legal_moves();
    let mut nodes = u64::from(depth == 0);
    if let Some(rest) = depth.checked_sub(1) {
        for mv in moves {
            board.make(mv);
            let below = count_below(&mut board, rest, signals);
            board.unmake();
            if signals.is_stopped() {
                break;
            }
            nodes += below;
            line(&format!("{mv}: {below}"));
        }
    }
    (nodes, start.elapsed())
}

/// [`perft`] that can be stopped; the count is then meaningless.
fn count_below(board: &mut Board, depth: u32, signals: &Signals) -> u64 {
    if depth <= SMALL_DEPTH {
        return perft(board, depth);
    }
    let mut nodes = 0;
    for mv in board.legal_moves() {
        if signals.is_stopped() {
            break;
        }
        board.make(mv);
        nodes += count_below(board, depth - 1, signals);
        board.unmake();
    }
    nodes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistakes_of_a_person() {
        for (line, expected) in [
            ("go dpeth 3", Some("unknown word in go: dpeth")),
            ("go movetime=500", Some("unknown word in go: movetime=500")),
            ("go depth 1 --log x", Some("unknown word in go: --log")),
            ("go depth", Some("depth needs a number from 0 up")),
            ("go nodes 0", Some("nodes needs a number above 0, not 0")),
            ("go movetime", Some("movetime needs a number from 0 up")),
            ("go depth x nodes y", Some("depth needs a number from 0 up, not x")),
            ("go time -5", Some("time needs a number from 0 up, not -5")),
            ("go depth nodes 5", Some("depth needs a number from 0 up")),
            ("go depth 5 movetime 100", None),
            ("go searchmoves h2e2 infinite", None),
            ("go ponder draw opptime 5", None),
            ("go", None),
            ("perft", Some("perft needs a depth, as in: perft 5")),
            ("bench deep", Some("bench takes a depth, as in: bench 5")),
            ("position", Some("expected startpos, or fen and a FEN")),
            ("position fen", Some("expected startpos, or fen and a FEN")),
            ("go perft 2 foo", Some("perft takes no other word, as in: go perft 5")),
            ("go depth 3 perft 1", Some("perft takes no other word, as in: go perft 5")),
            ("position startpos h2e2 h9g7", Some("unexpected word 'h2e2': the moves come after the word moves")),
            ("d", None),
        ] {
            assert_eq!(mistake(&parse::parse(line.as_bytes())).as_deref(), expected, "{line}");
        }
        for line in ["perft 2 foo", "bench 1 foo", "rules asian foo", "d foo"] {
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

    fn count_lines(fen: &str, depth: u32) -> Vec<String> {
        let mut lines = Vec::new();
        let board = Board::from_fen(fen).unwrap();
        let (nodes, time) = count(&board, depth, &Signals::new(), &mut |line| lines.push(line.to_owned()));
        lines.push(total(nodes, time));
        lines
    }

    #[test]
    fn perft_ends_with_the_total() {
        let lines = count_lines(crate::board::STARTPOS, 2);
        assert_eq!(lines.len(), 45);
        assert!(lines[44].starts_with("1920 nodes ") && lines[44].ends_with(" nps"), "{}", lines[44]);
        assert!(lines[..44].iter().all(|line| line.split(": ").count() == 2));
        assert_eq!(count_lines(crate::board::STARTPOS, 0).len(), 1);
        let mated = "R3k4/R8/9/9/9/9/9/9/9/3K5 b - - 0 1";
        assert_eq!(count_lines(mated, 3), ["0 nodes 0 nps"]);
        assert!(count_lines(mated, 0)[0].starts_with("1 nodes "));
        // Deep enough to be counted in parts.
        let few = "3k5/9/9/4p4/9/9/9/9/9/4K3R w - - 0 1";
        let whole = perft(&mut Board::from_fen(few).unwrap(), 6);
        assert!(count_lines(few, 6).last().unwrap().starts_with(&format!("{whole} nodes ")), "{whole}");
    }

    #[test]
    fn a_count_can_be_stopped() {
        let signals = Signals::new();
        let (nodes, _) = count(&Board::startpos(), 1, &signals, &mut |_| signals.stop());
        assert_eq!(nodes, 1);
        let (nodes, _) = count(&Board::startpos(), 60, &signals, &mut |line| panic!("{line}"));
        assert_eq!(nodes, 0);
    }

    #[test]
    fn printed_text_holds_no_word_that_ends_games() {
        let board = Board::startpos();
        let mut text = crate::protocol::HELP.to_owned();
        text += &diagram(&board, &Rules::default(), Style::Plain).join("\n");
        text += &evaluation(&board, &nnue::embedded(), &ScoreScale::RAW).join("\n");
        for word in ["draw", "resign", "bestmove"] {
            assert!(!text.to_lowercase().contains(word), "{word}");
        }
    }

    #[test]
    fn eval_lists_the_value_of_each_piece() {
        let parameters = nnue::Parameters::uniform(5, [10, 0]);
        let network = nnue::Network::from_bytes(&parameters.to_bytes()).unwrap();
        let lines = evaluation(&Board::startpos(), &network, &ScoreScale::RAW);
        assert!(lines[0].starts_with("network ") && lines[1].starts_with("output 8 of 8"), "{lines:?}");
        assert_eq!(lines.iter().filter(|line| line.starts_with("Red: ")).count(), 2);
        assert_eq!(lines.iter().map(|line| line.matches("  ").count() + 1).sum::<usize>(), 4 + 30);
        // 32 neurons of (32 * 5 / 255)^2 * 10 / 64, at 400 centipawns; a piece less leaves (31 * 5 / 255)^2.
        assert_eq!(lines.last().unwrap(), "evaluation for Red, who is to move: 787");
        assert!(lines[3].starts_with("Red: Ad0 +49  "), "{}", lines[3]);
    }

    #[test]
    fn the_diagram_shows_the_state_of_the_game() {
        let of = |fen: &str| diagram(&Board::from_fen(fen).unwrap(), &Rules::default(), Style::Plain)[13].clone();
        assert_eq!(of(crate::board::STARTPOS), "Red is to move");
        assert_eq!(of("R3k4/R8/9/9/9/9/9/9/9/3K5 b - - 0 1"), "Black is mated");
    }
}
