//! From scores to chances, and from chances to accuracy and marks. Formulas and thresholds are those that lichess
//! publishes (lila: `WinPercent`, `AccuracyPercent`, `Advice`), over our own curve.

use guohe::types::Color;

/// Centipawns beyond this count as this: a won game is won.
const CEILING: i32 = 1_000;
/// The curve's scale in centipawns as the engine shows them: chances are 1 / (1 + e^(-cp / K)). Fitted by
/// `guohe-tools wdl people` to games of masters, as `docs/log/analysis.md` says.
pub const K: f64 = 110.7;

/// What a position is worth, from Red's point of view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// On the scale of the engine's replies: 100 wins half of the games of the engine against itself.
    Centipawns(i32),
    /// A mate by this side and the plies to it; 0 if mate is on the board.
    Mate(Color, u32),
    /// The repetition rules give the game to this side.
    Ruling(Color),
}

impl Value {
    /// The same with the colours exchanged.
    #[must_use]
    pub fn exchanged(self) -> Self {
        match self {
            Self::Centipawns(value) => Self::Centipawns(-value),
            Self::Mate(color, plies) => Self::Mate(!color, plies),
            Self::Ruling(color) => Self::Ruling(!color),
        }
    }

    /// In centipawns, proven wins as the ceiling.
    pub fn centipawns(self) -> i32 {
        match self {
            Self::Centipawns(value) => value.clamp(-CEILING, CEILING),
            Self::Mate(Color::Red, _) | Self::Ruling(Color::Red) => CEILING,
            Self::Mate(Color::Black, _) | Self::Ruling(Color::Black) => -CEILING,
        }
    }

    /// Whom a mate is proven for.
    pub fn mates(self) -> Option<Color> {
        match self {
            Self::Mate(color, _) => Some(color),
            Self::Centipawns(_) | Self::Ruling(_) => None,
        }
    }

    /// Red's share of the point, in percent.
    pub fn red_percent(self) -> f64 {
        win_percent(self.centipawns())
    }

    /// The share of `color`, in percent.
    pub fn percent(self, color: Color) -> f64 {
        match color {
            Color::Red => self.red_percent(),
            Color::Black => 100.0 - self.red_percent(),
        }
    }

    /// In centipawns from the point of view of `color`.
    pub fn centipawns_of(self, color: Color) -> i32 {
        match color {
            Color::Red => self.centipawns(),
            Color::Black => -self.centipawns(),
        }
    }
}

/// The share of the point, in percent, of a player who stands at `centipawns`.
pub fn win_percent(centipawns: i32) -> f64 {
    share(centipawns, K)
}

/// The same by a curve of another scale.
fn share(centipawns: i32, scale: f64) -> f64 {
    let centipawns = f64::from(centipawns.clamp(-CEILING, CEILING));
    100.0 / (1.0 + (-centipawns / scale).exp())
}

/// The accuracy, in percent, of a move that lost `lost` percent of the point.
pub fn accuracy(lost: f64) -> f64 {
    if lost <= 0.0 {
        return 100.0;
    }
    (103.166_810_071_164_9 * (-0.043_544_153_867_539_51 * lost).exp() - 3.166_924_740_191_411 + 1.0).clamp(0.0, 100.0)
}

/// What is wrong with a move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mark {
    /// `?!`
    Inaccuracy,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

