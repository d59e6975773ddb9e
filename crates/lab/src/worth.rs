//! What in a table is worth what: its moves, its scores, exact ones alone, the best moves of nodes that failed low;
//! with and without iterative deepening. Jiao and Liu: in the middle game a table's worth is in the ordering. Eppstein:
//! a table may hold exact values, or bounds too. Moreland's translator: the best move of a node that failed low greatly
//! helps.

use super::grid::{self, Axis, Grid};
use super::report::Report;
use super::runs::{Case, Lab};
use super::scheme::Scheme;
use super::settings::Settings;
use super::setup::{Ordering, Reading, Setup, TableUse, name};
use guohe_chart::{Line, Panel, Scale, X};

/// Depths when none is asked for.
const DEPTH: u32 = 5;

/// Indexes of the table: more than the trees have nodes.
const SIZE: usize = 1 << 20;

/// What is used of the table.
fn uses() -> Vec<(&'static str, Option<TableUse>)> {
    let all = TableUse { reading: Reading::Equal, ..TableUse::USUAL };
    vec![
        ("none", None),
        ("moves", Some(TableUse { cuts: false, ..all })),
        ("moves, not of fail-low nodes", Some(TableUse { cuts: false, fail_low_moves: false, ..all })),
        ("exact scores", Some(TableUse { moves: false, exact_only: true, ..all })),
        ("scores", Some(TableUse { moves: false, ..all })),
        ("exact scores and moves", Some(TableUse { exact_only: true, ..all })),
        ("scores and moves", Some(all)),
        ("scores and moves, not of fail-low nodes", Some(TableUse { fail_low_moves: false, ..all })),
    ]
}

/// Runs the study.
pub fn run(lab: &Lab, settings: &Settings) -> anyhow::Result<Report> {
    let depth = settings.max_depth.unwrap_or(DEPTH);
    let size = settings.sizes_or(&[SIZE])[0];
    let orderings = [Ordering::History, Ordering::Captures];
    let mut cases = Vec::new();
    for ordering in orderings {
        for deepens in [false, true] {
            for (used, table) in uses() {
                let setup = Setup {
                    iterative: deepens,
                    table: table.unwrap_or(TableUse::USUAL),
                    seed: settings.seed,
                    ..Setup::of(ordering)
                };
                let scheme = if table.is_some() { Scheme::TwoLevel } else { Scheme::None };
                for depth in depth.saturating_sub(1).max(1)..=depth {
                    cases.push(Case {
                        row: format!("{}{}: {used}", name(&ordering), if deepens { ", deepening" } else { "" }),
                        depth,
                        size: table.map(|_| size as u64),
                        setup,
                        scheme,
                        buckets: scheme.buckets(size),
                    });
                }
            }
        }
    }
    let records = lab.search(&settings.section, &cases);
    let grid = Grid::of(&records, Axis::Depth);
    // Everything is held against the search of its ordering without a table and without deepening.
    let rows = uses().len();
    let base = |row: usize| row / (2 * rows) * (2 * rows);
    let text = format!(
        "Columns are depths; two-level table with {} indexes; {} positions. Only entries of \
         exactly the required depth may cut, so all rows find the same scores. *Moves*: the table's moves are tried first. \
         *Scores*: the table's bounds and exact scores may cut. *Exact scores*: bounds may not. With *deepening* all \
         iterations count. Nodes, sums:\n\n{}\n\
         Share of the nodes of the same ordering without a table and without deepening: of the sums; median [quartiles] \
         over the positions:\n\n{}",
        super::sheet::size_name(size),
        grid.positions.len(),
        grid.sums_sheet("used of the table", grid::nodes).markdown(),
        grid.shares_sheet("% of none", |row| Some(base(row))).markdown(),
    );
    let last = grid.columns.len() - 1;
    let panel = |(number, ordering): (usize, &Ordering)| {
        let line = |deepens: usize| {
            let first = 2 * rows * number + rows * deepens;
            let share = |row| Some(100.0 * grid.share(row, last, base(row), grid::nodes)?);
            Line::new(["one search", "deepening"][deepens], (first..first + rows).map(share).collect(), 1 + deepens)
        };
        Panel {
            title: format!("Depth {depth}, {} ordering: nodes with parts of the table", name(ordering)),
            x_label: "used of the table".to_owned(),
            y_label: "nodes, % of no table".to_owned(),
            x: X::Categories(uses().iter().map(|(name, _)| (*name).to_owned()).collect()),
            scale: Scale::FromZero,
            lines: vec![line(0), line(1)],
            notes: Vec::new(),
        }
    };
    let figure = orderings.iter().enumerate().map(panel).collect();
    Ok(Report::new(text, records, figure))
}
