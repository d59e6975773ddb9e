//! Makes games: threads that each play one after the other, and a store that keeps them.

use super::chunk::{FORMAT, GAMES, Job, MOST_GAMES};
use super::game::Game;
use super::manifest::COMMIT;
use super::play::{self, Settings};
use super::player::Engine;
use super::store::Store;
use crate::evaluation;
use anyhow::{bail, ensure};
use clap::Args;
use guohe::eval::nnue::Network;
use guohe::rules::Rules;
use guohe::search::Signals;
use guohe_arena::parse_shard;
use guohe_common::interrupt;
use guohe_common::progress::Progress;
use guohe_common::say::say;
use indicatif::HumanCount;
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

/// What to make.
#[derive(Args)]
pub struct MakeArgs {
    /// Number of games, all shards together.
    #[arg(long, conflicts_with = "positions", required_unless_present = "positions")]
    games: Option<u64>,
    /// Make games until they hold this number of quiet positions, all shards together.
    #[arg(long)]
    positions: Option<u64>,
    /// Soft limit of the nodes for a move: no iteration begins beyond it. From 200 on, the hard limit is four times as
    /// high.
    #[arg(long, default_value_t = 1500)]
    nodes: u64,
    /// Nodes for judging an opening.
    #[arg(long, default_value_t = 20_000)]
    opening_nodes: u64,
    /// Seed of the games.
    #[arg(long, required = true, value_parser = clap::value_parser!(u64).range(..=i64::MAX as u64))]
    seed: Option<u64>,
    /// Directory for the games. An interrupted run with the same settings is resumed, by any build with the same bench.
    #[arg(long, required = true)]
    out: Option<PathBuf>,
    /// Make part I of N of the games: several processes or machines share the work. I counts from 1.
    #[arg(long, value_name = "I/N", default_value = "1/1", value_parser = parse_shard)]
    shard: (u64, u64),
    /// Games of a file. Some of a file's games begin from games of the file before, so this is part of the settings.
    #[arg(long, default_value_t = GAMES, value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES))]
    chunk: u64,
    /// Network that plays; without one the built-in network does.
    #[arg(long)]
    net: Option<PathBuf>,
    /// Games played at the same time.
    #[arg(long, default_value_t = 1)]
    concurrency: usize,
}

/// Games that are being played and those still to do.
struct Run {
    store: Store,
    /// The number of the next game to begin.
    next: u64,
    /// No game from here on, or enough positions.
    games: Option<u64>,
    positions: Option<u64>,
    /// The games that this process has added.
    added: Vec<u64>,
    started: Instant,
    /// Quiet positions when this process began.
    before: u64,
    error: Option<anyhow::Error>,
}

/// What a free thread does next.
enum Task {
    /// Play the game of this number, which may begin from one of those.
    Play(u64, Arc<Vec<Game>>),
    /// Wait for the games in hand: the next game may begin from one of them.
    Wait,
    /// Enough games are there or under way.
    Done,
}

impl Run {
    fn take(&mut self) -> Task {
        let is_enough = self.positions.is_some_and(|positions| self.store.games_for(positions).is_some());
        if self.error.is_some() || is_enough || interrupt::is_asked() {
            return Task::Done;
        }
        while self.store.has(self.next) {
            self.next += 1;
        }
        if self.games.is_some_and(|games| self.next >= games) {
            return Task::Done;
        }
        let Some(earlier) = self.store.earlier(self.next) else { return Task::Wait };
        self.next += 1;
        Task::Play(self.next - 1, earlier)
    }

    fn add(&mut self, index: u64, game: &Game, progress: &Progress) {
        // Behind a record that was only partly written nothing is found again.
        if self.error.is_some() {
            return;
        }
        if let Err(error) = self.store.add(index, game) {
            self.error = Some(error);
            return;
        }
        self.added.push(index);
        let positions = self.store.positions();
        let rate = (positions - self.before) as f64 / self.started.elapsed().as_secs_f64();
        progress.tell(format!("{} quiet positions, {rate:.0}/s", HumanCount(positions)));
        progress.reach(if self.games.is_some() { self.store.games() } else { positions });
    }

    /// Number of the first game that does not belong to what was asked for, or was not made for lack of time.
    fn end(&self) -> u64 {
        let wanted = self.games.or_else(|| self.store.games_for(self.positions?));
        wanted.unwrap_or(u64::MAX).min(self.store.gapless())
    }
}

