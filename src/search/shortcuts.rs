//! Ways to settle or stretch a node without looking at its moves one by one: each costs a smaller search of its own.

use super::known::Known;
use super::negamax::Closed;
use super::negamax::Node;
use super::negamax::NodeKind;
use super::order::Hints;
use super::order::Picker;
use super::params;
use super::prune;
use super::quiesce::Quiet;
use super::worker::Stopped;
use super::worker::Worker;
use crate::tt::Bound;
use crate::tt::Entry;
use crate::types::Kind;
use crate::types::Move;
use crate::types::Score;
use crate::types::Window;

/// What the singular search said of the table move.
pub(super) enum Singular {
    /// Search it so many plies deeper, or less deeply.
    Extend(i32),
    /// The node fails high without it.
    Cut(Score),
}

/// The table's entry is deep and high enough to ask whether its move stands alone.
#[inline]
pub(super) fn may_be_singular(node: &Node, entry: &Entry, root_depth: i32) -> bool {
    node.depth >= params::singular_min_depth()
        && i32::from(entry.depth) >= node.depth - 3
        && matches!(entry.bound, Some(Bound::Lower | Bound::Exact))
        && !entry.score.is_decisive()
        && node.ply < 2 * root_depth as usize
}

impl Worker<'_> {
    /// Tries to settle a node with a null window without looking at its moves one by one.
    pub(super) fn prune_node(
        &mut self,
        node: &Node,
        static_score: Score,
        known: &Known,
    ) -> Result<Option<Score>, Stopped> {
        if prune::may_be_stuck(self.attackers()) && !self.board.has_legal_move() {
            return Ok(Some(Score::mated_in(node.ply)));
        }
        if prune::is_hopeless(node, static_score) {
            let score = self.quiesce::<Closed>(Window::zero(node.alpha()), node.ply, Quiet::None)?;
            if score <= node.alpha() {
                return Ok(Some(score));
            }
        }
        if prune::clears_beta(node, static_score) {
            return Ok(Some(prune::cleared_score(node, static_score)));
        }
        if let Some(score) = self.try_null_move(node, static_score)? {
            return Ok(Some(score));
        }
        self.try_probcut(node, static_score, known)
    }

    /// If even passing the turn keeps the score above beta, some move will too (null move pruning).
    fn try_null_move(&mut self, node: &Node, static_score: Score) -> Result<Option<Score>, Stopped> {
        let is_allowed = node.ply >= self.null_from_ply && !self.frame_before(node.ply, 1).is_null;
        if !is_allowed || !prune::may_pass(node, static_score, self.attackers()) {
            return Ok(None);
        }
        let depth = node.depth - prune::null_reduction(node, static_score);
        self.make_null(node.ply);
        let result = self.negamax::<Closed>(-Window::zero(node.beta() - 1), depth, node.ply + 1, !node.is_cut_node);
        self.unmake_null();
        let score = -result?;
        if score < node.beta() {
            return Ok(None);
        }
        // A mate after two moves in a row is no mate.
        let score = if score.is_decisive() { node.beta() } else { score };
        if node.depth < params::null_verify_depth() || self.null_from_ply > 0 {
            return Ok(Some(score));
        }
        self.null_from_ply = node.ply + 3 * depth.max(1) as usize / 4;
        let verified = self.negamax::<Closed>(Window::zero(node.beta() - 1), depth, node.ply, false);
        self.null_from_ply = 0;
        Ok((verified? >= node.beta()).then_some(score))
    }

    /// Rooks, cannons and horses of the side to move.
    fn attackers(&self) -> usize {
        let side = self.board.side();
        [Kind::Rook, Kind::Cannon, Kind::Knight].into_iter().map(|kind| self.board.count(side, kind)).sum()
    }

    /// If a good capture beats beta by a margin at a shallow depth, it will beat beta at the full one (ProbCut).
    fn try_probcut(&mut self, node: &Node, static_score: Score, known: &Known) -> Result<Option<Score>, Stopped> {
        if !prune::may_probcut(node) {
            return Ok(None);
        }
        let beta = prune::probcut_beta(node);
        let depth = node.depth - 4;
        let is_refuted = known.entry.is_some_and(|entry| i32::from(entry.depth) >= depth && entry.score < beta);
        if is_refuted {
            return Ok(None);
        }
        let hints = Hints { table: known.moves, killers: [None; 2], before: [None; 2] };
        let mut picker = Picker::for_captures_above(&self.board, hints, (beta - static_score).max(0));
        while let Some(mv) = picker.next(&self.board, self.histories, false) {
            if picker.is_at_bad_captures() {
                break;
            }
            if !self.board.is_legal_given(mv, false) {
                continue;
            }
            let window = -Window::zero(beta - 1);
            self.make(mv, node.ply);
            let mut result = self.negamax::<Closed>(window, 0, node.ply + 1, !node.is_cut_node);
            if matches!(result, Ok(score) if -score >= beta) && depth > 1 {
                result = self.negamax::<Closed>(window, depth, node.ply + 1, !node.is_cut_node);
            }
            self.unmake();
            let score = -result?;
            if score >= beta {
                self.store(&Node { depth: depth + 1, ..*node }, score, Bound::Lower, Some(mv), None);
                return Ok(Some(if score.is_decisive() { score } else { score - (beta - node.beta()) }));
            }
        }
        Ok(None)
    }

    /// Searches all moves but the table's to half the depth: if they all fail by a margin, it stands alone.
    pub(super) fn singular_extension<N: NodeKind>(
        &mut self,
        node: &Node,
        mv: Move,
        entry: &Entry,
    ) -> Result<Singular, Stopped> {
        let bar = entry.score - params::singular_margin() * node.depth;
        let depth = (node.depth - 1) / 2;
        let line = std::mem::take(&mut self.frame(node.ply).line);
        self.frame(node.ply).excluded = Some(mv);
        let result = self.negamax::<Closed>(Window::zero(bar - 1), depth, node.ply, node.is_cut_node);
        self.frame(node.ply).excluded = None;
        self.frame(node.ply).line = line;
        let score = result?;
        Ok(if score < bar {
            let stands_far_apart = !N::PV && score < bar - params::singular_double_margin();
            Singular::Extend(if stands_far_apart { 2 } else { 1 })
        } else if bar >= node.beta() && !bar.is_decisive() {
            // Several moves beat beta even at less depth.
            Singular::Cut(bar)
        } else if entry.score >= node.beta() {
            Singular::Extend(-2)
        } else if node.is_cut_node {
            Singular::Extend(-1)
        } else {
            Singular::Extend(0)
        })
    }
}
