//! What the rules say of a game, in words, English and Chinese, for the console. Decides nothing.

use super::outcome::{Outcome, outcome};
use super::reason::Reason;
use crate::board::Board;
use crate::notation::{self, Style};
use crate::rules::{
    Action, Chase, Conduct, Grade, PlacedPiece, RuleSet, Rules, Ruling, Verdict, counted_quiet_plies, verdict,
};
use crate::types::{Color, Kind};
use std::fmt::Write;

/// The most moves of a cycle that are listed.
const MOST_STEPS: usize = 200;

/// What the rules say of the game on `board`, as the console command `rules` prints it: the state of the counters, the
/// moves of the cycle as `style` writes them, how things stand in English and in Chinese, and [`verdict_line`]. Ends
/// without a line break.
pub fn report(board: &Board, rules: &Rules, style: Style) -> String {
    let mut text = String::new();
    write_report(&mut text, board, rules, style).expect("writing to a string does not fail");
    text
}

fn write_report(out: &mut String, board: &Board, rules: &Rules, style: Style) -> std::fmt::Result {
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
        let shown = &cycle.steps[cycle.steps.len().saturating_sub(MOST_STEPS)..];
        if shown.len() < cycle.steps.len() {
            writeln!(out, "  ...  only the last {MOST_STEPS} are shown")?;
        }
        let mut position = before(board, shown.first().map_or(0, |step| step.ply));
        for step in shown {
            let piece = step.piece;
            let did = action(&step.action);
            let mv = notation::write(&position, step.mv, style);
            writeln!(out, "{:>5}  {:<5}  {mv}  {} {did}", step.ply, english_side(piece.color), piece.letter())?;
            position.make(step.mv);
        }
    }
    let outcome = outcome(board, rules);
    let [in_english, in_chinese] = match outcome {
        Some(Outcome { ruling: None, reason, .. }) => ended(reason, board.side(), rules),
        _ => [english(rules, &verdict), chinese(rules, &verdict)],
    };
    writeln!(out, "{in_english}")?;
    writeln!(out, "{in_chinese}")?;
    write!(out, "{}", line(outcome))
}

/// The reason of a verdict as a sentence, in English and in Chinese.
pub fn in_words(rules: &Rules, verdict: &Verdict) -> (String, String) {
    (english(rules, verdict), chinese(rules, verdict))
}

/// The position of `board` before its move `ply`, the first being 1.
fn before(board: &Board, ply: usize) -> Board {
    let mut board = board.clone();
    while board.plies_played() >= ply.max(1) {
        board.unmake();
    }
    board
}

/// How the game on `board` stands, in one line for programs: `verdict <none|draw|red-loses|black-loses> <reason>`. The
/// reason is that of the repetition if there is one, or `not-yet` while the game goes on.
pub fn verdict_line(board: &Board, rules: &Rules) -> String {
    line(outcome(board, rules))
}

fn line(outcome: Option<Outcome>) -> String {
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

/// A sentence in English and one in Chinese for an end that is no repetition, with `side` to move.
fn ended(reason: Reason, side: Color, rules: &Rules) -> [String; 2] {
    let (english, chinese) = (english_side(side), chinese_side(side));
    let limit = rules.natural_limit.unwrap_or(0);
    match reason {
        Reason::Mate => [
            format!("{english} stands in check and has no legal move: {english} loses."),
            format!("{chinese}被将死：{chinese}负。"),
        ],
        Reason::Stalemate => [
            format!("{english} has no legal move, though not in check: {english} loses."),
            format!("{chinese}无子可动（困毙）：{chinese}负。"),
        ],
        Reason::NaturalLimit => [
            format!("Each side has made {limit} counted moves without a capture: a draw."),
            format!("双方各走 {limit} 步（计入者）没有吃子：作和。"),
        ],
        Reason::DeadMaterial => [
            "Neither side has a piece left that can cross the river: a draw.".to_owned(),
            "双方都没有能过河的子：作和。".to_owned(),
        ],
        other => [format!("The game is over: {other}."), "对局已结束。".to_owned()],
    }
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

const fn english_side(color: Color) -> &'static str {
    match color {
        Color::Red => "Red",
        Color::Black => "Black",
    }
}

const fn chinese_side(color: Color) -> &'static str {
    match color {
        Color::Red => "红方",
        Color::Black => "黑方",
    }
}

const fn english_kind(kind: Kind) -> &'static str {
    match kind {
        Kind::King => "king",
        Kind::Advisor => "advisor",
        Kind::Bishop => "elephant",
        Kind::Knight => "horse",
        Kind::Rook => "rook",
        Kind::Cannon => "cannon",
        Kind::Pawn => "pawn",
    }
}

