//! The replacement schemes inside the playing search: nodes to a depth, where ordering, pruning and reductions leave
//! the table less to do.

use super::figure::Scale;
use super::grid;
use super::grid::Axis;
use super::grid::Grid;
use super::record::Key;
use super::record::Record;
use super::report::Report;
use super::runs::Lab;
use super::scheme::Scheme;
use super::settings::Settings;
use super::weights;
use guohe::board::Board;
use guohe::search::Limits;
use guohe::search::Options;
use guohe::search::Pool;
use guohe::search::Signals;
use guohe::search::Silent;
use guohe::tt::Table;

/// Depth when none is asked for.
const DEPTH: u32 = 11;

/// Sizes in entries when none are asked for: 64 kB, 1 MB and 16 MB.
const SIZES: [usize; 3] = [4 << 10, 64 << 10, 1 << 20];

/// The schemes that fit the playing table, but for the example.
const SCHEMES: [Scheme; 7] = [
    Scheme::Always,
    Scheme::Depth,
    Scheme::DepthStrict,
    Scheme::Thompson,
    Scheme::PlainTwoLevel,
    Scheme::AgedBucket,
    Scheme::TwoLevel,
];

/// Runs the study.
pub fn run(lab: &Lab, settings: &Settings) -> anyhow::Result<Report> {
    let depth = settings.max_depth.unwrap_or(DEPTH);
    let mut items = Vec::new();
    for scheme in SCHEMES {
        for size in settings.sizes_or(&SIZES) {
            for position in &lab.positions {
                let key = Key {
                    position: position.name.clone(),
                    depth,
                    size: Some(size as u64),
                    row: scheme.name().to_owned(),
                };
                items.push((key, (scheme, size, &position.board)));
            }
        }
    }
    let records = lab.measure(&settings.section, &items, |key, &(scheme, size, board)| {
        // Equal bytes: a bucket is two entries for every scheme.
        let policy = scheme.policy().expect("all rows have a table");
        Record::of_nodes(key, nodes_to(board, depth, Table::with_policy(size / 2, policy)))
    });
    let grid = Grid::of(&records, Axis::Size);
    let base = grid.row(Scheme::TwoLevel.name());
    let text = format!(
        "Nodes of the playing search (one thread, fresh table, the laboratory's evaluation) to finish depth {depth}, {} positions, \
         columns are entries of 16 bytes, the same bytes for all. Sums:\n\n{}\nOf the two-level table's nodes: the sums; median \
         [quartiles] over the positions:\n\n{}",
        grid.positions.len(),
        grid.sums_sheet("policy", grid::nodes).markdown(),
        grid.shares_sheet("% of two-level", |_| base).markdown(),
    );
    let panel = grid.panel(
        format!("Playing search, nodes to depth {depth}"),
        "entries",
        "nodes, mean of a position",
        Scale::FromZero,
        |row, column| Some(grid.sum(row, column, grid::nodes)? as f64 / grid.positions.len() as f64),
    );
    Ok(Report::new(text, records, vec![panel]))
}

fn nodes_to(board: &Board, depth: u32, table: Table) -> u64 {
    let mut pool = Pool::with_table(1, table);
    pool.set_evaluation(weights::evaluation());
    let limits = Limits { depth: Some(depth), infinite: true, ..Limits::default() };
    pool.search(board, &limits, &Options::default(), &Signals::new(), &Silent).nodes
}
