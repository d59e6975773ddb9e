//! The games of a match added up by pairing, and what follows from all of them: each engine's score against all others,
//! and whether a sequential test is over. How one pairing's games are added up is not known here.

use super::pairing::Pairings;
use super::results::Results;
use super::stats::{Decision, Sprt};

/// A sum of games for each pairing; every sum tells its results.
#[derive(Clone, Debug)]
pub struct ByPairing<T> {
    names: Vec<String>,
    sums: Vec<([usize; 2], T)>,
}

impl<T: AsRef<Results>> ByPairing<T> {
    /// The sums that `empty` makes from the names of two engines, no games yet.
    pub fn new(names: Vec<String>, pairings: &Pairings, empty: impl Fn([&str; 2]) -> T) -> Self {
        let sum = |&pairing: &[usize; 2]| (pairing, empty(pairing.map(|engine| names[engine].as_str())));
        let sums = pairings.list().iter().map(sum).collect();
        Self { names, sums }
    }

    /// The names of the engines.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The sum of a pairing; `None` when these two do not meet.
    pub fn get_mut(&mut self, pairing: [usize; 2]) -> Option<&mut T> {
        self.sums.iter_mut().find(|(other, _)| *other == pairing).map(|(_, sum)| sum)
    }

    /// The pairings with their sums.
    pub fn iter(&self) -> impl Iterator<Item = ([usize; 2], &T)> {
        self.sums.iter().map(|(pairing, sum)| (*pairing, sum))
    }

    /// The sums.
    pub fn sums(&self) -> impl Iterator<Item = &T> {
        self.sums.iter().map(|(_, sum)| sum)
    }

    /// The only sum, in a match of two.
    pub fn only(&self) -> Option<&T> {
        match &self.sums[..] {
            [(_, only)] => Some(only),
            _ => None,
        }
    }

    /// Games played.
    pub fn played(&self) -> u64 {
        self.sums().map(|sum| sum.as_ref().played()).sum()
    }

    /// What a sequential test, which only a match of two has, says of these games.
    pub fn decision(&self, sprt: Option<&Sprt>) -> Decision {
        sprt.zip(self.only()).map_or(Decision::Continue, |(sprt, only)| sprt.decide(&only.as_ref().pairs))
    }

    /// The engines with their results against all others, best first.
    pub fn ranking(&self) -> Vec<(&str, Results)> {
        let mut all: Vec<(&str, Results)> = self.names.iter().map(|name| (name.as_str(), Results::default())).collect();
        for ([first, second], sum) in self.iter() {
            let results = *sum.as_ref();
            all[first].1 = all[first].1 + results;
            all[second].1 = all[second].1 + results.reversed();
        }
        all.sort_by(|(_, one), (_, other)| other.percent().total_cmp(&one.percent()));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::super::pairing::Tournament;
    use super::super::results::Counter;
    use super::*;

    fn counters(engines: usize) -> ByPairing<Counter> {
        let names = ["a", "b", "c"][..engines].iter().map(|name| (*name).to_owned()).collect();
        ByPairing::new(names, &Pairings::new(Tournament::RoundRobin, engines, 2), |_| Counter::default())
    }

    #[test]
    fn engines_are_ranked_by_what_they_score_against_all() {
        let mut counters = counters(3);
        for (pairing, half_points) in [([0, 1], 0), ([0, 2], 1), ([1, 2], 2)] {
            for _ in 0..2 {
                counters.get_mut(pairing).unwrap().add(Some((0, 0)), half_points);
            }
        }
        assert!(counters.get_mut([1, 0]).is_none() && counters.only().is_none());
        let ranking = counters.ranking();
        let order: Vec<(&str, f64)> = ranking.iter().map(|(name, results)| (*name, results.points())).collect();
        assert_eq!((order, counters.played()), (vec![("b", 4.0), ("a", 1.0), ("c", 1.0)], 6));
        assert_eq!(ranking[1].1.pairs, [1, 0, 1, 0, 0]);
    }

    #[test]
    fn a_test_is_decided_in_a_match_of_two_alone() {
        let sprt = Sprt::parse(&["elo0=0 elo1=400".to_owned()]).unwrap();
        for engines in [2, 3] {
            let mut counters = counters(engines);
            assert_eq!(counters.decision(Some(&sprt)), Decision::Continue);
            (0..100).for_each(|game| counters.get_mut([0, 1]).unwrap().add(Some((0, game / 2)), 2));
            let expected = if engines == 2 { Decision::Accepted } else { Decision::Continue };
            assert_eq!((counters.decision(Some(&sprt)), counters.decision(None)), (expected, Decision::Continue));
        }
    }
}
