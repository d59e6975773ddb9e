//! How engines behaved besides winning and losing: what their moves cost, and what they did that no engine may do.

use super::claims::Flaw;
use super::record::GameRecord;
use super::table::Columns;
use guohe::game::Reason;
use guohe::types::Score;
use guohe_common::say::counted;
use std::collections::BTreeMap;
use std::fmt::Write;

/// What one engine did in its games.
#[derive(Clone, Debug, Default)]
pub struct Conduct {
    moves: u64,
    ms: u64,
    /// Sum and number of the depths that it told, without those of decisive scores.
    depth: (u64, u64),
    /// Nodes, and milliseconds of the moves of which the nodes are known.
    nodes: (u64, u64),
    /// The most milliseconds by which it overran its time.
    late: u32,
    /// The same in games that it lost on time; 0 if none of these moves came before it was stopped.
    too_late: u32,
    /// Lost games, by reason.
    lost: BTreeMap<Reason, u64>,
    warnings: BTreeMap<Flaw, u64>,
    /// How often it crashed or hung between games.
    breakdowns: u64,
}

impl Conduct {
    /// Adds a game in which it was engine `side`, 0 or 1.
    pub fn add(&mut self, record: &GameRecord, side: usize) {
        self.add_moves(record, side);
        self.late = self.late.max(record.late[side]);
        if record.loser() == Some(side) {
            *self.lost.entry(record.reason).or_default() += 1;
            // Its moves before may have been late within the margin.
            if record.reason == Reason::Time && record.detail.contains("too late") {
                self.too_late = self.too_late.max(record.late[side]);
            }
        }
        for warning in record.warnings.iter().filter(|warning| warning.engine.min(1) == side) {
            *self.warnings.entry(warning.flaw).or_default() += 1;
        }
        self.breakdowns += record.breakdowns().filter(|&(engine, _)| engine == side).count() as u64;
    }

    fn add_moves(&mut self, record: &GameRecord, side: usize) {
        for (index, &ms) in record.ms.iter().enumerate().filter(|(index, _)| record.mover(*index) == side) {
            self.moves += 1;
            self.ms += u64::from(ms);
            // Some engines report a depth of hundreds where they see a mate.
            let is_decisive = record.score.get(index).copied().flatten().is_some_and(|s| Score::new(s).is_decisive());
            if let Some(depth) = record.depth.get(index).copied().flatten().filter(|_| !is_decisive) {
                self.depth.0 += u64::from(depth);
                self.depth.1 += 1;
            }
            if let Some(nodes) = record.nodes.get(index).copied().flatten() {
                self.nodes.0 = self.nodes.0.saturating_add(nodes);
                self.nodes.1 += u64::from(ms);
            }
        }
    }

    /// Adds what it did in other games.
    pub fn merge(&mut self, other: &Self) {
        self.moves += other.moves;
        self.ms += other.ms;
        self.depth = (self.depth.0 + other.depth.0, self.depth.1 + other.depth.1);
        self.nodes = (self.nodes.0.saturating_add(other.nodes.0), self.nodes.1 + other.nodes.1);
        self.late = self.late.max(other.late);
        self.too_late = self.too_late.max(other.too_late);
        self.breakdowns += other.breakdowns;
        for (&reason, count) in &other.lost {
            *self.lost.entry(reason).or_default() += count;
        }
        for (&flaw, count) in &other.warnings {
            *self.warnings.entry(flaw).or_default() += count;
        }
    }

    /// Games lost by what no engine may do, by reason.
    fn lost_by_faults(&self) -> impl Iterator<Item = (Reason, u64)> + '_ {
        self.lost.iter().map(|(&reason, &count)| (reason, count)).filter(|(reason, _)| reason.is_fault())
    }

    /// How often it did what none may do: an illegal or missing move, a crash, a hang, time overstepped.
    pub fn faults(&self) -> u64 {
        self.lost_by_faults().map(|(_, count)| count).sum::<u64>() + self.breakdowns
    }

    /// How many of its claims were wrong.
    pub fn warnings(&self) -> u64 {
        self.warnings.values().sum()
    }
}

