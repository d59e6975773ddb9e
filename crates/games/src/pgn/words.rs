//! What a word between the moves of a PGN file is, apart from the moves themselves.

use crate::tree::GameResult;
use guohe::notation::Style;
use guohe::types::Color;

/// Words longer than this, in characters, are several moves without blanks between them or no move at all.
pub const LONGEST_MOVE: usize = 16;

/// A word that is no move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NonMove {
    /// A move's number, a side's name, dots or dashes: the moves say the same.
    Label,
    /// The end of the game.
    Result(GameResult),
    /// A line of `=`, after which only advertisements come.
    Rule,
    /// A mark such as `$4` or `!?`.
    Glyph(u8),
    /// A number behind `$` that no mark has: they end at 255.
    NoGlyph,
}

fn is_dot(c: char) -> bool {
    matches!(c, '.' | '．' | ':' | '：')
}

/// A dot or a dash, which may stand for a move or before one.
fn is_filler(c: char) -> bool {
    is_dot(c) || matches!(c, '-' | '—' | '–' | '－')
}

/// 一 to 百, as numbers of moves are written, not as steps of a move.
fn is_chinese_number(c: char) -> bool {
    "一二三四五六七八九十百零".contains(c)
}

/// What `word` is if it is no move.
pub fn non_move(word: &str) -> Option<NonMove> {
    if let Some(result) = GameResult::read(word) {
        return Some(NonMove::Result(result));
    }
    if let Some(number) = word.strip_prefix('$') {
        let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        return is_number.then(|| number.parse().map_or(NonMove::NoGlyph, NonMove::Glyph));
    }
    if let Some(glyph) = glyph_of(word) {
        return Some(NonMove::Glyph(glyph));
    }
    if word.len() >= 4 && word.chars().all(|c| c == '=') {
        return Some(NonMove::Rule);
    }
    // `...` and `--` stand for the move of the other side; a list may be numbered with 一, 二, 三.
    // A side's name without a colon may be a remark.
    let is_side = side(word).is_some_and(str::is_empty);
    let is_label = !is_side && without_labels(word).chars().all(|c| c == '*');
    (is_label || word.chars().all(is_chinese_number)).then_some(NonMove::Label)
}

/// `word` after a name of a side, `红` or `黑方`.
fn side(word: &str) -> Option<&str> {
    let rest = word.strip_prefix(['红', '紅', '黑'])?;
    Some(rest.strip_prefix(['方', '棋']).unwrap_or(rest))
}

/// `word` after one label: a number in any digits or circles, 第三回合, the name of a side, dots or dashes; with dots or
/// colons after it.
fn after_label(word: &str) -> Option<&str> {
    let number = |text: &'_ str| text.trim_start_matches(char::is_numeric).len() < text.len();
    let rest = if let Some(ordinal) = word.strip_prefix('第') {
        let rest = ordinal.trim_start_matches(|c: char| c.is_numeric() || is_chinese_number(c));
        let rest = ["回合", "步", "着", "著", "手"].iter().find_map(|unit| rest.strip_prefix(unit)).unwrap_or(rest);
        (rest.len() < ordinal.len()).then_some(rest)?
    } else if number(word) {
        let rest = word.trim_start_matches(char::is_numeric);
        rest.strip_prefix("回合").unwrap_or(rest)
    } else {
        side(word).or_else(|| word.starts_with(is_filler).then(|| word.trim_start_matches(is_filler)))?
    };
    Some(rest.trim_start_matches(is_dot))
}

/// `word` without the labels before its move: `1.炮二平五`, `①炮二平五`, `第1回合红：炮二平五`. Empty if there are only labels.
/// What looks like a label may belong to the move, as in `33.4` and `1卒平5`: callers try the whole word first.
pub fn without_labels(word: &str) -> &str {
    let mut rest = word;
    let mut was_number = false;
    while let Some(after) = after_label(rest).filter(|after| after.len() < rest.len()) {
        let is_number = rest.starts_with(char::is_numeric);
        // `33.4` and `2024-1-1` are one number and something else.
        if is_number && was_number {
            break;
        }
        was_number |= is_number;
        rest = after;
    }
    rest
}

/// The number of a move that `word` begins with, in plain digits and followed by a dot.
pub fn number(word: &str) -> Option<usize> {
    let (digits, _) = word.split_at(word.find(|c: char| !c.is_ascii_digit())?);
    word[digits.len()..].starts_with(is_dot).then(|| digits.parse().ok())?
}

