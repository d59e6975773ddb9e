//! The games that are learnt from, and the positions that are held out to measure on.

use super::data::{Position, Target};
use crate::datagen::{Chunk, Game};
use anyhow::ensure;
use guohe_common::interrupt;
use guohe_common::progress::Progress;
use std::path::PathBuf;

/// Games to learn from, and positions of other games to measure on.
pub struct Games {
    /// To learn from.
    pub training: Vec<Game>,
    /// Quiet positions of the games to learn from.
    pub positions: usize,
    /// To measure on.
    pub held_out: Vec<Position>,
    /// Games read, those held out among them.
    pub count: usize,
    /// Names and hashes of the chunks read, for the manifest.
    pub sources: Vec<(String, String)>,
}

impl Games {
    /// Reads the games in `dirs`, for training only until they have `most` quiet positions. All held-out games are read
    /// whatever `most` is, so that runs on more and less data are measured on the same.
    ///
    /// # Errors
    /// When data cannot be read or there is none.
    pub fn read(dirs: &[PathBuf], most: usize) -> anyhow::Result<Self> {
        let mut chunks = Vec::new();
        for dir in dirs {
            chunks.extend(Chunk::all(dir)?);
        }
        let progress = Progress::new("reading chunks", chunks.len() as u64);
        let mut games =
            Self { training: Vec::new(), positions: 0, held_out: Vec::new(), count: 0, sources: Vec::new() };
        for chunk in chunks {
            ensure!(!interrupt::is_asked(), "ended while reading games");
            for game in chunk.games()? {
                if game.is_held_out() {
                    games.held_out.extend(positions(&game)?);
                } else if games.positions < most {
                    game.for_each_quiet(|_, _, _| games.positions += 1)?;
                    games.training.push(game);
                } else {
                    continue;
                }
                games.count += 1;
            }
            let name = chunk.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            games.sources.push((name, chunk.facts.games_sha256.clone()));
            progress.advance(1);
        }
        progress.end();
        ensure!(games.positions > 0 && !games.held_out.is_empty(), "there are too few games to learn from");
        Ok(games)
    }

    /// The targets of all positions to learn from.
    ///
    /// # Errors
    /// When a move is not legal.
    pub fn targets(&self) -> anyhow::Result<Vec<Target>> {
        let mut targets = Vec::with_capacity(self.positions);
        for game in &self.training {
            game.for_each_quiet(|_, score, result| targets.push(Target::new(score, result)))?;
        }
        Ok(targets)
    }
}

/// The quiet positions of a game.
///
/// # Errors
/// When a move is not legal.
pub fn positions(game: &Game) -> anyhow::Result<Vec<Position>> {
    let mut positions = Vec::new();
    game.for_each_quiet(|board, score, result| positions.push(Position::new(board, Target::new(score, result))))?;
    Ok(positions)
}
