//! Finished data: a compressed file of games, and beside it a text that says what they are and how to make them again.

use super::game::Game;
use super::manifest::{self, sha256};
use anyhow::{Context, ensure};
use guohe::types::Color;
use guohe_common::place::write_whole;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// Games of a full chunk: about half a megabyte.
pub const GAMES: u64 = 2048;

/// The most games that a full chunk may have.
pub const MOST_GAMES: u64 = 8192;

/// The format: the layout of the files, and how games are made.
pub const FORMAT: u32 = 2;
/// The compressor's default; more gains little on such data.
const COMPRESSION: i32 = 3;

/// Ending of the games' files.
const GAMES_SUFFIX: &str = "games.zst";
/// Ending of the texts beside them.
const MANIFEST_SUFFIX: &str = "manifest";

/// What all chunks of one run have in common; with the engine it determines every game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Job {
    /// Number of the format.
    pub format: u32,
    /// The commit that the program was built from, for information only.
    pub commit: String,
    /// Nodes of the engine's bench with the network that plays: another engine has another number.
    pub bench: u64,
    /// `net` and the hash of the network that plays; `classical` in games of version 0.2 and before without a network.
    pub evaluation: String,
    /// Nodes a move.
    pub nodes: u64,
    /// Nodes for judging an opening.
    pub opening_nodes: u64,
    /// The seed of all games.
    pub seed: u64,
    /// Which shard this is, from 1 on.
    pub shard: u64,
    /// The number of shards.
    pub shards: u64,
    /// Games of a full chunk: some games begin from games of the chunk before.
    pub chunk_games: u64,
}

impl Job {
    /// The name that the run's files begin with.
    pub fn stem(&self) -> String {
        stem((self.shard, self.shards))
    }

    /// The seed of the run's game number `index`: that of game `shard - 1 + index · shards` of all shards.
    pub fn seed_of(&self, index: u64) -> u64 {
        super::play::seed_of(self.seed, self.shard - 1 + index * self.shards)
    }

    /// This shard's part of `total` things that all shards make together.
    pub fn share_of(&self, total: u64) -> u64 {
        total.saturating_sub(self.shard - 1).div_ceil(self.shards)
    }

    /// Whether games of `other` are as good as this job's: all but the commit is equal.
    pub fn is_same_run(&self, other: &Self) -> bool {
        *self == Self { commit: self.commit.clone(), ..other.clone() }
    }

    /// Refuses what this program cannot read.
    fn check_format(&self) -> anyhow::Result<()> {
        ensure!(self.format == FORMAT, "the data has format {}; this program reads {FORMAT}", self.format);
        ensure!((1..=MOST_GAMES).contains(&self.chunk_games), "a chunk cannot have {} games", self.chunk_games);
        Ok(())
    }

    /// Reads the facts of a run back.
    ///
    /// # Errors
    /// When the file cannot be read or is of another format.
    pub fn load(path: &Path) -> anyhow::Result<Self> {
        let job: Self = manifest::load(path)?;
        job.check_format().with_context(|| path.display().to_string())?;
        Ok(job)
    }
}

/// A chunk's manifest.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Facts {
    /// The run that it belongs to.
    #[serde(flatten)]
    pub job: Job,
    /// Number of its first game in its run.
    pub first: u64,
    /// Its contents.
    #[serde(flatten)]
    pub totals: Totals,
    /// Hash of the games.
    pub games_sha256: String,
    /// Hash of the compressed file.
    pub file_sha256: String,
}

/// Sums over games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Totals {
    /// Number of games.
    pub games: u64,
    /// Searched moves.
    pub plies: u64,
    /// Positions to learn from.
    pub quiet: u64,
    /// Won by Red.
    pub red_wins: u64,
    /// Won by Black.
    pub black_wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Games that only the rules could end.
    pub played_out: u64,
    /// Games for which [`Game::is_continued`] holds.
    pub continued: u64,
}

