//! Whether games are what they say: replayed by the rules, compared with hashes and totals.

use super::chunk::{Chunk, Job, Name, Totals};
use super::game::Game;
use super::import::is_imported;
use super::manifest::sha256;
use super::play::{Scores, outcome};
use anyhow::{Context, ensure};
use guohe::board::Board;
use guohe::game::Reason;
use guohe::rules::Rules;
use guohe::types::{Move, Score};
use guohe_common::progress::Progress;
use guohe_common::say::say;
use std::collections::BTreeMap;
use std::path::Path;

/// Replays all games in `dir`, compares all hashes and totals, and looks for chunks that are missing.
///
/// # Errors
/// At the first thing that is wrong.
pub fn verify(dir: &Path) -> anyhow::Result<()> {
    let chunks = Chunk::all(dir)?;
    ensure!(!chunks.is_empty(), "{} holds no finished chunks", dir.display());
    check_runs(&chunks)?;
    let progress = Progress::new("chunks", chunks.len() as u64);
    let mut games = 0;
    for chunk in &chunks {
        let name = || chunk.path.display().to_string();
        let found = chunk.games()?;
        let check = if is_imported(chunk) { check_imported } else { check };
        for (index, game) in found.iter().enumerate() {
            check(game).with_context(|| format!("{}, game {index} of the chunk", name()))?;
        }
        let totals = Totals::of(&found).with_context(name)?;
        let told = chunk.facts.totals;
        ensure!(told == totals, "{}: the manifest says {told:?}, but the games have {totals:?}", name());
        games += found.len();
        progress.advance(1);
    }
    progress.end();
    say!("{games} games in {} chunks: every move, result and hash is correct", chunks.len());
    say!("digest {}", digest(&chunks));
    Ok(())
}

/// One hash of all games, to compare two makings of the same games by eye: that of the chunks' hashes one after the
/// other.
fn digest(chunks: &[Chunk]) -> String {
    let hashes: String = chunks.iter().map(|chunk| chunk.facts.games_sha256.as_str()).collect();
    sha256(hashes)
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
        let mut settings: Option<&Job> = None;
        for (number, (&found, chunk)) in (0..).zip(run) {
            let path = chunk.path.display();
            ensure!(found == number, "chunk {number} is missing before {path}");
            let job = &chunk.facts.job;
            ensure!((job.shard, job.shards) == *shard, "{path} belongs to another shard");
            ensure!(
                settings.get_or_insert(job).is_same_run(job),
                "{path} has other settings than the first chunk of its run"
            );
            let (first, full) = (chunk.facts.first, job.chunk_games);
            ensure!(first == number * full, "{path}: its first game is {first}");
            let games = chunk.facts.totals.games;
            let is_last = number + 1 == run.len() as u64;
            ensure!(games == full || games < full && is_last, "{path} holds {games} games instead of {full}");
        }
    }
    Ok(())
}

/// Replays a game: every move must be legal, neither rules nor scores may have ended it before its last move, and they
/// must agree with the ending that it claims. Scores have no say in a game that was played out.
pub fn check(game: &Game) -> anyhow::Result<()> {
    let rules = Rules::default();
    let mut board = game.board()?;
    play_opening(&mut board, game)?;
    let mut scores = Scores::default();
    let mut called = None;
    for (index, ply) in game.plies.iter().enumerate() {
        check_legal(&board, index, ply.mv)?;
        if let Some(ended) = outcome(&board, &rules).or(called) {
            anyhow::bail!("move {index} was played after the end of the game: {ended}");
        }
        let mover = board.side();
        board.make(ply.mv);
        called = scores.judge(mover, Score::new(ply.score.into()), board.plies_played()).filter(|_| !game.played_out);
    }
    let told = game.outcome;
    match outcome(&board, &rules).or(called) {
        Some(judged) => ensure!(told == judged, "the game says '{told}', rules and scores '{judged}'"),
        None => anyhow::bail!("neither rules nor scores end the game here: {told}"),
    }
    Ok(())
}

/// Replays an imported game: every move must be legal, and the rules must agree with an ending that claims to be
/// theirs. Another program's referee may have ended it by other scores, or played on where ours ends a game.
fn check_imported(game: &Game) -> anyhow::Result<()> {
    let mut board = game.board()?;
    play_opening(&mut board, game)?;
    for (index, ply) in game.plies.iter().enumerate() {
        check_legal(&board, index, ply.mv)?;
        board.make(ply.mv);
    }
    let told = game.outcome;
    let is_adjudicated = matches!(told.reason, Reason::AdjudicatedWin | Reason::AdjudicatedDraw);
    let judged = outcome(&board, &Rules::default());
    ensure!(is_adjudicated || judged == Some(told), "the game says '{told}', the rules do not");
    Ok(())
}

