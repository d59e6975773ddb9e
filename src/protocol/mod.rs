//! The front door: reads commands in either dialect, runs the engine, writes the replies. Knows nothing of xiangqi.
//!
//! One thread reads lines, one searches, and this one, the only one that writes, takes what both say from a single
//! channel. What a line may do depends on the state: idle or busy.

mod busy;
mod command;
mod console;
mod input;
mod options;
mod output;
mod pace;
mod parse;
mod report;
mod scribe;
mod settings;
mod text;

use crate::board::Board;
use crate::config::Config;
use crate::engine;
use crate::engine::Engine;
use crate::engine::Finished;
use crate::eval::Evaluation;
use crate::game;
use crate::genfens;
use crate::notation::Style;
use crate::rules::Rules;
use crate::search::Limits;
use crate::search::Signals;
use crate::types::Move;
use busy::Busy;
use busy::Conclusion;
use command::Command;
use command::Dialect;
use command::Go;
use command::Setup;
pub use console::HELP;
use options::Setting;
use output::Output;
use pace::Volume;
use report::Info;
use report::Reporter;
use scribe::Scribe;
use std::collections::VecDeque;
use std::io::BufReader;
use std::io::Read;
use std::io::Write;
use std::sync::mpsc::Receiver;
use std::sync::mpsc::Sender;
use std::sync::mpsc::channel;
use std::time::Duration;
use std::time::Instant;

/// Runs the bench with the given evaluation to the given depth, or its own, and hands over lines as they are known.
/// Returns the nodes and the time taken. The caller brings it along, as the bench stands beside the protocol, not below
/// it.
pub type Bench = fn(evaluation: &Evaluation, depth: Option<u32>, line: &mut dyn FnMut(&str)) -> (u64, Duration);

/// What happens to the loop.
enum Event {
    /// A line arrived.
    Line(Vec<u8>),
    /// No more lines will.
    InputEnded,
    /// The search finished an iteration.
    Iteration(Info),
    /// The search turns to another root move, after it has lasted for a while.
    CurrentMove { depth: u32, mv: Move, number: usize },
    /// The search has ended.
    Finished(Box<Finished>),
}

/// Whether a search runs or its answer is held back.
enum State {
    Idle,
    Busy(Box<Busy>),
}

/// How long an unfinished search may take to answer after `quit`; uci2wb kills the process 50 ms after it.
const QUIT_PATIENCE: Duration = Duration::from_millis(20);
/// How many of a game's last moves the log repeats as people write them.
const LOGGED_MOVES: usize = 4;
/// The depth beyond which a search for a mate in `n` moves gives up: this much, and four plies a move.
const MATE_DEPTH: u32 = 8;

/// One conversation with a front end, or one command from the command line.
pub struct Session<W> {
    engine: Engine,
    bench: Bench,
    output: Output<W>,
    sender: Sender<Event>,
    events: Receiver<Event>,
    state: State,
    /// The dialect of the replies once a handshake has chosen it.
    greeted: Option<Dialect>,
    /// The settings that the handshake announces.
    announced: Config,
    /// What a front end is still to be told of the settings.
    complaints: Vec<String>,
    /// The words of one command line: no book, every iteration shown, no end before the answer.
    one_shot: bool,
    /// Lines that wait for the end of a search in batch mode.
    waiting: VecDeque<Vec<u8>>,
    /// Settings that arrived during a search.
    kept: Vec<Setting>,
    input_ended: bool,
    is_over: bool,
}

impl<W: Write> Session<W> {
    /// A conversation that writes to `output`.
    pub fn new(config: Config, bench: Bench, output: W) -> Self {
        let (sender, events) = channel();
        let mut engine = Engine::new(config);
        Self {
            announced: engine.config().clone(),
            complaints: engine.take_complaints(),
            engine,
            bench,
            output: Output::new(output),
            sender,
            events,
            state: State::Idle,
            greeted: None,
            one_shot: false,
            waiting: VecDeque::new(),
            kept: Vec::new(),
            input_ended: false,
            is_over: false,
        }
    }

