//! The tags of a game: what they announce, and where they end.

use super::scan::{Scanner, Token};
use crate::bilingual::{self, Bilingual};
use crate::notes::{Class, Notes, Place, shown};
use crate::tree::{GameResult, GameTree};
use guohe::board::Board;

/// Tags that stand together: before the moves of a game, as a rule.
pub struct Header {
    /// Where they begin.
    pub line: usize,
    tags: Vec<(String, String)>,
}

/// The next tags; empty ones when moves come at once, `None` at the end of the text.
pub fn header(scanner: &mut Scanner, notes: &mut Notes) -> Option<Header> {
    scanner.pass_separators();
    let mut header = Header { line: scanner.line(), tags: Vec::new() };
    loop {
        scanner.pass_separators();
        let before = scanner.clone();
        match scanner.next() {
            Some(Token::Tag(name, value)) => {
                // A game without moves may be followed by the next one's tags at once.
                if header.tags.first().is_some_and(|(first, _)| first == name) {
                    *scanner = before;
                    return Some(header);
                }
                if header.tags.is_empty() {
                    header.line = before.line();
                }
                header.tags.push((name.to_owned(), value));
            }
            Some(Token::NoTag(line)) => {
                notes.add(Place::Line(before.line()), Class::Changed, no_tag(line));
            }
            Some(_) => {
                *scanner = before;
                return Some(header);
            }
            None => return (!header.tags.is_empty()).then_some(header),
        }
    }
}

impl Header {
    /// No tag stands before the moves.
    pub fn is_empty(&self) -> bool {
        self.tags.is_empty()
    }

    fn get(&self, name: &str) -> Option<&str> {
        self.tags.iter().rev().find(|(other, _)| other.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
    }

    /// The game that these tags announce, still without a move.
    ///
    /// # Errors
    /// Why it cannot be read: another game's rules, or a start that is no position.
    pub fn game(&self, notes: &mut Notes) -> Result<GameTree, Bilingual> {
        if let Some(variant) = self.get("Variant").filter(|name| !name.is_empty())
            && !["xiangqi", "chinese chess", "cchess", "chinesechess", "normal", "象棋", "中国象棋"]
                .contains(&variant.to_lowercase().as_str())
        {
            let variant = shown(variant);
            return Err(Bilingual::new(
                format!("变体“{variant}”不是象棋"),
                format!("the variant '{variant}' is another game"),
            ));
        }
        let mut game = match self.get("FEN").filter(|fen| !fen.is_empty()) {
            None => GameTree::new(),
            Some(fen) => {
                let board =
                    Board::from_fen(fen).map_err(|error| bilingual::of_fen(&error).about("FEN 标签", "the tag FEN"))?;
                GameTree::from_board(&board)
            }
        };
        self.set_tags(&mut game, notes);
        Ok(game)
    }

    /// Whether these tags, if no moves follow them, are said of `game`, which stands before them: they begin no game of
    /// their own, and contradict nothing that it says.
    pub fn completes(&self, game: &GameTree) -> bool {
        let agrees = |name: &str, value: &str| game.tag(name).is_none_or(|known| known == value);
        self.tags.iter().all(|(name, value)| match canonical(name) {
            "Game" | "Event" | "Variant" | "FEN" | "SetUp" => false,
            "Result" => game.result() == GameResult::Unknown || GameResult::read(value) == Some(game.result()),
            "White" => agrees("Red", value),
            name => agrees(name, value),
        })
    }

    /// Sets the tags of `game`.
    pub fn set_tags(&self, game: &mut GameTree, notes: &mut Notes) {
        let (red, white) = (self.get("Red").unwrap_or(""), self.get("White").unwrap_or(""));
        for (name, value) in &self.tags {
            let name = canonical(name);
            // Also of `红先胜`; what is no result is kept as it is.
            let result = GameResult::read(value).filter(|_| name == "Result");
            let value = result.map_or(value.as_str(), |result| result.word());
            match name {
                // What the start, the file's format and the program that reads it say again.
                "FEN" | "SetUp" | "Format" | "Variant" => {}
                "Game" if value.eq_ignore_ascii_case("chinese chess") || value.is_empty() => {}
                "White" if red.is_empty() || red == value => game.set_tag("Red", value),
                // An empty `Red` beside a `White` that has a name.
                "Red" if value.is_empty() && !white.is_empty() => {}
                name => {
                    if game.tag(name).is_some_and(|first| first != value && !matches!(first, "" | "*" | "?")) {
                        let name = shown(name);
                        let text = Bilingual::new(
                            format!("略去前一个 {name} 标签"),
                            format!("the tag {name} stands here twice; the first is left out"),
                        );
                        notes.add(Place::Line(self.line), Class::Changed, text);
                    }
                    game.set_tag(name, value);
                }
            }
        }
    }
}

/// A tag's name as everybody else writes it: some programs write `[red "…"]`.
fn canonical(name: &str) -> &str {
    const NAMES: [&str; 18] = [
        "Game",
        "Variant",
        "Format",
        "FEN",
        "SetUp",
        "Event",
        "Site",
        "Date",
        "Round",
        "Red",
        "White",
        "Black",
        "RedTeam",
        "BlackTeam",
        "Result",
        "ECCO",
        "Opening",
        "Title",
    ];
    NAMES.into_iter().find(|known| known.eq_ignore_ascii_case(name)).unwrap_or(name)
}

/// A line in brackets that is no tag.
pub fn no_tag(line: &str) -> Bilingual {
    let line = shown(line);
    Bilingual::new(format!("“{line}”不是标签"), format!("'{line}' is no tag"))
}
