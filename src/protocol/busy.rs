//! A search from `go` to its answer: what holds the answer back, and what is written with it.

use super::command::Dialect;
use super::command::Go;
use super::pace::Pace;
use super::pace::Volume;
use super::scale::Scale;
use super::scribe::Scribe;
use super::text;
use super::text::Answer;
use crate::board::Board;
use crate::engine::Engine;
use crate::engine::FromBook;
use crate::engine::Running;
use crate::search::Choice;
use crate::search::Iteration;
use crate::tt::Bound;
use crate::tt::Table;
use crate::types::Move;
use crate::types::MoveList;
use crate::types::Score;
use std::time::Duration;
use std::time::Instant;

/// The least room for one of several lines.
const LEAST_ROOM: usize = 96;

/// What a `go` agreed on.
pub struct Terms {
    /// Of the replies.
    pub dialect: Dialect,
    /// How moves are written.
    pub scribe: Scribe,
    /// How scores are told.
    pub scale: Scale,
    /// How the answer is written once more in the log; `None` when it already stands there so.
    pub log: Option<Scribe>,
    /// How much is written before the answer.
    pub volume: Volume,
    /// Number of lines asked for.
    pub lines: usize,
    /// The root moves allowed.
    pub moves: MoveList,
    /// The opponent is to move; no answer before `ponderhit` or `stop`.
    pub ponders: bool,
    /// The search ends by itself once it does not ponder; otherwise no answer before `stop`.
    pub is_bounded: bool,
    /// A draw offer of the opponent waits for the answer.
    pub draw_offered: bool,
}

/// How the search came to its end.
pub enum Conclusion {
    /// There was something to search.
    Searched(Choice),
    /// The book knew a move.
    Book(FromBook),
    /// No move is to be named.
    NoMove,
}

/// A search that runs, or whose answer is held back.
pub struct Busy {
    terms: Terms,
    started: Instant,
    pace: Pace,
    running: Option<Running>,
    /// A level does not think on the opponent's time: its own search begins when it is its turn.
    postponed: Option<Go>,
    is_stopped: bool,
    /// The best line of the last finished iteration.
    best_line: Option<Iteration>,
    conclusion: Option<Conclusion>,
}

impl Busy {
    /// A search that begins now.
    pub fn new(terms: Terms) -> Self {
        Self {
            started: Instant::now(),
            pace: Pace::new(terms.volume),
            running: None,
            postponed: None,
            is_stopped: false,
            best_line: None,
            conclusion: None,
            terms,
        }
    }

    /// The search proper has started.
    pub fn attach(&mut self, running: Running) {
        self.running = Some(running);
    }

    /// The search begins with `ponderhit` or `stop`, as `go` says.
    pub fn postpone(&mut self, go: Go) {
        self.postponed = Some(go);
    }

    /// The search that has not begun yet, which is to begin now.
    pub fn take_postponed(&mut self) -> Option<Go> {
        self.postponed.take()
    }

    /// The table that the search fills.
    pub fn table(&self) -> Option<&Table> {
        self.running.as_ref().map(|running| &*running.table)
    }

    /// The opponent is to move.
    pub fn is_pondering(&self) -> bool {
        self.terms.ponders
    }

    /// It was told to stop.
    pub fn is_stopped(&self) -> bool {
        self.is_stopped
    }

    /// The answer comes without any further command.
    pub fn will_answer(&self) -> bool {
        self.is_stopped || (self.terms.is_bounded && !self.terms.ponders)
    }

    /// The answer is known, and nothing holds it back.
    pub fn is_free_to_answer(&self) -> bool {
        self.conclusion.is_some() && self.will_answer()
    }

    /// The search has ended.
    pub fn conclude(&mut self, conclusion: Conclusion) {
        self.conclusion = Some(conclusion);
    }

    /// What the search has found so far, for an answer that cannot wait for its end.
    pub fn found_so_far(&self) -> Choice {
        match &self.best_line {
            Some(info) => Choice {
                best: info.line.first().copied(),
                ponder: info.line.get(1).copied(),
                score: info.score,
                depth: info.depth,
                nodes: info.nodes,
                line: info.line.clone(),
            },
            None => Choice { best: None, ponder: None, score: -Score::INFINITE, depth: 0, nodes: 0, line: Vec::new() },
        }
    }

    /// The answer is wanted now.
    pub fn stop(&mut self) {
        self.is_stopped = true;
        if let Some(running) = &self.running {
            running.signals.stop();
        }
    }

    /// The expected move was played. Without effect when not pondering.
    pub fn ponder_hit(&mut self, draw: bool) {
        if self.terms.ponders {
            self.terms.ponders = false;
            self.terms.draw_offered |= draw;
            if let Some(running) = &self.running {
                running.signals.ponderhit();
            }
        }
    }

