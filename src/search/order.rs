//! Staged move picker. Each stage is generated when needed; within it, moves come best first.

use super::history::{Histories, PriorMoves, mover};
use crate::board::{Board, CheckSquares, exchange_value};
use crate::params;
use crate::types::{MAX_MOVES, Move, MoveList};
use arrayvec::ArrayVec;
use std::cell::OnceCell;

/// A stage of the picker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// The TT move.
    TtMove,
    /// Captures are generated when this stage is reached.
    GenerateCaptures,
    /// Captures that lose no material by SEE.
    GoodCaptures,
    /// Quiet moves that failed high at this ply (killer heuristic, S. Akl and M. Newborn, 1977).
    Killers,
    /// Quiet moves are generated when this stage is reached.
    GenerateQuiets,
    /// Quiet moves by history.
    Quiets,
    /// Captures that lose material by SEE.
    BadCaptures,
    /// All evasions are generated when this stage is reached; then they stand in place of the quiet moves.
    GenerateEvasions,
    /// Nothing left.
    Done,
}

/// Which quiet moves the picker returns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Quiets {
    /// All of them.
    All,
    /// Those that give check, since a check that loses material may still mate.
    Checks,
    /// Those that give check and lose no material.
    SafeChecks,
    /// None.
    None,
}

impl Quiets {
    #[inline]
    fn admit(self, board: &Board, checks: &Checks, mv: Move) -> bool {
        match self {
            Self::All => true,
            Self::Checks => checks.gives_check(board, mv),
            Self::SafeChecks => checks.gives_check(board, mv) && board.see_ge(mv, 0),
            Self::None => false,
        }
    }
}

/// The squares from which each piece kind gives check, computed at first use.
#[derive(Default)]
struct Checks(OnceCell<CheckSquares>);

impl Checks {
    #[inline]
    fn gives_check(&self, board: &Board, mv: Move) -> bool {
        board.gives_check_by(self.0.get_or_init(|| board.check_squares()), mv)
    }
}

/// The moves of a stage with their ordering scores, in two arrays, so that the search for the best reads scores alone.
#[derive(Default)]
struct ScoredMoves {
    moves: ArrayVec<Move, MAX_MOVES>,
    scores: ArrayVec<i32, MAX_MOVES>,
    /// Number of moves already returned; they come first.
    next: usize,
}

impl ScoredMoves {
    fn clear(&mut self) {
        self.moves.clear();
        self.scores.clear();
        self.next = 0;
    }

    #[inline]
    fn push(&mut self, mv: Move, score: i32) {
        self.moves.push(mv);
        self.scores.push(score);
    }

    /// Selects the best remaining move, the first of equals. Most nodes fail high before a full sort would pay off.
    ///
    /// One pass, in which the compiler selects without a branch: if it looked for the place of the maximum, the end of
    /// that loop would often be mispredicted.
    #[inline]
    fn pick_best(&mut self) -> Option<Move> {
        let (moves, scores) = (&mut self.moves[self.next..], &mut self.scores[self.next..]);
        let mut best = *scores.first()?;
        let mut index = 0;
        for (other, &score) in scores.iter().enumerate() {
            if score > best {
                (best, index) = (score, other);
            }
        }
        moves.swap(0, index);
        scores.swap(0, index);
        self.next += 1;
        Some(moves[0])
    }

    /// Removes the remaining moves for which `keeps` is false.
    fn retain_remaining(&mut self, keeps: impl Fn(Move) -> bool) {
        let mut kept = self.next;
        for index in self.next..self.moves.len() {
            if keeps(self.moves[index]) {
                self.moves[kept] = self.moves[index];
                self.scores[kept] = self.scores[index];
                kept += 1;
            }
        }
        self.moves.truncate(kept);
        self.scores.truncate(kept);
    }
}

/// Ordering hints of a node.
#[derive(Clone, Copy)]
pub(super) struct Hints {
    /// The TT move.
    pub(super) tt_move: Option<Move>,
    /// Killers of this ply.
    pub(super) killers: [Option<Move>; 2],
    /// The moves one and two plies ago.
    pub(super) prior: PriorMoves,
}

/// Added to the score of a capture among the evasions: more than the score of any quiet move, so captures come first.
const BEFORE_QUIETS: i32 = 1 << 24;

/// Yields pseudo-legal moves (legal ones in check), best first.
pub(super) struct Picker {
    stage: Stage,
    in_check: bool,
    hints: Hints,
    checks: Checks,
    quiets: Quiets,
    scored: ScoredMoves,
    /// Whether bad captures come at the end; otherwise they are skipped.
    keeps_bad_captures: bool,
    bad_captures: MoveList,
    next_bad: usize,
    next_killer: usize,
}

impl Picker {
    /// For a node of the main search: all moves.
    #[inline(always)]
    pub(super) fn new(board: &Board, hints: Hints, in_check: bool) -> Self {
        let tt_move = hints.tt_move.filter(|&mv| board.is_legal_move(mv));
        Self {
            stage: Stage::TtMove,
            in_check,
            hints: Hints { tt_move, ..hints },
            checks: Checks::default(),
            quiets: Quiets::All,
            scored: ScoredMoves::default(),
            keeps_bad_captures: true,
            bad_captures: ArrayVec::new(),
            next_bad: 0,
            next_killer: 0,
        }
    }

