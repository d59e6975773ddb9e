//! Who has been checking or chasing since the position last stood. Knows nothing of how often it stood, or of search.

use super::Judgement;
use super::RuleSet;
use super::chase::EVERYONE;
use super::chase::Men;
use super::chase::Standing;
use super::chase::league_victims;
use crate::board::Board;
use crate::board::Position;
use crate::board::Scratch;
use crate::types::Color;
use crate::types::Move;
use std::cmp::Ordering;

/// How many plies back the position stood before, at the nearest; `None` when it did not since the last capture or
/// null move. Walks the history: search filters out nearly all calls first.
pub fn previous_occurrence(board: &Board) -> Option<usize> {
    occurrences_back(board).next()
}

/// How often the position has stood since the last capture or null move, this time included.
pub fn occurrences(board: &Board) -> usize {
    1 + occurrences_back(board).count()
}

/// The distances in plies of all earlier occurrences, nearest first.
pub(super) fn occurrences_back(board: &Board) -> impl Iterator<Item = usize> + '_ {
    // Both sides need a move there and a move back, so nothing repeats in less than four plies.
    (4..=board.reversible_plies())
        .step_by(2)
        .filter(|&plies| board.played(plies - 1).is_some_and(|played| played.key == board.key()))
}

/// Whether each of the last `plies` moves gave check, newest first.
pub(super) fn checks(board: &Board, plies: usize) -> Vec<bool> {
    let mut past = Scratch::of(board);
    (0..plies)
        .map(|back| {
            let gave_check = gave_check(board, &past, back);
            past.set_back(board.played(back).and_then(|played| played.mv));
            gave_check
        })
        .collect()
}

/// Whether the move made `back` plies ago gave check; `past` is the position after it.
fn gave_check(board: &Board, past: &Position, back: usize) -> bool {
    let known = if back == 0 { None } else { board.was_in_check(back - 1) };
    known.unwrap_or_else(|| past.in_check())
}

/// Judges the stretch of `plies` moves that led from an earlier occurrence of the position to now.
///
/// A side that checked with every move has done worse than one that chased one man with every move, and that side worse
/// than any other; the worse side loses, and equals draw. Cheap enough for search: it works on a copy, backwards, and
/// stops as soon as nobody can be guilty any more.
///
/// `plies` must not exceed [`Board::reversible_plies`].
pub fn judge(board: &Board, plies: usize, set: RuleSet) -> Judgement {
    if set == RuleSet::Off {
        return Judgement::Draw;
    }
    let mover_before = !board.side();
    // Checks.
    let mut always_checks = [true; 2];
    let mut any_check = false;
    let mut past = Scratch::of(board);
    for back in 0..plies {
        let mover = if back % 2 == 0 { mover_before } else { !mover_before };
        let gives_check = gave_check(board, &past, back);
        always_checks[mover.index()] &= gives_check;
        any_check |= gives_check;
        if always_checks == [false; 2] && (any_check || set != RuleSet::Computer) {
            break;
        }
        past.set_back(board.played(back).and_then(|played| played.mv));
    }
    if let Some(judgement) = judge_checks(always_checks) {
        return judgement;
    }
    // Chases.
    if set == RuleSet::CheckOnly || (set == RuleSet::Computer && any_check) {
        return Judgement::Draw;
    }
    let mut pursuits = [Pursuit::default(); 2];
    let mut past = Scratch::of(board);
    for back in 0..plies {
        let mover = if back % 2 == 0 { mover_before } else { !mover_before };
        let played = board.played(back).and_then(|played| played.mv);
        let pursuit = &mut pursuits[mover.index()];
        if pursuit.any == 0 {
            past.give_turn(!mover);
            past.set_back(played);
        } else if gave_check(board, &past, back) {
            *pursuit = Pursuit::NONE;
            past.set_back(played);
        } else if set == RuleSet::League {
            pursuit.narrow(Deed { any: played.map_or(0, |mv| league_victims(&past, mv)), ..Deed::default() }, set);
            past.set_back(played);
        } else {
            let deed = Deed::of(&mut past, mover, played, pursuit.any, set);
            pursuit.narrow(deed, set);
        }
        if pursuits[0].any == 0 && pursuits[1].any == 0 {
            return Judgement::Draw;
        }
    }
    judge_pursuits(pursuits, set)
}

