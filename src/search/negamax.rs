//! The recursion, to be read from top to bottom. The decisions it takes are named in `prune` and `reduce`.

use super::history;
use super::known::Known;
use super::order::Hints;
use super::order::Picker;
use super::order::mover;
use super::params;
use super::prune;
use super::quiesce::Quiet;
use super::reduce;
use super::reduce::Late;
use super::shortcuts::Singular;
use super::shortcuts::may_be_singular;
use super::worker::Stopped;
use super::worker::Worker;
use crate::tt::Bound;
use crate::tt::Entry;
use crate::types::Move;
use crate::types::Score;
use crate::types::Window;
use arrayvec::ArrayVec;

/// The kind of a node, known when the code is compiled.
pub(super) trait NodeKind {
    /// The window is open: the line found here may be the principal variation.
    const PV: bool;
}

/// A node with an open window.
pub(super) struct Open;

/// A node with a null window.
pub(super) struct Closed;

impl NodeKind for Open {
    const PV: bool = true;
}

impl NodeKind for Closed {
    const PV: bool = false;
}

/// What the helpers of one call need to know.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) ply: usize,
    pub(super) depth: i32,
    pub(super) window: Window,
    pub(super) in_check: bool,
    pub(super) is_pv: bool,
    /// By the table, the position once stood in an open window.
    pub(super) was_pv: bool,
    /// The parent expects this node to fail high.
    pub(super) is_cut_node: bool,
    /// The static score rose since the side's last turn.
    pub(super) improving: bool,
}

impl Node {
    #[inline]
    pub(super) fn alpha(&self) -> Score {
        self.window.alpha
    }

    #[inline]
    pub(super) fn beta(&self) -> Score {
        self.window.beta
    }
}

/// Moves tried at a node before the one that cut.
type Tried = ArrayVec<Move, 64>;

