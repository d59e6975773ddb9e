//! The one shape that every game has here, whatever file it came from: tags, a start position and a tree of moves.
//! Knows nothing of texts or files, and nothing of what is legal; the readers see to that.

use guohe::board::{Board, STARTPOS};
use guohe::notation::Style;
use guohe::types::{Color, Move};
use indexmap::IndexMap;
use std::borrow::Cow;

/// The most nodes that a game may have. Real games have some hundreds, books of openings tens of thousands.
pub const MAX_NODES: usize = 1_000_000;
/// The most nodes of all games of a file together: some 80,000 games.
pub const MAX_FILE_NODES: usize = 8_000_000;
/// The most moves from the start to the end of a line, and the most lines inside one another.
pub const MAX_DEPTH: usize = 10_000;

/// A node of one [`GameTree`]: a number that means nothing to another tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NodeId(u32);

impl NodeId {
    /// The start of every game, before the first move.
    pub const ROOT: Self = Self(0);
    const NONE: Self = Self(u32::MAX);

    fn some(self) -> Option<Self> {
        (self != Self::NONE).then_some(self)
    }

    /// A number below [`GameTree::len`]: nodes are counted in the order in which they were added, the root is 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A position of the game: the move that led to it and what was said about it.
#[derive(Clone, Debug)]
struct Node {
    parent: NodeId,
    first_child: NodeId,
    last_child: NodeId,
    next_sibling: NodeId,
    /// `None` at the root only.
    mv: Option<Move>,
    /// Few nodes of few games have any.
    remarks: Option<Box<Remarks>>,
}

/// What was said about a move.
#[derive(Clone, Default, Debug)]
struct Remarks {
    comment: String,
    /// Numeric annotation glyphs, as PGN counts them: 1 is `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`.
    glyphs: Vec<u8>,
}

/// How a game ended, as its file says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameResult {
    /// `1-0`
    Red,
    /// `0-1`
    Black,
    /// `1/2-1/2`
    Draw,
    /// `*`
    Unknown,
}

/// More characters than any result has.
const LONGEST_RESULT: usize = 8;

impl GameResult {
    /// PGN's word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Red => "1-0",
            Self::Black => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unknown => "*",
        }
    }

    /// Reads PGN's word and what Chinese files say, with any dashes and digits.
    pub fn read(text: &str) -> Option<Self> {
        let text = text.trim();
        // Words are asked in files of any length.
        if text.chars().nth(LONGEST_RESULT).is_some() {
            return None;
        }
        let plain: String = text.chars().filter_map(plainest).collect();
        Some(match plain.as_str() {
            "1-0" | "2-0" | "红胜" | "红先胜" | "先胜" | "黑负" => Self::Red,
            "0-1" | "0-2" | "黑胜" | "红先负" | "先负" | "红负" => Self::Black,
            "1/2-1/2" | "1/2" | "½-½" | "和" | "和棋" | "和局" | "平局" | "红先和" | "先和" => Self::Draw,
            "*" => Self::Unknown,
            "" if text.is_empty() => Self::Unknown,
            _ => return None,
        })
    }
}

/// A character of a result in its plainest form; 红方 says no more than 红.
const fn plainest(c: char) -> Option<char> {
    Some(match c {
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '－' | ':' | '：' => '-',
        '０' => '0',
        '１' => '1',
        '２' => '2',
        '紅' => '红',
        '勝' => '胜',
        '負' => '负',
        '方' => return None,
        _ => c,
    })
}

/// One game with all its lines.
///
/// The nodes lie in one vector and point at each other by number, so that no file, however deep its lines are nested,
/// can exhaust a stack. The first child of a node is the main line, further ones are variations.
#[derive(Clone, Debug)]
pub struct GameTree {
    /// In the order in which they were set.
    tags: IndexMap<String, String>,
    /// A FEN of six fields that [`Board::from_fen`] has read and written.
    start: String,
    /// How its file writes moves.
    style: Style,
    /// Whether its file has more of the main line, which could not be read.
    is_cut: bool,
    nodes: Vec<Node>,
}

