//! The ends of games in the form that their files hold: one number for what ended the game. The list of reasons is the
//! engine's; a file does not tell stalemate from mate, nor the draws by repetition in which nobody is at fault.

use guohe::game::{Outcome, Reason};
use guohe::rules::Ruling;
use guohe::types::Color;

/// The numbers of the reasons. Written in files: never change one.
const REASONS: [(u8, Reason); 6] = [
    (0, Reason::Mate),
    (1, Reason::NaturalLimit),
    (2, Reason::DeadMaterial),
    (3, Reason::AdjudicatedWin),
    (4, Reason::AdjudicatedDraw),
    (5, Reason::Length),
];

/// The numbers of the repetitions, by what they were judged to be. Written in files: never change one.
const RULINGS: [(u8, Ruling); 6] = [
    (8, Ruling::PerpetualCheck),
    (9, Ruling::MutualCheck),
    (10, Ruling::PerpetualChase),
    (11, Ruling::GraverChase),
    (12, Ruling::MutualChase),
    (13, Ruling::Idle),
];

/// The outcome as a file will tell it.
pub fn as_stored(outcome: Outcome) -> Outcome {
    let reason = if outcome.reason == Reason::Stalemate { Reason::Mate } else { outcome.reason };
    let ruling = outcome.ruling.map(|ruling| match ruling {
        Ruling::NotYet | Ruling::Off | Ruling::CheckExcusesChase => Ruling::Idle,
        other => other,
    });
    Outcome { reason, ruling, ..outcome }
}

/// The number of how a game ended; `None` for ends that no generated game has.
pub fn number(outcome: &Outcome) -> Option<u8> {
    let stored = as_stored(*outcome);
    match stored.ruling {
        Some(ruling) => RULINGS.iter().find(|(_, each)| *each == ruling).map(|&(number, _)| number),
        None => REASONS.iter().find(|(_, each)| *each == stored.reason).map(|&(number, _)| number),
    }
}

/// The end of this number with this winner; `None` when it is none.
pub fn from_number(number: u8, winner: Option<Color>) -> Option<Outcome> {
    if let Some(&(_, reason)) = REASONS.iter().find(|(each, _)| *each == number) {
        return Some(Outcome { winner, reason, ruling: None });
    }
    let &(_, ruling) = RULINGS.iter().find(|(each, _)| *each == number)?;
    let reason = if winner.is_some() { Reason::RepetitionRuling } else { Reason::Repetition };
    Some(Outcome { winner, reason, ruling: Some(ruling) })
}

/// The end in the words of exported text: the reason, and for a repetition how it was judged.
pub fn text(outcome: &Outcome) -> String {
    let ruling = outcome.ruling.map_or(String::new(), |ruling| format!(" {}", ruling.name()));
    format!("{}{ruling}", outcome.reason.name())
}

/// The end of these words with this winner; `None` when it is none that a file can hold.
pub fn from_text(words: &str, winner: Option<Color>) -> Option<Outcome> {
    let numbers = REASONS.iter().map(|&(number, _)| number).chain(RULINGS.iter().map(|&(number, _)| number));
    numbers.filter_map(|number| from_number(number, winner)).find(|outcome| text(outcome) == words)
}

/// The words of the report.
pub fn words(reason: Reason, ruling: Option<Ruling>) -> String {
    match (reason, ruling) {
        (Reason::Mate, _) => "mate or stalemate".to_owned(),
        (_, Some(ruling)) => format!("repetition, {}", ruling.name()),
        (reason, None) => reason.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_end_has_its_number() {
        for number in 0..16 {
            let winner = (number % 2 == 0).then_some(Color::Black);
            let outcome = from_number(number, winner);
            assert_eq!(outcome.is_some(), number < 6 || (8..14).contains(&number), "{number}");
            if let Some(outcome) = outcome {
                assert_eq!((super::number(&outcome), as_stored(outcome)), (Some(number), outcome));
                assert_eq!(from_text(&text(&outcome), winner), Some(outcome));
            }
        }
    }

    #[test]
    fn what_files_do_not_tell_apart_is_one_end() {
        let stalemate = Outcome::loss(Color::Red, Reason::Stalemate);
        assert_eq!(as_stored(stalemate), Outcome::loss(Color::Red, Reason::Mate));
        assert_eq!(number(&stalemate), Some(0));
        let excused = Outcome { ruling: Some(Ruling::CheckExcusesChase), ..Outcome::draw(Reason::Repetition) };
        assert_eq!(number(&excused), Some(13));
        assert_eq!(number(&Outcome::draw(Reason::Crash)), None);
    }
}
