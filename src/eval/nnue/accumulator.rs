//! Accumulators of the hidden layer along a line of play, updated lazily.

use super::features::{self, Orientation};
use super::flank_balance::FlankBalance;
use super::network::Network;
use super::shape::Shape;
use super::simd::{Block, Simd};
use crate::board::{Board, Delta, PieceList, Position};
use crate::types::{Color, Kind, Score, Square};
use arrayvec::ArrayVec;
use std::sync::Arc;

/// Initial capacity of the stack: a search without reallocation.
const CAPACITY: usize = 300;

/// Rows of the weight matrix, one for each input that is added or removed.
type Rows<'a> = ArrayVec<&'a [Block], { features::MAX_PIECES }>;

/// Eight squares of a piece list in one word, the first in the lowest byte. `None` becomes [`Square::COUNT`], the byte
/// that rustc stores for it, too, so this is one load.
#[inline]
fn as_word(squares: &[Option<Square>; 8]) -> u64 {
    u64::from_le_bytes(squares.map(|square| square.map_or(Square::COUNT as u8, |square| square.index() as u8)))
}

/// One position of the line.
#[derive(Clone, Copy)]
struct Ply {
    /// The move that led here; `None` at the bottom, which is computed from the board.
    delta: Option<Delta>,
    /// Whether each side's sums are up to date.
    ready: [bool; 2],
    /// Heavy pieces on the board, which choose the output.
    heavy: u8,
    /// Flank balance of the pieces.
    balance: FlankBalance,
    /// Orientation of Red's and Black's view.
    orientations: [Orientation; 2],
}

impl Ply {
    fn bottom(board: &Board) -> Self {
        let balance = FlankBalance::of(features::pieces(board));
        Self {
            delta: None,
            ready: [false; 2],
            heavy: features::heavy(features::pieces(board)) as u8,
            balance,
            orientations: Color::ALL.map(|viewer| Orientation::of(viewer, board.king(viewer), balance)),
        }
    }

    /// The position after a move.
    #[inline]
    fn after(&self, delta: &Delta) -> Self {
        let is_heavy_taken = delta.captured.is_some_and(|captured| Kind::HEAVY.contains(&captured.kind));
        let balance = self.balance.after(delta);
        let mut next = Self {
            delta: Some(*delta),
            ready: [false; 2],
            heavy: self.heavy - u8::from(is_heavy_taken),
            balance,
            orientations: self.orientations.map(|orientations| orientations.with_balance(balance)),
        };
        if delta.piece.kind == Kind::King {
            let viewer = delta.piece.color;
            next.orientations[viewer.index()] = Orientation::of(viewer, delta.to, next.balance);
        }
        next
    }
}

/// An entry of the refresh cache (a Finny table): the sums of an earlier position with the same orientation, and the
/// squares of its pieces.
#[derive(Clone)]
struct Cached {
    list: PieceList,
    sums: Box<[Block]>,
}

/// One thread's evaluator. Call [`Evaluator::made`] after each [`Board::make`] and [`Evaluator::unmade`] before each
/// [`Board::unmake`]; a null move changes nothing here.
#[derive(Clone)]
pub struct Evaluator {
    network: Arc<Network>,
    simd: Simd,
    plies: Vec<Ply>,
    /// For each ply the sums of Red's view, then those of Black's.
    sums: Vec<Block>,
    /// By viewer, mirror and king bucket.
    cache: Vec<Cached>,
}

impl Evaluator {
    /// Starts on `board` with the best SIMD path of the machine.
    pub fn new(network: Arc<Network>, board: &Board) -> Self {
        Self::with_simd(network, board, Simd::chosen())
    }

    /// Starts on `board` with the given instruction set.
    pub fn with_simd(network: Arc<Network>, board: &Board, simd: Simd) -> Self {
        let blocks = network.blocks();
        let empty = Cached { list: PieceList::default(), sums: network.bias().into() };
        let mut plies = Vec::with_capacity(CAPACITY);
        plies.push(Ply::bottom(board));
        Self {
            simd,
            plies,
            sums: vec![Block::ZERO; CAPACITY * 2 * blocks],
            cache: vec![empty; 2 * 2 * features::KING_BUCKETS],
            network,
        }
    }

    /// The network in use.
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// Resets to `board`.
    pub fn reset(&mut self, board: &Board) {
        self.plies.clear();
        self.plies.push(Ply::bottom(board));
    }

    fn top(&self) -> &Ply {
        self.plies.last().expect("the bottom ply is never popped")
    }

    /// A move was made on the board.
    #[inline]
    pub fn made(&mut self, delta: &Delta) {
        let next = self.top().after(delta);
        self.plies.push(next);
    }

    /// The last move was taken back.
    ///
    /// # Panics
    /// In debug builds, when there was none.
    #[inline]
    pub fn unmade(&mut self) {
        self.plies.pop();
        debug_assert!(!self.plies.is_empty());
    }

