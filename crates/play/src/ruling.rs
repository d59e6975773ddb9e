//! The reason of a ruling on a repetition in words, English and Chinese.

use guohe::rules::{Conduct, Grade, RuleSet, Rules, Ruling, Verdict};
use guohe::types::{Piece, Square};
use guohe_games::bilingual;

/// The reason of a verdict as a sentence, in English and in Chinese.
pub fn in_words(rules: &Rules, verdict: &Verdict) -> (String, String) {
    (english(rules, verdict), chinese(rules, verdict))
}

/// Which time it is, in English: second, third, fourth, 5th, 21st.
pub fn ordinal(n: usize) -> String {
    match (n, n % 10, n % 100) {
        (2, ..) => "second".to_owned(),
        (3, ..) => "third".to_owned(),
        (4, ..) => "fourth".to_owned(),
        (_, _, 11..=13) => format!("{n}th"),
        (_, 1, _) => format!("{n}st"),
        (_, 2, _) => format!("{n}nd"),
        (_, 3, _) => format!("{n}rd"),
        _ => format!("{n}th"),
    }
}

/// A piece by the file that its owner counts, as in 二路炮 and 8路马.
pub fn chinese_piece(piece: Piece, square: Square) -> String {
    format!("{}路{}", bilingual::file(piece.color, square), piece.chinese())
}

/// What a side did throughout, as the predicate of a sentence.
fn english_conduct(conduct: &Conduct) -> String {
    match conduct {
        Conduct::Idle => "neither checked nor chased one piece with every move".to_owned(),
        Conduct::Checks => "gave check with every move".to_owned(),
        Conduct::Chases { victims, grade } => {
            let list: Vec<String> = victims
                .iter()
                .map(|placed| format!("{} now on {}", bilingual::kind(placed.piece.kind), placed.square))
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
        Conduct::Idle => "既没有步步将军，也没有步步捉同一子".to_owned(),
        Conduct::Checks => "步步将军".to_owned(),
        Conduct::Chases { victims, grade } => {
            let list: Vec<String> = victims
                .iter()
                .map(|placed| {
                    let file = bilingual::file(placed.piece.color, placed.square);
                    format!("{}（现在{file}路）", placed.piece.chinese())
                })
                .collect();
            let list = list.join("、");
            match grade {
                Grade::Indirect => format!("步步间接捉{list}"),
                Grade::Attacked => format!("步步捉{list}"),
                Grade::PinnedRook => format!("步步捉被马牵制的{list}"),
            }
        }
    }
}

fn english(rules: &Rules, verdict: &Verdict) -> String {
    let [red, black] = verdict.conduct.each_ref().map(english_conduct);
    let both = format!("In the cycle Red {red}; Black {black}");
    let end = match verdict.loser() {
        Some(color) => format!("{} loses", bilingual::side(color).1),
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
        Ruling::Idle => {
            format!("Neither side gave check or chased one and the same piece in one way with every move: {end}.")
        }
    }
}

fn chinese(rules: &Rules, verdict: &Verdict) -> String {
    let [red, black] = verdict.conduct.each_ref().map(chinese_conduct);
    let both = format!("循环中红方{red}，黑方{black}");
    let end = match verdict.loser() {
        Some(color) => format!("{}负", bilingual::side(color).0),
        None => "作和".to_owned(),
    };
    match verdict.ruling {
        Ruling::NotYet => match verdict.occurrences {
            1 => "这个局面第一次出现，没有循环，继续对局。".to_owned(),
            times => format!("本局面已出现 {times} 次，到第 {} 次裁决：继续对局。", rules.fold),
        },
        Ruling::Off => "不裁决重复局面：作和。".to_owned(),
        Ruling::PerpetualCheck => format!("{both}。长将最重：{end}。"),
        Ruling::MutualCheck => format!("{both}。双方长将：{end}。"),
        Ruling::PerpetualChase => format!("{both}。长捉：{end}。"),
        Ruling::GraverChase => format!("{both}。双方都长捉，以较重者论：{end}。"),
        Ruling::MutualChase => format!("{both}。双方都长捉：{end}。"),
        Ruling::CheckExcusesChase => format!("有一方步步捉子，但循环中有将军，不算长捉：{end}。"),
        Ruling::Idle if rules.set == RuleSet::CheckOnly => format!("双方都没有步步将军：{end}。"),
        Ruling::Idle => format!("双方都没有步步将军，也没有用同一种方式步步捉同一子：{end}。"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use guohe::types::Color;
    use guohe::types::Kind;

    #[test]
    fn ordinals_are_english() {
        let words = [2, 3, 4, 5, 11, 21, 22, 113].map(ordinal);
        assert_eq!(words, ["second", "third", "fourth", "5th", "11th", "21st", "22nd", "113th"]);
    }

    #[test]
    fn pieces_are_named_by_the_file_that_their_owner_counts() {
        let piece =
            |color, square: &str| chinese_piece(Piece { color, kind: Kind::Cannon }, Square::parse(square).unwrap());
        assert_eq!(piece(Color::Red, "h2"), "二路炮");
        assert_eq!(piece(Color::Red, "a0"), "九路炮");
        assert_eq!(piece(Color::Black, "h7"), "8路炮");
        assert_eq!(piece(Color::Black, "a9"), "1路炮");
    }
}
