//! TT probe, cutoff and store for the search.

use super::node::StaticEval;
use super::worker::Worker;
use crate::params;
use crate::tt::{Bound, Entry};
use crate::types::{Move, Score, Window};

/// A mate that a TT entry proves.
#[derive(Clone, Copy)]
pub(super) struct ProvenMate {
    /// From the side to move's view.
    pub(super) score: Score,
    /// Plies to it from the position.
    plies: i32,
    /// The first move of the mate.
    pub(super) mv: Option<Move>,
    /// The bound of the entry.
    bound: Bound,
}

impl ProvenMate {
    /// Whether a node may return this mate without a search: in a null window if the mate lies outside of it, at a PV
    /// node if the depth is too small to find a quicker mate.
    #[inline]
    fn cuts(&self, window: Window, depth: i32, is_pv: bool) -> bool {
        if is_pv {
            return self.plies > depth;
        }
        if self.score > Score::DRAW { self.score >= window.beta } else { self.score <= window.alpha }
    }

    /// Whether the mating side prefers this mate to `found`.
    #[inline]
    fn is_better_than(&self, found: Score) -> bool {
        if self.score > Score::DRAW { self.score > found } else { self.score < found }
    }
}

/// Score, bound and move of a node.
#[derive(Clone, Copy)]
pub(super) struct NodeScore {
    pub(super) score: Score,
    pub(super) bound: Bound,
    /// The best move; `None` when the node failed low, or failed high without a move (stand pat).
    pub(super) mv: Option<Move>,
}

impl Worker<'_> {
    /// Probes the table for the position, `ply` plies from the root.
    #[inline]
    pub(super) fn probe(&self, ply: usize) -> Option<Entry> {
        self.table.probe(self.path.board().key(), ply)
    }

    /// The static scores of the position. A TT entry with a static score saves the evaluation.
    #[inline]
    pub(super) fn static_eval(&mut self, hit: Option<Entry>) -> StaticEval {
        let raw = hit.and_then(|entry| entry.eval).unwrap_or_else(|| self.path.evaluate());
        let corrected = self.corrected(raw);
        let scaled = self.path.scaled_by_natural_limit(corrected);
        let hit = hit.filter(|_| !self.is_too_near_the_limit());
        StaticEval { raw, corrected, scaled, estimate: estimate_from(scaled, hit) }
    }

    /// TT cutoff of a node `ply` plies from the root: by an entry of sufficient depth in a null window, or by a mate.
    #[inline]
    pub(super) fn table_cutoff<const IS_PV: bool>(
        &self,
        hit: Option<Entry>,
        window: Window,
        depth: i32,
        ply: usize,
    ) -> Option<Score> {
        let cut = if IS_PV { None } else { self.null_window_cutoff(hit, window, depth) };
        cut.or_else(|| {
            let mate = self.proven_mate(hit, ply)?;
            mate.cuts(window, depth, IS_PV).then_some(mate.score)
        })
    }

    /// TT cutoff in a null window by anything but a mate, which [`Self::proven_mate`] tests against the natural limit.
    #[inline]
    fn null_window_cutoff(&self, hit: Option<Entry>, window: Window, depth: i32) -> Option<Score> {
        let entry = hit?;
        let cuts = i32::from(entry.depth) >= depth && entry.cuts(window) && !entry.is_proven_mate();
        (cuts && !self.is_too_near_the_limit()).then_some(entry.score)
    }

    /// Whether the natural limit is so near that TT scores, which were found further from it, are no longer used.
    #[inline]
    fn is_too_near_the_limit(&self) -> bool {
        self.path.is_limit_near(params::natural_limit_no_cutoff() as usize)
    }

    /// A mate for either side that a TT entry proves for the position `ply` plies from the root, if it comes before the
    /// natural limit. It holds at any depth: a TT score is such a proof if its bound points towards the mate, since
    /// pruning never makes up a mate score. Shallow searches must use it, too: without it they would choose longer
    /// mates again and again and never mate.
    #[inline]
    fn proven_mate(&self, hit: Option<Entry>, ply: usize) -> Option<ProvenMate> {
        let entry = hit?;
        let plies = (entry.score.mate_distance()? as usize).saturating_sub(ply);
        let is_in_time = !self.path.is_limit_near(plies);
        let bound = entry.bound.filter(|_| entry.is_proven_mate() && is_in_time)?;
        Some(ProvenMate { score: entry.score, bound, plies: plies as i32, mv: entry.mv })
    }

    /// The result of a node after its search: `found`, or the mate that the TT entry proves if `found` is worse for the
    /// side that mates. A reduced or pruned search can miss a mate that an earlier one has proven, and its score must
    /// not replace the proof. With the mate, the PV is cut to its first move. The bound stays that of the entry: moves
    /// that were pruned or not searched may mate more quickly.
    #[inline]
    pub(super) fn or_proven_mate(&mut self, found: NodeScore, hit: Option<Entry>, ply: usize) -> NodeScore {
        let Some(mate) = self.proven_mate(hit, ply).filter(|mate| mate.is_better_than(found.score)) else {
            return found;
        };
        let mv = mate.mv.filter(|&mv| self.path.board().is_legal_move(mv)).or(found.mv);
        self.path.set_pv(ply, mv);
        NodeScore { score: mate.score, bound: mate.bound, mv }
    }

    /// Stores the result of a search to `depth` of the position `ply` plies from the root. `raw`: its static score,
    /// `None` in check and where it was not computed; `pv`: it has been searched as a PV node.
    ///
    /// A path-dependent score is stored without a bound and at depth 0, so that other entries soon replace it; its move
    /// is kept. At the root it keeps its depth, since the root's move is the result of the whole search.
    #[inline]
    pub(super) fn store(&self, ply: usize, found: NodeScore, raw: Option<Score>, depth: i32, pv: bool) {
        let depends_on_path = found.score.is_path_dependent();
        let depth = if depends_on_path && ply > 0 { 0 } else { depth.min(Entry::MAX_DEPTH.into()) as i8 };
        let bound = (!depends_on_path).then_some(found.bound);
        let entry = Entry { mv: found.mv, score: found.score, eval: raw, depth, bound, pv, age: 0 };
        self.table.store(self.path.board().key(), ply, entry);
    }
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

/// The TT score if its bound makes it a better estimate than the static score, else the static score.
#[inline]
fn estimate_from(static_score: Score, hit: Option<Entry>) -> Score {
    let Some(entry) = hit.filter(|entry| !entry.score.is_decisive()) else {
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
