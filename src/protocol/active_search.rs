//! A search from `go` to its answer: when `info` lines are written, what holds the answer back, and what is written
//! with it.
//!
//! UCCI front ends expect few `info` lines: none in the first 300 ms, then one result at a time, and one before the
//! answer. `InfoThrottle` keeps to this. It has no clock: the caller passes the time.

use super::command::Dialect;
use super::move_text::MoveWriter;
use super::text::{self, Answer, ScoreScale};
use crate::board::Board;
use crate::engine::{Engine, FromBook, Running};
use crate::search::{Choice, LineInfo};
use crate::tt::{Bound, Table};
use crate::types::{Move, MoveList, Score};
use std::time::{Duration, Instant};

/// Minimum length allowed for each line of a MultiPV search, bytes.
const MIN_LINE_ROOM: usize = 96;

/// How a `go` is searched and answered.
pub struct SearchRequest {
    /// Dialect of the replies.
    pub dialect: Dialect,
    /// How moves are written.
    pub writer: MoveWriter,
    /// The scale of the scores shown.
    pub scale: ScoreScale,
    /// Writes the answer to the log in the user's notation; `None` when the reply already has that notation.
    pub log: Option<MoveWriter>,
    /// How much is written before the answer.
    pub volume: Volume,
    /// Number of lines asked for.
    pub lines: usize,
    /// The root moves allowed.
    pub moves: MoveList,
    /// The engine ponders: the expected move is already on the board. No answer before `ponderhit` or `stop`.
    pub ponders: bool,
    /// See `Go::is_bounded`; otherwise no answer before `stop`.
    pub is_bounded: bool,
    /// A draw offer of the opponent waits for the answer.
    pub draw_offered: bool,
}

/// The result that the answer is made from.
pub enum SearchResult {
    /// The search has ended.
    Searched(Choice),
    /// A book move.
    Book(FromBook),
    /// No move.
    NoMove,
}

/// A running search, or one whose answer must wait for `ponderhit` or `stop`.
pub struct ActiveSearch {
    request: SearchRequest,
    started: Instant,
    throttle: InfoThrottle,
    running: Option<Running>,
    is_stopped: bool,
    result: Option<SearchResult>,
}

impl ActiveSearch {
    /// A search that begins now.
    pub fn new(request: SearchRequest) -> Self {
        Self {
            started: Instant::now(),
            throttle: InfoThrottle::new(request.volume),
            running: None,
            is_stopped: false,
            result: None,
            request,
        }
    }

    /// The search thread has started.
    pub fn attach(&mut self, running: Running) {
        self.running = Some(running);
    }

    /// The engine's table, while a search runs.
    pub fn table(&self) -> Option<&Table> {
        self.running.as_ref().map(|running| &*running.table)
    }

    /// Whether the engine ponders.
    pub fn is_pondering(&self) -> bool {
        self.request.ponders
    }

    /// Whether it was stopped.
    pub fn is_stopped(&self) -> bool {
        self.is_stopped
    }

    /// Whether the answer needs no further command, such as `stop`.
    pub fn will_answer(&self) -> bool {
        self.is_stopped || (self.request.is_bounded && !self.request.ponders)
    }

    /// Whether the answer is known and may be written.
    pub fn is_free_to_answer(&self) -> bool {
        self.result.is_some() && self.will_answer()
    }

    /// The search has ended.
    pub fn conclude(&mut self, result: SearchResult) {
        self.result = Some(result);
    }

    /// `stop`: the answer is wanted now.
    pub fn stop(&mut self) {
        self.is_stopped = true;
        self.request.ponders = false;
        if let Some(running) = &self.running {
            running.signals.stop();
        }
    }

    /// `ponderhit`: the expected move was played. Without effect when not pondering.
    pub fn ponder_hit(&mut self, draw: bool) {
        if self.request.ponders {
            self.request.ponders = false;
            self.request.draw_offered |= draw;
            if let Some(running) = &self.running {
                running.signals.ponderhit();
            }
        }
    }

    /// Adds the lines of an iteration, the best first. Returns the text to be written now.
    pub fn add(&mut self, infos: Vec<LineInfo>) -> Vec<String> {
        let infos = self.throttle.add(infos, self.started.elapsed());
        self.format(infos)
    }

    /// The lines that are due now.
    pub fn due(&mut self) -> Vec<String> {
        let infos = self.throttle.due(self.started.elapsed());
        self.format(infos)
    }

    /// Time until [`ActiveSearch::due`] returns lines; `None` when none wait.
    pub fn next_due(&self) -> Option<Duration> {
        Some(self.throttle.next_due()?.saturating_sub(self.started.elapsed()))
    }

    /// The line about the move under search; `None` if one was written a short time ago.
    pub fn current_move(&mut self, depth: u32, mv: Move, number: usize) -> Option<String> {
        let wanted = self.throttle.wants_current_move(self.started.elapsed());
        wanted.then(|| text::current_move(self.request.dialect, depth, &self.request.writer.one(mv), number))
    }

