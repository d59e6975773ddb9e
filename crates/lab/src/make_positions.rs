//! How our own list of positions was made: lines of the opening book, played on by the engine into the middle game.
//! A list that has served is not made again: the engine's moves change, the figures would change with them.

use super::classic;
use anyhow::Context;
use guohe::board::Board;
use guohe::search::{Limits, Options, Pool, Signals, Silent};
use std::fmt::Write;
use std::path::Path;

/// Positions wanted.
const WANTED: usize = 32;
/// The line that goes first and stands for the papers' single position: the one most played in the book's games.
const FIRST: &str = "C78";
/// Of the other lines every so many is played on.
const STRIDE: usize = 4;
/// Nodes a move.
const NODES: u64 = 100_000;
/// Plies from the start position; one more in every other line, so that both sides are to move about equally often.
const PLIES: usize = 24;
/// A position where the engine sees one side further ahead than this is left out, centipawns.
const LEVEL: i32 = 150;
/// Heavy pieces that must be left: rooks count two, knights and cannons one, sixteen at the start.
const PHASE: i32 = 11;

/// The list as text, from the lines of `book`.
pub fn make(book: &Path) -> anyhow::Result<String> {
    let text = std::fs::read_to_string(book).with_context(|| format!("cannot read {}", book.display()))?;
    let mut lines: Vec<Vec<&str>> = text
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split(" ; ").collect())
        .filter(|fields: &Vec<&str>| fields.len() == 5)
        .collect();
    let first = lines
        .iter()
        .position(|fields| fields[0] == FIRST)
        .context("the book does not have the first line of the list")?;
    let first = lines.remove(first);

    let mut list = String::from(
        "# The laboratory's positions, made by `guohe-lab positions`: lines of book/openings.txt, played on by the\n\
         # engine against itself (one thread, 16 MB, 100,000 nodes a move) to ply 24 or 25. Left out: check, more than 150\n\
         # centipawns for either side, and fewer than 11 major pieces, a rook counted twice. The first one, from the line most\n\
         # played in the book's games, stands for the single position of the papers.\n\
         #\n\
         # ECCO code of the line ; FEN ; name of the line\n",
    );
    let mut made = 0;
    for (index, fields) in std::iter::once(&first).chain(lines.iter().step_by(STRIDE)).enumerate() {
        if made == WANTED {
            break;
        }
        let Some(board) = play_on(fields[4], PLIES + index % 2)? else { continue };
        writeln!(list, "{} ; {} ; {}", fields[0], board.fen(), fields[2])?;
        made += 1;
    }
    Ok(list)
}

/// The position that the engine reaches from the end of a line, unless it is unfit.
fn play_on(line: &str, plies: usize) -> anyhow::Result<Option<Board>> {
    let mut board = Board::startpos();
    for mv in line.split_ascii_whitespace() {
        board.make(mv.parse()?);
    }
    let mut pool = Pool::new(1, 16);
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    loop {
        let outcome = pool.search(&board, &limits, &Options::default(), &Signals::new(), &Silent);
        if board.plies_played() >= plies {
            let is_level = outcome.score.get().abs() <= LEVEL && !board.in_check();
            let is_middle_game = classic::phase(&board) >= PHASE;
            return Ok((is_level && is_middle_game).then_some(board));
        }
        let Some(mv) = outcome.best else { return Ok(None) };
        board.make(mv);
    }
}
