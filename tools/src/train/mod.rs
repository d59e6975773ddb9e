//! Trains evaluations on the games of `datagen`: networks for the engine, and the classical evaluation's weights. Standard
//! threads and plain loops; the first layer's input is so sparse that no framework would help.

mod args;
mod curves;
mod data;
mod facts;
mod fit;
mod kernel;
mod lessons;
mod linear;
mod net;

use crate::datagen::manifest_text;
use crate::evaluation;
use crate::interrupt;
use crate::place::check_folder_of;
use crate::place::check_free;
use crate::place::write_whole;
use crate::say::say;
use anyhow::Context;
use anyhow::ensure;
pub use args::TrainArgs;
use data::Position;
use data::Split;
use data::Target;
use facts::facts;
use facts::millionths;
use fit::Loss;
use fit::Model;
use fit::Settings;
use guohe::eval::Evaluation;
use guohe::eval::nnue::Counted;
use guohe::eval::nnue::Mirror;
use guohe::eval::nnue::Network;
use guohe::eval::nnue::OUTPUT_SCALES;
use guohe::eval::nnue::Parameters;
use guohe::eval::nnue::Shape;
use indicatif::HumanCount;
use linear::Linear;
use linear::Traced;
use net::Net;
use sha2::Digest;
use sha2::Sha256;
use std::path::Path;
use std::path::PathBuf;
use std::process::ExitCode;

/// Runs `guohe-tools train`.
///
/// # Errors
/// When data cannot be read, settings make no sense, or results cannot be written.
pub fn run(args: TrainArgs) -> anyhow::Result<ExitCode> {
    check(&args)?;
    interrupt::listen();
    match args.arch.shape() {
        Some(standard) => {
            let shape = Shape {
                hidden: args.hidden.unwrap_or(standard.hidden),
                king_buckets: args.zones.unwrap_or(standard.king_buckets),
                outputs: standard.outputs,
                mirror: args.mirror.map_or(standard.mirror, Mirror::from),
                counted: args.outputs_by.map_or(standard.counted, Counted::from),
            };
            ensure!(args.zone_decay == 0.0 || shape.king_buckets > 1, "without king zones nothing decays");
            ensure!(shape.is_supported(), "the engine has no use for a network of shape {shape}");
            train_net(&args, shape)
        }
        None => {
            ensure!(args.error_power == 2.0, "the classical weights are fitted by squares alone");
            ensure!(args.lessons == 0, "lessons are for networks");
            train_linear(&args)
        }
    }?;
    Ok(ExitCode::SUCCESS)
}

/// Refuses what could only fail after hours.
fn check(args: &TrainArgs) -> anyhow::Result<()> {
    ensure!(args.epochs > 0 && args.batch > 0 && args.threads > 0, "passes, batch and threads must be at least 1");
    // A network keeps its scale as a whole number of two bytes.
    let fits = |scale: f32| (1.0..=f32::from(u16::MAX)).contains(&scale.round());
    ensure!(args.scale.is_none_or(fits), "the scale is a number of centipawns from 1 to {}", u16::MAX);
    let rates = [args.rate, args.last_rate, args.lesson_rate];
    ensure!(rates.iter().all(|rate| rate.is_finite() && *rate >= 0.0), "a rate is a number from 0 on");
    ensure!((0.0..=10.0).contains(&args.zone_decay), "the zones' decay is a number from 0 to 10");
    ensure!((1.0..=8.0).contains(&args.error_power), "the error's power is a number from 1 to 8");
    let shares = [args.score_share, args.last_score_share];
    ensure!(shares.iter().all(|share| share.is_finite()), "a share is a number");
    ensure!(args.lessons <= lessons::MOST, "there are {} lessons at most", lessons::MOST);
    check_folder_of(&args.out)?;
    if args.force || args.resume { Ok(()) } else { check_place(&args.out) }
}