impl Default for GameTree {
    fn default() -> Self {
        Self::new()
    }
}

impl GameTree {
    /// A game from the start position without a move.
    pub fn new() -> Self {
        let style = Style::Chinese;
        let nodes = vec![Self::node(NodeId::NONE, None)];
        Self { tags: IndexMap::new(), start: STARTPOS.to_owned(), style, is_cut: false, nodes }
    }

    /// A game from `board` on without a move. What was played before on that board is no part of the game.
    pub fn from_board(board: &Board) -> Self {
        Self { start: board.fen(), ..Self::new() }
    }

    fn node(parent: NodeId, mv: Option<Move>) -> Node {
        let none = NodeId::NONE;
        let (first_child, last_child, next_sibling) = (none, none, none);
        Node { parent, first_child, last_child, next_sibling, mv, remarks: None }
    }

    /// The tags in the order in which they were set; names are PGN's (`Event`, `Red`, `Result`, …).
    pub fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
        self.tags.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The value of a tag; empty values count as none.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.get(name).map(String::as_str).filter(|value| !value.is_empty())
    }

    /// Sets a tag, in the place of an older value if there is one; control characters go as in a comment. The start
    /// position is no tag: see [`Self::fen`].
    pub fn set_tag(&mut self, name: &str, value: &str) {
        self.tags.insert(name.to_owned(), printable(value).into_owned());
    }

    /// The result as the tag `Result` has it.
    pub fn result(&self) -> GameResult {
        self.tag("Result").and_then(GameResult::read).unwrap_or(GameResult::Unknown)
    }

    /// Sets the tag `Result`.
    pub fn set_result(&mut self, result: GameResult) {
        self.set_tag("Result", result.word());
    }

    /// The position before the first move, as a FEN of six fields.
    pub fn fen(&self) -> &str {
        &self.start
    }

    /// How the file that the game came from writes moves; Chinese where it has none in words.
    pub fn style(&self) -> Style {
        self.style
    }

    /// Sets how moves are written.
    pub fn set_style(&mut self, style: Style) {
        self.style = style;
    }

    /// Whether its file has more of the main line, which could not be read.
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// Says that the main line went on in the file.
    pub fn set_cut(&mut self) {
        self.is_cut = true;
    }

    /// Whether the game begins where every game begins.
    pub fn is_from_startpos(&self) -> bool {
        // The counters say nothing about where the pieces stand.
        let pieces_and_side = |fen: &str| fen.split(' ').take(2).map(str::to_owned).collect::<Vec<_>>();
        pieces_and_side(&self.start) == pieces_and_side(STARTPOS)
    }

    /// The position before the first move.
    ///
    /// # Panics
    /// Never: the text came from a board.
    pub fn board(&self) -> Board {
        Board::from_fen(&self.start).expect("a board wrote this FEN")
    }

    /// Who moves first.
    pub fn first_side(&self) -> Color {
        if self.start.split(' ').nth(1) == Some("b") { Color::Black } else { Color::Red }
    }

    /// Number of nodes, the root included.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is not a single move.
    pub fn is_empty(&self) -> bool {
        self.nodes.len() == 1
    }

    /// Adds a move below `parent`, after those that are there. `None` when the tree is full.
    pub fn add(&mut self, parent: NodeId, mv: Move) -> Option<NodeId> {
        if self.nodes.len() >= MAX_NODES {
            return None;
        }
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(Self::node(parent, Some(mv)));
        match self.nodes[parent.index()].last_child.some() {
            Some(last) => self.nodes[last.index()].next_sibling = id,
            None => self.nodes[parent.index()].first_child = id,
        }
        self.nodes[parent.index()].last_child = id;
        Some(id)
    }

    /// The move that led to `node`; `None` at the root.
    pub fn mv(&self, node: NodeId) -> Option<Move> {
        self.nodes[node.index()].mv
    }

    /// The node before `node`; `None` at the root.
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.nodes[node.index()].parent.some()
    }

    /// The main line's next node.
    pub fn first_child(&self, node: NodeId) -> Option<NodeId> {
        self.nodes[node.index()].first_child.some()
    }

    /// The next variation beside `node`.
    pub fn next_sibling(&self, node: NodeId) -> Option<NodeId> {
        self.nodes[node.index()].next_sibling.some()
    }

    /// All that may follow `node`, main line first.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.first_child(node), |&child| self.next_sibling(child))
    }

    fn remarks(&mut self, node: NodeId) -> &mut Remarks {
        self.nodes[node.index()].remarks.get_or_insert_default()
    }

    /// What was said about the move, or about the start at the root. Lines end with `\n`.
    pub fn comment(&self, node: NodeId) -> &str {
        self.nodes[node.index()].remarks.as_ref().map_or("", |remarks| &remarks.comment)
    }

    /// Adds to what was said about a node, on a line of its own. Blanks around the text go, and control characters but
    /// tabs and the ends of lines, which become `\n`.
    pub fn add_comment(&mut self, node: NodeId, text: &str) {
        let text = printable(text);
        let text = text.trim();
        if text.is_empty() {
            return;
        }
        let comment = &mut self.remarks(node).comment;
        if !comment.is_empty() {
            comment.push('\n');
        }
        comment.push_str(text);
    }

    /// Replaces what was said about a node.
    pub fn set_comment(&mut self, node: NodeId, text: &str) {
        self.remarks(node).comment.clear();
        self.add_comment(node, text);
    }

    /// Marks of a move, numbered as PGN does.
    pub fn glyphs(&self, node: NodeId) -> &[u8] {
        self.nodes[node.index()].remarks.as_ref().map_or(&[], |remarks| &remarks.glyphs)
    }

    /// Adds a mark.
    pub fn add_glyph(&mut self, node: NodeId, glyph: u8) {
        let glyphs = &mut self.remarks(node).glyphs;
        if !glyphs.contains(&glyph) {
            glyphs.push(glyph);
        }
    }

    /// Takes a mark away, if it is there.
    pub fn remove_glyph(&mut self, node: NodeId, glyph: u8) {
        if let Some(remarks) = &mut self.nodes[node.index()].remarks {
            remarks.glyphs.retain(|&other| other != glyph);
        }
    }

    /// The moves of the main line.
    pub fn main_line(&self) -> impl Iterator<Item = Move> + '_ {
        self.main_nodes().filter_map(|node| self.mv(node))
    }

    /// The nodes of the main line without the root.
    pub fn main_nodes(&self) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.first_child(NodeId::ROOT), |&node| self.first_child(node))
    }

    /// Number of lines beside the main one.
    pub fn variations(&self) -> usize {
        self.nodes.iter().filter(|node| node.next_sibling != NodeId::NONE).count()
    }

    /// All nodes below the root in the order of the file formats: a move, all that follows it, then the next variation
    /// beside it. Beside each node stands its depth, 1 for a first move.
    pub fn walk(&self) -> Walk<'_> {
        Walk { tree: self, waiting: self.first_child(NodeId::ROOT).map(|node| (node, 1)).into_iter().collect() }
    }
}

