//! Who has been checking or chasing since the position last stood. Knows nothing of how often it stood, or of search.

use super::chase::ALL;
use super::chase::Pieces;
use super::chase::Threats;
use super::chase::league_victims;
use super::checks::gave_check;
use super::set::Judgement;
use super::set::RuleSet;
use crate::board::Board;
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

/// The distances in plies of all earlier occurrences, since the last capture or null move, nearest first.
pub fn occurrences_back(board: &Board) -> impl Iterator<Item = usize> + '_ {
    // Both sides need a move there and a move back, so nothing repeats in less than four plies.
    (4..=board.reversible_plies())
        .step_by(2)
        .filter(|&plies| board.played(plies - 1).is_some_and(|played| played.key == board.key()))
}

/// Judges the stretch of `plies` moves that led from an earlier occurrence of the position to now.
///
/// A side that checked with every move has done worse than one that chased one piece with every move, and that side worse
/// than any other; the worse side loses, and equals draw. Cheap enough for search: it works on a copy, backwards, and
/// stops as soon as nobody can be to blame any more.
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
        past.unmake(board.played(back).and_then(|played| played.mv));
    }
    if let Some(judgement) = judge_checks(always_checks) {
        return judgement;
    }
    // Chases.
    if set == RuleSet::CheckOnly || (set == RuleSet::Computer && any_check) {
        return Judgement::Draw;
    }
    let mut perpetual = [PerpetualChase::default(); 2];
    let mut past = Scratch::of(board);
    for back in 0..plies {
        let mover = if back % 2 == 0 { mover_before } else { !mover_before };
        let played = board.played(back).and_then(|played| played.mv);
        let chase = &mut perpetual[mover.index()];
        if chase.any == 0 {
            past.give_turn(!mover);
            past.unmake(played);
        } else if gave_check(board, &past, back) {
            *chase = PerpetualChase::NONE;
            past.unmake(played);
        } else if set == RuleSet::League {
            chase.narrow(Chased { any: played.map_or(0, |mv| league_victims(&past, mv)), ..Chased::default() }, set);
            past.unmake(played);
        } else {
            let chased = Chased::of(&mut past, mover, played, chase.any, set);
            chase.narrow(chased, set);
        }
        if perpetual[0].any == 0 && perpetual[1].any == 0 {
            return Judgement::Draw;
        }
    }
    judge_chases(perpetual, set)
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
pub(super) fn judge_chases(perpetual: [PerpetualChase; 2], set: RuleSet) -> Judgement {
    let [red, black] = perpetual.map(|chase| chase.gravity(set));
    match red.cmp(&black) {
        Ordering::Equal => Judgement::Draw,
        Ordering::Greater => Judgement::Loses(Color::Red),
        Ordering::Less => Judgement::Loses(Color::Black),
    }
}

/// Whom a move chases.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Chased {
    /// Everyone it chases.
    pub(super) any: Pieces,
    /// Those of them that it attacks anew, or whose protector it pins.
    pub(super) attacked: Pieces,
    /// Rooks pinned by a knight among `attacked`.
    pub(super) pinned_rooks: Pieces,
}

impl Chased {
    /// What `mv`, just made by `mover`, does to the pieces in `only`; sets `past` back to the position before it.
    pub(super) fn of(past: &mut Scratch, mover: Color, mv: Option<Move>, only: Pieces, set: RuleSet) -> Self {
        let after = Threats::of(past, mover, only);
        past.give_turn(!mover);
        past.unmake(mv);
        if after.victims == 0 {
            return Self::default();
        }
        let before = Threats::of(past, mover, after.victims);
        let any = after.new_since(&before, set == RuleSet::Asian);
        let attacked = after.attacked_since(&before, any);
        Self { any, attacked, pinned_rooks: attacked & after.pinned_rooks }
    }
}

/// Whom a side has chased with every move so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct PerpetualChase {
    /// Everyone chased with every move.
    pub(super) any: Pieces,
    /// Those attacked anew, or with a protector pinned anew, with every move.
    pub(super) attacked: Pieces,
    /// Those chased with every move by cutting off a protector or setting a pinned attacker free.
    pub(super) indirect: Pieces,
    /// Rooks pinned by a knight among `attacked`.
    pub(super) pinned_rooks: Pieces,
}

impl Default for PerpetualChase {
    fn default() -> Self {
        Self { any: ALL, attacked: ALL, indirect: ALL, pinned_rooks: ALL }
    }
}

impl PerpetualChase {
    /// Nobody.
    pub(super) const NONE: Self = Self { any: 0, attacked: 0, indirect: 0, pinned_rooks: 0 };

    /// Keeps those that the next move chases too: under the Asian rules in the same way, by attacking or indirectly.
    pub(super) fn narrow(&mut self, chased: Chased, set: RuleSet) {
        self.any &= chased.any;
        self.attacked &= chased.attacked;
        self.indirect &= chased.any & !chased.attacked;
        self.pinned_rooks &= chased.pinned_rooks;
        if set == RuleSet::Asian {
            self.any = self.attacked | self.indirect;
        }
    }

    /// How grave it is; only the Asian rules know degrees.
    pub(super) fn gravity(&self, set: RuleSet) -> u8 {
        if set == RuleSet::Asian {
            u8::from(self.any != 0) + u8::from(self.attacked != 0) + u8::from(self.pinned_rooks != 0)
        } else {
            u8::from(self.any != 0)
        }
    }
}
