//! One conversation: the loop that takes what the reader and the search say, and decides what a line may do now.
//!
//! A line is carried out at once while nothing runs. What it does during a search depends on who speaks: a UCCI front end
//! that sends a `position` or a `go` during a search has made a mistake, and the line is ignored, as the protocol says. In
//! UCI and at the console lines wait behind a search that ends by itself, so that a script can be piped in. Once a search
//! has been told to stop, lines wait for its answer in both dialects. `isready`, `stop`, `ponderhit` and `quit` never wait,
//! except in batch mode.

use super::busy::Busy;
use super::busy::Conclusion;
use super::command::Command;
use super::command::Dialect;
use super::event::Event;
use super::log_file::LogTrouble;
use super::options;
use super::options::Setting;
use super::output;
use super::output::Output;
use super::parse;
use super::queue::Push;
use super::queue::Queue;
use super::queue::Waiting;
use super::reader;
use super::text;
use crate::config::Config;
use crate::engine::Engine;
use crate::eval::nnue::Network;
use crate::notation;
use crate::notation::Style;
use crate::notation::Unread;
use crate::search::Signals;
use std::io;
use std::io::Read;
use std::io::Write;
use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::sync::mpsc::Sender;
use std::sync::mpsc::channel;
use std::time::Duration;
use std::time::Instant;

/// Runs the bench with the given network to the given depth, or its own, until the signals say stop, and hands over
/// lines as they are known. Returns the nodes and the time taken. The caller brings it along, as the bench stands beside
/// the protocol, not below it.
pub type Bench =
    fn(network: &Arc<Network>, depth: Option<u32>, signals: &Signals, line: &mut dyn FnMut(&str)) -> (u64, Duration);

/// Who speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Speaker {
    /// The words behind the program's name: no book, every iteration shown, no end before the answer.
    CommandLine,
    /// A person or a script that has not greeted.
    Console,
    /// A front end that has greeted in this dialect.
    FrontEnd(Dialect),
}

/// How far the conversation has come.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Stage {
    /// More may come in.
    Open,
    /// Nothing more comes in.
    InputEnded,
    /// Nothing more goes out.
    Over,
}

/// What runs.
pub(super) enum State {
    /// Nothing.
    Idle,
    /// A search runs, or its answer is held back.
    Busy(Box<Busy>),
    /// A command of the console runs that may take long.
    Working {
        /// When `quit` came.
        quit: Option<Instant>,
        /// `stop` came: what has been counted is dropped.
        is_stopped: bool,
        /// It is `isready` itself, and another one waits.
        is_getting_ready: bool,
    },
}

