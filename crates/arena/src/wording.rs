//! What fastchess calls things: the lines of games and the ends of games, in ASCII. OpenBench's worker counts the third
//! and the seventh word of a line, and looks for "disconnect", "stalls", "on time" and "illegal" behind the colon.

use super::record::GameRecord;
use guohe::game::Reason;

/// The line that tells how a game ended.
pub fn finished(record: &GameRecord, names: [&str; 2]) -> String {
    let (white, black) = (names[record.red], names[1 - record.red]);
    format!("Finished game {} ({white} vs {black}): {} {{{}}}", record.game + 1, record.result, reason(record))
}

/// Why a game ended. Red is White there.
pub fn reason(record: &GameRecord) -> String {
    let (winner, loser) = if record.result == "1-0" { ("White", "Black") } else { ("Black", "White") };
    match record.reason {
        Reason::Mate => format!("{winner} mates"),
        Reason::Stalemate => format!("{winner} wins by stalemate"),
        Reason::RepetitionRuling => format!("{loser} loses by a repetition ruling"),
        Reason::Repetition => "Draw by repetition".to_owned(),
        Reason::NaturalLimit => "Draw by the 60-move limit".to_owned(),
        Reason::DeadMaterial => "Draw by insufficient mating material".to_owned(),
        Reason::Length => "Draw by maximum length".to_owned(),
        Reason::AdjudicatedWin => format!("{winner} wins by adjudication"),
        Reason::AdjudicatedDraw => "Draw by adjudication".to_owned(),
        Reason::Resignation => format!("{loser} resigns"),
        Reason::Time => format!("{loser} loses on time"),
        Reason::IllegalMove => format!("{loser} makes an illegal move"),
        Reason::NoMove => format!("{loser} makes an illegal move by making none"),
        Reason::Crash => format!("{loser} disconnects"),
        Reason::Hang => format!("{loser}'s connection stalls"),
    }
}

/// The `Termination` of a game's PGN: the worker reports games of which it is "abandoned", "stalled" or "illegal".
pub const fn termination(reason: Reason) -> &'static str {
    match reason {
        Reason::Crash => "abandoned",
        Reason::Hang => "stalled connection",
        Reason::IllegalMove | Reason::NoMove => "illegal move",
        Reason::Time => "time forfeit",
        Reason::AdjudicatedWin | Reason::AdjudicatedDraw | Reason::Length => "adjudication",
        _ => "normal",
    }
}

#[cfg(test)]
mod tests {
    use super::super::record::tests::game;
    use super::*;

    #[test]
    fn the_worker_finds_number_result_and_faults() {
        for (number, result, reason, word) in [
            (0, "0-1", Reason::Crash, "disconnect"),
            (1, "1-0", Reason::Hang, "stalls"),
            (2, "1-0", Reason::Time, "on time"),
            (3, "0-1", Reason::IllegalMove, "illegal"),
            (4, "0-1", Reason::NoMove, "illegal"),
            (41, "1/2-1/2", Reason::Repetition, "Draw"),
        ] {
            let record = game(number, result, reason);
            let line = finished(&record, ["Guohe-dev", "Guohe-base"]);
            let words: Vec<&str> = line.split(' ').collect();
            assert_eq!((words[2], words[6]), ((number + 1).to_string().as_str(), result), "{line}");
            assert!(line.split(':').nth(1).unwrap().contains(word) && line.is_ascii(), "{line}");
            assert_eq!(words[3], if number % 2 == 0 { "(Guohe-dev" } else { "(Guohe-base" }, "{line}");
        }
    }

    #[test]
    fn every_reason_is_told_in_ascii_and_only_faults_look_like_faults() {
        for reason in Reason::ALL {
            let text = super::reason(&game(0, "1-0", reason));
            let looks_like_a_fault =
                ["disconnect", "stalls", "on time", "illegal"].iter().any(|word| text.contains(word));
            assert_eq!(looks_like_a_fault, reason.is_fault(), "{text}");
            assert!(text.is_ascii() && !text.contains(['{', '}', ':']), "{text}");
        }
    }
}
