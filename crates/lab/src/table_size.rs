//! Table 1 and figure 3 of Jiao and Liu 2010: nodes by size of the table.

use super::grid::{self, Axis, Grid};
use super::published;
use super::report::Report;
use super::runs::{Case, Lab};
use super::scheme::Scheme;
use super::settings::{Equal, Settings};
use super::setup::{Ordering, name};
use guohe_chart::{Line, Scale};

/// Sizes when none are asked for: the paper's, and that of its other table.
pub const SIZES: [usize; 8] = [16 << 10, 32 << 10, 64 << 10, 128 << 10, 256 << 10, 1 << 20, 2 << 20, 16 << 20];

/// The paper's sizes divided by 32, for trees that are as much smaller.
pub const SMALL_SIZES: [usize; 7] = [512, 1 << 10, 2 << 10, 4 << 10, 8 << 10, 32 << 10, 64 << 10];

/// The depth at which the unordered tree has about a fortieth of the nodes of the paper's: at depth 6 the study would
/// take hours.
pub const SMALL_DEPTH: u32 = 4;

/// Depth when none is asked for: the paper's.
const DEPTH: u32 = 6;

/// The steps of the paper's order, and two of ours.
pub const STEPS: [(&str, &str); 5] = [
    ("two-level", "depth"),
    ("depth", "always"),
    ("always", "none"),
    ("two-level", "thompson"),
    ("depth", "depth-strict"),
];

/// The paper's order of its rows.
pub const ORDER: [&str; 4] = ["two-level", "depth", "always", "none"];

/// Depth and sizes when none are asked for.
fn scale(ordering: Ordering) -> (u32, &'static [usize]) {
    match ordering {
        Ordering::Generated => (SMALL_DEPTH, &SMALL_SIZES),
        _ => (DEPTH, &SIZES),
    }
}

/// Runs the study.
pub fn run(lab: &Lab, settings: &Settings) -> anyhow::Result<Report> {
    let (ordering, equal) = (settings.ordering, settings.equal);
    let (own_depth, own_sizes) = scale(ordering);
    let depth = settings.max_depth.unwrap_or(own_depth);
    let sizes = settings.sizes_or(own_sizes);
    let mut cases = Vec::new();
    for scheme in Scheme::ROWS {
        let case = |size: Option<usize>, buckets| Case {
            row: scheme.name(),
            depth,
            size: size.map(|size| size as u64),
            setup: settings.setup(),
            scheme,
            buckets,
        };
        if scheme == Scheme::None {
            cases.push(case(None, 0));
            continue;
        }
        cases.extend(sizes.iter().map(|&size| match equal {
            Equal::Indexes => case(Some(size), scheme.buckets(size)),
            Equal::Bytes => case(Some(size), scheme.buckets_at_equal_bytes(size)),
        }));
    }
    let records = lab.search(&settings.section, &cases);
    let grid = Grid::of(&records, Axis::Size);

    // The paper's table is at depth 6 and equal indexes; beside anything else its figures would mislead.
    let published = |label: &str, size| {
        (depth == DEPTH && equal == Equal::Indexes).then(|| published::by_size(label, size)).flatten()
    };
    let of = match equal {
        Equal::Indexes => "indexes",
        Equal::Bytes => "sizes in bytes, in units of one entry",
    };
    let mut text = format!(
        "Depth {depth}, {} positions, ordering `{}`, columns are {of}. Nodes, sums:\n\n{}\n\
         Share of the nodes without a table: of the sums; median [quartiles] over the positions:\n\n{}\n\
         The order of the policies, and the number of positions in which each step holds / is a tie / is reversed:\n\n{}\n\
         J's order, two-level < depth < always < none, holds in the sums at {} of {} sizes. A deeper entry may \
         answer a search, so some searches find another score than without a table: {}.\n",
        grid.positions.len(),
        name(&ordering),
        grid.sums_sheet("nodes", grid::nodes).markdown(),
        grid.shares_sheet("% of none", |_| Some(0)).markdown(),
        grid.order_sheet(of, &STEPS).markdown(),
        grid.columns_in_order(&ORDER),
        grid.columns.len(),
        grid.changed_words(),
    );
    text += &sheets_of_the_paper(&grid, 1, published);
    if grid.sum(1, 0, |record| record.evictions).is_some() {
        text += &format!(
            "\nType II collisions, positions displaced by a store:\n\n{}",
            grid.sums_sheet("evictions", |record| record.evictions).markdown()
        );
    }

    let title = format!("Depth {depth}, {} ordering", name(&ordering));
    let x = match equal {
        Equal::Indexes => "indexes of the table",
        Equal::Bytes => "size of the table, in entries",
    };
    let figure = beside_the_paper(&grid, &title, x, published);
    Ok(Report::new(text, records, figure))
}

