//! Writes a game as PGN, in Chinese, WXF or ICCS moves.

use super::words::glyph_text;
use crate::bilingual::Bilingual;
use crate::notes::{Class, Notes, Place};
use crate::tree::{GameTree, NodeId};
use guohe::board::{Board, STARTPOS};
use guohe::notation::{self, Style};
use guohe::types::Color;
use std::fmt::Write;

/// Columns after which the moves go on in a new line. A Chinese character takes two. Comments are not broken: a line's
/// end inside a comment belongs to it.
const WIDTH: usize = 80;

/// Tags that come first, in this order, whatever order they were read in.
const FIRST: [&str; 13] = [
    "Event",
    "Site",
    "Date",
    "Round",
    "RedTeam",
    "Red",
    "White",
    "RedElo",
    "BlackTeam",
    "Black",
    "BlackElo",
    "Result",
    "ECCO",
];

/// Tags that say how the file is to be read. Every game gets its own; others of these names would contradict them, and
/// a second `Game` begins another game.
const OWN: [&str; 5] = ["Game", "Variant", "SetUp", "FEN", "Format"];

/// The name that the tag `Format` gives a style.
const fn format_name(style: Style) -> &'static str {
    match style {
        Style::Chinese | Style::Traditional | Style::FullWidth | Style::TraditionalFullWidth => "Chinese",
        Style::Wxf => "WXF",
        Style::Iccs | Style::Plain => "ICCS",
    }
}

/// One game, an empty line after it. `number` counts the games, for the notes.
pub fn write(game: &GameTree, style: Style, number: usize, notes: &mut Notes) -> String {
    let mut text = String::new();
    tags(game, style, number, notes, &mut text);
    text.push('\n');
    let mut out = Lines { text, column: 0, brackets: String::new() };
    Moves { game, style, number, notes, board: game.board(), must_number: true, number_base: base(game) }
        .write(&mut out);
    out.word(game.result().word());
    out.text.push_str("\n\n");
    out.text
}

/// The move number of the first move.
fn base(game: &GameTree) -> usize {
    game.fen().rsplit(' ').next().and_then(|field| field.parse().ok()).unwrap_or(1)
}

fn tags(game: &GameTree, style: Style, number: usize, notes: &mut Notes, text: &mut String) {
    let mut tag = |name: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace(['\r', '\n'], " ");
        let _ = writeln!(text, "[{name} \"{value}\"]");
    };
    tag("Game", "Chinese Chess");
    tag("Variant", "xiangqi");
    for name in FIRST {
        match name {
            "Result" => tag(name, game.result().word()),
            // What readers made for chess look for.
            "White" => {
                if let Some(name) = game.tag("White").or(game.tag("Red")) {
                    tag("White", name);
                }
            }
            _ => game.tag(name).into_iter().for_each(|value| tag(name, value)),
        }
    }
    for (name, value) in game.tags().filter(|(name, value)| !FIRST.contains(name) && !value.is_empty()) {
        // Marks of other formats may have characters that the name of a tag cannot have.
        let plain: String = name.chars().filter(|c| c.is_alphanumeric() || *c == '_').collect();
        if plain.is_empty() || OWN.iter().chain(&FIRST).any(|own| own.eq_ignore_ascii_case(&plain)) {
            let text = Bilingual::new(format!("PGN 存不下标签 {name}"), format!("PGN has no place for the tag {name}"));
            notes.add(Place::Game(number), Class::NotHeld, text);
        } else {
            tag(&plain, value);
        }
    }
    if game.fen() != STARTPOS {
        tag("SetUp", "1");
        tag("FEN", game.fen());
    }
    tag("Format", format_name(style));
}

/// Text that grows word by word and line by line.
struct Lines {
    text: String,
    column: usize,
    /// Brackets that wait for the word that they open before.
    brackets: String,
}