impl Totals {
    /// Counts `games`.
    ///
    /// # Errors
    /// When a move is not legal.
    pub fn of(games: &[Game]) -> anyhow::Result<Self> {
        let mut totals = Self { games: games.len() as u64, ..Self::default() };
        for game in games {
            totals.plies += game.plies.len() as u64;
            game.for_each_quiet(|_, _, _| totals.quiet += 1)?;
            match game.outcome.winner {
                Some(Color::Red) => totals.red_wins += 1,
                Some(Color::Black) => totals.black_wins += 1,
                None => totals.draws += 1,
            }
            totals.played_out += u64::from(game.played_out);
            totals.continued += u64::from(game.is_continued());
        }
        Ok(totals)
    }
}

/// A finished chunk on disk.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chunk {
    /// Its manifest's path.
    pub path: PathBuf,
    /// Its manifest.
    pub facts: Facts,
}

impl Chunk {
    /// The path of the manifest of chunk `number` of a run.
    pub fn path(dir: &Path, job: &Job, number: u64) -> PathBuf {
        dir.join(Name { shard: (job.shard, job.shards), number }.text())
    }

    /// Writes chunk `number` of a run: first the games, then the manifest, whose presence says that all is there.
    ///
    /// # Errors
    /// When writing fails.
    pub fn write(dir: &Path, job: &Job, number: u64, games: &[Vec<u8>]) -> anyhow::Result<Self> {
        let bytes = games.concat();
        let compressed = zstd::encode_all(&bytes[..], COMPRESSION).context("compressing games")?;
        let facts = Facts {
            job: job.clone(),
            first: number * job.chunk_games,
            totals: Totals::of(&decode_all(&bytes)?)?,
            games_sha256: sha256(&bytes),
            file_sha256: sha256(&compressed),
        };
        let path = Self::path(dir, job, number);
        write_whole(&games_path(&path), &compressed)?;
        write_whole(&path, manifest::text(&facts)?.as_bytes())?;
        Ok(Self { path, facts })
    }

    /// Reads the manifest at `path`.
    ///
    /// # Errors
    /// When it cannot be read or is of another format.
    pub fn load(path: &Path) -> anyhow::Result<Self> {
        let facts: Facts = manifest::load(path)?;
        facts.job.check_format().with_context(|| path.display().to_string())?;
        Ok(Self { path: path.to_owned(), facts })
    }

    /// The chunks in a directory, in the order of their names. Other manifests, such as a network's, are let be, and so
    /// are chunks that a run takes away meanwhile.
    ///
    /// # Errors
    /// When the directory or a manifest cannot be read.
    pub fn all(dir: &Path) -> anyhow::Result<Vec<Self>> {
        let entries = std::fs::read_dir(dir).with_context(|| format!("reading {}", dir.display()))?;
        let mut paths = entries.map(|entry| Ok(entry?.path())).collect::<std::io::Result<Vec<_>>>()?;
        paths.retain(|path| Name::read(path).is_some());
        paths.sort();
        let mut chunks = Vec::new();
        for path in paths {
            match Self::load(&path) {
                Err(_) if !path.exists() => {}
                chunk => chunks.push(chunk?),
            }
        }
        Ok(chunks)
    }

    /// Moves the chunks of the folder `from` into `dir`, in place of the chunks `old` there. The manifests come last,
    /// that of the first chunk behind all others: until then an old manifest stands beside games of another hash, so
    /// that nobody takes what a crash leaves for whole.
    ///
    /// # Errors
    /// When a file cannot be moved or removed.
    pub fn replace(old: &[Self], from: &Path, dir: &Path) -> anyhow::Result<()> {
        let new = Self::all(from)?;
        let put = |path: &Path| {
            let place = dir.join(path.file_name().unwrap_or_default());
            std::fs::rename(path, &place).with_context(|| format!("moving {}", place.display()))
        };
        new.iter().try_for_each(|chunk| put(&games_path(&chunk.path)))?;
        let is_surplus = |chunk: &&Self| new.iter().all(|new| new.path.file_name() != chunk.path.file_name());
        old.iter().filter(is_surplus).try_for_each(Self::remove)?;
        new.iter().rev().try_for_each(|chunk| put(&chunk.path))
    }

    /// Takes the chunk away, manifest first: without it the games do not count.
    ///
    /// # Errors
    /// When a file cannot be removed.
    pub fn remove(&self) -> anyhow::Result<()> {
        std::fs::remove_file(&self.path)?;
        std::fs::remove_file(games_path(&self.path))?;
        Ok(())
    }

