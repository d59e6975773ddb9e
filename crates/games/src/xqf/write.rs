//! Writes XQF version 10, which every program that knows XQF reads.

use super::keys::{self, HEADER};
use crate::bilingual::Bilingual;
use crate::notes::{Class, Notes, Place};
use crate::tree::{GameResult, GameTree, NodeId};
use crate::{held, placement};
use encoding_rs::GB18030;
use guohe::types::Color;

/// The file of one game. `number` counts the games, for the notes.
pub fn write(game: &GameTree, number: usize, notes: &mut Notes) -> Vec<u8> {
    let mut bytes = vec![0; HEADER];
    bytes[..3].copy_from_slice(&[b'X', b'Q', keys::PLAIN]);
    let board = game.board();
    for (place, square) in bytes[16..48].iter_mut().zip(placement::squares_of(&board)) {
        *place = square.map_or(0xff, keys::number);
    }
    bytes[50] = u8::from(board.side() == Color::Black);
    bytes[51] = match game.result() {
        GameResult::Unknown => 0,
        GameResult::Red => 1,
        GameResult::Black => 2,
        GameResult::Draw => 3,
    };
    bytes[64] = match game.tag("Stage") {
        Some("opening") => 1,
        Some("middlegame") => 2,
        Some("endgame") => 3,
        _ => 0,
    };
    for (at, most, name) in keys::TEXTS {
        if let Some(value) = game.tag(name) {
            let (text, length) = cut(value, most);
            if length < value.len() {
                let text = Bilingual::new(
                    format!("XQF 的 {name} 只有 {most} 字节，“{value}”被截短"),
                    format!("XQF has {most} bytes for {name}: '{value}' is cut"),
                );
                notes.add(Place::Game(number), Class::NotHeld, text);
            }
            bytes[at] = text.len() as u8;
            bytes[at + 1..=at + text.len()].copy_from_slice(&text);
        }
    }
    let has_place = |name: &str| (name == "Stage" && bytes[64] != 0) || keys::TEXTS.iter().any(|text| text.2 == name);
    held::name_the_rest(game, "XQF", has_place, number, notes);
    held::name_counters(game, "XQF", number, notes);
    node(game, NodeId::ROOT, &mut bytes);
    for (id, _) in game.walk() {
        node(game, id, &mut bytes);
    }
    bytes
}

/// As much of `value` as fits into `most` bytes of GB 18030, and how long that is in `value`.
fn cut(value: &str, most: usize) -> (Vec<u8>, usize) {
    let mut text = Vec::new();
    for (at, c) in value.char_indices() {
        let mut one = [0; 4];
        let coded = GB18030.encode(c.encode_utf8(&mut one)).0.into_owned();
        if text.len() + coded.len() > most {
            return (text, at);
        }
        text.extend(coded);
    }
    (text, value.len())
}

fn node(game: &GameTree, id: NodeId, bytes: &mut Vec<u8>) {
    let (from, to) = game.mv(id).map_or((0, 0), |mv| (keys::number(mv.from()), keys::number(mv.to())));
    let follows = if game.first_child(id).is_some() { 0xf0 } else { 0 };
    let varies = if game.next_sibling(id).is_some() { 0x0f } else { 0 };
    let comment = GB18030.encode(&game.comment(id).replace('\n', "\r\n")).0.into_owned();
    bytes.extend([0x18 + from, 0x20 + to, follows | varies, 0]);
    bytes.extend((comment.len() as u32).to_le_bytes());
    bytes.extend(comment);
}
