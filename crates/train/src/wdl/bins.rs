//! Positions sorted by the share of the point that a model promises, to be compared with what came of them.

use comfy_table::{CellAlignment, Table};

/// Parts into which the shares, 0 to 1, are cut.
const COUNT: usize = 10;

/// Something for each part of the shares.
#[derive(Clone, Default)]
pub struct Bins<T>([T; COUNT]);

impl<T> Bins<T> {
    /// That of the positions which are promised about as much as `share`, 0 to 1.
    pub fn of_share(&mut self, share: f64) -> &mut T {
        &mut self.0[((share * COUNT as f64) as usize).min(COUNT - 1)]
    }

    /// All, from the least share on.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.0.iter()
    }

    /// All with their shares in words.
    pub fn told(&self) -> impl Iterator<Item = (String, &T)> {
        let range = |index: usize| format!("{} to {} %", index * 100 / COUNT, (index + 1) * 100 / COUNT);
        self.0.iter().enumerate().map(move |(index, bin)| (range(index), bin))
    }
}

/// The table as text, its numbers under one another.
pub fn right_aligned(mut table: Table) -> String {
    for column in table.column_iter_mut() {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_share_has_its_bin() {
        let mut bins = Bins::<u32>::default();
        for share in [0.0, 0.099, 0.1, 0.55, 0.99, 1.0] {
            *bins.of_share(share) += 1;
        }
        let told: Vec<(String, u32)> = bins.told().map(|(range, count)| (range, *count)).collect();
        assert_eq!(told[0], ("0 to 10 %".to_owned(), 2));
        assert_eq!(told[9], ("90 to 100 %".to_owned(), 2));
        assert_eq!(bins.iter().copied().collect::<Vec<_>>(), [2, 1, 0, 0, 0, 1, 0, 0, 0, 2]);
    }
}
