//! Trains networks for the engine on the games of `datagen`, by plain loops: the first layer's input is so sparse that
//! no framework would help.

mod args;
mod curves;
mod data;
mod facts;
mod fit;
mod games;
mod kernel;
mod lessons;
mod net;
mod stream;

use crate::datagen::{COMMIT, manifest_text};
use crate::evaluation;
use anyhow::{Context, ensure};
pub use args::TrainArgs;
use data::{Blend, Position};
use facts::{Origin, facts};
use fit::Settings;
use games::{Games, Td};
use guohe::eval::nnue::{Network, OUTPUT_SCALES, Parameters, Shape};
use guohe_common::interrupt;
use guohe_common::place::{check_folder_of, check_free, write_whole};
use guohe_common::say::say;
use indicatif::HumanCount;
use lessons::Lessons;
use net::Net;
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use stream::Stream;

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
    ensure!(
        args.epochs > 0 && args.batch > 0 && args.threads > 0,
        "--epochs, --batch and --threads must be at least 1"
    );
    let rates = [args.rate, args.last_rate];
    ensure!(
        rates.iter().all(|rate| rate.is_finite() && *rate >= 0.0),
        "--rate and --last-rate must be finite and at least 0"
    );
    ensure!(args.last_rate <= args.rate, "--last-rate must not exceed --rate");
    ensure!((0.0..=10.0).contains(&args.zone_decay), "--zone-decay must be from 0 to 10");
    ensure!((0.0..=1.0).contains(&args.score_share), "--score-share must be from 0 to 1");
    ensure!((0.0..1.0).contains(&args.td_lambda), "--td-lambda must be from 0 to below 1");
    let shape = Shape { hidden: args.hidden };
    ensure!(shape.is_supported(), "the engine does not support a network of shape {shape}");
    let makes_sense = |lessons: f64| lessons > 0.0 && lessons <= 100.0;
    ensure!(args.lessons.is_none_or(makes_sense), "--lessons must be above 0, and at most 100");
    check_folder_of(&args.out)?;
    check_place(&args.out, args.force, args.resume)
}

/// Sees to it that a run overwrites no result, and a new run nothing that an interrupted one has left: hours went into
/// both. A network is written last, so an interrupted run has none.
fn check_place(out: &Path, force: bool, resume: bool) -> anyhow::Result<()> {
    check_free(out, force)?;
    if force || resume {
        return Ok(());
    }
    for ending in ["manifest", "csv", "svg"] {
        check_free(&beside(out, ending), false)?;
    }
    let checkpoint = beside(out, "checkpoint");
    let place = checkpoint.display();
    ensure!(!checkpoint.exists(), "{place} exists: --resume continues from it, --force starts again");
    Ok(())
}