/// What the moves of each engine cost.
pub fn costs(names: &[String], conducts: &[Conduct]) -> Columns {
    let titles = ["engine", "moves", "ms/move", "depth", "knps", "max. time overrun ms"];
    let mut table = Columns::new(&titles, 1, &[3, 4, 1, 2]);
    for (name, conduct) in names.iter().zip(conducts) {
        let ratio = |(sum, count): (u64, u64)| {
            if count == 0 { "-".to_owned() } else { format!("{:.1}", sum as f64 / count as f64) }
        };
        table.add([
            name.clone(),
            conduct.moves.to_string(),
            ratio((conduct.ms, conduct.moves)),
            ratio(conduct.depth),
            // The time of a move is a whole number of milliseconds.
            if conduct.ms < conduct.moves { "-".to_owned() } else { ratio(conduct.nodes) },
            conduct.late.to_string(),
        ]);
    }
    table
}

/// What engines did that none may do, a line for each engine and kind.
pub fn faults(names: &[String], conducts: &[Conduct]) -> Vec<String> {
    let of = |(name, conduct): (&String, &Conduct)| {
        let late = |reason| match reason {
            Reason::Time if conduct.too_late > 0 => format!(", by up to {} ms", conduct.too_late),
            _ => String::new(),
        };
        let lost = conduct.lost_by_faults();
        let lost = lost.map(|(reason, count)| format!("lost {}: {reason}{}", counted(count, "game"), late(reason)));
        let broken = format!("crashed or hung {} after a game", counted(conduct.breakdowns, "time"));
        let broken = Some(broken).filter(|_| conduct.breakdowns > 0);
        lost.chain(broken).map(|text| format!("FAULT: {name} {text}")).collect::<Vec<_>>()
    };
    names.iter().zip(conducts).flat_map(of).collect()
}

/// Whatever was wrong, a line each, and the counts of it in games of so many `plies`.
pub fn misdeeds(text: &mut String, names: &[String], conducts: &[Conduct], plies: u64) {
    for fault in faults(names, conducts) {
        let _ = writeln!(text, "{fault}");
    }
    // A larger margin does not help an engine that has to be stopped.
    if conducts.iter().any(|conduct| conduct.too_late > 0) {
        let _ = writeln!(text, "on a busy machine begin anew with a larger --margin, or with --nodes");
    }
    for (name, conduct) in names.iter().zip(conducts) {
        for (flaw, count) in &conduct.warnings {
            let _ = writeln!(text, "warning: {name}: {count} × {}", flaw.name());
        }
    }
    let about_pv = conducts.iter().flat_map(|conduct| &conduct.warnings).filter(|(flaw, _)| flaw.is_pv());
    let about_pv: u64 = about_pv.map(|(_, count)| count).sum();
    let faults: u64 = conducts.iter().map(Conduct::faults).sum();
    let warnings: u64 = conducts.iter().map(Conduct::warnings).sum();
    let others = warnings - about_pv;
    let faults = counted(faults, "fault");
    let [about_pv, others] = [counted(about_pv, "PV warning"), counted(others, "other warning")];
    let plies = counted(plies, "ply");
    let _ = writeln!(text, "{plies}, {faults}, {about_pv}, {others}");
}

#[cfg(test)]
mod tests {
    use super::super::record::tests::game;
    use super::*;

    #[test]
    fn nodes_that_a_file_claims_add_up_to_a_number() {
        let mut record = game(0, "1-0", Reason::Mate);
        record.nodes = vec![Some(u64::MAX); 2];
        let mut conduct = Conduct::default();
        conduct.add(&record, 0);
        conduct.add(&record, 0);
        conduct.merge(&conduct.clone());
        assert_eq!(conduct.nodes.0, u64::MAX);
    }

    #[test]
    fn the_depth_of_a_seen_mate_is_no_depth_of_search() {
        let mut record = game(0, "1-0", Reason::Mate);
        let mut conduct = Conduct::default();
        conduct.add(&record, 0);
        record.depth[0] = Some(245);
        record.score[0] = Some(9_995);
        conduct.add(&record, 0);
        assert_eq!((conduct.depth, conduct.moves), ((7, 1), 2));
    }
}
