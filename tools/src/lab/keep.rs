//! Eppstein's and Moreland's advice on the table between the moves of a game: keep it, but let old entries age.
//!
//! From each position a game is played on; one side's searches are counted, as an engine makes them: every second
//! ply, with iterative deepening, on a table that is cleared for each search or kept.

use super::figure::Line;
use super::figure::Panel;
use super::grid::percent;
use super::plain;
use super::report::Report;
use super::runs::Lab;
use super::settings::Settings;
use super::setup::Scheme;
use super::setup::Setup;
use super::sheet::Cell;
use super::sheet::Sheet;
use super::sheet::size_name;
use guohe::board::Board;
use guohe::tt::Table;
use serde_json::json;

/// Searches of the side that is counted.
const MOVES: usize = 6;

/// Sizes when none are asked for.
const SIZES: [usize; 3] = [4 << 10, 64 << 10, 1 << 20];

/// Depth when none is asked for.
const DEPTH: u32 = 4;

/// What happens to the table between two searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Between {
    Cleared,
    Kept,
    /// Kept, and its entries grow older.
    Aged,
}

const CASES: [(Scheme, Between); 11] = [
    (Scheme::Always, Between::Cleared),
    (Scheme::Always, Between::Kept),
    (Scheme::Depth, Between::Cleared),
    (Scheme::Depth, Between::Kept),
    (Scheme::DepthStrict, Between::Cleared),
    (Scheme::DepthStrict, Between::Kept),
    (Scheme::Thompson, Between::Cleared),
    (Scheme::Thompson, Between::Kept),
    (Scheme::TwoLevel, Between::Cleared),
    (Scheme::TwoLevel, Between::Kept),
    (Scheme::TwoLevel, Between::Aged),
];

/// Runs the study.
pub fn run(lab: &Lab, settings: &Settings) -> anyhow::Result<Report> {
    let depth = settings.max_depth.unwrap_or(DEPTH);
    let sizes = settings.sizes_or(&SIZES);
    let positions = lab.positions.len();
    let setup = Setup { iterative: true, ..settings.setup() };

    let games = lab.for_each("keep: games", &lab.positions, |position| game(&position.board, depth, &setup));
    let mut jobs = Vec::new();
    for (scheme, between) in CASES {
        for &size in &sizes {
            jobs.extend((0..positions).map(|position| (scheme, between, size, position)));
        }
    }
    let nodes = lab.for_each("keep", &jobs, |&(scheme, between, size, position)| {
        let game = &games[position];
        let policy = scheme.policy().expect("all cases have a table");
        count(game, depth, &setup, Table::with_policy(scheme.buckets(size), policy), between)
    });
    let cells: Vec<&[u64]> = nodes.chunks(positions).collect();
    let sum = |case: usize, size: usize| cells[case * sizes.len() + size].iter().sum::<u64>();
    let base = |case: usize| CASES.iter().position(|&(scheme, _)| scheme == CASES[case].0).expect("it is in the list");

    let mut main = Sheet::new("policy", sizes.iter().map(usize::to_string));
    let names = || sizes.iter().map(|&size| size_name(size));
    let mut people = Sheet::new("policy", names());
    let mut shares = Sheet::new("% of cleared", names());
    for (case, (scheme, between)) in CASES.iter().enumerate() {
        let label = format!("{} {}", scheme.name(), format!("{between:?}").to_lowercase());
        main.row(label.clone(), (0..sizes.len()).map(|size| sum(case, size)));
        people.row(label.clone(), (0..sizes.len()).map(|size| sum(case, size)));
        if *between != Between::Cleared {
            let share = |size| Cell::Text(percent(sum(case, size) as f64 / sum(base(case), size) as f64));
            shares.row(label, (0..sizes.len()).map(share));
        }
    }
    let searches: usize = games.iter().map(Vec::len).sum();
    let text = format!(
        "Depth {depth} with iterative deepening, ordering `{}`, {positions} games of up to {MOVES} searches, {searches} in \
         all, columns are indexes of the table. The moves are those of a search on a fresh table, so all rows see the same \
         positions. *Aged*: each search makes the older entries worth four plies less to the policy that looks at ages. \
         Nodes, sums:\n\n{}\n{}\n",
        settings.ordering.name(),
        people.markdown(),
        shares.markdown(),
    );
    let line = |case: usize| Line {
        name: main.rows[case].0.clone(),
        values: (0..sizes.len())
            .map(|size| Some(100.0 * sum(case, size) as f64 / sum(base(case), size) as f64))
            .collect(),
        published: false,
        color: case / 2 + 1,
    };
    let figure = vec![Panel {
        title: format!("Depth {depth}: keeping the table between moves"),
        x_label: "indexes of the table".to_owned(),
        y_label: "nodes, % of a cleared table".to_owned(),
        columns: people.columns.clone(),
        logarithmic: false,
        notes: Vec::new(),
        lines: (0..CASES.len()).filter(|&case| CASES[case].1 != Between::Cleared).map(line).collect(),
    }];
    let rows: Vec<_> = (0..CASES.len())
        .map(|case| {
            json!({
                "row": main.rows[case].0,
                "by_size": &cells[case * sizes.len()..(case + 1) * sizes.len()],
            })
        })
        .collect();
    let json = json!({
        "study": "keep",
        "depth": depth,
        "ordering": settings.ordering.name(),
        "seed": settings.seed,
        "columns": sizes,
        "searches": searches,
        "rows": rows,
    });
    Ok(Report { name: "keep".to_owned(), text, main, json, figure })
}

/// The positions that one side has to search: the first, and every second one of the game that follows.
fn game(start: &Board, depth: u32, setup: &Setup) -> Vec<Board> {
    let mut board = start.clone();
    let mut positions = Vec::new();
    for ply in 0..2 * MOVES - 1 {
        let table = Table::with_buckets(1 << 16);
        let Some(mv) = plain::search(&board, depth, setup, Some(&table)).best else { break };
        if ply % 2 == 0 {
            positions.push(board.clone());
        }
        board.make(mv);
    }
    positions
}

fn count(game: &[Board], depth: u32, setup: &Setup, mut table: Table, between: Between) -> u64 {
    let mut nodes = 0;
    for board in game {
        nodes += plain::search(board, depth, setup, Some(&table)).counts.nodes;
        match between {
            Between::Cleared => table.clear(),
            Between::Kept => {}
            Between::Aged => table.new_search(),
        }
    }
    nodes
}
