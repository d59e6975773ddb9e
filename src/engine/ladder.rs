//! From a strength on the scale of UCI's `UCI_Elo` to a level.

use crate::config::MAX_ELO;
use crate::config::MIN_ELO;
use crate::search::Level;

/// The level whose place between the weakest and full strength is that of `elo` between the ends of the scale.
pub(super) fn level_of(elo: u32) -> u8 {
    let above = f64::from(elo.clamp(MIN_ELO, MAX_ELO) - MIN_ELO);
    (above / f64::from(MAX_ELO - MIN_ELO) * f64::from(Level::FULL)).round() as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ends_of_the_scale_are_the_ends_of_the_levels() {
        assert_eq!([0, MIN_ELO, MAX_ELO, u32::MAX].map(level_of), [0, 0, Level::FULL, Level::FULL]);
        let levels: Vec<u8> = (MIN_ELO..=MAX_ELO).map(level_of).collect();
        assert!(levels.is_sorted());
        assert!((0..=Level::FULL).all(|level| levels.contains(&level)));
    }
}