impl Mark {
    /// All, the lightest first.
    pub const ALL: [Self; 3] = [Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// As it stands behind the move.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }

    /// PGN's number for it.
    #[cfg(not(target_family = "wasm"))]
    pub const fn glyph(self) -> u8 {
        match self {
            Self::Inaccuracy => 6,
            Self::Mistake => 2,
            Self::Blunder => 4,
        }
    }

    /// The mark of a move of `mover` that led from `before` to `after`.
    pub fn of(mover: Color, before: Value, after: Value) -> Option<Self> {
        match (before.mates(), after.mates()) {
            // The opponent mates where he did not before.
            (was, Some(now)) if now != mover && was != Some(!mover) => {
                return Some(Self::of_mate(before.percent(!mover)));
            }
            // The mover's own mate is gone.
            (Some(was), now) if was == mover && now != Some(mover) => {
                return Some(Self::of_mate(after.percent(mover)));
            }
            _ => {}
        }
        Self::of_loss(before.percent(mover) - after.percent(mover))
    }

    /// The mark of a move that gave a mate away or into the opponent's hands, where the side that mates had or has
    /// `share` percent of the point without it. The shares are those of lichess' 999 and 700 centipawns on its own
    /// curve.
    fn of_mate(share: f64) -> Self {
        match share {
            97.5.. => Self::Inaccuracy,
            92.9.. => Self::Mistake,
            _ => Self::Blunder,
        }
    }

    fn of_loss(lost: f64) -> Option<Self> {
        match lost {
            15.0.. => Some(Self::Blunder),
            10.0.. => Some(Self::Mistake),
            5.0.. => Some(Self::Inaccuracy),
            _ => None,
        }
    }
}

/// The accuracy of both sides, Red first, from the mover and the accuracy of each move, and Red's percents before the
/// first move and after each; `None` for a side without a move. The mean of a weighted and a harmonic mean: moves weigh
/// what the game around them swings. Where lichess takes 15 centipawns for what stands before the first move, here it
/// is what was found there: a game may begin from any FEN, and with either side.
pub fn game_accuracy(moves: &[(Color, f64)], percents: &[f64]) -> [Option<f64>; 2] {
    let size = (moves.len() / 10).clamp(2, 8);
    let lead = size.min(percents.len()).saturating_sub(2);
    let windows = std::iter::repeat_n(&percents[..size.min(percents.len())], lead).chain(percents.windows(size));
    let weights: Vec<f64> = windows.map(|window| deviation(window).clamp(0.5, 12.0)).collect();
    Color::ALL.map(|color| {
        let own = moves.iter().zip(&weights).filter(|((mover, _), _)| *mover == color);
        let own: Vec<(f64, f64)> = own.map(|(&(_, accuracy), &weight)| (accuracy, weight)).collect();
        if own.is_empty() {
            return None;
        }
        let total: f64 = own.iter().map(|(_, weight)| weight).sum();
        let weighted = own.iter().map(|(accuracy, weight)| accuracy * weight).sum::<f64>() / total;
        let harmonic = own.len() as f64 / own.iter().map(|(accuracy, _)| 1.0 / accuracy.max(1.0)).sum::<f64>();
        Some(f64::midpoint(weighted, harmonic))
    })
}

/// The standard deviation of a whole population.
fn deviation(values: &[f64]) -> f64 {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use Color::{Black, Red};

    /// The scale of lichess.
    const LICHESS: f64 = 1.0 / 0.003_682_08;

    #[track_caller]
    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 0.006, "{found} instead of {expected}");
    }

    /// Figures of lila's code, executed.
    #[test]
    fn the_curve_is_that_of_lichess() {
        for (centipawns, percent) in [(0, 50.0), (15, 51.38), (100, 59.10), (200, 67.62), (300, 75.11)] {
            near(share(centipawns, LICHESS), percent);
            near(share(-centipawns, LICHESS), 100.0 - percent);
        }
        assert_eq!(win_percent(5000), win_percent(1000));
        near(win_percent(0), 50.0);
        let cases = [
            (0.0, 100.0),
            (-3.0, 100.0),
            (1.0, 96.60),
            (2.0, 92.40),
            (5.0, 80.82),
            (10.0, 64.58),
            (15.0, 51.52),
            (20.0, 41.02),
            (30.0, 25.77),
            (40.0, 15.91),
            (60.0, 5.40),
        ];
        for (lost, percent) in cases {
            near(accuracy(lost), percent);
        }
    }

    #[test]
    fn games_have_the_accuracy_that_lichess_gives_them() {
        let accuracies = |first: Color, percents: &[f64]| {
            let movers = [first, !first].into_iter().cycle();
            let lost = |mover, pair: &[f64]| if mover == Red { pair[0] - pair[1] } else { pair[1] - pair[0] };
            let moves = percents.windows(2).zip(movers).map(|(pair, mover)| (mover, accuracy(lost(mover, pair))));
            game_accuracy(&moves.collect::<Vec<_>>(), percents)
        };
        let check = |values: &[i32], red: f64, black: f64| {
            let all = [&[15], values].concat();
            let percents: Vec<f64> = all.iter().map(|&value| share(value, LICHESS)).collect();
            let found = accuracies(Red, &percents);
            near(found[0].unwrap(), red);
            near(found[1].unwrap(), black);
            // Colours exchanged, the same numbers on the other side.
            let turned: Vec<f64> = percents.iter().map(|percent| 100.0 - percent).collect();
            let other = accuracies(Black, &turned);
            near(other[1].unwrap(), red);
            near(other[0].unwrap(), black);
        };
        check(&[15, 900], 100.0, 12.30);
        check(&[-900, -900], 10.66, 100.0);
        assert_eq!(game_accuracy(&[], &[]), [None, None]);
        assert_eq!(game_accuracy(&[(Black, 90.0)], &[50.0, 52.0]), [None, Some(90.0)]);
    }

    #[test]
    fn marks_go_by_the_share_that_was_lost() {
        let check = |mover, before, after, mark| {
            assert_eq!(Mark::of(mover, Value::Centipawns(before), Value::Centipawns(after)), mark, "{before} {after}");
            let turned = Mark::of(!mover, Value::Centipawns(-before), Value::Centipawns(-after));
            assert_eq!(turned, mark, "mirrored {before} {after}");
        };
        // At level a point of the share is a little more than four centipawns.
        check(Red, 0, -15, None);
        check(Red, 0, -25, Some(Mark::Inaccuracy));
        check(Red, 0, -50, Some(Mark::Mistake));
        check(Red, 0, -100, Some(Mark::Blunder));
        // Who has won already loses nothing by a little less.
        check(Red, 900, 500, None);
        check(Red, 0, 300, None);
        check(Red, 1500, 1001, None);
        check(Red, -1500, -3000, None);
    }

    #[test]
    fn mates_missed_and_allowed_have_marks_of_their_own() {
        let check = |before, after, mark| assert_eq!(Mark::of(Red, before, after), mark, "{before:?} {after:?}");
        let (level, winning, won) = (Value::Centipawns(0), Value::Centipawns(300), Value::Centipawns(2000));
        let (losing, lost) = (Value::Centipawns(-300), Value::Centipawns(-2000));
        check(Value::Mate(Red, 3), level, Some(Mark::Blunder));
        check(Value::Mate(Red, 3), winning, Some(Mark::Mistake));
        check(Value::Mate(Red, 3), won, Some(Mark::Inaccuracy));
        check(Value::Mate(Red, 3), Value::Mate(Red, 8), None);
        check(Value::Mate(Red, 3), Value::Mate(Black, 2), Some(Mark::Blunder));
        check(level, Value::Mate(Black, 4), Some(Mark::Blunder));
        check(losing, Value::Mate(Black, 4), Some(Mark::Mistake));
        check(lost, Value::Mate(Black, 4), Some(Mark::Inaccuracy));
        check(Value::Mate(Black, 5), Value::Mate(Black, 4), None);
    }
}
