//! Nodes by replacement scheme and column (table size or depth), position by position, and what the table studies
//! read off them.

use super::figure::Line;
use super::figure::Panel;
use super::runs::Lab;
use super::runs::Run;
use super::setup::Scheme;
use super::sheet::Cell;
use super::sheet::Sheet;
use serde_json::Value;
use serde_json::json;

/// Nodes of every row, column and position.
pub struct Grid {
    pub rows: Vec<Scheme>,
    pub columns: Vec<u64>,
    /// `nodes[row][column][position]`.
    pub nodes: Vec<Vec<Vec<u64>>>,
    /// The same without the nodes that the table answered.
    pub unanswered: Vec<Vec<Vec<u64>>>,
    /// How many positions got another score than without a table.
    pub changed: Vec<Vec<usize>>,
    names: Vec<String>,
}

impl Grid {
    /// Does the runs that `run` describes for every row, column and position.
    pub fn measure(
        lab: &Lab,
        title: &str,
        rows: &[Scheme],
        columns: &[u64],
        run: impl Fn(Scheme, u64, usize) -> Run,
    ) -> Self {
        let positions = lab.positions.len();
        let mut runs = Vec::new();
        for &row in rows {
            for &column in columns {
                runs.extend((0..positions).map(|position| run(row, column, position)));
            }
        }
        let outcomes = lab.run(title, &runs);
        let cells: Vec<Vec<_>> =
            outcomes.chunks(positions * columns.len()).map(|row| row.chunks(positions).collect()).collect();
        let changed_from = |base: &[_], cell: &[_]| {
            let score = |outcome: &super::plain::Outcome| outcome.score;
            base.iter().map(score).zip(cell.iter().map(score)).filter(|(base, score)| base != score).count()
        };
        let count = |of: fn(&super::counts::Counts) -> u64| {
            cells
                .iter()
                .map(|row| row.iter().map(|cell| cell.iter().map(|outcome| of(&outcome.counts)).collect()).collect())
                .collect()
        };
        Self {
            rows: rows.to_vec(),
            columns: columns.to_vec(),
            nodes: count(|counts| counts.nodes),
            unanswered: count(|counts| counts.nodes - counts.cuts),
            changed: cells
                .iter()
                .map(|row| row.iter().zip(&cells[0]).map(|(cell, base)| changed_from(base, cell)).collect())
                .collect(),
            names: lab.positions.iter().map(|position| position.name.clone()).collect(),
        }
    }

    fn sum(&self, row: usize, column: usize) -> u64 {
        self.nodes[row][column].iter().sum()
    }

    /// The share of the nodes of the first row, in each position.
    fn shares(&self, row: usize, column: usize) -> Vec<f64> {
        let shares = self.nodes[row][column].iter().zip(&self.nodes[0][column]);
        let mut shares: Vec<f64> = shares.map(|(&nodes, &base)| nodes as f64 / base as f64).collect();
        shares.sort_by(f64::total_cmp);
        shares
    }

    fn column_names(&self, name: impl Fn(u64) -> String) -> Vec<String> {
        self.columns.iter().map(|&column| name(column)).collect()
    }

    /// Sums over the positions, with plain integers for heads: the CSV.
    pub fn sums(&self, corner: &str) -> Sheet {
        self.sheet(corner, |column| column.to_string(), |row, column| self.sum(row, column).into())
    }

    /// A table with a cell for each row and column.
    pub fn sheet(
        &self,
        corner: &str,
        column_name: impl Fn(u64) -> String,
        cell: impl Fn(usize, usize) -> Cell,
    ) -> Sheet {
        let mut sheet = Sheet::new(corner, self.column_names(column_name));
        for (row, scheme) in self.rows.iter().enumerate() {
            sheet.row(scheme.name(), (0..self.columns.len()).map(|column| cell(row, column)));
        }
        sheet
    }

    /// Sums over the positions, for people.
    pub fn sums_sheet(&self, name: impl Fn(u64) -> String) -> Sheet {
        self.sheet("sum", name, |row, column| self.sum(row, column).into())
    }

    /// The first position alone.
    pub fn first_sheet(&self, name: impl Fn(u64) -> String) -> Sheet {
        self.sheet(&self.names[0], name, |row, column| self.nodes[row][column][0].into())
    }

    /// The published figures, in the same shape.
    pub fn published_sheet(
        &self,
        name: impl Fn(u64) -> String,
        published: impl Fn(Scheme, u64) -> Option<u64>,
    ) -> Sheet {
        self.sheet("published", name, |row, column| published(self.rows[row], self.columns[column]).into())
    }

