//! What scores mean with some material on the board.

use crate::types::Score;

/// Chances in thousandths, which add up to 1000, from the view of the side whose score it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chances {
    /// Of winning.
    pub win: u16,
    /// Of a draw.
    pub draw: u16,
    /// Of losing.
    pub loss: u16,
}

impl Chances {
    /// All games are won.
    pub const WON: Self = Self { win: 1000, draw: 0, loss: 0 };
    /// All games are drawn.
    pub const DRAWN: Self = Self { win: 0, draw: 1000, loss: 0 };
    /// All games are lost.
    pub const LOST: Self = Self { win: 0, draw: 0, loss: 1000 };
}

/// The shown score of half of the games won.
const SHOWN_HALF: f64 = 100.0;

/// What scores mean with some material on the board: `v` wins 1 / (1 + e^((half − v) / spread)) of the games.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Curve {
    /// The score that wins half of the games, in centipawns of the search.
    pub half: f64,
    /// How far on either side of it the chance changes, in centipawns of the search.
    pub spread: f64,
}

impl Curve {
    /// The share of games that a score of `centipawns` wins, 0 to 1.
    pub fn win(self, centipawns: f64) -> f64 {
        1.0 / (1.0 + ((self.half - centipawns) / self.spread).exp())
    }

    /// What becomes of games with this score. Mates and rulings are certain.
    pub fn chances(self, score: Score) -> Chances {
        if score.is_decisive() {
            return if score > Score::DRAW { Chances::WON } else { Chances::LOST };
        }
        let lead = f64::from(score.get().abs());
        let thousandths = |share: f64| (1000.0 * share).round() as u16;
        let better = thousandths(self.win(lead));
        let worse = thousandths(self.win(-lead)).min(1000 - better);
        let (win, loss) = if score < Score::DRAW { (worse, better) } else { (better, worse) };
        Chances { win, draw: 1000 - win - loss, loss }
    }

    /// The score that people are shown: 100 where half of the games are won. It keeps its sign, and stays below the bands
    /// of mates and rulings, which pass unchanged, as the draw does.
    pub fn shown(self, score: Score) -> Score {
        let centipawns = score.get();
        if score.is_decisive() || centipawns == 0 {
            return score;
        }
        let max = f64::from(Score::EVAL_MAX.get());
        let size = (SHOWN_HALF * f64::from(centipawns.abs()) / self.half).round().clamp(1.0, max) as i32;
        Score::new(size * centipawns.signum())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CURVE: Curve = Curve { half: 200.0, spread: 60.0 };

    #[test]
    fn half_of_the_games_are_won_at_a_hundred() {
        assert_eq!(CURVE.shown(Score::new(200)), Score::new(100));
        assert_eq!(CURVE.chances(Score::new(200)), Chances { win: 500, draw: 499, loss: 1 });
        assert_eq!(CURVE.shown(Score::new(-30)), Score::new(-15));
    }

    #[test]
    fn shown_scores_keep_sign_and_order_and_stay_in_their_band() {
        for half in [1.0, 37.0, 100.0, 433.0, 9000.0] {
            let curve = Curve { half, ..CURVE };
            let mut last = None;
            for centipawns in -Score::EVAL_MAX.get()..=Score::EVAL_MAX.get() {
                let shown = curve.shown(Score::new(centipawns));
                assert_eq!(shown.get().signum(), centipawns.signum());
                assert!(shown.is_ordinary() && last <= Some(shown), "{centipawns} with {half}");
                assert_eq!(curve.shown(Score::new(-centipawns)), -shown);
                last = Some(shown);
            }
        }
        for score in [Score::mate_in(3), Score::mated_in(0), Score::rule_win(12), Score::rule_loss(1), Score::DRAW] {
            assert_eq!(CURVE.shown(score), score);
        }
    }

    #[test]
    fn chances_are_complete_and_the_same_for_both_sides() {
        for curve in [CURVE, Curve { half: 3.0, spread: 90.0 }, Curve { half: 800.0, spread: 5.0 }] {
            let mut last = 0;
            for centipawns in -8_000..=8_000 {
                let Chances { win, draw, loss } = curve.chances(Score::new(centipawns));
                assert_eq!(win + draw + loss, 1000);
                assert!(win >= last, "{centipawns}");
                last = win;
                let other = curve.chances(Score::new(-centipawns));
                assert_eq!(other, Chances { win: loss, draw, loss: win }, "{centipawns}");
            }
        }
    }

    #[test]
    fn mates_and_rulings_are_certain() {
        assert_eq!(CURVE.chances(Score::mate_in(9)), Chances::WON);
        assert_eq!(CURVE.chances(Score::rule_win(2)), Chances::WON);
        assert_eq!(CURVE.chances(Score::mated_in(0)), Chances::LOST);
        assert_eq!(CURVE.chances(Score::rule_loss(2)), Chances::LOST);
    }
}
