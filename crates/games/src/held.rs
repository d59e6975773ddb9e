//! Names what a format cannot hold, so that nothing is lost without a word.

use crate::bilingual::Bilingual;
use crate::notes::{Class, Notes, Place};
use crate::tree::GameTree;

/// Notes the tags that `format` has no place for, and marks of moves.
pub fn name_the_rest(game: &GameTree, format: &str, holds: impl Fn(&str) -> bool, number: usize, notes: &mut Notes) {
    let lost: Vec<&str> = game
        .tags()
        .filter(|(name, value)| !value.is_empty() && *name != "Result" && !holds(name))
        .map(|(name, _)| name)
        .collect();
    if !lost.is_empty() {
        let tags = if lost.len() == 1 { "tag" } else { "tags" };
        let text = Bilingual::new(
            format!("{format} 存不下标签 {}", lost.join("、")),
            format!("{format} has no place for the {tags} {}", lost.join(", ")),
        );
        notes.add(Place::Game(number), Class::NotHeld, text);
    }
    let marks: usize = game.walk().map(|(node, _)| game.glyphs(node).len()).sum();
    if marks > 0 {
        notes.add(
            Place::Game(number),
            Class::NotHeld,
            Bilingual::new(
                format!("{format} 存不下 ! 之类的标记，共 {marks} 个"),
                format!("{format} has no place for marks such as !: {marks} of them"),
            ),
        );
    }
}

/// Notes that move numbers and the count of quiet moves at the start are lost.
pub fn name_counters(game: &GameTree, format: &str, number: usize, notes: &mut Notes) {
    if !game.fen().ends_with(" 0 1") {
        let text = Bilingual::new(
            format!("{format} 存不下 FEN 中的回合数和无吃子步数"),
            format!("{format} has no place for the FEN's move counters"),
        );
        notes.add(Place::Game(number), Class::NotHeld, text);
    }
}
