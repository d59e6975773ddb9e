//! How the tree grows with depth, from plain minimax to iterative deepening: the steps of a primer on board-game
//! programs (2006), beside the minimal tree that any alpha-beta must visit (D. Knuth and R. Moore, 1975).

use super::grid::{self, Axis, Grid, quantile};
use super::plain;
use super::record::{Key, Record};
use super::report::Report;
use super::runs::Lab;
use super::settings::Settings;
use super::setup::{Ordering, Reading, Setup, TableUse};
use super::sheet::{Cell, Sheet};
use super::table::Table;
use anyhow::{Context, ensure};
use guohe::board::perft;
use guohe_chart::{Line, Scale};

/// Depth when none is asked for.
const DEPTH: u32 = 6;

/// Minimax is searched to here; its nodes are known without a search, as sums of move counts, for one ply more.
const MINIMAX_DEPTH: u32 = 3;
/// The dearer steps go to here only.
const UNORDERED_DEPTH: u32 = 5;

/// Indexes of the table, where there is one.
const SIZE: usize = 1 << 20;

/// A step of the primer.
struct Step {
    name: &'static str,
    setup: Setup,
    has_table: bool,
    max_depth: u32,
}

fn steps(seed: u64) -> [Step; 4] {
    let table = TableUse { reading: Reading::Equal, ..TableUse::USUAL };
    let unordered = Setup { seed, table, ..Setup::of(Ordering::Generated) };
    let ordered = Setup { ordering: Ordering::Captures, ..unordered };
    let deepening = Setup { iterative: true, ..ordered };
    [
        Step { name: "alpha-beta", setup: unordered, has_table: false, max_depth: UNORDERED_DEPTH },
        Step { name: "+ ordering", setup: ordered, has_table: false, max_depth: u32::MAX },
        Step { name: "+ table", setup: ordered, has_table: true, max_depth: u32::MAX },
        Step { name: "+ iterative deepening", setup: deepening, has_table: true, max_depth: u32::MAX },
    ]
}

/// Runs the study.
pub fn run(lab: &Lab, settings: &Settings) -> anyhow::Result<Report> {
    let depth = settings.max_depth.unwrap_or(DEPTH);
    let steps = steps(settings.seed);
    let positions = lab.positions.len();

    let known = depth.min(MINIMAX_DEPTH + 1);
    let key = |position: usize, depth, row: &str, size| Key {
        position: lab.positions[position].name.clone(),
        depth,
        size,
        row: row.to_owned(),
    };
    let minimax: Vec<(Key, usize)> = (1..=known)
        .flat_map(|depth| (0..positions).map(move |position| (depth, position)))
        .map(|(depth, position)| (key(position, depth, "minimax", None), position))
        .collect();
    let mut records = lab.measure("growth: minimax", &minimax, |key, &position| {
        let board = &lab.positions[position].board;
        if key.depth <= MINIMAX_DEPTH {
            Record::of_search(key, &plain::minimax(board, key.depth))
        } else {
            // Legal lines of each length are the leaves of minimax.
            let lines: Vec<u64> = (0..=key.depth).map(|depth| perft(&mut board.clone(), depth)).collect();
            Record { leaves: lines.last().copied(), ..Record::of_nodes(key, lines.iter().sum()) }
        }
    });
    let deepest: Vec<u64> = leaves_of_minimax(&records, known)?;

    let mut items = Vec::new();
    for step in &steps {
        for depth in 1..=depth.min(step.max_depth) {
            let size = step.has_table.then_some(SIZE as u64);
            items.extend((0..positions).map(|position| (key(position, depth, step.name, size), (step, position))));
        }
    }
    records.extend(lab.measure("growth", &items, |key, &(step, position)| {
        let table = step.has_table.then(|| Table::with_buckets(SIZE));
        let board = &lab.positions[position].board;
        let found = plain::search(board, key.depth, &step.setup, table.as_ref());
        Record { evictions: None, ..Record::of_search(key, &found) }
    }));
    let grid = Grid::of(&records, Axis::Depth);
    for column in 0..grid.columns.len() {
        let scores = |row| -> Option<Vec<i32>> { grid.cell(row, column)?.iter().map(|record| record.score).collect() };
        let mut found = (0..grid.rows.len()).filter_map(|row| Some((grid.rows[row], scores(row)?)));
        let Some((_, expected)) = found.next() else { continue };
        for (name, scores) in found {
            ensure!(scores == expected, "{name} finds another score at depth {}", grid.columns[column]);
        }
    }

    // Branching: the mean over the plies that were counted, for each position by itself.
    let mut widths: Vec<f64> = deepest.iter().map(|&leaves| (leaves as f64).powf(1.0 / f64::from(known))).collect();
    let least: Vec<f64> =
        (1..=depth).map(|depth| widths.iter().map(|&width| minimal_leaves(width, depth)).sum()).collect();
    let mut main = grid.sums_sheet("search", grid::nodes);
    main.row("minimal leaves (Knuth and Moore)", least.iter().map(|least| least.round() as u64));
    let ratio = |row, column: usize| Some(grid.sum(row, column, |record| record.leaves)? as f64 / least[column]);
    let leaves = grid.sheet("leaves ÷ minimal", |row, column| match ratio(row, column) {
        Some(ratio) => Cell::Text(format!("{ratio:.2}")),
        None => Cell::Missing,
    });
    widths.sort_by(f64::total_cmp);
    let text = format!(
        "{positions} positions, columns are depths. Nodes, sums; iterative deepening counts all its iterations. Minimax is \
         searched to depth {MINIMAX_DEPTH} at most; its nodes are the number of legal lines, which is known for one \
         ply more. The ordering is captures first, then the history table. The table is two-level with 1M indexes and \
         cuts only with entries of exactly the required depth. So all steps must find the same scores, or the command fails. The last \
         row is the least number of leaves, 2·B^(D/2) − 1 for even D and B^((D+1)/2) + B^((D−1)/2) − 1 for odd D, for the \
         branching factor B measured in each position over {known} plies: {:.1} to {:.1}, median {:.1}.\n\n{}\n\
         Leaves visited for each leaf of the minimal tree:\n\n{}\n\
         Leaves as a power of minimax's leaves (square root: 0.50):\n\n{}",
        widths[0],
        widths[widths.len() - 1],
        quantile(&widths, 1, 2),
        main.markdown(),
        leaves.markdown(),
        powers(&grid).markdown(),
    );
    let value = |row, column| grid.sum(row, column, grid::nodes).map(|nodes| nodes as f64);
    let title = format!("Nodes by depth, sum of {positions} positions");
    let mut panel = grid.panel(title, "depth", "nodes", Scale::Logarithmic, value);
    let least = least.into_iter().map(Some).collect();
    panel.lines.push(Line::published("minimal leaves", least, grid.rows.len()));
    Ok(Report::new(text, records, vec![panel]))
}

