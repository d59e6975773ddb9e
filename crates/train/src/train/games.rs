//! The games that are learnt from, and the positions that are held out to measure on.

use super::data::{Position, Target, sigmoid};
use crate::datagen::{Chunk, Game};
use anyhow::ensure;
use guohe_common::interrupt;
use guohe_common::progress::Progress;
use std::path::PathBuf;

/// The least share of the point that a score of [`Td`] means; the greatest is as far from 1. The targets of decided
/// positions end there.
const LEAST_SHARE: f32 = 0.0015;

/// Games to learn from, known games, and positions of other games to measure on.
#[derive(Default)]
pub struct Games {
    /// To learn from.
    pub training: Vec<Game>,
    /// Quiet positions of these games.
    pub positions: usize,
    /// Learnt before: lessons are drawn from them, but their positions are not learnt again.
    pub known: Vec<Game>,
    /// To measure on.
    held_out_games: Vec<Game>,
    /// The positions of these, by [`Games::value_held_out`].
    pub held_out: Vec<Position>,
    /// Games read, those held out among them.
    pub count: usize,
    /// Names and hashes of the chunks to learn from, for the manifest.
    pub sources: Vec<(String, String)>,
    /// The same of the known games.
    pub known_sources: Vec<(String, String)>,
}

impl Games {
    /// Reads the games in `dirs`, for training only until they have `most` quiet positions, and the `known` games. All
    /// held-out games are read whatever `most` is, so that runs on more and less data are measured on the same.
    ///
    /// # Errors
    /// When data cannot be read or there is none.
    pub fn read(dirs: &[PathBuf], known: &[PathBuf], most: usize) -> anyhow::Result<Self> {
        let (new, known) = (chunks(dirs)?, chunks(known)?);
        Chunk::check_each_once(new.iter().chain(&known))?;
        let progress = Progress::new("reading chunks", (new.len() + known.len()) as u64);
        let mut games = Self::default();
        for (chunk, is_known) in new.iter().map(|chunk| (chunk, false)).chain(known.iter().map(|chunk| (chunk, true))) {
            ensure!(!interrupt::is_asked(), "ended while reading games");
            games.add(chunk, is_known, most)?;
            progress.advance(1);
        }
        progress.end();
        ensure!(games.positions > 0, "the games have no quiet positions to learn from");
        Ok(games)
    }

    /// Makes the positions to measure on.
    ///
    /// # Errors
    /// When there is none, or a move is not legal.
    pub fn value_held_out(&mut self, td: Td) -> anyhow::Result<()> {
        for game in std::mem::take(&mut self.held_out_games) {
            self.held_out.extend(positions(&game, td)?);
        }
        ensure!(!self.held_out.is_empty(), "no game is held out (one in 32 is, by its hash): more games are needed");
        Ok(())
    }

    fn add(&mut self, chunk: &Chunk, is_known: bool, most: usize) -> anyhow::Result<()> {
        for game in chunk.games()? {
            if game.is_held_out() {
                self.held_out_games.push(game);
            } else if is_known {
                self.known.push(game);
            } else if self.positions < most {
                game.for_each_quiet(|_, _, _| self.positions += 1)?;
                self.training.push(game);
            } else {
                continue;
            }
            self.count += 1;
        }
        let name = chunk.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let sources = if is_known { &mut self.known_sources } else { &mut self.sources };
        sources.push((name, chunk.facts.games_sha256.clone()));
        Ok(())
    }

    /// The targets of all positions to learn from.
    ///
    /// # Errors
    /// When a move is not legal.
    pub fn targets(&self) -> anyhow::Result<Vec<Target>> {
        let mut targets = Vec::with_capacity(self.positions);
        for game in &self.training {
            game.for_each_quiet(|_, score, result| targets.push(Target::new(score, result)))?;
        }
        Ok(targets)
    }
}

/// The chunks in these directories.
fn chunks(dirs: &[PathBuf]) -> anyhow::Result<Vec<Chunk>> {
    let chunks: Vec<_> = dirs.iter().map(|dir| Chunk::all(dir)).collect::<anyhow::Result<_>>()?;
    Ok(chunks.concat())
}

/// The quiet positions of a game, with the scores of `td`.
///
/// # Errors
/// When a move is not legal.
pub fn positions(game: &Game, td: Td) -> anyhow::Result<Vec<Position>> {
    let mut scores = td.scores(game)?.into_iter();
    let mut positions = Vec::new();
    game.for_each_ply(|board, ply, is_quiet| {
        let score = scores.next().unwrap_or(ply.score);
        if is_quiet {
            positions.push(Position::new(board, Target::new(score, game.result(board.side()))));
        }
    })?;
    Ok(positions)
}