    /// What could not be had of the settings, for people.
    pub fn complaints(&self) -> &[String] {
        &self.complaints
    }

    /// Adds to what a front end is told after the first greeting.
    pub fn complain(&mut self, text: String) {
        self.complaints.push(text);
    }

    /// Answers what arrives on `input` until `quit`, the end of input, or the end of output.
    pub fn run(&mut self, input: impl Read + Send + 'static) {
        let sender = self.sender.clone();
        let read = move || {
            let mut input = BufReader::new(input);
            // A stream that fails has ended.
            while let Ok(Some(line)) = input::read_line(&mut input) {
                if sender.send(Event::Line(line)).is_err() {
                    return;
                }
            }
            let _ = sender.send(Event::InputEnded);
        };
        std::thread::Builder::new()
            .name("reader".to_owned())
            .spawn(read)
            .expect("the system has room for a second thread");
        self.serve();
    }

    /// Carries out one command line and returns when it has been answered. False when there is no such command.
    pub fn run_once(&mut self, line: &[u8]) -> bool {
        self.one_shot = true;
        self.input_ended = true;
        if parse::parse(line) == Command::Unknown {
            return false;
        }
        self.waiting.push_back(line.to_vec());
        self.serve();
        true
    }

    fn serve(&mut self) {
        while !self.is_over && self.output.is_open() && !self.has_nothing_left() {
            if let Some(line) = self.next_waiting() {
                self.take_line(&line);
                continue;
            }
            match self.next_event() {
                Some(event) => self.take_event(event),
                None => self.show_due(),
            }
        }
    }

    /// After the end of input: nothing waits, and no search runs whose end is worth waiting for.
    fn has_nothing_left(&self) -> bool {
        self.input_ended
            && self.waiting.is_empty()
            && match &self.state {
                State::Idle => true,
                State::Busy(busy) => !self.one_shot && !busy.will_answer(),
            }
    }

    /// A line put aside in batch mode whose turn has come.
    fn next_waiting(&mut self) -> Option<Vec<u8>> {
        if self.defers() { None } else { self.waiting.pop_front() }
    }

    /// In batch mode input waits for the end of a search that ends by itself.
    fn defers(&self) -> bool {
        self.engine.config().conversation.batch && matches!(&self.state, State::Busy(busy) if busy.will_answer())
    }

    /// Waits for the next event; `None` when an `info` line is due first.
    fn next_event(&self) -> Option<Event> {
        let due = match &self.state {
            State::Idle => None,
            State::Busy(busy) => busy.next_due(),
        };
        match due {
            // The session keeps a sender itself, so the channel never closes.
            None => self.events.recv().ok(),
            Some(wait) => self.events.recv_timeout(wait).ok(),
        }
    }

    fn take_event(&mut self, event: Event) {
        match event {
            Event::Line(line) if self.defers() || !self.waiting.is_empty() => self.waiting.push_back(line),
            Event::Line(line) => self.take_line(&line),
            Event::InputEnded => self.input_ended = true,
            Event::Iteration(info) => {
                if let State::Busy(busy) = &mut self.state {
                    let lines = busy.add(info);
                    self.output.each(&lines);
                }
            }
            Event::CurrentMove { depth, mv, number } => {
                if let State::Busy(busy) = &mut self.state
                    && let Some(line) = busy.current_move(depth, mv, number)
                {
                    self.output.line(&line);
                }
            }
            Event::Finished(finished) => {
                let outcome = self.engine.finished(*finished);
                if let State::Busy(busy) = &mut self.state {
                    busy.conclude(Conclusion::Searched(outcome));
                }
                self.release();
            }
        }
    }

    fn show_due(&mut self) {
        if let State::Busy(busy) = &mut self.state {
            let lines = busy.due();
            self.output.each(&lines);
        }
    }

    /// The dialect of the replies.
    fn dialect(&self) -> Dialect {
        self.greeted.unwrap_or_default()
    }

    fn say(&mut self, text: &str) {
        let line = text::message(self.dialect(), text);
        self.output.line(&line);
    }

