//! Who plays whom: two engines, all against all, or the first against all others. Which game of a match is played by
//! whom, from which start and with which colours follows from its number alone.

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

/// How more than two engines meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
#[value(rename_all = "lowercase")]
pub enum Tournament {
    /// Every engine meets every other.
    #[default]
    RoundRobin,
    /// The first engine meets all others.
    Gauntlet,
}

/// The pairings of a match, by index of the engines, and how its games are numbered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pairings {
    list: Vec<[usize; 2]>,
    games_per_start: u64,
}

/// The engines, the start and the colours of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Assignment {
    /// The engines.
    pub pairing: [usize; 2],
    /// Which start is played, counted from 0; all pairings play the same one before the next begins.
    pub start: u64,
    /// Which of the two has Red, 0 or 1.
    pub red: usize,
}

impl Pairings {
    /// Of `engines` engines. Each start is played `games_per_start` times in a row: 2, or 1 where colours are not
    /// exchanged.
    pub fn new(tournament: Tournament, engines: usize, games_per_start: u64) -> Self {
        let all = (0..engines).flat_map(|first| (first + 1..engines).map(move |second| [first, second]));
        let meets = |&[first, _]: &[usize; 2]| match tournament {
            Tournament::RoundRobin => true,
            Tournament::Gauntlet => first == 0,
        };
        Self { list: all.filter(meets).collect(), games_per_start }
    }

    /// The pairings, in the order in which they play a start.
    pub fn list(&self) -> &[[usize; 2]] {
        &self.list
    }

    /// How many there are.
    pub fn count(&self) -> u64 {
        self.list.len() as u64
    }

    /// How many games in a row play one start: those of all pairings.
    pub fn round(&self) -> u64 {
        self.games_per_start * self.count()
    }

    /// The assignment of game `number`, counted from 0. The first engine of a pairing has Red first.
    pub fn assignment(&self, number: u64) -> Assignment {
        let turn = number / self.games_per_start;
        let (start, index) = (turn / self.count(), (turn % self.count()) as usize);
        let red = if self.games_per_start == 1 { start } else { number };
        Assignment { pairing: self.list[index], start, red: (red % 2) as usize }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_meet_all_or_the_first_meets_the_others() {
        let list = |tournament, engines| Pairings::new(tournament, engines, 2).list;
        assert_eq!(list(Tournament::RoundRobin, 2), [[0, 1]]);
        assert_eq!(list(Tournament::Gauntlet, 2), [[0, 1]]);
        assert_eq!(list(Tournament::RoundRobin, 4), [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]);
        assert_eq!(list(Tournament::Gauntlet, 4), [[0, 1], [0, 2], [0, 3]]);
    }

    #[test]
    fn all_pairings_play_a_start_with_both_colours_before_the_next() {
        let places = |engines, games_per_start, games| {
            let pairings = Pairings::new(Tournament::RoundRobin, engines, games_per_start);
            let assignment = |number| pairings.assignment(number);
            (0..games).map(assignment).map(|game| (game.pairing, game.start, game.red)).collect::<Vec<_>>()
        };
        let two = [([0, 1], 0, 0), ([0, 1], 0, 1), ([0, 1], 1, 0), ([0, 1], 1, 1)];
        assert_eq!(places(2, 2, 4), two);
        assert_eq!(places(2, 1, 3), [([0, 1], 0, 0), ([0, 1], 1, 1), ([0, 1], 2, 0)]);
        assert_eq!(places(3, 2, 8)[..4], [([0, 1], 0, 0), ([0, 1], 0, 1), ([0, 2], 0, 0), ([0, 2], 0, 1)]);
        assert_eq!(places(3, 2, 8)[4..], [([1, 2], 0, 0), ([1, 2], 0, 1), ([0, 1], 1, 0), ([0, 1], 1, 1)]);
        assert_eq!(places(3, 1, 4), [([0, 1], 0, 0), ([0, 2], 0, 0), ([1, 2], 0, 0), ([0, 1], 1, 1)]);
    }
}