    /// Shares of the nodes without a table: that of the sums, the published one, and the quartiles over positions.
    pub fn shares_sheet(&self, name: impl Fn(u64) -> String, published: impl Fn(Scheme, u64) -> Option<u64>) -> Sheet {
        let mut sheet = Sheet::new("% of no table", self.column_names(name));
        for row in 1..self.rows.len() {
            let scheme = self.rows[row];
            let columns = 0..self.columns.len();
            let ours = |column| percent(self.sum(row, column) as f64 / self.sum(0, column) as f64);
            sheet.row(
                format!("**{}**, of the sums", scheme.name()),
                columns.clone().map(|column| Cell::Text(ours(column))),
            );
            let theirs = |column| {
                let column = self.columns[column];
                let share = published(scheme, column)? as f64 / published(self.rows[0], column)? as f64;
                Some(Cell::Text(percent(share)))
            };
            if columns.clone().any(|column| theirs(column).is_some()) {
                sheet.row("· published", columns.clone().map(|column| theirs(column).unwrap_or(Cell::Missing)));
            }
            let quartiles = |column| {
                let shares = self.shares(row, column);
                let [low, median, high] = [1, 2, 3].map(|quarter| percent(quantile(&shares, quarter, 4)));
                Cell::Text(format!("{median} [{low}–{high}]"))
            };
            sheet.row("· median [quartiles]", columns.map(quartiles));
        }
        sheet
    }

    /// Shares of the nodes without a table when those that the table answers do not count.
    pub fn unanswered_sheet(
        &self,
        corner: &str,
        name: impl Fn(u64) -> String,
        published: impl Fn(Scheme, u64) -> Option<u64>,
    ) -> Sheet {
        let mut sheet = Sheet::new(corner, self.column_names(name));
        for row in 1..self.rows.len() {
            let scheme = self.rows[row];
            let share = |column: usize| {
                let sum: u64 = self.unanswered[row][column].iter().sum();
                let ours = percent(sum as f64 / self.sum(0, column) as f64);
                let column = self.columns[column];
                let theirs = published(scheme, column).zip(published(self.rows[0], column));
                match theirs {
                    Some((nodes, base)) => format!("{ours} ({})", percent(nodes as f64 / base as f64)),
                    None => ours,
                }
            };
            sheet.row(scheme.name(), (0..self.columns.len()).map(share));
        }
        sheet
    }

    /// The rows of a column from the fewest nodes to the most; equal ones joined by `=`.
    pub fn order(&self, column: usize) -> String {
        let mut rows: Vec<usize> = (0..self.rows.len()).collect();
        // Equal sums stand in the order that the paper predicts.
        rows.sort_by_key(|&row| (self.sum(row, column), std::cmp::Reverse(row)));
        let mut text = String::new();
        for (index, &row) in rows.iter().enumerate() {
            if index > 0 {
                let equal = self.sum(rows[index - 1], column) == self.sum(row, column);
                text += if equal { " = " } else { " < " };
            }
            text += self.rows[row].name();
        }
        text
    }

    /// The orders found, and in how many positions each step of the paper's order holds, is a tie, or is turned round.
    pub fn order_sheet(&self, corner: &str, name: impl Fn(u64) -> String) -> Sheet {
        let steps = [
            (Scheme::TwoLevel, Scheme::Depth),
            (Scheme::Depth, Scheme::Always),
            (Scheme::Always, Scheme::None),
            (Scheme::TwoLevel, Scheme::Thompson),
            (Scheme::Depth, Scheme::DepthStrict),
        ];
        let index = |scheme| self.rows.iter().position(|&row| row == scheme);
        let steps: Vec<_> =
            steps.into_iter().filter_map(|(less, more)| Some((less, more, index(less)?, index(more)?))).collect();
        let heads = steps.iter().map(|(less, more, ..)| format!("{} < {}", less.name(), more.name()));
        let mut sheet = Sheet::new(corner, std::iter::once("order of the sums".to_owned()).chain(heads));
        for column in 0..self.columns.len() {
            let mut cells = vec![self.order(column)];
            for &(_, _, less, more) in &steps {
                let pairs = self.nodes[less][column].iter().zip(&self.nodes[more][column]);
                let (mut holds, mut ties, mut turned) = (0, 0, 0);
                for (less, more) in pairs {
                    match less.cmp(more) {
                        std::cmp::Ordering::Less => holds += 1,
                        std::cmp::Ordering::Equal => ties += 1,
                        std::cmp::Ordering::Greater => turned += 1,
                    }
                }
                cells.push(format!("{holds} / {ties} / {turned}"));
            }
            sheet.row(name(self.columns[column]), cells);
        }
        sheet
    }

    /// How many columns have the paper's order two-level < depth < always < none, in the sums.
    pub fn columns_in_papers_order(&self) -> usize {
        let row = |scheme| self.rows.iter().position(|&row| row == scheme).expect("the table studies have all rows");
        let rows = [Scheme::TwoLevel, Scheme::Depth, Scheme::Always, Scheme::None].map(row);
        let is_ordered =
            |column: &usize| rows.windows(2).all(|pair| self.sum(pair[0], *column) < self.sum(pair[1], *column));
        (0..self.columns.len()).filter(is_ordered).count()
    }

