//! Eppstein's advice (ICS 180A, 1997) not to store nodes very near the leaves: nodes by the least depth stored.

use super::grid::{self, Axis, Grid};
use super::report::Report;
use super::runs::{Case, Lab};
use super::scheme::Scheme;
use super::settings::Settings;
use super::setup::{Setup, TableUse, name};
use guohe_chart::{Panel, Scale};

/// Schemes that are compared.
const SCHEMES: [Scheme; 3] = [Scheme::Always, Scheme::Depth, Scheme::TwoLevel];

/// Least remaining depths stored; 0 stores the leaves too.
const LEAST: [u8; 4] = [0, 1, 2, 3];

/// Sizes when none are asked for.
const SIZES: [usize; 4] = [4 << 10, 16 << 10, 64 << 10, 1 << 20];

/// Depth when none is asked for.
const DEPTH: u32 = 5;

/// Runs the study.
pub fn run(lab: &Lab, settings: &Settings) -> anyhow::Result<Report> {
    let depth = settings.max_depth.unwrap_or(DEPTH);
    let mut cases = Vec::new();
    for scheme in SCHEMES {
        for min_depth in LEAST {
            let row = match min_depth {
                0 => format!("{} all", scheme.name()),
                least => format!("{} from depth {least}", scheme.name()),
            };
            let setup = Setup { table: TableUse { min_depth, ..TableUse::USUAL }, ..settings.setup() };
            cases.extend(settings.sizes_or(&SIZES).into_iter().map(|size| Case {
                row: row.clone(),
                depth,
                size: Some(size as u64),
                setup,
                scheme,
                buckets: scheme.buckets(size),
            }));
        }
    }
    let records = lab.search(&settings.section, &cases);
    let grid = Grid::of(&records, Axis::Size);
    // The same scheme with everything stored.
    let base = |row: usize| row / LEAST.len() * LEAST.len();
    let text = format!(
        "Depth {depth}, {} positions, ordering `{}`, columns are indexes of the table. Rows are the least \
         remaining depth that is stored. The table is probed at every node. Nodes, sums:\n\n{}\n\
         Share of the nodes with everything stored: of the sums; median [quartiles] over the positions:\n\n{}",
        grid.positions.len(),
        name(&settings.ordering),
        grid.sums_sheet("policy", grid::nodes).markdown(),
        grid.shares_sheet("% of storing all", |row| Some(base(row))).markdown(),
    );
    let panel = |number: usize| -> Panel {
        let rows = number * LEAST.len()..(number + 1) * LEAST.len();
        let title = format!("Depth {depth}, {}: storing less", SCHEMES[number].name());
        let value = |row: usize, column| {
            let share = grid.share(row, column, base(row), grid::nodes)?;
            (rows.contains(&row) && row != base(row)).then_some(100.0 * share)
        };
        grid.panel(title, "indexes of the table", "nodes, % of storing all", Scale::Around(100.0), value)
    };
    let figure = (0..SCHEMES.len()).map(panel).collect();
    Ok(Report::new(text, records, figure))
}
