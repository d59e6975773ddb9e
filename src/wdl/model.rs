//! The model of chances: a curve for each amount of material.

use super::curve::Curve;
use crate::board::Board;
use crate::types::{Color, Kind, Score};

/// Range of the material. Smaller values are clamped, since such games are few; the start position has the maximum.
const MATERIAL: std::ops::RangeInclusive<u32> = 17..=110;
/// The material that corresponds to 1 in the polynomials.
const UNIT: f64 = 65.0;

/// The material of both sides: rook 10, knight and cannon 5, bishop 3, advisor 2, pawn 1.
pub fn material(board: &Board) -> u32 {
    let worth = |kind| match kind {
        Kind::Rook => 10,
        Kind::Knight | Kind::Cannon => 5,
        Kind::Bishop => 3,
        Kind::Advisor => 2,
        Kind::Pawn => 1,
        Kind::King => 0,
    };
    let each = Color::ALL.into_iter().flat_map(|color| Kind::ALL.map(|kind| worth(kind) * board.count(color, kind)));
    each.sum::<usize>() as u32
}

/// Number of coefficients of a polynomial of the material.
pub const TERMS: usize = 3;

/// Curves for all amounts of material: the level and the rise are polynomials of it, the constant first.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Model {
    /// Coefficients of [`Curve::level`].
    pub level: [f64; TERMS],
    /// Coefficients of [`Curve::rise`].
    pub rise: [f64; TERMS],
    /// [`Curve::knee`], the same for any material.
    pub knee: f64,
}

impl Model {
    /// The powers of `material` that the coefficients multiply.
    pub fn powers(material: u32) -> [f64; TERMS] {
        let m = f64::from(material.clamp(*MATERIAL.start(), *MATERIAL.end())) / UNIT;
        [1.0, m, m * m]
    }

    /// The curve for `material`.
    pub fn curve(&self, material: u32) -> Curve {
        let powers = Self::powers(material);
        let sum = |coefficients: &[f64; TERMS]| coefficients.iter().zip(&powers).map(|(c, power)| c * power).sum();
        Curve { level: sum(&self.level), rise: sum(&self.rise), knee: self.knee }
    }

    /// Whether for any material higher scores win more games, and a score in the evaluation band wins half of them.
    pub fn is_sound(&self) -> bool {
        let largest = f64::from(Score::EVAL_MAX.get());
        let is_sound = |curve: Curve| curve.rise > 0.0 && curve.half() < largest;
        self.knee > 0.0 && MATERIAL.map(|material| self.curve(material)).all(is_sound)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn material_of_both_sides() {
        let check = |fen: &str, expected| assert_eq!(material(&Board::from_fen(fen).unwrap()), expected, "{fen}");
        assert_eq!(material(&Board::startpos()), 110);
        check("3k5/9/9/9/9/9/9/9/9/4KR3 w", 10);
        check("2ba1k3/9/9/9/2c6/9/P8/9/9/4KN3 b", 16);
    }

    #[test]
    fn curves_follow_the_material_within_its_bounds() {
        let model = Model { level: [-9.0, 7.0, 0.5], rise: [5.0, 0.0, -1.0], knee: 300.0 };
        assert_eq!(model.curve(65), Curve { level: -1.5, rise: 4.0, knee: 300.0 });
        assert_eq!(model.curve(0), model.curve(17));
        assert_eq!(model.curve(110), model.curve(500));
        assert!(model.is_sound());
        assert!(!Model { rise: [2.0, 0.0, -1.0], ..model }.is_sound());
        assert!(!Model { knee: 0.0, ..model }.is_sound());
        assert!(!Model { knee: f64::NAN, ..model }.is_sound());
        // With little material nearly all games are drawn, and no score wins half of them.
        assert!(!Model { level: [-60.0, 50.0, 0.0], ..model }.is_sound());
    }
}
