//! Trains networks for the engine on the games of `datagen`. Standard threads and plain loops; the first layer's input is
//! so sparse that no framework would help.

mod args;
mod curves;
mod data;
mod facts;
mod fit;
mod kernel;
mod lessons;
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
use data::Blend;
use data::Position;
use data::Split;
use facts::facts;
use facts::millionths;
use fit::Loss;
use fit::Settings;
use guohe::eval::Evaluation;
use guohe::eval::nnue::Network;
use guohe::eval::nnue::OUTPUT_SCALES;
use guohe::eval::nnue::Parameters;
use indicatif::HumanCount;
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
    train(&args)?;
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
    ensure!((0.0..=1.0).contains(&args.score_share), "the score's share is a number from 0 to 1");
    let shape = net::shape(args.hidden);
    ensure!(shape.is_supported(), "the engine has no use for a network of shape {shape}");
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
    if out.extension().is_some_and(|extension| extension == "nnue") {
        return out.with_extension(ending);
    }
    let mut name = out.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    PathBuf::from(name)
}

fn train(args: &TrainArgs) -> anyhow::Result<()> {
    let teacher = evaluation::load(args.teacher.as_deref())?;
    let split = data::read(&args.data, args.positions)?;
    let taught_by = (args.lessons > 0).then(|| evaluation::name(&teacher));
    let settings = settings(args, taught_by.as_deref(), &split);
    let mut net = Net::new(args.hidden, args.seed);
    if args.lessons > 0 && !args.resume {
        learn_lessons(args, &teacher, &mut net, &split, &settings)?;
    }
    let losses = fit_and_draw(args, &mut net, &split, &settings)?;
    let (mut parameters, rounded) = round(&net, &split.held_out, &settings)?;
    say!("held out {rounded:.6} in the engine's integers, output weights in steps of 1/{}", parameters.output_scale);
    let shape = net::shape(args.hidden);
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
        .map(|output_scale| net.quantise(settings.blend.scale, output_scale))
        .filter(|parameters| Network::from_bytes(&parameters.to_bytes()).is_ok())
        .map(|parameters| {
            let loss = fit::measure(&Net::of_engine(&parameters), held_out, settings.blend, settings.threads);
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
    split: &Split,
    settings: &Settings,
) -> anyhow::Result<()> {
    let lessons = lessons::make(&args.data, args.lessons, teacher, args.seed, |game| !data::is_held_out(game))?;
    say!("{} lessons", lessons.len());
    let settings =
        Settings { epochs: args.lesson_epochs, rate: args.lesson_rate, last_rate: args.rate, ..settings.clone() };
    fit::fit(net, &lessons, &split.held_out, &settings, None, false)?;
    Ok(())
}

/// How to learn from the games; `taught_by` is who gives lessons before, if anybody does.
fn settings(args: &TrainArgs, taught_by: Option<&str>, split: &Split) -> Settings {
    let lessons = taught_by.map(|teacher| (args.lessons, args.lesson_epochs, args.lesson_rate.to_bits(), teacher));
    Settings {
        origin: format!("{} {lessons:?} {:?}", args.hidden, split.sources),
        epochs: args.epochs,
        batch: args.batch,
        rate: args.rate,
        last_rate: args.last_rate,
        blend: Blend {
            score_share: args.score_share,
            scale: args.scale.unwrap_or_else(|| data::fit_scale(split.training.iter().map(|position| position.target))),
        },
        seed: args.seed,
        threads: args.threads,
        zone_decay: args.zone_decay,
    }
}

fn fit_and_draw(args: &TrainArgs, net: &mut Net, split: &Split, settings: &Settings) -> anyhow::Result<Vec<Loss>> {
    let (training, held_out) = (&split.training, &split.held_out);
    say!(
        "{} games, {} positions to learn from, {} held out; a sigmoid of {} centipawns",
        HumanCount(split.games as u64),
        HumanCount(training.len() as u64),
        HumanCount(held_out.len() as u64),
        settings.blend.scale
    );
    let checkpoint = beside(&args.out, "checkpoint");
    let losses = fit::fit(net, training, held_out, settings, Some(&checkpoint), args.resume)?;
    let title = format!("{}, {} positions", net::shape(args.hidden), HumanCount(training.len() as u64));
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
