//! Games between two plain searches in this program, for studies of what a search or an evaluation is worth: quick, and
//! the same on every machine.

use super::grid::percent;
use super::plain;
use super::record;
use super::runs::Lab;
use super::setup::Setup;
use super::sheet::Sheet;
use guohe::board::Board;
use guohe::eval::Evaluation;
use guohe::game;
use guohe::rules::Rules;
use guohe::types::Color;
use serde::Serialize;

/// Plies after which a game is drawn.
const MOST_PLIES: usize = 240;

/// One side of a game.
#[derive(Clone, Debug)]
pub struct Player {
    pub name: String,
    pub evaluation: Evaluation,
    pub setup: Setup,
    pub depth: u32,
}

/// A game that was played.
#[derive(Clone, Debug, Serialize)]
pub struct Game {
    pub first: String,
    pub second: String,
    /// Where it began.
    pub start: String,
    /// The colour of the first player.
    pub first_had: &'static str,
    /// Half points of the first player: 2, 1 or 0.
    pub half_points: u64,
    pub plies: usize,
    /// How it ended.
    pub reason: String,
    pub commit: &'static str,
}

/// Plays `start` once: the first player has `color`.
pub fn play(start: &Board, color: Color, first: &Player, second: &Player) -> Game {
    let mut board = start.clone();
    let rules = Rules::default();
    let (mut winner, mut reason) = (None, "ply limit".to_owned());
    let mut plies = 0;
    while plies < MOST_PLIES {
        if let Some(outcome) = game::outcome(&board, &rules) {
            (winner, reason) = (outcome.winner, outcome.reason.name().to_owned());
            break;
        }
        let player = if board.side() == color { first } else { second };
        let found = plain::search_valued_by(&player.evaluation, &board, player.depth, &player.setup);
        let Some(mv) = found.best else { break };
        board.make(mv);
        plies += 1;
    }
    Game {
        first: first.name.clone(),
        second: second.name.clone(),
        start: start.fen(),
        first_had: if color == Color::Red { "red" } else { "black" },
        half_points: winner.map_or(1, |winner| if winner == color { 2 } else { 0 }),
        plies,
        reason,
        commit: record::commit(),
    }
}

/// Plays each start with both colours.
pub fn pairs(lab: &Lab, title: &str, starts: &[Board], first: &Player, second: &Player) -> Vec<Game> {
    let pairs =
        lab.for_each(title, starts, |start| [Color::Red, Color::Black].map(|color| play(start, color, first, second)));
    pairs.into_iter().flatten().collect()
}

/// A row of a [`results_sheet`].
pub fn result(games: &[Game]) -> [String; 3] {
    let count = |points| games.iter().filter(|game| game.half_points == points).count();
    let (elo, error) = elo(games);
    [
        games.len().to_string(),
        format!("+{} ={} −{}, {} %", count(2), count(1), count(0), percent(score(games))),
        format!("{elo:+.0} ± {error:.0}"),
    ]
}

/// An empty table of results.
pub fn results_sheet(corner: &str) -> Sheet {
    Sheet::new(corner, ["games", "result", "Elo, 95 %"].map(str::to_owned))
}

/// The share of the points that the first player made.
fn score(games: &[Game]) -> f64 {
    games.iter().map(|game| game.half_points as f64 / 2.0).sum::<f64>() / games.len() as f64
}

/// The share of the points that the first player made, and half the width of its interval of 95 %, from the pairs of games.
pub fn interval(games: &[Game]) -> (f64, f64) {
    let pairs: Vec<f64> = games.chunks(2).map(score).collect();
    let number = pairs.len() as f64;
    let mean = pairs.iter().sum::<f64>() / number;
    let variance = pairs.iter().map(|pair| (pair - mean).powi(2)).sum::<f64>() / (number - 1.0).max(1.0);
    (mean, 1.96 * (variance / number).sqrt())
}

/// Elo of the first player and half the width of its interval of 95 %.
fn elo(games: &[Game]) -> (f64, f64) {
    let (mean, reach) = interval(games);
    let elo_of = |score: f64| -400.0 * (1.0 / score.clamp(1e-3, 1.0 - 1e-3) - 1.0).log10();
    (elo_of(mean), (elo_of(mean + reach) - elo_of(mean - reach)) / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::setup::Ordering;
    use crate::lab::weights;

    fn player(depth: u32) -> Player {
        let setup = Setup { quiescence: true, repetition: Some(0), ..Setup::of(Ordering::Captures) };
        Player { name: depth.to_string(), evaluation: weights::evaluation(), setup, depth }
    }

    #[test]
    fn games_end_and_are_the_same_twice() {
        let start = Board::startpos();
        let game = play(&start, Color::Red, &player(2), &player(1));
        assert!(game.plies > 10 && game.half_points <= 2);
        let again = play(&start, Color::Red, &player(2), &player(1));
        assert_eq!((game.plies, game.half_points), (again.plies, again.half_points));
    }

    #[test]
    fn elo_of_results() {
        let games = |points: &[u64]| -> Vec<Game> {
            let game = play(&Board::startpos(), Color::Red, &player(1), &player(1));
            points.iter().map(|&half_points| Game { half_points, ..game.clone() }).collect()
        };
        let (level, error) = elo(&games(&[2, 0, 1, 1, 0, 2]));
        assert_eq!((level, error), (0.0, 0.0));
        let (ahead, _) = elo(&games(&[2, 1, 2, 1]));
        assert!((ahead - 190.85).abs() < 0.1, "{ahead}");
    }
}
