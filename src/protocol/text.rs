//! Replies as text in both dialects, and the scale of the scores in them. Pure functions; nothing here writes.

use super::command::Dialect;
use super::move_text::MoveWriter;
use crate::board::Board;
use crate::engine::Engine;
use crate::game;
use crate::search::LineInfo;
use crate::tt::{Bound, Entry};
use crate::types::{Move, Score};
use crate::wdl::{self, Chances, Curve};
use std::fmt::Write as _;
use std::time::Duration;

/// Maximum length of a line, bytes: uci2wb clips lines at 1022 bytes, and gmchess reads 1024 at a time.
pub const LINE_ROOM: usize = 990;
/// Maximum length of a UCCI `info` line, bytes: two of them, a `currmove` and a `bestmove` fit into the 1024 bytes that
/// gmchess reads at a time.
pub const SHORT_ROOM: usize = 440;
/// Maximum length of the text of a message, bytes: room for a path of 800 and what is wrong with it.
const MESSAGE_ROOM: usize = 960;
/// gmchess ends the game when it finds one of these words anywhere in the output.
const FORBIDDEN_WORDS: [&str; 3] = ["draw", "resign", "bestmove"];

/// The answer to a `go`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The move; `None` when there is no legal move or none was asked for.
    pub best: Option<Move>,
    /// The expected reply.
    pub ponder: Option<Move>,
    /// The draw offer of the opponent is accepted.
    pub draw: bool,
}

/// `bestmove ...`, `nobestmove` or `bestmove (none)`.
pub fn answer(dialect: Dialect, answer: Answer, writer: &MoveWriter) -> String {
    let Some(best) = answer.best else {
        return match dialect {
            Dialect::Ucci => "nobestmove".to_owned(),
            Dialect::Uci => "bestmove (none)".to_owned(),
        };
    };
    let line: Vec<Move> = [best].into_iter().chain(answer.ponder).collect();
    let mut text = format!("bestmove {}", writer.line(&line).join(" ponder "));
    if answer.draw && dialect == Dialect::Ucci {
        text.push_str(" draw");
    }
    text
}

/// The score of an `info` line with its keyword: a plain number in UCCI, `cp` or `mate` in UCI.
fn score(dialect: Dialect, score: Score, scale: &ScoreScale) -> String {
    let score = scale.of(score);
    match (dialect, score.mate_distance()) {
        (Dialect::Uci, Some(plies)) => {
            let moves = i64::from(plies.div_ceil(2));
            format!("score mate {}", if score > Score::DRAW { moves } else { -moves })
        }
        (Dialect::Uci, None) => format!("score cp {score}"),
        (Dialect::Ucci, _) => format!("score {score}"),
    }
}

/// ` wdl W D L` in thousandths; empty when chances are not shown.
fn chances(score: Score, scale: &ScoreScale) -> String {
    scale.chances(score).map_or_else(String::new, |Chances { win, draw, loss }| format!(" wdl {win} {draw} {loss}"))
}

/// An `info` line of at most `room` bytes, the PV cut to fit. `with_multipv` adds the rank of the line where the
/// dialect does not require it.
pub fn info(
    dialect: Dialect,
    info: &LineInfo,
    with_multipv: bool,
    room: usize,
    writer: &MoveWriter,
    scale: &ScoreScale,
) -> String {
    let milliseconds = info.time.as_millis();
    let mut text = format!("info depth {}", info.depth);
    if dialect == Dialect::Uci {
        let _ = write!(text, " seldepth {}", info.seldepth);
    }
    if with_multipv || dialect == Dialect::Uci {
        let _ = write!(text, " multipv {}", info.multipv);
    }
    let _ = write!(text, " {}{}", score(dialect, info.score, scale), chances(info.score, scale));
    match info.bound {
        Bound::Lower => text.push_str(" lowerbound"),
        Bound::Upper => text.push_str(" upperbound"),
        Bound::Exact => {}
    }
    match dialect {
        Dialect::Ucci => {
            let _ = write!(text, " time {milliseconds} nodes {}", info.nodes);
        }
        Dialect::Uci => {
            let _ = write!(
                text,
                " nodes {} nps {} hashfull {} tbhits 0 time {milliseconds}",
                info.nodes,
                nps(info.nodes, info.time),
                info.hashfull
            );
        }
    }
    push_line(&mut text, &writer.line(&info.line), room);
    text
}

