//! What the board says to people, in both languages: why a move or a position is refused, and how a game ended.

use guohe::board::{Board, FenError};
use guohe::types::{Color, Kind, Move, Piece};
use guohe_games::bilingual::{self, Bilingual};
use guohe_puzzles::grid::Grid;

/// What is wrong with a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// It makes no sense.
    Bad,
    /// It can be read, and is against the rules of the game.
    Unlawful,
    /// There is no such request.
    Unknown,
    /// It is longer than a request of its kind may be.
    TooLarge,
}

/// A request that is not carried out, with the reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    pub fault: Fault,
    pub reason: Bilingual,
}

impl Refusal {
    /// What was asked makes no sense.
    pub fn bad(zh: impl Into<String>, en: impl Into<String>) -> Self {
        Self { fault: Fault::Bad, reason: Bilingual::new(zh, en) }
    }

    /// What was asked can be read, and is against the rules.
    pub fn unlawful(reason: Bilingual) -> Self {
        Self { fault: Fault::Unlawful, reason }
    }
}

/// Why a FEN is no position to play from.
pub fn fen(error: &FenError) -> Bilingual {
    let why = bilingual::of_fen(error);
    Bilingual::new(format!("{}。", why.chinese), format!("{}.", capital(&why.english)))
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().collect::<String>() + letters.as_str())
}

/// Why `mv` cannot be played on `board`.
pub fn illegal(board: &Board, mv: Move) -> Bilingual {
    let mover = board.side();
    let Some(piece) = board.piece_at(mv.from()) else {
        return Bilingual::new(format!("{} 上没有棋子。", mv.from()), format!("There is no piece on {}.", mv.from()));
    };
    if piece.color != mover {
        let (zh, en) = bilingual::side(mover);
        return Bilingual::new(format!("现在轮到{zh}走。"), format!("It is {en}'s turn."));
    }
    if board.piece_at(mv.to()).is_some_and(|target| target.color == mover) {
        return Bilingual::new("不能吃自己的棋子。", "You cannot take your own piece.");
    }
    if !board.is_pseudo_legal(mv) {
        return cannot_go(piece, mv);
    }
    if kings_would_face(board, mv) {
        return Bilingual::new("这样走后将帅照面。", "After that the two kings would face each other.");
    }
    if board.in_check() {
        return Bilingual::new("正被将军，这样走没有应将。", "You are in check, and that does not parry it.");
    }
    Bilingual::new("不能送将：这样走之后，自己的帅（将）会被吃。", "That would leave your king to be taken.")
}

fn cannot_go(piece: Piece, mv: Move) -> Bilingual {
    let (from, to) = (mv.from(), mv.to());
    let files = from.file().index().abs_diff(to.file().index());
    let ranks = from.rank().index().abs_diff(to.rank().index());
    let is_straight = (files == 0) != (ranks == 0);
    match piece.kind {
        Kind::Knight if files + ranks == 3 && files != 0 && ranks != 0 => {
            Bilingual::new("蹩马腿。", "The horse's leg is blocked.")
        }
        Kind::Bishop if files == 2 && ranks == 2 => {
            if to.is_in_region_of(piece) {
                Bilingual::new("塞象眼。", "The elephant's eye is blocked.")
            } else {
                Bilingual::new("相（象）不能过河。", "An elephant cannot cross the river.")
            }
        }
        Kind::Rook if is_straight => Bilingual::new("中间有子挡住了车。", "Something stands in the rook's way."),
        Kind::Cannon if is_straight => Bilingual::new(
            "炮走棋时中间不能有子，吃子时中间要正好隔一个子。",
            "A cannon moves over empty points, and takes over exactly one piece.",
        ),
        Kind::King | Kind::Advisor if files <= 1 && ranks <= 1 => Bilingual::new(
            "帅（将）和仕（士）不能出九宫，帅走直线，仕走斜线。",
            "Kings and advisors stay in the palace; kings move along lines, advisors along diagonals.",
        ),
        Kind::Pawn if files + ranks == 1 => Bilingual::new(
            "兵（卒）不能后退，过河前不能横走。",
            "A pawn never moves back, and sideways only after it has crossed the river.",
        ),
        other => Bilingual::new(
            format!("{}不是这样走的。", piece.chinese()),
            format!("The {} does not move like that.", bilingual::kind(other)),
        ),
    }
}

fn kings_would_face(board: &Board, mv: Move) -> bool {
    let place = |color: Color| {
        let king = board.king(color);
        if king == mv.from() { mv.to() } else { king }
    };
    Grid::of(board.position()).after(mv).screens(place(Color::Red), place(Color::Black)) == Some(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(fen: &str, mv: &str, word: &str) {
        let board = Board::from_fen(fen).unwrap();
        let mv: Move = mv.parse().unwrap();
        assert!(!board.is_legal_move(mv), "{mv} is legal");
        let said = illegal(&board, mv);
        assert!(said.english.contains(word), "{fen} {mv}: {said:?}");
    }

    #[test]
    fn an_illegal_move_is_refused_with_its_reason() {
        let start = guohe::board::STARTPOS;
        check(start, "e4e5", "no piece");
        check(start, "e6e5", "Red's turn");
        check(start, "a0a3", "own piece");
        check(start, "b0d1", "leg is blocked");
        check(start, "a0a5", "in the rook's way");
        check(start, "b2b8", "exactly one");
        check(start, "e0e2", "king does not move");
        check(start, "a3a2", "never moves back");
        check("3k5/9/9/9/9/2B6/9/9/9/4K4 w", "c4e6", "cross the river");
        check("5k3/9/9/9/9/9/9/9/3R5/2B1K4 w", "c0e2", "eye is blocked");
        check("4k4/9/9/9/9/9/9/4C4/9/4K4 w", "e2d2", "face each other");
        check("3k5/9/9/9/9/9/9/4r4/9/4K4 w", "e0e1", "does not parry");
        check("3k5/4r4/9/9/9/9/9/4R4/9/4K4 w", "e2d2", "to be taken");
        check("3k5/9/9/9/9/9/9/9/9/4KA3 w", "f0g1", "stay in the palace");
    }
}