/// Makes the games, or those that are still missing.
///
/// # Errors
/// When the arguments make no sense, or data cannot be read or written.
pub fn make(args: &MakeArgs) -> anyhow::Result<()> {
    let (Some(seed), Some(dir)) = (args.seed, &args.out) else { bail!("--seed and --out are needed") };
    ensure!(args.nodes > 0 && args.opening_nodes > 0, "a search needs at least one node");
    interrupt::listen();
    let network = evaluation::load(args.net.as_deref())?;
    let job = Job {
        format: FORMAT,
        commit: COMMIT.to_owned(),
        bench: guohe::bench::run(&network, None, &Signals::new(), &mut |_| ()).0,
        evaluation: evaluation::name(&network),
        nodes: args.nodes,
        opening_nodes: args.opening_nodes,
        seed,
        shard: args.shard.0,
        shards: args.shard.1,
        chunk_games: args.chunk,
    };
    let settings = Settings { nodes: args.nodes, opening_nodes: args.opening_nodes, rules: Rules::default() };
    let (games, positions) = (args.games.map(|all| job.share_of(all)), args.positions.map(|all| job.share_of(all)));
    let store = Store::open(dir, job.clone(), positions)?;
    let progress = match games {
        Some(games) => Progress::new("games", games),
        None => Progress::new("positions", positions.unwrap_or_default()),
    };
    let run = Mutex::new(Run {
        before: store.positions(),
        next: store.first(),
        store,
        games,
        positions,
        added: Vec::new(),
        started: Instant::now(),
        error: None,
    });
    let added = Condvar::new();
    std::thread::scope(|scope| {
        for _ in 0..args.concurrency.max(1) {
            scope.spawn(|| play_games(&run, &added, &job, &settings, &network, &progress));
        }
    });
    progress.end();
    let mut run = run.into_inner().expect(UNHARMED);
    if let Some(error) = run.error.take() {
        return Err(error);
    }
    let end = run.end();
    // Games that were under way when there were enough: what is in no chunk, nobody learns from.
    let surplus: Vec<u64> = run.added.iter().copied().filter(|&game| game >= end && !interrupt::is_asked()).collect();
    run.store.finish(end, &surplus)?;
    let (games, positions) = (HumanCount(run.store.games()), HumanCount(run.store.positions()));
    say!("{games} games, {positions} quiet positions in {}", dir.display());
    if interrupt::is_asked() {
        say!("ended early; the same command resumes");
    }
    Ok(())
}

/// Why the lock of a [`Run`] can be had.
const UNHARMED: &str = "no thread panics while it holds the run";
/// How often a thread that waits for others looks whether the work is to end.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// What one thread does: one game after the other.
fn play_games(
    run: &Mutex<Run>,
    added: &Condvar,
    job: &Job,
    settings: &Settings,
    network: &Arc<Network>,
    progress: &Progress,
) {
    let mut engine = Engine::new(settings.rules, network.clone());
    let mut held = run.lock().expect(UNHARMED);
    loop {
        match held.take() {
            Task::Play(index, earlier) => {
                drop(held);
                let game = play::play(settings, job.seed_of(index), &earlier, &mut engine);
                held = run.lock().expect(UNHARMED);
                if let Some(game) = game {
                    held.add(index, &game, progress);
                    added.notify_all();
                }
            }
            Task::Wait => held = added.wait_timeout(held, LOOK_EVERY).expect(UNHARMED).0,
            Task::Done => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::store;
    use super::*;

    #[test]
    fn nothing_is_added_after_a_write_that_failed() {
        let dir = tempfile::tempdir().unwrap();
        let mut run = Run {
            store: Store::open(dir.path(), store::tests::job(), None).unwrap(),
            next: 0,
            games: None,
            positions: None,
            added: Vec::new(),
            started: Instant::now(),
            before: 0,
            error: None,
        };
        let (journal, progress) = (dir.path().join("001of001.journal"), Progress::new("games", 2));
        let game = play::tests::sample(1, &[]);
        std::fs::remove_file(&journal).unwrap();
        std::fs::create_dir(&journal).unwrap();
        run.add(0, &game, &progress);
        std::fs::remove_dir(&journal).unwrap();
        run.add(1, &game, &progress);
        assert!(run.error.is_some() && run.added.is_empty() && run.store.games() == 0);
        assert!(!journal.exists());
    }

    #[test]
    fn shards_are_counted_from_one() {
        assert_eq!(parse_shard("1/4"), Ok((1, 4)));
        assert_eq!(parse_shard("4/4"), Ok((4, 4)));
        for bad in ["", "1", "0/4", "5/4", "x/2", "1/0", "1/1000000000000"] {
            assert!(parse_shard(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn shards_share_the_games_of_one_run() {
        let whole = store::tests::job();
        for total in [0, 1, 9, 10, 11, 12] {
            let mut seeds: Vec<u64> = (1..=4)
                .map(|shard| Job { shard, shards: 4, ..whole.clone() })
                .flat_map(|job| (0..job.share_of(total)).map(move |index| job.seed_of(index)))
                .collect();
            let mut all: Vec<u64> = (0..whole.share_of(total)).map(|index| whole.seed_of(index)).collect();
            assert_eq!(all.len() as u64, total);
            seeds.sort_unstable();
            all.sort_unstable();
            assert_eq!(seeds, all);
        }
    }
}
