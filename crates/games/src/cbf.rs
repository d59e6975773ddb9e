//! Reads CBF, the XML files of 象棋桥: a head with a FEN, and a list of moves.

use crate::bilingual::{self, Bilingual};
use crate::legal::keep_legal;
use crate::notes::{self, Class, Notes, Place, kept_before, left_out};
use crate::tree::{GameResult, GameTree, NodeId};
use crate::ubb;
use guohe::board::Board;
use guohe::types::Move;
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

/// Whether `text` is such a file.
pub fn is_cbf(text: &str) -> bool {
    let start = text.trim_start_matches('\u{feff}').trim_start();
    start.starts_with('<') && start.find("<ChineseChessRecord").is_some_and(|at| at < 2000)
}

/// What CBF calls the tags, where it is another name.
const TAGS: [(&str, &str); 8] = [
    ("Name", "Title"),
    ("Contest", "Event"),
    ("Place", "Site"),
    ("TimeRule", "TimeControl"),
    ("RedRating", "RedElo"),
    ("BlackRating", "BlackElo"),
    ("Referee", "Judge"),
    ("RecordResult", "Result"),
];

/// The contents of a file, before its moves are interpreted.
#[derive(Default)]
struct Content {
    /// The file ends before it should.
    is_cut: bool,
    head: Vec<(String, String)>,
    /// Each move with its place, its text, whether it stands inside another one, and its comment.
    moves: Vec<(usize, String, bool, String)>,
}

/// The game of a file.
pub fn read(text: &str, notes: &mut Notes) -> Option<GameTree> {
    let content = content(text, notes);
    let fen = content.head.iter().find(|(name, _)| name == "FEN").map(|(_, fen)| fen.as_str());
    let mut game = match fen.map(Board::from_fen) {
        None => GameTree::new(),
        Some(Ok(board)) => GameTree::from_board(&board),
        Some(Err(error)) => {
            notes.add(
                Place::File,
                Class::BadStart,
                left_out(bilingual::of_fen(&error).about("FEN 元素", "the element FEN")),
            );
            return None;
        }
    };
    for (name, value) in &content.head {
        let tag = TAGS.iter().find(|(field, _)| field == name).map_or(name.as_str(), |(_, tag)| tag);
        match tag {
            "FEN" => {}
            "Result" => match result_of(value) {
                Some(GameResult::Unknown) => {}
                Some(result) => game.set_result(result),
                None => notes.add(Place::File, Class::Changed, notes::unknown_result(value)),
            },
            tag if game.tag(tag).is_some_and(|first| first != value) => {
                let shown = notes::shown(name);
                let text = Bilingual::new(
                    format!("重复的 {shown} 元素保留为注解"),
                    format!("the element {shown} stands here twice; the second is kept as a comment"),
                );
                notes.add(Place::File, Class::Changed, text);
                game.add_comment(NodeId::ROOT, &format!("{name} {value}"));
            }
            tag => game.set_tag(tag, value),
        }
    }
    if content.is_cut {
        game.set_cut();
    }
    let mut offsets = vec![0];
    let mut at = NodeId::ROOT;
    for (index, (offset, value, is_nested, comment)) in content.moves.iter().enumerate() {
        // The first element stands for the start position.
        if index == 0 && value == "00-00" {
            game.add_comment(NodeId::ROOT, comment);
            continue;
        }
        if *is_nested {
            let text = Bilingual::new(
                "着法里面还有着法：不读 CBF 的变着",
                "a move inside another one: variations in CBF are not supported",
            );
            notes.add(Place::Offset(*offset), Class::Broken, text);
            continue;
        }
        let Some(mv) = move_of(value) else {
            let left = content.moves.len() - index;
            let value = notes::shown(value);
            let text = Bilingual::new(
                format!("“{value}”不是着法；略去 {left} 着"),
                format!("'{value}' is not a move; {left} moves are left out"),
            );
            notes.add(Place::Offset(*offset), Class::UnreadableMove, text);
            game.set_cut();
            break;
        };
        let Some(node) = game.add(at, mv) else {
            notes.add(Place::Offset(*offset), Class::TooLarge, notes::game_too_long());
            break;
        };
        game.add_comment(node, comment);
        offsets.push(*offset);
        at = node;
    }
    let place = |node: NodeId| Place::Offset(offsets.get(node.index()).copied().unwrap_or(0));
    Some(keep_legal(game, place, notes))
}

