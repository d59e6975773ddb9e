//! Finished data: a compressed file of games, and beside it a text that says what they are and how to make them again.

use super::game::Game;
use super::manifest::Manifest;
use super::manifest::hex;
use super::manifest::write_whole;
use anyhow::Context;
use anyhow::ensure;
use sha2::Digest;
use sha2::Sha256;
use std::path::Path;
use std::path::PathBuf;

/// Games of a full chunk: about half a megabyte. Even games of the longest kind keep it far below 16 MB.
pub const GAMES: u64 = 2048;

const _: () = assert!(GAMES as usize * (5 + 255 + 4 * super::play::MAX_PLIES) < 16 << 20);

/// Number of the format, for readers to come.
const FORMAT: u32 = 1;
/// The compressor's default; more gains little on such data.
const COMPRESSION: i32 = 3;

/// Ending of the games' files.
const GAMES_SUFFIX: &str = "games.zst";
/// Ending of the texts beside them.
const MANIFEST_SUFFIX: &str = "manifest";

/// What all chunks of one run have in common; with the engine's commit it determines every game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Job {
    /// The commit that the engine was built from.
    pub commit: String,
    /// `classical`, or `net` and its hash.
    pub evaluation: String,
    /// Nodes a move.
    pub nodes: u64,
    /// Nodes for judging an opening.
    pub opening_nodes: u64,
    /// The seed of all games.
    pub seed: u64,
    /// This run makes the games `shard.0`, `shard.0 + shard.1`, and so on.
    pub shard: (u64, u64),
}

impl Job {
    /// The name that the run's files begin with.
    pub fn stem(&self) -> String {
        stem(self.shard)
    }

    /// The seed of the run's game number `index`.
    pub fn seed_of(&self, index: u64) -> u64 {
        super::play::seed_of(self.seed, self.shard.0 + index * self.shard.1)
    }

    /// The run's facts.
    pub fn manifest(&self) -> Manifest {
        let mut manifest = Manifest::default();
        manifest.set("format", FORMAT);
        manifest.set("commit", &self.commit);
        manifest.set("evaluation", &self.evaluation);
        manifest.set("nodes", self.nodes);
        manifest.set("opening_nodes", self.opening_nodes);
        manifest.set("seed", self.seed);
        manifest.set("shard", self.shard.0);
        manifest.set("shards", self.shard.1);
        manifest
    }

    /// Reads the facts back.
    ///
    /// # Errors
    /// When one is missing or of another format.
    pub fn from_manifest(manifest: &Manifest) -> anyhow::Result<Self> {
        let format: u32 = manifest.get("format")?;
        ensure!(format == FORMAT, "the data has format {format}; this program reads {FORMAT}");
        Ok(Self {
            commit: manifest.get("commit")?,
            evaluation: manifest.get("evaluation")?,
            nodes: manifest.get("nodes")?,
            opening_nodes: manifest.get("opening_nodes")?,
            seed: manifest.get("seed")?,
            shard: (manifest.get("shard")?, manifest.get("shards")?),
        })
    }
}

/// A finished chunk on disk.
#[derive(Clone, Debug)]
pub struct Chunk {
    /// Its manifest's path.
    pub path: PathBuf,
    /// Its manifest.
    pub manifest: Manifest,
}

impl Chunk {
    /// The path of the manifest of chunk `number` of a run.
    pub fn path(dir: &Path, job: &Job, number: u64) -> PathBuf {
        dir.join(Name { shard: job.shard, number }.text())
    }

    /// Writes chunk `number` of a run: first the games, then the manifest, whose presence says that all is there.
    ///
    /// # Errors
    /// When writing fails.
    pub fn write(dir: &Path, job: &Job, number: u64, games: &[Vec<u8>]) -> anyhow::Result<Self> {
        let bytes = games.concat();
        let compressed = zstd::encode_all(&bytes[..], COMPRESSION).context("compressing games")?;
        let mut manifest = job.manifest();
        manifest.set("first", number * GAMES);
        manifest.set("games", games.len());
        let totals = Totals::of(&bytes)?;
        manifest.set("plies", totals.plies);
        manifest.set("quiet", totals.quiet);
        manifest.set("red_wins", totals.results[0]);
        manifest.set("black_wins", totals.results[1]);
        manifest.set("draws", totals.results[2]);
        manifest.set("games_sha256", hex(&Sha256::digest(&bytes)));
        manifest.set("file_sha256", hex(&Sha256::digest(&compressed)));
        let path = Self::path(dir, job, number);
        write_whole(&games_path(&path), &compressed)?;
        write_whole(&path, manifest.text().as_bytes())?;
        Ok(Self { path, manifest })
    }

    /// Reads the manifest at `path`.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn load(path: &Path) -> anyhow::Result<Self> {
        Ok(Self { path: path.to_owned(), manifest: Manifest::load(path)? })
    }

    /// The chunks in a directory, in the order of their names. Other manifests, such as a network's, are let be.
    ///
    /// # Errors
    /// When the directory or a manifest cannot be read.
    pub fn all(dir: &Path) -> anyhow::Result<Vec<Self>> {
        let entries = std::fs::read_dir(dir).with_context(|| format!("reading {}", dir.display()))?;
        let mut paths = entries.map(|entry| Ok(entry?.path())).collect::<std::io::Result<Vec<_>>>()?;
        paths.retain(|path| Name::read(path).is_some());
        paths.sort();
        paths.iter().map(|path| Self::load(path)).collect()
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

    /// The games' bytes, compared with the hashes in the manifest.
    ///
    /// # Errors
    /// When they cannot be read or are not what the manifest says.
    pub fn bytes(&self) -> anyhow::Result<Vec<u8>> {
        let path = games_path(&self.path);
        let name = || path.display().to_string();
        let compressed = std::fs::read(&path).with_context(name)?;
        let hash: String = self.manifest.get("file_sha256")?;
        ensure!(hex(&Sha256::digest(&compressed)) == hash, "{} is damaged: its hash is another", name());
        let bytes = zstd::decode_all(&compressed[..]).with_context(name)?;
        let hash: String = self.manifest.get("games_sha256")?;
        ensure!(hex(&Sha256::digest(&bytes)) == hash, "{} is damaged: its games' hash is another", name());
        Ok(bytes)
    }

    /// The games.
    ///
    /// # Errors
    /// When they cannot be read or are not what the manifest says.
    pub fn games(&self) -> anyhow::Result<Vec<Game>> {
        let games = decode_all(&self.bytes()?)?;
        ensure!(games.len() == self.manifest.get::<usize>("games")?, "{}: the number of games", self.path.display());
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
    /// The shard and the number of shards.
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

/// Sums over games.
struct Totals {
    plies: usize,
    quiet: usize,
    /// Won by Red, won by Black, drawn.
    results: [usize; 3],
}

impl Totals {
    fn of(bytes: &[u8]) -> anyhow::Result<Self> {
        let mut totals = Self { plies: 0, quiet: 0, results: [0; 3] };
        for game in decode_all(bytes)? {
            totals.plies += game.plies.len();
            game.for_each_quiet(|_, _, _| totals.quiet += 1)?;
            totals.results[game.winner.map_or(2, guohe::types::Color::index)] += 1;
        }
        Ok(totals)
    }
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
