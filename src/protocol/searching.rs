//! `go`, `stop`, `ponderhit` and `quit`, and when the answer to a `go` is released.

use super::active_search::{ActiveSearch, SearchRequest, SearchResult, Volume};
use super::channel::{Event, Lines};
use super::command::{Dialect, Go};
use super::move_text::MoveWriter;
use super::session::{Activity, Client, Phase, Session};
use super::text::{self, ScoreScale};
use crate::search::{Limits, Signals};
use crate::types::MoveList;
use std::io::Write;

/// `go mate n` searches to this depth plus `4 n` plies.
const MATE_DEPTH: u32 = 8;

impl<W: Write> Session<W> {
    /// The request of a `go` with these root moves.
    fn request(&self, go: &Go, moves: MoveList) -> SearchRequest {
        let is_one_shot = self.client == Client::OneShot;
        let config = self.engine.config();
        let shows_all = is_one_shot || config.conversation.debug || self.dialect() == Dialect::Uci;
        let board = self.engine.board();
        SearchRequest {
            dialect: self.dialect(),
            writer: MoveWriter::new(self.style(), board),
            scale: ScoreScale::new(&self.engine, board),
            log: self.log_style().map(|style| MoveWriter::new(style, board)),
            volume: if shows_all { Volume::Full } else { Volume::Sparse },
            lines: config.multipv as usize,
            moves,
            ponders: go.ponder && !is_one_shot,
            is_bounded: go.is_bounded(),
            draw_offered: go.draw,
        }
    }

    /// Answers a `go` without a valid position: no move, released as any other answer.
    pub(super) fn answer_without_move(&mut self, go: &Go) {
        let mut search = ActiveSearch::new(self.request(go, MoveList::new()));
        search.conclude(SearchResult::NoMove);
        self.activity = Activity::Searching(Box::new(search));
        self.release();
    }

    /// Begins a search, or answers without one: from the book, or with no move.
    pub(super) fn go(&mut self, go: &Go) {
        let board = self.engine.board();
        let legal = board.legal_moves();
        let wanted = go.search_moves.as_deref().and_then(|words| self.read_moves(words).ok());
        let moves = self.engine.root_moves(wanted.as_deref());
        let clock = go.clock(board.side(), !self.engine.config().conversation.milliseconds);
        let request = self.request(go, moves.clone());
        let SearchRequest { dialect, scale, lines, ponders, is_bounded, .. } = request;
        let mut search = ActiveSearch::new(request);
        // In UCCI `go depth 0` asks for the static score alone. In UCI every search returns a move.
        let is_static = go.depth == Some(0) && dialect == Dialect::Ucci;
        if moves.is_empty() || is_static {
            // In UCCI a mated side answers `nobestmove` alone.
            if is_static || (dialect == Dialect::Uci && legal.is_empty()) {
                // Written now: the answer may have to wait for `stop`.
                self.output.line(&text::static_value(dialect, self.engine.static_value(), &scale));
            }
            search.conclude(SearchResult::NoMove);
        } else if let Some(found) = self.uses_book(go).then(|| self.engine.book_move(&moves)).flatten() {
            search.conclude(SearchResult::Book(found));
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
            let (report, end) = (self.events.reporter(), self.events.reporter());
            let done = move |finished| end.send(Event::Finished(Box::new(finished)));
            match self.engine.start(limits, signals, report, done) {
                Some(running) => search.attach(running),
                None => return log::error!("cannot start a search: another one runs"),
            }
        }
        self.activity = Activity::Searching(Box::new(search));
        self.release();
    }

    /// Whether the book may answer: only searches that end by themselves, not analysis; by default only in UCCI.
    fn uses_book(&self, go: &Go) -> bool {
        let default = self.client == Client::FrontEnd(Dialect::Ucci);
        let is_one_shot = self.client == Client::OneShot;
        self.engine.config().book.enabled.unwrap_or(default) && !is_one_shot && go.is_bounded() && go.mate.is_none()
    }

    /// `stop`: stops the running search and the waiting ones.
    pub(super) fn stop(&mut self) {
        let has_waiting = self.queue.stop();
        if let Activity::Searching(_) = self.activity {
            self.stop_search();
        } else if has_waiting {
            // The waiting searches answer.
        } else if let Activity::Working { is_stopped, .. } = &mut self.activity {
            *is_stopped = true;
        } else if self.dialect() == Dialect::Ucci {
            // A front end that assumes a running search waits for an answer. UCI has no such rule.
            self.output.line("nobestmove");
        }
    }

    /// Stops the running search.
    pub(super) fn stop_search(&mut self) {
        if let Activity::Searching(search) = &mut self.activity {
            search.stop();
            self.release();
        }
    }

    /// `ponderhit`: the clock of a search that ponders starts; when none ponders, it applies to a waiting `go ponder`.
    pub(super) fn ponder_hit(&mut self, draw: bool) {
        let ponders = matches!(&self.activity, Activity::Searching(search) if search.is_pondering());
        let takes_it = ponders || !self.queue.ponder_hit(draw);
        if takes_it && let Activity::Searching(search) = &mut self.activity {
            search.ponder_hit(draw);
            self.release();
        }
    }

    /// Answers, if the search has ended and nothing holds the answer back.
    pub(super) fn release(&mut self) {
        if !matches!(&self.activity, Activity::Searching(search) if search.is_free_to_answer()) {
            return;
        }
        if let Activity::Searching(search) = std::mem::replace(&mut self.activity, Activity::Idle) {
            let lines = search.answer(&self.engine);
            self.output.each(&lines);
        }
        for setting in std::mem::take(&mut self.deferred) {
            self.apply(setting);
        }
    }

    /// `quit`: drops waiting commands, stops a running search and waits for its answer, which takes some milliseconds
    /// (uci2wb kills the process after 50).
    pub(super) fn quit(&mut self) {
        self.queue.clear();
        self.deferred.clear();
        if let Activity::Searching(search) = &mut self.activity
            && !search.is_pondering()
        {
            search.stop();
            self.release();
            while matches!(self.activity, Activity::Searching(_)) {
                match self.events.wait(Lines::Take) {
                    None => break,
                    Some(Event::Line(_) | Event::InputEnded) => {}
                    Some(event) => self.handle_event(event),
                }
            }
        }
        if self.client == Client::FrontEnd(Dialect::Ucci) {
            self.output.line("bye");
        }
        self.phase = Phase::Over;
    }
}