    /// Takes in a result; returns the lines to be written at once.
    pub fn add(&mut self, info: Iteration) -> Vec<String> {
        if info.multipv == 1 && info.bound == Bound::Exact {
            self.best_line = Some(info.clone());
        }
        let infos = self.pace.add(info, self.started.elapsed());
        self.format(infos)
    }

    /// The lines whose time has come.
    pub fn due(&mut self) -> Vec<String> {
        let infos = self.pace.due(self.started.elapsed());
        self.format(infos)
    }

    /// How long until [`Busy::due`] has something to give; `None` when nothing waits.
    pub fn next_due(&self) -> Option<Duration> {
        Some(self.pace.next_due()?.saturating_sub(self.started.elapsed()))
    }

    /// The line about the move under search, now and then.
    pub fn current_move(&mut self, depth: u32, mv: Move, number: usize) -> Option<String> {
        let wanted = self.pace.wants_current_move(self.started.elapsed());
        wanted.then(|| text::current_move(self.terms.dialect, depth, &self.terms.scribe.one(mv), number))
    }

    fn format(&self, mut infos: Vec<Iteration>) -> Vec<String> {
        let count = self.terms.lines.min(self.terms.moves.len()).max(1);
        let room = match (self.terms.dialect, self.terms.volume) {
            (Dialect::Ucci, Volume::Sparse) => (text::SHORT_ROOM / count).max(LEAST_ROOM),
            _ => text::LINE_ROOM,
        };
        if self.terms.dialect == Dialect::Ucci {
            // The best line last: UCCI front ends that know nothing of ranks take the last for the engine's opinion.
            infos.sort_by_key(|info| std::cmp::Reverse(info.multipv));
        }
        let ranked = self.terms.lines > 1;
        let Terms { dialect, scribe, scale, .. } = &self.terms;
        infos.iter().map(|info| text::info(*dialect, info, ranked, room, scribe, scale)).collect()
    }

    /// The lines that end the search, the answer last. The engine must still be at the position of the `go`.
    pub fn answer(mut self, engine: &Engine) -> Vec<String> {
        let dialect = self.terms.dialect;
        let (mut lines, answer) = match self.conclusion.take() {
            Some(Conclusion::Searched(choice)) => self.after_search(choice, engine),
            Some(Conclusion::Book(found)) => {
                let line = text::from_book(dialect, found.weight, found.mv, &self.terms.scribe);
                (vec![line], Answer { best: Some(found.mv), ponder: found.reply, draw: false })
            }
            Some(Conclusion::NoMove) | None => (Vec::new(), Answer { best: None, ponder: None, draw: false }),
        };
        let ponder = answer.best.and_then(|best| worth_pondering(engine.board(), best, answer.ponder?));
        let answer = Answer { ponder, ..answer };
        if let Some(scribe) = &self.terms.log {
            log::debug!("= {}", text::answer(dialect, answer, scribe));
        }
        lines.push(text::answer(dialect, answer, &self.terms.scribe));
        lines
    }

    fn after_search(&mut self, choice: Choice, engine: &Engine) -> (Vec<String>, Answer) {
        // Whatever happened in there: the move is one of those allowed.
        let allowed = choice.best.filter(|best| self.terms.moves.contains(best));
        debug_assert_eq!(allowed, choice.best);
        let Some(best) = allowed.or(self.terms.moves.first().copied()) else {
            return (Vec::new(), Answer { best: None, ponder: None, draw: false });
        };
        let ponder = choice.ponder.filter(|_| allowed.is_some());
        // A search stopped before its first score has none.
        let is_scored = choice.score.get().abs() <= Score::MATE.get();
        let score = if is_scored { choice.score } else { engine.static_value() };
        let now = self.started.elapsed();
        let (mut infos, is_missing) = self.pace.finish(best, now);
        if is_missing {
            let line = if choice.line.first() == Some(&best) { choice.line } else { vec![best] };
            infos = vec![Iteration {
                depth: choice.depth,
                seldepth: choice.depth,
                multipv: 1,
                lines: 1,
                score,
                bound: Bound::Exact,
                time: now,
                nodes: choice.nodes,
                hashfull: self.table().map_or(0, Table::hashfull),
                line,
            }];
        }
        let draw = self.terms.draw_offered && is_scored && engine.accepts_draw(score);
        (self.format(infos), Answer { best: Some(best), ponder, draw })
    }
}

/// The reply to name to the front end after `best`: a legal one that leaves something to think about. After a mate there is
/// no move to ponder on, and a front end that tries waits for a `bestmove` that cannot come: uci2wb hung in that way.
fn worth_pondering(board: &Board, best: Move, reply: Move) -> Option<Move> {
    let mut board = board.clone();
    board.make(best);
    if !board.is_legal_move(reply) {
        return None;
    }
    board.make(reply);
    board.has_legal_move().then_some(reply)
}
