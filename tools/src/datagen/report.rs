//! Looks at finished games: what they are like, and whether they are what they say.

use super::chunk::Chunk;
use super::chunk::GAMES;
use super::chunk::Job;
use super::chunk::Name;
use super::game::Ending;
use super::game::Game;
use super::play::Scores;
use super::play::outcome;
use crate::say::say;
use anyhow::Context;
use anyhow::ensure;
use comfy_table::Table;
use guohe::rules::Rules;
use guohe::types::Color;
use guohe::types::Score;
use indicatif::ProgressBar;
use std::collections::BTreeMap;
use std::collections::HashSet;
use std::path::Path;

/// Width of a bar of the score histogram.
const SCORE_STEP: i32 = 100;
/// Width of a bar of the length histogram.
const LENGTH_STEP: usize = 50;

/// Prints what the games in `dir` are like.
///
/// # Errors
/// When they cannot be read.
pub fn stats(dir: &Path) -> anyhow::Result<()> {
    let chunks = chunks(dir)?;
    let mut games = 0_usize;
    let mut plies = 0_usize;
    let mut quiet = 0_usize;
    let mut results: [usize; 3] = [0; 3];
    let mut endings: BTreeMap<Ending, usize> = BTreeMap::new();
    let mut lengths: BTreeMap<usize, usize> = BTreeMap::new();
    let mut scores: BTreeMap<i32, usize> = BTreeMap::new();
    let mut seen_games = HashSet::new();
    let mut seen_positions = HashSet::new();
    let mut same_games = 0_usize;
    for chunk in &chunks {
        for game in chunk.games()? {
            games += 1;
            plies += game.plies.len();
            results[game.winner.map_or(2, Color::index)] += 1;
            *endings.entry(game.ending).or_default() += 1;
            *lengths.entry((game.opening.len() + game.plies.len()) / LENGTH_STEP).or_default() += 1;
            let mut bytes = Vec::new();
            game.encode(&mut bytes);
            same_games += usize::from(!seen_games.insert(bytes));
            game.for_each_quiet(|board, score, _| {
                quiet += 1;
                *scores.entry(i32::from(score).div_euclid(SCORE_STEP)).or_default() += 1;
                seen_positions.insert(board.key());
            })?;
        }
    }
    ensure!(games > 0, "{} holds no finished games", dir.display());
    say!("{games} games in {} chunks, {plies} searched plies, {quiet} quiet positions", chunks.len());
    say!("{:.1} plies and {:.1} quiet positions a game", plies as f64 / games as f64, quiet as f64 / games as f64);
    say!("repeated: {same_games} games, {} quiet positions\n", quiet - seen_positions.len());

    let share = |count: usize, of: usize| format!("{:.1} %", 100.0 * count as f64 / of as f64);
    let mut table = Table::new();
    table.set_header(["ending", "games", "share"]);
    for (name, count) in ["Red won", "Black won", "drawn"].iter().zip(results) {
        table.add_row([name.to_string(), count.to_string(), share(count, games)]);
    }
    for (ending, count) in endings {
        table.add_row([ending.to_string(), count.to_string(), share(count, games)]);
    }
    say!("{table}\n");

    let mut table = Table::new();
    table.set_header(["plies", "games", "share"]);
    for (bar, count) in lengths {
        let range = format!("{} to {}", bar * LENGTH_STEP, (bar + 1) * LENGTH_STEP - 1);
        table.add_row([range, count.to_string(), share(count, games)]);
    }
    say!("{table}\n");

    let mut table = Table::new();
    table.set_header(["score of quiet positions", "positions", "share"]);
    for (bar, count) in scores {
        let range = format!("{} to {}", bar * SCORE_STEP, (bar + 1) * SCORE_STEP - 1);
        table.add_row([range, count.to_string(), share(count, quiet)]);
    }
    say!("{table}");
    Ok(())
}

