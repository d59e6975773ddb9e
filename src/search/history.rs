//! What earlier nodes taught about moves: the history heuristic (J. Schaeffer, 1983) with gravity instead of unbounded
//! growth, its refinements by the moves before and by captures, and the running errors of the static score.

use super::params;
use crate::board::Board;
use crate::board::Part;
use crate::types::Color;
use crate::types::Kind;
use crate::types::Move;
use crate::types::Piece;
use crate::types::Score;
use crate::types::Square;

/// No entry leaves ±this.
pub const HISTORY_MAX: i32 = 8192;

/// Moves `entry` towards `bonus`: the further out it stands, the less it moves, so it cannot leave ±[`HISTORY_MAX`].
#[inline]
pub fn gravity(entry: &mut i16, bonus: i32) {
    let old = i32::from(*entry);
    *entry = (old + bonus - old * bonus.abs() / HISTORY_MAX) as i16;
}

/// What a cut at `depth` is worth.
#[inline]
pub fn bonus(depth: i32) -> i32 {
    (params::history_bonus() * depth - params::history_offset()).clamp(0, params::history_bonus_max())
}

/// One number per side, square left and square reached: the table of the 1983 paper, for each side.
#[derive(Clone)]
pub struct QuietHistory(Box<[[i16; Square::COUNT * Square::COUNT]; 2]>);

impl Default for QuietHistory {
    fn default() -> Self {
        Self::new()
    }
}

impl QuietHistory {
    /// All zero.
    pub fn new() -> Self {
        Self(zeroed())
    }

    #[inline]
    fn index(mv: Move) -> usize {
        mv.from().index() * Square::COUNT + mv.to().index()
    }

    /// The number of a move of `side`.
    #[inline]
    pub fn get(&self, side: Color, mv: Move) -> i32 {
        i32::from(self.0[side.index()][Self::index(mv)])
    }

    /// Rewards (or blames) a move of `side`.
    #[inline]
    pub fn update(&mut self, side: Color, mv: Move, bonus: i32) {
        gravity(&mut self.0[side.index()][Self::index(mv)], bonus);
    }

    /// Halves every number: what was learnt in the last search still counts, but less.
    pub fn fade(&mut self) {
        self.0.iter_mut().flatten().for_each(|entry| *entry /= 2);
    }
}

/// A move as the continuation tables know it: which piece went where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Arrival(u16);

impl Arrival {
    /// Number of arrivals.
    const COUNT: usize = Piece::COUNT * Square::COUNT;

    #[inline]
    pub(super) fn new(piece: Piece, to: Square) -> Self {
        Self((piece.index() * Square::COUNT + to.index()) as u16)
    }

    #[inline]
    fn index(self) -> usize {
        self.0 as usize
    }
}

/// Number of earlier moves that a quiet move's continuation history looks back at: one and two plies.
pub(super) const CONTINUATIONS: usize = 2;

/// Numbers of moves given a move before them.
#[derive(Clone)]
struct ContinuationHistory(Box<[i16]>);

impl ContinuationHistory {
    fn new() -> Self {
        Self(vec![0; Arrival::COUNT * Arrival::COUNT].into_boxed_slice())
    }

    #[inline]
    fn get(&self, before: Arrival, now: Arrival) -> i32 {
        i32::from(self.0[before.index() * Arrival::COUNT + now.index()])
    }

    #[inline]
    fn update(&mut self, before: Arrival, now: Arrival, bonus: i32) {
        gravity(&mut self.0[before.index() * Arrival::COUNT + now.index()], bonus);
    }
}

/// Entries of each correction table and side.
const CORRECTION_SIZE: usize = 1 << 14;
/// A correction table holds errors in this fraction of a centipawn.
const CORRECTION_SCALE: i32 = 256;
/// The largest error that a table believes in, centipawns.
const CORRECTION_MAX: i32 = 96;

/// The running error of the static score by key of a part of the position.
#[derive(Clone)]
struct Correction(Box<[[i16; CORRECTION_SIZE]; 2]>);

impl Correction {
    fn new() -> Self {
        Self(zeroed())
    }

    #[inline]
    fn get(&self, side: Color, key: u64) -> i32 {
        i32::from(self.0[side.index()][key as usize % CORRECTION_SIZE])
    }

    #[inline]
    fn update(&mut self, side: Color, key: u64, error: i32, weight: i32) {
        let entry = &mut self.0[side.index()][key as usize % CORRECTION_SIZE];
        let old = i32::from(*entry);
        let new = old + (error * CORRECTION_SCALE - old) * weight / 256;
        let most = CORRECTION_MAX * CORRECTION_SCALE;
        *entry = new.clamp(-most, most) as i16;
    }
}

/// One thread's tables. They outlive a search: [`Histories::fade`] between moves, new ones for a new game.
#[derive(Clone)]
pub(super) struct Histories {
    quiet: QuietHistory,
    continuation: ContinuationHistory,
    capture: Box<[[[i16; Kind::COUNT]; Square::COUNT]; Piece::COUNT]>,
    pawns: Correction,
    defence: Correction,
    attack: [Correction; 2],
    last_move: Correction,
}

