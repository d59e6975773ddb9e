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
        let page = include_str!("../../docs/levels.md");
        let (_, tables) = page.split_once("<!-- guohe-tools ladder table -->").expect("the tables begin");
        let (tables, _) = tables.split_once("<!-- end -->").expect("the tables end");
        let rows = tables.lines().filter_map(|line| {
            // `| 5 | 1100 | 62112 | 3.65 % | 0 | 6 | 69 |` is a player, rows of matches have more cells.
            let cells: Vec<_> = line.trim_matches('|').split('|').map(str::trim).collect();
            (cells.len() == 7).then(|| Some((cells[0].parse::<usize>().ok()?, cells[1].parse::<u32>().ok()?)))?
        });
        assert_eq!(rows.collect::<Vec<_>>(), LADDER.into_iter().enumerate().collect::<Vec<_>>());
    }
}
