//! Eppstein's and Moreland's advice on the table between the moves of a game: keep it, but let old entries age.
//!
//! From each position a game is played on; one side's searches are counted, as an engine makes them: every second
//! ply, with iterative deepening, on a table that is cleared for each search or kept.

use super::counts::Counts;
use super::grid::{self, Axis, Grid};
use super::plain;
use super::record::{Key, Record};
use super::report::Report;
use super::runs::Lab;
use super::scheme::Scheme;
use super::settings::Settings;
use super::setup::{Setup, name};
use super::table::Table;
use guohe::board::Board;
use guohe_chart::Scale;
use std::sync::OnceLock;

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
    let setup = Setup { iterative: true, ..settings.setup() };

    // Played when the first of their searches is missing.
    let games: Vec<OnceLock<Vec<Board>>> = lab.positions.iter().map(|_| OnceLock::new()).collect();
    let mut items = Vec::new();
    for (scheme, between) in CASES {
        let row = format!("{} {}", scheme.name(), format!("{between:?}").to_lowercase());
        for &size in &sizes {
            for (position, game) in lab.positions.iter().zip(&games) {
                let key = Key { position: position.name.clone(), depth, size: Some(size as u64), row: row.clone() };
                items.push((key, (scheme, between, size, position, game)));
            }
        }
    }
    let records = lab.measure(&settings.section, &items, |key, &(scheme, between, size, position, game)| {
        let game = game.get_or_init(|| play(&position.board, depth, &setup));
        let table = Table::with_scheme(scheme.buckets(size), scheme);
        count(key, game, &setup, table, between)
    });
    let grid = Grid::of(&records, Axis::Size);
    let base = |row: usize| CASES.iter().position(|&(scheme, _)| scheme == CASES[row].0);
    let text = format!(
        "Depth {depth} with iterative deepening, ordering `{}`, {} games of up to {MOVES} searches, columns are indexes \
         of the table. The moves are those of a search with an empty table, so all rows see the same positions. *Aged*: \
         with each search older entries count four plies less for the policy that uses ages. \
         Nodes, sums:\n\n{}\nShare of the nodes with a cleared table: of the sums; median [quartiles] over the games:\n\n{}",
        name(&settings.ordering),
        lab.positions.len(),
        grid.sums_sheet("policy", grid::nodes).markdown(),
        grid.shares_sheet("% of cleared", base).markdown(),
    );
    let title = format!("Depth {depth}: keeping the table between moves");
    let panel = grid.panel(
        title,
        "indexes of the table",
        "nodes, % of a cleared table",
        Scale::Around(100.0),
        |row, column| {
            let base = base(row).filter(|&base| base != row)?;
            Some(100.0 * grid.share(row, column, base, grid::nodes)?)
        },
    );
    Ok(Report::new(text, records, vec![panel]))
}

/// The positions that one side has to search: the first, and every second one of the game that follows.
fn play(start: &Board, depth: u32, setup: &Setup) -> Vec<Board> {
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

/// The searches of a game added up.
fn count(key: &Key, game: &[Board], setup: &Setup, mut table: Table, between: Between) -> Record {
    let mut counts = Counts::default();
    for board in game {
        counts += plain::search(board, key.depth, setup, Some(&table)).counts;
        match between {
            Between::Cleared => table.clear(),
            Between::Kept => {}
            Between::Aged => table.new_search(),
        }
    }
    Record::of_counts(key, &counts)
}
