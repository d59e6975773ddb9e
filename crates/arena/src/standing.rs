//! The score of a match of any number of engines: each pairing's by itself, and, where there is more than one, what
//! each engine scored against all others.

use super::by_pairing::ByPairing;
use super::conduct::{self, Conduct};
use super::record::{GameRecord, Header};
use super::repeats::Repeats;
use super::results::{Results, difference};
use super::stats::{self, Decision, Sprt};
use super::summary::{PlayedOut, troubles};
use super::table::Columns;
use guohe::game::Reason;
use guohe_common::say::counted;
use std::collections::BTreeMap;

/// Engines that a line has room for.
const LEADERS: usize = 3;

/// A match added up.
#[derive(Clone, Debug)]
pub struct Standing {
    summaries: ByPairing,
    repeats: Option<Repeats>,
    /// What a sequential test said when it first crossed a bound, in the order of the games in the match file. Later
    /// games are counted, but change no decision.
    decision: Decision,
    /// Engines that were dropped, each with the reason.
    dropped: Vec<(usize, String)>,
    /// Games of theirs that were not played.
    left_out: u64,
}

impl Standing {
    /// No games yet.
    pub fn new(header: &Header) -> Self {
        Self {
            summaries: ByPairing::new(header.names(), &header.pairings(), header.has_pairs()),
            repeats: Repeats::of(header),
            decision: Decision::Continue,
            dropped: Vec::new(),
            left_out: 0,
        }
    }

    /// Adds a game of match file `file`.
    pub fn add(&mut self, file: usize, record: &GameRecord) {
        let pair = (file, record.game / 2);
        // A pair that comes again stays without its second game, and with that counts in the score alone.
        let is_repeated = self.repeats.as_mut().is_some_and(|repeats| repeats.note(pair, record));
        // Files are read with no other pairings in them.
        if let Some(summary) = self.summaries.get_mut(record.pairing) {
            summary.add(Some(pair).filter(|_| !is_repeated), record);
        }
    }

    /// An engine plays no more, and why.
    pub fn note_dropped(&mut self, engine: usize, why: String) {
        self.dropped.push((engine, why));
    }

    /// How many games of dropped engines were not played.
    pub fn note_left_out(&mut self, games: u64) {
        self.left_out = games;
    }

    /// The games by pairing.
    pub fn summaries(&self) -> &ByPairing {
        &self.summaries
    }

    /// Games played.
    pub fn played(&self) -> u64 {
        self.summaries.played()
    }

    /// Lets a sequential test decide, once; to be called after each game of a match that is played. Only a match of two
    /// has one.
    pub fn judge(&mut self, sprt: Option<&Sprt>) {
        if self.decision == Decision::Continue {
            self.decision = self.summaries.decision(sprt);
        }
    }

    /// What a sequential test has decided.
    pub fn decision(&self) -> Decision {
        self.decision
    }

    /// Whether a sequential test is over.
    pub fn is_decided(&self) -> bool {
        self.decision != Decision::Continue
    }

    /// The line that tells of games which were played before, if there are any.
    pub fn repeats_line(&self) -> Option<String> {
        self.repeats.as_ref().and_then(Repeats::line)
    }

    /// Whether an engine did what none may do: an illegal or missing move, a crash, a hang, time overstepped; or was
    /// dropped.
    pub fn has_faults(&self) -> bool {
        !self.dropped.is_empty()
            || self.summaries.sums().flat_map(|sum| &sum.conduct).any(|conduct| conduct.faults() > 0)
    }

    /// How many claims were wrong.
    pub fn warnings(&self) -> u64 {
        self.summaries.sums().flat_map(|sum| &sum.conduct).map(Conduct::warnings).sum()
    }

    /// The score in one line.
    pub fn line(&self, sprt: Option<&Sprt>) -> String {
        if let Some(only) = self.summaries.only() {
            return only.line(sprt);
        }
        let told = |(rank, (name, results)): (usize, (&str, Results))| {
            format!("{}. {name} {:.1} %", rank + 1, results.percent())
        };
        let leaders: Vec<String> = self.summaries.ranking().into_iter().take(LEADERS).enumerate().map(told).collect();
        format!("{}, {}{}", counted(self.played(), "game"), leaders.join(", "), troubles(&self.conducts()))
    }