/// See [`GameTree::walk`].
pub struct Walk<'a> {
    tree: &'a GameTree,
    waiting: Vec<(NodeId, usize)>,
}

impl Iterator for Walk<'_> {
    type Item = (NodeId, usize);

    fn next(&mut self) -> Option<Self::Item> {
        let (node, depth) = self.waiting.pop()?;
        self.waiting.extend(self.tree.next_sibling(node).map(|next| (next, depth)));
        self.waiting.extend(self.tree.first_child(node).map(|child| (child, depth + 1)));
        Some((node, depth))
    }
}

/// What can be shown of a text: ends of lines become `\n`, and other control characters go, but tabs. What programs
/// write that know none of them is not made six times as long by escapes, and nothing of a file acts on a terminal.
fn printable(text: &str) -> Cow<'_, str> {
    let is_shown = |c: char| !c.is_control() || matches!(c, '\n' | '\t');
    if text.chars().all(is_shown) {
        return Cow::Borrowed(text);
    }
    let mut shown = text.replace("\r\n", "\n").replace('\r', "\n");
    shown.retain(is_shown);
    Cow::Owned(shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mv(text: &str) -> Move {
        text.parse().unwrap()
    }

    #[test]
    fn the_first_child_is_the_main_line_and_walking_finishes_a_line_before_its_sibling() {
        let mut game = GameTree::new();
        let first = game.add(NodeId::ROOT, mv("h2e2")).unwrap();
        let reply = game.add(first, mv("h9g7")).unwrap();
        game.add(reply, mv("h0g2")).unwrap();
        game.add(first, mv("b9c7")).unwrap();
        game.add(NodeId::ROOT, mv("c3c4")).unwrap();
        let line: Vec<String> = game.main_line().map(|mv| mv.to_string()).collect();
        assert_eq!(line, ["h2e2", "h9g7", "h0g2"]);
        let walk: Vec<(String, usize)> =
            game.walk().map(|(node, depth)| (game.mv(node).unwrap().to_string(), depth)).collect();
        let expected = [("h2e2", 1), ("h9g7", 2), ("h0g2", 3), ("b9c7", 2), ("c3c4", 1)];
        assert_eq!(walk, expected.map(|(text, depth)| (text.to_owned(), depth)));
        assert_eq!((game.variations(), game.len()), (2, 6));
    }

    #[test]
    fn results_are_read_as_people_write_them() {
        for (texts, result) in [
            (&["1-0", "1–0", "１－０", "1:0", "2-0", "红方胜", "紅勝", "黑方负", "红先胜"][..], GameResult::Red),
            (&["0-1", "0—1", "0：1", "黑勝", "红方负", "先負"], GameResult::Black),
            (&["1/2-1/2", "1/2–1/2", "½-½", "½–½", "和棋"], GameResult::Draw),
            (&["*", "", " "], GameResult::Unknown),
        ] {
            for text in texts {
                assert_eq!(GameResult::read(text), Some(result), "{text}");
            }
        }
        for text in ["方", "红方", "0-0", "红方大胜", "10-0"] {
            assert_eq!(GameResult::read(text), None, "{text}");
        }
    }

    #[test]
    fn a_tree_has_a_last_node() {
        let mut game = GameTree::new();
        let mut node = NodeId::ROOT;
        for _ in 1..MAX_NODES {
            node = game.add(node, mv("h2e2")).unwrap();
        }
        assert_eq!(game.add(node, mv("h2e2")), None);
        assert_eq!(game.walk().count(), MAX_NODES - 1);
    }

    #[test]
    fn tags_keep_their_order_and_comments_their_lines() {
        let mut game = GameTree::new();
        game.set_tag("Red", "甲");
        game.set_tag("Black", "");
        game.set_tag("Red", "乙");
        assert_eq!(game.tags().collect::<Vec<_>>(), [("Red", "乙"), ("Black", "")]);
        assert_eq!((game.tag("Red"), game.tag("Black"), game.tag("Site")), (Some("乙"), None, None));
        game.add_comment(NodeId::ROOT, "one");
        game.add_comment(NodeId::ROOT, "two");
        assert_eq!(game.comment(NodeId::ROOT), "one\ntwo");
        game.add_comment(NodeId::ROOT, "\x01 \x02");
        assert_eq!(game.comment(NodeId::ROOT), "one\ntwo");
        let node = game.add(NodeId::ROOT, mv("h2e2")).unwrap();
        game.add_comment(node, " \0a\x07\tb\r\nc\rd\u{9b}31m\x1b\n");
        assert_eq!(game.comment(node), "a\tb\nc\nd31m");
        game.set_tag("Red", "\x1b甲\u{85}");
        assert_eq!(game.tag("Red"), Some("甲"));
        let last = game.add(node, mv("h9g7")).unwrap();
        assert_eq!((game.mv(last), game.len()), (Some(mv("h9g7")), 3));
        game.set_tag("Result", "红胜");
        assert_eq!(game.result(), GameResult::Red);
    }
}
