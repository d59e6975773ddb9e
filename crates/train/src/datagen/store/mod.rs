//! Where a run keeps its games: finished chunks, and a journal of the games that do not fill a chunk yet. Each game is
//! in the journal as soon as it is over, so a kill at any moment loses only the games in hand.

mod journal;
mod reading;

use super::chunk::{Chunk, Job};
use super::game::Game;
use super::manifest;
use anyhow::{Context, bail};
use guohe_common::journal::lock as lock_file;
use guohe_common::place::{self, write_whole};
use journal::{journal_name, read_journal, record};
pub use reading::for_each_game;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A run's data.
pub struct Store {
    dir: PathBuf,
    job: Job,
    /// Quiet positions that the run is to have, if it ends by them.
    target: Option<u64>,
    /// Full chunks.
    chunks: u64,
    /// Quiet positions in full chunks.
    chunk_positions: u64,
    /// Games after the full chunks, by number: their bytes and quiet positions.
    pending: BTreeMap<u64, (Vec<u8>, u64)>,
    /// The last chunk, which is not full: its games are pending too, but not in the journal.
    tail: Option<Chunk>,
    /// The games of the last full chunk: some of the next chunk's begin from them.
    earlier: Arc<Vec<Game>>,
    /// Holds the directory for this run alone; the system lets go of it when the process dies.
    _lock: File,
}

impl Store {
    /// Opens or begins the run of `job` in `dir`. `target`: quiet positions that it is to have, if it ends by them.
    ///
    /// # Errors
    /// When the directory holds another run under the same shard, is in use, or cannot be written.
    pub fn open(dir: &Path, job: Job, target: Option<u64>) -> anyhow::Result<Self> {
        std::fs::create_dir_all(dir).with_context(|| format!("making {}", dir.display()))?;
        let stem = job.stem();
        let path = dir.join(format!("{stem}.lock"));
        let lock = File::create(&path).with_context(|| format!("making {}", path.display()))?;
        lock_file(&lock, &path, || format!("another process is making shard {stem} in {}", dir.display()))?;
        let facts = dir.join(format!("{stem}.job"));
        if facts.exists() {
            check_run(dir, &job, &Job::load(&facts)?)?;
        }
        let mut store = Self {
            dir: dir.to_owned(),
            target,
            chunks: 0,
            chunk_positions: 0,
            pending: read_journal(&dir.join(journal_name(&job.stem())))?
                .into_iter()
                .map(|(index, game)| Ok((index, encoded(&game)?)))
                .collect::<anyhow::Result<_>>()?,
            tail: None,
            earlier: Arc::default(),
            job,
            _lock: lock,
        };
        store.count_chunks()?;
        if !facts.exists() {
            write_whole(&facts, manifest::text(&store.job)?.as_bytes())?;
        }
        Ok(store)
    }

    /// Finds the chunks, and brings the journal in line with them.
    fn count_chunks(&mut self) -> anyhow::Result<()> {
        loop {
            let path = Chunk::path(&self.dir, &self.job, self.chunks);
            if !path.exists() {
                break;
            }
            let chunk = Chunk::load(&path)?;
            check_run(&self.dir, &self.job, &chunk.facts.job)?;
            if chunk.facts.totals.games < self.job.chunk_games {
                for (index, game) in (self.first()..).zip(chunk.games()?) {
                    self.pending.insert(index, encoded(&game)?);
                }
                self.tail = Some(chunk);
                break;
            }
            self.chunk_positions += chunk.facts.totals.quiet;
            self.chunks += 1;
        }
        if let Some(last) = self.chunks.checked_sub(1) {
            self.earlier = Arc::new(Chunk::load(&Chunk::path(&self.dir, &self.job, last))?.games()?);
        }
        self.rewrite_journal()?;
        self.fill_chunks()
    }

    /// What game `index` may begin from: the games of the chunk before its own, none for the first chunk. `None` while
    /// that chunk is not full.
    pub fn earlier(&self, index: u64) -> Option<Arc<Vec<Game>>> {
        (index / self.job.chunk_games == self.chunks).then(|| Arc::clone(&self.earlier))
    }

    /// Number of the first game that is in no full chunk.
    pub fn first(&self) -> u64 {
        self.chunks * self.job.chunk_games
    }

    /// Whether game `index` is there.
    pub fn has(&self, index: u64) -> bool {
        index < self.first() || self.pending.contains_key(&index)
    }

    /// Games that are there.
    pub fn games(&self) -> u64 {
        self.first() + self.pending.len() as u64
    }

    /// Quiet positions that are there.
    pub fn positions(&self) -> u64 {
        self.chunk_positions + self.pending.values().map(|(_, positions)| positions).sum::<u64>()
    }

    /// Keeps a game: in the file when this returns. Writes the chunks that it completes.
    ///
    /// # Errors
    /// When writing fails.
    pub fn add(&mut self, index: u64, game: &Game) -> anyhow::Result<()> {
        self.open_tail()?;
        let (bytes, positions) = encoded(game)?;
        // One write, so that a kill leaves the record whole or cut short, and the reader knows which.
        let mut journal = place::open(&self.journal(), true)?;
        journal.write_all(&record(index, &bytes)).context("writing the journal")?;
        self.pending.insert(index, (bytes, positions));
        self.fill_chunks()
    }

