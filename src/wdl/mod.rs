//! Chances: how many games a score of the search wins, draws and loses, and the score that people are shown. The search
//! does not use it.
//!
//! A score alone says little: what it wins depends on what is left on the board, and its unit is whatever the network
//! was trained on. [`Model`] says how often games of the engine against itself were won from such a score, with so much
//! material. By it a score is shown in hundredths of the score that wins half of the games: +100 means that one game of
//! two is won. Such scores, and chances that depend on the material, are Stockfish's (pull request 4920); the material
//! is counted as in Pikafish; [`Curve`] says how the chances follow from the score. The numbers are fitted to our own
//! games by `guohe-tools wdl fit` and belong to one network.

mod curve;
mod fitted;
mod model;

pub use curve::Chances;
pub use curve::Curve;
pub use model::Model;
pub use model::TERMS;
pub use model::material;

use crate::board::Board;
use crate::eval::nnue::Network;

/// What scores mean in positions with the material of `board`. `None` with a network that the
/// numbers were not fitted to.
pub fn curve(network: &Network, board: &Board) -> Option<Curve> {
    (network.digest() == fitted::NETWORK).then(|| fitted::MODEL.curve(material(board)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::nnue;

    #[test]
    fn the_model_belongs_to_the_network_that_is_built_in() {
        assert_eq!(
            fitted::NETWORK,
            nnue::embedded().digest(),
            "the built-in network is another: fit src/wdl/fitted.rs to its games, as docs/analysis.md says"
        );
    }

    #[test]
    fn the_model_makes_sense_with_any_material() {
        assert!(fitted::MODEL.is_sound());
    }

    #[test]
    fn scores_of_other_networks_have_no_meaning() {
        let board = Board::startpos();
        assert!(curve(&nnue::embedded(), &board).is_some());
        assert!(curve(&nnue::random_network(), &board).is_none());
    }
}
