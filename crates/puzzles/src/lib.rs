//! Puzzles: positions in which one line of moves mates or wins material, found in games, proven, named and rated.
//!
//! In reading order: [`make`] and [`check`] are the commands; [`candidate`] finds positions in games by their stored
//! scores; [`mate`] proves mates and [`tactic`] wins of material; [`theme`] and [`name`] say what a solution shows,
//! [`difficulty`] how hard it is; [`puzzle`] is the line of text that is kept. [`solver`] counts the moves to a mate,
//! exactly up to three, and more quickly for the trainer on the page. [`grid`] asks who reaches what on boards that
//! need not be legal.

#[cfg(not(target_family = "wasm"))]
pub mod check;
#[cfg(not(target_family = "wasm"))]
pub mod make;

pub mod candidate;
pub mod difficulty;
pub mod grid;
pub mod mate;
pub mod name;
pub mod puzzle;
pub mod solver;
pub mod tactic;
pub mod theme;

#[cfg(not(target_family = "wasm"))]
use clap::{Args, Subcommand};

/// Find puzzles in games, or verify them.
#[cfg(not(target_family = "wasm"))]
#[derive(Args)]
pub struct PuzzlesArgs {
    #[command(subcommand)]
    action: Action,
}

#[cfg(not(target_family = "wasm"))]
#[derive(Subcommand)]
enum Action {
    Make(make::MakeArgs),
    Check(check::CheckArgs),
}

/// Runs `guohe-tools puzzles`. `batches` lists the games of a directory.
///
/// # Errors
/// When files cannot be read or written, or puzzles are wrong.
#[cfg(not(target_family = "wasm"))]
pub fn run(
    args: &PuzzlesArgs,
    batches: &dyn Fn(&std::path::Path) -> anyhow::Result<Vec<make::Batch>>,
) -> anyhow::Result<std::process::ExitCode> {
    match &args.action {
        Action::Make(args) => make::make(args, batches),
        Action::Check(args) => check::check(args),
    }
}
