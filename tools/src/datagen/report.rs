//! Looks at games: what they are like, and whether they are what they say.

use super::chunk::Chunk;
use super::chunk::Job;
use super::chunk::Name;
use super::chunk::Totals;
use super::ending;
use super::game::Game;
use super::manifest::hex;
use super::play::Scores;
use super::play::outcome;
use super::store::journals;
use crate::interrupt;
use crate::progress::Progress;
use crate::say::say;
use anyhow::Context;
use anyhow::ensure;
use comfy_table::Table;
use guohe::board::Board;
use guohe::game::Reason;
use guohe::rules::Rules;
use guohe::rules::Ruling;
use guohe::types::Color;
use guohe::types::Kind;
use guohe::types::Score;
use indicatif::HumanCount;
use sha2::Digest;
use sha2::Sha256;
use std::collections::BTreeMap;
use std::collections::HashSet;
use std::hash::DefaultHasher;
use std::hash::Hasher;
use std::path::Path;

/// Width of a bar of the score histogram.
const SCORE_STEP: i32 = 250;
/// Width of a bar of the length histogram.
const LENGTH_STEP: usize = 50;
/// Phases of a game: the most pieces on the board in each.
const PHASES: [usize; 7] = [7, 11, 15, 19, 23, 27, 32];

/// What games are like.
#[derive(Default)]
struct Stats {
    games: usize,
    plies: usize,
    quiet: usize,
    /// Won by Red, won by Black, drawn.
    results: [usize; 3],
    played_out: usize,
    continued: usize,
    /// How games ended: those that scores may end, and those that are played out.
    endings: BTreeMap<(Reason, Option<Ruling>), [usize; 2]>,
    lengths: BTreeMap<usize, usize>,
    /// Quiet positions by phase, and the sum of the distances of their scores from nought.
    phases: [(usize, u64); PHASES.len()],
    scores: BTreeMap<i32, usize>,
    seen_games: HashSet<u64>,
    seen_positions: HashSet<u64>,
    same_games: usize,
}

impl Stats {
    fn add(&mut self, game: &Game) -> anyhow::Result<()> {
        self.games += 1;
        self.plies += game.plies.len();
        self.results[game.outcome.winner.map_or(2, Color::index)] += 1;
        self.played_out += usize::from(game.played_out);
        self.continued += usize::from(game.is_continued());
        self.endings.entry((game.outcome.reason, game.outcome.ruling)).or_default()[usize::from(game.played_out)] += 1;
        *self.lengths.entry((game.opening.len() + game.plies.len()) / LENGTH_STEP).or_default() += 1;
        let mut bytes = Vec::new();
        game.encode(&mut bytes);
        let mut hasher = DefaultHasher::new();
        hasher.write(&bytes);
        self.same_games += usize::from(!self.seen_games.insert(hasher.finish()));
        game.for_each_quiet(|board, score, _| {
            self.quiet += 1;
            *self.scores.entry(i32::from(score).div_euclid(SCORE_STEP)).or_default() += 1;
            let phase = PHASES.iter().position(|&most| pieces(board) <= most).unwrap_or(PHASES.len() - 1);
            self.phases[phase].0 += 1;
            self.phases[phase].1 += u64::from(score.unsigned_abs());
            self.seen_positions.insert(board.key().0);
        })
    }

    fn print(&self) {
        let share = |count: usize, of: usize| format!("{:.1} %", 100.0 * count as f64 / of.max(1) as f64);
        let number = |count: usize| HumanCount(count as u64).to_string();
        let a_game = |count: usize| count as f64 / self.games as f64;
        say!("{:.1} plies and {:.1} quiet positions a game", a_game(self.plies), a_game(self.quiet));
        say!("{} games played out, {} continued from earlier ones", number(self.played_out), number(self.continued));
        let repeated = self.quiet - self.seen_positions.len();
        say!("repeated: {} games, {} quiet positions\n", number(self.same_games), number(repeated));

        let mut table = Table::new();
        table.set_header(["ending", "games", "share", "of these played out"]);
        for (name, count) in ["Red won", "Black won", "drawn"].iter().zip(self.results) {
            table.add_row([name.to_string(), number(count), share(count, self.games), String::new()]);
        }
        for (&(reason, ruling), [by_score, played_out]) in &self.endings {
            let count = by_score + played_out;
            let words = ending::words(reason, ruling);
            table.add_row([words, number(count), share(count, self.games), number(*played_out)]);
        }
        say!("{table}\n");

        let mut table = Table::new();
        table.set_header(["pieces left", "quiet positions", "share", "mean distance from level"]);
        for (index, (count, distance)) in self.phases.into_iter().enumerate() {
            let least = if index == 0 { 2 } else { PHASES[index - 1] + 1 };
            let mean = if count > 0 { format!("{} cp", distance / count as u64) } else { String::new() };
            table.add_row([format!("{least} to {}", PHASES[index]), number(count), share(count, self.quiet), mean]);
        }
        say!("{table}\n");

        let mut table = Table::new();
        table.set_header(["plies", "games", "share"]);
        for (bar, &count) in &self.lengths {
            let range = format!("{} to {}", bar * LENGTH_STEP, (bar + 1) * LENGTH_STEP - 1);
            table.add_row([range, number(count), share(count, self.games)]);
        }
        say!("{table}\n");

        let mut table = Table::new();
        table.set_header(["score of quiet positions", "positions", "share"]);
        for (bar, &count) in &self.scores {
            let range = format!("{} to {}", bar * SCORE_STEP, (bar + 1) * SCORE_STEP - 1);
            table.add_row([range, number(count), share(count, self.quiet)]);
        }
        say!("{table}");
    }
}

