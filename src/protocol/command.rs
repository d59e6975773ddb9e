//! The commands of UCCI, UCI and the console. `parse` makes them from text; `session` decides when they are carried
//! out.

use crate::config::OptionSpec;
use crate::genfens;
use crate::rules::RuleSet;
use crate::time::Clock;
use crate::types::Color;

/// The language that replies are written in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Dialect {
    /// 中国象棋通用引擎协议, the protocol of xiangqi front ends.
    #[default]
    Ucci,
    /// The chess protocol, as xiangqi tools speak it.
    Uci,
}

/// What a line asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// `ucci` or `uci`
    Handshake(Dialect),
    /// `isready`
    IsReady,
    /// `setoption`: the name in lower case without blanks and underscores, and the value as it was sent. UCI's
    /// `ucinewgame` and `debug on` become the UCCI options `newgame` and `debug`.
    SetOption {
        /// Empty when the name is missing.
        name: String,
        /// Without blanks at its ends; file names are in the front end's encoding.
        value: Vec<u8>,
    },
    /// `position`, and UCI-Cyclone's lines that begin with `fen` or `startpos`; `None` without one of these words.
    Position(Option<Setup>),
    /// `banmoves`: the moves as they were sent.
    BanMoves(Vec<u8>),
    /// `go`
    Go(Go),
    /// `ponderhit`
    PonderHit {
        /// A draw offer of the opponent came with it.
        draw: bool,
    },
    /// `stop`
    Stop,
    /// `probe`; `None` when no position could be read.
    Probe(Option<Setup>),
    /// `quit`
    Quit,
    /// `d`: show the board.
    Diagram,
    /// `eval`: show the evaluation piece by piece.
    Eval,
    /// `rules`: show what the rules say of the game so far, by the rule set named or else the one in force.
    Rules(Option<RuleSet>),
    /// `perft`, and `go perft` as other engines know it: the depth.
    Perft(u32),
    /// `bench`; `None` without a depth.
    Bench(Option<u32>),
    /// `genfens`: random start positions.
    GenFens(genfens::Request),
    /// `tunables`: the numbers of the search with their ranges.
    Tunables,
    /// `help`
    Help,
    /// A move that a person plays on the board, in any notation.
    Move(String),
    /// A command that lacks a number: a message for the user.
    Mistake(String),
    /// Anything else, an empty line too.
    Unknown,
}

/// A `setoption` with a valid value.
pub enum Setting {
    /// An option and its value as text.
    Option(&'static OptionSpec, Vec<u8>),
    /// A parameter of the search by its name, in builds with `tune`. Takes effect at once, but `lmr_base` and
    /// `lmr_divisor` with the next game.
    #[cfg(feature = "tune")]
    Tunable(&'static str, i32),
}

/// A position as text: where the game starts and the moves made since.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Setup {
    /// `None` for the start position.
    pub fen: Option<String>,
    /// The words for the moves, as they were sent: what they mean depends on the position.
    pub moves: Vec<u8>,
    /// The first unexpected word between `startpos` and `moves`. From a front end it is ignored; a person has probably
    /// forgotten the word `moves`.
    pub stray: Option<String>,
}

impl Setup {
    /// What is wrong with a typed position, apart from its moves.
    pub fn mistake(&self) -> Option<String> {
        self.stray.as_ref().map(|stray| format!("unexpected word '{stray}': the moves come after the word moves"))
    }
}

/// The parameters of a `go` as they were sent; the unit of UCCI times depends on an option.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Go {
    /// Think on the opponent's time.
    pub ponder: bool,
    /// A draw offer of the opponent comes with it.
    pub draw: bool,
    /// `infinite` was sent; a `go` without any limit is infinite, too.
    pub infinite: bool,
    /// Maximum depth, in iterations.
    pub depth: Option<u32>,
    /// Maximum number of nodes.
    pub nodes: Option<u64>,
    /// Search for a mate in this number of moves.
    pub mate: Option<u32>,
    /// Our clock, in the front end's unit.
    pub time: Option<u64>,
    /// Moves to the next period.
    pub moves_to_go: Option<u32>,
    /// Our increment per move, in the front end's unit.
    pub increment: Option<u64>,
    /// The opponent's clock, in the front end's unit. Only used to recognise a game without clocks, in
    /// which all times are 0.
    pub opponent_time: Option<u64>,
    /// Time for this move, in milliseconds.
    pub move_time: Option<u64>,
    /// Clocks by colour, in milliseconds.
    pub times: [Option<u64>; 2],
    /// Increments by colour, in milliseconds.
    pub increments: [Option<u64>; 2],
    /// The only root moves to search, as they were sent.
    pub search_moves: Option<Vec<u8>>,
    /// The first unknown word, or value that is missing or not a number, as a message for the user. A front end's search
    /// goes on without it.
    pub mistake: Option<String>,
}