/// One conversation with a front end, or one command from the command line.
pub struct Session<W> {
    pub(super) engine: Engine,
    pub(super) bench: Bench,
    pub(super) output: Output<W>,
    pub(super) sender: Sender<Event>,
    pub(super) events: Receiver<Event>,
    pub(super) state: State,
    pub(super) speaker: Speaker,
    pub(super) stage: Stage,
    /// The settings that the handshake announces.
    pub(super) announced: Config,
    /// What a front end is still to be told of the settings.
    pub(super) complaints: Vec<String>,
    /// Commands that wait for the end of a search.
    pub(super) queue: Queue,
    /// Settings that arrived during a search behind which nothing waits.
    pub(super) kept: Vec<Setting>,
    /// Why the last `position` was refused. Until a good one comes, the board is not the one that the other side means.
    pub(super) refused_position: Option<String>,
    /// What could not be done of a single command.
    pub(super) refusal: Option<String>,
    /// Whether anybody still reads what is written; asked while a command runs that seldom writes.
    pub(super) has_reader: fn() -> bool,
    /// What has become of the log, if anything, and if it has not been told.
    log_trouble: LogTrouble,
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
            speaker: Speaker::Console,
            stage: Stage::Open,
            queue: Queue::default(),
            kept: Vec::new(),
            refused_position: None,
            refusal: None,
            has_reader: || true,
            log_trouble: LogTrouble::default(),
        }
    }

    /// Has commands that take long ask from time to time whether anybody still reads what is written.
    pub fn watch_reader(&mut self, has_reader: fn() -> bool) {
        self.has_reader = has_reader;
    }

    /// Has the user told when the log can no longer be written.
    pub fn watch_log(&mut self, trouble: LogTrouble) {
        self.log_trouble = trouble;
    }

    /// What could not be had of the settings, for people.
    pub fn complaints(&self) -> &[String] {
        &self.complaints
    }

    /// Why replies could not be written, unless it was that nobody reads them any more.
    pub fn output_failure(&self) -> Option<&str> {
        self.output.failure()
    }

    /// Adds to what a front end is told after the first greeting.
    pub fn complain(&mut self, text: String) {
        self.complaints.push(text);
    }

    /// Answers what arrives on `input` until `quit`, the end of input, or the end of output.
    ///
    /// # Errors
    /// When the system has no room for a thread that reads.
    pub fn run(&mut self, input: impl Read + Send + 'static) -> io::Result<()> {
        reader::start(input, self.sender.clone())?;
        self.serve();
        Ok(())
    }

    /// Carries out one command line and returns when it has been answered.
    ///
    /// # Errors
    /// What is wrong with the command, for people.
    pub fn run_once(&mut self, line: &[u8]) -> Result<(), String> {
        self.speaker = Speaker::CommandLine;
        self.stage = Stage::InputEnded;
        output::log_line('>', line);
        let command = parse::parse(line);
        if let Some(mistake) = command.mistake() {
            return Err(mistake);
        }
        if let Command::SetOption { name, value } = &command
            && self.read_option(name, value).is_none()
        {
            return Err(options::unknown(name));
        }
        self.carry_out(command);
        self.serve();
        self.refusal.take().map_or(Ok(()), Err)
    }

    fn serve(&mut self) {
        while self.stage != Stage::Over && self.output.is_open() && !self.has_nothing_left() {
            if let Some(waiting) = self.next_turn() {
                self.take_turn(waiting);
                continue;
            }
            match self.next_event() {
                Some(event) => self.take_event(event),
                None => self.show_due(),
            }
        }
        // Behind a farewell nothing more is said.
        if self.stage != Stage::Over {
            self.tell_of_the_log();
        }
    }

    /// Tells once that the log has gaps.
    fn tell_of_the_log(&mut self) {
        if let Some(trouble) = self.log_trouble.take() {
            self.say(&trouble);
        }
    }

    /// After the end of input: nothing waits, and no search runs whose end is worth waiting for.
    fn has_nothing_left(&self) -> bool {
        self.stage == Stage::InputEnded
            && self.queue.is_empty()
            && match &self.state {
                State::Idle | State::Working { .. } => true,
                State::Busy(busy) => self.speaker != Speaker::CommandLine && !busy.will_answer(),
            }
    }

    /// Waits for the next event; `None` when an `info` line is due first.
    fn next_event(&self) -> Option<Event> {
        let due = match &self.state {
            State::Busy(busy) => busy.next_due(),
            State::Idle | State::Working { .. } => None,
        };
        match due {
            // The session keeps a sender itself, so the channel never closes.
            None => self.events.recv().ok(),
            Some(wait) => self.events.recv_timeout(wait).ok(),
        }
    }

    pub(super) fn take_event(&mut self, event: Event) {
        match event {
            Event::Line(line) => {
                self.take_line(&line.bytes);
                self.tell_of_the_log();
            }
            Event::LineDropped => self.say("a line of more than 1 MiB was dropped"),
            Event::InputEnded => {
                self.stage = self.stage.max(Stage::InputEnded);
                self.end_what_nothing_can_stop();
            }
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
                let choice = self.engine.finished(*finished);
                if let State::Busy(busy) = &mut self.state {
                    busy.conclude(Conclusion::Searched(choice));
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
    pub(super) fn dialect(&self) -> Dialect {
        match self.speaker {
            Speaker::FrontEnd(dialect) => dialect,
            Speaker::CommandLine | Speaker::Console => Dialect::default(),
        }
    }

    /// Whether a front end speaks.
    pub(super) fn is_greeted(&self) -> bool {
        matches!(self.speaker, Speaker::FrontEnd(_))
    }

    /// How moves are written: front ends get plain coordinates, whatever is set.
    pub(super) fn style(&self) -> Style {
        if self.is_greeted() { Style::Plain } else { self.engine.config().notation }
    }

    /// How moves are written once more in the log, where the conversation has them in plain coordinates.
    pub(super) fn log_style(&self) -> Option<Style> {
        let style = self.engine.config().notation;
        (style != self.style() && log::log_enabled!(log::Level::Debug)).then_some(style)
    }

    /// Tells the user what could not be done. Of a single command it is the outcome.
    pub(super) fn refuse(&mut self, text: &str) {
        if self.speaker == Speaker::CommandLine {
            self.refusal.get_or_insert_with(|| text.to_owned());
        } else {
            self.say(text);
        }
    }

    /// Tells the user something.
    pub(super) fn say(&mut self, text: &str) {
        let line = text::message(self.dialect(), text);
        self.output.line(&line);
    }

    fn take_line(&mut self, line: &[u8]) {
        output::log_line('>', line);
        let mut command = parse::parse(line);
        if command == Command::Unknown {
            let text = String::from_utf8_lossy(line);
            let text = text.trim();
            let is_typed = self.speaker == Speaker::Console && !text.is_empty();
            if is_typed && !matches!(notation::read(self.engine.board(), text), Err(Unread::Unreadable(_))) {
                command = Command::Move(text.to_owned());
            } else {
                log::debug!("not understood");
                if is_typed {
                    self.say(&format!("not understood: '{text}'; help lists the commands"));
                }
                return;
            }
        }
        if !self.must_wait(&command) {
            return self.carry_out(command);
        }
        if self.queue.push(command, line.len()) == Push::FirstDropped {
            log::warn!("too many lines wait for the end of a search");
            self.say("too many lines wait: from here on they are dropped until those have been carried out");
        }
    }

    /// Whether a command that arrives now has to wait for its turn.
    fn must_wait(&self, command: &Command) -> bool {
        let is_batch = self.engine.config().conversation.batch;
        match &self.state {
            State::Idle => false,
            State::Working { is_getting_ready: true, .. } if *command == Command::IsReady => true,
            State::Working { .. } => is_batch || !command.is_urgent(),
            // In batch mode no input is read during a search that ends by itself.
            State::Busy(busy) if is_batch && busy.will_answer() => true,
            State::Busy(_) if command.is_urgent() => false,
            State::Busy(busy) => {
                // Whether a script's line comes before or after the end of the search in front is left to chance: what
                // would be ignored waits behind every search. Only UCCI has it ignored, unless in batch mode.
                let is_script = is_batch || self.speaker != Speaker::FrontEnd(Dialect::Ucci);
                let is_next = matches!(
                    command,
                    Command::Position(_)
                        | Command::NoPosition
                        | Command::Move(_)
                        | Command::BanMoves(_)
                        | Command::Go(_)
                );
                !self.queue.is_empty() || busy.is_stopped() || (is_script && (busy.will_answer() || is_next))
            }
        }
    }

    /// The waiting command whose turn it is. In batch mode a `stop` may have come before the search that it ends had begun.
    fn next_turn(&mut self) -> Option<Waiting> {
        match &self.state {
            State::Idle => self.queue.pop(),
            State::Busy(busy) if !busy.will_answer() => self.queue.pop_urgent(),
            State::Busy(_) | State::Working { .. } => None,
        }
    }

    fn take_turn(&mut self, waiting: Waiting) {
        match waiting.command {
            // They are for the search that runs: those that still wait came later.
            Command::Stop => self.stop_running(),
            Command::PonderHit { draw } => self.ponder_hit_running(draw),
            command => self.carry_out(command),
        }
        if waiting.is_stopped {
            self.stop_search();
        }
        self.end_what_nothing_can_stop();
    }

    /// After the end of input no `stop` can come; what waits behind a search without an end is not to wait for ever.
    fn end_what_nothing_can_stop(&mut self) {
        if self.stage == Stage::InputEnded
            && !self.queue.is_empty()
            && !self.queue.has_urgent()
            && matches!(&self.state, State::Busy(busy) if !busy.will_answer())
        {
            self.stop_search();
        }
    }
}
