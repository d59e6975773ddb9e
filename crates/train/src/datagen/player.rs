//! The engine as the player of its own games: short searches, a small table, one thread.

use super::game::Game;
use super::play::Player;
use guohe::board::Board;
use guohe::eval::nnue::Network;
use guohe::rules::Rules;
use guohe::search::{Limits, Options, Pool, Signals, Silent};
use guohe::tt::{Bound, Entry, Table};
use guohe::types::{Key, Move, Score};
use guohe_common::interrupt;
use std::collections::HashSet;
use std::sync::Arc;

/// Nodes after which a move's search ends even in the middle of an iteration, as a multiple of the soft limit.
const HARD_LIMIT: u64 = 4;
/// Shorter searches have no hard limit: it could end the first iteration, and with it the search, without a score.
const HARD_LIMIT_FROM: u64 = 200;
/// Buckets of a game's table: one megabyte, which outlasts the searches of a game.
const TABLE_BUCKETS: usize = 1 << 15;
/// Inner positions are taken from this remaining depth on.
const INNER_DEPTH: i8 = 3;
/// Plies from the root to an inner position, at most.
const INNER_PLIES: usize = 8;

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

    /// The quiet positions that the last search, of `board`, valued to some depth on its way, each with its score. They
    /// are found by following the moves from `board` through the transposition table. Positions in `seen` are left out,
    /// and new ones added to it. The age of an entry tells which search made it, but ages come round after 32 searches:
    /// a few positions may be of such an earlier search of the same game.
    pub fn inner_positions(&self, board: &Board, seen: &mut HashSet<Key>) -> Vec<(Board, Score)> {
        let mut found = Vec::new();
        self.collect(&mut board.clone(), 1, seen, &mut found);
        found
    }

    /// Adds what [`Engine::inner_positions`] returns after each move from `board`; those are `ply` plies from the root.
    fn collect(&self, board: &mut Board, ply: usize, seen: &mut HashSet<Key>, found: &mut Vec<(Board, Score)>) {
        let table = self.pool.table();
        for mv in board.legal_moves() {
            board.make(mv);
            let entry = table.probe(board.key(), ply);
            let entry = entry.filter(|entry| entry.age == table.age() && entry.depth >= INNER_DEPTH);
            if let Some(entry) = entry.filter(|_| seen.insert(board.key())) {
                found.extend(quiet_score(board, &entry).map(|score| (board.clone(), score)));
                if entry.depth > INNER_DEPTH && ply < INNER_PLIES {
                    self.collect(board, ply + 1, seen, found);
                }
            }
            board.unmake();
        }
    }
}

/// The score of a quiet position according to its entry: its static evaluation where that lies within the bound. `None`
/// if the position is not quiet, or the score is decided or depends on the path.
fn quiet_score(board: &Board, entry: &Entry) -> Option<Score> {
    let is_quiet = !board.in_check() && entry.mv.is_none_or(|mv| !board.is_capture(mv));
    let (bound, eval) = (entry.bound?, entry.eval?);
    if !is_quiet || entry.score.is_path_dependent() || Game::is_decided(entry.score) {
        return None;
    }
    let score = match bound {
        Bound::Exact => entry.score,
        Bound::Lower => entry.score.max(eval),
        Bound::Upper => entry.score.min(eval),
    };
    (!Game::is_decided(score)).then_some(score)
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
    fn inner_positions_are_quiet_and_new() {
        let board = Board::startpos();
        let mut engine = Engine::new(Rules::default(), nnue::embedded());
        engine.choose(&board, 2_000).unwrap();
        let mut seen = HashSet::new();
        let found = engine.inner_positions(&board, &mut seen);
        let keys: HashSet<Key> = found.iter().map(|(inner, _)| inner.key()).collect();
        assert!(found.len() > 20 && keys.len() == found.len() && keys.is_subset(&seen), "{}", found.len());
        for (inner, _) in &found {
            assert!(!inner.in_check() && (1..=INNER_PLIES).contains(&inner.plies_played()));
        }
        assert!(engine.inner_positions(&board, &mut seen).is_empty());
    }

    #[test]
    fn a_bound_moves_the_static_evaluation_only_if_it_contradicts_it() {
        let quiet = Board::startpos();
        let entry = |bound, score| Entry {
            mv: None,
            score: Score::new(score),
            eval: Some(Score::new(20)),
            depth: INNER_DEPTH,
            bound,
            pv: false,
            age: 0,
        };
        use Bound::{Exact, Lower, Upper};
        for (bound, score, expected) in [(Exact, 5, 5), (Lower, 5, 20), (Lower, 40, 40), (Upper, 5, 5), (Upper, 40, 20)]
        {
            assert_eq!(
                quiet_score(&quiet, &entry(Some(bound), score)),
                Some(Score::new(expected)),
                "{bound:?} {score}"
            );
        }
        assert_eq!(quiet_score(&quiet, &entry(None, 5)), None);
        assert_eq!(quiet_score(&quiet, &entry(Some(Upper), 3_000)), None, "decided");
        let capture = Entry { mv: "h2h9".parse().ok(), ..entry(Some(Lower), 40) };
        assert_eq!(quiet_score(&quiet, &capture), None);
        let check = Board::from_fen("3ak4/9/9/9/4R4/9/9/9/9/3K5 b").unwrap();
        assert_eq!(quiet_score(&check, &entry(Some(Exact), 5)), None);
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
