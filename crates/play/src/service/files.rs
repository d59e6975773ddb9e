//! Game files for the page: bytes to trees, trees to bytes.

use super::terms::texts;
use super::words::{self, Refusal};
use guohe::board::Board;
use guohe::notation::Style;
use guohe::types::Move;
use guohe_games::bilingual::Bilingual;
use guohe_games::tree::MAX_DEPTH;
use guohe_games::{GameTree, NodeId, Note, Target, TextEncoding};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The largest game file, with everything that its reader would take, in bytes.
pub const LARGEST_FILE: usize = 8 << 20;
/// The largest game that the page sends back, in bytes of JSON. Every game that could be opened must fit: its moves, as
/// many as a page is given, and texts, which grow on the way from the encoding of the file to UTF-8 and to JSON.
pub const LARGEST_GAME: usize = 32 << 20;
/// Games of a library that the page is given.
const MOST_GAMES: usize = 500;
/// Moves that the page is given, over all games.
const MOST_NODES: usize = 100_000;
/// Notes that fit beside a file.
const MOST_NOTES: usize = 20;

/// What is said of a body that is not taken, and what can be done.
pub fn too_large(what: &str) -> Bilingual {
    if what == "import" {
        let most = LARGEST_FILE >> 20;
        Bilingual::new(
            format!("文件超过 {most} MiB：请先拆分，或用 guohe-tools convert 处理。"),
            format!("The file is larger than {most} MiB: split it first, or use guohe-tools convert."),
        )
    } else {
        let most = LARGEST_GAME >> 20;
        Bilingual::new(
            format!("对局超过 {most} MiB：请删去一些变着或注解再试。"),
            format!("The game is larger than {most} MiB: delete some of its variations or comments and try again."),
        )
    }
}

/// The games of a file as the page keeps them, and what there is to say about it.
pub fn import(bytes: &[u8]) -> Value {
    let reading = guohe_games::read(bytes);
    let mut notes: Vec<Bilingual> = reading.notes.iter().map(both).collect();
    let mut room = MOST_NODES;
    let mut games = Vec::new();
    for game in &reading.games {
        if games.len() == MOST_GAMES || game.len() > room {
            let left = reading.games.len() - games.len();
            notes.push(Bilingual::new(
                format!("文件太大，其余 {left} 局未显示。"),
                format!("The file is too large for the page; games left out: {left}."),
            ));
            break;
        }
        room -= game.len();
        games.push(tree_json(game));
    }
    json!({ "games": games, "notes": notes })
}

/// A note in both languages.
fn both(note: &Note) -> Bilingual {
    Bilingual::new(note.chinese(), note.to_string())
}

fn tree_json(game: &GameTree) -> Value {
    let mut nodes =
        vec![json!({ "move": null, "parent": null, "children": [], "comment": game.comment(NodeId::ROOT) })];
    let mut place = vec![0_usize; game.len()];
    let mut children: Vec<Vec<usize>> = vec![Vec::new()];
    let mut board = game.board();
    for (node, depth) in game.walk() {
        while board.plies_played() >= depth {
            board.unmake();
        }
        let (Some(mv), Some(parent)) = (game.mv(node), game.parent(node)) else { continue };
        let at = nodes.len();
        let glyph = match game.glyphs(node) {
            [] => Value::Null,
            [glyph] => json!(glyph),
            glyphs => json!(glyphs),
        };
        place[node.index()] = at;
        children.push(Vec::new());
        children[place[parent.index()]].push(at);
        nodes.push(json!({
            "move": texts(&board, mv),
            "parent": place[parent.index()],
            "comment": game.comment(node),
            "glyph": glyph,
        }));
        board.make(mv);
    }
    for (node, children) in nodes.iter_mut().zip(children) {
        node["children"] = json!(children);
    }
    let tags: Map<String, Value> = game.tags().map(|(name, value)| (name.to_owned(), value.into())).collect();
    json!({ "start": game.fen(), "tags": tags, "nodes": nodes, "isCut": game.is_cut() })
}

