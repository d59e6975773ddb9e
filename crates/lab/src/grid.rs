//! The records of a study arranged by row and column (table size or depth), and what the studies read off them.

use super::record::Record;
use super::scheme;
use super::sheet::{Cell, Sheet, size_name};
use guohe_chart::{Line, Panel, Scale, X};
use std::cmp::Reverse;
use std::collections::HashMap;

/// What the columns are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Axis {
    /// Sizes of the table; a row without a table is the same in every column.
    Size,
    Depth,
}

impl Axis {
    fn of(self, record: &Record) -> Option<u64> {
        match self {
            Self::Size => record.size,
            Self::Depth => Some(u64::from(record.depth)),
        }
    }

    fn name(self, column: u64) -> String {
        match self {
            Self::Size => size_name(column as usize),
            Self::Depth => column.to_string(),
        }
    }
}

/// A field of a record.
pub type Field = fn(&Record) -> Option<u64>;

/// Nodes, as a [`Field`].
pub fn nodes(record: &Record) -> Option<u64> {
    Some(record.nodes)
}

/// Rows, columns and positions, each in the order in which they came (columns by size).
pub struct Grid<'a> {
    pub axis: Axis,
    pub rows: Vec<&'a str>,
    pub columns: Vec<u64>,
    pub positions: Vec<&'a str>,
    cells: HashMap<(usize, Option<u64>, usize), &'a Record>,
}