/// Sees to it that a new run overwrites neither a result nor what an interrupted run has left: hours went into both.
fn check_place(out: &Path) -> anyhow::Result<()> {
    check_free(out, false)?;
    for ending in ["manifest", "csv", "svg"] {
        check_free(&beside(out, ending), false)?;
    }
    let checkpoint = beside(out, "checkpoint");
    let place = checkpoint.display();
    ensure!(!checkpoint.exists(), "{place} is there: --resume goes on from it, --force begins anew");
    Ok(())
}

/// A file beside the network: `my.csv` for `my.nnue`, but `net-0.5.csv` for a `net-0.5`, which `net-0.6` must not share.
fn beside(out: &Path, ending: &str) -> PathBuf {
    if out.extension().is_some_and(|extension| ["nnue", "rs", "txt"].iter().any(|usual| extension == *usual)) {
        return out.with_extension(ending);
    }
    let mut name = out.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    PathBuf::from(name)
}

fn train_net(args: &TrainArgs, shape: Shape) -> anyhow::Result<()> {
    let teacher = evaluation::load(args.teacher.as_deref())?;
    let split = data::read(&args.data, args.positions, Position::new)?;
    let taught_by = (args.lessons > 0).then(|| evaluation::name(&teacher));
    let settings = settings(args, taught_by.as_deref(), &split, split.training.iter().map(|position| position.target));
    let mut net = Net::new(shape, args.seed);
    if args.lessons > 0 && !args.resume {
        learn_lessons(args, &teacher, &mut net, &split, &settings)?;
    }
    let losses = fit_and_draw(args, &mut net, &split, &settings)?;
    let (mut parameters, rounded) = round(&net, &split.held_out, &settings)?;
    say!("held out {rounded:.6} in the engine's integers, output weights in steps of 1/{}", parameters.output_scale);
    let mut facts = facts(args, &shape.to_string(), &settings, &split, &losses);
    facts.teacher = taught_by;
    facts.rounded_held_out_loss = Some(millionths(rounded));
    let manifest = manifest_text(&facts)?;
    parameters.manifest = Sha256::digest(&manifest).into();
    let bytes = parameters.to_bytes();
    let name = Network::from_bytes(&bytes)?.name();
    write_whole(&beside(&args.out, "manifest"), manifest.as_bytes())?;
    write_whole(&args.out, &bytes)?;
    say!("network {name}, {shape}, {} bytes, in {}", bytes.len(), args.out.display());
    Ok(())
}

/// The network in the engine's integers with its loss on held-out games, at the scale of output weights where that is
/// lowest: a finer one rounds less, but has less room for large weights.
fn round(net: &Net, held_out: &[Position], settings: &Settings) -> anyhow::Result<(Parameters, f64)> {
    OUTPUT_SCALES
        .into_iter()
        .map(|output_scale| net.quantise(settings.scale, output_scale))
        .filter(|parameters| Network::from_bytes(&parameters.to_bytes()).is_ok())
        .map(|parameters| {
            let loss = fit::measure(&Net::of_engine(&parameters), held_out, settings.last_blend(), settings.threads);
            (parameters, loss)
        })
        .min_by(|(_, a), (_, b)| a.total_cmp(b))
        .context("the engine refuses the network: its weights are too large")
}

/// Teaches what `teacher` knows. The losses shown for held-out games are those of the games' targets.
fn learn_lessons(
    args: &TrainArgs,
    teacher: &Evaluation,
    net: &mut Net,
    split: &Split<Position>,
    settings: &Settings,
) -> anyhow::Result<()> {
    let lessons = lessons::make(&args.data, args.lessons, teacher, args.seed, |game| !data::is_held_out(game))?;
    say!("{} lessons", lessons.len());
    let settings = Settings {
        epochs: args.lesson_epochs,
        rate: args.lesson_rate,
        last_rate: args.rate,
        score_share: (settings.score_share.1, settings.score_share.1),
        ..settings.clone()
    };
    fit::fit(net, &lessons, &split.held_out, &settings, None, false)?;
    Ok(())
}