/// Appends ` pv m1 m2 ...`, at least two moves and as many as `room` holds.
fn push_line(text: &mut String, pv: &[String], room: usize) {
    if pv.is_empty() {
        return;
    }
    text.push_str(" pv");
    for (index, mv) in pv.iter().enumerate() {
        if index >= 2 && text.len() + 1 + mv.len() > room {
            break;
        }
        let _ = write!(text, " {mv}");
    }
}

/// `info depth 0 score <weight> pv <m>`, which announces a book move. In UCI without the weight: front ends would show
/// it as an evaluation.
pub fn from_book(dialect: Dialect, weight: u32, mv: Move, writer: &MoveWriter) -> String {
    let mut text = match dialect {
        Dialect::Ucci => format!("info depth 0 score {weight}"),
        Dialect::Uci => "info depth 0".to_owned(),
    };
    push_line(&mut text, &writer.line(&[mv]), LINE_ROOM);
    text
}

/// `info depth 0 score <value>`, the static evaluation of a position.
pub fn static_value(dialect: Dialect, value: Score, scale: &ScoreScale) -> String {
    format!("info depth 0 {}{}", score(dialect, value, scale), chances(value, scale))
}

/// `info currmove`, for searches that take long.
pub fn current_move(dialect: Dialect, depth: u32, mv: &str, number: usize) -> String {
    match dialect {
        Dialect::Ucci => format!("info currmove {mv} currmovenumber {number}"),
        Dialect::Uci => format!("info depth {depth} currmove {mv} currmovenumber {number}"),
    }
}

/// A message for the user, sanitized.
pub fn message(dialect: Dialect, text: &str) -> String {
    let keyword = match dialect {
        Dialect::Ucci => "message",
        Dialect::Uci => "string",
    };
    format!("info {keyword} {}", sanitize(text, MESSAGE_ROOM))
}

/// Makes text from outside safe for a line of at most `room` bytes: control characters become blanks, and
/// [`FORBIDDEN_WORDS`] dots.
pub fn sanitize(text: &str, room: usize) -> String {
    let mut plain = String::new();
    let breaks_line = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
    for c in text.chars().map(|c| if breaks_line(c) { ' ' } else { c }) {
        if plain.len() + c.len_utf8() > room {
            break;
        }
        plain.push(c);
    }
    for word in FORBIDDEN_WORDS {
        while let Some(at) = plain.to_ascii_lowercase().find(word) {
            plain.replace_range(at..at + word.len(), "...");
        }
    }
    plain.trim_end().to_owned()
}

/// `pophash ...`: what the transposition table stores about a position.
pub fn pophash(entry: Option<Entry>, scale: &ScoreScale) -> String {
    let mut text = "pophash".to_owned();
    let Some(Entry { mv, score, depth, bound, .. }) = entry else { return text };
    if let Some(mv) = mv {
        let _ = write!(text, " bestmove {mv}");
    }
    let value = format!("{} depth {}", scale.of(score), depth.max(0));
    if let Some(Bound::Lower | Bound::Exact) = bound {
        let _ = write!(text, " lowerbound {value}");
    }
    if let Some(Bound::Upper | Bound::Exact) = bound {
        let _ = write!(text, " upperbound {value}");
    }
    text
}

/// Nodes per second as a whole number; finite also when no time has passed.
pub fn nps(nodes: u64, time: Duration) -> u64 {
    let nanoseconds = time.as_nanos().max(1);
    u64::try_from(u128::from(nodes) * 1_000_000_000 / nanoseconds).unwrap_or(u64::MAX)
}

/// Converts scores of one position from centipawns of the search to what is shown.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ScoreScale {
    /// `None` for a network without a fitted model: scores are shown unchanged.
    curve: Option<Curve>,
    /// Win, draw and loss chances are shown, too.
    has_chances: bool,
    /// The game is drawn by the rules.
    is_drawn: bool,
}

impl ScoreScale {
    /// Unchanged scores, without chances.
    pub const RAW: Self = Self { curve: None, has_chances: false, is_drawn: false };

    /// For scores of `board`, with the settings of `engine`.
    pub fn new(engine: &Engine, board: &Board) -> Self {
        let has_chances = engine.config().show_wdl;
        let is_drawn = || game::outcome(board, &engine.rules()).is_some_and(|outcome| outcome.winner.is_none());
        Self { curve: wdl::curve(engine.network(), board), has_chances, is_drawn: has_chances && is_drawn() }
    }

