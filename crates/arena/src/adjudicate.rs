//! Adjudication of a game by the engines' scores, on request. A share of the games is played out all the same, to see
//! how often the adjudication would have been wrong.

use super::referee::Ending;
use guohe::game::Reason;
use guohe::types::Color;
use serde::{Deserialize, Serialize};

/// When a game is adjudicated.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Adjudication {
    /// As won, if wins are adjudicated.
    #[serde(flatten)]
    pub win: Option<WinTerms>,
    /// As drawn, if draws are adjudicated.
    #[serde(flatten)]
    pub draw: Option<DrawTerms>,
    /// Share of the games played out, in percent.
    pub play_out: f64,
}

/// When a game is adjudicated as won.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WinTerms {
    /// At this score, as the engines show it.
    #[serde(rename = "win_score")]
    pub score: i32,
    /// Moves by each side for which both must agree on the winner.
    #[serde(rename = "win_moves")]
    pub moves: u32,
    /// Whether the loser's scores alone decide.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub one_sided: bool,
}

impl WinTerms {
    /// Those of `--adjudicate` without further flags.
    pub const DEFAULT: Self = Self { score: 400, moves: 3, one_sided: false };
}

/// When a game is adjudicated as drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DrawTerms {
    /// Within this score.
    #[serde(rename = "draw_score")]
    pub score: i32,
    /// Moves by each side for which both must see a draw.
    #[serde(rename = "draw_moves")]
    pub moves: u32,
    /// No draw is adjudicated before this ply.
    #[serde(rename = "draw_from")]
    pub from: usize,
    /// Whether moves before that ply count.
    #[serde(rename = "draw_early", default, skip_serializing_if = "std::ops::Not::not")]
    pub early: bool,
}

impl DrawTerms {
    /// Those of `--adjudicate` without further flags.
    pub const DEFAULT: Self = Self { score: 5, moves: 12, from: 80, early: false };
}

/// What the scores of a game say so far.
#[derive(Clone, Debug)]
pub struct Adjudicator {
    terms: Adjudication,
    /// Moves in a row with which Red, Black said that Red, Black, wins.
    wins: [[u32; 2]; 2],
    /// Moves in a row with which each side saw a draw.
    draws: [u32; 2],
}

impl Adjudicator {
    /// At the start of a game.
    pub fn new(terms: Adjudication) -> Self {
        Self { terms, wins: [[0; 2]; 2], draws: [0; 2] }
    }

    /// Takes note of the score, from the mover's view, that `side` gave with ply number `ply` (from 1), and
    /// adjudicates the game when the terms are met.
    pub fn note(&mut self, side: Color, score: Option<i32>, ply: usize) -> Option<Ending> {
        let Adjudication { win, draw, .. } = self.terms;
        win.and_then(|terms| self.note_win(terms, side, score)).or_else(|| self.note_draw(draw?, side, score, ply))
    }

    fn note_win(&mut self, terms: WinTerms, side: Color, score: Option<i32>) -> Option<Ending> {
        for winner in Color::ALL {
            let agrees = score.is_some_and(|score| {
                let view = if winner == side { score } else { score.saturating_neg() };
                view >= terms.score
            });
            count(&mut self.wins[side as usize][winner as usize], agrees);
        }
        let sees_it = |side: Color, winner: Color| self.wins[side as usize][winner as usize] >= terms.moves;
        let won = |winner: &Color| sees_it(!*winner, *winner) && (terms.one_sided || sees_it(*winner, *winner));
        Color::ALL.into_iter().find(won).map(|winner| Ending::loss(!winner, Reason::AdjudicatedWin, ""))
    }

    fn note_draw(&mut self, terms: DrawTerms, side: Color, score: Option<i32>, ply: usize) -> Option<Ending> {
        let level = score.is_some_and(|score| i64::from(score).abs() <= i64::from(terms.score));
        count(&mut self.draws[side as usize], level && (terms.early || ply > terms.from));
        let is_due = ply >= terms.from && self.draws.iter().all(|&moves| moves >= terms.moves);
        is_due.then(|| Ending::draw(Reason::AdjudicatedDraw))
    }
}

