//! What can be asked of `guohe-tools train`.

use super::data::SCALES;
use clap::Args;
use std::path::PathBuf;

/// Train a network on games of self-play.
#[derive(Args)]
pub struct TrainArgs {
    /// Directory of games; may be given several times.
    #[arg(long, required = true)]
    pub data: Vec<PathBuf>,
    /// Directory of games that the network has learnt already: lessons are drawn from them, but their own positions are
    /// not learnt again. Those of them that are held out are measured, too. May be given several times.
    #[arg(long, requires = "lessons")]
    pub known: Vec<PathBuf>,
    /// File for the network. Beside it, .manifest, .csv and .svg record how it was made.
    #[arg(long)]
    pub out: PathBuf,
    /// Network to begin from: its weights, scale and number of neurons. If given several times, the run begins from the
    /// mean of their weights. Without one the weights are random.
    #[arg(long, conflicts_with_all = ["hidden", "scale"])]
    pub start: Vec<PathBuf>,
    /// Passes over the games.
    #[arg(long, default_value_t = 3)]
    pub epochs: u32,
    /// Positions and lessons a step, at most.
    #[arg(long, default_value_t = 8192)]
    pub batch: usize,
    /// Learning rate at the start; it falls along a cosine. Random weights need some 0.001.
    #[arg(long, default_value_t = 0.000_1)]
    pub rate: f32,
    /// Learning rate at the end, not above --rate.
    #[arg(long, default_value_t = 0.000_01)]
    pub last_rate: f32,
    /// The score's share of the target; the game's result has the rest.
    #[arg(long, default_value_t = 0.8)]
    pub score_share: f32,
    /// The λ of TD(λ), below 1. A position's score becomes a mean of its own, with weight 1 − λ, and of the next
    /// position's in the game, with weight λ; after the last one comes the result.
    #[arg(long, default_value_t = 0.0)]
    pub td_lambda: f32,
    /// Centipawns of the sigmoid, 50 to 2000; without it the scale of --start, or else fitted to the games' results.
    #[arg(long, value_parser = clap::value_parser!(u16).range(i64::from(*SCALES.start())..=i64::from(*SCALES.end())))]
    pub scale: Option<u16>,
    /// Hidden neurons of each side: a multiple of 32.
    #[arg(long, default_value_t = 512)]
    pub hidden: usize,
    /// Decoupled weight decay of the weights that belong to one king bucket, as a share of the learning rate.
    #[arg(long, default_value_t = 0.3)]
    pub zone_decay: f32,
    /// Learn from games until they have this number of positions, to measure the gain from more data; all held-out
    /// games are measured.
    #[arg(long)]
    pub positions: Option<usize>,
    /// Lessons for each position of the games: positions up to four random moves away, evaluated by a teacher. Each
    /// pass draws new ones and mixes them with the games.
    #[arg(long)]
    pub lessons: Option<f64>,
    /// Network that teaches the lessons; its own games are not needed. Without it, the first network of --start, or
    /// else the built-in one.
    #[arg(long, requires = "lessons")]
    pub teacher: Option<PathBuf>,
    /// Searched lessons: the teacher searches positions of the games with N nodes, and up to seven quiet positions in
    /// each search become lessons. --lessons is then the number of searches for each position of the games.
    #[arg(long, requires = "lessons", value_parser = clap::value_parser!(u64).range(1..))]
    pub lesson_nodes: Option<u64>,
    /// Seed of the random weights, orders and lessons.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(..=i64::MAX as u64))]
    pub seed: u64,
    /// Threads. Another number gives another result.
    #[arg(long, default_value_t = 1)]
    pub threads: usize,
    /// Resume an interrupted run from the checkpoint beside its result, with the same build.
    #[arg(long)]
    pub resume: bool,
    /// Overwrite a result, or the checkpoint of an interrupted run.
    #[arg(long, conflicts_with = "resume")]
    pub force: bool,
}
