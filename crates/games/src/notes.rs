//! What a reader or a writer has to say about a file. Nothing that was left out or changed goes without a note.

use crate::bilingual::Bilingual;
use guohe::board::Board;
use guohe::types::Color;
use std::fmt;

/// The most notes kept of one file; the rest are counted.
const MAX_NOTES: usize = 1_000;
/// The most characters of a note.
const LONGEST: usize = 300;

/// Where in a file something was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// The file as a whole.
    File,
    /// A line of text, counted from 1.
    Line(usize),
    /// The same with the game it belongs to, counted from 1, where the text holds several.
    LineOf(usize, usize),
    /// A byte, counted from 0.
    Offset(usize),
    /// A game of the file, counted from 1.
    Game(usize),
}

/// The kind of a note, for summaries of many files. The order is that of the summary: kinds that lose moves come first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Class {
    /// The bytes are in no format that is read here.
    NotAGame,
    /// The start position is none.
    BadStart,
    /// A move's text is no move in any notation.
    UnreadableMove,
    /// No legal move is meant by the text.
    NoSuchMove,
    /// Two legal moves could be meant.
    AmbiguousMove,
    /// The file ends in the middle, or a part of it makes no sense.
    Broken,
    /// The limits on size were reached.
    TooLarge,
    /// What the format written cannot hold.
    NotHeld,
    /// A comment, a tag or a character that was changed or left out.
    Changed,
}

impl Class {
    /// A few words for a table.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NotAGame => "unknown format or no game",
            Self::BadStart => "no legal start position",
            Self::UnreadableMove => "unreadable move",
            Self::NoSuchMove => "illegal move",
            Self::AmbiguousMove => "ambiguous move",
            Self::Broken => "broken or cut",
            Self::TooLarge => "too large",
            Self::NotHeld => "cannot be stored in the target format",
            Self::Changed => "changed",
        }
    }

    /// The same in Chinese.
    pub const fn chinese(self) -> &'static str {
        match self {
            Self::NotAGame => "无法识别的棋谱",
            Self::BadStart => "起始局面不合法",
            Self::UnreadableMove => "着法看不懂",
            Self::NoSuchMove => "没有这样的合法着法",
            Self::AmbiguousMove => "着法有歧义",
            Self::Broken => "文件损坏或不完整",
            Self::TooLarge => "太大",
            Self::NotHeld => "目标格式存不下",
            Self::Changed => "有改动",
        }
    }
}

/// One thing worth knowing about a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// Where it is.
    pub place: Place,
    /// Of what kind it is.
    pub class: Class,
    /// A sentence without a full stop.
    pub text: Bilingual,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = &self.text.english;
        match self.place {
            Place::File => write!(f, "{text}"),
            Place::Line(line) => write!(f, "line {line}: {text}"),
            Place::LineOf(line, game) => write!(f, "game {game}, line {line}: {text}"),
            Place::Offset(offset) => write!(f, "byte {offset}: {text}"),
            Place::Game(game) => write!(f, "game {game}: {text}"),
        }
    }
}

impl Note {
    /// The note for Chinese readers.
    pub fn chinese(&self) -> String {
        let text = &self.text.chinese;
        match self.place {
            Place::File => text.clone(),
            Place::Line(line) => format!("第 {line} 行：{text}"),
            Place::LineOf(line, game) => format!("第 {game} 局（第 {line} 行）：{text}"),
            Place::Offset(offset) => format!("第 {offset} 字节：{text}"),
            Place::Game(game) => format!("第 {game} 局：{text}"),
        }
    }
}

/// Collects notes, so many and no more.
#[derive(Clone, Default, Debug)]
pub struct Notes {
    list: Vec<Note>,
    /// How many were only counted, and the first of their kinds.
    more: Option<(usize, Class)>,
}

impl Notes {
    /// Adds a note. What it quotes of a file may be of any length and hold anything; it is shown on a terminal.
    pub fn add(&mut self, place: Place, class: Class, text: Bilingual) {
        if self.list.len() < MAX_NOTES {
            let text = Bilingual::new(on_one_line(text.chinese), on_one_line(text.english));
            self.list.push(Note { place, class, text });
        } else {
            self.count(1, class);
        }
    }

    fn count(&mut self, more: usize, class: Class) {
        let (counted, first) = self.more.unwrap_or((0, class));
        self.more = Some((counted + more, first.min(class)));
    }

    /// Whether nothing was noted.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Whether there is a note of a kind.
    pub fn has(&self, class: Class) -> bool {
        self.list.iter().any(|note| note.class == class)
    }

    /// Leaves only notes of these kinds.
    pub fn keep(&mut self, classes: &[Class]) {
        self.list.retain(|note| classes.contains(&note.class));
        self.more = self.more.take().filter(|(_, class)| classes.contains(class));
    }

    /// Adds the notes of another list.
    pub fn append(&mut self, other: Self) {
        for note in other.list {
            self.add(note.place, note.class, note.text);
        }
        if let Some((more, class)) = other.more {
            self.count(more, class);
        }
    }

    /// Names the games in which the lines of the notes stand. `starts`: the line on which each begins, in their order,
    /// and whether it is counted.
    pub fn name_games(&mut self, starts: &[(usize, bool)]) {
        for note in &mut self.list {
            if let Place::Line(line) = note.place
                && let begun = &starts[..starts.partition_point(|&(start, _)| start <= line)]
                && begun.last().is_some_and(|&(_, is_counted)| is_counted)
            {
                let game = begun.iter().filter(|(_, is_counted)| *is_counted).count();
                note.place = Place::LineOf(line, game);
            }
        }
    }

