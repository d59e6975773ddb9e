//! A game between two plain searches, as the files of games have it.

use super::record::Line;
use serde::Deserialize;
use serde::Serialize;

/// A game that was played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Game {
    pub first: String,
    pub second: String,
    /// Where it began.
    pub start: String,
    /// The colour of the first player.
    pub first_had: String,
    /// Half points of the first player: 2, 1 or 0.
    pub half_points: u64,
    pub plies: usize,
    /// How it ended.
    pub reason: String,
    /// Of the sources that played.
    pub commit: String,
}

/// Which game: the players, the start, and the colour of the first.
pub type GameKey = (String, String, String, String);

impl Line for Game {
    type Key = GameKey;

    fn key(&self) -> GameKey {
        (self.first.clone(), self.second.clone(), self.start.clone(), self.first_had.clone())
    }
}
