//! The score of a match: points, pairs, endings, faults and warnings added up, and told.

use super::claims::Flaw;
use super::record::GameRecord;
use super::stats;
use super::stats::Decision;
use super::stats::Estimate;
use super::stats::Pairs;
use super::stats::Sprt;
use comfy_table::CellAlignment;
use comfy_table::Table;
use comfy_table::presets;
use guohe::game::Reason;
use std::collections::BTreeMap;
use std::collections::HashMap;
use std::fmt::Write;

/// What one engine did in a match.
#[derive(Clone, Debug, Default)]
struct Conduct {
    moves: u64,
    ms: u64,
    /// Sum and number of the depths that it told.
    depth: (u64, u64),
    /// Nodes, and milliseconds of the moves of which the nodes are known.
    nodes: (u64, u64),
    /// The most milliseconds by which it overstepped its time.
    late: u32,
    /// Lost games, by reason.
    lost: BTreeMap<Reason, u64>,
    warnings: BTreeMap<Flaw, u64>,
    restarts: u64,
}

/// Which pair a game belongs to: the match file and the number of the pair.
type PairKey = (usize, u64);

/// A match added up.
#[derive(Clone, Debug)]
pub struct Summary {
    names: [String; 2],
    /// Games that the first engine lost, drew, won.
    games: [u64; 3],
    pairs: Pairs,
    /// As `pairs`, with every game that a repetition ruling decided taken for a draw.
    pairs_without_rulings: Pairs,
    /// Half points of the first engine in pairs of which one game is played, and the same without rulings.
    open: HashMap<PairKey, (u64, u64)>,
    /// Games that the first engine lost, drew, won, by reason.
    endings: BTreeMap<Reason, [u64; 3]>,
    conduct: [Conduct; 2],
    /// Of the games played out after a call: those that ended as called, and all.
    calls: (u64, u64),
    plies: u64,
}

impl Summary {
    /// No games between engines of these names.
    pub fn new(names: [String; 2]) -> Self {
        Self {
            names,
            games: [0; 3],
            pairs: [0; 5],
            pairs_without_rulings: [0; 5],
            open: HashMap::new(),
            endings: BTreeMap::new(),
            conduct: Default::default(),
            calls: (0, 0),
            plies: 0,
        }
    }

    /// Adds a game of match file `file`.
    pub fn add(&mut self, file: usize, record: &GameRecord) {
        let points = record.half_points(0);
        self.games[points as usize] += 1;
        self.endings.entry(record.reason).or_default()[points as usize] += 1;
        let without = if record.reason == Reason::RepetitionRuling { 1 } else { points };
        match self.open.remove(&(file, record.game / 2)) {
            None => {
                self.open.insert((file, record.game / 2), (points, without));
            }
            Some((first, first_without)) => {
                self.pairs[(first + points) as usize] += 1;
                self.pairs_without_rulings[(first_without + without) as usize] += 1;
            }
        }
        if let Some(call) = &record.call {
            self.calls.0 += u64::from(*call == record.result);
            self.calls.1 += 1;
        }
        self.plies += record.ms.len() as u64;
        self.add_moves(record);
        for engine in 0..2 {
            self.conduct[engine].late = self.conduct[engine].late.max(record.late[engine]);
        }
        if let Some(loser) = record.loser() {
            *self.conduct[loser].lost.entry(record.reason).or_default() += 1;
        }
        for warning in &record.warnings {
            *self.conduct[warning.engine.min(1)].warnings.entry(warning.flaw).or_default() += 1;
        }
        for (engine, _) in &record.restarts {
            self.conduct[(*engine).min(1)].restarts += 1;
        }
    }

    fn add_moves(&mut self, record: &GameRecord) {
        let red_first = !record.fen.contains(" b ");
        for (index, &ms) in record.ms.iter().enumerate() {
            let red = (index % 2 == 0) == red_first;
            let conduct = &mut self.conduct[if red { record.red } else { 1 - record.red }];
            conduct.moves += 1;
            conduct.ms += u64::from(ms);
            if let Some(depth) = record.depth.get(index).copied().flatten() {
                conduct.depth.0 += u64::from(depth);
                conduct.depth.1 += 1;
            }
            if let Some(nodes) = record.nodes.get(index).copied().flatten() {
                conduct.nodes.0 += nodes;
                conduct.nodes.1 += u64::from(ms);
            }
        }
    }

    /// Games played.
    pub fn played(&self) -> u64 {
        self.games.iter().sum()
    }

    /// Pairs of which both games are played.
    pub fn pairs(&self) -> &Pairs {
        &self.pairs
    }

    /// Whether an engine did what none may do: an illegal or missing move, a crash, a hang, time overstepped.
    pub fn has_faults(&self) -> bool {
        let lost = |conduct: &Conduct| conduct.lost.keys().any(|reason| reason.is_fault());
        self.conduct.iter().any(|conduct| conduct.restarts > 0 || lost(conduct))
    }

