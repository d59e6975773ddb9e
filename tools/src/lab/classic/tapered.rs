//! A middle-game and an end-game value in one word, so that one addition adds both.

use std::ops::{Add, AddAssign, Mul, Sub};

/// Middle game in the upper half, end game in the lower; each must stay within ±32,767.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Tapered(i32);

impl Tapered {
    pub(super) const ZERO: Self = Self(0);

    pub(super) const fn new(mg: i32, eg: i32) -> Self {
        Self((mg << 16).wrapping_add(eg))
    }

    pub(super) const fn mg(self) -> i32 {
        // A negative lower half has borrowed one from the upper.
        (self.0.wrapping_add(0x8000)) >> 16
    }

    pub(super) const fn eg(self) -> i32 {
        self.0 as i16 as i32
    }

    pub(super) const fn negated(self) -> Self {
        Self(self.0.wrapping_neg())
    }

    /// The mixture at `phase` out of `most`: all middle game at `most`, all end game at 0.
    pub(super) const fn at(self, phase: i32, most: i32) -> i32 {
        let phase = if phase > most { most } else { phase };
        (self.mg() * phase + self.eg() * (most - phase)) / most
    }
}

impl Add for Tapered {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self(self.0.wrapping_add(other.0))
    }
}

impl AddAssign for Tapered {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Tapered {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0.wrapping_sub(other.0))
    }
}

impl Mul<i32> for Tapered {
    type Output = Self;

    #[inline]
    fn mul(self, times: i32) -> Self {
        Self(self.0.wrapping_mul(times))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_do_not_mix() {
        for (mg, eg) in [(0, 0), (5, -7), (-5, 7), (-300, -900), (1200, 1300)] {
            let value = Tapered::new(mg, eg);
            assert_eq!((value.mg(), value.eg()), (mg, eg));
            let sum = value * 3 + Tapered::new(-1, 1) - Tapered::new(4, -4);
            assert_eq!((sum.mg(), sum.eg()), (3 * mg - 5, 3 * eg + 5));
            assert_eq!((value.negated().mg(), value.negated().eg()), (-mg, -eg));
        }
        assert_eq!(Tapered::new(100, 200).at(4, 16), 175);
    }
}