    /// The value of `board`, the position after the moves made so far, from the side to move's view, in the evaluation
    /// band.
    #[inline]
    pub fn evaluate(&mut self, board: &Board) -> Score {
        debug_assert_eq!(usize::from(self.top().heavy), features::heavy(features::pieces(board)));
        let blocks = self.network.blocks();
        let needed = self.plies.len() * 2 * blocks;
        if self.sums.len() < needed {
            self.sums.resize(needed * 2, Block::ZERO);
        }
        for viewer in Color::ALL {
            self.update(viewer, board);
        }
        let top = (self.plies.len() - 1) * 2 * blocks;
        let (red, black) = self.sums[top..top + 2 * blocks].split_at(blocks);
        let (mover, other) = if board.side() == Color::Red { (red, black) } else { (black, red) };
        let output = Shape::output(self.top().heavy.into());
        let weights = self.network.output(output);
        let sum = self.simd.output(mover, weights.0).wrapping_add(self.simd.output(other, weights.1));
        Score::from_evaluation(self.network.centipawns(output, sum))
    }

    /// Brings the top ply's sums of one view up to date.
    fn update(&mut self, viewer: Color, board: &Board) {
        let top = self.plies.len() - 1;
        let orientation = self.plies[top].orientations[viewer.index()];
        let mut base = top;
        while !self.plies[base].ready[viewer.index()] {
            if base == 0 || !orientation.shares_weights(self.plies[base - 1].orientations[viewer.index()]) {
                self.refresh(viewer, orientation, board);
                return;
            }
            base -= 1;
        }
        for ply in base + 1..=top {
            self.update_ply(viewer, orientation, ply);
        }
    }

    /// Updates a ply's sums from those of the ply before.
    #[inline]
    fn update_ply(&mut self, viewer: Color, orientation: Orientation, ply: usize) {
        let Self { network, simd, plies, sums, .. } = self;
        let blocks = network.blocks();
        let Ply { delta: Some(delta), ready, .. } = &mut plies[ply] else { return };
        let here = (ply * 2 + viewer.index()) * blocks;
        let (below, above) = sums.split_at_mut(here);
        let from = &below[here - 2 * blocks..here - blocks];
        let to = &mut above[..blocks];
        let weights_of =
            |piece, square| network.feature_weights(orientation.king_bucket(), orientation.input(piece, square));
        let added = weights_of(delta.piece, delta.to);
        let removed = weights_of(delta.piece, delta.from);
        match delta.captured {
            None => simd.add_sub(to, from, added, removed),
            Some(captured) => simd.add_sub_sub(to, from, added, removed, weights_of(captured, delta.to)),
        }
        ready[viewer.index()] = true;
    }

