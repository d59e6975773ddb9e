//! `arena pool`: adds up match files: shards of one match, and matches of the same engines with different seeds. It
//! refuses games that are in two files, games under different terms, and matches with a missing shard. Engines are the
//! same if their programs and files have the same contents, in any folder.

use super::options::PoolArgs;
use super::record::{GameRecord, Header, MatchFile, differences};
use super::schedule;
use super::standing::Standing;
use super::starts::StartsId;
use super::stats::Sprt;
use anyhow::{Context, ensure};
use guohe_common::journal::LineFile;
use guohe_common::place::{Part, is_free, is_same_file};
use guohe_common::say::{counted, remark};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io::Write;
use std::path::Path;

/// Reads the files and adds them up.
///
/// # Errors
/// When a file cannot be read or written, or the files do not belong together.
pub fn run(args: &PoolArgs) -> anyhow::Result<(Standing, Option<Sprt>)> {
    let mut files = args.files.iter().map(|path| MatchFile::read(path)).collect::<anyhow::Result<Vec<_>>>()?;
    let names: Vec<_> = args.files.iter().map(|path| path.as_path()).collect();
    let sprt = Sprt::of_flag(&args.sprt)?;
    ensure!(sprt.is_none() || files.iter().all(|file| file.header.engines.len() == 2), "--sprt is for two engines");
    if args.untimed {
        files.iter_mut().flat_map(|file| &mut file.games).for_each(forget_times);
    }
    // Before the shards: those of another match are not missing.
    let standing = add(&files, &names)?;
    let missing = missing_shards(&files);
    ensure!(args.partial || missing.is_empty(), "{}; --partial adds up the given files", first_of(&missing, "; "));
    if !missing.is_empty() {
        remark!("{}", first_of(&missing, "\n"));
    }
    gaps(&files).iter().for_each(|text| remark!("{text}"));
    if let Some(out) = &args.out {
        ensure!(!names.iter().any(|name| is_same_file(name, out)), "{} is one of the files to add up", out.display());
        write(out, &files, args.force)?;
    }
    Ok((standing, sprt))
}

/// The first texts, and how many there are besides.
fn first_of(texts: &[String], between: &str) -> String {
    const SHOWN: usize = 3;
    let mut shown = texts[..texts.len().min(SHOWN)].join(between);
    if let more @ 1.. = texts.len().saturating_sub(SHOWN) {
        shown += &format!("{between}and {more} more");
    }
    shown
}

fn add(files: &[MatchFile], paths: &[&Path]) -> anyhow::Result<Standing> {
    let mut sum: Option<(Standing, &Header, &Path)> = None;
    let mut seen: HashMap<(MatchKey, u64), &Path> = HashMap::new();
    for (index, (file, path)) in files.iter().zip(paths).enumerate() {
        let header = &file.header;
        let (standing, first, first_path) = sum.get_or_insert_with(|| (Standing::new(header), header, path));
        if same_terms(first) != same_terms(header) {
            let differences = differences(&same_terms(first), &same_terms(header), ["in the first", "in the second"])?;
            let mut told = differences.first().cloned().unwrap_or_default();
            if let more @ 1.. = differences.len().saturating_sub(1) {
                told += &format!(" (and {})", counted(more as u64, "further difference"));
            }
            anyhow::bail!("{} and {} belong to different matches: {told}", first_path.display(), path.display());
        }
        // Both games of a pair must be in one file, so the number of the file is part of the key.
        for record in &file.games {
            let GameRecord { game, .. } = record;
            if let Some(other) = seen.insert((key(header), *game), path) {
                anyhow::bail!(
                    "game {} of seed {} is in {} and {}; play a second match with another --seed or --start",
                    game + 1,
                    header.seed,
                    other.display(),
                    path.display()
                );
            }
            standing.add(index, record);
        }
    }
    sum.map(|(standing, ..)| standing).ok_or_else(|| anyhow::anyhow!("no match files given"))
}

/// Which of the matches of a pool: the seed, and the first opening.
type MatchKey = (u64, u64);

fn key(header: &Header) -> MatchKey {
    (header.seed, header.starts.start)
}

/// The part of a header that all files of a pool must share: all but the seed, the shard, the first opening, and the
/// paths of programs and files that are identified by their digests.
fn same_terms(header: &Header) -> Header {
    let starts = StartsId { start: 1, ..header.starts.clone() };
    let mut header = Header { seed: 0, shard: (1, 1), starts, ..header.clone() };
    for ((engine, program), files) in header.engines.iter_mut().zip(&header.programs).zip(&header.files) {
        if let (Some(_), Some(command)) = (program, engine.command.first_mut()) {
            command.clear();
            engine.dir = None;
        }
        for (name, value) in &mut engine.options {
            let digests: Vec<&str> =
                files.iter().filter(|(option, _)| option == name).map(|(_, digest)| digest.as_str()).collect();
            if !digests.is_empty() {
                *value = digests.join(";");
            }
        }
    }
    header
}

