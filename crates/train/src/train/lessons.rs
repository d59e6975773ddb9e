//! Lessons: positions a few random moves off the games, valued by a teacher, which is an earlier network. What it has learnt
//! from games that are not at hand any more is passed on so, and positions where pieces hang are seen, which games leave out.

use super::data::{Position, Target};
use crate::datagen::{Engine, Game, Player};
use guohe::board::Board;
use guohe::eval::Evaluator;
use guohe::eval::nnue::Network;
use guohe::rules::Rules;
use guohe_common::dice::below;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use std::sync::Arc;

/// Random moves away from the games, at most.
const MOST_MOVES: u64 = 4;
/// Larger values say that all is decided.
const LARGEST_VALUE: i32 = 2_000;

/// Which lessons to give.
pub struct Lessons {
    /// Lessons drawn for each position of the games. Those in check or decided are dropped.
    pub per_position: f64,
    /// Who values them.
    pub teacher: Arc<Network>,
    /// Nodes of the search that values them; `None` for the static value.
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
    /// When the game has no start.
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
        let mut due = 0.0;
        for ply in &game.plies {
            due += share;
            while due >= 1.0 {
                due -= 1.0;
                samples.extend(self.beside(&mut board, &mut rng));
            }
            board.make(ply.mv);
        }
        Ok(())
    }

    /// A position some random moves away with its value; `None` when it is in check or decided.
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
        let value = if board.in_check() || !board.has_legal_move() { None } else { self.value(board) };
        let lesson = value.map(|value| Position::new(board, Target::without_result(value)));
        for _ in 0..made {
            board.unmake();
        }
        lesson
    }

    /// What the teacher says of `board`; `None` when all is decided. Where a search finds a capture best, the static value
    /// counts: what a capture wins is the search's to know.
    fn value(&mut self, board: &Board) -> Option<i16> {
        let searched = self.engine.as_mut().filter(|_| !Game::is_near_limit(board)).and_then(|(engine, nodes)| {
            let (mv, score) = engine.choose(board, *nodes)?;
            (!board.is_capture(mv)).then_some(score)
        });
        let value = searched.unwrap_or_else(|| {
            self.evaluator.reset(board);
            self.evaluator.evaluate(board)
        });
        (value.get().abs() < LARGEST_VALUE).then_some(value.get() as i16)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use guohe::board::STARTPOS;
    use guohe::eval::nnue;

    fn lessons(teacher: Arc<Network>, nodes: Option<u64>) -> Lessons {
        Lessons { per_position: 1.0, teacher, nodes }
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
    fn lessons_are_worth_what_their_teacher_says() {
        let board = Board::startpos();
        let value = Evaluator::new(nnue::embedded(), &board).evaluate(&board).get();
        let lessons = lessons(nnue::embedded(), None);
        assert_eq!(Teacher::new(&lessons).value(&board), Some(value as i16));
    }

    #[test]
    fn a_search_values_quiet_positions_and_leaves_captures_to_the_static_value() {
        let (fixed, searching) = (lessons(nnue::embedded(), None), lessons(nnue::embedded(), Some(300)));
        let (mut fixed, mut searching) = (Teacher::new(&fixed), Teacher::new(&searching));
        let mut engine = Engine::new(Rules::default(), nnue::embedded());
        // In the first position a pawn can take a rook, in the second no capture is good.
        let hanging = "rnbakabn1/9/1c5c1/p1p1p1p1p/9/4r4/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
        for (fen, has_capture) in [(hanging, true), (STARTPOS, false)] {
            let board = Board::from_fen(fen).unwrap();
            engine.new_game();
            searching.engine.as_mut().unwrap().0.new_game();
            let (mv, score) = engine.choose(&board, 300).unwrap();
            assert_eq!(board.is_capture(mv), has_capture, "{fen}");
            let expected = if has_capture { fixed.value(&board) } else { Some(score.get() as i16) };
            assert_eq!(searching.value(&board), expected, "{fen}");
            assert_ne!(fixed.value(&board), Some(score.get() as i16), "{fen}: the test would show nothing");
        }
    }
}
