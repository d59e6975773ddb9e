//! What the tests of the formats share: games to compare, and small makers of files.
#![allow(dead_code, reason = "every test file uses a part of it")]

use encoding_rs::GB18030;
use guohe::board::Board;
use guohe_games::{GameTree, NodeId};
use std::borrow::Cow;

/// Everything a game holds, for comparison. Tags may come in any order.
pub fn whole(game: &GameTree) -> String {
    let mut tags: Vec<_> = game.tags().filter(|(name, value)| *name != "Result" && !value.is_empty()).collect();
    tags.sort_unstable();
    let mut text = format!("{tags:?} {:?} {} {:?}\n", game.result(), game.fen(), game.comment(NodeId::ROOT));
    for (node, depth) in game.walk() {
        let mv = game.mv(node).unwrap();
        text += &format!("{depth} {mv} {:?} {:?}\n", game.glyphs(node), game.comment(node));
    }
    text
}

/// The main line as text.
pub fn line(game: &GameTree) -> String {
    game.main_line().map(|mv| mv.to_string()).collect::<Vec<_>>().join(" ")
}

/// A game of `moves` moves, chosen by `choices`, with variations and comments that `choices` asks for.
pub fn grown(choices: &[u16], comment: &str) -> GameTree {
    let mut game = GameTree::new();
    let mut board = Board::startpos();
    let mut at = NodeId::ROOT;
    for &choice in choices {
        // Now and then back by some plies, to begin a variation there; far out, back to the start.
        let far = board.plies_played() > 150;
        if choice % 7 == 0 || far {
            for _ in 0..if far { 200 } else { choice / 7 % 5 } {
                if let Some(parent) = game.parent(at) {
                    board.unmake();
                    at = parent;
                }
            }
        }
        let moves = board.legal_moves();
        if moves.is_empty() {
            continue;
        }
        let mv = moves[usize::from(choice) % moves.len()];
        at = game.add(at, mv).unwrap();
        board.make(mv);
        if choice % 5 == 0 {
            game.add_comment(at, comment);
        }
    }
    game.set_tag("Event", "全国象棋个人赛");
    game.set_tag("Red", "甲");
    game.set_tag("Black", "Black's name");
    game
}

/// An XQF file of `version`, coded with `keys` (bytes 3 and 8 to 15 of its header).
pub fn xqf(version: u8, keys: [u8; 9], nodes: &[Node], red: &str) -> Vec<u8> {
    let mut bytes = vec![0u8; 1024];
    bytes[..3].copy_from_slice(&[b'X', b'Q', version]);
    bytes[3] = keys[0];
    bytes[8..16].copy_from_slice(&keys[1..]);
    let coded = version > 10;
    let key = |byte: u8| (54 * u32::from(byte) * u32::from(byte) + 221) % 256;
    let men_key = if coded { key(bytes[13]) * u32::from(bytes[13]) % 256 } else { 0 };
    let from_key = if coded { key(bytes[14]) * men_key % 256 } else { 0 };
    let to_key = if coded { key(bytes[15]) * from_key % 256 } else { 0 };
    let length_key = if coded { (u32::from(bytes[12]) * 256 + u32::from(bytes[13])) % 32000 + 767 } else { 0 };
    let places = [0u8, 10, 20, 30, 40, 50, 60, 70, 80, 12, 72, 3, 23, 43, 63, 83];
    for index in 0..32 {
        let place = if index < 16 { places[index] } else { places[index - 16] / 10 * 10 + 9 - places[index - 16] % 10 };
        let at = if version >= 12 { (index + 64 - men_key as usize % 32 - 1) % 32 } else { index };
        bytes[16 + at] = place.wrapping_add(men_key as u8);
    }
    bytes[51] = 1;
    let name = GB18030.encode(red).0;
    bytes[304] = name.len() as u8;
    bytes[305..305 + name.len()].copy_from_slice(&name);
    for node in nodes {
        let square = |text: &str| {
            let bytes = text.as_bytes();
            (bytes[0] - b'a') * 10 + bytes[1] - b'0'
        };
        let (from, to) = if node.mv.is_empty() { (0, 0) } else { (square(&node.mv[..2]), square(&node.mv[2..])) };
        let mut flags = 0;
        if coded {
            flags |= if node.follows { 0x80 } else { 0 };
            flags |= if node.varies { 0x40 } else { 0 };
            flags |= if node.comment.is_empty() { 0 } else { 0x20 };
        } else {
            flags |= if node.follows { 0xf0 } else { 0 };
            flags |= if node.varies { 0x0f } else { 0 };
        }
        bytes.push((from + 0x18).wrapping_add(from_key as u8));
        bytes.push((to + 0x20).wrapping_add(to_key as u8));
        bytes.extend([flags, 0]);
        let comment = GB18030.encode(&node.comment).0;
        if !coded || !comment.is_empty() {
            bytes.extend((comment.len() as u32 + length_key).to_le_bytes());
            bytes.extend_from_slice(&comment);
        }
    }
    if coded {
        let words = b"[(C) Copyright Mr. Dong Shiwei.]";
        let (head, body) = bytes.split_at_mut(1024);
        for (at, byte) in body.iter_mut().enumerate() {
            let index = at % 32;
            let key = (head[8 + index % 4] | (head[12 + index % 4] & head[3])) & words[index];
            *byte = byte.wrapping_add(key);
        }
    }
    bytes
}