    /// The notes in the order in which they were made; one more at the end when some were only counted.
    pub fn finish(mut self) -> Vec<Note> {
        if let Some((more, class)) = self.more {
            let text = Bilingual::new(format!("另有 {more} 条说明"), format!("more notes on this file: {more}"));
            self.list.push(Note { place: Place::File, class, text });
        }
        self.list
    }
}

/// A start that is none takes its game with it.
pub fn left_out(why: Bilingual) -> Bilingual {
    why.then("略去这一局", "the game is left out")
}

/// The file is damaged from somewhere on.
pub fn kept_before(why: Bilingual) -> Bilingual {
    why.then("保留此前的内容", "what came before is kept")
}

/// A move that is none, with how many moves and comments behind it in its line are left out.
pub fn line_ends(why: Bilingual, moves: usize, comments: usize) -> Bilingual {
    let counted = |count, one: &str, more: &str| match count {
        0 => None,
        1 => Some(format!("1 {one}")),
        count => Some(format!("{count} {more}")),
    };
    let english = [counted(moves, "more move", "more moves"), counted(comments, "comment", "comments")];
    let chinese = [(moves, "后面", "着"), (comments, "", "条注解")]
        .map(|(count, before, unit)| (count > 0).then(|| format!("{before} {count} {unit}")));
    let (english, chinese) = (english.into_iter().flatten(), chinese.into_iter().flatten());
    let english = english.collect::<Vec<_>>().join(" and ");
    let chinese = chinese.collect::<Vec<_>>().join("和");
    if english.is_empty() {
        return why.then("这一路着法到此为止", "the line ends here");
    }
    let are = if moves + comments == 1 { "is" } else { "are" };
    let chinese = format!("这一路着法到此为止，略去{}", chinese.trim_start());
    why.then(&chinese, &format!("the line ends here, {english} {are} left out"))
}

/// The move that is due on `board`, as players count.
pub fn due_on(board: &Board) -> String {
    let side = if board.side() == Color::Red { "红方" } else { "黑方" };
    format!("第 {} 回合{side}", board.move_number())
}

pub fn file_too_long() -> Bilingual {
    Bilingual::new("文件里着法太多，只读到这里", "the file has more moves than are read")
}

pub fn game_too_long() -> Bilingual {
    Bilingual::new("这一局着法太多，只读到这里", "the game has more moves than are read")
}

pub fn unknown_result(value: &str) -> Bilingual {
    let value = shown(value);
    Bilingual::new(format!("无法识别结果“{value}”"), format!("the result '{value}' is not known"))
}

pub fn moves_cut() -> Bilingual {
    Bilingual::new("着法还没完，文件就结束了", "the file ends before its moves do")
}

pub fn comment_cut() -> Bilingual {
    Bilingual::new("注解的长度超出了文件", "a comment is longer than the file")
}

/// Two numbers of squares that are no move.
pub fn no_move(from: u8, to: u8) -> Bilingual {
    Bilingual::new(format!("{from} 到 {to} 不是着法"), format!("{from} to {to} is no move"))
        .then("略去后面的着法", "what follows it is left out")
}

/// So much of a text as a note shows.
pub fn shown(text: &str) -> String {
    text.chars().take(40).collect()
}

/// `text` without control characters, cut where it is too long.
fn on_one_line(text: String) -> String {
    let is_long = text.chars().nth(LONGEST).is_some();
    if !is_long && !text.contains(char::is_control) {
        return text;
    }
    let mut shown: String = text.chars().take(LONGEST).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if is_long {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_is_a_short_line_whatever_it_quotes() {
        let mut notes = Notes::default();
        let value = format!("\x1b[2J\n\u{9b}{}", "长".repeat(1_000_000));
        notes.add(Place::File, Class::Changed, Bilingual::new(format!("“{value}”"), format!("'{value}'")));
        let Bilingual { chinese, english } = &notes.finish()[0].text;
        assert!(chinese.starts_with("“ [2J  长"), "{chinese}");
        assert_eq!([chinese, english].map(|text| text.chars().count()), [LONGEST + 1; 2]);
    }

    #[test]
    fn notes_are_counted_when_there_are_too_many() {
        let noted = |more: &[Class]| {
            let mut notes = Notes::default();
            for line in 1..=MAX_NOTES {
                notes.add(Place::Line(line), Class::NoSuchMove, Bilingual::new("某", "x"));
            }
            more.iter().for_each(|&class| notes.add(Place::File, class, Bilingual::new("某", "x")));
            notes.finish()
        };
        let notes = noted(&[Class::Changed; 7]);
        assert_eq!(notes.len(), MAX_NOTES + 1);
        assert_eq!(notes[41].to_string(), "line 42: x");
        assert_eq!(notes[41].chinese(), "第 42 行：某");
        assert_eq!(notes[MAX_NOTES].to_string(), "more notes on this file: 7");
        // A loss is not hidden among them, and none is made up.
        assert_eq!(notes[MAX_NOTES].class, Class::Changed);
        assert_eq!(noted(&[Class::Changed, Class::Broken, Class::NotHeld])[MAX_NOTES].class, Class::Broken);
    }
}
