//! Which move next: stages, each generated only when the one before is used up, and within a stage the best left.

use super::history::Arrival;
use super::history::CONTINUATIONS;
use super::history::Histories;
use super::history::mover;
use crate::board::Board;
use crate::board::exchange_value;
use crate::types::MAX_MOVES;
use crate::types::Move;
use crate::types::MoveList;
use arrayvec::ArrayVec;

/// A stage of the main search's picker.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Stage {
    /// The move of the table's first level.
    TableMove,
    /// The move of its second level.
    SecondTableMove,
    /// Captures are generated when this stage is reached.
    GenerateCaptures,
    /// Captures that lose nothing.
    GoodCaptures,
    /// Quiet moves that cut at this ply lately.
    Killers,
    /// Quiet moves are generated when this stage is reached.
    GenerateQuiets,
    /// Quiet moves by history.
    Quiets,
    /// Captures that lose material.
    BadCaptures,
    /// All answers to a check, generated at once.
    GenerateEvasions,
    /// Answers to a check.
    Evasions,
    /// Nothing left.
    Done,
}

/// Which quiet moves are handed out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wanted {
    All,
    /// Those that give check: mates hide behind moves that look hopeless.
    Checks,
    /// Those that give check and lose nothing.
    SafeChecks,
    None,
}

impl Wanted {
    #[inline]
    fn admits(self, board: &Board, mv: Move) -> bool {
        match self {
            Self::All => true,
            Self::Checks => board.gives_check(mv),
            Self::SafeChecks => board.gives_check(mv) && board.exchange_at_least(mv, 0),
            Self::None => false,
        }
    }
}

/// A move with its rank among its kind.
#[derive(Clone, Copy)]
struct Ranked {
    mv: Move,
    rank: i32,
}

/// What the picker is told of the node.
#[derive(Clone, Copy)]
pub(super) struct Hints {
    /// Moves of the table's two levels.
    pub(super) table: [Option<Move>; 2],
    /// Killers of this ply.
    pub(super) killers: [Option<Move>; 2],
    /// Arrivals one and two plies ago.
    pub(super) before: [Option<Arrival>; CONTINUATIONS],
}

/// Hands out pseudo-legal moves (legal ones when in check), best first.
pub(super) struct Picker {
    stage: Stage,
    hints: Hints,
    quiets: Wanted,
    ranked: ArrayVec<Ranked, MAX_MOVES>,
    next: usize,
    bad_captures: ArrayVec<Move, 32>,
    next_bad: usize,
    next_killer: usize,
    /// Centipawns that a capture must not lose to count as good.
    threshold: i32,
}

impl Picker {
    /// For a node of the main search.
    #[inline(always)]
    pub(super) fn new(board: &Board, hints: Hints, in_check: bool) -> Self {
        let mut picker = Self::with(Stage::TableMove, hints);
        for slot in 0..2 {
            let is_playable = hints.table[slot].is_some_and(|mv| board.is_legal_move(mv));
            if !is_playable {
                picker.hints.table[slot] = None;
            }
        }
        if picker.hints.table[0] == picker.hints.table[1] {
            picker.hints.table[1] = None;
        }
        if in_check {
            // The stages after the table moves differ; `next` consults the position's state through the stage only.
            picker.hints.killers = [None; 2];
            picker.threshold = i32::MIN;
        }
        picker
    }

    /// For quiescence: the table move if it captures, then captures that lose nothing and, if wanted, checks that lose
    /// nothing; all moves when in check.
    #[inline(always)]
    pub(super) fn for_quiescence(board: &Board, hints: Hints, in_check: bool, wants_checks: bool) -> Self {
        let mut picker = Self::new(board, hints, in_check);
        if !in_check {
            picker.quiets = if wants_checks { Wanted::SafeChecks } else { Wanted::None };
            picker.hints.killers = [None; 2];
            for slot in &mut picker.hints.table {
                *slot = slot.filter(|&mv| board.is_capture(mv));
            }
        }
        picker
    }

    /// For ProbCut: captures that gain at least `threshold`.
    #[inline(always)]
    pub(super) fn for_captures_above(board: &Board, hints: Hints, threshold: i32) -> Self {
        let mut picker = Self::for_quiescence(board, hints, false, false);
        picker.threshold = threshold;
        for slot in &mut picker.hints.table {
            *slot = slot.filter(|&mv| board.exchange_at_least(mv, threshold));
        }
        picker
    }

    #[inline(always)]
    fn with(stage: Stage, hints: Hints) -> Self {
        Self {
            stage,
            hints,
            quiets: Wanted::All,
            ranked: ArrayVec::new(),
            next: 0,
            bad_captures: ArrayVec::new(),
            next_bad: 0,
            next_killer: 0,
            threshold: 0,
        }
    }

    /// From now on only checks and captures (the losing ones still come last).
    pub(super) fn skip_quiets_but_checks(&mut self, board: &Board) {
        if self.quiets != Wanted::All {
            return;
        }
        self.quiets = Wanted::Checks;
        if self.stage == Stage::Quiets {
            // Those before were handed out.
            self.ranked.drain(..self.next);
            self.next = 0;
            self.ranked.retain(|ranked| board.gives_check(ranked.mv));
        }
    }