    /// Refuses games that are given twice: they would count twice.
    ///
    /// # Errors
    /// When two chunks have the same games.
    pub fn check_each_once<'a>(chunks: impl IntoIterator<Item = &'a Self>) -> anyhow::Result<()> {
        let mut seen = HashSet::new();
        for Self { path, facts } in chunks {
            ensure!(seen.insert(&facts.games_sha256), "{} has games that are already given", path.display());
        }
        Ok(())
    }

    /// The games' bytes, compared with the hashes in the manifest.
    ///
    /// # Errors
    /// When they cannot be read or are not what the manifest says.
    pub fn bytes(&self) -> anyhow::Result<Vec<u8>> {
        let path = games_path(&self.path);
        let name = || path.display().to_string();
        let compressed = std::fs::read(&path).with_context(name)?;
        ensure!(
            sha256(&compressed) == self.facts.file_sha256,
            "{} is damaged: its hash differs from the manifest",
            name()
        );
        let bytes = zstd::decode_all(&compressed[..]).with_context(name)?;
        ensure!(
            sha256(&bytes) == self.facts.games_sha256,
            "{} is damaged: the hash of its games differs from the manifest",
            name()
        );
        Ok(bytes)
    }

    /// The games.
    ///
    /// # Errors
    /// When they cannot be read or are not what the manifest says.
    pub fn games(&self) -> anyhow::Result<Vec<Game>> {
        let games = decode_all(&self.bytes()?)?;
        ensure!(
            games.len() as u64 == self.facts.totals.games,
            "{}: the number of games differs from the manifest",
            self.path.display()
        );
        Ok(games)
    }
}

/// All the games in `bytes`.
///
/// # Errors
/// When the bytes are not games one after the other.
pub fn decode_all(mut bytes: &[u8]) -> anyhow::Result<Vec<Game>> {
    let mut games = Vec::new();
    while !bytes.is_empty() {
        games.push(Game::decode(&mut bytes)?);
    }
    Ok(games)
}

/// What the name of a chunk's manifest says: `NNNofNNN-NNNNN.manifest`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Name {
    /// The shard and the number of shards, counted as in the manifest.
    pub shard: (u64, u64),
    /// The number of the chunk in its run.
    pub number: u64,
}

impl Name {
    /// Reads the name of a file; `None` when it is not that of a chunk's manifest.
    pub fn read(path: &Path) -> Option<Self> {
        let name = path.file_name()?.to_str()?;
        let (stem, number) = name.strip_suffix(MANIFEST_SUFFIX)?.strip_suffix('.')?.split_once('-')?;
        let (shard, shards) = stem.split_once("of")?;
        let read = Self { shard: (shard.parse().ok()?, shards.parse().ok()?), number: number.parse().ok()? };
        // Written one way only: neither signs nor other numbers of zeros.
        (read.text() == name).then_some(read)
    }

    fn text(self) -> String {
        format!("{}-{:05}.{MANIFEST_SUFFIX}", stem(self.shard), self.number)
    }
}

fn stem((shard, shards): (u64, u64)) -> String {
    format!("{shard:03}of{shards:03}")
}

fn games_path(manifest: &Path) -> PathBuf {
    manifest.with_extension(GAMES_SUFFIX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_chunks_and_of_nothing_else() {
        let read = |name: &str| Name::read(&Path::new("dir").join(name));
        assert_eq!(read("001of003-00012.manifest"), Some(Name { shard: (1, 3), number: 12 }));
        assert_eq!(read("1000of2000-100000.manifest"), Some(Name { shard: (1000, 2000), number: 100_000 }));
        for other in
            ["net.manifest", "001of003-00012.games.zst", "1of3-00012.manifest", "001of003-+0012.manifest", "manifest"]
        {
            assert_eq!(read(other), None, "{other}");
        }
    }

    #[test]
    fn other_manifests_in_the_directory_are_no_chunks() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("net.manifest"), "shape = 128").unwrap();
        assert!(Chunk::all(dir.path()).unwrap().is_empty());
    }
}
