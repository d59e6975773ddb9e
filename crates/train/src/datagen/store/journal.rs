//! The journal of a run: the games that are in no chunk yet, each with its number and a checksum.

use crate::datagen::game::Game;
use anyhow::Context;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::path::Path;

/// Ending of journals.
const JOURNAL_SUFFIX: &str = "journal";

/// The journal of the run whose files begin with `stem`.
pub fn journal_name(stem: &str) -> String {
    format!("{stem}.{JOURNAL_SUFFIX}")
}

/// Bytes of a checksum in the journal.
const CHECK: usize = 8;

fn check(index: u64, bytes: &[u8]) -> [u8; CHECK] {
    let hash: [u8; 32] = Sha256::new().chain_update(index.to_le_bytes()).chain_update(bytes).finalize().into();
    *hash.first_chunk().expect("a hash is longer than its check")
}

/// A game in the journal: length, number, check, bytes.
pub fn record(index: u64, bytes: &[u8]) -> Vec<u8> {
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
pub fn read_journal(path: &Path) -> anyhow::Result<BTreeMap<u64, Game>> {
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

/// The games in journals by their numbers, by the stem of their run's files.
pub type Journals = BTreeMap<String, BTreeMap<u64, Game>>;

/// The journals of a directory.
///
/// # Errors
/// When the directory or a journal cannot be read.
pub fn journals(dir: &Path) -> anyhow::Result<Journals> {
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

fn split_record(bytes: &[u8]) -> Option<(u64, &[u8], &[u8])> {
    let (len, rest) = bytes.split_first_chunk()?;
    let (index, rest) = rest.split_first_chunk()?;
    let (sum, rest) = rest.split_first_chunk::<CHECK>()?;
    let (game, rest) = rest.split_at_checked(u32::from_le_bytes(*len) as usize)?;
    let index = u64::from_le_bytes(*index);
    (*sum == check(index, game)).then_some((index, game, rest))
}
