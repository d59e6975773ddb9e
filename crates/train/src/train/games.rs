//! The games that are learnt from, and the positions that are held out to measure on.

use super::data::{Position, Target};
use crate::datagen::{Chunk, Game};
use anyhow::ensure;
use guohe_common::interrupt;
use guohe_common::progress::Progress;
use std::path::PathBuf;

/// Games to learn from, known games, and positions of other games to measure on.
#[derive(Default)]
pub struct Games {
    /// To learn from.
    pub training: Vec<Game>,
    /// Quiet positions of these games.
    pub positions: usize,
    /// Learnt before: lessons are drawn from them, but their positions are not learnt again.
    pub known: Vec<Game>,
    /// To measure on.
    pub held_out: Vec<Position>,
    /// Games read, those held out among them.
    pub count: usize,
    /// Names and hashes of the chunks to learn from, for the manifest.
    pub sources: Vec<(String, String)>,
    /// The same of the known games.
    pub known_sources: Vec<(String, String)>,
}

impl Games {
    /// Reads the games in `dirs`, for training only until they have `most` quiet positions, and the `known` games. All
    /// held-out games are read whatever `most` is, so that runs on more and less data are measured on the same.
    ///
    /// # Errors
    /// When data cannot be read or there is none.
    pub fn read(dirs: &[PathBuf], known: &[PathBuf], most: usize) -> anyhow::Result<Self> {
        let (new, known) = (chunks(dirs)?, chunks(known)?);
        Chunk::check_each_once(new.iter().chain(&known))?;
        let progress = Progress::new("reading chunks", (new.len() + known.len()) as u64);
        let mut games = Self::default();
        for (chunk, is_known) in new.iter().map(|chunk| (chunk, false)).chain(known.iter().map(|chunk| (chunk, true))) {
            ensure!(!interrupt::is_asked(), "ended while reading games");
            games.add(chunk, is_known, most)?;
            progress.advance(1);
        }
        progress.end();
        ensure!(games.positions > 0, "the games have no quiet positions to learn from");
        ensure!(!games.held_out.is_empty(), "no game is held out (one in 32 is, by its hash): more games are needed");
        Ok(games)
    }

    fn add(&mut self, chunk: &Chunk, is_known: bool, most: usize) -> anyhow::Result<()> {
        for game in chunk.games()? {
            if game.is_held_out() {
                self.held_out.extend(positions(&game)?);
            } else if is_known {
                self.known.push(game);
            } else if self.positions < most {
                game.for_each_quiet(|_, _, _| self.positions += 1)?;
                self.training.push(game);
            } else {
                continue;
            }
            self.count += 1;
        }
        let name = chunk.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let sources = if is_known { &mut self.known_sources } else { &mut self.sources };
        sources.push((name, chunk.facts.games_sha256.clone()));
        Ok(())
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

/// The chunks in these directories.
fn chunks(dirs: &[PathBuf]) -> anyhow::Result<Vec<Chunk>> {
    let chunks: Vec<_> = dirs.iter().map(|dir| Chunk::all(dir)).collect::<anyhow::Result<_>>()?;
    Ok(chunks.concat())
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
