//! The games of a match added up by pairing, and what follows from all of them: each engine's score against all others,
//! and whether a sequential test is over.

use super::pairing::Pairings;
use super::results::Results;
use super::stats::{Decision, Sprt};
use super::summary::Summary;

/// The games of each pairing added up.
#[derive(Clone, Debug)]
pub struct ByPairing {
    names: Vec<String>,
    sums: Vec<([usize; 2], Summary)>,
}

impl ByPairing {
    /// No games yet. `has_pairs`: each opening is played with both colours.
    pub fn new(names: Vec<String>, pairings: &Pairings, has_pairs: bool) -> Self {
        let sum =
            |&pairing: &[usize; 2]| (pairing, Summary::new(pairing.map(|engine| names[engine].clone()), has_pairs));
        let sums = pairings.list().iter().map(sum).collect();
        Self { names, sums }
    }

    /// The names of the engines.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The sum of a pairing; `None` when these two do not meet.
    pub fn get_mut(&mut self, pairing: [usize; 2]) -> Option<&mut Summary> {
        self.sums.iter_mut().find(|(other, _)| *other == pairing).map(|(_, sum)| sum)
    }

    /// The pairings with their sums.
    pub fn iter(&self) -> impl Iterator<Item = ([usize; 2], &Summary)> {
        self.sums.iter().map(|(pairing, sum)| (*pairing, sum))
    }

    /// The sums.
    pub fn sums(&self) -> impl Iterator<Item = &Summary> {
        self.sums.iter().map(|(_, sum)| sum)
    }

    /// The only sum, in a match of two.
    pub fn only(&self) -> Option<&Summary> {
        match &self.sums[..] {
            [(_, only)] => Some(only),
            _ => None,
        }
    }

    /// Games played.
    pub fn played(&self) -> u64 {
        self.sums().map(|sum| sum.results().played()).sum()
    }

    /// What a sequential test, which only a match of two has, says of these games.
    pub fn decision(&self, sprt: Option<&Sprt>) -> Decision {
        sprt.zip(self.only()).map_or(Decision::Continue, |(sprt, only)| sprt.decide(only.pairs()))
    }

    /// The engines with their results against all others, best first.
    pub fn ranking(&self) -> Vec<(&str, Results)> {
        let mut all: Vec<(&str, Results)> = self.names.iter().map(|name| (name.as_str(), Results::default())).collect();
        for ([first, second], sum) in self.iter() {
            let results = *sum.results();
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
    use super::super::record::GameRecord;
    use super::super::record::tests::game;
    use super::*;
    use guohe::game::Reason;

    fn sums(engines: usize) -> ByPairing {
        let names = ["a", "b", "c"][..engines].iter().map(|name| (*name).to_owned()).collect();
        ByPairing::new(names, &Pairings::new(Tournament::RoundRobin, engines, 2), true)
    }

    fn add(sums: &mut ByPairing, pairing: [usize; 2], pair: u64, result: &str) {
        let record = GameRecord { red: 0, ..game(0, result, Reason::Mate) };
        sums.get_mut(pairing).unwrap().add(Some((0, pair)), &record);
    }

    #[test]
    fn engines_are_ranked_by_what_they_score_against_all() {
        let mut sums = sums(3);
        for (pairing, result) in [([0, 1], "0-1"), ([0, 2], "1/2-1/2"), ([1, 2], "1-0")] {
            (0..2).for_each(|_| add(&mut sums, pairing, 0, result));
        }
        assert!(sums.get_mut([1, 0]).is_none() && sums.only().is_none());
        let ranking = sums.ranking();
        let order: Vec<(&str, f64)> = ranking.iter().map(|(name, results)| (*name, results.points())).collect();
        assert_eq!((order, sums.played()), (vec![("b", 4.0), ("a", 1.0), ("c", 1.0)], 6));
        assert_eq!(ranking[1].1.pairs, [1, 0, 1, 0, 0]);
    }

    #[test]
    fn a_test_is_decided_in_a_match_of_two_alone() {
        let sprt = Sprt::parse(&["elo0=0 elo1=400".to_owned()]).unwrap();
        for engines in [2, 3] {
            let mut sums = sums(engines);
            assert_eq!(sums.decision(Some(&sprt)), Decision::Continue);
            (0..100).for_each(|game| add(&mut sums, [0, 1], game / 2, "1-0"));
            let expected = if engines == 2 { Decision::H1 } else { Decision::Continue };
            assert_eq!((sums.decision(Some(&sprt)), sums.decision(None)), (expected, Decision::Continue));
        }
    }
}
