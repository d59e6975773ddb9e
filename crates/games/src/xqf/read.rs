//! Reads XQF 10 to 18, the files of 象棋演播室.

use super::keys::{self, HEADER, Keys};
use crate::bilingual::Bilingual;
use crate::legal::keep_legal;
use crate::notes::{self, Class, Notes, Place, kept_before, left_out};
use crate::placement;
use crate::tree::{GameResult, GameTree, NodeId};
use encoding_rs::GB18030;
use guohe::types::{Color, Move, Piece, Square};

/// Whether `bytes` begin as XQF files do.
pub fn is_xqf(bytes: &[u8]) -> bool {
    bytes.starts_with(b"XQ") && bytes.get(2).is_some_and(|&version| version < b' ')
}

/// The game of an XQF file.
pub fn read(bytes: &[u8], notes: &mut Notes) -> Option<GameTree> {
    let Some((header, body)) = bytes.split_first_chunk::<HEADER>() else {
        notes.add(
            Place::Offset(bytes.len()),
            Class::Broken,
            Bilingual::new("文件在文件头里就结束了", "the file ends inside the header"),
        );
        return None;
    };
    let version = header[2];
    if version > keys::NEWEST {
        notes.add(
            Place::Offset(2),
            Class::NotAGame,
            Bilingual::new(format!("无法识别第 {version} 版的 XQF"), format!("XQF version {version} is not known")),
        );
        return None;
    }
    let keys = if version > keys::PLAIN { Keys::of(header) } else { Keys::NONE };
    let pieces = pieces_of(header, version, &keys);
    let mut nodes = Nodes { body, at: 0, version, keys: &keys };
    let first = nodes.first_move();
    // The side to move is the one whose piece moves first; the header's word for it is often wrong.
    let mover =
        first.and_then(|mv| pieces.iter().find(|(_, square)| *square == mv.from())).map(|(piece, _)| piece.color);
    let side = mover.unwrap_or(if header[50] == 1 { Color::Black } else { Color::Red });
    let board = match placement::board_of(&pieces, side, 1) {
        Ok(board) => board,
        Err(why) => {
            let text = left_out(why.about("起始局面", "the start position"));
            notes.add(Place::Offset(16), Class::BadStart, text);
            return None;
        }
    };
    let mut game = GameTree::from_board(&board);
    for (at, most, name) in keys::TEXTS {
        let length = usize::from(header[at]).min(most);
        let text = GB18030.decode_without_bom_handling(&header[at + 1..=at + length]).0;
        let text = text.trim_matches(|c: char| c.is_whitespace() || c == '\0');
        if !text.is_empty() {
            game.set_tag(name, text);
        }
    }
    game.set_result(match header[51] {
        1 => GameResult::Red,
        2 => GameResult::Black,
        3 | 4 => GameResult::Draw,
        _ => GameResult::Unknown,
    });
    if let Some(stage) = ["opening", "middlegame", "endgame"].get(usize::from(header[64]).wrapping_sub(1)) {
        game.set_tag("Stage", stage);
    }
    let offsets = nodes.read_all(&mut game, notes);
    let place = |node: NodeId| Place::Offset(offsets.get(node.index()).map_or(0, |&at| at as usize + HEADER));
    Some(keep_legal(game, place, notes))
}

/// The pieces of the header, those that are on the board.
fn pieces_of(header: &[u8; HEADER], version: u8, keys: &Keys) -> Vec<(Piece, Square)> {
    let mut places = [0u8; 32];
    for (index, &byte) in header[16..48].iter().enumerate() {
        // From version 12 on the pieces are shuffled as well.
        let shift = if version >= 12 { usize::from(keys.pieces) + 1 } else { 0 };
        places[(index + shift) % 32] = byte.wrapping_sub(keys.pieces);
    }
    placement::places().zip(places).filter_map(|(piece, place)| Some((piece, keys::square(place)?))).collect()
}

/// The nodes behind the header.
struct Nodes<'a> {
    body: &'a [u8],
    at: usize,
    version: u8,
    keys: &'a Keys,
}

/// One of them.
struct RawNode {
    from: u8,
    to: u8,
    has_child: bool,
    has_sibling: bool,
    comment: String,
}