/// The paper's table of this number, where it has columns of the grid, and the shares if TT cutoffs do not count.
pub fn sheets_of_the_paper(grid: &Grid, number: u32, published: impl Fn(&str, u64) -> Option<u64>) -> String {
    let (mut text, mut brackets) = (String::new(), "");
    if let Some(sheet) = grid.published_sheet(&published) {
        text += &format!("\nJ's table {number}, nodes in one position:\n\n{}", sheet.markdown());
        brackets = ", J's shares in brackets";
    }
    if let Some(sheet) = grid.unanswered_sheet(|label, column| published::share(&published, label, column)) {
        text += &format!("\nThe same if TT cutoffs do not count{brackets}:\n\n{}", sheet.markdown());
    }
    text
}

/// Two charts: nodes of a position, and shares of the nodes without a table, with the paper's curves in both.
pub fn beside_the_paper(
    grid: &Grid,
    title: &str,
    x: &str,
    published: impl Fn(&str, u64) -> Option<u64>,
) -> Vec<guohe_chart::Panel> {
    let positions = grid.positions.len() as f64;
    let mut mean =
        grid.panel(format!("{title}: nodes"), x, "nodes, mean of a position", Scale::Logarithmic, |row, column| {
            Some(grid.sum(row, column, grid::nodes)? as f64 / positions)
        });
    let share = |row: usize, column| Some(100.0 * grid.share(row, column, 0, grid::nodes)?);
    let mut shares = grid.panel(
        format!("{title}: share of the nodes without a table"),
        x,
        "% of no table",
        Scale::Around(100.0),
        |row, column| if row == 0 { None } else { share(row, column) },
    );
    for (row, label) in grid.rows.iter().enumerate() {
        // The paper has one depth priority: its line is drawn once.
        if *label == "depth-strict" {
            continue;
        }
        let color = mean.lines.iter().find(|line| line.name == *label).map_or(row, |line| line.color);
        let line = |values: Vec<Option<f64>>| Line::published(format!("{label} (J)"), values, color);
        let theirs = |column: &u64| published(label, *column).map(|nodes| nodes as f64);
        let values: Vec<_> = grid.columns.iter().map(theirs).collect();
        if values.iter().all(Option::is_none) {
            continue;
        }
        mean.lines.push(line(values));
        if row > 0 {
            let share = |column: &u64| Some(100.0 * published::share(&published, label, *column)?);
            shares.lines.push(line(grid.columns.iter().map(share).collect()));
        }
    }
    vec![mean, shares]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::positions;

    /// The page is of this scale; at depth 6 the unordered search takes hours.
    #[test]
    fn unordered_searches_are_small() {
        let mut lab = Lab::new(positions::load(None).unwrap(), 2);
        lab.positions.truncate(1);
        let settings = Settings {
            section: "table-size-generated".to_owned(),
            count: None,
            max_depth: None,
            sizes: None,
            ordering: Ordering::Generated,
            equal: Equal::Indexes,
            seed: 0,
            times: false,
            policy: Scheme::TwoLevel,
        };
        let report = run(&lab, &settings).unwrap();
        let mut sizes: Vec<u64> = report.records.iter().filter_map(|record| record.size).collect();
        sizes.sort_unstable();
        sizes.dedup();
        assert_eq!(sizes, SMALL_SIZES.map(|size| size as u64));
        assert!(report.records.iter().all(|record| record.depth == SMALL_DEPTH));
    }
}