/// Leaves of minimax at depth `known` in each position. The searches and the move counts must agree: all nodes of a
/// depth are the leaves of each depth up to it, and the root.
fn leaves_of_minimax(records: &[Record], known: u32) -> anyhow::Result<Vec<u64>> {
    let leaves = |position: &str, depth: u32| {
        let found = records.iter().find(|record| record.position == position && record.depth == depth);
        found.and_then(|record| record.leaves).with_context(|| format!("minimax lacks {position}, depth {depth}"))
    };
    for record in records {
        let mut nodes = 1;
        for depth in 1..=record.depth {
            nodes += leaves(&record.position, depth)?;
        }
        ensure!(record.nodes == nodes, "minimax and the move counts disagree in {}", record.position);
    }
    records.iter().filter(|record| record.depth == known).map(|record| leaves(&record.position, known)).collect()
}

/// To which power of minimax's leaves those of each search amount, over all positions, where minimax is known.
fn powers(grid: &Grid) -> Sheet {
    let leaves = |row, column| grid.sum(row, column, |record| record.leaves).map(|leaves| leaves as f64);
    let mean = grid.positions.len() as f64;
    grid.sheet("power", |row, column| match leaves(row, column).zip(leaves(0, column)) {
        Some((leaves, all)) => Cell::Text(format!("{:.2}", (leaves / mean).ln() / (all / mean).ln())),
        None => Cell::Missing,
    })
}

/// Leaves of the minimal tree of `width` moves a position and `depth` plies.
fn minimal_leaves(width: f64, depth: u32) -> f64 {
    let half = depth as i32 / 2;
    if depth.is_multiple_of(2) { 2.0 * width.powi(half) - 1.0 } else { width.powi(half + 1) + width.powi(half) - 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn minimal_tree() {
        // One move: one leaf. Depth 1 looks at every move; depth 2 at every reply to one move and one reply to each
        // other.
        for (width, depth, leaves) in [(1.0, 6, 1.0), (40.0, 1, 40.0), (40.0, 2, 79.0), (40.0, 3, 1639.0)] {
            assert_eq!(minimal_leaves(width, depth), leaves);
        }
    }
}