/// A result in words, or as a number.
fn result_of(value: &str) -> Option<GameResult> {
    match value {
        "0" => Some(GameResult::Unknown),
        "1" => Some(GameResult::Red),
        "2" => Some(GameResult::Black),
        "3" | "4" => Some(GameResult::Draw),
        words => GameResult::read(words),
    }
}

/// `77-47`: UBB's numbers with a dash between them.
fn move_of(value: &str) -> Option<Move> {
    let &[a, b, b'-', c, d] = value.as_bytes() else { return None };
    ubb::move_of(&[a, b, c, d])
}

fn content(text: &str, notes: &mut Notes) -> Content {
    let mut reader = Reader::from_str(text);
    reader.config_mut().check_end_names = false;
    let mut content = Content::default();
    let mut open = Open::default();
    loop {
        let offset = reader.buffer_position() as usize;
        match reader.read_event() {
            Err(error) => {
                let text =
                    kept_before(Bilingual::new(format!("XML 有误（{error}）"), format!("the XML is damaged: {error}")));
                notes.add(Place::Offset(offset), Class::Broken, text);
                content.is_cut = true;
                return content;
            }
            Ok(Event::Eof) => {
                content.is_cut = open.names.iter().any(|name| name == "MoveList");
                return content;
            }
            Ok(Event::Start(element)) => {
                start(&element, offset, &open, &mut content);
                open.enter(String::from_utf8_lossy(element.local_name().as_ref()).into_owned());
            }
            Ok(Event::Empty(element)) => start(&element, offset, &open, &mut content),
            Ok(Event::End(_)) => open.leave(),
            Ok(Event::Text(piece)) => match piece.unescape() {
                Ok(text) => add_text(&text, offset, &open, &mut content, notes),
                Err(error) => {
                    let text = Bilingual::new(
                        format!("XML 的字符引用有误（{error}），文字照原样保留"),
                        format!("a reference in the XML is wrong: {error}; the text is kept as it is"),
                    );
                    notes.add(Place::Offset(offset), Class::Changed, text);
                    add_text(&String::from_utf8_lossy(&piece), offset, &open, &mut content, notes);
                }
            },
            Ok(Event::CData(piece)) => {
                add_text(&String::from_utf8_lossy(&piece), offset, &open, &mut content, notes);
            }
            Ok(_) => {}
        }
    }
}

/// The elements that are open.
#[derive(Default)]
struct Open {
    names: Vec<String>,
    /// Those of them that are moves: a file may nest elements so deep that they cannot be counted for every text.
    moves: usize,
}

impl Open {
    fn enter(&mut self, name: String) {
        self.moves += usize::from(name == MOVE);
        self.names.push(name);
    }

    fn leave(&mut self) {
        let name = self.names.pop();
        self.moves -= usize::from(name.is_some_and(|name| name == MOVE));
    }
}

/// The element of a move.
const MOVE: &str = "Move";

fn start(element: &BytesStart, offset: usize, open: &Open, content: &mut Content) {
    if element.local_name().as_ref() != MOVE.as_bytes() {
        return;
    }
    let value = element
        .try_get_attribute("value")
        .ok()
        .flatten()
        .and_then(|value| value.unescape_value().ok().map(|text| text.into_owned()));
    content.moves.push((offset, value.unwrap_or_default(), open.moves > 0, String::new()));
}

