//! The scale of the scores in replies. What the search counts in is its own affair; this is the one place where it becomes
//! what people and front ends are told.

use crate::board::Board;
use crate::engine::Engine;
use crate::game;
use crate::types::Score;
use crate::wdl::{self, Chances, Curve};

/// How scores of one position are told.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ScoreScale {
    /// `None` when nobody knows what scores mean: then they are told as they are.
    curve: Option<Curve>,
    /// Chances are told as well.
    has_chances: bool,
    /// The rules have ended the game without a winner.
    is_drawn: bool,
}

impl ScoreScale {
    /// Scores as they are, without chances.
    pub const RAW: Self = Self { curve: None, has_chances: false, is_drawn: false };

    /// For scores of `board`, with the settings of `engine`.
    pub fn new(engine: &Engine, board: &Board) -> Self {
        let has_chances = engine.config().show_wdl;
        let is_drawn = || game::outcome(board, &engine.rules()).is_some_and(|outcome| outcome.winner.is_none());
        Self { curve: wdl::curve(engine.network(), board), has_chances, is_drawn: has_chances && is_drawn() }
    }

    /// The score to be told.
    pub fn of(&self, score: Score) -> Score {
        self.curve.map_or(score, |curve| curve.shown(score))
    }

    /// Whether scores are told otherwise than the search counts them.
    pub fn converts(&self) -> bool {
        self.curve.is_some()
    }

    /// The chances to be told with a score of the search, if any are.
    pub fn chances(&self, score: Score) -> Option<Chances> {
        let curve = self.curve.filter(|_| self.has_chances)?;
        Some(if self.is_drawn && score == Score::DRAW { Chances::DRAWN } else { curve.chances(score) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;
    use crate::eval::nnue;

    fn engine(show_wdl: bool) -> Engine {
        Engine::new(Config { hash: 1, show_wdl, ..Config::default() })
    }

    #[test]
    fn scores_of_a_network_without_a_fit_stay_as_they_are() {
        let shape = nnue::Shape { hidden: 32 };
        let parameters = nnue::Parameters {
            shape,
            scale: 400,
            output_scale: 64,
            input_weights: vec![1; shape.input_weights()],
            input_bias: vec![0; shape.hidden],
            output_weights: vec![1; 2 * shape.hidden * nnue::Shape::OUTPUTS],
            output_bias: vec![0; nnue::Shape::OUTPUTS],
            manifest: [0; 32],
        };
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), parameters.to_bytes()).unwrap();
        let evalfile = Some(file.path().to_owned());
        let engine = Engine::new(Config { hash: 1, show_wdl: true, evalfile, ..Config::default() });
        let scale = ScoreScale::new(&engine, engine.board());
        assert!(!scale.converts());
        assert_eq!(scale.of(Score::new(123)), Score::new(123));
        assert_eq!(scale.chances(Score::new(123)), None);
    }

    #[test]
    fn chances_are_told_when_asked_for() {
        let board = Board::startpos();
        let scale = |show_wdl| ScoreScale::new(&engine(show_wdl), &board);
        assert_eq!(scale(false).chances(Score::new(1)), None);
        let level = scale(true).chances(Score::new(1)).unwrap();
        assert!(level.draw > level.win && level.win >= level.loss, "{level:?}");
        assert_eq!(scale(true).chances(Score::mate_in(1)), Some(Chances::WON));
    }

    #[test]
    fn a_game_that_the_rules_have_drawn_is_no_chance() {
        let engine = engine(true);
        let board = Board::from_fen("3k5/9/9/9/9/9/9/9/9/4K4 w").unwrap();
        assert_eq!(ScoreScale::new(&engine, &board).chances(Score::DRAW), Some(Chances::DRAWN));
        let level = ScoreScale::new(&engine, &Board::startpos()).chances(Score::DRAW).unwrap();
        assert!(level.win > 0, "{level:?}");
    }
}
