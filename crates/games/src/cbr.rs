//! Reads CBR and CBL, the records and libraries of 象棋桥 (CCBridge), version 2.

use crate::bilingual::Bilingual;
use crate::legal::keep_legal;
use crate::notes::{self, Class, Notes, Place, kept_before, left_out};
use crate::placement;
use crate::tree::{GameResult, GameTree, MAX_FILE_NODES, NodeId};
use guohe::types::{Color, File, Kind, Move, Piece, Rank, Square};

const RECORD: &[u8] = b"CCBridge Record\0";
const LIBRARY: &[u8] = b"CCBridgeLibrary\0";

/// Where the version, the result, the side to move, the move number, the pieces and the nodes of a record begin.
const VERSION: usize = 19;
const RESULT: usize = 2076;
const SIDE: usize = 2112;
const NUMBER: usize = 2116;
const PIECES: usize = 2120;
const NODES: usize = 2214;

/// The texts of a record: where, how many bytes, and the tag. UTF-16, ended by a zero.
const TEXTS: [(usize, usize, &str); 20] = [
    (180, 128, "Title"),
    (692, 64, "Event"),
    (756, 64, "Round"),
    (820, 32, "Group"),
    (852, 32, "Table"),
    (884, 64, "Date"),
    (948, 64, "Site"),
    (1012, 64, "TimeControl"),
    (1076, 64, "Red"),
    (1140, 64, "RedTeam"),
    (1204, 64, "RedTime"),
    (1268, 32, "RedElo"),
    (1300, 64, "Black"),
    (1364, 64, "BlackTeam"),
    (1428, 64, "BlackTime"),
    (1492, 32, "BlackElo"),
    (1524, 64, "Judge"),
    (1588, 64, "Recorder"),
    (1652, 64, "Annotator"),
    (1780, 64, "Author"),
];

/// Whether `bytes` begin as a record does.
pub fn is_cbr(bytes: &[u8]) -> bool {
    bytes.starts_with(RECORD)
}

/// Whether `bytes` begin as a library of records does.
pub fn is_cbl(bytes: &[u8]) -> bool {
    bytes.starts_with(LIBRARY)
}

/// The games of a library. Its header counts places for records, not records, so they are looked for.
pub fn read_library(bytes: &[u8], notes: &mut Notes) -> Vec<GameTree> {
    let mut starts: Vec<usize> = Vec::new();
    let mut at = 0;
    while let Some(found) = bytes[at..].windows(RECORD.len()).position(|window| window == RECORD) {
        starts.push(at + found);
        at += found + RECORD.len();
    }
    let mut games = Vec::new();
    let mut size = 0;
    for (index, &start) in starts.iter().enumerate() {
        if size > MAX_FILE_NODES {
            notes.add(Place::Offset(start), Class::TooLarge, notes::file_too_long());
            break;
        }
        let end = starts.get(index + 1).copied().unwrap_or(bytes.len());
        if let Some(game) = read_record(&bytes[..end], start, notes) {
            size += game.len() + 10;
            games.push(game);
        }
    }
    games
}

/// The game of the record that begins at `start` and goes on to the end of `bytes`.
pub fn read_record(bytes: &[u8], start: usize, notes: &mut Notes) -> Option<GameTree> {
    let record = &bytes[start..];
    let version = record.get(VERSION).copied().unwrap_or(0);
    if version != 2 {
        let text = Bilingual::new(
            format!("不支持第 {version} 版的 CBR，请用象棋桥另存为第 2 版"),
            format!("CBR version {version} is not supported; save it as version 2 in 象棋桥 (CCBridge)"),
        );
        notes.add(Place::Offset(start + VERSION), Class::NotAGame, text);
        return None;
    }
    if record.len() < NODES {
        notes.add(
            Place::Offset(bytes.len()),
            Class::Broken,
            Bilingual::new("文件在一局的文件头里就结束了", "the file ends inside the header of a game"),
        );
        return None;
    }
    let side = if record[SIDE] == 2 { Color::Black } else { Color::Red };
    let number = u16::from_le_bytes([record[NUMBER], record[NUMBER + 1]]);
    let pieces: Vec<(Piece, Square)> = record[PIECES..PIECES + Square::COUNT]
        .iter()
        .enumerate()
        .filter_map(|(index, &byte)| Some((piece(byte)?, square(index as u8)?)))
        .collect();
    let board = match placement::board_of(&pieces, side, u32::from(number.max(1))) {
        Ok(board) => board,
        Err(why) => {
            let text = left_out(why.about("起始局面", "the start position"));
            notes.add(Place::Offset(start + PIECES), Class::BadStart, text);
            return None;
        }
    };
    let mut game = GameTree::from_board(&board);
    for (at, length, name) in TEXTS {
        let value = utf16(&record[at..at + length]);
        if !value.is_empty() {
            game.set_tag(name, &value);
        }
    }
    game.set_result(match record[RESULT] {
        1 => GameResult::Red,
        2 => GameResult::Black,
        3 => GameResult::Draw,
        _ => GameResult::Unknown,
    });
    let offsets = nodes(record, start, &mut game, notes);
    let place = |node: NodeId| Place::Offset(start + offsets.get(node.index()).map_or(0, |&at| at as usize));
    Some(keep_legal(game, place, notes))
}

