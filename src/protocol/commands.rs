//! Carrying out one command.

use super::command::{Command, Setting, Setup};
use super::move_text::{self, ReadMove};
use super::parse::Words;
use super::session::{Activity, Client, Phase, Session};
use super::text::{self, ScoreScale};
use super::{console, options};
use crate::board::Board;
use crate::rules::Rules;
use crate::search::Signals;
use crate::tt::Entry;
use crate::types::Move;
use crate::{bench, game, genfens};
use std::io::Write;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// Number of the game's last moves that the log shows in the user's notation.
const LOGGED_MOVES: usize = 4;
/// How often a long command polls for events.
const POLL_INTERVAL: Duration = Duration::from_millis(20);
/// Maximum number of events handled at one poll, so that a flood of lines does not delay `quit` or hide a closed
/// output.
const MAX_EVENTS_PER_POLL: usize = 1_000;
/// After `quit` a long command has this long. If the input ends within it, the `quit` came from a script and the
/// command may finish.
const SCRIPT_END: Duration = Duration::from_millis(100);
/// Maximum number of settings that wait for the end of a search.
const MAX_DEFERRED: usize = 100;

impl<W: Write> Session<W> {
    /// Carries out a command that does not have to wait.
    pub(super) fn carry_out(&mut self, command: Command) {
        let is_searching = matches!(self.activity, Activity::Searching(_));
        if self.client == Client::Console && !matches!(command, Command::Handshake(_) | Command::Quit) {
            // Without a handshake, complaints are reported before the first command.
            for text in std::mem::take(&mut self.startup_errors) {
                self.write_message(&text);
            }
        }
        match command {
            Command::Handshake(dialect) => self.greet(dialect),
            Command::IsReady => self.output.line("readyok"),
            Command::SetOption { name, value } => {
                let setting = if self.is_front_end() {
                    options::read(&name, &value)
                } else {
                    self.read_typed_option(&name, &value)
                };
                match setting {
                    Ok(setting) if is_searching => self.defer(setting),
                    Ok(setting) => self.apply(setting),
                    Err(why) => log::info!("option not set: {why}"),
                }
            }
            Command::Stop => self.stop(),
            Command::PonderHit { draw } => self.ponder_hit(draw),
            Command::Probe(setup) => self.probe(setup.as_ref()),
            Command::Quit => match &mut self.activity {
                Activity::Working { quit, .. } => *quit = Some(Instant::now()),
                Activity::Idle | Activity::Searching(_) => self.quit(),
            },
            Command::Help => self.output.line(console::HELP),
            Command::Unknown => {}
            Command::Position(_) if is_searching => {
                log::warn!("ignored during a search");
                self.refused_position = Some("it came during a search".to_owned());
            }
            Command::BanMoves(_) | Command::Go(_) | Command::Move(_) if is_searching => {
                log::warn!("ignored during a search")
            }
            Command::Position(Some(setup)) => self.set_position(&setup),
            Command::Position(None) => self.refuse_position(console::NO_POSITION),
            Command::Mistake(mistake) => self.write_message(&mistake),
            command if !is_searching && command.needs_position() && self.refused_position.is_some() => {
                self.answer_without_position(&command);
            }
            Command::Move(text) => self.play(&text),
            Command::BanMoves(words) => self.ban(&words),
            Command::Go(go) => {
                if let Some(mistake) = go.mistake.as_ref().filter(|_| self.is_front_end()) {
                    self.write_message(mistake);
                }
                if self.is_front_end() || self.accepts_typed_go(&go) {
                    self.go(&go);
                }
            }
            Command::Diagram
            | Command::Eval
            | Command::Rules(_)
            | Command::Perft(_)
            | Command::Bench(_)
            | Command::GenFens(_)
                if is_searching =>
            {
                self.write_message("not during a search");
            }
            Command::Diagram => {
                let lines = console::diagram(self.engine.board(), &self.engine.rules(), self.style());
                self.output.block(&lines);
            }
            Command::Eval => {
                let board = self.engine.board();
                let outcome = game::outcome(board, &self.engine.rules());
                // The scale of shown scores was fitted to games that go on.
                let scale = if outcome.is_some() { ScoreScale::RAW } else { ScoreScale::new(&self.engine, board) };
                let mut lines = console::evaluation(board, self.engine.network(), &scale);
                if let Some(outcome) = outcome {
                    lines.push(format!("but the game is over: {outcome}"));
                }
                self.output.block(&lines);
            }
            Command::Rules(set) => {
                let in_force = self.engine.rules();
                let rules = Rules { set: set.unwrap_or(in_force.set), ..in_force };
                self.output.line(&game::rules_report(self.engine.board(), &rules, self.style()));
            }
            Command::Perft(depth) => {
                let board = self.engine.board().clone();
                self.run_count(move |signals, line| console::count(&board, depth, signals, line));
            }
            Command::Tunables => self.output.block(&console::tunables()),
            Command::GenFens(request) => {
                let network = self.engine.network().clone();
                let made = self.work(move |signals, line| {
                    let write = |board: &Board| line(&format!("info string genfens {}", board.fen()));
                    genfens::make(&request, &network, signals, write)
                });
                if let Some(Err(failure)) = made {
                    self.report_error(&format!("genfens: {failure}"));
                }
                self.end_work();
            }
            Command::Bench(depth) => {
                let network = self.engine.network().clone();
                self.run_count(move |signals, line| bench::run(&network, depth, signals, line));
            }
        }
    }

