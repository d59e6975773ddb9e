//! Win, draw and loss chances of a score, and the score to be shown. The search does not use them.
//!
//! The chances of a score depend on the material on the board, and its unit depends on the training of the network.
//! [`Model`] gives the chances by score and material, fitted to games of the engine against itself. Shown scores are
//! normalised by it: +100 means that half of the games are won. Normalised scores and chances by material are
//! Stockfish's idea (pull request 4920); material is counted as in Pikafish; [`Curve`] is the formula. The parameters
//! are fitted by `guohe-tools wdl fit` and belong to one network.

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

/// The curve for the material of `board`. `None` with a network that the parameters were not fitted to.
pub fn curve(network: &Network, board: &Board) -> Option<Curve> {
    (network.digest() == fitted::NETWORK).then(|| fitted::MODEL.curve(material(board)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::STARTPOS;
    use crate::eval::nnue;
    use std::path::Path;

    #[test]
    fn the_model_belongs_to_the_network_that_is_built_in() {
        assert_eq!(
            fitted::NETWORK,
            nnue::embedded().digest(),
            "the built-in network has changed: fit src/wdl/fitted.rs to its games, see docs/log/analysis.md"
        );
    }

    #[test]
    fn the_model_is_sound_for_any_material() {
        assert!(fitted::MODEL.is_sound());
    }

    #[test]
    fn the_page_says_what_a_hundred_is() {
        let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/analysis.md");
        let page = std::fs::read_to_string(page).unwrap();
        let words: Vec<&str> = page.split_whitespace().collect();
        let half = |fen| fitted::MODEL.curve(material(&Board::from_fen(fen).unwrap())).half().round();
        let (all, rooks) = (half(STARTPOS), half("r2k4r/9/9/9/9/9/9/9/9/R3K3R w"));
        let expected =
            format!("+100 corresponds to {all} centipawns of the network with all pieces on the board, and to {rooks}");
        assert!(words.join(" ").contains(&expected), "docs/analysis.md must say: {expected}");
    }

    #[test]
    fn other_networks_have_no_curve() {
        let board = Board::startpos();
        assert!(curve(&nnue::embedded(), &board).is_some());
        assert!(curve(&nnue::random_network(), &board).is_none());
    }
}
