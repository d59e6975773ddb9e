//! Eppstein's advice (ICS 180A, 1997) not to store nodes very near the leaves: nodes by the least depth stored.

use super::figure::Line;
use super::figure::Panel;
use super::grid::percent;
use super::report::Report;
use super::runs::Lab;
use super::runs::Run;
use super::settings::Settings;
use super::setup::Scheme;
use super::setup::Setup;
use super::setup::TableUse;
use super::sheet::Cell;
use super::sheet::Sheet;
use super::sheet::size_name;
use serde_json::json;

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
    let sizes = settings.sizes_or(&SIZES);
    let positions = lab.positions.len();
    let cases: Vec<(Scheme, u8)> = SCHEMES.into_iter().flat_map(|scheme| LEAST.map(|least| (scheme, least))).collect();
    let mut runs = Vec::new();
    for &(scheme, min_depth) in &cases {
        let table = TableUse { min_depth, ..TableUse::PAPER };
        let setup = Setup { table, ..settings.setup() };
        for &size in &sizes {
            let buckets = scheme.buckets(size);
            runs.extend((0..positions).map(|position| Run { position, depth, setup, scheme, buckets }));
        }
    }
    let outcomes = lab.run("leaves", &runs);
    let cells: Vec<_> = outcomes.chunks(positions).collect();
    let nodes = |case: usize, size: usize| -> u64 {
        cells[case * sizes.len() + size].iter().map(|outcome| outcome.counts.nodes).sum()
    };
    // The same scheme with everything stored.
    let base = |case: usize| case / LEAST.len() * LEAST.len();

    let columns = || sizes.iter();
    let mut main = Sheet::new("policy", columns().map(usize::to_string));
    let mut people = Sheet::new("policy", columns().map(|&size| size_name(size)));
    let mut shares = Sheet::new("% of storing all", columns().map(|&size| size_name(size)));
    for (case, (scheme, least)) in cases.iter().enumerate() {
        let label = match least {
            0 => format!("{} all", scheme.name()),
            least => format!("{} from depth {least}", scheme.name()),
        };
        main.row(label.clone(), (0..sizes.len()).map(|size| nodes(case, size)));
        people.row(label.clone(), (0..sizes.len()).map(|size| nodes(case, size)));
        if *least > 0 {
            let share = |size| Cell::Text(percent(nodes(case, size) as f64 / nodes(base(case), size) as f64));
            shares.row(label, (0..sizes.len()).map(share));
        }
    }
    let text = format!(
        "Depth {depth}, {positions} positions, ordering `{}`, columns are indexes of the table. Rows: the least remaining \
         depth that is stored. The table is asked at every node in any case. Nodes, sums:\n\n{}\n{}\n",
        settings.ordering.name(),
        people.markdown(),
        shares.markdown(),
    );
    let line = |case: usize| Line {
        name: main.rows[case].0.clone(),
        values: (0..sizes.len())
            .map(|size| Some(100.0 * nodes(case, size) as f64 / nodes(base(case), size) as f64))
            .collect(),
        published: false,
        color: case % LEAST.len() + 1,
    };
    let figure = SCHEMES
        .iter()
        .enumerate()
        .map(|(number, scheme)| Panel {
            title: format!("Depth {depth}, {}: storing less", scheme.name()),
            x_label: "indexes of the table".to_owned(),
            y_label: "nodes, % of storing all".to_owned(),
            columns: people.columns.clone(),
            logarithmic: false,
            notes: Vec::new(),
            lines: (number * LEAST.len()..(number + 1) * LEAST.len()).map(line).collect(),
        })
        .collect();
    let rows: Vec<_> = cases
        .iter()
        .enumerate()
        .map(|(case, (scheme, least))| {
            let by_size = (0..sizes.len()).map(|size| {
                cells[case * sizes.len() + size].iter().map(|outcome| outcome.counts.nodes).collect::<Vec<_>>()
            });
            json!({ "policy": scheme.name(), "least_depth": least, "by_size": by_size.collect::<Vec<_>>() })
        })
        .collect();
    let json = json!({
        "study": "leaves",
        "depth": depth,
        "ordering": settings.ordering.name(),
        "seed": settings.seed,
        "columns": sizes,
        "rows": rows,
    });
    Ok(Report { name: "leaves".to_owned(), text, main, json, figure })
}
