//! Reading squares by name: `h2e2`, `H2-E2`, and XBoard's `Che2`, `H1c2`, `exe5`, whose ranks count from 0.

use super::reading::Reading;
use super::wxf;
use crate::types::{File, Kind, Move, Rank, Square};

fn file(letter: char) -> Option<File> {
    letter.is_ascii_lowercase().then(|| File::new(letter as u8 - b'a')).flatten()
}

fn rank(digit: char) -> Option<Rank> {
    digit.is_ascii_digit().then(|| Rank::new(digit as u8 - b'0')).flatten()
}

/// Two squares, each in either case.
fn squares(text: &[char]) -> Option<Reading> {
    let square = |letter: char, digit| Some(Square::at(file(letter.to_ascii_lowercase())?, rank(digit)?));
    let (from, to) = match *text {
        [a, b, c, d] | [a, b, '-' | 'x', c, d] => (square(a, b)?, square(c, d)?),
        _ => return None,
    };
    (from != to).then_some(Reading::Squares(Move::new(from, to)))
}

/// XBoard's notation: the piece's letter in upper case (none for a pawn), its file or rank or both if necessary, and
/// the target square.
fn lettered(text: &[char]) -> Option<Reading> {
    let (kind, rest) = match text {
        [letter, rest @ ..] if letter.is_ascii_uppercase() => (wxf::kind(*letter)?, rest),
        _ => (Kind::Pawn, text),
    };
    let [from @ .., to_file, to_rank] = rest else { return None };
    let to = Square::at(file(*to_file)?, rank(*to_rank)?);
    // The target tells whether it is a capture.
    let from = match from {
        [from @ .., 'x' | '-'] => from,
        _ => from,
    };
    let (file, rank) = match *from {
        [] => (None, None),
        [one] if one.is_ascii_digit() => (None, Some(rank(one)?)),
        [one] => (Some(file(one)?), None),
        [first, second] => (Some(file(first)?), Some(rank(second)?)),
        _ => return None,
    };
    Some(Reading::Lettered { kind, file, rank, to })
}

/// The possible readings of `text`: `H1c2` may be two squares, or in XBoard's notation a knight on rank 1.
pub(super) fn parse(text: &[char]) -> [Option<Reading>; 2] {
    let squares = squares(text);
    // Two squares that begin with a small letter are not read as a pawn move.
    let is_plain = squares.is_some() && text.first().is_some_and(char::is_ascii_lowercase);
    [squares, if is_plain { None } else { lettered(text) }]
}
