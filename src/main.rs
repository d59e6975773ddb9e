//! The program: arguments, settings, log, and the session.

use anyhow::{Context, bail};
use guohe::config::{self, Config, FileError, Loaded};
use guohe::engine;
use guohe::eval::nnue;
use guohe::protocol::{self, Session};
use log::LevelFilter;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::exit;

const USAGE: &str = "\
Usage: guohe [--config FILE] [--log FILE] [COMMAND ...]

Without a command guohe reads commands from standard input, as a front end sends them. With a command it runs that
command and ends: guohe go depth 12, guohe bench, guohe perft 5.

  --config FILE   settings, instead of engine.toml beside the executable
  --log FILE      write a log with everything received and sent, for bug reports
  --help          this text
  --version       name, version, commit and network
";

/// The options of the program. They must come before the command.
const FLAGS: [&str; 4] = ["--config", "--log", "--help", "--version"];

/// What the command line asks for.
#[derive(Default)]
struct Arguments {
    config: Option<PathBuf>,
    log: Option<PathBuf>,
    command: Vec<OsString>,
}

fn main() {
    let arguments = match read_arguments(std::env::args_os().skip(1)) {
        Ok(arguments) => arguments,
        Err(text) => fail(&format!("{text}\nsee guohe --help")),
    };
    if !engine::has_min_memory() {
        fail(&format!("not enough memory: the system does not give {} MB", engine::MIN_MEMORY));
    }
    let is_one_shot = !arguments.command.is_empty();
    // After a bad setting a front end still needs a running engine, and may read stderr as replies. A person needs the
    // error message.
    let is_person = is_one_shot || io::stdin().is_terminal();
    let (loaded, problem) = match load_config(arguments.config.as_deref()) {
        Ok(loaded) => (loaded, None),
        Err(problem) if is_person => fail(&problem.to_string()),
        Err(problem) => (Loaded { config: Config::default(), notices: Vec::new() }, Some(problem)),
    };
    let Loaded { mut config, notices } = loaded;
    if let Some(file) = arguments.log {
        config.log.file = file;
        config.log.level = config.log.level.max(LevelFilter::Debug);
    }
    let log = start_log(config.log.level, &config.log.file);
    let mut session = match Session::new(config, io::stdout()) {
        Ok(session) => session,
        Err(error) => fail(&format!("cannot start the search thread: {error}")),
    };
    if let Err(error) = log {
        session.add_startup_error(format!("log refused: {error:#}"));
    }
    if let Some(problem) = problem {
        log::error!("{problem}; using the defaults");
        session.add_startup_error(format!("settings refused: {problem}"));
    }
    if is_person && !session.startup_errors().is_empty() {
        fail(&session.startup_errors().join("\n"));
    }
    for notice in notices {
        log::warn!("{notice}");
        if is_person {
            complain(&notice.to_string());
        } else {
            session.add_startup_error(notice.to_string());
        }
    }
    if is_one_shot {
        let line = join(&arguments.command);
        if let Err(mistake) = session.run_once(&line) {
            fail(&format!("{}: {mistake}\nsee guohe --help", String::from_utf8_lossy(&line)));
        }
    } else if let Err(error) = session.run(io::stdin()) {
        fail(&format!("cannot start the reading thread: {error}"));
    }
    if let Some(failure) = session.output_failure() {
        fail(&format!("replies cannot be written: {failure}"));
    }
    // Without freeing large tables first: front ends kill engines that end slowly.
    exit(0);
}

/// Version, commit, network and the digest of the network's file:
/// `guohe 0.2.0 (commit 1234abcde, network 25c012e3, file ...)`.
fn version() -> String {
    let (network, file) = (nnue::embedded().name(), nnue::embedded_digest());
    format!("guohe {} ({}, network {network}, file {file})", env!("CARGO_PKG_VERSION"), env!("GUOHE_BUILD"))
}