    /// How moves are written: front ends get plain coordinates, whatever is set.
    fn style(&self) -> Style {
        if self.greeted.is_some() { Style::Plain } else { self.engine.config().notation }
    }

    /// How moves are written once more in the log, where the conversation has them in plain coordinates.
    fn log_style(&self) -> Option<Style> {
        let style = self.engine.config().notation;
        (style != self.style() && log::log_enabled!(log::Level::Debug)).then_some(style)
    }

    /// Reads a setting. At the console there are some that front ends do not know.
    fn read_option(&self, name: &str, value: &[u8]) -> Option<Setting> {
        let typed = if self.greeted.is_none() { options::read_typed(name, value) } else { None };
        typed.or_else(|| options::read(name, value))
    }

    fn take_line(&mut self, line: &[u8]) {
        output::log_line('>', line);
        let command = parse::parse(line);
        let is_busy = matches!(self.state, State::Busy(_));
        match command {
            Command::Handshake(dialect) => self.greet(dialect),
            Command::IsReady => self.output.line("readyok"),
            Command::SetOption { name, value } => match self.read_option(&name, &value) {
                Some(setting) if is_busy => self.kept.push(setting),
                Some(setting) => self.apply(setting),
                None => log::info!("no such option, or not with this value: {name}"),
            },
            Command::Stop => self.stop(),
            Command::PonderHit { draw } => self.ponder_hit(draw),
            Command::Probe(setup) => self.probe(setup.as_ref()),
            Command::Quit => self.quit(),
            Command::Help => self.output.line(HELP),
            Command::Unknown => log::debug!("not understood"),
            Command::Position(_) | Command::BanMoves(_) | Command::Go(_) if is_busy => {
                log::warn!("ignored during a search");
            }
            Command::Position(setup) if self.greeted.is_none() => self.set_typed_position(&setup, line),
            Command::Position(setup) => {
                self.set_position(&setup);
                self.log_position();
            }
            Command::BanMoves(moves) => self.engine.ban(&moves),
            Command::Go(go) => self.go(&go),
            Command::Diagram
            | Command::Eval
            | Command::Rules(_)
            | Command::Perft(_)
            | Command::Bench(_)
            | Command::GenFens(_)
                if is_busy =>
            {
                self.say("not during a search");
            }
            Command::Diagram => {
                let lines = console::diagram(self.engine.board(), &self.engine.rules(), self.style());
                self.output.block(&lines);
            }
            Command::Eval => self.output.block(&console::evaluation(self.engine.board(), &self.engine.evaluation())),
            Command::Rules(set) => {
                let in_force = self.engine.rules();
                let rules = Rules { set: set.unwrap_or(in_force.set), ..in_force };
                self.output.line(&game::report(self.engine.board(), &rules, self.style()));
            }
            Command::Perft(None) => self.say("perft needs a depth, as in: perft 5"),
            Command::Perft(Some(depth)) => console::count(self.engine.board(), depth, |line| self.output.line(line)),
            Command::Tunables => self.output.block(&console::tunables()),
            Command::GenFens(None) => self.say("genfens needs a number, as in: genfens 10 seed 1 book None"),
            Command::GenFens(Some(order)) => {
                let write = |board: &Board| self.output.line(&format!("info string genfens {}", board.fen()));
                if let Err(failure) = genfens::make(&order, &self.engine.evaluation(), write) {
                    self.say(&format!("genfens: {failure}"));
                }
            }
            Command::Bench(depth) => {
                let (nodes, time) = (self.bench)(&self.engine.evaluation(), depth, &mut |line| self.output.line(line));
                self.output.line(&console::total(nodes, time));
            }
        }
    }

    fn set_position(&mut self, setup: &Setup) {
        match self.engine.set_position(setup.fen.as_deref(), &setup.moves) {
            Ok(played) if played < setup.moves.len() => {
                log::warn!("illegal move {}, position set to the one before it", setup.moves[played]);
            }
            Ok(_) => {}
            Err(error) => self.say(&format!("position refused: {error}")),
        }
    }

