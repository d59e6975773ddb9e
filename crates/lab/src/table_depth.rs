//! Table 2 and figure 4 of Jiao and Liu 2010: nodes by depth, with a large table.

use super::grid::{self, Axis, Grid};
use super::report::Report;
use super::runs::{Case, Lab};
use super::scheme::Scheme;
use super::settings::Settings;
use super::setup::name;
use super::sheet::{Sheet, size_name};
use super::{published, table_size};

/// Indexes when no size is asked for: the paper's.
pub const SIZE: usize = 16 << 20;

/// Depth when none is asked for: the paper's.
const DEPTH: u32 = 7;

/// Runs the study.
pub fn run(lab: &Lab, settings: &Settings) -> anyhow::Result<Report> {
    let depth = settings.max_depth.unwrap_or(DEPTH);
    let indexes = settings.sizes_or(&[SIZE])[0];
    let mut cases = Vec::new();
    for depth in 2.min(depth)..=depth {
        cases.extend(Scheme::ROWS.map(|scheme| Case {
            row: scheme.name(),
            depth,
            size: (scheme != Scheme::None).then_some(indexes as u64),
            setup: settings.setup(),
            scheme,
            buckets: scheme.buckets(indexes),
        }));
    }
    let records = lab.search(&settings.section, &cases);
    let grid = Grid::of(&records, Axis::Depth);
    let published = |label: &str, depth| (indexes == SIZE).then(|| published::by_depth(label, depth)).flatten();
    let mut text = format!(
        "{} indexes, {} positions, ordering `{}`, columns are depths. Nodes, sums:\n\n{}\n\
         Share of the nodes without a table: of the sums; median [quartiles] over the positions:\n\n{}\n\
         The order of the policies, and the number of positions in which each step holds / is a tie / is reversed:\n\n{}\n\
         J's order, two-level < depth < always < none, holds in the sums at {} of {} depths. A deeper entry may \
         answer a search, so some searches find another score than without a table: {}.\n\n\
         The expected number of pairs of published nodes that share an index of the published table, if its indexes are \
         evenly distributed (nodes² / (2 · 16M)):\n\n{}",
        size_name(indexes),
        grid.positions.len(),
        name(&settings.ordering),
        grid.sums_sheet("nodes", grid::nodes).markdown(),
        grid.shares_sheet("% of none", |_| Some(0)).markdown(),
        grid.order_sheet("depth", &table_size::STEPS).markdown(),
        grid.columns_in_order(&table_size::ORDER),
        grid.columns.len(),
        grid.changed_words(),
        meetings().markdown(),
    );
    text += &table_size::sheets_of_the_paper(&grid, 2, published);
    let title = format!("{} indexes, {} ordering", size_name(indexes), name(&settings.ordering));
    let figure = table_size::beside_the_paper(&grid, &title, "depth", published);
    Ok(Report::new(text, records, figure))
}

/// Expected pairs of nodes on one index in the paper's own runs with `always`.
fn meetings() -> Sheet {
    let mut sheet = Sheet::new("depth", published::DEPTHS.map(|depth| depth.to_string()));
    let nodes = |depth: u32| published::by_depth("always", u64::from(depth)).expect("the table has its own depths");
    sheet.row("nodes, always", published::DEPTHS.map(nodes));
    sheet.row(
        "pairs",
        published::DEPTHS.map(|depth| {
            let nodes = nodes(depth) as f64;
            (nodes * nodes / (2.0 * SIZE as f64)).round() as u64
        }),
    );
    sheet
}