/// A game as the page sends it: nodes in the order of a walk, the root first.
#[derive(Deserialize)]
pub struct TreeIn {
    start: String,
    #[serde(default)]
    tags: BTreeMap<String, String>,
    nodes: Vec<NodeIn>,
}

#[derive(Deserialize)]
struct NodeIn {
    #[serde(rename = "move")]
    mv: Option<MoveIn>,
    parent: Option<usize>,
    #[serde(default)]
    comment: String,
    glyph: Option<Glyphs>,
}

/// Marks of a move: the page is given a list if there are several, and sends back what it was given.
#[derive(Deserialize)]
#[serde(untagged)]
enum Glyphs {
    One(u8),
    Several(Vec<u8>),
}

#[derive(Deserialize)]
struct MoveIn {
    mv: String,
}

impl TreeIn {
    /// The game, with all its moves tried by the rules.
    ///
    /// # Errors
    /// When it is none.
    pub fn read(&self) -> Result<GameTree, Refusal> {
        let broken = || Refusal::bad("对局数据有误", "The game is broken.");
        let start = Board::from_fen(&self.start).map_err(|error| Refusal::unlawful(words::fen(&error)))?;
        let mut game = GameTree::from_board(&start);
        for (name, value) in &self.tags {
            if !matches!(name.as_str(), "FEN" | "SetUp" | "Format") {
                game.set_tag(name, value);
            }
        }
        let (root, others) = self.nodes.split_first().ok_or_else(broken)?;
        game.add_comment(NodeId::ROOT, &root.comment);
        let mut ids = vec![(NodeId::ROOT, 0_usize)];
        for node in others {
            let mv: Move = node.mv.as_ref().and_then(|mv| mv.mv.parse().ok()).ok_or_else(broken)?;
            let &(parent, depth) = node.parent.and_then(|parent| ids.get(parent)).ok_or_else(broken)?;
            if depth >= MAX_DEPTH {
                return Err(broken());
            }
            let id = game.add(parent, mv).ok_or_else(broken)?;
            game.add_comment(id, &node.comment);
            match &node.glyph {
                None => {}
                Some(Glyphs::One(glyph)) => game.add_glyph(id, *glyph),
                Some(Glyphs::Several(glyphs)) => glyphs.iter().for_each(|&glyph| game.add_glyph(id, glyph)),
            }
            ids.push((id, depth + 1));
        }
        let mut board = game.board();
        for (node, depth) in game.walk() {
            while board.plies_played() >= depth {
                board.unmake();
            }
            let mv = game.mv(node).ok_or_else(broken)?;
            if !board.is_legal_move(mv) {
                return Err(Refusal::unlawful(words::illegal(&board, mv)));
            }
            board.make(mv);
        }
        Ok(game)
    }
}

/// A game as a file.
pub struct File {
    pub bytes: Vec<u8>,
    /// What its name ends in, without the dot.
    pub extension: &'static str,
    /// What the format could not hold.
    pub notes: Vec<Bilingual>,
}