    /// The score to be shown.
    pub fn of(&self, score: Score) -> Score {
        self.curve.map_or(score, |curve| curve.shown(score))
    }

    /// Whether shown scores differ from those of the search.
    pub fn converts(&self) -> bool {
        self.curve.is_some()
    }

    /// The chances to be shown with a score of the search.
    pub fn chances(&self, score: Score) -> Option<Chances> {
        let curve = self.curve.filter(|_| self.has_chances)?;
        Some(if self.is_drawn && score == Score::DRAW { Chances::DRAWN } else { curve.chances(score) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;
    use crate::eval::nnue;

    fn mv(text: &str) -> Move {
        text.parse().unwrap()
    }

    fn sample() -> LineInfo {
        LineInfo {
            depth: 9,
            seldepth: 14,
            multipv: 1,
            score: Score::new(7),
            bound: Bound::Exact,
            time: Duration::from_millis(734),
            nodes: 1_233_509,
            hashfull: 12,
            line: vec![mv("g3g4"), mv("i9h9"), mv("h0g2")],
        }
    }

    #[test]
    fn answers() {
        let full = Answer { best: Some(mv("h2e2")), ponder: Some(mv("h9g7")), draw: true };
        assert_eq!(answer(Dialect::Ucci, full, &MoveWriter::PLAIN), "bestmove h2e2 ponder h9g7 draw");
        assert_eq!(answer(Dialect::Uci, full, &MoveWriter::PLAIN), "bestmove h2e2 ponder h9g7");
        assert_eq!(
            answer(Dialect::Ucci, Answer { ponder: None, draw: false, ..full }, &MoveWriter::PLAIN),
            "bestmove h2e2"
        );
        let none = Answer { best: None, ponder: None, draw: true };
        assert_eq!(answer(Dialect::Ucci, none, &MoveWriter::PLAIN), "nobestmove");
        assert_eq!(answer(Dialect::Uci, none, &MoveWriter::PLAIN), "bestmove (none)");
    }

    #[test]
    fn info_lines() {
        let line = "info depth 9 score 7 time 734 nodes 1233509 pv g3g4 i9h9 h0g2";
        assert_eq!(info(Dialect::Ucci, &sample(), false, LINE_ROOM, &MoveWriter::PLAIN, &ScoreScale::RAW), line);
        let line = "info depth 9 multipv 1 score 7 time 734 nodes 1233509 pv g3g4 i9h9 h0g2";
        assert_eq!(info(Dialect::Ucci, &sample(), true, LINE_ROOM, &MoveWriter::PLAIN, &ScoreScale::RAW), line);
        let line = "info depth 9 seldepth 14 multipv 1 score cp 7 nodes 1233509 nps 1680529 hashfull 12 tbhits 0 \
                    time 734 pv g3g4 i9h9 h0g2";
        assert_eq!(info(Dialect::Uci, &sample(), false, LINE_ROOM, &MoveWriter::PLAIN, &ScoreScale::RAW), line);
    }

    #[test]
    fn long_lines_are_cut_between_moves() {
        let long = LineInfo { line: vec![mv("g3g4"); 250], ..sample() };
        for dialect in [Dialect::Ucci, Dialect::Uci] {
            for room in [10, SHORT_ROOM, LINE_ROOM] {
                let text = info(dialect, &long, true, room, &MoveWriter::PLAIN, &ScoreScale::RAW);
                assert!(text.ends_with("pv g3g4 g3g4") || text.len() <= room, "{text}");
                assert!(text.ends_with(" g3g4"), "{text}");
            }
        }
    }

    #[test]
    fn scores() {
        let check = |value: Score, ucci: &str, uci: &str| {
            assert_eq!(score(Dialect::Ucci, value, &ScoreScale::RAW), ucci);
            assert_eq!(score(Dialect::Uci, value, &ScoreScale::RAW), uci);
        };
        check(Score::new(-35), "score -35", "score cp -35");
        check(Score::mate_in(1), "score 9999", "score mate 1");
        check(Score::mate_in(5), "score 9995", "score mate 3");
        check(Score::mated_in(2), "score -9998", "score mate -1");
        check(Score::mated_in(0), "score -10000", "score mate 0");
        check(Score::rule_win(4), "score 8996", "score cp 8996");
    }

    #[test]
    fn weights_of_book_moves_are_no_scores() {
        // 9,990 would be a mate.
        let line = |dialect| from_book(dialect, 9_990, mv("h2e2"), &MoveWriter::PLAIN);
        assert_eq!(line(Dialect::Ucci), "info depth 0 score 9990 pv h2e2");
        assert_eq!(line(Dialect::Uci), "info depth 0 pv h2e2");
    }

    #[test]
    fn messages_are_sanitized() {
        assert_eq!(message(Dialect::Ucci, "no 'DRAW' here\n炮 \u{7}"), "info message no '...' here 炮");
        assert_eq!(message(Dialect::Uci, "drdrawaw"), "info string dr...aw");
        assert_eq!(message(Dialect::Uci, "/棋谱/开局.txt:\u{2028}没有"), "info string /棋谱/开局.txt: 没有");
        // İ grows by a byte in lower case, which must not shift the words that are replaced.
        assert_eq!(message(Dialect::Uci, "İİİ Bestmove"), "info string İİİ ...");
        for text in ["x".repeat(5000), "棋".repeat(5000), format!("x{}", "棋".repeat(5000)), "draw".repeat(5000)] {
            assert!(message(Dialect::Ucci, &text).len() <= LINE_ROOM);
        }
    }

    #[test]
    fn table_knowledge() {
        assert_eq!(pophash(None, &ScoreScale::RAW), "pophash");
        let entry = |bound| Entry {
            mv: Some(mv("h2e2")),
            score: Score::new(4),
            eval: None,
            depth: 3,
            bound,
            pv: false,
            age: 0,
        };
        for (bound, text) in [
            (None, "pophash bestmove h2e2"),
            (Some(Bound::Lower), "pophash bestmove h2e2 lowerbound 4 depth 3"),
            (Some(Bound::Upper), "pophash bestmove h2e2 upperbound 4 depth 3"),
            (Some(Bound::Exact), "pophash bestmove h2e2 lowerbound 4 depth 3 upperbound 4 depth 3"),
        ] {
            assert_eq!(pophash(Some(entry(bound)), &ScoreScale::RAW), text);
        }
    }

    #[test]
    fn speed_is_finite_at_any_time() {
        assert_eq!(nps(0, Duration::ZERO), 0);
        assert_eq!(nps(1000, Duration::from_millis(500)), 2000);
        assert_eq!(nps(44, Duration::ZERO), 44_000_000_000);
        assert_eq!(nps(u64::MAX, Duration::ZERO), u64::MAX);
    }

    fn engine(show_wdl: bool) -> Engine {
        Engine::new(Config { hash: 1, show_wdl, ..Config::default() }).unwrap()
    }

    #[test]
    fn scores_of_a_network_without_a_fit_stay_as_they_are() {
        let parameters = nnue::Parameters::uniform(1, [1, 1]);
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), parameters.to_bytes()).unwrap();
        let evalfile = Some(file.path().to_owned());
        let engine = Engine::new(Config { hash: 1, show_wdl: true, evalfile, ..Config::default() }).unwrap();
        let scale = ScoreScale::new(&engine, engine.board());
        assert!(!scale.converts());
        assert_eq!(scale.of(Score::new(123)), Score::new(123));
        assert_eq!(scale.chances(Score::new(123)), None);
    }

    #[test]
    fn chances_are_shown_if_the_option_is_set() {
        let board = Board::startpos();
        let scale = |show_wdl| ScoreScale::new(&engine(show_wdl), &board);
        assert_eq!(scale(false).chances(Score::new(1)), None);
        let level = scale(true).chances(Score::new(1)).unwrap();
        assert!(level.draw > level.win && level.win >= level.loss, "{level:?}");
        assert_eq!(scale(true).chances(Score::mate_in(1)), Some(Chances::WON));
    }

    #[test]
    fn a_game_drawn_by_the_rules_is_certainly_a_draw() {
        let engine = engine(true);
        let board = Board::from_fen("3k5/9/9/9/9/9/9/9/9/4K4 w").unwrap();
        assert_eq!(ScoreScale::new(&engine, &board).chances(Score::DRAW), Some(Chances::DRAWN));
        let level = ScoreScale::new(&engine, &Board::startpos()).chances(Score::DRAW).unwrap();
        assert!(level.win > 0, "{level:?}");
    }
}
