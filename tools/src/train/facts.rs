//! The manifest beside a result.

use super::args::TrainArgs;
use super::data::Split;
use super::fit::Loss;
use super::fit::Settings;
use crate::datagen::COMMIT;
use crate::datagen::sha256;
use serde::Serialize;

/// What it takes to make the result again, and what it is worth.
#[derive(Serialize)]
pub struct Facts {
    commit: &'static str,
    shape: String,
    epochs: u32,
    batch: usize,
    rate: f32,
    last_rate: f32,
    score_share: f32,
    scale: f32,
    zone_decay: f32,
    lessons: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub teacher: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lesson_epochs: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lesson_rate: Option<f32>,
    seed: u64,
    threads: usize,
    games: usize,
    positions: usize,
    limited: bool,
    held_out: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    training_loss: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    held_out_loss: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rounded_held_out_loss: Option<f64>,
    /// One fingerprint of all chunks, for people who compare two by eye.
    chunks_sha256: String,
    /// Name and hash of each chunk of games.
    chunks: Vec<String>,
}

/// A loss with as many digits as mean something.
pub fn millionths(loss: f64) -> f64 {
    (loss * 1e6).round() / 1e6
}

/// The facts of a run; what only networks have is left open.
pub fn facts(args: &TrainArgs, shape: &str, settings: &Settings, split: &Split, losses: &[Loss]) -> Facts {
    let hashes: String = split.sources.iter().map(|(_, hash)| hash.as_str()).collect();
    let has_lessons = args.lessons > 0;
    Facts {
        commit: COMMIT,
        shape: shape.to_owned(),
        epochs: settings.epochs,
        batch: settings.batch,
        rate: settings.rate,
        last_rate: settings.last_rate,
        score_share: settings.blend.score_share,
        scale: settings.blend.scale,
        zone_decay: settings.zone_decay,
        lessons: args.lessons,
        teacher: None,
        lesson_epochs: has_lessons.then_some(args.lesson_epochs),
        lesson_rate: has_lessons.then_some(args.lesson_rate),
        seed: settings.seed,
        threads: settings.threads,
        games: split.games,
        positions: split.training.len(),
        limited: args.positions != usize::MAX,
        held_out: split.held_out.len(),
        training_loss: losses.last().map(|loss| millionths(loss.training)),
        held_out_loss: losses.last().map(|loss| millionths(loss.held_out)),
        rounded_held_out_loss: None,
        chunks_sha256: sha256(hashes),
        chunks: split.sources.iter().map(|(name, hash)| format!("{name} {hash}")).collect(),
    }
}