/// Plays the unsearched moves, if they are legal.
fn play_opening(board: &mut Board, game: &Game) -> anyhow::Result<()> {
    for &mv in &game.opening {
        ensure!(board.is_legal_move(mv), "the opening's {mv} is not legal in {}", board.fen());
        board.make(mv);
    }
    Ok(())
}

fn check_legal(board: &Board, index: usize, mv: Move) -> anyhow::Result<()> {
    ensure!(board.is_legal_move(mv), "move {index}, {mv}, is not legal in {}", board.fen());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::chunk::Facts;
    use super::super::play::tests::{OnePly, SETTINGS};
    use super::super::play::{Settings, play};
    use super::super::store::tests::job;
    use super::*;
    use guohe::game::Outcome;
    use guohe::types::Color;

    /// Games of a full chunk in these tests.
    const GAMES: u64 = 16;

    /// A game by the rules that [`check`] goes by.
    fn sample(seed: u64) -> Game {
        play(&Settings { rules: Rules::default(), ..SETTINGS }, seed, &[], &mut OnePly).unwrap()
    }

    #[test]
    fn good_games_pass() {
        let games: Vec<Game> = (0..40).map(sample).collect();
        games.iter().try_for_each(check).unwrap();
        assert!(games.iter().any(|game| game.played_out) && games.iter().any(|game| !game.played_out));
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
        game.outcome.winner = match game.outcome.winner {
            None => Some(Color::Red),
            Some(_) => None,
        };
        assert!(check(&game).is_err());
    }

    /// A game called after a few moves by `last` scores of Red's view.
    fn called(last: &[i16], winner: Option<Color>) -> anyhow::Result<()> {
        called_in(false, last, winner)
    }

    fn called_in(played_out: bool, last: &[i16], winner: Option<Color>) -> anyhow::Result<()> {
        let mut game = sample(1);
        game.plies.truncate(12);
        game.played_out = played_out;
        let first_mover = if game.opening.len().is_multiple_of(2) { 1 } else { -1 };
        let signs = [first_mover, -first_mover];
        let scores = std::iter::repeat_n(&100, 12 - last.len()).chain(last);
        for (index, (ply, score)) in game.plies.iter_mut().zip(scores).enumerate() {
            ply.score = signs[index % 2] * score;
        }
        game.outcome = Outcome { winner, reason: Reason::AdjudicatedWin, ruling: None };
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
        assert!(called_in(true, &[1500; 4], red).is_err(), "only the rules may end it");
    }

    #[test]
    fn an_imported_game_may_go_on_after_high_scores() {
        let mut game = sample(1);
        game.plies.truncate(12);
        for ply in &mut game.plies {
            ply.score = 1_500;
        }
        game.outcome = Outcome { winner: Some(Color::Red), reason: Reason::AdjudicatedWin, ruling: None };
        assert!(check(&game).is_err());
        check_imported(&game).unwrap();
        game.outcome.reason = Reason::Mate;
        assert!(check_imported(&game).is_err(), "nobody is mated");
        game.outcome.reason = Reason::AdjudicatedWin;
        game.plies[3].mv = game.plies[2].mv;
        assert!(check_imported(&game).is_err(), "an illegal move");
    }

    fn chunk(shard: (u64, u64), number: u64, games: u64) -> Chunk {
        let job = Job { shard: shard.0, shards: shard.1, ..job() };
        let path = Chunk::path(Path::new("dir"), &job, number);
        let totals = Totals { games, ..Totals::default() };
        let facts =
            Facts { first: number * GAMES, job, totals, games_sha256: String::new(), file_sha256: String::new() };
        Chunk { path, facts }
    }

    #[test]
    fn missing_chunks_are_noticed() {
        let check = |chunks: &[((u64, u64), u64, u64)]| {
            check_runs(&chunks.iter().map(|&(shard, number, games)| chunk(shard, number, games)).collect::<Vec<_>>())
        };
        let (one, two) = ((1, 2), (2, 2));
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

    #[test]
    fn a_run_may_be_of_several_commits_but_of_one_engine() {
        let with = |change: &dyn Fn(&mut Job)| {
            let mut other = chunk((1, 1), 1, 7);
            change(&mut other.facts.job);
            check_runs(&[chunk((1, 1), 0, GAMES), other])
        };
        with(&|_| ()).unwrap();
        with(&|job| job.commit = "d".to_owned()).unwrap();
        assert!(with(&|job| job.bench += 1).is_err());
        assert!(with(&|job| job.nodes += 1).is_err());
    }
}
