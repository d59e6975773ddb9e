//! Cuts a text into games of `[DhtmlXQ_name]value[/DhtmlXQ_name]`.

use std::collections::HashMap;

const MARK: &str = "DhtmlXQ";

/// The fields of one game.
#[derive(Default, Debug)]
pub struct Fields {
    /// The line on which the game begins.
    pub line: usize,
    /// Names without `DhtmlXQ_`, in lower case, and their values, in the order of the file.
    pub list: Vec<Field>,
    index: HashMap<String, usize>,
}

/// One field.
#[derive(Debug)]
pub struct Field {
    pub name: String,
    pub value: String,
    pub line: usize,
}

impl Fields {
    /// The value of a field, without blanks around it.
    pub fn get(&self, name: &str) -> Option<&Field> {
        self.index.get(name).and_then(|&at| self.list.get(at))
    }

    /// Whether a field that a game has once is here already.
    fn repeats(&self, name: &str) -> bool {
        let name = name.to_ascii_lowercase();
        !is_part(&name) && self.index.contains_key(&name)
    }

    fn add(&mut self, name: &str, value: &str, line: usize) {
        let name = name.to_ascii_lowercase();
        self.index.entry(name.clone()).or_insert(self.list.len());
        self.list.push(Field { name, value: value.trim().to_owned(), line });
    }
}

/// Whether a field has what is said about a move.
pub fn is_comment(name: &str) -> bool {
    name.strip_prefix("comment")
        .is_some_and(|rest| !rest.is_empty() && rest.starts_with(|c: char| c.is_ascii_digit() || c == '_'))
}

/// Whether a field is a comment or a variation, of which a game has any number.
pub fn is_part(name: &str) -> bool {
    is_comment(name) || name.starts_with("move_")
}

/// All games of `text`. A field that is never closed ends where the next one begins. Where no mark stands around the
/// games, a field that comes again begins the next one.
pub fn scan(text: &str) -> Vec<Fields> {
    let mut games = Vec::new();
    let mut fields = Fields { line: 1, ..Fields::default() };
    let mut marks = Marks { text, at: 0, line: 1 };
    // The field whose value is being read: its name, where the value begins, and its line.
    let mut open: Option<(&str, usize, usize)> = None;
    let mut is_marked = false;
    loop {
        let mark = marks.next();
        if let Some((name, start, line)) = open.take() {
            if !is_marked && fields.repeats(name) {
                games.push(std::mem::replace(&mut fields, Fields { line, ..Fields::default() }));
            }
            let end = mark.as_ref().map_or(text.len(), |mark| mark.start);
            fields.add(name, &text[start..end], line);
            if mark.as_ref().is_some_and(|mark| mark.closes && mark.name == Some(name)) {
                continue;
            }
        }
        let Some(mark) = mark else { break };
        match (mark.closes, mark.name) {
            (false, Some(name)) => open = Some((name, mark.end, mark.line)),
            // A new game begins, or the last one ends.
            (closes, None) => {
                is_marked = !closes;
                if !fields.list.is_empty() {
                    games.push(std::mem::take(&mut fields));
                }
                fields.line = mark.line;
            }
            (true, Some(_)) => {}
        }
    }
    if !fields.list.is_empty() {
        games.push(fields);
    }
    games
}

/// `[DhtmlXQ]`, `[DhtmlXQ_name]` and what closes them.
struct Mark<'a> {
    start: usize,
    end: usize,
    line: usize,
    closes: bool,
    /// `None` for the mark around the whole game.
    name: Option<&'a str>,
}

struct Marks<'a> {
    text: &'a str,
    at: usize,
    line: usize,
}

impl<'a> Marks<'a> {
    fn next(&mut self) -> Option<Mark<'a>> {
        loop {
            let found = self.at + self.text[self.at..].find(MARK)?;
            self.line += self.text[self.at..found].bytes().filter(|&byte| byte == b'\n').count();
            self.at = found + MARK.len();
            let before = &self.text[..found];
            let closes = before.ends_with("[/");
            if !closes && !before.ends_with('[') {
                continue;
            }
            let rest = &self.text[self.at..];
            // Names are short; a bracket further away belongs to something else.
            let Some(end) = rest.bytes().take(64).position(|byte| byte == b']') else { continue };
            // `]` is one byte and begins no other character, so the cut is sound.
            let name = rest[..end].strip_prefix('_');
            if name.is_none() && !matches!(&rest[..end], "" | "HTML") {
                continue;
            }
            let start = found - if closes { 2 } else { 1 };
            self.at += end + 1;
            return Some(Mark { start, end: self.at, line: self.line, closes, name });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_cut_out_of_whatever_stands_around_them() {
        let text = "bla [DhtmlXQ]\n[DhtmlXQ_Title]甲 [b]对[/b] 乙[/DhtmlXQ_Title]\n[DhtmlXQ_red]A\n\
                    [DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]\n[/DhtmlXQ] bla [DhtmlXQHTML][DhtmlXQ_fen]x";
        let games = scan(text);
        let all: Vec<Vec<(&str, &str, usize)>> = games
            .iter()
            .map(|game| game.list.iter().map(|field| (&*field.name, &*field.value, field.line)).collect())
            .collect();
        assert_eq!(
            all,
            [vec![("title", "甲 [b]对[/b] 乙", 2), ("red", "A", 3), ("movelist", "7747", 4)], vec![("fen", "x", 5)]]
        );
        assert_eq!(games[0].get("red").map(|field| field.line), Some(3));
    }
}