/// The missing shards, seed by seed.
fn missing_shards(files: &[MatchFile]) -> Vec<String> {
    let mut there: BTreeMap<(MatchKey, u64), BTreeSet<u64>> = BTreeMap::new();
    for MatchFile { header, .. } in files {
        there.entry((key(header), header.shard.1)).or_default().insert(header.shard.0);
    }
    let mut missing = Vec::new();
    for (((seed, _), all), parts) in there {
        let absent = (1..=all).filter(|part| !parts.contains(part));
        missing.extend(absent.map(|part| format!("shard {part}/{all} of seed {seed} is missing")));
    }
    missing
}

/// The shards that end before other shards of their match.
fn gaps(files: &[MatchFile]) -> Vec<String> {
    let mut last: BTreeMap<MatchKey, u64> = BTreeMap::new();
    for file in files {
        let most = file.games.iter().map(|record| record.game).max().unwrap_or(0);
        let entry = last.entry(key(&file.header)).or_default();
        *entry = most.max(*entry);
    }
    let mut found = Vec::new();
    for MatchFile { header, games, .. } in files {
        // Computed from counts, without a loop over all numbers, which may be huge in a damaged file.
        let round = header.pairings().round();
        let there = games.iter().filter(|record| schedule::is_in(record.game, header.shard, round)).count() as u64;
        let absent = schedule::count(last[&key(header)] + 1, header.shard, round) - there;
        if absent > 0 {
            let (part, all) = header.shard;
            found.push(format!("shard {part}/{all} of seed {} lacks {}", header.seed, counted(absent, "game")));
        }
    }
    found
}

/// The part of a header that differs between runs.
fn forget_times(record: &mut GameRecord) {
    record.ms.fill(0);
    record.late = [0, 0];
    record.date.clear();
}

/// Writes all games as one match file, in order. If that fails, no file is left.
fn write(out: &Path, files: &[MatchFile], force: bool) -> anyhow::Result<()> {
    let first = &files.first().context("no games to write")?.header;
    let is_one = files.iter().all(|file| key(&file.header) == key(first));
    ensure!(is_one, "--out takes files of one match, with one --seed and one --start");
    let mut header = Header { shard: (1, 1), ..first.clone() };
    for engine in &mut header.engines {
        // The paths of the first shard's programs are not part of the match.
        if let Some(command) = engine.command.first_mut() {
            let name = Path::new(command.as_str()).file_name().map(|name| name.to_string_lossy().into_owned());
            *command = name.unwrap_or_else(|| command.clone());
        }
        engine.dir = None;
    }
    let mut games: Vec<&GameRecord> = files.iter().flat_map(|file| &file.games).collect();
    games.sort_by_key(|record| record.game);
    let is_free = is_free(out);
    ensure!(is_free || MatchFile::read(out).is_ok(), "{} exists and is not a match file", out.display());
    ensure!(is_free || force, "{} exists; --force overwrites it", out.display());
    // The file of a running match is not replaced.
    let lock = if is_free { None } else { Some(LineFile::open(out)?) };
    let mut text = serde_json::to_string(&header)? + "\n";
    for record in games {
        text += &serde_json::to_string(record)?;
        text.push('\n');
    }
    let put = || {
        let mut part = Part::begin(out)?;
        part.write_all(text.as_bytes())?;
        // Some systems cannot replace an open file, so the lock is released first.
        drop(lock);
        part.finish()
    };
    put().with_context(|| format!("writing {}", out.display()))
}

#[cfg(test)]
mod tests {
    use super::super::record::tests::{game, header};
    use super::*;
    use guohe::game::Reason;

    fn file(seed: u64, shard: u64, games: &[u64]) -> MatchFile {
        let games = games.iter().map(|&number| game(number, "1-0", Reason::Mate)).collect();
        // On a clock: the games of all files are the same.
        let header = Header { seed, shard: (shard, 2), limit: "movetime 100".to_owned(), ..header() };
        MatchFile { header, games, whole: 0 }
    }

    fn pool(files: &[MatchFile]) -> anyhow::Result<Standing> {
        add(files, &vec![Path::new("x.jsonl"); files.len()])
    }

