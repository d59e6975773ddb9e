//! What is said of moves, in Chinese and in English.

use super::curve::{Mark, Value};
use super::explain;
use super::judge::{Judged, Judgement, Ruled};
pub use super::written::line;
use crate::ruling;
use guohe::game::{self, Reason};
use guohe::notation::{self, Style};
use guohe::rules::Rules;
use guohe::types::Color;
use guohe_common::language::Language;
use guohe_games::{GameTree, bilingual};

/// Who analyses, as reports and PGN say it.
pub const ENGINE: &str = concat!("guohe ", env!("CARGO_PKG_VERSION"));

/// A side by name.
pub const fn side(language: Language, color: Color) -> &'static str {
    let (chinese, english) = bilingual::side(color);
    language.pick(chinese, english)
}

/// A mark in words.
const fn mark(language: Language, mark: Mark) -> &'static str {
    match mark {
        Mark::Inaccuracy => language.pick("缓着", "Inaccuracy"),
        Mark::Mistake => language.pick("失误", "Mistake"),
        Mark::Blunder => language.pick("严重失误", "Blunder"),
    }
}

/// How the remark on a marked move begins.
pub fn marked(language: Language, sign: Mark) -> String {
    format!("{}{}", mark(language, sign), language.pick("，由 ", ", from "))
}

/// The remark on a move beside which all others are clearly worse.
pub const fn only_move(language: Language) -> &'static str {
    language.pick("唯一的好着", "the only good move")
}

/// A value from Red's point of view, short: `+0.36`, `-M4`.
pub fn value(value: Value) -> String {
    let sign = |color| if color == Color::Red { "+" } else { "-" };
    match value {
        Value::Centipawns(0) => "0.00".to_owned(),
        Value::Centipawns(centipawns) => format!("{:+.2}", f64::from(centipawns) / 100.0),
        Value::Mate(color, 0) => format!("{}#", sign(color)),
        Value::Mate(color, plies) => format!("{}M{}", sign(color), plies.div_ceil(2)),
        Value::Ruling(color) => format!("{}R", sign(color)),
    }
}

/// A value for people: [`value`] with a true minus sign, and the winner where a mate or a stalemate has ended the game.
pub fn shown(language: Language, value: Value) -> String {
    match value {
        Value::Mate(winner, 0) => won(language, winner).to_owned(),
        _ => self::value(value).replace('-', "−"),
    }
}

/// A move as games are printed, with its number: `5. 车四进八`, `5. … 将4进1`.
pub fn numbered(judged: &Judged, style: Style) -> String {
    let dots = if judged.mover == Color::Black { "… " } else { "" };
    format!("{}. {dots}{}", judged.round(), notation::write(&judged.before, judged.mv, style))
}

/// The same with its mark behind it.
pub fn played(judged: &Judged, style: Style) -> String {
    numbered(judged, style) + sign(judged)
}

/// The mark of a move, `!` for an only one.
pub fn sign(judged: &Judged) -> &'static str {
    judged.mark.map_or(if judged.is_only { "!" } else { "" }, Mark::sign)
}

const fn won(language: Language, winner: Color) -> &'static str {
    match winner {
        Color::Red => language.pick("红胜", "Red won"),
        Color::Black => language.pick("黑胜", "Black won"),
    }
}

/// The result of a game, from its PGN tag; `None` where nobody knows it.
fn result(language: Language, tag: &str) -> Option<&'static str> {
    match tag {
        "1-0" => Some(won(language, Color::Red)),
        "0-1" => Some(won(language, Color::Black)),
        "1/2-1/2" => Some(language.pick("和棋", "Draw")),
        _ => None,
    }
}

/// [`result`] of a game. If a player lost by a fault, which the arena writes into `Termination`, it says by which.
pub fn outcome(game: &GameTree, language: Language) -> Option<String> {
    let tag = game.tag("Result")?;
    let told = result(language, tag)?;
    let fault = match tag {
        "1-0" => fault(game, language, Color::Black),
        "0-1" => fault(game, language, Color::Red),
        _ => None,
    };
    Some(fault.map_or_else(|| told.to_owned(), |fault| format!("{told}{}{fault}", language.pick("：", ": "))))
}

