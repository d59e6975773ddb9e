//! Games with scores, for the puzzles: the chunks of datagen.

use guohe_puzzles::candidate::ScoredGame;
use guohe_puzzles::make::Batch;
use guohe_train::datagen::{Chunk, Game};
use std::path::Path;

/// The chunks in a directory. A game is named after the directory, the chunk's number and its own in the chunk.
///
/// # Errors
/// When the directory or a manifest cannot be read.
pub fn batches(dir: &Path) -> anyhow::Result<Vec<Batch>> {
    let chunks = Chunk::all(dir)?;
    Ok(chunks.into_iter().enumerate().map(|(number, chunk)| batch(name(dir, number), chunk)).collect())
}

/// The point tells chunk 11 of `games` from chunk 1 of `games1`.
fn name(dir: &Path, number: usize) -> String {
    let folder = dir.file_name().unwrap_or(dir.as_os_str()).to_string_lossy().replace(' ', "_");
    format!("{folder}.{number}")
}

fn batch(name: String, chunk: Chunk) -> Batch {
    let (stem, digest) = (name.clone(), chunk.facts.games_sha256.clone());
    let read = move || {
        let games = chunk.games()?.into_iter().enumerate();
        games.map(|(index, game)| scored(format!("{stem}.{index}"), &game)).collect()
    };
    Batch { name, digest, read: Box::new(read) }
}

fn scored(name: String, game: &Game) -> anyhow::Result<ScoredGame> {
    let mut board = game.board()?;
    for &mv in &game.opening {
        anyhow::ensure!(board.is_legal_move(mv), "{name}: {mv} is not legal in {}", board.fen());
        board.make(mv);
    }
    Ok(ScoredGame { name, board, plies: game.plies.iter().map(|ply| (ply.mv, ply.score)).collect() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_of_directories_that_end_in_digits_have_names_of_their_own() {
        let name = |dir: &str, number| name(Path::new(dir), number);
        assert_ne!(name("games", 11), name("games1", 1));
        assert_eq!(name("my/old games", 2), "old_games.2");
    }
}