    /// Applies a setting when the search ends.
    fn defer(&mut self, setting: Setting) {
        if self.deferred.len() < MAX_DEFERRED {
            self.deferred.push(setting);
        } else {
            self.drop_input("too many options are set during a search: this one is dropped");
        }
    }

    fn set_position(&mut self, setup: &Setup) {
        if let Some(mistake) = setup.mistake().filter(|_| !self.is_front_end()) {
            return self.refuse_position(&mistake);
        }
        match move_text::set_up(setup, self.move_reader()) {
            Ok((board, refused)) => {
                self.engine.set_position(board);
                self.refused_position = None;
                if let Some(mistake) = setup.mistake() {
                    self.write_message(&format!("position set up, but {mistake}"));
                }
                if let Some(style) = self.log_style() {
                    log::debug!("= {}", move_text::game(self.engine.board(), style, LOGGED_MOVES).join(" "));
                }
                if let Some(refused) = refused {
                    log::warn!("{refused}");
                    self.report_error(&refused);
                }
            }
            Err(error) => self.refuse_position(&error.to_string()),
        }
    }

    /// How moves are read: front ends send coordinates, people type any notation.
    fn move_reader(&self) -> ReadMove {
        if self.is_front_end() { move_text::read_sent } else { console::read_typed }
    }

    /// Refuses a `position`. The board stays, but commands may not use it until a valid `position` arrives.
    fn refuse_position(&mut self, why: &str) {
        self.report_error(&format!("position refused: {why}"));
        self.refused_position = Some(why.to_owned());
    }

    /// Answers a command that needs the position, after the last `position` was refused.
    fn answer_without_position(&mut self, command: &Command) {
        if let Some(why) = &self.refused_position {
            let text = format!("no position is set, the last one was refused: {why}");
            self.report_error(&text);
        }
        if let Command::Go(go) = command {
            self.answer_without_move(go);
        }
    }

    fn ban(&mut self, words: &[u8]) {
        match self.read_moves(words) {
            Ok(moves) => self.engine.ban(&moves),
            Err(mistake) => self.report_error(&format!("nothing is banned: {mistake}")),
        }
    }

