//! The search's side of the table: what it says of a node, when that cuts it off, and what is stored.

use super::node::Node;
use super::node::NodeKind;
use super::node::StaticEval;
use super::worker::Worker;
use crate::params;
use crate::tt::Bound;
use crate::tt::Entry;
use crate::types::Move;
use crate::types::Score;
use crate::types::Window;

/// What the table says of a node.
#[derive(Clone, Copy)]
pub(super) struct Known {
    /// The entry to go by.
    pub(super) entry: Option<Entry>,
    /// The move to try first.
    pub(super) mv: Option<Move>,
}

/// A mate that the table knows.
#[derive(Clone, Copy)]
pub(super) struct ProvenMate {
    /// From the side to move's view.
    pub(super) score: Score,
    /// Plies to it from the position.
    plies: i32,
    /// How to begin.
    pub(super) mv: Option<Move>,
}

impl ProvenMate {
    /// Whether a node may return it instead of searching: a null window that it decides, or a search of an open window
    /// that is too short to find a quicker one.
    #[inline]
    fn cuts(&self, window: Window, depth: i32, is_pv: bool) -> bool {
        if is_pv {
            return self.plies > depth;
        }
        if self.score > Score::DRAW { self.score >= window.beta } else { self.score <= window.alpha }
    }

    /// Whether it is quicker than the mate that a search has found for the same side.
    #[inline]
    fn is_quicker_than(&self, found: Score) -> bool {
        (found > Score::DRAW) == (self.score > Score::DRAW) && found.get().abs() < self.score.get().abs()
    }
}

impl Worker<'_> {
    /// Looks the position up. The deeper entry speaks for it, where a policy keeps two.
    pub(super) fn probe(&self, ply: usize) -> Known {
        let probe = self.table.probe(self.path.board().key(), ply);
        let entry = probe.deeper();
        Known { entry, mv: entry.and_then(|entry| entry.mv).or_else(|| probe.entries().find_map(|entry| entry.mv)) }
    }

    /// What the position is worth as it stands; the table may spare the evaluation.
    #[inline]
    pub(super) fn static_eval(&mut self, known: &Known) -> StaticEval {
        let raw = known.entry.and_then(|entry| entry.eval).unwrap_or_else(|| self.path.evaluate());
        let corrected = self.corrected(raw);
        StaticEval { raw, corrected, estimate: better_static(corrected, known) }
    }

    /// A score of the table that cuts off a node `ply` plies from the root: deep enough for a null window, or a mate.
    #[inline]
    pub(super) fn table_cutoff<N: NodeKind>(
        &self,
        known: &Known,
        window: Window,
        depth: i32,
        ply: usize,
    ) -> Option<Score> {
        let cut = if N::PV { None } else { self.null_window_cutoff(known, window, depth) };
        cut.or_else(|| {
            let mate = self.proven_mate(known, ply)?;
            mate.cuts(window, depth, N::PV).then_some(mate.score)
        })
    }

    /// A score of the table that cuts off a node with this null window.
    #[inline]
    fn null_window_cutoff(&self, known: &Known, window: Window, depth: i32) -> Option<Score> {
        let entry = known.entry?;
        let cuts = i32::from(entry.depth) >= depth && !entry.score.is_path_dependent() && entry.cuts(window);
        (cuts && !self.path.is_limit_near(params::limit_is_near() as usize)).then_some(entry.score)
    }

    /// A mate, given or suffered, that the table has proven for the position `ply` plies from the root and that comes
    /// before the natural limit. It holds at any depth. Searches that are too short to see it must not forget it either:
    /// they would play on to positions from which it takes longer, again and again.
    #[inline]
    fn proven_mate(&self, known: &Known, ply: usize) -> Option<ProvenMate> {
        let entry = known.entry?;
        let plies = (entry.score.mate_distance()? as usize).saturating_sub(ply);
        let is_in_time = !self.path.is_limit_near(plies);
        (entry.is_proven_mate() && is_in_time).then_some(ProvenMate {
            score: entry.score,
            plies: plies as i32,
            mv: entry.mv,
        })
    }

    /// What a search found; or instead of a mate, the quicker one that the table knows, which is then the whole line.
    #[inline]
    pub(super) fn or_quicker_mate(
        &mut self,
        found: Score,
        mv: Option<Move>,
        known: &Known,
        ply: usize,
    ) -> (Score, Option<Move>) {
        if !found.is_mate() {
            return (found, mv);
        }
        let Some(mate) = self.proven_mate(known, ply).filter(|mate| mate.is_quicker_than(found)) else {
            return (found, mv);
        };
        let mv = mate.mv.filter(|&mv| self.path.board().is_legal_move(mv)).or(mv);
        self.path.frame(ply).line.clear();
        self.path.frame(ply).line.extend(mv);
        (mate.score, mv)
    }

    /// Stores a finished node.
    pub(super) fn store(&self, node: &Node, score: Score, bound: Bound, mv: Option<Move>, raw: Option<Score>) {
        let finding = Finding { score, bound, mv, raw, depth: node.depth, pv: node.was_pv };
        self.remember(node.ply, finding, PathDependentDepth::Zero);
    }

    /// Stores what was found of the position, `ply` plies from the root. A score that depends on the path is kept out,
    /// its move is not.
    #[inline]
    pub(super) fn remember(&self, ply: usize, finding: Finding, depth: PathDependentDepth) {
        let Finding { score, mv, raw, pv, .. } = finding;
        let depends_on_path = score.is_path_dependent();
        let is_zero = depends_on_path && depth == PathDependentDepth::Zero;
        let entry = Entry {
            mv,
            score,
            eval: raw,
            depth: if is_zero { 0 } else { finding.depth.min(Entry::MAX_DEPTH.into()) as i8 },
            bound: (!depends_on_path).then_some(finding.bound),
            pv,
            age: 0,
        };
        self.table.store(self.path.board().key(), ply, entry);
    }
}

/// What a search found of a position.
pub(super) struct Finding {
    pub(super) score: Score,
    pub(super) bound: Bound,
    /// The best move, where one was better than the window's lower end.
    pub(super) mv: Option<Move>,
    /// The evaluation alone; `None` in check and where nobody asked.
    pub(super) raw: Option<Score>,
    pub(super) depth: i32,
    /// By now the position has been searched with an open window.
    pub(super) pv: bool,
}

/// What becomes of the depth of an entry whose score depends on the path and is not stored: it weighs when entries
/// compete for their place.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum PathDependentDepth {
    /// It stays.
    Keep,
    /// It is 0.
    Zero,
}

impl Known {
    /// An empty answer.
    pub(super) const NOTHING: Self = Self { entry: None, mv: None };
}

impl Entry {
    /// Whether the stored score, if deep enough, cuts off a search with this window.
    #[inline]
    pub(super) fn cuts(&self, window: Window) -> bool {
        match self.bound {
            Some(Bound::Exact) => true,
            Some(Bound::Lower) => self.score >= window.beta,
            Some(Bound::Upper) => self.score <= window.alpha,
            None => false,
        }
    }
}

/// The table's score where its bound makes it a better guess than the static one.
#[inline]
fn better_static(static_score: Score, known: &Known) -> Score {
    let Some(entry) = known.entry.filter(|entry| !entry.score.is_decisive() && !entry.score.is_path_dependent()) else {
        return static_score;
    };
    let is_better = match entry.bound {
        Some(Bound::Exact) => true,
        Some(Bound::Lower) => entry.score > static_score,
        Some(Bound::Upper) => entry.score < static_score,
        None => false,
    };
    if is_better { entry.score } else { static_score }
}
