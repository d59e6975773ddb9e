//! Lessons before the games: positions a few random moves off the games, valued by a teacher, which is the classical
//! evaluation or an earlier network. They cost no search, so there can be any number of them, and a network that has learnt
//! them begins where its teacher ends. What it is to know beyond that, only games teach.

use super::data::Position;
use super::data::Target;
use crate::datagen::Chunk;
use crate::datagen::Game;
use crate::dice::below;
use crate::interrupt;
use crate::progress::Progress;
use anyhow::Context;
use anyhow::ensure;
use guohe::board::Board;
use guohe::eval::Evaluation;
use guohe::eval::Evaluator;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use std::path::PathBuf;

/// Random moves away from the games, at most.
const MOST_MOVES: u64 = 4;
/// Lessons that can be asked for: the fit numbers its samples in 32 bits.
pub const MOST: usize = u32::MAX as usize;
/// Larger values say that all is decided.
const LARGEST_VALUE: i32 = 2_000;

/// About `count` positions near those of the games in `dirs` for which `is_taught` says yes, valued by `teacher`.
///
/// # Errors
/// When games cannot be read.
pub fn make(
    dirs: &[PathBuf],
    count: usize,
    teacher: &Evaluation,
    seed: u64,
    is_taught: impl Fn(&Game) -> bool,
) -> anyhow::Result<Vec<Position>> {
    let mut games = Vec::new();
    for dir in dirs {
        for chunk in Chunk::all(dir)? {
            games.extend(chunk.games()?.into_iter().filter(&is_taught));
        }
    }
    let plies: usize = games.iter().map(|game| game.plies.len()).sum();
    let share = count as f64 / plies.max(1) as f64;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut evaluator = Evaluator::with(teacher, &Board::startpos());
    let mut lessons = Vec::new();
    lessons.try_reserve_exact(count).with_context(|| format!("there is no room for {count} lessons"))?;
    let mut due = 0.0;
    let progress = Progress::new("making lessons", games.len() as u64);
    for game in &games {
        ensure!(!interrupt::is_asked(), "ended while making lessons");
        let mut board = game.board()?;
        for &mv in &game.opening {
            board.make(mv);
        }
        for ply in &game.plies {
            due += share;
            while due >= 1.0 {
                due -= 1.0;
                lessons.extend(beside(&mut board, &mut rng, &mut evaluator));
            }
            board.make(ply.mv);
        }
        progress.advance(1);
    }
    progress.end();
    Ok(lessons)
}

/// A position some random moves away, valued without search; `None` when it is in check or decided.
fn beside(board: &mut Board, rng: &mut Xoshiro256PlusPlus, evaluator: &mut Evaluator) -> Option<Position> {
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
    let lesson = (!board.in_check() && board.has_legal_move()).then(|| {
        evaluator.reset(board);
        let value = evaluator.evaluate(board).get();
        (value.abs() < LARGEST_VALUE).then(|| Position::new(board, Target::without_result(value as i16)))
    });
    for _ in 0..made {
        board.unmake();
    }
    lesson.flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_lessons_than_there_is_room_for_are_refused() {
        assert!(make(&[], usize::MAX, &Evaluation::CLASSICAL, 1, |_| true).is_err());
    }

    #[test]
    fn lessons_leave_the_board_as_it_was() {
        let mut board = Board::startpos();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut evaluator = Evaluator::with(&Evaluation::CLASSICAL, &board);
        let lessons: Vec<_> = (0..100).filter_map(|_| beside(&mut board, &mut rng, &mut evaluator)).collect();
        assert!(board == Board::startpos() && board.plies_played() == 0);
        assert!(lessons.len() > 50);
        assert!(lessons.iter().any(|lesson| lesson != &lessons[0]));
    }

    #[test]
    fn lessons_are_worth_what_their_teacher_says() {
        for teacher in [Evaluation::CLASSICAL, Evaluation::default()] {
            let mut board = Board::startpos();
            let mut evaluator = Evaluator::with(&teacher, &board);
            // Without a random move the lesson is the position itself.
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
            while below(&mut rng.clone(), MOST_MOVES + 1) != 0 {
                below(&mut rng, 2);
            }
            let lesson = beside(&mut board, &mut rng, &mut evaluator).expect("the start is quiet");
            let value = Evaluator::with(&teacher, &board).evaluate(&board).get();
            assert_eq!(lesson.target, Target::without_result(value as i16));
        }
    }
}