/// Replays all games in `dir`, compares all hashes and totals, and looks for chunks that are missing.
///
/// # Errors
/// At the first thing that is wrong.
pub fn verify(dir: &Path) -> anyhow::Result<()> {
    let chunks = chunks(dir)?;
    check_runs(&chunks)?;
    let bar = ProgressBar::new(chunks.len() as u64);
    let mut games = 0;
    for chunk in &chunks {
        let name = || chunk.path.display().to_string();
        let mut plies = 0;
        let mut quiet = 0;
        let mut results = [0; 3];
        for (index, game) in chunk.games()?.iter().enumerate() {
            let where_ = || format!("{}, game {index} of the chunk", name());
            check(game).with_context(where_)?;
            game.for_each_quiet(|_, _, _| quiet += 1).with_context(where_)?;
            plies += game.plies.len();
            results[game.winner.map_or(2, Color::index)] += 1;
            games += 1;
        }
        let facts = [
            ("plies", plies),
            ("quiet", quiet),
            ("red_wins", results[0]),
            ("black_wins", results[1]),
            ("draws", results[2]),
        ];
        for (fact, count) in facts {
            let told: usize = chunk.manifest.get(fact).with_context(name)?;
            ensure!(told == count, "{}: '{fact} = {told}', but the games have {count}", name());
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    say!("{games} games in {} chunks: every move, result and hash is right", chunks.len());
    Ok(())
}

fn chunks(dir: &Path) -> anyhow::Result<Vec<Chunk>> {
    let chunks = Chunk::all(dir)?;
    ensure!(!chunks.is_empty(), "{} holds no finished chunks", dir.display());
    Ok(chunks)
}

/// Sees to it that each run is there from its first game on: chunks without a gap, made with the same settings, all but
/// the last of them full. That a last chunk is gone cannot be seen.
fn check_runs(chunks: &[Chunk]) -> anyhow::Result<()> {
    let mut runs: BTreeMap<(u64, u64), BTreeMap<u64, &Chunk>> = BTreeMap::new();
    for chunk in chunks {
        let name = Name::read(&chunk.path).with_context(|| format!("{} is no chunk", chunk.path.display()))?;
        runs.entry(name.shard).or_default().insert(name.number, chunk);
    }
    for (shard, run) in &runs {
        let mut settings = None;
        for (number, (&found, chunk)) in (0..).zip(run) {
            let path = chunk.path.display();
            ensure!(found == number, "chunk {number} is missing before {path}");
            let job = Job::from_manifest(&chunk.manifest).with_context(|| path.to_string())?;
            ensure!(job.shard == *shard, "{path} tells of another shard");
            ensure!(*settings.get_or_insert_with(|| job.clone()) == job, "{path} has other settings than its run");
            let first: u64 = chunk.manifest.get("first")?;
            ensure!(first == number * GAMES, "{path}: its first game is {first}");
            let games: u64 = chunk.manifest.get("games")?;
            let is_last = number + 1 == run.len() as u64;
            ensure!(games == GAMES || games < GAMES && is_last, "{path} holds {games} games instead of {GAMES}");
        }
    }
    Ok(())
}

/// Replays a game: every move must be legal, neither rules nor scores may have ended it before its last move, and they
/// must agree with the ending that it claims.
pub fn check(game: &Game) -> anyhow::Result<()> {
    let rules = Rules::default();
    let mut board = game.board()?;
    for &mv in &game.opening {
        ensure!(board.is_legal_move(mv), "the opening's {mv} is not legal in {}", board.fen());
        board.make(mv);
    }
    let mut scores = Scores::default();
    let mut called = None;
    for (index, ply) in game.plies.iter().enumerate() {
        ensure!(board.is_legal_move(ply.mv), "move {index}, {}, is not legal in {}", ply.mv, board.fen());
        if let Some((_, ending)) = outcome(&board, &rules).or(called) {
            anyhow::bail!("the game goes on with move {index} after it ended: {ending}");
        }
        let mover = board.side();
        board.make(ply.mv);
        called = scores.judge(mover, Score::new(ply.score.into()), board.plies_played());
    }
    let told = (game.winner, game.ending);
    match outcome(&board, &rules).or(called) {
        Some(judged) => ensure!(told == judged, "the game says {told:?}, rules and scores {judged:?}"),
        None => anyhow::bail!("neither rules nor scores end the game here: {}", game.ending),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::play::play;
    use super::super::play::tests::OnePly;
    use super::super::play::tests::SETTINGS;
    use super::*;

    /// A game by the rules that [`check`] goes by.
    fn sample(seed: u64) -> Game {
        play(&super::super::play::Settings { rules: Rules::default(), ..SETTINGS }, seed, &mut OnePly)
    }

    #[test]
    fn good_games_pass() {
        for seed in 0..10 {
            check(&sample(seed)).unwrap();
        }
    }

    #[test]
    fn wrong_games_do_not() {
        let good = sample(1);
        let mut game = good.clone();
        game.plies.truncate(game.plies.len() / 2);
        assert!(check(&game).is_err());
        game = good.clone();
        game.plies[3].mv = game.plies[2].mv;
        assert!(check(&game).is_err());
        game = good.clone();
        game.winner = match game.winner {
            None => Some(Color::Red),
            Some(_) => None,
        };
        assert!(check(&game).is_err());
    }

    /// A game called after a few moves by `last` scores of Red's view.
    fn called(last: &[i16], winner: Option<Color>) -> anyhow::Result<()> {
        let mut game = sample(1);
        game.plies.truncate(12);
        let first_mover = if game.opening.len().is_multiple_of(2) { 1 } else { -1 };
        let signs = [first_mover, -first_mover];
        let scores = std::iter::repeat_n(&100, 12 - last.len()).chain(last);
        for (index, (ply, score)) in game.plies.iter_mut().zip(scores).enumerate() {
            ply.score = signs[index % 2] * score;
        }
        (game.winner, game.ending) = (winner, Ending::AdjudicatedWin);
        check(&game)
    }

    #[test]
    fn a_game_won_by_score_has_the_scores() {
        let red = Some(Color::Red);
        called(&[1500; 4], red).unwrap();
        called(&[-1600; 4], Some(Color::Black)).unwrap();
        assert!(called(&[1500; 4], Some(Color::Black)).is_err());
        assert!(called(&[1500; 3], red).is_err());
        assert!(called(&[1500, 1499, 1500, 1500], red).is_err());
        assert!(called(&[1500; 5], red).is_err(), "it was over before");
    }

    fn chunk(shard: (u64, u64), number: u64, games: u64) -> Chunk {
        let job = Job {
            commit: "c".to_owned(),
            evaluation: "classical".to_owned(),
            nodes: 1,
            opening_nodes: 1,
            seed: 5,
            shard,
        };
        let mut manifest = job.manifest();
        manifest.set("first", number * GAMES);
        manifest.set("games", games);
        Chunk { path: Chunk::path(Path::new("dir"), &job, number), manifest }
    }

    #[test]
    fn missing_chunks_are_noticed() {
        let check = |chunks: &[((u64, u64), u64, u64)]| {
            check_runs(&chunks.iter().map(|&(shard, number, games)| chunk(shard, number, games)).collect::<Vec<_>>())
        };
        let (one, two) = ((0, 2), (1, 2));
        check(&[(one, 0, GAMES), (one, 1, GAMES), (one, 2, 7), (two, 0, 9)]).unwrap();
        assert!(check(&[(one, 0, GAMES), (one, 2, 7)]).is_err(), "a gap");
        assert!(check(&[(one, 0, GAMES), (two, 1, GAMES)]).is_err(), "no beginning");
        assert!(check(&[(one, 0, 7), (one, 1, GAMES)]).is_err(), "a short one in the middle");
        assert!(check(&[(one, 0, GAMES + 1)]).is_err(), "too many");
        let mut moved = chunk(one, 0, GAMES);
        moved.path = chunk(one, 1, GAMES).path;
        assert!(check_runs(&[chunk(one, 0, GAMES), moved]).is_err(), "another's manifest");
        let mut other = chunk(two, 0, GAMES);
        other.path = chunk(one, 0, GAMES).path;
        assert!(check_runs(&[other]).is_err(), "another shard's");
    }
}
