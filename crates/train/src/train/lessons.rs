//! Lessons: positions beside those of the games, with scores by a teacher, which is an earlier network. They pass on
//! what it has learnt from games that no longer exist. Static lessons are up to four random moves away from the games;
//! they also have hanging pieces, which the games leave out. Searched lessons are quiet positions inside the teacher's
//! searches.

use super::data::{Position, Target};
use crate::datagen::{Engine, Game, Player};
use guohe::board::Board;
use guohe::eval::Evaluator;
use guohe::eval::nnue::Network;
use guohe::rules::Rules;
use guohe::types::{Key, Score};
use guohe_common::dice::{below, unit};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use std::collections::HashSet;
use std::sync::Arc;

/// Random moves away from the games, at most.
const MOST_MOVES: u64 = 4;
/// Lessons from inside one search, at most. A search of 400 nodes has 7.5 such positions on average.
const MOST_INSIDE: usize = 7;

/// Which lessons to give.
pub struct Lessons {
    /// Static lessons, or searches, for each position of the games. Lessons in check or decided are dropped.
    pub per_position: f64,
    /// The network that gives the scores.
    pub teacher: Arc<Network>,
    /// Centipawns of the network that learns, for one of the teacher's: their scales may differ.
    pub unit: f32,
    /// Nodes of a search; `None` for static lessons.
    pub nodes: Option<u64>,
}

/// Gives lessons.
pub struct Teacher<'a> {
    lessons: &'a Lessons,
    evaluator: Evaluator,
    engine: Option<(Engine, u64)>,
}

impl<'a> Teacher<'a> {
    /// A teacher of such `lessons`.
    pub fn new(lessons: &'a Lessons) -> Self {
        let evaluator = Evaluator::new(lessons.teacher.clone(), &Board::startpos());
        let engine = lessons.nodes.map(|nodes| (Engine::new(Rules::default(), lessons.teacher.clone()), nodes));
        Self { lessons, evaluator, engine }
    }

    /// Adds lessons beside a game that has `positions` positions to learn from.
    ///
    /// # Errors
    /// When the FEN that the game begins from cannot be read.
    pub fn teach(
        &mut self,
        game: &Game,
        positions: usize,
        seed: u64,
        samples: &mut Vec<Position>,
    ) -> anyhow::Result<()> {
        if let Some((engine, _)) = &mut self.engine {
            engine.new_game();
        }
        let share = self.lessons.per_position * positions as f64 / game.plies.len().max(1) as f64;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut board = game.board()?;
        for &mv in &game.opening {
            board.make(mv);
        }
        let mut seen = HashSet::new();
        // A start at random, so that another pass, or another run, takes other positions of the same game.
        let mut due = unit(&mut rng);
        for ply in &game.plies {
            due += share;
            while due >= 1.0 {
                due -= 1.0;
                if self.engine.is_some() {
                    samples.extend(self.inside(&board, &mut seen, &mut rng));
                } else {
                    samples.extend(self.beside(&mut board, &mut rng));
                }
            }
            board.make(ply.mv);
        }
        Ok(())
    }

    /// A position up to [`MOST_MOVES`] random moves away with its static evaluation; `None` when it is in check or
    /// decided.
    fn beside(&mut self, board: &mut Board, rng: &mut Xoshiro256PlusPlus) -> Option<Position> {
        let wanted = below(rng, MOST_MOVES + 1);
        let mut made = 0;
        while made < wanted {
            let moves = board.legal_moves();
            if moves.is_empty() {
                break;
            }
            board.make(moves[below(rng, moves.len() as u64) as usize]);
            made += 1;
        }
        let mut found = None;
        if !board.in_check() && board.has_legal_move() {
            self.evaluator.reset(board);
            let score = self.evaluator.evaluate(board);
            found = (!Game::is_decided(score)).then(|| self.lessons.lesson(board, score));
        }
        for _ in 0..made {
            board.unmake();
        }
        found
    }

    /// Searches `board` and draws lessons from the positions inside the search. Positions in `seen` are left out.
    fn inside(&mut self, board: &Board, seen: &mut HashSet<Key>, rng: &mut Xoshiro256PlusPlus) -> Vec<Position> {
        let Some((engine, nodes)) = self.engine.as_mut().filter(|_| !Game::is_near_limit(board)) else {
            return Vec::new();
        };
        if engine.choose(board, *nodes).is_none() {
            return Vec::new();
        }
        let mut found = engine.inner_positions(board, seen);
        let count = found.len().min(MOST_INSIDE);
        let draw = |_| {
            let (board, score) = found.swap_remove(below(rng, found.len() as u64) as usize);
            self.lessons.lesson(&board, score)
        };
        (0..count).map(draw).collect()
    }
}

impl Lessons {
    /// The lesson that the teacher gives `board` this score.
    fn lesson(&self, board: &Board, score: Score) -> Position {
        Position::new(board, Target::without_result((score.get() as f32 * self.unit).round() as i16))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use guohe::eval::nnue;

    fn lessons(teacher: Arc<Network>, nodes: Option<u64>) -> Lessons {
        Lessons { per_position: 1.0, teacher, unit: 1.0, nodes }
    }

    #[test]
    fn lessons_leave_the_board_as_it_was() {
        let lessons = lessons(nnue::embedded(), None);
        let mut teacher = Teacher::new(&lessons);
        let mut board = Board::startpos();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let given: Vec<_> = (0..100).filter_map(|_| teacher.beside(&mut board, &mut rng)).collect();
        assert!(board == Board::startpos() && board.plies_played() == 0);
        assert!(given.len() > 50);
        assert!(given.iter().any(|lesson| lesson != &given[0]));
    }

    #[test]
    fn static_lessons_have_the_evaluation_of_their_teacher() {
        let mut board = Board::startpos();
        let score = Evaluator::new(nnue::embedded(), &board).evaluate(&board);
        // A network with half of the teacher's scale learns half of the centipawns: the share of the point is the same.
        for unit in [1.0, 0.5] {
            let lessons = Lessons { unit, ..lessons(nnue::embedded(), None) };
            let mut teacher = Teacher::new(&lessons);
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
            let given: Vec<_> = (0..100).filter_map(|_| teacher.beside(&mut board, &mut rng)).collect();
            let target = Target::without_result((score.get() as f32 * unit).round() as i16);
            assert!(given.contains(&Position::new(&board, target)), "{unit}");
        }
    }

    #[test]
    fn searched_lessons_are_drawn_inside_a_search_and_only_once() {
        let lessons = lessons(nnue::embedded(), Some(2_000));
        let mut teacher = Teacher::new(&lessons);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut seen = HashSet::new();
        let board = Board::startpos();
        let given = teacher.inside(&board, &mut seen, &mut rng);
        assert_eq!(given.len(), MOST_INSIDE);
        assert!(given.iter().all(|lesson| lesson.target.is_lesson()));
        teacher.engine.as_mut().unwrap().0.new_game();
        assert!(teacher.inside(&board, &mut seen, &mut rng).is_empty(), "the same search again");
    }
}