    fn format(&self, mut infos: Vec<LineInfo>) -> Vec<String> {
        let count = self.request.lines.min(self.request.moves.len()).max(1);
        let room = match (self.request.dialect, self.request.volume) {
            (Dialect::Ucci, Volume::Sparse) => (text::SHORT_ROOM / count).max(MIN_LINE_ROOM),
            _ => text::LINE_ROOM,
        };
        if self.request.dialect == Dialect::Ucci {
            // The best line comes last: UCCI front ends without MultiPV show the last line.
            infos.reverse();
        }
        let with_multipv = self.request.lines > 1;
        let SearchRequest { dialect, writer, scale, .. } = &self.request;
        infos.iter().map(|info| text::info(*dialect, info, with_multipv, room, writer, scale)).collect()
    }

    /// The lines that end the search, the answer last. The engine must still be at the position of the `go`.
    pub fn answer(mut self, engine: &Engine) -> Vec<String> {
        let dialect = self.request.dialect;
        let (mut lines, answer) = match self.result.take() {
            Some(SearchResult::Searched(choice)) => self.after_search(choice, engine),
            Some(SearchResult::Book(found)) => {
                let line = text::from_book(dialect, found.weight, found.mv, &self.request.writer);
                // The book has no score: only a draw by the rules is accepted.
                let draw = self.request.draw_offered && engine.accepts_draw(Score::EVAL_MAX);
                (vec![line], Answer { best: Some(found.mv), ponder: found.reply, draw })
            }
            Some(SearchResult::NoMove) | None => (Vec::new(), Answer { best: None, ponder: None, draw: false }),
        };
        let ponder = answer.best.and_then(|best| worth_pondering(engine.board(), best, answer.ponder?));
        let answer = Answer { ponder, ..answer };
        if let Some(writer) = &self.request.log {
            log::debug!("= {}", text::answer(dialect, answer, writer));
        }
        lines.push(text::answer(dialect, answer, &self.request.writer));
        lines
    }

    fn after_search(&mut self, choice: Choice, engine: &Engine) -> (Vec<String>, Answer) {
        let Some(best) = choice.best else {
            return (Vec::new(), Answer { best: None, ponder: None, draw: false });
        };
        debug_assert!(self.request.moves.contains(&best));
        let now = self.started.elapsed();
        let (mut infos, is_missing) = self.throttle.finish(best, now);
        if is_missing {
            let line = if choice.line.first() == Some(&best) { choice.line } else { vec![best] };
            infos = vec![LineInfo {
                depth: choice.depth,
                seldepth: choice.depth,
                multipv: 1,
                score: choice.score,
                bound: choice.bound,
                time: now,
                nodes: choice.nodes,
                hashfull: choice.hashfull,
                line,
            }];
        }
        let draw = self.request.draw_offered && engine.accepts_draw(choice.score);
        (self.format(infos), Answer { best: Some(best), ponder: choice.ponder, draw })
    }
}

/// The ponder move to send with `best`: a legal reply after which the game goes on. After a mate there is no move to
/// ponder on, and a front end that tries waits for a `bestmove` that cannot come: uci2wb hung in that way.
fn worth_pondering(board: &Board, best: Move, reply: Move) -> Option<Move> {
    let mut board = board.clone();
    board.make(best);
    if !board.is_legal_move(reply) {
        return None;
    }
    board.make(reply);
    board.has_legal_move().then_some(reply)
}

/// Before this time no `info` line is written.
const SILENCE: Duration = Duration::from_millis(300);
/// Minimum time between two results: some front ends read 1024 bytes at a time.
const GAP: Duration = Duration::from_millis(100);
/// Minimum time between two lines about the move under search.
const CURRENT_MOVE_GAP: Duration = Duration::from_millis(500);

/// How many `info` lines are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Volume {
    /// Each result at once.
    Full,
    /// None before [`SILENCE`], then one each [`GAP`] at most.
    Sparse,
}

/// Decides when the results of one search are written. All times count from the start of the search.
#[derive(Debug)]
pub struct InfoThrottle {
    volume: Volume,
    /// The lines of the last iteration, the best first, if they have not been written yet.
    waiting: Vec<LineInfo>,
    /// When the last result was written.
    written: Option<Duration>,
    /// The first move of the best line that was written last.
    shown: Option<Move>,
    last_current_move: Duration,
}

impl InfoThrottle {
    /// For a new search.
    pub fn new(volume: Volume) -> Self {
        Self { volume, waiting: Vec::new(), written: None, shown: None, last_current_move: Duration::ZERO }
    }

    /// Takes the lines of an iteration, at `now` since the start of the search. Returns the lines to write now.
    pub fn add(&mut self, infos: Vec<LineInfo>, now: Duration) -> Vec<LineInfo> {
        if infos.iter().any(|info| info.bound != Bound::Exact) {
            // A re-search follows with an exact score; bounds are shown only in full output.
            return if self.volume == Volume::Full { infos } else { Vec::new() };
        }
        self.waiting = infos;
        self.due(now)
    }

    /// What is to be written now.
    pub fn due(&mut self, now: Duration) -> Vec<LineInfo> {
        match self.next_due() {
            Some(due) if due <= now => self.take(now),
            _ => Vec::new(),
        }
    }

