//! `guohe-tools ladder`: how far the engine's levels lie apart, by games.
//!
//! In reading order: [`player`] who stands on the ladder, [`anchor`] those of them that are not engines, [`play`] the
//! games, [`scale`] Elo from them, [`habits`] what the moves show, [`table`] all of it as a page.

mod anchor;
mod habits;
mod play;
mod player;
mod scale;
mod table;

use anchor::Anchor;
use play::PlayArgs;
use std::path::PathBuf;
use std::process::ExitCode;

/// Measure the engine's levels by games between them.
#[derive(clap::Args)]
pub struct LadderArgs {
    #[command(subcommand)]
    command: LadderCommand,
}

#[derive(clap::Subcommand)]
enum LadderCommand {
    Play(PlayArgs),
    /// Print results, give-aways and reply times of the match files in a folder, as Markdown
    Table {
        /// The folder that `play` wrote
        folder: PathBuf,
    },
    /// Speak UCCI as a player that is no engine, for the foot of the ladder
    #[command(hide = true)]
    Anchor {
        /// Which one
        #[arg(value_enum)]
        anchor: Anchor,
    },
}

/// Runs `guohe-tools ladder`.
///
/// # Errors
/// When a match cannot be played, or a file cannot be read or written.
pub fn run(args: &LadderArgs) -> anyhow::Result<ExitCode> {
    match &args.command {
        LadderCommand::Play(args) => return play::run(args),
        LadderCommand::Table { folder } => table::say_all(folder)?,
        LadderCommand::Anchor { anchor } => anchor::speak(*anchor)?,
    }
    Ok(ExitCode::SUCCESS)
}
