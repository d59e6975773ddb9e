//! The score of two engines against each other: points, pairs, endings, faults and warnings added up, and told.

use super::conduct::{self, Conduct};
use super::record::GameRecord;
use super::results::{Counter, PairKey, Results, difference};
use super::stats::{self, Decision, Pentanomial, Sprt};
use super::table::Columns;
use guohe::game::Reason;
use guohe_common::say::counted;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Games that the first engine lost, drew, won, by reason.
pub type Endings = BTreeMap<Reason, [u64; 3]>;

/// Games that were played out and would have been adjudicated.
#[derive(Clone, Copy, Debug, Default)]
pub struct PlayedOut {
    /// All of them.
    pub games: u64,
    /// Those that ended as they would have been adjudicated.
    pub correct: u64,
}

impl PlayedOut {
    /// Writes how often the adjudication would have been correct; nothing without such games.
    pub fn report(self, text: &mut String) {
        let Self { games, correct } = self;
        if games > 0 {
            let _ = writeln!(
                text,
                "Of the games played out, {games} would have been adjudicated, {correct} of them correctly."
            );
        }
    }
}

/// The games of two engines added up.
#[derive(Clone, Debug)]
pub struct Summary {
    names: [String; 2],
    /// Whether games 2n and 2n + 1 are a pair: each start is played with both colours.
    has_pairs: bool,
    counter: Counter,
    /// The same with every game that a repetition ruling decided taken for a draw.
    without_rulings: Counter,
    /// How its games ended.
    pub endings: Endings,
    /// How both engines behaved.
    pub conduct: [Conduct; 2],
    /// The games that were played out and would have been adjudicated.
    pub played_out: PlayedOut,
    /// Plies of all games.
    pub plies: u64,
}

impl Summary {
    /// No games between engines of these names.
    pub fn new(names: [String; 2], has_pairs: bool) -> Self {
        Self {
            names,
            has_pairs,
            counter: Counter::default(),
            without_rulings: Counter::default(),
            endings: Endings::new(),
            conduct: Default::default(),
            played_out: PlayedOut::default(),
            plies: 0,
        }
    }

    /// Adds a game of a pair; one without counts in the score alone.
    pub fn add(&mut self, pair: Option<PairKey>, record: &GameRecord) {
        let points = record.half_points(0);
        let pair = pair.filter(|_| self.has_pairs);
        self.counter.add(pair, points);
        self.without_rulings.add(pair, if record.reason == Reason::RepetitionRuling { 1 } else { points });
        self.endings.entry(record.reason).or_default()[points as usize] += 1;
        if let Some(adjudicated) = &record.adjudicated {
            self.played_out.correct += u64::from(*adjudicated == record.result);
            self.played_out.games += 1;
        }
        self.plies += record.ms.len() as u64;
        for (side, conduct) in self.conduct.iter_mut().enumerate() {
            conduct.add(record, side);
        }
    }

    /// What the first engine scored.
    pub fn results(&self) -> &Results {
        self.counter.results()
    }

    /// Pairs of which both games are played.
    pub fn pairs(&self) -> &Pentanomial {
        &self.results().pairs
    }

    /// The score in one line.
    pub fn line(&self, sprt: Option<&Sprt>) -> String {
        let results = self.results();
        let [losses, draws, wins] = results.games;
        let (played, share) = (results.played(), results.percent());
        let mut text = format!("{} +{wins} ={draws} -{losses} ({share:.1} %)", counted(played, "game"));
        if let Some(estimate) = results.estimate() {
            let _ = write!(text, ", Elo {}", difference(&estimate));
        }
        if let Some(normalised) = stats::normalised(&results.pairs) {
            let _ = write!(text, ", nElo {:+.1} ± {:.1}", normalised.elo, normalised.error);
        }
        if let Some(sprt) = sprt {
            let (lower, upper) = sprt.bounds();
            let ratio = sprt.llr(&results.pairs);
            let _ = write!(text, ", LLR {ratio:.2} ({lower:.2}, {upper:.2}) [{}, {}]", sprt.elo0, sprt.elo1);
            if let Some(left) = sprt.games_left(&results.pairs) {
                let _ = write!(text, ", about {} left", counted(left, "game"));
            }
        }
        text + &troubles(&self.conduct)
    }

    /// Everything. `taken` is the decision of a test that has ended the match.
    pub fn report(&self, sprt: Option<&Sprt>, taken: Decision) -> String {
        let mut text = format!("{} against {}\n", self.names[0], self.names[1]);
        let _ = writeln!(text, "{}", self.line(None));
        self.report_statistics(&mut text, sprt, taken);
        self.endings_table().write(&mut text);
        conduct::costs(&self.names, &self.conduct).write(&mut text);
        self.played_out.report(&mut text);
        conduct::misdeeds(&mut text, &self.names, &self.conduct, self.plies);
        text
    }

