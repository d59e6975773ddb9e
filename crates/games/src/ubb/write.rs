//! Writes a game with UBB marks.

use super::names;
use crate::bilingual::Bilingual;
use crate::notes::{Class, Notes, Place};
use crate::tree::{GameResult, GameTree, NodeId};
use crate::{held, placement};
use guohe::board::STARTPOS;
use std::collections::VecDeque;
use std::fmt::Write;

/// One game. `number` counts the games, for the notes.
pub fn write(game: &GameTree, number: usize, notes: &mut Notes) -> String {
    let mut out = Fields { text: "[DhtmlXQ]\n".to_owned(), changed: 0 };
    out.field("ver", "www_dpxq_com");
    out.field("init", "500,350");
    for (name, tag) in names::TAGS {
        if let Some(value) = game.tag(tag) {
            out.field(name, &value.replace('\n', " "));
        }
    }
    // Fields that have no tag of PGN's keep their names.
    let others: Vec<(&str, &str)> = game.tags().filter(|(name, value)| is_own(name) && !value.is_empty()).collect();
    others.iter().for_each(|(name, value)| out.field(name, value));
    let result = match game.result() {
        GameResult::Red => "红胜",
        GameResult::Black => "黑胜",
        GameResult::Draw => "和棋",
        GameResult::Unknown => "",
    };
    out.field("result", result);
    let places = placement::squares_of(&game.board()).into_iter();
    out.field("binit", &places.map(|square| square.map_or("99".to_owned(), names::number)).collect::<String>());
    if game.fen() != STARTPOS {
        out.field("fen", game.fen());
    }
    moves(game, &mut out);
    let has_place = |name: &str| names::TAGS.iter().any(|(_, tag)| *tag == name) || is_own(name);
    held::name_the_rest(game, "UBB", has_place, number, notes);
    if out.changed > 0 {
        let text = Bilingual::new(
            format!("有 {} 处注解或标签含有 UBB 标记，已改写", out.changed),
            format!("marks of UBB in comments and tags are written differently: {} of them", out.changed),
        );
        notes.add(Place::Game(number), Class::Changed, text);
    }
    out.text.push_str("[/DhtmlXQ]\n");
    out.text
}

/// Whether a tag has a name as UBB's fields have.
fn is_own(name: &str) -> bool {
    let known = names::TAGS.iter().any(|(field, _)| *field == name) || names::RESERVED.contains(&name);
    !known && !name.is_empty() && name.len() < 32 && name.bytes().all(|byte| byte.is_ascii_lowercase())
}

struct Fields {
    text: String,
    changed: usize,
}

impl Fields {
    fn field(&mut self, name: &str, value: &str) {
        let mut value = value.to_owned();
        if value.contains("DhtmlXQ") {
            self.changed += 1;
            value = value.replace("DhtmlXQ", "Dhtml XQ");
        }
        let _ = writeln!(self.text, "[DhtmlXQ_{name}]{value}[/DhtmlXQ_{name}]");
    }

    fn comment(&mut self, line: usize, ply: usize, comment: &str) {
        if comment.is_empty() {
            return;
        }
        // Two bars stand for the end of a line.
        let mut comment = comment.to_owned();
        if comment.contains("||") || comment.contains("|\n") {
            self.changed += 1;
            comment = comment.replace("||", "| |").replace("||", "| |").replace("|\n", "| \n");
        }
        let name = if line == 0 { format!("comment{ply}") } else { format!("comment{line}_{ply}") };
        self.field(&name, &comment.replace('\n', "||"));
    }
}

/// The main line and the variations, each under a number of its own, then the comments.
fn moves(game: &GameTree, out: &mut Fields) {
    let mut comments = Vec::new();
    let mut waiting = VecDeque::from([(0, 1, 0, game.first_child(NodeId::ROOT))]);
    let mut count = 0;
    comments.push((0, 0, NodeId::ROOT));
    while let Some((parent, first, own, start)) = waiting.pop_front() {
        let mut digits = String::new();
        let line = std::iter::successors(start, |&node| game.first_child(node));
        for (ply, node) in (first..).zip(line) {
            if let Some(mv) = game.mv(node) {
                digits += &(names::number(mv.from()) + &names::number(mv.to()));
            }
            comments.push((own, ply, node));
            let is_main = game.parent(node).and_then(|parent| game.first_child(parent)) == Some(node);
            let beside =
                std::iter::successors(game.next_sibling(node).filter(|_| is_main), |&node| game.next_sibling(node));
            for sibling in beside {
                count += 1;
                waiting.push_back((own, ply, count, Some(sibling)));
            }
        }
        match own {
            0 => out.field("movelist", &digits),
            _ => out.field(&format!("move_{parent}_{first}_{own}"), &digits),
        }
    }
    comments.iter().for_each(|&(line, ply, node)| out.comment(line, ply, game.comment(node)));
}
