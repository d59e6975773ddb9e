//! One engine process: starting it, speaking to it, waiting for it, and noticing when it dies or falls silent.
//!
//! Who won is not this module's business.

use super::announced::{Announced, Objection, Spin, complaint, names_file, objections};
use super::dialect::{self, Dialect, Go, Info, Reply};
use super::identity;
use super::limit::Limit;
use super::process::Process;
use super::reader::{Event, INFO_LINES, Inbox, Infos, read_errors};
use super::spec::EngineSpec;
use super::talk::{Listener, Source, Talk};
use anyhow::bail;
use guohe::types::Move;
use guohe_common::interrupt;
use std::collections::VecDeque;
use std::fmt;
use std::io::Write;
use std::path::Path;
use std::process::{ChildStdin, Command};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// How long a process may take to greet and to make its tables.
const START: Duration = Duration::from_secs(30);
/// How long it may take to obey `stop` before it counts as hung.
const OBEY: Duration = Duration::from_secs(2);
/// How long is waited for an engine before a look at whether the match is to end.
const LISTEN: Duration = Duration::from_millis(200);
/// How long it may take to end after `quit`.
const LEAVE: Duration = Duration::from_millis(500);

/// The option of UCI that selects the game.
const VARIANT: &str = "UCI_Variant";
/// Its value here.
const XIANGQI: &str = "xiangqi";
/// The option of UCCI by which times are milliseconds.
const MILLISECONDS: &str = "usemillisec";

/// Why a process cannot go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// There is no such program, or the system does not start it.
    Start(String),
    /// It ended, or closed its input or output.
    Crash(String),
    /// It does not answer.
    Hang(String),
    /// It has not the options that it is to be given, or not with these values.
    Options(Vec<Objection>),
    /// The match itself is to end.
    Interrupted,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start(text) => write!(f, "cannot be started: {text}"),
            Self::Crash(text) => write!(f, "crashed: {text}"),
            Self::Hang(text) => write!(f, "hangs: {text}"),
            Self::Options(objections) => {
                let texts: Vec<&str> = objections.iter().map(|objection| objection.text.as_str()).collect();
                write!(f, "{}", texts.join("; "))
            }
            Self::Interrupted => write!(f, "the match was interrupted"),
        }
    }
}

impl std::error::Error for Fault {}

/// An engine's answer to `go`.
#[derive(Debug)]
pub struct Answer {
    /// The move, or what came instead.
    pub reply: Reply,
    /// The move that it reads as if the engine counted its ranks from 1 instead of 0, or from 0 instead of 1.
    pub shifted: Option<Move>,
    /// What it said while thinking.
    pub infos: Vec<Info>,
    /// When the answer was read.
    pub at: Instant,
}

/// A running engine.
pub struct Player {
    spec: EngineSpec,
    dialect: Dialect,
    process: Process,
    input: ChildStdin,
    inbox: Inbox,
    last_words: Arc<Mutex<VecDeque<String>>>,
    /// Who writes down what is said.
    listener: Option<Listener>,
    /// Number of the first rank in its moves.
    ranks: u8,
    /// What it says it is.
    id: String,
    /// Options it announced.
    announced: Vec<Announced>,
    /// What it said when its options were set.
    remarks: Vec<String>,
    /// It was told to `go` and has not answered.
    thinking: bool,
    /// When it was told so last.
    asked: Instant,
    /// The move it was told to expect, while it thinks on the opponent's time.
    pondering: Option<Move>,
}