fn train_linear(args: &TrainArgs) -> anyhow::Result<()> {
    let mut targets = Vec::new();
    let split = data::read(&args.data, args.positions, |board, target| {
        targets.push(target);
        Traced::new(board, target)
    })?;
    let settings = settings(args, None, &split, targets.iter().copied());
    let mut model = Linear::new();
    let losses = fit_and_draw(args, &mut model, &split, &settings)?;
    let manifest = manifest_text(&facts(args, "linear", &settings, &split, &losses))?;
    write_whole(&beside(&args.out, "manifest"), manifest.as_bytes())?;
    write_whole(&args.out, model.source().as_bytes())?;
    say!("weights of the classical evaluation in {}", args.out.display());
    Ok(())
}

/// How to learn from the games; `taught_by` is who gives lessons before, if anybody does.
fn settings<T>(
    args: &TrainArgs,
    taught_by: Option<&str>,
    split: &Split<T>,
    targets: impl Iterator<Item = Target> + Clone,
) -> Settings {
    let lessons = taught_by.map(|teacher| (args.lessons, args.lesson_epochs, args.lesson_rate.to_bits(), teacher));
    Settings {
        origin: format!(
            "{:?} {:?} {:?} {:?} {:?} {lessons:?} {:?}",
            args.arch, args.hidden, args.zones, args.mirror, args.outputs_by, split.sources
        ),
        epochs: args.epochs,
        batch: args.batch,
        rate: args.rate,
        last_rate: args.last_rate,
        score_share: (args.score_share, args.last_score_share),
        scale: args.scale.unwrap_or_else(|| data::fit_scale(targets)),
        seed: args.seed,
        threads: args.threads,
        zone_decay: args.zone_decay,
        error_power: args.error_power,
    }
}

fn fit_and_draw<M: Model>(
    args: &TrainArgs,
    model: &mut M,
    split: &Split<M::Sample>,
    settings: &Settings,
) -> anyhow::Result<Vec<Loss>> {
    let (training, held_out) = (&split.training, &split.held_out);
    say!(
        "{} games, {} positions to learn from, {} held out; a sigmoid of {} centipawns",
        HumanCount(split.games as u64),
        HumanCount(training.len() as u64),
        HumanCount(held_out.len() as u64),
        settings.scale
    );
    let checkpoint = beside(&args.out, "checkpoint");
    let losses = fit::fit(model, training, held_out, settings, Some(&checkpoint), args.resume)?;
    let title = format!("{}, {} positions", args.arch.name(), HumanCount(training.len() as u64));
    write_whole(&beside(&args.out, "csv"), &curves::csv(&losses)?)?;
    write_whole(&beside(&args.out, "svg"), curves::svg(&losses, &title)?.as_bytes())?;
    Ok(losses)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_and_a_checkpoint_are_not_overwritten_unasked() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("my.nnue");
        check_place(&out).unwrap();
        let refused = |name: &str, part: &str| {
            std::fs::write(folder.path().join(name), "hours of work").unwrap();
            let error = check_place(&out).unwrap_err().to_string();
            assert!(error.contains(name) && error.contains(part), "{error}");
        };
        refused("my.manifest", "--force");
        std::fs::remove_file(folder.path().join("my.manifest")).unwrap();
        refused("my.checkpoint", "--resume");
        refused("my.nnue", "--force");
    }

    #[test]
    fn results_of_other_names_share_nothing() {
        for (out, csv) in
            [("a/my.nnue", "a/my.csv"), ("net-0.5", "net-0.5.csv"), ("net-0.6", "net-0.6.csv"), ("x", "x.csv")]
        {
            assert_eq!(beside(Path::new(out), "csv"), Path::new(csv));
        }
    }
}
