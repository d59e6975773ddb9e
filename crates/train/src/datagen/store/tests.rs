//! Runs that are broken off, continued and refused.

use super::*;
use crate::datagen::chunk::FORMAT;
use crate::datagen::play::tests::sample;

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
    let error = Store::open(dir.path(), job(), None).err().unwrap();
    assert!(format!("{error:#}").contains("the data has format 1; this program reads 2"), "{error:#}");
}

#[test]
fn a_torn_journal_loses_only_its_last_game() {
    let dir = tempfile::tempdir().unwrap();
    {
        let mut store = Store::open(dir.path(), job(), None).unwrap();
        for index in [0, 1, 3] {
            store.add(index, &game(index)).unwrap();
        }
    }
    let path = dir.path().join(journal_name(&job().stem()));
    let bytes = std::fs::read(&path).unwrap();
    std::fs::write(&path, &bytes[..bytes.len() - 7]).unwrap();
    let mut store = Store::open(dir.path(), job(), None).unwrap();
    assert_eq!((store.games(), store.has(1), store.has(3)), (2, true, false));
    store.add(2, &game(2)).unwrap();
    drop(store);
    assert_eq!(Store::open(dir.path(), job(), None).unwrap().games(), 3);
}

#[test]
fn the_last_chunk_is_taken_up_again_and_ends_up_the_same() {
    let (once, twice) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let mut store = Store::open(once.path(), job(), None).unwrap();
    for index in 0..6 {
        store.add(index, &game(index)).unwrap();
    }
    store.finish(6, &[]).unwrap();
    drop(store);

    for (from, to) in [(0, 4), (4, 6)] {
        let mut store = Store::open(twice.path(), job(), None).unwrap();
        assert_eq!(store.games(), from);
        // Out of order, as several threads would finish them.
        for index in (from..to).rev() {
            store.add(index, &game(index)).unwrap();
        }
        store.finish(to, &[]).unwrap();
    }
    let chunks = [&once, &twice].map(|dir| Chunk::all(dir.path()).unwrap());
    assert_eq!(chunks[0].len(), 1);
    assert_eq!(chunks[0][0].facts, chunks[1][0].facts);
    assert_eq!(chunks[0][0].bytes().unwrap(), chunks[1][0].bytes().unwrap());
}

/// Adds the games of `range` and finishes at `end`; gives how many games the chunks then hold.
fn run(dir: &Path, range: std::ops::Range<u64>, end: u64) -> usize {
    let mut store = Store::open(dir, job(), None).unwrap();
    for index in range {
        store.add(index, &game(index % 8)).unwrap();
    }
    store.finish(end, &[]).unwrap();
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
        let mut store = Store::open(dir.path(), job(), None).unwrap();
        for index in 6..9 {
            store.add(index, &game(index)).unwrap();
        }
    }
    assert_eq!(run(dir.path(), 0..0, 4), 4);
    assert_eq!(Store::open(dir.path(), job(), None).unwrap().games(), 9);
    assert_eq!(run(dir.path(), 0..0, 9), 9);
}

/// Eight threads finish games beyond the target, which fill the chunk, before the game that reaches it.
#[test]
fn games_under_way_do_not_fill_the_last_chunk() {
    let finished = |order: &[u64], target| {
        let dir = tempfile::tempdir().unwrap();
        let mut store = Store::open(dir.path(), job(), Some(target)).unwrap();
        for &index in order {
            store.add(index, &game(index % 8)).unwrap();
        }
        let end = store.games_for(target).unwrap();
        let surplus: Vec<u64> = order.iter().copied().filter(|&index| index >= end).collect();
        store.finish(end, &surplus).unwrap();
        (end, Chunk::all(dir.path()).unwrap().iter().map(|chunk| chunk.bytes().unwrap()).collect::<Vec<_>>())
    };
    let positions = |games: u64| (0..games).map(|index| encoded(&game(index % 8)).unwrap().1).sum::<u64>();
    let alone: Vec<u64> = (0..12).collect();
    let ahead: Vec<u64> = (0..11).chain(12..20).chain([11]).collect();
    assert_eq!(finished(&alone, positions(12)), finished(&ahead, positions(12)));
    // The first chunk is full before the target is reached.
    let (end, chunks) = finished(&(0..20).collect::<Vec<_>>(), positions(18));
    assert_eq!((end, chunks.len()), (18, 2));
}

