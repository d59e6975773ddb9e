//! What engines claim while they think, held against the rules: every principal variation is replayed, and a
//! claimed mate has to come about.

use super::dialect::{Info, Opinion};
use super::referee::{Ending, Referee};
use guohe::game::Reason;
use guohe::types::{Color, Move};
use guohe_common::say::counted;
use serde::{Deserialize, Serialize};

/// What can be wrong with a claim.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Flaw {
    /// A variation with an illegal move.
    IllegalPv,
    /// A variation with a word that is no move.
    UnreadablePv,
    /// The last variation does not begin with the move played.
    OtherMove,
    /// A variation as long as the mate it claims, at the end of which nobody is mated, or that is ended by a rule
    /// before.
    NoMate,
    /// An announced mate that was not delivered in time.
    LateMate,
    /// The move it expects is not legal.
    IllegalPonder,
    /// It answered before it was its turn.
    EarlyAnswer,
}

impl Flaw {
    /// The words of the summary.
    pub const fn name(self) -> &'static str {
        match self {
            Self::IllegalPv => "illegal PV",
            Self::UnreadablePv => "unreadable PV",
            Self::OtherMove => "PV of another move",
            Self::NoMate => "PV without its mate",
            Self::LateMate => "announced mate not delivered",
            Self::IllegalPonder => "illegal ponder move",
            Self::EarlyAnswer => "answer before its turn",
        }
    }

    /// Whether it concerns a variation.
    pub const fn is_pv(self) -> bool {
        matches!(self, Self::IllegalPv | Self::UnreadablePv | Self::OtherMove | Self::NoMate)
    }
}

/// A flaw with what is needed to look at it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Warning {
    /// Index of the engine.
    pub engine: usize,
    /// The ply of the game, counted from 1, at which it was found.
    pub ply: usize,
    /// What is wrong.
    pub flaw: Flaw,
    /// The text that shows it.
    pub text: String,
}

/// Checks what one `info` line claims of the referee's position.
pub fn check_info(referee: &Referee, info: &Info) -> Option<(Flaw, String)> {
    if info.pv.is_empty() && info.unreadable.is_none() {
        return None;
    }
    let mut replay = referee.board().clone();
    for (index, &mv) in info.pv.iter().enumerate() {
        if !replay.is_legal_move(mv) {
            return Some((Flaw::IllegalPv, format!("move {} of {}", index + 1, words(&info.pv))));
        }
        replay.make(mv);
    }
    if let Some(word) = &info.unreadable {
        let word = word.escape_debug();
        let text = match info.pv.as_slice() {
            [] => format!("move 1 is '{word}'"),
            moves => format!("'{word}' after {}", words(moves)),
        };
        return Some((Flaw::UnreadablePv, text));
    }
    match info.opinion {
        Some(Opinion::Mates(plies)) if !info.is_bound => check_mate(referee, info, referee.side(), plies as usize),
        Some(Opinion::Mated(plies)) if !info.is_bound => check_mate(referee, info, !referee.side(), plies as usize),
        _ => None,
    }
}

/// A variation that is as long as the mate it claims has to show it. Shorter ones are common and say nothing.
fn check_mate(referee: &Referee, info: &Info, winner: Color, plies: usize) -> Option<(Flaw, String)> {
    if info.pv.len() < plies {
        return None;
    }
    let due = counted(plies as u64, "ply");
    let mut replay = referee.clone();
    for (played, &mv) in (1..).zip(&info.pv) {
        if !replay.play(mv) {
            break;
        }
        let Some(ending) = replay.ending() else { continue };
        // Many engines score a win by a repetition ruling as a mate.
        if ending.winner == Some(winner) && played <= plies {
            return None;
        }
        if !matches!(ending.reason, Reason::Length) {
            let text = format!("{} at move {played} of {} for mate in {due}", ending.reason, words(&info.pv));
            return Some((Flaw::NoMate, text));
        }
    }
    Some((Flaw::NoMate, format!("no mate in {due} after {}", words(&info.pv))))
}

/// What an engine said last of its best move, bounds aside: a window that failed is no opinion.
pub fn final_info(infos: &[Info]) -> Option<&Info> {
    let is_opinion =
        |info: &&Info| info.multipv.is_none_or(|line| line == 1) && !info.is_bound && info.opinion.is_some();
    infos.iter().rev().find(is_opinion)
}

/// Checks that the last variation of an answer begins with the move that was played.
pub fn check_last_pv(infos: &[Info], played: Move) -> Option<(Flaw, String)> {
    let last = infos.iter().rev().find(|info| info.multipv.is_none_or(|line| line == 1) && !info.pv.is_empty())?;
    (last.pv[0] != played).then(|| (Flaw::OtherMove, format!("played {played}, PV {}", words(&last.pv))))
}

fn words(moves: &[Move]) -> String {
    moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
}

/// The mates that the two sides have announced.
#[derive(Clone, Debug, Default)]
pub struct Promises {
    /// By colour: the ply by which the side said it would have mated.
    due: [Option<usize>; 2],
}

impl Promises {
    /// Takes note of what `side` says with the move that is ply number `ply` of the game (from 1).
    pub fn note(&mut self, side: Color, info: Option<&Info>, ply: usize) {
        let Some(info) = info.filter(|info| !info.is_bound) else { return };
        if let Some(Opinion::Mates(plies)) = info.opinion {
            let until = ply - 1 + plies as usize;
            let due = &mut self.due[side as usize];
            *due = Some(due.map_or(until, |earlier| earlier.min(until)));
        }
    }

