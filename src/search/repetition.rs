//! When a node of the search is decided by the rules: a cheap filter in front of the rule book.

use super::worker::Worker;
use crate::board::Board;
use crate::rules;
use crate::rules::Judgement;
use crate::types::Key;
use crate::types::Score;

/// Number of counters; a power of two.
const COUNTERS: usize = 1 << 14;

/// Counts the positions of the game and of the current line by the low bits of their keys, so that one lookup says
/// "never seen" for nearly every node.
pub(super) struct Filter(Box<[u8; COUNTERS]>);

impl Filter {
    pub(super) fn new() -> Self {
        match vec![0; COUNTERS].into_boxed_slice().try_into() {
            Ok(counters) => Self(counters),
            Err(_) => unreachable!("the slice was made with this length"),
        }
    }

    /// Counts the positions of the history that can still be repeated.
    pub(super) fn reset(&mut self, board: &Board) {
        self.0.fill(0);
        for back in 0..board.reversible_plies() {
            if let Some(played) = board.played(back) {
                self.add(played.key);
            }
        }
    }

    #[inline]
    pub(super) fn add(&mut self, key: Key) {
        let counter = &mut self.0[key.0 as usize % COUNTERS];
        *counter = counter.wrapping_add(1);
    }

    #[inline]
    pub(super) fn remove(&mut self, key: Key) {
        let counter = &mut self.0[key.0 as usize % COUNTERS];
        *counter = counter.wrapping_sub(1);
    }

    /// Whether a position of this key may have stood before.
    #[inline]
    fn may_contain(&self, key: Key) -> bool {
        self.0[key.0 as usize % COUNTERS] != 0
    }
}

/// Plies back to the earlier occurrence that decides a node `ply` plies from the root: the nearest one when it lies
/// after the root, since the line itself has come round; else the one that makes the current the `fold`-th in the game.
pub(super) fn decisive_repetition(board: &Board, ply: usize, fold: u8) -> Option<usize> {
    let mut seen = 1;
    for back in (4..=board.reversible_plies()).step_by(2) {
        if board.played(back - 1)?.key == board.key() {
            seen += 1;
            if back < ply || seen >= fold {
                return Some(back);
            }
        }
    }
    None
}

/// The score of a judged repetition for the side to move, `ply` plies from the root.
pub(super) fn score_of(judgement: Judgement, board: &Board, ply: usize) -> Score {
    match judgement {
        Judgement::Draw => Score::DRAW,
        Judgement::Loses(loser) if loser == board.side() => Score::rule_loss(ply),
        Judgement::Loses(_) => Score::rule_win(ply),
    }
}

impl Worker<'_> {
    /// The score of a position that the rules decide: repeated, too long without a capture, or without attackers.
    #[inline]
    pub(super) fn decided_by_rule(&mut self, ply: usize) -> Option<Score> {
        if self.board.reversible_plies() >= 4 && self.filter.may_contain(self.board.key()) {
            let rules = &self.options.rules;
            if let Some(back) = decisive_repetition(&self.board, ply, rules.fold) {
                let judgement = rules::judge(&self.board, back, rules.set);
                return Some(score_of(judgement, &self.board, ply));
            }
        }
        if rules::natural_limit_reached(&self.board, &self.options.rules) {
            // A mate on the very move that reaches the limit counts as mate.
            let mated = self.board.in_check() && !self.board.has_legal_move();
            return Some(if mated { Score::mated_in(ply) } else { Score::DRAW });
        }
        let was_capture = self.board.quiet_plies() == 0;
        (was_capture && rules::is_dead(&self.board)).then_some(Score::DRAW)
    }
}
