//! `guohe-tools wdl`: fits the chances that the engine shows, in `src/wdl`, to games of self-play.
//!
//! In reading order: [`samples`] the positions, [`fit`] the model that explains them best, [`calibrate`] whether it is
//! right about games that it has not seen, [`bins`] how that is counted, [`source`] the file that goes into the engine;
//! [`people`] the curve that `analyse` marks the moves of people by.

mod bins;
mod calibrate;
mod fit;
mod people;
mod samples;
mod source;

use anyhow::ensure;
use calibrate::Calibration;
use clap::{Args, Subcommand};
use guohe::wdl::Model;
use guohe_common::interrupt;
use guohe_common::place::write_whole;
use guohe_common::progress::Progress;
use guohe_common::say::say;
use indicatif::HumanCount;
use samples::{Sample, Samples};
use std::path::PathBuf;
use std::process::ExitCode;

/// Fit the engine's win/draw/loss model, and the curve of expected scores to games of people.
#[derive(Args)]
pub struct WdlArgs {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Fit the win/draw/loss model to games of `datagen`, and check each fifth of them by a model of the other four.
    Fit(FitArgs),
    /// Fit the curve of expected scores, by which `analyse` marks moves, to games of people.
    People(people::PeopleArgs),
}

#[derive(Args)]
struct FitArgs {
    /// Directories of games, all played by one network
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// Write the model as the engine's source file: src/wdl/fitted.rs
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
}

/// Parts of the games that are held out one after the other.
const FOLDS: usize = 5;
/// What the user is told examples of: all pieces, half of them, and two rooks a side.
const MATERIALS: [u32; 3] = [110, 55, 40];

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
    let progress = Progress::new("fits", 1 + FOLDS as u64);
    let model = fit_model(games.all(), &progress)?;
    ensure!(model.is_sound(), "the games are too few or too much alike for a model");
    let checked = cross_check(&games, &progress)?;
    progress.end();
    say!("On held-out games:\n\n{}\n", checked.table());
    say!("{}\n", MATERIALS.map(|material| half(&model, material)).join("\n"));
    say!("{}", source::constants(&model));
    if let Some(path) = &args.write {
        let text = source::file(&model, &games, &checked);
        write_whole(path, text.as_bytes())?;
    }
    Ok(())
}

/// What the score that is shown as 100 is for the search, and what becomes of games with it.
fn half(model: &Model, material: u32) -> String {
    let curve = model.curve(material);
    let [won, drawn, lost] = curve.shares(curve.half()).map(|share| 100.0 * share);
    format!(
        "with material {material} a score of 100 is {:.0} centipawns, and {won:.0} % are won, {drawn:.0} % drawn, {lost:.0} % lost",
        curve.half()
    )
}

/// Fits a model, and says so.
fn fit_model(samples: impl Iterator<Item = Sample>, progress: &Progress) -> anyhow::Result<Model> {
    let model = fit::fit(samples);
    ensure!(!interrupt::is_asked(), "interrupted");
    progress.advance(1);
    Ok(model)
}

/// Each part of the games, told by a model that was fitted to the others.
fn cross_check(games: &Samples, progress: &Progress) -> anyhow::Result<Calibration> {
    let mut calibration = Calibration::default();
    for fold in 0..FOLDS {
        let model = fit_model(games.all_but(fold, FOLDS), progress)?;
        calibration.add(&model, fit::shares(games.all_but(fold, FOLDS)), games.part(fold, FOLDS));
    }
    Ok(calibration)
}

fn count(number: usize) -> String {
    HumanCount(number as u64).to_string()
}