    /// Whether only captures that lose material are left, the last move handed out among them.
    pub(super) fn is_at_bad_captures(&self) -> bool {
        self.stage == Stage::BadCaptures
    }

    /// The next move, or `None` when all have been handed out. `in_check` must be the same at every call.
    pub(super) fn next(&mut self, board: &Board, histories: &Histories, in_check: bool) -> Option<Move> {
        loop {
            match self.stage {
                Stage::TableMove => {
                    self.stage = Stage::SecondTableMove;
                    if self.hints.table[0].is_some() {
                        return self.hints.table[0];
                    }
                }
                Stage::SecondTableMove => {
                    self.stage = if in_check { Stage::GenerateEvasions } else { Stage::GenerateCaptures };
                    if self.hints.table[1].is_some() {
                        return self.hints.table[1];
                    }
                }
                Stage::GenerateCaptures => {
                    let mut moves = MoveList::new();
                    board.captures(&mut moves);
                    self.rank(&moves, |mv| capture_rank(board, histories, mv));
                    self.stage = Stage::GoodCaptures;
                }
                Stage::GoodCaptures => match self.best_left() {
                    Some(mv) if board.exchange_at_least(mv, self.threshold) => return Some(mv),
                    Some(mv) => {
                        // A list too long to remember loses its last bad captures' place, not the moves.
                        if self.bad_captures.try_push(mv).is_err() {
                            return Some(mv);
                        }
                    }
                    None if self.quiets == Wanted::None => self.stage = Stage::BadCaptures,
                    None => self.stage = Stage::Killers,
                },
                Stage::Killers => {
                    let killer = self.hints.killers.get(self.next_killer).copied();
                    self.next_killer += 1;
                    match killer {
                        None => self.stage = Stage::GenerateQuiets,
                        Some(Some(mv)) if self.is_new_quiet(board, mv) && self.quiets.admits(board, mv) => {
                            return Some(mv);
                        }
                        Some(_) => {}
                    }
                }
                Stage::GenerateQuiets => {
                    self.stage = Stage::Quiets;
                    self.ranked.clear();
                    self.next = 0;
                    let mut moves = MoveList::new();
                    board.quiets(&mut moves);
                    let before = self.hints.before;
                    let killers = self.hints.killers;
                    moves.retain(|mv| !killers.contains(&Some(*mv)) && self.quiets.admits(board, *mv));
                    self.rank(&moves, |mv| quiet_rank(board, histories, mv, before));
                }
                Stage::Quiets => match self.best_left() {
                    Some(mv) => return Some(mv),
                    None => self.stage = Stage::BadCaptures,
                },
                Stage::BadCaptures => match self.bad_captures.get(self.next_bad) {
                    Some(&mv) => {
                        self.next_bad += 1;
                        return Some(mv);
                    }
                    None => self.stage = Stage::Done,
                },
                Stage::GenerateEvasions => {
                    let mut moves = MoveList::new();
                    board.evasions(&mut moves);
                    let before = self.hints.before;
                    self.rank(&moves, |mv| {
                        if board.is_capture(mv) {
                            // Every capture of the checker before every quiet answer.
                            (1 << 24) + capture_rank(board, histories, mv)
                        } else {
                            quiet_rank(board, histories, mv, before)
                        }
                    });
                    self.stage = Stage::Evasions;
                }
                Stage::Evasions => match self.best_left() {
                    Some(mv) => return Some(mv),
                    None => self.stage = Stage::Done,
                },
                Stage::Done => return None,
            }
        }
    }

    fn rank(&mut self, moves: &MoveList, rank: impl Fn(Move) -> i32) {
        let table = self.hints.table;
        for &mv in moves.iter().filter(|&&mv| !table.contains(&Some(mv))) {
            self.ranked.push(Ranked { mv, rank: rank(mv) });
        }
    }

    /// Picks the best of what is left: most nodes cut before a sort would have paid.
    #[inline]
    fn best_left(&mut self) -> Option<Move> {
        let left = &mut self.ranked[self.next..];
        let mut best = 0;
        for index in 1..left.len() {
            if left[index].rank > left[best].rank {
                best = index;
            }
        }
        if left.is_empty() {
            return None;
        }
        left.swap(0, best);
        self.next += 1;
        Some(left[0].mv)
    }

    /// A killer is playable when it is a quiet move of this position that has not been handed out.
    fn is_new_quiet(&mut self, board: &Board, mv: Move) -> bool {
        let is_new = !self.hints.table.contains(&Some(mv));
        let playable = is_new && !board.is_capture(mv) && board.is_pseudo_legal(mv);
        if !playable {
            // Then it must not be filtered from the quiet moves either, had it been there.
            for killer in &mut self.hints.killers {
                if *killer == Some(mv) {
                    *killer = None;
                }
            }
        }
        playable
    }
}

/// Most valuable victim first, then what captures of it by this piece have done.
#[inline]
fn capture_rank(board: &Board, histories: &Histories, mv: Move) -> i32 {
    match board.piece_at(mv.to()) {
        Some(victim) => 16 * exchange_value(victim.kind) + histories.capture(mover(board, mv), mv.to(), victim.kind),
        None => 0,
    }
}

#[inline]
fn quiet_rank(board: &Board, histories: &Histories, mv: Move, before: [Option<Arrival>; CONTINUATIONS]) -> i32 {
    histories.quiet(mover(board, mv), mv, before)
}
