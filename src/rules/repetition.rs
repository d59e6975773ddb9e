//! What each side did with every move of a repetition cycle, and which side loses by it. The search calls `judge`;
//! `verdict` also collects the moves.

use super::chase::{ALL, Pieces, Threats, league_victims};
use super::gave_check::gave_check;
use super::rule_set::{Judgement, RuleSet};
use crate::board::{Board, Scratch};
use crate::types::{Color, Move};
use std::cmp::Ordering;

/// Number of occurrences of the position since the last capture or null move, this one included.
pub fn occurrences(board: &Board) -> usize {
    1 + occurrences_back(board).count()
}

/// The distances in plies of all earlier occurrences, since the last capture or null move, nearest first. Walks the
/// history; the search filters out nearly all calls first.
pub fn occurrences_back(board: &Board) -> impl Iterator<Item = usize> + '_ {
    // A repetition takes at least four plies.
    (4..=board.reversible_plies())
        .step_by(2)
        .filter(|&plies| board.played(plies - 1).is_some_and(|played| played.key == board.key()))
}

/// Judges the last `plies` moves, which lead from an earlier occurrence of the position to the current one.
///
/// Perpetual check is worse than perpetual chase, and that worse than anything else. The worse side loses; equals draw.
/// Cheap enough for search: it walks backwards on a copy and stops once neither side can lose.
///
/// `plies` must not exceed [`Board::reversible_plies`].
pub fn judge(board: &Board, plies: usize, set: RuleSet) -> Judgement {
    Findings::of(board, plies, set, None).judgement(set)
}

/// A move of the cycle with its check or chases, for a verdict with reasons.
pub(super) struct CycleMove {
    pub(super) mv: Move,
    /// The position after the move.
    pub(super) after: Scratch,
    pub(super) gives_check: bool,
    pub(super) chased: Chased,
}

/// What both sides did throughout a cycle.
pub(super) struct Findings {
    /// By side: whether every move gave check.
    pub(super) always_checks: [bool; 2],
    /// Whether any move of either side gave check.
    pub(super) any_check: bool,
    /// By side: the pieces chased with every move.
    pub(super) perpetual: [PerpetualChase; 2],
}

impl Findings {
    /// Walks back over the last `plies` moves. Without `cycle_moves` it stops once the judgement is certain. With them
    /// it examines every move and every piece, and adds each move, newest first.
    pub(super) fn of(board: &Board, plies: usize, set: RuleSet, mut cycle_moves: Option<&mut Vec<CycleMove>>) -> Self {
        let mut findings =
            Self { always_checks: [true; 2], any_check: false, perpetual: [PerpetualChase::default(); 2] };
        let is_brief = cycle_moves.is_none();
        if is_brief && set == RuleSet::Off {
            return findings;
        }
        let mover_of = |back: usize| if back.is_multiple_of(2) { !board.side() } else { board.side() };
        let mut past = Scratch::of(board);
        for back in 0..plies {
            let gives_check = gave_check(board, &past, back);
            findings.always_checks[mover_of(back).index()] &= gives_check;
            findings.any_check |= gives_check;
            let is_settled = findings.always_checks == [false; 2];
            if is_brief && is_settled && (findings.any_check || set != RuleSet::Computer) {
                break;
            }
            past.unmake(board.played(back).and_then(|played| played.mv));
        }
        if is_brief && !findings.depends_on_chases(set) {
            return findings;
        }
        let mut past = Scratch::of(board);
        for back in 0..plies {
            // A repetition contains no null move.
            let Some(mv) = board.played(back).and_then(|played| played.mv) else { break };
            let mover = mover_of(back);
            let perpetual = &mut findings.perpetual[mover.index()];
            let only = if is_brief { perpetual.all } else { ALL };
            let gives_check = only != 0 && gave_check(board, &past, back);
            let after = cycle_moves.is_some().then_some(past);
            let chased = if only == 0 || gives_check {
                past.unmake(Some(mv));
                Chased::default()
            } else {
                Chased::of(&mut past, mover, mv, only, set)
            };
            perpetual.narrow(chased, set);
            if let (Some(cycle_moves), Some(after)) = (&mut cycle_moves, after) {
                cycle_moves.push(CycleMove { mv, after, gives_check, chased });
            }
            if is_brief && findings.perpetual.iter().all(|chase| chase.all == 0) {
                break;
            }
        }
        findings
    }

