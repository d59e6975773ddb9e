//! Reading the notation of the World Xiangqi Federation and its variants: `C2.5`, `R+.3`, `+C-2`, `33.2`,
//! `14=5`, `Pa.5`, `++.9`, `C25`, `fC-2`.

use super::place::Course;
use super::reading::{Origin, Place, Reading};
use crate::types::Kind;

/// The kind that a letter stands for, in either case: FEN's letters, and `G` and `M` of older books.
pub(super) fn kind(letter: char) -> Option<Kind> {
    match letter.to_ascii_uppercase() {
        'G' => Some(Kind::Advisor),
        'M' => Some(Kind::Bishop),
        letter => Kind::from_letter(letter),
    }
}

/// A file, a number of steps or a place: 1 to 9.
fn digit(c: char) -> Option<u8> {
    matches!(c, '1'..='9').then(|| c as u8 - b'0')
}

fn course(c: char) -> Option<Course> {
    match c {
        '+' => Some(Course::Forward),
        '-' => Some(Course::Back),
        '.' | '=' => Some(Course::Sideways),
        _ => None,
    }
}

fn place(c: char) -> Option<Place> {
    match c {
        '+' => Some(Place::Plus),
        '-' => Some(Place::Minus),
        '.' => Some(Place::Middle),
        _ => None,
    }
}

/// The piece that the two characters before the direction describe.
fn piece(first: char, second: char) -> Option<(Kind, Origin)> {
    let lower = second.to_ascii_lowercase();
    Some(match (first.to_ascii_lowercase(), lower) {
        ('+', '+') => (Kind::Pawn, Origin::Place(Place::PlusPlus, None)),
        ('-', '-') => (Kind::Pawn, Origin::Place(Place::MinusMinus, None)),
        ('p', 'a'..='e') => (Kind::Pawn, Origin::Ordinal(lower as u8 - b'a' + 1)),
        ('f', _) => (kind(second)?, Origin::Place(Place::First, None)),
        ('r', _) if kind(second).is_some() => (kind(second)?, Origin::Place(Place::Last, None)),
        _ => match (kind(first), kind(second), digit(first), digit(second)) {
            (Some(kind), _, _, Some(file)) => (kind, Origin::MiddleOf(file)),
            (Some(kind), None, ..) => (kind, Origin::Place(place(second)?, None)),
            (None, Some(kind), None, _) => (kind, Origin::Place(place(first)?, None)),
            (None, None, Some(index), Some(file)) => (Kind::Pawn, Origin::Digits(index, file)),
            (None, None, Some(file), None) => (Kind::Pawn, Origin::Place(place(second)?, Some(file))),
            _ => return None,
        },
    })
}

/// The reading of `text`, if it is WXF.
pub(super) fn parse(text: &[char]) -> Option<Reading> {
    let (kind, origin, course, number) = match *text {
        [first, second, sign, number] => {
            let (kind, origin) = piece(first, second)?;
            (kind, origin, course(sign)?, digit(number)?)
        }
        // A sideways move may be written without a sign.
        [letter, file, number] => (kind(letter)?, Origin::MiddleOf(digit(file)?), Course::Sideways, digit(number)?),
        _ => return None,
    };
    Some(Reading::Numbered { kind, origin, course, number })
}