/// Prints a line; ignores a closed output.
fn say(text: &str) {
    let _ = writeln!(io::stdout(), "{text}");
}

fn complain(text: &str) {
    let _ = writeln!(io::stderr(), "guohe: {}", text.trim_end());
}

fn fail(text: &str) -> ! {
    complain(text);
    exit(2)
}

fn read_arguments(arguments: impl Iterator<Item = OsString>) -> anyhow::Result<Arguments> {
    let mut found = Arguments::default();
    let mut arguments = arguments.peekable();
    while let Some(argument) = arguments.next_if(|argument| argument.to_string_lossy().starts_with('-')) {
        let (name, inline) = split_value(&argument);
        match name.as_str() {
            "--help" | "-h" => {
                say(&format!("{USAGE}\n{}", protocol::HELP));
                exit(0);
            }
            "--version" | "-V" => {
                say(&version());
                exit(0);
            }
            "--config" | "--log" => {
                let value = inline.or_else(|| arguments.next()).with_context(|| format!("{name} needs a file"))?;
                let slot = if name == "--config" { &mut found.config } else { &mut found.log };
                *slot = Some(PathBuf::from(value));
            }
            _ => bail!("unknown option {}", argument.to_string_lossy()),
        }
    }
    found.command = arguments.collect();
    for word in &found.command {
        let text = word.to_string_lossy();
        if FLAGS.contains(&text.split('=').next().unwrap_or_default()) {
            bail!("{text} must come before the command");
        }
    }
    Ok(found)
}

/// An option and the value after its `=`, if there is one. A path may be any bytes.
#[cfg(unix)]
fn split_value(argument: &OsStr) -> (String, Option<OsString>) {
    use std::os::unix::ffi::OsStrExt;
    let bytes = argument.as_bytes();
    let end = bytes.iter().position(|&byte| byte == b'=');
    let name = String::from_utf8_lossy(&bytes[..end.unwrap_or(bytes.len())]).into_owned();
    (name, end.map(|end| OsStr::from_bytes(&bytes[end + 1..]).to_owned()))
}

/// An option and the value after its `=`, if there is one.
#[cfg(not(unix))]
fn split_value(argument: &OsStr) -> (String, Option<OsString>) {
    let text = argument.to_string_lossy();
    match text.split_once('=') {
        Some((name, value)) => (name.to_owned(), Some(OsString::from(value))),
        None => (text.into_owned(), None),
    }
}

/// The settings of `file`, or of the file beside the executable, which may be missing.
fn load_config(file: Option<&Path>) -> Result<Loaded, FileError> {
    let beside = engine::executable_folder().join(config::FILE_NAME);
    // A dangling link is an error, not a missing file.
    let is_missing = beside.symlink_metadata().is_err_and(|error| error.kind() == io::ErrorKind::NotFound);
    match file {
        Some(file) => Config::load(file),
        None if is_missing => Ok(Loaded { config: Config::default(), notices: Vec::new() }),
        None => Config::load(&beside),
    }
}

/// Starts the log, if one is wanted.
fn start_log(level: LevelFilter, path: &Path) -> anyhow::Result<()> {
    if level == LevelFilter::Off {
        return Ok(());
    }
    // Opening a pipe would block until somebody opens its other end.
    if std::fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        bail!("{}: not a file", path.display());
    }
    let file = File::options().create(true).append(true).open(path).with_context(|| path.display().to_string())?;
    env_logger::Builder::new()
        .filter_level(level)
        .format_timestamp_millis()
        .format_target(false)
        .target(env_logger::Target::Pipe(Box::new(file)))
        .init();
    log::info!("{}, process {}", version(), std::process::id());
    // Panics are logged, too.
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        log::error!("{panic}");
        hook(panic);
    }));
    Ok(())
}

/// The words of a command as one line of bytes.
fn join(words: &[OsString]) -> Vec<u8> {
    words.iter().map(|word| word.as_encoded_bytes()).collect::<Vec<_>>().join(&b' ')
}