impl Player {
    /// Starts the process, shakes hands and sets the options. All that is said goes to `talk`. An engine whose protocol
    /// is not known is started once more before, to find it out.
    ///
    /// # Errors
    /// When there is no such program, or it does not greet as its protocol wants.
    pub fn start(spec: &EngineSpec, talk: Option<&Talk>) -> Result<Self, Fault> {
        let dialect = match spec.proto {
            Some(dialect) => dialect,
            None => Self::find_dialect(spec, talk).map_err(|fault| match fault {
                Fault::Crash(text) => {
                    Fault::Crash(text + "; it was asked for UCCI first: if it speaks UCI, say so: proto=uci")
                }
                other => other,
            })?,
        };
        let mut player = Self::launch(spec, dialect, talk)?;
        player.shake_hands()?;
        let mut objections = objections(dialect, &player.announced, &spec.options);
        if let Some(last) = objections.last_mut() {
            if (spec.proto, dialect) == (None, Dialect::Ucci) {
                last.text += " (asked in UCCI; proto=uci asks in UCI)";
            }
            return Err(Fault::Options(objections));
        }
        if let Some(objection) = player.variant().and_then(|option| option.objection(XIANGQI)) {
            return Err(Fault::Start(format!("it does not play xiangqi: {VARIANT} {objection}")));
        }
        player.set_options()?;
        player.remarks = player.synchronise()?;
        Ok(player)
    }

    /// Finds out which protocol an engine speaks: the first in which it greets when it is asked for UCCI, then for UCI.
    fn find_dialect(spec: &EngineSpec, talk: Option<&Talk>) -> Result<Dialect, Fault> {
        let mut player = Self::launch(spec, Dialect::Ucci, talk)?;
        // Both at once: an engine that does not know a word may say nothing, and nobody knows how long to wait for
        // that.
        player.send(&Dialect::ALL.map(|dialect| format!("{}\n", dialect.hello())).concat())?;
        let until = Instant::now() + START;
        loop {
            let event = player.receive(until)?.ok_or_else(|| Fault::Hang(silent("neither ucciok nor uciok")))?;
            let line = event.line.trim();
            if let Some(dialect) = Dialect::ALL.into_iter().find(|dialect| line == dialect.welcome()) {
                return Ok(dialect);
            }
        }
    }

    /// Starts the process, and says nothing to it yet.
    fn launch(spec: &EngineSpec, dialect: Dialect, talk: Option<&Talk>) -> Result<Self, Fault> {
        let (program, arguments) = spec.command.split_first().ok_or_else(|| Fault::Start("no command".into()))?;
        let no_start = |error: std::io::Error| match &spec.dir {
            Some(dir) if !Path::new(dir).is_dir() => Fault::Start(format!("there is no folder '{dir}' (dir=)")),
            Some(dir) => Fault::Start(format!("'{program}' in '{dir}' (dir=): {error}")),
            None => Fault::Start(format!("'{program}': {error}")),
        };
        let place = identity::place(program, spec.dir.as_deref()).map_err(no_start)?;
        let mut command = Command::new(place);
        command.args(arguments);
        if let Some(dir) = &spec.dir {
            command.current_dir(dir);
        }
        let mut process = Process::start(&mut command).map_err(no_start)?;
        let (input, output, errors) =
            process.pipes().ok_or_else(|| Fault::Start("its pipes could not be opened".into()))?;
        let listener = talk.map(|talk| talk.of(&spec.name, process.id()));
        let last_words = Arc::new(Mutex::new(VecDeque::new()));
        let words = Arc::clone(&last_words);
        let ear = listener.clone();
        std::thread::spawn(move || read_errors(errors, &words, ear.as_ref()));
        Ok(Self {
            spec: spec.clone(),
            dialect,
            process,
            input,
            inbox: Inbox::new(output, listener.clone()),
            last_words,
            listener,
            ranks: spec.ranks.unwrap_or(0),
            id: String::new(),
            announced: Vec::new(),
            remarks: Vec::new(),
            thinking: false,
            asked: Instant::now(),
            pondering: None,
        })
    }

    /// The protocol it speaks.
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// Number of the first rank in its moves, 0 or 1.
    pub fn ranks(&self) -> u8 {
        self.ranks
    }

