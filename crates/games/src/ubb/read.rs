//! Reads the games of a text with UBB marks.

use super::names;
use super::scan::{Field, Fields, is_comment, is_part, scan};
use crate::bilingual::{self, Bilingual};
use crate::legal::keep_legal;
use crate::notes::{self, Class, Notes, Place, left_out, shown};
use crate::placement;
use crate::tree::{GameResult, GameTree, MAX_FILE_NODES, NodeId};
use guohe::board::Board;
use guohe::types::{Color, Piece, Square};
use std::collections::{HashMap, VecDeque};

/// Whether `text` holds games of this kind.
pub fn is_ubb(text: &str) -> bool {
    text.contains("[DhtmlXQ")
}

/// All games of `text`.
pub fn read(text: &str, notes: &mut Notes) -> Vec<GameTree> {
    let mut games = Vec::new();
    let mut size = 0;
    for fields in scan(text) {
        if size > MAX_FILE_NODES {
            notes.add(Place::Line(fields.line), Class::TooLarge, notes::file_too_long());
            break;
        }
        if let Some(game) = game(&fields, notes) {
            size += game.len() + 10;
            games.push(game);
        }
    }
    games
}

fn game(fields: &Fields, notes: &mut Notes) -> Option<GameTree> {
    // Marks of other kinds, such as a lone comment, are no game.
    if ["binit", "fen", "movelist"].iter().all(|name| fields.get(name).is_none()) {
        notes.add(
            Place::Line(fields.line),
            Class::NotAGame,
            Bilingual::new("既没有起始局面也没有着法", "neither a start position nor moves are here"),
        );
        return None;
    }
    let board = match start(fields) {
        Ok(board) => board,
        Err((line, why)) => {
            notes.add(Place::Line(line), Class::BadStart, left_out(why));
            return None;
        }
    };
    let mut game = GameTree::from_board(&board);
    tags(fields, &mut game, notes);
    let (lines, places) = lines(fields, &mut game, notes);
    comments(fields, &lines, &mut game, notes);
    let place = |node: NodeId| Place::Line(places.get(node.index()).map_or(fields.line, |&line| line as usize));
    Some(keep_legal(game, place, notes))
}

/// The start position: the FEN if there is one, else the list of pieces.
fn start(fields: &Fields) -> Result<Board, (usize, Bilingual)> {
    if let Some(fen) = fields.get("fen").filter(|field| !field.value.is_empty()) {
        return Board::from_fen(&fen.value)
            .map_err(|error| (fen.line, bilingual::of_fen(&error).about("fen 字段", "the field fen")));
    }
    let binit = fields.get("binit").filter(|field| !field.value.is_empty());
    let (text, line) = binit.map_or((names::START, fields.line), |field| (field.value.as_str(), field.line));
    let digits: Vec<u8> = text.bytes().filter(u8::is_ascii_digit).collect();
    if digits.len() != 64 {
        let count = digits.len();
        let text = Bilingual::new(
            format!("binit 字段有 {count} 个数字，应为 64 个"),
            format!("the field binit has {count} digits instead of 64"),
        );
        return Err((line, text));
    }
    let pairs = digits.chunks_exact(2);
    let pieces: Vec<(Piece, Square)> = placement::places()
        .zip(pairs)
        .filter_map(|(piece, pair)| Some((piece, names::square(pair[0], pair[1])?)))
        .collect();
    // The list does not say who is to move: the first move does.
    let moves: Vec<u8> = fields
        .get("movelist")
        .map_or("", |field| field.value.as_str())
        .bytes()
        .filter(u8::is_ascii_digit)
        .take(4)
        .collect();
    let mover = names::move_of(&moves).and_then(|mv| pieces.iter().find(|(_, square)| *square == mv.from()));
    let side = mover.map_or(Color::Red, |(piece, _)| piece.color);
    placement::board_of(&pieces, side, 1).map_err(|why| (line, why.about("binit 字段", "the field binit")))
}

fn tags(fields: &Fields, game: &mut GameTree, notes: &mut Notes) {
    for field in &fields.list {
        let Field { name, value, line } = field;
        if value.is_empty() || is_part(name) {
            continue;
        }
        if fields.get(name).is_some_and(|first| !std::ptr::eq(first, field)) {
            let name = shown(name);
            let text = Bilingual::new(
                format!("略去重复的 {name} 字段"),
                format!("the field {name} stands here twice; the second is left out"),
            );
            notes.add(Place::Line(*line), Class::Changed, text);
            continue;
        }
        match name.as_str() {
            "result" => match GameResult::read(value) {
                Some(result) => game.set_result(result),
                None => notes.add(Place::Line(*line), Class::Changed, notes::unknown_result(value)),
            },
            name if names::RESERVED.contains(&name) => {}
            name => {
                let tag = names::TAGS.iter().find(|(field, _)| *field == name).map_or(name, |(_, tag)| *tag);
                game.set_tag(tag, value);
            }
        }
    }
}

/// The nodes of a line of moves and the ply of the first of them.
struct Line {
    first: usize,
    nodes: Vec<NodeId>,
}