    /// When to call [`InfoThrottle::due`] again. `None` when nothing waits.
    pub fn next_due(&self) -> Option<Duration> {
        (!self.waiting.is_empty()).then(|| match (self.volume, self.written) {
            (Volume::Full, _) => Duration::ZERO,
            (Volume::Sparse, None) => SILENCE,
            (Volume::Sparse, Some(written)) => (written + GAP).max(SILENCE),
        })
    }

    fn take(&mut self, now: Duration) -> Vec<LineInfo> {
        self.written = Some(now);
        if let Some(first) = self.waiting.first() {
            self.shown = first.line.first().copied();
        }
        std::mem::take(&mut self.waiting)
    }

    /// Whether the move under search is to be shown now.
    pub fn wants_current_move(&mut self, now: Duration) -> bool {
        let wanted = now >= self.last_current_move + CURRENT_MOVE_GAP;
        if wanted {
            self.last_current_move = now;
        }
        wanted
    }

    /// The search has ended with `best`. Returns the lines still to be written, and whether a line for `best` is
    /// missing: the last one written does not begin with it.
    pub fn finish(&mut self, best: Move, now: Duration) -> (Vec<LineInfo>, bool) {
        let last = self.take(now);
        (last, self.shown != Some(best))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Score;

    /// The lines of an iteration that begin with these moves.
    fn infos(depth: u32, moves: &str) -> Vec<LineInfo> {
        let moves = moves.split(' ').zip(1..);
        let info = |(mv, multipv): (&str, usize)| LineInfo {
            depth,
            seldepth: depth,
            multipv,
            score: Score::new(1),
            bound: Bound::Exact,
            time: Duration::ZERO,
            nodes: 1,
            hashfull: 0,
            line: vec![mv.parse().unwrap()],
        };
        moves.map(info).collect()
    }

    fn depths(infos: &[LineInfo]) -> Vec<u32> {
        infos.iter().map(|info| info.depth).collect()
    }

    const fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    #[test]
    fn fast_iterations_wait_for_the_last_of_them() {
        let mut throttle = InfoThrottle::new(Volume::Sparse);
        assert_eq!(throttle.next_due(), None);
        for depth in 1..=5 {
            assert!(throttle.add(infos(depth, "h2e2"), ms(10)).is_empty());
        }
        assert_eq!(throttle.next_due(), Some(SILENCE));
        assert!(throttle.due(ms(299)).is_empty());
        assert_eq!(depths(&throttle.due(ms(300))), [5]);
        // Two more in quick succession: the second replaces the first.
        assert!(throttle.add(infos(6, "h2e2"), ms(310)).is_empty());
        assert!(throttle.add(infos(7, "h2e2"), ms(320)).is_empty());
        assert_eq!(depths(&throttle.due(ms(400))), [7]);
        assert_eq!(depths(&throttle.add(infos(8, "h2e2"), ms(900))), [8]);
    }

    #[test]
    fn the_last_result_goes_out_before_the_answer() {
        let mut throttle = InfoThrottle::new(Volume::Sparse);
        throttle.add(infos(1, "h2e2"), ms(1));
        let (last, missing) = throttle.finish("h2e2".parse().unwrap(), ms(2));
        assert_eq!((depths(&last), missing), (vec![1], false));
        let (last, missing) = throttle.finish("h2e2".parse().unwrap(), ms(2));
        assert_eq!((depths(&last), missing), (vec![], false));
        assert!(throttle.finish("b2e2".parse().unwrap(), ms(2)).1);
        assert!(InfoThrottle::new(Volume::Sparse).finish("b2e2".parse().unwrap(), ms(2)).1);
    }

    #[test]
    fn everything_when_asked() {
        let mut throttle = InfoThrottle::new(Volume::Full);
        assert_eq!(depths(&throttle.add(infos(1, "h2e2"), ms(0))), [1]);
        assert_eq!(depths(&throttle.add(infos(2, "h2e2"), ms(1))), [2]);
        assert_eq!(throttle.finish("h2e2".parse().unwrap(), ms(2)), (vec![], false));
    }

    #[test]
    fn several_lines_go_out_together() {
        let mut throttle = InfoThrottle::new(Volume::Sparse);
        assert_eq!(depths(&throttle.add(infos(1, "h2e2 b2e2"), ms(400))), [1, 1]);
        assert!(throttle.add(infos(2, "h2e2 b2e2"), ms(450)).is_empty());
        assert_eq!(depths(&throttle.due(ms(500))), [2, 2]);
        assert!(throttle.add(infos(3, "h2e2 b2e2"), ms(501)).is_empty());
        let (last, is_missing) = throttle.finish("h2e2".parse().unwrap(), ms(502));
        assert_eq!((depths(&last), is_missing), (vec![3, 3], false));
    }

    #[test]
    fn the_move_under_search_is_shown_seldom() {
        let mut throttle = InfoThrottle::new(Volume::Sparse);
        assert!(throttle.wants_current_move(ms(3000)));
        assert!(!throttle.wants_current_move(ms(3499)));
        assert!(throttle.wants_current_move(ms(3500)));
    }
}