/// What the checks alone decide, by side: whether it checked with every move.
pub(super) fn judge_checks(always_checks: [bool; 2]) -> Option<Judgement> {
    match always_checks {
        [true, true] => Some(Judgement::Draw),
        [true, false] => Some(Judgement::Loses(Color::Red)),
        [false, true] => Some(Judgement::Loses(Color::Black)),
        [false, false] => None,
    }
}

/// What the chases decide when no side checked with every move.
pub(super) fn judge_pursuits(pursuits: [Pursuit; 2], set: RuleSet) -> Judgement {
    let [red, black] = pursuits.map(|pursuit| pursuit.guilt(set));
    match red.cmp(&black) {
        Ordering::Equal => Judgement::Draw,
        Ordering::Greater => Judgement::Loses(Color::Red),
        Ordering::Less => Judgement::Loses(Color::Black),
    }
}

/// Whom a move chases.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Deed {
    /// Everyone it chases.
    pub(super) any: Men,
    /// Those of them that it attacks anew, or whose root it pins.
    pub(super) attacked: Men,
    /// Rooks pinned by a horse among `attacked`.
    pub(super) pinned_rooks: Men,
}

impl Deed {
    /// What `mv`, just made by `mover`, does to the men in `only`; sets `past` back to the position before it.
    pub(super) fn of(past: &mut Scratch, mover: Color, mv: Option<Move>, only: Men, set: RuleSet) -> Self {
        let after = Standing::of(past, mover, only);
        past.give_turn(!mover);
        past.set_back(mv);
        if after.victims == 0 {
            return Self::default();
        }
        let before = Standing::of(past, mover, after.victims);
        let any = after.new_since(&before, set == RuleSet::Asian);
        let attacked = after.attacked_since(&before, any);
        Self { any, attacked, pinned_rooks: attacked & after.pinned_rooks }
    }
}

/// Whom a side has chased with every move so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pursuit {
    /// Everyone chased with every move.
    pub(super) any: Men,
    /// Those attacked anew, or with a root pinned anew, with every move.
    pub(super) attacked: Men,
    /// Those chased with every move by cutting off a root or untying an attacker.
    pub(super) indirect: Men,
    /// Rooks pinned by a horse among `attacked`.
    pub(super) pinned_rooks: Men,
}

impl Default for Pursuit {
    fn default() -> Self {
        Self { any: EVERYONE, attacked: EVERYONE, indirect: EVERYONE, pinned_rooks: EVERYONE }
    }
}

impl Pursuit {
    /// Nobody.
    pub(super) const NONE: Self = Self { any: 0, attacked: 0, indirect: 0, pinned_rooks: 0 };

    /// Keeps those that the next move chases too: under the Asian rules in the same way, by attacking or indirectly.
    pub(super) fn narrow(&mut self, deed: Deed, set: RuleSet) {
        self.any &= deed.any;
        self.attacked &= deed.attacked;
        self.indirect &= deed.any & !deed.attacked;
        self.pinned_rooks &= deed.pinned_rooks;
        if set == RuleSet::Asian {
            self.any = self.attacked | self.indirect;
        }
    }

    /// How grave it is; only the Asian rules know degrees.
    pub(super) fn guilt(&self, set: RuleSet) -> u8 {
        if set == RuleSet::Asian {
            u8::from(self.any != 0) + u8::from(self.attacked != 0) + u8::from(self.pinned_rooks != 0)
        } else {
            u8::from(self.any != 0)
        }
    }
}
