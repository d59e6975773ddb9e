//! Do endgames gain more from a table than middle games, as Jiao and Liu and Moreland say? Nodes by depth in both.

use super::grid::{self, Axis, Grid};
use super::plain;
use super::positions::{self, Position};
use super::record::{Key, Record};
use super::report::Report;
use super::runs::Lab;
use super::scheme::Scheme;
use super::settings::Settings;
use super::setup::name;
use super::sheet::{Cell, Sheet, size_name};
use super::table::Table;
use guohe_chart::{Line, Panel, Scale, X};

/// Indexes of the table.
const SIZE: usize = 1 << 20;

/// Depth when none is asked for, the same for both: a table saves more with every ply, so unequal depths compare
/// nothing.
const DEPTH: u32 = 7;

/// Runs the study.
pub fn run(lab: &Lab, settings: &Settings) -> anyhow::Result<Report> {
    let endgames = positions::endgames()?;
    let endgames = &endgames[..endgames.len().min(lab.positions.len())];
    let depth = settings.max_depth.unwrap_or(DEPTH);
    let depths = 2.min(depth)..=depth;
    let size = settings.sizes_or(&[SIZE])[0];
    let groups: [(&str, &[Position]); 2] = [("middle game", &lab.positions), ("endgame", endgames)];
    let mut items = Vec::new();
    for (group, positions) in groups {
        for scheme in [Scheme::None, Scheme::TwoLevel] {
            for depth in depths.clone() {
                for position in positions {
                    let key = Key {
                        position: position.name.clone(),
                        depth,
                        size: (scheme != Scheme::None).then_some(size as u64),
                        row: format!("{group}: {}", scheme.name()),
                    };
                    items.push((key, (scheme, &position.board)));
                }
            }
        }
    }
    let setup = settings.setup();
    let records = lab.measure(&settings.section, &items, |key, &(scheme, board)| {
        let table = (scheme != Scheme::None).then(|| Table::with_scheme(scheme.buckets(size), scheme));
        Record::of_search(key, &plain::search(board, key.depth, &setup, table.as_ref()))
    });
    let halves: Vec<&[Record]> = groups
        .iter()
        .scan(0, |from, (_, positions)| {
            let length = 2 * positions.len() * depths.clone().count();
            *from += length;
            Some(&records[*from - length..*from])
        })
        .collect();
    let grids: Vec<Grid> = halves.iter().map(|records| Grid::of(records, Axis::Depth)).collect();

    let columns: Vec<u64> = depths.map(u64::from).collect();
    let mut sheet = Sheet::new("depth", columns.iter().map(u64::to_string));
    let mut lines = Vec::new();
    for (number, ((group, positions), grid)) in groups.iter().zip(&grids).enumerate() {
        let cell = |of: &dyn Fn(usize) -> Option<String>, column: &u64| {
            let place = grid.columns.iter().position(|known| known == column);
            place.and_then(of).map_or(Cell::Missing, Cell::Text)
        };
        let mean = |row| {
            move |column: usize| {
                let sum = grid.sum(row, column, grid::nodes)?;
                Some(super::sheet::grouped(sum / positions.len() as u64))
            }
        };
        let share = |column: usize| grid.spread(1, column, 0);
        let left = |column: usize| Some(grid::percent(grid.share(1, column, 0, |record| record.unanswered)?));
        sheet.row(
            format!("{group}: nodes of a position, no table"),
            columns.iter().map(|column| cell(&mean(0), column)),
        );
        sheet.row(format!("{group}: with a table"), columns.iter().map(|column| cell(&mean(1), column)));
        sheet.row(format!("{group}: % of no table"), columns.iter().map(|column| cell(&share, column)));
        sheet.row(format!("{group}: the same, unanswered nodes"), columns.iter().map(|column| cell(&left, column)));
        let value = |column: &u64| {
            let place = grid.columns.iter().position(|known| known == column)?;
            Some(100.0 * grid.share(1, place, 0, grid::nodes)?)
        };
        lines.push(Line::new(*group, columns.iter().map(value).collect(), number + 1));
    }
    sheet.row(
        "the shares of both groups: p of the rank-sum test",
        (0..columns.len()).map(|column| {
            let [middle, ends] = [0, 1].map(|group: usize| grids[group].shares(1, column, 0).unwrap_or_default());
            let words = |p| if p < 1e-4 { "below 0.0001".to_owned() } else { format!("{p:.4}") };
            rank_sum(&middle, &ends).map_or(Cell::Missing, |p| Cell::Text(words(p)))
        }),
    );
    let by_hand = endgames.iter().filter(|position| !position.name.starts_with("game ")).count();
    let text = format!(
        "Two-level table with {} indexes, ordering `{}`: {} middle games and {} endgames \
         ([the list](../../crates/lab/data/lab-endgames.txt)), {by_hand} of them set up by hand. Shares are those of the \
         sums, then the median and quartiles over the positions.\n\n{}",
        size_name(size),
        name(&settings.ordering),
        lab.positions.len(),
        endgames.len(),
        sheet.markdown(),
    );
    let figure = vec![Panel {
        title: "Nodes left by a table".to_owned(),
        x_label: "depth".to_owned(),
        y_label: "% of no table".to_owned(),
        x: X::Numbers(columns.iter().map(|&depth| (depth as f64, depth.to_string())).collect()),
        scale: Scale::FromZero,
        lines,
        notes: Vec::new(),
    }];
    Ok(Report::new(text, records, figure))
}

/// The two-sided p of the rank-sum test of H. Mann and D. Whitney (1947) for two samples, by the normal approximation
/// with corrections for ties and continuity; `None` if all values are equal.
fn rank_sum(one: &[f64], other: &[f64]) -> Option<f64> {
    let (n, m) = (one.len() as f64, other.len() as f64);
    let all = || one.iter().chain(other);
    let below = |value: f64| all().filter(|&&other| other < value).count() as f64;
    let equal = |value: f64| all().filter(|&&other| other == value).count() as f64;
    let ranks: f64 = one.iter().map(|&value| below(value) + (equal(value) + 1.0) / 2.0).sum();
    let distance = (ranks - n * (n + m + 1.0) / 2.0).abs();
    // Each value of a tie of t brings (t² − 1): together t³ − t.
    let ties: f64 = all().map(|&value| equal(value).powi(2) - 1.0).sum();
    let variance = n * m / 12.0 * (n + m + 1.0 - ties / ((n + m) * (n + m - 1.0)));
    (variance > 0.0).then(|| libm::erfc((distance - 0.5).max(0.0) / (2.0 * variance).sqrt()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rank_sums_have_the_p_of_scipy() {
        // scipy.stats.mannwhitneyu(one, other, method="asymptotic").pvalue
        let p = |one: &[f64], other: &[f64]| rank_sum(one, other).map(|p| format!("{p:.4}"));
        assert_eq!(p(&[1.0, 2.0, 3.0, 4.0], &[5.0, 6.0, 7.0, 8.0, 9.0]).as_deref(), Some("0.0200"));
        assert_eq!(p(&[1.0, 2.0, 2.0, 4.0], &[2.0, 3.0, 5.0]).as_deref(), Some("0.3590"));
        assert_eq!(p(&[1.0; 3], &[1.0; 4]), None);
    }
}