/// A node of a binary file: its move, none at the start, and what stands beside and behind it.
pub struct Node {
    pub mv: Cow<'static, str>,
    pub follows: bool,
    pub varies: bool,
    pub comment: Cow<'static, str>,
}

const fn node(mv: &'static str, follows: bool, varies: bool, comment: &'static str) -> Node {
    Node { mv: Cow::Borrowed(mv), follows, varies, comment: Cow::Borrowed(comment) }
}

/// The nodes of a whole game, for [`xqf`] and [`cbr`].
pub fn nodes_of(game: &GameTree) -> Vec<Node> {
    std::iter::once(NodeId::ROOT)
        .chain(game.walk().map(|(node, _)| node))
        .map(|node| Node {
            mv: game.mv(node).map_or(Cow::Borrowed(""), |mv| mv.to_string().into()),
            follows: game.first_child(node).is_some(),
            varies: game.next_sibling(node).is_some(),
            comment: game.comment(node).replace('\n', "\r\n").into(),
        })
        .collect()
}

/// 炮二平五 with three replies, the first of which has one of its own; comments at the start and on two moves.
pub const TREE: [Node; 6] = [
    node("", true, false, "开始\r\n第二行"),
    node("h2e2", true, false, "中炮"),
    node("h9g7", true, true, ""),
    node("h0g2", false, false, ""),
    node("b9c7", false, true, "反宫马"),
    node("h7e7", false, false, ""),
];

/// What [`TREE`] is.
pub const TREE_WALK: &str =
    "1 h2e2 [] \"中炮\"\n2 h9g7 [] \"\"\n3 h0g2 [] \"\"\n2 b9c7 [] \"反宫马\"\n2 h7e7 [] \"\"\n";

/// A record of 象棋桥, version 2.
pub fn cbr(nodes: &[Node], title: &str) -> Vec<u8> {
    let mut bytes = vec![0u8; 2214];
    bytes[..16].copy_from_slice(b"CCBridge Record\0");
    bytes[19] = 2;
    for (at, unit) in title.encode_utf16().enumerate() {
        bytes[180 + 2 * at..182 + 2 * at].copy_from_slice(&unit.to_le_bytes());
    }
    bytes[2076] = 3;
    bytes[2112] = 1;
    bytes[2116] = 1;
    let board = Board::startpos();
    for (index, byte) in bytes[2120..2210].iter_mut().enumerate() {
        let name = format!("{}{}", (b'a' + (index % 9) as u8) as char, 9 - index / 9);
        let letter = board.piece_at(guohe::types::Square::parse(&name).unwrap()).map(|piece| piece.letter());
        let Some(letter) = letter else { continue };
        let kind = 1 + "RNBAKCP".find(letter.to_ascii_uppercase()).unwrap() as u8;
        *byte = kind + if letter.is_ascii_uppercase() { 0x10 } else { 0x20 };
    }
    for node in nodes {
        let square = |text: &str| {
            let bytes = text.as_bytes();
            bytes[0] - b'a' + 9 * (b'9' - bytes[1])
        };
        let (from, to) = if node.mv.is_empty() { (0, 0) } else { (square(&node.mv[..2]), square(&node.mv[2..])) };
        let comment: Vec<u8> = node.comment.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let flags = u8::from(!node.follows) + 2 * u8::from(node.varies) + 4 * u8::from(!comment.is_empty());
        bytes.extend([flags, 0, from, to]);
        if !comment.is_empty() {
            bytes.extend((comment.len() as u32).to_le_bytes());
            bytes.extend(comment);
        }
    }
    bytes
}

/// A library of records, each on a step of 4096 bytes.
pub fn cbl(records: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = b"CCBridgeLibrary\0".to_vec();
    bytes.resize(60, 0);
    bytes.extend(128i32.to_le_bytes());
    for record in records {
        bytes.resize(bytes.len().next_multiple_of(4096), 0);
        bytes.extend(record);
    }
    bytes
}