    /// For quiescence: all moves when in check; otherwise the TT move if it captures, captures that lose no material,
    /// and these quiet moves.
    #[inline(always)]
    pub(super) fn for_quiescence(board: &Board, hints: Hints, in_check: bool, quiets: Quiets) -> Self {
        if in_check {
            return Self::new(board, hints, true);
        }
        let tt_move = hints.tt_move.filter(|&mv| board.is_capture(mv));
        let picker = Self::new(board, Hints { tt_move, ..hints }, false);
        Self { quiets, keeps_bad_captures: false, ..picker }
    }

    /// Whether a legal move of the position gives check.
    #[inline]
    pub(super) fn gives_check(&self, board: &Board, mv: Move) -> bool {
        // Most nodes with a TT move fail high by it, and testing one move is cheaper than computing all check squares.
        if self.hints.tt_move == Some(mv) && self.checks.0.get().is_none() {
            return board.gives_check(mv);
        }
        self.checks.gives_check(board, mv)
    }

    /// Whether the last move comes from the stage of good captures: its SEE is at least 0.
    #[inline]
    pub(super) fn is_good_capture(&self) -> bool {
        self.stage == Stage::GoodCaptures
    }

    /// From now on yields only checks and captures; losing captures still come last.
    pub(super) fn skip_quiets_but_checks(&mut self, board: &Board) {
        if self.quiets != Quiets::All {
            return;
        }
        self.quiets = Quiets::Checks;
        if self.stage == Stage::Quiets {
            self.scored.retain_remaining(|mv| self.checks.gives_check(board, mv));
        }
    }

    /// The next move; `None` at the end.
    pub(super) fn next(&mut self, board: &Board, histories: &Histories) -> Option<Move> {
        loop {
            match self.stage {
                Stage::TtMove => {
                    self.stage = if self.in_check { Stage::GenerateEvasions } else { Stage::GenerateCaptures };
                    if self.hints.tt_move.is_some() {
                        return self.hints.tt_move;
                    }
                }
                Stage::GenerateCaptures => {
                    let mut moves = MoveList::new();
                    board.captures(&mut moves);
                    self.score(&moves, |mv| capture_score(board, histories, mv));
                    self.stage = Stage::GoodCaptures;
                }
                Stage::GoodCaptures => match self.scored.pick_best() {
                    Some(mv) if board.see_ge(mv, 0) => return Some(mv),
                    Some(mv) if self.keeps_bad_captures => self.bad_captures.push(mv),
                    Some(_) => {}
                    None if self.quiets == Quiets::None => self.stage = Stage::BadCaptures,
                    None => self.stage = Stage::Killers,
                },
                Stage::Killers => {
                    let killer = self.hints.killers.get(self.next_killer).copied();
                    self.next_killer += 1;
                    match killer {
                        None => self.stage = Stage::GenerateQuiets,
                        Some(Some(mv))
                            if self.is_new_quiet(board, mv) && self.quiets.admit(board, &self.checks, mv) =>
                        {
                            return Some(mv);
                        }
                        Some(_) => {}
                    }
                }
                Stage::GenerateQuiets => {
                    self.stage = Stage::Quiets;
                    self.scored.clear();
                    let mut moves = MoveList::new();
                    board.quiets(&mut moves);
                    let quiet_scores = histories.quiet_scores(board, self.hints.prior);
                    let [first, second] = self.hints.killers;
                    for &mv in &moves {
                        let is_new = ![self.hints.tt_move, first, second].contains(&Some(mv));
                        if is_new && self.quiets.admit(board, &self.checks, mv) {
                            self.scored.push(mv, quiet_scores.get_with_pawns(mover(board, mv), mv));
                        }
                    }
                }
                Stage::Quiets => match self.scored.pick_best() {
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
                    let quiet_scores = histories.quiet_scores(board, self.hints.prior);
                    self.score(&moves, |mv| {
                        if board.is_capture(mv) {
                            BEFORE_QUIETS + capture_score(board, histories, mv)
                        } else {
                            quiet_scores.get(mover(board, mv), mv)
                        }
                    });
                    self.stage = Stage::Quiets;
                }
                Stage::Done => return None,
            }
        }
    }

    fn score(&mut self, moves: &MoveList, score: impl Fn(Move) -> i32) {
        let tt_move = self.hints.tt_move;
        for &mv in moves.iter().filter(|&&mv| tt_move != Some(mv)) {
            self.scored.push(mv, score(mv));
        }
    }

    /// Whether a killer is a pseudo-legal quiet move of this position other than the TT move.
    fn is_new_quiet(&mut self, board: &Board, mv: Move) -> bool {
        let is_new = self.hints.tt_move != Some(mv);
        let playable = is_new && !board.is_capture(mv) && board.is_pseudo_legal(mv);
        if !playable {
            // It is not returned as a killer, so it must not be filtered from the quiet moves.
            for killer in &mut self.hints.killers {
                if *killer == Some(mv) {
                    *killer = None;
                }
            }
        }
        playable
    }
}

/// Score of a capture: value of the victim, and capture history.
#[inline]
fn capture_score(board: &Board, histories: &Histories, mv: Move) -> i32 {
    match board.piece_at(mv.to()) {
        Some(victim) => {
            params::order_victim_weight() * exchange_value(victim.kind)
                + histories.capture(mover(board, mv), mv.to(), victim.kind)
        }
        None => 0,
    }
}
