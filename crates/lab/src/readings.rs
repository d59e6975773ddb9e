//! Every reading of Jiao and Liu 2010 that its text allows, held against its two tables: which entries may be read,
//! which nodes count, how large an entry is, how the search orders its moves, and whether it deepens step by step.
//!
//! On a scale of a thirty-second: trees and tables that are as much smaller than the paper's.

use super::grid::percent;
use super::published;
use super::record::Record;
use super::report::Report;
use super::runs::{Case, Lab};
use super::scheme::{self, Scheme};
use super::settings::Settings;
use super::setup::{Ordering, Reading, Setup, TableUse, name};
use super::sheet::{Cell, Sheet, size_name};
use guohe_chart::{Line, Panel, Scale, X};
use std::collections::HashMap;

/// The paper's sizes of tables are divided by this.
const SMALLER: usize = 32;

/// Positions when no number is asked for.
const POSITIONS: usize = 4;

/// The paper's rows with a table.
const POLICIES: [&str; 3] = ["always", "depth", "two-level"];

/// The paper's size of table 2.
const LARGE: usize = 16 << 20;

/// How an ordering is searched: to the depth at which its tree is about a thirty-second of the paper's.
const ORDERINGS: [(Ordering, u32); 3] = [(Ordering::Generated, 4), (Ordering::Captures, 5), (Ordering::History, 5)];

/// Least depth of table 2 at which its rows differ.
const FIRST_DEPTH: u32 = 3;

/// Which entries may be replaced, and read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Rule {
    /// As tables are usually programmed: entries as deep as asked for or deeper are read; depth priority lets an
    /// equally deep entry replace.
    Usual,
    /// The paper word for word: always without any test of depth, depth priority replaced and read only when strictly
    /// deeper, and so the two levels.
    Literal,
    /// The same, but level 2, which always takes, is read without a test.
    LiteralMixed,
}

impl Rule {
    const ALL: [Self; 3] = [Self::Usual, Self::Literal, Self::LiteralMixed];

    const fn name(self) -> &'static str {
        match self {
            Self::Usual => "usual",
            Self::Literal => "literal",
            Self::LiteralMixed => "literal, level 2 always",
        }
    }

    /// Who replaces and what is read for one of the paper's rows; the rule whose runs serve.
    fn of(self, policy: &str) -> (Self, Scheme, Reading) {
        match (self, policy) {
            (Self::Usual, "always") => (self, Scheme::Always, Reading::Deeper),
            (Self::Usual, "depth") => (self, Scheme::Depth, Reading::Deeper),
            (Self::Usual, _) => (self, Scheme::PlainTwoLevel, Reading::Deeper),
            (_, "always") => (Self::Literal, Scheme::Always, Reading::Any),
            (_, "depth") => (Self::Literal, Scheme::DepthStrict, Reading::Strict),
            (Self::Literal, _) => (self, Scheme::PlainTwoLevel, Reading::Strict),
            (Self::LiteralMixed, _) => (self, Scheme::PlainTwoLevel, Reading::StrictThenAny),
        }
    }
}

/// A search without its table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Base {
    ordering: Ordering,
    depth: u32,
    deepens: bool,
}

impl Base {
    fn name(self) -> String {
        format!("{}{}", name(&self.ordering), if self.deepens { ", deepening" } else { "" })
    }

    fn row(self, rule: Rule, policy: &str) -> String {
        match policy {
            "none" => format!("{}: none", self.name()),
            _ => format!("{}, {}: {policy}", self.name(), rule.of(policy).0.name()),
        }
    }

    fn all(settings: &Settings) -> Vec<Self> {
        let most = settings.max_depth.unwrap_or(u32::MAX).max(FIRST_DEPTH);
        let of = |(ordering, depth): (Ordering, u32)| {
            [false, true].map(|deepens| Self { ordering, depth: depth.min(most), deepens })
        };
        ORDERINGS.into_iter().flat_map(of).collect()
    }