    #[test]
    fn shards_and_seeds_add_up() {
        let sum = pool(&[file(1, 1, &[0, 1, 4]), file(1, 2, &[3, 2]), file(2, 1, &[0, 1])]).unwrap();
        assert_eq!(sum.played(), 7);
        assert!(sum.report(None).contains("[0, 0, 3, 0, 0]"), "{}", sum.report(None));
        // So do matches from other openings of the same file.
        let mut later = file(1, 1, &[0, 1]);
        later.header.starts.start = 3;
        let files = [file(1, 1, &[0, 1]), file(1, 2, &[2, 3]), later];
        assert_eq!(pool(&files).unwrap().played(), 6);
        assert_eq!(missing_shards(&files), ["shard 2/2 of seed 1 is missing"]);
        assert!(write(Path::new("x"), &files, false).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn a_stream_takes_the_sum_and_is_not_read() {
        assert!(write(Path::new("/dev/null"), &[file(1, 1, &[0, 1])], false).is_ok());
    }

    #[test]
    fn what_does_not_belong_together_is_refused() {
        assert!(pool(&[]).is_err());
        let twice = pool(&[file(1, 1, &[0, 1]), file(1, 1, &[1])]).unwrap_err().to_string();
        assert!(twice.starts_with("game 2 of seed 1 is in ") && twice.contains("another --seed"), "{twice}");
        let mut other = file(3, 1, &[0]);
        other.header.limit = "nodes 5".to_owned();
        other.header.margin = 7;
        let different = pool(&[file(1, 1, &[0]), other]).err().map(|error| error.to_string()).unwrap_or_default();
        let told =
            "different matches: limit is movetime 100 in the first, nodes 5 in the second (and 1 further difference)";
        assert!(different.ends_with(told), "{different}");
    }

    #[test]
    fn only_match_files_are_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("sum.jsonl");
        for text in ["", "x"] {
            std::fs::write(&out, text).unwrap();
            let written = write(&out, &[file(1, 1, &[0, 1])], true);
            assert_eq!(written.is_ok(), text.is_empty(), "{written:?}");
        }
        assert_eq!(std::fs::read_to_string(&out).unwrap(), "x");
        std::fs::remove_file(&out).unwrap();
        for games in [&[0, 1][..], &[0]] {
            write(&out, &[file(1, 1, games)], true).unwrap();
            assert_eq!(MatchFile::read(&out).unwrap().games.len(), games.len());
        }
        let error = |force| write(&out, &[file(1, 1, &[0, 1])], force).unwrap_err().to_string();
        assert!(error(false).contains("--force"), "{}", error(false));
        let _running = LineFile::open(&out).unwrap();
        assert!(error(true).contains("by another run"), "{}", error(true));
        assert_eq!(MatchFile::read(&out).unwrap().games.len(), 1);
    }

    #[test]
    fn the_same_program_under_another_path_is_the_same_engine() {
        let at = |path: &str, digest: &str| {
            let mut file = file(1, if path == "one" { 1 } else { 2 }, if path == "one" { &[0, 1] } else { &[2, 3] });
            file.header.engines[0].command[0] = path.to_owned();
            file.header.programs[0] = Some(digest.to_owned());
            file.header.engines[1].options = vec![("EvalFile".to_owned(), format!("{path}/net"))];
            file.header.files[1] = vec![("EvalFile".to_owned(), "d1".to_owned())];
            file
        };
        assert_eq!(pool(&[at("one", "abc"), at("two", "abc")]).unwrap().played(), 4);
        let error = pool(&[at("one", "abc"), at("two", "abd")]).unwrap_err().to_string();
        assert!(error.contains("engine a: its program is another one"), "{error}");
    }

    #[test]
    fn missing_shards_and_short_ones_are_noticed() {
        let shard = |part, games: &[u64]| file(1, part, games);
        assert_eq!(missing_shards(&[shard(1, &[0]), shard(2, &[2])]), Vec::<String>::new());
        assert_eq!(missing_shards(&[shard(2, &[2])]), ["shard 1/2 of seed 1 is missing"]);
        assert_eq!(gaps(&[shard(1, &[0, 1, 4, 5]), shard(2, &[2, 3, 6, 7])]), Vec::<String>::new());
        assert_eq!(gaps(&[shard(1, &[0, 1]), shard(2, &[2, 3, 6, 7])]), ["shard 1/2 of seed 1 lacks 2 games"]);
        let far = gaps(&[shard(1, &[0, 1, 1 << 40]), shard(2, &[2, 3])]);
        assert_eq!(far[0], format!("shard 1/2 of seed 1 lacks {} games", (1_u64 << 39) - 2));
    }
}