/// One more in a row, or none.
fn count(row: &mut u32, more: bool) {
    *row = if more { *row + 1 } else { 0 };
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIN: WinTerms = WinTerms { score: 800, moves: 2, one_sided: false };
    const DRAW: DrawTerms = DrawTerms { score: 10, moves: 2, from: 4, early: false };
    const TERMS: Adjudication = Adjudication { win: Some(WIN), draw: Some(DRAW), play_out: 0.0 };

    /// Scores from Red's view, Red first; the ply at which the game is adjudicated.
    fn check(scores: &[Option<i32>], expected: Option<(usize, Option<Color>, Reason)>) {
        let mut adjudicator = Adjudicator::new(TERMS);
        let mut adjudicated = None;
        for (ply, &score) in (1..).zip(scores) {
            let side = if ply % 2 == 1 { Color::Red } else { Color::Black };
            let own = score.map(|score| if side == Color::Red { score } else { score.saturating_neg() });
            if let Some(ending) = adjudicator.note(side, own, ply) {
                adjudicated.get_or_insert((ply, ending.winner, ending.reason));
            }
        }
        assert_eq!(adjudicated, expected, "{scores:?}");
    }

    #[test]
    fn wins_need_both_sides_in_a_row() {
        let win = |ply, color| Some((ply, Some(color), Reason::AdjudicatedWin));
        check(&[Some(800); 4], win(4, Color::Red));
        check(&[Some(-900); 4], win(4, Color::Black));
        check(&[Some(799); 8], None);
        check(&[Some(900), Some(900), Some(900), None, Some(900), Some(900), Some(900)], None);
        check(
            &[Some(900), Some(100), Some(900), Some(100), Some(900), Some(900), Some(900), Some(900)],
            win(8, Color::Red),
        );
        check(&[Some(900), Some(-900), Some(900), Some(-900)], None);
    }

    #[test]
    fn the_loser_alone_decides_where_that_is_agreed() {
        let one_sided = Adjudication { win: Some(WinTerms { one_sided: true, ..WIN }), ..TERMS };
        let mut adjudicator = Adjudicator::new(one_sided);
        for (ply, score) in [(1, 0), (2, -900), (3, 0)] {
            let side = if ply % 2 == 1 { Color::Red } else { Color::Black };
            assert_eq!(adjudicator.note(side, Some(score), ply), None);
        }
        let ending = adjudicator.note(Color::Black, Some(-900), 4).unwrap();
        assert_eq!((ending.winner, ending.reason), (Some(Color::Red), Reason::AdjudicatedWin));
        // That the winner is sure of it is not enough.
        let mut adjudicator = Adjudicator::new(one_sided);
        assert!((1..9).all(|ply| adjudicator.note(Color::Red, Some(900), ply).is_none()));
    }

    #[test]
    fn draws_need_patience() {
        check(&[Some(3); 8], Some((8, None, Reason::AdjudicatedDraw)));
        check(&[Some(11); 20], None);
        check(&[Some(0), Some(0), Some(0), Some(0), Some(0), Some(20), Some(0), Some(0)], None);
    }

    #[test]
    fn moves_before_the_first_ply_of_draws_count_where_that_is_agreed() {
        let draw = Some(DrawTerms { from: 8, early: true, ..DRAW });
        let mut adjudicator = Adjudicator::new(Adjudication { win: None, draw, play_out: 0.0 });
        for ply in 1..8 {
            let side = if ply % 2 == 1 { Color::Red } else { Color::Black };
            assert_eq!(adjudicator.note(side, Some(0), ply), None);
        }
        assert_eq!(adjudicator.note(Color::Black, Some(0), 8), Some(Ending::draw(Reason::AdjudicatedDraw)));
    }

    #[test]
    fn the_least_of_all_scores_is_no_draw() {
        check(&[Some(i32::MIN); 20], Some((4, Some(Color::Black), Reason::AdjudicatedWin)));
        let terms = Adjudication { win: None, ..TERMS };
        let mut adjudicator = Adjudicator::new(terms);
        assert!((1..20).all(|ply| adjudicator.note(Color::Red, Some(i32::MIN), ply).is_none()));
    }

    #[test]
    fn terms_lie_flat_in_a_file_and_may_be_absent() {
        let flat = r#"{"win_score":800,"win_moves":2,"draw_score":10,"draw_moves":2,"draw_from":4,"play_out":0.0}"#;
        assert_eq!(serde_json::to_string(&TERMS).unwrap(), flat);
        let early = Adjudication { draw: Some(DrawTerms { early: true, ..DRAW }), ..TERMS };
        let draws_only = Adjudication { win: None, ..TERMS };
        for terms in [TERMS, early, draws_only, Adjudication { draw: None, ..TERMS }] {
            let text = serde_json::to_string(&terms).unwrap();
            assert_eq!(serde_json::from_str::<Adjudication>(&text).unwrap(), terms, "{text}");
        }
    }
}