    fn case(self, rule: Rule, policy: &str, depth: u32, size: Option<usize>, settings: &Settings) -> Case {
        let (_, scheme, reading) = rule.of(policy);
        let scheme = if size.is_some() { scheme } else { Scheme::None };
        let table = TableUse { reading, ..TableUse::USUAL };
        let setup = Setup { iterative: self.deepens, table, seed: settings.seed, ..Setup::of(self.ordering) };
        Case {
            row: self.row(rule, policy),
            depth,
            size: size.map(|size| size as u64),
            setup,
            scheme,
            buckets: size.map_or(0, |size| scheme.buckets(size)),
        }
    }
}

/// What a "16k" of the paper is: so many entries, or so many bytes at so many an entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Unit(usize);

impl Unit {
    const ALL: [Self; 3] = [Self(1), Self(16), Self(32)];

    fn name(self) -> String {
        match self.0 {
            1 => "entries".to_owned(),
            bytes => format!("bytes, {bytes} an entry"),
        }
    }

    /// Indexes of our table that stand for the paper's `size`.
    fn indexes(self, size: usize) -> usize {
        size / SMALLER / self.0
    }
}

/// Whether nodes that the table answers count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Counting {
    All,
    Unanswered,
}

impl Counting {
    const fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Unanswered => "unanswered",
        }
    }
}

/// One reading of the paper, and how far its figures are from the paper's.
struct Found {
    base: Base,
    rule: Rule,
    counting: Counting,
    unit: Unit,
    /// Mean difference of the shares in table 1, in percentage points.
    first: f64,
    /// The same in table 2.
    second: f64,
    /// Columns of table 1 in the paper's order.
    in_order: usize,
    /// Searches that found another score than without a table, by policy.
    changed: [u64; 3],
    /// Of so many each.
    searches: usize,
    /// Shares of table 1 by policy and column.
    shares: Vec<Vec<f64>>,
}

impl Found {
    fn name(&self) -> String {
        format!("{}, {}, {}, {}", self.base.name(), self.rule.name(), self.counting.name(), self.unit.name())
    }

    fn distance(&self) -> f64 {
        (self.first + self.second) / 2.0
    }
}

/// The records by what was searched; all positions of a cell together.
struct Cells<'a>(HashMap<(String, u32, Option<u64>), Vec<&'a Record>>);

impl<'a> Cells<'a> {
    fn of(records: &'a [Record]) -> Self {
        let mut cells: HashMap<_, Vec<_>> = HashMap::new();
        for record in records {
            cells.entry((record.row.clone(), record.depth, record.size)).or_default().push(record);
        }
        Self(cells)
    }

    fn get(&self, row: &str, depth: u32, size: Option<usize>) -> &[&'a Record] {
        let size = size.map(|size| size as u64);
        self.0.get(&(row.to_owned(), depth, size)).expect("every case was searched")
    }

    fn share(&self, reading: &Found, policy: &str, depth: u32, size: usize) -> f64 {
        let base = self.get(&reading.base.row(reading.rule, "none"), depth, None);
        let cell = self.get(&reading.base.row(reading.rule, policy), depth, Some(size));
        let count = |record: &&Record| match reading.counting {
            Counting::All => record.nodes,
            Counting::Unanswered => record.unanswered.expect("this study counts them"),
        };
        let nodes: u64 = base.iter().map(|record| record.nodes).sum();
        cell.iter().map(count).sum::<u64>() as f64 / nodes as f64
    }

    fn changed(&self, reading: &Found, policy: &str, depth: u32, size: usize) -> u64 {
        let base = self.get(&reading.base.row(reading.rule, "none"), depth, None);
        let cell = self.get(&reading.base.row(reading.rule, policy), depth, Some(size));
        cell.iter().zip(base).filter(|(record, base)| record.score != base.score).count() as u64
    }
}

/// How many positions it asks for.
pub fn positions(settings: &Settings) -> usize {
    settings.count.unwrap_or(POSITIONS)
}

