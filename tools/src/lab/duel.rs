//! Games between two plain searches in this program, for studies of what a search or an evaluation is worth: quick, and
//! the same on every machine.

use super::game::Game;
use super::game::GameKey;
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

/// Plays `start` once, unless a run that was killed has played it: the first player has `color`. No two games of a study have
/// players of the same names, the same start and the same colours.
pub fn play_once(lab: &Lab, start: &Board, color: Color, first: &Player, second: &Player) -> Game {
    lab.game(&key(start, color, first, second), || play(start, color, first, second))
}

fn key(start: &Board, color: Color, first: &Player, second: &Player) -> GameKey {
    (first.name.clone(), second.name.clone(), start.fen(), name_of(color).to_owned())
}

fn name_of(color: Color) -> &'static str {
    if color == Color::Red { "red" } else { "black" }
}

/// Plays `start`: the first player has `color`.
fn play(start: &Board, color: Color, first: &Player, second: &Player) -> Game {
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
        first_had: name_of(color).to_owned(),
        half_points: winner.map_or(1, |winner| if winner == color { 2 } else { 0 }),
        plies,
        reason,
        commit: record::commit().to_owned(),
    }
}

/// Plays each start with both colours, under a progress bar if any game is left to be played.
pub fn pairs(lab: &Lab, title: &str, starts: &[Board], first: &Player, second: &Player) -> Vec<Game> {
    const COLORS: [Color; 2] = [Color::Red, Color::Black];
    let work = |start: &Board| COLORS.map(|color| play_once(lab, start, color, first, second));
    let mut keys = starts.iter().flat_map(|start| COLORS.map(|color| key(start, color, first, second)));
    let pairs =
        if keys.all(|key| lab.has_game(&key)) { lab.quietly(starts, work) } else { lab.for_each(title, starts, work) };
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