    /// What it says it is.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// How it may have misread a time in UCCI, for one that does not even make its first move in time; may be empty.
    pub fn may_misread(&self, limit: Limit) -> &'static str {
        match (self.dialect, limit) {
            (Dialect::Ucci, Limit::MoveTime(_)) if !self.spec.strict => {
                " (if it does not know movetime, which UCCI has not published, add strict=1 to this engine)"
            }
            (Dialect::Ucci, _) if self.announced(MILLISECONDS).is_none() => {
                " (it does not announce usemillisec, and may take the milliseconds for seconds)"
            }
            _ => "",
        }
    }

    /// The number of this name among the options that it announced.
    pub fn spin(&self, name: &str) -> Option<&Spin> {
        self.announced.iter().filter_map(Announced::spin).find(|spin| spin.name.eq_ignore_ascii_case(name))
    }

    /// Sets options by their announced names.
    ///
    /// # Errors
    /// When it crashed.
    pub fn set<'a>(&mut self, options: impl Iterator<Item = (&'a str, String)>) -> Result<(), Fault> {
        let text: String = options.map(|(name, value)| self.dialect.set_option(name, &value)).collect();
        self.send(&text)
    }

    /// What it complained of when its options were set.
    ///
    /// # Errors
    /// When it complained of a file that an option names.
    pub fn complaints(&self) -> anyhow::Result<Vec<&str>> {
        let complaints: Vec<&str> = self.remarks.iter().filter_map(|line| complaint(line)).collect();
        if let Some(text) = complaints.iter().find(|text| names_file(text, &self.spec.options, &self.announced)) {
            bail!("{} does not take a file: {text}", self.spec.name);
        }
        Ok(complaints)
    }

    /// The move it was told to expect, while it thinks on the opponent's time.
    pub fn pondering(&self) -> Option<Move> {
        self.pondering
    }

    fn announced(&self, name: &str) -> Option<&Announced> {
        self.announced.iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }

    /// The option of UCI that selects the game, unless the command line sets it.
    fn variant(&self) -> Option<&Announced> {
        let is_set = self.spec.options.iter().any(|(name, _)| name.eq_ignore_ascii_case(VARIANT));
        self.announced(VARIANT).filter(|_| self.dialect == Dialect::Uci && !is_set)
    }

    fn shake_hands(&mut self) -> Result<(), Fault> {
        let dialect = self.dialect;
        self.send(&format!("{}\n", dialect.hello()))?;
        let until = Instant::now() + START;
        loop {
            let event = self.receive(until)?.ok_or_else(|| Fault::Hang(no_welcome(dialect)))?;
            let line = event.line.trim();
            if line == dialect.welcome() {
                return Ok(());
            }
            if let Some(name) = line.strip_prefix("id name ") {
                self.id = name.trim().to_owned();
            }
            // UCCI has a line of its own for the version, after the name.
            if let Some(version) = line.strip_prefix("id version ") {
                self.id = format!("{} {}", self.id, version.trim());
            }
            if let Some(option) = Announced::read(dialect, line) {
                // An engine of many games counts its ranks from 1 in UCI.
                let many =
                    option.name == VARIANT && line.split_ascii_whitespace().filter(|word| *word == "var").count() > 1;
                if many && dialect == Dialect::Uci && self.spec.ranks.is_none() {
                    self.ranks = 1;
                }
                self.announced.push(option);
            }
        }
    }

    fn set_options(&mut self) -> Result<(), Fault> {
        let dialect = self.dialect;
        let mut text = String::new();
        let (first, ponder) = match dialect {
            Dialect::Ucci => (self.announced(MILLISECONDS).map(|option| (option, "true")), "ponder"),
            Dialect::Uci => (self.variant().map(|option| (option, XIANGQI)), "Ponder"),
        };
        let ponder = self.announced(ponder).map(|option| (option, if self.spec.ponder { "true" } else { "false" }));
        // None was set that the engine does not announce: see the objections.
        let own = self.spec.options.iter().filter_map(|(name, value)| Some((self.announced(name)?, value.as_str())));
        for (option, value) in first.into_iter().chain(ponder).chain(own) {
            text += &dialect.set_option(&option.name, option.spelled(value));
        }
        self.send(&text)
    }

    /// Makes it ready for another game. A search that still runs is stopped first.
    ///
    /// # Errors
    /// When it crashed or does not react.
    pub fn new_game(&mut self) -> Result<(), Fault> {
        self.halt()?;
        let text = match self.dialect {
            Dialect::Uci => "ucinewgame\n".to_owned(),
            // An engine that has no word for a new game may have one for an empty table.
            Dialect::Ucci => ["newgame", "Clear_Hash"]
                .iter()
                .find_map(|name| self.announced(name))
                .map_or_else(String::new, |option| self.dialect.set_option(&option.name, "")),
        };
        self.send(&text)?;
        self.synchronise().map(drop)
    }

    /// Asks for a sign of life and waits for it. Gives what was said until then.
    fn synchronise(&mut self) -> Result<Vec<String>, Fault> {
        self.send("isready\n")?;
        let until = Instant::now() + START;
        let mut remarks = Vec::new();
        loop {
            match self.receive(until)? {
                Some(event) => {
                    remarks.extend(event.infos.into_lines());
                    if event.line.trim() == "readyok" {
                        return Ok(remarks);
                    }
                    remarks.push(event.line);
                    // Enough to know whatever was not taken.
                    remarks.truncate(INFO_LINES);
                }
                None => return Err(Fault::Hang(silent("no readyok"))),
            }
        }
    }

    /// Begins a search of the position after `moves`. `expected` is the last of them when it is only guessed.
    ///
    /// # Errors
    /// When the process is gone.
    pub fn go(&mut self, fen: &str, moves: &[Move], order: &Go, expected: Option<Move>) -> Result<(), Fault> {
        debug_assert!(!self.thinking);
        let mut text = dialect::position(fen, moves, self.ranks);
        text += &dialect::go(self.dialect, self.spec.strict, order);
        self.thinking = true;
        self.asked = Instant::now();
        self.pondering = expected;
        self.send(&text)
    }

    /// The opponent played the move that was guessed: the clock starts.
    ///
    /// # Errors
    /// When the process is gone.
    pub fn ponderhit(&mut self) -> Result<(), Fault> {
        self.pondering = None;
        self.send("ponderhit\n")
    }

    /// Waits for the answer to `go` until `until`. `None` when it does not come.
    ///
    /// # Errors
    /// When the process is gone.
    pub fn answer(&mut self, until: Instant) -> Result<Option<Answer>, Fault> {
        let mut infos = Infos::default();
        while let Some(event) = self.receive(until)? {
            // What an engine still says after a move is not of the next search.
            infos.extend(event.infos.since(self.asked));
            let line = event.line.trim();
            if let Some(reply) = dialect::read_reply(line, self.ranks) {
                self.thinking = false;
                self.pondering = None;
                let shifted = match dialect::read_reply(line, 1 - self.ranks) {
                    Some(Reply::Move { mv, .. }) => Some(mv),
                    _ => None,
                };
                let read = |line: String| dialect::read_info(&line, self.dialect, self.ranks);
                let infos = infos.into_lines().map(read).collect();
                return Ok(Some(Answer { reply, shifted, infos, at: event.at }));
            }
        }
        Ok(None)
    }

    /// Ends the search that runs, if one does, and drops its answer. Returns whether the answer was there already: an
    /// engine that is told to ponder has to wait for this.
    ///
    /// # Errors
    /// When the process is gone or does not obey.
    pub fn halt(&mut self) -> Result<bool, Fault> {
        // A `stop` that comes after the answer would be answered once more.
        if !self.thinking {
            return Ok(false);
        }
        if self.answer(Instant::now())?.is_some() {
            return Ok(true);
        }
        self.send("stop\n")?;
        match self.answer(Instant::now() + OBEY)? {
            Some(_) => Ok(false),
            None => Err(Fault::Hang(format!("no answer {} s after stop", OBEY.as_secs()))),
        }
    }

    /// As [`Player::halt`], with a sign of life afterwards: an engine that dies once its game is over does not go
    /// unseen.
    ///
    /// # Errors
    /// When the process is gone, does not obey or does not react.
    pub fn rest(&mut self) -> Result<bool, Fault> {
        let was_early = self.halt()?;
        self.synchronise()?;
        Ok(was_early)
    }

    fn send(&mut self, text: &str) -> Result<(), Fault> {
        let at = Instant::now();
        let sent = self.input.write_all(text.as_bytes()).and_then(|()| self.input.flush());
        if let Some(listener) = &self.listener {
            text.lines().for_each(|line| listener.hear(Source::Arena, line, at));
        }
        sent.map_err(|_| self.crash())
    }

    /// The next line that is no `info`; `None` when it does not come in time.
    fn receive(&mut self, until: Instant) -> Result<Option<Event>, Fault> {
        loop {
            if interrupt::is_asked() {
                return Err(Fault::Interrupted);
            }
            let slice = until.min(Instant::now() + LISTEN);
            match self.inbox.next(slice) {
                Ok(None) if slice < until => {}
                other => return other.map_err(|_| self.crash()),
            }
        }
    }

    /// Finds out how the process ended.
    fn crash(&mut self) -> Fault {
        let status = match self.process.wait(LEAVE) {
            Some(status) => status.to_string(),
            None => "it closed its output but runs on".to_owned(),
        };
        // The process may end before the thread that reads its stderr has seen the end of it and let go of the words.
        let deadline = Instant::now() + LEAVE;
        while Arc::strong_count(&self.last_words) > 1 && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(1));
        }
        let words = self.last_words.lock().map(|words| words.iter().cloned().collect::<Vec<_>>()).unwrap_or_default();
        let words = if words.is_empty() { String::new() } else { format!("; stderr: {}", words.join(" | ")) };
        Fault::Crash(format!("{status}{words}"))
    }
}