/// The fault by which `loser` lost; `None` if there was none.
fn fault(game: &GameTree, language: Language, loser: Color) -> Option<String> {
    let termination = game.tag("Termination")?;
    let (reason, detail) = termination.split_once(": ").unwrap_or((termination, ""));
    let told = match reason {
        "time" | "time forfeit" => language.pick("超时", "lost on time"),
        "illegal-move" | "illegal move" => language.pick("走了不合规则的着法", "played an illegal move"),
        "no-move" => language.pick("没有走棋", "played no move"),
        "crash" => language.pick("程序崩溃", "crashed"),
        "hang" => language.pick("程序没有响应", "hung"),
        _ => return None,
    };
    let side = side(language, loser);
    let mut text = match language {
        Language::Zh => format!("{side}{told}"),
        Language::En => {
            let name = known_tag(game, if loser == Color::Red { "Red" } else { "Black" }).unwrap_or(side);
            format!("{name} {told}")
        }
    };
    // That of an illegal move is the move; other details are for the engine's author.
    if reason.starts_with("illegal") && !detail.is_empty() {
        text += language.pick(" ", ", ");
        text += detail;
    }
    Some(text)
}

/// A tag of a game; PGN writes `?` where nobody knows, as in `????.??.??`.
pub fn known_tag<'a>(game: &'a GameTree, name: &str) -> Option<&'a str> {
    game.tag(name).filter(|value| !value.starts_with('?'))
}

/// Who played whom, where and when.
pub fn title(game: &GameTree, language: Language) -> String {
    let name = |color: Color, tag: &str| known_tag(game, tag).unwrap_or_else(|| side(language, color));
    let players = format!("{} – {}", name(Color::Red, "Red"), name(Color::Black, "Black"));
    let outcome = outcome(game, language);
    let facts = ["Event", "Date"].iter().filter_map(|tag| known_tag(game, tag));
    let rest: Vec<&str> = facts.chain(outcome.as_deref()).collect();
    if rest.is_empty() { players } else { format!("{players} · {}", rest.join(" · ")) }
}

/// A comment of a game's file without what it says to programs: the parts in brackets that begin with `command`, as
/// `[%eval 0.36]` does with `[%`.
pub fn without(comment: &str, command: &str) -> String {
    let mut kept = String::new();
    let mut rest = comment;
    while let Some((before, found)) = rest.split_once(command)
        && let Some((_, after)) = found.split_once(']')
    {
        kept += before;
        rest = after.trim_start();
    }
    kept += rest;
    kept.trim_end().to_owned()
}

/// What there is to say of a move; empty when there is nothing.
pub fn remark(language: Language, judged: &Judged, style: Style) -> String {
    let mut parts = Vec::new();
    if let (Some(sign), Some((before, after))) = (judged.mark, judged.values) {
        let beginning = marked(language, sign);
        let (before, after) = (shown(language, before), shown(language, after));
        parts.push(match language {
            Language::Zh => format!("{beginning}{before} 变为 {after}"),
            Language::En => format!("{beginning}{before} to {after}"),
        });
    }
    let proven = judged.sentence.as_ref();
    parts.extend(proven.map(|proven| explain::sentence(language, judged, proven, style)));
    if let Some(better) = &judged.better
        && judged.mark.is_some()
        && !proven.is_some_and(explain::names_best_move)
    {
        let best = line(&judged.before, &better.moves, style, 1).concat();
        parts.push(match language {
            Language::Zh => format!("应走{best}"),
            Language::En => format!("{best} was better"),
        });
    }
    if judged.is_only {
        parts.push(only_move(language).to_owned());
    }
    parts.join(language.pick("；", "; "))
}

/// A ruling in words: when it was due, where the repetition began, who did what, and the clause. `moves` are those of
/// the whole game.
pub fn ruling(language: Language, ruled: &Ruled, rules: &Rules, moves: &[Judged], style: Style) -> String {
    let name = |ply: usize| {
        ply.checked_sub(1).and_then(|at| moves.get(at)).map_or_else(String::new, |judged| numbered(judged, style))
    };

    let (english, chinese) = ruling::in_words(rules, &ruled.verdict);
    let times = ruled.verdict.occurrences;
    let (first, last) =
        ruled.verdict.cycle.as_ref().map_or((ruled.ply, ruled.ply), |cycle| (cycle.first_ply(), cycle.last_ply()));
    let (due, first, last) = (name(ruled.ply), name(first), name(last));
    match language {
        Language::Zh => format!("{due} 之后局面第 {times} 次出现；循环从 {first} 到 {last}。{chinese}"),
        Language::En => {
            let ordinal = ruling::ordinal(times);
            format!(
                "After {due} the position occurs for the {ordinal} time; the cycle runs from {first} to {last}. {english}"
            )
        }
    }
}

