//! The output of the console command `rules`: what the rules say about a game.

use super::outcome::{Outcome, outcome};
use crate::board::Board;
use crate::notation::{self, Style};
use crate::rules::{Action, Chase, Grade, PlacedPiece, Rules, Ruling, counted_quiet_plies, verdict};
use crate::types::Color;
use std::fmt::Write;

/// What the rules say of the game on `board`: the counters, the moves of the cycle in the notation `style`, and
/// [`verdict_line`]. Ends without a line break.
pub fn rules_report(board: &Board, rules: &Rules, style: Style) -> String {
    let mut text = String::new();
    write_all(&mut text, board, rules, style).expect("writing to a string does not fail");
    text
}

fn write_all(out: &mut String, board: &Board, rules: &Rules, style: Style) -> std::fmt::Result {
    let verdict = verdict(board, rules);
    writeln!(out, "rules {}, judged at occurrence {}", rules.set, rules.fold)?;
    let times = verdict.occurrences;
    writeln!(out, "occurrences of this position since the last capture: {times}")?;
    match rules.natural_limit {
        Some(limit) => {
            writeln!(out, "plies towards the natural limit: {} of {}", counted_quiet_plies(board), 2 * limit)?;
        }
        None => writeln!(out, "natural limit: off")?,
    }
    if let Some(cycle) = &verdict.cycle {
        writeln!(out, "cycle: plies {} to {}", cycle.first_ply(), cycle.last_ply())?;
        writeln!(out, "{:>5}  {:<5}  {:<4}  what it did", "ply", "side", "move")?;
        let mut position = before(board, cycle.first_ply());
        for step in &cycle.steps {
            let piece = step.piece;
            let did = action(&step.action);
            let mv = notation::write(&position, step.mv, style);
            writeln!(out, "{:>5}  {:<5}  {mv}  {} {did}", step.ply, format!("{:?}", piece.color), piece.letter())?;
            position.make(step.mv);
        }
    }
    write!(out, "{}", verdict_line(board, rules))
}

/// The position of `board` before its move `ply`, the first being 1.
fn before(board: &Board, ply: usize) -> Board {
    let mut board = board.clone();
    while board.plies_played() >= ply.max(1) {
        board.unmake();
    }
    board
}

/// The result of the game on `board` in one line for programs: `verdict <none|draw|red-loses|black-loses> <reason>`.
/// The reason is the ruling on a repetition if there is one, and `not-yet` while the game goes on.
pub fn verdict_line(board: &Board, rules: &Rules) -> String {
    let outcome = outcome(board, rules);
    let result = match outcome.map(|outcome| outcome.loser()) {
        None => "none",
        Some(None) => "draw",
        Some(Some(Color::Red)) => "red-loses",
        Some(Some(Color::Black)) => "black-loses",
    };
    let reason = match outcome {
        None => Ruling::NotYet.name(),
        Some(Outcome { ruling: Some(ruling), .. }) => ruling.name(),
        Some(Outcome { reason, .. }) => reason.name(),
    };
    format!("verdict {result} {reason}")
}

fn action(action: &Action) -> String {
    match action {
        Action::Check => "check 将".to_owned(),
        Action::Idle => "idle 闲".to_owned(),
        Action::Chase(chases) => {
            let list: Vec<String> = chases.iter().map(chase).collect();
            format!("chase 捉 {}", list.join(", "))
        }
    }
}

/// One chase as `c h3 by R h5`, marked with `*` when every move of the side chases this piece.
fn chase(chase: &Chase) -> String {
    let mark = if chase.is_perpetual { "*" } else { "" };
    let how = match chase.grade {
        Grade::Indirect => " (indirectly 间接)",
        Grade::Attacked => "",
        Grade::PinnedRook => " (rook pinned by a horse 被马牵制的车)",
    };
    let by: Vec<String> = chase.attackers.iter().map(short).collect();
    format!("{}{mark} by {}{how}", short(&chase.victim), by.join(" "))
}

fn short(placed: &PlacedPiece) -> String {
    format!("{} {}", placed.piece.letter(), placed.square)
}
