//! Which game is played when, and by which process: a number of workers, each of which keeps the engines of its last
//! game for the next.

use super::affinity::Affinity;
use super::game::{self, Assignment, Terms};
use super::identity;
use super::pairing::Pairings;
use super::player::Player;
use super::record::GameRecord;
use super::roster::Roster;
use super::spec::EngineSpec;
use super::starts::Starts;
use super::talk::Talk;
use anyhow::{Context, ensure};
use guohe_common::dice::chance;
use guohe_common::interrupt;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Sender};

/// A match that is to be played.
pub struct Match<'a> {
    /// The engines.
    pub specs: &'a [EngineSpec],
    /// The digests of their programs when the match began.
    pub programs: &'a [Option<String>],
    /// Who meets whom.
    pub pairings: &'a Pairings,
    /// What its games have in common.
    pub terms: &'a Terms,
    /// Where they start.
    pub starts: &'a Starts,
    /// The seed of the match.
    pub seed: u64,
    /// Whether engines are started anew for every game.
    pub restart: bool,
    /// Where the games at a time run.
    pub affinity: Option<&'a Affinity>,
    /// Where all that is said goes.
    pub talk: Option<&'a Talk>,
    /// Who still plays.
    pub roster: &'a Roster,
}

/// The result of trying to play a game.
pub enum Attempt {
    /// The game was played.
    Played(Box<GameRecord>),
    /// The game was not played: an engine could not be started.
    NotStarted {
        /// The engine, by its index in the match.
        engine: usize,
        /// The error.
        error: anyhow::Error,
    },
}

/// An attempt, and a channel on which its worker waits until the attempt has been handled.
type Report = (anyhow::Result<Attempt>, Sender<()>);

/// The numbers of the games of a shard. `shard` counts from 1, `round` is [`Pairings::round`]: each start belongs to
/// one shard, which plays it with all pairings.
pub fn numbers(games: u64, shard: (u64, u64), round: u64) -> impl Iterator<Item = u64> {
    (0..games).filter(move |&game| is_in(game, shard, round))
}

/// Whether game `number` belongs to a shard.
pub fn is_in(number: u64, shard: (u64, u64), round: u64) -> bool {
    number / round % shard.1 == shard.0 - 1
}

/// How many of the first `games` games belong to a shard.
pub fn count(games: u64, shard: (u64, u64), round: u64) -> u64 {
    let (part, parts) = shard;
    let all = round * parts;
    games / all * round + (games % all).saturating_sub(round * (part - 1)).min(round)
}

