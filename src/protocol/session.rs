//! The event loop of one conversation: decides whether a line is carried out, waits or is dropped.
//!
//! A line is carried out at once while nothing runs. During a search it depends on the sender: a UCCI front end that
//! sends a `position` or a `go` during a search has made a mistake, and the line is ignored, as the protocol says;
//! after an ignored `position`, commands that use the position are refused until the next one. In UCI and at the
//! console `position`, `go`, `banmoves` and moves wait for the end of any search; other lines wait for a search that
//! ends by itself, so that a script can be piped in. Once a search has been told to stop, lines wait for its answer in
//! both dialects. `isready`, `stop`, `ponderhit` and `quit` never wait.
//!
//! In batch mode no line of any kind is read during a search that ends by itself or during a long command.

use super::active_search::{ActiveSearch, SearchResult};
use super::channel::{Event, Events, Lines};
use super::command::{Command, Dialect, Setting};
use super::output::{self, Output};
use super::queue::{Queue, Waiting};
use super::{parse, text};
use crate::config::Config;
use crate::engine::Engine;
use crate::notation::Style;
use std::io::{self, Read, Write};
use std::time::Instant;

/// Who sends the commands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Client {
    /// The arguments of the program: no book, every iteration shown, and the program ends after the answer.
    OneShot,
    /// A person or a script: no handshake has come.
    Console,
    /// A front end that sent the handshake of this dialect.
    FrontEnd(Dialect),
}

/// How far the conversation has come.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Phase {
    /// More input may arrive.
    Open,
    /// No more input arrives.
    InputEnded,
    /// Nothing more is written.
    Over,
}

/// What the session is doing.
pub(super) enum Activity {
    /// Nothing.
    Idle,
    /// A search runs, or its answer is held back.
    Searching(Box<ActiveSearch>),
    /// A command of the console runs that may take long.
    Working {
        /// When `quit` came.
        quit: Option<Instant>,
        /// `stop` came: the result is dropped.
        is_stopped: bool,
    },
}

/// One conversation with a front end, or one command from the command line.
pub struct Session<W> {
    pub(super) engine: Engine,
    pub(super) output: Output<W>,
    pub(super) events: Events,
    pub(super) activity: Activity,
    pub(super) client: Client,
    pub(super) phase: Phase,
    /// The settings that the handshake announces.
    pub(super) announced: Config,
    /// Settings that were refused at the start, to be reported to the user.
    pub(super) startup_errors: Vec<String>,
    /// Commands that wait for the end of a search.
    pub(super) queue: Queue,
    /// Settings that arrived during a search, to be applied at its end.
    pub(super) deferred: Vec<Setting>,
    /// Why the last `position` was refused; `None` after a valid one. After a refusal no command may use the board
    /// until a valid one arrives.
    pub(super) refused_position: Option<String>,
    /// Why the command of the command line failed.
    pub(super) one_shot_error: Option<String>,
}

impl<W: Write> Session<W> {
    /// A conversation that writes to `output`.
    ///
    /// # Errors
    /// When the system cannot start the search thread.
    pub fn new(config: Config, output: W) -> io::Result<Self> {
        let mut engine = Engine::new(config)?;
        Ok(Self {
            announced: engine.config().clone(),
            startup_errors: engine.take_startup_errors(),
            engine,
            output: Output::new(output),
            events: Events::new(),
            activity: Activity::Idle,
            client: Client::Console,
            phase: Phase::Open,
            queue: Queue::default(),
            deferred: Vec::new(),
            refused_position: None,
            one_shot_error: None,
        })
    }

    /// The settings that could not be applied, as messages for the user.
    pub fn startup_errors(&self) -> &[String] {
        &self.startup_errors
    }

    /// Why replies could not be written, unless it was that nobody reads them any more.
    pub fn output_failure(&self) -> Option<&str> {
        self.output.failure()
    }

    /// Adds a message that is sent after the first handshake.
    pub fn add_startup_error(&mut self, text: String) {
        self.startup_errors.push(text);
    }

    /// Answers what arrives on `input` until `quit`, the end of input, or the end of output.
    ///
    /// # Errors
    /// When the system cannot start the reading thread.
    pub fn run(&mut self, input: impl Read + Send + 'static) -> io::Result<()> {
        self.events.read(input)?;
        self.serve();
        Ok(())
    }

    /// Handles events until the input has ended and nothing is left to do.
    pub(super) fn serve(&mut self) {
        while self.phase != Phase::Over && self.output.is_open() && !self.is_done() {
            if matches!(self.activity, Activity::Idle)
                && let Some(waiting) = self.queue.pop()
            {
                self.run_waiting(waiting);
                continue;
            }
            match self.next_event() {
                Some(event) => self.handle_event(event),
                None => self.show_due(),
            }
        }
    }

    /// The input has ended, no command waits, and no running search will answer by itself.
    fn is_done(&self) -> bool {
        self.phase == Phase::InputEnded
            && self.queue.is_empty()
            && match &self.activity {
                Activity::Idle | Activity::Working { .. } => true,
                Activity::Searching(search) => self.client != Client::OneShot && !search.will_answer(),
            }
    }

    /// Waits for the next event; `None` when an `info` line is due first.
    fn next_event(&mut self) -> Option<Event> {
        let due = match &self.activity {
            Activity::Searching(search) => search.next_due(),
            Activity::Idle | Activity::Working { .. } => None,
        };
        let lines = self.wanted_lines();
        match due {
            None => self.events.wait(lines),
            Some(wait) => self.events.wait_for(wait, lines),
        }
    }

