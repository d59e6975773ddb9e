//! The score of a match as fastchess prints it.

use super::flags::Report;
use crate::record::{GameRecord, Header};
use crate::results::Results;
use crate::standing::Standing;
use crate::stats::{self, Decision, Sprt};

/// Begins and ends a block of lines.
const RULE: &str = "--------------------------------------------------";

/// The games so far.
pub struct Tally {
    pub standing: Standing,
    sprt: Option<Sprt>,
    /// Without exchanged colours there are no pairs.
    has_pairs: bool,
    report: Report,
}

impl Tally {
    /// No games yet.
    pub fn new(header: &Header, sprt: Option<Sprt>, report: Report) -> Self {
        Self { standing: Standing::new(header), sprt, has_pairs: header.has_pairs(), report }
    }

    /// Adds a game.
    pub fn add(&mut self, record: &GameRecord) {
        self.standing.add(0, record);
        self.standing.judge(self.sprt.as_ref());
    }

    /// The block of lines, ASCII and none of them empty.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = vec![RULE.to_owned()];
        let summaries = self.standing.summaries();
        if let Some(only) = summaries.only() {
            let names = summaries.names();
            lines.push(format!("Results of {} vs {}:", names[0], names[1]));
            lines.extend(self.match_lines(only.results()));
        } else {
            lines.extend(self.rank_lines());
        }
        lines.push(RULE.to_owned());
        lines
    }

    /// Two engines, from the first one's view.
    fn match_lines(&self, results: &Results) -> Vec<String> {
        let [losses, draws, wins] = results.games;
        let mut lines = Vec::new();
        if let Some([elo, normalised]) = self.differences(results) {
            lines.push(format!("Elo: {elo}, nElo: {normalised}"));
            let counts = self.counts(results);
            let los = 100.0 * stats::estimate(counts).map_or(0.5, |estimate| estimate.los);
            let level = 100.0 * counts[counts.len() / 2] as f64 / counts.iter().sum::<u64>().max(1) as f64;
            lines.push(format!("LOS: {los:.2} %, DrawRatio: {level:.2} %"));
        }
        let (played, points, percent) = (results.played(), results.points(), results.percent());
        lines.push(format!(
            "Games: {played}, Wins: {wins}, Losses: {losses}, Draws: {draws}, Points: {points:.1} ({percent:.2} %)"
        ));
        if self.has_pairs && self.report.penta {
            lines.push(format!("Ptnml(0-2): {:?}", results.pairs));
        }
        if let Some(sprt) = &self.sprt {
            let ((lower, upper), ratio) = (sprt.bounds(), sprt.llr(&results.pairs));
            lines.push(format!("LLR: {ratio:.2} ({lower:.2}, {upper:.2}) [{:.2}, {:.2}]", sprt.elo0, sprt.elo1));
            match self.standing.decision() {
                Decision::H1 => lines.push("SPRT: H1 was accepted".to_owned()),
                Decision::H0 => lines.push("SPRT: H0 was accepted".to_owned()),
                Decision::Continue => {}
            }
        }
        lines
    }

    /// More engines: what each scored against all others, best first.
    fn rank_lines(&self) -> Vec<String> {
        let summaries = self.standing.summaries();
        let width = summaries.names().iter().map(|name| name.chars().count()).max().unwrap_or(0).max(4);
        let mut lines = vec![format!(
            "{:>4} {:width$} {:>19} {:>19} {:>6} {:>8} {:>7}  Ptnml(0-2)",
            "Rank", "Name", "Elo", "nElo", "Games", "Points", "Score"
        )];
        for (rank, (name, results)) in (1..).zip(summaries.ranking()) {
            let unknown = || ["-".to_owned(), "-".to_owned()];
            let [elo, normalised] = self.differences(&results).unwrap_or_else(unknown);
            let (played, points) = (results.played(), results.points());
            lines.push(format!(
                "{rank:>4} {name:width$} {elo:>19} {normalised:>19} {played:>6} {points:>8.1} {:>5.1} %  {:?}",
                results.percent(),
                results.pairs
            ));
        }
        lines
    }

    /// Pairs by points; where there are none, games.
    fn counts<'a>(&self, results: &'a Results) -> &'a [u64] {
        if self.has_pairs { &results.pairs } else { &results.games }
    }

    /// Elo and normalised Elo with their errors. `None` while nothing is known.
    fn differences(&self, results: &Results) -> Option<[String; 2]> {
        let counts = self.counts(results);
        let estimate = stats::estimate(counts)?;
        let normalised = match stats::normalised(counts) {
            Some(normalised) => format!("{:.2} +/- {:.2}", normalised.elo, stats::error_near_zero(counts)),
            // All ended alike. Fastchess divides by their deviation all the same, which is zero.
            None if estimate.elo > 0.0 => "inf +/- nan".to_owned(),
            None if estimate.elo < 0.0 => "-inf +/- nan".to_owned(),
            None => "nan +/- nan".to_owned(),
        };
        Some([format!("{:.2} +/- {:.2}", estimate.elo, estimate.error()), normalised])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pairing::Tournament;
    use crate::record::tests::{game, header};
    use crate::spec::EngineSpec;
    use guohe::game::Reason;

    /// No games yet of a match on the clock.
    fn tally(sprt: Option<Sprt>, report: Report) -> Tally {
        Tally::new(&timed(), sprt, report)
    }

    fn timed() -> Header {
        Header { limit: "movetime 100".to_owned(), ..header() }
    }

    #[test]
    fn the_block_is_ascii_without_empty_lines_from_the_first_game_on() {
        let sprt = Sprt::parse(&["elo0=0 elo1=10".to_owned()]).ok();
        let mut tally = tally(sprt, Report::default());
        for number in 0..6 {
            tally.add(&game(number, if number % 2 == 0 { "1-0" } else { "1/2-1/2" }, Reason::Mate));
            for line in tally.lines() {
                assert!(line.is_ascii() && !line.trim().is_empty(), "{line}");
            }
        }
        let text = tally.lines().join("\n");
        assert!(
            text.contains("Ptnml(0-2): [0, 0, 0, 3, 0]") && text.contains("Wins: 3, Losses: 0, Draws: 3"),
            "{text}"
        );
        assert!(text.contains("Points: 4.5 (75.00 %)") && text.contains("LLR: "), "{text}");
        tally.report.penta = false;
        assert!(!tally.lines().join("\n").contains("Ptnml"));
    }

    #[test]
    fn games_after_a_bound_change_no_decision() {
        let sprt = Sprt::parse(&["elo0=0 elo1=400".to_owned()]).unwrap();
        let mut tally = tally(Some(sprt), Report::default());
        let mut add = |number: u64, wins: bool| {
            let result = if number.is_multiple_of(2) == wins { "1-0" } else { "0-1" };
            tally.add(&game(number, result, Reason::Mate));
            tally.standing.is_decided()
        };
        let decided = (0..).find(|&number| add(number, true)).unwrap();
        assert!((decided + 1..decided + 9).all(|number| add(number, false)));
        let counted = tally.standing.summaries().decision(Some(&sprt));
        assert_ne!(counted, Decision::H1, "the games after the bound must take the ratio back");
        let text = tally.lines().join("\n");
        assert!(text.contains("SPRT: H1 was accepted"), "{text}");
    }

    #[test]
    fn a_pair_that_comes_again_decides_no_test() {
        for (header, pairs, is_repeated) in [(header(), "[0, 0, 0, 0, 1]", true), (timed(), "[0, 0, 0, 0, 50]", false)]
        {
            let sprt = Sprt::parse(&["elo0=0 elo1=400".to_owned()]).ok();
            let mut tally = Tally::new(&header, sprt, Report::default());
            (0..100).for_each(|number| {
                tally.add(&game(number, if number % 2 == 0 { "1-0" } else { "0-1" }, Reason::Mate));
            });
            let text = tally.lines().join("\n");
            assert!(text.contains("Games: 100, Wins: 100") && text.contains(pairs), "{text}");
            assert_eq!(
                (tally.standing.is_decided(), tally.standing.repeats_line().is_some()),
                (!is_repeated, is_repeated)
            );
        }
    }

    #[test]
    fn more_engines_are_ranked() {
        let mut header = Header { tournament: Some(Tournament::RoundRobin), ..timed() };
        header.engines.push(EngineSpec { name: "c".to_owned(), ..header.engines[0].clone() });
        let mut tally = Tally::new(&header, None, Report::default());
        for number in 0..6 {
            let assignment = header.pairings().assignment(number);
            // The later engine wins every game.
            let result = if assignment.red == 1 { "1-0" } else { "0-1" };
            tally.add(&GameRecord { pairing: assignment.pairing, ..game(number, result, Reason::Mate) });
        }
        let lines = tally.lines();
        assert!(lines.iter().all(|line| line.is_ascii() && !line.is_empty()), "{lines:?}");
        let words = |line: &str| line.split_ascii_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(words(&lines[2])[..2], ["1", "c"]);
        assert!(lines[2].ends_with("4      4.0 100.0 %  [0, 0, 0, 0, 2]"), "{lines:?}");
        assert_eq!(words(&lines[3])[..2], ["2", "b"]);
        assert!(lines[3].ends_with("4      2.0  50.0 %  [1, 0, 0, 0, 1]"), "{lines:?}");
    }

    #[test]
    fn games_without_exchange_make_no_pairs() {
        let mut tally = Tally::new(&Header { games_per_start: 1, ..timed() }, None, Report::default());
        for number in 0..4 {
            tally.add(&game(number, "1-0", Reason::Mate));
        }
        tally.add(&game(4, "1/2-1/2", Reason::Repetition));
        tally.add(&GameRecord { red: 0, ..game(5, "1-0", Reason::Mate) });
        let text = tally.lines().join("\n");
        assert!(!text.contains("Ptnml") && tally.standing.played() == 6, "{text}");
        // Three won, one drawn, two lost: the mean score 7/12 lies (1/12) / √(29/144) deviations above one half.
        assert!(text.contains("nElo: 64.52 +/- 278.00") && text.contains("DrawRatio: 16.67 %"), "{text}");
    }

    #[test]
    fn games_that_all_end_alike_are_told_as_fastchess_tells_them() {
        for (result, told) in [("a", "nElo: inf +/- nan"), ("b", "nElo: -inf +/- nan"), ("", "nElo: nan +/- nan")] {
            for has_pairs in [true, false] {
                let games_per_start = if has_pairs { 2 } else { 1 };
                let mut tally = Tally::new(&Header { games_per_start, ..timed() }, None, Report::default());
                for number in 0..4 {
                    let record = game(number, "1/2-1/2", Reason::Mate);
                    let has_red = result == ["a", "b"][record.red];
                    let result = if result.is_empty() {
                        "1/2-1/2"
                    } else if has_red {
                        "1-0"
                    } else {
                        "0-1"
                    };
                    tally.add(&GameRecord { result: result.to_owned(), ..record });
                }
                let text = tally.lines().join("\n");
                assert!(text.contains(told), "{text}");
            }
        }
    }
}
