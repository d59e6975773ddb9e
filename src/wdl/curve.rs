//! Win, draw and loss chances of scores for a given amount of material.

use crate::types::Score;

/// Chances in thousandths, which add up to 1000, from the view of the side whose score it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chances {
    /// Chance of a win.
    pub win: u16,
    /// Chance of a draw.
    pub draw: u16,
    /// Chance of a loss.
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

/// The shown score that wins half of the games.
const SHOWN_HALF: f64 = 100.0;

/// The chances of scores for a given amount of material.
///
/// With a lead of v centipawns the ratio of wins, draws and losses is e^(level + rise · u) : 1 : e^level, where u is
/// the inverse hyperbolic sine of v / knee. A lead increases wins against draws, while the ratio of draws to losses
/// stays that of level positions, as in our games. Like Davidson's model of ties (1970) it is a multinomial logit with
/// draws as the reference. The inverse hyperbolic sine, used like this by Burbidge, Magee and Robb (1988), is linear
/// for small leads and logarithmic for large ones.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Curve {
    /// The logarithm of one side's wins per draw in level positions.
    pub level: f64,
    /// The increase of that logarithm per unit of u; above 0.
    pub rise: f64,
    /// Where asinh turns from linear to logarithmic, centipawns of the search, above 0.
    pub knee: f64,
}

impl Curve {
    /// The shares of games won, drawn and lost with a score of `centipawns` of the search: each 0 to 1, with sum 1.
    pub fn shares(self, centipawns: f64) -> [f64; 3] {
        // The logarithms of losses and wins per draw. Each share is computed from ratios, which cannot become NaN by
        // overflow.
        let log_lost = self.level;
        let log_won = log_lost + self.rise * (centipawns.abs() / self.knee).asinh();
        let better = 1.0 / (1.0 + (-log_won).exp() + (log_lost - log_won).exp());
        let drawn = 1.0 / (1.0 + log_won.exp() + log_lost.exp());
        let worse = 1.0 / (1.0 + (-log_lost).exp() + (log_won - log_lost).exp());
        if centipawns < 0.0 { [worse, drawn, better] } else { [better, drawn, worse] }
    }

    /// The score that wins half of the games, in centipawns of the search: always a lead.
    pub fn half(self) -> f64 {
        // Wins are as many as draws and losses together: e^(level + rise · u) = 1 + e^level.
        self.knee * ((-self.level).exp().ln_1p() / self.rise).sinh()
    }

    /// Win, draw and loss chances of this score. Mates and rulings are certain.
    pub fn chances(self, score: Score) -> Chances {
        if score.is_decisive() {
            return if score > Score::DRAW { Chances::WON } else { Chances::LOST };
        }
        let lead = f64::from(score.get().abs());
        let thousandths = |share: f64| (1000.0 * share).round() as u16;
        let [better, _, worse] = self.shares(lead);
        let better = thousandths(better);
        let worse = thousandths(worse).min(1000 - better);
        let (win, loss) = if score < Score::DRAW { (worse, better) } else { (better, worse) };
        Chances { win, draw: 1000 - win - loss, loss }
    }

    /// The score to be shown: 100 wins half of the games. The sign stays, and the size stays in the evaluation band.
    /// Draws, mates and wins or losses by rule are not changed.
    pub fn shown(self, score: Score) -> Score {
        let centipawns = score.get();
        if score.is_decisive() || centipawns == 0 {
            return score;
        }
        let max = f64::from(Score::EVAL_MAX.get());
        let size = (SHOWN_HALF * f64::from(centipawns.abs()) / self.half()).round().clamp(1.0, max) as i32;
        Score::new(size * centipawns.signum())
    }

