//! `guohe-tools book`: opening books made from games, imported from other engines, and looked at.

mod show;

mod import;

mod make;

mod count;

mod blunders;

mod gather;

mod bookdat;

mod output;

use clap::Subcommand;
use std::process::ExitCode;

/// Make, import and look at opening books.
#[derive(clap::Args)]
pub struct BookArgs {
    #[command(subcommand)]
    command: BookCommand,
}

#[derive(Subcommand)]
enum BookCommand {
    Make(make::MakeArgs),
    Count(count::CountArgs),
    Show(show::ShowArgs),
    Import(import::ImportArgs),
}

/// Runs the subcommand.
///
/// # Errors
/// When a file cannot be read or written, or holds nothing of use.
pub fn run(args: &BookArgs) -> anyhow::Result<ExitCode> {
    match &args.command {
        BookCommand::Make(args) => make::run(args),
        BookCommand::Count(args) => count::run(args),
        BookCommand::Show(args) => show::run(args),
        BookCommand::Import(args) => import::run(args),
    }
}
