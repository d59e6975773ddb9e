//! The game with what is said of it, as a game file again: scores from Red's point of view, better lines as variations.

use super::claim::Begins;
use super::curve::{Mark, Value};
use super::judge::Judgement;
use super::words;
use guohe::notation::Style;
use guohe::rules::Rules;
use guohe::types::{Color, Move};
use guohe_common::language::Language;
use guohe_games::{GameTree, NodeId};

/// Plies of a better line.
const LONGEST_LINE: usize = 8;
/// PGN's number of `!`.
const ONLY_MOVE: u8 = 1;
/// PGN's numbers of the marks that are given here.
const OWN_GLYPHS: [u8; 4] = [ONLY_MOVE, Mark::Mistake.glyph(), Mark::Blunder.glyph(), Mark::Inaccuracy.glyph()];
/// How a score begins. The remark stands behind it on the same line.
const SCORE: &str = "[%eval ";

/// `game` with marks, remarks and better lines. Its own comments and variations stay, but for scores and for what an
/// earlier analysis has said of a move.
pub fn annotate(game: &GameTree, judgement: &Judgement, rules: &Rules, language: Language, style: Style) -> GameTree {
    let mut told = game.clone();
    let was_analysed = game.tag("Annotator").is_some_and(|name| name.starts_with("guohe "));
    told.set_tag("Annotator", concat!("guohe ", env!("CARGO_PKG_VERSION"), ", scores from Red's point of view"));
    let nodes: Vec<NodeId> = game.main_nodes().collect();
    let parents = std::iter::once(NodeId::ROOT).chain(nodes.iter().copied());
    for ((judged, &node), parent) in judgement.moves.iter().zip(&nodes).zip(parents) {
        let mut comment = String::new();
        let mut below = "";
        if let Some((_, after)) = judged.values {
            if was_analysed && let Some((above, rest)) = game.comment(node).split_once(SCORE) {
                // What an earlier analysis has said goes: the rest of the line, and the mark.
                told.set_comment(node, above);
                below = rest.split_once('\n').map_or("", |(_, below)| below);
                OWN_GLYPHS.iter().for_each(|&glyph| told.remove_glyph(node, glyph));
            } else {
                told.set_comment(node, &words::without(game.comment(node), SCORE));
            }
            comment = eval(after).unwrap_or_default();
        }
        let remark = words::remark(language, judged, style);
        if !told.comment(node).contains(&remark) {
            comment.push(' ');
            comment.push_str(&remark);
        }
        told.add_comment(node, &comment);
        told.add_comment(node, below);
        for ruled in judgement.rulings.iter().filter(|ruled| ruled.ply == judged.ply) {
            let ruling = words::ruling(language, ruled, rules, &judgement.moves, style);
            if !told.comment(node).contains(&ruling) {
                told.add_comment(node, &ruling);
            }
        }
        if let Some(mark) = judged.mark {
            told.add_glyph(node, mark.glyph());
        } else if judged.is_only {
            told.add_glyph(node, ONLY_MOVE);
        }
        if let Some(proven) = &judged.sentence
            && proven.begins == Begins::After
        {
            add_variation(&mut told, node, &proven.line, None);
        }
        if let Some(better) = &judged.better
            && judged.mark.is_some()
        {
            add_variation(&mut told, parent, &better.moves, Some(better.value));
        }
    }
    told
}

/// Adds the first plies of `line` beside the moves that the game has after `node`, and the value at its end. A line that
/// begins like one of them is there already, and where the game ends it would become a part of it.
fn add_variation(told: &mut GameTree, node: NodeId, line: &[Move], value: Option<Value>) {
    let is_there = told.children(node).any(|child| told.mv(child) == line.first().copied());
    if line.is_empty() || is_there || told.first_child(node).is_none() {
        return;
    }
    let mut at = node;
    for &mv in line.iter().take(LONGEST_LINE) {
        let Some(next) = told.add(at, mv) else { break };
        at = next;
    }
    if let Some(eval) = value.and_then(eval) {
        told.add_comment(at, &eval);
    }
}

/// As PGN readers take it: pawns, or `#` and moves to mate. `None` where the game is won, for which PGN has none.
fn eval(value: Value) -> Option<String> {
    let sign = |color| if color == Color::Red { "" } else { "-" };
    let score = match value {
        Value::Centipawns(centipawns) => format!("{:.2}", f64::from(centipawns) / 100.0),
        Value::Mate(_, 0) => return None,
        Value::Mate(color, plies) => format!("#{}{}", sign(color), plies.div_ceil(2)),
        // A ruling wins as surely as a mate, at no distance.
        Value::Ruling(color) => format!("{}90.00", sign(color)),
    };
    Some(format!("{SCORE}{score}]"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mate_on_the_board_has_no_score() {
        for (value, text) in [
            (Value::Centipawns(-36), Some("[%eval -0.36]")),
            (Value::Mate(Color::Black, 3), Some("[%eval #-2]")),
            (Value::Mate(Color::Black, 0), None),
            (Value::Ruling(Color::Black), Some("[%eval -90.00]")),
        ] {
            assert_eq!(eval(value).as_deref(), text);
        }
    }
}
