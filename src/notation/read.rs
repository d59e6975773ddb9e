//! Reads a move: matches the possible readings of a text against the legal moves.

use super::normal::{Normal, normal};
use super::reading::Reading;
use super::style::Style;
use super::write::write;
use super::{chinese, letters, wxf};
use crate::board::Board;
use crate::types::Move;
use std::fmt;

/// Why a text is not a move. It holds only the first characters of the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unread {
    /// The text is not in any notation.
    Unreadable(String),
    /// The text describes a move that is not legal; the candidates are similar legal moves.
    NoSuchMove(Candidates),
    /// The text describes several legal moves, which are the candidates.
    Ambiguous(Candidates),
}

/// A text, and moves that could be meant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Candidates {
    /// The first characters of the text.
    pub text: String,
    /// Legal moves; may be empty.
    pub moves: Vec<Move>,
    /// The same moves in the notation of the text.
    pub written: Vec<String>,
}

/// Maximum number of characters of a text in a message.
const SHOWN: usize = 24;

fn shown(text: &str) -> String {
    let mut shown: String = text.chars().take(SHOWN).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown
}

/// The legal move of `board` that `text` describes, in any notation.
///
/// Accepts Chinese text in any script, WXF, ICCS, plain coordinates and XBoard's letters, with the blanks, dashes and
/// marks that people and programs add. A text is matched against the legal moves, so a file without 前 or 后 (炮五退二 with
/// two cannons on the file) is accepted if only one of them has that move.
///
/// # Errors
/// [`Unread`] when the text is not in any notation, or not exactly one legal move fits it.
pub fn read(board: &Board, text: &str) -> Result<Move, Unread> {
    let unreadable = || Unread::Unreadable(shown(text));
    let normal = normal(text).ok_or_else(unreadable)?;
    let readings = readings(&normal);
    if readings.iter().all(Option::is_none) {
        return Err(unreadable());
    }
    let legal = board.legal_moves();
    let fitting = |fits: &dyn Fn(&Reading, Move) -> bool| -> Vec<Move> {
        legal.iter().copied().filter(|&mv| readings.iter().flatten().any(|reading| fits(reading, mv))).collect()
    };
    let exact = |reading: &Reading, mv| reading.fits_course(board, mv) && reading.fits_piece(board, mv);
    let mut found = fitting(&exact);
    if found.is_empty() {
        found = fitting(&|reading, mv| reading.loosened().is_some_and(|loose| exact(&loose, mv)));
    }
    let candidates = |mut moves: Vec<Move>| {
        moves.sort_unstable_by_key(|mv| (mv.from(), mv.to()));
        let style = style_of(text, &normal);
        let written = moves.iter().map(|&mv| write(board, mv, style)).collect();
        Candidates { text: shown(text), moves, written }
    };
    match found[..] {
        [mv] => Ok(mv),
        [] => {
            // Moves of the same piece to another square come first, then other pieces to the same square.
            let mut near = fitting(&|reading, mv| reading.fits_piece(board, mv));
            if near.is_empty() {
                near = fitting(&|reading, mv| reading.fits_course(board, mv));
            }
            Err(Unread::NoSuchMove(candidates(near)))
        }
        _ => Err(Unread::Ambiguous(candidates(found))),
    }
}

/// The possible readings of `text`.
fn readings(text: &Normal) -> [Option<Reading>; 4] {
    let [squares, lettered] = letters::parse(text);
    [chinese::parse(text), wxf::parse(text), squares, lettered]
}

/// The style in which a reply to `text` is written.
fn style_of(text: &str, normal: &Normal) -> Style {
    if chinese::is_chinese(normal) {
        let traditional = text.contains(['帥', '將', '馬', '傌', '車', '俥', '硨', '砲', '進', '後']);
        let full_width = text.contains(|c| ('１'..='９').contains(&c));
        return match (traditional, full_width) {
            (false, false) => Style::Chinese,
            (true, false) => Style::Traditional,
            (false, true) => Style::FullWidth,
            (true, true) => Style::TraditionalFullWidth,
        };
    }
    match (wxf::parse(normal), letters::parse(normal)) {
        (Some(_), _) => Style::Wxf,
        (None, [Some(_), _]) if normal.contains(&'-') => Style::Iccs,
        _ => Style::Plain,
    }
}

/// Maximum number of candidates in a message.
const NAMED: usize = 8;

impl fmt::Display for Candidates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (named, rest) = self.written.split_at(self.written.len().min(NAMED));
        match named {
            [] => Ok(()),
            [one] => f.write_str(one),
            [head @ .., _] if !rest.is_empty() => write!(f, "{}, … ({} more)", head.join(", "), rest.len() + 1),
            [head @ .., last] => write!(f, "{} or {last}", head.join(", ")),
        }
    }
}

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(text) => write!(f, "'{}' is not a move in any notation", text.escape_debug()),
            Self::NoSuchMove(near) if near.moves.is_empty() => {
                write!(f, "'{}' is not a legal move here", near.text.escape_debug())
            }
            Self::NoSuchMove(near) => {
                write!(f, "'{}' is not a legal move here; there is {near}", near.text.escape_debug())
            }
            Self::Ambiguous(moves) => write!(f, "'{}' could be {moves}", moves.text.escape_debug()),
        }
    }
}

impl std::error::Error for Unread {}
