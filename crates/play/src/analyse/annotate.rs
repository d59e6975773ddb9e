//! The game with what is said of it, as a game file again: scores from Red's point of view, better lines as variations.

use super::claim::Begins;
use super::curve::{Mark, Value};
use super::judge::Judgement;
use super::words::{self, ENGINE};
use guohe::rules::Rules;
use guohe::types::{Color, Move};
use guohe_common::language::Language;
use guohe_games::{GameTree, NodeId};

/// Plies of a better line.
const LONGEST_LINE: usize = 8;
/// PGN's number of `!`.
const ONLY_MOVE: u8 = 1;
/// What stands behind our name in the tag `Annotator`.
const OWN_WORDS: &str = ", scores from Red's point of view";
/// How a score begins. The remark stands behind it on the same line.
const SCORE: &str = "[%eval ";

/// `game` with marks, remarks and better lines. Its own comments, marks and variations stay, but for scores and for
/// what an earlier analysis has said of a move.
pub fn annotate(game: &GameTree, judgement: &Judgement, rules: &Rules, language: Language) -> GameTree {
    let style = game.style();
    let mut told = game.clone();
    let annotator = game.tag("Annotator").unwrap_or_default();
    let was_analysed = annotator.ends_with(OWN_WORDS);
    told.set_tag("Annotator", &with_own_name(annotator));
    let nodes: Vec<NodeId> = game.main_nodes().collect();
    let parents = std::iter::once(NodeId::ROOT).chain(nodes.iter().copied());
    for ((judged, &node), parent) in judgement.moves.iter().zip(&nodes).zip(parents) {
        let remark = words::remark(language, judged, style);
        let mut comment = String::new();
        let mut below = "";
        if let Some((_, after)) = judged.values {
            if was_analysed && let Some((above, rest)) = game.comment(node).split_once(SCORE) {
                // What an earlier analysis has said goes: the rest of the line, and the mark.
                told.set_comment(node, above);
                below = rest.split_once(']').map_or("", |(_, below)| below).trim_start_matches(' ');
                let glyph = earlier_mark(below);
                if let Some(glyph) = glyph {
                    told.remove_glyph(node, glyph);
                }
                if let Some(behind) = below.strip_prefix(&remark).filter(|_| !remark.is_empty()) {
                    below = behind;
                } else if glyph.is_some() {
                    below = below.split_once('\n').map_or("", |(_, below)| below);
                }
            } else {
                told.set_comment(node, &words::without(game.comment(node), SCORE));
            }
            comment = eval(after).unwrap_or_default();
        }
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

/// The tag `Annotator` with the name of this program behind those of others.
fn with_own_name(annotator: &str) -> String {
    let others = match annotator.strip_suffix(OWN_WORDS) {
        Some(named) => named.rsplit_once("; ").map_or("", |(others, _)| others),
        None => annotator,
    };
    format!("{others}{}{ENGINE}{OWN_WORDS}", if others.is_empty() { "" } else { "; " })
}

/// PGN's number of the mark with whose words an earlier analysis began `text`, in either language; `None` if it is a
/// person's.
fn earlier_mark(text: &str) -> Option<u8> {
    [Language::Zh, Language::En].into_iter().find_map(|language| {
        let marks = Mark::ALL.into_iter().map(|mark| (words::marked(language, mark), mark.glyph()));
        let mut all = marks.chain([(words::only_move(language).to_owned(), ONLY_MOVE)]);
        all.find(|(beginning, _)| text.starts_with(beginning)).map(|(_, glyph)| glyph)
    })
}

/// Adds the first plies of `line` beside the moves that the game has after `node`, and the value at its end. A line
/// that begins like one of them is there already, and where the game ends it would become a part of it.
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
    fn other_annotators_keep_their_names() {
        let own = format!("{ENGINE}{OWN_WORDS}");
        for (before, after) in [
            ("", own.clone()),
            ("guohe 0.1.0, scores from Red's point of view", own.clone()),
            ("许银川", format!("许银川; {own}")),
            ("许银川; guohe 0.1.0, scores from Red's point of view", format!("许银川; {own}")),
            ("guohe fan", format!("guohe fan; {own}")),
        ] {
            assert_eq!(with_own_name(before), after);
        }
    }

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
