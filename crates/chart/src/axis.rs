//! The axes of the pictures, and how numbers are written at them. Knows nothing of charts.

use plotters::coord::ranged1d::{KeyPointHint, ValueFormatter};
use plotters::prelude::Ranged;
use std::ops::Range;

/// An axis on which columns stand at their places, with some room at each end.
pub struct Places {
    places: Vec<f64>,
    range: Range<f64>,
}

impl Places {
    /// For columns of these places and names.
    pub fn of(places: &[(f64, String)], are_categories: bool) -> Self {
        let places: Vec<f64> = places.iter().map(|&(at, _)| at).collect();
        let first = places.iter().copied().fold(f64::INFINITY, f64::min);
        let last = places.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let room = if are_categories { 0.5 } else { ((last - first) * 0.05).max(0.1) };
        Self { places, range: first - room..last + room }
    }
}

impl Ranged for Places {
    type FormatOption = plotters::coord::ranged1d::NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, (from, to): (i32, i32)) -> i32 {
        let share = (value - self.range.start) / (self.range.end - self.range.start);
        from + (share * f64::from(to - from)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, _: Hint) -> Vec<f64> {
        self.places.clone()
    }

    fn range(&self) -> Range<f64> {
        self.range.clone()
    }
}

impl ValueFormatter<f64> for Places {}

/// An axis by the logarithm, with labels however much or little it spans.
pub struct Decades {
    range: Range<f64>,
}

impl Decades {
    /// From and to a number above zero.
    pub fn new(range: Range<f64>) -> Self {
        Self { range }
    }
}

impl Ranged for Decades {
    type FormatOption = plotters::coord::ranged1d::NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, (from, to): (i32, i32)) -> i32 {
        let share = (value / self.range.start).ln() / (self.range.end / self.range.start).ln();
        from + (share * f64::from(to - from)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        let span = self.range.end / self.range.start;
        let digits: &[f64] = match span {
            _ if hint.weight().allow_light_points() => &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0],
            span if span > 1e4 => &[1.0],
            span if span > 20.0 => &[1.0, 2.0, 5.0],
            _ => &[1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0],
        };
        let powers = self.range.start.log10().floor() as i32..=self.range.end.log10().ceil() as i32;
        let points = powers.flat_map(|power| digits.iter().map(move |digit| digit * 10f64.powi(power)));
        points.filter(|point| self.range.contains(point)).collect()
    }

    fn range(&self) -> Range<f64> {
        self.range.clone()
    }
}

impl ValueFormatter<f64> for Decades {}

/// A number short enough for an axis.
pub fn amount(value: f64) -> String {
    match value.abs() {
        size if size >= 1e9 => format!("{}G", round(value / 1e9)),
        size if size >= 1e6 => format!("{}M", round(value / 1e6)),
        size if size >= 1e3 => format!("{}k", round(value / 1e3)),
        _ => round(value),
    }
}

/// With two decimals, or five if it is small.
fn round(value: f64) -> String {
    let text = if value.abs() < 0.1 { format!("{value:.5}") } else { format!("{value:.2}") };
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_stand_at_true_distances() {
        let axis = Places::of(&[14.0, 15.0, 20.0].map(|at| (at, String::new())), false);
        let at = |value: f64| f64::from(axis.map(&value, (0, 10_000)));
        assert!(((at(20.0) - at(15.0)) / (at(15.0) - at(14.0)) - 5.0).abs() < 0.02);
    }

    #[test]
    fn powers_of_ten_are_as_far_apart_as_their_logarithms() {
        let axis = Decades::new(1.0..1e6);
        let at = |value: f64| axis.map(&value, (0, 6000));
        assert_eq!([1.0, 10.0, 100.0, 1e6].map(at), [0, 1000, 2000, 6000]);
    }

    #[test]
    fn amounts_are_short() {
        for (value, text) in [
            (0.0, "0"),
            (0.5, "0.5"),
            (100.0, "100"),
            (12_500.0, "12.5k"),
            (2e6, "2M"),
            (3e9, "3G"),
            (0.00678, "0.00678"),
            (0.05, "0.05"),
        ] {
            assert_eq!(amount(value), text);
        }
    }
}
