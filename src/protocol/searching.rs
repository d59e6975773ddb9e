//! A conversation about searches: `go`, what may follow it, and the answer.

use super::busy::Busy;
use super::busy::Conclusion;
use super::busy::Terms;
use super::command::Dialect;
use super::command::Go;
use super::event::Event;
use super::pace::Volume;
use super::report::Reporter;
use super::scale::Scale;
use super::scribe::Scribe;
use super::session::Session;
use super::session::Speaker;
use super::session::Stage;
use super::session::State;
use super::text;
use crate::search::Limits;
use crate::search::Signals;
use crate::types::MoveList;
use std::io::Write;
use std::time::Duration;
use std::time::Instant;

/// How long an unfinished search may take to answer after `quit`; uci2wb kills the process 50 ms after it.
const QUIT_PATIENCE: Duration = Duration::from_millis(20);
/// The depth beyond which a search for a mate in `n` moves gives up: this much, and four plies a move.
const MATE_DEPTH: u32 = 8;

impl<W: Write> Session<W> {
    /// What is agreed on with a `go` that allows these root moves.
    fn terms(&self, go: &Go, moves: MoveList) -> Terms {
        let is_alone = self.speaker == Speaker::CommandLine;
        let config = self.engine.config();
        let shows_all = is_alone || config.conversation.debug || self.dialect() == Dialect::Uci;
        let board = self.engine.board();
        Terms {
            dialect: self.dialect(),
            scribe: Scribe::new(self.style(), board),
            scale: Scale::new(&self.engine, board),
            log: self.log_style().map(|style| Scribe::new(style, board)),
            volume: if shows_all { Volume::Full } else { Volume::Sparse },
            lines: config.multipv as usize,
            moves,
            ponders: go.ponder && !is_alone,
            is_bounded: go.is_bounded(),
            draw_offered: go.draw,
        }
    }

    /// Answers a `go` that has no position to search: that there is no move, once the answer may come.
    pub(super) fn answer_without_move(&mut self, go: &Go) {
        let mut busy = Busy::new(self.terms(go, MoveList::new()));
        busy.conclude(Conclusion::NoMove);
        self.state = State::Busy(Box::new(busy));
        self.release();
    }

    /// Begins a search, or what takes its place: the book's answer, or that there is no move.
    pub(super) fn go(&mut self, go: &Go) {
        let board = self.engine.board();
        let legal = board.legal_moves();
        let wanted = go.search_moves.as_deref().and_then(|words| self.read_moves(words).ok());
        let moves = self.engine.root_moves(wanted.as_deref());
        let clock = go.clock(board.side(), !self.engine.config().conversation.milliseconds);
        let terms = self.terms(go, moves.clone());
        let Terms { dialect, scale, lines, ponders, is_bounded, .. } = terms;
        let mut busy = Busy::new(terms);
        // UCCI's way to ask for the value alone. UCI expects a move of every search.
        let is_static = go.depth == Some(0) && dialect == Dialect::Ucci;
        if moves.is_empty() || is_static {
            // A mated side has nothing to say in UCCI but that it has no move.
            if is_static || (dialect == Dialect::Uci && legal.is_empty()) {
                // Now, not with the answer: that may have to wait for `stop`.
                self.output.line(&text::static_value(dialect, self.engine.static_value(), &scale));
            }
            busy.conclude(Conclusion::NoMove);
        } else if ponders && is_bounded && self.engine.level().is_some() {
            busy.postpone(Go { ponder: false, ..go.clone() });
        } else if let Some(found) = self.uses_book(go).then(|| self.engine.book_move(&moves)).flatten() {
            busy.conclude(Conclusion::Book(found));
        } else {
            let limits = Limits {
                depth: go.depth.or(go.mate.map(|moves| moves.saturating_mul(4).saturating_add(MATE_DEPTH))),
                nodes: go.nodes,
                clock,
                mate: go.mate,
                root_moves: (moves.len() < legal.len()).then_some(moves),
                multipv: lines,
                infinite: !is_bounded,
                ..Limits::default()
            };
            let signals = if ponders { Signals::pondering() } else { Signals::new() };
            let (report, sender) = (Reporter(self.sender.clone()), self.sender.clone());
            let done = move |finished| {
                // Nobody listens any more when the process is about to end.
                let _ = sender.send(Event::Finished(Box::new(finished)));
            };
            match self.engine.start(limits, signals, report, done) {
                Some(running) => busy.attach(running),
                None => return log::error!("a search was to start during a search"),
            }
        }
        self.state = State::Busy(Box::new(busy));
        self.release();
    }