/// Runs the study.
pub fn run(lab: &Lab, settings: &Settings) -> anyhow::Result<Report> {
    let positions = positions(settings).min(lab.positions.len());
    let mut cases = Vec::new();
    for base in Base::all(settings) {
        for depth in FIRST_DEPTH..=base.depth {
            cases.push(base.case(Rule::Usual, "none", depth, None, settings));
        }
        for rule in Rule::ALL {
            for policy in POLICIES.into_iter().filter(|policy| rule.of(policy).0 == rule) {
                for unit in Unit::ALL {
                    let sizes = published::SIZES.iter().map(|&size| (base.depth, unit.indexes(size)));
                    let depths = (FIRST_DEPTH..=base.depth).map(|depth| (depth, unit.indexes(LARGE)));
                    for (depth, size) in sizes.chain(depths) {
                        cases.push(base.case(rule, policy, depth, Some(size), settings));
                    }
                }
            }
        }
    }
    // Sizes that two units share are searched once.
    let mut seen = std::collections::HashSet::new();
    cases.retain(|case| seen.insert((case.row.clone(), case.depth, case.size)));
    let records = lab.search_first(&settings.section, &cases, positions);
    let cells = Cells::of(&records);

    let mut found = Vec::new();
    for base in Base::all(settings) {
        for rule in Rule::ALL {
            for counting in [Counting::All, Counting::Unanswered] {
                found.extend(Unit::ALL.map(|unit| measure(&cells, base, rule, counting, unit)));
            }
        }
    }
    found.sort_by(|one, other| one.distance().total_cmp(&other.distance()));
    let text = text(&found, positions);
    let figure = figure(&found);
    Ok(Report::new(text, records, figure))
}

fn measure(cells: &Cells, base: Base, rule: Rule, counting: Counting, unit: Unit) -> Found {
    let depths = FIRST_DEPTH..=base.depth;
    let searches = published::SIZES.len() + depths.clone().count();
    let (shares, changed) = (Vec::new(), [0; 3]);
    let mut found =
        Found { base, rule, counting, unit, first: 0.0, second: 0.0, in_order: 0, changed, searches, shares };
    let mut second = Vec::new();
    for (number, policy) in POLICIES.into_iter().enumerate() {
        let sizes = published::SIZES.map(|size| unit.indexes(size));
        found.shares.push(sizes.map(|size| cells.share(&found, policy, base.depth, size)).to_vec());
        let by_size = sizes.iter().map(|&size| cells.changed(&found, policy, base.depth, size));
        let by_depth = depths.clone().map(|depth| cells.changed(&found, policy, depth, unit.indexes(LARGE)));
        found.changed[number] = by_size.chain(by_depth).sum();
        second.extend(depths.clone().map(|depth| {
            let ours = cells.share(&found, policy, depth, unit.indexes(LARGE));
            let theirs = published::share(published::by_depth, policy, u64::from(depth)).expect("the paper has it");
            (ours - theirs).abs()
        }));
    }
    let first: Vec<f64> = (POLICIES.iter().zip(&found.shares))
        .flat_map(|(policy, shares)| {
            shares.iter().zip(published::SIZES).map(|(ours, size)| {
                let theirs = published::share(published::by_size, policy, size as u64).expect("the paper has it");
                (ours - theirs).abs()
            })
        })
        .collect();
    let mean = |differences: &[f64]| 100.0 * differences.iter().sum::<f64>() / differences.len() as f64;
    (found.first, found.second) = (mean(&first), mean(&second));
    let is_ordered = |column: &usize| {
        let [always, depth, two_level] = [0, 1, 2].map(|policy: usize| found.shares[policy][*column]);
        two_level < depth && depth < always && always < 1.0
    };
    found.in_order = (0..published::SIZES.len()).filter(is_ordered).count();
    found
}

