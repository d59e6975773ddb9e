//! From a strength on the scale of UCI's `UCI_Elo` to a level.

use crate::search::Level;

/// Elo of each level on the ladder of `docs/levels.md`; a player of random moves has 0.
const LADDER: [u32; Level::FULL as usize + 1] = [
    449, 614, 786, 949, 1122, 1312, 1461, 1646, 1825, 1972, 2161, 2337, 2528, 2715, 2891, 3089, 3312, 3529, 3726, 3902,
    4090,
];

/// The level with the nearest Elo; of two equally near, the stronger.
pub(super) fn level_of(elo: u32) -> u8 {
    let nearest = (0..=Level::FULL).rev().min_by_key(|&level| LADDER[usize::from(level)].abs_diff(elo));
    nearest.unwrap_or(Level::FULL)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{MAX_ELO, MIN_ELO};

    #[test]
    fn every_level_can_be_asked_for() {
        assert!(LADDER.is_sorted_by(|a, b| a < b));
        assert_eq!([LADDER[0], LADDER[usize::from(Level::FULL)]], [MIN_ELO, MAX_ELO]);
        for level in 0..=Level::FULL {
            assert_eq!(level_of(LADDER[usize::from(level)]), level);
        }
        assert_eq!([0, u32::MAX].map(level_of), [0, Level::FULL]);
        let halfway = LADDER[3].midpoint(LADDER[4]);
        assert_eq!([halfway - 1, halfway + 1].map(level_of), [3, 4]);
    }

    #[test]
    fn the_ladder_is_the_one_that_was_measured() {
        let (_, tables) =
            include_str!("../../docs/log/levels.md").split_once("<!-- guohe-tools ladder table -->").expect("tables");
        // `| 5 | 1312 | 62845 | 2.39 % | 0 | 5 | 67 |`: level, Elo, moves, pieces given away, times.
        assert_eq!(elo_of_levels(tables, 7, 1), LADDER);
    }

    #[test]
    fn the_table_of_levels_has_its_elo() {
        // `| 5 | 119 | 3 | 112 | 9 | 1312 |`: level, nodes, depth, noise, book, Elo.
        assert_eq!(elo_of_levels(include_str!("../../docs/levels.md"), 6, 5), LADDER);
    }

    /// Column `column` of all rows of `page` that have `cells` cells and begin with the number of a level.
    fn elo_of_levels(page: &str, cells: usize, column: usize) -> Vec<u32> {
        let rows = page.lines().map(|line| line.trim_matches('|').split('|').map(str::trim).collect::<Vec<_>>());
        let rows = rows.filter(|row| row.len() == cells && row[0].parse::<u8>().is_ok());
        rows.map(|row| row[column].parse().expect("an Elo")).collect()
    }
}