/// Text inside the elements that are open: a field of the head, or words about a move. Each may come in several pieces.
fn add_text(text: &str, offset: usize, open: &Open, content: &mut Content, notes: &mut Notes) {
    let text = text.trim();
    if text.is_empty() {
        return;
    }
    let known = match &open.names[..] {
        [.., head, name] if head == "Head" => {
            if content.head.last().is_none_or(|(last, _)| last != name) {
                content.head.push((name.clone(), String::new()));
            }
            content.head.last_mut().map(|(_, value)| value)
        }
        _ if open.moves > 0 => content.moves.last_mut().map(|(.., comment)| comment),
        _ => None,
    };
    let Some(known) = known else {
        let text = notes::shown(text);
        let text = Bilingual::new(
            format!("略去文件头和着法之外的“{text}”"),
            format!("'{text}' outside the head and the moves is left out"),
        );
        notes.add(Place::Offset(offset), Class::Changed, text);
        return;
    };
    if !known.is_empty() {
        known.push('\n');
    }
    known.push_str(text);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn head_and_moves_are_read() {
        let text = "<?xml version=\"1.0\"?>\n<ChineseChessRecord Version=\"1.0\"><Head><Title>a &amp; b</Title>\
                    <FEN>rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1</FEN></Head>\
                    <MoveList><Move value=\"00-00\">start</Move><Move value=\"77-47\">good</Move>\
                    <Move value=\"70-62\"/><Move value=\"70-62\" end=\"1\"/></MoveList></ChineseChessRecord>";
        assert!(is_cbf(text));
        let mut notes = Notes::default();
        let game = read(text, &mut notes).unwrap();
        let line: Vec<String> = game.main_line().map(|mv| mv.to_string()).collect();
        assert_eq!(line, ["h2e2", "h9g7"]);
        assert_eq!((game.tag("Title"), game.comment(NodeId::ROOT)), (Some("a & b"), "start"));
        assert_eq!(game.comment(game.main_nodes().next().unwrap()), "good");
        let notes = notes.finish();
        assert_eq!(notes.len(), 1);
        assert!(notes[0].text.english.contains("h9g7 is not legal at ply 3"), "{}", notes[0]);
    }

    #[test]
    fn wrong_references_and_nested_moves_leave_a_note() {
        let text = "<ChineseChessRecord><Head><Event>甲 & 乙&nbsp;</Event></Head><MoveList>\
                    <Move value=\"77-47\">A & B<Branch><Move value=\"79-67\"/></Branch></Move>\
                    <Move value=\"70-62\"/></MoveList></ChineseChessRecord>";
        let mut notes = Notes::default();
        let game = read(text, &mut notes).unwrap();
        let line: Vec<String> = game.main_line().map(|mv| mv.to_string()).collect();
        assert_eq!(line, ["h2e2", "h9g7"]);
        assert_eq!(game.tag("Event"), Some("甲 & 乙&nbsp;"));
        assert_eq!(game.comment(game.main_nodes().next().unwrap()), "A & B");
        let notes: Vec<String> = notes.finish().iter().map(ToString::to_string).collect();
        assert_eq!(notes.len(), 3, "{notes:?}");
        assert!(notes[..2].iter().all(|note| note.ends_with("; the text is kept as it is")), "{notes:?}");
        assert!(notes[2].contains("variations in CBF"), "{notes:?}");
    }

    #[test]
    fn texts_in_pieces_and_at_odd_places_are_kept_or_noted() {
        let text = "<ChineseChessRecord>x<Head><Title>a<!-- -->b<![CDATA[c]]></Title><Event>e</Event>\
                    <Title>d</Title></Head><MoveList><Move value=\"77-47\">f<!-- -->g</Move></MoveList>\
                    </ChineseChessRecord>";
        let mut notes = Notes::default();
        let game = read(text, &mut notes).unwrap();
        assert_eq!((game.tag("Title"), game.comment(NodeId::ROOT)), (Some("a\nb\nc"), "Title d"));
        assert_eq!(game.comment(game.main_nodes().next().unwrap()), "f\ng");
        let notes: Vec<String> = notes.finish().iter().map(|note| note.text.english.clone()).collect();
        assert_eq!(
            notes,
            [
                "'x' outside the head and the moves is left out",
                "the element Title stands here twice; the second is kept as a comment"
            ]
        );
    }
}
