//! Keeps what is legal of a tree whose moves came as coordinates that nobody has looked at yet.

use crate::bilingual::Bilingual;
use crate::notes::{self, Class, Notes, Place};
use crate::tree::{GameTree, MAX_DEPTH, NodeId};
use guohe::board::Board;
use guohe::types::Move;

/// `raw` without its illegal moves and all that follows them; each leaves a note. `place` says where in the file a
/// node came from.
pub fn keep_legal(raw: GameTree, place: impl Fn(NodeId) -> Place, notes: &mut Notes) -> GameTree {
    let mut kept = GameTree::from_board(&raw.board());
    for (name, value) in raw.tags() {
        kept.set_tag(name, value);
    }
    kept.add_comment(NodeId::ROOT, raw.comment(NodeId::ROOT));
    let mut board = raw.board();
    // The nodes of `kept` that lead to the position on the board.
    let mut path = vec![NodeId::ROOT];
    // The illegal move whose followers are being passed: its depth and how many they are.
    let mut illegal: Option<IllegalMove> = None;
    for (node, depth) in raw.walk() {
        if let Some(found) = &mut illegal {
            if depth > found.depth {
                found.followers += 1;
                found.comments += usize::from(!raw.comment(node).is_empty());
                continue;
            }
            found.note(notes);
            illegal = None;
        }
        while path.len() > depth {
            board.unmake();
            path.pop();
        }
        let Some(mv) = raw.mv(node) else { continue };
        let why = if depth > MAX_DEPTH {
            Some((
                Class::TooLarge,
                Bilingual::new("这一路着法太长，只读到这里", "the line has more moves than are read"),
            ))
        } else if !board.is_legal_move(mv) {
            Some((Class::NoSuchMove, why_illegal(&board, mv, depth)))
        } else {
            None
        };
        if let Some((class, text)) = why {
            let comments = usize::from(!raw.comment(node).is_empty());
            illegal = Some(IllegalMove { depth, place: place(node), class, text, followers: 0, comments });
            continue;
        }
        // A tree has no more nodes than the one that it was made from.
        let parent = path.last().copied().unwrap_or(NodeId::ROOT);
        let Some(child) = kept.add(parent, mv) else { break };
        kept.add_comment(child, raw.comment(node));
        raw.glyphs(node).iter().for_each(|&glyph| kept.add_glyph(child, glyph));
        board.make(mv);
        path.push(child);
    }
    if let Some(found) = &illegal {
        found.note(notes);
    }
    if raw.is_cut() || !raw.main_line().eq(kept.main_line()) {
        kept.set_cut();
    }
    kept
}

struct IllegalMove {
    depth: usize,
    place: Place,
    class: Class,
    text: Bilingual,
    followers: usize,
    comments: usize,
}

impl IllegalMove {
    fn note(&self, notes: &mut Notes) {
        notes.add(self.place, self.class, notes::line_ends(self.text.clone(), self.followers, self.comments));
    }
}

fn why_illegal(board: &Board, mv: Move, ply: usize) -> Bilingual {
    let why = match board.piece_at(mv.from()) {
        None => Bilingual::new("那里没有棋子", "no piece stands there"),
        Some(piece) if piece.color != board.side() => Bilingual::new("轮到对方走棋", "it is the other side's turn"),
        Some(_) if board.is_pseudo_legal(mv) => {
            Bilingual::new("走后自己的帅（将）会被吃（送将）", "it leaves the own king in check")
        }
        Some(_) => Bilingual::new("这个子不能这样走", "the piece does not move like that"),
    };
    why.about(&format!("{} {mv} 不合法", notes::due_on(board)), &format!("{mv} is not legal at ply {ply}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_illegal_move_takes_its_followers_with_it_and_nothing_else() {
        let mut raw = GameTree::new();
        let add = |raw: &mut GameTree, parent, text: &str| raw.add(parent, text.parse().unwrap()).unwrap();
        let first = add(&mut raw, NodeId::ROOT, "h2e2");
        let bad = add(&mut raw, first, "h9h5");
        let follower = add(&mut raw, bad, "h0g2");
        raw.add_comment(bad, "lost");
        raw.add_comment(follower, "lost, too");
        let good = add(&mut raw, first, "h9g7");
        raw.add_comment(good, "fine");
        add(&mut raw, good, "e3e4");
        add(&mut raw, good, "e0e1");
        let mut notes = Notes::default();
        let kept = keep_legal(raw, |node| Place::Offset(node.index()), &mut notes);
        let line: Vec<String> = kept.main_line().map(|mv| mv.to_string()).collect();
        assert_eq!(line, ["h2e2", "h9g7", "e3e4"]);
        assert_eq!(kept.comment(kept.main_nodes().nth(1).unwrap()), "fine");
        let notes: Vec<String> = notes.finish().iter().map(ToString::to_string).collect();
        assert_eq!(
            notes,
            ["byte 2: h9h5 is not legal at ply 2: the piece does not move like that; \
                 the line ends here, 1 more move and 2 comments are left out"]
        );
        assert_eq!(kept.len(), 5);
        assert!(kept.is_cut());
    }
}
