//! Games in forms that other programs read: as text that [`super::import`] reads back, or as records of a fixed size.
//! `docs/data-formats.md` describes both.

use super::ending;
use super::game::Game;
use super::store::for_each_game;
use anyhow::{Context, ensure};
use clap::Args;
use guohe::board::Board;
use guohe::types::{Color, Square};
use guohe_common::place::{Part, check_free};
use guohe_common::say::say;
use guohe_games::GameResult;
use indicatif::HumanCount;
use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;

/// What to export.
#[derive(Args)]
pub struct ExportArgs {
    /// The directory of the games.
    dir: PathBuf,
    /// The file to write.
    #[arg(long)]
    out: PathBuf,
    /// Write packed records of 54 bytes instead of text.
    #[arg(long)]
    packed: bool,
    /// Write only the positions that the trainer learns from. Without the others, `import` cannot rebuild the games.
    #[arg(long)]
    only_quiet: bool,
    /// Overwrite the file if it exists.
    #[arg(long)]
    force: bool,
}

/// Bytes of a packed record.
pub const RECORD: usize = 54;

/// Bits of a packed record's last byte: the trainer learns from the position; it holds the game out.
const QUIET: u8 = 1;
const HELD_OUT: u8 = 2;

/// Writes the games of a directory to a file.
///
/// # Errors
/// When games cannot be read, the file is there already without `--force`, or writing fails.
pub fn export(args: &ExportArgs) -> anyhow::Result<()> {
    check_free(&args.out, args.force)?;
    let name = || format!("writing {}", args.out.display());
    let mut part = Part::begin(&args.out).with_context(name)?;
    let mut positions = 0;
    let read = for_each_game(&args.dir, |game| {
        let (bytes, count) = if args.packed {
            packed(game, args.only_quiet)?
        } else {
            let (text, count) = text(game, args.only_quiet)?;
            (text.into_bytes(), count)
        };
        positions += count;
        part.write_all(&bytes).with_context(name)
    })?;
    ensure!(read.chunks.0 == read.chunks.1, "ended before all games were written");
    part.sync().and_then(|()| part.finish()).with_context(name)?;
    say!("{} games, {} positions: {}", HumanCount(read.games()), HumanCount(positions), args.out.display());
    Ok(())
}

/// The result from the view of `side`: 1 won, 0 drawn, −1 lost.
fn result_for(game: &Game, side: Color) -> i8 {
    game.outcome.winner.map_or(0, |winner| if winner == side { 1 } else { -1 })
}

/// A game as text, and the number of its positions that were written.
pub fn text(game: &Game, only_quiet: bool) -> anyhow::Result<(String, u64)> {
    let mut text = String::new();
    if !only_quiet {
        writeln!(text, "start {}", game.start.as_deref().unwrap_or("startpos"))?;
        if !game.opening.is_empty() {
            text += "opening";
            game.opening.iter().try_for_each(|mv| write!(text, " {mv}"))?;
            text.push('\n');
        }
        let result = match game.outcome.winner {
            Some(Color::Red) => GameResult::Red,
            Some(Color::Black) => GameResult::Black,
            None => GameResult::Draw,
        };
        let played_out = if game.played_out { " played-out" } else { "" };
        writeln!(text, "ending {} {}{played_out}", result.word(), ending::text(&game.outcome))?;
    }
    let mut positions = 0;
    game.for_each_ply(|board, ply, is_quiet| {
        if only_quiet && !is_quiet {
            return;
        }
        let (number, result) = (board.plies_played(), result_for(game, board.side()));
        let (fen, mv, score) = (board.fen(), ply.mv, ply.score);
        let _ = write!(text, "fen {fen}\nmove {mv}\nscore {score}\nply {number}\nresult {result}\ne\n");
        positions += 1;
    })?;
    Ok((text, positions))
}

/// A game as packed records, and their number.
pub fn packed(game: &Game, only_quiet: bool) -> anyhow::Result<(Vec<u8>, u64)> {
    let mut bytes = Vec::new();
    let held_out = if game.is_held_out() { HELD_OUT } else { 0 };
    game.for_each_ply(|board, ply, is_quiet| {
        if only_quiet && !is_quiet {
            return;
        }
        bytes.extend(packed_board(board));
        bytes.push(board.side().index() as u8);
        bytes.extend(ply.score.to_le_bytes());
        bytes.extend(ply.mv.bits().to_le_bytes());
        bytes.extend(u16::try_from(board.plies_played()).unwrap_or(u16::MAX).to_le_bytes());
        bytes.push((result_for(game, board.side()) + 1) as u8);
        bytes.push(if is_quiet { QUIET } else { 0 } | held_out);
    })?;
    let count = bytes.len() / RECORD;
    Ok((bytes, count as u64))
}

/// Four bits a square, the lower half of a byte first: 0 for an empty one, else the piece's index and 1.
fn packed_board(board: &Board) -> [u8; Square::COUNT / 2] {
    let mut bytes = [0; Square::COUNT / 2];
    for square in Square::all() {
        let code = board.piece_at(square).map_or(0, |piece| piece.index() as u8 + 1);
        bytes[square.index() / 2] |= code << (square.index() % 2 * 4);
    }
    bytes
}

/// A line for each game that a test compares.
#[cfg(test)]
pub fn whole_text(games: &[Game]) -> String {
    games.iter().map(|game| text(game, false).unwrap().0).collect()
}

#[cfg(test)]
mod tests {
    use super::super::play::tests::sample;
    use super::*;

    #[test]
    fn a_record_holds_the_position() {
        let game = sample(3, &[]);
        let (bytes, count) = packed(&game, false).unwrap();
        assert_eq!((bytes.len(), count), (RECORD * game.plies.len(), game.plies.len() as u64));
        let mut quiet = 0;
        game.for_each_quiet(|_, _, _| quiet += 1).unwrap();
        assert_eq!(packed(&game, true).unwrap().1, quiet);
        assert_eq!(bytes.chunks(RECORD).filter(|record| record[53] & QUIET != 0).count() as u64, quiet);
        let last = bytes.last_chunk::<RECORD>().unwrap();
        let ply = game.plies.last().unwrap();
        assert_eq!(i16::from_le_bytes([last[46], last[47]]), ply.score);
        assert_eq!(u16::from_le_bytes([last[48], last[49]]), ply.mv.bits());
        let number = game.opening.len() + game.plies.len() - 1;
        assert_eq!(usize::from(u16::from_le_bytes([last[50], last[51]])), number);
        let pieces =
            |record: &[u8]| record[..45].iter().flat_map(|byte| [byte & 15, byte >> 4]).filter(|c| *c > 0).count();
        assert!(pieces(last) <= 32 && pieces(last) >= 2);
        assert_eq!(packed_board(&Board::startpos())[..2], [0x45, 0x23], "rook, knight, bishop, advisor");
    }
}
