//! Reading Chinese text: simplified, traditional and mixed, with either side's characters and digits for either side.

use super::place::Course;
use super::reading::{Origin, Place, Reading};
use crate::types::Kind;

/// The meaning of one character.
#[derive(Clone, Copy)]
enum Sign {
    Piece(Kind),
    Place(Place),
    Course(Course),
    Number(u8),
}

fn sign(c: char) -> Option<Sign> {
    Some(match c {
        '帅' | '帥' | '将' | '將' => Sign::Piece(Kind::King),
        '仕' | '士' => Sign::Piece(Kind::Advisor),
        '相' | '象' => Sign::Piece(Kind::Bishop),
        '马' | '馬' | '傌' | '㐷' => Sign::Piece(Kind::Knight),
        '车' | '車' | '俥' | '硨' | '砗' => Sign::Piece(Kind::Rook),
        '炮' | '砲' | '包' => Sign::Piece(Kind::Cannon),
        '兵' | '卒' => Sign::Piece(Kind::Pawn),
        '前' => Sign::Place(Place::First),
        '中' => Sign::Place(Place::Middle),
        '后' | '後' => Sign::Place(Place::Last),
        '进' | '進' | '上' | '+' => Sign::Course(Course::Forward),
        '退' | '下' | '-' => Sign::Course(Course::Back),
        '平' | '=' | '.' => Sign::Course(Course::Sideways),
        '一' | '壹' => Sign::Number(1),
        '二' | '贰' | '貳' => Sign::Number(2),
        '三' | '叁' | '參' | '叄' => Sign::Number(3),
        '四' | '肆' => Sign::Number(4),
        '五' | '伍' => Sign::Number(5),
        '六' | '陆' | '陸' => Sign::Number(6),
        '七' | '柒' => Sign::Number(7),
        '八' | '捌' => Sign::Number(8),
        '九' | '玖' => Sign::Number(9),
        '1'..='9' => Sign::Number(c as u8 - b'0'),
        _ => return None,
    })
}

/// Whether `text` has a Chinese character that a move can hold.
pub(super) fn is_chinese(text: &[char]) -> bool {
    text.iter().any(|&c| !c.is_ascii() && sign(c).is_some())
}

/// The reading of `text`, if it is Chinese.
pub(super) fn parse(text: &[char]) -> Option<Reading> {
    if !is_chinese(text) || text.len() > 5 {
        return None;
    }
    let mut signs = [Sign::Number(0); 5];
    for (sign_at, &c) in signs.iter_mut().zip(text) {
        *sign_at = sign(c)?;
    }
    let [head @ .., Sign::Course(course), Sign::Number(number)] = &signs[..text.len()] else { return None };
    let (kind, origin) = match *head {
        [Sign::Piece(kind), Sign::Number(file)] => (kind, Origin::File(file)),
        [Sign::Number(ordinal), Sign::Piece(kind)] => (kind, Origin::Ordinal(ordinal)),
        [Sign::Place(place), Sign::Piece(kind)] | [Sign::Piece(kind), Sign::Place(place)] => {
            (kind, Origin::Place(place, None))
        }
        [Sign::Place(place), Sign::Piece(kind), Sign::Number(file)] => (kind, Origin::Place(place, Some(file))),
        // Only pawns can stand two or more on each of two files. The text then names the file instead of the piece:
        // 前二平三.
        [Sign::Place(place), Sign::Number(file)] => (Kind::Pawn, Origin::Place(place, Some(file))),
        _ => return None,
    };
    Some(Reading::Numbered { kind, origin, course: *course, number: *number })
}
