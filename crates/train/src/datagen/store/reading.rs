//! All games of a directory, for those who look at them.

use super::journal::{Journals, journals};
use crate::datagen::chunk::Chunk;
use crate::datagen::game::Game;
use anyhow::ensure;
use guohe_common::interrupt;
use guohe_common::progress::Progress;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// How many games [`for_each_game`] has shown.
#[derive(Clone, Copy, Debug, Default)]
pub struct GamesRead {
    /// Chunks read, and all chunks: fewer are read after an interrupt.
    pub chunks: (usize, usize),
    /// Games in the chunks read.
    pub in_chunks: u64,
    /// Games in journals that are in no chunk.
    pub in_journals: u64,
}

impl GamesRead {
    /// All of them.
    pub fn games(&self) -> u64 {
        self.in_chunks + self.in_journals
    }
}

/// A directory at one moment.
struct Snapshot {
    chunks: Vec<Chunk>,
    /// The games of the chunks that are not full, by the chunk's path.
    tails: HashMap<PathBuf, Vec<Game>>,
    journals: Journals,
}

/// Reads journals and last chunks. A run that goes on meanwhile moves games from its journal into chunks, and those of
/// a last chunk that is not full back into the journal, so that chunk is gone later; full chunks stay.
///
/// # Errors
/// When games cannot be read.
fn snapshot(dir: &Path) -> anyhow::Result<Snapshot> {
    let mut chunks = Chunk::all(dir)?;
    loop {
        let tails = chunks
            .iter()
            .filter(|chunk| chunk.facts.totals.games < chunk.facts.job.chunk_games)
            .map(|chunk| Ok((chunk.path.clone(), chunk.games()?)))
            .collect::<anyhow::Result<_>>();
        let journals = journals(dir)?;
        // Games are written to their new place before they leave the old one: none was missing between two equal lists.
        let after = Chunk::all(dir)?;
        if chunks == after {
            return Ok(Snapshot { chunks, tails: tails?, journals });
        }
        chunks = after;
    }
}

/// Shows all games of a directory: those in chunks, then those that wait in journals for their chunk to fill. An
/// interrupt ends it after the chunk in hand.
///
/// # Errors
/// When games cannot be read, or there are none.
pub fn for_each_game(dir: &Path, mut visit: impl FnMut(&Game) -> anyhow::Result<()>) -> anyhow::Result<GamesRead> {
    interrupt::listen();
    let Snapshot { chunks, mut tails, journals } = snapshot(dir)?;
    let progress = Progress::new("chunks", chunks.len() as u64);
    let mut read = GamesRead { chunks: (0, chunks.len()), ..GamesRead::default() };
    for chunk in &chunks {
        if interrupt::is_asked() {
            break;
        }
        for game in tails.remove(&chunk.path).map_or_else(|| chunk.games(), Ok)? {
            visit(&game)?;
            read.in_chunks += 1;
        }
        read.chunks.0 += 1;
        progress.advance(1);
    }
    for (stem, games) in &journals {
        let of_run = chunks.iter().filter(|chunk| chunk.facts.job.stem() == *stem);
        let end = of_run.map(|chunk| chunk.facts.first + chunk.facts.totals.games).max().unwrap_or(0);
        for (_, game) in games.range(end..) {
            visit(game)?;
            read.in_journals += 1;
        }
    }
    progress.end();
    ensure!(read.games() > 0, "no games in {}", dir.display());
    Ok(read)
}