    /// How many claims were wrong.
    pub fn warnings(&self) -> u64 {
        self.conduct.iter().flat_map(|conduct| conduct.warnings.values()).sum()
    }

    /// The difference in Elo: over pairs, or over games while no pair is complete.
    pub fn estimate(&self) -> Option<Estimate> {
        stats::estimate(&self.pairs).or_else(|| stats::estimate(&self.games))
    }

    /// The score in one line.
    pub fn line(&self, sprt: Option<&Sprt>) -> String {
        let [losses, draws, wins] = self.games;
        let played = self.played();
        let share = (2 * wins + draws) as f64 / (2 * played.max(1)) as f64 * 100.0;
        let mut text = format!("{played} games +{wins} ={draws} -{losses} ({share:.1} %)");
        if let Some(estimate) = self.estimate() {
            let _ = write!(text, ", {}", elo_text(&estimate));
        }
        if let Some(normalised) = stats::normalised(&self.pairs) {
            let _ = write!(text, ", nElo {:+.1} ± {:.1}", normalised.elo, normalised.error);
        }
        if let Some(sprt) = sprt {
            let (lower, upper) = sprt.bounds();
            let ratio = sprt.ratio(&self.pairs);
            let _ = write!(text, ", LLR {ratio:.2} ({lower:.2}, {upper:.2}) [{}, {}]", sprt.elo0, sprt.elo1);
        }
        let faults: u64 = self.faults().map(|(_, _, count)| count).sum();
        if faults > 0 {
            let _ = write!(text, ", {faults} faults");
        }
        if self.warnings() > 0 {
            let _ = write!(text, ", {} warnings", self.warnings());
        }
        text
    }

    /// Engine, reason, number of games lost by what no engine may do.
    fn faults(&self) -> impl Iterator<Item = (usize, Reason, u64)> + '_ {
        let of = |engine: usize| self.conduct[engine].lost.iter().map(move |(&reason, &count)| (engine, reason, count));
        (0..2).flat_map(of).filter(|(_, reason, _)| reason.is_fault())
    }

    /// Everything.
    pub fn report(&self, sprt: Option<&Sprt>) -> String {
        let mut text = format!("{} against {}\n", self.names[0], self.names[1]);
        let _ = writeln!(text, "{}", self.line(None));
        self.report_statistics(&mut text, sprt);
        let _ = writeln!(text, "{}", self.endings_table());
        let _ = writeln!(text, "{}", self.conduct_table());
        if self.calls.1 > 0 {
            let (right, all) = self.calls;
            let _ = writeln!(text, "Of the games played out, {all} would have been called, {right} of them rightly.");
        }
        self.report_misdeeds(&mut text);
        text
    }

    fn report_statistics(&self, text: &mut String, sprt: Option<&Sprt>) {
        if let Some(Estimate { low, high, superiority, .. }) = stats::estimate(&self.pairs) {
            if low.is_finite() || high.is_finite() {
                let _ = writeln!(text, "95 % interval {low:+.1} to {high:+.1}, LOS {:.1} %", superiority * 100.0);
            }
            let _ = writeln!(text, "pairs with 0, ½, 1, 1½, 2 points: {:?}", self.pairs);
        }
        if let Some(sprt) = sprt {
            let (lower, upper) = sprt.bounds();
            let decision = match sprt.decide(&self.pairs) {
                Decision::Continue => "undecided",
                Decision::Accepted => "passed",
                Decision::Rejected => "failed",
            };
            let Sprt { model, elo0, elo1, alpha, beta } = sprt;
            let model = model.name();
            let ratio = sprt.ratio(&self.pairs);
            let _ = writeln!(
                text,
                "SPRT [{elo0}, {elo1}] {model} at {alpha}, {beta}: LLR {ratio:.2} ({lower:.2}, {upper:.2}), {decision}"
            );
        }
        let rulings = self.endings.get(&Reason::RepetitionRuling).copied().unwrap_or_default();
        if rulings != [0; 3] {
            let [lost, _, won] = rulings;
            let [first, second] = &self.names;
            let _ = write!(text, "lost by a repetition ruling: {first} {lost}, {second} {won}");
            if let Some(estimate) = stats::estimate(&self.pairs_without_rulings) {
                let _ = write!(text, "; with these games as draws {}", elo_text(&estimate));
            }
            text.push('\n');
        }
    }

    fn endings_table(&self) -> Table {
        let mut table = new_table(&["ending", "games", "won", "drawn", "lost"]);
        for (reason, [lost, drawn, won]) in &self.endings {
            let numbers = [lost + drawn + won, *won, *drawn, *lost].map(|count| count.to_string());
            table.add_row(std::iter::once(reason.to_string()).chain(numbers));
        }
        table
    }

    fn conduct_table(&self) -> Table {
        let mut table = new_table(&["engine", "moves", "ms/move", "depth", "knodes/s", "worst overstep ms"]);
        for (name, conduct) in self.names.iter().zip(&self.conduct) {
            let ratio = |(sum, count): (u64, u64)| {
                if count == 0 { "-".to_owned() } else { format!("{:.1}", sum as f64 / count as f64) }
            };
            table.add_row([
                name.clone(),
                conduct.moves.to_string(),
                ratio((conduct.ms, conduct.moves)),
                ratio(conduct.depth),
                ratio(conduct.nodes),
                conduct.late.to_string(),
            ]);
        }
        table
    }

    fn report_misdeeds(&self, text: &mut String) {
        for (engine, reason, count) in self.faults() {
            let _ = writeln!(text, "FAULT: {} lost {count} by {reason}", self.names[engine]);
        }
        for (name, conduct) in self.names.iter().zip(&self.conduct) {
            if conduct.restarts > 0 {
                let _ = writeln!(text, "FAULT: {name} had to be started again {} times", conduct.restarts);
            }
            for (flaw, count) in &conduct.warnings {
                let _ = writeln!(text, "warning: {name}: {count} × {}", flaw.name());
            }
        }
        let about_pv = self.conduct.iter().flat_map(|conduct| &conduct.warnings).filter(|(flaw, _)| flaw.is_pv());
        let about_pv: u64 = about_pv.map(|(_, count)| count).sum();
        let faults: u64 = self.faults().map(|(_, _, count)| count).sum();
        let _ = writeln!(
            text,
            "{} plies, {faults} faults, {about_pv} PV warnings, {} other warnings",
            self.plies,
            self.warnings() - about_pv
        );
    }
}