    /// In batch mode lines are left where they are while something runs that ends by itself.
    pub(super) fn wanted_lines(&self) -> Lines {
        let ends_by_itself = match &self.activity {
            Activity::Idle => false,
            Activity::Working { .. } => true,
            Activity::Searching(search) => search.will_answer(),
        };
        if ends_by_itself && self.engine.config().conversation.batch { Lines::Leave } else { Lines::Take }
    }

    pub(super) fn handle_event(&mut self, event: Event) {
        match event {
            Event::Line(Some(line)) => self.handle_line(&line),
            Event::Line(None) => self.drop_input("a line of more than 1 MiB was dropped"),
            Event::InputEnded => {
                self.phase = self.phase.max(Phase::InputEnded);
                self.stop_endless_search();
            }
            Event::Iteration(infos) => {
                if let Activity::Searching(search) = &mut self.activity {
                    let lines = search.add(infos);
                    self.output.each(&lines);
                }
            }
            Event::CurrentMove { depth, mv, number } => {
                if let Activity::Searching(search) = &mut self.activity
                    && let Some(line) = search.current_move(depth, mv, number)
                {
                    self.output.line(&line);
                }
            }
            Event::Finished(finished) => {
                let choice = self.engine.finished(*finished);
                if let Activity::Searching(search) = &mut self.activity {
                    search.conclude(SearchResult::Searched(choice));
                }
                self.release();
            }
        }
    }

    fn show_due(&mut self) {
        if let Activity::Searching(search) = &mut self.activity {
            let lines = search.due();
            self.output.each(&lines);
        }
    }

    /// The dialect of the replies.
    pub(super) fn dialect(&self) -> Dialect {
        match self.client {
            Client::FrontEnd(dialect) => dialect,
            Client::OneShot | Client::Console => Dialect::default(),
        }
    }

    /// Whether the commands come from a front end, which has sent a handshake.
    pub(super) fn is_front_end(&self) -> bool {
        matches!(self.client, Client::FrontEnd(_))
    }

    /// How moves are written: for front ends in plain coordinates, elsewhere as the option `notation` says.
    pub(super) fn style(&self) -> Style {
        if self.is_front_end() { Style::Plain } else { self.engine.config().notation }
    }

    /// The notation in which the log repeats moves that were sent in plain coordinates; `None` when it need not.
    pub(super) fn log_style(&self) -> Option<Style> {
        let style = self.engine.config().notation;
        (style != self.style() && log::log_enabled!(log::Level::Debug)).then_some(style)
    }

    /// Reports an error to the user. On the command line it becomes the result of the command.
    pub(super) fn report_error(&mut self, text: &str) {
        if self.client == Client::OneShot {
            self.one_shot_error.get_or_insert_with(|| text.to_owned());
        } else {
            self.write_message(text);
        }
    }

    /// Sends a message to the user.
    pub(super) fn write_message(&mut self, text: &str) {
        let line = text::message(self.dialect(), text);
        self.output.line(&line);
    }

    fn handle_line(&mut self, line: &[u8]) {
        output::log_line('>', line);
        let command = if self.is_front_end() { Some(parse::parse(line)) } else { self.read_typed_line(line) };
        let Some(command) = command.filter(|command| *command != Command::Unknown) else {
            return log::debug!("not understood");
        };
        if !self.must_wait(&command) {
            return self.carry_out(command);
        }
        let was_dropping = self.queue.is_dropping();
        if !self.queue.push(command, line.len()) && !was_dropping {
            self.drop_input("too many commands wait: further ones are dropped until the queue is empty");
        }
    }

    /// Tells the user that input was dropped.
    pub(super) fn drop_input(&mut self, why: &str) {
        log::warn!("{why}");
        self.write_message(why);
    }

    /// Whether a command that arrives now has to wait for its turn.
    fn must_wait(&self, command: &Command) -> bool {
        let is_batch = self.engine.config().conversation.batch;
        match &self.activity {
            Activity::Idle => false,
            _ if command.is_urgent() => false,
            Activity::Working { .. } => true,
            Activity::Searching(search) => {
                // In a script a line may arrive before or after the end of the running search, by chance. So commands
                // that UCCI ignores during a search wait for its end in UCI, at the console and in batch mode.
                let is_script = is_batch || self.client != Client::FrontEnd(Dialect::Ucci);
                let needs_idle =
                    matches!(command, Command::Position(_) | Command::Move(_) | Command::BanMoves(_) | Command::Go(_));
                !self.queue.is_empty() || search.is_stopped() || (is_script && (search.will_answer() || needs_idle))
            }
        }
    }

    /// Carries out a command that has waited.
    fn run_waiting(&mut self, waiting: Waiting) {
        self.carry_out(waiting.command);
        if waiting.is_stopped {
            self.stop_search();
        }
        self.stop_endless_search();
    }

    /// After the end of input no `stop` can come, so an endless search with commands waiting for its end is stopped.
    fn stop_endless_search(&mut self) {
        if self.phase == Phase::InputEnded
            && !self.queue.is_empty()
            && matches!(&self.activity, Activity::Searching(search) if !search.will_answer())
        {
            self.stop_search();
        }
    }
}
