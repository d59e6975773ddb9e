//! Which engines still play: one that fails too often, or cannot be started again, is dropped, and the others play on.

use super::pairing::Pairings;
use super::plan::Plan;
use super::record::GameRecord;
use std::sync::atomic::{AtomicBool, Ordering};

/// The engines that still play.
pub struct Roster {
    dropped: Vec<AtomicBool>,
}

impl Roster {
    /// `engines` engines that all play.
    pub fn new(engines: usize) -> Self {
        Self { dropped: (0..engines).map(|_| AtomicBool::new(false)).collect() }
    }

    /// Leaves an engine out of the games to come. Returns whether it was in them before.
    pub fn drop_engine(&self, engine: usize) -> bool {
        !self.dropped[engine].swap(true, Ordering::Relaxed)
    }

    /// Whether both engines of a pairing still play.
    pub fn has_both(&self, pairing: [usize; 2]) -> bool {
        pairing.iter().all(|&engine| !self.dropped[engine].load(Ordering::Relaxed))
    }

    /// Whether any two engines are left that meet.
    pub fn has_any(&self, pairings: &Pairings) -> bool {
        pairings.list().iter().any(|&pairing| self.has_both(pairing))
    }
}

/// In how many games each engine failed, and how many are too many.
pub struct Failures {
    counts: Vec<u64>,
    allowed: Vec<u64>,
}

impl Failures {
    /// No failure yet in the games `shard` of a match.
    pub fn new(plan: &Plan, pairings: &Pairings, shard: &[u64]) -> Self {
        let mut games = vec![0; plan.specs.len()];
        for &number in shard {
            pairings.assignment(number).pairing.into_iter().for_each(|engine| games[engine] += 1);
        }
        Self {
            counts: vec![0; games.len()],
            allowed: games.into_iter().map(|games| plan.faults_allowed(games)).collect(),
        }
    }

    /// Adds a game. Returns the engines that failed in it and have now failed too often, each with the number of games
    /// in which it failed.
    pub fn add(&mut self, record: &GameRecord) -> Vec<(usize, u64)> {
        let failed: Vec<usize> = (0..2).filter(|&side| record.failed(side)).map(|side| record.pairing[side]).collect();
        failed.iter().for_each(|&engine| self.counts[engine] += 1);
        let told = failed.into_iter().map(|engine| (engine, self.counts[engine]));
        told.filter(|&(engine, count)| count >= self.allowed[engine]).collect()
    }
}