/// A difference with its error, as commit messages carry it.
fn elo_text(estimate: &Estimate) -> String {
    let Estimate { elo, low, high, .. } = *estimate;
    if !elo.is_finite() {
        format!("Elo {}", if elo > 0.0 { "+∞" } else { "-∞" })
    } else if low.is_finite() && high.is_finite() {
        format!("Elo {elo:+.1} ± {:.1}", estimate.error())
    } else if low.is_finite() || high.is_finite() {
        format!("Elo {elo:+.1} ({low:+.1} to {high:+.1})")
    } else {
        format!("Elo {elo:+.1}")
    }
}

fn new_table(header: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_preset(presets::NOTHING).set_header(header);
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::super::claims::Warning;
    use super::super::record::tests::game;
    use super::*;

    fn summary(games: &[GameRecord]) -> Summary {
        let mut summary = Summary::new(["a".to_owned(), "b".to_owned()]);
        for record in games {
            summary.add(0, record);
        }
        summary
    }

    #[test]
    fn games_become_pairs_whatever_their_order() {
        let games = [
            game(2, "1-0", Reason::Mate),
            game(0, "1-0", Reason::Mate),
            game(3, "1/2-1/2", Reason::Repetition),
            game(1, "0-1", Reason::Mate),
            game(5, "1-0", Reason::Mate),
        ];
        let summary = summary(&games);
        // Engine a: a win and a draw, two wins, and one loss with Black that waits for its other half.
        assert_eq!(summary.pairs(), &[0, 0, 0, 1, 1]);
        assert_eq!(summary.games, [1, 1, 3]);
        assert!(summary.line(None).starts_with("5 games +3 =1 -1 (70.0 %)"), "{}", summary.line(None));
        assert!(!summary.has_faults());
    }

    #[test]
    fn rulings_are_counted_apart() {
        let games = [game(0, "1-0", Reason::RepetitionRuling), game(1, "0-1", Reason::Mate)];
        let summary = summary(&games);
        assert_eq!((summary.pairs, summary.pairs_without_rulings), ([0, 0, 0, 0, 1], [0, 0, 0, 1, 0]));
        assert!(summary.report(None).contains("lost by a repetition ruling: a 0, b 1"), "{}", summary.report(None));
    }

    #[test]
    fn faults_and_warnings_are_told() {
        let mut odd = game(1, "1-0", Reason::IllegalMove);
        odd.warnings.push(Warning { engine: 1, ply: 3, flaw: Flaw::IllegalPv, text: String::new() });
        odd.call = Some("0-1".to_owned());
        let faulty = summary(&[odd]);
        assert!(faulty.has_faults());
        let report = faulty.report(None);
        for part in
            ["FAULT: a lost 1 by illegal move", "warning: b: 1 × illegal PV", "1 would have been called, 0 of them"]
        {
            assert!(report.contains(part), "{report}");
        }
        let mut restarted = game(0, "1-0", Reason::Mate);
        restarted.restarts.push((0, "gone".to_owned()));
        assert!(summary(&[restarted]).has_faults());
        assert!(!summary(&[game(0, "1-0", Reason::Mate)]).has_faults());
    }

    #[test]
    fn nothing_played_is_told_too() {
        let sprt = Sprt { model: stats::Model::Normalised, elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 };
        let report = summary(&[]).report(Some(&sprt));
        assert!(report.contains("0 games") && report.contains("undecided"), "{report}");
    }
}