    /// Whether the chases decide, since no side checked perpetually.
    pub(super) fn depends_on_chases(&self, set: RuleSet) -> bool {
        self.always_checks == [false; 2]
            && match set {
                RuleSet::Off | RuleSet::CheckOnly => false,
                RuleSet::Computer => !self.any_check,
                RuleSet::Asian | RuleSet::League => true,
            }
    }

    /// The judgement on the cycle.
    pub(super) fn judgement(&self, set: RuleSet) -> Judgement {
        if self.depends_on_chases(set) {
            return judge_chases(self.perpetual, set);
        }
        match self.always_checks {
            [true, false] if set != RuleSet::Off => Judgement::Loses(Color::Red),
            [false, true] if set != RuleSet::Off => Judgement::Loses(Color::Black),
            _ => Judgement::Draw,
        }
    }
}

/// The judgement by chases alone.
fn judge_chases(perpetual: [PerpetualChase; 2], set: RuleSet) -> Judgement {
    let [red, black] = perpetual.map(|chase| chase.severity(set));
    match red.cmp(&black) {
        Ordering::Equal => Judgement::Draw,
        Ordering::Greater => Judgement::Loses(Color::Red),
        Ordering::Less => Judgement::Loses(Color::Black),
    }
}

/// The pieces that a move chases.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Chased {
    /// All of them.
    pub(super) all: Pieces,
    /// Those that it newly attacks, or whose protector it newly pins.
    pub(super) attacked: Pieces,
    /// Rooks pinned by a knight among `attacked`.
    pub(super) pinned_rooks: Pieces,
}

impl Chased {
    /// The pieces in `only` that `mv`, just made by `mover`, chases. Sets `past` back to the position before `mv`.
    fn of(past: &mut Scratch, mover: Color, mv: Move, only: Pieces, set: RuleSet) -> Self {
        match set {
            RuleSet::Off | RuleSet::CheckOnly => {
                past.unmake(Some(mv));
                Self::default()
            }
            RuleSet::League => {
                let all = league_victims(past, mv);
                past.unmake(Some(mv));
                Self { all, attacked: all, pinned_rooks: 0 }
            }
            RuleSet::Asian | RuleSet::Computer => {
                let after = Threats::of(past, mover, only);
                past.set_side(!mover);
                past.unmake(Some(mv));
                if after.victims == 0 {
                    return Self::default();
                }
                let before = Threats::of(past, mover, after.victims);
                let all = after.new_since(&before, set == RuleSet::Asian);
                let attacked = after.attacked_since(&before, all);
                Self { all, attacked, pinned_rooks: attacked & after.pinned_rooks }
            }
        }
    }
}

/// The pieces that a side has chased with every move so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct PerpetualChase {
    /// All of them.
    pub(super) all: Pieces,
    /// Those that every move newly attacks, or whose protector it newly pins.
    pub(super) attacked: Pieces,
    /// Those chased with every move by making a standing attack good: [`Grade::Indirect`](super::verdict::Grade).
    pub(super) indirect: Pieces,
    /// Rooks pinned by a knight among `attacked`.
    pub(super) pinned_rooks: Pieces,
}

impl Default for PerpetualChase {
    fn default() -> Self {
        Self { all: ALL, attacked: ALL, indirect: ALL, pinned_rooks: ALL }
    }
}

impl PerpetualChase {
    /// No piece.
    pub(super) const NONE: Self = Self { all: 0, attacked: 0, indirect: 0, pinned_rooks: 0 };

    /// Keeps the pieces that the next move chases, too: under the Asian rules only if in the same way, by attacking or
    /// indirectly.
    fn narrow(&mut self, chased: Chased, set: RuleSet) {
        self.all &= chased.all;
        self.attacked &= chased.attacked;
        self.indirect &= chased.all & !chased.attacked;
        self.pinned_rooks &= chased.pinned_rooks;
        if set == RuleSet::Asian {
            self.all = self.attacked | self.indirect;
        }
    }

    /// The severity of the chase. Only the Asian rules have degrees.
    fn severity(&self, set: RuleSet) -> u8 {
        if set == RuleSet::Asian {
            u8::from(self.all != 0) + u8::from(self.attacked != 0) + u8::from(self.pinned_rooks != 0)
        } else {
            u8::from(self.all != 0)
        }
    }
}