    /// The score of the search that is shown as `shown`, up to the rounding of [`Curve::shown`].
    pub fn searched(self, shown: Score) -> Score {
        if shown.is_decisive() {
            return shown;
        }
        let max = f64::from(Score::EVAL_MAX.get());
        let size = (f64::from(shown.get().abs()) * self.half() / SHOWN_HALF).round().min(max) as i32;
        Score::new(size * shown.get().signum())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CURVE: Curve = Curve { level: -1.0, rise: 3.0, knee: 300.0 };

    /// Extreme curves: nearly all games drawn, nearly none, linear in the lead, logarithmic.
    const CURVES: [Curve; 6] = [
        CURVE,
        Curve { level: -7.0, rise: 5.0, knee: 300.0 },
        Curve { level: 2.0, rise: 0.5, knee: 50.0 },
        Curve { level: 0.0, rise: 60.0, knee: 9_000.0 },
        Curve { level: -0.5, rise: 1.0, knee: 0.1 },
        Curve { level: -40.0, rise: 9.0, knee: 3.0 },
    ];

    #[test]
    fn half_of_the_games_are_won_at_a_hundred() {
        for curve in CURVES {
            let half = curve.half();
            assert!(half > 0.0 && (curve.shares(half)[0] - 0.5).abs() < 1e-9, "{curve:?}");
        }
        let half = CURVE.half().round() as i32;
        assert_eq!(CURVE.shown(Score::new(half)), Score::new(100));
        assert_eq!(CURVE.shown(Score::new(-half)), Score::new(-100));
        assert!((498..=502).contains(&CURVE.chances(Score::new(half)).win));
    }

    #[test]
    fn shares_are_what_the_formula_says() {
        // u(400) with the knee at 300 is ln 3; wins, draws and losses are as 27 / e : 1 : 1 / e.
        let [won, drawn, lost] = CURVE.shares(400.0);
        assert!((won / drawn - 27.0 / 1.0_f64.exp()).abs() < 1e-9);
        assert!((lost / drawn - 1.0 / 1.0_f64.exp()).abs() < 1e-12);
        assert!((won + drawn + lost - 1.0).abs() < 1e-12);
        assert_eq!(CURVE.shares(-400.0), [lost, drawn, won]);
        // No share is 0 by rounding or not finite.
        for curve in CURVES {
            for centipawns in [0.0, 1.0, 2_000.0, 9_000.0] {
                let shares = curve.shares(centipawns);
                assert!(shares.iter().all(|share| *share > 0.0), "{curve:?} {shares:?}");
                assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-12, "{curve:?} {shares:?}");
            }
        }
    }

    #[test]
    fn shown_scores_keep_sign_and_order_and_stay_in_their_band() {
        for curve in CURVES {
            let mut last = None;
            for centipawns in -Score::EVAL_MAX.get()..=Score::EVAL_MAX.get() {
                let shown = curve.shown(Score::new(centipawns));
                assert_eq!(shown.get().signum(), centipawns.signum());
                assert!(shown.is_ordinary() && last <= Some(shown), "{centipawns} with {curve:?}");
                assert_eq!(curve.shown(Score::new(-centipawns)), -shown);
                if shown.get().abs() > 1 && shown.get().abs() < Score::EVAL_MAX.get() {
                    let error = (curve.searched(shown).get() - centipawns).abs();
                    assert!(f64::from(error) <= curve.half() / SHOWN_HALF, "{centipawns} with {curve:?}");
                }
                last = Some(shown);
            }
        }
        for score in [Score::mate_in(3), Score::mated_in(0), Score::rule_win(12), Score::rule_loss(1), Score::DRAW] {
            assert_eq!((CURVE.shown(score), CURVE.searched(score)), (score, score));
        }
    }

    #[test]
    fn chances_are_complete_and_the_same_for_both_sides() {
        for curve in CURVES {
            let mut last = Chances::LOST;
            for centipawns in -8_000..=8_000 {
                let chances = curve.chances(Score::new(centipawns));
                let Chances { win, draw, loss } = chances;
                assert_eq!(win + draw + loss, 1000);
                assert!(win >= last.win && loss <= last.loss, "{centipawns} with {curve:?}");
                last = chances;
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
