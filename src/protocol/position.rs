//! From the words of a `position` to a board, and what to say about a move that cannot be played.

use super::command::Setup;
use super::parse::Words;
use super::scribe;
use crate::board::Board;
use crate::board::FenError;
use crate::notation;
use crate::types::Move;
use crate::types::Rank;
use crate::types::Square;

/// The position that `setup` describes: after its moves, or those before the first that cannot be played. The text says
/// which that is, and why.
///
/// # Errors
/// When the FEN is no legal position.
pub fn set_up(setup: &Setup, read: ReadWord) -> Result<(Board, Option<String>), FenError> {
    let mut board = setup.fen.as_deref().map_or_else(|| Ok(Board::startpos()), Board::from_fen)?;
    let mut number = 0;
    for word in Words(&setup.moves) {
        let word = String::from_utf8_lossy(word);
        number += 1;
        match read(&board, &word) {
            Ok(Some(mv)) => {
                board.make(mv);
            }
            Ok(None) => number -= 1,
            Err(why) => return Ok((board, Some(format!("move {number}, {word}, cannot be played: {why}")))),
        }
    }
    Ok((board, None))
}

/// Reads the legal move that a word means in a position; no move where the word only counts moves. Where there is none,
/// says why.
pub type ReadWord = fn(&Board, &str) -> Result<Option<Move>, String>;

/// Reads what a front end sends: coordinates.
pub fn read_sent(board: &Board, word: &str) -> Result<Option<Move>, String> {
    match word.parse::<Move>() {
        Ok(mv) if board.is_legal_move(mv) => Ok(Some(mv)),
        Ok(mv) => Err(why_illegal(board, mv)),
        Err(_) if has_ranks_from_one(word) => Err(RANKS_FROM_ONE.to_owned()),
        Err(_) => Err("it is not a move such as h2e2".to_owned()),
    }
}

/// Reads what a person types: any notation, with numbers of moves in between.
pub fn read_typed(board: &Board, word: &str) -> Result<Option<Move>, String> {
    let Some(bare) = scribe::without_number(word) else { return Ok(None) };
    match notation::read(board, bare) {
        Ok(mv) => Ok(Some(mv)),
        Err(_) if bare.parse::<Move>().is_ok() || has_ranks_from_one(bare) => read_sent(board, bare),
        Err(unread) => Err(unread.to_string()),
    }
}

const RANKS_FROM_ONE: &str = "its ranks look like 1 to 10, but here they are 0 to 9";

/// Whether a word would be a move if ranks went from 1 to 10, and cannot be one otherwise: `h10g8`.
fn has_ranks_from_one(word: &str) -> bool {
    if !word.contains("10") {
        return false;
    }
    let is_square = |text: &str| {
        let rank = text.strip_prefix(|file: char| matches!(file.to_ascii_lowercase(), 'a'..='i'));
        rank.is_some_and(|rank| rank == "10" || matches!(rank.as_bytes(), [b'1'..=b'9']))
    };
    (2..=3).any(|cut| word.split_at_checked(cut).is_some_and(|(from, to)| is_square(from) && is_square(to)))
}

/// Why a move is not legal.
fn why_illegal(board: &Board, mv: Move) -> String {
    let side = board.side();
    let why = match (board.piece_at(mv.from()), board.piece_at(mv.to())) {
        (None, _) => format!("there is no piece on {}", mv.from()),
        (Some(piece), _) if piece.color != side => {
            format!("the piece on {} is {:?}'s, and {side:?} is to move", mv.from(), piece.color)
        }
        (Some(_), _) if board.is_pseudo_legal(mv) => {
            format!("after it the {side:?} king could be taken")
        }
        (Some(_), Some(other)) if other.color == side => format!("a piece of its own stands on {}", mv.to()),
        (Some(piece), _) => format!("a {} does not go from {} to {} here", name(piece.kind), mv.from(), mv.to()),
    };
    let is_meant_from_one = rank_below(mv).is_some_and(|lower| board.is_legal_move(lower));
    if is_meant_from_one { format!("{why}; {RANKS_FROM_ONE}") } else { why }
}

fn name(kind: crate::types::Kind) -> String {
    format!("{kind:?}").to_lowercase()
}

/// The same move a rank lower.
fn rank_below(mv: Move) -> Option<Move> {
    let lower = |square: Square| {
        let rank = u8::try_from(square.rank().index()).ok()?.checked_sub(1)?;
        Some(Square::at(square.file(), Rank::new(rank)?))
    };
    Some(Move::new(lower(mv.from())?, lower(mv.to())?))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Red's cannon keeps the kings from facing each other.
    const FLYING: &str = "3k5/9/9/9/9/9/9/3C5/9/3K5 w - - 0 1";

    fn check(fen: Option<&str>, moves: &str, played: usize, says: Option<&str>) {
        let setup = Setup { fen: fen.map(str::to_owned), moves: moves.into(), stray: None };
        let (board, refused) = set_up(&setup, read_sent).unwrap();
        assert_eq!(board.plies_played(), played, "{moves}");
        assert_eq!(refused.as_deref(), says, "{moves}");
        if !moves.contains(['z', '炮']) && !moves.contains("h2h2") {
            // Whoever types coordinates hears the same.
            let (_, refused) = set_up(&setup, read_typed).unwrap();
            assert_eq!(refused.as_deref(), says, "{moves}");
        }
    }

    #[test]
    fn moves_are_played_up_to_the_first_that_cannot_be() {
        check(None, "", 0, None);
        check(None, "h2e2 H9-G7  h0g2", 3, None);
        check(None, "h2e2 h2e2 h9g7", 1, Some("move 2, h2e2, cannot be played: there is no piece on h2"));
        check(
            None,
            "h2e2 b2c2",
            1,
            Some("move 2, b2c2, cannot be played: the piece on b2 is Red's, and Black is to move"),
        );
        check(None, "a0a3", 0, Some("move 1, a0a3, cannot be played: a piece of its own stands on a3"));
        check(None, "h0h1", 0, Some("move 1, h0h1, cannot be played: a knight does not go from h0 to h1 here"));
        check(None, "zzzz", 0, Some("move 1, zzzz, cannot be played: it is not a move such as h2e2"));
        check(None, "h2e2 h2h2", 1, Some("move 2, h2h2, cannot be played: it is not a move such as h2e2"));
        check(Some(FLYING), "d2e2", 0, Some("move 1, d2e2, cannot be played: after it the Red king could be taken"));
    }

    #[test]
    fn ranks_from_one_are_recognised() {
        for moves in ["h10g8", "H10G8", "a9a10", "i10i9"] {
            let says = format!("move 1, {moves}, cannot be played: {RANKS_FROM_ONE}");
            check(None, moves, 0, Some(&says));
        }
        let says = format!("move 1, h3e3, cannot be played: there is no piece on h3; {RANKS_FROM_ONE}");
        check(None, "h3e3 h10g8", 0, Some(&says));
        check(None, "炮二平五", 0, Some("move 1, 炮二平五, cannot be played: it is not a move such as h2e2"));
        for word in ["h11g8", "h0g10", "h2h2", "j10g8", "h10", "h10g8x", "h010g8"] {
            assert!(!has_ranks_from_one(word), "{word}");
        }
    }
}