    /// Brings the cache entry of this orientation to `board`, by the pieces that stand elsewhere, and copies its sums
    /// to the top ply.
    fn refresh(&mut self, viewer: Color, orientation: Orientation, board: &Board) {
        let Self { network, simd, plies, sums, cache } = self;
        let first = (viewer.index() * 2 + usize::from(orientation.is_mirrored())) * features::KING_BUCKETS;
        let cached = &mut cache[first + orientation.king_bucket()];
        let list = board.piece_list();
        let weights_of = |index, square| {
            let input = orientation.input(Position::listed_piece(index), square);
            network.feature_weights(orientation.king_bucket(), input)
        };
        let (mut added, mut removed) = (Rows::new(), Rows::new());
        // Eight pieces at a time: most have not moved.
        let eights = list.as_chunks::<8>().0.iter().zip(cached.list.as_chunks::<8>().0);
        for (eight, (now, before)) in eights.enumerate() {
            let mut moved = as_word(now) ^ as_word(before);
            while moved != 0 {
                let byte = moved.trailing_zeros() as usize / 8;
                moved &= !(0xFF << (8 * byte));
                let index = 8 * eight + byte;
                added.extend(now[byte].map(|square| weights_of(index, square)));
                removed.extend(before[byte].map(|square| weights_of(index, square)));
            }
        }
        simd.change_all(&mut cached.sums, &added, &removed);
        cached.list = *list;
        let top = plies.len() - 1;
        let here = (top * 2 + viewer.index()) * network.blocks();
        sums[here..here + network.blocks()].copy_from_slice(&cached.sums);
        plies[top].ready[viewer.index()] = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::nnue::simd::random_parameters;
    use crate::eval::nnue::trace::from_scratch;
    use crate::types::SplitMix64;

    /// The value of `board`, computed from scratch.
    fn fresh(network: &Network, board: &Board) -> Score {
        Score::from_evaluation(from_scratch(network, board, None).1)
    }

    /// A network with random weights.
    fn network() -> Arc<Network> {
        Arc::new(Network::from_bytes(&random_parameters(Shape { hidden: 64 }, 1).to_bytes()).unwrap())
    }

    /// Makes and unmakes random moves. Tells `visit` after each whether to evaluate.
    fn walk(seed: u64, plies: usize, visit: impl FnMut(&Board, Option<&Delta>, bool)) {
        walk_from(Board::startpos(), seed, plies, visit);
    }

    fn walk_from(mut board: Board, seed: u64, plies: usize, mut visit: impl FnMut(&Board, Option<&Delta>, bool)) {
        let mut stream = SplitMix64::new(seed);
        let mut draw = |bound: usize| (stream.draw() % bound as u64) as usize;
        for _ in 0..plies {
            let moves = board.legal_moves();
            if moves.is_empty() && board.plies_played() == 0 {
                return;
            }
            if board.plies_played() > 0 && (moves.is_empty() || draw(5) == 0) {
                board.unmake();
                visit(&board, None, draw(3) > 0);
            } else {
                let delta = board.make(moves[draw(moves.len())]);
                visit(&board, Some(&delta), draw(3) > 0);
            }
        }
    }

    #[test]
    fn incremental_sums_equal_fresh_ones_on_every_path() {
        let network = network();
        let mut paths: Vec<_> = Simd::available()
            .into_iter()
            .map(|simd| Evaluator::with_simd(network.clone(), &Board::startpos(), simd))
            .collect();
        let mut positions = 0;
        for seed in 0..4 {
            paths.iter_mut().for_each(|path| path.reset(&Board::startpos()));
            walk(seed, 400, |board, delta, ask| {
                for path in &mut paths {
                    match delta {
                        Some(delta) => path.made(delta),
                        None => path.unmade(),
                    }
                    if ask {
                        assert_eq!(path.evaluate(board), fresh(&network, board), "{}", board.fen());
                        positions += 1;
                    }
                }
            });
        }
        assert!(positions >= 1000);
    }

    /// Advisors and pawns on points that they cannot reach in a game, several of them sharing one input.
    #[test]
    fn incremental_sums_are_right_on_points_without_an_input() {
        let suite = include_str!("../../../tests/data/perft.txt").lines().filter(|line| line.contains('/'));
        let fens = suite.map(|line| line.split(';').next().unwrap_or_default());
        // Pieces that share an input, and rooks and knights whose list indexes are exchanged from one to the next.
        let shared = ["3k5/9/9/9/9/9/9/3AA4/1P1P5/P1P1K1P2 w", "p1p1k1p2/1p1p5/3aa4/9/9/9/9/9/9/3K5 b"];
        let exchanged = ["4k4/9/R8/9/N8/9/R8/9/N8/3K5 w", "4k4/9/9/R8/N8/9/9/8R/N8/3K5 w"];
        let network = network();
        let mut path = Evaluator::new(network.clone(), &Board::startpos());
        for fen in fens.chain(shared).chain(exchanged) {
            let board = Board::from_fen(fen).unwrap();
            path.reset(&board);
            assert_eq!(path.evaluate(&board), fresh(&network, &board), "{fen}");
            walk_from(board.clone(), 3, 60, |board, delta, ask| {
                match delta {
                    Some(delta) => path.made(delta),
                    None => path.unmade(),
                }
                if ask {
                    assert_eq!(path.evaluate(board), fresh(&network, board), "{}", board.fen());
                }
            });
        }
    }

    #[test]
    fn a_null_move_only_changes_the_view() {
        let network = network();
        let mut board = Board::startpos();
        let mut evaluator = Evaluator::new(network.clone(), &board);
        let delta = board.make("h2e2".parse().unwrap());
        evaluator.made(&delta);
        let before = evaluator.evaluate(&board);
        board.make_null();
        assert_eq!(evaluator.evaluate(&board), fresh(&network, &board));
        board.unmake_null();
        assert_eq!(evaluator.evaluate(&board), before);
    }

    #[test]
    fn exchanged_colours_have_the_same_value() {
        let network = network();
        let mut evaluator = Evaluator::new(network, &Board::startpos());
        walk(9, 100, |board, _, _| {
            evaluator.reset(board);
            let value = evaluator.evaluate(board);
            let flipped = board.flip_colors();
            evaluator.reset(&flipped);
            assert_eq!(evaluator.evaluate(&flipped), value);
        });
    }

    #[test]
    fn mirror_images_have_the_same_value() {
        let mut evaluator = Evaluator::new(network(), &Board::startpos());
        walk(9, 200, |board, _, _| {
            let [value, mirrored] = [board.clone(), board.mirror_files()].map(|board| {
                evaluator.reset(&board);
                evaluator.evaluate(&board)
            });
            assert_eq!(value, mirrored, "{}", board.fen());
        });
    }

    #[test]
    fn a_line_longer_than_the_capacity_is_evaluated() {
        let network = network();
        let mut board = Board::startpos();
        let mut evaluator = Evaluator::new(network.clone(), &board);
        for _ in 0..CAPACITY {
            for mv in ["b0c2", "b9c7", "c2b0", "c7b9"] {
                let delta = board.make(mv.parse().unwrap());
                evaluator.made(&delta);
            }
        }
        assert_eq!(evaluator.evaluate(&board), fresh(&network, &board));
    }
}
