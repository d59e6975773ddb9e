//! Where a run keeps its games: finished chunks, and a journal of the games that do not fill a chunk yet. Each game is in
//! the journal as soon as it is over, so a kill at any moment loses only the games in hand.

use super::chunk::Chunk;
use super::chunk::Job;
use super::game::Game;
use super::manifest;
use anyhow::Context;
use anyhow::bail;
use anyhow::ensure;
use guohe_common::interrupt;
use guohe_common::place::write_whole;
use guohe_common::progress::Progress;
use sha2::Digest;
use sha2::Sha256;
use std::collections::BTreeMap;
use std::fs::File;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;
use std::path::PathBuf;
use std::sync::Arc;

/// A run's data.
pub struct Store {
    dir: PathBuf,
    job: Job,
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
    journal: File,
    /// Holds the directory for this run alone; the system lets go of it when the process dies.
    _lock: File,
}

impl Store {
    /// Opens or begins the run of `job` in `dir`.
    ///
    /// # Errors
    /// When the directory holds another run under the same shard, is in use, or cannot be written.
    pub fn open(dir: &Path, job: Job) -> anyhow::Result<Self> {
        std::fs::create_dir_all(dir).with_context(|| format!("making {}", dir.display()))?;
        let stem = job.stem();
        let lock = File::create(dir.join(format!("{stem}.lock")))?;
        if lock.try_lock().is_err() {
            bail!("another process is making shard {stem} in {}", dir.display());
        }
        let facts = dir.join(format!("{stem}.job"));
        if facts.exists() {
            let found = Job::load(&facts)?;
            ensure!(
                found.is_same_run(&job),
                "{} holds games of other settings or another engine; use a directory for each\n{}",
                dir.display(),
                manifest::text(&found)?
            );
        } else {
            write_whole(&facts, manifest::text(&job)?.as_bytes())?;
        }
        let journal = dir.join(journal_name(&job.stem()));
        let mut store = Self {
            dir: dir.to_owned(),
            chunks: 0,
            chunk_positions: 0,
            pending: read_journal(&journal)?
                .into_iter()
                .map(|(index, game)| Ok((index, encoded(&game)?)))
                .collect::<anyhow::Result<_>>()?,
            tail: None,
            earlier: Arc::default(),
            journal: OpenOptions::new().create(true).append(true).open(&journal)?,
            job,
            _lock: lock,
        };
        store.count_chunks()?;
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

    /// Keeps a game: on disk when this returns. Writes the chunks that it completes. Gives the game's quiet positions.
    ///
    /// # Errors
    /// When writing fails.
    pub fn add(&mut self, index: u64, game: &Game) -> anyhow::Result<u64> {
        self.open_tail()?;
        let (bytes, positions) = encoded(game)?;
        // One write, so that a kill leaves the record whole or cut short, and the reader knows which.
        self.journal.write_all(&record(index, &bytes)).context("writing the journal")?;
        self.pending.insert(index, (bytes, positions));
        self.fill_chunks()?;
        Ok(positions)
    }

    /// Writes the remaining games below `end` as a last chunk that is not full. Later games stay in the journal, and a
    /// last chunk that holds as many or more stays as it is: a smaller target takes nothing away.
    ///
    /// # Errors
    /// When a game is missing or writing fails.
    pub fn finish(&mut self, end: u64) -> anyhow::Result<()> {
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

    /// Writes the chunks whose games are all there.
    fn fill_chunks(&mut self) -> anyhow::Result<()> {
        while self.gapless() >= self.first() + self.job.chunk_games {
            self.open_tail()?;
            let chunk = self.write_chunk(self.job.chunk_games)?;
            self.chunk_positions += chunk.facts.totals.quiet;
            self.chunks += 1;
            self.earlier = Arc::new(chunk.games()?);
            self.rewrite_journal()?;
        }
        Ok(())
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
        let path = self.dir.join(journal_name(&self.job.stem()));
        write_whole(&path, &bytes)?;
        self.journal = OpenOptions::new().append(true).open(&path)?;
        Ok(())
    }
}

/// Ending of journals.
const JOURNAL_SUFFIX: &str = "journal";

fn journal_name(stem: &str) -> String {
    format!("{stem}.{JOURNAL_SUFFIX}")
}

/// The game's bytes and its quiet positions.
fn encoded(game: &Game) -> anyhow::Result<(Vec<u8>, u64)> {
    let mut bytes = Vec::new();
    game.encode(&mut bytes);
    let mut positions = 0;
    game.for_each_quiet(|_, _, _| positions += 1)?;
    Ok((bytes, positions))
}

/// Bytes of a checksum in the journal.
const CHECK: usize = 8;

fn check(index: u64, bytes: &[u8]) -> [u8; CHECK] {
    let hash: [u8; 32] = Sha256::new().chain_update(index.to_le_bytes()).chain_update(bytes).finalize().into();
    *hash.first_chunk().expect("a hash is longer than its check")
}

/// A game in the journal: length, number, check, bytes.
fn record(index: u64, bytes: &[u8]) -> Vec<u8> {
    let mut record = (bytes.len() as u32).to_le_bytes().to_vec();
    record.extend(index.to_le_bytes());
    record.extend(check(index, bytes));
    record.extend(bytes);
    record
}

/// The games of a journal up to the first that is not whole, by number. None when there is no journal.
///
/// # Errors
/// When the file cannot be read.
fn read_journal(path: &Path) -> anyhow::Result<BTreeMap<u64, Game>> {
    let contents = match std::fs::read(path) {
        Ok(contents) => contents,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
        Err(error) => return Err(error).with_context(|| format!("reading {}", path.display())),
    };
    let mut games = BTreeMap::new();
    let mut rest = &contents[..];
    while let Some((index, bytes, after)) = split_record(rest) {
        let Ok(game) = Game::decode(&mut &bytes[..]) else { break };
        games.insert(index, game);
        rest = after;
    }
    Ok(games)
}

/// The games in the journals of a directory, by the stem of their run's files.
///
/// # Errors
/// When the directory or a journal cannot be read.
fn journals(dir: &Path) -> anyhow::Result<BTreeMap<String, BTreeMap<u64, Game>>> {
    let mut journals = BTreeMap::new();
    for entry in std::fs::read_dir(dir).with_context(|| format!("reading {}", dir.display()))? {
        let path = entry?.path();
        let stem = path.file_stem().and_then(|stem| stem.to_str());
        if let (Some(stem), Some(JOURNAL_SUFFIX)) = (stem, path.extension().and_then(|suffix| suffix.to_str())) {
            journals.insert(stem.to_owned(), read_journal(&path)?);
        }
    }
    Ok(journals)
}

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

/// Shows all games of a directory: those in chunks, then those that wait in journals for their chunk to fill. An interrupt
/// ends it after the chunk in hand.
///
/// # Errors
/// When games cannot be read, or there are none.
pub fn for_each_game(dir: &Path, mut visit: impl FnMut(&Game) -> anyhow::Result<()>) -> anyhow::Result<GamesRead> {
    interrupt::listen();
    // The journals first: a run that goes on meanwhile may move games into chunks, but not back.
    let journals = journals(dir)?;
    let chunks = Chunk::all(dir)?;
    let progress = Progress::new("chunks", chunks.len() as u64);
    let mut read = GamesRead { chunks: (0, chunks.len()), ..GamesRead::default() };
    for chunk in &chunks {
        if interrupt::is_asked() {
            break;
        }
        for game in chunk.games()? {
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

fn split_record(bytes: &[u8]) -> Option<(u64, &[u8], &[u8])> {
    let (len, rest) = bytes.split_first_chunk()?;
    let (index, rest) = rest.split_first_chunk()?;
    let (sum, rest) = rest.split_first_chunk::<CHECK>()?;
    let (game, rest) = rest.split_at_checked(u32::from_le_bytes(*len) as usize)?;
    let index = u64::from_le_bytes(*index);
    (*sum == check(index, game)).then_some((index, game, rest))
}

#[cfg(test)]
pub mod tests {
    use super::super::chunk::FORMAT;
    use super::super::play::tests::sample;
    use super::*;

    pub fn job() -> Job {
        Job {
            format: FORMAT,
            commit: "c".to_owned(),
            bench: 7,
            evaluation: "classical".to_owned(),
            nodes: 1,
            opening_nodes: 1,
            seed: 5,
            shard: 1,
            shards: 1,
            chunk_games: 16,
        }
    }

    fn game(index: u64) -> Game {
        sample(job().seed_of(index), &[])
    }

    #[test]
    fn a_run_of_another_format_is_refused() {
        let dir = tempfile::tempdir().unwrap();
        let old = Job { format: FORMAT - 1, ..job() };
        std::fs::write(dir.path().join(format!("{}.job", old.stem())), manifest::text(&old).unwrap()).unwrap();
        let error = Store::open(dir.path(), job()).err().unwrap();
        assert!(format!("{error:#}").contains("the data has format 1; this program reads 2"), "{error:#}");
    }

    #[test]
    fn a_torn_journal_loses_only_its_last_game() {
        let dir = tempfile::tempdir().unwrap();
        {
            let mut store = Store::open(dir.path(), job()).unwrap();
            for index in [0, 1, 3] {
                store.add(index, &game(index)).unwrap();
            }
        }
        let path = dir.path().join(journal_name(&job().stem()));
        let bytes = std::fs::read(&path).unwrap();
        std::fs::write(&path, &bytes[..bytes.len() - 7]).unwrap();
        let mut store = Store::open(dir.path(), job()).unwrap();
        assert_eq!((store.games(), store.has(1), store.has(3)), (2, true, false));
        store.add(2, &game(2)).unwrap();
        drop(store);
        assert_eq!(Store::open(dir.path(), job()).unwrap().games(), 3);
    }

    #[test]
    fn the_last_chunk_is_taken_up_again_and_ends_up_the_same() {
        let (once, twice) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let mut store = Store::open(once.path(), job()).unwrap();
        for index in 0..6 {
            store.add(index, &game(index)).unwrap();
        }
        store.finish(6).unwrap();
        drop(store);

        for (from, to) in [(0, 4), (4, 6)] {
            let mut store = Store::open(twice.path(), job()).unwrap();
            assert_eq!(store.games(), from);
            // Out of order, as several threads would finish them.
            for index in (from..to).rev() {
                store.add(index, &game(index)).unwrap();
            }
            store.finish(to).unwrap();
        }
        let chunks = [&once, &twice].map(|dir| Chunk::all(dir.path()).unwrap());
        assert_eq!(chunks[0].len(), 1);
        assert_eq!(chunks[0][0].facts, chunks[1][0].facts);
        assert_eq!(chunks[0][0].bytes().unwrap(), chunks[1][0].bytes().unwrap());
    }

    /// Adds the games of `range` and finishes at `end`; gives how many games the chunks then hold.
    fn run(dir: &Path, range: std::ops::Range<u64>, end: u64) -> usize {
        let mut store = Store::open(dir, job()).unwrap();
        for index in range {
            store.add(index, &game(index % 8)).unwrap();
        }
        store.finish(end).unwrap();
        Chunk::all(dir).unwrap().iter().map(|chunk| chunk.games().unwrap().len()).sum()
    }

    #[test]
    fn a_smaller_target_takes_nothing_away() {
        let dir = tempfile::tempdir().unwrap();
        assert_eq!(run(dir.path(), 0..6, 6), 6);
        let before = std::fs::read(Chunk::path(dir.path(), &job(), 0)).unwrap();
        assert_eq!(run(dir.path(), 0..0, 2), 6);
        assert_eq!(std::fs::read(Chunk::path(dir.path(), &job(), 0)).unwrap(), before);
        // A run to a larger target was broken off; what it made beyond the smaller one stays for later.
        {
            let mut store = Store::open(dir.path(), job()).unwrap();
            for index in 6..9 {
                store.add(index, &game(index)).unwrap();
            }
        }
        assert_eq!(run(dir.path(), 0..0, 4), 4);
        assert_eq!(Store::open(dir.path(), job()).unwrap().games(), 9);
        assert_eq!(run(dir.path(), 0..0, 9), 9);
    }

    #[test]
    fn a_smaller_target_leaves_the_last_chunk_behind_full_ones() {
        let dir = tempfile::tempdir().unwrap();
        assert_eq!(run(dir.path(), 0..19, 19), 19);
        assert_eq!(Chunk::all(dir.path()).unwrap().len(), 2);
        assert_eq!(run(dir.path(), 0..0, 10), 19);
    }

    #[test]
    fn a_chunk_full_of_games_is_what_the_next_may_begin_from() {
        let dir = tempfile::tempdir().unwrap();
        let mut store = Store::open(dir.path(), job()).unwrap();
        for index in 0..15 {
            assert_eq!(store.earlier(index).map(|games| games.len()), Some(0));
            store.add(index, &game(index)).unwrap();
        }
        assert_eq!((store.gapless(), store.earlier(16)), (15, None), "game 15 is still to come");
        store.add(15, &game(15)).unwrap();
        let first: Vec<Game> = (0..16).map(game).collect();
        assert_eq!(*store.earlier(16).unwrap(), first);
        drop(store);
        let store = Store::open(dir.path(), job()).unwrap();
        assert_eq!(*store.earlier(31).unwrap(), first);
        assert_eq!(store.earlier(32), None);
    }

    #[test]
    fn another_commit_of_the_same_engine_goes_on() {
        let dir = tempfile::tempdir().unwrap();
        drop(Store::open(dir.path(), job()).unwrap());
        assert!(Store::open(dir.path(), Job { commit: "d".to_owned(), ..job() }).is_ok());
        for other in [
            Job { bench: 8, ..job() },
            Job { evaluation: "net 0".to_owned(), ..job() },
            Job { seed: 6, ..job() },
            Job { opening_nodes: 2, ..job() },
            Job { chunk_games: 17, ..job() },
        ] {
            assert!(Store::open(dir.path(), other.clone()).is_err(), "{other:?}");
        }
    }

    #[test]
    fn other_settings_need_another_directory() {
        let dir = tempfile::tempdir().unwrap();
        drop(Store::open(dir.path(), job()).unwrap());
        assert!(Store::open(dir.path(), Job { nodes: 2, ..job() }).is_err());
        assert!(Store::open(dir.path(), job()).is_ok());
        let _held = Store::open(dir.path(), job()).unwrap();
        assert!(Store::open(dir.path(), job()).is_err(), "one process at a time");
    }

    #[test]
    fn damage_is_noticed() {
        let dir = tempfile::tempdir().unwrap();
        let mut store = Store::open(dir.path(), job()).unwrap();
        store.add(0, &game(0)).unwrap();
        store.finish(1).unwrap();
        let chunk = Chunk::all(dir.path()).unwrap().remove(0);
        assert_eq!(chunk.games().unwrap(), [game(0)]);
        let path = chunk.path.with_extension("games.zst");
        let mut bytes = std::fs::read(&path).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        std::fs::write(&path, bytes).unwrap();
        assert!(chunk.games().is_err());
    }
}