/// Targets by TD(λ) (R. Sutton, *Learning to predict by the methods of temporal differences*, 1988): what is expected
/// in a position is a mean of what its own score says, with weight 1 − λ, and of what is expected in the next position
/// of the game, with weight λ. After the last position comes the result. So a target has the searches of the next few
/// moves in it, which look further, and their errors cancel in part.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Td {
    /// λ; with 0 each score stays as it is.
    pub lambda: f32,
    /// Centipawns of the sigmoid that makes a share of the point of a score.
    pub scale: f32,
}

impl Td {
    /// The scores of all plies of `game`, each from the view of its side to move.
    fn scores(self, game: &Game) -> anyhow::Result<Vec<i16>> {
        let mut scores: Vec<i16> = game.plies.iter().map(|ply| ply.score).collect();
        if self.lambda == 0.0 {
            return Ok(scores);
        }
        let start = game.board()?.side();
        let plies = game.opening.len() + game.plies.len();
        let mut expected = game.result(if plies.is_multiple_of(2) { start } else { !start });
        for score in scores.iter_mut().rev() {
            let own = sigmoid(f32::from(*score) / self.scale);
            expected = (1.0 - self.lambda) * own + self.lambda * (1.0 - expected);
            let share = expected.clamp(LEAST_SHARE, 1.0 - LEAST_SHARE);
            *score = (self.scale * (share / (1.0 - share)).ln()).round() as i16;
        }
        Ok(scores)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::datagen::Ply;
    use guohe::game::{Outcome, Reason};
    use guohe::types::Color;

    /// A game of four plies that Red has won.
    fn game() -> Game {
        let plies = [("h2e2", 0), ("h9g7", -100), ("h0g2", 300), ("i9h9", 30_000)];
        Game {
            start: None,
            opening: vec![],
            plies: plies.into_iter().map(|(mv, score)| Ply { mv: mv.parse().unwrap(), score }).collect(),
            outcome: Outcome { winner: Some(Color::Red), reason: Reason::Mate, ruling: None },
            played_out: false,
        }
    }

    #[test]
    fn scores_look_ahead() {
        let scores = |lambda| Td { lambda, scale: 300.0 }.scores(&game()).unwrap();
        assert_eq!(scores(0.0), [0, -100, 300, 30_000], "as they are");
        // By hand, as shares of the mover: 0.5, 0.4174, 0.7311, 1; Red to move after the last ply has won. Ply 3: ½ · 1
        // + ½ · (1 − 1); ply 2: ½ · 0.7311 + ½ · ½; ply 1: ½ · 0.4174 + ½ · 0.3845; ply 0: ½ · ½ + ½ · 0.5991.
        let share = |score: i16| (1e4 * sigmoid(f32::from(score) / 300.0)).round() / 1e4;
        let shares: Vec<f32> = scores(0.5).into_iter().map(share).collect();
        for (share, expected) in shares.iter().zip([0.5495, 0.4009, 0.6155, 0.5]) {
            assert!((share - expected).abs() < 0.001, "{shares:?}");
        }
        // With λ near 1 only the result counts.
        assert!(scores(0.999).into_iter().zip([1, -1, 1, -1]).all(|(score, sign)| score * sign > 1_000));
    }

    #[test]
    fn the_side_to_move_at_the_end_depends_on_the_opening() {
        let mut later = game();
        later.opening = vec![later.plies.remove(0).mv];
        let td = Td { lambda: 0.75, scale: 300.0 };
        assert_eq!(td.scores(&later).unwrap(), td.scores(&game()).unwrap()[1..]);
    }

    #[test]
    fn positions_have_these_scores() {
        let td = Td { lambda: 0.75, scale: 300.0 };
        let mut later = game();
        // Positions are learnt from ply 8 on: shuffle the rooks first.
        let shuffle = ["a0a1", "a9a8", "a1a0", "i9i8", "i0i1", "a8a9", "i1i0", "i8i9"];
        later.opening = shuffle.into_iter().map(|mv| mv.parse().unwrap()).collect();
        later.plies.pop();
        let scores = td.scores(&later).unwrap();
        let found: Vec<i16> = positions(&later, td).unwrap().iter().map(|position| position.target.score).collect();
        assert_eq!(found, scores[1..], "the first position is a repetition of the start");
    }
}
