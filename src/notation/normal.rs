//! Normal form of a move's text: half-width, with one kind of dash and without blanks.

use arrayvec::ArrayVec;

/// Maximum length of a move: `Ch2-e2+` has seven characters, 前兵六平五 five. The rest is reserve.
const LONGEST: usize = 12;

/// A text in normal form.
pub(super) type Normal = ArrayVec<char, LONGEST>;

/// Whether a character is ignored: blanks, control characters, directional marks, soft hyphens.
fn is_ignored(c: char) -> bool {
    c.is_whitespace()
        || c.is_control()
        || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}' | '\u{feff}')
}

/// Full-width characters become ASCII, and all dashes `-`.
fn fold(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' => '-',
        '×' => 'x',
        c => c,
    }
}

/// `text` in its normal form, without blanks and without trailing `!`, `?`, `#` and `+`. `None` when it is too long to
/// be a move, or nothing is left.
pub(super) fn normal(text: &str) -> Option<Normal> {
    let bare = text.trim_end_matches(|c| is_ignored(c) || matches!(fold(c), '!' | '?' | '#' | '+'));
    let mut normal = Normal::new();
    for c in bare.chars().filter(|&c| !is_ignored(c)) {
        normal.try_push(fold(c)).ok()?;
    }
    (!normal.is_empty()).then_some(normal)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let found: String = normal(text).map(|signs| signs.into_iter().collect()).unwrap_or_default();
        assert_eq!(found, expected, "{text:?}");
    }

    #[test]
    fn width_blanks_and_marks_are_removed() {
        check("\u{feff}炮 二\u{3000}平\u{200b}五！？ ", "炮二平五");
        check("Ｈ２－Ｅ２", "H2-E2");
        check("h2—e2", "h2-e2");
        check("C2＝5#", "C2=5");
        check("C2.5+", "C2.5");
        check("炮五进四＋!", "炮五进四");
        check("", "");
        check(" !? ", "");
        check(&"炮".repeat(LONGEST + 1), "");
        check(&format!("h2e2{}", "!".repeat(100)), "h2e2");
    }
}