/// What a side did throughout, as the predicate of a sentence.
fn english_conduct(conduct: &Conduct) -> String {
    match conduct {
        Conduct::Idle => "neither checked nor chased one piece with every move".to_owned(),
        Conduct::Checks => "gave check with every move".to_owned(),
        Conduct::Chases { victims, grade } => {
            let list: Vec<String> = victims
                .iter()
                .map(|placed| format!("{} now on {}", english_kind(placed.piece.kind), placed.square))
                .collect();
            let how = match grade {
                Grade::Indirect => " indirectly",
                Grade::Attacked => "",
                Grade::PinnedRook => ", pinned by a horse,",
            };
            format!("chased the {}{how} with every move", list.join(" and the "))
        }
    }
}

fn chinese_conduct(conduct: &Conduct) -> String {
    match conduct {
        Conduct::Idle => "没有步步将军或步步捉同一子".to_owned(),
        Conduct::Checks => "步步将军".to_owned(),
        Conduct::Chases { victims, grade } => {
            let list: Vec<String> =
                victims.iter().map(|placed| format!("{}（{}）", placed.piece.chinese(), placed.square)).collect();
            let how = match grade {
                Grade::Indirect => "步步间接捉",
                Grade::Attacked => "步步捉",
                Grade::PinnedRook => "步步捉被马牵制的",
            };
            format!("{how}{}", list.join("、"))
        }
    }
}

fn english(rules: &Rules, verdict: &Verdict) -> String {
    let [red, black] = verdict.conduct.each_ref().map(english_conduct);
    let both = format!("In the cycle Red {red}; Black {black}");
    let end = match verdict.loser() {
        Some(color) => format!("{} loses", english_side(color)),
        None => "a draw".to_owned(),
    };
    match verdict.ruling {
        Ruling::NotYet => match verdict.occurrences {
            1 => "The position is new since the last capture: the game goes on.".to_owned(),
            times => {
                format!("The position has occurred {times} times and is judged at {}: the game goes on.", rules.fold)
            }
        },
        Ruling::Off => "Repetitions are not judged: a draw.".to_owned(),
        Ruling::PerpetualCheck => format!("{both}. Perpetual check is the gravest fault: {end}."),
        Ruling::MutualCheck => format!("{both}. Both do the same: {end}."),
        Ruling::PerpetualChase => format!("{both}. Perpetual chase: {end}."),
        Ruling::GraverChase => format!("{both}. Both chase, and the graver chase decides: {end}."),
        Ruling::MutualChase => format!("{both}. Both chase: {end}."),
        Ruling::CheckExcusesChase => {
            format!("Somebody chased with every move, but a check in the cycle excuses it: {end}.")
        }
        Ruling::Idle if rules.set == RuleSet::CheckOnly => format!("Neither side gave check with every move: {end}."),
        Ruling::Idle => format!("Neither side gave check or chased one and the same piece with every move: {end}."),
    }
}

fn chinese(rules: &Rules, verdict: &Verdict) -> String {
    let [red, black] = verdict.conduct.each_ref().map(chinese_conduct);
    let both = format!("循环中红方{red}，黑方{black}");
    let end = match verdict.loser() {
        Some(color) => format!("{}负", chinese_side(color)),
        None => "作和".to_owned(),
    };
    match verdict.ruling {
        Ruling::NotYet => match verdict.occurrences {
            1 => "自上次吃子以来本局面首次出现：继续对局。".to_owned(),
            times => format!("本局面已出现 {times} 次，到第 {} 次裁决：继续对局。", rules.fold),
        },
        Ruling::Off => "不裁决重复局面：作和。".to_owned(),
        Ruling::PerpetualCheck => format!("{both}。长将最重：{end}。"),
        Ruling::MutualCheck => format!("{both}。双方相同：{end}。"),
        Ruling::PerpetualChase => format!("{both}。长捉：{end}。"),
        Ruling::GraverChase => format!("{both}。双方都捉，以较重者论：{end}。"),
        Ruling::MutualChase => format!("{both}。双方都捉：{end}。"),
        Ruling::CheckExcusesChase => format!("有一方步步捉子，但循环中有将军，不算长捉：{end}。"),
        Ruling::Idle if rules.set == RuleSet::CheckOnly => format!("双方都没有步步将军：{end}。"),
        Ruling::Idle => format!("双方都没有步步将军，也没有步步捉同一子：{end}。"),
    }
}