/// A file beside the network: `my.csv` for `my.nnue`, but `net-0.5.csv` for a `net-0.5`, which `net-0.6` must not
/// share.
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
    let start = start(&args.start)?;
    let teacher = args.lessons.map(|_| teacher(args)).transpose()?;
    let taught_by = teacher.as_ref().map(|teacher| evaluation::name(teacher));
    let mut games = Games::read(&args.data, &args.known, args.positions.unwrap_or(usize::MAX))?;
    let scale = match (&start, args.scale) {
        (Some(start), _) => start.scale,
        (None, Some(scale)) => scale.into(),
        (None, None) => data::fit_scale(&games.targets()?)
            .context("the results of these games do not say how many centipawns --scale should be: give it")?,
    };
    let td = Td { lambda: args.td_lambda, scale };
    games.value_held_out(td)?;
    let lessons = args.lessons.zip(teacher).map(|(per_position, teacher)| Lessons {
        per_position,
        unit: scale / f32::from(teacher.scale()),
        teacher,
        nodes: args.lesson_nodes,
    });
    let origin =
        Origin { start: start.as_ref().map_or_else(Vec::new, |start| start.names.clone()), teacher: taught_by };
    let settings = settings(args, scale, &origin, &games);
    say!(
        "{} games, {} positions to learn from, {} held out; a sigmoid of {scale} centipawns",
        HumanCount(games.count as u64),
        HumanCount(games.positions as u64),
        HumanCount(games.held_out.len() as u64),
    );
    let mut net = match start {
        Some(start) => start.net,
        None => Net::new(args.hidden, args.seed),
    };
    if !origin.start.is_empty() {
        let loss = fit::measure(&net, &games.held_out, settings.blend, settings.threads);
        say!("{}: held out {loss:.6}", origin.start.join(" and "));
    }
    let (seed, threads) = (args.seed, args.threads);
    let stream = Stream { games: &games.training, known: &games.known, lessons, td, seed, threads };
    let checkpoint = beside(&args.out, "checkpoint");
    let fitted = fit::fit(&mut net, &stream, &games.held_out, &settings, Some(&checkpoint), args.resume)?;
    if let Some(loss) = fitted.mean_held_out {
        say!("held out {loss:.6} with the mean of the weights over the last third");
    }
    let (parameters, rounded) = round(&net, &games.held_out, &settings)?;
    say!("held out {rounded:.6} in the engine's integers, output weights in steps of 1/{}", parameters.output_scale);
    let shape = net.shape();
    let title = format!("{shape}, {} positions", HumanCount(games.positions as u64));
    write_whole(&beside(&args.out, "csv"), &curves::csv(&fitted.losses)?)?;
    write_whole(&beside(&args.out, "svg"), curves::svg(&fitted.losses, &title)?.as_bytes())?;
    let manifest = manifest_text(&facts(args, shape, origin, &settings, &games, &fitted, rounded))?;
    let parameters = Parameters { manifest: Sha256::digest(&manifest).into(), ..parameters };
    let bytes = parameters.to_bytes();
    let name = Network::from_bytes(&bytes)?.name();
    write_whole(&beside(&args.out, "manifest"), manifest.as_bytes())?;
    write_whole(&args.out, &bytes)?;
    // A finished run is not resumed.
    let _ = std::fs::remove_file(&checkpoint);
    say!("network {name}, {shape}, {} bytes, in {}", bytes.len(), args.out.display());
    Ok(())
}

/// What a run begins from.
struct Start {
    net: Net,
    scale: f32,
    /// Of the networks whose mean it is.
    names: Vec<String>,
}

/// The mean of the weights of the networks at `paths`; `None` without any. Networks that were trained from a common
/// start lie so close together that their mean is as good as they are, or better (M. Wortsman et al., 2022).
fn start(paths: &[PathBuf]) -> anyhow::Result<Option<Start>> {
    let mut mean: Option<Start> = None;
    for path in paths {
        let about = || format!("the network {}", path.display());
        let bytes = std::fs::read(path).with_context(about)?;
        let (parameters, _) = Parameters::from_bytes(&bytes).with_context(about)?;
        let name = evaluation::name(&Network::from_bytes(&bytes).with_context(about)?);
        let (net, scale) = (Net::of_engine(&parameters), f32::from(parameters.scale));
        match &mut mean {
            None => mean = Some(Start { net, scale, names: vec![name] }),
            Some(mean) => {
                ensure!(
                    net.shape() == mean.net.shape() && scale == mean.scale,
                    "{} has another shape or scale than the network of the first --start",
                    path.display()
                );
                mean.names.push(name);
                mean.net.move_towards(&net, 1.0 / mean.names.len() as f32);
            }
        }
    }
    Ok(mean)
}

/// The network that gives lessons.
fn teacher(args: &TrainArgs) -> anyhow::Result<Arc<Network>> {
    evaluation::load(args.teacher.as_ref().or(args.start.first()).map(PathBuf::as_path))
}