/// Whether `word` begins with the number of a move of Black: `1...`, `1…`.
pub fn is_number_of_black(word: &str) -> bool {
    let dots = word.trim_start_matches(|c: char| c.is_ascii_digit());
    dots.len() < word.len() && (dots.starts_with("..") || dots.starts_with('…'))
}

/// Whether `text` has nothing but moves in Chinese characters, their labels and marks.
pub fn is_chinese_moves(text: &str) -> bool {
    let is_of_moves =
        |c: char| OF_MOVES.contains(c) || c.is_numeric() || is_chinese_number(c) || "+-=!?！？".contains(c);
    text.contains(DIRECTIONS) && without_labels(text).chars().all(is_of_moves)
}

/// `word` without the marks and signs behind it, as in `马8进7?!` and `h2e2±`.
pub fn without_marks(word: &str) -> &str {
    let bare = word.trim_end_matches(|c: char| !c.is_alphanumeric());
    if bare.is_empty() { word } else { bare }
}

/// `text`, which stands behind a move, without the sign of a check or a mate: `+` or `#`, but not the `+` of `+-`.
pub fn without_check(text: &str) -> &str {
    let rest = text.trim_start_matches(['+', '＋', '#', '＃']);
    if rest.starts_with(['-', '−', '–', '—', '=', '/']) { text } else { rest }
}

fn glyph_of(marks: &str) -> Option<u8> {
    if !marks.chars().all(|c| "!?！？".contains(c)) {
        return None;
    }
    let plain = marks.replace('！', "!").replace('？', "?");
    Some(match plain.get(..3).unwrap_or(&plain) {
        "!" => 1,
        "?" => 2,
        "!!" | "!!!" => 3,
        "??" | "???" => 4,
        "!?" => 5,
        "?!" => 6,
        _ => return None,
    })
}

/// The side whose digits a move in Chinese characters has; `None` without digits or with both kinds.
pub fn side_of_digits(text: &str) -> Option<Color> {
    match (text.contains(is_chinese_number), text.contains(char::is_numeric)) {
        (true, false) => Some(Color::Red),
        (false, true) if !text.is_ascii() => Some(Color::Black),
        _ => None,
    }
}

/// The style of a move that could be read.
pub fn style_of(text: &str) -> Style {
    if !text.is_ascii() {
        let is_traditional = text.contains(['車', '馬', '砲', '俥', '傌', '帥', '將', '後', '進']);
        return if is_traditional { Style::Traditional } else { Style::Chinese };
    }
    let squares: Vec<u8> = text.bytes().filter(|&byte| byte != b'-').collect();
    let is_square =
        |square: &[u8]| matches!(square, [file, rank] if file.is_ascii_alphabetic() && rank.is_ascii_digit());
    if squares.len() == 4 && squares.chunks(2).all(is_square) { Style::Iccs } else { Style::Wxf }
}

/// What PGN writes for a mark.
pub fn glyph_text(glyph: u8) -> String {
    match glyph {
        1 => "!".into(),
        2 => "?".into(),
        3 => "!!".into(),
        4 => "??".into(),
        5 => "!?".into(),
        6 => "?!".into(),
        other => format!("${other}"),
    }
}

const DIRECTIONS: [char; 4] = ['进', '進', '退', '平'];

/// Characters that name pieces, places and directions.
const OF_MOVES: &str = "帅帥将將仕士相象马馬傌车車俥炮砲包兵卒进進退平前中后後";

/// Whether somebody may have meant a move by `word`: it has a letter or digit of ASCII, or a piece and a direction.
/// Other words, such as 屏风马, are remarks, and so is a single character, such as `N` for a novelty.
pub fn resembles_move(word: &str) -> bool {
    if word.chars().nth(1).is_none() {
        return false;
    }
    let is_chinese = word.contains(DIRECTIONS) && word.contains(|c| OF_MOVES.contains(c) && !DIRECTIONS.contains(&c));
    is_chinese || word.chars().any(|c| c.is_ascii_alphanumeric() || ('０'..='９').contains(&c))
}

