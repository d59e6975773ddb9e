//! Cuts the text of a PGN file into tags, comments, brackets and words. Knows nothing of moves.
//!
//! Every character is looked at a fixed number of times, whatever the file holds.

use std::cell::{Cell, OnceCell};
use std::rc::Rc;

/// A piece of the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Token<'a> {
    /// `[Name "value"]`
    Tag(&'a str, String),
    /// A line that begins with `[` but is no tag, or the rest of a line from a `[` that nothing closes.
    NoTag(&'a str),
    /// What stood between `[` and `]` behind something else on the line.
    Bracket(&'a str),
    /// What stood in braces; `false` when the brace was never closed.
    Comment(&'a str, bool),
    /// `;`; whether a comment follows is for [`Scanner::to_semicolon`] and [`Scanner::line_comment`].
    Semicolon,
    /// `(`; what follows is for [`Scanner::bracket`] or for the next calls.
    Open,
    /// `)`
    Close,
    /// A closing brace that nothing opened.
    StrayBrace,
    /// Anything else that stands between blanks.
    Word(&'a str),
}

/// Walks through a text.
#[derive(Clone)]
pub struct Scanner<'a> {
    text: &'a str,
    at: usize,
    line: usize,
    /// The line of the first escape that was passed.
    escape: Option<usize>,
    shared: Rc<Shared>,
}

/// What a scanner and its clones know of their text.
struct Shared {
    /// Where its closing braces are, so that a text of many opening ones is not searched for each.
    braces: OnceCell<Box<[usize]>>,
    /// Bytes that [`Scanner::look_ahead`] may still pass.
    ahead: Cell<usize>,
}

/// Has a meaning of its own wherever it stands.
fn is_structure(c: char) -> bool {
    matches!(c, '{' | '}' | '(' | ')' | '（' | '）' | '[' | ';')
}

/// A sign in a move, a result, a mark or a label: `C2.5`, `H2-E2`, `1/2-1/2`, `$4`, `红：`. Its full-width form as well.
fn is_in_words(c: char) -> bool {
    let ascii = match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        '\u{2010}'..='\u{2015}' => '-',
        other => other,
    };
    matches!(ascii, '+' | '-' | '=' | '.' | '!' | '?' | '#' | '$' | '*' | '/' | ':' | '%')
}

/// Blanks, and all punctuation that has no meaning in a move: people put any of it between two moves.
fn separates(c: char) -> bool {
    let is_punctuation = c.is_ascii_punctuation()
        || matches!(c, '·' | '⋯' | '\u{2000}'..='\u{206f}' | '\u{3000}'..='\u{303f}' | '\u{ff01}'..='\u{ff65}');
    let is_part = c.is_alphanumeric() || is_structure(c) || is_in_words(c);
    c.is_whitespace() || matches!(c, '\u{feff}' | '\0') || (is_punctuation && !is_part)
}

/// Ends a word without being part of it.
fn ends_word(c: char) -> bool {
    separates(c) || is_structure(c)
}

impl<'a> Scanner<'a> {
    /// At the start of `text`.
    pub fn new(text: &'a str) -> Self {
        // Where no brackets stand in comments, looking ahead passes nothing twice.
        let shared = Shared { braces: OnceCell::new(), ahead: Cell::new(4 * text.len()) };
        Self { text, at: 0, line: 1, escape: None, shared: Rc::new(shared) }
    }

    /// At the start of a text that is a part of a file and begins on line `line` of it.
    pub fn from_line(text: &'a str, line: usize) -> Self {
        Self { line, ..Self::new(text) }
    }

    /// The line that comes next, counted from 1.
    pub fn line(&self) -> usize {
        self.line
    }

    /// The first line that [`Self::next`] has left out as an escape of PGN: it begins with `%`.
    pub fn escape(&self) -> Option<usize> {
        self.escape
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Goes on by `bytes` and returns what was passed.
    fn pass(&mut self, bytes: usize) -> &'a str {
        let passed = &self.rest()[..bytes];
        self.line += passed.bytes().filter(|&byte| byte == b'\n').count();
        self.at += bytes;
        passed
    }

    fn pass_while(&mut self, keep: impl Fn(char) -> bool) -> &'a str {
        let end = self.rest().find(|c| !keep(c)).unwrap_or(self.rest().len());
        self.pass(end)
    }

    /// Whether only blanks stand before this place on its line.
    fn begins_line(&self) -> bool {
        let before = self.text[..self.at].trim_end_matches([' ', '\t', '\u{feff}']);
        before.is_empty() || before.ends_with('\n') || before.ends_with('\r')
    }

    /// The next piece; `None` at the end.
    pub fn next(&mut self) -> Option<Token<'a>> {
        loop {
            self.pass_while(separates);
            let first = self.rest().chars().next()?;
            if first == '%' && self.begins_line() {
                self.escape.get_or_insert(self.line);
                self.pass_while(|c| c != '\n');
                continue;
            }
            return Some(match first {
                '[' => self.tag(),
                '{' => self.braces(),
                ';' => {
                    self.pass(1);
                    Token::Semicolon
                }
                '(' | '（' => {
                    self.pass(first.len_utf8());
                    Token::Open
                }
                ')' | '）' => {
                    self.pass(first.len_utf8());
                    Token::Close
                }
                '}' => {
                    self.pass(1);
                    Token::StrayBrace
                }
                _ => Token::Word(self.word(first)),
            });
        }
    }

    /// Goes to where the next piece begins, so that [`Self::line`] is its line.
    pub fn pass_separators(&mut self) {
        self.pass_while(separates);
    }

    /// Whether nothing follows but a tag or the end of the text.
    pub fn is_at_end_of_game(&self) -> bool {
        let rest = self.rest().trim_start_matches(separates);
        rest.is_empty() || tag_of(rest).is_some()
    }

    /// After [`Token::Semicolon`]: the text up to the next `;` or to the end of the line. It is not passed.
    pub fn to_semicolon(&self) -> &'a str {
        self.rest().split([';', '\n']).next().unwrap_or_default()
    }

    /// After [`Token::Semicolon`]: the rest of the line, which is a comment in PGN.
    pub fn line_comment(&mut self) -> &'a str {
        self.pass_while(|c| c != '\n').trim()
    }

    /// Passes a bracket that closes directly after a move number: `1)`.
    pub fn pass_closing(&mut self) {
        if let Some(first) = self.rest().chars().next().filter(|first| matches!(first, ')' | '）')) {
            self.pass(first.len_utf8());
        }
    }

    /// The word that begins with `first`. A glyph (`$4`) may follow a move without a blank.
    fn word(&mut self, first: char) -> &'a str {
        let rest = &self.rest()[first.len_utf8()..];
        let end = rest.find(|c| ends_word(c) || c == '$').unwrap_or(rest.len());
        self.pass(first.len_utf8() + end)
    }

    /// The tag that begins here, or what else the `[` opens.
    fn tag(&mut self) -> Token<'a> {
        let rest = self.rest();
        if let Some((name, value, length)) = tag_of(rest) {
            self.pass(length);
            return Token::Tag(name, value);
        }
        // A tag that is never closed takes its line along: each `[` behind it would be looked at as far as this one.
        let is_line = self.begins_line() || opening(rest).is_some();
        let close = rest.find([']', '\n']).filter(|&at| !is_line && rest[at..].starts_with(']'));
        match close {
            Some(close) => Token::Bracket(self.pass(close + 1)[1..close].trim()),
            None => Token::NoTag(self.pass_while(|c| c != '\n').trim()),
        }
    }

    /// The comment in braces that begins here. A brace that is never closed ends before the next game.
    fn braces(&mut self) -> Token<'a> {
        let inside = &self.rest()[1..];
        let limit = self.next_brace() - self.at - 1;
        let is_found = limit < inside.len();
        let next_game = next_game(&inside[..limit]);
        let closed = is_found && next_game.is_none();
        let length = next_game.unwrap_or(limit);
        let comment = &self.pass(length + 1)[1..];
        if closed {
            self.pass(1);
        }
        Token::Comment(comment.trim(), closed)
    }

    /// Where the next closing brace is, or the end of the text.
    fn next_brace(&self) -> usize {
        let find = || self.text.match_indices('}').map(|(at, _)| at).collect();
        let braces = self.shared.braces.get_or_init(find);
        braces.get(braces.partition_point(|&at| at < self.at)).copied().unwrap_or(self.text.len())
    }

    /// What `look` finds when it goes on from here; this scanner stays where it is. `None` as well when more was looked
    /// at in this way than files need that are not made to hurt.
    pub fn look_ahead<T>(&self, look: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let mut ahead = self.clone();
        let left = self.shared.ahead.get();
        let found = if left > 0 { look(&mut ahead) } else { None };
        self.shared.ahead.set(left.saturating_sub(ahead.at - self.at));
        found
    }

    /// After [`Token::Open`]: everything up to the bracket that closes it, as text; `false` when nothing does.
    pub fn bracket(&mut self) -> (&'a str, bool) {
        let rest = self.rest();
        let mut open = 1;
        let mut line_start = false;
        for (at, c) in rest.char_indices() {
            match c {
                '(' | '（' => open += 1,
                ')' | '）' => open -= 1,
                '[' if line_start && tag_of(&rest[at..]).is_some() => {
                    return (self.pass(at).trim(), false);
                }
                _ => {}
            }
            line_start = c == '\n' || (line_start && c == ' ');
            if open == 0 {
                let text = self.pass(at);
                self.pass(c.len_utf8());
                return (text.trim(), true);
            }
        }
        (self.pass(rest.len()).trim(), false)
    }

    /// Goes to a tag that is next or begins a line, or to the end; returns what was passed.
    pub fn skip_to_tag(&mut self) -> &'a str {
        let start = self.at;
        while !self.is_at_end_of_game() {
            self.pass_separators();
            self.pass_while(|c| c != '\n');
        }
        self.pass_separators();
        &self.text[start..self.at]
    }
}

