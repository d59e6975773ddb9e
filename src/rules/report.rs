//! A verdict in words, English and Chinese, for the console. Decides nothing.

use super::Action;
use super::Chase;
use super::Conduct;
use super::Grade;
use super::Judgement;
use super::Man;
use super::Reason;
use super::RuleSet;
use super::Rules;
use super::Verdict;
use super::counted_quiet_plies;
use super::verdict;
use crate::board::Board;
use crate::types::Color;
use crate::types::Kind;
use crate::types::Move;
use std::fmt;
use std::fmt::Write;

/// The verdict on the position of `board` as the console command `rules` prints it: the state of the counters, the moves
/// of the cycle, the reason in English and in Chinese, and a last line for programs,
/// `verdict <none|draw|red-loses|black-loses> <reason>`. Ends without a line break.
pub fn console_report(board: &Board, rules: &Rules) -> String {
    console_report_with(board, rules, &|_, mv| mv.to_string())
}

/// [`console_report`] with the moves as `write` has them, which is given the position before the move.
pub fn console_report_with(board: &Board, rules: &Rules, write: &dyn Fn(&Board, Move) -> String) -> String {
    let verdict = verdict(board, rules);
    let mut text = String::new();
    write_report(&mut text, board, rules, &verdict, write).expect("writing to a string does not fail");
    text
}

fn write_report(
    out: &mut String,
    board: &Board,
    rules: &Rules,
    verdict: &Verdict,
    write: &dyn Fn(&Board, Move) -> String,
) -> std::fmt::Result {
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
        for step in &cycle.steps {
            let piece = step.piece;
            let did = action(&step.action);
            let mv = write(&before(board, step.ply), step.mv);
            writeln!(out, "{:>5}  {:<5}  {mv}  {} {did}", step.ply, english_side(piece.color), piece.letter())?;
        }
    }
    writeln!(out, "{}", english(rules, verdict))?;
    writeln!(out, "{}", chinese(rules, verdict))?;
    write!(out, "{verdict}")
}

/// The position of `board` before its move `ply`, the first being 1.
fn before(board: &Board, ply: usize) -> Board {
    let mut board = board.clone();
    while board.plies_played() >= ply.max(1) {
        board.unmake();
    }
    board
}

impl fmt::Display for Verdict {
    /// The line for programs: `verdict <none|draw|red-loses|black-loses> <reason>`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "verdict {} {}", outcome(self.judgement), self.reason.name())
    }
}

/// The word of the last line for an outcome.
const fn outcome(judgement: Option<Judgement>) -> &'static str {
    match judgement {
        None => "none",
        Some(Judgement::Draw) => "draw",
        Some(Judgement::Loses(Color::Red)) => "red-loses",
        Some(Judgement::Loses(Color::Black)) => "black-loses",
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

/// One chase as `c h3 by R h5`, marked with `*` when every move of the side chases this man.
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

fn short(man: &Man) -> String {
    format!("{} {}", man.piece.letter(), man.square)
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
        Conduct::Idle => "neither checked nor chased one man with every move".to_owned(),
        Conduct::Checks => "gave check with every move".to_owned(),
        Conduct::Chases { victims, grade } => {
            let list: Vec<String> =
                victims.iter().map(|man| format!("{} now on {}", english_kind(man.piece.kind), man.square)).collect();
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
                victims.iter().map(|man| format!("{}（{}）", man.piece.chinese(), man.square)).collect();
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
    let end = match verdict.guilty() {
        Some(color) => format!("{} loses", english_side(color)),
        None => "a draw".to_owned(),
    };
    match verdict.reason {
        Reason::NotYet => match verdict.occurrences {
            1 => "The position is new since the last capture: the game goes on.".to_owned(),
            times => {
                format!("The position has occurred {times} times and is judged at {}: the game goes on.", rules.fold)
            }
        },
        Reason::Off => "Repetitions are not judged: a draw.".to_owned(),
        Reason::PerpetualCheck => format!("{both}. Perpetual check is the gravest fault: {end}."),
        Reason::MutualCheck => format!("{both}. Both do the same: {end}."),
        Reason::PerpetualChase => format!("{both}. Perpetual chase: {end}."),
        Reason::GraverChase => format!("{both}. Both chase, and the graver chase decides: {end}."),
        Reason::MutualChase => format!("{both}. Both chase: {end}."),
        Reason::CheckExcusesChase => {
            format!("Somebody chased with every move, but a check in the cycle excuses it: {end}.")
        }
        Reason::Idle if rules.set == RuleSet::CheckOnly => format!("Neither side gave check with every move: {end}."),
        Reason::Idle => format!("Neither side gave check or chased one and the same man with every move: {end}."),
    }
}

fn chinese(rules: &Rules, verdict: &Verdict) -> String {
    let [red, black] = verdict.conduct.each_ref().map(chinese_conduct);
    let both = format!("循环中红方{red}，黑方{black}");
    let end = match verdict.guilty() {
        Some(color) => format!("{}负", chinese_side(color)),
        None => "作和".to_owned(),
    };
    match verdict.reason {
        Reason::NotYet => match verdict.occurrences {
            1 => "自上次吃子以来本局面首次出现：继续对局。".to_owned(),
            times => format!("本局面已出现 {times} 次，到第 {} 次裁决：继续对局。", rules.fold),
        },
        Reason::Off => "不裁决重复局面：作和。".to_owned(),
        Reason::PerpetualCheck => format!("{both}。长将最重：{end}。"),
        Reason::MutualCheck => format!("{both}。双方相同：{end}。"),
        Reason::PerpetualChase => format!("{both}。长捉：{end}。"),
        Reason::GraverChase => format!("{both}。双方都捉，以较重者论：{end}。"),
        Reason::MutualChase => format!("{both}。双方都捉：{end}。"),
        Reason::CheckExcusesChase => format!("有一方步步捉子，但循环中有将军，不算长捉：{end}。"),
        Reason::Idle if rules.set == RuleSet::CheckOnly => format!("双方都没有步步将军：{end}。"),
        Reason::Idle => format!("双方都没有步步将军，也没有步步捉同一子：{end}。"),
    }
}