    /// The sides whose promise is broken after `ply` plies with the game going on, or ended like `ending`. Each promise
    /// is reported once.
    pub fn broken(&mut self, ply: usize, ending: Option<&Ending>) -> Vec<(Color, String)> {
        let mut broken = Vec::new();
        for side in Color::ALL {
            let Some(due) = self.due[side as usize] else { continue };
            let kept = match ending {
                None => ply < due,
                // What ended a game from outside proves nothing.
                Some(ending) => !ending.reason.is_by_rule() || (ending.winner == Some(side) && ply <= due),
            };
            if !kept {
                let outcome = match ending {
                    None => "did not come".to_owned(),
                    Some(ending) => format!("did not come: {} at ply {ply}", ending.reason),
                };
                broken.push((side, format!("mate due at ply {due} {outcome}")));
                self.due[side as usize] = None;
            }
        }
        broken
    }
}

#[cfg(test)]
mod tests {
    use super::super::dialect::{Dialect, read_info};
    use super::*;
    use guohe::board::STARTPOS;
    use guohe::rules::Rules;

    fn check(fen: &str, line: &str, expected: Option<Flaw>) {
        let referee = Referee::new(fen, Rules::default(), 1000).unwrap();
        let found = check_info(&referee, &read_info(line, Dialect::Uci, 0));
        assert_eq!(found.as_ref().map(|(flaw, _)| *flaw), expected, "{line}: {found:?}");
    }

    #[test]
    fn variations_are_replayed() {
        check(STARTPOS, "info depth 2 score cp 3 pv h2e2 h9g7", None);
        check(STARTPOS, "info depth 2 score cp 3 pv h2e2 h2e2", Some(Flaw::IllegalPv));
        check(STARTPOS, "info depth 2 score cp 3 pv h2e2 (none)", Some(Flaw::UnreadablePv));
        check(STARTPOS, "info depth 2 score cp 3", None);
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        let referee = |fen| Referee::new(fen, Rules::default(), 1000).unwrap();
        let mate = "4k4/1R7/9/9/9/9/9/R8/9/3K5 w";
        for (fen, line, text) in [
            (STARTPOS, "info pv xyzzy h2e2", "move 1 is 'xyzzy'"),
            (STARTPOS, "info pv h2e2 xyzzy", "'xyzzy' after h2e2"),
            (mate, "info score mate 1 pv a2a8", "no mate in 1 ply after a2a8"),
            (mate, "info score mate 2 pv a2a3 e9f9 a3a4", "no mate in 3 plies after a2a3 e9f9 a3a4"),
        ] {
            let found = check_info(&referee(fen), &read_info(line, Dialect::Uci, 0));
            assert_eq!(found.map(|(_, text)| text).as_deref(), Some(text), "{line}");
        }
    }

    #[test]
    fn mates_have_to_be_shown() {
        let fen = "4k4/1R7/9/9/9/9/9/R8/9/3K5 w";
        check(fen, "info score mate 1 pv a2a9", None);
        check(fen, "info score mate 1 pv a2a8", Some(Flaw::NoMate));
        check(fen, "info score mate -1 pv a2a8 e9f9", Some(Flaw::NoMate));
        check(fen, "info score mate -1 pv a2a9", None);
        check(fen, "info score mate 1 lowerbound pv a2a8", None);
        check(fen, "info score mate 2 pv a2a8", None);
        check(fen, "info score mate 2 pv a2a8 e9f9 a8a9", None);
        check(fen, "info score mate 2 pv a2a3 e9f9 a3a4", Some(Flaw::NoMate));
    }

    #[test]
    fn last_variation_belongs_to_the_move() {
        let infos: Vec<Info> = ["info pv h2e2", "info multipv 2 pv b2e2", "info depth 9"]
            .iter()
            .map(|line| read_info(line, Dialect::Uci, 0))
            .collect();
        assert_eq!(check_last_pv(&infos, "h2e2".parse().unwrap()), None);
        assert!(check_last_pv(&infos, "b2e2".parse().unwrap()).is_some());
        assert_eq!(check_last_pv(&[], "b2e2".parse().unwrap()), None);
    }

    #[test]
    fn a_window_that_failed_is_no_opinion() {
        let infos: Vec<Info> = [
            "info depth 3 score cp 20 pv h2e2",
            "info depth 4 score cp 35 pv h2e2",
            "info depth 4 multipv 2 score cp -5 pv b2e2",
            "info depth 5 score cp 300 lowerbound pv h2e2",
            "info depth 5 score cp -300 upperbound pv h2e2",
            "info depth 5 nodes 100",
        ]
        .iter()
        .map(|line| read_info(line, Dialect::Uci, 0))
        .collect();
        assert_eq!(final_info(&infos), Some(&infos[1]));
        assert_eq!(final_info(&infos[3..]), None);
    }

    #[test]
    fn promises_are_kept_or_reported_once() {
        let mate_in_two = read_info("info score mate 2", Dialect::Uci, 0);
        let mut promises = Promises::default();
        // Red says at ply 11 that it mates with plies 11 and 13.
        promises.note(Color::Red, Some(&mate_in_two), 11);
        assert!(promises.broken(12, None).is_empty());
        let mated = Ending::loss(Color::Black, Reason::Mate, "");
        assert!(promises.clone().broken(13, Some(&mated)).is_empty());
        let drawn = promises.clone().broken(12, Some(&Ending::draw(Reason::NaturalLimit)));
        assert_eq!(drawn, [(Color::Red, "mate due at ply 13 did not come: natural limit at ply 12".to_owned())]);
        assert!(promises.clone().broken(12, Some(&Ending::draw(Reason::Crash))).is_empty());
        let late = (Color::Red, "mate due at ply 13 did not come".to_owned());
        assert_eq!(promises.broken(13, None), [late]);
        assert!(promises.broken(14, None).is_empty());
    }
}