/// Where the game was drawn by the natural limit or for want of material although it went on; `None` if it was not, or
/// if a ruling says so. The moves after that have no marks.
pub fn drawn_before(language: Language, judgement: &Judgement, rules: &Rules, style: Style) -> Option<String> {
    let next = judgement.moves.iter().find(|judged| judged.is_after_end)?;
    let reason = match game::outcome(&next.before, rules)?.reason {
        Reason::NaturalLimit => language.pick("自然限着", "by the natural limit"),
        Reason::DeadMaterial => {
            language.pick("双方都没有能过河的子", "since neither side has a piece left that can cross the river")
        }
        _ => return None,
    };
    let last = judgement.moves.get(next.ply.checked_sub(2)?)?;
    let last = numbered(last, style);
    Some(match language {
        Language::Zh => format!("{last} 之后已是和棋（{reason}）；此后的着法不作标记。"),
        Language::En => format!("After {last} the game was a draw {reason}. The moves after it have no marks."),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyse::judge;
    use crate::analyse::openings::Openings;
    use guohe::board::Board;
    use guohe::types::Move;

    #[test]
    fn moves_behind_the_natural_limit_are_told() {
        let start = Board::from_fen("3k5/9/9/9/9/9/9/9/R8/4K4 w").unwrap();
        let moves: Vec<Move> = ["a1b1", "d9d8", "b1c1", "d8d9"].map(|mv| mv.parse().unwrap()).into();
        let rules = Rules { natural_limit: Some(1), ..Rules::default() };
        let told = |moves: &[Move], rules| {
            let judgement = judge::judge(&start, moves, &vec![None; moves.len() + 1], rules, &Openings::embedded());
            drawn_before(Language::En, &judgement, rules, Style::Wxf)
        };
        let text = told(&moves, &rules).unwrap();
        assert_eq!(text, "After 1. … K4+1 the game was a draw by the natural limit. The moves after it have no marks.");
        // It ends there, or there is no such limit.
        assert_eq!(told(&moves[..2], &rules), None);
        assert_eq!(told(&moves, &Rules::default()), None);
    }

    #[test]
    fn a_fault_that_lost_the_game_is_told() {
        let outcome = |result: &str, termination: &str| {
            let mut game = GameTree::new();
            for (name, value) in [("Red", "bad"), ("Result", result), ("Termination", termination)] {
                game.set_tag(name, value);
            }
            [Language::En, Language::Zh].map(|language| outcome(&game, language).unwrap_or_default())
        };
        for (result, termination, english, chinese) in [
            (
                "0-1",
                "illegal-move: a0a9",
                "Black won: bad played an illegal move, a0a9",
                "黑胜：红方走了不合规则的着法 a0a9",
            ),
            ("1-0", "time: 12 ms too late", "Red won: Black lost on time", "红胜：黑方超时"),
            ("0-1", "crash: exit status: 3", "Black won: bad crashed", "黑胜：红方程序崩溃"),
            ("0-1", "hang", "Black won: bad hung", "黑胜：红方程序没有响应"),
            ("0-1", "no-move", "Black won: bad played no move", "黑胜：红方没有走棋"),
            ("0-1", "mate", "Black won", "黑胜"),
            ("1/2-1/2", "time", "Draw", "和棋"),
            ("*", "time", "", ""),
        ] {
            assert_eq!(outcome(result, termination), [english, chinese], "{termination}");
        }
    }

    #[test]
    fn tags_that_nobody_knows_are_left_out() {
        let mut game = GameTree::new();
        for (tag, value) in [("Event", "杯赛"), ("Date", "????.??.??"), ("Red", "?"), ("Black", "乙")] {
            game.set_tag(tag, value);
        }
        assert_eq!(title(&game, Language::En), "Red – 乙 · 杯赛");
    }

    #[test]
    fn what_a_comment_says_to_programs_is_left_out() {
        for (comment, text) in [
            ("careful\n[%eval -3.30] Blunder", "careful\nBlunder"),
            ("[%clk 0:10] [%eval 1.00]", ""),
            ("a [%clk 0:10] [b] [%open", "a [b] [%open"),
        ] {
            assert_eq!(without(comment, "[%"), text);
        }
        assert_eq!(without("[%clk 0:10] [%eval 1.00]", "[%eval "), "[%clk 0:10]");
    }

    #[test]
    fn values_are_short() {
        let cases = [
            (Value::Centipawns(36), "+0.36"),
            (Value::Centipawns(-85), "-0.85"),
            (Value::Centipawns(0), "0.00"),
            (Value::Mate(Color::Red, 7), "+M4"),
            (Value::Mate(Color::Black, 2), "-M1"),
            (Value::Mate(Color::Red, 0), "+#"),
            (Value::Ruling(Color::Black), "-R"),
        ];
        for (found, text) in cases {
            assert_eq!(value(found), text);
        }
        assert_eq!(shown(Language::Zh, Value::Centipawns(-85)), "−0.85");
        assert_eq!(shown(Language::Zh, Value::Mate(Color::Black, 2)), "−M1");
        assert_eq!(shown(Language::Zh, Value::Mate(Color::Red, 0)), "红胜");
        assert_eq!(shown(Language::En, Value::Mate(Color::Black, 0)), "Black won");
    }
}