impl<'a> Grid<'a> {
    /// Arranges `records`; the first row is what others are held against.
    pub fn of(records: &'a [Record], axis: Axis) -> Self {
        fn number<'a>(list: &mut Vec<&'a str>, name: &'a str) -> usize {
            list.iter().position(|&known| known == name).unwrap_or_else(|| {
                list.push(name);
                list.len() - 1
            })
        }
        let mut grid =
            Self { axis, rows: Vec::new(), columns: Vec::new(), positions: Vec::new(), cells: HashMap::new() };
        for record in records {
            let row = number(&mut grid.rows, &record.row);
            let position = number(&mut grid.positions, &record.position);
            let column = axis.of(record);
            grid.columns.extend(column);
            grid.cells.insert((row, column, position), record);
        }
        grid.columns.sort_unstable();
        grid.columns.dedup();
        grid
    }

    fn record(&self, row: usize, column: usize, position: usize) -> Option<&'a Record> {
        let at = |column| self.cells.get(&(row, column, position)).copied();
        at(Some(self.columns[column])).or_else(|| at(None))
    }

    /// The records of a cell by position; `None` when one is missing.
    pub fn cell(&self, row: usize, column: usize) -> Option<Vec<&'a Record>> {
        (0..self.positions.len()).map(|position| self.record(row, column, position)).collect()
    }

    /// Sum of a field over the positions; `None` where it was not counted in all.
    pub fn sum(&self, row: usize, column: usize, field: Field) -> Option<u64> {
        self.cell(row, column)?.into_iter().map(field).sum()
    }

    /// The number of a row.
    pub fn row(&self, name: &str) -> Option<usize> {
        self.rows.iter().position(|&row| row == name)
    }

    /// A table with a cell for each row and column.
    pub fn sheet(&self, corner: &str, cell: impl Fn(usize, usize) -> Cell) -> Sheet {
        let mut sheet = Sheet::new(corner, self.columns.iter().map(|&column| self.axis.name(column)));
        for (row, name) in self.rows.iter().enumerate() {
            sheet.row(*name, (0..self.columns.len()).map(|column| cell(row, column)));
        }
        sheet
    }

    /// Sums over the positions, for people.
    pub fn sums_sheet(&self, corner: &str, field: Field) -> Sheet {
        self.sheet(corner, |row, column| self.sum(row, column, field).into())
    }

    /// The share that a sum of `field` has of the nodes of row `base`.
    pub fn share(&self, row: usize, column: usize, base: usize, field: Field) -> Option<f64> {
        Some(self.sum(row, column, field)? as f64 / self.sum(base, column, nodes)? as f64)
    }

    /// The share that each position of a row has of its nodes in row `base`, in ascending order.
    pub fn shares(&self, row: usize, column: usize, base: usize) -> Option<Vec<f64>> {
        let mut shares: Vec<f64> = (self.cell(row, column)?.iter())
            .zip(self.cell(base, column)?)
            .map(|(record, base)| record.nodes as f64 / base.nodes as f64)
            .collect();
        shares.sort_by(f64::total_cmp);
        Some(shares)
    }

    /// The share of the sums, and the median and quartiles of [`Grid::shares`], in per cent.
    pub fn spread(&self, row: usize, column: usize, base: usize) -> Option<String> {
        let share = self.share(row, column, base, nodes)?;
        let shares = self.shares(row, column, base)?;
        let [low, median, high] = [1, 2, 3].map(|quarter| percent(quantile(&shares, quarter, 4)));
        Some(format!("{}; {median} [{low}–{high}]", percent(share)))
    }

    /// The paper's nodes in the columns that it has; `None` if it has none of them.
    pub fn published_sheet(&self, published: impl Fn(&str, u64) -> Option<u64>) -> Option<Sheet> {
        let mut sheet = Sheet::new("J", self.columns.iter().map(|&column| self.axis.name(column)));
        for label in ["none", "always", "depth", "two-level"] {
            sheet.row(label, self.columns.iter().map(|&column| published(label, column)));
        }
        let is_published = sheet.rows.iter().any(|(_, cells)| cells.iter().any(|cell| *cell != Cell::Missing));
        is_published.then_some(sheet)
    }

    /// Shares of the nodes of the row that `base` names, of the sums, with the quartiles over the positions.
    pub fn shares_sheet(&self, corner: &str, base: impl Fn(usize) -> Option<usize>) -> Sheet {
        let mut sheet = Sheet::new(corner, self.columns.iter().map(|&column| self.axis.name(column)));
        for (row, name) in self.rows.iter().enumerate() {
            let Some(base) = base(row).filter(|&base| base != row) else { continue };
            let cell = |column| self.spread(row, column, base).map_or(Cell::Missing, Cell::Text);
            sheet.row(*name, (0..self.columns.len()).map(cell));
        }
        sheet
    }

    /// Shares of the nodes of the first row when those that the table answers do not count, with `published` ones in
    /// brackets; `None` when they were not counted.
    pub fn unanswered_sheet(&self, published: impl Fn(&str, u64) -> Option<f64>) -> Option<Sheet> {
        let mut sheet = Sheet::new("% of none", self.columns.iter().map(|&column| self.axis.name(column)));
        for row in 1..self.rows.len() {
            let cell = |column: usize| {
                let ours = percent(self.share(row, column, 0, |record| record.unanswered)?);
                Some(Cell::Text(match published(self.rows[row], self.columns[column]) {
                    Some(share) => format!("{ours} ({})", percent(share)),
                    None => ours,
                }))
            };
            sheet.row(self.rows[row], (0..self.columns.len()).map(|column| cell(column).unwrap_or(Cell::Missing)));
        }
        let is_counted = sheet.rows.iter().any(|(_, cells)| cells.iter().any(|cell| *cell != Cell::Missing));
        is_counted.then_some(sheet)
    }

    /// In how many positions a row finds another score than the first row.
    pub fn changed(&self, row: usize, column: usize) -> Option<u64> {
        let scores = |row| -> Option<Vec<i32>> { self.cell(row, column)?.iter().map(|record| record.score).collect() };
        let (ours, base) = (scores(row)?, scores(0)?);
        Some(ours.iter().zip(&base).filter(|(ours, base)| ours != base).count() as u64)
    }

    /// The sum of [`Grid::changed`] over the columns in which it is known, row by row, in words. It is unknown only in
    /// the oldest published searches, whose sums have a file of their own.
    pub fn changed_words(&self) -> String {
        let rows = (1..self.rows.len()).filter_map(|row| {
            let counts: Vec<u64> = (0..self.columns.len()).filter_map(|column| self.changed(row, column)).collect();
            let searches = counts.len() * self.positions.len();
            (searches > 0).then(|| format!("{} {} of {searches}", self.rows[row], counts.iter().sum::<u64>()))
        });
        let rows: Vec<String> = rows.collect();
        if rows.is_empty() { "the sums are in [sums-before.csv](sums-before.csv)".to_owned() } else { rows.join(", ") }
    }

    /// The rows of a column from the fewest nodes to the most; equal ones joined by `=`.
    pub fn order(&self, column: usize) -> String {
        let sum = |row| self.sum(row, column, nodes).unwrap_or(u64::MAX);
        let mut rows: Vec<usize> = (0..self.rows.len()).filter(|&row| sum(row) < u64::MAX).collect();
        // Equal sums stand in the order that the paper predicts.
        rows.sort_by_key(|&row| (sum(row), Reverse(row)));
        let mut text = String::new();
        for (index, &row) in rows.iter().enumerate() {
            if index > 0 {
                text += if sum(rows[index - 1]) == sum(row) { " = " } else { " < " };
            }
            text += self.rows[row];
        }
        text
    }

    /// The orders found, and in how many positions each of `steps` (the row expected to need fewer nodes first) holds,
    /// is a tie, or is turned round.
    pub fn order_sheet(&self, corner: &str, steps: &[(&str, &str)]) -> Sheet {
        let steps: Vec<_> =
            steps.iter().filter_map(|&(less, more)| Some((less, more, self.row(less)?, self.row(more)?))).collect();
        let heads = steps.iter().map(|(less, more, ..)| format!("{less} < {more}"));
        let mut sheet = Sheet::new(corner, std::iter::once("order of the sums".to_owned()).chain(heads));
        for column in 0..self.columns.len() {
            let mut cells = vec![self.order(column)];
            for &(_, _, less, more) in &steps {
                let (mut holds, mut ties, mut turned) = (0, 0, 0);
                let pairs = self.cell(less, column).zip(self.cell(more, column));
                for (less, more) in pairs.iter().flat_map(|(less, more)| less.iter().zip(more)) {
                    match less.nodes.cmp(&more.nodes) {
                        std::cmp::Ordering::Less => holds += 1,
                        std::cmp::Ordering::Equal => ties += 1,
                        std::cmp::Ordering::Greater => turned += 1,
                    }
                }
                cells.push(format!("{holds} / {ties} / {turned}"));
            }
            sheet.row(self.axis.name(self.columns[column]), cells);
        }
        sheet
    }

    /// How many columns have the rows of `order` in this order of sums.
    pub fn columns_in_order(&self, order: &[&str]) -> usize {
        let rows: Option<Vec<usize>> = order.iter().map(|name| self.row(name)).collect();
        let Some(rows) = rows else { return 0 };
        let sum = |row, column| self.sum(row, column, nodes).unwrap_or(u64::MAX);
        let is_ordered = |column: &usize| rows.windows(2).all(|pair| sum(pair[0], *column) < sum(pair[1], *column));
        (0..self.columns.len()).filter(is_ordered).count()
    }

    /// A chart with a line for each row, from `value` of row and column.
    pub fn panel(
        &self,
        title: String,
        x: &str,
        y: &str,
        scale: Scale,
        value: impl Fn(usize, usize) -> Option<f64>,
    ) -> Panel {
        let at = |&column: &u64| match self.axis {
            Axis::Size => ((column as f64).log2(), self.axis.name(column)),
            Axis::Depth => (column as f64, self.axis.name(column)),
        };
        let line = |row: usize| {
            let values = (0..self.columns.len()).map(|column| value(row, column)).collect();
            Line::new(self.rows[row], values, 0)
        };
        let mut lines: Vec<Line> =
            (0..self.rows.len()).map(line).filter(|line| line.values.iter().any(Option::is_some)).collect();
        // A replacement scheme has the same colour in every picture.
        for (number, line) in lines.iter_mut().enumerate() {
            line.color = scheme::color_of(&line.name).unwrap_or(number);
        }
        Panel {
            title,
            x_label: x.to_owned(),
            y_label: y.to_owned(),
            x: X::Numbers(self.columns.iter().map(at).collect()),
            scale,
            notes: Vec::new(),
            lines,
        }
    }
}