/// Where in a comment another game begins: only a comment that was never closed holds one.
fn next_game(comment: &str) -> Option<usize> {
    let mut at = 0;
    for line in comment.split_inclusive('\n') {
        if at > 0 && line.starts_with('[') && tag_of(line).is_some_and(|(name, ..)| matches!(name, "Game" | "Event")) {
            return Some(at);
        }
        at += line.len();
    }
    None
}

/// The name with which a tag begins, and what follows the quotation mark that opens its value.
fn opening(text: &str) -> Option<(&str, &str)> {
    let inside = text.strip_prefix('[')?.trim_start_matches([' ', '\t']);
    let end = inside.find(|c: char| !c.is_alphanumeric() && c != '_')?;
    let (name, rest) = inside.split_at(end);
    let value = rest.trim_start_matches([' ', '\t']).strip_prefix('"')?;
    (!name.is_empty()).then_some((name, value))
}

/// The name, the value and the length of the tag with which `text` begins. Looks no further than the end of the line.
fn tag_of(text: &str) -> Option<(&str, String, usize)> {
    let (name, value) = opening(text)?;
    let (close, end) = closing_quote(value)?;
    Some((name, unescaped(&value[..close]), text.len() - value.len() + end))
}

/// Where the value ends and where the tag ends: at a quotation mark before a bracket. Quotation marks inside a value
/// are escaped in good files and bare in others.
fn closing_quote(text: &str) -> Option<(usize, usize)> {
    let mut escaped = false;
    let mut line = text.len();
    for (at, c) in text.char_indices() {
        if c == '\n' {
            line = at;
            break;
        }
        if c == '"' && !escaped {
            let after = text[at + 1..].trim_start_matches([' ', '\t']);
            if after.starts_with(']') {
                return Some((at, text.len() - after.len() + 1));
            }
        }
        escaped = c == '\\' && !escaped;
    }
    // `[Site "C:\"]`: the backslash was meant.
    let at = text[..line].rfind("\"]")?;
    Some((at, at + 2))
}

