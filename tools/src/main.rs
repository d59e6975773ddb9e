//! `guohe-tools`: what people do with the engine. One module of a crate for each subcommand; each says what it does.

mod chinese_help;
mod scored;
mod web;

use anyhow::anyhow;
use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand};
use guohe_arena as arena;
use guohe_arena::{ladder, openings};
use guohe_board as board;
use guohe_common::interrupt;
use guohe_common::language::Language;
use guohe_common::say::{output_failure, remark, say};
use guohe_play::{analyse, book, convert, diagram};
use guohe_puzzles as puzzles;
use guohe_train::{datagen, train, wdl};
use std::ffi::OsString;
use std::process::ExitCode;
use std::sync::LazyLock;

/// Version and commit, as the engine tells its own.
static VERSION: LazyLock<String> =
    LazyLock::new(|| format!("{} (commit {})", env!("CARGO_PKG_VERSION"), datagen::COMMIT));

/// Board in the browser, game analysis, file conversion, matches and training for the xiangqi engine Guohe.
#[derive(Parser)]
#[command(name = "guohe-tools", version = VERSION.as_str(), about)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// One variant for each module; its arguments are a `clap::Args` struct of that module.
#[derive(Subcommand)]
enum Command {
    Analyse(Box<analyse::AnalyseArgs>),
    Arena(Box<arena::Args>),
    Book(book::BookArgs),
    Board(board::BoardArgs),
    /// Play a match with fastchess's command line: guohe-tools fastchess -help
    #[command(disable_help_flag = true)]
    Fastchess {
        /// Options of fastchess
        #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "WORDS")]
        words: Vec<String>,
    },
    Convert(convert::ConvertArgs),
    /// Make training games by self-play, or inspect them.
    Datagen(datagen::DatagenArgs),
    Diagram(diagram::DiagramArgs),
    Ladder(ladder::LadderArgs),
    Openings(openings::Args),
    Puzzles(puzzles::PuzzlesArgs),
    /// Train a network on games of self-play.
    Train(train::TrainArgs),
    Wdl(wdl::WdlArgs),
    Web(web::WebArgs),
}

fn main() -> ExitCode {
    let cli = Cli::try_parse().unwrap_or_else(|error| help_or_error(&error));
    let result = match (run(cli.command), output_failure()) {
        (Ok(_), Some(failure)) => Err(anyhow!("writing to standard output: {failure}")),
        (result, _) => result,
    };
    result.unwrap_or_else(|error| {
        remark!("guohe-tools: {error:#}");
        if interrupt::is_asked() { interrupt::status() } else { ExitCode::from(2) }
    })
}

/// Prints the help that was asked for, in the system's language, or what is wrong with the command line, and ends.
fn help_or_error(error: &clap::Error) -> ! {
    let is_help = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand);
    if is_help
        && Language::or_system(None) == Language::Zh
        && let Some(text) =
            chinese_help::help(Cli::command(), std::env::args_os().map(|arg| arg.to_string_lossy().into_owned()))
    {
        if error.use_stderr() {
            remark!("{}", text.trim_end())
        } else {
            say!("{}", text.trim_end())
        }
        std::process::exit(error.exit_code());
    }
    let has_one_dash = |arg: OsString| {
        let arg = arg.to_string_lossy();
        arg.len() > 2 && arg.starts_with('-') && !arg.starts_with("--")
    };
    if error.use_stderr()
        && std::env::args_os().nth(1).is_some_and(|word| word == "arena")
        && std::env::args_os().any(has_one_dash)
    {
        let _ = error.print();
        remark!("Options of fastchess, such as -engine and -rounds, are for guohe-tools fastchess.");
        std::process::exit(error.exit_code());
    }
    error.exit()
}

/// Runs one subcommand. A module that has nothing particular to say returns [`ExitCode::SUCCESS`]; an error is status
/// 2.
fn run(command: Command) -> anyhow::Result<ExitCode> {
    match command {
        Command::Analyse(args) => analyse::run(&args),
        Command::Arena(args) => arena::run(&args),
        Command::Book(args) => book::run(&args),
        Command::Board(args) => board::run(&args),
        Command::Fastchess { words } => arena::run_fastchess(&words),
        Command::Convert(args) => convert::run(&args),
        Command::Datagen(args) => datagen::run(args),
        Command::Diagram(args) => diagram::run(&args),
        Command::Ladder(args) => ladder::run(&args),
        Command::Openings(args) => openings::run(&args),
        Command::Puzzles(args) => puzzles::run(&args, &scored::batches),
        Command::Train(args) => train::run(args),
        Command::Wdl(args) => wdl::run(&args),
        Command::Web(args) => web::run(&args),
    }
}