/// `0.5712` as `57.1`.
pub fn percent(share: f64) -> String {
    format!("{:.1}", 100.0 * share)
}

/// The value below which `numerator / denominator` of a sorted list lies, linearly between its neighbours.
pub fn quantile(sorted: &[f64], numerator: usize, denominator: usize) -> f64 {
    let place = (sorted.len() - 1) * numerator;
    let (index, rest) = (place / denominator, place % denominator);
    let next = sorted[(index + 1).min(sorted.len() - 1)];
    sorted[index] + (next - sorted[index]) * rest as f64 / denominator as f64
}

#[cfg(test)]
mod tests {
    use super::super::record::Key;
    use super::*;

    /// Nodes by row, column and position. The first row has no table.
    fn records(nodes: [[[u64; 2]; 2]; 4]) -> Vec<Record> {
        let mut records = Vec::new();
        for (name, columns) in ["none", "always", "depth", "two-level"].iter().zip(nodes) {
            for (column, positions) in columns.into_iter().enumerate() {
                for (position, nodes) in positions.into_iter().enumerate() {
                    let size = (*name != "none").then_some(1024 << column);
                    if size.is_none() && column > 0 {
                        continue;
                    }
                    let key = Key { position: position.to_string(), depth: 5, size, row: (*name).to_owned() };
                    let score = Some(if nodes == 9 { 1 } else { 0 });
                    records.push(Record { score, ..Record::of_nodes(&key, nodes) });
                }
            }
        }
        records
    }