    /// Writes the last moves of the position into the log as people write them.
    fn log_position(&self) {
        if let Some(style) = self.log_style() {
            log::debug!("= {}", scribe::game(self.engine.board(), style, LOGGED_MOVES).join(" "));
        }
    }

    /// Sets up what a person typed: the moves may be of any notation, and what is wrong with one is said.
    fn set_typed_position(&mut self, setup: &Setup, line: &[u8]) {
        let Ok((start, _)) = engine::position(setup.fen.as_deref(), &[]) else { return self.set_position(setup) };
        let (moves, unread) = scribe::read_typed(&start, &parse::words_behind_moves(line));
        self.set_position(&Setup { fen: setup.fen.clone(), moves });
        if let Some(unread) = unread {
            // Nobody but a person reads this line: it may hold any character.
            self.output.line(&format!("{unread}; the position is the one before it"));
        }
    }

    fn probe(&mut self, setup: Option<&Setup>) {
        let position = setup.and_then(|setup| engine::position(setup.fen.as_deref(), &setup.moves).ok());
        let table = match &self.state {
            State::Busy(busy) => busy.table(),
            State::Idle => None,
        };
        let known = match (position, table.or(self.engine.table())) {
            (Some((board, _)), Some(table)) => engine::probe(table, &board),
            _ => engine::Knowledge::default(),
        };
        self.output.line(&text::pophash(&known));
    }

    fn go(&mut self, go: &Go) {
        let dialect = self.dialect();
        let ponders = go.ponder && !self.one_shot;
        let conversation = &self.engine.config().conversation;
        let volume =
            if self.one_shot || conversation.debug || dialect == Dialect::Uci { Volume::Full } else { Volume::Sparse };
        let board = self.engine.board();
        let legal = board.legal_moves();
        let moves = self.engine.root_moves(go.search_moves.as_deref());
        let clock = go.clock(board.side(), !conversation.milliseconds);
        let is_bounded = go.is_bounded();
        let mut busy = Busy::new(busy::Terms {
            dialect,
            scribe: Scribe::new(self.style(), board),
            log: self.log_style().map(|style| Scribe::new(style, board)),
            volume,
            lines: self.engine.config().multipv as usize,
            moves: moves.clone(),
            ponders,
            is_bounded,
            draw_offered: go.draw,
        });
        if moves.is_empty() || go.depth == Some(0) {
            let value = self.engine.static_value();
            // A mated side has nothing to say in UCCI but that it has no move.
            let wants_line = go.depth == Some(0) || (dialect == Dialect::Uci && legal.is_empty());
            let line = wants_line.then(|| text::depth_zero(dialect, value, None, &Scribe::PLAIN));
            busy.conclude(Conclusion::NoMove { line });
        } else if let Some(found) = self.uses_book(go).then(|| self.engine.book_move(&moves)).flatten() {
            busy.conclude(Conclusion::Book(found));
        } else {
            let limits = Limits {
                depth: go.depth.or(go.mate.map(|moves| moves.saturating_mul(4).saturating_add(MATE_DEPTH))),
                nodes: go.nodes,
                clock,
                mate: go.mate,
                root_moves: (moves.len() < legal.len()).then_some(moves),
                multipv: self.engine.config().multipv as usize,
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
        let default = self.greeted == Some(Dialect::Ucci);
        self.engine.config().book.enabled.unwrap_or(default) && !self.one_shot && go.is_bounded() && go.mate.is_none()
    }

    fn stop(&mut self) {
        if let State::Busy(busy) = &mut self.state {
            busy.stop();
            self.release();
        } else if self.dialect() == Dialect::Ucci {
            // So that a front end that believes in a search does not wait for ever. UCI has no such rule.
            self.output.line("nobestmove");
        }
    }

    fn ponder_hit(&mut self, draw: bool) {
        if let State::Busy(busy) = &mut self.state {
            busy.ponder_hit(draw);
            self.release();
        }
    }

    /// Answers, if the search has ended and nothing holds the answer back.
    fn release(&mut self) {
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

    fn quit(&mut self) {
        self.is_over = true;
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
        }
        if self.greeted == Some(Dialect::Ucci) {
            self.output.line("bye");
        }
    }
}