impl Nodes<'_> {
    /// The next `N` bytes without what was added to them.
    fn bytes<const N: usize>(&mut self) -> Option<[u8; N]> {
        let coded = self.body.get(self.at..self.at + N)?;
        let mut plain = [0; N];
        for (index, (byte, coded)) in plain.iter_mut().zip(coded).enumerate() {
            *byte = coded.wrapping_sub(self.keys.stream[(self.at + index) % 32]);
        }
        self.at += N;
        Some(plain)
    }

    fn text(&mut self, length: usize) -> Option<String> {
        let coded = self.body.get(self.at..self.at.checked_add(length)?)?;
        let start = self.at;
        let plain: Vec<u8> = coded
            .iter()
            .enumerate()
            .map(|(index, byte)| byte.wrapping_sub(self.keys.stream[(start + index) % 32]))
            .collect();
        self.at += length;
        Some(GB18030.decode_without_bom_handling(&plain).0.into_owned())
    }

    /// The next node, or why there is none.
    fn next(&mut self) -> Result<RawNode, Bilingual> {
        let [from, to, flags, _] = self.bytes().ok_or_else(notes::moves_cut)?;
        let (has_child, has_sibling, has_comment) = if self.version > keys::PLAIN {
            (flags & 0x80 != 0, flags & 0x40 != 0, flags & 0x20 != 0)
        } else {
            (flags & 0xf0 != 0, flags & 0x0f != 0, true)
        };
        let mut comment = String::new();
        if has_comment {
            let length = u32::from_le_bytes(self.bytes().ok_or_else(notes::moves_cut)?).wrapping_sub(self.keys.length);
            comment = self.text(length as usize).ok_or_else(notes::comment_cut)?;
        }
        let from = from.wrapping_sub(0x18).wrapping_sub(self.keys.from);
        let to = to.wrapping_sub(0x20).wrapping_sub(self.keys.to);
        Ok(RawNode { from, to, has_child, has_sibling, comment })
    }

    /// The first move, for the side to move; nothing is consumed.
    fn first_move(&self) -> Option<Move> {
        let mut ahead = Nodes { body: self.body, at: self.at, version: self.version, keys: self.keys };
        let root = ahead.next().ok()?;
        let first = if root.has_child { ahead.next().ok()? } else { return None };
        move_of(&first)
    }

    /// Adds all nodes to `game` and returns where each began. A node is followed by its whole continuation, then by
    /// the next variation beside it.
    fn read_all(&mut self, game: &mut GameTree, notes: &mut Notes) -> Vec<u32> {
        let mut offsets = vec![0];
        // Parents of variations that are still to come; `None` for those under a move that cannot be one.
        let mut waiting: Vec<Option<NodeId>> = Vec::new();
        let mut parent = Some(NodeId::ROOT);
        let mut is_root = true;
        let mut is_main = true;
        loop {
            let start = self.at;
            let node = match self.next() {
                Ok(node) => node,
                Err(why) => {
                    let text = kept_before(why);
                    notes.add(Place::Offset(start + HEADER), Class::Broken, text);
                    if is_main {
                        game.set_cut();
                    }
                    return offsets;
                }
            };
            let this =
                if is_root { Some(NodeId::ROOT) } else { self.add(game, parent, &node, start, &mut offsets, notes) };
            if let Some(id) = this {
                game.add_comment(id, &node.comment);
            } else if is_main {
                game.set_cut();
            }
            if node.has_sibling && !is_root {
                waiting.push(parent);
            }
            is_root = false;
            if node.has_child {
                parent = this;
            } else if let Some(earlier) = waiting.pop() {
                parent = earlier;
                is_main = false;
            } else {
                return offsets;
            }
        }
    }

    fn add(
        &self,
        game: &mut GameTree,
        parent: Option<NodeId>,
        node: &RawNode,
        start: usize,
        offsets: &mut Vec<u32>,
        notes: &mut Notes,
    ) -> Option<NodeId> {
        // Below a move that was none.
        let parent = parent?;
        let Some(mv) = move_of(node) else {
            let text = notes::no_move(node.from, node.to);
            notes.add(Place::Offset(start + HEADER), Class::UnreadableMove, text);
            return None;
        };
        let Some(id) = game.add(parent, mv) else {
            notes.add(Place::Offset(start + HEADER), Class::TooLarge, notes::game_too_long());
            return None;
        };
        offsets.push(start as u32);
        Some(id)
    }
}

fn move_of(node: &RawNode) -> Option<Move> {
    let (from, to) = (keys::square(node.from)?, keys::square(node.to)?);
    (from != to).then(|| Move::new(from, to))
}
