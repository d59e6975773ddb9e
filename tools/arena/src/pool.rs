//! `arena pool`: match files added up. Shards of one match and matches of the same engines with different seeds can be
//! added; the same games twice, or games under different terms, cannot.

use super::options::PoolArgs;
use super::record::GameRecord;
use super::record::Header;
use super::record::MatchFile;
use super::stats::Sprt;
use super::summary::Summary;
use anyhow::ensure;
use std::collections::HashMap;
use std::path::Path;

/// Reads the files and adds them up.
///
/// # Errors
/// When a file cannot be read, or the files do not belong together.
pub fn run(args: &PoolArgs) -> anyhow::Result<(Summary, Option<Sprt>)> {
    let files = args.files.iter().map(|path| MatchFile::read(path)).collect::<anyhow::Result<Vec<_>>>()?;
    let names: Vec<_> = args.files.iter().map(|path| path.as_path()).collect();
    let sprt = (!args.sprt.is_empty()).then(|| Sprt::parse(&args.sprt)).transpose()?;
    Ok((add(&files, &names)?, sprt))
}

fn add(files: &[MatchFile], paths: &[&Path]) -> anyhow::Result<Summary> {
    let mut summary: Option<(Summary, &Header)> = None;
    let mut seen: HashMap<(u64, u64), &Path> = HashMap::new();
    for (index, (file, path)) in files.iter().zip(paths).enumerate() {
        let header = &file.header;
        let (summary, first) = summary.get_or_insert_with(|| {
            let names = header.engines.each_ref().map(|engine| engine.name.clone());
            (Summary::new(names), header)
        });
        ensure!(same_terms(first, header), "{} was played by other engines or on other terms", path.display());
        // The halves of a pair are in the same file, which the number of the file keeps together.
        for record in &file.games {
            let GameRecord { game, .. } = record;
            if let Some(other) = seen.insert((header.seed, *game), path) {
                anyhow::bail!("game {game} of seed {} is in {} and {}", header.seed, other.display(), path.display());
            }
            summary.add(index, record);
        }
    }
    summary.map(|(summary, _)| summary).ok_or_else(|| anyhow::anyhow!("there is nothing to add up"))
}

/// Everything but the seed and the shard, which pools may mix.
fn same_terms(first: &Header, other: &Header) -> bool {
    Header { seed: first.seed, shard: first.shard, ..other.clone() } == *first
}

#[cfg(test)]
mod tests {
    use super::super::record::tests::game;
    use super::super::record::tests::header;
    use super::*;
    use guohe::game::Reason;

    fn file(seed: u64, shard: u64, games: &[u64]) -> MatchFile {
        let games = games.iter().map(|&number| game(number, "1-0", Reason::Mate)).collect();
        MatchFile { header: Header { seed, shard: (shard, 2), ..header() }, games, whole: 0 }
    }

    fn pool(files: &[MatchFile]) -> anyhow::Result<Summary> {
        add(files, &vec![Path::new("x.jsonl"); files.len()])
    }

    #[test]
    fn shards_and_seeds_add_up() {
        let sum = pool(&[file(1, 1, &[0, 1, 4]), file(1, 2, &[3, 2]), file(2, 1, &[0, 1])]).unwrap();
        assert_eq!((sum.played(), sum.pairs()), (7, &[0, 0, 3, 0, 0]));
    }

    #[test]
    fn what_does_not_belong_together_is_refused() {
        assert!(pool(&[]).is_err());
        assert!(pool(&[file(1, 1, &[0, 1]), file(1, 1, &[1])]).is_err());
        let mut other = file(3, 1, &[0]);
        other.header.limit = "nodes 5".to_owned();
        assert!(pool(&[file(1, 1, &[0]), other]).is_err());
    }
}