impl Lines {
    fn word(&mut self, word: &str) {
        let word = std::mem::take(&mut self.brackets) + word;
        let width: usize = word.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum();
        let glued = self.column == 0 || word == ")";
        if self.column > 0 && self.column + width + usize::from(!glued) > WIDTH {
            self.text.push('\n');
            self.column = 0;
        } else if !glued {
            self.text.push(' ');
            self.column += 1;
        }
        self.text.push_str(&word);
        self.column += width;
    }
}

/// A line of play that is being written: the main one or one in brackets.
struct Line {
    /// The node to write next.
    next: Option<NodeId>,
    /// What was written last.
    last: Option<NodeId>,
    /// The next variation beside `last`.
    sibling: Option<NodeId>,
    /// Moves of this line on the board.
    made: usize,
}

struct Moves<'a> {
    game: &'a GameTree,
    style: Style,
    number: usize,
    notes: &'a mut Notes,
    board: Board,
    /// Whether Black's move has to say its number, because it does not follow Red's directly.
    must_number: bool,
    number_base: usize,
}

impl Moves<'_> {
    fn write(&mut self, out: &mut Lines) {
        self.comment(NodeId::ROOT, out);
        let line = |next| Line { next, last: None, sibling: None, made: 0 };
        let mut lines = vec![line(self.game.first_child(NodeId::ROOT))];
        while let Some(current) = lines.last_mut() {
            if let Some(sibling) = current.sibling {
                current.sibling = self.game.next_sibling(sibling);
                self.board.unmake();
                current.made -= 1;
                out.brackets.push('(');
                self.must_number = true;
                lines.push(line(Some(sibling)));
            } else if let Some(node) = current.next {
                // Variations beside this move stand behind it, those beside a variation's first move beside it.
                let is_main = self.game.parent(node).and_then(|parent| self.game.first_child(parent)) == Some(node);
                current.sibling = self.game.next_sibling(node).filter(|_| is_main);
                current.last = Some(node);
                current.next = self.game.first_child(node);
                current.made += 1;
                self.one(node, out);
            } else {
                for _ in 0..current.made {
                    self.board.unmake();
                }
                lines.pop();
                if let Some(outer) = lines.last_mut() {
                    out.word(")");
                    self.must_number = true;
                    if let Some(mv) = outer.last.and_then(|node| self.game.mv(node)) {
                        self.board.make(mv);
                        outer.made += 1;
                    }
                }
            }
        }
    }

    /// A move with its number, its marks and its comment.
    fn one(&mut self, node: NodeId, out: &mut Lines) {
        let Some(mv) = self.game.mv(node) else { return };
        let black_first = usize::from(self.game.first_side() == Color::Black);
        let number = self.number_base + (self.board.plies_played() + black_first) / 2;
        let move_text = notation::write(&self.board, mv, self.style);
        let mut text = match self.board.side() {
            Color::Red => format!("{number}. {move_text}"),
            Color::Black if self.must_number => format!("{number}... {move_text}"),
            Color::Black => move_text,
        };
        self.must_number = false;
        let mut marks = Vec::new();
        for &glyph in self.game.glyphs(node) {
            let mark = glyph_text(glyph);
            if mark.starts_with('$') || !marks.is_empty() || text.ends_with(['!', '?']) {
                marks.push(format!("${glyph}"));
            } else {
                text.push_str(&mark);
            }
        }
        out.word(&text);
        marks.iter().for_each(|mark| out.word(mark));
        self.board.make(mv);
        self.comment(node, out);
    }

    fn comment(&mut self, node: NodeId, out: &mut Lines) {
        let comment = self.game.comment(node);
        if comment.is_empty() {
            return;
        }
        let mut text = comment.to_owned();
        if text.contains('}') {
            let note = Bilingual::new("注解里的右花括号写成 ｝", "a closing brace in a comment is written as ｝");
            self.notes.add(Place::Game(self.number), Class::Changed, note);
            text = text.replace('}', "｝");
        }
        // So that no comment looks as if another game began in it.
        text = text.replace("\n[", "\n [");
        out.word(&format!("{{{text}}}"));
        if let Some(end) = text.rfind('\n') {
            out.column = text[end..].chars().count();
        }
        self.must_number = true;
    }
}