impl Command {
    /// Whether it controls the running search or checks that the engine responds; such commands do not wait for a
    /// search.
    pub const fn is_urgent(&self) -> bool {
        matches!(self, Self::IsReady | Self::Stop | Self::PonderHit { .. } | Self::Quit)
    }

    /// Whether it uses the current position.
    pub const fn needs_position(&self) -> bool {
        matches!(
            self,
            Self::BanMoves(_)
                | Self::Go(_)
                | Self::Move(_)
                | Self::Diagram
                | Self::Eval
                | Self::Rules(_)
                | Self::Perft(_)
        )
    }
}

/// Search time of a `go draw` without limits, in milliseconds: front ends send no `stop` after it.
const DRAW_ANSWER: u64 = 900;

impl Go {
    /// The clock for the side to move, in milliseconds. `time` and `increment` count seconds when `seconds` is set.
    /// `None` when the clock sets no limit. The clock is ignored if `go` limits depth, nodes or mate and our time is
    /// missing or all times are zero.
    pub fn clock(&self, side: Color, seconds: bool) -> Option<Clock> {
        let unit = if seconds { 1000 } else { 1 };
        let own_time = self.times[side.index()];
        let own_increment = self.increments[side.index()];
        let is_timed = self.time.is_some()
            || self.increment.is_some()
            || self.moves_to_go.is_some()
            || self.times != [None; 2]
            || self.increments != [None; 2];
        let is_usable = self.time.or(own_time).is_some() && !self.is_without_clock();
        if self.move_time.is_some() {
            Some(Clock { move_time: self.move_time, ..Clock::default() })
        } else if is_timed && (is_usable || !self.has_search_limit()) {
            let time = self.time.map(|time| time.saturating_mul(unit)).or(own_time).unwrap_or(0);
            let increment = self.increment.map(|increment| increment.saturating_mul(unit)).or(own_increment);
            // UCCI's `time` without an increment, or for one move, is the budget of this move.
            if self.time.is_some() && self.moves_to_go.map_or(increment.is_none(), |moves| moves <= 1) {
                return Some(Clock { move_time: Some(time), ..Clock::default() });
            }
            let (increment, moves_to_go) = (increment.unwrap_or(0), self.moves_to_go);
            Some(Clock { time: Some(time), increment, moves_to_go, move_time: None })
        } else if self.draw && !self.ponder && !self.infinite && !self.has_search_limit() {
            Some(Clock { move_time: Some(DRAW_ANSWER), ..Clock::default() })
        } else {
            None
        }
    }

    /// Whether all times are zero, as from a front end without a clock.
    fn is_without_clock(&self) -> bool {
        let times =
            [self.time, self.increment, self.opponent_time].into_iter().chain(self.times).chain(self.increments);
        times.flatten().all(|time| time == 0) && self.moves_to_go.is_none()
    }

    /// Whether depth, nodes or mate are limited.
    fn has_search_limit(&self) -> bool {
        self.depth.is_some() || self.nodes.is_some() || self.mate.is_some()
    }