/// A file of the game in the format that the page names.
///
/// # Errors
/// When the game is none or the format is unknown.
pub fn export(game: &TreeIn, to: &str) -> Result<File, Refusal> {
    let target = match to {
        "pgn" => Target::Pgn(Style::Chinese),
        "pgn-traditional" => Target::Pgn(Style::Traditional),
        "pgn-wxf" => Target::Pgn(Style::Wxf),
        "pgn-iccs" => Target::Pgn(Style::Iccs),
        "xqf" => Target::Xqf,
        "ubb" => Target::Ubb,
        "moves" => Target::Moves,
        "fen" => Target::Fen,
        _ => return Err(Refusal::bad("没有这种格式", "There is no such format.")),
    };
    let written = guohe_games::write(&game.read()?, 1, target, TextEncoding::Utf8);
    let notes = written.notes.iter().take(MOST_NOTES).map(both).collect();
    Ok(File { bytes: written.bytes, extension: target.extension(), notes })
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = "[Event \"x\"]\n\n1. 炮二平五 马8进7 {好} (1... 炮8平5 2. 马二进三) 2. 马二进三 *\n";

    #[test]
    fn a_game_goes_to_the_page_and_back() {
        let read = import(GAME.as_bytes());
        let tree: TreeIn = serde_json::from_value(read["games"][0].clone()).unwrap();
        let game = tree.read().unwrap();
        let moves: Vec<String> = game.main_line().map(|mv| mv.to_string()).collect();
        assert_eq!(moves, ["h2e2", "h9g7", "h0g2"]);
        assert_eq!((game.variations(), game.tag("Event")), (1, Some("x")));
        assert_eq!(
            import(&guohe_games::write(&game, 1, Target::Ubb, TextEncoding::Utf8).bytes)["games"][0]["nodes"],
            read["games"][0]["nodes"]
        );
        for to in ["pgn", "pgn-traditional", "fen", "pgn-wxf", "pgn-iccs", "xqf", "ubb", "moves"] {
            assert!(export(&tree, to).is_ok(), "{to}");
        }
        assert!(export(&tree, "zip").is_err());
    }

    #[test]
    fn a_game_keeps_all_its_marks_and_tags() {
        let file = "[轮次 \"3\"]\n\n1. 炮二平五! $14 马8进7 $0 2. 马二进三? *";
        let read = import(file.as_bytes());
        let glyphs: Vec<&Value> = [1, 2, 3].iter().map(|&node| &read["games"][0]["nodes"][node]["glyph"]).collect();
        assert_eq!(glyphs, [&json!([1, 14]), &json!(0), &json!(2)]);
        let tree: TreeIn = serde_json::from_value(read["games"][0].clone()).unwrap();
        let text = String::from_utf8(export(&tree, "pgn").unwrap().bytes).unwrap();
        assert!(file.split("\n\n").all(|part| text.contains(part)), "{text}");
    }

    #[test]
    fn a_game_tells_whether_its_main_line_went_on() {
        let is_cut = |text: &str| import(text.as_bytes())["games"][0]["isCut"].clone();
        assert_eq!(is_cut(GAME), json!(false));
        assert_eq!(is_cut(&GAME.replace("(1... 炮8平5 2. 马二进三)", "(1... 炮8平5 2. 马二进七)")), json!(false));
        assert_eq!(is_cut(&GAME.replace("2. 马二进三 *", "2. 马二进七 *")), json!(true));
    }

    #[test]
    fn the_largest_game_that_opens_can_be_sent_back() {
        // As the page writes a node of it, with the longest numbers.
        let node = json!({ "move": { "mv": "h2e2" }, "parent": MOST_NODES, "comment": "", "glyph": null });
        // A byte of a file can become a replacement character, which has three; there are no control characters, whose
        // escapes have six.
        let texts = 3 * LARGEST_FILE;
        assert!(MOST_NODES * (node.to_string().len() + 1) + texts <= LARGEST_GAME);
    }

    #[test]
    fn a_tree_that_is_no_game_is_refused() {
        let start = guohe::board::STARTPOS;
        let node = |mv: &str, parent: usize| json!({ "move": { "mv": mv }, "parent": parent });
        let root = json!({ "move": null, "parent": null });
        for nodes in [
            json!([]),
            json!([root, node("h2e2", 1)]),
            json!([root, node("h2e2", 7)]),
            json!([root, node("h2h3x", 0)]),
            json!([root, node("a0a9", 0)]),
            json!([root, root]),
        ] {
            let tree: TreeIn = serde_json::from_value(json!({ "start": start, "nodes": nodes })).unwrap();
            assert!(tree.read().is_err(), "{nodes}");
        }
        let tree: TreeIn = serde_json::from_value(json!({ "start": "9/9", "nodes": [root] })).unwrap();
        assert!(tree.read().is_err());
    }

    #[test]
    fn what_is_too_large_is_refused_with_what_to_do() {
        for (what, most, advice) in
            [("import", "8 MiB", "convert"), ("export", "32 MiB", "delete"), ("library", "32 MiB", "delete")]
        {
            let reason = too_large(what);
            assert!(reason.chinese.contains(most) && reason.english.contains(most), "{what}: {reason:?}");
            assert!(reason.english.contains(advice), "{what}: {reason:?}");
        }
    }
}