/// What is said of an engine that did not answer while it had the time to start. `missing` is the answer.
fn silent(missing: &str) -> String {
    format!("{missing} for {} s", START.as_secs())
}

/// What is said of an engine that does not greet: it may speak the other protocol.
fn no_welcome(dialect: Dialect) -> String {
    let [ucci, uci] = Dialect::ALL;
    let other = if dialect == ucci { uci } else { ucci };
    let missing = silent(&format!("no {}", dialect.welcome()));
    format!("{missing}; if it speaks {}, say so: proto={}", other.name(), other.hello())
}

impl Drop for Player {
    /// Asks the process to leave; the end of [`Process`] is the end of one that does not.
    fn drop(&mut self) {
        let asked = self.input.write_all(b"quit\n").and_then(|()| self.input.flush()).is_ok();
        if asked && !self.thinking {
            self.process.wait(LEAVE);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_is_not_there_did_not_crash() {
        let spec = EngineSpec::parse(&["cmd=there-is-no-such-engine".to_owned()]).unwrap();
        let fault = Player::start(&spec, None).err().unwrap();
        assert!(matches!(fault, Fault::Start(_)), "{fault}");
        assert!(fault.to_string().starts_with("cannot be started: 'there-is-no-such-engine': "), "{fault}");
    }

    #[test]
    fn who_does_not_greet_may_speak_the_other_protocol() {
        assert_eq!(no_welcome(Dialect::Ucci), "no ucciok for 30 s; if it speaks UCI, say so: proto=uci");
        assert_eq!(no_welcome(Dialect::Uci), "no uciok for 30 s; if it speaks UCCI, say so: proto=ucci");
    }
}