impl Match<'_> {
    /// What game `number` is.
    fn assignment(&self, number: u64) -> Assignment {
        let percent = self.terms.adjudication.map_or(0.0, |terms| terms.play_out);
        // A generator for each game, so that the choice does not hang on the order of the games.
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(self.seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let assignment = self.pairings.assignment(number);
        Assignment {
            number,
            pairing: assignment.pairing,
            red: assignment.red,
            fen: self.starts.of_pair(assignment.start).to_owned(),
            play_out: chance(&mut dice, percent),
        }
    }

    /// Plays the games with `workers` at a time, but for those of engines that were dropped. Each outcome is given to
    /// `ended`, which says whether to go on; games that run are finished in any case.
    ///
    /// # Errors
    /// When a start is no legal position, or `ended` fails.
    pub fn run(
        &self,
        numbers: &[u64],
        workers: usize,
        mut ended: impl FnMut(Attempt) -> anyhow::Result<bool>,
    ) -> anyhow::Result<()> {
        let next = AtomicUsize::new(0);
        let stop = AtomicBool::new(false);
        let (sender, results) = mpsc::channel();
        std::thread::scope(|scope| {
            for slot in 0..workers.min(numbers.len()) {
                let (sender, next, stop) = (sender.clone(), &next, &stop);
                scope.spawn(move || match self.affinity.map_or(Ok(()), |affinity| affinity.bind(slot)) {
                    Ok(()) => self.work(numbers, next, stop, &sender),
                    // Nobody listens any more when another worker's error came first.
                    Err(error) => drop(sender.send((Err(error), mpsc::channel().0))),
                });
            }
            drop(sender);
            let mut outcome = Ok(());
            for (result, seen) in results {
                match result.and_then(&mut ended) {
                    Ok(true) => {}
                    Ok(false) => stop.store(true, Ordering::Relaxed),
                    Err(error) => {
                        stop.store(true, Ordering::Relaxed);
                        outcome = outcome.and(Err(error));
                    }
                }
                // A worker that ended with an error does not wait.
                let _ = seen.send(());
            }
            outcome
        })
    }

    fn work(&self, numbers: &[u64], next: &AtomicUsize, stop: &AtomicBool, results: &Sender<Report>) {
        let mut slots: Vec<Option<Player>> = self.specs.iter().map(|_| None).collect();
        while !stop.load(Ordering::Relaxed) {
            let Some(&number) = numbers.get(next.fetch_add(1, Ordering::Relaxed)) else { return };
            if !self.roster.has_both(self.pairings.assignment(number).pairing) {
                continue;
            }
            let result = self.game(&mut slots, number);
            if interrupt::is_asked() {
                return;
            }
            let failed = result.is_err();
            // No other game begins before it is known whether this one was the last.
            let (seen, wait) = mpsc::channel();
            if results.send((result, seen)).is_err() || failed || wait.recv().is_err() {
                return;
            }
        }
    }

    fn game(&self, slots: &mut [Option<Player>], number: u64) -> anyhow::Result<Attempt> {
        let assignment = self.assignment(number);
        // Engines that do not play leave their memory to those who do.
        for (engine, slot) in slots.iter_mut().enumerate() {
            if !assignment.pairing.contains(&engine) {
                *slot = None;
            }
        }
        let mut restarts = Vec::new();
        for (index, &engine) in assignment.pairing.iter().enumerate() {
            match self.prepare(&mut slots[engine], engine) {
                Ok(mishap) => restarts.extend(mishap.map(|mishap| (index, mishap))),
                Err(error) => return Ok(Attempt::NotStarted { engine, error }),
            }
        }
        let players = slots.get_disjoint_mut(assignment.pairing).context("an engine cannot play itself")?;
        let [Some(first), Some(second)] = players else { anyhow::bail!("an engine was not started") };
        let mut played = game::play([first, second], self.terms, &assignment)?;
        for (&engine, broken) in assignment.pairing.iter().zip(played.broken) {
            if broken || self.restart {
                slots[engine] = None;
            }
        }
        restarts.append(&mut played.record.restarts);
        played.record.restarts = restarts;
        Ok(Attempt::Played(Box::new(played.record)))
    }

    /// Sees to it that an engine runs and is ready for a new game. Returns what happened to the one before, if it died.
    fn prepare(&self, slot: &mut Option<Player>, engine: usize) -> anyhow::Result<Option<String>> {
        let mishap = match slot.as_mut().map(Player::new_game) {
            Some(Ok(())) => return Ok(None),
            Some(Err(fault)) => Some(format!("between games: {fault}")),
            None => None,
        };
        *slot = None;
        let spec = &self.specs[engine];
        let start = || -> anyhow::Result<Player> {
            ensure!(
                identity::program(spec) == self.programs[engine],
                "its program is no longer the one with which the match began: it was built anew, or removed"
            );
            let mut player = Player::start(spec, self.talk)?;
            player.complaints()?;
            player.new_game()?;
            Ok(player)
        };
        *slot = Some(start().with_context(|| format!("starting engine {}", spec.name))?);
        Ok(mishap)
    }
}

#[cfg(test)]
mod tests {
    use super::super::pairing::Tournament;
    use super::*;

    #[test]
    fn shards_share_the_pairs_out() {
        assert_eq!(numbers(7, (1, 1), 2).collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5, 6]);
        assert_eq!(numbers(9, (1, 3), 2).collect::<Vec<_>>(), [0, 1, 6, 7]);
        assert_eq!(numbers(9, (2, 3), 2).collect::<Vec<_>>(), [2, 3, 8]);
        assert_eq!(numbers(9, (3, 3), 2).collect::<Vec<_>>(), [4, 5]);
        for round in [2, 6] {
            for games in 0..40 {
                for parts in 1..5 {
                    for part in 1..=parts {
                        let shard = (part, parts);
                        assert_eq!(count(games, shard, round), numbers(games, shard, round).count() as u64);
                    }
                }
            }
        }
    }

    #[test]
    fn every_shard_of_a_tournament_plays_all_pairings() {
        let pairings = Pairings::new(Tournament::RoundRobin, 3, 2);
        for part in 1..=3 {
            let games = numbers(36, (part, 3), pairings.round()).map(|number| pairings.assignment(number).pairing);
            let games: Vec<_> = games.collect();
            for pairing in pairings.list() {
                assert_eq!(games.iter().filter(|game| *game == pairing).count(), 4, "{pairing:?} in shard {part}");
            }
        }
    }
}
