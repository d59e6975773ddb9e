//! Tables of figures for people, as Markdown.

use indicatif::HumanCount;
use std::fmt;

/// One figure.
#[derive(Clone, PartialEq, Debug)]
pub enum Cell {
    /// A count, grouped by thousands where people read it.
    Count(u64),
    /// Words.
    Text(String),
    /// Not measured, not published, or too dear.
    Missing,
}

impl From<u64> for Cell {
    fn from(count: u64) -> Self {
        Self::Count(count)
    }
}

impl From<Option<u64>> for Cell {
    fn from(count: Option<u64>) -> Self {
        count.map_or(Self::Missing, Self::Count)
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Count(count) => write!(f, "{}", grouped(*count)),
            Self::Text(text) => write!(f, "{text}"),
            Self::Missing => Ok(()),
        }
    }
}

/// `1234567` as `1,234,567`.
pub fn grouped(count: u64) -> String {
    HumanCount(count).to_string()
}

/// A power of two as the papers write table sizes: `16k`, `2M`. Other numbers in full.
pub fn size_name(size: usize) -> String {
    match size {
        size if size >= 1 << 20 && size.is_multiple_of(1 << 20) => format!("{}M", size >> 20),
        size if size >= 1 << 10 && size.is_multiple_of(1 << 10) => format!("{}k", size >> 10),
        size => size.to_string(),
    }
}

/// A table: labelled rows under labelled columns.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Sheet {
    /// What the rows are; the head of the first column.
    pub corner: String,
    pub columns: Vec<String>,
    pub rows: Vec<(String, Vec<Cell>)>,
}

impl Sheet {
    /// Without rows yet.
    pub fn new(corner: &str, columns: impl IntoIterator<Item = String>) -> Self {
        Self { corner: corner.to_owned(), columns: columns.into_iter().collect(), rows: Vec::new() }
    }

    /// Adds a row.
    pub fn row<T: Into<Cell>>(&mut self, label: impl Into<String>, cells: impl IntoIterator<Item = T>) {
        self.rows.push((label.into(), cells.into_iter().map(Into::into).collect()));
    }

    /// For people; figures to the right.
    pub fn markdown(&self) -> String {
        let mut text = format!("| {} |", self.corner);
        for column in &self.columns {
            text += &format!(" {column} |");
        }
        text += "\n|---|";
        for _ in &self.columns {
            text += "---:|";
        }
        text.push('\n');
        for (label, cells) in &self.rows {
            text += &format!("| {label} |");
            for cell in cells {
                text += &format!(" {cell} |");
            }
            text.push('\n');
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_for_people() {
        let mut sheet = Sheet::new("policy", ["2".to_owned(), "3".to_owned()]);
        sheet.row("none", [894_u64, 1_015_318]);
        sheet.row("always", [Cell::Count(7), Cell::Missing]);
        assert_eq!(
            sheet.markdown(),
            "| policy | 2 | 3 |\n|---|---:|---:|\n| none | 894 | 1,015,318 |\n| always | 7 |  |\n"
        );
    }

    #[test]
    fn sizes_have_short_names() {
        for (size, name) in [(8, "8"), (16_384, "16k"), (1 << 20, "1M"), (16 << 20, "16M"), (1000, "1000")] {
            assert_eq!(size_name(size), name);
        }
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(48_231_783), "48,231,783");
    }
}