fn pieces(board: &Board) -> usize {
    let each = Color::ALL.into_iter().flat_map(|color| Kind::ALL.map(|kind| board.count(color, kind)));
    each.sum()
}

/// Prints what the games in `dir` are like: those in chunks, and those that wait in journals for their chunk to fill.
///
/// # Errors
/// When they cannot be read.
pub fn stats(dir: &Path) -> anyhow::Result<()> {
    interrupt::listen();
    // The journals first: a run that goes on meanwhile may move games into chunks, but not back.
    let journals = journals(dir)?;
    let chunks = Chunk::all(dir)?;
    let progress = Progress::new("chunks", chunks.len() as u64);
    let mut stats = Stats::default();
    let mut read = 0;
    for chunk in &chunks {
        if interrupt::is_asked() {
            break;
        }
        chunk.games()?.iter().try_for_each(|game| stats.add(game))?;
        read += 1;
        progress.advance(1);
    }
    let mut loose = 0;
    for (stem, games) in &journals {
        let of_run = chunks.iter().filter(|chunk| chunk.facts.job.stem() == *stem);
        let end = of_run.map(|chunk| chunk.facts.first + chunk.facts.totals.games).max().unwrap_or(0);
        for (_, game) in games.range(end..) {
            stats.add(game)?;
            loose += 1;
        }
    }
    progress.end();
    ensure!(stats.games > 0, "{} holds no games", dir.display());
    let more = if loose > 0 { format!(" and {loose} in unfinished ones") } else { String::new() };
    let of = if read < chunks.len() { format!(" (of {})", chunks.len()) } else { String::new() };
    let finished = stats.games - loose;
    say!(
        "{finished} games in {read} chunks{of}{more}, {} searched plies, {} quiet positions",
        stats.plies,
        stats.quiet
    );
    stats.print();
    Ok(())
}

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
        for (index, game) in found.iter().enumerate() {
            check(game).with_context(|| format!("{}, game {index} of the chunk", name()))?;
        }
        let totals = Totals::of(&found, chunk.facts.job.format).with_context(name)?;
        let told = chunk.facts.totals;
        ensure!(told == totals, "{}: it tells of {told:?}, but the games have {totals:?}", name());
        games += found.len();
        progress.advance(1);
    }
    progress.end();
    say!("{games} games in {} chunks: every move, result and hash is right", chunks.len());
    say!("digest {}", digest(&chunks));
    Ok(())
}

/// One hash of all games, to compare two makings of the same games by eye: that of the chunks' hashes one after the other.
fn digest(chunks: &[Chunk]) -> String {
    let hashes: String = chunks.iter().map(|chunk| chunk.facts.games_sha256.as_str()).collect();
    hex(&Sha256::digest(hashes))
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
            ensure!((job.shard, job.shards) == *shard, "{path} tells of another shard");
            ensure!(settings.get_or_insert(job).is_same_run(job), "{path} has other settings than its run");
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
    for &mv in &game.opening {
        ensure!(board.is_legal_move(mv), "the opening's {mv} is not legal in {}", board.fen());
        board.make(mv);
    }
    let mut scores = Scores::default();
    let mut called = None;
    for (index, ply) in game.plies.iter().enumerate() {
        ensure!(board.is_legal_move(ply.mv), "move {index}, {}, is not legal in {}", ply.mv, board.fen());
        if let Some(ended) = outcome(&board, &rules).or(called) {
            anyhow::bail!("the game goes on with move {index} after it ended: {ended}");
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

#[cfg(test)]
mod tests {
    use super::super::chunk::Facts;
    use super::super::play::Settings;
    use super::super::play::play;
    use super::super::play::tests::OnePly;
    use super::super::play::tests::SETTINGS;
    use super::super::store::tests::job;
    use super::*;
    use guohe::game::Outcome;

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
    fn games_are_counted_by_ending_and_by_pieces_left() {
        let mut stats = Stats::default();
        let games: Vec<Game> = (0..40).map(sample).collect();
        games.iter().try_for_each(|game| stats.add(game)).unwrap();
        stats.add(&games[3]).unwrap();
        assert_eq!((stats.games, stats.same_games), (41, 1));
        assert_eq!(stats.endings.values().flatten().sum::<usize>(), 41);
        assert_eq!(stats.phases.iter().map(|(count, _)| count).sum::<usize>(), stats.quiet);
        assert!(stats.phases[6].0 > stats.phases[0].0, "openings are seen in every game");
        assert!(stats.played_out > 0 && stats.continued == 0);
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
