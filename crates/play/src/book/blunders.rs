//! Which of the moves that games played are blunders by the engine's own search.

use super::gather::Played;
use crate::statistics::{identity, identity_of_move};
use anyhow::ensure;
use guohe::board::Board;
use guohe::search::{Limits, Options, Pool, Signals, Silent};
use guohe::types::{Key, Move, MoveList};
use guohe_common::interrupt;
use guohe_common::progress::Progress;
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use std::collections::HashMap;

/// The table of a search, in megabytes: emptied for every search, so that the answer does not depend on the order.
const HASH: usize = 4;
/// Scores beyond this are all the same to a book: a move that loses quickly is no better than one that loses slowly.
const DECIDED: i32 = 2000;

/// A move that costs too much.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Blunder {
    /// The move, as [`identity_of_move`] has it.
    pub identity: (Key, Move),
    /// The moves that led to the position in one of the games.
    pub before: Vec<Move>,
    /// The move in that game.
    pub mv: Move,
    /// What the engine plays there.
    pub best: Move,
    /// What the position is worth to the mover with either, in centipawns.
    pub scores: (i32, i32),
}

/// What counts as one.
#[derive(Clone, Copy)]
pub struct Terms {
    /// Depth of the searches.
    pub depth: u32,
    /// The loss in centipawns from which a move is refused.
    pub loss: i32,
    /// Searches at a time.
    pub threads: usize,
}

/// A position of the book and the moves to be judged there.
struct Question {
    before: Vec<Move>,
    board: Board,
    moves: Vec<Move>,
}

/// The positions of the games as far as `min` games reach them, each once, with all moves played there.
fn questions(games: &[Played], visits: &HashMap<Key, u32>, min: u32) -> Vec<Question> {
    let mut places: HashMap<Key, usize> = HashMap::new();
    let mut questions: Vec<Question> = Vec::new();
    for game in games {
        let mut board = Board::startpos();
        for (ply, &mv) in game.moves.iter().enumerate() {
            let mut after = board.clone();
            after.make(mv);
            if visits.get(&identity(&after)).is_none_or(|&count| count < min) {
                break;
            }
            let place = *places.entry(identity(&board)).or_insert_with(|| {
                questions.push(Question {
                    before: game.moves[..ply].to_vec(),
                    board: board.clone(),
                    moves: Vec::new(),
                });
                questions.len() - 1
            });
            let question = &mut questions[place];
            // In the orientation in which the position stands there.
            let wanted = identity_of_move(&board, mv);
            let same = [mv, mv.mirror_files()]
                .into_iter()
                .find(|&mv| question.board.is_legal_move(mv) && identity_of_move(&question.board, mv) == wanted);
            if let Some(mv) = same
                && !question.moves.iter().any(|&known| identity_of_move(&question.board, known) == wanted)
            {
                question.moves.push(mv);
            }
            board = after;
        }
    }
    questions
}

/// Judges every move that games would bring into a book.
///
/// # Errors
/// When somebody asked the program to end, or the system gives no threads.
pub fn find(games: &[Played], visits: &HashMap<Key, u32>, min: u32, terms: Terms) -> anyhow::Result<Vec<Blunder>> {
    let questions = questions(games, visits, min);
    let progress = Progress::new("positions judged", questions.len() as u64);
    let threads = ThreadPoolBuilder::new().num_threads(terms.threads.max(1)).build()?;
    let judged = |pool: &mut Pool, question: &Question| {
        if interrupt::is_asked() {
            return Vec::new();
        }
        let blunders = judge(pool, question, terms);
        progress.advance(1);
        blunders
    };
    let found: Vec<Vec<Blunder>> =
        threads.install(|| questions.par_iter().map_init(|| Pool::new(1, HASH), judged).collect());
    progress.end();
    ensure!(!interrupt::is_asked(), "stopped before all moves were judged; no book is written");
    Ok(found.into_iter().flatten().collect())
}

fn judge(pool: &mut Pool, question: &Question, terms: Terms) -> Vec<Blunder> {
    let board = &question.board;
    let Some((best, best_score)) = search(pool, board, terms.depth, None) else { return Vec::new() };
    let mut blunders = Vec::new();
    for &mv in question.moves.iter().filter(|&&mv| mv != best) {
        let only: MoveList = [mv].into_iter().collect();
        let Some((_, score)) = search(pool, board, terms.depth, Some(only)) else { continue };
        if best_score - score >= terms.loss {
            blunders.push(Blunder {
                identity: identity_of_move(board, mv),
                before: question.before.clone(),
                mv,
                best,
                scores: (score, best_score),
            });
        }
    }
    blunders
}

/// The best of the allowed moves and its score for the mover.
fn search(pool: &mut Pool, board: &Board, depth: u32, allowed: Option<MoveList>) -> Option<(Move, i32)> {
    pool.clear();
    let limits = Limits { depth: Some(depth), root_moves: allowed, ..Limits::default() };
    let outcome = pool.search(board, &limits, &Options::default(), &Signals::new(), &Silent);
    Some((outcome.best?, outcome.score.get().clamp(-DECIDED, DECIDED)))
}

#[cfg(test)]
mod tests {
    use super::super::gather::{turned, visits};
    use super::*;

    fn played(moves: &str) -> Played {
        let moves: Vec<Move> = moves.split(' ').map(|word| word.parse().unwrap()).collect();
        Played { moves: turned(&moves), red_points: 1, goes_on: true }
    }

    #[test]
    fn a_cannon_for_a_pawn_is_one_and_a_usual_move_is_none() {
        // The cannon takes a pawn and is taken by the knight; the other games are theory, one of them mirrored.
        let games = [played("h2e2 h9g7 e2e6"), played("h2e2 h9g7 h0g2"), played("b2e2 b9c7 b0c2 a9b9")];
        let terms = Terms { depth: 6, loss: 150, threads: 2 };
        let found = find(&games, &visits(&games), 1, terms).unwrap();
        let names: Vec<String> = found.iter().map(|blunder| blunder.mv.to_string()).collect();
        assert_eq!(names, ["e2e6"]);
        assert!(found[0].scores.1 - found[0].scores.0 >= 150, "{:?}", found[0].scores);
        assert_eq!(found[0].before.len(), 2);
        // Whatever is rare is not looked at.
        assert!(find(&games, &visits(&games), 2, terms).unwrap().is_empty());
    }

    #[test]
    fn each_position_is_asked_once() {
        let games = [played("h2e2 h9g7 h0g2"), played("b2e2 b9c7 g3g4"), played("h2e2 h9g7 h0g2")];
        let found = questions(&games, &visits(&games), 1);
        let counts: Vec<usize> = found.iter().map(|question| question.moves.len()).collect();
        assert_eq!(counts, [1, 1, 2]);
    }
}