fn piece(byte: u8) -> Option<Piece> {
    const KINDS: [Kind; 7] =
        [Kind::Rook, Kind::Knight, Kind::Bishop, Kind::Advisor, Kind::King, Kind::Cannon, Kind::Pawn];
    let color = match byte >> 4 {
        1 => Color::Red,
        2 => Color::Black,
        _ => return None,
    };
    let kind = KINDS.get(usize::from(byte & 15).checked_sub(1)?)?;
    Some(Piece::new(color, *kind))
}

/// The square of a number that counts from the top left.
fn square(number: u8) -> Option<Square> {
    Some(Square::at(File::new(number % 9)?, Rank::new(9u8.checked_sub(number / 9)?)?))
}

fn utf16(bytes: &[u8]) -> String {
    let units: Vec<u16> = bytes
        .chunks_exact(2)
        .map(|pair| u16::from_le_bytes([pair[0], pair[1]]))
        .take_while(|&unit| unit != 0)
        .collect();
    String::from_utf16_lossy(&units).trim().to_owned()
}

/// Adds the nodes of `record` to `game` and returns where each began. A node is followed by its whole continuation,
/// then by the next variation beside it.
fn nodes(record: &[u8], start: usize, game: &mut GameTree, notes: &mut Notes) -> Vec<u32> {
    const LAST: u8 = 1;
    const SIBLING: u8 = 2;
    const COMMENT: u8 = 4;
    let mut offsets = vec![NODES as u32];
    let mut waiting: Vec<Option<NodeId>> = Vec::new();
    let mut parent = Some(NodeId::ROOT);
    let mut is_main = true;
    let mut at = NODES;
    loop {
        let here = Place::Offset(start + at);
        let Some(&[flags, _, from, to]) = record.get(at..at + 4).and_then(|bytes| bytes.first_chunk::<4>()) else {
            notes.add(here, Class::Broken, kept_before(notes::moves_cut()));
            if is_main {
                game.set_cut();
            }
            return offsets;
        };
        let node_at = at;
        at += 4;
        let mut comment = String::new();
        if flags & COMMENT != 0 {
            let text = record.get(at..at + 4).and_then(|bytes| bytes.first_chunk::<4>()).and_then(|&length| {
                let length = u32::from_le_bytes(length) as usize;
                record.get(at + 4..(at + 4).checked_add(length)?)
            });
            let Some(text) = text else {
                notes.add(here, Class::Broken, kept_before(notes::comment_cut()));
                if is_main {
                    game.set_cut();
                }
                return offsets;
            };
            comment = utf16(text);
            at += 4 + text.len();
        }
        // The first node, which has no move, holds what is said about the start.
        let is_start = node_at == NODES && from == to;
        let this = if is_start {
            Some(NodeId::ROOT)
        } else {
            let squares = (square(from), square(to));
            match (parent, squares) {
                (Some(parent), (Some(from), Some(to))) if from != to => match game.add(parent, Move::new(from, to)) {
                    Some(id) => {
                        offsets.push(node_at as u32);
                        Some(id)
                    }
                    None => {
                        notes.add(here, Class::TooLarge, notes::game_too_long());
                        if is_main {
                            game.set_cut();
                        }
                        return offsets;
                    }
                },
                (Some(_), _) => {
                    let text = notes::no_move(from, to);
                    notes.add(here, Class::UnreadableMove, text);
                    None
                }
                (None, _) => None,
            }
        };
        if let Some(id) = this {
            game.add_comment(id, &comment);
        } else if is_main {
            game.set_cut();
        }
        if flags & SIBLING != 0 && !is_start {
            waiting.push(parent);
        }
        if flags & LAST == 0 {
            parent = this;
        } else if let Some(earlier) = waiting.pop() {
            parent = earlier;
            is_main = false;
        } else {
            return offsets;
        }
    }
}
