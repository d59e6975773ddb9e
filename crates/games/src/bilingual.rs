//! What there is to say, in both languages of the people whose games these are, and the errors of the engine's readers
//! in them.

use guohe::board::FenError;
use guohe::notation::Unread;
use guohe::types::{Color, Kind, Square};
use serde::Serialize;
use std::fmt;

/// A text in both languages. As an error it reads as its English text; in JSON its fields are `zh` and `en`.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct Bilingual {
    #[serde(rename = "zh")]
    pub chinese: String,
    #[serde(rename = "en")]
    pub english: String,
}

impl fmt::Display for Bilingual {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.english)
    }
}

impl std::error::Error for Bilingual {}

impl Bilingual {
    pub fn new(chinese: impl Into<String>, english: impl Into<String>) -> Self {
        Self { chinese: chinese.into(), english: english.into() }
    }

    /// What follows from it, behind it.
    pub fn then(self, chinese: &str, english: &str) -> Self {
        Self { chinese: format!("{}；{chinese}", self.chinese), english: format!("{}; {english}", self.english) }
    }

    /// What it is said about, before it.
    pub fn about(self, chinese: &str, english: &str) -> Self {
        Self { chinese: format!("{chinese}：{}", self.chinese), english: format!("{english}: {}", self.english) }
    }
}

/// A kind of piece, as English-speaking players call it.
pub const fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::King => "king",
        Kind::Advisor => "advisor",
        Kind::Bishop => "elephant",
        Kind::Knight => "horse",
        Kind::Rook => "rook",
        Kind::Cannon => "cannon",
        Kind::Pawn => "pawn",
    }
}

/// A side in Chinese and in English.
pub const fn side(color: Color) -> (&'static str, &'static str) {
    match color {
        Color::Red => ("红方", "Red"),
        Color::Black => ("黑方", "Black"),
    }
}

/// In Chinese.
const fn king(color: Color) -> &'static str {
    match color {
        Color::Red => "帅",
        Color::Black => "将",
    }
}

/// The file of `square` as players of `color` count it: 二 or 8.
pub fn file(color: Color, square: Square) -> char {
    let index = square.file().index();
    match color {
        Color::Red => ['九', '八', '七', '六', '五', '四', '三', '二', '一'][index],
        Color::Black => ['1', '2', '3', '4', '5', '6', '7', '8', '9'][index],
    }
}

/// Why a FEN is no position to play from.
pub fn of_fen(error: &FenError) -> Bilingual {
    match error {
        FenError::Empty => Bilingual::new("FEN 是空的", error.to_string()),
        FenError::RankCount(count) => Bilingual::new(format!("FEN 有 {count} 行，应为 10 行"), error.to_string()),
        FenError::RankLength(rank) => Bilingual::new(format!("“{rank}”这一行不是 9 个点"), error.to_string()),
        FenError::BadPiece(letter) => {
            Bilingual::new(format!("“{}”不是棋子", letter.escape_default()), error.to_string())
        }
        FenError::KingOutside(color, square) => {
            let chinese = match color {
                Color::Red => "红帅不在九宫内",
                Color::Black => "黑将不在九宫内",
            };
            Bilingual::new(chinese, format!("the {} king on {square} is outside its palace", side(*color).1))
        }
        FenError::NoKing(color) => {
            let (chinese, english) = side(*color);
            Bilingual::new(format!("{chinese}没有{}", king(*color)), format!("{english} has no king"))
        }
        FenError::TooMany(piece) => {
            let ((chinese, english), most) = (side(piece.color), piece.kind.max_count());
            let plural = if most == 1 { "" } else { "s" };
            Bilingual::new(
                format!("{chinese}的{}超过了 {most} 个", piece.chinese()),
                format!("{english} has more than {most} {}{plural}", kind(piece.kind)),
            )
        }
        FenError::BadSide(side) => Bilingual::new(format!("走棋方“{side}”应为 w、r 或 b"), error.to_string()),
        FenError::KingCapturable(piece, from, king) if piece.kind == Kind::King => Bilingual::new(
            format!("帅和将在{}路上照面", file(Color::Red, *from)),
            format!("the kings on {from} and {king} face each other"),
        ),
        FenError::KingCapturable(piece, from, square) => Bilingual::new(
            format!(
                "轮到{}走，{}路{}可以直接吃{}",
                side(piece.color).0,
                file(piece.color, *from),
                piece.chinese(),
                king(!piece.color)
            ),
            format!(
                "{} is to move, and its {} on {from} could take the king on {square}",
                side(piece.color).1,
                kind(piece.kind)
            ),
        ),
    }
}

/// Why a text is no move.
pub fn of_unread(error: &Unread) -> Bilingual {
    let chinese = match error {
        Unread::Unreadable(text) => format!("看不懂着法“{}”", text.escape_debug()),
        Unread::NoSuchMove(near) if near.moves.is_empty() => {
            format!("“{}”在此局面下不合法", near.text.escape_debug())
        }
        Unread::NoSuchMove(near) => {
            format!("“{}”在此局面下不合法，相近的着法有 {}", near.text.escape_debug(), near.written.join("、"))
        }
        Unread::Ambiguous(near) => {
            format!("“{}”有歧义，可以是 {}", near.text.escape_debug(), near.written.join("、"))
        }
    };
    Bilingual::new(chinese, error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use guohe::board::Board;
    use guohe::notation;

    #[test]
    fn every_refusal_of_a_fen_has_both_languages() {
        for text in [
            "",
            "9/9",
            "4k5/9/9/9/9/9/9/9/9/4K4",
            "4x4/9/9/9/9/9/9/9/9/4K4",
            "4k4/9/9/9/9/9/9/9/4K4/R8",
            "9/9/9/9/9/9/9/9/9/4K4",
            "4k4/9/9/9/9/9/9/9/9/4K4 w",
            "4k4/9/9/9/9/9/9/9/9/3K5 x",
            "RRRk5/9/9/9/9/9/9/9/9/4K4 b",
            "4k4/9/9/9/9/9/K8/9/9/9 w",
            "3k5/9/9/9/9/9/3R5/9/9/4K4 w",
        ] {
            let said = of_fen(&Board::from_fen(text).unwrap_err());
            assert!(!said.chinese.is_ascii() && said.english.is_ascii(), "{text}: {said:?}");
        }
    }

    #[test]
    fn chinese_names_files_as_players_do() {
        for (text, chinese) in [
            ("3k5/9/9/9/9/9/9/9/9/3K5 w", "帅和将在六路上照面"),
            ("3k5/9/9/9/9/9/3R5/9/9/4K4 w", "轮到红方走，六路车可以直接吃将"),
            ("4k4/9/9/9/9/3r5/9/9/9/3K5 b", "轮到黑方走，4路车可以直接吃帅"),
            ("RRRk5/9/9/9/9/9/9/9/9/4K4 b", "红方的车超过了 2 个"),
            ("4k4/9/9/9/9/9/K8/9/9/9 w", "红帅不在九宫内"),
        ] {
            assert_eq!(of_fen(&Board::from_fen(text).unwrap_err()).chinese, chinese);
        }
    }

    #[test]
    fn every_refusal_of_a_move_has_both_languages() {
        let board = Board::startpos();
        for (text, chinese) in [
            ("hello", "看不懂着法“hello”"),
            ("炮二平二", "“炮二平二”在此局面下不合法"),
            ("Ee2", "“Ee2”有歧义，可以是 "),
        ] {
            let said = of_unread(&notation::read(&board, text).unwrap_err());
            assert!(said.chinese.starts_with(chinese) && said.english.contains(text), "{said:?}");
        }
    }
}
