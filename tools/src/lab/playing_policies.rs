//! The replacement schemes inside the playing search: nodes to a depth, where ordering, pruning and reductions leave
//! the table less to do; and games by the arena, if any are asked for.

use super::figure::Line;
use super::figure::Panel;
use super::grid::percent;
use super::grid::quantile;
use super::report;
use super::report::Report;
use super::runs::Lab;
use super::settings::Settings;
use super::setup::Scheme;
use super::sheet::Cell;
use super::sheet::Sheet;
use super::sheet::size_name;
use super::weights;
use crate::say::remark;
use anyhow::Context;
use anyhow::ensure;
use guohe::board::Board;
use guohe::search::Limits;
use guohe::search::Options;
use guohe::search::Pool;
use guohe::search::Signals;
use guohe::search::Silent;
use guohe::tt::Table;
use serde_json::Value;
use serde_json::json;
use std::process::Command;

/// Depth when none is asked for.
const DEPTH: u32 = 11;

/// Sizes in entries when none are asked for: 64 kB, 1 MB and 16 MB.
const SIZES: [usize; 3] = [4 << 10, 64 << 10, 1 << 20];

const SCHEMES: [Scheme; 6] =
    [Scheme::Always, Scheme::Depth, Scheme::DepthStrict, Scheme::Thompson, Scheme::TwoLevel, Scheme::PlainTwoLevel];

/// Runs the study.
pub fn run(lab: &Lab, settings: &Settings) -> anyhow::Result<Report> {
    let depth = settings.max_depth.unwrap_or(DEPTH);
    let sizes = settings.sizes_or(&SIZES);
    let positions = lab.positions.len();
    let mut jobs = Vec::new();
    for scheme in SCHEMES {
        for &size in &sizes {
            jobs.extend((0..positions).map(|position| (scheme, size, position)));
        }
    }
    let nodes = lab.for_each("playing-policies", &jobs, |&(scheme, size, position)| {
        let board = &lab.positions[position].board;
        // Equal bytes: a bucket is two entries for every scheme.
        let policy = scheme.policy().expect("all rows have a table");
        nodes_to(board, depth, Table::with_policy(size / 2, policy))
    });
    let cells: Vec<&[u64]> = nodes.chunks(positions).collect();
    let cell = |row: usize, size: usize| cells[row * sizes.len() + size];
    let sum = |row: usize, size: usize| cell(row, size).iter().sum::<u64>();
    let base = SCHEMES.iter().position(|&scheme| scheme == Scheme::TwoLevel).expect("it is in the list");

    // Sixteen bytes an entry.
    let megabytes = |size: usize| match size >> 16 {
        0 => format!("{} kB", size >> 6),
        megabytes => format!("{megabytes} MB"),
    };
    let mut main = Sheet::new("policy", sizes.iter().map(usize::to_string));
    let mut people = Sheet::new("policy", sizes.iter().map(|&size| megabytes(size)));
    let mut shares = Sheet::new("% of two-level", sizes.iter().map(|&size| megabytes(size)));
    for (row, scheme) in SCHEMES.iter().enumerate() {
        main.row(scheme.name(), (0..sizes.len()).map(|size| sum(row, size)));
        people.row(scheme.name(), (0..sizes.len()).map(|size| sum(row, size)));
        let spread = |size: usize| {
            let ratios = cell(row, size).iter().zip(cell(base, size));
            let mut ratios: Vec<f64> = ratios.map(|(&nodes, &base)| nodes as f64 / base as f64).collect();
            ratios.sort_by(f64::total_cmp);
            let [low, median, high] = [1, 2, 3].map(|quarter| percent(quantile(&ratios, quarter, 4)));
            let of_sums = percent(sum(row, size) as f64 / sum(base, size) as f64);
            Cell::Text(format!("{of_sums}; {median} [{low}–{high}]"))
        };
        shares.row(scheme.name(), (0..sizes.len()).map(spread));
    }
    let text = format!(
        "Nodes of the playing search (one thread, fresh table, classical evaluation) to finish depth {depth}, {positions} positions, columns are \
         sizes of the table, the same bytes for all. Sums:\n\n{}\nOf the two-level table's nodes: the sums; median \
         [quartiles] over the positions:\n\n{}\n",
        people.markdown(),
        shares.markdown(),
    );
    let matches = matches(lab, settings, &sizes)?;
    let text = text + &matches.0;
    let lines = SCHEMES.iter().enumerate().map(|(row, scheme)| Line {
        name: scheme.name().to_owned(),
        values: (0..sizes.len()).map(|size| Some(sum(row, size) as f64)).collect(),
        published: false,
        color: row + 1,
    });
    let figure = vec![Panel {
        title: format!("Playing search, nodes to depth {depth}, sum of {positions} positions"),
        x_label: "size of the table".to_owned(),
        y_label: "nodes".to_owned(),
        columns: people.columns.clone(),
        logarithmic: false,
        notes: Vec::new(),
        lines: lines.collect(),
    }];
    let rows: Vec<_> = (0..SCHEMES.len())
        .map(|row| {
            let by_size: Vec<_> = (0..sizes.len()).map(|size| cell(row, size)).collect();
            json!({ "policy": SCHEMES[row].name(), "by_size": by_size })
        })
        .collect();
    let json =
        json!({ "study": "playing-policies", "depth": depth, "columns": sizes, "rows": rows, "matches": matches.1 });
    Ok(Report { name: "playing-policies".to_owned(), text, main, json, figure })
}