    /// Reads moves of this position. From a front end, words that are not legal moves are skipped.
    ///
    /// # Errors
    /// The first typed word that is not a legal move, and the reason.
    pub(super) fn read_moves(&self, words: &[u8]) -> Result<Vec<Move>, String> {
        let board = self.engine.board();
        let read = self.move_reader();
        let mut moves = Vec::new();
        for word in Words(words) {
            let word = String::from_utf8_lossy(word);
            match read(board, &word) {
                Err(why) if !self.is_front_end() => return Err(format!("{word}: {why}")),
                found => moves.extend(found.ok().flatten()),
            }
        }
        Ok(moves)
    }

    fn probe(&mut self, setup: Option<&Setup>) {
        let position = setup
            .and_then(|setup| move_text::set_up(setup, move_text::read_sent).ok())
            .and_then(|(board, refused)| refused.is_none().then_some(board));
        let table = match &self.activity {
            Activity::Searching(search) => search.table(),
            Activity::Idle | Activity::Working { .. } => None,
        };
        let (entry, scale) = match (position, table.or(self.engine.table())) {
            (Some(board), Some(table)) => {
                // Another position may have the same key.
                let with_legal_move =
                    |entry: Entry| Entry { mv: entry.mv.filter(|&mv| board.is_legal_move(mv)), ..entry };
                (table.probe(board.key(), 0).map(with_legal_move), ScoreScale::new(&self.engine, &board))
            }
            _ => (None, ScoreScale::RAW),
        };
        self.output.line(&text::pophash(entry, &scale));
    }

    /// Runs perft or bench, see [`Session::work`], and prints nodes and speed.
    fn run_count(&mut self, count: impl FnOnce(&Signals, &mut dyn FnMut(&str)) -> (u64, Duration) + Send) {
        if let Some((nodes, time)) = self.work(count) {
            self.output.line(&console::total(nodes, time));
        }
        self.end_work();
    }

    /// Runs a long command on a thread of its own, writes its lines as they come, and handles events meanwhile:
    /// commands wait, and `stop` or `quit` (not in batch mode) or a failed write ends it. Returns its result, `None`
    /// when it was cut short. The caller must call [`Session::end_work`] next.
    fn work<T: Send>(&mut self, work: impl FnOnce(&Signals, &mut dyn FnMut(&str)) -> T + Send) -> Option<T> {
        self.activity = Activity::Working { quit: None, is_stopped: false };
        let signals = Signals::new();
        let result = std::thread::scope(|scope| {
            let (sender, lines) = channel::<String>();
            let signals = &signals;
            let work = move || {
                work(signals, &mut |line| {
                    // An error means that the output was closed.
                    let _ = sender.send(line.to_owned());
                })
            };
            let thread = std::thread::Builder::new().stack_size(crate::search::STACK).spawn_scoped(scope, work);
            loop {
                match lines.recv_timeout(POLL_INTERVAL) {
                    Ok(line) => self.output.line(&line),
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => break,
                }
                if !self.poll_during_work() {
                    signals.stop();
                }
            }
            thread.map(|thread| thread.join().ok())
        });
        match result {
            Ok(result) => result.filter(|_| !signals.is_stopped()),
            Err(error) => {
                self.report_error(&format!("cannot start a thread: {error}"));
                None
            }
        }
    }

    /// Ends what [`Session::work`] began, and carries out a `quit` that came meanwhile.
    fn end_work(&mut self) {
        if let Activity::Working { quit, .. } = std::mem::replace(&mut self.activity, Activity::Idle)
            && quit.is_some()
        {
            self.quit();
        }
    }

    /// Handles events during a long command. Returns `false` when the command must end.
    fn poll_during_work(&mut self) -> bool {
        for _ in 0..MAX_EVENTS_PER_POLL {
            let Some(event) = self.events.next(self.wanted_lines()) else { break };
            self.handle_event(event);
        }
        let must_end = match self.activity {
            Activity::Working { quit, is_stopped } => {
                is_stopped || quit.is_some_and(|at| self.phase == Phase::Open && at.elapsed() > SCRIPT_END)
            }
            _ => false,
        };
        self.output.is_open() && !must_end
    }
}
