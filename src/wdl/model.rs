//! The model of chances: a curve for each amount of material.

use super::curve::Curve;
use crate::board::Board;
use crate::types::Color;
use crate::types::Kind;

/// The least and the most material that the model tells apart: with less the games are few, and the start has the most.
const MATERIAL: std::ops::RangeInclusive<u32> = 17..=110;
/// The material that is 1 in the polynomials.
const UNIT: f64 = 65.0;

/// What is left on the board, of both sides together: a rook counts 10, knight and cannon 5, bishop 3, advisor 2, pawn 1.
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

/// Curves for all amounts of material: half and spread are polynomials of it, the constant first, in centipawns.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Model {
    /// Coefficients of [`Curve::half`].
    pub half: [f64; 4],
    /// Coefficients of [`Curve::spread`].
    pub spread: [f64; 4],
}

impl Model {
    /// The powers of `material` that the coefficients stand for.
    pub fn powers(material: u32) -> [f64; 4] {
        let m = f64::from(material.clamp(*MATERIAL.start(), *MATERIAL.end())) / UNIT;
        [1.0, m, m * m, m * m * m]
    }

    /// The curve for `material`.
    pub fn curve(&self, material: u32) -> Curve {
        let powers = Self::powers(material);
        let sum = |coefficients: &[f64; 4]| coefficients.iter().zip(&powers).map(|(c, power)| c * power).sum();
        Curve { half: sum(&self.half), spread: sum(&self.spread) }
    }

    /// Whether with any material better scores win more, and the score that wins half of the games is a lead.
    pub fn is_sound(&self) -> bool {
        MATERIAL.map(|material| self.curve(material)).all(|curve| curve.half > 0.0 && curve.spread > 0.0)
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
        let model = Model { half: [10.0, 20.0, 0.0, 1.0], spread: [5.0, 0.0, 4.0, 0.0] };
        assert_eq!(model.curve(65), Curve { half: 31.0, spread: 9.0 });
        assert_eq!(model.curve(0), model.curve(17));
        assert_eq!(model.curve(110), model.curve(500));
        assert!(model.is_sound());
        assert!(!Model { half: [-31.0, 20.0, 0.0, 1.0], ..model }.is_sound());
        assert!(!Model { spread: [5.0, -4.0, 0.0, 0.0], ..model }.is_sound());
    }
}