/// Adds the main line and all variations. Returns the lines by number and, for each node, its line in the file.
fn lines(fields: &Fields, game: &mut GameTree, notes: &mut Notes) -> (HashMap<u32, Line>, Vec<u32>) {
    let mut lines = HashMap::new();
    let mut places = vec![fields.line as u32];
    // The variations by the line that they leave.
    let mut waiting: HashMap<u32, Vec<(usize, u32, &Field)>> = HashMap::new();
    for field in &fields.list {
        let Some(numbers) = field.name.strip_prefix("move_") else { continue };
        let mut numbers = numbers.split('_').map(str::parse::<u32>);
        match (numbers.next(), numbers.next(), numbers.next(), numbers.next()) {
            (Some(Ok(parent)), Some(Ok(ply)), Some(Ok(own)), None) if ply > 0 && own > 0 => {
                waiting.entry(parent).or_default().push((ply as usize, own, field));
            }
            _ => {
                let name = shown(&field.name);
                let text = Bilingual::new(
                    format!("“{name}”不是变着的名称，略去"),
                    format!("'{name}' names no variation; it is left out"),
                );
                notes.add(Place::Line(field.line), Class::Broken, text);
            }
        }
    }
    let mut known = VecDeque::new();
    let main = match fields.get("movelist") {
        Some(field) => add(game, NodeId::ROOT, field, &mut places, notes),
        None => Vec::new(),
    };
    lines.insert(0, Line { first: 1, nodes: main });
    known.push_back(0);
    while let Some(parent) = known.pop_front() {
        for (ply, own, field) in waiting.remove(&parent).unwrap_or_default() {
            let from = lines.get(&parent).and_then(|line: &Line| match ply.checked_sub(line.first)? {
                // Beside the first move of its parent.
                0 => Some(line.nodes.first().and_then(|&node| game.parent(node)).unwrap_or(NodeId::ROOT)),
                after => line.nodes.get(after - 1).copied(),
            });
            let Some(from) = from.filter(|_| !lines.contains_key(&own)) else {
                let name = shown(&field.name);
                let text = Bilingual::new(
                    format!("变着 {name} 接不上，略去"),
                    format!("the variation {name} fits nowhere; it is left out"),
                );
                notes.add(Place::Line(field.line), Class::Broken, text);
                continue;
            };
            let nodes = add(game, from, field, &mut places, notes);
            lines.insert(own, Line { first: ply, nodes });
            known.push_back(own);
        }
    }
    let mut lost: Vec<&Field> = waiting.into_values().flatten().map(|(.., field)| field).collect();
    lost.sort_by_key(|field| field.line);
    for field in lost {
        let name = shown(&field.name);
        let text = Bilingual::new(
            format!("变着 {name} 所属的着法不在文件里，略去"),
            format!("the variation {name} leaves a line that is not here; it is left out"),
        );
        notes.add(Place::Line(field.line), Class::Broken, text);
    }
    (lines, places)
}

/// Adds the moves of a field below `parent`.
fn add(game: &mut GameTree, parent: NodeId, field: &Field, places: &mut Vec<u32>, notes: &mut Notes) -> Vec<NodeId> {
    let mut nodes = Vec::new();
    let mut at = parent;
    let (is_main, mut is_cut) = (field.name == "movelist", false);
    let digits: Vec<u8> = field.value.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
    for (index, word) in digits.chunks(4).enumerate() {
        let Some(mv) = names::move_of(word) else {
            let word = String::from_utf8_lossy(word);
            let left = digits.len() / 4 - index.min(digits.len() / 4);
            let (number, name) = (index + 1, shown(&field.name));
            let mut text = Bilingual::new(
                format!("{name} 的第 {number} 着“{word}”不是着法"),
                format!("'{word}' at move {number} of {name} is no move"),
            );
            if left > 0 {
                text = text.then(&format!("略去 {left} 着"), &format!("{left} are left out"));
            }
            notes.add(Place::Line(field.line), Class::UnreadableMove, text);
            is_cut = is_main;
            break;
        };
        let Some(node) = game.add(at, mv) else {
            notes.add(Place::Line(field.line), Class::TooLarge, notes::game_too_long());
            is_cut = is_main;
            break;
        };
        places.push(field.line as u32);
        nodes.push(node);
        at = node;
    }
    if is_cut {
        game.set_cut();
    }
    nodes
}

/// Comments: `commentN` on ply N of the main line, `commentC_N` on ply N of line C, 0 before the first move.
fn comments(fields: &Fields, lines: &HashMap<u32, Line>, game: &mut GameTree, notes: &mut Notes) {
    for field in fields.list.iter().filter(|field| is_comment(&field.name) && !field.value.is_empty()) {
        let number = field.name["comment".len()..].trim_start_matches('_');
        let (line, ply) = number.split_once('_').unwrap_or(("0", number));
        let node = match (line.parse::<u32>(), ply.parse::<usize>()) {
            (Ok(0), Ok(0)) => Some(NodeId::ROOT),
            (Ok(line), Ok(ply)) => {
                lines.get(&line).and_then(|line| line.nodes.get(ply.checked_sub(line.first)?)).copied()
            }
            _ => None,
        };
        let text = field.value.replace("||", "\n");
        match node {
            Some(node) => game.add_comment(node, &text),
            None => {
                // It is said about the game at least.
                game.add_comment(NodeId::ROOT, &text);
                let name = shown(&field.name);
                let text = Bilingual::new(
                    format!("{name} 不属于任何着法，放在起始局面处"),
                    format!("{name} belongs to no move; it is kept at the start"),
                );
                notes.add(Place::Line(field.line), Class::Changed, text);
            }
        }
    }
}
