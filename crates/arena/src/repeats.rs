//! Games that were played before, move for move, in a match without a clock. Engines that search to a depth or a number
//! of nodes play a start again as they have played it, and no pair of games is evidence twice.

use super::record::{GameRecord, Header};
use super::results::PairKey;
use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, RandomState};

/// The games of a match so far.
#[derive(Clone, Debug, Default)]
pub struct Repeats {
    hasher: RandomState,
    /// Hashes of pairing, colours, start and moves.
    games: HashSet<u64>,
    /// Hashes of two such hashes.
    pairs: HashSet<u64>,
    /// Hashes of games whose pair is not complete.
    open: HashMap<PairKey, u64>,
    count: u64,
}

impl Repeats {
    /// For a match of pairs in which no engine plays on a clock. `None` for any other: a game that comes again there is
    /// chance, and evidence.
    pub fn of(header: &Header) -> Option<Self> {
        let is_timed = |engine| !["nodes", "depth"].iter().any(|unit| header.limit_of(engine).starts_with(unit));
        (header.has_pairs() && !(0..header.engines.len()).any(is_timed)).then(Self::default)
    }

    /// Notes a game. Returns whether it completes a pair of which both games were played before.
    ///
    /// A pair with one game that is new is new: its engines are not quite deterministic. Whole pairs are looked up, not
    /// the games of each, so that the order in which games end at the same time does not matter.
    pub fn note(&mut self, pair: PairKey, record: &GameRecord) -> bool {
        let hash = self.hasher.hash_one((record.pairing, record.red, &record.fen, &record.moves));
        self.count += u64::from(!self.games.insert(hash));
        let Some(other) = self.open.remove(&pair) else {
            self.open.insert(pair, hash);
            return false;
        };
        !self.pairs.insert(self.hasher.hash_one([hash.min(other), hash.max(other)]))
    }

    /// The line that tells of them, if there are any.
    pub fn line(&self) -> Option<String> {
        let more = "pairs that were played before count in the score alone, not in Elo, LOS and SPRT";
        (self.count > 0).then(|| format!("repeated games, move for move: {}; {more}", self.count))
    }
}

#[cfg(test)]
mod tests {
    use super::super::record::tests::game;
    use super::*;
    use guohe::game::Reason;

    #[test]
    fn a_pair_comes_again_when_both_its_games_do() {
        let mut repeats = Repeats::default();
        let mut note = |number: u64, moves: &str| {
            let record = GameRecord { moves: moves.to_owned(), ..game(number, "1-0", Reason::Mate) };
            repeats.note((0, number / 2), &record)
        };
        // Games 0 to 3 run at the same time: the first pair to be complete counts, whichever game ended first.
        assert_eq!([note(0, "x"), note(2, "x"), note(3, "y"), note(1, "y")], [false, false, false, true]);
        assert_eq!([note(4, "x"), note(5, "z")], [false, false]);
        assert_eq!([note(6, "x"), note(7, "z")], [false, true]);
        // The games of another file make pairs of their own.
        let record = |number| game(number, "1-0", Reason::Mate);
        assert!(!repeats.note((1, 4), &record(8)) && !repeats.note((2, 4), &record(9)));
        assert!(repeats.line().unwrap().starts_with("repeated games, move for move: 5; "));
    }
}