#[test]
fn games_beyond_the_target_are_dropped_if_they_are_surplus() {
    let dir = tempfile::tempdir().unwrap();
    let mut store = Store::open(dir.path(), job(), None).unwrap();
    for index in 0..6 {
        store.add(index, &game(index)).unwrap();
    }
    store.finish(3, &[4, 5]).unwrap();
    assert_eq!((store.games(), store.has(3), store.has(4)), (4, true, false));
    drop(store);
    assert_eq!(Store::open(dir.path(), job(), None).unwrap().games(), 4);
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
    let mut store = Store::open(dir.path(), job(), None).unwrap();
    for index in 0..15 {
        assert_eq!(store.earlier(index).map(|games| games.len()), Some(0));
        store.add(index, &game(index)).unwrap();
    }
    assert_eq!((store.gapless(), store.earlier(16)), (15, None), "game 15 is still to come");
    store.add(15, &game(15)).unwrap();
    let first: Vec<Game> = (0..16).map(game).collect();
    assert_eq!(*store.earlier(16).unwrap(), first);
    drop(store);
    let store = Store::open(dir.path(), job(), None).unwrap();
    assert_eq!(*store.earlier(31).unwrap(), first);
    assert_eq!(store.earlier(32), None);
}

#[test]
fn games_are_read_while_a_run_takes_up_its_last_chunk() {
    for more in [1, 13] {
        let dir = tempfile::tempdir().unwrap();
        assert_eq!(run(dir.path(), 0..19, 19), 19);
        let mut is_first = true;
        let read = for_each_game(dir.path(), |_| {
            if std::mem::take(&mut is_first) {
                let mut store = Store::open(dir.path(), job(), None)?;
                (19..19 + more).try_for_each(|index| store.add(index, &game(index % 8)))?;
            }
            Ok(())
        });
        assert_eq!(read.unwrap().games(), 19, "{more} more games");
    }
}

#[test]
fn another_commit_of_the_same_engine_goes_on() {
    let dir = tempfile::tempdir().unwrap();
    drop(Store::open(dir.path(), job(), None).unwrap());
    assert!(Store::open(dir.path(), Job { commit: "d".to_owned(), ..job() }, None).is_ok());
    for other in [
        Job { bench: 8, ..job() },
        Job { evaluation: "net 0".to_owned(), ..job() },
        Job { seed: 6, ..job() },
        Job { opening_nodes: 2, ..job() },
        Job { chunk_games: 17, ..job() },
    ] {
        assert!(Store::open(dir.path(), other.clone(), None).is_err(), "{other:?}");
    }
}

#[test]
fn other_settings_need_another_directory() {
    let dir = tempfile::tempdir().unwrap();
    drop(Store::open(dir.path(), job(), None).unwrap());
    let refusal =
        Store::open(dir.path(), Job { nodes: 2, commit: "d".to_owned(), ..job() }, None).err().unwrap().to_string();
    let difference = format!("there nodes = {}, here nodes = 2", job().nodes);
    assert_eq!(refusal.lines().skip(1).collect::<Vec<_>>(), [difference]);
    assert!(Store::open(dir.path(), job(), None).is_ok());
    let _held = Store::open(dir.path(), job(), None).unwrap();
    assert!(Store::open(dir.path(), job(), None).is_err(), "one process at a time");
}

#[test]
fn chunks_of_another_run_are_left_alone() {
    let dir = tempfile::tempdir().unwrap();
    let mut bytes = Vec::new();
    game(0).encode(&mut bytes);
    let chunk = Chunk::write(dir.path(), &Job { seed: 6, ..job() }, 0, &[bytes]).unwrap();
    assert!(Store::open(dir.path(), job(), None).is_err());
    assert_eq!(chunk.games().unwrap(), [game(0)]);
    assert!(!dir.path().join("001of001.job").exists(), "no run has begun here");
}

#[test]
fn damage_is_noticed() {
    let dir = tempfile::tempdir().unwrap();
    let mut store = Store::open(dir.path(), job(), None).unwrap();
    store.add(0, &game(0)).unwrap();
    store.finish(1, &[]).unwrap();
    let chunk = Chunk::all(dir.path()).unwrap().remove(0);
    assert_eq!(chunk.games().unwrap(), [game(0)]);
    let path = chunk.path.with_extension("games.zst");
    let mut bytes = std::fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&path, bytes).unwrap();
    assert!(chunk.games().is_err());
}