/// The network in the engine's integers with its loss on held-out games, at the scale of output weights that changes
/// them least: a finer one rounds less, but has less room for large weights.
fn round(net: &Net, held_out: &[Position], settings: &Settings) -> anyhow::Result<(Parameters, f64)> {
    let parameters = OUTPUT_SCALES
        .into_iter()
        .map(|output_scale| net.quantise(settings.blend.scale, output_scale))
        .filter(|parameters| Network::from_bytes(&parameters.to_bytes()).is_ok())
        .min_by(|a, b| net.output_error(a).total_cmp(&net.output_error(b)))
        .context("the engine refuses the network: its weights are too large")?;
    let loss = fit::measure(&Net::of_engine(&parameters), held_out, settings.blend, settings.threads);
    Ok((parameters, loss))
}

fn settings(args: &TrainArgs, scale: f32, origin: &Origin, games: &Games) -> Settings {
    let limit = args.positions.map_or_else(String::new, |positions| format!(" {positions}"));
    Settings {
        origin: format!(
            "{COMMIT} {origin:?} {} {} {:?} {:?} {:?}{limit}",
            args.td_lambda,
            args.lessons.unwrap_or_default(),
            args.lesson_nodes,
            games.sources,
            games.known_sources
        ),
        epochs: args.epochs,
        batch: args.batch,
        rate: args.rate,
        last_rate: args.last_rate,
        blend: Blend { score_share: args.score_share, scale },
        seed: args.seed,
        threads: args.threads,
        zone_decay: args.zone_decay,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checkpoint_of_another_build_is_of_another_run() {
        #[derive(clap::Parser)]
        struct Line {
            #[command(flatten)]
            args: TrainArgs,
        }
        let Line { args } = clap::Parser::parse_from(["train", "--data", "games", "--out", "my.nnue"]);
        let origin = Origin { start: Vec::new(), teacher: None };
        assert!(settings(&args, 400.0, &origin, &Games::default()).origin.contains(COMMIT));
    }

    #[test]
    fn a_result_and_a_checkpoint_are_not_overwritten_unasked() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("my.nnue");
        check_place(&out, false, false).unwrap();
        let refused = |name: &str, part: &str| {
            std::fs::write(folder.path().join(name), "hours of work").unwrap();
            let error = check_place(&out, false, false).unwrap_err().to_string();
            assert!(error.contains(name) && error.contains(part), "{error}");
        };
        refused("my.manifest", "--force");
        std::fs::remove_file(folder.path().join("my.manifest")).unwrap();
        refused("my.checkpoint", "--resume");
        check_place(&out, false, true).unwrap();
        refused("my.nnue", "--force");
        assert!(check_place(&out, false, true).is_err(), "the network is there, so there is nothing to resume");
        check_place(&out, true, false).unwrap();
    }

    #[test]
    fn several_starts_give_their_mean() {
        let folder = tempfile::tempdir().unwrap();
        let file = |hidden, seed, scale| {
            let path = folder.path().join(format!("{hidden}-{seed}-{scale}.nnue"));
            let parameters = Net::new(hidden, seed).quantise(scale, OUTPUT_SCALES[0]);
            std::fs::write(&path, parameters.to_bytes()).unwrap();
            path
        };
        let paths = [file(32, 1, 300.0), file(32, 2, 300.0)];
        let [one, two] = [0, 1].map(|index| start(&paths[index..=index]).unwrap().unwrap().net);
        let Start { net: mean, scale, names } = start(&paths).unwrap().unwrap();
        assert_eq!((scale, names.len()), (300.0, 2));
        for ((mean, one), two) in mean.parameters().iter().zip(one.parameters()).zip(two.parameters()) {
            assert!((mean - (one + two) / 2.0).abs() < 1e-6);
        }
        for other in [file(64, 1, 300.0), file(32, 1, 301.0)] {
            assert!(start(&[paths[0].clone(), other]).is_err());
        }
        assert!(start(&[]).unwrap().is_none());
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