fn text(found: &[Found], positions: usize) -> String {
    let heads =
        ["ordering", "read", "counted", "\"16k\" is 16k", "table 1", "table 2", "mean", "in order", "changed scores"];
    let mut ranking = Sheet::new("", heads.map(str::to_owned));
    for (rank, reading) in found.iter().enumerate() {
        let [always, depth, two_level] = reading.changed;
        ranking.row(
            format!("{}", rank + 1),
            [
                reading.base.name(),
                reading.rule.name().to_owned(),
                reading.counting.name().to_owned(),
                reading.unit.name(),
                format!("{:.1}", reading.first),
                format!("{:.1}", reading.second),
                format!("{:.1}", reading.distance()),
                format!("{} of {}", reading.in_order, published::SIZES.len()),
                format!("{always}, {depth}, {two_level} of {}", positions * reading.searches),
            ],
        );
    }
    let mut beside = Sheet::new("% of none", published::SIZES.map(size_name));
    for policy in POLICIES {
        let share =
            |size| Cell::Text(percent(published::share(published::by_size, policy, size as u64).unwrap_or(1.0)));
        beside.row(format!("J, {policy}"), published::SIZES.map(share));
    }
    for (words, reading) in picked(found) {
        for (policy, shares) in POLICIES.iter().zip(&reading.shares) {
            beside.row(format!("{words}, {policy}"), shares.iter().map(|&share| percent(share)));
        }
    }
    let which =
        if positions == 1 { "The first position".to_owned() } else { format!("The first {positions} positions") };
    format!(
        "{which}. Trees of depth 5 with an ordering, and of depth 4 without, are a thirty-second of J's; sizes are \
         divided by 32, and again by 16 or 32 if they are read as bytes. *Read*: `usual` reads an entry that is at \
         least as deep as required; `literal` follows J's text (`always` without a test of depth; `depth` replaced \
         and read only if strictly deeper; `two-level` read only if strictly deeper or, in the third rule, level 2 \
         without a test). An ordering with *deepening* searches by iterative deepening. *Table 1* and *table 2* are \
         mean differences from J's shares, in percentage points, over 21 cells and over the depths from 3 on; table \
         2 at J's own depths, in a thirty-second of J's 16M indexes. *In order*: the number of columns of table 1 \
         with J's order of the policies. *Changed scores*: the number of searches for both tables, with `always`, \
         `depth` and `two-level`, that find another score than without a table.\n\n{}\n\
         Some interpretations compared with J's table 1:\n\n{}",
        ranking.markdown(),
        beside.markdown(),
    )
}

/// The readings that are shown in full: the nearest, the nearest literal one, and the usual search that the page's
/// other studies count.
fn picked(found: &[Found]) -> Vec<(&'static str, &Found)> {
    let first = |is: &dyn Fn(&Found) -> bool| found.iter().find(|reading| is(reading));
    let is_ours = |reading: &Found| {
        let plain = !reading.base.deepens && reading.base.ordering == Ordering::History;
        plain && reading.rule == Rule::Usual && reading.counting == Counting::All && reading.unit == Unit(1)
    };
    let picked = [
        ("nearest", first(&|_| true)),
        ("nearest literal", first(&|reading| reading.rule != Rule::Usual)),
        ("as elsewhere here", first(&is_ours)),
    ];
    picked.into_iter().filter_map(|(words, reading)| Some((words, reading?))).collect()
}

fn figure(found: &[Found]) -> Vec<Panel> {
    let x = X::Numbers(published::SIZES.iter().map(|&size| ((size as f64).log2(), size_name(size))).collect());
    let panel = |(words, reading): (&str, &Found)| {
        let mut lines = Vec::new();
        for (number, policy) in POLICIES.iter().enumerate() {
            let ours = reading.shares[number].iter().map(|share| Some(100.0 * share)).collect();
            let share = |&size: &usize| Some(100.0 * published::share(published::by_size, policy, size as u64)?);
            let theirs = published::SIZES.iter().map(share).collect();
            let color = scheme::color_of(policy).unwrap_or_default();
            lines.push(Line::new(*policy, ours, color));
            lines.push(Line::published(format!("{policy} (J)"), theirs, color));
        }
        Panel {
            title: format!("{words}: {}", reading.name()),
            x_label: "J's size".to_owned(),
            y_label: "% of no table".to_owned(),
            x: x.clone(),
            scale: Scale::FromZero,
            lines,
            notes: Vec::new(),
        }
    };
    picked(found).into_iter().map(panel).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literal_rules_share_their_single_tables() {
        assert_eq!(Rule::LiteralMixed.of("always").0, Rule::Literal);
        assert_eq!(Rule::LiteralMixed.of("depth"), Rule::Literal.of("depth"));
        assert_ne!(Rule::LiteralMixed.of("two-level"), Rule::Literal.of("two-level"));
        assert_eq!(Rule::Usual.of("depth"), (Rule::Usual, Scheme::Depth, Reading::Deeper));
    }

    #[test]
    fn the_papers_sizes_stay_powers_of_two() {
        for unit in Unit::ALL {
            assert!(
                published::SIZES.iter().all(|&size| unit.indexes(size).is_power_of_two() && unit.indexes(size) >= 16)
            );
        }
    }
}
