//! The field's replacement schemes with the same bytes for all: nodes, and the positions that were pushed out (type II
//! collisions); and any policy against `always` and `two-level`, for whoever tries one.

use super::grid::{self, Axis, Grid};
use super::report::Report;
use super::runs::{Case, Lab};
use super::scheme::Scheme;
use super::settings::Settings;
use super::setup::name;
use super::sheet::Cell;
use guohe_chart::Scale;

/// The schemes, the engine's last.
const SCHEMES: [Scheme; 10] = [
    Scheme::None,
    Scheme::Always,
    Scheme::Depth,
    Scheme::DepthStrict,
    Scheme::Thompson,
    Scheme::Big,
    Scheme::TwoBig,
    Scheme::PlainTwoLevel,
    Scheme::AgedBucket,
    Scheme::TwoLevel,
];

/// Sizes in entries when none are asked for.
const SIZES: [usize; 6] = [1 << 10, 4 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20];

/// Depth when none is asked for.
const DEPTH: u32 = 5;

/// Runs the study.
pub fn run(lab: &Lab, settings: &Settings) -> anyhow::Result<Report> {
    compared(lab, settings, &SCHEMES, &settings.sizes_or(&SIZES))
}

/// Holds one policy against `always` and `two-level`.
pub fn compare(lab: &Lab, settings: &Settings) -> anyhow::Result<Report> {
    const COMPARED: [usize; 2] = [1 << 10, 16 << 10];
    let mut schemes = vec![Scheme::None, Scheme::Always, Scheme::TwoLevel];
    if !schemes.contains(&settings.policy) {
        schemes.push(settings.policy);
    }
    compared(lab, settings, &schemes, &settings.sizes_or(&COMPARED))
}

fn compared(lab: &Lab, settings: &Settings, schemes: &[Scheme], sizes: &[usize]) -> anyhow::Result<Report> {
    let depth = settings.max_depth.unwrap_or(DEPTH);
    let mut cases = Vec::new();
    for &scheme in schemes {
        let case = |size: Option<usize>| Case {
            row: scheme.name(),
            depth,
            size: size.map(|size| size as u64),
            setup: settings.setup(),
            scheme,
            buckets: size.map_or(0, |size| scheme.buckets_at_equal_bytes(size)),
        };
        match scheme {
            Scheme::None => cases.push(case(None)),
            _ => cases.extend(sizes.iter().map(|&size| case(Some(size)))),
        }
    }
    let records = lab.search(&settings.section, &cases);
    let grid = Grid::of(&records, Axis::Size);
    let two_level = grid.row(&Scheme::TwoLevel.name());
    let lost = |row: usize, column| {
        let evictions = grid.sum(row, column, |record| record.evictions)?;
        let unanswered = grid.sum(row, column, |record| record.unanswered)?;
        Some(format!("{:.1}", 100.0 * evictions as f64 / unanswered as f64))
    };
    let text = format!(
        "Depth {depth}, {} positions, ordering `{}`, columns are entries: the same bytes for all. Nodes, sums:\n\n{}\n\
         Share of the two-level table's nodes: of the sums; median [quartiles] over the positions:\n\n{}\n\
         Type II collisions: the number of stores, of a hundred, that displaced another position for good:\n\n{}",
        grid.positions.len(),
        name(&settings.ordering),
        grid.sums_sheet("nodes", grid::nodes).markdown(),
        grid.shares_sheet("% of two-level", |_| two_level).markdown(),
        grid.sheet("evictions, %", |row, column| lost(row, column).map_or(Cell::Missing, Cell::Text)).markdown(),
    );
    let of_two_level = grid.panel(
        format!("Depth {depth}: nodes by replacement scheme"),
        "entries, the same bytes for all",
        "nodes, % of two-level's",
        Scale::Around(100.0),
        |row, column| {
            let is_shown = row > 0 && Some(row) != two_level;
            if is_shown { Some(100.0 * grid.share(row, column, two_level?, grid::nodes)?) } else { None }
        },
    );
    let pushed_out = grid.panel(
        format!("Depth {depth}: displaced positions"),
        "entries, the same bytes for all",
        "evictions, % of stores",
        Scale::FromZero,
        |row, column| lost(row, column)?.parse().ok(),
    );
    Ok(Report::new(text, records, vec![of_two_level, pushed_out]))
}
