//! The recursive search. This file: one node; then the null move search and the singular search. The decisions to
//! prune, reduce and extend are functions in `pruning`.

use super::history::PriorMoves;
use super::limiter::Stopped;
use super::node::{NON_PV, Node, PV, StaticEval, within_mate_distance};
use super::order::{Hints, Picker, Quiets};
use super::pruning::extend::{self, Singular};
use super::pruning::prune;
use super::pruning::reduce::{self, MoveContext};
use super::tt_access::NodeScore;
use super::worker::Worker;
use crate::params;
use crate::tt::{Bound, Entry};
use crate::types::{Kind, Move, Score, Window};
use arrayvec::ArrayVec;

/// The quiet moves or the captures of a node that were searched and did not raise alpha. Moves beyond 64 get no malus.
type TriedMoves = ArrayVec<Move, 64>;

impl Worker<'_> {
    /// The score of the position for the side to move, searched to `depth` plies.
    ///
    /// # Errors
    /// When the search was stopped; the board is left as it was.
    pub(super) fn negamax<const IS_PV: bool>(
        &mut self,
        window: Window,
        depth: i32,
        ply: usize,
        is_cut_node: bool,
    ) -> Result<Score, Stopped> {
        let in_check = self.path.in_check_cached();
        if depth <= 0 && !in_check {
            return self.quiesce::<IS_PV>(window, ply, Quiets::SafeChecks);
        }
        let depth = depth.max(1);

        // Enter the node.
        self.limiter.count_node(ply)?;
        if IS_PV {
            self.path.set_pv(ply, None);
        }
        let excluded = self.path.frame_mut(ply).excluded;
        let window = within_mate_distance(window, ply);
        if excluded.is_none()
            && let Some(score) = self.score_without_search(window, ply)
        {
            return Ok(score);
        }

        // TT probe.
        let hit = if excluded.is_some() { None } else { self.probe(ply) };
        let tt_move = hit.and_then(|entry| entry.mv);
        if let Some(score) = self.table_cutoff::<IS_PV>(hit, window, depth, ply) {
            return Ok(score);
        }

        // Static evaluation.
        let eval = (!in_check).then(|| self.static_eval(hit));
        let estimate = eval.map(|eval| eval.estimate);
        self.path.prepare_frames(ply, eval.map(|eval| eval.corrected));
        if excluded.is_none() {
            self.learn_static_gain(ply);
        }
        let mut node = Node {
            ply,
            depth,
            window,
            in_check,
            is_pv: IS_PV,
            was_pv: IS_PV || hit.is_some_and(|entry| entry.pv),
            is_cut_node,
            tt_move_is_capture: tt_move.is_some_and(|mv| self.path.board().is_capture(mv)),
            has_quiet_tt_move: tt_move.is_some_and(|mv| !self.path.board().is_capture(mv)),
            improving: self.path.is_improving(ply),
        };

        // Prune the node.
        if !IS_PV
            && excluded.is_none()
            && let Some(eval) = eval
            && let Some(score) = self.prune_node(&node, eval)?
        {
            return Ok(score);
        }
        if excluded.is_none() {
            node.depth -= prune::internal_iterative_reduction(&node, tt_move);
        }

        // Loop over the moves.
        let prior = self.path.prior_moves(ply);
        let hints = Hints { tt_move, killers: self.path.frame_mut(ply).killers, prior };
        let mut picker = Picker::new(self.path.board(), hints, in_check);
        let mut best = Score::mated_in(ply);
        let mut best_move = None;
        let mut number = 0;
        let mut quiets = TriedMoves::new();
        let mut captures = TriedMoves::new();
        while let Some(mv) = picker.next(self.path.board(), &self.history.tables) {
            // Before the tests: the sooner the better, although some are wasted (docs/log/performance.md).
            self.prefetch(mv);
            let board = self.path.board();
            if Some(mv) == excluded || !(in_check || board.is_legal_given(mv, false)) {
                continue;
            }
            number += 1;
            let context = self.move_context(&node, mv, number, prior, &picker);

            // Prune the move, but only if some move has been searched whose score is not a loss.
            if !best.is_loss() && self.prune_move(&node, mv, context, estimate, &mut picker) {
                continue;
            }

            // Singular extension.
            let entry = hit.filter(|entry| excluded.is_none() && entry.mv == Some(mv));
            let extension = match self.singular_extension(&node, mv, entry)? {
                Singular::Extend(plies) => plies,
                Singular::Cut(score) => return Ok(score),
            };

            let child_depth = node.depth - 1 + extension;
            // Beside a singular move the other moves are searched a ply deeper, too, and the node is stored with this
            // depth (an idea of Stockfish; docs/log/strength.md has the match).
            node.depth += i32::from(extension > 0);
            self.path.make_with_check(mv, ply, context.gives_check);
            let result = self.search_child::<IS_PV>(&node, context, child_depth, best);
            self.path.unmake();
            let score = result?;

            if score > best {
                best = score;
                if score > node.window.alpha {
                    best_move = Some(mv);
                    if IS_PV {
                        self.path.extend_pv(ply, mv);
                    }
                    if score >= node.window.beta {
                        self.path.frame_mut(ply).cuts += 1;
                        break;
                    }
                    node.window.alpha = score;
                }
            }
            if Some(mv) != best_move {
                let tried = if context.is_capture { &mut captures } else { &mut quiets };
                let _ = tried.try_push(mv);
            }
        }

        // Record what was found.
        if number == 0 {
            // No move was searched: only the excluded one exists, or the side is mated or stalemated (both lose).
            return Ok(if excluded.is_some() { window.alpha } else { best });
        }
        let found = NodeScore { score: best, bound: Bound::of(best, window), mv: best_move };
        let found = self.or_proven_mate(found, hit, ply);
        self.record(&node, found, eval, (&quiets, &captures), prior);
        Ok(found.score)
    }

    /// The score of a node that needs no search: the rules decide it, mate distance pruning empties the window, or the
    /// maximum ply is reached.
    #[inline]
    fn score_without_search(&mut self, window: Window, ply: usize) -> Option<Score> {
        let rule_score = self.path.decided_by_rule(ply);
        if rule_score.is_some() {
            return rule_score;
        }
        if window.is_empty() {
            return Some(window.alpha);
        }
        (ply >= Score::MAX_PLY - 1).then(|| self.path.evaluate())
    }

    /// The facts about the node's move `number` that pruning and reductions use.
    #[inline]
    fn move_context(&self, node: &Node, mv: Move, number: usize, prior: PriorMoves, picker: &Picker) -> MoveContext {
        let board = self.path.board();
        let mut context = MoveContext {
            number,
            is_capture: board.is_capture(mv),
            gives_check: picker.gives_check(board, mv),
            history: 0,
            child_cuts: self.path.frame(node.ply + 1).cuts,
            reduction: 0,
        };
        // The first move is neither pruned nor reduced.
        if number > 1 {
            context.history = self.history.history(board, mv, prior);
            context.reduction = reduce::reduction(self.reductions, node, context);
        }
        context
    }

    /// Updates the butterfly history of the quiet move that led to `ply` by its gain in static score.
    #[inline]
    fn learn_static_gain(&mut self, ply: usize) {
        if let (Some(mv), Some(gain)) = (self.path.quiet_move_before(ply), self.path.gain_before(ply)) {
            self.history.learn_static_gain(self.path.board(), mv, gain);
        }
    }

    /// Updates the histories from a finished node and stores it in the table. `eval`: its static scores, `None` in
    /// check; `tried`: the quiet moves and the captures that were searched and did not raise alpha. A search with an
    /// excluded move records a fail high only (killers, histories): its score is not the position's.
    #[inline]
    fn record(
        &mut self,
        node: &Node,
        found: NodeScore,
        eval: Option<StaticEval>,
        tried: (&[Move], &[Move]),
        prior: PriorMoves,
    ) {
        if found.bound == Bound::Lower
            && let Some(mv) = found.mv
        {
            if !self.path.board().is_capture(mv) {
                self.path.frame_mut(node.ply).add_killer(mv);
            }
            self.history.learn_cut(self.path.board(), node.depth, mv, prior, tried);
        }
        if self.path.frame_mut(node.ply).excluded.is_some() {
            return;
        }
        if found.bound == Bound::Upper
            && let Some(mv) = self.path.quiet_move_before(node.ply)
        {
            let prior = self.path.prior_moves(node.ply - 1);
            self.history.reward_prior_move(self.path.board(), node.depth, mv, prior);
        }
        // While the score is scaled down ply by ply, a search returns a score nearer to 0 than its static score, which
        // is no error.
        if let Some(StaticEval { corrected, .. }) = eval
            && !self.path.is_scaled_by_natural_limit()
        {
            self.history.learn_correction(self.path.board(), node, found.score, found.bound, found.mv, corrected);
        }
        self.store(node.ply, found, eval.map(|eval| eval.raw), node.depth, node.was_pv);
    }

    /// Searches the move just made: reduced, then with a null window, then in full, each only as needed (principal
    /// variation search, T. Marsland and M. Campbell, 1982). `depth` is that of the child without reduction.
    fn search_child<const IS_PV: bool>(
        &mut self,
        node: &Node,
        context: MoveContext,
        depth: i32,
        best: Score,
    ) -> Result<Score, Stopped> {
        let child = node.ply + 1;
        let null_window = -Window::null(node.window.alpha);
        let mut score = best;
        let mut null_window_depth = depth;
        let mut needs_null_window = !IS_PV || context.number > 1;
        if reduce::may_reduce(node, context) {
            let reduced = (depth - context.reduction).clamp(1.min(depth), depth);
            score = -self.negamax::<NON_PV>(null_window, reduced, child, true)?;
            needs_null_window = score > node.window.alpha && reduced < depth;
            // A move that scores well above the best so far is searched a ply deeper.
            null_window_depth += i32::from(score > best + params::lmr_deeper_margin());
        }
        if needs_null_window {
            score = -self.negamax::<NON_PV>(null_window, null_window_depth, child, !node.is_cut_node)?;
        }
        if IS_PV && (context.number == 1 || score > node.window.alpha) {
            score = -self.negamax::<PV>(-node.window, depth, child, false)?;
        }
        Ok(score)
    }

    /// Whether a move is pruned. May also make the picker skip all further quiet moves except checks, which may mate.
    fn prune_move(
        &self,
        node: &Node,
        mv: Move,
        context: MoveContext,
        estimate: Option<Score>,
        picker: &mut Picker,
    ) -> bool {
        let board = self.path.board();
        let reduced = (node.depth - 1 - context.reduction).max(0);
        if !context.is_capture && !context.gives_check && !node.in_check {
            let is_futile = |score| prune::futility_pruning(node, score, context.history, reduced);
            if prune::late_move_pruning(node, context.number) || estimate.is_some_and(is_futile) {
                picker.skip_quiets_but_checks(board);
                return true;
            }
        }
        // No SEE pruning of checks: mates often begin with sacrifices. A good capture has passed SEE with 0, and no
        // threshold is higher.
        if context.gives_check || (node.in_check && !context.is_capture) || picker.is_good_capture() {
            return false;
        }
        let threshold = if context.is_capture {
            prune::capture_see_threshold(node, context.history)
        } else {
            Some(prune::quiet_see_threshold(reduced))
        };
        threshold.is_some_and(|threshold| !board.see_ge(mv, threshold))
    }

    /// Prunes a node with a null window before its moves are searched: stalemate, reverse futility and null move
    /// pruning.
    fn prune_node(&mut self, node: &Node, eval: StaticEval) -> Result<Option<Score>, Stopped> {
        let reverse_futility = prune::reverse_futility(node, eval.estimate);
        let may_pass = node.ply >= self.null_from_ply && self.path.frame_before(node.ply, 1).piece_to.is_some();
        let heavy_pieces = self.heavy_pieces();
        let tries_null_move = may_pass && prune::may_try_null_move(node, eval, heavy_pieces);
        if reverse_futility.is_none() && !tries_null_move {
            return Ok(None);
        }
        if prune::may_be_stalemated(heavy_pieces) && !self.path.board().has_legal_move() {
            return Ok(Some(Score::mated_in(node.ply)));
        }
        if reverse_futility.is_some() { Ok(reverse_futility) } else { self.search_null_move(node, eval.estimate) }
    }

    /// Heavy pieces (rooks, cannons and knights) of the side to move.
    fn heavy_pieces(&self) -> usize {
        let board = self.path.board();
        Kind::HEAVY.into_iter().map(|kind| board.count(board.side(), kind)).sum()
    }

    /// Null move pruning: if passing the turn keeps the score at beta or above, some move will too.
    fn search_null_move(&mut self, node: &Node, estimate: Score) -> Result<Option<Score>, Stopped> {
        let depth = node.depth - prune::null_reduction(node, estimate);
        self.make_null(node.ply);
        // A null move is tried at expected cut nodes only, so its child is an expected all-node.
        let result = self.negamax::<NON_PV>(-Window::null(node.window.beta - 1), depth, node.ply + 1, false);
        self.path.unmake_null();
        let score = -result?;
        if score < node.window.beta {
            return Ok(None);
        }
        // A mate, or a win by the rules of repetition, that is found after a null move is not proven.
        let score = if score.is_decisive() { node.window.beta } else { score };
        if node.depth < params::null_verify_depth() || self.null_from_ply > 0 {
            return Ok(Some(score));
        }
        self.null_from_ply = prune::null_verified_to(node, depth);
        let verified = self.negamax::<NON_PV>(Window::null(node.window.beta - 1), depth, node.ply, false);
        self.null_from_ply = 0;
        Ok((verified? >= node.window.beta).then_some(score))
    }

    /// Singular search: decides the extension of the TT move `mv` by a reduced search of the other moves. No extension
    /// without an `entry`.
    fn singular_extension(&mut self, node: &Node, mv: Move, entry: Option<Entry>) -> Result<Singular, Stopped> {
        let Some(entry) = entry.filter(|entry| extend::may_be_singular(node, entry, self.limiter.root_depth)) else {
            return Ok(Singular::Extend(0));
        };
        self.path.frame_mut(node.ply).excluded = Some(mv);
        let window = Window::null(extend::singular_beta(node, &entry) - 1);
        let result = self.negamax::<NON_PV>(window, extend::singular_depth(node), node.ply, node.is_cut_node);
        self.path.frame_mut(node.ply).excluded = None;
        Ok(extend::singular_verdict(node, &entry, result?))
    }
}
