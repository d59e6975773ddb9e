//! What a word between the moves of a PGN file is, apart from the moves themselves.

use crate::tree::GameResult;
use guohe::notation::Script;
use guohe::notation::Style;

/// Words longer than this, in characters, are several moves without blanks between them or no move at all.
pub const LONGEST_MOVE: usize = 16;

/// A word that is no move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aside {
    /// A number, dots or dashes: nothing that says more than the moves do.
    Number,
    /// The end of the game.
    Result(GameResult),
    /// A line of `=`, after which only advertisements come.
    Rule,
    /// A mark such as `$4` or `!?`.
    Glyph(u8),
    /// A number behind `$` that no mark has: they end at 255.
    NoGlyph,
}

fn is_digit(c: char) -> bool {
    c.is_ascii_digit() || ('０'..='９').contains(&c)
}

fn is_dot(c: char) -> bool {
    matches!(c, '.' | '．' | '…' | '、' | '⋯')
}

/// What `word` is if it is no move.
pub fn aside(word: &str) -> Option<Aside> {
    if let Some(result) = GameResult::read(word) {
        return Some(Aside::Result(result));
    }
    if let Some(number) = word.strip_prefix('$') {
        let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        return is_number.then(|| number.parse().map_or(Aside::NoGlyph, Aside::Glyph));
    }
    if let Some(glyph) = glyph_of(word) {
        return Some(Aside::Glyph(glyph));
    }
    if word.len() >= 4 && word.chars().all(|c| c == '=') {
        return Some(Aside::Rule);
    }
    let blank = |c: char| is_dot(c) || matches!(c, '-' | '—' | '–' | '－' | '*');
    // A number stands alone or before dots; `...` and `--` stand for the move of the other side.
    word.trim_start_matches(is_digit).chars().all(blank).then_some(Aside::Number)
}

/// `word` without the move number before it: `1.炮二平五`. What comes back may still be the number itself.
pub fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(is_digit);
    let numbered = rest.len() < word.len() && rest.starts_with(is_dot);
    let rest = rest.trim_start_matches(is_dot);
    if numbered && !rest.is_empty() { rest } else { word }
}

/// `word` without the marks behind it, and the mark.
pub fn split_glyph(word: &str) -> (&str, Option<u8>) {
    let bare = word.trim_end_matches(['!', '?', '！', '？']);
    if bare.is_empty() { (word, None) } else { (bare, glyph_of(&word[bare.len()..])) }
}

fn glyph_of(marks: &str) -> Option<u8> {
    let plain: String = marks
        .chars()
        .take(3)
        .map(|c| match c {
            '！' => '!',
            '？' => '?',
            other => other,
        })
        .collect();
    Some(match plain.as_str() {
        "!" => 1,
        "?" => 2,
        "!!" | "!!!" => 3,
        "??" | "???" => 4,
        "!?" => 5,
        "?!" => 6,
        _ => return None,
    })
}

/// The style of a move that could be read.
pub fn style_of(text: &str) -> Style {
    if !text.is_ascii() {
        let is_traditional = text.contains(['車', '馬', '砲', '俥', '傌', '帥', '將', '後', '進']);
        return Style::Chinese(if is_traditional { Script::TRADITIONAL } else { Script::SIMPLIFIED });
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

/// Whether somebody may have meant a move by `word`: it has a letter or digit of ASCII, or a character that only
/// moves use. Other words are remarks.
pub fn resembles_move(word: &str) -> bool {
    const OF_MOVES: &str = "帅帥将將仕士相象马馬傌车車俥炮砲包兵卒进進退平前中后後";
    word.chars().any(|c| c.is_ascii_alphanumeric() || is_digit(c) || OF_MOVES.contains(c))
}

/// Where to cut a word that may hold several moves: after four characters, if they are Chinese or coordinates.
pub fn first_of_several(word: &str) -> Option<(&str, &str)> {
    let (at, _) = word.char_indices().nth(4)?;
    let (first, rest) = word.split_at(at);
    let coordinates = || {
        let bytes = first.as_bytes();
        matches!(bytes, [b'a'..=b'i' | b'A'..=b'I', b'0'..=b'9', b'a'..=b'i' | b'A'..=b'I', b'0'..=b'9'])
    };
    (!first.is_ascii() || coordinates()).then_some((first, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn asides_are_told_from_moves() {
        let cases = [
            ("1.", Some(Aside::Number)),
            ("12", Some(Aside::Number)),
            ("1...", Some(Aside::Number)),
            ("……", Some(Aside::Number)),
            ("１．", Some(Aside::Number)),
            ("--", Some(Aside::Number)),
            ("1-0", Some(Aside::Result(GameResult::Red))),
            ("1/2-1/2", Some(Aside::Result(GameResult::Draw))),
            ("*", Some(Aside::Result(GameResult::Unknown))),
            ("红胜", Some(Aside::Result(GameResult::Red))),
            ("======", Some(Aside::Rule)),
            ("$12", Some(Aside::Glyph(12))),
            ("！？", Some(Aside::Glyph(5))),
            ("33.4", None),
            ("3+.4", None),
            ("14=5", None),
            ("1卒平5", None),
            ("炮二平五", None),
            ("$255", Some(Aside::Glyph(255))),
            ("$256", Some(Aside::NoGlyph)),
            ("$99999999999999999999", Some(Aside::NoGlyph)),
            ("$", None),
            ("$4x", None),
        ];
        for (word, expected) in cases {
            assert_eq!(aside(word), expected, "{word}");
        }
    }

    #[test]
    fn numbers_and_marks_come_off() {
        let cases =
            [("1.炮二平五", "炮二平五"), ("12…马8进7", "马8进7"), ("1.", "1."), ("C2.5", "C2.5"), ("1.33.4", "33.4")];
        for (word, expected) in cases {
            assert_eq!(without_number(word), expected, "{word}");
        }
        assert_eq!(split_glyph("炮二平五！！"), ("炮二平五", Some(3)));
        assert_eq!(split_glyph("h2e2?!?!"), ("h2e2", None));
        assert_eq!(first_of_several("炮二平五马8进7"), Some(("炮二平五", "马8进7")));
        assert_eq!(first_of_several("h2e2h9g7"), Some(("h2e2", "h9g7")));
        assert_eq!(first_of_several("Pawn4x"), None);
    }

    #[test]
    fn moves_tell_their_style() {
        let check = |text: &str, style| assert_eq!(style_of(text), style, "{text}");
        check("炮二平五", Style::Chinese(Script::SIMPLIFIED));
        check("馬８進７", Style::Chinese(Script::TRADITIONAL));
        check("H2-E2", Style::Iccs);
        check("h2e2", Style::Iccs);
        check("C2.5", Style::Wxf);
        check("C2-5", Style::Wxf);
        check("+C-2", Style::Wxf);
    }
}