impl Worker<'_> {
    /// The score of the position for the side to move, searched to `depth` plies.
    ///
    /// # Errors
    /// When the search was stopped; the board is left as it was.
    pub(super) fn negamax<N: NodeKind>(
        &mut self,
        mut window: Window,
        depth: i32,
        ply: usize,
        is_cut_node: bool,
    ) -> Result<Score, Stopped> {
        let in_check = self.board.refresh_check();
        if depth <= 0 && !in_check {
            return self.quiesce::<N>(window, ply, Quiet::Checks);
        }
        let depth = depth.max(1);

        // Enter the node.
        self.count_node(ply)?;
        self.frame(ply).line.clear();
        let excluded = self.frame(ply).excluded;
        if excluded.is_none() {
            if let Some(score) = self.decided_by_rule(ply) {
                return Ok(score);
            }
            window = within_mate_distance(window, ply);
            if window.is_empty() {
                return Ok(window.alpha);
            }
        }
        if ply >= Score::MAX_PLY - 1 {
            return Ok(self.evaluate());
        }

        // Ask the table.
        let known = if excluded.is_some() { Known::NOTHING } else { self.probe(ply) };
        if let Some(score) = self.settled::<N>(&known, window, depth, ply) {
            return Ok(score);
        }

        // Judge the position as it stands.
        let judged = (!in_check).then(|| self.judge(&known));
        let static_score = judged.map(|judged| judged.score);
        if excluded.is_none() {
            self.frame(ply).static_score = judged.map(|judged| judged.corrected);
            self.frame(ply + 1).killers = [None; 2];
        }
        self.frame(ply + 1).cuts = 0;
        let mut node = Node {
            ply,
            depth,
            window,
            in_check,
            is_pv: N::PV,
            was_pv: N::PV || known.entry.is_some_and(|entry| entry.pv),
            is_cut_node,
            improving: self.is_improving(ply),
        };

        // Prune the node.
        if !N::PV
            && excluded.is_none()
            && let Some(static_score) = static_score
            && let Some(score) = self.prune_node(&node, static_score, &known)?
        {
            return Ok(score);
        }
        if excluded.is_none() && prune::is_unprepared(&node, known.moves[0]) {
            node.depth -= 1;
        }

        // Loop over the moves.
        let before = self.arrivals_before(ply);
        let hints = Hints { table: known.moves, killers: self.frame(ply).killers, before };
        let mut picker = Picker::new(&self.board, hints, in_check);
        let mut best = Score::mated_in(ply);
        let mut best_move = None;
        let mut number = 0;
        let mut quiets = Tried::new();
        let mut captures = Tried::new();
        while let Some(mv) = picker.next(&self.board, self.histories, in_check) {
            if Some(mv) == excluded || !(in_check || self.board.is_legal_given(mv, false)) {
                continue;
            }
            number += 1;
            let is_capture = self.board.is_capture(mv);
            let gives_check = self.board.gives_check(mv);
            let late = Late {
                number,
                gives_check,
                history: self.history_of(mv, before),
                child_cuts: self.frame(ply + 1).cuts,
            };

            // Skip what is not worth searching, once there is something to fall back on.
            if best > -Score::RULE + Score::MAX_PLY as i32
                && self.is_skipped(&node, mv, late, static_score, &mut picker)
            {
                continue;
            }

            // Search longer where the table move stands alone.
            let entry = known.entry.filter(|_| excluded.is_none());
            let extension = match self.extension::<N>(&node, mv, gives_check, entry)? {
                Singular::Extend(plies) => plies,
                Singular::Cut(score) => return Ok(score),
            };

            self.make(mv, ply);
            let result = self.search_child::<N>(&node, late, node.depth - 1 + extension, best, is_capture);
            self.unmake();
            let score = result?;

            if score > best {
                best = score;
                if score > node.window.alpha {
                    best_move = Some(mv);
                    if N::PV {
                        self.extend_line(ply, mv);
                    }
                    if score >= node.window.beta {
                        self.frame(ply).cuts += 1;
                        break;
                    }
                    node.window.alpha = score;
                }
            }
            if Some(mv) != best_move {
                let tried = if is_capture { &mut captures } else { &mut quiets };
                // A list too long to hold blames its first moves only.
                let _ = tried.try_push(mv);
            }
        }

        // Record what was found.
        if number == 0 {
            // Nothing but the excluded move, or mated or stalemated, which is lost alike.
            return Ok(if excluded.is_some() { window.alpha } else { best });
        }
        (best, best_move) = self.or_quicker_mate(best, best_move, &known, ply);
        let bound = Bound::of(best, window);
        if bound == Bound::Lower
            && let Some(mv) = best_move
        {
            self.learn_cut(&node, mv, &quiets, &captures);
        }
        if excluded.is_none() {
            if let Some(judged) = judged {
                self.learn_correction(&node, best, bound, best_move, judged.corrected);
            }
            self.store(&node, best, bound, best_move, judged.map(|judged| judged.raw));
        }
        Ok(best)
    }

    /// Searches the move just made: reduced, then with a null window, then in full, each only as needed.
    fn search_child<N: NodeKind>(
        &mut self,
        node: &Node,
        late: Late,
        depth: i32,
        best: Score,
        is_capture: bool,
    ) -> Result<Score, Stopped> {
        let child = node.ply + 1;
        let null_window = -Window::zero(node.alpha());
        let mut score = best;
        let may_reduce = node.depth >= params::lmr_min_depth()
            && late.number > 1 + usize::from(node.is_pv)
            && (!is_capture || late.number > 3 + usize::from(node.is_pv));
        let mut needs_null_window = !N::PV || late.number > 1;
        if may_reduce {
            let reduction = reduce::reduction(self.reductions, node, late);
            let reduced = (depth - reduction.max(0)).clamp(1.min(depth), depth);
            score = -self.negamax::<Closed>(null_window, reduced, child, true)?;
            needs_null_window = score > node.alpha() && reduced < depth;
            if needs_null_window {
                // Much better than hoped for deserves a ply more.
                let depth = depth + i32::from(score > best + params::lmr_deeper_margin());
                score = -self.negamax::<Closed>(null_window, depth, child, !node.is_cut_node)?;
                needs_null_window = false;
            }
        }
        if needs_null_window {
            score = -self.negamax::<Closed>(null_window, depth, child, !node.is_cut_node)?;
        }
        if N::PV && (late.number == 1 || score > node.alpha()) {
            score = -self.negamax::<Open>(-node.window, depth, child, false)?;
        }
        Ok(score)
    }

    /// Whether the static score rose since the side to move's last turn; false in check, true when only the earlier one is
    /// missing.
    fn is_improving(&self, ply: usize) -> bool {
        match (self.frame_before(ply, 0).static_score, self.frame_before(ply, 2).static_score) {
            (Some(now), Some(before)) => now > before,
            (None, _) => false,
            (Some(_), None) => true,
        }
    }

    /// Whether a move is left out at this node; may tell the picker to leave out the rest of its kind. Checks stay: mates
    /// hide behind moves that look hopeless.
    fn is_skipped(&self, node: &Node, mv: Move, late: Late, static_score: Option<Score>, picker: &mut Picker) -> bool {
        let is_capture = self.board.is_capture(mv);
        if !is_capture && !late.gives_check && !node.in_check {
            let depth = (node.depth - 1 - reduce::reduction(self.reductions, node, late).max(0)).max(1);
            if prune::is_late(node, late.number)
                || static_score.is_some_and(|static_score| prune::is_futile(node, static_score, depth))
            {
                picker.skip_quiets_but_checks(&self.board);
                return true;
            }
        }
        // A check is not judged by what it loses: mates are made of sacrifices.
        if late.number == 1 || late.gives_check || (node.in_check && !is_capture) {
            return false;
        }
        prune::exchange_threshold(node, is_capture)
            .is_some_and(|threshold| !self.board.exchange_at_least(mv, threshold))
    }

    /// The history of a move, quiet or capture.
    #[inline]
    fn history_of(&self, mv: Move, before: [Option<history::Arrival>; history::CONTINUATIONS]) -> i32 {
        let piece = mover(&self.board, mv);
        match self.board.piece_at(mv.to()) {
            Some(victim) => self.histories.capture(piece, mv.to(), victim.kind),
            None => self.histories.quiet(piece, mv, before),
        }
    }

    /// Plies by which a move is searched longer; or the node is settled on the way. `entry` is what the table knows.
    fn extension<N: NodeKind>(
        &mut self,
        node: &Node,
        mv: Move,
        gives_check: bool,
        entry: Option<Entry>,
    ) -> Result<Singular, Stopped> {
        match entry {
            Some(entry) if entry.mv == Some(mv) && may_be_singular(node, &entry, self.root_depth) => {
                self.singular_extension::<N>(node, mv, &entry)
            }
            _ if gives_check && self.deserves_check_extension(mv) => Ok(Singular::Extend(params::check_extension())),
            _ => Ok(Singular::Extend(0)),
        }
    }

    /// A check that loses no material may be worth a ply.
    fn deserves_check_extension(&self, mv: Move) -> bool {
        params::check_extension() > 0 && self.board.exchange_at_least(mv, 0)
    }
}

/// No line from `ply` can be better than mating at once or worse than being mated at once.
#[inline]
fn within_mate_distance(window: Window, ply: usize) -> Window {
    Window::new(window.alpha.max(Score::mated_in(ply)), window.beta.min(Score::mate_in(ply + 1)))
}