impl Histories {
    pub(super) fn new() -> Self {
        Self {
            quiet: QuietHistory::new(),
            continuation: ContinuationHistory::new(),
            capture: zeroed(),
            pawns: Correction::new(),
            defence: Correction::new(),
            attack: [Correction::new(), Correction::new()],
            last_move: Correction::new(),
        }
    }

    /// Prepares for the next search of the same game.
    pub(super) fn fade(&mut self) {
        self.quiet.fade();
    }

    /// How promising a quiet move of `piece` looks, given the arrivals one and two plies before.
    #[inline]
    pub(super) fn quiet(&self, piece: Piece, mv: Move, before: [Option<Arrival>; CONTINUATIONS]) -> i32 {
        let now = Arrival::new(piece, mv.to());
        let continuation: i32 = before.into_iter().flatten().map(|before| self.continuation.get(before, now)).sum();
        self.quiet.get(piece.color, mv) + continuation
    }

    /// Rewards (or blames) a quiet move.
    #[inline]
    pub(super) fn update_quiet(
        &mut self,
        piece: Piece,
        mv: Move,
        before: [Option<Arrival>; CONTINUATIONS],
        bonus: i32,
    ) {
        self.quiet.update(piece.color, mv, bonus);
        let now = Arrival::new(piece, mv.to());
        for before in before.into_iter().flatten() {
            self.continuation.update(before, now, bonus);
        }
    }

    /// How well captures of `victim` by `piece` on `to` did.
    #[inline]
    pub(super) fn capture(&self, piece: Piece, to: Square, victim: Kind) -> i32 {
        i32::from(self.capture[piece.index()][to.index()][victim.index()])
    }

    /// Rewards (or blames) a capture.
    #[inline]
    pub(super) fn update_capture(&mut self, piece: Piece, to: Square, victim: Kind, bonus: i32) {
        gravity(&mut self.capture[piece.index()][to.index()][victim.index()], bonus);
    }

    /// What similar positions say the static score is off by, centipawns.
    #[inline]
    pub(super) fn correction(&self, board: &Board) -> i32 {
        let side = board.side();
        let sum = params::correction_pawns() * self.pawns.get(side, board.part_key(Part::Pawns).0)
            + params::correction_defence() * self.defence.get(side, board.part_key(Part::Defence).0)
            + params::correction_attack()
                * (self.attack[0].get(side, board.part_key(Part::RedAttack).0)
                    + self.attack[1].get(side, board.part_key(Part::BlackAttack).0))
            + params::correction_last_move() * self.last_move.get(side, last_move_key(board));
        sum / (64 * CORRECTION_SCALE)
    }

    /// Learns that the search found `found` where the static score was `expected`.
    pub(super) fn update_correction(&mut self, board: &Board, depth: i32, found: Score, expected: Score) {
        let error = (found - expected).clamp(-2 * CORRECTION_MAX, 2 * CORRECTION_MAX);
        let weight = (depth + 1).min(16);
        let side = board.side();
        self.pawns.update(side, board.part_key(Part::Pawns).0, error, weight);
        self.defence.update(side, board.part_key(Part::Defence).0, error, weight);
        self.attack[0].update(side, board.part_key(Part::RedAttack).0, error, weight);
        self.attack[1].update(side, board.part_key(Part::BlackAttack).0, error, weight);
        self.last_move.update(side, last_move_key(board), error, weight);
    }
}

/// A key of the last move; the same for all null moves.
#[inline]
fn last_move_key(board: &Board) -> u64 {
    board.last_move().map_or(0, |mv| u64::from(mv.bits()))
}

/// A large array on the heap without a copy on the stack.
fn zeroed<T: Zero, const N: usize>() -> Box<[T; N]> {
    match vec![T::ZERO; N].into_boxed_slice().try_into() {
        Ok(array) => array,
        Err(_) => unreachable!("the slice was made with this length"),
    }
}

/// What [`zeroed`] fills arrays with.
trait Zero: Copy {
    const ZERO: Self;
}

impl Zero for i16 {
    const ZERO: Self = 0;
}

impl<T: Zero, const N: usize> Zero for [T; N] {
    const ZERO: Self = [T::ZERO; N];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gravity_keeps_within_bounds() {
        let mut entry = 0;
        for _ in 0..1000 {
            gravity(&mut entry, 1600);
        }
        assert!(i32::from(entry) > HISTORY_MAX * 9 / 10 && i32::from(entry) <= HISTORY_MAX);
        gravity(&mut entry, -1600);
        assert!(i32::from(entry) < HISTORY_MAX * 7 / 10, "a long praised move falls fast: {entry}");
        for _ in 0..1000 {
            gravity(&mut entry, -1600);
        }
        assert!(i32::from(entry) >= -HISTORY_MAX);
    }

    #[test]
    fn corrections_approach_the_error() {
        let mut histories = Histories::new();
        let board = Board::startpos();
        assert_eq!(histories.correction(&board), 0);
        for _ in 0..500 {
            histories.update_correction(&board, 10, Score::new(60), Score::new(20));
        }
        let correction = histories.correction(&board);
        assert!((20..=160).contains(&correction), "{correction}");
    }
}
