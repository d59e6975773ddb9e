//! Tables of reports: names on the left, numbers on the right, no lines. A narrow terminal gets fewer columns.

use comfy_table::{CellAlignment, Table, presets};
use std::fmt::Write;

/// Blanks beside each cell.
const PADDING: usize = 2;

/// A table that is being filled.
pub struct Columns {
    header: Vec<String>,
    rows: Vec<Vec<String>>,
    /// Columns with names, from the left; those behind hold numbers.
    names: usize,
    /// Columns that a narrow terminal goes without, the first one first.
    dispensable: &'static [usize],
}

impl Columns {
    /// A table with a header and no rows yet. `names` columns on the left hold no numbers; where there is no room for
    /// all, those of `dispensable` are left out one after the other.
    pub fn new(header: &[&str], names: usize, dispensable: &'static [usize]) -> Self {
        let header = header.iter().map(|&title| title.to_owned()).collect();
        Self { header, rows: Vec::new(), names, dispensable }
    }

    /// Adds a row.
    pub fn add(&mut self, row: impl IntoIterator<Item = String>) {
        self.rows.push(row.into_iter().collect());
    }

    /// Adds the table to a report, as wide as the terminal allows where there is one.
    pub fn write(&self, text: &mut String) {
        self.write_within(text, Table::new().width().filter(|&width| width > 0).map_or(usize::MAX, usize::from));
    }

    fn write_within(&self, text: &mut String, width: usize) {
        let shown = self.fitting(width);
        let pick = |row: &Vec<String>| shown.iter().map(|&column| row[column].clone()).collect::<Vec<_>>();
        let mut table = Table::new();
        table.load_preset(presets::NOTHING).set_header(pick(&self.header));
        for row in &self.rows {
            table.add_row(pick(row));
        }
        for (column, &shown) in table.column_iter_mut().zip(&shown) {
            column.set_cell_alignment(if shown < self.names { CellAlignment::Left } else { CellAlignment::Right });
        }
        for line in table.lines() {
            let _ = writeln!(text, "{}", line.trim_end());
        }
    }

    /// The columns for which `width` is enough.
    fn fitting(&self, width: usize) -> Vec<usize> {
        let mut shown: Vec<usize> = (0..self.header.len()).collect();
        for dispensable in self.dispensable {
            if shown.iter().map(|&column| self.width_of(column)).sum::<usize>() <= width {
                break;
            }
            shown.retain(|column| column != dispensable);
        }
        shown
    }

    fn width_of(&self, column: usize) -> usize {
        let cells = std::iter::once(&self.header).chain(&self.rows).map(|row| row[column].chars().count());
        PADDING + cells.max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_narrow_terminal_gets_fewer_columns() {
        let mut columns = Columns::new(&["engine", "moves", "depth"], 1, &[1, 2]);
        columns.add(["new", "12345678", "7.5"].map(str::to_owned));
        let text = |width| {
            let mut text = String::new();
            columns.write_within(&mut text, width);
            text
        };
        assert_eq!(text(usize::MAX), " engine     moves  depth\n new     12345678    7.5\n");
        assert_eq!(text(25), text(usize::MAX));
        assert_eq!(text(24), " engine  depth\n new       7.5\n");
        assert_eq!(text(10), " engine\n new\n");
    }
}
