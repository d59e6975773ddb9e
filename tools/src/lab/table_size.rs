//! Table 1 and figure 3 of Jiao and Liu 2010: nodes by size of the table.

use super::grid::Grid;
use super::published;
use super::report::Report;
use super::runs::Lab;
use super::runs::Run;
use super::settings::Equal;
use super::settings::Settings;
use super::setup::Ordering;
use super::setup::Scheme;
use super::sheet::grouped;
use super::sheet::size_name;
use serde_json::json;

/// Sizes when none are asked for: the paper's, and that of its other table.
pub const SIZES: [usize; 8] = [16 << 10, 32 << 10, 64 << 10, 128 << 10, 256 << 10, 1 << 20, 2 << 20, 16 << 20];

/// The paper's sizes divided by 32, for trees that are as much smaller.
pub const SMALL_SIZES: [usize; 7] = [512, 1 << 10, 2 << 10, 4 << 10, 8 << 10, 32 << 10, 64 << 10];

/// The depth at which the unordered tree has about a fortieth of the nodes of the paper's: at depth 6 it takes hours.
pub const SMALL_DEPTH: u32 = 4;

/// Depth when none is asked for: the paper's.
pub const DEPTH: u32 = 6;

/// Runs the study.
pub fn run(lab: &Lab, settings: &Settings) -> anyhow::Result<Report> {
    let depth = settings.max_depth.unwrap_or(DEPTH);
    let sizes = settings.sizes_or(&SIZES);
    let (ordering, equal) = (settings.ordering, settings.equal);
    let setup = settings.setup();
    let columns: Vec<u64> = sizes.iter().map(|&size| size as u64).collect();
    let run = |scheme: Scheme, size: u64, position: usize| {
        let buckets = match equal {
            Equal::Indexes => scheme.buckets(size as usize),
            Equal::Bytes => scheme.buckets_at_equal_bytes(size as usize),
        };
        Run { position, depth, setup, scheme, buckets }
    };
    let grid = Grid::measure(lab, "table-size", &Scheme::ROWS, &columns, run);

    let size = |size: u64| size_name(size as usize);
    // The paper's table is at depth 6 and equal indexes; beside anything else its figures would mislead.
    let published = |scheme, size| (depth == DEPTH).then(|| published::by_size(scheme, size)).flatten();
    let of = match equal {
        Equal::Indexes => "indexes",
        Equal::Bytes => "single entries' worth of bytes",
    };
    let mut text = format!(
        "Depth {depth}, {} positions, ordering `{}`, columns are {of}. Nodes:\n\n{}\n",
        lab.positions.len(),
        ordering.name(),
        grid.sums_sheet(size).markdown(),
    );
    if depth == DEPTH {
        text += &format!("{}\n", grid.published_sheet(size, published).markdown());
    }
    text += &format!("{}\n{}\n", grid.first_sheet(size).markdown(), grid.shares_sheet(size, published).markdown());
    text += &format!(
        "The order of the policies, and in how many positions each step holds / is a tie / is turned round:\n\n{}\n\
         The paper's order, two-level < depth < always < none, holds in the sums at {} of {} sizes. A deeper entry may \
         answer for a shallower search, so a score may differ from the one without a table; it does in at most {} of \
         the {} searches of a cell, {} of {} in all.\n",
        grid.order_sheet("entries", size).markdown(),
        grid.columns_in_papers_order(),
        columns.len(),
        grid.changed.iter().flatten().max().unwrap_or(&0),
        lab.positions.len(),
        grouped(grid.changed.iter().flatten().sum::<usize>() as u64),
        grouped((grid.changed.iter().flatten().count() * lab.positions.len()) as u64),
    );

    text += &format!(
        "\nWere only those nodes counted that the table leaves unanswered (published shares in brackets, where there are any):\n\n{}",
        grid.unanswered_sheet("% of no table", size, published).markdown(),
    );
    if ordering == Ordering::History && equal == Equal::Indexes {
        let rules = [Scheme::TwoLevel, Scheme::PlainTwoLevel];
        text += &format!(
            "\nThe two-level rule of the playing table, which knows a position that is already present, and the paper's, \
             word for word, which does not:\n\n{}",
            Grid::measure(lab, "table-size: wording", &rules, &columns, run).sums_sheet(size).markdown(),
        );
    }

    let title = format!("Depth {depth}, {} ordering", ordering.name());
    let x_label = match equal {
        Equal::Indexes => "indexes of the table",
        Equal::Bytes => "size of the table, in entries",
    };
    Ok(Report {
        name: "table-size".to_owned(),
        text,
        main: grid.sums("policy"),
        json: json!({
            "study": "table-size",
            "depth": depth,
            "ordering": ordering.name(),
            "equal": if equal == Equal::Indexes { "indexes" } else { "bytes" },
            "quiescence": settings.quiescence,
            "seed": settings.seed,
            "figures": grid.json(),
        }),
        figure: grid.panels(&title, x_label, size, published),
    })
}