    /// Everything.
    pub fn report(&self, sprt: Option<&Sprt>) -> String {
        let mut text = self.results(sprt);
        for (engine, why) in &self.dropped {
            text.push_str(&format!("FAULT: {} was dropped: {why}\n", self.summaries.names()[*engine]));
        }
        if self.left_out > 0 {
            text.push_str(&format!("games of dropped engines not played: {}\n", self.left_out));
        }
        if let Some(line) = self.repeats_line() {
            text.push_str(&format!("{line}\n"));
        }
        text
    }

    fn results(&self, sprt: Option<&Sprt>) -> String {
        if let Some(only) = self.summaries.only() {
            return only.report(sprt, self.decision);
        }
        let names = self.summaries.names();
        let mut text = format!("{} engines, {}\n", names.len(), counted(self.played(), "game"));
        self.ranks_table().write(&mut text);
        text.push_str("Elo: from the score against all opponents, with its 95 % interval over pairs\n");
        self.pairings_table().write(&mut text);
        self.endings_table().write(&mut text);
        let conducts = self.conducts();
        conduct::costs(names, &conducts).write(&mut text);
        let mut played_out = PlayedOut::default();
        for sum in self.summaries.sums() {
            played_out.games += sum.played_out.games;
            played_out.correct += sum.played_out.correct;
        }
        played_out.report(&mut text);
        conduct::misdeeds(&mut text, names, &conducts, self.summaries.sums().map(|sum| sum.plies).sum());
        text
    }

    /// How each engine behaved in all its games.
    pub fn conducts(&self) -> Vec<Conduct> {
        let mut all = vec![Conduct::default(); self.summaries.names().len()];
        for (pairing, summary) in self.summaries.iter() {
            for (engine, conduct) in pairing.into_iter().zip(&summary.conduct) {
                all[engine].merge(conduct);
            }
        }
        all
    }

    fn ranks_table(&self) -> Columns {
        let titles = ["", "engine", "Elo", "nElo", "games", "points", "%", "won", "drawn", "lost"];
        let mut table = Columns::new(&titles, 2, &[3, 5, 7, 8, 9, 4]);
        for (rank, (name, results)) in (1..).zip(self.summaries.ranking()) {
            let mut row = vec![format!("{rank}"), name.to_owned()];
            row.extend(differences(&results));
            row.extend(score(&results));
            table.add(row);
        }
        table
    }

    fn pairings_table(&self) -> Columns {
        let titles = ["first", "second", "Elo", "nElo", "games", "points", "%", "won", "drawn", "lost", "Ptnml(0-2)"];
        let mut table = Columns::new(&titles, 2, &[10, 3, 5, 7, 8, 9, 4]);
        for (pairing, summary) in self.summaries.iter() {
            let mut row = pairing.map(|engine| self.summaries.names()[engine].clone()).to_vec();
            row.extend(differences(summary.results()));
            row.extend(score(summary.results()));
            row.push(summary.pairs().map(|count| count.to_string()).join(" "));
            table.add(row);
        }
        table
    }

    fn endings_table(&self) -> Columns {
        let mut all: BTreeMap<Reason, [u64; 2]> = BTreeMap::new();
        for (&reason, [lost, drawn, won]) in self.summaries.sums().flat_map(|sum| &sum.endings) {
            let [decided, level] = all.entry(reason).or_default();
            *decided += lost + won;
            *level += drawn;
        }
        let mut table = Columns::new(&["ending", "games", "decided", "drawn"], 1, &[]);
        for (reason, [decided, drawn]) in all {
            let numbers = [decided + drawn, decided, drawn].map(|count| count.to_string());
            table.add(std::iter::once(reason.to_string()).chain(numbers));
        }
        table
    }
}

/// Elo and normalised Elo; a dash where nothing is known.
fn differences(results: &Results) -> [String; 2] {
    let dash = || "-".to_owned();
    let normalised = stats::normalised(&results.pairs);
    [
        results.estimate().map_or_else(dash, |estimate| difference(&estimate)),
        normalised.map_or_else(dash, |difference| format!("{:+.1} ± {:.1}", difference.elo, difference.error)),
    ]
}

/// Games, points, percent, games won, drawn, lost.
fn score(results: &Results) -> [String; 6] {
    let [lost, drawn, won] = results.games.map(|count| count.to_string());
    let percent = format!("{:.1}", results.percent());
    [results.played().to_string(), format!("{:.1}", results.points()), percent, won, drawn, lost]
}

#[cfg(test)]
mod tests {
    use super::super::pairing::Tournament;
    use super::super::record::tests::{game, header};
    use super::*;

    fn three() -> Header {
        let mut header = Header { tournament: Some(Tournament::RoundRobin), ..header() };
        let mut third = header.engines[0].clone();
        third.name = "c".to_owned();
        header.engines.push(third);
        header
    }

