//! Self-play for the trainer: games from random, balanced openings, refereed by the engine's own rules, kept so that a
//! kill loses nothing and anybody can make them again. Does not choose which positions are learnt from; see
//! [`Game::for_each_quiet`].

// In reading order; each looks down only.

// The run: threads that play, a store that keeps.
mod make;

// The engine as the player.
mod player;

// What `stats` prints.
mod stats;

// What `verify` compares.
mod verify;

// Games from other programs.
mod import;

// Games for other programs.
mod export;

// Journal and chunks of a run on disk.
mod store;

// A finished chunk and its manifest.
mod chunk;

// One game from its first to its last move.
mod play;

// A game, its bytes, and the positions to learn from.
mod game;

// How files number the ways in which games end.
mod ending;

// Texts of facts.
mod manifest;

pub use chunk::Chunk;
pub use game::Game;
#[cfg(test)]
pub use game::Ply;
pub use manifest::{COMMIT, sha256, text as manifest_text};
pub use play::Player;
pub use player::Engine;
#[cfg(test)]
pub use {play::tests::sample, store::tests::job};

use clap::{Args, Subcommand};
use guohe_common::interrupt;
use std::path::PathBuf;
use std::process::ExitCode;

/// Make training games by self-play, or inspect them.
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct DatagenArgs {
    #[command(subcommand)]
    action: Option<Action>,
    #[command(flatten)]
    make: make::MakeArgs,
}

#[derive(Subcommand)]
enum Action {
    /// Print statistics of the games of a directory, also of unfinished runs.
    Stats {
        /// The directory.
        dir: PathBuf,
    },
    /// Replay all games of a directory by the rules and compare the hashes.
    Verify {
        /// The directory.
        dir: PathBuf,
    },
    /// Write the games of a directory as text or as packed records, for other programs.
    Export(export::ExportArgs),
    /// Read games from text or PGN with scores, to train on.
    Import(import::ImportArgs),
}

/// Runs `guohe-tools datagen`.
///
/// # Errors
/// When data cannot be read or written, or is found to be wrong.
pub fn run(args: DatagenArgs) -> anyhow::Result<ExitCode> {
    match args.action {
        Some(Action::Stats { dir }) => stats::stats(&dir),
        Some(Action::Verify { dir }) => verify::verify(&dir),
        Some(Action::Export(args)) => export::export(&args),
        Some(Action::Import(args)) => import::import(&args),
        None => make::make(&args.make),
    }?;
    Ok(interrupt::status())
}