    fn report_statistics(&self, text: &mut String, sprt: Option<&Sprt>, taken: Decision) {
        if let Some(estimate) = stats::estimate(self.pairs()) {
            // Without spread between the pairs there is a bound, but no likelihood.
            let _ = match stats::normalised(self.pairs()) {
                Some(_) => write!(text, "LOS {:.1} %", estimate.los * 100.0),
                None => write!(text, "the interval is an exact bound, as all pairs ended alike"),
            };
            let _ = writeln!(text, "; Ptnml(0-2): {:?}", self.pairs());
        }
        if let Some(sprt) = sprt {
            let (lower, upper) = sprt.bounds();
            let now = sprt.decide(self.pairs());
            let decision = match if taken == Decision::Continue { now } else { taken } {
                Decision::Continue => "undecided",
                Decision::H1 => "H1 accepted",
                Decision::H0 => "H0 accepted",
            };
            let later = " when a bound was crossed; the games after it are counted, but do not change the decision";
            let later = if taken == Decision::Continue || taken == now { "" } else { later };
            let Sprt { model, elo0, elo1, alpha, beta } = sprt;
            let model = model.name();
            let ratio = sprt.llr(self.pairs());
            let _ = writeln!(
                text,
                "SPRT [{elo0}, {elo1}] {model}, alpha {alpha}, beta {beta}: LLR {ratio:.2} ({lower:.2}, {upper:.2}), \
                 {decision}{later}"
            );
        }
        let rulings = self.endings.get(&Reason::RepetitionRuling).copied().unwrap_or_default();
        if rulings != [0; 3] {
            let [lost, _, won] = rulings;
            let [first, second] = &self.names;
            let _ = write!(text, "lost by a repetition ruling: {first} {lost}, {second} {won}");
            if let Some(estimate) = stats::estimate(&self.without_rulings.results().pairs) {
                let _ = write!(text, "; with these games as draws Elo {}", difference(&estimate));
            }
            text.push('\n');
        }
    }

    fn endings_table(&self) -> Columns {
        let mut table = Columns::new(&["ending", "games", "won", "drawn", "lost"], 1, &[]);
        for (reason, [lost, drawn, won]) in &self.endings {
            let numbers = [lost + drawn + won, *won, *drawn, *lost].map(|count| count.to_string());
            table.add(std::iter::once(reason.to_string()).chain(numbers));
        }
        table
    }
}

/// Faults and warnings for the end of a line; nothing when there are none.
pub fn troubles(conducts: &[Conduct]) -> String {
    let mut text = String::new();
    let faults: u64 = conducts.iter().map(Conduct::faults).sum();
    if faults > 0 {
        let _ = write!(text, ", {}", counted(faults, "fault"));
    }
    let warnings: u64 = conducts.iter().map(Conduct::warnings).sum();
    if warnings > 0 {
        let _ = write!(text, ", {}", counted(warnings, "warning"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::claims::{Flaw, Warning};
    use super::super::record::tests::game;
    use super::*;

    fn summary(games: &[GameRecord]) -> Summary {
        let mut summary = Summary::new(["a".to_owned(), "b".to_owned()], true);
        for record in games {
            summary.add(Some((0, record.game / 2)), record);
        }
        summary
    }

    #[test]
    fn the_score_in_a_line() {
        let games = [game(0, "1-0", Reason::Mate), game(1, "0-1", Reason::Mate), game(2, "1-0", Reason::Crash)];
        let line = summary(&games).line(None);
        assert!(line.starts_with("3 games +3 =0 -0 (100.0 %), Elo +∞"), "{line}");
        assert!(line.ends_with(", 1 fault"), "{line}");
    }

    #[test]
    fn pairs_that_are_all_level_have_an_interval() {
        let games: Vec<GameRecord> = (0..4).map(|number| game(number, "1-0", Reason::Mate)).collect();
        let mut won = games.clone();
        won.iter_mut().for_each(|record| record.red = 0);
        for (games, line) in [(&games, "(50.0 %), Elo +0.0 [-360.0, +360.0]"), (&won, "(100.0 %), Elo +∞ [-216.2, +∞]")]
        {
            let report = summary(games).report(None, Decision::Continue);
            assert!(report.contains(line) && report.contains("an exact bound"), "{report}");
        }
    }

    #[test]
    fn rulings_are_counted_apart() {
        let games = [game(0, "1-0", Reason::RepetitionRuling), game(1, "0-1", Reason::Mate)];
        let summary = summary(&games);
        assert_eq!((*summary.pairs(), summary.without_rulings.results().pairs), ([0, 0, 0, 0, 1], [0, 0, 0, 1, 0]));
        assert!(
            summary.report(None, Decision::Continue).contains("lost by a repetition ruling: a 0, b 1"),
            "{}",
            summary.report(None, Decision::Continue)
        );
    }

    #[test]
    fn faults_and_warnings_are_told() {
        let mut odd = game(1, "1-0", Reason::IllegalMove);
        odd.warnings.push(Warning { engine: 1, ply: 3, flaw: Flaw::IllegalPv, text: String::new() });
        odd.adjudicated = Some("0-1".to_owned());
        let faulty = summary(&[odd]);
        assert_eq!(faulty.conduct.each_ref().map(Conduct::faults), [1, 0]);
        let report = faulty.report(None, Decision::Continue);
        for part in [
            "FAULT: a lost 1 game: illegal move",
            "warning: b: 1 × illegal PV",
            "1 would have been adjudicated, 0 of them",
        ] {
            assert!(report.contains(part), "{report}");
        }
        let mut broken = game(0, "1-0", Reason::Mate);
        broken.restarts.push((0, "gone".to_owned()));
        let report = summary(&[broken]).report(None, Decision::Continue);
        assert!(report.contains("FAULT: a crashed or hung 1 time after a game\n2 plies, 1 fault,"), "{report}");
        assert_eq!(summary(&[game(0, "1-0", Reason::Mate)]).conduct.each_ref().map(Conduct::faults), [0, 0]);
    }

    #[test]
    fn nothing_played_is_told_too() {
        let sprt = Sprt { model: stats::Model::Normalised, elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 };
        let report = summary(&[]).report(Some(&sprt), Decision::Continue);
        assert!(report.contains("0 games") && report.contains("undecided"), "{report}");
    }
}