fn unescaped(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut escaped = false;
    for c in value.chars() {
        if escaped && !matches!(c, '"' | '\\') {
            text.push('\\');
        }
        escaped = c == '\\' && !escaped;
        if !escaped {
            text.push(c);
        }
    }
    if escaped {
        text.push('\\');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<Token<'_>> {
        let mut scanner = Scanner::new(text);
        std::iter::from_fn(|| scanner.next()).collect()
    }

    #[test]
    fn tags_are_read_however_they_are_quoted() {
        let cases = [
            (r#"[Red "甲"]"#, Some(("Red", "甲"))),
            (r#"[ Red   "a \"b\" c" ]"#, Some(("Red", r#"a "b" c"#))),
            (r#"[Red "a "b" c"]"#, Some(("Red", r#"a "b" c"#))),
            (r#"[Site "C:\games\"]"#, Some(("Site", r"C:\games\"))),
            (r#"[Red "甲]"#, None),
            ("[%eval 3]", None),
            ("[]", None),
            (r#"["x"]"#, None),
            (r#"[Red x "y"]"#, None),
        ];
        for (line, expected) in cases {
            let found = tag_of(line);
            assert_eq!(found.as_ref().map(|(name, value, _)| (*name, value.as_str())), expected, "{line}");
        }
        assert_eq!(
            tokens(r#"[A "1"] [B "2"] x"#),
            [Token::Tag("A", "1".into()), Token::Tag("B", "2".into()), Token::Word("x")]
        );
    }

    #[test]
    fn text_falls_into_pieces() {
        assert_eq!(
            tokens("1.炮二平五{好 (棋)}(车一进一，马8进7）[注]; rest\n%skip\n}[1] x\n[x] y\nz [x\n[A \"x] y"),
            [
                Token::Word("1.炮二平五"),
                Token::Comment("好 (棋)", true),
                Token::Open,
                Token::Word("车一进一"),
                Token::Word("马8进7"),
                Token::Close,
                Token::Bracket("注"),
                Token::Semicolon,
                Token::Word("rest"),
                Token::StrayBrace,
                Token::Bracket("1"),
                Token::Word("x"),
                Token::NoTag("[x] y"),
                Token::Word("z"),
                Token::NoTag("[x"),
                Token::NoTag("[A \"x] y"),
            ]
        );
    }

    #[test]
    fn punctuation_between_moves_separates() {
        for text in ["a、b", "a；b", "a。b", "a，b", "a|b", "a……b", "a】【b", "a\u{3000}b", "《a》“b”", "a，\n、b"]
        {
            assert_eq!(tokens(text), [Token::Word("a"), Token::Word("b")], "{text}");
        }
        for word in ["H2—E2", "C2．5", "1/2-1/2", "①", "红：", "炮二平五！？", "H2－E2", "C2＝5"] {
            assert_eq!(tokens(word), [Token::Word(word)], "{word}");
        }
    }

    #[test]
    fn a_glyph_is_a_word_of_its_own() {
        assert_eq!(
            tokens("h2e2$4$10 $1 x"),
            [Token::Word("h2e2"), Token::Word("$4"), Token::Word("$10"), Token::Word("$1"), Token::Word("x")]
        );
    }

    #[test]
    fn what_is_never_closed_ends_before_the_next_game() {
        let text = "{a\n[Event \"x\"]\n(b\n[Red \"y\"]\n{c";
        let mut scanner = Scanner::new(text);
        assert_eq!(scanner.next(), Some(Token::Comment("a", false)));
        assert_eq!(scanner.next(), Some(Token::Tag("Event", "x".into())));
        assert_eq!((scanner.line(), scanner.next()), (2, Some(Token::Open)));
        assert_eq!(scanner.bracket(), ("b", false));
        assert_eq!(scanner.next(), Some(Token::Tag("Red", "y".into())));
        assert_eq!(scanner.next(), Some(Token::Comment("c", false)));
        assert_eq!(scanner.next(), None);
    }
}