    /// The book answers what a game asks for, but neither analysis nor, unless it was switched on, a person who types.
    fn uses_book(&self, go: &Go) -> bool {
        let default = self.speaker == Speaker::FrontEnd(Dialect::Ucci);
        let is_alone = self.speaker == Speaker::CommandLine;
        self.engine.config().book.enabled.unwrap_or(default) && !is_alone && go.is_bounded() && go.mate.is_none()
    }

    /// `stop`: ends the search that runs and those that wait.
    pub(super) fn stop(&mut self) {
        let has_waiting = self.queue.stop();
        if !has_waiting || matches!(self.state, State::Busy(_)) {
            self.stop_running();
        }
    }

    /// Ends the search that runs; answers where there is none.
    pub(super) fn stop_running(&mut self) {
        if let State::Busy(_) = self.state {
            self.stop_search();
        } else if let State::Working { is_stopped, .. } = &mut self.state {
            *is_stopped = true;
        } else if self.dialect() == Dialect::Ucci {
            // So that a front end that believes in a search does not wait for ever. UCI has no such rule.
            self.output.line("nobestmove");
        }
    }

    /// Ends the search that runs.
    pub(super) fn stop_search(&mut self) {
        self.begin_postponed(false);
        if let State::Busy(busy) = &mut self.state {
            busy.stop();
            self.release();
        }
    }

    /// `ponderhit`: the clock of a search that ponders starts; when none does, that of one that waits will start with it.
    pub(super) fn ponder_hit(&mut self, draw: bool) {
        let ponders = matches!(&self.state, State::Busy(busy) if busy.is_pondering() && !busy.is_stopped());
        if ponders || !self.queue.ponder_hit(draw) {
            self.ponder_hit_running(draw);
        }
    }

    /// The clock of the search that runs starts, if it ponders.
    pub(super) fn ponder_hit_running(&mut self, draw: bool) {
        if !self.begin_postponed(draw)
            && let State::Busy(busy) = &mut self.state
        {
            busy.ponder_hit(draw);
            self.release();
        }
    }

    /// Begins the search that a level has waited with. Returns whether there was one.
    fn begin_postponed(&mut self, draw: bool) -> bool {
        let State::Busy(busy) = &mut self.state else { return false };
        let Some(mut go) = busy.take_postponed() else { return false };
        go.draw |= draw;
        self.state = State::Idle;
        self.go(&go);
        true
    }

    /// Answers, if the search has ended and nothing holds the answer back.
    pub(super) fn release(&mut self) {
        if !matches!(&self.state, State::Busy(busy) if busy.is_free_to_answer()) {
            return;
        }
        // Idle before the answer is written: the next command may come in the same millisecond.
        if let State::Busy(busy) = std::mem::replace(&mut self.state, State::Idle) {
            let lines = busy.answer(&self.engine);
            self.output.each(&lines);
        }
        for setting in std::mem::take(&mut self.kept) {
            self.apply(setting);
        }
    }

    /// `quit`: what waits is dropped, what runs gets a moment to answer, and then what it has found so far is its answer.
    pub(super) fn quit(&mut self) {
        self.queue.clear();
        self.kept.clear();
        if let State::Busy(busy) = &mut self.state
            && !busy.is_pondering()
        {
            busy.stop();
            self.release();
            let deadline = Instant::now() + QUIT_PATIENCE;
            while matches!(self.state, State::Busy(_)) {
                let left = deadline.saturating_duration_since(Instant::now());
                match self.events.recv_timeout(left) {
                    Ok(Event::Line(_) | Event::InputEnded) => {}
                    Ok(event) => self.take_event(event),
                    Err(_) => break,
                }
            }
            if let State::Busy(busy) = &mut self.state {
                let choice = busy.found_so_far();
                busy.conclude(Conclusion::Searched(choice));
                self.release();
            }
        }
        if self.speaker == Speaker::FrontEnd(Dialect::Ucci) {
            self.output.line("bye");
        }
        self.stage = Stage::Over;
    }
}
