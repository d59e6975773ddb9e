//! The engine as the player of its own games: short searches, a small table, one thread.

use super::play::Player;
use guohe::board::Board;
use guohe::eval::nnue::Network;
use guohe::rules::Rules;
use guohe::search::{Limits, Options, Pool, Signals, Silent};
use guohe::tt::Table;
use guohe::types::{Move, Score};
use guohe_common::interrupt;
use std::sync::Arc;

/// Nodes after which a move's search ends even in the middle of an iteration, as a multiple of the soft limit.
const HARD_LIMIT: u64 = 4;
/// Shorter searches have no hard limit: it could end the first iteration, and with it the search, without a score.
const HARD_LIMIT_FROM: u64 = 200;
/// Buckets of a game's table: one megabyte, which outlasts the searches of a game.
const TABLE_BUCKETS: usize = 1 << 15;

/// What bounds a search of about `nodes` nodes.
fn limits(nodes: u64) -> Limits {
    let hard = (nodes >= HARD_LIMIT_FROM).then(|| nodes.saturating_mul(HARD_LIMIT));
    Limits { soft_nodes: Some(nodes), nodes: hard, ..Limits::default() }
}

/// The engine with a small table, on the thread that calls it.
pub struct Engine {
    pool: Pool,
    options: Options,
    signals: Signals,
}

impl Engine {
    /// The engine with `network` under `rules`.
    pub fn new(rules: Rules, network: Arc<Network>) -> Self {
        let pool = Pool::from_parts(1, Table::with_buckets(TABLE_BUCKETS), network);
        // At a few hundred nodes the mate search would take a quarter of the time and find next to nothing.
        let options = Options { rules, mate_search: false, ..Options::default() };
        Self { pool, options, signals: Signals::new() }
    }
}

impl Player for Engine {
    fn new_game(&mut self) {
        self.pool.clear();
    }

    fn choose(&mut self, board: &Board, nodes: u64) -> Option<(Move, Score)> {
        let outcome = self.pool.search(board, &limits(nodes), &self.options, &self.signals, &Silent);
        Some((outcome.best?, outcome.score))
    }

    fn is_stopped(&self) -> bool {
        interrupt::is_asked()
    }
}

#[cfg(test)]
mod tests {
    use super::super::game::Game;
    use super::super::play::{self, Settings};
    use super::super::verify;
    use super::*;
    use guohe::eval::nnue;

    fn engine_game(index: u64) -> Game {
        let settings = Settings { nodes: 40, opening_nodes: 200, rules: Rules::default() };
        let mut engine = Engine::new(settings.rules, nnue::embedded());
        play::play(&settings, play::seed_of(1, index), &[], &mut engine).unwrap()
    }

    #[test]
    fn engine_games_are_a_function_of_their_seed_and_keep_the_rules() {
        for index in 0..3 {
            let game = engine_game(index);
            assert_eq!(game, engine_game(index));
            verify::check(&game).unwrap();
        }
    }

    #[test]
    fn the_shortest_searches_have_scores() {
        let settings = Settings { nodes: 3, opening_nodes: 200, rules: Rules::default() };
        let mut engine = Engine::new(settings.rules, nnue::embedded());
        for index in 0..3 {
            let game = play::play(&settings, play::seed_of(1, index), &[], &mut engine).unwrap();
            assert!(game.plies.iter().all(|ply| i32::from(ply.score).abs() <= Score::MATE.get()));
        }
        // Where games are made in earnest the limit stays what it was: a game depends on it.
        assert_eq!([199, 200, 1500].map(|nodes| limits(nodes).nodes), [None, Some(800), Some(6000)]);
    }

    #[test]
    fn an_engine_that_has_played_before_plays_the_same() {
        let settings = Settings { nodes: 40, opening_nodes: 200, rules: Rules::default() };
        let mut engine = Engine::new(settings.rules, nnue::embedded());
        let mut play = |index| play::play(&settings, play::seed_of(1, index), &[], &mut engine).unwrap();
        let first = play(0);
        play(1);
        assert_eq!(play(0), first);
    }
}