    /// The search ends by itself, once it does not ponder.
    pub fn is_bounded(&self) -> bool {
        // Without another limit, whether there is a clock does not depend on the side.
        !self.infinite && (self.has_search_limit() || self.clock(Color::Red, false).is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::parse::parse;

    fn go_of(line: &str) -> Go {
        match parse(line.as_bytes()) {
            Command::Go(go) => go,
            other => panic!("{line} gave {other:?}"),
        }
    }

    fn check_clock(line: &str, seconds: bool, side: Color, expected: Option<Clock>) {
        assert_eq!(go_of(line).clock(side, seconds), expected, "{line}");
        assert_eq!(go_of(line).is_bounded(), expected.is_some(), "{line}");
    }

    #[test]
    fn clocks() {
        let timed =
            |time, increment, moves_to_go| Some(Clock { time: Some(time), increment, moves_to_go, move_time: None });
        let whole = |time| Some(Clock { move_time: Some(time), ..Clock::default() });
        check_clock("go time 1000", false, Color::Red, whole(1000));
        check_clock("go time 1000 movestogo 1", false, Color::Red, whole(1000));
        check_clock("go time 1000 movestogo 0", false, Color::Red, whole(1000));
        check_clock("go wtime 1000 movestogo 1", false, Color::Red, timed(1000, 0, Some(1)));
        check_clock("go wtime 1000 movestogo 0", false, Color::Red, timed(1000, 0, None));
        check_clock("go time 1000 increment 0", false, Color::Red, timed(1000, 0, None));
        check_clock("go time 5 increment 1", true, Color::Red, timed(5000, 1000, None));
        check_clock("go time 18446744073709551615", true, Color::Red, whole(u64::MAX));
        check_clock("go time 1970 opptime 0 movestogo 40", false, Color::Red, timed(1970, 0, Some(40)));
        check_clock("go time 0 opptime 0 movetime 1970", true, Color::Red, whole(1970));
        check_clock("go wtime 5000 btime 6000 winc 50 binc 60", true, Color::Red, timed(5000, 50, None));
        check_clock("go wtime 5000 btime 6000 winc 50 binc 60", true, Color::Black, timed(6000, 60, None));
        check_clock("go wtime 5000 btime 6000", false, Color::Black, timed(6000, 0, None));
        check_clock("go time 7 wtime 5000 btime 6000", false, Color::Black, whole(7));
        check_clock("go btime 0 wtime 0 movestogo 40", false, Color::Black, timed(0, 0, Some(40)));
        check_clock("go wtime 5000", false, Color::Black, timed(0, 0, None));
        check_clock("go wtime 5000 depth 3", false, Color::Red, timed(5000, 0, None));
        check_clock("go time 0 increment 2 depth 30", true, Color::Red, timed(0, 2000, None));
        check_clock("go wtime -12 btime 5000 winc 0 binc 0 depth 30", false, Color::Red, timed(0, 0, None));
        check_clock("go time 0 opptime 5000 movestogo 40 depth 20", false, Color::Red, timed(0, 0, Some(40)));
        check_clock("go time 0 opptime 60000 depth 24", false, Color::Red, whole(0));
        check_clock("go draw", false, Color::Red, whole(DRAW_ANSWER));
        check_clock("go ponder draw", false, Color::Red, None);
        check_clock("go draw infinite", false, Color::Red, None);
        check_clock("go ponder", false, Color::Red, None);
        check_clock("go infinite", false, Color::Red, None);
        for line in [
            "go depth 3 winc 0 binc 0",
            "go nodes 9 movestogo 40",
            "go depth 3 btime 5000",
            "go depth 3 wtime 0 btime 0 winc 0 binc 0",
            "go time 0 depth 3",
            "go time 0 opptime 0 depth 3",
        ] {
            assert!(go_of(line).clock(Color::Red, false).is_none() && go_of(line).is_bounded(), "{line}");
        }
        for line in ["go infinite depth 3", "go infinite nodes 5", "go infinite wtime 5000 btime 5000"] {
            assert!(!go_of(line).is_bounded(), "{line}");
        }
    }
}
