//! The manifest beside a result.

use super::args::TrainArgs;
use super::fit::{Fitted, Settings};
use super::games::Games;
use crate::datagen::{COMMIT, sha256};
use guohe::eval::nnue::Shape;
use serde::Serialize;

/// Networks that a run depends on, by their full names.
#[derive(Serialize, Debug)]
pub struct Origin {
    /// Whose weights it began from.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub start: Vec<String>,
    /// Who valued the lessons.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub teacher: Option<String>,
}

/// What it takes to make the result again, and what it is worth.
#[derive(Serialize)]
pub struct Facts {
    commit: &'static str,
    shape: String,
    #[serde(flatten)]
    origin: Origin,
    epochs: u32,
    batch: usize,
    rate: f32,
    last_rate: f32,
    score_share: f32,
    td_lambda: f32,
    scale: f32,
    zone_decay: f32,
    lessons: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    lesson_nodes: Option<u64>,
    seed: u64,
    threads: usize,
    games: usize,
    positions: usize,
    limited: bool,
    held_out: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    training_loss: Option<f64>,
    /// With the last weights, with their mean over the last third if there is one, and in the engine's integers.
    #[serde(skip_serializing_if = "Option::is_none")]
    held_out_loss: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mean_held_out_loss: Option<f64>,
    rounded_held_out_loss: f64,
    /// One fingerprint of all chunks, for people who compare two by eye.
    chunks_sha256: String,
    /// Name and hash of each chunk of games.
    chunks: Vec<String>,
    /// The same of the games from which lessons alone were drawn.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    known_chunks: Vec<String>,
}

/// A loss with as many digits as mean something.
fn millionths(loss: f64) -> f64 {
    (loss * 1e6).round() / 1e6
}

/// The facts of a run.
pub fn facts(
    args: &TrainArgs,
    shape: Shape,
    origin: Origin,
    settings: &Settings,
    games: &Games,
    fitted: &Fitted,
    rounded: f64,
) -> Facts {
    let hashes: String = games.sources.iter().map(|(_, hash)| hash.as_str()).collect();
    let listed = |sources: &[(String, String)]| sources.iter().map(|(name, hash)| format!("{name} {hash}")).collect();
    let last = fitted.losses.last();
    Facts {
        commit: COMMIT,
        shape: shape.to_string(),
        origin,
        epochs: settings.epochs,
        batch: settings.batch,
        rate: settings.rate,
        last_rate: settings.last_rate,
        score_share: settings.blend.score_share,
        td_lambda: args.td_lambda,
        scale: settings.blend.scale,
        zone_decay: settings.zone_decay,
        lessons: args.lessons.unwrap_or_default(),
        lesson_nodes: args.lesson_nodes,
        seed: settings.seed,
        threads: settings.threads,
        games: games.count,
        positions: games.positions,
        limited: args.positions.is_some(),
        held_out: games.held_out.len(),
        training_loss: last.map(|loss| millionths(loss.training)),
        held_out_loss: last.map(|loss| millionths(loss.held_out)),
        mean_held_out_loss: fitted.mean_held_out.map(millionths),
        rounded_held_out_loss: millionths(rounded),
        chunks_sha256: sha256(hashes),
        chunks: listed(&games.sources),
        known_chunks: listed(&games.known_sources),
    }
}
