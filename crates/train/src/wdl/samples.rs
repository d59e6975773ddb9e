//! The positions that the model is fitted to: all searched ones of the games whose score is not decided.

use crate::datagen::{Chunk, Game};
use anyhow::{Context, ensure};
use guohe::types::Score;
use guohe::wdl::material;
use guohe_common::interrupt;
use guohe_common::progress::Progress;
use std::path::PathBuf;

/// How a game ended for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    Won,
    Drawn,
    Lost,
}

/// A position of a game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sample {
    /// As [`material`] counts.
    pub material: u32,
    /// Centipawns of the search, from the view of the side to move.
    pub score: i16,
    pub end: End,
}

/// Games of one network.
#[derive(Default)]
pub struct Samples {
    /// Hash of the network.
    pub network: String,
    /// Nodes a move.
    pub nodes: u64,
    games: Vec<Vec<Sample>>,
}

impl Samples {
    /// Reads the finished files of `datagen` in `folders`.
    ///
    /// # Errors
    /// When they cannot be read, are given twice, or were not all played by one network at one strength.
    pub fn load(folders: &[PathBuf]) -> anyhow::Result<Self> {
        interrupt::listen();
        let mut chunks = Vec::new();
        for folder in folders {
            let found = Chunk::all(folder)?;
            ensure!(!found.is_empty(), "no finished games in {}", folder.display());
            chunks.extend(found);
        }
        Chunk::check_each_once(&chunks)?;
        let mut samples = Self::default();
        let progress = Progress::new("files of games", chunks.len() as u64);
        for chunk in &chunks {
            ensure!(!interrupt::is_asked(), "interrupted");
            samples.add(chunk).with_context(|| chunk.path.display().to_string())?;
            progress.advance(1);
        }
        progress.end();
        Ok(samples)
    }

    fn add(&mut self, chunk: &Chunk) -> anyhow::Result<()> {
        let job = &chunk.facts.job;
        let network =
            job.evaluation.strip_prefix("net ").context("these games do not say which network played them")?;
        if self.games.is_empty() {
            (self.network, self.nodes) = (network.to_owned(), job.nodes);
        }
        ensure!((&*self.network, self.nodes) == (network, job.nodes), "another network or another number of nodes");
        for game in chunk.games()? {
            self.games.push(positions(&game)?);
        }
        Ok(())
    }

    pub fn games(&self) -> usize {
        self.games.len()
    }

    pub fn positions(&self) -> usize {
        self.games.iter().map(Vec::len).sum()
    }

    /// All positions.
    pub fn all(&self) -> impl Iterator<Item = Sample> + Clone + '_ {
        self.games.iter().flatten().copied()
    }

    /// The positions of every `of`-th game, beginning with game number `index`.
    pub fn part(&self, index: usize, of: usize) -> impl Iterator<Item = Sample> + Clone + '_ {
        self.games.iter().skip(index).step_by(of).flatten().copied()
    }

    /// The positions of the other games.
    pub fn all_but(&self, index: usize, of: usize) -> impl Iterator<Item = Sample> + Clone + '_ {
        let games = self.games.iter().enumerate().filter(move |(number, _)| number % of != index);
        games.flat_map(|(_, game)| game).copied()
    }
}

/// The positions of a game.
fn positions(game: &Game) -> anyhow::Result<Vec<Sample>> {
    let mut board = game.board()?;
    for &mv in &game.opening {
        ensure!(board.is_legal_move(mv), "{mv} is not legal in {}", board.fen());
        board.make(mv);
    }
    let mut samples = Vec::with_capacity(game.plies.len());
    for ply in &game.plies {
        let end = match game.outcome.winner {
            None => End::Drawn,
            Some(winner) if winner == board.side() => End::Won,
            Some(_) => End::Lost,
        };
        // A decided score would tell nothing of the curve, also in games that are played out.
        if !Game::is_decided(Score::new(ply.score.into())) {
            samples.push(Sample { material: material(&board), score: ply.score, end });
        }
        ensure!(board.is_legal_move(ply.mv), "{} is not legal in {}", ply.mv, board.fen());
        board.make(ply.mv);
    }
    Ok(samples)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::datagen::{Ply, job, sample};
    use guohe::game::{Outcome, Reason};
    use guohe::types::Color;

    #[test]
    fn positions_are_seen_by_the_side_to_move() {
        let ply = |text: &str, score| Ply { mv: text.parse().unwrap(), score };
        let game = Game {
            start: None,
            opening: vec!["h2e2".parse().unwrap()],
            plies: vec![ply("h9g7", -20), ply("e2e6", 60), ply("g7e6", 2_000), ply("h0g2", -500)],
            outcome: Outcome::loss(Color::Red, Reason::Mate),
            played_out: false,
        };
        let sample = |material, score, end| Sample { material, score, end };
        assert_eq!(
            positions(&game).unwrap(),
            [sample(110, -20, End::Won), sample(110, 60, End::Lost), sample(104, -500, End::Lost)]
        );
    }

    #[test]
    fn the_same_games_do_not_count_twice() {
        let folder = tempfile::tempdir().unwrap();
        let mut job = job();
        "net 0123".clone_into(&mut job.evaluation);
        let mut bytes = Vec::new();
        sample(1, &[]).encode(&mut bytes);
        Chunk::write(folder.path(), &job, 0, &[bytes]).unwrap();
        let load = |folders: &[&std::path::Path]| Samples::load(&folders.iter().map(PathBuf::from).collect::<Vec<_>>());
        assert_eq!(load(&[folder.path()]).unwrap().games(), 1);
        let error = load(&[folder.path(), folder.path()]).err().unwrap().to_string();
        assert!(error.contains("already given"), "{error}");
    }

    #[test]
    fn parts_are_whole_games() {
        let one = |score| vec![Sample { material: 50, score, end: End::Drawn }; 2];
        let samples = Samples { games: (0..5).map(one).collect(), ..Samples::default() };
        let scores = |samples: &mut dyn Iterator<Item = Sample>| samples.map(|sample| sample.score).collect::<Vec<_>>();
        assert_eq!(scores(&mut samples.part(1, 2)), [1, 1, 3, 3]);
        assert_eq!(scores(&mut samples.all_but(1, 2)), [0, 0, 2, 2, 4, 4]);
        assert_eq!((samples.games(), samples.positions()), (5, 10));
    }
}