    /// Writes the remaining games below `end` as a last chunk that is not full. The later games `surplus` are dropped;
    /// others stay in the journal, and a last chunk that holds as many or more stays as it is: a smaller target takes
    /// nothing away.
    ///
    /// # Errors
    /// When a game is missing or writing fails.
    pub fn finish(&mut self, end: u64, surplus: &[u64]) -> anyhow::Result<()> {
        self.pending.retain(|index, _| !surplus.contains(index));
        if end <= self.chunked() {
            return Ok(());
        }
        self.open_tail()?;
        self.tail = Some(self.write_chunk(end - self.first())?);
        self.rewrite_journal()
    }

    /// Number of the first game that is in no chunk at all.
    fn chunked(&self) -> u64 {
        self.first() + self.tail.as_ref().map_or(0, |tail| tail.facts.totals.games)
    }

    /// Takes the games of the last chunk back into the journal, since more are to come.
    fn open_tail(&mut self) -> anyhow::Result<()> {
        let Some(tail) = self.tail.take() else { return Ok(()) };
        self.rewrite_journal()?;
        tail.remove()
    }

    /// Writes the chunks whose games are all there. The chunk in which the target is reached stays open: it ends there,
    /// however many games were under way.
    fn fill_chunks(&mut self) -> anyhow::Result<()> {
        while self.gapless() >= self.first() + self.job.chunk_games && !self.is_last_chunk() {
            self.open_tail()?;
            let chunk = self.write_chunk(self.job.chunk_games)?;
            self.chunk_positions += chunk.facts.totals.quiet;
            self.chunks += 1;
            self.earlier = Arc::new(chunk.games()?);
            self.rewrite_journal()?;
        }
        Ok(())
    }

    /// Whether the target is reached before the chunk that begins with the game `first` is full.
    fn is_last_chunk(&self) -> bool {
        let end = self.target.and_then(|positions| self.games_for(positions));
        end.is_some_and(|end| end < self.first() + self.job.chunk_games)
    }

    /// Number of the first game that is not there.
    pub fn gapless(&self) -> u64 {
        let first = self.first();
        let run = self.pending.range(first..).zip(first..).take_while(|((index, _), expected)| *index == expected);
        first + run.count() as u64
    }

    /// Writes the first `count` pending games as a chunk.
    fn write_chunk(&self, count: u64) -> anyhow::Result<Chunk> {
        let first = self.first();
        let mut games = Vec::new();
        for index in first..first + count {
            let (bytes, _) = self.pending.get(&index).with_context(|| format!("game {index} is missing"))?;
            games.push(bytes.clone());
        }
        Chunk::write(&self.dir, &self.job, self.chunks, &games)
    }

    /// The smallest number of games that hold `positions` quiet positions, if there are that many without a gap.
    pub fn games_for(&self, positions: u64) -> Option<u64> {
        let mut sum = self.chunk_positions;
        let mut end = self.first();
        while sum < positions {
            sum += self.pending.get(&end)?.1;
            end += 1;
        }
        Some(end)
    }

    /// Writes the journal anew with every game that is in no chunk.
    fn rewrite_journal(&mut self) -> anyhow::Result<()> {
        let first = self.first();
        self.pending.retain(|&index, _| index >= first);
        let loose = self.pending.range(self.chunked()..);
        let bytes: Vec<u8> = loose.flat_map(|(&index, (bytes, _))| record(index, bytes)).collect();
        write_whole(&self.journal(), &bytes)
    }

    /// The journal's path. Nobody holds the file open between two games: Windows cannot replace an open file.
    fn journal(&self) -> PathBuf {
        self.dir.join(journal_name(&self.job.stem()))
    }
}

/// Refuses to continue with the games of `found`, which are in `dir`, unless they are of the same run as `job`'s.
fn check_run(dir: &Path, job: &Job, found: &Job) -> anyhow::Result<()> {
    if found.is_same_run(job) {
        return Ok(());
    }
    let [there, here] = [found, job].map(manifest::text);
    let (there, here) = (there?, here?);
    let lines = there.lines().zip(here.lines());
    let differences: Vec<String> = lines
        .filter(|(there, here)| there != here && !there.starts_with("commit"))
        .map(|(there, here)| format!("there {there}, here {here}"))
        .collect();
    bail!(
        "{} holds games of other settings or another engine; use a directory for each\n{}",
        dir.display(),
        differences.join("\n")
    )
}

/// The game's bytes and its quiet positions.
fn encoded(game: &Game) -> anyhow::Result<(Vec<u8>, u64)> {
    let mut bytes = Vec::new();
    game.encode(&mut bytes);
    let mut positions = 0;
    game.for_each_quiet(|_, _, _| positions += 1)?;
    Ok((bytes, positions))
}

#[cfg(test)]
pub mod tests;
