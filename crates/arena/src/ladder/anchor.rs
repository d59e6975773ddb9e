//! The foot of the ladder: players that do not think. They speak as much UCCI as a match needs.

use guohe::board::{Board, STARTPOS};
use guohe::types::{Kind, Move};
use guohe_common::dice;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use std::io::{BufRead, Write};

/// How an anchor chooses its moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Anchor {
    /// Any legal move, all alike.
    Random,
    /// A capture of the most valuable piece there is, else any move.
    Taker,
}

impl Anchor {
    /// Its move, if it has one.
    fn choose(self, board: &Board, dice: &mut Xoshiro256PlusPlus) -> Option<Move> {
        let legal = board.legal_moves();
        let value = |mv: &Move| match self {
            Self::Random => 0,
            Self::Taker => board.piece_at(mv.to()).map_or(0, |piece| worth(piece.kind)),
        };
        let most = legal.iter().map(value).max()?;
        let best: Vec<Move> = legal.into_iter().filter(|mv| value(mv) == most).collect();
        Some(best[dice::below(dice, best.len() as u64) as usize])
    }
}

/// What the taker thinks of a piece, as beginners' books count it.
const fn worth(kind: Kind) -> u32 {
    match kind {
        Kind::Rook => 9,
        Kind::Cannon | Kind::Knight => 4,
        Kind::Advisor | Kind::Bishop => 2,
        Kind::Pawn => 1,
        // Never taken.
        Kind::King => 0,
    }
}

/// Answers on standard output until the input ends.
///
/// # Errors
/// When input or output fails.
pub fn speak(anchor: Anchor) -> std::io::Result<()> {
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(rand::random());
    let mut board = Board::startpos();
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        match line.split_ascii_whitespace().next() {
            Some("ucci") => writeln!(out, "id name {anchor:?}\nucciok")?,
            Some("isready") => writeln!(out, "readyok")?,
            Some("position") => board = position(&line).unwrap_or(board),
            Some("go") => match anchor.choose(&board, &mut dice) {
                Some(mv) => writeln!(out, "bestmove {mv}")?,
                None => writeln!(out, "nobestmove")?,
            },
            Some("quit") => {
                writeln!(out, "bye")?;
                break;
            }
            _ => {}
        }
        out.flush()?;
    }
    Ok(())
}

/// The position that a line sets; `None` when it is none.
fn position(line: &str) -> Option<Board> {
    let words = line.trim().strip_prefix("position")?.trim();
    let (start, moves) = words.split_once(" moves ").unwrap_or((words, ""));
    let fen = if start == "startpos" { STARTPOS } else { start.strip_prefix("fen ")? };
    let mut board = Board::from_fen(fen).ok()?;
    for text in moves.split_ascii_whitespace() {
        let mv = text.parse().ok().filter(|&mv| board.is_legal_move(mv))?;
        board.make(mv);
    }
    Some(board)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_taker_takes_the_most_valuable_piece_though_it_is_guarded() {
        // The cannon may take a guarded rook or a pawn for nothing.
        let board = position("position fen 3k5/9/9/4r4/3n5/4P4/9/4C2p1/9/4K2R1 w - - 0 1").unwrap();
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(1);
        for _ in 0..20 {
            let mv = Anchor::Taker.choose(&board, &mut dice).unwrap();
            assert_eq!(board.piece_at(mv.to()).map(|piece| piece.kind), Some(Kind::Rook), "{mv}");
        }
        let random: std::collections::HashSet<Move> =
            (0..200).filter_map(|_| Anchor::Random.choose(&board, &mut dice)).collect();
        assert_eq!(random.len(), board.legal_moves().len());
    }

    #[test]
    fn positions_come_as_a_referee_sends_them() {
        assert_eq!(position("position startpos moves h2e2 h9g7").unwrap().plies_played(), 2);
        assert_eq!(position(&format!("position fen {STARTPOS}")).unwrap().fen(), STARTPOS);
        for line in ["position", "position startpos moves h2h9x", "position startpos moves a0a9", "position fen 9/9 w"]
        {
            assert!(position(line).is_none(), "{line}");
        }
    }
}
