//! Table 2 and figure 4 of Jiao and Liu 2010: nodes by depth, with a large table.

use super::grid::Grid;
use super::published;
use super::report::Report;
use super::runs::Lab;
use super::runs::Run;
use super::settings::Settings;
use super::setup::Scheme;
use super::sheet::Sheet;
use super::sheet::size_name;
use serde_json::json;

/// Indexes when no size is asked for: the paper's.
pub const SIZE: usize = 16 << 20;

/// Depth when none is asked for: the paper's.
pub const DEPTH: u32 = 7;

/// Runs the study.
pub fn run(lab: &Lab, settings: &Settings) -> anyhow::Result<Report> {
    let depth = settings.max_depth.unwrap_or(DEPTH);
    let indexes = settings.sizes_or(&[SIZE])[0];
    let setup = settings.setup();
    let columns: Vec<u64> = (2.min(depth)..=depth).map(u64::from).collect();
    let grid = Grid::measure(lab, "table-depth", &Scheme::ROWS, &columns, |scheme, depth, position| Run {
        position,
        depth: depth as u32,
        setup,
        scheme,
        buckets: scheme.buckets(indexes),
    });

    let name = |depth: u64| depth.to_string();
    let published = |scheme, depth| (indexes == SIZE).then(|| published::by_depth(scheme, depth)).flatten();
    let unanswered = format!(
        "Were only those nodes counted that the table leaves unanswered, in % of no table (published shares in \
         brackets, where there are any):\n\n{}",
        grid.unanswered_sheet("% of no table", name, published).markdown(),
    );
    let mut text = format!(
        "{} indexes, {} positions, ordering `{}`, columns are depths. Nodes:\n\n{}\n",
        size_name(indexes),
        lab.positions.len(),
        settings.ordering.name(),
        grid.sums_sheet(name).markdown(),
    );
    if indexes == SIZE {
        text += &format!("{}\n", grid.published_sheet(name, published).markdown());
    }
    text += &format!(
        "{}\n{}\nThe order of the policies, and in how many positions each step holds / is a tie / is turned round:\n\n\
         {}\nThe paper's order, two-level < depth < always < none, holds in the sums at {} of {} depths.\n\n\
         How many times the published nodes could have met in the published table, if its indexes were evenly spread \
         (nodes² / 2 · 16M, the expected pairs of nodes that share an index):\n\n{}\n{}\n",
        grid.first_sheet(name).markdown(),
        grid.shares_sheet(name, published).markdown(),
        grid.order_sheet("depth", name).markdown(),
        grid.columns_in_papers_order(),
        columns.len(),
        meetings().markdown(),
        unanswered,
    );

    let title = format!("{} indexes, {} ordering", size_name(indexes), settings.ordering.name());
    Ok(Report {
        name: "table-depth".to_owned(),
        text,
        main: grid.sums("policy"),
        json: json!({
            "study": "table-depth",
            "indexes": indexes,
            "ordering": settings.ordering.name(),
            "quiescence": settings.quiescence,
            "seed": settings.seed,
            "figures": grid.json(),
        }),
        figure: grid.panels(&title, "depth", name, published),
    })
}

/// Expected pairs of nodes on one index in the paper's own runs with `always`.
fn meetings() -> Sheet {
    let mut sheet = Sheet::new("depth", published::DEPTHS.map(|depth| depth.to_string()));
    let nodes =
        |depth: u32| published::by_depth(Scheme::Always, u64::from(depth)).expect("the table has its own depths");
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