/// Where to cut a word that may hold more than a move: after four characters, if they are Chinese or coordinates, and
/// else before the first that is not ASCII.
pub fn first_of_several(word: &str) -> Option<(&str, &str)> {
    let (at, _) = word.char_indices().nth(4)?;
    let (first, rest) = word.split_at(at);
    let coordinates = || {
        let bytes = first.as_bytes();
        matches!(bytes, [b'a'..=b'i' | b'A'..=b'I', b'0'..=b'9', b'a'..=b'i' | b'A'..=b'I', b'0'..=b'9'])
    };
    if !first.is_ascii() || coordinates() {
        return (!rest.is_empty()).then_some((first, rest));
    }
    Some(word.split_at(word.find(|c: char| !c.is_ascii())?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_tell_the_move_and_the_side() {
        let cases = [
            ("1.", Some(1), false),
            ("12.炮二平五", Some(12), false),
            ("1...马8进7", Some(1), true),
            ("3…", None, true),
            ("12", None, false),
            ("1卒平5", None, false),
            ("33.4", Some(33), false),
            ("...", None, false),
        ];
        for (word, of, is_of_black) in cases {
            assert_eq!((number(word), is_number_of_black(word)), (of, is_of_black), "{word}");
        }
    }

    #[test]
    fn words_that_are_no_moves_are_recognized() {
        let cases = [
            ("1.", Some(NonMove::Label)),
            ("12", Some(NonMove::Label)),
            ("1...", Some(NonMove::Label)),
            ("...", Some(NonMove::Label)),
            ("⑫", Some(NonMove::Label)),
            ("第1回合", Some(NonMove::Label)),
            ("十二", Some(NonMove::Label)),
            ("红方：", Some(NonMove::Label)),
            ("红方", None),
            ("红方：甲", None),
            ("红优", None),
            ("１．", Some(NonMove::Label)),
            ("--", Some(NonMove::Label)),
            ("1-0", Some(NonMove::Result(GameResult::Red))),
            ("1/2-1/2", Some(NonMove::Result(GameResult::Draw))),
            ("*", Some(NonMove::Result(GameResult::Unknown))),
            ("红胜", Some(NonMove::Result(GameResult::Red))),
            ("======", Some(NonMove::Rule)),
            ("$12", Some(NonMove::Glyph(12))),
            ("！？", Some(NonMove::Glyph(5))),
            ("33.4", None),
            ("3+.4", None),
            ("14=5", None),
            ("2024-1-1", None),
            ("1卒平5", None),
            ("炮二平五", None),
            ("$255", Some(NonMove::Glyph(255))),
            ("$256", Some(NonMove::NoGlyph)),
            ("$99999999999999999999", Some(NonMove::NoGlyph)),
            ("$", None),
            ("$4x", None),
        ];
        for (word, expected) in cases {
            assert_eq!(non_move(word), expected, "{word}");
        }
    }

    #[test]
    fn labels_and_marks_come_off() {
        for (word, expected) in [
            ("1.炮二平五", "炮二平五"),
            ("12．．马8进7", "马8进7"),
            ("1炮二平五", "炮二平五"),
            ("①炮二平五", "炮二平五"),
            ("⒓炮二平五", "炮二平五"),
            ("第1回合炮二平五", "炮二平五"),
            ("第十二回合：红方：炮二平五", "炮二平五"),
            ("黑马8进7", "马8进7"),
            ("1.", ""),
            ("C2.5", "C2.5"),
            ("第一", ""),
            ("第炮二平五", "第炮二平五"),
        ] {
            assert_eq!(without_labels(word), expected, "{word}");
        }
        assert_eq!(without_marks("炮二平五！！"), "炮二平五");
        assert_eq!(without_marks("h2e2?!?!"), "h2e2");
        assert_eq!([non_move("！！"), non_move("?!?!")], [Some(NonMove::Glyph(3)), None]);
        assert_eq!(first_of_several("炮二平五马8进7"), Some(("炮二平五", "马8进7")));
        assert_eq!(first_of_several("h2e2h9g7"), Some(("h2e2", "h9g7")));
        assert_eq!(first_of_several("H8+7好"), Some(("H8+7", "好")));
        assert_eq!(first_of_several("Pawn4x"), None);
        for (text, rest) in [("+", ""), ("＋！", "！"), ("#", ""), ("+-", "+-"), ("±", "±"), ("++马8进7", "马8进7")]
        {
            assert_eq!(without_check(text), rest, "{text}");
        }
    }

    #[test]
    fn moves_tell_their_style() {
        let check = |text: &str, style| assert_eq!(style_of(text), style, "{text}");
        check("炮二平五", Style::Chinese);
        check("馬８進７", Style::Traditional);
        check("H2-E2", Style::Iccs);
        check("h2e2", Style::Iccs);
        check("C2.5", Style::Wxf);
        check("C2-5", Style::Wxf);
        check("+C-2", Style::Wxf);
    }
}