    /// Everything, position by position.
    pub fn json(&self) -> Value {
        let rows = self.rows.iter().enumerate().map(|(row, scheme)| {
            json!({
                "policy": scheme.name(),
                "sums": (0..self.columns.len()).map(|column| self.sum(row, column)).collect::<Vec<_>>(),
                "changed_scores": self.changed[row],
                "by_position": (0..self.names.len())
                    .map(|position| self.nodes[row].iter().map(|cell| cell[position]).collect::<Vec<_>>())
                    .collect::<Vec<_>>(),
                "unanswered_sums": self.unanswered[row].iter().map(|cell| cell.iter().sum()).collect::<Vec<u64>>(),
            })
        });
        json!({ "columns": self.columns, "positions": self.names, "rows": rows.collect::<Vec<_>>() })
    }

    /// Two charts: nodes, and the share of the nodes without a table beside the published one.
    pub fn panels(
        &self,
        title: &str,
        x_label: &str,
        name: impl Fn(u64) -> String,
        published: impl Fn(Scheme, u64) -> Option<u64>,
    ) -> Vec<Panel> {
        let columns: Vec<String> = self.column_names(name);
        let line = |row: usize, published: bool, values: Vec<Option<f64>>| Line {
            name: format!("{}{}", self.rows[row].name(), if published { " (paper)" } else { "" }),
            values,
            published,
            color: row,
        };
        let indexes = 0..self.columns.len();
        let mut nodes = Vec::new();
        let mut shares = Vec::new();
        for (row, &scheme) in self.rows.iter().enumerate() {
            nodes.push(line(row, false, indexes.clone().map(|column| Some(self.sum(row, column) as f64)).collect()));
            if row == 0 {
                continue;
            }
            let share = |column| Some(100.0 * self.sum(row, column) as f64 / self.sum(0, column) as f64);
            shares.push(line(row, false, indexes.clone().map(share).collect()));
            let theirs: Vec<_> = indexes
                .clone()
                .map(|column| {
                    let column = self.columns[column];
                    Some(100.0 * published(scheme, column)? as f64 / published(self.rows[0], column)? as f64)
                })
                .collect();
            // The paper has one depth priority, ours has two readings of it: its line is drawn once.
            if scheme != Scheme::DepthStrict && theirs.iter().any(Option::is_some) {
                shares.push(line(row, true, theirs));
            }
        }
        vec![
            Panel {
                title: format!("{title}: nodes, sum of {} positions", self.names.len()),
                x_label: x_label.to_owned(),
                y_label: "nodes".to_owned(),
                columns: columns.clone(),
                logarithmic: true,
                notes: Vec::new(),
                lines: nodes,
            },
            Panel {
                title: format!("{title}: share of the nodes without a table"),
                x_label: x_label.to_owned(),
                y_label: "% of no table".to_owned(),
                columns,
                logarithmic: false,
                notes: Vec::new(),
                lines: shares,
            },
        ]
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
    use super::*;

    fn grid(nodes: Vec<Vec<Vec<u64>>>) -> Grid {
        let columns = nodes[0].len();
        Grid {
            rows: vec![Scheme::None, Scheme::Always, Scheme::Depth, Scheme::TwoLevel],
            columns: (0..columns as u64).collect(),
            unanswered: nodes.clone(),
            changed: vec![vec![0; columns]; 4],
            names: (0..nodes[0][0].len()).map(|index| index.to_string()).collect(),
            nodes,
        }
    }

    #[test]
    fn orders_are_read_off() {
        let grid = grid(vec![
            vec![vec![10, 10], vec![10, 10]],
            vec![vec![8, 9], vec![10, 10]],
            vec![vec![9, 7], vec![7, 8]],
            vec![vec![5, 7], vec![9, 9]],
        ]);
        assert_eq!(grid.order(0), "two-level < depth < always < none");
        assert_eq!(grid.order(1), "depth < two-level < always = none");
        assert_eq!(grid.columns_in_papers_order(), 1);
        let sheet = grid.order_sheet("size", |column| column.to_string());
        assert_eq!(sheet.rows[0].1[1], Cell::Text("1 / 1 / 0".to_owned()));
        assert_eq!(sheet.rows[0].1[2], Cell::Text("1 / 0 / 1".to_owned()));
    }

    #[test]
    fn quantiles_lie_between_neighbours() {
        let sorted = [1.0, 2.0, 3.0, 4.0];
        assert_eq!(quantile(&sorted, 1, 2), 2.5);
        assert_eq!(quantile(&sorted, 1, 4), 1.75);
        assert_eq!(quantile(&[7.0], 3, 4), 7.0);
    }
}
