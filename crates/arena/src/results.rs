//! Games won, drawn and lost, one by one and in pairs, and what they say of the difference in strength.

use super::stats::{self, Estimate, Pentanomial};
use std::collections::HashMap;
use std::ops::Add;

/// What one engine scored: against another one, or against all others.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Results {
    /// Games lost, drawn, won.
    pub games: [u64; 3],
    /// Pairs of which both games are played, by points.
    pub pairs: Pentanomial,
}

impl Results {
    /// Games played.
    pub fn played(&self) -> u64 {
        self.games.iter().sum()
    }

    /// Points: 1 for a win, ½ for a draw.
    pub fn points(&self) -> f64 {
        self.games[2] as f64 + self.games[1] as f64 / 2.0
    }

    /// Points in percent of what could be won.
    pub fn percent(&self) -> f64 {
        100.0 * self.points() / self.played().max(1) as f64
    }

    /// The difference in Elo: over pairs, or over games while no pair is complete. `None` without a game.
    pub fn estimate(&self) -> Option<Estimate> {
        stats::estimate(&self.pairs).or_else(|| stats::estimate(&self.games))
    }

    /// The same from the opponent's view.
    #[must_use]
    pub fn reversed(mut self) -> Self {
        self.games.reverse();
        self.pairs.reverse();
        self
    }
}

impl Add for Results {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            games: std::array::from_fn(|index| self.games[index] + other.games[index]),
            pairs: std::array::from_fn(|index| self.pairs[index] + other.pairs[index]),
        }
    }
}

/// Which pair a game belongs to: the match file and the number of the pair.
pub type PairKey = (usize, u64);

/// Results of one pairing while they come in.
#[derive(Clone, Debug, Default)]
pub struct Counter {
    results: Results,
    /// Half points of pairs of which one game is played.
    open: HashMap<PairKey, u64>,
}

impl Counter {
    /// Adds a game that brought the first engine `half_points`. Without a key it belongs to no pair.
    pub fn add(&mut self, pair: Option<PairKey>, half_points: u64) {
        self.results.games[half_points as usize] += 1;
        let Some(pair) = pair else { return };
        match self.open.remove(&pair) {
            Some(first) => self.results.pairs[(first + half_points) as usize] += 1,
            None => drop(self.open.insert(pair, half_points)),
        }
    }

    /// What came in so far.
    pub fn results(&self) -> &Results {
        &self.results
    }
}

/// A difference with its 95 % interval: `+12.3 [-4.5, +29.2]`.
pub fn difference(estimate: &Estimate) -> String {
    let Estimate { elo, low, high, .. } = *estimate;
    let [elo, low, high] = [elo, low, high].map(|elo| elo_text(elo, 1));
    format!("{elo} [{low}, {high}]")
}

/// An Elo difference with its sign; `+∞` or `-∞` if one side scored all points.
pub fn elo_text(elo: f64, decimals: usize) -> String {
    if elo.is_finite() { format!("{elo:+.decimals$}") } else { if elo > 0.0 { "+∞" } else { "-∞" }.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_become_pairs_whatever_their_order() {
        let mut counter = Counter::default();
        // A win and a draw, two wins, and one loss that waits for its other half.
        for (pair, half_points) in [(1, 2), (0, 2), (1, 1), (0, 2), (2, 0)] {
            counter.add(Some((0, pair)), half_points);
        }
        let results = *counter.results();
        assert_eq!((results.games, results.pairs), ([1, 1, 3], [0, 0, 0, 1, 1]));
        assert_eq!((results.played(), results.points(), results.percent()), (5, 3.5, 70.0));
        assert_eq!(results.reversed().pairs, [1, 1, 0, 0, 0]);
        // The halves of a pair come from one file.
        counter.add(Some((1, 2)), 2);
        assert_eq!(counter.results().pairs, results.pairs);
        counter.add(None, 2);
        assert_eq!(counter.results().games, [1, 1, 5]);
    }
}