    #[test]
    fn each_engine_is_ranked_by_all_its_games_and_each_pairing_told() {
        let mut standing = Standing::new(&three());
        let results = [
            ([0, 1], "0-1", "1-0"), // b wins both
            ([0, 2], "1-0", "1/2-1/2"),
            ([1, 2], "1-0", "0-1"), // b wins both
        ];
        for (index, (pairing, first, second)) in (0..).zip(results) {
            for (number, result) in [(2 * index, first), (2 * index + 1, second)] {
                standing.add(0, &GameRecord { pairing, ..game(number, result, Reason::Mate) });
            }
        }
        assert_eq!(standing.played(), 6);
        let line = standing.line(None);
        assert_eq!(line, "6 games, 1. b 100.0 %, 2. a 37.5 %, 3. c 12.5 %");
        let report = standing.report(None);
        let squeezed: Vec<String> =
            report.lines().map(|line| line.split_ascii_whitespace().collect::<Vec<_>>().join(" ")).collect();
        for (begin, end) in [("1 b +∞ [", ", +∞] - 4 4.0 100.0 4 0 0"), ("mate ", " 6 5 1")] {
            let is_it = |line: &String| line.starts_with(begin) && line.ends_with(end);
            assert!(squeezed.iter().any(is_it), "no '{begin}...{end}' in\n{report}");
        }
        let pairing = squeezed.iter().find(|line| line.starts_with("a c ")).unwrap();
        assert!(pairing.ends_with("2 1.5 75.0 1 1 0 0 0 0 1 0"), "{pairing}");
        assert!(report.contains("12 plies, 0 faults"), "{report}");
        standing.judge(Sprt::parse(&["elo0=0 elo1=9".to_owned()]).ok().as_ref());
        assert!(!standing.has_faults() && !standing.is_decided());
    }

    #[test]
    fn games_after_a_bound_change_no_decision() {
        let sprt = Sprt::parse(&["elo0=0 elo1=400".to_owned()]).unwrap();
        let mut standing = Standing::new(&header());
        let mut add = |number: u64, wins: bool| {
            let result = if number.is_multiple_of(2) == wins { "1-0" } else { "0-1" };
            standing.add(0, &GameRecord { moves: number.to_string(), ..game(number, result, Reason::Mate) });
            standing.judge(Some(&sprt));
            standing.is_decided()
        };
        let decided = (0..).find(|&number| add(number, true)).unwrap();
        assert!((decided + 1..decided + 9).all(|number| add(number, false)));
        let report = standing.report(Some(&sprt));
        let told =
            "H1 accepted when a bound was crossed; the games after it are counted, but do not change the decision";
        assert!(report.contains(told), "{report}");
    }

    #[test]
    fn games_that_come_again_are_told_where_no_clock_runs() {
        for (limit, is_told) in [("nodes 5000", true), ("depth 8", true), ("movetime 100", false)] {
            let mut standing = Standing::new(&Header { limit: limit.to_owned(), ..header() });
            (0..4).for_each(|number| standing.add(0, &game(number, "1-0", Reason::Mate)));
            let report = standing.report(None);
            assert_eq!(report.contains("\nrepeated games, move for move: 2;"), is_told, "{limit}\n{report}");
        }
    }

    #[test]
    fn a_pair_that_comes_again_decides_no_test() {
        let sprt = Sprt::parse(&["elo0=0 elo1=400".to_owned()]).unwrap();
        for (limit, pairs, verdict) in
            [("nodes 5000", "[0, 0, 0, 0, 1]", "undecided"), ("movetime 100", "[0, 0, 0, 0, 50]", "H1 accepted")]
        {
            let mut standing = Standing::new(&Header { limit: limit.to_owned(), ..header() });
            for number in 0..100 {
                standing.add(0, &game(number, if number % 2 == 0 { "1-0" } else { "0-1" }, Reason::Mate));
                standing.judge(Some(&sprt));
            }
            let report = standing.report(Some(&sprt));
            assert!(report.contains("100 games +100 =0 -0 (100.0 %)"), "{report}");
            assert!(report.contains(pairs) && report.contains(verdict), "{limit}\n{report}");
        }
    }

    #[test]
    fn a_match_of_two_is_told_as_such() {
        let mut standing = Standing::new(&header());
        standing.add(0, &game(0, "1-0", Reason::Crash));
        assert!(standing.report(None).starts_with("a against b\n1 game +1 =0 -0"), "{}", standing.report(None));
        assert!(standing.has_faults());
    }
}
