//! Positions that may be puzzles, found in games by the scores that are stored with their moves.

use guohe::board::Board;
use guohe::rules;
use guohe::types::{Move, Score};

/// A game with a score for each move, in centipawns of the search from the mover's view.
pub struct ScoredGame {
    /// Where it comes from, without spaces.
    pub name: String,
    /// Before the first move that has a score, with the moves that led there.
    pub board: Board,
    /// The moves and their scores.
    pub plies: Vec<(Move, i16)>,
}

/// What the solver is to reach.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// A mate with the next move, for beginners.
    MateInOne,
    /// A longer mate.
    Mate,
    /// A win of material.
    Tactic,
}

/// A position after a mistake, or in which a game is about to end.
pub struct Candidate {
    /// Before the last move, with the moves that led there.
    pub before: Board,
    /// The opponent's move.
    pub mistake: Move,
    /// What the scores promise.
    pub goal: Goal,
}

/// Scale of the logistic curve, raw centipawns: chances are 1 / (1 + e^(-score / SCALE)).
const SCALE: f64 = 205.0;
/// The longest mate looked at, in plies by the stored score. A longer one is seldom certified.
const LONGEST_MATE: i16 = 11;
/// Chances that a tactic gains at least.
const SWING: f64 = 0.30;
/// Chances that it has at least.
const WON: f64 = 0.75;

/// The chances of a raw score, 0 to 1.
fn chances(score: i16) -> f64 {
    1.0 / (1.0 + (-f64::from(score) / SCALE).exp())
}

/// What two scores promise: `before` the last move and `after` it, both from the solver's view.
fn goal(before: i16, after: i16) -> Option<Goal> {
    let [was, is] = [before, after].map(|score| Score::new(score.into()));
    if was.is_path_dependent() || is.is_path_dependent() {
        return None;
    }
    let mate = i32::from(after) >= Score::MATE.get() - i32::from(LONGEST_MATE);
    if i32::from(after) == Score::MATE.get() - 1 {
        Some(Goal::MateInOne)
    } else if mate && before < 9_000 {
        Some(Goal::Mate)
    } else if !is.is_decisive() && chances(after) - chances(before) >= SWING && chances(after) >= WON {
        Some(Goal::Tactic)
    } else {
        None
    }
}

/// The candidates of a game, in order. Positions that stood before are left out, and so are scores of rulings and
/// draws, which depend on the moves before.
///
/// # Errors
/// When a move is not legal.
pub fn candidates(game: &ScoredGame) -> Result<Vec<Candidate>, String> {
    let mut found = Vec::new();
    let mut board = game.board.clone();
    for (index, &(mv, score)) in game.plies.iter().enumerate() {
        if !board.is_legal_move(mv) {
            return Err(format!("{mv} is not a legal move here"));
        }
        let before = board.clone();
        board.make(mv);
        let next = game.plies.get(index + 1).map(|&(_, score)| score);
        if let Some(goal) = next.and_then(|next| goal(score.saturating_neg(), next))
            && rules::occurrences(&board) == 1
        {
            found.push(Candidate { before, mistake: mv, goal });
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_promise_a_goal() {
        assert_eq!(goal(-50, 9_995), Some(Goal::Mate));
        assert_eq!(goal(9_500, 9_995), None, "it was won before");
        assert_eq!(goal(-50, 9_999), Some(Goal::MateInOne));
        assert_eq!(goal(9_997, 9_999), Some(Goal::MateInOne), "the end of a longer one");
        assert_eq!(goal(0, 9_995), None, "a draw by rule before");
        assert_eq!(goal(-50, 8_990), None, "a ruling");
        assert_eq!(goal(-50, 500), Some(Goal::Tactic));
        assert_eq!(goal(150, 220), None, "too small a swing");
        assert_eq!(goal(300, 4_000), None, "it was nearly won before");
    }

    #[test]
    fn a_mistake_is_followed_by_its_punishment() {
        let moves = [("h2e2", 20), ("h9g7", -30), ("e2e6", 10), ("b9c7", 400)];
        let plies = moves.map(|(mv, score)| (mv.parse().unwrap(), score)).to_vec();
        let game = ScoredGame { name: "x".to_owned(), board: Board::startpos(), plies };
        let found = candidates(&game).unwrap();
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].mistake.to_string(), found[0].goal), ("e2e6".to_owned(), Goal::Tactic));
        assert_eq!(found[0].before.plies_played(), 2);
        let plies = vec![("h2h9".parse().unwrap(), 0), ("a0a9".parse().unwrap(), 0)];
        assert!(candidates(&ScoredGame { plies, ..game }).is_err());
    }
}