    #[test]
    fn orders_are_read_off() {
        let records = records([[[10, 10], [10, 10]], [[8, 9], [10, 10]], [[9, 7], [7, 8]], [[5, 7], [9, 9]]]);
        let grid = Grid::of(&records, Axis::Size);
        assert_eq!(grid.order(0), "two-level < depth < always < none");
        assert_eq!(grid.order(1), "depth < two-level < always = none");
        assert_eq!(grid.columns_in_order(&["two-level", "depth", "always", "none"]), 1);
        let sheet = grid.order_sheet("size", &[("two-level", "depth"), ("depth", "always")]);
        assert_eq!(sheet.rows[0].1[1], Cell::Text("1 / 1 / 0".to_owned()));
        assert_eq!(sheet.rows[1].1[2], Cell::Text("2 / 0 / 0".to_owned()));
        assert_eq!(grid.sums_sheet("", nodes).rows[0].1, [Cell::Count(20), Cell::Count(20)]);
        assert_eq!(grid.share(1, 0, 0, nodes), Some(0.85));
        assert_eq!(grid.changed_words(), "always 1 of 4, depth 1 of 4, two-level 2 of 4");
        assert!(grid.unanswered_sheet(|_, _| None).is_none());
        assert_eq!(grid.spread(1, 0, 0).unwrap(), "85.0; 85.0 [82.5–87.5]");
        assert!(grid.published_sheet(|_, _| None).is_none());
        let theirs = |label: &str, column| (label == "depth" && column == 2048).then_some(7);
        assert_eq!(grid.published_sheet(theirs).unwrap().rows[2].1, [Cell::Missing, Cell::Count(7)]);
    }

    #[test]
    fn quartiles_lie_between() {
        let sorted = [1.0, 2.0, 3.0, 4.0, 5.0];
        assert_eq!([1, 2, 3].map(|quarter| quantile(&sorted, quarter, 4)), [2.0, 3.0, 4.0]);
        assert_eq!(quantile(&[1.0, 2.0], 1, 2), 1.5);
        assert_eq!(quantile(&[7.0], 3, 4), 7.0);
    }
}
