//! `guohe-tools wdl`: fits the chances that the engine shows, in `src/wdl`, to games of self-play.
//!
//! In reading order: [`samples`] the positions, [`fit`] the model that explains them best, [`calibrate`] whether it is right
//! about games that it has not seen, [`bins`] how that is counted, [`source`] the file that goes into the engine; [`people`] the curve that `analyse` marks
//! the moves of people by.

mod bins;
mod calibrate;
mod fit;
mod people;
mod samples;
mod source;

use crate::interrupt;
use crate::say::say;
use anyhow::Context;
use anyhow::ensure;
use calibrate::Calibration;
use clap::Args;
use clap::Subcommand;
use guohe::wdl::Model;
use indicatif::HumanCount;
use samples::Samples;
use std::path::PathBuf;
use std::process::ExitCode;

/// Fit the chances that the engine shows, and the curve of people.
#[derive(Args)]
pub struct WdlArgs {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Fit the model to games of `datagen`, and say how right it is about games that it was not fitted to.
    Fit(FitArgs),
    /// Fit the curve of people, by which `analyse` marks moves, to games of people.
    People(people::PeopleArgs),
}

#[derive(Args)]
struct FitArgs {
    /// Directories of games, all played by one network
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// Directories of games to check the model on; without any, each fifth of the games is checked on a model that was
    /// fitted to the other four
    #[arg(long, num_args = 1..)]
    check: Vec<PathBuf>,
    /// Write the model as the engine's source file: src/wdl/fitted.rs
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
}

/// Parts of the games that are held out one after the other.
const FOLDS: usize = 5;

/// Runs `guohe-tools wdl`.
///
/// # Errors
/// When the games cannot be read, are too few, or the model cannot be written.
pub fn run(args: &WdlArgs) -> anyhow::Result<ExitCode> {
    match &args.action {
        Action::Fit(args) => fit_games(args),
        Action::People(args) => people::run(args),
    }?;
    Ok(interrupt::status())
}

fn fit_games(args: &FitArgs) -> anyhow::Result<()> {
    let games = Samples::load(&args.games)?;
    ensure!(games.games() >= FOLDS, "{} games are too few", games.games());
    say!("{} games, {} positions", count(games.games()), count(games.positions()));
    let model = fit::fit(games.all());
    ensure!(model.is_sound(), "the games are too few or too much alike for a model");
    let checked = if args.check.is_empty() { cross_check(&games) } else { check(&model, &Samples::load(&args.check)?) };
    say!("on games that it was not fitted to:\n{}", checked.table());
    say!("{}", source::constants(&model));
    if let Some(path) = &args.write {
        let text = source::file(&model, &games, &checked);
        std::fs::write(path, text).with_context(|| format!("writing {}", path.display()))?;
    }
    Ok(())
}

/// Each part of the games, told by a model that was fitted to the others.
fn cross_check(games: &Samples) -> Calibration {
    let mut calibration = Calibration::default();
    for fold in 0..FOLDS {
        let model = fit::fit(games.all_but(fold, FOLDS));
        calibration.add(&model, fit::shares(games.all_but(fold, FOLDS)), games.part(fold, FOLDS));
    }
    calibration
}

/// Other games, told by a model.
fn check(model: &Model, games: &Samples) -> Calibration {
    let mut calibration = Calibration::default();
    calibration.add(model, fit::shares(games.all()), games.all());
    calibration
}

fn count(number: usize) -> String {
    HumanCount(number as u64).to_string()
}