fn nodes_to(board: &Board, depth: u32, table: Table) -> u64 {
    let mut pool = Pool::with_table(1, table);
    pool.set_evaluation(weights::evaluation());
    let limits = Limits { depth: Some(depth), infinite: true, ..Limits::default() };
    pool.search(board, &limits, &Options::default(), &Signals::new(), &Silent).nodes
}

/// Start positions of the games: those that are kept for figures that are published.
const STARTS: &str = "tools/data/openings-heldout.txt";

/// Nodes a move in the games.
const NODES_A_MOVE: u32 = 2_000;

/// Lets the arena play each scheme against the two-level table at each size.
fn matches(lab: &Lab, settings: &Settings, sizes: &[usize]) -> anyhow::Result<(String, Value)> {
    let games = settings.games;
    if games == 0 {
        return Ok((String::new(), Value::Null));
    }
    let program = std::env::current_exe().context("finding this program for the arena")?;
    let mut sheet = Sheet::new("against two-level", ["size", "result"].map(str::to_owned));
    let mut list = Vec::new();
    for &size in sizes {
        for scheme in SCHEMES.into_iter().filter(|&scheme| scheme != Scheme::TwoLevel) {
            let engine = |scheme: Scheme| {
                let program = program.display();
                let name = scheme.name();
                [
                    "--engine".to_owned(),
                    format!("cmd=\"{program}\" lab engine --policy {name} --sizes {size}"),
                    "proto=uci".to_owned(),
                    "ranks=0".to_owned(),
                    format!("name={name}"),
                ]
            };
            let output = Command::new(&program)
                .arg("arena")
                .args(engine(scheme))
                .args(engine(Scheme::TwoLevel))
                .args(["--nodes", &NODES_A_MOVE.to_string(), "--games", &games.to_string()])
                .args(["--openings", STARTS, "--adjudicate", "--concurrency", &lab.threads().to_string()])
                .output()
                .context("starting the arena")?;
            let said = String::from_utf8_lossy(&output.stdout);
            ensure!(output.status.success(), "the arena failed: {said}{}", String::from_utf8_lossy(&output.stderr));
            // The first line names the engines, the second says how it went.
            let result = said.lines().nth(1).context("the arena says nothing")?.to_owned();
            remark!("{} against two-level, {}: {result}", scheme.name(), size_name(size));
            list.push(json!({ "policy": scheme.name(), "entries": size, "games": games, "result": result }));
            sheet.row(scheme.name(), [size_name(size), result]);
        }
    }
    let text = format!(
        "\nGames by the arena on {}, {NODES_A_MOVE} nodes a move, sizes in entries, {STARTS}, called by score as its \
         `--adjudicate` says:\n\n{}",
        report::today(),
        sheet.markdown()
    );
    Ok((text, Value::from(list)))
}
