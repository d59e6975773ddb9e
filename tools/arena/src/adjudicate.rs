//! Calling a game by the engines' scores, on request. A share of the games is played out all the same, to see how often
//! the call would have been wrong.

use super::referee::Ending;
use guohe::game::Reason;
use guohe::types::Color;
use serde::Deserialize;
use serde::Serialize;

/// When a game is called.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Adjudication {
    /// Won at this score, as the engines show it.
    pub win_score: i32,
    /// Moves by each side for which both must agree on the winner.
    pub win_moves: u32,
    /// Drawn within this score.
    pub draw_score: i32,
    /// Moves by each side for which both must see a draw.
    pub draw_moves: u32,
    /// No draw is called before this ply.
    pub draw_from: usize,
    /// Share of the games played out, in percent.
    pub play_out: f64,
    /// Whether the loser's scores alone decide that a game is won.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub one_sided: bool,
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

    /// Takes note of the score, from the mover's view, that `side` gave with ply number `ply` (from 1), and calls the
    /// game when the terms are met.
    pub fn note(&mut self, side: Color, score: Option<i32>, ply: usize) -> Option<Ending> {
        let terms = self.terms;
        let mover = side as usize;
        for winner in Color::ALL {
            let view = if winner == side { 1 } else { -1 };
            let agrees = score.is_some_and(|score| score * view >= terms.win_score);
            count(&mut self.wins[mover][winner as usize], agrees);
        }
        let level = score.is_some_and(|score| score.abs() <= terms.draw_score);
        count(&mut self.draws[mover], level && ply > terms.draw_from);
        for winner in Color::ALL {
            let sees_it = |side: Color| self.wins[side as usize][winner as usize] >= terms.win_moves;
            if sees_it(!winner) && (terms.one_sided || sees_it(winner)) {
                return Some(Ending::loss(!winner, Reason::AdjudicatedWin, ""));
            }
        }
        self.draws.iter().all(|&moves| moves >= terms.draw_moves).then(|| Ending::draw(Reason::AdjudicatedDraw))
    }
}

/// One more in a row, or none.
fn count(row: &mut u32, more: bool) {
    *row = if more { *row + 1 } else { 0 };
}

#[cfg(test)]
mod tests {
    use super::*;

    const TERMS: Adjudication = Adjudication {
        win_score: 800,
        win_moves: 2,
        draw_score: 10,
        draw_moves: 2,
        draw_from: 4,
        play_out: 0.0,
        one_sided: false,
    };

    /// Scores from Red's view, Red first; the ply at which the game is called.
    fn check(scores: &[Option<i32>], expected: Option<(usize, Option<Color>, Reason)>) {
        let mut adjudicator = Adjudicator::new(TERMS);
        let mut called = None;
        for (ply, &score) in (1..).zip(scores) {
            let side = if ply % 2 == 1 { Color::Red } else { Color::Black };
            let own = score.map(|score| if side == Color::Red { score } else { -score });
            if let Some(ending) = adjudicator.note(side, own, ply) {
                called.get_or_insert((ply, ending.winner, ending.reason));
            }
        }
        assert_eq!(called, expected, "{scores:?}");
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
        let mut adjudicator = Adjudicator::new(Adjudication { one_sided: true, ..TERMS });
        for (ply, score) in [(1, 0), (2, -900), (3, 0)] {
            let side = if ply % 2 == 1 { Color::Red } else { Color::Black };
            assert_eq!(adjudicator.note(side, Some(score), ply), None);
        }
        let ending = adjudicator.note(Color::Black, Some(-900), 4).unwrap();
        assert_eq!((ending.winner, ending.reason), (Some(Color::Red), Reason::AdjudicatedWin));
        // That the winner is sure of it is not enough.
        let mut adjudicator = Adjudicator::new(Adjudication { one_sided: true, ..TERMS });
        assert!((1..9).all(|ply| adjudicator.note(Color::Red, Some(900), ply).is_none()));
    }

    #[test]
    fn draws_need_patience() {
        check(&[Some(3); 8], Some((8, None, Reason::AdjudicatedDraw)));
        check(&[Some(11); 20], None);
        check(&[Some(0), Some(0), Some(0), Some(0), Some(0), Some(20), Some(0), Some(0)], None);
    }
}
